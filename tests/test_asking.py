"""Each rule has its time: one that does not end costs what it would have found, and nothing else."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import pytest

from sklint import deadline
from sklint.analyse import analyse_file
from sklint.checks import checks, code_of, dearest_last, implemented, sk101, sk204
from sklint.collect import collect
from sklint.deadline import OutOfTime, ends, keep_to_time, now
from sklint.finding import Finding
from sklint.sofar import SoFar, Teller
from sklint.task import FileReport, Options, Task
from sklint.workers import _Unfinished, _Worker

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

    def analyse(timeout: float, *select: str, sofar: SoFar | None = None) -> FileReport:
        options = Options(select=frozenset(select), timeout=timeout)
        headers = found.headers[target.operator.repository]
        return analyse_file(Task(target.operator, target.kernel, headers, options), sofar)

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
    started = now()
    report = analysed(4.0, "SK101", "SK204", "SK501")
    assert now() - started < 4.0
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
    last = [code_of(check) for check in found][-6:]
    assert last == ["SK401", "SK402", "SK101", "SK705", "SK704", "SK703"]


def test_an_end_within_another_is_no_later() -> None:
    with ends(now() - 1), ends(inf), pytest.raises(OutOfTime):
        keep_to_time()
    keep_to_time()
    assert deadline._until == inf


def test_what_is_known_is_told_of_a_file_whose_analysis_does_not_end(
    analysed: Callable[..., FileReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    told = list[FileReport]()

    def hangs(*about: object) -> Iterator[Finding]:
        over.wait(20.0)
        yield from ()

    def tell(sofar: SoFar) -> None:
        assert sofar.known is not None
        told.append(sofar.known())
        over.set()

    hangs.__module__ = sk101.__name__
    monkeypatch.setattr(sk101, "check_kernel", hangs)
    teller = Teller(tell)
    teller.start()
    with teller.watching(0.5) as sofar:
        done = analysed(60.0, "SK101", "SK501", sofar=sofar)
    assert codes(done) == {"SK501"}
    (report,) = told
    assert codes(report) == {"SK501"}
    assert ["SK101" in str(said.reason) for said in report.not_analysed] == [True]


def test_nothing_is_told_of_a_file_that_is_done(analysed: Callable[..., FileReport]) -> None:
    told = list[SoFar]()
    teller = Teller(told.append)
    teller.start()
    with teller.watching(0.1) as sofar:
        pass
    time.sleep(0.6)
    with teller.watching(30.0) as sofar:
        analysed(60.0, "SK501", sofar=sofar)
    assert sofar.known is not None
    assert not told


@pytest.mark.parametrize(("seconds", "busy", "over"), [(0.2, True, True), (1.0, False, False), (0.05, False, True)])
def test_time_is_that_of_the_processor_unless_nothing_is_done(seconds: float, busy: bool, over: bool) -> None:
    told = list[SoFar]()
    teller = Teller(told.append)
    teller.start()
    ends = now() + 0.4
    with teller.watching(seconds):
        while busy and now() < ends:
            pass
        time.sleep(0.4)
    assert bool(told) is over


class Sleeping:
    """A process that only ends when it is killed."""

    exitcode = None

    def kill(self) -> None:
        """End it."""

    def join(self, seconds: float) -> None:
        """Wait for its end."""


def test_what_a_worker_told_stands_for_what_it_did_not_finish() -> None:
    known = FileReport(kernels=("stray",))
    ours, theirs = multiprocessing.Pipe()
    worker = _Worker.__new__(_Worker)
    worker.connection, worker.index, worker.free, worker.ended = ours, 3, False, False
    worker._timeout, worker._known, worker._process = 60.0, None, Sleeping()  # type: ignore[assignment]
    theirs.send(_Unfinished(known))
    assert worker.hear() is None
    assert worker.hear() == (3, known)
    assert worker.ended
