"""Divisions that round, in the ways that people write them, and what is left of one."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.walk.values import ONE, ZERO, Value, add, equal, less, less_equal, negate, number_of, operation


def as_ceildiv(value: Value) -> tuple[Value, Value] | None:
    """`a / b + (a % b != 0)`, or a choice that comes to it, as the pair (a, b)."""
    if value.op == "ceildiv":
        return value.args[0], value.args[1]
    if value.op == "ite":
        return _chosen_by_rest(*value.args)
    if value.op != "sum" or value.payload != (0, (1, 1)):
        return None
    for quotient, rest in (value.args, value.args[::-1]):
        if quotient.op != "/":
            continue
        whole, by = quotient.args
        for part in rest.walk():
            if part.op == "%" and part.args == (whole, by) and _is_one_if_some(rest, part):
                return whole, by
    return None


def _chosen_by_rest(condition: Value, then: Value, otherwise: Value) -> tuple[Value, Value] | None:
    """`a % b == 0 ? a / b : a / b + 1` as the pair (a, b)."""
    if then.op != "/" or otherwise is not add(then, ONE):
        return None
    whole, by = then.args
    rest = operation("%", whole, by)
    # nobody divides by nought, asked or not
    left = {*(condition.args if condition.op == "and" else (condition,))} - {negate(equal(by, ZERO))}
    return (whole, by) if left in ({equal(rest, ZERO)}, {less_equal(rest, ZERO)}) else None


def as_begun_pieces(value: Value) -> tuple[Value, Value] | None:
    """`a / b + 1` as the pair (a + 1, b): so many pieces of b are begun, and one where there is nothing."""
    if value.op != "sum" or value.payload != (1, (1,)) or value.args[0].op != "/":
        return None
    whole, by = value.args[0].args
    return add(whole, ONE), by


def unrounded(value: Value) -> Value:
    """`n` where the value is `ceil(n / k) * k`, for a number k; otherwise the value."""
    if value.op == "sum" and value.payload[0] == 0 and len(value.args) == 1:
        (term,), (factor,) = value.args, value.payload[1]
        if term.op == "ceildiv" and number_of(term.args[1]) == factor:
            return term.args[0]
    return value


def shares(value: Value, by: Value) -> Iterator[Value]:
    """The factors that make `value` together with `by`."""
    if value.op == "*" and by in value.args:
        yield value.args[1] if value.args[0] is by else value.args[0]
    elif value.op == "sum" and value.payload[0] == 0 and value.payload[1] == (number_of(by),):
        yield value.args[0]


def as_remainder(value: Value) -> tuple[Value, Value] | None:
    """`a - b * (a / b)` as the pair (a, b)."""
    _, factors = value.payload
    for product, factor in zip(value.args, factors, strict=True):
        if factor == -1 and product.op == "*":
            for quotient, by in (product.args, product.args[::-1]):
                if quotient.op == "/" and quotient.args[1] is by and add(value, product) is quotient.args[0]:
                    return quotient.args[0], by
    return None


def _is_one_if_some(value: Value, amount: Value) -> bool:
    """Whether `value` is 1 where `amount` is not 0, and 0 where it is."""
    if value in (negate(equal(amount, ZERO)), less(ZERO, amount), negate(less_equal(amount, ZERO))):
        return True
    if value.op == "ite":
        condition, then, otherwise = value.args
        numbers = (number_of(then), number_of(otherwise))
        if numbers == (0, 1):
            return condition is equal(amount, ZERO) or condition is less_equal(amount, ZERO)
        return numbers == (1, 0) and condition in (negate(equal(amount, ZERO)), less(ZERO, amount))
    return False
