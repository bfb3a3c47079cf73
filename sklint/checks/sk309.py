"""SK309 unprotected-dcci-off: scalar GM access in a kernel that is bound to run without flushes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.bindings import Binding, bindings
from sklint.checks.cache_lines import covers, flowing
from sklint.checks.paths import path_of
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel

CODE = "SK309"
# the bit of SK_BIND that stands for a kernel which needs no flush around it (SK_BIND.md)
NO_FLUSH = 4


@dataclass(frozen=True, slots=True)
class _Cache:
    """Whether the path has invalidated the cache, and the stores that no clean has followed."""

    cleaned: bool = False
    dirty: frozenset[int] = frozenset()


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Loads before any clean and stores behind the last one, where a binding or a script takes the flushes away."""
    if not kernel.touched:
        return
    reason = _reason(kernel)
    if reason is not None:
        for core_kind, root in kernel.trees.items():
            yield from _found(kernel, core_kind, root, reason)


def _reason(kernel: WalkedKernel) -> Step | None:
    """The binding or the option that takes the framework's flushes from the kernel."""
    if kernel.unflushed_at is not None and path_of(kernel) == "ge":
        return Step(kernel.unflushed_at, message("`dcci-disable-on-kernel` names the operator here"))
    binding = next((one for one in bindings(kernel.program) if _takes_flushes(one, kernel)), None)
    return None if binding is None else Step(binding.at, message("bound here with {bits}", bits=binding.capabilities))


def _takes_flushes(binding: Binding, kernel: WalkedKernel) -> bool:
    """Whether the binding is of this kernel and takes the framework's flushes away."""
    bound = any(one.function.key == kernel.entry.key for one in binding.bound())
    return bound and binding.capabilities is not None and bool(binding.capabilities & NO_FLUSH)


def _found(kernel: WalkedKernel, core_kind: str, root: tree.Seq, reason: Step) -> Iterator[Finding]:
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
        yield _finding(kernel, core_kind, access, calls, reason)


def _finding(kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess, calls: Calls, reason: Step) -> Finding:
    if access.write:
        said = message(
            "`{name}` is written by scalar stores and not cleaned, and nothing flushes the cache behind the kernel, as "
            "its binding or a script asks: the next operator reads the old value",
            name=access.memory.name,
        )
        repair = message(
            "bind without bit 4 or take the operator off the list, or call `DataCacheCleanAndInvalid` behind the last "
            "store"
        )
    else:
        said = message(
            "`{name}` is read by the scalar unit before any clean, and nothing flushes the cache before the "
            "kernel, as its binding or a script asks: it may read what the cache still holds of an earlier operator",
            name=access.memory.name,
        )
        repair = message(
            "bind without bit 4 or take the operator off the list, or call `DataCacheCleanAndInvalid` before the first "
            "load"
        )
    return Finding(
        CODE,
        "error" if access.write else "warning",
        "proved" if access.write else "likely",
        said,
        access.at,
        (kernel.name,),
        core_kind,
        repair,
        (reason, *call_steps(calls)),
    )
