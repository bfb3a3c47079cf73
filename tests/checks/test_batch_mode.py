"""Batch mode that a tiling sets on some ways to a launch and on others not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

KERNEL = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void shared(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    %s
}
"""
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
static ge::graphStatus SharedTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    const int64_t columns = context->GetInputShape(0)->GetStorageShape().GetDim(1);
    context->SetTilingKey(rows > 1024 ? 2 : 3);
    %s
    context->SetBlockDim(platform.GetCoreNumAiv());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Shared).Tiling(SharedTiling);
}
"""
ROWS = "GetInputShape(0).GetStorageShape().GetDim(0)"
COLUMNS = "GetInputShape(0).GetStorageShape().GetDim(1)"
BARRIER = "AscendC::SyncAll();"
SET = "context->SetScheduleMode(1);"


def found(folder: Path, body: str, tiling: str) -> list[Finding]:
    for name, text in (("op_kernel/shared.cpp", KERNEL % body), ("op_host/shared_tiling.cpp", HOST % tiling)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(lint_tree(folder, frozenset({"SK108"})))


@pytest.mark.parametrize(
    ("body", "tiling", "where"),
    [
        (BARRIER, f"if (rows > 1024) {{ {SET} }}", f"({ROWS} <= 1024)"),
        (BARRIER, "context->SetScheduleMode(rows > 1024 ? 1 : 0);", f"({ROWS} <= 1024)"),
        (BARRIER, f"if (rows > 1024 || columns > 8) {{ {SET} }}", f"({ROWS} <= 1024) && ({COLUMNS} <= 8)"),
        (f"if (TILING_KEY_IS(3)) {{ {BARRIER} }}", f"if (rows > 1024) {{ {SET} }}", f"({ROWS} <= 1024)"),
    ],
)
def test_a_way_without_batch_mode_is_named(tmp_path: Path, body: str, tiling: str, where: str) -> None:
    (finding,) = found(tmp_path, body, tiling)
    assert finding.confidence == "likely"
    assert dict(finding.message.args)["where"] == where


@pytest.mark.parametrize(
    ("body", "tiling"),
    [
        (BARRIER, SET),
        (f"if (TILING_KEY_IS(2)) {{ {BARRIER} }}", f"if (rows > 1024) {{ {SET} }}"),
        (BARRIER, f"if (rows > 1024) {{ {SET} }} else {{ {SET} }}"),
    ],
)
def test_a_barrier_that_only_ways_in_batch_mode_reach_is_silent(tmp_path: Path, body: str, tiling: str) -> None:
    assert found(tmp_path, body, tiling) == []


def test_a_condition_that_is_too_long_to_tell_anything_is_not_shown(tmp_path: Path) -> None:
    asked = " || ".join(f"rows == {number}" for number in range(0, 90, 9))
    (finding,) = found(tmp_path, BARRIER, f"if ({asked}) {{ {SET} }}")
    assert finding.confidence == "likely"
    assert "on some ways through its tiling" in str(finding.message)


def test_a_mode_under_a_condition_that_is_lost_is_only_possible(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, BARRIER, f"if (NobodyKnows(context)) {{ {SET} }}")
    assert finding.confidence == "possible"
    assert "where" not in dict(finding.message.args)


def test_no_mode_at_all_is_as_sure_as_before(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, BARRIER, "")
    assert finding.confidence == "likely"
    assert "where" not in dict(finding.message.args)


def test_a_way_that_is_told_by_a_chosen_number_is_not_spelled_out(tmp_path: Path) -> None:
    chosen = "uint64_t key = rows > 100 ? 1 : columns > 8 ? 2 : 3;\ncontext->SetTilingKey(key);\n"
    body = f"if (TILING_KEY_IS(1)) {{ {BARRIER} }} else if (TILING_KEY_IS(2)) {{ {BARRIER} }}"
    (finding,) = found(tmp_path, body, f"{chosen}if (key == 1) {{ {SET} }}")
    assert finding.confidence == "likely"
    assert "on some ways through its tiling" in str(finding.message)
