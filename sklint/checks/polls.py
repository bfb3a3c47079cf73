"""Loops that wait for a value in GM: their end depends on a load that is the same in every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.walk import tree
from sklint.walk.kernel import Calls, placed
from sklint.walk.values import Value

_THROUGH_CACHE = ("GetValue", "GetValue of a constant", "reference", "pointer")


@dataclass(frozen=True, slots=True)
class Poll:
    """A load that a loop repeats to wait; `bounded` where the loop also gives up by itself."""

    access: tree.ScalarAccess
    calls: Calls
    bounded: bool


def polls(root: tree.Node, calls: Calls = ()) -> Iterator[Poll]:
    """The loads that loops wait for, without any clean in the loop."""
    match root:
        case tree.Seq(body=body):
            for node in body:
                yield from polls(node, calls)
        case tree.Branch(then=then, otherwise=otherwise):
            yield from polls(then, calls)
            yield from polls(otherwise, calls)
        case tree.Called(body=body):
            yield from polls(body, (*calls, root))
        case tree.Loop():
            yield from _of_loop(root, calls)
            yield from polls(root.body, calls)


def _of_loop(loop: tree.Loop, calls: Calls) -> Iterator[Poll]:
    if loop.trips.text == "once":
        return
    inside = [(event, (*calls, *place.calls)) for event, place in placed(loop.body)]
    loads = {
        event.result: (event, where)
        for event, where in inside
        if isinstance(event, tree.ScalarAccess) and not event.write and event.how in _THROUGH_CACHE and event.result
    }
    if not loads or any(isinstance(event, tree.CacheClean) for event, _ in inside):
        return
    changing = {one.during for one in loop.carried if one.during is not None and one.following is not one.during}
    # a loop that does more than look is no wait: work may go on until a flag in GM ends it
    if not all(
        isinstance(event, tree.ScalarAccess | tree.CoreQuery | tree.Barrier | tree.HardEvent) for event, _ in inside
    ):
        return
    # a value that every round makes anew, and not from what was read, may be a count under way
    if any(one.during is None and not _made_of(one, loads) for one in loop.carried):
        return
    conditions = list(_ends(loop))
    bounded = any(not changing.isdisjoint(value.walk()) for value in conditions)
    seen: set[Value] = set()
    for condition in conditions:
        for test in _tests(condition):
            if not changing.isdisjoint(test.walk()):
                continue
            for part in test.walk():
                if part in loads and part not in seen:
                    seen.add(part)
                    access, where = loads[part]
                    if not _moves(access.memory, changing):
                        yield Poll(access, where, bounded)


def _made_of(one: tree.Carried, loads: Mapping[Value, object]) -> bool:
    return one.following is not None and any(part in loads for part in one.following.walk())


def _moves(memory: tree.Memory, changing: set[Value]) -> bool:
    return any(not changing.isdisjoint(value.walk()) for value in (memory.index, memory.distance) if value is not None)


def _ends(loop: tree.Loop) -> Iterator[Value]:
    """The conditions that end a loop: its own, and those of branches that leave it."""
    yield loop.trips.value
    yield from _leaving(loop.body)


def _leaving(node: tree.Node) -> Iterator[Value]:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _leaving(inner)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            if _leaves(then) or _leaves(otherwise):
                yield condition.value
            yield from _leaving(then)
            yield from _leaving(otherwise)


def _leaves(side: tree.Seq) -> bool:
    return any(isinstance(node, tree.Exit) and node.what != "continue" for node in side.body)


def _tests(condition: Value) -> Iterator[Value]:
    """The single tests that a condition is made of."""
    if condition.op in ("and", "or", "not"):
        for part in condition.args:
            yield from _tests(part)
    else:
        yield condition
