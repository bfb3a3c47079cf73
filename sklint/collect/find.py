"""Find the operators in what a user asks to lint."""

# Paths stay text here: a library holds ten thousand files, and path objects would cost more than reading them.
# ruff: noqa: PTH100, PTH112, PTH114, PTH120

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from sklint import overlay
from sklint.collect import layout, text, tree
from sklint.collect.headers import headers
from sklint.collect.includes import IncludeGraph
from sklint.collect.operator import Headers, KernelFile, Operator
from sklint.collect.scripts import ScriptTarget, speaks_of_super_kernel
from sklint.collect.tree import Exclusions, Skipped


class MissingPathError(ValueError):
    """A path that was asked for and is not there."""


@dataclass(frozen=True, slots=True)
class Target:
    """One kernel file to analyse, with the operator it belongs to."""

    operator: Operator
    kernel: KernelFile

    @property
    def path(self) -> str:
        """The kernel file."""
        return self.kernel.path


@dataclass(frozen=True, slots=True)
class Collection:
    """What to lint, in order of path; what was passed over or could not be read; and what led nowhere.

    `barren` are the paths that were asked for and hold, or lead to, no kernel and no model script.
    """

    targets: tuple[Target, ...] = ()
    headers: Mapping[str, Headers] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    unreadable: tuple[Skipped, ...] = ()
    barren: tuple[str, ...] = ()
    scripts: tuple[ScriptTarget, ...] = ()


def collect(paths: Iterable[str], exclusions: Exclusions | None = None) -> Collection:
    """The kernels in `paths`: folders are searched, kernel files taken as they are, headers and host files followed
    to the kernels they belong to. Raises `MissingPathError`."""
    finder = _Finder(exclusions or Exclusions())
    barren: list[str] = []
    for path in paths:
        asked = os.path.abspath(path)
        if not os.path.lexists(asked) and overlay.text_at(asked) is None:
            raise MissingPathError(path)
        before = finder.size
        if os.path.isdir(asked):
            finder.add_folder(asked)
        else:
            finder.add_file(asked)
        if finder.size == before and not finder.holds(asked):
            barren.append(path)
    return finder.collection(tuple(barren))


@dataclass(slots=True)
class _Pool:
    """The kernel files among the files of one folder, and who includes whom there.

    `libraries` are headers with device code that none of these kernels includes: no kernel of theirs can be walked, but
    what a SuperKernel build says of their text holds all the same.
    """

    files: list[str]
    kernels: dict[str, KernelFile] = field(default_factory=dict)
    libraries: dict[str, KernelFile] = field(default_factory=dict)
    graph: IncludeGraph = field(default_factory=IncludeGraph)
    unreadable: list[Skipped] = field(default_factory=list)


