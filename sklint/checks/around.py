"""Events on the wrong side of an early-start call: after SetNextTaskStart, or before WaitPreTaskEnd."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sklint.checks.early_start import Calls, before, is_early_start
from sklint.checks.keys import by_key
from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import WalkedKernel, events

Around = tuple[str, tree.Event, Calls, str]


def around(
    kernel: WalkedKernel,
    after_set: Callable[[tree.Event], bool],
    before_wait: Callable[[tree.Event], bool] | None = None,
) -> Iterator[Around]:
    """The events on some path after a set, or before a wait, each place once, with which of the two it is."""
    before_wait = before_wait or after_set
    if not any(is_early_start(event) for root in kernel.trees.values() for event in events(root)):
        return
    seen: set[object] = set()
    roots = {
        kind: pruned(root, lambda e: is_early_start(e) or after_set(e) or before_wait(e))
        for kind, root in kernel.trees.items()
    }
    for _, specialised in by_key(roots, kernel.keys):
        for core_kind, root in specialised.items():
            for event, calls in _after(root, after_set):
                if event.at not in seen:
                    seen.add(event.at)
                    yield core_kind, event, calls, "set"
            for event, calls in before(root, _is_wait):
                if before_wait(event) and event.at not in seen:
                    seen.add(event.at)
                    yield core_kind, event, calls, "wait"


def _is_wait(event: tree.Event) -> bool:
    return isinstance(event, tree.EarlyStart) and event.which == "wait"


def _after(root: tree.Seq, wanted: Callable[[tree.Event], bool]) -> Iterator[tuple[tree.Event, Calls]]:
    found: dict[object, tuple[tree.Event, Calls]] = {}

    def step(started: bool, event: tree.Event, calls: Calls) -> bool:
        if isinstance(event, tree.EarlyStart):
            return started or event.which == "set"
        if started and wanted(event):
            found.setdefault(event.at, (event, calls))
        return started

    Flow(step).run(root, False)
    yield from found.values()
