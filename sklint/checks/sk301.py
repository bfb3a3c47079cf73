"""SK301 gm-reference-write: a store through `GlobalTensor::operator()` without a clean after it."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks import unflushed
from sklint.finding import Finding, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK301"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Stores through the reference that the operator returns."""
    by = message("through `operator()`")
    repair = message(
        "use `SetValue`, which a SuperKernel build flushes, or call `DataCacheCleanAndInvalid` on the line behind the "
        "last store; the owner of the model can name the operator in `dcci-after-kernel-end`"
    )
    yield from unflushed.findings(kernel, CODE, "reference", by, repair)
