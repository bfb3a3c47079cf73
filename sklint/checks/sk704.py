"""SK704 hard-event-unbalanced: an event within a core that is still unread when the kernel returns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sklint.checks.paired import unpaired
from sklint.checks.replay import Happened, Run
from sklint.checks.sticky import left_behind
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import Value

CODE = "SK704"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The sets of an event that some path to the end does not wait for."""
    for core_kind, root in kernel.trees.items():
        names = dict.fromkeys(e.event for e in events(root) if isinstance(e, tree.HardEvent) and e.event)
        apart = unpaired(root, _role)
        for name in filter(apart.__contains__, names):

            def wanted(event: tree.Event, name: str = name) -> bool:
                return isinstance(event, tree.HardEvent) and event.event == name

            for left in left_behind(kernel, core_kind, wanted, _sets, _unread):
                if left.sure:
                    yield Finding(
                        CODE,
                        "warning",
                        "likely" if left.given else "proved",
                        message(
                            "event `{event}` is set here and not waited for on a path to the end of the kernel: the "
                            "next operator of a SuperKernel that waits for it passes too early (inferred)",
                            event=name,
                        ),
                        left.what.event.at,
                        (kernel.name,),
                        core_kind,
                        message("wait for the event before every return"),
                        tuple(call_steps(left.what.calls)),
                    )


def _role(event: tree.Node) -> tuple[str, bool, Value] | None:
    return (event.event, event.which == "set", event.flag) if isinstance(event, tree.HardEvent) else None


def _sets(event: tree.Event) -> bool:
    return isinstance(event, tree.HardEvent) and event.which == "set"


def _unread(run: Run) -> Iterator[Happened]:
    """The sets that are left when each wait has taken the oldest one of its flag.

    An id that cannot be computed is one of its own: it counts where some wait names the same. It may also be one that
    has another name elsewhere: what is waited for under this name before it is set was set under that one, and a set
    that follows gives it back.
    """
    pending: dict[object, list[Happened]] = defaultdict(list)
    lent: dict[object, int] = defaultdict(int)
    waited: set[object] = set()
    for happened in run.events:
        event, flag = happened.event, happened.flag
        if isinstance(event, tree.HardEvent) and event.which == "set":
            if lent[flag]:
                lent[flag] -= 1
            else:
                pending[flag].append(happened)
        else:
            waited.add(flag)
            if pending[flag]:
                pending[flag].pop(0)
            elif not isinstance(flag, int):
                lent[flag] += 1
    for flag, sets in pending.items():
        if isinstance(flag, int) or flag in waited:
            yield from sets
