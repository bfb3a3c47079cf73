"""The lines of the linted files, for code frames."""

from __future__ import annotations

import functools
from pathlib import Path

# Chinese sources that are not UTF-8 are GBK nearly always; Latin-1 reads every byte.
_ENCODINGS = ("utf-8-sig", "gb18030", "latin-1")


@functools.lru_cache(maxsize=256)
def lines_of(path: str) -> tuple[str, ...]:
    """The lines of a file without their ends, none where it cannot be read."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return ()
    for encoding in _ENCODINGS:
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def line_at(path: str, line: int) -> str:
    """One line of a file, counted from 1; empty where there is none."""
    lines = lines_of(path)
    return lines[line - 1] if 0 < line <= len(lines) else ""
