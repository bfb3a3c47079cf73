"""Between which numbers an expression of the host lies, where its parts tell: what a tiling key can never be."""

from __future__ import annotations

from collections.abc import Mapping

from sklint.facts.host import host_facts
from sklint.walk.values import Value, is_truth, number_of

Interval = tuple[float, float]
_ALL: Interval = (-float("inf"), float("inf"))


class Intervals:
    """The bounds of expressions; each node is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Value, Interval] = {}

    def are_apart(self, left: Value, right: Value) -> bool:
        """Whether no number is both."""
        (least, most), (other_least, other_most) = self.of(left), self.of(right)
        return most < other_least or other_most < least

    def of(self, value: Value) -> Interval:
        """The least and the most that an expression may be."""
        known = self._known.get(value)
        if known is None:
            # a value that is its own part, which no expression is, would be unbounded
            self._known[value] = _ALL
            known = self._known[value] = self._made(value)
        return known

    def _made(self, value: Value) -> Interval:
        number = number_of(value)
        if number is not None:
            return number, number
        match value.op:
            case "atom":
                return _answered(str(value.payload), host_facts().answers)
            case "sum":
                offset, factors = value.payload
                parts = [_scaled(self.of(arg), factor) for arg, factor in zip(value.args, factors, strict=True)]
                return offset + sum(part[0] for part in parts), offset + sum(part[1] for part in parts)
            case "ite":
                return _around([self.of(side) for side in value.args[1:]])
            case "min" | "max":
                pick = min if value.op == "min" else max
                parts = [self.of(arg) for arg in value.args]
                return pick(part[0] for part in parts), pick(part[1] for part in parts)
            case _ if value.op.startswith("call "):
                return _answered(value.op, host_facts().answers)
        return (0, 1) if is_truth(value) else _ALL


def _answered(name: str, answers: Mapping[str, Interval]) -> Interval:
    """What a query of the framework may answer, by the name of the last call in it."""
    return answers.get(name.rpartition(".")[2].partition("(")[0], _ALL)


def _scaled(interval: Interval, factor: float) -> Interval:
    ends = interval[0] * factor, interval[1] * factor
    return min(ends), max(ends)


def _around(parts: list[Interval]) -> Interval:
    return min(part[0] for part in parts), max(part[1] for part in parts)
