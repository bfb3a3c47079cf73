"""Between which numbers an expression of the host lies, where its parts tell: what a tiling key can never be."""

from __future__ import annotations

from collections.abc import Mapping

from sklint.facts.host import host_facts
from sklint.host.bounds import is_core_count
from sklint.walk.values import Value, folded, is_truth, known_of_values, number_of

Interval = tuple[float, float]
_MOST_NUMBERS = 64
# How the size of a memory or type is called that the platform tells: there is none without any.
SIZE_OF = "size of "
# No SoC has a core that is alone (facts/socs.toml); an option may leave fewer than a device has, but some to share.
FEWEST_CORES = 2
_ALL: Interval = (-float("inf"), float("inf"))


# Each expression is looked at once: every question to a host meets the same ones.
_intervals: dict[Value, Interval] = known_of_values()
_numbers: dict[Value, frozenset[float] | None] = known_of_values()


def by_bounds(comparison: Value) -> bool | None:
    """What the bounds of its sides say of an equality or an order; None where they leave it open."""
    if comparison.op == "==":
        return False if _are_apart(*comparison.args) else None
    if comparison.op not in ("<", "<="):
        return None
    (least, most), (other_least, other_most) = map(interval, comparison.args)
    if most < other_least or (most == other_least and comparison.op == "<="):
        return True
    return False if other_most < least or (other_most == least and comparison.op == "<") else None


def _are_apart(left: Value, right: Value) -> bool:
    """Whether no number is both."""
    mine, others = numbers(left), numbers(right)
    if mine is not None and others is not None:
        return mine.isdisjoint(others)
    (least, most), (other_least, other_most) = interval(left), interval(right)
    return most < other_least or other_most < least


def numbers(value: Value) -> frozenset[float] | None:
    """All that an expression may be, where that is a few numbers."""
    if value not in _numbers:
        _numbers[value] = None
        found = _few(value)
        _numbers[value] = found if found is not None and len(found) <= _MOST_NUMBERS else None
    return _numbers[value]


def _few(value: Value) -> frozenset[float] | None:
    number = number_of(value)
    if number is not None:
        return frozenset((number,))
    if is_truth(value):
        return frozenset((0, 1))
    if value.op == "sum":
        offset, factors = value.payload
        found = frozenset((offset,))
        for arg, factor in zip(value.args, factors, strict=True):
            parts = numbers(arg)
            if parts is None or len(found) * len(parts) > _MOST_NUMBERS:
                return None
            found = frozenset(so_far + factor * part for so_far in found for part in parts)
        return found
    # what a choice was between is known even where its condition grew too large
    sides = [numbers(side) for side in (value.args[1:] if value.op == "ite" else folded(value))]
    return frozenset().union(*(side for side in sides if side is not None)) if sides and None not in sides else None


def interval(value: Value) -> Interval:
    """The least and the most that an expression may be."""
    known = _intervals.get(value)
    if known is None:
        # a value that is its own part, which no expression is, would be unbounded
        _intervals[value] = _ALL
        known = _intervals[value] = _made(value)
    return known


def _made(value: Value) -> Interval:
    number = number_of(value)
    if number is not None:
        return number, number
    match value.op:
        case "atom":
            if is_core_count(value):
                return FEWEST_CORES, float("inf")
            if str(value.payload).startswith(SIZE_OF):
                return 1, float("inf")
            return _answered(str(value.payload), host_facts().answers)
        case "sum":
            offset, factors = value.payload
            parts = [_scaled(interval(arg), factor) for arg, factor in zip(value.args, factors, strict=True)]
            return offset + sum(part[0] for part in parts), offset + sum(part[1] for part in parts)
        case "ite":
            return _around([interval(side) for side in value.args[1:]])
        case "min" | "max":
            pick = min if value.op == "min" else max
            parts = [interval(arg) for arg in value.args]
            return pick(part[0] for part in parts), pick(part[1] for part in parts)
        case _ if value.op.startswith("call "):
            return _answered(value.op.removeprefix("call "), host_facts().answers)
    return (0, 1) if is_truth(value) else _ALL


def _answered(name: str, answers: Mapping[str, Interval]) -> Interval:
    """What a query of the framework may answer, by the name of the last call in it."""
    return answers.get(name.rpartition(".")[2].partition("(")[0], _ALL)


def _scaled(interval: Interval, factor: float) -> Interval:
    ends = interval[0] * factor, interval[1] * factor
    return min(ends), max(ends)


def _around(parts: list[Interval]) -> Interval:
    return min(part[0] for part in parts), max(part[1] for part in parts)
