"""What a run has decided about conditions that it cannot compute: the same value gets the same answer again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from sklint.checks.numbers import Number, is_steady
from sklint.walk.values import Value, negate

_CONNECTED = {"and": True, "or": False}


class Answers:
    """Answers by condition, those to its parts and to its opposite included.

    `held` and `same` are what the run knows of the values of its loops: a number, or what they are the same as.
    """

    def __init__(self, held: Mapping[Value, Number], same: Mapping[Value, Value]) -> None:
        self._held = held
        self._same = same
        self._truths: dict[Hashable, bool] = {}
        # what values are called until one of a loop changes
        self._names: dict[Value, Hashable] = {}

    def __len__(self) -> int:
        return len(self._truths)

    def rename(self) -> None:
        """Something that is held, or what it is the same as, has changed."""
        self._names.clear()

    def told(self, value: Value) -> bool | None:
        """The answer that follows from those before; None where none does."""
        if not self._truths:
            return None
        key, opposite = self._key(value)
        known = self._truths.get(key)
        if known is not None:
            return known is not opposite
        if value.op == "not":
            inner = self.told(value.args[0])
            return None if inner is None else not inner
        neutral = _CONNECTED.get(value.op)
        if neutral is None:
            return None
        parts = [self.told(part) for part in value.args]
        if (not neutral) in parts:
            return not neutral
        return None if None in parts else neutral

    def learn(self, value: Value, truth: bool) -> None:
        """Note an answer."""
        key, opposite = self._key(value)
        self._truths[key] = truth is not opposite
        if value.op == "not":
            self.learn(value.args[0], not truth)
        neutral = _CONNECTED.get(value.op)
        if neutral is None:
            return
        rest = value.args if truth is neutral else [part for part in value.args if self.told(part) is not neutral]
        if truth is neutral or len(rest) == 1:
            for part in rest:
                self.learn(part, truth)

    def _key(self, value: Value) -> tuple[Hashable, bool]:
        """What is the same for equal conditions and for their opposites, and whether it stands for the opposite."""
        opposite = negate(value)
        if opposite.number < value.number:
            return self._name(opposite), True
        return self._name(value), False

    def _name(self, value: Value) -> Hashable:
        name = self._names.get(value)
        if name is None:
            name = self._names[value] = self._made_name(value)
        return name

    def _made_name(self, value: Value) -> Hashable:
        held = self._held.get(value)
        if held is not None:
            return held
        if value.op == "fresh":
            # what a loop's value is the same as may be made of that very value, a round earlier
            return _plain(self._same.get(value, value))
        if is_steady(value):
            # a run holds values of loops only, and of those there is none in it
            return value
        return (value.op, value.payload, *map(self._name, value.args)) if value.args else value


def _plain(value: Value) -> Hashable:
    if is_steady(value):
        return value
    return (value.op, value.payload, *map(_plain, value.args)) if value.args else value
