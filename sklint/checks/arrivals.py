"""Whether cores that part at a condition still pass the same barriers, tried out with numbers.

Words of a tree (`walk/alignment.py`) do not see what links two conditions: a latch that the first barrier clears,
rounds that are made up for later, two tests of one value. Running the tree for a few cores does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from math import prod

from sklint.checks.keys import KEY, by_key, decided
from sklint.checks.launched import LaunchedCores, always_stored, host_may_store
from sklint.checks.numbers import READ, Domains, Leaf, NoSuchNumber, Number, UnknownNumber, leaves_of
from sklint.checks.pruned import expressions, pruned
from sklint.checks.replay import MOST_STEPS, PLACE, Happened, Run, TooLong, choices, domain_of, is_open
from sklint.checks.replays import Replays
from sklint.host.rebuild import rebuild
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value

_BLOCKS = (0, 1, 2)
# of the blocks that a condition on the index singles out
_MOST_BLOCKS = 12
_LARGEST_BLOCK = 256
_MOST_RUNS = 6000
# the nodes that all runs may take together, under all tiling keys
_MOST_STEPS = 150_000
_OF_A_CORE = ("core-index", "core-data")
_CORE = frozenset(("atom", name) for name in ("block_idx", "sub_block_idx", "core_id"))

Signature = Callable[[tree.Event], Hashable | None]
Core = tuple[int, int]


class Arrivals(Enum):
    """What trying showed.

    DIFFER: the cores pass different barriers for some numbers. SAME: for none of all there are to try. ALIKE: for none
    of many, or only for such as nobody may mean. OPEN: that hangs on what cannot be computed, or on a share of a core
    that may never be 0, or the cores never parted.
    """

    DIFFER = "differ"
    SAME = "same"
    ALIKE = "alike"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Tried:
    """What trying showed of a tree, and the conditions at which cores parted on the way."""

    arrivals: Arrivals = Arrivals.OPEN
    parted: frozenset[Span] = frozenset()

    def at(self, condition: Span) -> Arrivals:
        """What it showed of the cores that part at a condition."""
        shown = self.arrivals in (Arrivals.DIFFER, Arrivals.OPEN) or condition in self.parted
        return self.arrivals if shown else Arrivals.OPEN


class _Numbers(Domains):
    """The numbers to try; what is divided by a number takes one round of it, two and three.

    Where the host always `stored` a number, another one shows no more than that it parts cores. What the index is
    compared with takes a number that no core reaches, too: all of them have work then.

    That a core has nothing to do parts it from the others most often: 0 counts with `from_nought`, wherever the host
    may never mean it.
    """

    def __init__(self, from_nought: bool, cores: int, stored: Mapping[Value, Value]) -> None:
        super().__init__()
        self._cores = cores
        self._known = stored
        self.stored: dict[Leaf, int] = {("atom", field.payload): number.payload for field, number in stored.items()}
        self._nought = (0,) if from_nought else ()
        self._rounds: dict[Leaf, dict[int, None]] = {}

    def only_from_nought(self, leaf: Leaf) -> bool:
        """Whether nothing but counting from 0 has a leaf be 0."""
        return bool(self._nought) and 0 not in super().of(leaf)

    def look_at(self, value: Value, truth: bool = False) -> None:
        value = rebuild(value, self._known)
        super().look_at(value, truth)
        for part in value.walk():
            width = part.args[1].payload if part.op in ("/", "ceildiv") else None
            if isinstance(width, int) and width > 1:
                for leaf in leaves_of(part.args[0]):
                    self._rounds.setdefault(leaf, {}).update({width * rounds: None for rounds in (1, 2, 3)})
            if part.op in ("<", "<=") and part.core_dependent:
                for leaf in (leaf for side in part.args if not side.core_dependent for leaf in leaves_of(side)):
                    self._rounds.setdefault(leaf, {})[self._cores] = None

    def of(self, leaf: Leaf) -> tuple[int, ...]:
        numbers = super().of(leaf)
        stored = self.stored.get(leaf)
        if stored is not None:
            return stored, next(number for number in (1, 2) if number != stored)
        if leaf == KEY or numbers == (1,):
            return numbers
        return tuple(dict.fromkeys((*numbers, *self._rounds.get(leaf, ()), *self._nought)))


class _Exhausted(Exception):  # noqa: N818
    """Trying has cost as much as it may."""


@dataclass(slots=True)
class _Spent:
    """What trying has cost so far."""

    steps: int = 0


@dataclass(slots=True)
class _Trial:
    """The runs of one tree; `parted` are the conditions at which some cores that are compared went different ways."""

    kernel: WalkedKernel
    replays: Replays
    fixed: Mapping[Leaf, Number]
    groups: Sequence[Sequence[Core]]
    signature: Signature
    domains: _Numbers
    parted: set[Span]
    spent: _Spent
    sure: bool = True
    doubted: bool = False
    whole: bool = True
    asked: dict[Leaf, None] = field(default_factory=dict)

    def differs(self, given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        """Whether cores of a group pass different barriers for these numbers, and what was asked for to tell."""
        asked: dict[Leaf, None] = {}
        parted: set[Span] = set()
        if self.spent.steps > _MOST_STEPS // 5 and self._is_never_stored(given):
            return False, asked
        for group in self.groups:
            try:
                runs = [self._run(given, core) for core in group]
            except NoSuchNumber as impossible:
                # other numbers of what led there may be possible
                return False, self._note(asked, impossible.asked)
            for run in runs:
                self._note(asked, run.asked)
            for one, other in combinations(runs, 2):
                parted |= {at for at, ways in one.ways.items() if other.ways.get(at) != ways}
            if self._are_apart(runs):
                if not host_may_store(self.kernel, {**self.fixed, **{leaf: given.get(leaf, 1) for leaf in asked}}):
                    break
                if self._is_far_fetched(given, asked, runs):
                    self.doubted = True
                    continue
                self.sure = not any(map(is_open, asked))
                return True, asked
        self.parted |= parted
        return False, asked

    def _is_never_stored(self, given: Mapping[Leaf, Number]) -> bool:
        return any(given.get(leaf, number) != number for leaf, number in self.domains.stored.items())

    def _are_apart(self, runs: Iterable[Run]) -> bool:
        return len({tuple(map(self._signed, run.events)) for run in runs}) > 1

    def _is_far_fetched(self, given: Mapping[Leaf, Number], asked: Iterable[Leaf], runs: Sequence[Run]) -> bool:
        """Whether cores are only apart for numbers that the host may not mean.

        Those are 0 for what all cores share, and less rounds for all than one core has had when it is to catch up.
        """
        shared = (leaf for leaf in asked if not _hangs_on_core(leaf))
        if any(given.get(leaf) == 0 and self.domains.only_from_nought(leaf) for leaf in shared):
            return True
        return not self._are_apart(run for run in runs if not run.overdrawn)

    def _note(self, asked: dict[Leaf, None], more: Iterable[Leaf]) -> dict[Leaf, None]:
        asked |= {leaf: None for leaf in more if leaf not in _CORE}
        self.asked |= asked
        return asked

    def _run(self, given: Mapping[Leaf, Number], core: Core) -> Run:
        if self.spent.steps > _MOST_STEPS:
            raise _Exhausted
        block, sub = core
        own = {leaf: self._of_core(leaf, number, block) for leaf, number in given.items()}
        try:
            run = self.replays.run({**own, **self.fixed, ("atom", "block_idx"): block, ("atom", "sub_block_idx"): sub})
        except TooLong:
            self.whole = self.whole and self._is_never_stored(given)
            self.spent.steps += MOST_STEPS
            raise
        # a run has its price even where it takes no step
        self.spent.steps += run.steps + 10
        return run

    def _of_core(self, leaf: Leaf, number: Number, block: int) -> Number:
        """What a core's own value of a leaf is: of one that hangs on the index, each core has another."""
        if not _hangs_on_core(leaf):
            return number
        numbers = domain_of(self.domains, leaf)
        return numbers[(numbers.index(number) + block) % len(numbers)] if number in numbers else number

    def _signed(self, happened: Happened) -> Hashable:
        named = self.signature(happened.event)
        return named if happened.flag is None else (type(happened.event).__name__, happened.flag)

    def is_complete(self) -> bool:
        """Whether all combinations of the numbers were tried."""
        sizes = [len(domain_of(self.domains, leaf)) for leaf in self.asked if leaf not in self.fixed]
        return self.whole and prod(sizes) <= _MOST_RUNS // 2


