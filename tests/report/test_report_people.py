"""The formats for people: what they say, and how it fits the terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from sklint.finding import Report, message

ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\")


def test_concise_is_one_line_a_finding(rendered, report: Report) -> None:
    first, second, *_ = rendered("concise", report).splitlines()
    assert first == "op_kernel/gather.h:10:9: SK101 [error] barrier `SyncAll()` is reached only where `idx < usedCores`"
    assert second == "op_kernel/gather.h:11:9: SK104 [warning] soft barrier of 3 lines"


def test_full_shows_code_trace_and_repair(rendered, report: Report) -> None:
    expected = """\
error[SK101]: barrier `SyncAll()` is reached only where `idx < usedCores`
  --> op_kernel/gather.h:10:9
   |
 8 |         }
 9 |         Copy(); // 搬运 "x" <b>&
10 |         AscendC::SyncAll();
   |         ^^^^^^^^^^^^^^^^^^
11 |         AscendC::SyncAll(workspace,
   |
   = the cores with `idx >= usedCores` leave here
     --> op_kernel/gather.h:7:13
 7 |             return;
   |             ^^^^^^
   = the condition depends on the index of the core
     --> op_kernel/gather.h:6:13
 6 |         if (AscendC::GetBlockIdx() >= usedCores) {
   |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = repair: let the idle cores arrive before they return
   = kernels: gather, gather_bf16; vector cores; proved
"""
    assert rendered("full", report).startswith(expected)


def test_a_stretch_of_several_lines_is_underlined_on_each(rendered, report: Report) -> None:
    assert """\
11 |         AscendC::SyncAll(workspace,
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
12 |                          buffer,
   |                          ^^^^^^^
13 |                          usedCores);
   |                          ^^^^^^^^^^
""" in rendered("full", report)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_of_full_is_wider_than_the_terminal(rendered, report: Report, width: int, language: str) -> None:
    long = replace(report.findings[0], message=message("屏障 " + "很长的说明，" * 30 + "word " * 30 + "x" * 200))
    text = rendered("full", replace(report, findings=(long,)), width=width, language=language)
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_a_long_source_line_is_cut_around_the_caret(rendered, report: Report, kernel) -> None:
    kernel.write_text("\n" * 9 + "x" * 300 + "SyncAll();" + "y" * 300 + "\n", encoding="utf-8")
    at = replace(report.findings[0].at, column=301, end_column=310)
    text = rendered("full", replace(report, findings=(replace(report.findings[0], at=at),)), width=60)
    shown, carets = (line for line in text.splitlines() if "SyncAll();" in line or re.search(r"\^{9}", line))
    assert shown[carets.index("^") :].startswith("SyncAll();")
    assert "…x" in shown and shown.endswith("y…")


def test_carets_stand_below_their_text_after_tabs_and_wide_characters(rendered, report: Report, kernel) -> None:
    kernel.write_text("\n" * 9 + "\t/* 同步 */ SyncAll();\n", encoding="utf-8")
    at = replace(report.findings[0].at, column=11, end_column=20)
    lines = rendered("full", replace(report, findings=(replace(report.findings[0], at=at),))).splitlines()
    place = next(number for number, line in enumerate(lines) if "同步" in line)
    before = lines[place].index("SyncAll")
    assert cell_len(lines[place][:before]) == lines[place + 1].index("^")
    assert lines[place + 1].count("^") == len("SyncAll()")


def test_colour_changes_nothing_but_the_colour(rendered, report: Report) -> None:
    for name in ("full", "concise"):
        painted = rendered(name, report, colour=True)
        assert "\x1b[1;31m" in painted
        assert ESCAPES.sub("", painted) == rendered(name, report)


def test_silence_says_what_was_looked_at(rendered) -> None:
    assert rendered("concise", Report(kernels=3, files=7)) == "no findings (3 kernels in 7 files)\n"


def test_a_source_in_gbk_is_shown(rendered, report: Report, kernel) -> None:
    kernel.write_bytes(("\n" * 9 + "        AscendC::SyncAll(); // 同步\n").encode("gb18030"))
    assert "// 同步" in rendered("full", report)
