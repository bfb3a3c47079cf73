"""What comparisons of products say of their factors.

Quantities of data are not negative: of a product that is positive each factor is, and `8 * cores <= bytes * rows` says
that there are as many rows as cores where a type has no more than eight bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import prod

from sklint.facts.host import host_facts
from sklint.host.intervals import interval
from sklint.walk.values import ONE, Value, less_equal, multiply, number_of


def following(fact: Value) -> Iterator[Value]:
    """What follows from one that holds."""
    if fact.op not in ("<", "<="):
        return
    least, factors = _factors(fact.args[0])
    most, others = _factors(fact.args[1])
    if not _is_positive(least, factors, fact.op == "<") or most <= 0:
        return
    for factor in others:
        # a / b is positive where there is as much of a as of b
        yield less_equal(factor.args[1], factor.args[0]) if factor.op == "/" else less_equal(ONE, factor)
    for factor in [one for one in factors if one in others]:
        factors.remove(factor)
        others.remove(factor)
    if len(others) + len(factors) > 1 and factors:
        smaller = reduce(multiply, factors, ONE)
        for index, larger in enumerate(others):
            rest = others[:index] + others[index + 1 :]
            if most * prod(_most(one) for one in rest) <= least:
                yield less_equal(smaller, larger)


def _factors(value: Value) -> tuple[int | float, list[Value]]:
    """A product as its number and its other factors."""
    number = number_of(value)
    if number is not None:
        return number, []
    if value.op == "sum" and value.payload[0] == 0 and len(value.args) == 1:
        by, factors = _factors(value.args[0])
        return by * value.payload[1][0], factors
    if value.op == "*":
        (left, factors), (right, others) = map(_factors, value.args)
        return left * right, factors + others
    return 1, [value]


def _is_positive(number: int | float, factors: Sequence[Value], strictly: bool) -> bool:
    """Whether what is no less than this product, or more where the comparison is `strictly` so, is positive."""
    if strictly:
        return number >= 0
    return number > 0 and all(interval(factor)[0] > 0 for factor in factors)


def _most(factor: Value) -> float:
    """What a factor is at most: the size that is multiplied is that of a type of whole bytes."""
    if factor.op == "ite":
        return max(_most(side) for side in factor.args[1:])
    number, factors = _factors(factor)
    if factors != [factor]:
        return number * prod(_most(one) for one in factors)
    size = host_facts().sizes.get(factor.op.removeprefix("call ").rpartition("::")[2])
    return interval(factor)[1] if size is None else size
