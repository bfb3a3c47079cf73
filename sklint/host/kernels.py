"""Kernels with their launches as plain data, made where the kernel was walked."""

from __future__ import annotations

from dataclasses import dataclass

from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events


@dataclass(frozen=True, slots=True)
class LaunchSite:
    """One place that launches a kernel; `count` as in `Launch`, `schedule_mode` None where it depends on the path."""

    path: str
    line: int
    count: str
    expression: str
    schedule_mode: int | None
    call: str
    root: str
    empty: bool


@dataclass(frozen=True, slots=True)
class KernelCores:
    """One kernel: its type and where that comes from, AIC and AIV per block, its hard barriers and its launches.

    `ratio` is None where the type is not known, `syncs` are sync-all, soft-sync and cross-core.
    """

    name: str
    path: str
    line: int
    architecture: int
    kernel_type: str
    type_from: str
    ratio: tuple[int, int] | None
    syncs: tuple[str, ...]
    launches: tuple[LaunchSite, ...]


def kernel_cores(kernel: WalkedKernel) -> KernelCores:
    """What `sklint cores` shows of one kernel; its launches are read from the host."""
    at = kernel.entry.at
    sites = {
        (launch.path, launch.line, launch.root): LaunchSite(
            launch.path,
            launch.line,
            launch.count,
            launch.expression,
            launch.schedule_mode,
            launch.call,
            launch.root,
            launch.empty,
        )
        for launch in kernel.launches
    }
    return KernelCores(
        kernel.name,
        at.path,
        at.line,
        kernel.architecture,
        "|".join(sorted(kernel.kind.types)),
        kernel.kind.origin,
        kernel.kind.ratio,
        tuple(dict.fromkeys(_syncs(kernel))),
        tuple(sites.values()),
    )


def _syncs(kernel: WalkedKernel) -> list[str]:
    found = []
    for root in kernel.trees.values():
        for event in events(root):
            match event:
                case tree.AllCoreSync(soft=soft):
                    found.append("soft-sync" if soft else "sync-all")
                case tree.FlagSet(mode=0):
                    found.append("cross-core")
    return sorted(found)
