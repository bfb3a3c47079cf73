"""Lines that fit a terminal, measured in its cells: a Chinese character takes two."""

from __future__ import annotations

import re

from rich.cells import cell_len, chop_cells

# A line of Chinese may break anywhere but before closing punctuation.
_CLOSING = "，。、：；！？）」』】》”’"
_TOKEN = re.compile(rf"\s+|[^\s\u2e80-\uffef]+[{_CLOSING}]*|[\u2e80-\uffef][{_CLOSING}]*")


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most `width` cells; `first` and `rest` stand before the first and the other lines."""
    lines: list[str] = []
    prefix, line, used = first, "", cell_len(first)
    for token in _TOKEN.findall(text):
        size = cell_len(token)
        if used + size > width and line.strip():
            lines.append((prefix + line).rstrip())
            prefix, line, used = rest, "", cell_len(rest)
        if token.isspace() and not line:
            continue
        if used + size > width:
            *full, token = chop_cells(token, max(width - used, 1))
            lines += [prefix + piece for piece in full[:1]] + [rest + piece for piece in full[1:]]
            prefix, used, size = (rest, cell_len(rest), cell_len(token)) if full else (prefix, used, size)
        line += token
        used += size
    lines.append((prefix + line).rstrip())
    return lines
