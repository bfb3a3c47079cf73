"""Division of whole numbers in canonical form: rounded down, rounded up, and what is left."""

from __future__ import annotations

from sklint.walk.values import (
    ONE,
    ZERO,
    Value,
    add,
    constant,
    fresh,
    known_of_values,
    number_of,
    operation,
    scale,
    subtract,
)

# What a division by 0 is called: no program goes on behind one, so the divisor is something else in truth.
BY_NOUGHT = "a division by 0"
_lost: dict[Value, Value] = known_of_values()


def _by_nought(value: Value) -> Value:
    """A division by 0 of a value, which is no number; the same one each time it is asked for."""
    found = _lost.get(value)
    if found is None:
        found = _lost[value] = fresh(BY_NOUGHT, value.depends)
    return found


def divide(left: Value, right: Value) -> Value:
    """C++ integer division; `(a + b - 1) / b` becomes `ceildiv`."""
    a, b = number_of(left), number_of(right)
    if b == 0:
        return _by_nought(left)
    if isinstance(a, int) and isinstance(b, int) and b:
        return constant(truncated(a, b))
    if a is not None and b:
        return constant(a / b)
    if b == 1:
        return left
    if left is right:
        return ONE
    whole = _without_rest(left, right)
    if whole is not None:
        return whole
    if not isinstance(b, float):
        numerator = add(subtract(left, right), ONE)
        # (n + d - 1) / d: what is left of the numerator after taking d - 1 away is smaller than the numerator was
        if numerator.size < left.size or (isinstance(b, int) and _is_rounding(left, b)):
            return ceildiv(numerator, right)
    return operation("/", left, right)


def ceildiv(amount: Value, by: Value) -> Value:
    """`amount / by`, rounded up; of a multiple of `by` nothing is left to round."""
    a, b = number_of(amount), number_of(by)
    if b == 0:
        return _by_nought(amount)
    if isinstance(a, int) and isinstance(b, int) and b:
        return constant(-(-a // b))
    if b == 1:
        return amount
    if amount is ZERO:
        return ZERO
    if amount is by:
        return ONE
    whole = _without_rest(amount, by)
    if whole is not None:
        return whole
    if amount.op == "sum" and isinstance(b, int) and b > 0:
        offset = amount.payload[0]
        multiple = _without_rest(subtract(amount, constant(offset)), by)
        if multiple is not None and isinstance(offset, int):
            return add(multiple, constant(-(-offset // b)))
    return operation("ceildiv", amount, by)


def remainder(left: Value, right: Value) -> Value:
    """What C++ integer division leaves."""
    a, b = number_of(left), number_of(right)
    if b == 0:
        return _by_nought(left)
    if isinstance(a, int) and isinstance(b, int) and b:
        return constant(a - b * truncated(a, b))
    if b == 1 or left is right:
        return ZERO
    return operation("%", left, right)


def truncated(a: int, b: int) -> int:
    """The quotient of two numbers, towards nought, exact for numbers of any size."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _without_rest(value: Value, by: Value) -> Value | None:
    """The quotient of a product by one of its factors, and of a sum by a number that divides all of its numbers."""
    if value.op == "*" and by in value.args:
        return value.args[1 if value.args[0] is by else 0]
    divisor = number_of(by)
    if value.op != "sum" or not isinstance(divisor, int) or not divisor:
        return None
    offset, factors = value.payload
    if not all(isinstance(number, int) and number % divisor == 0 for number in (offset, *factors)):
        return None
    total = constant(offset // divisor)
    for term, factor in zip(value.args, factors, strict=True):
        total = add(total, scale(term, factor // divisor))
    return total


def _is_rounding(value: Value, divisor: int) -> bool:
    return value.op == "sum" and value.payload[0] == divisor - 1 and divisor > 1
