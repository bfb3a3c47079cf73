"""`full`: each finding with its code frame, the path that leads to it, and the repair."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding
from sklint.program import Span
from sklint.report.escape import visible
from sklint.report.frame import FrameStyle, frame
from sklint.report.paint import paint
from sklint.report.summary import closing_lines, not_analysed_lines
from sklint.report.view import View
from sklint.report.wrap import wrap


def render(view: View) -> Iterator[str]:
    """One block a finding, an empty line between them, and the closing lines."""
    for finding in view.report.findings:
        yield from _block(view, finding)
        yield "\n"
    yield from not_analysed_lines(view)
    yield from closing_lines(view)


def _block(view: View, finding: Finding) -> Iterator[str]:
    gutter = len(str(max([finding.at.end_line, finding.at.line + 1, *(step.at.line for step in finding.trace)])))
    style = FrameStyle(gutter, view.width, view.colour, finding.severity)
    yield from _header(view, finding)
    yield f"{' ' * gutter}{paint('-->', 'gutter', view.colour)} {_place(view, finding.at)}\n"
    frame_lines = list(frame(finding.at, style, before=2, after=1))
    if frame_lines:
        edge = paint(f"{' ' * gutter} |", "gutter", view.colour) + "\n"
        yield edge
        yield from frame_lines
        yield edge
    if finding.at.macro:
        yield from _note(
            view, gutter, view.text("in"), view.text("the expansion of macro `{name}`", name=visible(finding.at.macro))
        )
    yield from _trace(view, finding, gutter)
    if finding.repair:
        yield from _note(view, gutter, view.text("repair"), visible(view.say(finding.repair)))
    if reached := _reached(view, finding):
        yield from _note(view, gutter, view.text("kernels" if len(finding.kernels) > 1 else "kernel"), reached)
    if name := view.name(finding.code):
        yield from _note(view, gutter, view.text("rule"), f"{name}, `sklint rule {finding.code}`")


def _header(view: View, finding: Finding) -> Iterator[str]:
    title = f"{finding.severity}[{finding.code}]"
    head, *tail = wrap(visible(view.say(finding.message)), view.width, f"{title}: ", "  ")
    painted = paint(title, finding.severity, view.colour, link=view.link(finding.code))
    yield painted + paint(head[len(title) :], "strong", view.colour) + "\n"
    for line in tail:
        yield paint(line, "strong", view.colour) + "\n"


def _trace(view: View, finding: Finding, gutter: int) -> Iterator[str]:
    """The stations, each with its line of code; a place that was shown before is named only."""
    style = FrameStyle(gutter, view.width, view.colour, "gutter")
    shown = {(finding.at.path, finding.at.line, finding.at.column)}
    for step in finding.trace:
        place = _place(view, step.at)
        head, *tail = wrap(visible(view.say(step.message)), view.width, " " * gutter + " = ", " " * gutter + "   ")
        yield _painted_sign(head, gutter, view.colour)
        yield from (line + "\n" for line in tail)
        yield f"{' ' * gutter}   {paint('-->', 'gutter', view.colour)} {place}\n"
        where = (step.at.path, step.at.line, step.at.column)
        if where not in shown:
            yield from frame(step.at, style, before=0, after=0, most=1)
        shown.add(where)


def _note(view: View, gutter: int, label: str, text: str) -> Iterator[str]:
    head, *tail = wrap(f"{label}: {text}", view.width, " " * gutter + " = ", " " * gutter + "   ")
    start = gutter + 3
    painted = paint(label, "hint" if label == view.text("repair") else "strong", view.colour)
    if head[start:].startswith(label):
        yield (
            _painted_sign(head[:start], gutter, view.colour).rstrip("\n") + painted + head[start + len(label) :] + "\n"
        )
    else:
        yield head + "\n"
    yield from (line + "\n" for line in tail)


def _painted_sign(line: str, gutter: int, colour: bool) -> str:
    return line[:gutter] + paint(line[gutter : gutter + 2], "gutter", colour) + line[gutter + 2 :] + "\n"


def _reached(view: View, finding: Finding) -> str:
    """The kernels that reach the site, the kind of core, and how sure the finding is."""
    shown = [visible(kernel) for kernel in finding.kernels[:5]]
    if len(finding.kernels) > 5:
        shown.append(view.text("{count} more", count=len(finding.kernels) - 5))
    parts = [", ".join(shown)] if shown else []
    if finding.core_kind:
        parts.append(view.word(finding.core_kind))
    if not parts:
        return ""
    return "; ".join([*parts, view.word(finding.confidence)])


def _place(view: View, at: Span) -> str:
    return paint(visible(f"{view.path(at.path)}:{at.line}:{at.column}"), "place", view.colour)
