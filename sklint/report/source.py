"""The lines of the linted files, for code frames."""

from __future__ import annotations

import codecs
import functools
from pathlib import Path

from sklint import overlay

# Chinese sources that are not UTF-8 are GBK nearly always; Latin-1 reads every byte.
_ENCODINGS = ("utf-8-sig", "utf-8", "gb18030", "latin-1")


@functools.lru_cache(maxsize=256)
def lines_of(path: str) -> tuple[str, ...]:
    """The lines of a file without their ends, none where it cannot be read."""
    text, _ = decoded(_bytes(path))
    if not text:
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def holds(path: str, word: bytes) -> bool:
    """Whether a word stands in a file: cheaper than reading it as text, for words that few files hold."""
    return word in _bytes(path)


def _bytes(path: str) -> bytes:
    data = overlay.text_at(path)
    if data is not None:
        return data
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a source file, and the encoding that gives the same bytes back."""
    for encoding in _ENCODINGS:
        if encoding == "utf-8-sig" and not data.startswith(codecs.BOM_UTF8):
            continue
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise AssertionError("Latin-1 reads every byte")


def line_at(path: str, line: int) -> str:
    """One line of a file, counted from 1; empty where there is none."""
    lines = lines_of(path)
    return lines[line - 1] if 0 < line <= len(lines) else ""
