"""The closing lines that the formats for people share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sklint.finding import SEVERITIES
from sklint.messages import marked
from sklint.report.escape import visible
from sklint.report.paint import paint
from sklint.report.view import View
from sklint.report.wrap import wrap

_COUNTED = marked(
    {
        "error": ("{count} error", "{count} errors"),
        "warning": ("{count} warning", "{count} warnings"),
        "info": ("{count} note", "{count} notes"),
    }
)


def not_analysed_lines(view: View) -> Iterator[str]:
    """One line for each file that could not be analysed, unless a finding (SK001) says so already."""
    told = {(finding.at.path, finding.at.line) for finding in view.report.findings if finding.code == "SK001"}
    for entry in view.report.not_analysed:
        if (entry.path, entry.line) not in told:
            place = visible(f"{view.path(entry.path)}:{entry.line}")
            word = view.text("not analysed")
            yield f"{paint(place, 'place', view.colour)}: {word}: {visible(view.say(entry.reason))}\n"


def looked_at(view: View) -> str:
    """How many kernels in how many files."""
    report = view.report
    match report.kernels, report.files:
        case 1, 1:
            return view.text("1 kernel in 1 file")
        case 1, _:
            return view.text("1 kernel in {files} files", files=report.files)
        case _, 1:
            return view.text("{kernels} kernels in 1 file", kernels=report.kernels)
    return view.text("{kernels} kernels in {files} files", kernels=report.kernels, files=report.files)


def closing_lines(view: View) -> Iterator[str]:
    """What was found and what was looked at, so that silence can be told from blindness."""
    report = view.report
    counts = Counter(finding.severity for finding in report.findings)
    parts = [
        paint(view.text(_COUNTED[severity][counts[severity] != 1], count=counts[severity]), severity, view.colour)
        for severity in reversed(SEVERITIES)
        if counts[severity]
    ]
    found = ", ".join(parts) if parts else view.text("no findings")
    if report.suppressed:
        found += ", " + view.text("{count} suppressed", count=len(report.suppressed))
    looked = looked_at(view)
    sites = report.sites
    calls = view.text(
        "sync, pipe and cache calls: {seen} seen, {walked} walked, {unreached} unreached, {lost} lost",
        seen=sites.seen,
        walked=sites.walked,
        unreached=sites.unreached,
        lost=sites.lost,
    )
    yield f"{found} ({looked})\n"
    said = [calls] if sites.seen else []
    if report.doubtful:
        doubtful = view.text(
            "less sure findings not shown: {count} (`--min-confidence possible` shows all)",
            count=len(report.doubtful),
        )
        said.append(doubtful)
    for text in said:
        for line in wrap(text, view.width):
            yield paint(line, "faint", view.colour) + "\n"
