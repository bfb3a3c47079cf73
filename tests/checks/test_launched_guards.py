"""SK101 and its launch: guards that all launched cores pass, however the two are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
struct ShareTiling {{ uint32_t used; uint32_t shares[4]; uint32_t rounds; }};
{before}
extern "C" __global__ __aicore__ void shares(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    GET_TILING_DATA_WITH_STRUCT(ShareTiling, data, tiling);
    {body}
}}
"""
TILING = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(ShareTiling)
TILING_DATA_FIELD_DEF(uint32_t, used);
TILING_DATA_FIELD_DEF_ARR(uint32_t, 4, shares);
TILING_DATA_FIELD_DEF(uint32_t, rounds);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Shares, ShareTiling)
static ge::graphStatus SharesTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint32_t cores = platform.GetCoreNumAiv();
    const uint32_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    const uint32_t used = rows < cores ? rows : cores;
    uint32_t shares[4] = {rows, rows, rows, rows};
    ShareTiling data;
    data.set_used(used);
    data.set_shares(shares);
    data.set_rounds(%s);
    auto raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    context->SetBlockDim(used);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Shares).Tiling(SharesTiling);
}
"""
VECTOR = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);"
MEET = "AscendC::SyncAll();"
GUARDED = f"if (AscendC::GetBlockIdx() < data.used) {{ {MEET} }}"


def words(
    folder: Path, body: str, before: str = "", rounds: str = "rows", code: str = "SK101", tiling: str = TILING
) -> list[tuple[str, str]]:
    kernel, host = folder / "op_kernel" / "shares.cpp", folder / "op_host" / "shares_tiling.cpp"
    for path, text in ((kernel, KERNEL.format(body=body, before=before)), (host, tiling % rounds)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [(finding.severity, finding.confidence) for finding in lint_tree(folder, frozenset([code]))]


def test_the_setter_of_an_array_leaves_the_other_fields_alone(tmp_path: Path) -> None:
    assert words(tmp_path, f"{VECTOR} {GUARDED}") == []


def test_the_guard_of_a_smaller_number_parts_the_cores(tmp_path: Path) -> None:
    less = GUARDED.replace("data.used", "data.used - 1")
    assert words(tmp_path, f"{VECTOR} {less}") == [("error", "proved")]


@pytest.mark.parametrize(
    ("launched", "guard", "expected"),
    [
        ("cores", "AscendC::GetBlockIdx() > 3", [("error", "proved")]),
        ("cores", "AscendC::GetBlockIdx() < 40", [("error", "likely")]),
        ("cores", "AscendC::GetBlockIdx() < 64", [("info", "possible")]),
        ("rows < cores ? rows : cores", "AscendC::GetBlockIdx() > 3", [("info", "possible")]),
    ],
)
def test_a_launch_on_all_cores_has_more_than_a_small_number(
    tmp_path: Path, launched: str, guard: str, expected: list[tuple[str, str]]
) -> None:
    tiling = TILING.replace("SetBlockDim(used)", f"SetBlockDim({launched})")
    assert words(tmp_path, f"{VECTOR} if ({guard}) {{ {MEET} }}", tiling=tiling) == expected


@pytest.mark.parametrize(("key", "expected"), [(0, []), (1, [("error", "proved")])])
def test_a_guard_is_held_against_the_launches_of_its_key(
    tmp_path: Path, key: int, expected: list[tuple[str, str]]
) -> None:
    host = "rows); context->SetTilingKey(rows > 64 ? 1 : 0); data.set_used(rows > 64 ? used - 1 : used"
    assert words(tmp_path, f"{VECTOR} if (TILING_KEY_IS({key})) {{ {GUARDED} }}", rounds=host) == expected


def test_keys_of_several_types_are_covered_where_the_widest_is(tmp_path: Path) -> None:
    wide = "AscendC::GetBlockIdx() < data.used * 2"
    types = "KERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_1_2); KERNEL_TASK_TYPE(2, KERNEL_TYPE_MIX_AIC_1_1);"
    body = f"{types} if ASCEND_IS_AIV {{ if ({wide}) {{ {MEET} }} }}"
    assert words(tmp_path, body) == []
    narrow = body.replace(wide, "AscendC::GetBlockIdx() < data.used")
    assert [severity for severity, _ in words(tmp_path, narrow)] == ["error"]


def test_a_type_for_cube_cores_alone_says_nothing_of_vector_cores(tmp_path: Path) -> None:
    types = "KERNEL_TASK_TYPE(1, KERNEL_TYPE_AIC_ONLY); KERNEL_TASK_TYPE(2, KERNEL_TYPE_MIX_AIV_1_0);"
    assert words(tmp_path, f"{types} if ASCEND_IS_AIV {{ {GUARDED} }}") == []


def test_a_choice_that_all_cores_make_alike_is_looked_at_on_both_sides(tmp_path: Path) -> None:
    at = "uint32_t at = AscendC::GetBlockIdx(); if (workspace == nullptr) { at = data.used; }"
    assert words(tmp_path, f"{VECTOR} {at} if (at <= data.used) {{ {MEET} }}") == []
    assert words(tmp_path, f"{VECTOR} {at} if (at < data.used) {{ {MEET} }}") == []
    assert words(tmp_path, f"{VECTOR} {at} if (at < data.used - 1) {{ {MEET} }}") != []


@pytest.mark.parametrize(
    ("test", "silent"), [("rounds == 0", True), ("rounds <= 0", True), ("rounds != 0", False), ("rounds == 1", False)]
)
def test_what_a_loop_goes_on_for_is_not_nought(tmp_path: Path, test: str, silent: bool) -> None:
    rounds = "uint32_t rounds = data.rounds / (AscendC::GetBlockIdx() + 1);"
    body = f"{VECTOR} {rounds} for (uint32_t at = 0; at < rounds; ++at) {{ if ({test}) {{ {MEET} }} }}"
    assert (words(tmp_path, body) == []) is silent


KEYED = f"if (TILING_KEY_IS(%d)) {{ if (AscendC::GetBlockIdx() >= data.used) {{ return; }} {MEET} }}"


@pytest.mark.parametrize("kept", ["context->GetInputShape(1) != nullptr", "*context->GetAttrs()->GetInt(0)"])
@pytest.mark.parametrize(("key", "silent"), [(0, True), (2, False)])
def test_what_makes_the_key_is_known_behind_it(tmp_path: Path, kept: str, key: int, silent: bool) -> None:
    less = f"const uint32_t kept = {kept}; context->SetTilingKey(2 * kept); const uint32_t used = cores - kept;"
    tiling = TILING.replace("const uint32_t used = rows < cores ? rows : cores;", less)
    tiling = tiling.replace("SetBlockDim(used)", "SetBlockDim(cores)")
    body = f"{VECTOR} {KEYED % key}"
    assert (words(tmp_path, body, tiling=tiling) == []) is silent


BASES = f"""
template <typename T, int kind> struct Base {{
    uint32_t used_;
    __aicore__ inline Base(uint32_t used) : used_(used) {{}}
    __aicore__ inline void Run() {{ if (AscendC::GetBlockIdx() < used_) {{ {MEET} }} }}
}};
struct Other {{ uint32_t other_; __aicore__ inline Other(uint32_t other) : other_(other) {{}} }};
template <typename T> struct First : public Base<T, 3>, public Other {{
    __aicore__ inline First(uint32_t used) : Base<T, 3>(used), Other(7) {{}}
}};
template <typename T> struct Second : public Other, public Base<T, 3> {{
    __aicore__ inline Second(uint32_t used) : Other(7), Base<T, 3>(used) {{}}
}};
"""


@pytest.mark.parametrize("kind", ["First", "Second"])
def test_a_base_with_a_number_among_its_arguments_is_made_from_what_it_is_given(tmp_path: Path, kind: str) -> None:
    assert words(tmp_path, f"{VECTOR} {kind}<float> work(data.used); work.Run();", BASES) == []
    assert words(tmp_path, f"{VECTOR} {kind}<float> work(data.used - 1); work.Run();", BASES) == [("error", "proved")]


SET = "AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(8);"
WAIT = "AscendC::CrossCoreWaitFlag(8);"
MIX = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);"
COUNTED = f"""{MIX} if ASCEND_IS_AIV {{ for (uint32_t at = 0; at < data.rounds; ++at) {{ {SET} }} }}
if ASCEND_IS_AIC {{ {WAIT} {WAIT} if (data.rounds > 2) {{ {WAIT} {WAIT} }} }}"""


@pytest.mark.parametrize(
    ("rounds", "silent"), [("rows > 9 ? 2 : 4", True), ("rows > 9 ? 2 : 3", False), ("rows", False), ("4", True)]
)
def test_numbers_that_the_host_never_stores_leave_no_flag(tmp_path: Path, rounds: str, silent: bool) -> None:
    assert (words(tmp_path, COUNTED, rounds=rounds, code="SK703") == []) is silent


IDLE = f"""{MIX} if ASCEND_IS_AIV {{ {SET} }}
if ASCEND_IS_AIC {{ {WAIT} if (data.used == 0 && AscendC::GetBlockIdx() >= data.used) {{ {WAIT} }} }}"""


@pytest.mark.parametrize(
    ("used", "blocks", "silent"),
    [
        ("rows < cores ? rows : cores", "used", True),
        # the host loses the number, and stores and launches the same
        ("lost", "used", True),
        ("rows > 9 ? 4 : rows", "rows > 9 ? 5 : rows", True),
        # where it launches, the number is another one than where it fails
        ("rows > 99 ? cores : lost", "used", True),
        ("rows < cores ? rows : cores", "cores", False),
        ("lost", "used + 1", False),
    ],
)
def test_no_blocks_leave_no_flag(tmp_path: Path, used: str, blocks: str, silent: bool) -> None:
    tiling = TILING.replace("used = rows < cores ? rows : cores", f"used = {used}")
    tiling = tiling.replace("SetBlockDim(used)", f"SetBlockDim({blocks})")
    tiling = tiling.replace("static ge", "void lose(uint32_t &number);\nstatic ge")
    tiling = tiling.replace("const uint32_t used", "uint32_t lost = 1; lose(lost);\nconst uint32_t used")
    tiling = tiling.replace("return ge::GRAPH_SUCCESS", "return rows > 99 ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS")
    assert (words(tmp_path, IDLE, code="SK703", tiling=tiling) == []) is silent


@pytest.mark.parametrize(("blocks", "silent"), [("used", True), ("cores", False)])
def test_where_one_launch_stores_its_blocks_another_one_has_none_of_no_blocks(
    tmp_path: Path, blocks: str, silent: bool
) -> None:
    other = """static ge::graphStatus OtherTiling(gert::TilingContext *context)
{
    ShareTiling data;
    data.set_rounds(context->GetInputShape(0)->GetStorageShape().GetDim(0));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->SetBlockDim(platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Shares).Tiling(OtherTiling);
IMPL_OP"""
    tiling = TILING.replace("IMPL_OP", other).replace("SetBlockDim(used)", f"SetBlockDim({blocks})")
    body = IDLE.replace("data.used == 0", "data.used == 0 && data.rounds == 2")
    assert (words(tmp_path, body, code="SK703", tiling=tiling) == []) is silent


@pytest.mark.parametrize(("rounds", "silent"), [("4", True), ("rows > 9 ? 4 : 8", True), ("rows", False)])
def test_numbers_that_the_host_never_stores_part_no_cores(tmp_path: Path, rounds: str, silent: bool) -> None:
    body = f"{VECTOR} uint32_t odd = data.rounds % 2 * AscendC::GetBlockIdx(); if (odd < 1) {{ {MEET} }}"
    assert (words(tmp_path, body, rounds=rounds) == []) is silent


DEALT = """#include "kernel_operator.h"
struct DealtTiling { uint32_t length; uint32_t tile; uint32_t tiles; uint32_t dealt; uint32_t cores; };
extern "C" __global__ __aicore__ void dealt(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    GET_TILING_DATA_WITH_STRUCT(DealtTiling, data, tiling);
    const uint32_t count = (data.length + data.tile - 1) / data.tile;
    if (data.tiles <= data.cores) {
        for (uint32_t at = AscendC::GetBlockIdx() % data.dealt; at < count; at += data.dealt) {
            AscendC::SyncAll();
        }
    }
}
"""
DEALING = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct DealtTiling { uint32_t length; uint32_t tile; uint32_t tiles; uint32_t dealt; uint32_t cores; };
namespace optiling {
static ge::graphStatus DealtTilingOf(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint32_t cores = platform.GetCoreNumAiv();
    const uint32_t length = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    SEARCH
    const uint32_t tiles = (length + tile - 1) / tile;
    auto *data = context->GetTilingData<DealtTiling>();
    data->length = length;
    data->tile = tile;
    data->tiles = tiles;
    data->dealt = NUMBER;
    data->cores = cores;
    context->SetBlockDim(cores);
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Dealt).Tiling(DealtTilingOf);
}
"""


@pytest.mark.parametrize(
    "tile", ["const uint32_t tile = 1024;", "uint32_t tile = 4096; while (tile * 4 > length) { tile -= 64; }"]
)
@pytest.mark.parametrize(
    ("number", "expected"),
    [("tiles <= cores ? tiles : cores", []), ("tiles / 2 + 1", [("error", "proved")]), ("3", [("error", "proved")])],
)
def test_tiles_that_are_dealt_out_once_part_no_cores(
    tmp_path: Path, tile: str, number: str, expected: list[tuple[str, str]]
) -> None:
    """A number that the host has lost is still one number in all that is stored; one that it knows is tried."""
    kernel, tiling = tmp_path / "op_kernel" / "dealt.cpp", tmp_path / "op_host" / "dealt_tiling.cpp"
    for path, text in ((kernel, DEALT), (tiling, DEALING.replace("SEARCH", tile).replace("NUMBER", number))):
        path.parent.mkdir()
        path.write_text(text)
    findings = lint_tree(tmp_path, frozenset(["SK101"]))
    assert [(finding.severity, finding.confidence) for finding in findings] == expected


NESTED_TILING = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(ShareTiling)
TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, mm);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Shares, ShareTiling)
void Refine(TCubeTiling &tiling, int64_t rows);
static ge::graphStatus SharesTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    matmul_tiling::MatmulApiTiling api(platform);
    ShareTiling data;
    %s
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->SetBlockDim(data.mm.get_usedCoreNum());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Shares).Tiling(SharesTiling);
}
"""
NESTED_KERNEL = """#include "kernel_operator.h"
#include "lib/matmul_intf.h"
struct ShareTiling { TCubeTiling mm; };
extern "C" __global__ __aicore__ void shares(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    GET_TILING_DATA_WITH_STRUCT(ShareTiling, data, tiling);
    if ASCEND_IS_AIV { if (%s) { AscendC::SyncAll(); } }
}
"""
FILLED = [
    "data.mm.set_usedCoreNum(platform.GetCoreNumAic());",
    "api.GetTiling(data.mm); if (rows > 4) { data.mm.set_usedCoreNum(platform.GetCoreNumAic()); }",
    "data.mm.set_usedCoreNum(5); Refine(data.mm, rows);",
]


def of_nested(folder: Path, guard: str, filled: str) -> list[tuple[str, str]]:
    kernel, tiling = folder / "op_kernel" / "shares.cpp", folder / "op_host" / "shares_tiling.cpp"
    for path, text in ((kernel, NESTED_KERNEL % guard), (tiling, NESTED_TILING % filled)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [(finding.severity, finding.confidence) for finding in lint_tree(folder, frozenset(["SK101"]))]


@pytest.mark.parametrize("filled", FILLED)
@pytest.mark.parametrize(
    "guard",
    [
        "AscendC::GetBlockIdx() < data.mm.usedCoreNum * 2",
        "AscendC::GetBlockIdx() / AscendC::GetTaskRation() < data.mm.usedCoreNum",
    ],
)
def test_the_field_of_a_structure_that_the_tool_chain_declares_is_the_one_it_gets(
    tmp_path: Path, guard: str, filled: str
) -> None:
    assert of_nested(tmp_path, guard, filled) == []


@pytest.mark.parametrize("filled", FILLED)
def test_the_field_of_such_a_structure_may_be_less_than_the_launch(tmp_path: Path, filled: str) -> None:
    assert of_nested(tmp_path, "AscendC::GetBlockIdx() < data.mm.usedCoreNum", filled) == [("error", "likely")]


@pytest.mark.parametrize(
    ("rounds", "expected"), [("rows", ("warning", "likely")), ("lost", ("info", "likely"))], ids=["known", "lost"]
)
def test_what_the_host_has_lost_may_be_no_number_of_a_launch(
    tmp_path: Path, rounds: str, expected: tuple[str, str]
) -> None:
    tiling = TILING.replace("static ge", "void lose(uint32_t &number);\nstatic ge")
    tiling = tiling.replace("const uint32_t used", "uint32_t lost = 1; lose(lost);\nconst uint32_t used")
    assert words(tmp_path, COUNTED, rounds=rounds, code="SK703", tiling=tiling) == [expected]


EACH = "for (uint32_t at = 0; at < data.rounds; ++at)"
TWICE = "for (uint32_t at = 0; at < 2; ++at)"
IF_TWO = "if (data.rounds == 2)"
WORKS = "if (AscendC::GetBlockIdx() / AscendC::GetTaskRation() <= data.rounds)"
LATER = f"{EACH} {{ if (at > 1) {{ {WAIT} }} }}"
DRAINED = f"{LATER} if (data.rounds > 1) {{ {WAIT} {WAIT} }}"
NOT_LAST = f"{TWICE} {{ if (at + 1 < 2 || data.rounds == 2) {{ {WAIT} }} }}"


@pytest.mark.parametrize(
    ("vector", "cube", "expected"),
    [
        # two stay in each launch that has so many rounds, one in the others
        pytest.param(f"{EACH} {{ {SET} }}", LATER, ("warning", "likely"), id="never-drained"),
        pytest.param(f"{EACH} {{ {SET} }}", DRAINED, ("info", "likely"), id="drained-from-two-on"),
        pytest.param(f"{IF_TWO} {{ {EACH} {{ {SET} }} }}", "", ("info", "likely"), id="loop-behind-a-test"),
        # where there is no round, a block that does not even look for one says nothing
        pytest.param(f"{WORKS} {{ {EACH} {{ {SET} }} }}", f"{WORKS} {{ {LATER} }}", ("warning", "likely"), id="idle"),
        # of two flags one is left, whichever it is
        pytest.param(SET.replace("(8)", "(8 + data.rounds % 2)"), "", ("warning", "likely"), id="either-flag"),
        # whether it is set, or read in the last round, is what the host may keep in step
        pytest.param(f"{IF_TWO} {{ {SET} }}", "", ("info", "possible"), id="behind-a-test"),
        pytest.param(f"{TWICE} {{ {SET} }}", NOT_LAST, ("info", "possible"), id="last-round"),
    ],
)
def test_what_stays_set_whatever_the_numbers_are_hangs_on_none_that_are_lost(
    tmp_path: Path, vector: str, cube: str, expected: tuple[str, str]
) -> None:
    tiling = TILING.replace("static ge", "void lose(uint32_t &number);\nstatic ge")
    tiling = tiling.replace("const uint32_t used", "uint32_t lost = 1; lose(lost);\nconst uint32_t used")
    body = f"{MIX} if ASCEND_IS_AIV {{ {vector} }} if ASCEND_IS_AIC {{ {cube} }}"
    assert words(tmp_path, body, rounds="lost", code="SK703", tiling=tiling) == [expected]
