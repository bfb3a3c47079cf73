"""Template keys that a tiling sets as numbers: what is packed into them tells which code they reach."""

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
%s
template <bool WIDE, uint8_t MODE> __global__ __aicore__ void packed(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if constexpr (MODE == 7) { AscendC::SyncAll(); }
}
"""
# the first of the two has the lowest bit; the second counts the numbers that are declared
DECLARED = (
    "ASCENDC_TPL_ARGS_DECL(Packed, ASCENDC_TPL_BOOL_DECL(WIDE, 0, 1), "
    "ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_LIST, 3, 5, 7));"
)
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
static ge::graphStatus PackedTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    context->SetTilingKey(GET_TPL_TILING_KEY(1, 7));
    context->SetBlockDim(platform.GetCoreNumAiv());
    context->SetScheduleMode(1);
    if (rows < 64) {
        context->SetScheduleMode(0);
        context->SetTilingKey(%s);
        context->SetBlockDim(2);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Packed).Tiling(PackedTiling);
}
"""


def found(folder: Path, key: str, declared: str = DECLARED, host: str = HOST) -> list[str]:
    for name, text in (("op_kernel/packed.cpp", KERNEL % declared), ("op_host/packed_tiling.cpp", host % key)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sorted(finding.code for finding in lint_tree(folder, frozenset({"SK102", "SK108"})))


@pytest.mark.parametrize(
    ("key", "reached"),
    [
        ("4", True),
        ("5", True),
        ("rows < 8 ? 1 : 5", True),
        ("GET_TPL_TILING_KEY(0, 7)", True),
        ("2", False),
        ("rows < 8 ? 1 : 3", False),
        ("GET_TPL_TILING_KEY(0, 5)", False),
    ],
)
def test_the_arguments_in_a_number_tell_what_it_reaches(tmp_path: Path, key: str, reached: bool) -> None:
    assert found(tmp_path, key) == (["SK102", "SK108"] if reached else [])


@pytest.mark.parametrize("key", ["14", "90", "rows < 8 ? 92 : 94", "1UL << 40"])
def test_a_number_that_no_arguments_make_reaches_nothing(tmp_path: Path, key: str) -> None:
    assert found(tmp_path, key) == []


@pytest.mark.parametrize(
    "declared",
    [
        "",
        DECLARED.replace("ASCENDC_TPL_4_BW", "BITS_THAT_NOBODY_KNOWS"),
        DECLARED.replace("ASCENDC_TPL_BOOL_DECL", "ASCENDC_TPL_KERNEL_TYPE_DECL(0), ASCENDC_TPL_BOOL_DECL"),
    ],
)
def test_a_number_may_reach_anything_where_it_is_not_known_how_it_is_packed(tmp_path: Path, declared: str) -> None:
    assert found(tmp_path, "90", declared) == ["SK102"]


def test_numbers_that_are_never_made_of_arguments_are_packed_in_another_way(tmp_path: Path) -> None:
    assert found(tmp_path, "90", host=HOST.replace("GET_TPL_TILING_KEY(1, 7)", "1000 + rows")) == ["SK102"]
