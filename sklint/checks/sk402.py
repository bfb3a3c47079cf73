"""SK402 overlapping-pipes: two TPipe objects alive on one path."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.pipes import meetings
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK402"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Pipes that begin while another, or they themselves, are alive."""
    for core_kind, meeting in meetings(kernel):
        begin, other = meeting.begin, meeting.other
        if other is None or not isinstance(begin, tree.PipeBegin):
            continue
        if other.pipe == begin.pipe:
            said = message(
                "pipe `{pipe}` is initialised again while it is alive: its buffers and events are handed out twice, "
                "and the kernel hangs or corrupts at random",
                pipe=begin.name,
            )
        else:
            said = message(
                "pipe `{pipe}` starts while `{other}` is alive: both hand out the same events and buffers, "
                "and the kernel hangs or corrupts at random",
                pipe=begin.name,
                other=other.name,
            )
        yield Finding(
            CODE,
            "error",
            "proved",
            said,
            begin.at,
            (kernel.name,),
            core_kind,
            message("use one TPipe, passed by pointer, or end the first one and put `PipeBarrier<PIPE_ALL>()` between"),
            (Step(other.at, message("`{pipe}` starts here", pipe=other.name)), *call_steps(meeting.calls)),
        )
