"""What SK102 and SK103 offer for a barrier that some cores never reach: only what does the same for those that do."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.analyse import analyse_file
from sklint.collect import collect
from sklint.examples import lint_tree
from sklint.finding import Finding
from sklint.task import Options, Task

FLAGS = "AscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(8); AscendC::CrossCoreWaitFlag(8);"
KERNEL = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_TYPE);
    BODY
}
"""
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct NarrowTiling { uint32_t used; };
namespace optiling {
static ge::graphStatus NarrowTilingFunc(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    NarrowTiling *tiling = context->GetTilingData<NarrowTiling>();
    const uint32_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    const uint32_t used = rows < platform.GetCoreNumAic() ? rows : platform.GetCoreNumAic();
    tiling->used = used;
    KEY
    context->SetBlockDim(used);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTilingFunc);
}
"""
SOFT = "or use a soft `SyncAll`"


def laid_out(folder: Path, kernel: str, name: str = "narrow", key: str = "") -> Path:
    (folder / "op_kernel").mkdir()
    (folder / "op_host").mkdir()
    (folder / "op_kernel" / f"{name}.cpp").write_text(kernel)
    (folder / "op_host" / "narrow.cpp").write_text(HOST.replace("KEY", key))
    return folder


def told(folder: Path, code: str, kernel: str, name: str = "narrow", key: str = "") -> Finding:
    (finding,) = lint_tree(laid_out(folder, kernel, name, key), frozenset([code]))
    return finding


@pytest.mark.parametrize(
    ("type", "guard", "name", "soft"),
    [
        ("MIX_AIV_1_0", "", "narrow", True),
        # there a soft barrier counts by the blocks of the hardware launch
        ("MIX_AIV_1_0", "", "narrow_apt", False),
        # a cube core passes a soft barrier at once
        ("MIX_AIC_1_0", "", "narrow", False),
        ("MIX_AIC_1_2", "if ASCEND_IS_AIC", "narrow", False),
        # of a block with two vector cores both have one slot
        ("MIX_AIC_1_2", "if ASCEND_IS_AIV", "narrow", False),
    ],
)
def test_a_soft_barrier_is_for_kernels_of_vector_cores_alone(
    tmp_path: Path, type: str, guard: str, name: str, soft: bool
) -> None:
    kernel = KERNEL.replace("TYPE_TYPE", f"TYPE_{type}").replace("BODY", f"{guard} {{ {FLAGS} }}")
    assert (SOFT in str(told(tmp_path, "SK103", kernel, name).repair)) is soft


DIRECT = """#include "kernel_operator.h"
extern "C" __global__ __mix__(0, 1) void narrow(GM_ADDR x)
{
    BODY
}
void Run(void *stream, uint8_t *x, uint32_t rows) { narrow<<<rows / 64, nullptr, stream>>>(x); }
"""


@pytest.mark.parametrize(("code", "body"), [("SK102", "AscendC::SyncAll();"), ("SK103", FLAGS)])
def test_a_kernel_that_is_launched_by_its_name_is_split_off_in_batch_mode(tmp_path: Path, code: str, body: str) -> None:
    (tmp_path / "narrow.asc").write_text(DIRECT.replace("BODY", body))
    (finding,) = lint_tree(tmp_path, frozenset([code]))
    assert "`__schedmode__(1)`" in str(finding.repair)
    assert "feed-sync-all" not in str(finding.repair)


@pytest.mark.parametrize(
    ("type", "barrier", "name", "fed"),
    [
        ("MIX_AIV_1_0", "SyncAll", "narrow", True),
        ("MIX_AIC_1_2", "SyncAll<false>", "narrow_apt", True),
        ("MIX_AIC_1_1", "SyncAll<false>", "narrow", True),
        ("MIX_AIC_1_1", "SyncAll<false>", "narrow_apt", False),
    ],
)
def test_a_meeting_is_fed_where_the_signals_are_those_of_its_build(
    tmp_path: Path, type: str, barrier: str, name: str, fed: bool
) -> None:
    kernel = KERNEL.replace("TYPE_TYPE", f"TYPE_{type}").replace("BODY", f"AscendC::{barrier}();")
    repair = str(told(tmp_path, "SK102", kernel, name).repair)
    assert ("or set `feed-sync-all=1` in graph mode" in repair) is fed


def test_outside_graph_mode_nothing_is_fed(tmp_path: Path) -> None:
    kernel = KERNEL.replace("TYPE_TYPE", "TYPE_MIX_AIV_1_0").replace("BODY", "AscendC::SyncAll();")
    collection = collect([str(laid_out(tmp_path, kernel))])
    (target,) = collection.targets
    headers = collection.headers[target.operator.repository]
    options = Options(select=frozenset(["SK102"]), path="aclnn")
    (finding,) = analyse_file(Task(target.operator, target.kernel, headers, options)).findings
    assert "feed-sync-all" not in str(finding.repair)


SELECTED = """#include "kernel_operator.h"
ASCENDC_TPL_ARGS_DECL(Narrow, ASCENDC_TPL_UINT_DECL(STEP, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, 0, 1));
ASCENDC_TPL_SEL(
    ASCENDC_TPL_ARGS_SEL(FIRST ASCENDC_TPL_UINT_SEL(STEP, ASCENDC_TPL_UI_LIST, 0)),
    ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_2),
                         ASCENDC_TPL_UINT_SEL(STEP, ASCENDC_TPL_UI_LIST, 1)));
template <uint32_t STEP> __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    if constexpr (STEP == 0) { AscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(8); AscendC::CrossCoreWaitFlag(8); }
}
"""


@pytest.mark.parametrize(
    ("first", "kind", "soft"),
    [("MIX_AIC_1_0", "aic", False), ("MIX_AIV_1_0", "aiv", True), ("MIX_AIC_1_2", "", False), ("", "", False)],
)
def test_the_type_is_that_of_the_selection_that_leads_to_the_barrier(
    tmp_path: Path, first: str, kind: str, soft: bool
) -> None:
    named = f"ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_{first})," if first else ""
    key = "context->SetTilingKey(GET_TPL_TILING_KEY(rows > 64 ? 1 : 0));"
    finding = told(tmp_path, "SK103", SELECTED.replace("FIRST", named), key=key)
    assert finding.core_kind == kind
    assert (SOFT in str(finding.repair)) is soft


DEAD = """struct NarrowTiling { uint32_t used; };
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_0);
    GET_TILING_DATA_WITH_STRUCT(NarrowTiling, data, tiling);
    if (AscendC::GetBlockIdx() >= data.used) {
        AscendC::CrossCoreSetFlag<0x0, PIPE_FIX>(8);
        return;
    }
    AscendC::CrossCoreSetFlag<0x0, PIPE_FIX>(8);
    AscendC::CrossCoreWaitFlag(8);
}
"""


def test_a_flag_behind_a_guard_that_no_launched_core_passes_is_not_the_one(tmp_path: Path) -> None:
    assert told(tmp_path, "SK103", DEAD).at.line == DEAD.splitlines().index("    AscendC::CrossCoreWaitFlag(8);")
