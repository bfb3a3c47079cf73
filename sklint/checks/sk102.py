"""SK102 partial-launch-sync-all: a hard SyncAll in a kernel whose launch is not provably every core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.barriers import Reached
from sklint.checks.one_run import Runs
from sklint.checks.partial import partial_launch
from sklint.checks.paths import path_of
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK102"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard SyncAll that a launch on fewer cores than all reaches."""
    yield from partial_launch(CODE, kernel, _hard, _said, _repair)


def _hard(event: tree.Event) -> bool:
    return isinstance(event, tree.AllCoreSync) and not event.soft


def _repair(kernel: WalkedKernel, place: Reached) -> Message:
    """Every core, or what makes up for the others on the way that the kernel gets into a SuperKernel."""
    match path_of(kernel):
        case "direct":
            return message(
                "launch every core and let those without work only reach the barrier, or mark the kernel "
                "`__schedmode__(1)`: fusion is split where it would be too narrow"
            )
        case "aclnn":
            return message(
                "launch every core and let those without work only reach the barrier: only graph mode has an option "
                "that makes up for the others"
            )
    if _is_fed_as_another(kernel, place):
        return message(
            "launch every core and let those without work only reach the barrier: on Ascend 950 `feed-sync-all=1` "
            "makes up for cores of 1:2 kernels, and this one is 1:1 (inferred)"
        )
    return message(
        "launch every core and let those without work only reach the barrier, or set `feed-sync-all=1` in graph mode; "
        "`debug-aic-num` and `debug-aiv-num` show the hang on a device"
    )


def _is_fed_as_another(kernel: WalkedKernel, place: Reached) -> bool:
    """Whether a meeting of both kinds of core is fed by signals of 1:2 kernels, and runs 1:1 itself, with flags."""
    event = place.event
    of_both = isinstance(event, tree.AllCoreSync) and event.aiv_only is False
    types = kernel.once(Runs).types(place.conditions)
    return kernel.architecture == 3510 and of_both and "KERNEL_TYPE_MIX_AIC_1_1" in types


def _said(barrier: str, reason: Message) -> Message:
    return message(
        "`{barrier}` waits for every core of the launch, and {reason}: in a wider SuperKernel the other cores never "
        "enter the kernel, and the barrier hangs",
        barrier=barrier,
        reason=reason,
    )
