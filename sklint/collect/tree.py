"""The folders of a tree: what is walked, what is passed over, and what git or the settings exclude."""

# Paths stay text here: a library holds ten thousand files, and path objects would cost more than reading them.
# ruff: noqa: PTH110, PTH118, PTH120

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

from sklint import overlay

SOURCES = (".cpp", ".cc", ".cxx", ".cce", ".asc")
HEADERS = (".h", ".hpp")
SCRIPTS = (".py",)
DEVICE_ONLY = (".cce", ".asc")

# Folders that hold copies, products or tests of the sources: linting them says everything twice, or speaks of code
# that never runs on a device.
_PRODUCTS = re.compile(r"build|build_out|cmake-build-.*|CMakeFiles|dist|node_modules|site-packages|kernel_meta\w*")
_TESTS = re.compile(r"tests?|ut|st|unit_?tests?|system_?tests?")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was passed over, and why, in words that follow its path."""

    path: str
    reason: str


@dataclass(slots=True)
class Walk:
    """The files with a source or header suffix under a folder, in a stable order, and what was passed over.

    `scripts` are the Python files.
    """

    files: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    unreadable: list[Skipped] = field(default_factory=list)


def walk(root: str) -> Walk:
    """Walk `root` without following links to folders, so that no loop can catch it."""
    found = Walk()
    pending = [root]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(folder) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError as error:
            found.unreadable.append(Skipped(folder, _why(error)))
            continue
        below: list[str] = []
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if name.startswith(".") or name == "__pycache__":
                    continue
                if _PRODUCTS.fullmatch(name):
                    found.skipped.append(Skipped(entry.path, "a build folder"))
                elif _TESTS.fullmatch(name):
                    found.skipped.append(Skipped(entry.path, "tests"))
                else:
                    below.append(entry.path)
            elif name.endswith((*SOURCES, *HEADERS)) and not name.startswith(".") and _is_file(entry):
                found.files.append(entry.path)
            elif name.endswith(SCRIPTS) and not name.startswith(".") and _is_file(entry):
                found.scripts.append(entry.path)
        pending.extend(reversed(below))
    return found


def files_in(folder: str) -> list[str]:
    """The files with a source or header suffix right in `folder`; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(e.path for e in entries if e.name.endswith((*SOURCES, *HEADERS)) and _is_file(e))
    except OSError:
        return []


def read(path: str) -> bytes | Skipped:
    """The bytes of a file, or why there are none."""
    text = overlay.text_at(path)
    if text is not None:
        return text
    try:
        return Path(path).read_bytes()
    except OSError as error:
        return Skipped(path, _why(error))


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file or a link to one; a link in a circle or to nowhere counts, so that it is reported."""
    try:
        return entry.is_file() or (entry.is_symlink() and not entry.is_dir())
    except OSError:
        return True


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


@dataclass(frozen=True, slots=True)
class Exclusions:
    """Which files git ignores or the settings exclude; `globs` are gitignore patterns relative to `base`."""

    globs: Sequence[str] = ()
    base: str = ""
    _specs: dict[str, tuple[tuple[str, GitIgnoreSpec], ...]] = field(default_factory=dict)

    def reason(self, path: str, start: str) -> str:
        """Why `path` is passed over when `start` was asked for; empty if it is not."""
        if self.globs:
            spec = self._specs.get("")
            if spec is None:
                spec = self._specs[""] = ((self.base, GitIgnoreSpec.from_lines(self.globs)),)
            if _decide(spec, path):
                return "excluded by the settings"
        if _decide(self._ignores(os.path.dirname(path), start), path):
            return "ignored by git"
        return ""

    def _ignores(self, folder: str, start: str) -> tuple[tuple[str, GitIgnoreSpec], ...]:
        """The ignore files that rule in `folder`, the nearest first: up to the repository's top, or up to `start`."""
        known = self._specs.get(folder)
        if known is None:
            own = _ignore_file(folder, ".gitignore")
            parent = os.path.dirname(folder)
            if os.path.exists(os.path.join(folder, ".git")):
                above = _ignore_file(folder, os.path.join(".git", "info", "exclude"))
            elif parent == folder or (folder == start and top_of(folder) is None):
                above = ()
            else:
                above = self._ignores(parent, start)
            known = self._specs[folder] = own + above
        return known


def within(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def top_of(folder: str) -> str | None:
    """The top of the git work tree around `folder`, or None."""
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder


def _ignore_file(folder: str, name: str) -> tuple[tuple[str, GitIgnoreSpec], ...]:
    data = read(os.path.join(folder, name))
    if isinstance(data, Skipped):
        return ()
    try:
        return ((folder, GitIgnoreSpec.from_lines(data.decode("utf-8", "replace").splitlines())),)
    except ValueError:
        return ()


def _decide(specs: Sequence[tuple[str, GitIgnoreSpec]], path: str) -> bool:
    for base, spec in specs:
        relative = os.path.relpath(path, base)
        if relative.startswith(".."):
            continue
        decision = spec.check_file(relative).include
        if decision is not None:
            return decision
    return False
