"""A kernel's guards against its launches, for the rules that ask whether all launched cores go one way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sklint.checks.barriers import told, ways_to_tests
from sklint.checks.numbers import Leaf, Number
from sklint.checks.places import Conditions
from sklint.finding import Step, message
from sklint.host import guard
from sklint.host.launch import LARGEST, Launch, shortened
from sklint.host.reach import reaches
from sklint.host.rebuild import rebuild
from sklint.host.ways import KEY, stored_in
from sklint.walk import tree
from sklint.walk.guards import Guard, always, guards_of, indices_per_block, launch_covers
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import CORE, DATA, SUB, Value, atom, constant, equal, expressions_up_to

# Where a condition is tested in more places, all launches count: one that was not looked at may get to another.
MOST_WAYS = 4
# Choices that all cores make alike, in one condition, whose sides are looked at one by one.
MOST_CHOICES = 6
_DIFFERING = CORE | SUB | DATA


def host_decides(kernel: WalkedKernel) -> Callable[[tree.Condition], bool | None]:
    """What the host has for the kernel's conditions: the way that all launches go; None when they may part."""
    known: dict[Value, bool | None] = {}

    def decides(condition: tree.Condition) -> bool | None:
        value = condition.value
        if value not in known:
            known[value] = _way_of_all(kernel, value)
        return known[value]

    return decides


def always_holds(kernel: WalkedKernel, value: Value) -> bool:
    """Whether a truth of the kernel is so, on all ways or on those that the host launches."""
    return bool(value.payload) if value.is_constant else _way_of_all(kernel, value) is True


def _host_tells(kernel: WalkedKernel, name: str) -> bool:
    """Whether the host has a value for a name in the kernel's conditions: a tiling field, the key, or a part of it."""
    return "." in name or name == KEY or name in kernel.parameters


def _way_of_all(kernel: WalkedKernel, value: Value) -> bool | None:
    if not any(node.op == "atom" and _host_tells(kernel, str(node.payload)) for node in value.walk()):
        return None
    ways = [
        truth
        for truth in (True, False)
        if any(reaches([(value, truth)], launch, kernel.parameters) for launch in kernel.launches)
    ]
    return ways[0] if len(ways) == 1 else None


def host_may_store(kernel: WalkedKernel, numbers: Mapping[Leaf, Number]) -> bool:
    """Whether a launch of the kernel may have these numbers in its tiling, all of them at once."""
    given = {
        atom(leaf[1]): constant(number)
        for leaf, number in numbers.items()
        if isinstance(leaf, tuple) and leaf[0] == "atom" and isinstance(leaf[1], str) and _host_tells(kernel, leaf[1])
    }
    if not given or not kernel.launches:
        return True
    told = [(equal(field, number), True) for field, number in given.items()]
    # a launch that stores nothing of this is one of other code, where another one does
    asked = [field for field in given if "." in str(field.payload)]
    storing = [one for one in kernel.launches if any(stored_in(field, one) is not None for field in asked)]
    return any(
        _agree(given, launch) and reaches(told, launch, kernel.parameters) for launch in storing or kernel.launches
    )


def always_stored(kernel: WalkedKernel, field: Value) -> Value | None:
    """The number that all launches store in a tiling field; None where it is not one and the same."""
    found = {stored_in(field, launch) for launch in kernel.launches if not launch.empty}
    only = found.pop() if len(found) == 1 else None
    return only if only is not None and isinstance(only.payload, int) and only.is_constant else None


def _agree(given: Mapping[Value, Value], launch: Launch) -> bool:
    """Whether what a launch stores in some fields comes to the numbers given for them, each worked out from the others.

    What the host has lost may be any number, but it is one number in all the fields.
    """
    stored = [(there, number) for field, number in given.items() if (there := stored_in(field, launch)) is not None]
    known = dict(stored)
    with expressions_up_to(LARGEST):
        for there, number in stored:
            others = {node: value for node, value in known.items() if node is not there}
            worked_out = rebuild(there, others)
            if known[there] is not number or (worked_out.is_constant and worked_out is not number):
                return False
    return True


class LaunchedCores:
    """The cores that one kind's walk stands for, as far as the kernel and its host tell."""

    def __init__(self, kernel: WalkedKernel, core_kind: str) -> None:
        self._kernel = kernel
        self._core_kind = core_kind
        self._known: dict[tuple[Value, Value, Value], bool] = {}
        self._ways_to: Mapping[Value, list[Conditions]] | None = None

    def decides(self, condition: tree.Condition) -> bool | None:
        """The way that all launched cores go at a condition; None when they may part or it is not known."""
        if not condition.value.core_dependent:
            return None
        return always(condition.value, partial(self._within, condition.value))

    def may_part(self, condition: tree.Condition) -> bool:
        """Whether launched cores may go different ways at a condition: for some truth of the choices in it they do."""
        return self._parts(condition.value, condition.value, MOST_CHOICES)

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
        ratio = self._kernel.kind.widest(self._core_kind)
        if launch_covers(index, limit, self._core_kind, ratio):
            return True
        launches = [one for one in self._launches(condition) if guard.host_value(limit, one[0]) is not None]
        units = indices_per_block(index, self._core_kind, ratio)
        if units is None or not launches or limit.core_dependent or limit.is_constant:
            return False
        return all(self._compare(limit, launch, units, way) == guard.COVERED for launch, way in launches)

    def _compare(self, limit: Value, launch: Launch, units: int, way: guard.Way) -> str:
        return guard.compare(limit, launch, units, way, self._kernel.parameters)

    def _launches(self, condition: Value) -> list[tuple[Launch, guard.Way]]:
        """The launches under which cores get to a condition, and the ways there: other tiling keys run other code."""
        if self._ways_to is None:
            self._ways_to = ways_to_tests(self._kernel.trees[self._core_kind])
        launches = [launch for launch in self._kernel.launches if not launch.empty]
        ways = list(dict.fromkeys(map(told, self._ways_to.get(condition, []))))
        if not 0 < len(ways) <= MOST_WAYS:
            return [(one, ()) for one in launches]
        parameters = self._kernel.parameters
        return [(one, way) for one in launches for way in ways if reaches(way, one, parameters)]

    def relation(self, condition: Value) -> str:
        """How the limits in a condition relate to the launches: below, at-most, open or no-launch."""
        launches = self._launches(condition)
        if not launches:
            return "no-launch"
        found = set()
        for one in guards_of(condition):
            ratio = self._kernel.kind.widest(self._core_kind)
            units = indices_per_block(one.index, self._core_kind, ratio) if _whole(one) else None
            found |= {self._compare(one.limit, launch, units or 1, way) for launch, way in launches}
        for relation in (guard.BELOW, guard.AT_MOST):
            if relation in found:
                return relation
        return "open"

    def steps(self, condition: Value) -> Iterator[Step]:
        """The launches that a guard on a tiling field was held against, with both expressions."""
        limits = [one.limit for one in guards_of(condition) if not one.limit.is_constant]
        if not limits:
            return
        launches = {launch.at: launch for launch, _ in self._launches(condition)}
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
