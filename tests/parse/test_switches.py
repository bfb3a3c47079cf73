"""Kernels that a switch of their project's own build lets in are read as that build has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.parse import parse_unit

KERNEL = """#include "kernel_operator.h"
{before}
{opened}
extern "C" __global__ __aicore__ void meet(GM_ADDR x)
{{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if (AscendC::GetBlockIdx() > 0) {{
        return;
    }}
    AscendC::SyncAll();
}}
{closed}
"""


def entries(folder: Path, opened: str, closed: str = "#endif", before: str = "", defines: tuple[str, ...] = ()) -> int:
    path = folder / "meet.cpp"
    path.write_text(KERNEL.format(opened=opened, closed=closed, before=before))
    return len(parse_unit(str(path), 2201, defines=defines).entries)


@pytest.mark.parametrize(
    "opened",
    [
        "#ifdef WITH_DEVICE",
        "#if WITH_DEVICE",
        "#if defined(WITH_DEVICE) && WITH_DEVICE == 2",
        "#if defined WITH_DEVICE && !defined(WITHOUT_DEVICE)",
        "#if defined(WITH_HOST)\n#elif defined(WITH_DEVICE)",
        "#ifndef WITHOUT_DEVICE\n#if WITH_DEVICE",
    ],
)
def test_a_switch_that_no_file_defines_is_on(tmp_path: Path, opened: str) -> None:
    assert entries(tmp_path, opened, "\n".join(["#endif"] * (opened.count("#if") - opened.count("#elif")))) == 1


@pytest.mark.parametrize(
    ("opened", "closed", "before"),
    [
        ("#if WITH_DEVICE", "#endif", "#define WITH_DEVICE 0"),
        ("#if defined(__DAV_C100__)", "#endif", ""),
        ("#ifdef WITH_DEVICE\n#else\n#error not here\n#if 0", "#endif\n#endif", ""),
        ("#ifdef WITH_DEVICE", '#else\nextern "C" __global__ __aicore__ void other(GM_ADDR x) {}\n#endif', "int a;"),
    ],
)
def test_what_a_file_or_the_hardware_decides_stays_decided(
    tmp_path: Path, opened: str, closed: str, before: str
) -> None:
    assert entries(tmp_path, opened, closed, before) == closed.count("__global__")


def test_a_switch_that_the_settings_turn_off_stays_off(tmp_path: Path) -> None:
    assert entries(tmp_path, "#if WITH_DEVICE", defines=("WITH_DEVICE=0",)) == 0


def test_the_kernel_is_checked(tmp_path: Path) -> None:
    assert entries(tmp_path, "#ifdef WITH_DEVICE") == 1
    assert [one.code for one in lint_tree(tmp_path, frozenset(["SK001", "SK101"]))] == ["SK101"]
