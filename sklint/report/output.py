"""Where a report goes: to standard output, or whole and at once into a file."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from sklint.report import FORMATS

# What a log file or a pipe is read at; ruff and rustc use the same.
PIPED_WIDTH = 100
NARROWEST = 40


def width_of(stream: TextIO) -> int:
    """The width of the terminal that a stream goes to, in cells; `COLUMNS` wins, a pipe has 100."""
    fallback = (PIPED_WIDTH, 24)
    if stream.isatty() or os.environ.get("COLUMNS"):
        return max(shutil.get_terminal_size(fallback).columns, NARROWEST)
    return PIPED_WIDTH


def write_to_stream(name: str, pieces: Iterable[str], stream: TextIO | None = None) -> None:
    """A report on a stream (standard output): in the stream's encoding for people, in UTF-8 for machines.

    What the encoding lacks is written as an escape. A reader that has gone (`| head`) ends the writing silently.
    """
    out: TextIO = stream or sys.stdout
    encoding = out.encoding if FORMATS[name].people and out.encoding else "utf-8"
    binary = getattr(out, "buffer", None)
    try:
        for piece in pieces:
            if binary is None:
                out.write(piece)
            else:
                binary.write(piece.encode(encoding, "backslashreplace"))
        out.flush()
    except BrokenPipeError:
        # Python would complain again when it closes the stream at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def write_to_file(path: Path, pieces: Iterable[str]) -> None:
    """A report into a file, complete or not at all, whoever else writes it; raises `OSError`.

    A path that is no regular file (`/dev/stderr`, a named pipe) is written to as it is.
    """
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            stream.writelines(pieces)
        return
    write_bytes(path, "".join(pieces).encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file's content, at once or not at all; its permissions stay. Raises `OSError`."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".tmp")
    temporary = Path(name)
    try:
        os.close(handle)
        temporary.write_bytes(data)
        # mkstemp makes a private file; a report is as readable as any other new file.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
