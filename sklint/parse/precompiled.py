"""The stubs as a precompiled header in the user's cache, so that they cost a file almost nothing.

The name holds everything the content depends on, also the time stamps that clang checks. Several processes may build
it at once: each writes its own file and moves it into place. Without a writable cache the stubs are parsed as text.
"""

# Paths stay text here: they go to libclang as they are.
# ruff: noqa: PTH103, PTH105, PTH108, PTH113, PTH116, PTH118

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Sequence

import platformdirs

from sklint.parse import native
from sklint.parse.translation import ClangError, Translation

_KEPT = 30 * 24 * 3600
_ready: dict[tuple[str, ...], str | None] = {}


def precompiled(header: str, arguments: Sequence[str], folders: Sequence[str]) -> str | None:
    """The path of the precompiled form of `header`, built if need be; None where that is not possible."""
    key = _key(header, arguments, folders)
    if key not in _ready:
        _ready[key] = _find_or_build(header, tuple(arguments), folders)
    return _ready[key]


def _key(header: str, arguments: Sequence[str], folders: Sequence[str]) -> tuple[str, ...]:
    return (header, *arguments, *folders)


def forget(header: str, arguments: Sequence[str], folders: Sequence[str]) -> None:
    """Parse the stubs as text from now on: the precompiled form was refused."""
    _ready[_key(header, arguments, folders)] = None


def _find_or_build(header: str, arguments: tuple[str, ...], folders: Sequence[str]) -> str | None:
    digest = hashlib.sha256(native.version().encode())
    for word in (header, *arguments):
        digest.update(b"\0" + os.fsencode(word))
    for name, size, changed in sorted(_stamps(folders)):
        digest.update(f"\0{name}\0{size}\0{changed}".encode("utf-8", "surrogateescape"))
    folder = os.path.join(platformdirs.user_cache_dir("sklint", appauthor=False), "stubs")
    target = os.path.join(folder, digest.hexdigest()[:32] + ".pch")
    if os.path.isfile(target):
        with contextlib.suppress(OSError):
            os.utime(target)
        return target
    try:
        os.makedirs(folder, exist_ok=True)
        return _build(header, arguments, folder, target)
    except (OSError, ClangError):
        return None


def _stamps(folders: Sequence[str]) -> list[tuple[str, int, int]]:
    found = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(root, name)
                state = os.stat(path)
                found.append((path, state.st_size, state.st_mtime_ns))
    return found


def _forget_old(folder: str) -> None:
    """Remove what no version of the stubs has used for a month."""
    limit = time.time() - _KEPT
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            if entry.stat().st_mtime < limit:
                os.unlink(entry.path)


def _build(header: str, arguments: tuple[str, ...], folder: str, target: str) -> str | None:
    as_header = tuple("-xc++-header" if one == "-xc++" else one for one in arguments)
    unit = Translation(header, as_header, {}, native.INCOMPLETE | native.FOR_SERIALIZATION | native.KEEP_GOING)
    try:
        if any(one.severity == 4 for one in unit.diagnostics()):
            return None
        handle, draft = tempfile.mkstemp(suffix=".draft", dir=folder)
        os.close(handle)
        try:
            if not unit.save(draft):
                return None
            os.replace(draft, target)
            _forget_old(folder)
        except OSError:
            # Another process holds the finished file open on systems where that forbids replacing it.
            return target if os.path.isfile(target) else None
        finally:
            with contextlib.suppress(OSError):
                os.unlink(draft)
    finally:
        unit.close()
    return target
