"""Scalar stores that are still in the data cache when another core or the next operator goes on (SK301, SK302)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from sklint.checks.cache_lines import covers, flowing, release_text, releases
from sklint.checks.compiled import is_never_fused, may_be_marked
from sklint.checks.line_readers import read_behind
from sklint.checks.paths import path_of
from sklint.checks.places import places
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel, events


@dataclass(frozen=True, slots=True)
class Unflushed:
    """A store that no clean follows before `until` (None: before the end of the kernel).

    `sure` tells that what stands behind `until` reads this memory, not any; `more` is how many stores to the same
    record follow at once and are left like it.
    """

    access: tree.ScalarAccess
    calls: Calls
    until: tree.Event | None
    sure: bool = True
    more: int = 0


def unflushed(kernel: WalkedKernel, core_kind: str, how: str) -> tuple[Unflushed, ...]:
    """The stores of one way of writing that some path does not clean, each place once, barriers before the end.

    A barrier counts where somebody may read behind it what was stored before.
    """

    def wanted(event: tree.Event) -> bool:
        return _is_store(event, how) or isinstance(event, tree.CacheClean) or releases(event)

    numbers: dict[tree.ScalarAccess, int] = {}
    stores: list[tuple[tree.ScalarAccess, Calls]] = []
    released: dict[int, list[tree.Event]] = {}

    def step(state: frozenset[int], event: tree.Event, calls: Calls) -> frozenset[int]:
        match event:
            case tree.ScalarAccess():
                number = numbers.setdefault(event, len(stores))
                if number == len(stores):
                    stores.append((event, calls))
                return state | {number}
            case tree.CacheClean():
                return frozenset(number for number in state if not covers(event, stores[number][0].memory))
        for number in state:
            barriers = released.setdefault(number, [])
            if event not in barriers:
                barriers.append(event)
        return state

    small = flowing(kernel.trees[core_kind], wanted)
    left = {number for state in Flow(step).run(small, frozenset()) for number in state}
    batched = set(_batched(small)) if left or released else set()
    found = []
    for number in sorted(left | released.keys()):
        access, calls = stores[number]
        if access in batched:
            continue
        read = partial(read_behind, kernel, core_kind, access)
        barriers = released.get(number, [])
        until = next((event for event in barriers if read(event, True)), None)
        # the framework flushes the whole cache around every kernel whose tiling is sunk
        stays = number in left and not (path_of(kernel) == "sink" or _stays_alone(kernel, core_kind, access))
        if until is None and not stays:
            until = next((event for event in barriers if read(event, False)), None)
            if until is not None:
                found.append(Unflushed(access, calls, until, False))
        else:
            found.append(Unflushed(access, calls, until))
    return tuple(_by_record(small, found))


def _by_record(root: tree.Seq, found: list[Unflushed]) -> Iterator[Unflushed]:
    """The stores, those that fill a record one after the other as one: one clean behind the last is what they lack."""
    firsts = dict(_followers(root))
    kept: dict[tuple[tree.ScalarAccess, tree.Event | None, bool], Unflushed] = {}
    for one in found:
        key = (firsts.get(one.access, one.access), one.until, one.sure)
        known = kept.get(key)
        kept[key] = one if known is None else replace(known, more=known.more + 1)
    yield from kept.values()


def _followers(node: tree.Node) -> Iterator[tuple[tree.ScalarAccess, tree.ScalarAccess]]:
    """The stores that follow another one to the same record at once, each with the first of them."""
    match node:
        case tree.Seq(body=body):
            first: tree.ScalarAccess | None = None
            for inner in body:
                if not isinstance(inner, tree.ScalarAccess):
                    first = None
                    yield from _followers(inner)
                elif first is not None and _is_one_record(first.memory, inner.memory):
                    yield inner, first
                else:
                    first = inner
        case tree.Branch(then=then, otherwise=otherwise):
            yield from _followers(then)
            yield from _followers(otherwise)
        case tree.Loop(body=body) | tree.Called(body=body):
            yield from _followers(body)


def _is_one_record(left: tree.Memory, right: tree.Memory) -> bool:
    """Whether two accesses are to parts of the structure at one address: how far apart these lie is not known."""
    return not (left.tensor or right.tensor or left.element_size or right.element_size) and left.index is right.index


def _batched(node: tree.Node) -> Iterator[tree.ScalarAccess]:
    """The stores of loops that clean a line whenever a number of rounds has filled it; the rest is cleaned behind."""
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _batched(inner)
        case tree.Branch(then=then, otherwise=otherwise):
            yield from _batched(then)
            yield from _batched(otherwise)
        case tree.Called(body=body):
            yield from _batched(body)
        case tree.Loop(body=body, carried=carried):
            rounds = {one.during for one in carried}
            cleans = [
                clean
                for clean, around in places(body, lambda node: isinstance(node, tree.CacheClean))
                if any(not rounds.isdisjoint(condition.value.walk()) for condition, _ in around.conditions)
            ]
            for store in events(body) if cleans else ():
                if isinstance(store, tree.ScalarAccess) and any(
                    isinstance(clean, tree.CacheClean) and covers(clean, store.memory) for clean in cleans
                ):
                    yield store
            yield from _batched(body)


def _is_store(event: tree.Event, how: str) -> bool:
    return isinstance(event, tree.ScalarAccess) and event.write and event.how == how


def findings(kernel: WalkedKernel, code: str, how: str, by: Message, repair: Message) -> Iterator[Finding]:
    """The findings of one way of writing; `by` says what the store goes through."""
    if (True, how) not in kernel.touched:
        return
    for core_kind in kernel.trees:
        for one in unflushed(kernel, core_kind, how):
            yield _finding(kernel, core_kind, code, one, by, repair)


def _stays_alone(kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess) -> bool:
    """Whether a store is compiled only into what is never fused: a launch of its own is flushed at its end."""
    return may_be_marked(kernel) and all(
        is_never_fused(kernel, around.conditions)
        for _, around in places(kernel.trees[core_kind], lambda node: node is access)
    )


def _finding(kernel: WalkedKernel, core_kind: str, code: str, one: Unflushed, by: Message, repair: Message) -> Finding:
    steps: list[Step] = []
    if one.more:
        by = message("{by}, with {count} more to the same record,", by=by, count=one.more)
    severity, confidence = ("error", "proved") if one.sure else ("warning", "possible")
    if one.until is not None:
        said = message(
            "the store to `{name}` {by} is still in the data cache of this core at `{barrier}`: the cores that it lets "
            "go on may read the old value from memory",
            name=one.access.memory.name,
            by=by,
            barrier=release_text(one.until),
        )
        steps.append(Step(one.until.at, message("other cores go on from here")))
    elif path_of(kernel) == "ge":
        said = message(
            "the store to `{name}` {by} stays in the data cache of this core: inside a SuperKernel nothing flushes it "
            "when the operator ends, so the next one may read the old value, or be overwritten later on",
            name=one.access.memory.name,
            by=by,
        )
    else:
        severity, confidence = "warning", "likely"
        said = message(
            "the store to `{name}` {by} is not cleaned by this kernel: it reaches the next operator only where the "
            "framework flushes the whole cache behind this one (inferred for this path)",
            name=one.access.memory.name,
            by=by,
        )
    steps.extend(call_steps(one.calls))
    return Finding(code, severity, confidence, said, one.access.at, (kernel.name,), core_kind, repair, tuple(steps))
