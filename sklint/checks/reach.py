"""The range of whole numbers that an expression can take, where its form alone tells."""

from __future__ import annotations

from operator import and_, or_, xor

from sklint.walk.values import Value

Range = tuple[int, int]
_BITS = {"&": and_, "|": or_, "^": xor}


def reach(value: Value) -> Range | None:
    """The least and the largest number, or None where the expression is open."""
    match value.op:
        case "const":
            return (value.payload, value.payload) if isinstance(value.payload, int) else None
        case "<" | "<=" | "==" | "!=" | "and" | "or" | "not":
            return (0, 1)
        case "ite":
            return _joined(value.args[1:])
        case "sum":
            return _sum(value)
        case "%":
            divisor = reach(value.args[1])
            return (0, divisor[1] - 1) if divisor is not None and divisor[0] > 0 else None
        case "&":
            known = [found for found in map(reach, value.args) if found is not None and found[0] >= 0]
            return (0, min(high for _, high in known)) if known else None
        case "|" | "^":
            return _bits(value)
        case "min" | "max":
            return _joined(value.args)
    return None


def numbers(value: Value, most: int = 65) -> tuple[int, ...] | None:
    """The whole numbers that an expression can be, in order; None where they are open or more than `most`."""
    found: set[int] | None = None
    match value.op:
        case "ite":
            sides = [numbers(side, most) for side in value.args[1:]]
            if None not in sides:
                found = {one for side in sides if side is not None for one in side}
        case "sum":
            offset, factors = value.payload
            found = {offset} if isinstance(offset, int) else None
            for term, factor in zip(value.args, factors, strict=True):
                more = numbers(term, most)
                if found is None or more is None or len(found) * len(more) > most:
                    found = None
                    break
                found = {one + factor * other for one in found for other in more}
        case "&" | "|" | "^" if len(value.args) == 2:
            left, right = (numbers(side, most) for side in value.args)
            if left is not None and right is not None and len(left) * len(right) <= most:
                found = {_BITS[value.op](one, other) for one in left for other in right}
    if found is None:
        whole = reach(value)
        found = set(range(whole[0], whole[1] + 1)) if whole is not None and whole[1] - whole[0] < most else None
    return tuple(sorted(found)) if found is not None and len(found) <= most else None


def least(value: Value) -> int | None:
    """The least number of an expression whose open parts are not negative, as counters and sizes are."""
    found = reach(value)
    if found is not None:
        return found[0]
    if value.op == "sum":
        offset, factors = value.payload
        parts = [least(arg) for arg in value.args]
        if isinstance(offset, int) and all(f > 0 for f in factors) and None not in parts:
            return offset + sum(int(f * (part or 0)) for f, part in zip(factors, parts, strict=True))
        return None
    if value.op == "|":
        return max((part for arg in value.args if (part := least(arg)) is not None), default=None)
    return None if value.op == "unset" else 0


def _joined(values: tuple[Value, ...]) -> Range | None:
    found = [reach(one) for one in values]
    known = [one for one in found if one is not None]
    return (min(low for low, _ in known), max(high for _, high in known)) if len(known) == len(found) else None


def _sum(value: Value) -> Range | None:
    offset, factors = value.payload
    low = high = offset
    for term, factor in zip(value.args, factors, strict=True):
        found = reach(term)
        if found is None:
            return None
        ends = (found[0] * factor, found[1] * factor)
        low, high = low + min(ends), high + max(ends)
    return (low, high)


def _bits(value: Value) -> Range | None:
    found = [reach(one) for one in value.args]
    known = [one for one in found if one is not None and one[0] >= 0]
    if len(known) != len(found):
        return None
    width = max(high for _, high in known).bit_length()
    least = max(low for low, _ in known) if value.op == "|" else 0
    return (least, (1 << width) - 1)
