"""What a kernel file keeps for the other architecture, and whether reading it for that one is worth it."""

from __future__ import annotations

from collections.abc import Mapping

from sklint.launching import KernelHost
from sklint.program import Program, Site
from sklint.task import Task
from sklint.units import ARCHITECTURES

# What may lead to code that is read for the other architecture only, and as well to what every reading has.
_PERHAPS = frozenset({"include", "code"})
# What a build for the other hardware has to be there for.
_IN_A_BUILD = _PERHAPS | {"type", "state"}


def left_out(programs: Mapping[str, Program]) -> frozenset[Site]:
    """The kernels and calls of a file, and what may lead to some, that an `#if` leaves out for both kinds of core."""
    vector, cube = (frozenset(one.elsewhere) for one in programs.values())
    return vector & cube


def may_be_elsewhere(task: Task, host: KernelHost, programs: Mapping[str, Program]) -> frozenset[Site]:
    """What the file has that another reading may find; none where the settings state the hardware.

    The type of a kernel, states that it sets, and what only may lead to code count where the operator can be built for
    the other hardware, and has no file for that.
    """
    if task.options.architecture is not None:
        return frozenset()
    left = left_out(programs)
    perhaps = {site for site in left if site.kind in _IN_A_BUILD}
    if perhaps and not _may_be_built(task, host, sum(ARCHITECTURES) - programs["aiv"].architecture):
        return left - perhaps
    return left


def _may_be_built(task: Task, host: KernelHost, architecture: int) -> bool:
    own = task.kernel.entries
    apart = {name for one in task.operator.kernels if one.architecture == architecture for name in one.entries}
    return any(name not in apart and host.built_for(name, architecture) for name in own)


def brings_more(sites: frozenset[Site], places: set[tuple[str, int]], seen: set[tuple[str, int]]) -> bool:
    """Whether a reading is worth a walk that has these `sites` of what the first one left out.

    `places` is where its code stands, and `seen` where that of the readings before it does.
    """
    return any(site.kind not in _PERHAPS for site in sites) or (bool(sites) and not places <= seen)
