"""A kernel's guards against its launches, for the rules that ask whether all launched cores go one way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sklint.checks.barriers import told, ways_to_tests
from sklint.checks.numbers import DIVIDING, Leaf, Number, name_of
from sklint.checks.places import Around, Conditions
from sklint.finding import Step, message
from sklint.host import guard
from sklint.host.bounds import Bounds
from sklint.host.launch import LARGEST, Launch, shortened, under_facts
from sklint.host.reach import reaches
from sklint.host.rebuild import rebuild
from sklint.host.ways import BLOCKS, KEY, LOST, stored_in
from sklint.walk import tree
from sklint.walk.guards import Guard, always, guards_of, indices_per_block, launch_covers
from sklint.walk.kernel import WalkedKernel
from sklint.walk.knowledge import Knowledge, Way
from sklint.walk.values import (
    CORE,
    DATA,
    SUB,
    ZERO,
    Value,
    atom,
    constant,
    equal,
    expressions_up_to,
    known_of_values,
    less,
    negate,
    number_of,
)

# Where a condition is tested in more places, all launches count: one that was not looked at may get to another.
MOST_WAYS = 4
# Choices that all cores make alike, in one condition, whose sides are looked at one by one.
MOST_CHOICES = 6
_DIFFERING = CORE | SUB | DATA
_divided: dict[int, tuple[Launch, tuple[Value, ...]]] = known_of_values()


def host_decides(kernel: WalkedKernel) -> Callable[[tree.Condition], bool | None]:
    """What the host has for the kernel's conditions: the way that all launches go; None when they may part."""
    known: dict[Value, bool | None] = {}

    def decides(condition: tree.Condition) -> bool | None:
        value = condition.value
        if value not in known:
            known[value] = _way_of_all(kernel, value)
        return known[value]

    return decides


def asks_the_host(kernel: WalkedKernel, value: Value) -> bool:
    """Whether a condition of the kernel is made of something that the host has a value for."""
    return any(node.op == "atom" and _host_tells(kernel, str(node.payload)) for node in value.walk())


def _host_tells(kernel: WalkedKernel, name: str) -> bool:
    """Whether the host has a value for a name in the kernel's conditions: a tiling field, the key, or a part of it."""
    return "." in name or name == KEY or name in kernel.parameters


def _way_of_all(kernel: WalkedKernel, value: Value, behind: Way = ()) -> bool | None:
    """The way that all launches go at a condition which stands behind others; None when they may part."""
    if not asks_the_host(kernel, value):
        return None
    ways = [
        truth
        for truth in (True, False)
        if any(reaches([*behind, (value, truth)], launch, kernel.parameters) for launch in kernel.launches)
    ]
    return ways[0] if len(ways) == 1 else None


def host_may_store(kernel: WalkedKernel, numbers: Mapping[Leaf, Number]) -> bool:
    """Whether a launch of the kernel may have these numbers in its tiling, all of them at once, and is on any block."""
    given = {
        atom(name): constant(number)
        for leaf, number in numbers.items()
        if (name := name_of(leaf)) and _host_tells(kernel, name)
    }
    if not given or not kernel.launches:
        return True
    told = [(equal(field, number), True) for field, number in given.items()]
    told.append((less(ZERO, atom(BLOCKS)), True))
    # a launch that stores nothing of this is one of other code, where another one does
    asked = [field for field in given if "." in str(field.payload)]
    storing = [one for one in kernel.launches if any(stored_in(field, one) is not None for field in asked)]
    may = any(
        _agree(given, launch) and reaches(told, launch, kernel.parameters) for launch in storing or kernel.launches
    )
    # a launch that was not seen to store the number of its blocks has no other one than those that were
    return may and not any(_is_launch_of_all(field, storing) for field in asked if given[field] is ZERO)


def host_knows(kernel: WalkedKernel, numbers: Iterable[Leaf]) -> bool:
    """Whether a launch of the kernel tells what it stores in all the tiling fields among these, nothing of it lost.

    Where no launch is in the tree there is nothing to be held against it.
    """
    fields = [atom(name) for leaf in numbers if "." in (name := name_of(leaf))]
    return not kernel.launches or any(
        all(
            (stored := stored_in(field, launch)) is not None and all(node.op not in LOST for node in stored.walk())
            for field in fields
        )
        for launch in kernel.launches
    )


