"""The picture of a kernel's barriers: plain data that a walk fills, drawn by the HTML report."""

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
    """One barrier (or other event worth a mark) in program order, and the groups that reach it.

    `reached` holds indices into `KernelTimeline.cores`; `perhaps` those that reach it on some of their paths only.
    `what` is the call as people write it; `note` a word for the reader (in a loop, in which function); `finding` is
    the code of the rule that reports this site, or empty.
    """

    what: str
    at: Span
    reached: tuple[int, ...]
    perhaps: tuple[int, ...] = ()
    note: str = ""
    finding: str = ""


@dataclass(frozen=True, slots=True)
class KernelTimeline:
    """The barriers of one kernel, from entry to return."""

    kernel: str
    at: Span
    cores: tuple[TimelineCores, ...]
    stops: tuple[TimelineStop, ...]
