"""Kernels behind a switch of their project's own build: macros that its `#if` ask for, and no file defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sklint.parse.sites import ENTRY_MARK, arms_around
from sklint.parse.source import code_of

_TEST = re.compile(rb"(!\s*)?\b(?:defined\b\s*\(?\s*(\w+)\s*\)?|([A-Za-z_]\w*)(?:\s*==\s*(\d+))?)")
_POSITIVE = (b"if", b"ifdef", b"elif")
# names of compilers, whose macros tell the hardware
_RESERVED = b"__"


def switches_of(texts: Iterable[bytes], known: frozenset[str]) -> tuple[str, ...]:
    """Definitions, `NAME=VALUE`, with which the `#if` around kernels let them in; none if one kernel needs none.

    `known` are the macros that are defined somewhere: what they keep out is meant to be out.
    """
    found: dict[bytes, bytes] = {}
    for data in texts:
        code = code_of(data)
        for mark in ENTRY_MARK.finditer(code):
            wanted = {name: value for name, value in _wanted(code, mark.start()) if name.decode() not in known}
            if not wanted:
                return ()
            found.update(wanted)
    return tuple(f"{name.decode()}={value.decode()}" for name, value in sorted(found.items()))


def _wanted(code: bytes, offset: int) -> Iterator[tuple[bytes, bytes]]:
    """The macros that the arms around an offset test to be there, with the value that they are to have."""
    for arms in arms_around(code, offset):
        arm = arms[-1]
        for negated, asked, name, value in _TEST.findall(arm[2]) if arm[1] in _POSITIVE else ():
            if not negated and not (asked or name).startswith(_RESERVED):
                yield asked or name, value or b"1"
