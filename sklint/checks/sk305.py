"""SK305 stale-poll: a loop that polls GM through the cache."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.paths import path_of
from sklint.checks.polls import Poll, polls
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK305"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Loops that wait for a load which the cache answers."""
    if all(write for write, _ in kernel.touched):
        return
    for core_kind, root in kernel.trees.items():
        for poll in polls(root):
            if poll.access.how != "GetValue of a constant" or path_of(kernel) != "ge":
                yield _finding(kernel, core_kind, poll)


def _finding(kernel: WalkedKernel, core_kind: str, poll: Poll) -> Finding:
    name = poll.access.memory.name
    if poll.bounded:
        said = message(
            "the loop waits for `{name}` and reads it through the data cache: every read but the first is "
            "answered from there, so the loop gives up without ever seeing what another core writes",
            name=name,
        )
    else:
        said = message(
            "the loop waits for `{name}` and reads it through the data cache: every read but the first is "
            "answered from there, what another core writes is never seen and the loop does not end",
            name=name,
        )
    return Finding(
        CODE,
        "warning" if poll.bounded else "error",
        "likely" if poll.bounded else "proved",
        said,
        poll.access.at,
        (kernel.name,),
        core_kind,
        message(
            "call `DataCacheCleanAndInvalid` on the line in every round, read it with `ReadGmByPassDCache`, or wait "
            "with `IBWait`"
        ),
        tuple(call_steps(poll.calls)),
    )
