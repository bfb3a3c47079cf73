"""SK402 overlapping-pipes: two TPipe objects alive on one path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sklint.checks.pipes import Meeting, meetings, told_apart
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK402"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Pipes that begin while another, or they themselves, are alive."""
    found = [finding for core_kind, meeting in meetings(kernel) for finding in _finding(kernel, core_kind, meeting)]
    errors = {finding.at for finding in found if finding.severity == "error"}
    for finding in found:
        # what does no harm on one kind of core is told where it does none on the other either
        if finding.severity == "error" or finding.at not in errors:
            yield finding


def _finding(kernel: WalkedKernel, core_kind: str, meeting: Meeting) -> Iterator[Finding]:
    begin, other = meeting.begin, meeting.other
    if other is None or not isinstance(begin, tree.PipeBegin):
        return
    error = Finding(
        CODE,
        "error",
        "proved",
        message(
            "pipe `{pipe}` starts while {other} is alive: the API allows one TPipe at a time, and warns that with "
            "more of them a kernel hangs, or goes wrong in other ways, at random",
            pipe=begin.name,
            other=told_apart(other.name, other.at, begin.name, begin.at),
        ),
        begin.at,
        (kernel.name,),
        core_kind,
        message("use one TPipe, passed by pointer, or end the first one and put `PipeBarrier<PIPE_ALL>()` between"),
        (Step(other.at, message("`{pipe}` starts here", pipe=other.name)), *call_steps(meeting.calls)),
    )
    if other.pipe != begin.pipe:
        yield error
    elif not meeting.bare:
        said = message(
            "pipe `{pipe}` is initialised again while it is alive: buffers and events in use count as free, and the "
            "next ones that it hands out may be the same",
            pipe=begin.name,
        )
        yield replace(error, message=said)
    elif core_kind == "aic":
        # asc-devkit, kernel_tpipe_impl.h and dav_3510/kernel_tpipe_impl_c310.h: `Init` sets events there
        said = message(
            "pipe `{pipe}` is initialised again while it is alive: on a cube core that sets events of the cube unit "
            "which are set already, and nobody waits for them twice",
            pipe=begin.name,
        )
        yield replace(error, message=said, repair=_UNNEEDED)
    else:
        said = message(
            "pipe `{pipe}` is initialised again right behind its start, which initialises it: nothing was handed out "
            "between, so nothing is handed out twice as it is written, but a debug build stops here",
            pipe=begin.name,
        )
        yield replace(error, severity="warning", message=said, repair=_UNNEEDED)


_UNNEEDED = message("remove this `Init()`, or call `Destroy()` before it")
