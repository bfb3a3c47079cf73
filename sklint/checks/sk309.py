"""SK309 unprotected-dcci-off: scalar GM access in a kernel that is bound to run without flushes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.bound import NO_FLUSH, Bound, bound
from sklint.checks.cache_lines import covers, flowing
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel

CODE = "SK309"


@dataclass(frozen=True, slots=True)
class _Cache:
    """Whether the path has invalidated the cache, and the stores that no clean has followed."""

    cleaned: bool = False
    dirty: frozenset[int] = frozenset()


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Loads before any clean and stores behind the last one, where bit 4 of the binding takes the flushes away."""
    if not kernel.touched or kernel.path == "aclnn":
        return
    binding = bound(kernel)
    if binding is None or not binding.capabilities & NO_FLUSH:
        return
    for core_kind, root in kernel.trees.items():
        yield from _found(kernel, core_kind, root, binding)


def _found(kernel: WalkedKernel, core_kind: str, root: tree.Seq, binding: Bound) -> Iterator[Finding]:
    numbers: dict[tree.ScalarAccess, int] = {}
    stores: list[tuple[tree.ScalarAccess, Calls]] = []
    found: dict[Span, tuple[tree.ScalarAccess, Calls]] = {}

    def step(state: _Cache, event: tree.Event, calls: Calls) -> _Cache:
        match event:
            case tree.CacheClean():
                left = frozenset(number for number in state.dirty if not covers(event, stores[number][0].memory))
                return _Cache(True, left)
            case tree.ScalarAccess(write=True):
                number = numbers.setdefault(event, len(stores))
                if number == len(stores):
                    stores.append((event, calls))
                return replace(state, dirty=state.dirty | {number})
            case tree.ScalarAccess() if not state.cleaned:
                found.setdefault(event.at, (event, calls))
        return state

    def wanted(event: tree.Event) -> bool:
        match event:
            case tree.ScalarAccess(how=how):
                return how != "bypass"
        return isinstance(event, tree.CacheClean)

    for state in Flow(step).run(flowing(root, wanted), _Cache()):
        for number in sorted(state.dirty):
            found[stores[number][0].at] = stores[number]
    for access, calls in found.values():
        yield _finding(kernel, core_kind, access, calls, binding)


def _finding(kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess, calls: Calls, binding: Bound) -> Finding:
    if access.write:
        said = message(
            "`{name}` is written by scalar stores and not cleaned, and bit 4 of the binding takes the flush behind the "
            "kernel away: the next operator reads the old value",
            name=access.memory.name,
        )
        repair = message("bind without bit 4, or call `DataCacheCleanAndInvalid` behind the last store")
    else:
        said = message(
            "`{name}` is read by the scalar unit before any clean, and bit 4 of the binding takes the flush before "
            "the kernel away: it may read what the cache still holds of an earlier operator",
            name=access.memory.name,
        )
        repair = message("bind without bit 4, or call `DataCacheCleanAndInvalid` before the first load")
    return Finding(
        CODE,
        "error" if access.write else "warning",
        "proved" if access.write else "likely",
        said,
        access.at,
        (kernel.name,),
        core_kind,
        repair,
        (Step(binding.at, message("bound here with {bits}", bits=binding.capabilities)), *call_steps(calls)),
    )
