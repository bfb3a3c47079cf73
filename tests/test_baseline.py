"""Baselines: what was there stays quiet, what is new speaks, what is gone is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sklint import baseline
from sklint.finding import Finding, Report, message
from sklint.program import Span
from sklint.report.source import lines_of


def finding(path: Path, line: int, code: str = "SK101", function: str = "K::Process") -> Finding:
    at = Span(str(path), line, 1, line, 10)
    return Finding(code, "error", "proved", message("at {line}", line=line), at, function=function)


def everything(path: str, code: str) -> bool:
    return True


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "op" / "k.h"
    path.parent.mkdir()
    path.write_text("A();\nSyncAll();\nB();\nSyncAll();\nSyncAll(x);\n", encoding="utf-8")
    lines_of.cache_clear()
    return path


@pytest.fixture
def known(kernel: Path, tmp_path: Path) -> Path:
    path = tmp_path / "known.json"
    assert baseline.write(path, [finding(kernel, 2), finding(kernel, 4), finding(kernel, 5)]) == 3
    return path


def test_an_entry_is_path_rule_function_fingerprint_and_count(known: Path) -> None:
    value = json.loads(known.read_text(encoding="utf-8"))
    assert value["version"] == 1
    assert [(e["path"], e["rule"], e["function"]) for e in value["findings"]] == [("op/k.h", "SK101", "K::Process")] * 2
    assert sorted(entry["count"] for entry in value["findings"]) == [1, 2]


def test_what_is_known_is_quiet(kernel: Path, known: Path) -> None:
    applied = baseline.apply(Report((finding(kernel, 2), finding(kernel, 4), finding(kernel, 5))), known, everything)
    assert applied.report.findings == () and applied.leftover == ()
    assert [entry.by for entry in applied.report.suppressed] == ["baseline"] * 3


def test_an_edit_above_changes_nothing(kernel: Path, known: Path) -> None:
    kernel.write_text("// new\n\n" + kernel.read_text(encoding="utf-8").replace("SyncAll();", "  SyncAll( );", 0))
    lines_of.cache_clear()
    applied = baseline.apply(Report((finding(kernel, 4), finding(kernel, 6), finding(kernel, 7))), known, everything)
    assert applied.report.findings == () and applied.leftover == ()


@pytest.mark.parametrize(
    "change",
    [{"code": "SK105"}, {"function": "K::Init"}],
)
def test_another_rule_or_function_is_new(kernel: Path, known: Path, change: dict[str, str]) -> None:
    new = replace(finding(kernel, 2), **change)
    assert baseline.apply(Report((new,)), known, everything).report.findings == (new,)


def test_one_more_of_a_kind_is_new(kernel: Path, known: Path) -> None:
    report = Report((finding(kernel, 2), finding(kernel, 4), finding(kernel, 4)))
    assert baseline.apply(report, known, everything).report.findings == (finding(kernel, 4),)


def test_what_is_gone_is_left_over_and_can_be_pruned(kernel: Path, known: Path) -> None:
    report = Report((finding(kernel, 2),))
    leftover = baseline.apply(report, known, everything).leftover
    assert sorted(entry.count for entry in leftover) == [1, 1]
    assert baseline.prune(known, leftover) == 2
    applied = baseline.apply(report, known, everything)
    assert applied.report.findings == () and applied.leftover == ()


def test_what_this_run_did_not_look_at_is_not_left_over(kernel: Path, known: Path) -> None:
    asked: list[tuple[str, str]] = []

    def elsewhere(path: str, code: str) -> bool:
        asked.append((path, code))
        return False

    assert baseline.apply(Report(), known, elsewhere).leftover == ()
    assert set(asked) == {(str(kernel), "SK101")}


def test_the_same_findings_give_the_same_bytes(kernel: Path, known: Path) -> None:
    before = known.read_bytes()
    baseline.write(known, [finding(kernel, 5), finding(kernel, 2), finding(kernel, 4)])
    assert known.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"version": 2, "findings": []}', "version 2 of the baseline is not one that this sklint reads (1)"),
        (b'{"version": 2, "other": []}', "version 2 of the baseline is not one that this sklint reads (1)"),
        (b"", "no baseline: "),
        (b"[]", "no baseline: "),
        (b"\xff\xfe", "no baseline: "),
        (b'{"version": 1}', "no baseline: object missing required field `findings`"),
        (
            b'{"version": 1, "findings": [{"path": 1}]}',
            "no baseline: expected `str`, got `int` - at `$.findings[0].path`",
        ),
        (b"[" * 100_000, "no baseline: "),
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(content)
    with pytest.raises(baseline.BaselineError) as caught:
        baseline.read(path)
    assert str(caught.value.text).startswith(expected)


def test_a_baseline_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path, expected in ((tmp_path / "gone", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(baseline.BaselineError, match=f"not readable: {expected}"):
            baseline.read(path)
    with pytest.raises(baseline.BaselineError, match="not writable: "):
        baseline.write(tmp_path / "no" / "folder.json", [])
