"""The files a source reads, by text, before clang starts: every include that clang would miss is answered beforehand.

A file that no include path finds is looked up in the header index of the repository (kernels are written for the
folders they are installed to), and stands as an unsaved file at the very path clang will ask for. What is nowhere
becomes an empty file there, so that one parse is enough.
"""

# Paths stay text here: clang compares the spelling of the path it asks for, and path objects would normalise it.
# ruff: noqa: PTH113, PTH117, PTH120, PTH206

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from functools import cache

from sklint import overlay
from sklint.collect.operator import Headers
from sklint.facts.table import table
from sklint.parse.scanning import Scan, scan
from sklint.parse.source import UnreadableSource, read
from sklint.program import Program

HeaderIndex = Headers | Mapping[str, Sequence[str]] | Callable[[str], Sequence[str]] | None

_DEPTH = 400
_AVOIDED = frozenset({"build_out", "build", "tests", "test", "ut", "st", "stub", "stubs", "examples"})


@dataclass(slots=True)
class HealMemory:
    """What was learned about the files of a project; plain data, shared by the parses of one process.

    `kernel` is False where it is host code that is read.
    """

    kernel: bool = True
    scans: dict[str, Scan | None] = field(default_factory=dict)
    exists: dict[str, bool] = field(default_factory=dict)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)

    def scan(self, path: str) -> Scan | None:
        """The scan of a file; None for one that cannot be read."""
        if path not in self.scans:
            try:
                self.scans[path] = scan(read(path), self.kernel)
            except UnreadableSource:
                self.scans[path] = None
        return self.scans[path]

    def is_file(self, path: str) -> bool:
        """Whether a file is there."""
        known = self.exists.get(path)
        if known is None:
            known = self.exists[path] = os.path.isfile(path) or overlay.text_at(path) is not None
        return known


@dataclass(slots=True)
class Closure:
    """All user files a source reads. `healed` maps the path clang asks for to the file that answers, "" for none.

    `leads` are the files that the include lines of each file lead to, by the names in them.
    """

    files: dict[str, Scan] = field(default_factory=dict)
    leads: dict[str, dict[str, str]] = field(default_factory=dict)
    healed: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)


def closure_of(
    path: str, headers: HeaderIndex, stub_folders: Sequence[str], include_dirs: Sequence[str], memory: HealMemory
) -> Closure:
    """Follow the include lines from `path`; conditions are not evaluated, an answer too many does no harm.

    Clang asks for a header beside its includer in the spelling that led there, so every spelling of a file counts.
    """
    found = Closure()
    first = memory.scan(path)
    if first is None:
        return found
    found.files[path] = first
    pending = [path]
    spellings = {path}
    while pending:
        includer = pending.pop()
        own = os.path.normpath(includer)
        for name, angled in found.files[own].includes:
            spelling = _resolve(includer, name, angled, headers, stub_folders, include_dirs, memory, found)
            if spelling:
                found.leads.setdefault(own, {})[name] = os.path.normpath(spelling)
            if not spelling or spelling in spellings or len(spellings) >= _DEPTH:
                continue
            inner = memory.scan(os.path.normpath(spelling))
            if inner is not None:
                found.files[os.path.normpath(spelling)] = inner
                spellings.add(spelling)
                pending.append(spelling)
    return found


def led_to(closure: Closure, includer: str, name: str) -> Iterator[str]:
    """The files that an include line brings in, those that they include among them."""
    pending = [path] if (path := closure.leads.get(includer, {}).get(name)) is not None else []
    seen = set(pending)
    while pending:
        path = pending.pop()
        yield path
        further = [one for one in closure.leads.get(path, {}).values() if one not in seen]
        seen.update(further)
        pending += further


def _resolve(
    includer: str,
    name: str,
    angled: bool,
    headers: HeaderIndex,
    stub_folders: Sequence[str],
    include_dirs: Sequence[str],
    memory: HealMemory,
    found: Closure,
) -> str:
    """The user file an include means, as clang will spell it; empty for stubs and for what is nowhere."""
    if os.path.isabs(name):
        return name if memory.is_file(name) else ""
    beside = f"{os.path.dirname(includer)}/{name}"
    if not angled and memory.is_file(beside):
        return beside
    origin = os.path.normpath(includer)
    known = memory.answers.get((origin, name))
    if any(memory.is_file(f"{folder}/{name}") for folder in stub_folders):
        if known is None and not of_the_toolchain(name):
            known = memory.answers[origin, name] = _whole(name, _best(origin, name, headers))
        # A repository's own copy of an API header would bring a second declaration of everything.
        if not known:
            return ""
    for folder in include_dirs:
        if memory.is_file(f"{folder}/{name}"):
            return f"{folder}/{name}"
    asked = f"{stub_folders[0]}/{name}" if angled else beside
    if known is None:
        known = memory.answers[origin, name] = _best(origin, name, headers)
    found.healed[asked] = known
    found.asked[asked] = name
    return known


def _candidates(name: str, headers: HeaderIndex) -> Sequence[str]:
    match headers:
        case None:
            return ()
        case Headers(by_name=by_name):
            return by_name.get(name, ())
        case Mapping():
            return headers.get(name, ())
        case _:
            return headers(name)


def _best(includer: str, name: str, headers: HeaderIndex) -> str:
    """Of all files with the last component of `name`: the longest common end, then the nearest, tests last."""
    candidates = [path for path in _candidates(posixpath.basename(name), headers) if path != includer]
    if not candidates:
        return ""
    tail = [part for part in name.split("/") if part not in ("..", ".", "")]
    home = os.path.dirname(includer).split(os.sep)

    def likeness(candidate: str) -> tuple[int, int, int, int, str]:
        parts = candidate.split(os.sep)
        common = _same(tail[::-1], parts[::-1])
        near = _same(home, parts)
        odd = sum(part in _AVOIDED for part in parts[near:])
        return -common, odd, -near, len(parts), candidate

    return min(candidates, key=likeness)


def _whole(name: str, answer: str) -> str:
    """The file that answers where it lies in the folders that the include names, as a library does in its own tree."""
    return answer if "/" in name and answer.replace(os.sep, "/").endswith(f"/{name}") else ""


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


@cache
def _toolchain() -> tuple[frozenset[str], re.Pattern[str]]:
    entry = table("headers")["toolchain"]
    files = "|".join(translate(pattern) for pattern in entry["files"])
    return frozenset(entry["folders"]), re.compile(files)


def of_the_toolchain(name: str) -> bool:
    """Whether an include names a header of the tool chain or of the C++ library, which the stubs stand for."""
    folders, files = _toolchain()
    parts = [part for part in name.split("/") if part not in ("..", ".", "")]
    if not parts:
        return False
    return parts[0] in folders or files.match(parts[-1]) is not None or (len(parts) == 1 and "." not in parts[0])


def needs_core_passes(subject: Program | str | bytes, memory: HealMemory | None = None) -> bool:
    """Whether a program (any of its files) or a text asks which core it is compiled for: then it needs two passes."""
    match subject:
        case Program(files=files):
            known = memory if memory is not None else HealMemory()
            scans = (known.scan(path) for path in files)
            return any(scan is not None and scan.core_words for scan in scans)
        case str():
            return scan(subject.encode("utf-8", "surrogateescape")).core_words
        case _:
            return scan(subject).core_words
