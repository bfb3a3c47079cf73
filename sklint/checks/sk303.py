"""SK303 gm-pointer-read: a load through a `__gm__` pointer of data that the kernel writes, without an invalidate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.cache_lines import flowing, parted_by_number, region
from sklint.checks.own_stores import stored_by_all
from sklint.checks.paths import path_of
from sklint.checks.polls import polls
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel, events
from sklint.walk.values import subtract

CODE = "SK303"
_POINTER = ("pointer",)
_ACCESSORS = ("pointer", "GetValue", "GetValue of a constant", "reference")


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a path knows: regions that were invalidated, those loaded since, what was copied out, a meeting of cores."""

    valid: frozenset[str] = frozenset()
    loaded: frozenset[str] = frozenset()
    copied: frozenset[int] = frozenset()
    met: bool = False


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Loads through pointers of what was copied out before, or may have been written by a core met before.

    Outside GE the accessors of tensors do not flush either, and count as well.
    """
    if not any((False, how) in kernel.touched for how in _ACCESSORS):
        return
    inside, elsewhere = (_found(kernel, ways) for ways in (_POINTER, _ACCESSORS))
    if inside or elsewhere:
        # which path it is takes a look at the host
        yield from inside if path_of(kernel) == "ge" else elsewhere


def _found(kernel: WalkedKernel, ways: tuple[str, ...]) -> list[Finding]:
    return [one for core_kind, root in kernel.trees.items() for one in _found_by(kernel, core_kind, root, ways)]


def _found_by(kernel: WalkedKernel, core_kind: str, root: tree.Seq, ways: tuple[str, ...]) -> Iterator[Finding]:
    # what every core has stored for itself is what it finds in its own cache
    own = stored_by_all(root)
    writers = [
        event
        for event in events(root)
        if _writes(event) is not None and not (isinstance(event, tree.ScalarAccess) and event.at in own)
    ]
    others = [
        event for kind, other in kernel.trees.items() if kind != core_kind for event in events(other) if _writes(event)
    ]
    if not writers and not others:
        return
    numbers = {id(event): number for number, event in enumerate(writers)}
    waiting = {one.access.at for one in polls(root)}
    found: dict[Span, tuple[tree.ScalarAccess, Calls, tree.Event]] = {}

    def step(state: _Seen, event: tree.Event, calls: Calls) -> _Seen:
        match event:
            case tree.CacheClean(whole=whole, memory=memory):
                if whole or memory is None or not region(memory):
                    return replace(state, valid=frozenset("*"), loaded=frozenset())
                return replace(state, valid=state.valid | {region(memory)}, loaded=state.loaded - {region(memory)})
            case tree.AllCoreSync() | tree.Handshake() | tree.FlagWait():
                return replace(state, valid=state.valid - state.loaded, loaded=frozenset(), met=True)
            case tree.Copy():
                return replace(state, copied=state.copied | {numbers[id(event)]})
            case tree.ScalarAccess(write=False, memory=memory) if region(memory):
                key = region(memory)
                if not ({key, "*"} & (state.valid | state.loaded)) and event.at not in waiting:
                    writer = _writer(event.memory, state)
                    if writer is not None:
                        found.setdefault(event.at, (event, calls, writer))
                return replace(state, loaded=state.loaded | {key})
        return state

    def _writer(memory: tree.Memory, state: _Seen) -> tree.Event | None:
        for number in sorted(state.copied):
            if _meets(writers[number], memory, True):
                return writers[number]
        if state.met:
            for one in writers:
                if _meets(one, memory, True):
                    return one
            for one in others:
                if _meets(one, memory, False):
                    return one
        return None

    def wanted(event: tree.Event) -> bool:
        match event:
            case tree.ScalarAccess(write=False, how=how):
                return how in ways
            case tree.Copy(out=True, memory=tree.Memory()):
                return True
            case tree.CacheClean() | tree.AllCoreSync() | tree.FlagWait():
                return True
            case tree.Handshake(which=which):
                return which == "wait"
        return False

    Flow(step).run(flowing(root, wanted), _Seen())
    for access, calls, writer in found.values():
        yield _finding(kernel, core_kind, access, calls, writer)


def _writes(event: tree.Event) -> tree.Memory | None:
    match event:
        case tree.Copy(out=True, memory=memory):
            return memory
        case tree.ScalarAccess(write=True, memory=memory):
            return memory
    return None


def _meets(writer: tree.Event, memory: tree.Memory, same_core_kind: bool) -> bool:
    """Whether the writer may write what is loaded; regions a tiling field apart are two."""
    written = _writes(writer)
    if written is None or not region(written) or region(written) != region(memory):
        return False
    if written.distance is None or memory.distance is None:
        return written.origin != "workspace"
    if not same_core_kind:
        return str(written.distance) == str(memory.distance)
    between = subtract(memory.distance, written.distance)
    if between.is_constant and isinstance(writer, tree.Copy) and writer.size is not None and writer.size.is_constant:
        return bool(0 <= between.payload < writer.size.payload)
    return parted_by_number(between)


def _finding(
    kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess, calls: Calls, writer: tree.Event
) -> Finding:
    return Finding(
        CODE,
        "warning",
        "likely",
        message(
            "`{name}` is read {through}, and this kernel writes that memory: a line that is in the data cache "
            "already, perhaps since an earlier operator of the SuperKernel, does not show what was written",
            name=access.memory.name,
            through=message("through a pointer")
            if access.how == "pointer"
            else message("without a flush on this path"),
        ),
        access.at,
        (kernel.name,),
        core_kind,
        message(
            "invalidate the line before the load (`dcci`, `DataCacheCleanAndInvalid`), or use `ReadGmByPassDCache`"
        ),
        (Step(writer.at, message("written here")), *call_steps(calls)),
    )
