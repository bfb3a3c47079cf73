"""Cross-core flags counted out: what the cores of one block set and read, for one choice of numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sklint.checks.numbers import Leaf, Number
from sklint.checks.paired import unpaired
from sklint.checks.pruned import pruned
from sklint.checks.reach import least
from sklint.checks.replay import Happened, Run, is_open, is_place
from sklint.checks.replays import Replays, replays_of
from sklint.walk import tree
from sklint.walk.constants import number
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import Value

BLOCKS = (0, 1)
# what differs between the cores of a block and between blocks
_CORE = frozenset(("atom", name) for name in ("block_idx", "sub_block_idx", "core_id"))
# in mode 4 the cube core adds this to the flags of the second vector core (CrossCoreSetFlag.md)
_FOUR, _SECOND = 4, 16


@dataclass(frozen=True, slots=True)
class Imbalance:
    """A set or wait without its partner: `surplus` is the first of those, the numbers are of this flag.

    `read` is the number that the reading core has for it. `block` is the block where it is so, where another one is
    balanced.
    """

    flag: int
    read: int
    surplus: Happened
    sets: int
    waits: int
    setter: str
    waiter: str
    block: int | None = None


@dataclass(slots=True)
class Exchange:
    """Flags that one kind of core sets and the same or the other one reads, in trees of those sets and waits only."""

    setter: str
    waiter: str
    sets: tree.Seq
    waits: tree.Seq
    setting: Replays
    waiting: Replays
    in_four: bool = field(init=False)

    def __post_init__(self) -> None:
        self.in_four = any(isinstance(event, tree.FlagSet) and event.mode == _FOUR for event in events(self.sets))


_KINDS = (("aic", "aiv"), ("aiv", "aic"), ("aic", "aic"), ("aiv", "aiv"))
_WITHIN, BETWEEN = (0, 1), (2, 4)


def is_flag(event: tree.Event) -> bool:
    return isinstance(event, (tree.FlagSet, tree.FlagWait))


def exchanges(kernel: WalkedKernel, roots: Mapping[str, tree.Seq]) -> Iterator[Exchange]:
    """All exchanges in some trees of a kernel, each of as few flags as can be told apart."""
    for setter, waiter in _KINDS:
        if setter in roots and waiter in roots:
            modes = _WITHIN if setter == waiter else BETWEEN
            yield from _exchanges(kernel, roots, setter, waiter, modes)
    yield from _never_set(kernel, roots)


def _never_set(kernel: WalkedKernel, roots: Mapping[str, tree.Seq]) -> Iterator[Exchange]:
    """Waits for a constant flag that no core of either kind sets, where all that is set is known."""
    found = [event for root in roots.values() for event in events(root)]
    set_ = {counter_of(event) for event in found if isinstance(event, tree.FlagSet)}
    if None in set_ or len(roots) < 2:
        return
    for waiter, root in roots.items():
        setter = next(kind for kind in roots if kind != waiter)
        waits = {counter_of(event) for event in events(root) if isinstance(event, tree.FlagWait)}
        for counter in sorted(counter for counter in waits if counter is not None and counter not in set_):
            yield _cut(kernel, roots, setter, waiter, BETWEEN, {counter})


def _exchanges(
    kernel: WalkedKernel, roots: Mapping[str, tree.Seq], setter: str, waiter: str, modes: tuple[int, ...]
) -> Iterator[Exchange]:
    sets = [e for e in events(roots[setter]) if isinstance(e, tree.FlagSet) and e.mode in modes]
    waits = [e for e in events(roots[waiter]) if isinstance(e, tree.FlagWait)]
    others = {
        counter_of(e)
        for root in roots.values()
        for e in events(root)
        if isinstance(e, tree.FlagSet) and e.mode not in modes
    }
    # a core that waits for each of its own flags at once has as many waits as sets
    apart = None if setter != waiter else unpaired(roots[setter], partial(_role, modes))
    # a computed flag may be any from the least that it can be
    both: list[tree.FlagSet | tree.FlagWait] = [*sets, *waits]
    computed = [least(e.flag) or 0 for e in both if counter_of(e) is None]
    floor = min(computed, default=_SECOND)
    for counter in dict.fromkeys(c for e in sets if (c := counter_of(e)) is not None):
        if counter < floor and counter not in others and (apart is None or counter in apart):
            yield _cut(kernel, roots, setter, waiter, modes, {counter})
    if computed and sets and None not in others:
        rest = {c for e in both if (c := counter_of(e)) is None or c >= floor}
        if not rest & others and (apart is None or rest & apart):
            yield _cut(kernel, roots, setter, waiter, modes, rest)


def _role(modes: tuple[int, ...], event: tree.Node) -> tuple[Hashable, bool, Value] | None:
    if isinstance(event, tree.FlagSet) and event.mode not in modes:
        return None
    if isinstance(event, (tree.FlagSet, tree.FlagWait)):
        return counter_of(event), isinstance(event, tree.FlagSet), event.flag
    return None


def _cut(
    kernel: WalkedKernel,
    roots: Mapping[str, tree.Seq],
    setter: str,
    waiter: str,
    modes: tuple[int, ...],
    counters: set[int] | set[int | None],
) -> Exchange:
    def is_set(event: tree.Event) -> bool:
        return isinstance(event, tree.FlagSet) and event.mode in modes and counter_of(event) in counters

    def is_wait(event: tree.Event) -> bool:
        return isinstance(event, tree.FlagWait) and counter_of(event) in counters

    sets, waits = pruned(roots[setter], is_set), pruned(roots[waiter], is_wait)
    return Exchange(setter, waiter, sets, waits, replays_of(kernel, sets), replays_of(kernel, waits))


def counter_of(event: tree.FlagSet | tree.FlagWait) -> int | None:
    """The counter of a constant flag; in mode 4 one counter has a second number for the second vector core."""
    flag = number(event.flag)
    return None if flag is None else flag % _SECOND


def imbalances(
    kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number]
) -> tuple[list[Imbalance], dict[Leaf, None]]:
    """The flags whose sets and waits differ on blocks that were tried, and the leaves that were asked for.

    A launch may make up for what differs on one block only, by not having it. It does not where nothing was asked for:
    then nothing but the core decides.
    """
    runs, asked = _in_block(kernel, exchange, given, BLOCKS[0])
    first = _differing(exchange, runs)
    if not _CORE & asked.keys():
        return first, _of_the_launch(asked)
    runs, more = _in_block(kernel, exchange, given, BLOCKS[1])
    found = _of_some({BLOCKS[0]: first, BLOCKS[1]: _differing(exchange, runs)})
    return found, _of_the_launch(asked | more if found else asked)


def launched_imbalances(
    kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number], blocks: int
) -> tuple[list[Imbalance], dict[Leaf, None]]:
    """The flags whose sets and waits differ on blocks of a launch of so many, and the leaves that were asked for."""
    differing: dict[int, list[Imbalance]] = {}
    asked: dict[Leaf, None] = {}
    for block in (*BLOCKS, blocks - 1):
        if block < blocks and block not in differing:
            runs, more = _in_block(kernel, exchange, given, block)
            differing[block] = _differing(exchange, runs)
            asked |= more
    return _of_some(differing), _of_the_launch(asked)


def _of_some(differing: Mapping[int, Sequence[Imbalance]]) -> list[Imbalance]:
    """What differs on some of the blocks, with the block where it does not do so on all of them."""
    every = set.intersection(*({one.flag for one in found} for found in differing.values()))
    found: dict[int, Imbalance] = {}
    for block, several in differing.items():
        for one in several:
            found.setdefault(one.flag, one if one.flag in every else replace(one, block=block))
    return list(found.values())


def is_matched(kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
    """Whether a block that was tried may leave the flags as they were, and the leaves that were asked for.

    That a core has no round is no such block: what it would do in one is left undone on both sides. Nor is a block that
    has nothing to do beside one that has, or that has no round.
    """
    even, idle, asked = list[bool](), False, dict[Leaf, None]()
    for block in BLOCKS:
        runs, more = _in_block(kernel, exchange, given, block)
        asked |= more
        if any(map(_is_unrelated, runs)):
            return True, _of_the_launch(asked)
        for both in runs:
            pairs = list(_pairs(exchange, both))
            if pairs:
                even.append(all(len(made) == len(answers) for _, _, made, answers in pairs))
            else:
                idle = idle or bool(both.setter.idle or both.waiter.idle)
    return any(even) or not (even or idle), _of_the_launch(asked)


def _of_the_launch(asked: Mapping[Leaf, None]) -> dict[Leaf, None]:
    return {leaf: None for leaf in asked if leaf not in _CORE}


@dataclass(frozen=True, slots=True)
class _Both:
    """What the setting core of a block did and what the reading one did, with the number of the vector core in it."""

    setter: Run
    waiter: Run
    sub: int


def _in_block(
    kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number], block: int
) -> tuple[list[_Both], dict[Leaf, None]]:
    """What the cores of one block do, and the leaves that were asked for."""
    ratio = kernel.kind.ratio or (1, 2)
    width = max(ratio[1], 1)
    fixed: dict[Leaf, Number] = {("atom", "sub_block_num"): width, ("atom", "task_ratio"): width}
    places: frozenset[Leaf] = frozenset()

    def run(replays: Replays, kind: str, sub: int) -> Run:
        index = block if kind == "aic" else block * width + sub
        core: dict[Leaf, Number] = {("atom", "block_idx"): index, ("atom", "sub_block_idx"): sub}
        return replays.run({**given, **fixed, **core}, places)

    while True:
        found: list[_Both] = []
        asked: dict[Leaf, None] = {}
        for sub in range(width if "aiv" in (exchange.setter, exchange.waiter) else 1):
            setter = run(exchange.setting, exchange.setter, sub)
            waiter = run(exchange.waiting, exchange.waiter, sub)
            asked |= {leaf: None for one in (setter, waiter) for leaf in one.asked if leaf not in fixed}
            found.append(_Both(setter, waiter, sub))
        # what one core cannot compute is decided by its place on all of them
        more = {leaf for leaf in asked if is_place(leaf)} - places
        if not more:
            return found, asked
        places |= more


def _differing(exchange: Exchange, runs: Iterable[_Both]) -> list[Imbalance]:
    """The flags that one core sets and the other does not read as often, or the other way round."""
    return [
        Imbalance(flag, read, surplus, len(made), len(answers), exchange.setter, exchange.waiter)
        for both in runs
        if not _is_excused(both)
        for flag, read, made, answers in _pairs(exchange, both)
        for surplus in (made[len(answers) :] or answers[len(made) :])[:1]
    ]


def _pairs(exchange: Exchange, both: _Both) -> Iterator[tuple[int, int, list[Happened], list[Happened]]]:
    """The flags that one core sets and the other reads, each as it is set and read, with what they do to it."""
    sub = both.sub
    # in mode 4 the cube core has a number of its own for each vector core (CrossCoreSetFlag.md)
    on_cube = sub * _SECOND if exchange.in_four else 0
    shift = on_cube if exchange.setter == "aiv" else -on_cube
    sets, waits = _by_flag(both.setter), _by_flag(both.waiter)
    for flag in sorted({*sets, *(read - shift for read in waits)}):
        cube = flag + shift if exchange.setter == "aiv" else flag
        if exchange.in_four and cube // _SECOND != sub:
            continue
        yield flag, flag + shift, sets.get(flag, []), waits.get(flag + shift, [])


def _by_flag(run: Run) -> dict[int, list[Happened]]:
    found: dict[int, list[Happened]] = defaultdict(list)
    for happened in run.events:
        if isinstance(happened.flag, int):
            found[happened.flag].append(happened)
    return found


def _is_excused(both: _Both) -> bool:
    """Whether the numbers say little: sides that hang on different things, or a loop that never ran."""
    mine, theirs = _asked_alone(both)
    return _is_unrelated(both) or _idle(both.setter, both.waiter, mine) or _idle(both.waiter, both.setter, theirs)


def _is_unrelated(both: _Both) -> bool:
    """Whether each side hangs on something that the other does not ask for."""
    # SK101 and SK201 speak of the vector cores of one block
    return any(("atom", "sub_block_idx") in run.asked for run in (both.setter, both.waiter)) or all(_asked_alone(both))


def _asked_alone(both: _Both) -> tuple[set[Leaf], set[Leaf]]:
    """The leaves that only the setting core asked for, and those that only the reading one did."""
    setter, waiter = set(both.setter.asked), set(both.waiter.asked)
    return setter - waiter - _CORE, waiter - setter - _CORE


def _idle(run: Run, other: Run, alone: set[Leaf]) -> bool:
    """Whether a side ran no round where it would have, or went a way that only it can know.

    A core that has no work of its own runs no round in earnest; that counts where the other side does not ask which
    core it is.
    """
    indifferent = not (_CORE & other.asked.keys() or other.idle or any(map(is_open, other.asked)))
    own = all(condition.depends == "core-index" for condition in run.idle)
    own = own and all(leaf[1] == "core-index" for leaf in alone if is_open(leaf) and isinstance(leaf, tuple))
    unsure = bool(run.idle) or any(map(is_open, alone))
    return unsure and not (own and run.idle and indifferent)
