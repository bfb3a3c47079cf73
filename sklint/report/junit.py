"""`junit`: test results for CI servers; a file is a suite, a finding is a failed test.

The form satisfies both the schema of Ant's reports and that of the Jenkins xUnit plug-in. Time and host, which Ant's
wants, are constants: the same tree gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sklint.finding import Finding
from sklint.report.escape import visible, xml_text
from sklint.report.prose import prose
from sklint.report.view import View

_CONSTANTS = 'time="0" timestamp="1970-01-01T00:00:00" hostname="localhost"'


def render(view: View) -> Iterator[str]:
    """Suites by path; a run without findings is one suite with one test that passed."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    cases = [(view.path(f.at.path), _name(f), "failure", f.code, prose(view, f)) for f in view.report.findings]
    told = {(finding.at.path, finding.at.line) for finding in view.report.findings if finding.code == "SK001"}
    for lost in view.report.not_analysed:
        if (lost.path, lost.line) not in told:
            reason = visible(view.say(lost.reason))
            cases.append((view.path(lost.path), f"SK001 {lost.line}:1", "error", "SK001", reason))
    # Findings come in order of path; the sort is stable.
    suites = groupby(sorted(cases, key=lambda case: case[0]), key=lambda case: case[0])
    number = -1
    for number, (path, group) in enumerate(suites):
        yield from _suite(number, path, [case[1:] for case in group])
    if number < 0:
        yield from _suite(0, "sklint", [(view.text("no findings"), "", "", "")])
    yield "</testsuites>\n"


def _suite(number: int, path: str, cases: list[tuple[str, str, str, str]]) -> Iterator[str]:
    failures = sum(kind == "failure" for _, kind, _, _ in cases)
    errors = sum(kind == "error" for _, kind, _, _ in cases)
    name = xml_text(path)
    yield (
        f' <testsuite id="{number}" name="{name}" package="sklint" tests="{len(cases)}" failures="{failures}" '
        f'errors="{errors}" {_CONSTANTS}>\n  <properties/>\n'
    )
    for title, kind, code, body in cases:
        opening = f'  <testcase name="{xml_text(title)}" classname="{name}" time="0"'
        if not kind:
            yield f"{opening}/>\n"
            continue
        first = xml_text(body.partition("\n")[0])
        lines = "\n".join(xml_text(line) for line in body.split("\n"))
        yield f'{opening}>\n   <{kind} message="{first}" type="{code}">{lines}</{kind}>\n  </testcase>\n'
    yield "  <system-out/>\n  <system-err/>\n </testsuite>\n"


def _name(finding: Finding) -> str:
    return f"{finding.code} {finding.at.line}:{finding.at.column}"
