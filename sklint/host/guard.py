"""A kernel's guard held against the launch: do all launched cores stay below its limit?

The kernel knows a limit as a tiling field, the host as the expression it stored there; structure and name join them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count as count_from

from sklint.host.bounds import Bounds
from sklint.host.launch import LARGEST, Launch, under_facts
from sklint.host.reach import may_hold
from sklint.host.rebuild import rebuild
from sklint.host.ways import TooManyWaysError, Ways, stored_in
from sklint.walk.knowledge import Way
from sklint.walk.values import ONE, Value, constant, expressions_up_to, multiply, subtract

COVERED, BELOW, AT_MOST, OPEN = "covered", "below", "at-most", "open"
# So many ways are proved bounds on, which costs much more than to see that both are the same.
MOST_PROVED = 40


def host_value(limit: Value, launch: Launch) -> Value | None:
    """The limit in terms of the host; None where a tiling field in it was not seen being stored, and none is stated."""
    known: dict[Value, Value] = {}
    for node in _fields(limit):
        stored = stored_in(node, launch)
        if stored is None:
            return None
        known[node] = stored
    return rebuild(limit, known)


def _fields(limit: Value) -> Iterator[Value]:
    return (node for node in limit.walk() if node.op == "atom" and "." in str(node.payload))


@expressions_up_to(LARGEST)
def is_launch(limit: Value, launch: Launch, units: int) -> bool:
    """Whether the limit is the number of launched indices itself."""
    there = host_value(limit, launch)
    if there is None:
        return False
    count = multiply(launch.value, constant(units))
    if under_facts(there, launch.facts) is under_facts(count, launch.facts):
        return True
    ways = Ways(launch)
    try:
        same = list(ways.answers(lambda: ways.alike(there, count)))
    except TooManyWaysError:
        return False
    return bool(same) and all(same)


@expressions_up_to(LARGEST)
def compare(limit: Value, launch: Launch, units: int, way: Way = (), template: Sequence[str] = ()) -> str:
    """How a guard `index < limit` behind the conditions of `way` relates to a launch of `units` indices a block.

    covered: no launched index reaches the limit; below: some are sure to; at-most: the limit is never above the
    launch, and they are not the same; open: the two cannot be compared. `template` names the kernel's template
    parameters.
    """
    there = host_value(limit, launch)
    if there is None:
        return OPEN
    count = multiply(launch.value, constant(units))
    facts = [*launch.facts, *_stated(limit, launch)]
    whole = _compared(under_facts(there, facts), under_facts(count, facts), facts)
    if whole in (COVERED, BELOW):
        return whole
    found: set[str] = set()
    try:
        for relation in _on_each_way(there, count, launch, facts, way, template):
            if relation == OPEN:
                return OPEN
            found.add(relation)
    except TooManyWaysError:
        # that the guard is never above the launch says nothing of whether it is ever below it
        return OPEN
    return found.pop() if len(found) == 1 else AT_MOST if found else OPEN


def _on_each_way(
    there: Value, count: Value, launch: Launch, facts: Sequence[Value], way: Way, template: Sequence[str]
) -> Iterator[str]:
    """The same, asked of each way through the tiling to the guard: a field that one does not store is not compared."""
    ways = Ways(launch, template)
    proved = count_from(1)

    def ask() -> str | None:
        if not all(may_hold(ways, condition, truth, False) for condition, truth in way):
            return None
        if ways.alike(there, count):
            return COVERED
        if next(proved) > MOST_PROVED:
            raise TooManyWaysError
        return _compared(ways.host(there), ways.host(count), [*facts, *ways.known()])

    return (found for found in ways.answers(ask) if found is not None)


def _compared(there: Value, count: Value, facts: Sequence[Value]) -> str:
    if there is count or count is ONE or Bounds(None, facts).at_most(count, there):
        # a core that is alone parts from no other
        return COVERED
    if Bounds(None, facts).at_most(there, subtract(count, ONE)):
        return BELOW
    if count.op == "max" and there in count.args:
        # the larger of two numbers may well be the guard's each time, by what the data are
        return OPEN
    return AT_MOST if Bounds(None, facts).at_most(there, count) else OPEN


def _stated(limit: Value, launch: Launch) -> Iterator[Value]:
    """What the settings say of the tiling fields in a limit."""
    for node in _fields(limit):
        stored = stored_in(node, launch)
        if stored is not None:
            yield from launch.ranges.facts(node, stored)
