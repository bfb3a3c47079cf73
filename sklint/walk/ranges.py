"""What the settings state of tiling fields: the range of a value that no source tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sklint.walk.values import Value, constant, less_equal

Interval = tuple[float, float]
_INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class FieldRange:
    """A tiling field, by its name or as `Struct.name`, and the least and most that it may hold, where that is said."""

    field: str
    least: int | None = None
    most: int | None = None


class Ranges:
    """The stated ranges of tiling fields, asked for by the value that a kernel has for the field."""

    def __init__(self, stated: Iterable[FieldRange] = ()) -> None:
        self._by_name = {one.field: one for one in stated}

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def of(self, value: Value) -> FieldRange | None:
        """What is stated of a field; the structure's own field before any of that name."""
        if value.op != "atom" or not self._by_name:
            return None
        struct, _, path = str(value.payload).partition(".")
        name = path.rpartition(".")[2]
        return (self._by_name.get(f"{struct}.{name}") or self._by_name.get(name)) if name else None

    def facts(self, field: Value, held: Value) -> Iterator[Value]:
        """What holds of `held`, the value that the host stores in a field."""
        stated = self.of(field)
        if stated is not None and stated.least is not None:
            yield less_equal(constant(stated.least), held)
        if stated is not None and stated.most is not None:
            yield less_equal(held, constant(stated.most))

    def decide(self, comparison: Value) -> bool | None:
        """Whether a comparison holds for all values in the ranges, or for none; None where some make it true."""
        (least, most), (other_least, other_most) = (self._interval(side) for side in comparison.args)
        match comparison.op:
            case "<":
                return True if most < other_least else False if least >= other_most else None
            case "<=":
                return True if most <= other_least else False if least > other_most else None
            case "==":
                if most < other_least or other_most < least:
                    return False
                return True if least == most == other_least == other_most else None
        return None

    def _interval(self, value: Value) -> Interval:
        if value.op == "const" and isinstance(value.payload, (int, float)):
            return value.payload, value.payload
        stated = self.of(value)
        if stated is None:
            return -_INFINITY, _INFINITY
        return (
            -_INFINITY if stated.least is None else stated.least,
            _INFINITY if stated.most is None else stated.most,
        )


NO_RANGES = Ranges()
