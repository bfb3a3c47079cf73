"""`--fix` and `--diff`: the safe edits that findings carry, made or shown."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sklint.finding import Edit, Finding
from sklint.report.escape import visible
from sklint.report.output import write_bytes
from sklint.report.source import decoded

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file with its text before and after, and the findings that are gone with it."""

    path: str
    before: str
    after: str
    encoding: str
    findings: tuple[Finding, ...]


def fixed(findings: Iterable[Finding]) -> Iterator[FixedFile]:
    """What the edits of these findings make of each file; a finding whose edits overlap with others' waits.

    Raises `OSError` for a file that cannot be read.
    """
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.edits and all(edit.at.path == finding.at.path for edit in finding.edits):
            by_path.setdefault(finding.at.path, []).append(finding)
    for path in sorted(by_path):
        text, encoding = decoded(Path(path).read_bytes())
        lines = [list(match.groups()) for match in _LINE.finditer(text)]
        chosen: list[Edit] = []
        done = []
        for finding in by_path[path]:
            new = [edit for edit in finding.edits if edit not in chosen]
            if all(_fits(edit, lines) for edit in new) and not any(_overlap(a, b) for a in new for b in chosen):
                chosen += new
                done.append(finding)
        for edit in sorted(chosen, key=lambda edit: (edit.at.line, edit.at.column), reverse=True):
            line = lines[edit.at.line - 1]
            line[0] = line[0][: edit.at.column - 1] + edit.text + line[0][edit.at.end_column - 1 :]
        after = "".join(line + end for line, end in lines)
        if after != text:
            yield FixedFile(path, text, after, encoding, tuple(done))


def write(file: FixedFile) -> None:
    """Make the edits of a file; line ends and encoding stay. Raises `OSError`."""
    write_bytes(Path(file.path), file.after.encode(file.encoding))


def diff(file: FixedFile, name: str) -> Iterator[str]:
    """The edits of a file as a unified diff, whose paths are `name`."""
    before, after = (text.splitlines(keepends=True) for text in (file.before, file.after))
    for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
        yield visible(line.rstrip("\r\n")) + "\n"


def _fits(edit: Edit, lines: list[list[str]]) -> bool:
    at = edit.at
    return at.line == at.end_line <= len(lines) and 0 < at.column <= at.end_column <= len(lines[at.line - 1][0]) + 1


def _overlap(one: Edit, other: Edit) -> bool:
    a, b = one.at, other.at
    return a.line == b.line and a.column < b.end_column and b.column < a.end_column
