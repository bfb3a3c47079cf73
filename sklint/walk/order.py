"""How values compare with numbers, by the comparisons that hold."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from sklint.walk.values import Value, number_of

# A number, and on which side of it the value ends: 0 where it may be the number, 1 above it, -1 below it. Values may be
# fractions, so that less than 4 is not 3 at most.
_End = tuple[int | float, int]
Between = tuple[_End, _End]
_ANYWHERE: Between = ((-inf, 0), (inf, 0))


class Order:
    """The ends between which values lie; what was learned last is forgotten first."""

    def __init__(self, between: Mapping[Value, Between] | None = None) -> None:
        self._between = dict(between or {})
        # what was narrowed, when, and where it lay before
        self._narrowed: list[tuple[int, Value, Between | None]] = []

    def known(self) -> Mapping[Value, Between]:
        """All that is known, for another to begin with."""
        return dict(self._between)

    def learn(self, comparison: Value, when: int) -> None:
        """Note a comparison that holds; `when` tells later what was learned since."""
        left, right = comparison.args
        number = number_of(right)
        side, above = (left, False) if number is not None else (right, True)
        number = number_of(left) if number is None else number
        if number is None:
            return
        strict = comparison.op == "<"
        low, high = self._between.get(side, _ANYWHERE)
        if above or comparison.op == "==":
            low = max(low, (number, int(strict)))
        if not above or comparison.op == "==":
            high = min(high, (number, -strict))
        if (low, high) != self._between.get(side, _ANYWHERE):
            self._narrowed.append((when, side, self._between.get(side)))
            self._between[side] = low, high

    def forget(self, since: int) -> None:
        """Forget what was learned `since` then."""
        while self._narrowed and self._narrowed[-1][0] >= since:
            _, side, before = self._narrowed.pop()
            if before is None:
                del self._between[side]
            else:
                self._between[side] = before

    def decide(self, comparison: Value) -> bool | None:
        """Whether a comparison with a number holds for all that a value may be, or for none; None else."""
        if not self._between:
            return None
        left, right = comparison.args
        if (between := self._between.get(left)) is not None and (number := number_of(right)) is not None:
            low, high = between
            if comparison.op == "==":
                return self._is(number, between)
            end = (number, -(comparison.op == "<"))
            return True if high <= end else False if low > end else None
        if (between := self._between.get(right)) is not None and (number := number_of(left)) is not None:
            low, high = between
            if comparison.op == "==":
                return self._is(number, between)
            end = (number, int(comparison.op == "<"))
            return True if low >= end else False if high < end else None
        return None

    @staticmethod
    def _is(number: int | float, between: Between) -> bool | None:
        low, high = between
        if not low <= (number, 0) <= high:
            return False
        return True if low == high else None
