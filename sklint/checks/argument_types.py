"""Arguments of a launch as the framework packs them: which types lie there alike, and how wide they are."""

from __future__ import annotations

from sklint.walk.addresses import SIZES
from sklint.walk.shape import Shape
from sklint.walk.shapes import Shapes

# the guide to directly launched kernels, rule 3: no argument takes less room, and shorter fields ask for `alignas(4)`
LEAST = 4
_FRACTIONS = frozenset({"half", "float", "double", "bfloat16_t"})
_ALIASES = {"_Float16": "half", "__bf16": "bfloat16_t", "float16_t": "half", "float32_t": "float",
            "unsigned": "unsigned int", "uintptr_t": "uint64_t", "intptr_t": "int64_t"}  # fmt: skip


def width(shape: Shape) -> int:
    """The size of a scalar or pointer in bytes; 0 where it is a class or not known."""
    return 8 if shape.pointer else SIZES.get(_plain(shape), 0)


def alike(types: Shapes, left: Shape, right: Shape) -> bool | None:
    """Whether two types are one to a packed argument; None where one of them is not known.

    Addresses are alike whatever lies there.
    """
    first, second = _family(types, left), _family(types, right)
    if first is None or second is None:
        return True if (left.name, left.args, left.pointer) == (right.name, right.args, right.pointer) else None
    return first == second


def differ_in_sign(left: Shape, right: Shape) -> bool:
    """Whether both are whole numbers of one width, one of them without a sign."""
    first, second = _scalar(left), _scalar(right)
    if first is None or second is None:
        return False
    return {first[0], second[0]} == {"signed", "unsigned"} and first[1] == second[1]


def _plain(shape: Shape) -> str:
    name = shape.name.removeprefix("AscendC::").removeprefix("std::")
    return _ALIASES.get(name, name)


def _family(types: Shapes, shape: Shape) -> tuple[object, ...] | None:
    """What must be equal: the kind of a scalar and its width, or the class; None for enumerations and open types."""
    if shape.pointer:
        return ("address",)
    scalar = _scalar(shape)
    if scalar is not None:
        return scalar
    return (shape.name, shape.args) if types.instance(shape) is not None else None


def _scalar(shape: Shape) -> tuple[str, int] | None:
    name = _plain(shape)
    if shape.pointer or name not in SIZES:
        return None
    if name in _FRACTIONS or name == "bool":
        return name, SIZES[name]
    return ("unsigned" if name.startswith("u") or name == "size_t" else "signed"), SIZES[name]
