"""Addresses in GM as values: which kernel parameter they start from, how many bytes further on, and what they point to.

The address of a parameter is a `gm` value of one-byte elements. A cast to a pointer of another type is an `as` value
(the address and the size of an element, 0 where that is not known); sums and choices of addresses are addresses too.
"""

from __future__ import annotations

from collections.abc import Hashable

from sklint.frozen import dataclass
from sklint.walk.shape import Shape
from sklint.walk.values import ZERO, Value, add, constant, operation, scale, subtract

SIZES = {"bool": 1, "char": 1, "int8_t": 1, "uint8_t": 1, "signed char": 1, "unsigned char": 1, "half": 2,
         "bfloat16_t": 2, "int16_t": 2, "uint16_t": 2, "short": 2, "unsigned short": 2, "int": 4, "unsigned int": 4,
         "int32_t": 4, "uint32_t": 4, "float": 4, "int64_t": 8, "uint64_t": 8, "long": 8, "unsigned long": 8,
         "double": 8, "size_t": 8, "long long": 8, "unsigned long long": 8}  # fmt: skip


def origin_of(name: str) -> str:
    """What a kernel parameter or a field of bound arguments holds, as far as its name follows the convention."""
    lowered = name.lower()
    if "workspace" in lowered:
        return "workspace"
    return "tiling" if "tiling" in lowered else "unknown"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an address points: so many bytes (None: not known) from its root, at elements of `size` bytes (0: open)."""

    root: str
    distance: Value | None
    size: int


def size_of(shape: Shape) -> int:
    """The size of a value of a type in bytes; 0 where the type is open or a class."""
    if shape.pointer:
        return 8
    return SIZES.get(shape.name.removeprefix("AscendC::").removeprefix("std::"), 0)


def pointee_size(shape: Shape) -> int:
    """The size of what a pointer of this type points to; memory without a type is counted in bytes."""
    if shape.pointer == 1 and shape.name == "void":
        return 1
    return size_of(Shape(shape.name, shape.args, shape.pointer - 1))


_SPELLED = frozenset({"gm", "as"})
_MADE = frozenset({"+", "-", "sum", "/", "&", "ite"})


def is_address(value: Value) -> bool:
    if value.op not in _MADE:
        return value.op in _SPELLED
    return any(map(is_address, value.args[1:] if value.op == "ite" else value.args))


def typed(address: Value, size: int) -> Value:
    """The same address as a pointer to elements of `size` bytes."""
    if spot_of(address).size == size:
        return address
    while address.op == "as":
        address = address.args[0]
    return address if spot_of(address).size == size else operation("as", address, constant(size))


def moved(address: Value, elements: Value) -> Value:
    """The address so many elements further on."""
    return address if elements is ZERO else operation("+", address, elements)


def spot_of(address: Value) -> Spot:
    """Where an address points, read through casts and sums."""
    match address.op:
        case "gm":
            return Spot(address.payload, ZERO if address.payload else None, 1)
        case "as":
            inner = spot_of(address.args[0])
            return Spot(inner.root, inner.distance, address.args[1].payload)
        case "+" | "-":
            left, right = address.args
            base, offset = (left, right) if is_address(left) else (right, left)
            return _further(spot_of(base), scale(offset, -1) if address.op == "-" else offset)
        case "sum":
            base = next(term for term in address.args if is_address(term))
            return _further(spot_of(base), subtract(address, base))
        case "/" | "&":
            # rounded down to a line: the same argument, nobody knows how far on
            inner = spot_of(next(part for part in address.args if is_address(part)))
            return Spot(inner.root, None, inner.size)
        case "ite":
            sides = [spot_of(side) for side in address.args[1:] if is_address(side)]
            same = len(sides) == 2 and sides[0] == sides[1]
            return sides[0] if same else Spot(sides[0].root, None, sides[0].size)
    return Spot("", None, 0)


def _further(spot: Spot, elements: Value) -> Spot:
    if spot.distance is None or not spot.size or is_address(elements):
        return Spot(spot.root, None, spot.size)
    return Spot(spot.root, add(spot.distance, scale(elements, spot.size)), spot.size)


def laid_over(owner: Hashable) -> Value | None:
    """The GM address of the structure that an object, a field or an array element belongs to; None elsewhere."""
    while isinstance(owner, tuple):
        match owner:
            case ("view", _, Value() as address):
                return address
            case ("array", (inner, _)):
                owner = inner
            case (tuple() as inner, str()):
                owner = inner
            case _:
                return None
    return None
