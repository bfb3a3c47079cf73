"""A finding as a few plain lines, for formats that carry one block of text."""

from __future__ import annotations

from sklint.finding import Finding
from sklint.report.escape import visible
from sklint.report.view import View


def prose(view: View, finding: Finding) -> str:
    """The message, the trace and the repair, a line each; safe but for these line ends."""
    lines = [visible(view.say(finding.message))]
    for step in finding.trace:
        place = visible(f"{view.path(step.at.path)}:{step.at.line}:{step.at.column}")
        lines.append(f"{place}: {visible(view.say(step.message))}")
    if finding.repair:
        lines.append(f"{view.text('repair')}: {visible(view.say(finding.repair))}")
    return "\n".join(lines)
