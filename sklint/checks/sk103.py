"""SK103 partial-launch-cross-core: mode-0 flags in a kernel whose launch is not provably every core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.barriers import Reached
from sklint.checks.one_run import Runs
from sklint.checks.partial import partial_launch
from sklint.checks.paths import path_of
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, core_kinds_of

CODE = "SK103"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first mode-0 set that a launch on fewer cores than all reaches."""
    yield from partial_launch(CODE, kernel, _mode_nought, _said, _repair)


def _mode_nought(event: tree.Event) -> bool:
    return isinstance(event, tree.FlagSet) and event.mode == 0


def _repair(kernel: WalkedKernel, place: Reached) -> Message:
    """Every core; a soft barrier only where it does what the flag does: it is documented for vector cores alone."""
    if path_of(kernel) == "direct":
        return message(
            "launch every core and let those without work only set the flag and wait for it, or mark the kernel "
            "`__schedmode__(1)`: fusion is split where it would be too narrow"
        )
    if core_kinds_of(kernel.once(Runs).types(place.conditions)) != ("aiv",):
        return message(
            "launch every core and let those without work only set the flag and wait for it: a soft `SyncAll` is for "
            "kernels of vector cores alone, and a cube core passes it at once"
        )
    if kernel.architecture == 3510:
        # SoftSyncAllImpl there takes the block of the hardware launch for its slot
        return message(
            "launch every core and let those without work only set the flag and wait for it: on Ascend 950 a soft "
            "`SyncAll` counts by the blocks of the SuperKernel"
        )
    return message("launch every core, or use a soft `SyncAll` with the number of cores that take part")


def _said(flag: str, reason: Message) -> Message:
    return message(
        "`{flag}` fires when every core of the launch has set it, and {reason}: in a wider SuperKernel the other cores "
        "never do, and no option makes up for them",
        flag=flag,
        reason=reason,
    )
