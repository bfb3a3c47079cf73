"""The numbers that a finding about flags is shown with: those of a launch that there may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.checks.numbers import Domains
from sklint.checks.replay import choices
from sklint.examples import lint_tree
from sklint.finding import Finding
from sklint.walk.values import add, atom, constant, equal, less

KERNEL = """#include "kernel_operator.h"
struct Plan { int64_t rows; int64_t parts; int64_t width; int64_t share; int64_t pad; };
extern "C" __global__ __aicore__ void plan(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);
    GET_TILING_DATA_WITH_STRUCT(Plan, data, tiling);
    if ASCEND_IS_AIC {
        AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);
    }
    int64_t block = AscendC::GetBlockIdx();
    if ASCEND_IS_AIV {
        block = block / AscendC::GetTaskRation();
    }
    if (block >= data.parts) {
        return;
    }
    int64_t blocks = data.pad + (data.rows + data.width - 1) / data.width;
    int64_t most = (blocks + data.parts - 1) / data.parts;
    int64_t rounds = blocks % data.parts == 0 || block < blocks % data.parts ? most : most - 1;
    for (int64_t round = 0; round < rounds; ++round) {
        if ASCEND_IS_AIC {
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);
        }
        if ASCEND_IS_AIV {
            AscendC::CrossCoreWaitFlag(8);
        }
    }
}
"""
HOST = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(Plan)
TILING_DATA_FIELD_DEF(int64_t, rows);
TILING_DATA_FIELD_DEF(int64_t, parts);
TILING_DATA_FIELD_DEF(int64_t, width);
TILING_DATA_FIELD_DEF(int64_t, share);
TILING_DATA_FIELD_DEF(int64_t, pad);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Plan, Plan)
static ge::graphStatus PlanTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    int64_t cores = platform.GetCoreNumAic();
    int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    int64_t parts = std::min(cores, (rows + 255) / 256);
    Plan data;
    data.set_rows(rows);
    data.set_parts(parts);
    data.set_share(SHARE);
    data.set_width(std::min<int64_t>(256, (rows + 15) / 16 * 16));
    data.set_pad(AscendC::BLOCK_CUBE);
    auto raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    context->SetBlockDim(cores);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Plan).Tiling(PlanTiling);
}
"""


def found(folder: Path, share: str) -> list[Finding]:
    """The findings of SK703 in a kernel whose cube core sets a flag once more than its rounds."""
    source = folder / "op_kernel" / "plan.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(KERNEL)
    if share:
        (folder / "op_host").mkdir()
        (folder / "op_host" / "plan_tiling.cpp").write_text(HOST.replace("SHARE", share))
    return list(lint_tree(folder, frozenset(["SK703"])))


@pytest.mark.parametrize("share", ["", "rows", "cores / parts"], ids=["no host", "host", "host that divides"])
def test_a_witness_has_no_nought_that_something_is_divided_by(tmp_path: Path, share: str) -> None:
    (one,) = found(tmp_path, share)
    assert "`Plan.parts` = 1" in str(one.message)
    assert "= 0" not in str(one.message)


def test_a_witness_has_what_one_launch_stores(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "cores / parts")
    assert "is set 18 times by a cube core and read 17 times" in str(one.message)


def test_nothing_of_something_is_a_witness_only_where_no_other_is() -> None:
    rows, tail = atom("Plan.rows"), atom("Plan.tail")
    domains = Domains()
    for condition in (equal(tail, constant(0)), less(add(rows, tail), constant(9))):
        domains.look_at(condition, True)
    leaves = dict.fromkeys((("atom", "Plan.rows"), ("atom", "Plan.tail")))
    wanted = [(1, 0), (2, 1)]
    for accepted, expected in ((wanted, (2, 1)), (wanted[:1], (1, 0))):
        given = choices(domains, {}, lambda numbers, ones=accepted: (tuple(numbers.values()) in ones, leaves))
        assert given is not None
        assert tuple(given.values()) == expected