def _hangs_on_core(leaf: Leaf) -> bool:
    if not isinstance(leaf, tuple):
        return False
    if leaf[:1] in ((PLACE,), (READ,)):
        return leaf[1] in _OF_A_CORE
    return leaf in _CORE or any(map(_hangs_on_core, leaf))


def tried(kernel: WalkedKernel, core_kind: str, signature: Signature, within_block: bool) -> Tried:
    """How the barriers of a signature compare between the cores of a kind.

    Cores of one block are compared where `within_block`, else those of all blocks.
    """

    def wanted(event: tree.Event) -> bool:
        return signature(event) is not None

    width = 1 if core_kind == "aic" else max((kernel.kind.ratio or (1, 1))[1], 1)
    root = decided(pruned(kernel.trees[core_kind], wanted), LaunchedCores(kernel, core_kind).decides)
    singled = _singled_out(root, width)
    numbers_of_blocks = sorted({*_BLOCKS, *singled[:_MOST_BLOCKS]})
    blocks = [[(block * width + sub, sub) for sub in range(width)] for block in numbers_of_blocks]
    groups = blocks if within_block else [[core for block in blocks for core in block]]
    fixed: dict[Leaf, Number] = {("atom", "block_num"): numbers_of_blocks[-1] + 1}
    fixed |= {("atom", name): width for name in ("sub_block_num", "task_ratio")}
    cores = (numbers_of_blocks[-1] + 1) * width
    parted: set[Span] = set()
    complete = not kernel.exhausted and len(singled) <= _MOST_BLOCKS
    spent = _Spent()
    for from_nought in (False, True):
        for key, roots in by_key({"": root}, kernel.keys):
            one = pruned(roots[""], wanted)
            own = fixed if key is None else {**fixed, KEY: key}
            numbers = _Numbers(from_nought, cores, _stored(kernel, one))
            for value, truth in expressions(one):
                numbers.look_at(value, truth)
            trial = _Trial(kernel, Replays(one), own, groups, signature, numbers, parted, spent)
            try:
                if choices(numbers, own, trial.differs, _MOST_RUNS) is not None:
                    return Tried(Arrivals.OPEN if from_nought or not trial.sure else Arrivals.DIFFER)
            except UnknownNumber:
                return Tried()
            except _Exhausted:
                return Tried(Arrivals.ALIKE, frozenset(parted))
            complete = complete and trial.is_complete() and not trial.doubted
    return Tried(Arrivals.SAME if complete else Arrivals.ALIKE, frozenset(parted))


def _stored(kernel: WalkedKernel, root: tree.Seq) -> dict[Value, Value]:
    """The tiling fields that a tree asks for and in which the host always stores the same number."""
    fields = {part for value, _ in expressions(root) for part in value.walk() if part.op == "atom"}
    return {field: number for field in fields if (number := always_stored(kernel, field)) is not None}


def _singled_out(root: tree.Seq, width: int) -> list[int]:
    """The blocks that conditions on the index tell from their neighbours."""
    numbers = Domains()
    for value, truth in expressions(root):
        numbers.look_at(value, truth)
    found = domain_of(numbers, ("atom", "block_idx"))
    return sorted({block for block in (int(number) // width for number in found) if 0 <= block <= _LARGEST_BLOCK})
