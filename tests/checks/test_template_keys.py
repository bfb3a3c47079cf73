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


@pytest.mark.parametrize(
    ("key", "reached"),
    [
        ("rows < 8 ? GET_TPL_TILING_KEY(0, 7, 1) : GET_TPL_TILING_KEY(0, 5)", False),
        ("rows < 8 ? GET_TPL_TILING_KEY(0, 5, 1) : GET_TPL_TILING_KEY(0, 7)", True),
        ("GET_TPL_TILING_KEY(0, 5, 1)", True),
    ],
)
def test_a_key_of_more_arguments_than_are_declared_is_none_beside_one_of_as_many(
    tmp_path: Path, key: str, reached: bool
) -> None:
    assert ("SK102" in found(tmp_path, key)) is reached


NARROW = "context->SetTilingKey(%s);\n        context->SetBlockDim(2);"
LATE = "context->SetBlockDim(2);\n        if (rows > 8) { context->SetTilingKey(%s); }"
NEVER = HOST.replace("context->SetTilingKey(GET_TPL_TILING_KEY(1, 7));\n", "").replace(NARROW, LATE)


@pytest.mark.parametrize(
    ("first", "key", "reached"),
    [
        (3, "GET_TPL_TILING_KEY(0, 5)", False),
        (3, "GET_TPL_TILING_KEY(0, 7)", True),
        (7, "GET_TPL_TILING_KEY(0, 5)", True),
        (3, "rows + 1000", True),
    ],
)
def test_a_key_that_one_way_does_not_set_is_the_first_beside_one_that_is_made(
    tmp_path: Path, first: int, key: str, reached: bool
) -> None:
    declared = DECLARED.replace("3, 5, 7", "3, 5, 7" if first == 3 else "7, 5, 3")
    assert ("SK102" in found(tmp_path, key, declared, NEVER)) is reached


MANY = """#include "kernel_operator.h"
%s
template <bool WIDE, bool DEEP, uint8_t MODE>
__global__ __aicore__ void packed(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if constexpr (MODE == 7) { AscendC::SyncAll(); }
}
"""
# ever larger, and for no case split
GROWN = "int64_t n = rows;\n    %s\n    context->SetTilingKey(GET_TPL_TILING_KEY(n > 5, n > 7, 5));"


@pytest.mark.parametrize(("mode", "reached"), [(5, False), (7, True)])
def test_arguments_that_are_too_large_together_leave_the_others_what_they_are(
    tmp_path: Path, mode: int, reached: bool
) -> None:
    grown = GROWN % ("n = n * n;\n    " * 11)
    host = HOST.replace("context->SetTilingKey(GET_TPL_TILING_KEY(1, 7));", grown)
    texts = {"packed.cpp": MANY % "", "packed_tiling.cpp": host % f"GET_TPL_TILING_KEY(n > 5, n > 7, {mode})"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert [one.code for one in lint_tree(tmp_path, frozenset({"SK102"}))] == (["SK102"] if reached else [])


REDUCED = """#include "kernel_operator.h"
#include "atvoss/reduce/reduce_tiling_key_decl.h"
struct ReducedTilingData { uint32_t used; };
template <REDUCE_TPL_PARAM, uint32_t SPLIT> __global__ __aicore__ void packed(GM_ADDR x, GM_ADDR w, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    REGISTER_TILING_DEFAULT(ReducedTilingData);
    GET_TILING_DATA_WITH_STRUCT(ReducedTilingData, data, tiling);
    if constexpr (SPLIT == 2) {
        if (AscendC::GetBlockIdx() >= data.used) { return; }
        AscendC::SyncAll();
    }
}
"""
SIBLINGS = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct ReducedTilingData { uint32_t used; };
namespace optiling {
struct Keys { Ops::Base::ReduceTilingKey reduce{}; uint32_t split = 2; };
static ge::graphStatus Reduced(gert::TilingContext *context, Keys &keys)
{
    Ops::Base::ReduceOpInputParam input;
    Ops::Base::ReduceOpCompileInfo info;
    Ops::Base::ReduceOpTilingData data;
    if (Ops::Base::Tiling4ReduceOp<int>(context, input, keys.reduce, &info, &data) != ge::GRAPH_SUCCESS) {
        return ge::GRAPH_FAILED;
    }
    keys.split = %s;
    uint64_t key;
    GEN_REDUCE_TILING_KEY(key, keys.reduce, keys.split);
    context->SetTilingKey(key);
    return ge::GRAPH_SUCCESS;
}
class Split {
public:
    void Run(gert::TilingContext *context, int64_t rows, int64_t cores)
    {
        Count(rows, cores);
        context->GetTilingData<ReducedTilingData>()->used = used_;
        context->SetBlockDim(used_);
        Keys keys;
        uint64_t key;
        GEN_REDUCE_TILING_KEY(key, keys.reduce, part_);
        context->SetTilingKey(key);
    }
private:
    void Count(int64_t rows, int64_t cores)
    {
        for (int64_t n = rows; n > 1; n /= 2) { used_ = used_ < cores ? used_ * 2 : used_; }
        part_ = rows > 100 ? 1 : 2;
    }
    int64_t used_ = 1;
    uint32_t part_ = 0;
};
static ge::graphStatus PackedTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    if (rows < 8) {
        Keys keys;
        return Reduced(context, keys);
    }
    Split split;
    split.Run(context, rows, platform.GetCoreNumAiv());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Packed).Tiling(PackedTiling);
}
"""


@pytest.mark.parametrize(("split", "sites"), [("1", 1), ("2", 2)])
def test_a_key_that_is_set_behind_the_launch_tells_it_from_its_sibling(tmp_path: Path, split: str, sites: int) -> None:
    texts = {"op_kernel/packed_apt.cpp": REDUCED, "op_host/packed_tiling.cpp": SIBLINGS % split}
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    findings = lint_tree(tmp_path, frozenset({"SK101", "SK102"}))
    (narrow,) = [finding for finding in findings if finding.code == "SK102"]
    assert len([step for step in narrow.trace if str(step.message).startswith("launched here")]) == sites
    # the guard of the sibling that reaches it is what it is launched on; of the other one nothing is stored in it
    assert [finding.code for finding in findings if finding.code == "SK101"] == ["SK101"] * (sites - 1)
