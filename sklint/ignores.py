"""`--add-ignores`: suppression comments written into the linted files, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from sklint.directives import PYTHON, Directive, directives
from sklint.finding import Finding
from sklint.report.output import write_bytes
from sklint.report.source import decoded

LONGEST_LINE = 120
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


def add_ignores(findings: Iterable[Finding], reason: str) -> tuple[str, ...]:
    """Write a comment for each finding; the paths of the files that were changed, in order.

    Line ends and encoding of a file stay as they are. Raises `OSError` for a file that cannot be written.
    """
    wanted: dict[str, dict[int, dict[str, None]]] = {}
    for finding in findings:
        wanted.setdefault(finding.at.path, {}).setdefault(finding.at.line, {})[finding.code] = None
    plain = " ".join(reason.split())
    changed = []
    for path in sorted(wanted):
        file = Path(path)
        data = file.read_bytes()
        text, encoding = decoded(data)
        new = _with_comments(path, text, wanted[path], plain).encode(encoding)
        if new != data:
            write_bytes(file, new)
            changed.append(path)
    return tuple(changed)


def _with_comments(path: str, text: str, wanted: dict[int, dict[str, None]], reason: str) -> str:
    lines = [list(match.groups()) for match in _LINE.finditer(text)]
    there = {d.at.line: d for d in directives(path, "\n".join(line for line, _ in lines)) if d.kind == "ignore"}
    for number, codes in wanted.items():
        if number > len(lines):
            continue
        line, end = lines[number - 1]
        directive = there.get(number)
        if directive and directive.tokens and directive.first == number:
            lines[number - 1][0] = _extended(line, directive, codes)
            continue
        comment = f"sklint: ignore[{', '.join(codes)}] {reason}".rstrip()
        if path.endswith(PYTHON):
            added = f"  # {comment}"
        elif line.rstrip().endswith("\\"):
            inside = comment.replace("*/", "* /")
            lines[number - 1][0] = f"{line.rstrip()[:-1].rstrip()} /* {inside} */ \\"
            continue
        else:
            added = f"  // {comment}"
        if len(line.rstrip()) + len(added) <= LONGEST_LINE:
            lines[number - 1][0] = line.rstrip() + added
        else:
            indent = line[: len(line) - len(line.lstrip())]
            lines[number - 1][0] = f"{indent}{added.strip()}{end or chr(10)}{line}"
    return "".join(line + end for line, end in lines)


def _extended(line: str, directive: Directive, codes: dict[str, None]) -> str:
    tokens = list(dict.fromkeys([*directive.tokens, *codes]))
    start = line.index("[", directive.at.column - 1)
    return f"{line[: start + 1]}{', '.join(tokens)}{line[line.index(']', start) :]}"
