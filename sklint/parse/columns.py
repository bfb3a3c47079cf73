"""The data types and formats that an operator is built for: its definition lists them column by column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sklint.parse.source import UnreadableSource, code_of, read

_PARAMETER = re.compile(rb"(\w+)\s*(?:\.|->)\s*(?:Input|Output)\s*\(\s*(\"[^\"]*\")\s*\)")
_LIST = re.compile(rb"\.\s*(DataType|Format)\s*\(\s*(?:\{([^{}]*)\}|(\w+))\s*\)")
_NAMED = re.compile(rb"\b(\w+)\s*(?:=\s*)?\{([^{}]*)\}")
_MEMBER = re.compile(rb"\b(?:DT|FORMAT)_[A-Z0-9_]+\b")
_PREFIXES = {b"DataType": "ORIG_DTYPE_", b"Format": "FORMAT_"}


def columns_of(sources: Iterable[str]) -> list[dict[str, str]]:
    """What each build of the operators that host files define is made for: the words of the build and their values."""
    found: list[dict[str, str]] = []
    for path in sources:
        try:
            data = read(path)
        except UnreadableSource:
            continue
        if b"OpDef" in data:
            found += (column for column in _columns(data) if column not in found)
    return found


def _columns(data: bytes) -> Iterator[dict[str, str]]:
    code = code_of(data)
    named = {name: values for name, values in _NAMED.findall(code) if _MEMBER.search(values)}
    starts = list(_PARAMETER.finditer(code))
    lists: dict[bytes, dict[str, list[str]]] = {}
    for index, start in enumerate(starts):
        # the name is a string, so it is read in the text itself
        parameter = data[start.start(2) + 1 : start.end(2) - 1].decode("utf-8", "replace").upper()
        following = starts[index + 1].start() if index + 1 < len(starts) else len(code)
        # what a configuration of one product says stands beside what all of them have
        own = lists.setdefault(start[1], {})
        for kind, written, name in _LIST.findall(code[start.end() : following].partition(b";")[0]):
            values = _MEMBER.findall(written or named.get(name, b""))
            own[_PREFIXES[kind] + parameter] = [value.decode() for value in values]
    for own in lists.values():
        for number in range(max(map(len, own.values()), default=0)):
            yield {word: values[number] for word, values in own.items() if number < len(values)}
