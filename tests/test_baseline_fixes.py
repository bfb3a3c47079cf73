"""Safe repairs: made in place or shown, and never two in one spot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sklint import fixes
from sklint.finding import Edit, Finding, message
from sklint.program import Span

KERNEL = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void scan(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    Use(get_block_idx()); // 核
    Copy(x);  // sklint: ignore[SK101] long gone
}
"""


def sklint(cwd: Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "sklint", "check", "--isolated", "--select", "SK501,SK101,SK003", *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, timeout=60, check=False)


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "scan.cpp"
    path.write_bytes(KERNEL.replace("\n", "\r\n").encode("gb18030"))
    return path


def test_repairs_are_made_and_line_ends_and_encoding_stay(kernel: Path) -> None:
    done = sklint(kernel.parent, "--fix", ".")
    assert done.returncode == 0, done.stdout
    assert done.stderr == b"sklint: findings repaired: 2, files changed: 1\n"
    text = KERNEL.replace("get_block_idx()", "AscendC::GetBlockIdx()").replace(
        "  // sklint: ignore[SK101] long gone", ""
    )
    assert kernel.read_bytes() == text.replace("\n", "\r\n").encode("gb18030")


def test_a_diff_changes_nothing_and_can_be_applied(kernel: Path) -> None:
    kernel.write_text(KERNEL, encoding="utf-8")
    done = sklint(kernel.parent, "--diff", ".")
    assert done.returncode == 1
    assert kernel.read_text(encoding="utf-8") == KERNEL
    subprocess.run(["git", "apply", "-p1", "-"], input=done.stdout, cwd=kernel.parent, check=True)
    assert sklint(kernel.parent, "--diff", ".").stdout == b""
    assert sklint(kernel.parent, ".").returncode == 0


def finding(path: Path, column: int, end: int, text: str, line: int = 1) -> Finding:
    edit = Edit(Span(str(path), line, column, line, end), text)
    return Finding("SK501", "error", "proved", message("m"), edit.at, edits=(edit,))


def test_overlapping_edits_wait_and_impossible_ones_are_left(tmp_path: Path) -> None:
    path = tmp_path / "a.h"
    path.write_text("abcdef\n")
    wanted = [finding(path, 2, 4, "X"), finding(path, 3, 5, "Y"), finding(path, 5, 6, ""), finding(path, 90, 91, "Z")]
    (file,) = fixes.fixed([*wanted, finding(path, 1, 2, "Z", line=7)])
    assert file.after == "aXdf\n"
    assert file.findings == (wanted[0], wanted[2])


def test_findings_without_edits_change_nothing(tmp_path: Path) -> None:
    at = Span(str(tmp_path / "gone.h"), 1, 1, 1, 2)
    assert list(fixes.fixed([Finding("SK101", "error", "proved", message("m"), at)])) == []
