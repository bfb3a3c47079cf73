"""`json-lines`: one JSON object a line; each finding as in `json`, with its kind, then the summary."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.report.escape import json_text
from sklint.report.json import VERSION, finding_object, summary_object, suppressed_object
from sklint.report.view import View


def render(view: View) -> Iterator[str]:
    """Lines of kind finding, suppressed and, last, summary."""
    for finding in view.report.findings:
        yield json_text({"kind": "finding", **finding_object(view, finding)}) + "\n"
    for entry in view.report.suppressed:
        yield json_text({"kind": "suppressed", **suppressed_object(view, entry)}) + "\n"
    yield json_text({"kind": "summary", "version": VERSION, **summary_object(view)}) + "\n"
