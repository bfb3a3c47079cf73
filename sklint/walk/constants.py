"""What a value or template argument is where it is constant: a number, or the enumerator that it is written as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklint.walk.shape import Shape
from sklint.walk.values import Value

if TYPE_CHECKING:
    from sklint.walk.machine import Machine


def number(bound: object) -> int | None:
    """The whole number that a template argument or value is, if it is one."""
    if isinstance(bound, Value) and bound.is_constant and isinstance(bound.payload, int):
        return bound.payload
    return None


def word(m: Machine, bound: object, enum: str = "pipe_t") -> str:
    """The enumerator or type that an argument names, without its scope; empty when it is not known."""
    if isinstance(bound, Shape):
        return bound.name.rpartition("::")[2]
    if isinstance(bound, Value) and bound.op == "atom":
        return str(bound.payload).rpartition("::")[2]
    return m.enumerator(enum, bound.payload) if isinstance(bound, Value) and bound.is_constant else ""
