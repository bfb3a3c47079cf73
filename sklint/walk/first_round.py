"""The first round of a loop: what tells it from the others, and whether there is one.

A barrier behind `if (i == start)` is passed once by every core that has a round at all, however many rounds it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from sklint.walk import tree
from sklint.walk.values import (
    COMPARISONS,
    TRUE,
    ZERO,
    Value,
    equal,
    less,
    negate,
    number_of,
    subtract,
)


def told_apart(loop: tree.Loop) -> Iterator[tuple[Value, bool]]:
    """Conditions that the first round alone has one way, each with its truth there.

    A counter that only ever goes up is at its start in the first round, and above it in all others.
    """
    for one in loop.carried:
        if one.during is not None and one.before is not None and _goes_up(one):
            yield equal(one.during, one.before), True
            yield less(one.before, one.during), False


def _goes_up(one: tree.Carried) -> bool:
    """Whether each round adds to a value; a loop that adds nothing would have no end."""
    following = one.following
    if following is None or following.op != "sum" or one.during not in following.args:
        return False
    offset, factors = following.payload
    terms = dict(zip(following.args, factors, strict=True))
    step = [factor for term, factor in terms.items() if term is not one.during]
    return terms[one.during] == 1 and offset >= 0 and all(factor > 0 for factor in step) and bool(offset or step)


def entered(loop: tree.Loop) -> tree.Condition | None:
    """Whether a core has the round that comes first; None where a loop has no such round, or nobody knows."""
    some = _some_round(loop) if any(True for _ in told_apart(loop)) else None
    if some is None:
        return None
    return tree.Condition(tree.depends_word(some.depends), some, loop.trips.text, loop.trips.at, loop.trips.origins)


def asked(node: tree.Node) -> tree.Condition | None:
    """What decides whether a core goes through a node, or which way."""
    match node:
        case tree.Branch(condition=condition):
            return condition
        case tree.Loop():
            return entered(node)
    return None


def _some_round(loop: tree.Loop) -> Value | None:
    if loop.at_least_once:
        return TRUE
    trips = loop.trips.value
    if trips.op not in ("<", "<="):
        # the number of rounds itself
        return at_least_one(trips) if trips is loop.count else None
    starts = {one.during: one.before for one in loop.carried if one.during is not None}
    left, right = (starts.get(side, side) for side in trips.args)
    if left is None or right is None:
        return None
    rounds = subtract(right, left) if left.is_constant and trips.op == "<" else None
    # a difference may be less than 0, which a number of rounds is not
    if rounds is not None and rounds.op != "sum":
        return at_least_one(rounds)
    return COMPARISONS[trips.op](left, right)


def at_least_one(count: Value) -> Value:
    """Whether a number of rounds, which is never less than 0, is not 0."""
    while count.op == "ceildiv":
        count = count.args[0]
    return TRUE if _is_positive(count) else negate(equal(count, ZERO))


def _is_positive(count: Value) -> bool:
    """Whether a number is more than 0 whichever of its choices is taken."""
    match count.op:
        case "ite":
            return all(map(_is_positive, count.args[1:]))
        case "max":
            return any(map(_is_positive, count.args))
        case "min":
            return all(map(_is_positive, count.args))
    number = number_of(count)
    return number is not None and number > 0
