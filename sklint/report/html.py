"""`html`: one page with everything in it, to be read in a browser without a network."""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import re
from collections import Counter
from collections.abc import Iterator

from sklint.finding import SEVERITIES, Finding, Suppressed
from sklint.messages import LOCALES, marked
from sklint.program import Span
from sklint.report.escape import visible_characters, xml_text
from sklint.report.frame import marked_range, shown_lines
from sklint.report.source import line_at
from sklint.report.summary import looked_at
from sklint.report.svg import drawing, mark_of
from sklint.report.view import View

_TAB = "    "
_LEGEND = marked({"reached": "reached", "perhaps": "reached on some paths", "missed": "not reached"})
_QUOTED = re.compile("`([^`]*)`")


def render(view: View) -> Iterator[str]:
    """The page: counts, filters, timelines, findings with code and trace, what was not analysed."""
    style, script = _part("report.css"), _part("report.js")
    hidden = [entry.finding for entry in view.report.suppressed]
    kernels = _kernels(view, [*view.report.findings, *hidden])
    yield from _head(view, style, script)
    yield from _filters(view, kernels)
    yield from _timelines(view, kernels)
    yield f"<h2>{_word(view, 'Findings')} (<span id=shown>{len(view.report.findings) + len(hidden)}</span>)</h2>\n"
    if not view.report.findings and not hidden:
        yield f"<p>{_word(view, 'no findings')}</p>\n"
    for finding in view.report.findings:
        yield from _finding(view, finding, kernels, None)
    for entry in view.report.suppressed:
        yield from _finding(view, entry.finding, kernels, entry)
    yield from _not_analysed(view)
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def _part(name: str) -> str:
    return importlib.resources.files("sklint.report").joinpath("page").joinpath(name).read_text(encoding="utf-8")


def _word(view: View, source: str, **args: object) -> str:
    return xml_text(view.text(source, **args))


def _prose(text: str) -> str:
    """A message with its quoted identifiers as code."""
    return _QUOTED.sub(r"<code>\1</code>", xml_text(text))


def _kernels(view: View, findings: list[Finding]) -> dict[str, int]:
    names = {name for finding in findings for name in finding.kernels}
    names |= {timeline.kernel for timeline in view.report.timelines}
    return {name: number for number, name in enumerate(sorted(names))}


def _head(view: View, style: str, script: str) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; form-action 'none'"
    report = view.report
    counts = Counter(finding.severity for finding in report.findings)
    numbers = [f"{xml_text(view.word(severity))}: {counts[severity]}" for severity in reversed(SEVERITIES)]
    numbers.append(f"{_word(view, 'suppressed')}: {len(report.suppressed)}")
    looked = xml_text(looked_at(view))
    sites = _word(
        view,
        "sync, pipe and cache calls: {seen} seen, {walked} walked, {unreached} unreached, {lost} lost",
        seen=report.sites.seen,
        walked=report.sites.walked,
        unreached=report.sites.unreached,
        lost=report.sites.lost,
    )
    yield (
        f'<!DOCTYPE html>\n<html lang="{LOCALES[view.language].replace("_", "-")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{_word(view, 'sklint report')}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<h1>{_word(view, 'sklint report')}</h1>\n<p>{' · '.join(numbers)}</p>\n"
        f'<p class="soft">{looked}<br>{sites}</p>\n'
    )


def _filters(view: View, kernels: dict[str, int]) -> Iterator[str]:
    every = f"<option value=''>{_word(view, 'all')}</option>"
    findings = [*view.report.findings, *(entry.finding for entry in view.report.suppressed)]
    codes = sorted({finding.code for finding in findings})
    rules = "".join(
        f'<option value="{code}">{xml_text(f"{code} {view.name(code)}".strip())}</option>' for code in codes
    )
    severities = "".join(
        f'<option value="{name}">{xml_text(view.word(name))}</option>' for name in reversed(SEVERITIES)
    )
    names = "".join(f'<option value="{number}">{xml_text(name)}</option>' for name, number in kernels.items())
    # Without its script the page shows everything, and no filters that do nothing.
    yield (
        "<form hidden>\n"
        f'<label>{_word(view, "rule")} <select name="rule">{every}{rules}</select></label>\n'
        f'<label>{_word(view, "severity")} <select name="severity">{every}{severities}</select></label>\n'
        f'<label>{_word(view, "kernel")} <select name="kernel">{every}{names}</select></label>\n'
        f'<label>{_word(view, "text")} <input name="words" type="search"></label>\n'
        "</form>\n"
    )


