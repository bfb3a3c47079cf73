"""The executable examples of the rule pages, and the marks that say what a linter finds in them.

A page marks each fenced block in its info string: `bad` (the marked lines give the page's findings) or `good`
(no finding), with optional `case=NAME` (consecutive blocks of one case form one operator), `file=PATH` (where the
block's text lies in that operator) and `arch=3510`. A line may end in one of these marks, in C++ or Python comments:
`// expect: SK101` is a finding of that line; `todo-expect:` is a known miss, `todo-ok:` is known noise, and a
mark that no longer holds is a problem of its own. Several codes are separated by commas; a code may carry the severity
and the confidence the finding must have, `SK101(warning likely)`. The same marks serve in `fixtures/`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from sklint.analyse import analyse_file
from sklint.analyse_script import analyse_script, unflushed_operators
from sklint.collect import collect
from sklint.finding import CONFIDENCES, SEVERITIES, Finding
from sklint.run import merge
from sklint.suppress import suppress
from sklint.task import Options, Task

_FENCE = re.compile(r"^```(?P<language>cpp|python)(?P<attributes>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"(?://|#)\s*(?P<kind>expect|todo-expect|todo-ok):\s*(?P<codes>SK[^/#]*)")
_MARKED_CODE = re.compile(r"(?P<code>SK\d{3})(?:\((?P<words>[a-z ]+)\))?")
_KERNEL_HEADER = "kernel_operator.h"
_ATTRIBUTES = ("case", "file", "arch")


@dataclass(frozen=True, slots=True)
class Mark:
    """An expectation of one line; `kind` is expect, todo-expect or todo-ok; `words` are severity and confidence."""

    kind: str
    code: str
    path: str
    line: int
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Example:
    """One operator of a page; `files` holds the text of each file by its path inside the operator."""

    page: str
    case: str
    good: bool
    files: dict[str, str]


class ExampleError(ValueError):
    """A block that says neither bad nor good, or that contradicts the block before it."""


def examples(page: str, text: str) -> list[Example]:
    """The examples of a page in the order they stand there; raises `ExampleError`."""
    found: list[Example] = []
    for number, block in enumerate(_FENCE.finditer(text), start=1):
        verdict, attributes = _attributes(page, block["attributes"])
        case = attributes.get("case", f"block-{number}")
        path = attributes.get("file") or _default_path(case, block["language"], attributes.get("arch", ""))
        good = verdict == "good"
        if found and found[-1].case == case:
            if found[-1].good is not good or path in found[-1].files:
                raise ExampleError(f"{page}: the blocks of case {case} contradict each other")
        elif any(example.case == case for example in found):
            raise ExampleError(f"{page}: case {case} stands twice")
        else:
            found.append(Example(page, case, good, {}))
        found[-1].files[path] = _complete(path, block["text"])
    return found


def lay_out(example: Example, folder: Path) -> Path:
    """Write an example below a folder and return its root, which is named after the case."""
    root = folder / example.case
    for path, text in example.files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def lint_tree(root: Path, select: frozenset[str]) -> tuple[Finding, ...]:
    """The findings of the rules in `select` below a folder, found without worker processes."""
    collection = collect([str(root)])
    options = Options(select=select)
    scripts = [script.path for script in collection.scripts]
    options = replace(options, unflushed=unflushed_operators(scripts, options))
    reports = [
        analyse_file(Task(target.operator, target.kernel, collection.headers[target.operator.repository], options))
        for target in collection.targets
    ]
    reports += (analyse_script(path, options) for path in scripts)
    return suppress(merge(reports, select).report, select).findings


def marks(path: str, text: str) -> Iterator[Mark]:
    """The marks of one file; a mark that names no code, or says an unknown word, raises `ExampleError`."""
    for number, line in enumerate(text.splitlines(), start=1):
        for mark in _MARK.finditer(line):
            for item in mark["codes"].split(","):
                yield _marked(mark["kind"], item.strip(), path, number)


def _marked(kind: str, item: str, path: str, number: int) -> Mark:
    code = _MARKED_CODE.match(item)
    if code is None:
        raise ExampleError(f"{path}:{number}: {item!r} is no code")
    words = frozenset((code["words"] or "").split())
    if not words <= {*SEVERITIES, *CONFIDENCES}:
        raise ExampleError(f"{path}:{number}: {code['words']!r} is no severity or confidence")
    return Mark(kind, code["code"], path, number, words)


def problems(
    root: Path, expected: Iterable[Mark], findings: Iterable[Finding], judged: frozenset[str], noted: frozenset[str]
) -> list[str]:
    """What is wrong between marks and findings, one sentence each; empty when they agree.

    Findings of the codes in `judged` and of every marked code must be marked; those of `noted` only when their
    severity is above info.
    """
    wanted = list(expected)
    exact = judged | {mark.code for mark in wanted}
    seen: Counter[tuple[str, int, str]] = Counter()
    said: dict[tuple[str, int, str], Finding] = {}
    for finding in findings:
        if finding.code in exact or (finding.code in noted and finding.severity != "info"):
            place = (_relative(root, finding.at.path), finding.at.line, finding.code)
            seen[place] += 1
            said[place] = finding
    complaints: list[str] = []
    for mark in wanted:
        place = (mark.path, mark.line, mark.code)
        present = seen[place] > 0
        where = f"{mark.path}:{mark.line}: {mark.code}"
        match mark.kind, present:
            case "expect", False:
                complaints.append(f"{where} is expected and not found")
            case "todo-expect", True:
                complaints.append(f"{where} is found now: make the todo-expect an expect")
            case "todo-ok", False:
                complaints.append(f"{where} is silent now: remove the todo-ok")
            case _:
                pass
        if present:
            seen[place] -= 1
            finding = said[place]
            missing = mark.words - {finding.severity, finding.confidence}
            if missing:
                complaints.append(
                    f"{where} is {finding.severity}, {finding.confidence}; not {', '.join(sorted(missing))}"
                )
    for place, count in sorted(seen.items()):
        if count:
            path, line, code = place
            complaints.append(f"{path}:{line}: {code} is not expected: {said[place].message}")
    return complaints


def _attributes(page: str, text: str) -> tuple[str, dict[str, str]]:
    """The verdict and the attributes of a block's info string."""
    verdict, *rest = text.split() or [""]
    pairs = dict(word.split("=", 1) for word in rest if "=" in word)
    if verdict not in ("bad", "good") or len(pairs) != len(rest) or not set(pairs) <= set(_ATTRIBUTES):
        raise ExampleError(f"{page}: a block's info string is `bad` or `good` and attributes, not {text.strip()!r}")
    return verdict, pairs


def _default_path(case: str, language: str, architecture: str) -> str:
    """Where a block without `file=` lies; the tool chain knows a kernel for Ascend 950 by the `_apt` in its name."""
    name = case.replace("-", "_")
    if language == "python":
        return f"{name}.py"
    return f"op_kernel/{name}_apt.cpp" if architecture == "3510" else f"op_kernel/{name}.cpp"


def _complete(path: str, text: str) -> str:
    """A kernel source with the header that every kernel starts with; everything else as it is."""
    place = PurePosixPath(path)
    kernel = place.suffix in (".cpp", ".asc") and "op_host" not in place.parts
    return text if not kernel or _KERNEL_HEADER in text else f'#include "{_KERNEL_HEADER}"\n{text}'


def _relative(root: Path, path: str) -> str:
    try:
        return Path(path).resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return path
