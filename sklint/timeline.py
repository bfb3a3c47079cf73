"""The picture of a kernel's barriers: plain data that the walk fills and the HTML report draws."""

from __future__ import annotations

from dataclasses import dataclass

from sklint.program import Span


@dataclass(frozen=True, slots=True)
class TimelineCores:
    """A group of cores of one kind that take the same way: `kind` is aic or aiv, `which` says which (`idx < n`).

    `which` is empty for all cores of the kind.
    """

    kind: str
    which: str = ""


@dataclass(frozen=True, slots=True)
class TimelineStop:
    """One barrier in program order, and the groups that reach it.

    `reached` holds indices into `KernelTimeline.cores`; `perhaps` those that reach it on some of their paths only;
    `apart` those that it does not wait for. All others miss it. `what` is the call as people write it; `looped` tells
    that it stands in a loop.
    """

    what: str
    at: Span
    reached: tuple[int, ...]
    perhaps: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    looped: bool = False


@dataclass(frozen=True, slots=True)
class KernelTimeline:
    """The barriers of one kernel, from entry to return; `more` is how many are left out of a long one."""

    kernel: str
    at: Span
    cores: tuple[TimelineCores, ...]
    stops: tuple[TimelineStop, ...]
    more: int = 0
