"""From many answers to one report: merging, ordering, and the account of sites."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sklint.collect import Collection, Skipped, collect
from sklint.finding import Finding, NotAnalysed, Sites, Step, message
from sklint.program import Span
from sklint.run import joined, merge, run
from sklint.task import FileReport, Options, SiteState
from sklint.workers import WorkerStartError

ALL = frozenset({"SK001", "SK101", "SK501"})


def at(line: int, path: str = "/a.h", column: int = 1) -> Span:
    return Span(path, line, column, line, column + 1)


def finding(line: int, kernel: str, code: str = "SK101", path: str = "/a.h") -> Finding:
    return Finding(code, "warning", "likely", message("a barrier"), at(line, path), (kernel,), "aiv")


def test_kernels_that_reach_one_site_share_one_finding() -> None:
    (only,) = joined([finding(3, "mul"), finding(3, "add"), finding(3, "add")])
    assert only.kernels == ("add", "mul")
    assert only.core_kind == "aiv"


def test_the_strongest_of_several_findings_speaks_for_all() -> None:
    proved = replace(finding(3, "mul"), severity="error", confidence="possible", message=message("it hangs"))
    (only,) = joined([finding(3, "add"), proved, replace(finding(3, "sub"), confidence="proved")])
    assert (only.severity, only.confidence, str(only.message)) == ("error", "possible", "it hangs")
    assert only.kernels == ("add", "mul", "sub")


@pytest.mark.parametrize(
    ("kind", "severity", "expected"),
    [
        ("aic", "warning", ["on a cube core: flag 12"]),
        ("aic", "info", []),
        ("aiv", "warning", []),
    ],
)
def test_what_is_said_as_surely_of_the_other_kind_of_core_is_told_as_well(
    kind: str, severity: str, expected: list[str]
) -> None:
    other = replace(finding(3, "add"), core_kind=kind, severity=severity, message=message("flag 12"))
    (only,) = joined([finding(3, "add"), other])
    assert [str(step.message) for step in only.trace] == expected


def test_what_is_said_otherwise_of_another_kernel_stands_behind_what_is_said_of_the_first() -> None:
    entry, launch = Step(at(1), message("called here")), Step(at(7, "/host.cpp"), message("launched here"))
    first = replace(finding(3, "mul"), severity="error", message=message("on 8 blocks"), trace=(entry,))
    other = replace(finding(3, "add"), message=message("on {n} blocks", n=4), trace=(entry, launch))
    (only,) = joined([other, first, replace(first, kernels=("sub",)), replace(other, core_kind="aic")])
    assert only.kernels == ("add", "mul", "sub")
    assert [(step.at.path, step.at.line, str(step.message)) for step in only.trace] == [
        ("/a.h", 1, "called here"),
        ("/host.cpp", 7, "in `add`: on 4 blocks"),
    ]


def test_a_finding_on_both_kinds_of_core_names_neither() -> None:
    (only,) = joined([finding(3, "add"), replace(finding(3, "add"), core_kind="aic")])
    assert only.core_kind == ""


def test_findings_are_in_order_of_place_and_code() -> None:
    mixed = [finding(9, "a"), finding(2, "a", "SK501"), finding(2, "a"), finding(5, "a", path="/A.h")]
    assert [(f.at.path, f.at.line, f.code) for f in joined(mixed)] == [
        ("/A.h", 5, "SK101"),
        ("/a.h", 2, "SK101"),
        ("/a.h", 2, "SK501"),
        ("/a.h", 9, "SK101"),
    ]


def test_a_site_that_one_kernel_walks_is_accounted_for_whatever_the_others_saw() -> None:
    def seen(line: int, state: str) -> FileReport:
        return FileReport(sites=(SiteState("/a.h", line, 1, state),))

    merged = merge([seen(1, "unreached"), seen(1, "walked"), seen(2, "lost"), seen(2, "unreached")], ALL)
    assert merged.report.sites == Sites(seen=2, walked=1, unreached=0, lost=1)


def test_what_was_not_analysed_is_a_finding_too_while_its_rule_is_active() -> None:
    lost = FileReport(not_analysed=(NotAnalysed("/a.cpp", 4, message("no")),))
    assert [(f.code, f.at.line) for f in merge([lost, lost], ALL).report.findings] == [("SK001", 4)]
    silenced = merge([lost], frozenset())
    assert silenced.report.findings == ()
    assert len(silenced.report.not_analysed) == 1


def test_only_active_rules_reach_the_report() -> None:
    reports = [FileReport(findings=(finding(1, "a"), finding(2, "a", "SK501")))]
    assert [f.code for f in merge(reports, frozenset({"SK501"})).report.findings] == ["SK501"]


def test_files_are_counted_once_and_kernels_per_file() -> None:
    reports = [FileReport(kernels=("add",), files=("/a.cpp", "/a.h")), FileReport(kernels=("add",), files=("/a.h",))]
    report = merge(reports, ALL).report
    assert (report.kernels, report.files) == (2, 2)


@pytest.fixture
def kernels(tmp_path: Path) -> Collection:
    for name in ("add", "mul", "sub"):
        text = f'#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void {name}(GM_ADDR x) {{ }}\n'
        (tmp_path / f"{name}.cpp").write_text(text)
    return collect([str(tmp_path)])


def test_the_outcome_does_not_depend_on_the_number_of_workers(kernels: Collection) -> None:
    steps: list[int] = []
    one = run(kernels, Options(select=ALL), jobs=1, advance=lambda: steps.append(1))
    assert len(steps) == 3
    assert one.report.kernels == 3
    assert run(kernels, Options(select=ALL), jobs=2) == one


def test_nothing_to_lint_starts_no_worker() -> None:
    assert run(Collection(), Options(), jobs=4).report.files == 0


def test_a_file_that_cannot_be_read_is_reported() -> None:
    outcome = run(Collection(unreadable=(Skipped("/x.cpp", "permission denied"),)), Options(select=ALL), jobs=1)
    (only,) = outcome.report.findings
    assert (only.code, only.at.path, str(only.message)) == ("SK001", "/x.cpp", "not readable: permission denied")


class Poison:
    """Something that ends the process that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (3,)


def test_workers_that_cannot_start_are_an_error_and_no_endless_try(kernels: Collection) -> None:
    poisoned = replace(Options(), defines=(Poison(),))
    with pytest.raises(WorkerStartError, match="exit code 3"):
        run(kernels, poisoned, jobs=2)


def test_an_error_of_our_own_costs_its_file_and_says_where_it_arose(kernels: Collection) -> None:
    outcome = run(replace(kernels, headers={}), Options(select=ALL), jobs=1)
    reasons = [str(entry.reason) for entry in outcome.report.not_analysed]
    assert len(reasons) == 3
    assert all(re.search(r"internal error: KeyError: .*\(workers\.py:\d+\)", reason) for reason in reasons)
