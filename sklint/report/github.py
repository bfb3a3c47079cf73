"""`github`: workflow commands that a GitHub runner turns into annotations.

Source: "Workflow commands for GitHub Actions" (message and property escapes are those of the actions toolkit).
"""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding
from sklint.report.escape import visible
from sklint.report.prose import prose
from sklint.report.view import View

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(view: View) -> Iterator[str]:
    """One command a finding, and one for each file that could not be analysed."""
    for finding in view.report.findings:
        yield _command(_COMMANDS[finding.severity], _properties(view, finding), prose(view, finding))
    for entry in view.report.not_analysed:
        place = {"file": view.path(entry.path), "line": str(entry.line), "title": "sklint"}
        yield _command("error", place, f"{view.text('not analysed')}: {visible(view.say(entry.reason))}")


def _properties(view: View, finding: Finding) -> dict[str, str]:
    at = finding.at
    properties = {"file": view.path(at.path), "line": str(at.line), "endLine": str(at.end_line)}
    if at.line == at.end_line:
        # Columns belong to annotations of one line only.
        properties |= {"col": str(at.column), "endColumn": str(at.end_column)}
    name = view.name(finding.code)
    return properties | {"title": f"sklint {finding.code}" + (f" ({name})" if name else "")}


def _command(name: str, properties: dict[str, str], body: str) -> str:
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(body)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    # Line ends have an escape of their own here; what has none is made visible.
    safe = "\n".join(visible(line) for line in text.split("\n"))
    return _data(safe).replace(":", "%3A").replace(",", "%2C")
