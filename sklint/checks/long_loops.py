"""Loops whose numbers tell that they go on for longer than a run may: they need not be run to that end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sklint.checks.numbers import DIVIDING, Numbers
from sklint.checks.pruned import expressions
from sklint.walk import tree
from sklint.walk.values import Value

# A loop is looked at when it has had so many rounds: most have fewer.
ROUNDS = 64


def goes_on(node: tree.Loop, numbers: Numbers, rounds: int) -> bool:
    """Whether a loop has so many more rounds than it has had, and nothing can end it or the run before.

    Its condition holds by then whatever happens: what it compares grows by the same in every round, or not at all.
    """
    if not _is_plain(node):
        return False
    carried = {one.during: one for one in node.carried if one.during is not None}
    growths: dict[Value, int | None] = {}
    changing = {one.after for one in node.carried} | carried.keys()
    before = len(changing) + 1
    while len(changing) < before:
        # what has come to rest changes nothing that hangs on it
        before = len(changing)
        growths = {name: _growth(one, changing, numbers) for name, one in carried.items()}
        changing -= {name for name, growth in growths.items() if growth == 0}
    if not any(growths.values()):
        # that a round leaves all as it was ends the run in another way
        return False
    return _holds_after(node.trips.value, growths, changing, numbers, rounds)


def _is_plain(node: tree.Loop) -> bool:
    """Whether a round always ends and the next one begins: no way out, no loop inside, no number that may not be."""
    values = [node.trips.value, *(one.following for one in node.carried if one.following is not None)]
    values.extend(value for value, _ in expressions(node.body))
    return all(map(_goes_on, _nodes(node.body))) and all(map(_is_harmless, values))


def _nodes(node: tree.Node) -> Iterator[tree.Node]:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _nodes(inner)
        case tree.Branch(then=then, otherwise=otherwise):
            yield from _nodes(then)
            yield from _nodes(otherwise)
        case tree.Called(body=inner):
            yield from _nodes(inner)
        case _:
            yield node


def _goes_on(node: tree.Node) -> bool:
    match node:
        case tree.Exit() | tree.Loop():
            return False
        case tree.FlagSet(flag=flag) | tree.FlagWait(flag=flag):
            return flag.is_constant
    return True


def _is_harmless(value: Value) -> bool:
    divisors = (part.args[1] for part in value.walk() if part.op in DIVIDING)
    return all(divisor.is_constant and divisor.payload for divisor in divisors)


def _growth(one: tree.Carried, names: Collection[Value], numbers: Numbers) -> int | None:
    """By how much a value grows in each round; None where that may differ from round to round."""
    assert one.during is not None
    now, following = numbers.held.get(one.during), one.following
    if not isinstance(now, int) or following is None:
        return None
    is_same = following is one.during or not _hangs_on(following, names)
    if not is_same and not _is_linear(following, {one.during}, names):
        return None
    coming = _whole(following, numbers)
    if coming is None or (is_same and coming != now):
        return None
    return coming - now


def _hangs_on(value: Value, names: Collection[Value]) -> bool:
    return any(part in names for part in value.walk())


def _is_linear(value: Value, allowed: Collection[Value], names: Collection[Value]) -> bool:
    """Whether a value is a sum of `allowed` ones, whole times, and of what none of `names` changes."""
    parts = value.args if value.op == "sum" else (value,)
    factors = value.payload[1] if value.op == "sum" else (1,)
    whole = all(isinstance(factor, int) for factor in factors)
    return whole and all(part in allowed or not _hangs_on(part, names) for part in parts)


def _whole(value: Value, numbers: Numbers) -> int | None:
    number = numbers.computed(value)
    return number if isinstance(number, int) else None


def _holds_after(
    condition: Value,
    growths: Mapping[Value, int | None],
    names: Collection[Value],
    numbers: Numbers,
    rounds: int,
) -> bool:
    """Whether a condition holds now and for so many rounds more."""
    if not _hangs_on(condition, names):
        return bool(_whole(condition, numbers))
    if condition.op == "and":
        return all(_holds_after(part, growths, names, numbers, rounds) for part in condition.args)
    if condition.op not in ("<", "<="):
        return False
    steady = [name for name, growth in growths.items() if growth is not None]
    ends = []
    for side in condition.args:
        number = _whole(side, numbers)
        if number is None or not _is_linear(side, steady, names):
            return False
        ends.append((number, number + rounds * _slope(side, growths)))
    (left, last_left), (right, last_right) = ends
    allowed = 0 if condition.op == "<=" else 1
    return left + allowed <= right and last_left + allowed <= last_right


def _slope(side: Value, growths: Mapping[Value, int | None]) -> int:
    if side.op != "sum":
        return growths.get(side) or 0
    return sum(factor * (growths.get(part) or 0) for part, factor in zip(side.args, side.payload[1], strict=True))
