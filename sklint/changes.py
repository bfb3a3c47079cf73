"""Changed lines: from git or from a patch, and the findings that they have a part in.

git reads the repository that is linted, which is not trusted: nothing that its configuration or attributes name is run
(external diffs, text converters, the file system monitor), and no revision can pass for an option.
"""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from unidiff.errors import UnidiffParseError
from unidiff.patch import Hunk, PatchSet

from sklint.finding import Finding, Message, Report, message
from sklint.program import Span

_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.external=")
_DIFF = ("diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--ignore-submodules")
_PREFIXES = ("--src-prefix=a/", "--dst-prefix=b/")
_NULL = "/dev/null"


class ChangesError(ValueError):
    """Changes that cannot be told: no repository, no such revision, no patch."""

    def __init__(self, place: str, text: Message) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place
        self.text = text


@dataclass(frozen=True, slots=True)
class Changes:
    """Ranges of changed lines by real path, first and last line; files in `whole` are new altogether."""

    lines: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()

    def touch(self, at: Span) -> bool:
        """Whether a change lies in a stretch of source."""
        path = _real(at.path)
        if path in self.whole:
            return True
        return any(first <= at.end_line and at.line <= last for first, last in self.lines.get(path, ()))

    def touch_finding(self, finding: Finding) -> bool:
        """Whether a change lies in the finding's site or in a step of its trace."""
        return self.touch(finding.at) or any(self.touch(step.at) for step in finding.trace)


@functools.lru_cache(maxsize=4096)
def _real(path: str) -> str:
    """Git tells of files by where they are, not by the links that lead there."""
    return os.path.realpath(path)


def keep_changed(report: Report, changes: Changes) -> Report:
    """The report with only those findings that a change has a part in."""
    findings, doubtful = (tuple(filter(changes.touch_finding, all_)) for all_ in (report.findings, report.doubtful))
    return replace(report, findings=findings, doubtful=doubtful)


def since(revision: str, folder: Path) -> Changes:
    """What the work tree around `folder` has that a revision has not, untracked files included.

    Raises `ChangesError`.
    """
    option = f"--new-from {revision}"
    top = _top(option, folder)
    commit = _commit(option, revision, top)
    patch = _git(option, top, *_DIFF, *_PREFIXES, commit, "--")
    untracked = _git(option, top, "ls-files", "-z", "--others", "--exclude-standard", "--")
    names = (os.fsdecode(name) for name in untracked.split(b"\0") if name)
    changes = _parsed(option, patch, top)
    return replace(changes, whole=changes.whole | {_real(str(top / name)) for name in names})


def since_merge_base(branch: str, folder: Path) -> Changes:
    """What the work tree has that the point where it left `branch` has not. Raises `ChangesError`."""
    option = f"--new-from-merge-base {branch}"
    top = _top(option, folder)
    commit = _commit(option, branch, top)
    try:
        base = _git(option, top, "merge-base", commit, "HEAD").decode().strip()
    except ChangesError:
        text = message("`{branch}` and HEAD have no commit in common", branch=branch)
        raise ChangesError(option, text) from None
    return since(base, folder)


def from_patch(data: bytes, folder: Path, place: str = "--new-from-patch") -> Changes:
    """What a unified diff adds or changes; its paths are relative to `folder`, the lines are those after the patch.

    Raises `ChangesError`.
    """
    return _parsed(place, data, folder)


def top_or_here(folder: Path) -> Path:
    """The top of the work tree around a folder, which the paths of git's patches start from; else the folder."""
    try:
        return _top("", folder)
    except ChangesError:
        return folder


def _parsed(place: str, data: bytes, folder: Path) -> Changes:
    text = data.decode("utf-8", "surrogateescape")
    try:
        patch = PatchSet(text)
    except (UnidiffParseError, ValueError) as error:
        reason = str(error)[:200]
        raise ChangesError(place, message("no unified diff: {reason}", reason=reason)) from None
    if text.strip() and not patch and "@@" not in text and "diff --git" not in text:
        raise ChangesError(place, message("no unified diff: it holds no file"))
    lines: dict[str, list[tuple[int, int]]] = {}
    for file in patch:
        name = file.target_file or ""
        if name == _NULL:
            continue
        path = _real(str(folder / _unquoted(name).removeprefix("b/")))
        for hunk in file:
            lines.setdefault(path, []).extend(_ranges(hunk))
    return Changes({path: tuple(ranges) for path, ranges in lines.items()})


def _ranges(hunk: Hunk) -> Iterator[tuple[int, int]]:
    """The changed lines of a hunk; where lines only went, the ones on both sides of the gap."""
    # A hunk without lines after the change names the line before the gap.
    previous = hunk.target_start - (1 if hunk.target_length else 0)
    for line in hunk:
        if line.is_removed:
            yield previous, previous + 1
        elif line.target_line_no is not None:
            previous = line.target_line_no
            if line.is_added:
                yield previous, previous


def _unquoted(name: str) -> str:
    """A file name as it is: git writes unusual ones in quotes, with the escapes of C."""
    if not (name.startswith('"') and name.endswith('"')):
        return name
    raw = name[1:-1].encode("utf-8", "surrogateescape").decode("latin-1")
    plain = raw.encode("latin-1").decode("unicode_escape").encode("latin-1")
    return plain.decode("utf-8", "surrogateescape")


def _top(option: str, folder: Path) -> Path:
    try:
        top = _git(option, folder, "rev-parse", "--show-toplevel")
    except ChangesError:
        raise ChangesError(option, message("`{folder}` is in no git work tree", folder=folder)) from None
    return Path(os.fsdecode(top.removesuffix(b"\n")))


def _commit(option: str, revision: str, top: Path) -> str:
    wanted = f"{revision}^{{commit}}"
    try:
        found = _git(option, top, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
    except ChangesError:
        raise ChangesError(option, message("git knows no revision `{revision}`", revision=revision)) from None
    return found.decode().strip().splitlines()[-1]


def _git(option: str, folder: Path, *args: str) -> bytes:
    try:
        done = subprocess.run([*_GIT, *args], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    except OSError:
        raise ChangesError(option, message("git cannot be started")) from None
    if done.returncode:
        reason = os.fsdecode(done.stderr).strip().splitlines()[-1:] or ["git failed"]
        raise ChangesError(option, message("git: {reason}", reason=reason[0]))
    return done.stdout