class _Finder:
    def __init__(self, exclusions: Exclusions) -> None:
        self._exclusions = exclusions
        self._asked: dict[str, str] = {}
        self._walked: dict[str, tree.Walk] = {}
        self._pools: dict[str, _Pool] = {}
        self._by_root: dict[str, dict[str, dict[str, KernelFile]]] = {}
        self._indexes: dict[str, Headers] = {}
        self._libraries: dict[str, tuple[str | None, str | None]] = {}
        self._scans: dict[str, text.Scan] = {}
        self.kernels: dict[str, KernelFile] = {}
        self.scripts: dict[str, ScriptTarget] = {}
        self.skipped: dict[str, Skipped] = {}
        self.unreadable: dict[str, Skipped] = {}

    @property
    def size(self) -> int:
        return len(self.kernels) + len(self.scripts) + len(self.unreadable)

    def holds(self, asked: str) -> bool:
        return any(tree.within(path, asked) for path in (*self.kernels, *self.scripts))

    def add_folder(self, folder: str) -> None:
        pool = self._pool(folder)
        for item in (*self._walked[folder].unreadable, *pool.unreadable):
            if not self._exclusions.reason(item.path, folder):
                self.unreadable[item.path] = item
        self.skipped.update((item.path, item) for item in self._walked[folder].skipped)
        for path, kernel in (*pool.kernels.items(), *pool.libraries.items()):
            if reason := self._exclusions.reason(path, folder):
                self.skipped[path] = Skipped(path, reason)
            else:
                self._take(kernel, folder)
        for path in self._walked[folder].scripts:
            self._add_script(path, folder)

    def _add_script(self, path: str, asked: str) -> None:
        data = tree.read(path)
        if isinstance(data, Skipped):
            if not self._exclusions.reason(path, asked):
                self.unreadable[path] = data
        elif speaks_of_super_kernel(data):
            if reason := self._exclusions.reason(path, asked):
                self.skipped[path] = Skipped(path, reason)
            else:
                self.scripts[path] = ScriptTarget(path)

    def add_file(self, path: str) -> None:
        folder = os.path.dirname(path)
        data = tree.read(path)
        if isinstance(data, Skipped):
            self.unreadable[path] = data
        elif path.endswith(tree.SCRIPTS):
            if speaks_of_super_kernel(data):
                self.scripts[path] = ScriptTarget(path)
        elif path.endswith(tree.HEADERS):
            self._add_header(path)
        else:
            alone = _Pool([path])
            self._scan(alone, folder)
            if not alone.kernels:
                self._add_host(path)
            for kernel in alone.kernels.values():
                self._take(kernel, folder)

    def _add_header(self, path: str) -> None:
        folder = os.path.dirname(path)
        pool = self._pool(self._repository(layout.place(path), folder), path)
        for touched in (*sorted(pool.graph.includers([path])), path):
            if touched in pool.kernels:
                self._take(pool.kernels[touched], folder)

    def _add_host(self, path: str) -> None:
        folder = os.path.dirname(path)
        pool = _Pool(list(dict.fromkeys(layout.kernels_beside(path))))
        self._scan(pool, folder)
        for kernel in pool.kernels.values():
            if path in layout.host_files(layout.place(kernel.path), kernel.path):
                self._take(kernel, folder)

    def _take(self, kernel: KernelFile, asked: str) -> None:
        self.kernels.setdefault(kernel.path, kernel)
        self._asked.setdefault(kernel.path, asked)

    def _pool(self, folder: str, *more: str) -> _Pool:
        pool = self._pools.get(folder)
        if pool is None:
            walked = self._walked[folder] = tree.walk(folder)
            pool = self._pools[folder] = _Pool(list(dict.fromkeys([*walked.files, *more])))
            self._scan(pool, folder)
        return pool

    def _scan(self, pool: _Pool, asked: str) -> None:
        # a macro may stand in a header outside of what was asked for
        partly = self._repository(layout.place(asked + os.sep), asked) != asked
        makers: dict[str, text.EntryMacro] = {}
        with_entries: dict[str, KernelFile] = {}
        orphans: dict[str, None] = {}
        device: list[tuple[str, bytes]] = []
        plain: list[str] = []
        for path in sorted(pool.files, key=lambda path: not path.endswith(tree.HEADERS)):
            data = tree.read(path)
            if isinstance(data, Skipped):
                pool.unreadable.append(data)
                continue
            pool.graph.add(path, data)
            found = None
            if text.may_hold_entries(data):
                found = text.scan(text.decode(data), device=path.endswith(tree.DEVICE_ONLY))
                makers.update(found.macros)
            if found is not None and found.makes:
                with_entries[path] = KernelFile(path, layout.architecture(path, data), found.entries)
            elif path.endswith(tree.HEADERS) and b"__aicore__" in data:
                device.append((path, data))
            elif path.endswith(tree.HEADERS):
                plain.append(path)
            elif _may_use_a_macro(path, data, makers, partly):
                orphans[path] = None
        for path, data in itertools.chain(device, _read_again(plain if makers else ())):
            if any(maker.encode() in data for maker in makers):
                found = text.scan(text.decode(data), makers)
                if found.makes:
                    with_entries[path] = KernelFile(path, layout.architecture(path, data), found.entries)
        # a tiling that includes a kernel, for a structure or a number, is no kernel
        sources = {path for path in pool.files if not path.endswith(tree.HEADERS) and not _is_for_the_host(path)}
        users: set[str] = set()
        for path, kernel in with_entries.items():
            including = sources & pool.graph.includers([path]) if path.endswith(tree.HEADERS) else set()
            if not including:
                pool.kernels[path] = kernel
            users |= including
        # a source that another one includes is compiled with that one only
        users |= sources & pool.graph.includers(list(orphans))
        for path in (*orphans, *sorted(users - orphans.keys() - with_entries.keys())):
            if (made := self._by_include(pool, path, asked)) is not None:
                pool.kernels[path] = made
        reached = pool.graph.reachable(list(pool.kernels))
        for path, data in device:
            # beside kernels a library is what lies in their folders; a folder without any is a library itself
            if path not in reached and (not pool.kernels or layout.KERNEL_FOLDER in PurePath(path).parts):
                pool.libraries[path] = KernelFile(path, layout.architecture(path, data), ())

    def _by_include(self, pool: _Pool, path: str, asked: str) -> KernelFile | None:
        """The kernel file that `path` is by the headers it includes: by the entries that they define or their macros
        make, there or here."""
        data = tree.read(path)
        if isinstance(data, Skipped) or pool.graph.includers([path]):
            return None
        repository = self._repository(layout.place(path), asked)
        included = list(pool.graph.reached(path, lambda: self._headers(repository).by_name))
        scans = [self._entries_in(*one) for one in included]
        macros = {name: macro for scan in scans for name, macro in scan.macros.items()}
        found = [text.scan(text.decode(data), macros)]
        for (_, header), scan in zip(included, scans, strict=True):
            foreign = (name for name in macros if name not in scan.macros)
            uses = any(name.encode() in header for name in foreign)
            found.append(text.scan(text.decode(header), macros) if uses else scan)
        if not any(one.makes for one in found):
            return None
        entries = dict.fromkeys(name for one in found for name in one.entries)
        return KernelFile(path, layout.architecture(path, data), tuple(entries))

    def _entries_in(self, header: str, data: bytes) -> text.Scan:
        if header not in self._scans:
            self._scans[header] = text.scan(text.decode(data)) if text.may_hold_entries(data) else text.Scan()
        return self._scans[header]

    def _headers(self, repository: str) -> Headers:
        if repository not in self._indexes:
            walked = self._walked.get(repository)
            self._indexes[repository] = headers(repository, walked.files if walked else None)
        return self._indexes[repository]

    def _repository(self, where: layout.Place, asked: str) -> str:
        """The folder in which headers of the operator are looked for: its vendor tree, its git work tree, the working
        folder, the library around it, or failing all what was asked for."""
        if (vendor := layout.vendor_tree(where)) is not None:
            return vendor
        above = os.path.dirname(where.root)
        if above not in self._libraries:
            around = layout.library_around(above)
            self._libraries[above] = tree.top_of(above), layout.working_folder(around or above) or around
        work_tree, library = self._libraries[above]
        # an operator that is a repository of its own has nothing to do with what lies beside it
        known = work_tree or tree.top_of(where.root) or library
        if known is not None:
            return known
        return asked if tree.within(where.root, asked) else where.root

    def collection(self, barren: tuple[str, ...]) -> Collection:
        """All that was taken, grouped into operators."""
        groups: dict[tuple[str, str], list[KernelFile]] = {}
        for path in _without_links_to_others(sorted(self.kernels)):
            where = layout.place(path)
            groups.setdefault((where.root, where.name), []).append(self.kernels[path])
        targets: list[Target] = []
        for taken in groups.values():
            operator = self._operator(taken)
            targets += (Target(operator, kernel) for kernel in taken)
        targets.sort(key=lambda target: target.kernel.path)
        repositories = sorted({target.operator.repository for target in targets})
        return Collection(
            tuple(targets),
            {repository: self._headers(repository) for repository in repositories},
            tuple(self.skipped[path] for path in sorted(self.skipped)),
            tuple(self.unreadable[path] for path in sorted(self.unreadable)),
            barren,
            tuple(self.scripts[path] for path in sorted(self.scripts)),
        )

    def _operator(self, taken: Sequence[KernelFile]) -> Operator:
        where = layout.place(taken[0].path)
        kernels = {kernel.path: kernel for kernel in taken}
        if where.layout != "direct":
            kernels = {**self._siblings(where.root), **kernels}
        host: set[str] = set()
        for kernel in taken:
            host.update(layout.host_files(where, kernel.path))
        return Operator(
            where.name,
            where.root,
            self._repository(where, self._asked[taken[0].path]),
            tuple(kernels[path] for path in sorted(kernels)),
            tuple(path for path in sorted(host) if not self._is_kernel(path) or _launches(path)),
        )

    def _siblings(self, root: str) -> dict[str, KernelFile]:
        """The kernel files of the operator at `root`, from a folder that was searched already or from its own."""
        folder = next((folder for folder in self._pools if tree.within(root, folder)), root)
        by_root = self._by_root.get(folder)
        if by_root is None:
            by_root = self._by_root[folder] = {}
            for path, kernel in self._pool(folder).kernels.items():
                by_root.setdefault(layout.place(path).root, {})[path] = kernel
        return by_root.get(root, {})

    def _is_kernel(self, path: str) -> bool:
        return path in self.kernels or any(path in pool.kernels for pool in self._pools.values())


def _read_again(paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files that can be read."""
    for path in paths:
        data = tree.read(path)
        if not isinstance(data, Skipped):
            yield path, data


def _may_use_a_macro(path: str, data: bytes, makers: Iterable[str], partly: bool) -> bool:
    if any(maker.encode() in data for maker in makers) or path.endswith(tree.DEVICE_ONLY):
        return True
    return f"{os.sep}{layout.KERNEL_FOLDER}{os.sep}" in path or (partly and not _is_for_the_host(path))


def _is_for_the_host(path: str) -> bool:
    return f"{os.sep}{layout.HOST_FOLDER}{os.sep}" in path


def _without_links_to_others(paths: Sequence[str]) -> list[str]:
    """The paths without links to files that are among them."""
    own = {path for path in paths if not os.path.islink(path)}
    return [path for path in paths if path in own or os.path.realpath(path) not in own]


def _launches(path: str) -> bool:
    data = tree.read(path)
    return isinstance(data, bytes) and b"<<<" in data
