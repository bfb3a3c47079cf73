"""From clang's raw locations to files, offsets and spans.

A raw location in a file is the file's base plus the byte offset, so one question a file is enough. A location in a
macro expansion is asked for once: at a macro's argument it lies where the argument is written, otherwise at the
expansion.
"""

# Paths stay text here: they come from libclang and are compared with its spelling.
# ruff: noqa: PTH100

from __future__ import annotations

import ctypes
import os
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from sklint.frozen import dataclass
from sklint.parse.native import MACRO_BIT, Cursor, Location, Range, Token, library, text_of
from sklint.parse.prelude import PRELUDE_NAME
from sklint.parse.source import Text
from sklint.program import Span

_IDENTIFIER = re.compile(rb"[A-Za-z_$][A-Za-z0-9_$]*")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the translation unit; `user` is False for the stubs."""

    path: str
    text: Text
    user: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file; `macro` names the macro in whose body the token stands (then offset is the expansion)."""

    file: SourceFile
    offset: int
    macro: str = ""


def ends_in_macro(begin: int, end: int) -> bool:
    """Whether a raw extent ends in a macro's body: libclang moves such an end to the end of the expansion."""
    return begin >= MACRO_BIT > end


class Positions:
    """All location questions about one translation unit; answers are kept."""

    def __init__(self, unit: ctypes.c_void_p, stub_folders: tuple[str, ...]) -> None:
        self._unit = unit
        self._lib = library()
        self._stub_folders = stub_folders
        self._files: dict[int, SourceFile] = {}
        self._bases: list[int] = []
        self._ends: list[int] = []
        self._owners: list[SourceFile] = []
        self._macro_places: dict[int, Place | None] = {}
        self._spans: dict[tuple[int, int], Span] = {}
        self._last: tuple[int, int, SourceFile | None] = (1, 0, None)
        self.nowhere = Span("", 0, 0, 0, 0)
        handle, offset = ctypes.c_void_p(), ctypes.c_uint()
        self._answer = handle, offset, ctypes.byref(handle), ctypes.byref(offset)

    @cached_property
    def _template(self) -> tuple[int | None, int | None]:
        cursor: Cursor = self._lib.getTranslationUnitCursor(self._unit)
        extent: Range = self._lib.getCursorExtent(cursor)
        return extent.first, extent.second

    def _location(self, raw: int) -> Location:
        first, second = self._template
        return Location(first, second, raw)

    def _file(self, handle: ctypes.c_void_p) -> SourceFile:
        known = self._files.get(handle.value or 0)
        if known is None:
            path = os.path.abspath(text_of(self._lib.getFileName(handle)))
            size = ctypes.c_size_t()
            data = self._lib.getFileContents(self._unit, handle, ctypes.byref(size))
            text = Text(ctypes.string_at(data, size.value) if data else b"")
            known = self._files[handle.value or 0] = SourceFile(path, text, self._is_users(path))
        return known

    def _is_users(self, path: str) -> bool:
        """Whether a file is no stub. The prelude speaks for the user's build: its tiling structs are as good as his."""
        return not path.startswith(self._stub_folders) or path.endswith(PRELUDE_NAME)

    def _ask(self, question: str, raw: int) -> tuple[SourceFile, int] | None:
        handle, offset, into_handle, into_offset = self._answer
        getattr(self._lib, question)(self._location(raw), into_handle, None, None, into_offset)
        value = handle.value
        if not value:
            return None
        return self._files.get(value) or self._file(handle), offset.value

    def place(self, raw: int) -> Place | None:
        """Where a raw location lies; None for locations without a file (builtins, the command line)."""
        if raw < MACRO_BIT:
            return self._file_place(raw)
        if raw not in self._macro_places:
            self._macro_places[raw] = self._macro_place(raw)
        return self._macro_places[raw]

    def _file_place(self, raw: int) -> Place | None:
        at = bisect_right(self._bases, raw) - 1
        if at >= 0 and raw <= self._ends[at]:
            return Place(self._owners[at], raw - self._bases[at])
        if raw == 0:
            return None
        found = self._ask("getExpansionLocation", raw)
        if found is None:
            return None
        file, offset = found
        base = raw - offset
        at = bisect_right(self._bases, base)
        self._bases.insert(at, base)
        self._ends.insert(at, base + len(file.text.data))
        self._owners.insert(at, file)
        return Place(file, offset)

    def _macro_place(self, raw: int) -> Place | None:
        expansion = self._ask("getExpansionLocation", raw)
        written = self._ask("getFileLocation", raw)
        if expansion is None or written is None:
            return None
        if expansion[1] != written[1] or expansion[0] is not written[0]:
            return Place(written[0], written[1])
        file, offset = expansion
        word = _IDENTIFIER.match(file.text.data, offset)
        return Place(file, offset, word.group().decode() if word else "?")

    def in_macro_body(self, raw: int) -> bool:
        """Whether the token at `raw` comes from a macro's definition, not from an argument or plain text."""
        if raw < MACRO_BIT:
            return False
        place = self.place(raw)
        return place is None or bool(place.macro)

    def span(self, begin: int, end: int) -> Span:
        """The span of a raw range."""
        known = self._spans.get((begin, end))
        if known is None:
            # Nearly all spans lie in the file of the one before.
            low, high, owner = self._last
            if owner is not None and low <= begin <= end <= high:
                line, column, end_line, end_column = owner.text.places(begin - low, end - low)
                known = Span(owner.path, line, column, end_line, end_column)
            else:
                known = self._span(begin, end)
            self._spans[begin, end] = known
        return known

    def _span(self, begin: int, end: int) -> Span:
        if begin < MACRO_BIT and end < MACRO_BIT:
            at = bisect_right(self._bases, begin) - 1
            if at >= 0 and begin <= self._ends[at]:
                low, high, owner = self._last = self._bases[at], self._ends[at], self._owners[at]
                if begin <= end <= high:
                    return Span(owner.path, *owner.text.places(begin - low, end - low))
        start = self.place(begin)
        if start is None:
            return self.nowhere
        stop = self.place(end)
        text = start.file.text
        line, column = text.place(start.offset)
        if stop is None or stop.file is not start.file or stop.offset < start.offset:
            return Span(start.file.path, line, column, line, column, start.macro)
        end_line, end_column = text.place(stop.offset)
        return Span(start.file.path, line, column, end_line, end_column, start.macro)

    def text(self, begin: int, end: int) -> str | None:
        """The source between two raw locations; None where it is not one stretch of a file outside macro bodies."""
        if ends_in_macro(begin, end):
            return None
        low, high, owner = self._last
        if owner is not None and low <= begin <= end <= high:
            return owner.text.slice(begin - low, end - low)
        start = self.place(begin)
        stop = self.place(end)
        if start is None or stop is None or start.macro or stop.macro or start.file is not stop.file:
            return None
        return start.file.text.slice(start.offset, stop.offset) if stop.offset >= start.offset else None

    def after(self, raw: int, length: int = 200) -> str | None:
        """The source that follows a raw location, by at most `length` bytes; None inside macro bodies."""
        start = self.place(raw)
        if start is None or start.macro:
            return None
        return start.file.text.slice(start.offset, start.offset + length)

    def spelled(self, raw: int) -> str:
        """The text of the token at `raw`, also in macro bodies and pasted tokens.

        clang_getSpellingLocation stops at the expansion, but clang_tokenize resolves its range to spelling
        locations, so a range of one byte gives the token of the definition.
        """
        first, second = self._template
        tokens = ctypes.POINTER(Token)()
        count = ctypes.c_uint()
        wanted = Range(first, second, raw, raw + 1)
        self._lib.tokenize(self._unit, wanted, ctypes.byref(tokens), ctypes.byref(count))
        if not count.value:
            return ""
        text = text_of(self._lib.getTokenSpelling(self._unit, tokens[0]))
        self._lib.disposeTokens(self._unit, tokens, count)
        return text

    def spelled_place(self, raw: int) -> Place | None:
        """The place in a macro's definition of the token at `raw`."""
        first, second = self._template
        tokens = ctypes.POINTER(Token)()
        count = ctypes.c_uint()
        wanted = Range(first, second, raw, raw + 1)
        self._lib.tokenize(self._unit, wanted, ctypes.byref(tokens), ctypes.byref(count))
        if not count.value:
            return None
        location: int = tokens[0].ints[1]
        self._lib.disposeTokens(self._unit, tokens, count)
        return self.place(location)

    def user_files(self, names: Iterable[str]) -> list[SourceFile]:
        """The files that clang read under these names, without the stubs."""
        users = (name for name in names if self._is_users(os.path.abspath(name)))
        handles = (self._lib.getFile(self._unit, os.fsencode(name)) for name in users)
        return [self._file(ctypes.c_void_p(handle)) for handle in handles if handle]
