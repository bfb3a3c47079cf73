"""From a walked kernel to what decides how it runs in a SuperKernel."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks import checks
from sklint.fuse.kernels import KernelFacts, LaunchCount
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events

_TILING = "tiling"
_BATCH_ATTRIBUTE = "schedmode(1)"


def kernel_facts(kernel: WalkedKernel, lost: bool) -> KernelFacts:
    """The facts of one kernel; its launches are read from the host. `lost` is whether a call of its file was."""
    found = list(_events(kernel))
    hard = [event for event in found if isinstance(event, tree.AllCoreSync) and not event.soft]
    launches = [launch for launch in kernel.launches if not launch.empty]
    in_batch = bool(launches) and all(launch.schedule_mode == 1 for launch in launches)
    at = kernel.entry.at
    return KernelFacts(
        name=kernel.name,
        path=at.path,
        line=at.line,
        architecture=kernel.architecture,
        kernel_type=kernel.kind.type if len(kernel.kind.types) <= 1 else "",
        launches=tuple(LaunchCount(launch.count, launch.at) for launch in launches),
        barrier=_first(event.at for event in hard),
        detected=not _finds(kernel, "SK107"),
        flags=_first(event.at for event in found if isinstance(event, tree.FlagSet) and event.mode == 0),
        soft=any(isinstance(event, tree.AllCoreSync) and event.soft for event in found),
        one_vector_core=_finds(kernel, "SK201", "SK202"),
        scalar=any(isinstance(event, tree.ScalarAccess) and event.memory.origin != _TILING for event in found),
        batch=in_batch or _BATCH_ATTRIBUTE in kernel.entry.attributes,
        whole=not (lost or kernel.exhausted),
    )


def _events(kernel: WalkedKernel) -> Iterator[tree.Event]:
    for root in kernel.trees.values():
        yield from events(root)


def _first(places: Iterator[Span]) -> Span | None:
    return min(places, key=lambda at: (at.path, at.line, at.column), default=None)


def _finds(kernel: WalkedKernel, *codes: str) -> bool:
    """Whether the rules with these codes report the kernel."""
    return any(True for check in checks("check_kernel", frozenset(codes)) for _ in check(kernel))
