"""The operators of C++ with two operands, on abstract values."""

from __future__ import annotations

from collections.abc import Callable

from sklint.walk.values import (
    PLACES,
    Value,
    add,
    both,
    constant,
    divide,
    either,
    equal,
    less,
    less_equal,
    multiply,
    negate,
    number_of,
    operation,
    remainder,
    scale,
    subtract,
)

_RULES: dict[str, Callable[[Value, Value], Value]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": remainder,
    "<": less,
    "<=": less_equal,
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: less_equal(b, a),
    "==": equal,
    "!=": lambda a, b: negate(equal(a, b)),
    "&&": both,
    "||": either,
}
_BITS: dict[str, Callable[[int, int], int]] = {
    "<<": lambda a, b: a << b if 0 <= b < 128 else 0,
    ">>": lambda a, b: a >> b if 0 <= b < 128 else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}


def binary(op: str, left: Value, right: Value) -> Value:
    """The C++ operator `op` on two values."""
    rule = _RULES.get(op)
    if rule is not None:
        return rule(left, right)
    bits = _BITS.get(op)
    a, b = number_of(left), number_of(right)
    if bits is not None and isinstance(a, int) and isinstance(b, int):
        return constant(bits(a, b))
    if op == "<<" and isinstance(b, int) and 0 <= b < 64 and left.op not in PLACES:
        return scale(left, 1 << b)
    if op == ">>" and isinstance(b, int) and 0 <= b < 64:
        return divide(left, constant(1 << b))
    return operation(op, left, right)
