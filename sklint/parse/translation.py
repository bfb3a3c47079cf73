"""Translation units: libclang's parse with unsaved files, and what it says about the result."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sklint.parse.native import INCLUSION, UnsavedFile, library, text_of

# Spelling correction would turn an unknown callee into a wrong one, and costs a search of all names.
ARGUMENTS = (
    "-xc++",
    "-std=c++17",
    "-nostdinc",
    # One target everywhere: sizes of types must not depend on the machine that lints.
    "--target=x86_64-unknown-linux-gnu",
    "-w",
    "-ferror-limit=0",
    "-fno-spell-checking",
    "-fbracket-depth=1024",
    "-ftemplate-depth=256",
    "-fconstexpr-steps=100000",
    # Guessed tiling members are `long`; a narrowing in braces is no reason to lose a statement.
    "-Wno-c++11-narrowing",
    "-fno-caret-diagnostics",
)


class ClangError(Exception):
    """libclang gave no translation unit (a crash it caught, or arguments it refused)."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error (3) or fatal error (4); `raw` is its location."""

    severity: int
    message: str
    raw: int


class Translation:
    """One parsed translation unit; close it when its cursors are no longer needed."""

    def __init__(self, path: str, arguments: Sequence[str], unsaved: Mapping[str, bytes], options: int) -> None:
        self._lib = library()
        self._precompiled = "-include-pch" in arguments
        # With declarations of a precompiled header excluded, the visit starts at the user's own.
        self._index = self._lib.createIndex(1, 0)
        encoded = [one.encode() for one in arguments]
        array = (ctypes.c_char_p * len(encoded))(*encoded)
        files = (UnsavedFile * max(1, len(unsaved)))(
            *(UnsavedFile(os.fsencode(name), data, len(data)) for name, data in unsaved.items())
        )
        self.handle = ctypes.c_void_p()
        code = self._lib.parseTranslationUnit2(
            self._index,
            os.fsencode(path),
            array,
            len(encoded),
            files,
            len(unsaved),
            options,
            ctypes.byref(self.handle),
        )
        if code != 0 or not self.handle.value:
            self._lib.disposeIndex(self._index)
            raise ClangError(f"libclang failed with code {code}")

    @property
    def precompiled(self) -> bool:
        """Whether the stubs came precompiled, so that no visit meets their declarations."""
        return self._precompiled

    def bounds(self, path: str, later: str) -> tuple[int, int]:
        """The raw location of the end of the file `path`, and that of the start of the file `later`."""
        found = []
        for name in (path, later):
            file = self._lib.getFile(self.handle, os.fsencode(name))
            size = ctypes.c_size_t()
            self._lib.getFileContents(self.handle, file, ctypes.byref(size))
            raw = self._lib.getLocationForOffset(self.handle, file, 0).raw if file else 0
            found.append((raw, raw + size.value))
        return found[0][1], found[1][0]

    def close(self) -> None:
        """Release clang's memory."""
        self._lib.disposeTranslationUnit(self.handle)
        self._lib.disposeIndex(self._index)

    def save(self, path: str) -> bool:
        """Write the unit as a precompiled header."""
        return bool(self._lib.saveTranslationUnit(self.handle, os.fsencode(path), 0) == 0)

    def diagnostics(self) -> Iterator[Diagnostic]:
        """The errors, in order."""
        for index in range(self._lib.getNumDiagnostics(self.handle)):
            one = self._lib.getDiagnostic(self.handle, index)
            severity = self._lib.getDiagnosticSeverity(one)
            if severity >= 3:
                raw = self._lib.getDiagnosticLocation(one).raw
                yield Diagnostic(severity, text_of(self._lib.getDiagnosticSpelling(one)), raw)
            self._lib.disposeDiagnostic(one)

    def skipped(self) -> list[tuple[int, int]]:
        """The raw ranges that `#if` left out, if the unit was parsed with the detailed record."""
        found = self._lib.getAllSkippedRanges(self.handle)
        try:
            listed = found.contents
            return [(listed.ranges[at].begin, listed.ranges[at].end) for at in range(listed.count)]
        finally:
            self._lib.disposeSourceRangeList(found)

    def included(self) -> list[str]:
        """The files that were read, as clang spells their paths."""
        found: list[str] = []

        def visit(file: int, _stack: Any, _depth: int, _data: Any) -> None:
            found.append(text_of(self._lib.getFileName(file)))

        self._lib.getInclusions(self.handle, INCLUSION(visit), None)
        return found
