"""Source files as clang will see them: read, checked, and rewritten byte for byte where C++ has no word for the text.

Offsets are bytes throughout, because clang counts bytes; only text shown to people is decoded.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from sklint import overlay
from sklint.parse import keyed

LARGEST = 8 * 1024 * 1024


class UnreadableSource(Exception):  # noqa: N818
    """The file cannot be linted at all; `reason` says why in words for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class Text:
    """The bytes of one file with its line starts; columns count characters from 1."""

    data: bytes
    ascii: bool = field(init=False)
    _starts: list[int] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.ascii = self.data.isascii()

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            starts += [m.end() for m in re.finditer(rb"\n", self.data)]
            self._starts = starts
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte offset."""
        starts = self._starts or self._line_starts()
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        if self.ascii:
            return line, offset - start + 1
        before = self.data[start:offset]
        return line, (len(before) if before.isascii() else len(decode(before))) + 1

    def places(self, begin: int, end: int) -> tuple[int, int, int, int]:
        """Line and column of two byte offsets in order; they are asked for most of all, and mostly lie on one line."""
        starts = self._starts or self._line_starts()
        line = bisect_right(starts, begin)
        start = starts[line - 1]
        if (line == len(starts) or end < starts[line]) and (self.ascii or self.data[start:end].isascii()):
            return line, begin - start + 1, line, end - start + 1
        return *self.place(begin), *self.place(end)

    def slice(self, begin: int, end: int) -> str:
        """The text between two byte offsets."""
        return decode(self.data[begin:end])


def decode(data: bytes) -> str:
    """Text of source bytes: UTF-8, else GB18030 (common in the field), else Latin-1, which never fails."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def read(path: str) -> bytes:
    """The bytes of a source file; raises UnreadableSource for what is not C++ text."""
    try:
        target = Path(path)
        data = overlay.text_at(path)
        if data is None:
            if target.stat().st_size > LARGEST:
                raise UnreadableSource("the file is larger than 8 MB")
            data = target.read_bytes()
    except OSError as error:
        raise UnreadableSource(error.strerror or "the file cannot be read") from error
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UnreadableSource("the file is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise UnreadableSource("the file is binary")
    return data


# A raw string, a comment, a string and a character; a digit separator must not open a character.
_NOT_CODE = re.compile(
    rb'R"([^()\\\s]{0,16})\(.*?\)\1"|//(?:[^\\\n]|\\\r?\n|\\)*|/\*.*?(?:\*/|\Z)'
    rb'|"(?:[^"\\\n]|\\.)*"|(?<![0-9A-Za-z_])\'(?:[^\'\\\n]|\\.)*\'',
    re.DOTALL,
)
_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


def code_of(data: bytes) -> bytes:
    """The same bytes with comments and the insides of literals blanked; length and lines stay."""

    def blank(match: re.Match[bytes]) -> bytes:
        text = match.group()
        if text[:1] in b"\"'" and len(text) >= 2:
            return text[:1] + text[1:-1].translate(_BLANK) + text[-1:]
        return text.translate(_BLANK)

    return _NOT_CODE.sub(blank, data)


_AICORE = re.compile(rb"\[\s*(?:host\s*,\s*)?aicore\s*\]")
# what `__mix__` stands for in the compiler of the device
_RATIO = re.compile(rb"\[\[\s*bisheng\s*::\s*core_ratio\s*(\([\s\d,]*\))\s*\]\]")
RATIO_WORD = b"core_ratio"
_LAUNCH = re.compile(rb"(?<!<)<<<(?!<)")
# with a space before it still no longer than what it stands for, which may follow a word: `__forceinline__[aicore]`
AICORE_WORD = b"_aico_"
LAUNCH_WORD = b"$"


def rewritten(data: bytes) -> bytes:
    """The bytes with bracket attributes, chains of tiling keys and kernel launches turned into C++; every line stays.

    `k<<<g, l, s>>>(a)` becomes `k*$(g, l, s)  (a)`: the prelude declares `$`, and `*` binds whatever stands before.
    """
    if b"aicore" in data:
        data = _AICORE.sub(lambda match: (b" " + AICORE_WORD).ljust(len(match.group())), data)
    if RATIO_WORD in data:
        data = _RATIO.sub(lambda match: (b"__mix__" + match[1]).ljust(len(match.group())), data)
    if keyed.WORD in data:
        data = keyed.with_branches(data, code_of(data))
    if b"<<<" not in data:
        return data
    code = code_of(data)
    out = bytearray(data)
    for match in _LAUNCH.finditer(code):
        close = _launch_end(code, match.end())
        if close is not None:
            out[match.start() : match.end()] = b"*$("
            out[close : close + 3] = b")  "
    return bytes(out)


def _launch_end(code: bytes, begin: int) -> int | None:
    depth = 0
    for match in re.finditer(rb"[(\[{]|[)\]}]|>>>|;", code[begin:]):
        token = match.group()
        if token in b"([{":
            depth += 1
        elif token in b")]}":
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0:
            return begin + match.start() if token == b">>>" else None
    return None
