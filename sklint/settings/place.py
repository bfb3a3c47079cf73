"""Lines of a TOML file: where each key stands, so that an error can name its place.

The parsers give values without places. Statements are cut by their brackets and strings, and each is parsed by the
TOML library alone: what it defines, it defines on its line.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Key = tuple["str | int", ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|' r"'''.*?'''|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'|#[^\n]*|[\[\]{}]|\n", re.DOTALL
)


def places(text: str) -> dict[Key, int]:
    """The line of every key, by its path of names and array indices; `text` is valid TOML."""
    found: dict[Key, int] = {}
    prefix: Key = ()
    counts: Counter[Key] = Counter()
    for line, statement in _statements(text):
        if not statement.lstrip().startswith("["):
            found |= {key: line for key in _keys(tomllib.loads(statement), prefix) if key not in found}
            continue
        (prefix,) = _names(statement)
        if statement.lstrip().startswith("[["):
            counts[prefix] += 1
            prefix = (*prefix, counts[prefix] - 1)
        found |= {prefix[: end + 1]: line for end in range(len(prefix)) if prefix[: end + 1] not in found}
    return found


def place_of(text: str, key: Key, value: str = "") -> int:
    """The line of `key`, or of the innermost table around it that is written; within it that of a quoted `value`."""
    known = places(text)
    while key and key not in known:
        key = key[:-1]
    line = known.get(key, 1)
    if value:
        rest = "\n".join(text.split("\n")[line - 1 :])
        found = re.search(rf"(['\"]){re.escape(value)}\1", rest)
        line += rest.count("\n", 0, found.start()) if found else 0
    return line


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The line and text of each statement: a header or a key with its value."""
    depth, start, line = 0, 0, 1
    begun = line
    for token in _TOKEN.finditer(text + "\n"):
        word = token[0]
        if word in ("[", "{"):
            depth += 1
        elif word in ("]", "}"):
            depth -= 1
        elif word == "\n":
            line += 1
            if depth == 0:
                statement = text[start : token.start()]
                if statement.strip() and not statement.lstrip().startswith("#"):
                    yield begun, statement
                start, begun = token.end(), line
        else:
            line += word.count("\n")


def _keys(value: object, prefix: Key) -> Iterator[Key]:
    if isinstance(value, dict):
        for name, entry in value.items():
            yield (*prefix, name)
            yield from _keys(entry, (*prefix, name))


def _names(header: str) -> Iterator[Key]:
    """The path that a `[table]` or `[[table]]` header names."""
    node: object = tomllib.loads(header)
    path: list[str | int] = []
    while node:
        if isinstance(node, list):
            node = node[0]
        elif isinstance(node, dict):
            ((name, node),) = node.items()
            path.append(name)
    yield tuple(path)
