"""SK108 batch-mode-missing: an all-core barrier, and a launch that does not ask for batch mode."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.barriers import Reached, all_reached, hard_barrier, in_batch_mode, launches_reaching
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Message, Step, message
from sklint.host.reach import choosing_mode
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK108"
# A condition of the host that is longer than this, or that asks about a choice among numbers, tells a reader nothing.
MOST_SHOWN = 160
SOMEWHERE = "on some ways"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The launches that may end at a hard barrier without batch mode, each branch and key of the tiling by itself."""
    places = list(all_reached(kernel, hard_barrier))
    if not places or in_batch_mode(kernel):
        return
    if not kernel.launches:
        # a `__sk__` function is called by the SuperKernel; the kernel it is bound to is what can be launched
        if kernel.kind.origin == "keyword" and "sk" not in kernel.entry.attributes:
            yield _finding(kernel, places[0], kernel.entry.at, "__schedmode__(1)")
        return
    # where one launch asks for the mode, another may be without because its key has no barrier: that has to be seen
    aware = any(launch.schedule_mode != 0 for launch in kernel.launches)
    for launch, place in launches_reaching(kernel, places, mode=0, seen=aware):
        if launch.empty:
            continue
        if launch.direct:
            yield _finding(kernel, place, launch.at, "__schedmode__(1)")
        elif launch.schedule_mode == 0:
            yield _finding(kernel, place, launch.at, "SetScheduleMode(1)")
        else:
            chosen = choosing_mode(place.values, launch, 0, kernel.parameters)
            where = " && ".join(map(str, chosen))
            plain = len(where) <= MOST_SHOWN and not any(part.op == "ite" for one in chosen for part in one.walk())
            text = where if plain else SOMEWHERE
            yield _finding(kernel, place, launch.at, "SetScheduleMode(1)", bool(chosen), text)


def _said(kernel: str, barrier: str, where: str) -> Message:
    """What is wrong; `where` is the condition under which the launch is without the mode, if it has it elsewhere."""
    if where == SOMEWHERE:
        return message(
            "kernel `{kernel}` reaches `{barrier}`, and on some ways through its tiling this launch does not ask for "
            "batch mode: when two streams share the device, each may hold cores that the other's barrier waits for",
            kernel=kernel,
            barrier=barrier,
        )
    if where:
        return message(
            "kernel `{kernel}` reaches `{barrier}`, and where `{where}` this launch does not ask for batch mode: when "
            "two streams share the device, each may hold cores that the other's barrier waits for",
            kernel=kernel,
            barrier=barrier,
            where=where,
        )
    return message(
        "kernel `{kernel}` reaches `{barrier}`, and this launch does not ask for batch mode: when two streams "
        "share the device, each may hold cores that the other's barrier waits for",
        kernel=kernel,
        barrier=barrier,
    )


def _finding(
    kernel: WalkedKernel, place: Reached, at: Span, missing: str, sure: bool = True, where: str = ""
) -> Finding:
    event = place.event
    barrier = event.text if isinstance(event, (tree.AllCoreSync, tree.FlagSet)) else type(event).__name__
    steps = [Step(event.at, message("the barrier that all launched cores have to reach")), *call_steps(place.calls)]
    return Finding(
        CODE,
        "warning",
        "likely" if sure else "possible",
        _said(kernel.name, barrier, where),
        at,
        (kernel.name,),
        place.core_kind,
        message("call `{missing}` on every path that launches the kernel", missing=missing)
        if missing.startswith("Set")
        else message("mark the kernel `{missing}`", missing=missing),
        tuple(steps),
    )
