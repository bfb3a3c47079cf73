"""Where in a repository the host code of a kernel is: an index of its host files, read when it is first asked.

The files of the operator itself come first; the rest of the repository is read only when something is missing there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sklint.collect import text as source_text
from sklint.collect import tree
from sklint.host.text import Definition, HostText, Registration, Template, plain, scan

_SOURCES = (".cpp", ".cc", ".cxx", ".asc", ".cu", ".c")
HEADERS = (".h", ".hpp", ".hh", ".cuh", ".inl")
_TESTS = frozenset({"tests", "test", "ut", "st", "build_out", "build", "docs", "doc", "op_api", "op_graph"})
# A file that has none of these registers nothing and launches nothing.
_MARKS = (b"IMPL_OP", b"SetTiling", b"AddConfig", b"TILING_TEMPLATE", b"<<<", b"LAUNCH_KERNEL", b"KERNEL_CMD")
# A function at namespace scope begins at the start of a line, with what it returns.
_DEFINED = re.compile(rb"^[A-Za-z_][\w:<>&*, \t]*[ \t&*](\w+)[ \t]*\(", re.MULTILINE)
# What stands before the colons is read backwards from there: a search that begins with a word stops at every word.
_QUALIFIED = re.compile(rb"::(\w+)[ \t]*\(")
_OWNER_BACKWARDS = re.compile(rb"(?:>[\w, ]*<)?(\w+)")
_LONGEST_OWNER = 1000
_BRACKET = re.compile(rb"[()]")
# A comment ends where it first can: matched in one way only, so that no text takes long to be turned down.
_COMMENT = rb"//[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_BODY = re.compile(rb"(?:\s|" + _COMMENT + rb")*(?:[{]|:(?!:)|->|const\b|noexcept\b|override\b|final\b|try\b)")
_LONGEST_PARAMETERS = 4000


class HostIndex:
    """The host files of one repository; `by_name` lists its files (`collect.headers`)."""

    def __init__(self, repository: str, by_name: Mapping[str, Sequence[str]]) -> None:
        self._repository = repository
        self._by_name = by_name
        self._read: dict[str, HostText] = {}
        self._all: Tables | None = None
        self._paths: tuple[str, ...] | None = None
        self._qualified: dict[tuple[bytes, bytes], list[str]] | None = None
        self._free: dict[bytes, list[str]] | None = None
        self._mentions: dict[str, Sequence[str]] = {}

    def unit(self, files: Sequence[str]) -> Tables:
        """What the files of one operator say."""
        return Tables(self._texts(files))

    def everything(self) -> Tables:
        """What the whole repository says."""
        if self._all is None:
            self._all = Tables(self._texts(self._host_paths()))
        return self._all

    def defining(self, owner: str, name: str) -> Sequence[str]:
        """The source files that may define the method `name` of the class `owner` outside of it."""
        if self._qualified is None:
            self._qualified = {}
            for path in self._host_paths():
                data = tree.read(path) if path.endswith(_SOURCES) else b""
                if isinstance(data, bytes):
                    for pair in set(_qualified(data)):
                        self._qualified.setdefault(pair, []).append(path)
        return self._qualified.get((owner.encode(), name.encode()), ())

    def defining_function(self, name: str) -> Sequence[str]:
        """The source files that may define the function `name`, which belongs to no class."""
        if self._free is None:
            self._free = {}
            for path in self._host_paths():
                data = tree.read(path) if path.endswith(_SOURCES) else b""
                if isinstance(data, bytes):
                    for word in set(_DEFINED.findall(data)):
                        self._free.setdefault(word, []).append(path)
        return self._free.get(name.encode(), ())

    def mentioning(self, name: str) -> Sequence[str]:
        """The files in which something called `name` is defined, declared or called."""
        if name not in self._mentions:
            self._mentions[name] = self._mentioned(name)
        return self._mentions[name]

    def _mentioned(self, name: str) -> list[str]:
        wanted = name.encode()
        called = re.compile(rb"\b%s[ \t]*(?:<[^<>;(){}]*>)?[ \t]*\(" % re.escape(wanted))
        found = []
        for path in self._host_paths():
            data = tree.read(path)
            if isinstance(data, bytes) and wanted in data and called.search(data):
                found.append(path)
        return found

    def _host_paths(self) -> Sequence[str]:
        if self._paths is None:
            paths = (path for paths in self._by_name.values() for path in paths if self._may_matter(path))
            self._paths = tuple(sorted(paths))
        return self._paths

    def _may_matter(self, path: str) -> bool:
        if not path.endswith((*_SOURCES, *HEADERS)):
            return False
        return _TESTS.isdisjoint(path[len(self._repository) :].replace(os.sep, "/").split("/")[:-1])

    def _texts(self, paths: Iterable[str]) -> Iterator[HostText]:
        for path in paths:
            known = self._read.get(path)
            if known is None:
                data = tree.read(path)
                known = HostText(path)
                if isinstance(data, bytes) and any(mark in data for mark in _MARKS):
                    known = scan(path, source_text.decode(data))
                self._read[path] = known
            yield known


def _qualified(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The functions with an owner in front that are defined: owner and name."""
    for found in _QUALIFIED.finditer(data):
        if not _has_body(data, found.end()):
            continue
        end = found.start()
        owner = _OWNER_BACKWARDS.match(data[max(0, end - _LONGEST_OWNER) : end][::-1])
        if owner is not None:
            yield owner[1][::-1], found[1]


def _has_body(data: bytes, inside: int) -> bool:
    """Whether a body follows the parameters that begin at `inside`, as it does not behind the arguments of a call."""
    depth, end = 1, min(len(data), inside + _LONGEST_PARAMETERS)
    for found in _BRACKET.finditer(data, inside, end):
        depth += 1 if found[0] == b"(" else -1
        if not depth:
            return _BODY.match(data, found.end()) is not None
    return end < len(data)


class Tables:
    """Host files by what one looks for in them; operators by their plain names (`text.plain`)."""

    def __init__(self, texts: Iterable[HostText]) -> None:
        self.registrations: dict[str, list[Registration]] = {}
        self.templates: dict[str, list[Template]] = {}
        self.launches: dict[str, list[str]] = {}
        self.definitions: dict[str, list[Definition]] = {}
        for text in texts:
            for registration in text.registrations:
                self.registrations.setdefault(plain(registration.operator), []).append(registration)
            for template in text.templates:
                self.templates.setdefault(plain(template.operator), []).append(template)
            for definition in text.definitions:
                self.definitions.setdefault(plain(definition.operator), []).append(definition)
            for kernel in text.launches:
                self.launches.setdefault(kernel, []).append(text.path)
