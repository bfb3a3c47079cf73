"""Who meets whom: the barriers of a kernel, and the groups of cores that reach each, for a picture.

Cores part at conditions on the core index; the first few of them that matter make the groups. What else a branch
depends on is left open: a barrier behind it is reached on some paths only.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sklint.program import Span
from sklint.timeline import KernelTimeline, TimelineCores, TimelineStop
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import negate, show

# Two conditions part the cores of a kind into four groups; more columns than that nobody reads.
MOST_CONDITIONS = 2
MOST_STOPS = 60

_Key = tuple[str, int, int]
# For each condition in order: whether it holds for the group.
_Group = tuple[bool, ...]
_BOTH_KINDS = frozenset({"aic", "aiv"})


@dataclass(frozen=True, slots=True)
class _Stop:
    what: str
    at: Span
    kinds: frozenset[str]
    looped: bool


@dataclass(frozen=True, slots=True)
class _Left:
    """How control leaves a piece of the tree early: on all paths, and by which statements on any."""

    always: bool = False
    by: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Lane:
    """One group on its way: what it surely reaches, and what it reaches on some paths."""

    holds: Mapping[str, bool]
    reached: set[_Key] = field(default_factory=set)
    perhaps: set[_Key] = field(default_factory=set)

    def follow(self, node: tree.Node, sure: bool) -> _Left:
        match node:
            case tree.Seq(body=body):
                by: frozenset[str] = frozenset()
                for inner in body:
                    left = self.follow(inner, sure and not by)
                    by |= left.by
                    if left.always:
                        return _Left(True, by)
                return _Left(False, by)
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                holds = self.holds.get(show(condition.value))
                if holds is not None:
                    return self.follow(then if holds else otherwise, sure)
                one, other = self.follow(then, False), self.follow(otherwise, False)
                return _Left(one.always and other.always, one.by | other.by)
            case tree.Loop(trips=trips, body=body, at_least_once=at_least_once):
                left = self.follow(body, sure and trips.depends == "uniform")
                by = left.by - {"break", "continue"}
                return _Left(left.always and at_least_once and left.by == {"return"}, by)
            case tree.Called(body=body):
                self.follow(body, sure)
                return _Left()
            case tree.Exit(what=what):
                return _Left(True, frozenset([what]))
            case _ if _is_barrier(node):
                (self.reached if sure else self.perhaps).add(_key(node.at))
        return _Left()


def timeline(kernel: WalkedKernel) -> KernelTimeline | None:
    """The picture of a kernel, None for one without barriers between cores."""
    stops = _stops(kernel.trees)
    if not stops:
        return None
    cores: list[TimelineCores] = []
    lanes: list[_Lane] = []
    for kind, root in kernel.trees.items():
        for which, lane in _lanes(root):
            cores.append(TimelineCores(kind, which))
            lanes.append(lane)
    shown = list(itertools.islice(stops.items(), MOST_STOPS))
    return KernelTimeline(
        kernel.name,
        kernel.entry.at,
        tuple(cores),
        tuple(_drawn(key, stop, cores, lanes) for key, stop in shown),
        len(stops) - len(shown),
    )


def _drawn(key: _Key, stop: _Stop, cores: Sequence[TimelineCores], lanes: Sequence[_Lane]) -> TimelineStop:
    reached = tuple(n for n, lane in enumerate(lanes) if key in lane.reached)
    perhaps = tuple(n for n, lane in enumerate(lanes) if key in lane.perhaps - lane.reached)
    met = {*reached, *perhaps}
    apart = tuple(n for n, group in enumerate(cores) if group.kind not in stop.kinds and n not in met)
    return TimelineStop(stop.what, stop.at, reached, perhaps, apart, stop.looped)


def _lanes(root: tree.Seq) -> Iterator[tuple[str, _Lane]]:
    """The groups of one kind of core that go different ways, each with the condition that makes it."""
    parting = _parting(root)
    ways: dict[tuple[frozenset[_Key], frozenset[_Key]], tuple[_Lane, list[_Group]]] = {}
    for group in itertools.product((True, False), repeat=len(parting)):
        holds: dict[str, bool] = {}
        for condition, value in zip(parting, group, strict=True):
            holds |= {show(condition.value): value, show(negate(condition.value)): not value}
        lane = _Lane(holds)
        lane.follow(root, True)
        ways.setdefault((frozenset(lane.reached), frozenset(lane.perhaps)), (lane, []))[1].append(group)
    for lane, groups in ways.values():
        yield _words(parting, groups), lane


def _words(parting: Sequence[tree.Condition], groups: Sequence[_Group]) -> str:
    """What a core has to fulfil to be in one of these groups; empty if nothing."""
    if len(groups) == 2 ** len(parting):
        return ""
    return " or ".join(dict.fromkeys(_conjunction(parting, group, groups) for group in groups))


def _conjunction(parting: Sequence[tree.Condition], group: _Group, groups: Sequence[_Group]) -> str:
    """The conditions of one group, without those that make no difference beside the others."""
    words = []
    for place, (condition, holds) in enumerate(zip(parting, group, strict=True)):
        twin = (*group[:place], not holds, *group[place + 1 :])
        if twin not in groups:
            words.append(condition.text if holds else f"!({condition.text})")
    return " && ".join(words)


def _parting(root: tree.Seq) -> list[tree.Condition]:
    """The first conditions on the core index around a barrier or a way out, in order, each meaning once."""
    found: dict[str, tree.Condition] = {}
    for condition in _conditions(root):
        meaning = show(condition.value)
        if meaning not in found and show(negate(condition.value)) not in found:
            found[meaning] = condition
    return list(found.values())[:MOST_CONDITIONS]


def _conditions(node: tree.Node) -> Iterator[tree.Condition]:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _conditions(inner)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            if condition.depends == "core-index" and (_matters(then) or _matters(otherwise)):
                yield condition
            yield from _conditions(then)
            yield from _conditions(otherwise)
        case tree.Loop(body=body) | tree.Called(body=body):
            yield from _conditions(body)
        case _:
            return


def _matters(node: tree.Node) -> bool:
    match node:
        case tree.Exit():
            return True
        case tree.Seq(body=body):
            return any(_matters(inner) for inner in body)
        case tree.Branch(then=then, otherwise=otherwise):
            return _matters(then) or _matters(otherwise)
        case tree.Loop(body=body) | tree.Called(body=body):
            return any(_is_barrier(event) for event in events(body))
        case _:
            return _is_barrier(node)


def _stops(trees: Mapping[str, tree.Seq]) -> dict[_Key, _Stop]:
    """The barriers of all kinds of core in program order; one site is one stop."""
    order: dict[_Key, _Stop] = {}
    for kind, root in trees.items():
        merged: dict[_Key, _Stop] = {}
        known = iter(order.items())
        for event, looped in _barriers(root, False):
            key = _key(event.at)
            if key in order and key not in merged:
                # What the other kind has before this site stays before it.
                for earlier, stop in known:
                    merged.setdefault(earlier, stop)
                    if earlier == key:
                        break
            before = merged.get(key) or order.get(key)
            kinds = _kinds(event, kind) | (before.kinds if before else frozenset())
            loops = looped or (before.looped if before else False)
            merged[key] = _Stop(event.text or event.api, event.at, kinds, loops)
        merged |= {key: stop for key, stop in order.items() if key not in merged}
        order = merged
    return order


def _barriers(node: tree.Node, looped: bool) -> Iterator[tuple[tree.AllCoreSync | tree.FlagSet, bool]]:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _barriers(inner, looped)
        case tree.Branch(then=then, otherwise=otherwise):
            yield from _barriers(then, looped)
            yield from _barriers(otherwise, looped)
        case tree.Loop(body=body):
            yield from _barriers(body, True)
        case tree.Called(body=body):
            yield from _barriers(body, looped)
        case tree.AllCoreSync() | tree.FlagSet():
            yield node, looped
        case _:
            return


def _kinds(event: tree.AllCoreSync | tree.FlagSet, kind: str) -> frozenset[str]:
    """The kinds of core that a barrier waits for: a flag those that set it, `SyncAll<false>` both."""
    match event:
        case tree.AllCoreSync(aiv_only=False):
            return _BOTH_KINDS
        case _:
            return frozenset([kind])


def _is_barrier(node: tree.Node) -> bool:
    return isinstance(node, (tree.AllCoreSync, tree.FlagSet))


def _key(at: Span) -> _Key:
    return at.path, at.line, at.column
