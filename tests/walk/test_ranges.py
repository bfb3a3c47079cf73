"""Ranges that the settings state of tiling fields: what they decide in a kernel, and against a launch."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.linting import lint
from sklint.settings import Settings
from sklint.settings.model import Limits
from sklint.walk.ranges import FieldRange, Ranges
from sklint.walk.values import atom, constant, equal, less, less_equal

USED, ROWS = atom("RowTiling.used"), atom("RowTiling.rows")
SOME = Ranges([FieldRange("used", 2, 8), FieldRange("RowTiling.rows", 9), FieldRange("Other.rows", 0, 0)])


@pytest.mark.parametrize(
    ("comparison", "decided"),
    [
        (less(USED, constant(9)), True),
        (less(USED, constant(8)), None),
        (less(USED, constant(2)), False),
        (less_equal(USED, constant(8)), True),
        (less_equal(constant(3), USED), None),
        (less_equal(USED, constant(1)), False),
        (equal(USED, constant(9)), False),
        (equal(USED, constant(8)), None),
        (equal(atom("Other.rows"), constant(0)), True),
        (less(USED, ROWS), True),
        (less(ROWS, constant(100)), None),
        (less(atom("RowTiling.other"), constant(100)), None),
        (less(atom("used"), constant(100)), None),
    ],
)
def test_a_comparison_is_decided_by_the_range(comparison, decided: bool | None) -> None:
    assert SOME.decide(comparison) is decided


KERNEL = """#include "kernel_operator.h"
struct RowTiling { uint32_t used; uint32_t rows; };
extern "C" __global__ __aicore__ void rows(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);
    %s
    AscendC::SyncAll();
}
"""
HOST = """#include "register/op_def_registry.h"
namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    context->SetBlockDim(8);
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Rows).Tiling(Tiling);
}
"""


def severities(folder: Path, body: str, *limits: Limits) -> list[str]:
    for name, text in {"op_kernel/rows.cpp": KERNEL % body, "op_host/rows_tiling.cpp": HOST}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report = lint([folder], Settings(select=("SK101",), limits=limits), jobs=1)
    return [finding.severity for finding in report.findings]


GUARD = "if (AscendC::GetBlockIdx() >= data.used) { return; }"


def test_a_guard_is_held_against_the_launch_by_its_range(tmp_path: Path) -> None:
    assert severities(tmp_path / "a", GUARD) == ["info"], "nothing in the tree tells the field"
    assert severities(tmp_path / "b", GUARD, Limits("used", 8, 8)) == []
    assert severities(tmp_path / "c", GUARD, Limits("RowTiling.used", 1, 4)) == ["error"]


def test_a_branch_that_no_value_takes_is_not_walked(tmp_path: Path) -> None:
    body = "if (data.rows < 4) { if (AscendC::GetBlockIdx() == 0) { return; } }"
    assert severities(tmp_path / "a", body) == ["error"]
    assert severities(tmp_path / "b", body, Limits("rows", 4)) == []
