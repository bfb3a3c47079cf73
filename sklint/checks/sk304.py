"""SK304 set-value-visibility: `SetValue` before a barrier, with the tensor still alive and no clean between."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.cache_lines import LINE, apart, covers, flowing, release_text, releases, same_buffer
from sklint.checks.own_stores import stored_by_all
from sklint.checks.paths import path_of
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel, events

CODE = "SK304"
_HOW = "SetValue"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Follow the lines that tensors remember from `SetValue` to the next barrier."""
    if (True, _HOW) not in kernel.touched:
        return
    for core_kind, root in kernel.trees.items():
        yield from _found(kernel, core_kind, root)


def _found(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> Iterator[Finding]:
    # a build for GE makes tensors write their line back when they write another one and when they die; others do not
    lazy = path_of(kernel) == "ge"
    numbers: dict[tree.ScalarAccess, int] = {}
    stores: list[tuple[tree.ScalarAccess, Calls]] = []
    found: dict[Span, tuple[int, tree.Event]] = {}

    def wanted(event: tree.Event) -> bool:
        match event:
            case tree.ScalarAccess(write=True, how="SetValue") | tree.CacheClean() | tree.TensorEnd():
                return True
        return releases(event)

    def step(state: frozenset[int], event: tree.Event, calls: Calls) -> frozenset[int]:
        match event:
            case tree.ScalarAccess(memory=memory):
                if lazy and not memory.holder:
                    return state
                number = numbers.setdefault(event, len(stores))
                if number == len(stores):
                    stores.append((event, calls))
                if lazy:
                    state = frozenset(n for n in state if _stays(stores[n][0].memory, memory))
                return state | {number}
            case tree.TensorEnd(tensor=tensor):
                return frozenset(n for n in state if not lazy or stores[n][0].memory.holder != tensor)
            case tree.CacheClean():
                return frozenset(n for n in state if not covers(event, stores[n][0].memory))
        for number in state:
            found.setdefault(stores[number][0].at, (number, event))
        return frozenset()

    Flow(step).run(flowing(root, wanted), frozenset())
    for number, barrier in found.values():
        if not _is_read_by_its_writers(kernel, stores[number][0]):
            yield _finding(kernel, core_kind, *stores[number], barrier)


def _is_read_by_its_writers(kernel: WalkedKernel, access: tree.ScalarAccess) -> bool:
    """Whether all that reads a buffer in the kernel are cores that have stored there themselves, as every other one.

    A core sees what is in its own data cache; a copy does not.
    """
    read = False
    for root in kernel.trees.values():
        readers = [event for event in events(root) if _reads(event, access.memory)]
        if not readers:
            continue
        if any(isinstance(event, tree.Copy) for event in readers) or access.at not in stored_by_all(root):
            return False
        read = True
    return read


def _reads(event: tree.Event, memory: tree.Memory) -> bool:
    match event:
        case tree.Copy(out=False, memory=other):
            return other is None or same_buffer(other, memory)
        case tree.ScalarAccess(write=False, memory=other):
            return same_buffer(other, memory)
    return False


def _stays(before: tree.Memory, now: tree.Memory) -> bool:
    """Whether the line written before stays in the cache at a further store: another tensor, or the same line."""
    if before.holder != now.holder:
        return True
    between = apart(before, now)
    return between is not None and abs(between) < LINE


def _finding(
    kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess, calls: Calls, barrier: tree.Event
) -> Finding:
    name, text = access.memory.name, release_text(barrier)
    if path_of(kernel) == "ge":
        said = message(
            "`SetValue` keeps its line in the cache until `{name}` writes another line or dies, and it is alive at "
            "`{barrier}`: the cores that it lets go on read the old value",
            name=name,
            barrier=text,
        )
    else:
        said = message(
            "`SetValue` on `{name}` is not written back before `{barrier}`: outside GE no accessor flushes, and the "
            "cores that it lets go on read the old value",
            name=name,
            barrier=text,
        )
    return Finding(
        CODE,
        "warning",
        "likely",
        said,
        access.at,
        (kernel.name,),
        core_kind,
        message(
            "call `DataCacheCleanAndInvalid` on the line before `{barrier}`, or write through a temporary "
            "(`{name}[i].SetValue(0, …)`) where the operator is used from GE only",
            barrier=text,
            name=name,
        ),
        (Step(barrier.at, message("other cores go on from here")), *call_steps(calls)),
    )
