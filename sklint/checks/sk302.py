"""SK302 gm-pointer-write: a store through a `__gm__` pointer without a clean after it."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks import unflushed
from sklint.finding import Finding, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK302"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Stores through raw pointers, which no build and no option flushes."""
    by = message("through a pointer")
    repair = message(
        "use `WriteGmByPassDCache`, or clean the line (`dcci`, `DataCacheCleanAndInvalid`) behind the last store; the "
        "owner of the model can name the operator in `dcci-after-kernel-end`"
    )
    yield from unflushed.findings(kernel, CODE, "pointer", by, repair)
