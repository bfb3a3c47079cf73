"""SK401 pipe-without-barrier: a TPipe that starts after another ended, with no full barrier between."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.compiled import is_marked
from sklint.checks.pipes import meetings, told_apart
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK401"


def _ends(ended: tree.PipeEnd) -> Step:
    return Step(
        ended.at,
        message("`{pipe}` ends here ({by})", pipe=ended.name, by=message("scope") if ended.by == "scope" else ended.by),
    )


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Pipes that begin, and raw local memory that is used, behind the unsettled end of a pipe."""
    for core_kind, meeting in meetings(kernel):
        if meeting.ended is None:
            continue
        begin = meeting.begin
        name = begin.name if isinstance(begin, tree.PipeBegin) else begin.what
        earlier = told_apart(meeting.ended.name, meeting.ended.at, name, begin.at)
        severity, confidence = "info", "possible"
        if meeting.quiet:
            said = message(
                "`{pipe}` reuses the memory and events of pipe {earlier}, and nothing that the core was given is in "
                "flight at the end of that one as it is written; any step added before the end will be, as no barrier "
                "follows it",
                pipe=name,
                earlier=earlier,
            )
        elif meeting.settled:
            said = message(
                "`{pipe}` reuses the memory and events of pipe {earlier}, and the full barrier stands behind its "
                "start, not before it: nothing is overwritten as it is written, and any step added before it will be",
                pipe=name,
                earlier=earlier,
            )
        elif meeting.open:
            said = message(
                "`{pipe}` reuses the memory and events of pipe {earlier}, and code that runs between the two was not "
                "read: unless it waits for all pipes of the core, data still in flight is overwritten, since inside a "
                "SuperKernel the end of a TPipe has no barrier",
                pipe=name,
                earlier=earlier,
            )
        elif meeting.unseen:
            severity = "warning"
            said = message(
                "`{pipe}` reuses the memory and events of pipe {earlier}, and what the code that ran on that one "
                "last left in flight is not known: unless it waits for all pipes of the core itself, data still in "
                "flight is overwritten, since inside a SuperKernel the end of a TPipe has no barrier",
                pipe=name,
                earlier=earlier,
            )
        else:
            severity, confidence = "error", "proved"
            said = message(
                "`{pipe}` reuses the memory and events of pipe {earlier}, which ended without waiting: inside a "
                "SuperKernel the end of a TPipe has no barrier, and data still in flight is overwritten",
                pipe=name,
                earlier=earlier,
            )
        if is_marked(kernel) and meeting.ended.by != "DestroyWithoutPipeAll":
            # built alone, as it always is, the end of the pipe waits
            severity, confidence = "info", "possible"
        yield Finding(
            CODE,
            severity,
            confidence,
            said,
            begin.at,
            (kernel.name,),
            core_kind,
            message("put `AscendC::PipeBarrier<PIPE_ALL>();` between the two, or use one pipe for both"),
            (
                _ends(meeting.ended),
                *call_steps(meeting.calls),
            ),
        )
