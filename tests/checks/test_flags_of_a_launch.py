"""Flags that one block of a launch leaves unbalanced: the host tells how many blocks there are, and their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

KERNEL = """#include "kernel_operator.h"
struct Plan {{ uint32_t tiles; uint32_t rows; }};
extern "C" __global__ __aicore__ void plan(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    GET_TILING_DATA_WITH_STRUCT(Plan, data, tiling);
    uint32_t block = AscendC::GetBlockIdx();
    if ASCEND_IS_AIV {{
        block = block / AscendC::GetSubBlockNum();
    }}
    if ASCEND_IS_AIC {{
        {cube}
    }}
    if ASCEND_IS_AIV {{
        {vector}
    }}
}}
"""
HOST = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {{
BEGIN_TILING_DATA_DEF(Plan)
TILING_DATA_FIELD_DEF(uint32_t, tiles);
TILING_DATA_FIELD_DEF(uint32_t, rows);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Plan, Plan)
static ge::graphStatus PlanTiling(gert::TilingContext *context)
{{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint32_t cores = platform.GetCoreNumAic();
    uint32_t tiles = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    uint32_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(1);
    Plan data;
    data.set_tiles(tiles);
    data.set_rows(rows);
    auto raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    context->SetBlockDim({blocks});
    return ge::GRAPH_SUCCESS;
}}
IMPL_OP_OPTILING(Plan).Tiling(PlanTiling);
}}
"""
SET = "AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);"
WAIT = "AscendC::CrossCoreWaitFlag(8);"
GUARDED = f"if (block < data.tiles) {{ {WAIT} }}"
STRIDE = f"for (uint32_t t = block; t < data.tiles; t += AscendC::GetBlockNum()) {{ if (t == block) {{ {WAIT} }} }}"
LAST_HAS_FEWER = (
    "uint32_t mine = block == AscendC::GetBlockNum() - 1 ? data.rows - 1 : data.rows;"
    f"for (uint32_t i = 0; i < mine; ++i) {{ {WAIT} }}"
)


def found(folder: Path, cube: str, vector: str, blocks: str | None) -> list[Finding]:
    (folder / ".git").mkdir(exist_ok=True)  # the tilings of other tests stand beside it
    sources = {"op_kernel/plan.cpp": KERNEL.format(cube=cube, vector=vector)}
    if blocks is not None:
        sources["op_host/plan_tiling.cpp"] = HOST.format(blocks=blocks)
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [one for one in lint_tree(folder, frozenset({"SK703"})) if one.confidence != "possible"]


@pytest.mark.parametrize(
    ("cube", "vector", "said"),
    [
        (SET, GUARDED, "set 1 times by a cube core and read 0 times by a vector core (on block 1, `Plan.tiles` = 1)"),
        (SET, STRIDE, "(on block 1, `Plan.tiles` = 1, `block_num` = 2)"),
        (f"if (block < data.tiles) {{ {SET} }}", WAIT, "the wait without a set never ends"),
        (f"for (uint32_t i = 0; i < data.rows; ++i) {{ {SET} }}", LAST_HAS_FEWER, "(`Plan.rows` = 1, `block_num` = 1)"),
    ],
)
def test_a_block_without_work_counts_where_a_launch_has_it(tmp_path: Path, cube: str, vector: str, said: str) -> None:
    (one,) = found(tmp_path, cube, vector, "cores")
    assert said in str(one.message)
    assert one.severity == "warning"


@pytest.mark.parametrize("blocks", ["std::min(cores, tiles)", None])
def test_no_block_counts_that_no_launch_has(tmp_path: Path, blocks: str | None) -> None:
    for vector in (GUARDED, STRIDE):
        assert not found(tmp_path, SET, vector, blocks)


def test_blocks_that_go_without_on_both_sides_match(tmp_path: Path) -> None:
    assert not found(tmp_path, f"if (block < data.tiles) {{ {SET} }}", GUARDED, "cores")
