"""Who includes whom, by text: enough to know which kernels a header touches, and which macros reach a kernel."""

# Paths stay text here: a library holds ten thousand files, and path objects would cost more than reading them.
# ruff: noqa: PTH110, PTH118, PTH119, PTH120, PTH206

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence

from sklint.collect import text, tree


class IncludeGraph:
    """The include lines of the files that were shown to it."""

    def __init__(self) -> None:
        self._included: dict[str, tuple[str, ...]] = {}
        self._named: dict[str, list[tuple[str, str]]] = {}
        self._by_name: dict[str, list[str]] = {}

    def add(self, path: str, data: bytes) -> None:
        names = text.includes(data)
        self._included[path] = names
        self._by_name.setdefault(os.path.basename(path), []).append(path)
        for name in names:
            self._named.setdefault(posixpath.basename(name), []).append((path, name))

    def includers(self, headers: Sequence[str]) -> set[str]:
        """All files that include one of `headers`, directly or through others."""
        found: set[str] = set()
        pending = list(headers)
        while pending:
            header = pending.pop()
            for path, name in self._named.get(os.path.basename(header), ()):
                if path not in found and header in resolve(path, name, self._by_name):
                    found.add(path)
                    pending.append(path)
        return found

    def reachable(self, paths: Sequence[str]) -> set[str]:
        """The shown files that any of `paths` includes, directly or through others, and these themselves."""
        seen = set(paths)
        pending = list(paths)
        while pending:
            current = pending.pop()
            for name in self._included.get(current, ()):
                for header in resolve(current, name, self._by_name):
                    if header not in seen:
                        seen.add(header)
                        pending.append(header)
        return seen

    def reached(self, path: str, by_name: Callable[[], Mapping[str, Sequence[str]]]) -> Iterator[tuple[str, bytes]]:
        """The files that `path` includes, directly or through others; `by_name` gives those of the repository."""
        seen = {path}
        pending = [path]
        while pending:
            current = pending.pop()
            for name in self._included[current]:
                for header in resolve(current, name, self._by_name) or resolve(current, name, by_name()):
                    if header not in seen:
                        seen.add(header)
                        data = tree.read(header)
                        if isinstance(data, bytes):
                            self._included.setdefault(header, text.includes(data))
                            pending.append(header)
                            yield header, data


def resolve(path: str, name: str, by_name: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """What `#include "name"` in `path` may mean: the file beside it, else the likeliest of those with that name.

    Build systems flatten folders away, so only the last component must agree; a longer common end is better, and
    among equals the one nearest to `path`.
    """
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    if os.path.exists(beside):
        return (beside,)
    candidates = by_name.get(posixpath.basename(name), ())
    if len(candidates) < 2:
        return tuple(candidates)
    tail = [part for part in name.split("/") if part not in ("..", ".", "")]

    def likeness(candidate: str) -> tuple[int, int]:
        return _common(reversed(tail), reversed(candidate.split(os.sep))), _common(
            path.split(os.sep), candidate.split(os.sep)
        )

    best = max(map(likeness, candidates))
    return tuple(candidate for candidate in candidates if likeness(candidate) == best)


def _common(left: Iterator[str] | Sequence[str], right: Iterator[str] | Sequence[str]) -> int:
    length = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        length += 1
    return length
