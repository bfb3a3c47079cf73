"""SK102 partial-launch-sync-all: a hard SyncAll in a kernel whose launch is not provably every core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.partial import partial_launch
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK102"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard SyncAll that a launch on fewer cores than all reaches."""
    repair = message(
        "launch every core and let those without work only reach the barrier, or set `feed-sync-all=1` in graph mode; "
        "`debug-aic-num` and `debug-aiv-num` show the hang on a device"
    )
    yield from partial_launch(CODE, kernel, _hard, _said, repair)


def _hard(event: tree.Event) -> bool:
    return isinstance(event, tree.AllCoreSync) and not event.soft


def _said(barrier: str, reason: Message) -> Message:
    return message(
        "`{barrier}` waits for every core of the launch, and {reason}: in a wider SuperKernel the other cores never "
        "enter the kernel, and the barrier hangs",
        barrier=barrier,
        reason=reason,
    )
