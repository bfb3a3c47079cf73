"""`compile_commands.json`: the include folders and macros that a build gives to each file.

Format: "JSON Compilation Database Format Specification" of clang. Nothing in it is run.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sklint.finding import message
from sklint.settings import SettingsError

FILE_NAME = "compile_commands.json"
LARGEST = 256 << 20
_FOLDERS = ("-I", "-isystem", "-iquote", "-idirafter", "--include-directory=", "/I")
_MACROS = ("-D", "/D")


class _Entry(msgspec.Struct):
    file: str
    directory: str = ""
    command: str = ""
    arguments: list[str] = []


@dataclass(frozen=True, slots=True)
class Flags:
    """What a compiler is told of one file: absolute include folders, and macros as NAME or NAME=VALUE."""

    include: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CompileCommands:
    """The flags of each file, by absolute path; `others`, for files without a command, hold all folders, no macro."""

    by_file: dict[str, Flags]
    others: Flags

    def of(self, path: str) -> Flags:
        """The flags of a file."""
        return self.by_file.get(path, self.others)


def read(path: Path) -> CompileCommands:
    """The commands in a file, or in the file of that name in a folder; raises `SettingsError`."""
    file = path / FILE_NAME if path.is_dir() else path
    try:
        if file.stat().st_size > LARGEST:
            raise SettingsError(str(file), message("larger than 256 MB"))
        entries = msgspec.json.decode(file.read_bytes(), type=list[_Entry])
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SettingsError(str(file), message("not readable: {reason}", reason=reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), message("no list of compile commands: {reason}", reason=error)) from None
    by_file: dict[str, Flags] = {}
    for entry in entries:
        folder = os.path.join(file.absolute().parent, entry.directory)  # noqa: PTH118 - ten thousand entries are common
        name = os.path.normpath(os.path.join(folder, entry.file))  # noqa: PTH118
        by_file.setdefault(name, _flags(entry.arguments or _split(entry.command), folder))
    folders = dict.fromkeys(include for flags in by_file.values() for include in flags.include)
    return CompileCommands(by_file, Flags(tuple(folders)))


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        # A quote that never closes: the words up to it are still right.
        return command.split()


def _flags(arguments: Sequence[str], folder: str) -> Flags:
    include = tuple(
        os.path.normpath(os.path.join(folder, value))  # noqa: PTH118
        for value in _values(arguments, _FOLDERS)
    )
    return Flags(include, tuple(_values(arguments, _MACROS)))


def _values(arguments: Sequence[str], options: Sequence[str]) -> Iterator[str]:
    """The values of options, written together with them or as the next argument."""
    words = iter(arguments)
    for word in words:
        option = next((name for name in options if word.startswith(name)), None)
        if option is None:
            continue
        value = word[len(option) :] or next(words, "")
        if value:
            yield value
