"""What one core leaves behind when it returns: states that are still set, events that nobody has read."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass

from sklint.checks.keys import by_selection, decided
from sklint.checks.launched import LaunchedCores, host_decides
from sklint.checks.numbers import Leaf, Number
from sklint.checks.pruned import Wanted, pruned
from sklint.checks.replay import Happened, Run, choices, domains_of, is_open
from sklint.checks.replays import Replays, replays_of
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events

# blocks of small and of large index: an idle core leaves early
_BLOCKS = (0, 1, 50)
_BLOCK: Leaf = ("atom", "block_idx")
_MOST_RUNS = 80


@dataclass(frozen=True, slots=True)
class Left:
    """Something left behind, and the numbers under which it is; `sure` where all of them have a name."""

    what: Happened
    given: Mapping[Leaf, Number]
    sure: bool


def left_behind(
    kernel: WalkedKernel,
    core_kind: str,
    wanted: Wanted,
    sets: Callable[[tree.Event], bool],
    behind: Callable[[Run], Iterator[Happened]],
    parameters: Container[str] = (),
) -> list[Left]:
    """What `behind` finds in a run of the wanted events for some numbers, each place once, the plainest numbers.

    `sets` says which of the events can be left behind at all. A way that no launched core goes is none. Each choice of
    the template `parameters` is looked at by itself: what stands behind several of them at once no sample of their
    numbers is sure to meet.
    """
    cut = pruned(kernel.trees[core_kind], wanted)
    found = _found(kernel, cut, wanted, sets, behind, parameters)
    if not found:
        return []
    # only now is it worth reading the host
    launched = decided(decided(cut, LaunchedCores(kernel, core_kind).decides), host_decides(kernel))
    living = pruned(launched, wanted)
    return list(_found(kernel, living, wanted, sets, behind, parameters).values())


def _found(
    kernel: WalkedKernel,
    root: tree.Seq,
    wanted: Wanted,
    sets: Callable[[tree.Event], bool],
    behind: Callable[[Run], Iterator[Happened]],
    parameters: Container[str],
) -> dict[object, Left]:
    found: dict[object, Left] = {}
    for given, roots in by_selection({"": root}, kernel.keys, parameters):
        cut = pruned(roots[""], wanted)
        _look(cut, replays_of(kernel, cut), given, sets, behind, found)
    return found


def _look(
    root: tree.Seq,
    replays: Replays,
    fixed: Mapping[Leaf, Number],
    sets: Callable[[tree.Event], bool],
    behind: Callable[[Run], Iterator[Happened]],
    found: dict[object, Left],
) -> None:
    """Try numbers until everything that can be left behind was found to be, or no more are worth a try."""
    possible = {event.at for event in events(root) if sets(event)}
    if not possible:
        return

    def judge(given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        asked: dict[Leaf, None] = {}
        for block in _BLOCKS:
            run = replays.run({**given, _BLOCK: block})
            asked |= run.asked
            if any(condition.depends != "core-index" for condition in run.idle):
                continue
            sure = not any(map(is_open, run.asked))
            for one in behind(run):
                known = found.get(one.event.at)
                if known is None or (sure and not known.sure):
                    found[one.event.at] = Left(one, {leaf: given.get(leaf, 1) for leaf in run.asked}, sure)
            if _BLOCK not in run.asked:
                break
        done = all(at in found and found[at].sure for at in possible)
        return done, {leaf: None for leaf in asked if leaf != _BLOCK}

    choices(domains_of(root), fixed, judge, _MOST_RUNS)
