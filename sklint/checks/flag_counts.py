"""Cross-core flags counted out: what the cores of one block set and read, for one choice of numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sklint.checks.numbers import Leaf, Number
from sklint.checks.pruned import pruned
from sklint.checks.replay import Happened, Run, is_place, replay
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.kernel_api import number

BLOCKS = (0, 1)
# what differs between the cores of a block and between blocks
_CORE = frozenset(("atom", name) for name in ("block_idx", "sub_block_idx", "core_id"))
_SECOND = 16  # AIV1's flags as the cube core numbers them in mode 4 (CrossCoreSetFlag.md)


@dataclass(frozen=True, slots=True)
class Imbalance:
    """A set or wait without its partner: `surplus` is the first of those, the numbers are of this flag."""

    flag: int
    surplus: Happened
    sets: int
    waits: int
    setter: str
    waiter: str


@dataclass(slots=True)
class _Tally:
    """The sets and waits of one core by flag."""

    run: Run
    sets: dict[int, list[Happened]] = field(default_factory=lambda: defaultdict(list))
    waits: dict[int, list[Happened]] = field(default_factory=lambda: defaultdict(list))


def is_flag(event: tree.Event) -> bool:
    return isinstance(event, (tree.FlagSet, tree.FlagWait))


def flags_of(kernel: WalkedKernel) -> Iterator[tree.FlagSet | tree.FlagWait]:
    """All sets and waits of a kernel."""
    for root in kernel.trees.values():
        for event in events(root):
            if isinstance(event, (tree.FlagSet, tree.FlagWait)):
                yield event


def groups(kernel: WalkedKernel) -> Iterator[dict[str, tree.Seq]]:
    """The trees of each kind of core, cut down to the sets and waits of one flag; computed flags go together."""
    found: dict[int, None] = {}
    for event in flags_of(kernel):
        flag = number(event.flag)
        if flag is None:
            yield {kind: pruned(root, is_flag) for kind, root in kernel.trees.items()}
            return
        found[flag % _SECOND] = None
    for flag in found:

        def wanted(event: tree.Event, flag: int = flag) -> bool:
            # in mode 4 one flag has a second number for the second vector core
            return isinstance(event, (tree.FlagSet, tree.FlagWait)) and (number(event.flag) or 0) % _SECOND == flag

        yield {kind: pruned(root, wanted) for kind, root in kernel.trees.items()}


def imbalances(
    kernel: WalkedKernel, roots: Mapping[str, tree.Seq], given: Mapping[Leaf, Number]
) -> tuple[list[Imbalance], dict[Leaf, None]]:
    """The flags whose sets and waits differ on every block that was tried, and the leaves that were asked for."""
    first, asked = _in_block(kernel, roots, given, BLOCKS[0])
    if first and _CORE & asked.keys():
        others, more = _in_block(kernel, roots, given, BLOCKS[1])
        asked |= more
        same = {(one.flag, one.setter, one.waiter) for one in others}
        first = [one for one in first if (one.flag, one.setter, one.waiter) in same]
    return first, {leaf: None for leaf in asked if leaf not in _CORE}


def _in_block(
    kernel: WalkedKernel, roots: Mapping[str, tree.Seq], given: Mapping[Leaf, Number], block: int
) -> tuple[list[Imbalance], dict[Leaf, None]]:
    ratio = kernel.kind.ratio or (1, 2)
    width = max(ratio[1], 1)
    fixed: dict[Leaf, Number] = {("atom", "sub_block_num"): width, ("atom", "task_ratio"): width}
    places: set[Leaf] = set()
    while True:
        tallies: dict[str, _Tally] = {}
        asked: dict[Leaf, None] = {}
        for kind, root in roots.items():
            for sub in range(width if kind == "aiv" else 1):
                index = block if kind == "aic" else block * width + sub
                core: dict[Leaf, Number] = {("atom", "block_idx"): index, ("atom", "sub_block_idx"): sub}
                run = replay(root, {**given, **fixed, **core}, places)
                tallies[f"{kind}{sub}"] = _tally(run)
                asked |= {leaf: None for leaf in run.asked if leaf not in fixed}
        # what one core cannot compute is decided by its place on all of them
        found = {leaf for leaf in asked if is_place(leaf)} - places
        if not found:
            return [one for one in _compared(tallies) if not _excused(one, tallies)], asked
        places |= found


def _tally(run: Run) -> _Tally:
    tally = _Tally(run)
    for happened in run.events:
        side = tally.sets if isinstance(happened.event, tree.FlagSet) else tally.waits
        if isinstance(happened.flag, int):
            side[happened.flag].append(happened)
    return tally


def _compared(tallies: Mapping[str, _Tally]) -> Iterator[Imbalance]:
    modes: dict[int, set[int | None]] = defaultdict(set)
    for tally in tallies.values():
        for flag, sets in tally.sets.items():
            modes[flag].update(one.event.mode for one in sets if isinstance(one.event, tree.FlagSet))
    for flag, found in sorted(modes.items()):
        if len(found) != 1:
            continue
        (mode,) = found
        for setter, waiter, shift in _partners(mode, flag, tallies):
            sets = tallies[setter].sets.get(flag, [])
            waits = tallies[waiter].waits.get(flag + shift, [])
            if len(sets) != len(waits):
                surplus = sets[len(waits)] if len(sets) > len(waits) else waits[len(sets)]
                yield Imbalance(flag, surplus, len(sets), len(waits), setter, waiter)


def _partners(mode: int | None, flag: int, tallies: Mapping[str, _Tally]) -> Iterator[tuple[str, str, int]]:
    """Who sets and who waits in a mode, and what is added to the flag on the way (关键特性说明.md)."""
    vectors = [core for core in tallies if core.startswith("aiv")]
    cubes = [core for core in tallies if core.startswith("aic")]
    match mode:
        case 0 | 1:
            for core in vectors if mode else (*cubes, *vectors):
                if tallies[core].sets.get(flag):
                    yield core, core, 0
        case 2:
            for cube in cubes:
                for vector in vectors:
                    yield from (pair for pair in ((cube, vector, 0), (vector, cube, 0)) if tallies[pair[0]].sets[flag])
        case 4 if cubes:
            for number, vector in enumerate(vectors):
                if tallies[vector].sets.get(flag):
                    yield vector, cubes[0], number * _SECOND
                if tallies[cubes[0]].sets.get(flag) and flag // _SECOND == number:
                    yield cubes[0], vector, -number * _SECOND


def _excused(one: Imbalance, tallies: Mapping[str, _Tally]) -> bool:
    """Whether the numbers say little: sides that hang on different things, or a loop that never ran."""
    setter, waiter = tallies[one.setter].run, tallies[one.waiter].run
    if any(("atom", "sub_block_idx") in run.asked for run in (setter, waiter)):
        # SK101 and SK201 speak of the vector cores of one block
        return True
    mine, theirs = set(setter.asked) - set(waiter.asked) - _CORE, set(waiter.asked) - set(setter.asked) - _CORE
    if mine and theirs:
        return True
    return _idle(setter, waiter, mine) or _idle(waiter, setter, theirs)


def _idle(run: Run, other: Run, alone: set[Leaf]) -> bool:
    """Whether a side ran no round where it would have, or went a way that only it can know.

    A core that has no work of its own runs no round in earnest; that counts where the other side does not ask which
    core it is.
    """
    indifferent = not (_CORE & other.asked.keys() or other.idle or any(map(is_place, other.asked)))
    own = all(condition.depends == "core-index" for condition in run.idle)
    own = own and all(leaf[1] == "core-index" for leaf in alone if is_place(leaf) and isinstance(leaf, tuple))
    unsure = bool(run.idle) or any(map(is_place, alone))
    return unsure and not (own and run.idle and indifferent)
