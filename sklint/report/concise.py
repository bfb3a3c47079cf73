"""`concise`: one line a finding, as compilers and editors expect it."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.report.escape import visible
from sklint.report.paint import paint
from sklint.report.summary import closing_lines, not_analysed_lines
from sklint.report.view import View


def render(view: View) -> Iterator[str]:
    """`path:line:column: CODE [severity] message`."""
    for finding in view.report.findings:
        place = visible(f"{view.path(finding.at.path)}:{finding.at.line}:{finding.at.column}")
        code = paint(finding.code, finding.severity, view.colour, link=view.link(finding.code))
        message = visible(view.say(finding.message))
        yield f"{paint(place, 'place', view.colour)}: {code} [{finding.severity}] {message}\n"
    yield from not_analysed_lines(view)
    yield from closing_lines(view)