def may_be_launched(kernel: WalkedKernel, around: Around, key: Way = ()) -> bool:
    """Whether a launch of the kernel may send cores to a place, as far as its host tells.

    `key` says what the tiling key is, where what stands around the place does not.
    """
    return not kernel.launches or any(_sends_to(kernel, launch, around, key) for launch in kernel.launches)


def _sends_to(kernel: WalkedKernel, launch: Launch, around: Around, key: Way) -> bool:
    way = (*key, *told(around.conditions))
    if not reaches(way, launch, kernel.parameters):
        return False
    # what a loop carries round is what it was before, where the launch leaves one round
    once = [
        loop
        for loop in around.loops
        if loop.count is not None
        and not loop.count.core_dependent
        and not reaches([*way, (less(constant(1), loop.count), True)], launch, kernel.parameters)
    ]
    first = replace(around, loops=tuple(once)).first_round
    return not first or reaches([(rebuild(value, first), truth) for value, truth in way], launch, kernel.parameters)


def always_stored(kernel: WalkedKernel, field: Value) -> Value | None:
    """The number that all launches store in a tiling field; None where it is not one and the same."""
    found = {stored_in(field, launch) for launch in kernel.launches if not launch.empty}
    only = found.pop() if len(found) == 1 else None
    return only if only is not None and isinstance(only.payload, int) and only.is_constant else None


def stored_at_most(kernel: WalkedKernel, value: Value, most: int) -> bool:
    """Whether an expression of the kernel is shown to be no more than a number under each of its launches."""
    if not asks_the_host(kernel, value):
        return False
    launches = [launch for launch in kernel.launches if not launch.empty]
    return bool(launches) and all(_is_stored_at_most(value, most, launch) for launch in launches)


def _is_stored_at_most(value: Value, most: int, launch: Launch) -> bool:
    with expressions_up_to(LARGEST):
        fields = [node for node in value.walk() if node.op == "atom"]
        stored = {field: there for field in fields if (there := stored_in(field, launch)) is not None}
        stated = (fact for field, there in stored.items() for fact in launch.ranges.facts(field, there))
        return Bounds(None, (*launch.facts, *stated)).at_most(rebuild(value, stored), constant(most))


def _agree(given: Mapping[Value, Value], launch: Launch) -> bool:
    """Whether what a launch stores in some fields comes to the numbers given for them, each worked out from the others.

    What the host has lost may be any number, but it is one number in all the fields, and in the number of blocks.
    """
    stored = [(there, number) for field, number in given.items() if (there := stored_in(field, launch)) is not None]
    known = dict(stored)
    if ZERO in known.values() and _divides_by_nought(launch, known):
        return False
    with expressions_up_to(LARGEST):
        for there, number in stored:
            others = {node: value for node, value in known.items() if node is not there}
            worked_out = rebuild(there, others)
            if known[there] is not number or (worked_out.is_constant and worked_out is not number):
                return False
        under = {under_facts(there, launch.facts): number for there, number in stored}
        blocks = number_of(rebuild(launch.value, under))
    if blocks is None:
        return not any(number is ZERO and guard.is_launch(field, launch, 1) for field, number in given.items())
    return blocks > 0


def _divides_by_nought(launch: Launch, known: Mapping[Value, Value]) -> bool:
    """Whether the host divides by one of these numbers on every way to a launch, which then does not come about."""
    if id(launch) not in _divided:
        _divided[id(launch)] = launch, tuple(_divisors((*launch.fields.values(), launch.value, launch.key)))
    _, divisors = _divided[id(launch)]
    with expressions_up_to(LARGEST):
        return any(rebuild(divisor, known) is ZERO for divisor in divisors)


