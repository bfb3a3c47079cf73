"""`gitlab`: the code quality report that merge requests show.

Source: GitLab's documentation, "Code Quality", the table of fields of a report.
"""

from __future__ import annotations

from collections.abc import Iterator

from sklint.report.escape import json_text, visible
from sklint.report.fingerprint import unique_fingerprints
from sklint.report.view import View

_SEVERITIES = {"error": "critical", "warning": "major", "info": "info"}


def render(view: View) -> Iterator[str]:
    """One array; fingerprints are unique in it, and the same next time while the finding is."""
    findings = view.report.findings
    paths = [view.path(finding.at.path) for finding in findings]
    entries = [
        {
            "description": f"{finding.code}: {visible(view.say(finding.message))}",
            "check_name": view.name(finding.code) or finding.code,
            "fingerprint": mark,
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": path, "lines": {"begin": finding.at.line, "end": finding.at.end_line}},
        }
        for finding, path, mark in zip(findings, paths, unique_fingerprints(findings, paths), strict=True)
    ]
    yield json_text(entries, indent=1) + "\n"
