"""The files of a repository by name, scanned when the first include cannot be found without them."""

# Paths stay text here: a library holds ten thousand files, and path objects would cost more than reading them.
# ruff: noqa: PTH119

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from sklint.collect import tree
from sklint.collect.operator import Headers


class RepositoryFiles(Mapping[str, tuple[str, ...]]):
    """The source and header files below `root` by their last name component, each list sorted; built on first use.

    A pickled copy carries the names if they were known, and otherwise only the root.
    """

    def __init__(self, root: str, files: Sequence[str] | None = None) -> None:
        self.root = root
        self._names = None if files is None else _by_name(files)

    def _known(self) -> dict[str, tuple[str, ...]]:
        if self._names is None:
            self._names = _by_name(tree.walk(self.root).files)
        return self._names

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return self._known()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())


def headers(repository: str, files: Sequence[str] | None = None) -> Headers:
    """The header index of `repository`; `files` are its files where a walk has listed them already."""
    return Headers(RepositoryFiles(repository, files))


def _by_name(files: Sequence[str]) -> dict[str, tuple[str, ...]]:
    names: dict[str, list[str]] = {}
    for path in files:
        names.setdefault(os.path.basename(path), []).append(path)
    return {name: tuple(sorted(paths)) for name, paths in names.items()}
