"""How often a flag is set in one go: the sets of one core with no wait of that core between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sklint.walk import tree
from sklint.walk.values import Value

# a flag is a counter of four bits (CrossCoreSetFlag.md)
MOST = 15


@dataclass(slots=True)
class _Burst:
    """The sets since the last wait, by flag, and those that were too many."""

    sets: dict[Value, int] = field(default_factory=dict)
    calls: list[tree.Called] = field(default_factory=list)
    found: dict[object, tuple[tree.FlagSet, int, tuple[tree.Called, ...]]] = field(default_factory=dict)


def overflowing(root: tree.Seq) -> Iterator[tuple[tree.FlagSet, int, tuple[tree.Called, ...]]]:
    """Sets that a loop of a known number of rounds, or mere repetition, makes more than `MOST` times in one go."""
    burst = _Burst()
    _count(root, 1, burst)
    yield from burst.found.values()


def _count(node: tree.Node, times: int, burst: _Burst) -> None:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                _count(inner, times, burst)
        case tree.Branch(then=then, otherwise=otherwise):
            before = dict(burst.sets)
            _count(then, times, burst)
            one, burst.sets = burst.sets, before
            _count(otherwise, times, burst)
            for flag, number in one.items():
                burst.sets[flag] = max(number, burst.sets.get(flag, 0))
        case tree.Loop(body=body, count=count):
            known = count.payload if count is not None and count.is_constant else 1
            _count(body, times if _waits(body) or not isinstance(known, int) else times * max(known, 1), burst)
        case tree.Called(body=body):
            burst.calls.append(node)
            _count(body, times, burst)
            burst.calls.pop()
        case tree.FlagWait() | tree.AllCoreSync(soft=False):
            burst.sets.clear()
        case tree.FlagSet(flag=flag) if flag.is_constant:
            burst.sets[flag] = burst.sets.get(flag, 0) + times
            if burst.sets[flag] > MOST:
                burst.found[node.at] = (node, burst.sets[flag], tuple(burst.calls))


def _waits(node: tree.Node) -> bool:
    match node:
        case tree.Seq(body=body):
            return any(map(_waits, body))
        case tree.Branch(then=then, otherwise=otherwise):
            return _waits(then) or _waits(otherwise)
        case tree.Loop(body=inner) | tree.Called(body=inner):
            return _waits(inner)
        case tree.FlagWait() | tree.AllCoreSync(soft=False):
            return True
    return False
