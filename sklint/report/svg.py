"""A kernel's timeline as SVG: time runs down, a lane a group of cores, a bar a barrier."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rich.cells import cell_len

from sklint.report.escape import visible, xml_text
from sklint.report.view import View
from sklint.timeline import KernelTimeline, TimelineStop

_LABELS = 340
_LANE = 220
_ROW = 46
_TOP = 56
_CELL = 7.9
_MARK = 8


def drawing(view: View, timeline: KernelTimeline) -> Iterator[str]:
    """The SVG element; every text in it is escaped and cut to its room, with the whole in a tool tip."""
    lanes = [_LABELS + _LANE // 2 + _LANE * number for number in range(len(timeline.cores))]
    width = _LABELS + _LANE * max(len(lanes), 1)
    height = _TOP + _ROW * len(timeline.stops) + 30
    title = xml_text(view.text("barriers of kernel `{kernel}`", kernel=timeline.kernel))
    yield f'<svg role="img" aria-label="{title}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
    for x, cores in zip(lanes, timeline.cores, strict=True):
        kind = view.word(cores.kind)
        yield _text(x, 16, kind, _LANE - 10, anchor="middle")
        yield _text(x, 34, cores.which or view.text("all"), _LANE - 10, anchor="middle", style="soft")
        yield f'<line class="lane" x1="{x}" y1="{_TOP - 12}" x2="{x}" y2="{height - 10}"/>\n'
    for number, stop in enumerate(timeline.stops):
        yield from _stop(view, stop, _codes(view, timeline, stop), lanes, _TOP + _ROW // 2 + _ROW * number)
    if timeline.more:
        yield _text(0, height - 12, view.text("{count} more", count=timeline.more), _LABELS - 20, style="soft")
    yield "</svg>\n"


def _codes(view: View, timeline: KernelTimeline, stop: TimelineStop) -> str:
    """The rules that report this barrier of this kernel."""
    place = (stop.at.path, stop.at.line, stop.at.column)
    codes = {
        finding.code
        for finding in view.report.findings
        if (finding.at.path, finding.at.line, finding.at.column) == place and timeline.kernel in finding.kernels
    }
    return ", ".join(sorted(codes))


def _stop(view: View, stop: TimelineStop, codes: str, lanes: list[int], y: int) -> Iterator[str]:
    yield f'<g class="{"bad" if codes else "stop"}">\n'
    yield _text(0, y, stop.what, _LABELS - 20)
    looped = view.text("in a loop") if stop.looped else ""
    note = ", ".join(part for part in (codes, f"{PurePath(stop.at.path).name}:{stop.at.line}", looped) if part)
    yield _text(0, y + 16, note, _LABELS - 20, style="note" if codes else "note soft")
    marks = {number: x for number, x in enumerate(lanes) if number not in stop.apart}
    if marks:
        yield f'<line class="bar" x1="{min(marks.values())}" y1="{y}" x2="{max(marks.values())}" y2="{y}"/>\n'
    for number, x in marks.items():
        yield mark_of("reached" if number in stop.reached else "perhaps" if number in stop.perhaps else "missed", x, y)
    yield "</g>\n"


def mark_of(kind: str, x: int, y: int) -> str:
    """The mark on a lane: a disc for reached, a dashed ring for perhaps, a cross for missed."""
    if kind == "missed":
        return f'<path class="missed" d="M{x - 6} {y - 6} l12 12 M{x + 6} {y - 6} l-12 12"/>\n'
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{_MARK}"/>\n'


def _text(x: int, y: int, text: str, room: int, anchor: str = "start", style: str = "") -> str:
    whole = visible(text)
    shown = whole
    while cell_len(shown) * _CELL > room:
        shown = shown[:-2] + "…"
    tip = f"<title>{xml_text(whole)}</title>" if shown != whole else ""
    kind = f' class="{style}"' if style else ""
    return f'<text{kind} x="{x}" y="{y}" text-anchor="{anchor}">{xml_text(shown)}{tip}</text>\n'
