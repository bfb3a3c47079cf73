"""Whether the stores of a loop go beyond the cache line that a clean covers: their rounds are counted out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto

from sklint.checks.cache_lines import LINE
from sklint.checks.launched import host_may_store
from sklint.checks.numbers import Domains, Leaf, Number, Numbers, UnknownNumber
from sklint.checks.places import Around
from sklint.checks.replay import choices
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value, constant, less, subtract

# as many rounds as a line has bytes reach the next one, whatever a round adds
_MOST_ROUNDS = 2 * LINE


class Reach(Enum):
    """What the numbers say of stores and the line that is cleaned: they may say nothing."""

    WITHIN = auto()
    PERHAPS = auto()
    BEYOND = auto()


def reach(kernel: WalkedKernel, store: tree.ScalarAccess, around: Around, clean: tree.CacheClean) -> Reach:
    """Whether the rounds of the loops around a store write a line that the clean does not cover.

    BEYOND where they do whatever the tiling says, PERHAPS where some tiling has them do so, or nobody can tell.
    """
    if clean.memory is None or clean.memory.distance is None or store.memory.distance is None:
        return Reach.PERHAPS
    between = subtract(store.memory.distance, clean.memory.distance)
    # one that moves is taken to begin at the start of a line, as the base of a buffer does
    start = clean.memory.distance.payload % LINE if clean.memory.distance.is_constant else 0
    domains = _domains(between, around)

    def judge(given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        numbers = Numbers(given)
        further = any(not 0 <= start + numbers.of(between) < LINE for _ in _rounds(numbers, around))
        told = {leaf: given.get(leaf, 1) for leaf in numbers.asked}
        return further and host_may_store(kernel, told), numbers.asked

    try:
        given = choices(domains, {}, judge)
        if given is None:
            return Reach.WITHIN
        return Reach.PERHAPS if judge(given)[1] else Reach.BEYOND
    except UnknownNumber:
        return Reach.PERHAPS


def _rounds(numbers: Numbers, around: Around) -> Iterator[None]:
    """The rounds in which a store is reached, as far as the conditions around it can be computed.

    What the loops change is held in `numbers` meanwhile.
    """
    for _ in _of_loops(numbers, around.loops, iter(range(_MOST_ROUNDS))):
        if all(_may_be(numbers, condition.value, side) for condition, side in around.conditions):
            yield


def _of_loops(numbers: Numbers, loops: tuple[tree.Loop, ...], left: Iterator[int]) -> Iterator[None]:
    """The rounds of loops in one another, until none are left to count."""
    if not loops:
        yield
        return
    loop, inner = loops[0], loops[1:]
    _hold(numbers, [(one.during, one.before) for one in loop.carried])
    first = True
    while (first and loop.at_least_once) or numbers.of(loop.trips.value):
        if next(left, None) is None:
            return
        yield from _of_loops(numbers, inner, left)
        _hold(numbers, [(one.during, one.following) for one in loop.carried])
        first = False


def _hold(numbers: Numbers, coming: list[tuple[Value | None, Value | None]]) -> None:
    """Note what the open values of a loop are in the round that comes, all at once."""
    known: dict[Value, Number] = {}
    for name, value in coming:
        number = None if name is None or value is None else numbers.computed(value)
        if name is not None and number is not None:
            known[name] = number
    for name, _ in coming:
        if name is not None:
            numbers.hold(name, known.get(name))


def _may_be(numbers: Numbers, value: Value, side: bool) -> bool:
    # which core it is decides nothing about the tiling
    if value.core_dependent:
        return True
    number = numbers.computed(value)
    return number is None or bool(number) is side


def _domains(between: Value, around: Around) -> Domains:
    """The numbers to try: those that the conditions ask for, and for all that counts rounds enough of it for a line."""
    domains = Domains()
    for condition, _ in around.conditions:
        domains.look_at(condition.value, True)
    for value in (between, *(loop.trips.value for loop in around.loops)):
        domains.look_at(value)
        for part in value.walk():
            if part.op in ("atom", "fresh"):
                domains.look_at(less(part, constant(LINE)), True)
    return domains
