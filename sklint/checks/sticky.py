"""What one core leaves behind when it returns: states that are still set, events that nobody has read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sklint.checks.numbers import Leaf, Number, UnknownNumber
from sklint.checks.pruned import Wanted, pruned
from sklint.checks.replay import Happened, Run, choices, domains_of, is_place, replay
from sklint.walk import tree

# blocks of small and of large index: an idle core leaves early
_BLOCKS = (0, 1, 50)


@dataclass(frozen=True, slots=True)
class Left:
    """Something left behind, and the numbers under which it is; `sure` where all of them have a name."""

    what: Happened
    given: Mapping[Leaf, Number]
    sure: bool


def left_behind(root: tree.Seq, wanted: Wanted, behind: Callable[[Run], Iterator[Happened]]) -> list[Left]:
    """What `behind` finds in a run of the wanted events for some numbers, each place once, the plainest numbers."""
    cut = pruned(root, wanted)
    if not cut.body:
        return []
    found: dict[object, Left] = {}

    def judge(given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        asked: dict[Leaf, None] = {}
        for block in _BLOCKS:
            run = replay(cut, {**given, ("atom", "block_idx"): block})
            asked |= run.asked
            if any(condition.depends != "core-index" for condition in run.idle):
                continue
            sure = not any(map(is_place, run.asked))
            for one in behind(run):
                known = found.get(one.event.at)
                if known is None or (sure and not known.sure):
                    found[one.event.at] = Left(one, {leaf: given.get(leaf, 1) for leaf in run.asked}, sure)
        return False, {leaf: None for leaf in asked if leaf != ("atom", "block_idx")}

    try:
        choices(domains_of(cut), {}, judge)
    except UnknownNumber:
        return []
    return list(found.values())
