"""SK002 site-not-analysed: a sync, pipe, cache or early-start call seen in the text and lost before the walk."""

from __future__ import annotations

from sklint.finding import Finding, message
from sklint.program import Span

CODE = "SK002"


def finding(path: str, line: int, column: int) -> Finding:
    """The finding for a call that the text names and the program model does not have."""
    return Finding(
        CODE,
        "info",
        "proved",
        message(
            "this call was lost before the analysis: the statement around it could not be read, so no rule has seen it"
        ),
        Span(path, line, column, line, column),
        (),
        "",
        message(
            "see `sklint doctor` for the includes and names that are missing; `--include` and `--define` supply them"
        ),
    )
