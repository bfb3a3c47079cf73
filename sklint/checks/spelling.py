"""What the operator compiler's text searches see: user text around a call, as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from sklint.program import Program

_LINES = 4
_MACRO = re.compile(r"^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*", re.MULTILINE)


@lru_cache(maxsize=64)
def _lines(path: str) -> tuple[str, ...]:
    with suppress(OSError):
        return tuple(Path(path).read_text(encoding="utf-8", errors="replace").splitlines())
    return ()


def spellings(program: Program, word: str) -> Iterator[str]:
    """The text from each use of `word` on, in active code and in the bodies of macros."""
    for site in program.sites:
        if site.name == word:
            lines = _lines(site.at.path)[site.at.line - 1 : site.at.line + _LINES]
            if lines:
                yield "\n".join((_text_from(lines[0], site.at.column), *lines[1:]))
    for path in program.files:
        text = "\n".join(_lines(path))
        if word in text:
            for definition in _MACRO.findall(text):
                if word in definition:
                    yield definition[definition.index(word) :]


def _text_from(line: str, column: int) -> str:
    """The line from a byte column on (clang counts bytes)."""
    return line.encode("utf-8", "replace")[column - 1 :].decode("utf-8", "replace")
