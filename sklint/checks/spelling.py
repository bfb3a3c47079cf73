"""What the operator compiler's text searches see: the text of a unit's own files, without comments.

The real searches run on preprocessed text. Code that the preprocessor leaves out is searched here too, which can hide a
finding and never makes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from sklint.program import Program, Span

_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*")', re.DOTALL)


@lru_cache(maxsize=256)
def _text(path: str) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return _COMMENT.sub(lambda found: found[1] or " ", text)


def texts(program: Program) -> Iterator[str]:
    """The text of each file of the unit."""
    return map(_text, program.files)


def follows(at: Span) -> str:
    """The first character behind a stretch of source that is no blank; empty where the text cannot be read."""
    lines = lines_of(at.path)
    if at.end_line > len(lines):
        return ""
    tail = " ".join((lines[at.end_line - 1][at.end_column - 1 :], *lines[at.end_line : at.end_line + 3]))
    return _COMMENT.sub(" ", tail).lstrip()[:1]


@lru_cache(maxsize=64)
def lines_of(path: str) -> tuple[str, ...]:
    """The lines of a source file as it stands; none for a file that cannot be read."""
    try:
        return tuple(Path(path).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()
