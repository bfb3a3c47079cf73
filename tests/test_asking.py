"""Each rule has its time: one that does not end costs what it would have found, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import pytest

from sklint import deadline
from sklint.analyse import analyse_file
from sklint.checks import checks, code_of, dearest_last, implemented, sk101, sk204
from sklint.collect import collect
from sklint.deadline import OutOfTime, ends, keep_to_time
from sklint.finding import Finding
from sklint.task import FileReport, Options, Task

KERNEL = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void stray(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    int block = block_idx;
    if (AscendC::GetBlockIdx() == 0) {
        AscendC::SyncAll();
    }
}
"""
Check = Callable[..., Iterator[Finding]]


@pytest.fixture
def analysed(tmp_path: Path) -> Callable[..., FileReport]:
    (tmp_path / "stray.cpp").write_text(KERNEL)
    found = collect([str(tmp_path)])
    (target,) = found.targets

    def analyse(timeout: float, *select: str) -> FileReport:
        options = Options(select=frozenset(select), timeout=timeout)
        return analyse_file(Task(target.operator, target.kernel, found.headers[target.operator.repository], options))

    return analyse


def codes(report: FileReport) -> set[str]:
    return {finding.code for finding in report.findings}


def for_ever(asked: Check) -> Check:
    """The answers of a rule, and then none for as long as anybody waits."""

    def check(*about: object) -> Iterator[Finding]:
        yield from asked(*about)
        while True:
            keep_to_time()

    check.__module__ = asked.__module__
    return check


def test_a_rule_that_does_not_end_costs_that_rule_only(
    analysed: Callable[..., FileReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert codes(analysed(60.0, "SK101", "SK501")) == {"SK101", "SK501"}
    monkeypatch.setattr(sk204, "check_kernel", for_ever(sk204.check_kernel))
    started = time.monotonic()
    report = analysed(4.0, "SK101", "SK204", "SK501")
    assert time.monotonic() - started < 4.0
    assert codes(report) == {"SK101", "SK501"}
    (said,) = report.not_analysed
    assert "SK204" in str(said.reason)
    assert "SK101" not in str(said.reason)
    assert "--timeout" in str(said.reason)


def test_what_a_rule_found_before_its_time_was_over_counts(
    analysed: Callable[..., FileReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sk101, "check_kernel", for_ever(sk101.check_kernel))
    report = analysed(4.0, "SK101")
    assert codes(report) == {"SK101"}
    assert ["SK101" in str(said.reason) for said in report.not_analysed] == [True]


def test_rules_that_are_not_asked_are_named(
    analysed: Callable[..., FileReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sklint.analyse._ENDING", 0.0)
    report = analysed(60.0, "SK101", "SK501")
    assert codes(report) == set()
    assert ["SK101, SK501" in str(said.reason) for said in report.not_analysed] == [True]


def test_the_dearest_rules_are_asked_last() -> None:
    found = sorted(checks("check_kernel", frozenset(implemented())), key=lambda check: dearest_last(code_of(check)))
    last = [code_of(check) for check in found][-5:]
    assert last == ["SK401", "SK101", "SK705", "SK704", "SK703"]


def test_an_end_within_another_is_no_later() -> None:
    with ends(time.monotonic() - 1), ends(inf), pytest.raises(OutOfTime):
        keep_to_time()
    keep_to_time()
    assert deadline._until == inf