def _divisors(values: Iterable[Value]) -> Iterator[Value]:
    """What some expressions divide by whatever the truths in them are: of a choice or a chain only the first counts."""
    seen: set[Value] = set()
    stack = list(values)
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op in DIVIDING:
            yield node.args[1]
        stack.extend(node.args[:1] if node.op in ("ite", "and", "or") else node.args)


def _is_launch_of_all(field: Value, launches: Sequence[Launch]) -> bool:
    """Whether each launch that stores something in a field stores the number of its blocks there."""
    storing = [launch for launch in launches if stored_in(field, launch) is not None]
    return bool(storing) and all(guard.is_launch(field, launch, 1) for launch in storing)


class LaunchedCores:
    """The cores that one kind's walk stands for, as far as the kernel and its host tell."""

    def __init__(self, kernel: WalkedKernel, core_kind: str) -> None:
        self._kernel = kernel
        self._core_kind = core_kind
        self._known: dict[tuple[Value, Value, Value], bool] = {}
        self._held: dict[tuple[Value, Conditions], bool] = {}
        self._ways_to: Mapping[Value, list[Conditions]] | None = None

    def decides(self, condition: tree.Condition) -> bool | None:
        """The way that all launched cores go at a condition; None when they may part or it is not known."""
        if not condition.value.core_dependent:
            return None
        return always(condition.value, partial(self._within, condition.value))

    def holds(self, value: Value, way: Conditions) -> bool:
        """Whether a truth of the kernel is so on all launched cores that go this way."""
        if value.is_constant:
            return bool(value.payload)
        found = self._held.get((value, way))
        if found is None:
            found = self._held[value, way] = self._holds(value, way)
        return found

    def _holds(self, value: Value, way: Conditions) -> bool:
        # what is so on all ways is seen without following this one, on which there may be too many to follow
        if _way_of_all(self._kernel, value) is True:
            return True
        there = Knowledge()
        known: dict[Value, Value] = {}
        for condition, truth in way:
            there.assume(condition.value, truth)
            known |= {condition.value: constant(truth), negate(condition.value): constant(not truth)}
        decided = there.decide(value)
        if decided is not None:
            return decided
        behind = told(way)
        within = partial(self._covered, [behind])
        for part in value.walk():
            side = always(part, within) if part.core_dependent and part not in known else None
            if side is not None:
                known[part] = constant(side)
        left = rebuild(value, known)
        if left.is_constant:
            return bool(left.payload)
        return any(_way_of_all(self._kernel, left, conditions) is True for conditions in ((), behind))

    def may_get_to(self, around: Around, key: Way = ()) -> bool:
        """Whether launched cores may get to a place, as far as the kernel and its host tell."""
        return not self.shut_out(around.conditions) and may_be_launched(self._kernel, around, key)

    def shut_out(self, way: Conditions) -> bool:
        """Whether no launched core gets past one of the guards on a way.

        All cores of a SuperKernel enter a kernel whose tiling is sunk into the graph: there guards keep some out.
        """
        return self._kernel.path != "sink" and any(self.decides(condition) is (not side) for condition, side in way)

    def may_part(self, condition: tree.Condition, way: Way) -> bool:
        """Whether launched cores may go different ways at a condition that a way leads on from.

        They may if they do for some truth of the choices in it that the way does not decide.
        """
        known = Knowledge()
        for value, truth in way:
            known.assume(value, truth)
        choices = {part.args[0] for part in condition.value.walk() if way and part.op == "ite"}
        decided = {one: constant(side) for one in choices if (side := known.decide(one)) is not None}
        return self._parts(condition.value, rebuild(condition.value, decided), MOST_CHOICES)

    def _parts(self, whole: Value, value: Value, choices: int) -> bool:
        if not value.depends & _DIFFERING or always(value, partial(self._within, whole)) is not None:
            return False
        if value.op in ("and", "or", "not"):
            return any(self._parts(whole, part, choices) for part in value.args)
        for part in value.walk():
            if choices and part.op == "ite" and part.depends & _DIFFERING and not part.args[0].depends & _DIFFERING:
                sides = (rebuild(value, {part: side}) for side in part.args[1:])
                return any(self._parts(whole, side, choices - 1) for side in sides)
        return True

    def _within(self, condition: Value, index: Value, limit: Value) -> bool:
        found = self._known.get((condition, index, limit))
        if found is None:
            found = self._known[condition, index, limit] = self._covers(condition, index, limit)
        return found

    def _covers(self, condition: Value, index: Value, limit: Value) -> bool:
        return self._covered(self._ways(condition), index, limit)

    def _covered(self, ways: Sequence[Way], index: Value, limit: Value) -> bool:
        """Whether all launched indices are below the limit wherever one of the ways leads."""
        ratio = self._kernel.kind.widest(self._core_kind)
        if launch_covers(index, limit, self._core_kind, ratio):
            return True
        units = indices_per_block(index, self._core_kind, ratio)
        if units is None or limit.core_dependent or limit.is_constant:
            return False
        telling = [one for one in self._launched if guard.host_value(limit, one) is not None]
        # a launch is asked whether it leads there when those before it are covered: each answer may cost much
        there = ((one, way) for one in telling for way in ways if self._leads(one, way))
        covered = (
            guard.compare(limit, launch, units, way, self._kernel.parameters) == guard.COVERED for launch, way in there
        )
        return next(covered, False) and all(covered)

    @property
    def _launched(self) -> Iterator[Launch]:
        return (launch for launch in self._kernel.launches if not launch.empty)

    def _ways(self, condition: Value) -> list[Way]:
        """What the host may decide of the ways to the tests of a condition; nothing where there are too many."""
        if self._ways_to is None:
            self._ways_to = ways_to_tests(self._kernel.trees[self._core_kind])
        ways = list(dict.fromkeys(map(told, self._ways_to.get(condition, []))))
        return ways if 0 < len(ways) <= MOST_WAYS else [()]

    def _leading(self, ways: Sequence[Way]) -> Iterator[tuple[Launch, Way]]:
        """The launches under which cores go these ways: other tiling keys run other code."""
        return ((launch, way) for launch in self._launched for way in ways if self._leads(launch, way))

    def _leads(self, launch: Launch, way: Way) -> bool:
        return reaches(way, launch, self._kernel.parameters)

    def _launches(self, condition: Value) -> list[Launch]:
        """The launches under which cores get to a condition, each once."""
        found = {id(launch): launch for launch, _ in self._leading(self._ways(condition))}
        return list(found.values())

    def relation(self, condition: Value) -> str:
        """How the limits in a condition relate to the launches: below, at-most, open, untold or no-launch.

        untold: the launches are in the tree, and what they store in the fields of the limits is not.
        """
        guards = tuple(guards_of(condition))
        if not guards:
            return "open"
        leading = list(self._leading(self._ways(condition)))
        if not leading:
            return "no-launch"
        found = set()
        if all(guard.host_value(one.limit, launch) is None for one in guards for launch, _ in leading):
            return "untold"
        for one in guards:
            ratio = self._kernel.kind.widest(self._core_kind)
            units = indices_per_block(one.index, self._core_kind, ratio) if _whole(one) else None
            parameters = self._kernel.parameters
            found |= {guard.compare(one.limit, launch, units or 1, way, parameters) for launch, way in leading}
        for relation in (guard.BELOW, guard.AT_MOST):
            if relation in found:
                return relation
        return "open"

    def steps(self, condition: Value) -> Iterator[Step]:
        """The launches that a guard on a tiling field was held against, with both expressions."""
        limits = [one.limit for one in guards_of(condition) if not one.limit.is_constant]
        if not limits:
            return
        launches = {launch.at: launch for launch in self._launches(condition)}
        for launch in list(launches.values())[:3]:
            there = guard.host_value(limits[0], launch)
            yield Step(
                launch.at,
                message(
                    "launched here on `{count}` cores; the guard lets in `{limit}`",
                    count=launch.expression,
                    limit=shortened(str(limits[0] if there is None else there)),
                ),
            )


def _whole(one: Guard) -> bool:
    """Whether the index of the guard is the core's own or its block's, not shifted."""
    return one.index.op in ("atom", "/")
