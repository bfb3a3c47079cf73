"""SK001 file-not-analysed: a file or entry that could not be read, parsed or walked."""

from __future__ import annotations

from sklint.finding import Finding, NotAnalysed
from sklint.program import Span

CODE = "SK001"


def finding(entry: NotAnalysed) -> Finding:
    """The finding for what a run could not analyse."""
    return Finding(CODE, "error", "proved", entry.reason, Span(entry.path, entry.line, 1, entry.line, 1))
