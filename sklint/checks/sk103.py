"""SK103 partial-launch-cross-core: mode-0 flags in a kernel whose launch is not provably every core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.partial import partial_launch
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK103"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first mode-0 set that a launch on fewer cores than all reaches."""
    repair = message("launch every core, or use a soft `SyncAll` with the number of cores that take part")
    yield from partial_launch(CODE, kernel, _mode_nought, _said, repair)


def _mode_nought(event: tree.Event) -> bool:
    return isinstance(event, tree.FlagSet) and event.mode == 0


def _said(flag: str, reason: Message) -> Message:
    return message(
        "`{flag}` fires when every core of the launch has set it, and {reason}: in a wider SuperKernel the other cores "
        "never do, and no option makes up for them",
        flag=flag,
        reason=reason,
    )
