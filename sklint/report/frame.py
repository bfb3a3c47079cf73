"""Code frames: source lines with a gutter, the reported stretch underlined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from sklint.program import Span
from sklint.report.escape import visible_characters
from sklint.report.paint import paint
from sklint.report.source import line_at, lines_of

_TAB = "    "
_MOST_LINES = 6
_CUT = "…"


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """How frames are drawn: `gutter` is the width of the line numbers, `width` the terminal's, `mark` a style."""

    gutter: int
    width: int
    colour: bool
    mark: str


def frame(at: Span, style: FrameStyle, before: int, after: int, most: int = 1000) -> Iterator[str]:
    """Up to `most` lines around `at` with carets below the stretch; nothing where the source cannot be read."""
    shown = shown_lines(at, before, after)[:most]
    first = shown[0] if shown else 0
    previous = first - 1
    for number in shown:
        if number > previous + 1 and previous >= first:
            yield f"{_gutter('...', style)}\n"
        previous = number
        yield from _line(at, number, style)


def shown_lines(at: Span, before: int, after: int) -> list[int]:
    """The numbers of the lines that a frame shows: none where the source cannot be read, few of a long stretch."""
    count = len(lines_of(at.path))
    if not 0 < at.line <= count:
        return []
    first = max(1, at.line - before)
    last = min(count, max(at.line, at.end_line) + after)
    shown = list(range(first, last + 1))
    if len(shown) > before + after + _MOST_LINES:
        shown = [n for n in shown if n <= at.line + 1 or n >= at.end_line - 1]
    while shown and shown[0] < at.line and not line_at(at.path, shown[0]).strip():
        shown.pop(0)
    while shown and shown[-1] > at.end_line and not line_at(at.path, shown[-1]).strip():
        shown.pop()
    return shown


def _line(at: Span, number: int, style: FrameStyle) -> Iterator[str]:
    source = line_at(at.path, number)
    pieces = [_TAB if character == "\t" else piece for character, piece in _characters(source)]
    room = max(style.width - style.gutter - 3, 20)
    start, end = marked_range(at, number, source)
    widths = [cell_len(piece) for piece in pieces]
    low, high = _window(widths, start, room)
    text = (_CUT if low else "") + "".join(pieces[low:high]) + (_CUT if high < len(pieces) else "")
    yield f"{_gutter(str(number), style)} {text}".rstrip() + "\n"
    if start < end:
        lead = sum(widths[low:start]) + (1 if low else 0)
        length = max(sum(widths[start : min(end, high)]), 1)
        yield f"{_gutter('', style)} {' ' * lead}{paint('^' * length, style.mark, style.colour)}\n"


def _characters(source: str) -> Iterator[tuple[str, str]]:
    return zip(source, visible_characters(source), strict=True)


def marked_range(at: Span, number: int, source: str) -> tuple[int, int]:
    """The reported characters of a line as a half-open range counted from 0, empty where none is."""
    if not at.line <= number <= max(at.line, at.end_line):
        return 0, 0
    indent = len(source) - len(source.lstrip())
    start = at.column - 1 if number == at.line else indent
    end = at.end_column - 1 if number == at.end_line else len(source.rstrip())
    start = min(max(start, 0), len(source))
    return start, max(end, start + 1) if number == at.line else end


def _window(widths: list[int], start: int, room: int) -> tuple[int, int]:
    """The characters of a line that are shown: all if they fit, else those around `start`."""
    if sum(widths) <= room:
        return 0, len(widths)
    low, used = start, 0
    while low > 0 and used + widths[low - 1] <= room // 3:
        low -= 1
        used += widths[low]
    high, used = low, 2
    while high < len(widths) and used + widths[high] <= room:
        used += widths[high]
        high += 1
    return low, high


def _gutter(text: str, style: FrameStyle) -> str:
    return paint(f"{text:>{style.gutter}} |", "gutter", style.colour)
