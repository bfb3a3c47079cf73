"""The replays of one tree, each made once: what a run does hangs on the numbers it looks at, and on no others."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from sklint.checks.numbers import Leaf, NoSuchNumber, Number, Numbers, UnknownNumber
from sklint.checks.replay import Run, TooLong, replay
from sklint.deadline import keep_to_time
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

_NOWHERE: frozenset[Leaf] = frozenset()
_Outcome = Run | NoSuchNumber | TooLong | UnknownNumber


@dataclass(slots=True)
class _Fork:
    """What runs look at next, and what comes of each number of it."""

    leaf: Leaf
    ways: dict[Number, _Fork | _Outcome] = field(default_factory=dict)


class Replays:
    """Runs a tree with numbers; a choice of numbers that only differs in what no run looks at is not run again."""

    def __init__(self, root: tree.Seq) -> None:
        self._root = root
        # by the places that decide, what the runs look at first
        self._known: dict[frozenset[Leaf], _Fork | _Outcome] = {}

    def run(self, given: Mapping[Leaf, Number], places: frozenset[Leaf] = _NOWHERE) -> Run:
        """What `replay` gives, or raises: `UnknownNumber`, `NoSuchNumber` and `TooLong`."""
        known = self._known.get(places)
        while isinstance(known, _Fork):
            known = known.ways.get(given.get(known.leaf, 1))
        if known is None:
            known = self._made(given, places)
        if isinstance(known, Run):
            return known
        raise known.with_traceback(None)

    def _made(self, given: Mapping[Leaf, Number], places: frozenset[Leaf]) -> _Outcome:
        keep_to_time()
        numbers = Numbers(given)
        made: _Outcome
        try:
            made = replay(self._root, numbers, places)
        except (NoSuchNumber, TooLong, UnknownNumber) as error:
            made = error
        self._note(numbers.looked, places, made)
        return made

    def _note(self, looked: Mapping[Leaf, Number], places: frozenset[Leaf], made: _Outcome) -> None:
        """Grow the forks by a run: it looked at the same as the others as long as that had the same numbers."""
        if not looked:
            self._known[places] = made
            return
        leaves = list(looked)
        fork = self._known.setdefault(places, _Fork(leaves[0]))
        for leaf, following in pairwise(leaves):
            assert isinstance(fork, _Fork)
            fork = fork.ways.setdefault(looked[leaf], _Fork(following))
        assert isinstance(fork, _Fork)
        fork.ways[looked[leaves[-1]]] = made


def replays_of(kernel: WalkedKernel, root: tree.Seq) -> Replays:
    """The runs of a tree of a kernel: those of another one are its own where both say the same of every node.

    What differs between tiling keys, or between flags, is often not in what is left of a tree for them.
    """
    known = kernel.once(_known)
    said = _said(root)
    found = known.get(said)
    if found is None:
        found = known[said] = Replays(root)
    return found


def _known(kernel: WalkedKernel) -> dict[Hashable, Replays]:
    return {}


def _said(node: tree.Node) -> Hashable:
    """All that a tree says: equal for trees that were made apart of the same nodes."""
    match node:
        case tree.Seq(body=body):
            return tuple(map(_said, body))
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            return condition, _said(then), _said(otherwise)
        case tree.Loop(trips=trips, body=body, count=count, at_least_once=at_least_once, carried=carried):
            return trips, count, at_least_once, carried, _said(body)
        case tree.Called(function=function, site=site, body=body):
            return function, site, _said(body)
        case tree.Exit(what=what, at=at):
            return what, at
    return node