def _timelines(view: View, kernels: dict[str, int]) -> Iterator[str]:
    if not view.report.timelines:
        return
    yield f"<h2>{_word(view, 'Barriers')}</h2>\n<p class='legend'>"
    for kind, text in _LEGEND.items():
        yield f'<span><svg width="20" height="20">{mark_of(kind, 10, 10).strip()}</svg> {_word(view, text)}</span> '
    yield "</p>\n"
    for timeline in view.report.timelines:
        caption = f"<code>{xml_text(timeline.kernel)}</code> <span class='soft'>{_place(view, timeline.at)}</span>"
        yield f'<figure data-kernels="{kernels[timeline.kernel]}">\n<figcaption>{caption}</figcaption>\n'
        yield from drawing(view, timeline)
        yield "</figure>\n"


def _finding(view: View, finding: Finding, kernels: dict[str, int], entry: Suppressed | None) -> Iterator[str]:
    numbers = " ".join(str(kernels[name]) for name in finding.kernels)
    style = f"{finding.severity} suppressed" if entry else finding.severity
    title = f"{finding.code} {view.name(finding.code)}".strip()
    yield (
        f'<article class="{style}" data-code="{finding.code}" data-kernels="{numbers}">\n'
        f'<h3><span class="code" title="{xml_text(view.summary(finding.code))}">{xml_text(title)}</span> '
        f"{_prose(view.say(finding.message))}</h3>\n<p class='place'><code>{_place(view, finding.at)}</code></p>\n"
    )
    yield from _code(finding.at, before=2, after=1)
    if finding.repair:
        yield f'<p class="repair">{_word(view, "repair")}: {_prose(view.say(finding.repair))}</p>\n'
    if finding.trace:
        yield f"<details open><summary>{_word(view, 'trace')}</summary>\n<ol>\n"
        for step in finding.trace:
            yield f"<li>{_prose(view.say(step.message))} <code class='soft'>{_place(view, step.at)}</code>\n"
            yield from _code(step.at, before=0, after=0)
            yield "</li>\n"
        yield "</ol>\n</details>\n"
    yield f"<p class='facts soft'>{' · '.join(_facts(view, finding, entry))}</p>\n</article>\n"


def _facts(view: View, finding: Finding, entry: Suppressed | None) -> Iterator[str]:
    yield xml_text(view.word(finding.severity))
    yield xml_text(view.word(finding.confidence))
    if finding.kernels:
        yield f"{_word(view, 'kernel')}: {xml_text(', '.join(finding.kernels))}"
    if finding.core_kind:
        yield xml_text(view.word(finding.core_kind))
    if finding.function:
        yield f"{_word(view, 'function')}: <code>{xml_text(finding.function)}</code>"
    if entry:
        by = view.text("suppressed by a comment" if entry.by == "comment" else "suppressed by the baseline")
        yield xml_text(f"{by}: {entry.reason}" if entry.reason else by)


def _code(at: Span, before: int, after: int) -> Iterator[str]:
    shown = shown_lines(at, before, after)
    if not shown:
        return
    gutter = len(str(shown[-1]))
    yield "<pre>"
    for number in shown:
        source = line_at(at.path, number)
        start, end = marked_range(at, number, source)
        pieces = [_TAB if char == "\t" else part for char, part in zip(source, visible_characters(source), strict=True)]
        before_mark, marked, rest = ("".join(part) for part in (pieces[:start], pieces[start:end], pieces[end:]))
        mark = f"<mark>{_code_text(marked)}</mark>" if marked else ""
        yield f"<i>{number:>{gutter}} </i>{_code_text(before_mark)}{mark}{_code_text(rest)}\n"
    yield "</pre>\n"


def _code_text(safe: str) -> str:
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _not_analysed(view: View) -> Iterator[str]:
    if not view.report.not_analysed:
        return
    yield f"<h2>{_word(view, 'Not analysed')}</h2>\n<ul>\n"
    for lost in view.report.not_analysed:
        place = xml_text(f"{view.path(lost.path)}:{lost.line}")
        yield f"<li><code>{place}</code> {_prose(view.say(lost.reason))}</li>\n"
    yield "</ul>\n"


def _place(view: View, at: Span) -> str:
    return xml_text(f"{view.path(at.path)}:{at.line}:{at.column}")
