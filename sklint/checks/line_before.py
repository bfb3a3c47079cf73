"""Whether a scalar access finds its cache line remembered: what its tensor did right before touched the same one."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from sklint.checks.cache_lines import LINE
from sklint.checks.moving import in_next_round
from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.values import Value, subtract

# the accesses after which a tensor remembers the line; a constant one cannot
_REMEMBERED = ("GetValue", "SetValue", "reference")


def finds_line(event: tree.ScalarAccess, loops: Sequence[tree.Loop]) -> bool:
    """Whether each round of the innermost loop around an access finds its line remembered, the first one perhaps not.

    A tensor remembers the line that it read and the line that it wrote apart from each other.
    """
    place = event.memory.distance
    if place is None or event.how not in _REMEMBERED:
        return False
    before: set[tree.ScalarAccess | None] = set()

    def is_beside(other: tree.Event) -> bool:
        if not isinstance(other, tree.ScalarAccess) or other.how not in _REMEMBERED:
            return False
        # a view of the tensor that is made for one access remembers its line for itself
        own = (event.memory.tensor, event.memory.made, event.write)
        return (other.memory.tensor, other.memory.made, other.write) == own

    def step(last: tree.ScalarAccess | None, other: tree.Event, _: tuple[tree.Called, ...]) -> tree.ScalarAccess | None:
        if not isinstance(other, tree.ScalarAccess):
            return last
        if other == event:
            before.add(last)
        return other

    loop = loops[-1]
    ends = Flow(step).one_round(pruned(loop.body, is_beside), None)
    if not before or not all(one is None or _in_one_line(one, event, place) for one in before):
        return False
    if None not in before:
        return True
    # the last one of the round before
    coming = in_next_round(place, loop, loops)
    return coming is not None and all(one is not None and _in_one_line(one, event, coming) for one in ends)


def _in_one_line(one: tree.ScalarAccess, other: tree.ScalarAccess, place: Value) -> bool:
    """Whether an access is to the line of another one that is at this place."""
    if one.memory.distance is None or one.memory.root != other.memory.root:
        return False
    between = subtract(place, one.memory.distance)
    if not between.is_constant:
        return False
    if not between.payload:
        return True
    # both are in one block of so many bytes, of which a line holds several
    offset, factors = place.payload if place.op == "sum" else (0, (1,))
    if not all(isinstance(number, int) for number in (offset, between.payload, *factors)):
        return False
    block = gcd(LINE, *factors)
    within = offset % block
    ends = within, within - int(between.payload)
    return min(ends) >= 0 and max(ends) + other.memory.element_size <= block
