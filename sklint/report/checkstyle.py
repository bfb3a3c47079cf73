"""`checkstyle`: the XML of the Java tool of that name, which many CI servers and editors read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sklint.report.escape import xml_text
from sklint.report.view import View


def render(view: View) -> Iterator[str]:
    """One `file` element a file, one `error` element a finding or a failure to analyse."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n'
    entries = [
        (view.path(f.at.path), f.at.line, f.at.column, f.severity, view.say(f.message), f"sklint.{f.code}")
        for f in view.report.findings
    ]
    told = {(path, line) for path, line, *_, source in entries if source == "sklint.SK001"}
    for lost in view.report.not_analysed:
        if (path := view.path(lost.path), lost.line) not in told:
            entries.append((path, lost.line, 1, "error", view.say(lost.reason), "sklint.SK001"))
    for path, group in groupby(sorted(entries), key=lambda entry: entry[0]):
        yield f' <file name="{xml_text(path)}">\n'
        for _, line, column, severity, text, source in group:
            yield (
                f'  <error line="{line}" column="{column}" severity="{severity}" '
                f'message="{xml_text(text)}" source="{source}"/>\n'
            )
        yield " </file>\n"
    yield "</checkstyle>\n"
