"""A baseline: the findings that were there when somebody began, so that only new ones are told.

An entry is a path, a rule, a function, a fingerprint and a count; line numbers are not in it, and an edit above a
finding changes nothing. Bulk suppressions of ESLint work this way.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

import msgspec

from sklint.finding import Finding, Message, Report, Suppressed, message
from sklint.report.escape import json_text
from sklint.report.fingerprint import fingerprint
from sklint.report.output import write_to_file

VERSION = 1
LARGEST = 64 << 20


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True, order=True):
    """Findings that are alike: `path` is relative to the baseline's folder, with forward slashes."""

    path: str
    rule: str
    function: str
    fingerprint: str
    count: int = msgspec.field(default=1)

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.path, self.rule, self.function, self.fingerprint


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    findings: list[Entry]


class _Version(msgspec.Struct):
    version: int


class BaselineError(ValueError):
    """A baseline that cannot be used, and why."""

    def __init__(self, path: Path, text: Message) -> None:
        super().__init__(f"{path}: {text}")
        self.place = str(path)
        self.text = text


@dataclass(frozen=True, slots=True)
class Applied:
    """A report with the known findings among its suppressed ones, and the entries that match nothing any more.

    The `count` of a leftover entry is how many findings of it are gone.
    """

    report: Report
    leftover: tuple[Entry, ...] = ()


def read(path: Path) -> tuple[Entry, ...]:
    """The entries of a baseline; raises `BaselineError`."""
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise BaselineError(path, message("too large for a baseline"))
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BaselineError(path, message("not readable: {reason}", reason=reason)) from None
    try:
        version = msgspec.json.decode(data, type=_Version).version
        if version != VERSION:
            text = message(
                "version {found} of the baseline is not one that this sklint reads ({known}); write it anew",
                found=version,
                known=VERSION,
            )
            raise BaselineError(path, text)
        return tuple(msgspec.json.decode(data, type=_File).findings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BaselineError(path, message("no baseline: {reason}", reason=_plain(str(error)))) from None


def write(path: Path, findings: Iterable[Finding]) -> int:
    """Write a baseline of these findings, replacing what was there; how many it holds. Raises `BaselineError`."""
    counts = Counter(_key(finding, path) for finding in findings)
    _store(path, (Entry(*key, count) for key, count in counts.items()))
    return counts.total()


def apply(report: Report, path: Path, covered: Callable[[str, str], bool]) -> Applied:
    """Take the findings that the baseline knows out of a report, in their order, as often as it counts them.

    `covered` tells of an absolute path and a code whether this run would have found such a finding: entries of other
    files and rules are not leftover. Raises `BaselineError`.
    """
    entries = read(path)
    left: Counter[tuple[str, str, str, str]] = Counter()
    for entry in entries:
        left[entry.key] += entry.count
    kept, hidden = [], []
    for finding in report.findings:
        key = _key(finding, path)
        if left[key] > 0:
            left[key] -= 1
            hidden.append(Suppressed(finding, "baseline"))
        else:
            kept.append(finding)
    leftover = sorted(
        Entry(*key, count) for key, count in left.items() if count > 0 and covered(_absolute(key[0], path), key[1])
    )
    applied = replace(report, findings=tuple(kept), suppressed=(*report.suppressed, *hidden))
    return Applied(applied, tuple(leftover))


def prune(path: Path, leftover: Iterable[Entry]) -> int:
    """Take leftover entries out of a baseline; how many findings went. Raises `BaselineError`."""
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for entry in read(path):
        counts[entry.key] += entry.count
    gone = Counter({entry.key: entry.count for entry in leftover})
    _store(path, (Entry(*key, count) for key, count in (counts - gone).items()))
    return gone.total()


def _store(path: Path, entries: Iterable[Entry]) -> None:
    value = {"version": VERSION, "findings": [msgspec.to_builtins(entry) for entry in sorted(entries)]}
    try:
        write_to_file(path, [json_text(value, indent=1), "\n"])
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BaselineError(path, message("not writable: {reason}", reason=reason)) from None


def _key(finding: Finding, baseline: Path) -> tuple[str, str, str, str]:
    try:
        relative = os.path.relpath(finding.at.path, baseline.absolute().parent)
    except ValueError:
        # Another drive on Windows.
        relative = finding.at.path
    return PurePath(relative).as_posix(), finding.code, finding.function, fingerprint(finding)


def _absolute(path: str, baseline: Path) -> str:
    return os.path.normpath(baseline.absolute().parent / path)


def _plain(text: str) -> str:
    return text[:1].lower() + text[1:]
