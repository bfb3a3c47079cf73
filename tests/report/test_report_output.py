"""Where reports go: whole files, whoever else writes them, and streams that may not know every character."""

from __future__ import annotations

import io
import multiprocessing
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sklint.finding import Report
from sklint.report.output import width_of, write_to_file, write_to_stream
from sklint.report.paint import wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def write_many(path: Path, letter: str) -> None:
    for _ in range(50):
        write_to_file(path, [letter * 1000] * 50)


def test_two_processes_that_write_one_file_leave_a_whole_report(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(path, letter)) for letter in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_text() in ("a" * 50_000, "b" * 50_000)
    assert list(tmp_path.iterdir()) == [path]


def test_a_report_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    def broken():
        yield "half"
        raise ValueError

    path = tmp_path / "report.json"
    path.write_text("old")
    with pytest.raises(ValueError):
        write_to_file(path, broken())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_to_file(link, ["new"])
    assert link.is_symlink() and real.read_text() == "new"


def test_people_on_an_old_terminal_get_escapes_and_machines_get_utf_8() -> None:
    for name, expected in (("concise", b"\\u6838"), ("json", "核".encode())):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding="ascii")
        write_to_stream(name, ["核"], stream)
        assert raw.getvalue() == expected


def test_a_reader_that_leaves_early_is_no_error() -> None:
    code = "from sklint.report.output import write_to_stream as w; w('concise', ['line\\n'] * 200000)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == b"line\n"
        process.stdout.close()
        assert process.stderr.read() == b""


def test_width_is_the_terminals_or_a_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert width_of(io.StringIO()) == 100
    monkeypatch.setenv("COLUMNS", "60")
    assert width_of(Terminal()) == 60


@pytest.mark.parametrize(
    ("choice", "environment", "terminal", "wanted"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_is_a_choice(
    monkeypatch, choice: str, environment: dict[str, str], terminal: bool, wanted: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(choice, Terminal() if terminal else io.StringIO()) is wanted


@pytest.mark.parametrize(
    "name", ["full", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "html"]
)
def test_ten_thousand_findings_are_written(rendered, report: Report, name: str) -> None:
    many = replace(report, findings=report.findings * 5000)
    assert rendered(name, many).count("SK104") >= 5000
