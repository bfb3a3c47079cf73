"""SK102: how sure it is that a kernel with a barrier is launched on fewer cores than all."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    AscendC::SyncAll();
}
"""
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
uint32_t Searched(int64_t rows);
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    if (rows > 64) {
        context->SetBlockDim(%s);
        return ge::GRAPH_SUCCESS;
    }
    context->SetBlockDim(%s);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize(
    ("large", "small", "expected"),
    [
        ("8", "4", ("error", "proved")),
        ("platform.GetCoreNumAiv()", "4", ("error", "proved")),
        ("Searched(rows)", "4", ("error", "likely")),
        ("64", "64", ("warning", "likely")),
        ("platform.GetCoreNumAic()", "platform.GetCoreNumAic()", ("warning", "proved")),
    ],
)
def test_a_constant_is_certain_where_no_other_launch_is_lost(
    tmp_path: Path, large: str, small: str, expected: tuple[str, str]
) -> None:
    for folder, name, text in (
        ("op_kernel", "narrow.cpp", KERNEL),
        ("op_host", "narrow_tiling.cpp", HOST % (large, small)),
    ):
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (finding,) = lint_tree(tmp_path, frozenset(["SK102"]))
    assert (finding.severity, finding.confidence) == expected
