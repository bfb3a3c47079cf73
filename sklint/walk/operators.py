"""The operators of C++ with two operands, on abstract values.

Numbers that are packed into the bits of a word come out of it again as they went in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce

from sklint.walk.division import divide, remainder
from sklint.walk.values import (
    COMPARISONS,
    PLACES,
    ZERO,
    Value,
    add,
    both,
    choose,
    constant,
    either,
    is_truth,
    less,
    less_equal,
    multiply,
    number_of,
    operation,
    scale,
    subtract,
)

_RULES: dict[str, Callable[[Value, Value], Value]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": remainder,
    **COMPARISONS,
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: less_equal(b, a),
    "&&": both,
    "||": either,
}
BITS: dict[str, Callable[[int, int], int]] = {
    "<<": lambda a, b: a << b if 0 <= b < 128 else 0,
    ">>": lambda a, b: a >> b if 0 <= b < 128 else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
# Choices between numbers are followed so deep.
_DEEPEST = 6


def binary(op: str, left: Value, right: Value) -> Value:
    """The C++ operator `op` on two values."""
    rule = _RULES.get(op)
    if rule is not None:
        return rule(left, right)
    if op in ("&", "|", "^") and left.is_constant:
        left, right = right, left
    found = _packed(op, left, right, 0) if op in BITS else None
    return found if found is not None else operation(op, left, right)


def _packed(op: str, left: Value, right: Value, depth: int) -> Value | None:
    """What is known of an operation on bits: of numbers, of choices between numbers, and of parts that do not meet."""
    number, b = number_of(left), number_of(right)
    if not isinstance(b, int) or left.op in PLACES:
        return None
    if isinstance(number, int):
        return constant(BITS[op](number, b))
    if op == "<<":
        return scale(left, 1 << b) if 0 <= b < 64 else None
    if left.op == "ite" and depth < _DEEPEST:
        condition, *sides = left.args
        then, otherwise = (_packed(op, side, right, depth + 1) for side in sides)
        if then is not None and otherwise is not None and {then.op, otherwise.op} <= {"const", "ite"}:
            return choose(condition, then, otherwise)
    match op:
        case ">>" if 0 <= b < 64:
            most = _most(left)
            if most is not None and most < 1 << b:
                return ZERO
            apart = _parted(left, b) if left.op == "|" else None
            if apart is not None:
                return _together(binary(">>", part, right) for part in apart[1])
            if left.op in ("&", "|"):
                return binary(left.op, *(binary(op, part, right) for part in left.args))
            return divide(left, constant(1 << b))
        case "|" | "^" if b == 0:
            return left
        case "&" if b >= 0:
            return _masked(left, b)
    return None


def _parted(word: Value, bits: int) -> tuple[list[Value], list[Value]] | None:
    """The parts of a packed word that lie below a number of bits, and those above; None where no part begins there.

    Nobody packs one number over another: what is below a part ends where that begins, unless it is known not to.
    """
    found: tuple[list[Value], list[Value]] = [], []
    begins = False
    for part in _parts(word):
        lowest = _lowest(part)
        begins |= lowest == 1 << bits and not part.is_constant
        found[lowest >= 1 << bits].append(part)
    return found if begins and all((_most(part) or 0) < 1 << bits for part in found[0]) else None


def _parts(word: Value) -> Iterator[Value]:
    for part in word.args if word.op == "|" else (word,):
        yield from _parts(part) if part.op == "|" else (part,)


def _lowest(part: Value) -> int:
    """The lowest bit that a part of a word may have."""
    numbers = (part.payload[0], *part.payload[1]) if part.op == "sum" else (number_of(part) or 1,)
    together = reduce(lambda a, b: a | b, (number for number in numbers if isinstance(number, int)), 0)
    return together & -together if all(isinstance(number, int) for number in numbers) else 1


def _together(parts: Iterable[Value]) -> Value:
    return reduce(partial(binary, "|"), parts, ZERO)


def _masked(value: Value, mask: int) -> Value | None:
    """The bits of a value that a mask leaves, where that is less than the value masked."""
    if mask == 0:
        return ZERO
    most = _most(value)
    if most is not None and most <= mask and not mask & (mask + 1):
        return value
    match value.op:
        case "|":
            apart = None if mask & (mask + 1) else _parted(value, mask.bit_length())
            if apart is not None:
                return _together(apart[0])
            return binary("|", *(binary("&", part, constant(mask)) for part in value.args))
        case "&" if isinstance(inner := number_of(value.args[1]), int):
            return binary("&", value.args[0], constant(mask & inner)) if mask & inner != inner else value
        case "sum":
            offset, factors = value.payload
            # bits below all of the value's
            width = 1 << mask.bit_length()
            if all(isinstance(number, int) and number % width == 0 for number in (offset, *factors)):
                return ZERO
    return None


def _most(value: Value, depth: int = 0) -> int | None:
    """The most that a value may be which is none below nought; None where nothing tells."""
    number = number_of(value)
    if isinstance(number, int):
        return number if number >= 0 else None
    if is_truth(value):
        return 1
    if depth == _DEEPEST:
        return None
    match value.op:
        case "&":
            return _most(value.args[1], depth + 1) if value.args[1].is_constant else None
        case "ite" | "|":
            parts = [_most(part, depth + 1) for part in value.args[value.op == "ite" :]]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return max(known) if value.op == "ite" else (1 << max(known).bit_length()) - 1
        case "sum":
            total, factors = value.payload
            if total < 0:
                return None
            for part, factor in zip(value.args, factors, strict=True):
                most = _most(part, depth + 1)
                if most is None or not isinstance(factor, int) or factor < 0:
                    return None
                total += factor * most
            return total if isinstance(total, int) else None
    return None
