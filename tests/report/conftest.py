"""A small operator with three findings, and hostile text, for every output format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sklint import catalogue
from sklint.finding import Edit, Finding, NotAnalysed, Report, Sites, Step, Suppressed, message
from sklint.program import Span
from sklint.report import render
from sklint.report.view import View
from sklint.timeline import KernelTimeline, TimelineCores, TimelineStop

SOURCE = """\
#include "kernel_operator.h"

class Gather {
public:
    __aicore__ inline void Process() {
        if (AscendC::GetBlockIdx() >= usedCores) {
            return;
        }
        Copy(); // 搬运 "x" <b>&
        AscendC::SyncAll();
        AscendC::SyncAll(workspace,
                         buffer,
                         usedCores);
    }
};
"""
HOSTILE = (
    "\x1b[2J\x1b]8;;http://x\x07 ::error file=a::pwned %0A::warning::x ##[error]x "
    "<script>alert(1)</script> \u202e]]>&\"'`[red]"
)
HOSTILE_NAME = 'a b\n::error::"x",核%<&>\'.h'


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "op_kernel" / "gather.h"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def report(kernel: Path) -> Report:
    at = str(kernel)
    divergent = Finding(
        "SK101",
        "error",
        "proved",
        message("barrier `{call}` is reached only where `{condition}`", call="SyncAll()", condition="idx < usedCores"),
        Span(at, 10, 9, 10, 27),
        ("gather", "gather_bf16"),
        "aiv",
        message("let the idle cores arrive before they return"),
        (
            Step(
                Span(at, 7, 13, 7, 19), message("the cores with `{condition}` leave here", condition="idx >= usedCores")
            ),
            Step(Span(at, 6, 13, 6, 48), message("the condition depends on the index of the core")),
        ),
        (Edit(Span(at, 7, 13, 7, 19), "return"),),
        "Gather::Process",
    )
    soft = Finding(
        "SK104", "warning", "likely", message("soft barrier of 3 lines"), Span(at, 11, 9, 13, 36), ("gather",)
    )
    hidden = Finding(
        "SK501", "info", "possible", message("raw query `{name}`", name="block_idx"), Span(at, 6, 13, 6, 20)
    )
    return Report(
        findings=(divergent, soft),
        kernels=2,
        files=1,
        not_analysed=(NotAnalysed(at, 3, message("the parser stopped")),),
        sites=Sites(5, 4, 1, 0),
        notes=(message("one folder was left out"),),
        suppressed=(Suppressed(hidden, "comment", "measured on a device", Span(at, 6, 1, 6, 30)),),
    )


@pytest.fixture
def hostile_text() -> str:
    return HOSTILE


@pytest.fixture
def hostile(tmp_path: Path) -> Report:
    """Findings whose every free text is hostile, in a file whose name and content are."""
    path = tmp_path / HOSTILE_NAME
    path.write_text(f"// {HOSTILE}\n::error::first on its line\n", encoding="utf-8")
    at = Span(str(path), 1, 2, 2, 5, HOSTILE)
    text = message("{text}", text=HOSTILE)
    finding = Finding("SK101", "error", "proved", text, at, (HOSTILE,), "aiv", text, (Step(at, text),), (), HOSTILE)
    gone = Finding("SK104", "warning", "likely", text, Span(str(tmp_path / "gone\n::error::.h"), 9, 1, 9, 2))
    reason = NotAnalysed(str(path), 1, text)
    return Report((finding, gone), 1, 1, (reason,), Sites(), (text,), (Suppressed(gone, "comment", HOSTILE, at),))


@pytest.fixture
def timeline(kernel: Path) -> KernelTimeline:
    at = str(kernel)
    return KernelTimeline(
        "gather",
        Span(at, 5, 5, 5, 20),
        (TimelineCores("aiv", "idx < usedCores"), TimelineCores("aiv", "idx >= usedCores"), TimelineCores("aic")),
        (
            TimelineStop("SyncAll()", Span(at, 10, 9, 10, 27), (0,), (), (2,)),
            TimelineStop("SyncAll(workspace, …)", Span(at, 11, 9, 13, 36), (0, 1), (2,), (), looped=True),
        ),
    )


Rendered = Callable[..., str]


@pytest.fixture
def rendered(tmp_path: Path) -> Rendered:
    """Renders a report in a format, as seen from the tree's root."""

    def as_text(name: str, report: Report, **how: object) -> str:
        view = View(report, catalogue.rules(), str(tmp_path), **how)  # type: ignore[arg-type]
        return "".join(render(name, view))

    return as_text
