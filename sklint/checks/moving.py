"""How a place of GM moves from round to round of a loop, as far as what the loop carries tells."""

from __future__ import annotations

from collections.abc import Sequence

from sklint.walk import tree
from sklint.walk.values import Value, add, constant, scale, subtract


def changes(loop: tree.Loop, loops: Sequence[tree.Loop], place: Value | None) -> bool:
    """Whether a place may be another one from round to round; what the loops within go through starts anew in each."""
    if place is None:
        return True
    began = _began(loop, loops)
    inner = loops[loops.index(loop) + 1 :]
    pending = _open(place)
    seen: set[Value] = set()
    while pending:
        part = pending.pop()
        if part in seen or part.payload[1] < began:
            continue
        seen.add(part)
        if any(part in _varied(one) and one.following is not one.during for one in loop.carried):
            return True
        if any(part in _varied(one) for one in loop.carried):
            continue
        starts = [one.before for within in inner for one in within.carried if part in _varied(one)]
        if not starts:
            return True
        for start in starts:
            if start is None:
                return True
            pending += _open(start)
    return False


def _began(loop: tree.Loop, loops: Sequence[tree.Loop]) -> int:
    """The number from which on the open values are those of the rounds: what they carry is the first of them."""
    own: list[int] = [part.payload[1] for one in loop.carried for part in _varied(one)]
    if own:
        return min(own)
    around = loops[: loops.index(loop)]
    before: list[int] = [part.payload[1] for outer in around for one in outer.carried for part in _varied(one)]
    return max(before, default=-1) + 1


def _open(value: Value) -> list[Value]:
    return [part for part in value.walk() if part.op == "fresh"]


def _varied(one: tree.Carried) -> list[Value]:
    """The open values that stand for what a loop carries, whatever it was before."""
    if one.during is None:
        return []
    before = set() if one.before is None else set(_open(one.before))
    return [part for part in _open(one.during) if part not in before]


def step_of(loop: tree.Loop, place: Value) -> int | float | None:
    """By how many bytes each round moves a place; None where that is no number."""
    pairs = dict(zip(place.args, place.payload[1], strict=True)) if place.op == "sum" else {place: 1}
    whole: int | float = 0
    for one in loop.carried:
        if one.during is None or one.following is one.during:
            continue
        for part, factor in pairs.items():
            if part is one.during:
                moved = None if one.following is None else subtract(one.following, one.during)
                if moved is None or not moved.is_constant:
                    return None
                whole += factor * moved.payload
            elif any(inner in _varied(one) for inner in part.walk()):
                return None
    return whole


def in_next_round(place: Value, loop: tree.Loop, loops: Sequence[tree.Loop]) -> Value | None:
    """A place as the next round of a loop finds it, in the values of this one; None where that is not known."""
    began = _began(loop, loops)
    carried = {one.during: one.following for one in loop.carried if one.during is not None}
    offset, factors = place.payload if place.op == "sum" else (0, (1,))
    whole = constant(offset)
    for part, factor in zip(place.args if place.op == "sum" else (place,), factors, strict=True):
        coming = part
        if any(inner.payload[1] >= began for inner in _open(part)):
            following = carried.get(part)
            if following is None:
                return None
            coming = following
        whole = add(whole, scale(coming, factor))
    return whole
