"""What the checks report, and what a run reports beside it: plain data that every output format reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from sklint.program import Span
from sklint.timeline import KernelTimeline

SEVERITIES = ("info", "warning", "error")
CONFIDENCES = ("possible", "likely", "proved")


@dataclass(frozen=True, slots=True)
class Message:
    """A text in English with `{named}` places; the template is the id that translations are looked up by.

    Arguments that come from the linted text are inserted as they are: the output formats escape them. An argument may
    be a message itself, which is translated with the whole.
    """

    template: str
    args: tuple[tuple[str, str | Message], ...] = ()

    def __str__(self) -> str:
        return self.template.format_map(dict(self.args)) if self.args else self.template


def message(template: str, **args: object) -> Message:
    """A `Message` with its arguments as text, those that are messages as they are."""
    return Message(
        template, tuple((name, value if isinstance(value, Message) else str(value)) for name, value in args.items())
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One station of the path that leads to a finding."""

    at: Span
    message: Message


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect at one source site; `kernels` are all that reach it, `core_kind` is aic, aiv or empty for both.

    `function` is the qualified name of the function the site stands in, empty at file scope and where not known.
    """

    code: str
    severity: str
    confidence: str
    message: Message
    at: Span
    kernels: tuple[str, ...] = ()
    core_kind: str = ""
    repair: Message | None = None
    trace: tuple[Step, ...] = ()
    edits: tuple[Edit, ...] = ()
    function: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A safe replacement of the text at `at` (one line, end exclusive)."""

    at: Span
    text: str


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that somebody decided to live with: `by` is comment or baseline, `at` the comment."""

    finding: Finding
    by: str
    reason: str = ""
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class NotAnalysed:
    """A file or an entry that could not be read, parsed or walked, or a whole run's note about one."""

    path: str
    line: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Sites:
    """How the calls that the linted text names were accounted for (DESIGN: nothing is skipped in silence)."""

    seen: int = 0
    walked: int = 0
    unreached: int = 0
    lost: int = 0

    def __add__(self, other: Sites) -> Sites:
        return Sites(
            self.seen + other.seen,
            self.walked + other.walked,
            self.unreached + other.unreached,
            self.lost + other.lost,
        )


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a run; findings are in stable order (path, line, column, code).

    `doubtful` are findings less sure than what is asked for. `sources` are the files of the linted tree that were
    read, by absolute path; `timelines` are filled on request.
    """

    findings: tuple[Finding, ...] = ()
    kernels: int = 0
    files: int = 0
    not_analysed: tuple[NotAnalysed, ...] = ()
    sites: Sites = field(default_factory=Sites)
    notes: tuple[Message, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    doubtful: tuple[Finding, ...] = ()
    sources: tuple[str, ...] = ()
    timelines: tuple[KernelTimeline, ...] = ()
