"""SK102: how sure it is that a kernel with a barrier is launched on fewer cores than all."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

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


def linted(tmp_path: Path, kernel: str, host: str) -> list[Finding]:
    for folder, name, text in (("op_kernel", "narrow.cpp", kernel), ("op_host", "narrow_tiling.cpp", host)):
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(lint_tree(tmp_path, frozenset(["SK102"])))


@pytest.mark.parametrize(
    ("large", "small", "expected"),
    [
        ("8", "4", ("error", "proved")),
        ("platform.GetCoreNumAiv()", "4", ("error", "proved")),
        ("Searched(rows)", "4", ("error", "likely")),
        ("44", "44", ("warning", "likely")),
        ("platform.GetCoreNumAic()", "platform.GetCoreNumAic()", ("warning", "proved")),
    ],
)
def test_a_constant_is_certain_where_no_other_launch_is_lost(
    tmp_path: Path, large: str, small: str, expected: tuple[str, str]
) -> None:
    (finding,) = linted(tmp_path, KERNEL, HOST % (large, small))
    assert (finding.severity, finding.confidence) == expected


BOTH_KINDS = KERNEL.replace("MIX_AIV_1_0", "MIX_AIC_1_2")


@pytest.mark.parametrize(
    ("kernel", "blocks", "silent"),
    [
        (BOTH_KINDS, "platform.GetCoreNumAiv() / 2", True),
        (KERNEL, "platform.GetCoreNumAic() * 2", True),
        (BOTH_KINDS, "platform.GetCoreNumAiv() / 4", False),
        (KERNEL, "platform.GetCoreNumAiv() / 2", False),
    ],
)
def test_a_cube_core_for_two_vector_cores_is_all_of_them(
    tmp_path: Path, kernel: str, blocks: str, silent: bool
) -> None:
    assert (linted(tmp_path, kernel, HOST % (blocks, blocks)) == []) is silent


MERGING = """#include "kernel_operator.h"
struct CountingTiling { uint32_t direct; uint32_t used; };
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    GET_TILING_DATA_WITH_STRUCT(CountingTiling, data, tiling);
    if (data.direct) {
        return;
    }
    if (data.used <= 1) {
        return;
    }
    AscendC::SyncAll();
}
"""
COUNTING = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct CountingTiling { uint32_t direct; uint32_t used; };
namespace optiling {
static int64_t Bytes(int64_t type)
{
    %s
    return 8;
}
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t items = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    uint64_t memory = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, memory);
    int64_t used = platform.GetCoreNumAiv();
    if (items > 0 && items < used) {
        used = items;
    }
    const int64_t needed = items * Bytes(context->GetInputDesc(0)->GetDataType())
        + used * Bytes(context->GetInputDesc(1)->GetDataType()) * Bytes(context->GetInputDesc(2)->GetDataType());
    const bool direct = memory > 0 && needed > memory;
    if (!direct && items > 0 && items <= %d) {
        used = 1;
    }
    auto *data = context->GetTilingData<CountingTiling>();
    data->direct = direct ? 1 : 0;
    data->used = used;
    context->SetBlockDim(used);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize(
    ("type", "blocks", "severity"),
    [
        ("KERNEL_TYPE_MIX_AIV_1_0", 64, None),
        ("KERNEL_TYPE_MIX_AIV_1_0", 48, None),
        ("KERNEL_TYPE_MIX_AIV_1_0", 32, "error"),
        ("KERNEL_TYPE_MIX_AIC_1_2", 32, None),
        ("KERNEL_TYPE_MIX_AIC_1_2", 22, "warning"),
        ("KERNEL_TYPE_MIX_AIC_1_2", 8, "error"),
    ],
)
def test_a_constant_is_held_against_the_blocks_that_fill_a_device(
    tmp_path: Path, type: str, blocks: int, severity: str | None
) -> None:
    kernel = KERNEL.replace("KERNEL_TYPE_MIX_AIV_1_0", type)
    found = linted(tmp_path, kernel, HOST % (blocks, blocks))
    assert [one.severity for one in found] == ([] if severity is None else [severity])


@pytest.mark.parametrize("sizes", [2, 9])
@pytest.mark.parametrize(("alone_up_to", "found"), [(4096, False), (16, True)])
def test_one_core_or_all_is_seen_behind_two_fields_however_many_types_decide_one(
    tmp_path: Path, sizes: int, alone_up_to: int, found: bool
) -> None:
    by_type = "\n    ".join(f"if (type == {number}) {{ return {number}; }}" for number in range(1, sizes))
    assert bool(linted(tmp_path, MERGING, COUNTING % (by_type, alone_up_to))) is found


KEYED = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if (TILING_KEY_IS(%d)) {
        AscendC::SyncAll();
    }
}
"""
OF_MANY_WAYS = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const auto &shape = context->GetInputShape(0)->GetStorageShape();
    const uint32_t cores = platform.GetCoreNumAiv();
    const int64_t rows = shape.GetDim(0);
    const int64_t bytes = ge::GetSizeByDataType(context->GetInputDesc(0)->GetDataType());
    int64_t wide = rows;
    %s
    context->SetTilingKey(wide * 2 + (rows * bytes >= cores * 256 ? 1 : 0));
    context->SetBlockDim(rows < cores ? rows : cores);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize(
    ("key", "axes", "expected"), [(1001, 3, []), (1001, 9, ["possible"]), (1000, 3, ["likely"]), (1000, 9, ["likely"])]
)
def test_what_selects_the_key_counts_and_of_too_many_ways_those_that_were_followed(
    tmp_path: Path, key: int, axes: int, expected: list[str]
) -> None:
    wide = "\n    ".join(
        f"if (shape.GetDim({axis}) > 64) {{ wide = wide * shape.GetDim({axis}); }}" for axis in range(1, axes)
    )
    assert [one.confidence for one in linted(tmp_path, KEYED % key, OF_MANY_WAYS % wide)] == expected


OF_A_KEY = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
uint64_t Looked(int64_t rows);
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    if (rows > 64) {
        context->SetTilingKey(1000);
        context->SetBlockDim(rows < 8 * platform.GetCoreNumAiv() ? rows / 8 : platform.GetCoreNumAiv());
        return ge::GRAPH_SUCCESS;
    }
    context->SetTilingKey(%s);
    context->SetBlockDim(4);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize(
    ("key", "severity"),
    [("1000", "error"), ("rows < 7 ? 1000 : 7", "error"), ("Looked(rows)", "warning"), ("7", "warning")],
)
def test_a_constant_is_an_error_where_its_key_is_seen_to_lead_to_the_barrier(
    tmp_path: Path, key: str, severity: str
) -> None:
    (finding,) = linted(tmp_path, KEYED % 1000, OF_A_KEY % key)
    assert finding.severity == severity


MEMBERS = """#include "kernel_operator.h"
template <uint8_t LOAD, uint8_t PACKED> __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    if constexpr (LOAD == %d && PACKED == %d) { AscendC::SyncAll<false>(); }
}
"""
OF_MEMBERS = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
class Stepwise {
public:
    explicit Stepwise(gert::TilingContext *context) : context_(context) {}
    void Choose()
    {
        rows_ = context_->GetInputShape(0)->GetStorageShape().GetDim(0);
        if (context_->GetInputShape(0)->GetStorageShape().GetDim(1) > 65535) {
            Key();
            return;
        }
        packed_ = 1;
        if (rows_ < 64) {
            onVectors_ = true;
            load_ = 3;
            Key();
            return;
        }
        load_ = rows_ < 1024 ? 1 : 2;
        Key();
    }
    void Tell()
    {
        auto platform = platform_ascendc::PlatformAscendC(context_->GetPlatformInfo());
        context_->SetTilingKey(key_);
        if (onVectors_) {
            context_->SetBlockDim(std::min<uint64_t>(rows_, platform.GetCoreNumAiv()));
        } else {
            context_->SetBlockDim(platform.GetCoreNumAic());
        }
    }
private:
    void Key() { key_ = GET_TPL_TILING_KEY(load_, packed_); }
    gert::TilingContext *context_;
    uint64_t rows_ = 0, load_ = 0, packed_ = 0, key_ = 0;
    bool onVectors_ = false;
};
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    Stepwise tiling(context);
    tiling.Choose();
    tiling.Tell();
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize(("load", "packed", "found"), [(0, 0, False), (1, 1, False), (2, 1, False), (3, 1, True)])
def test_a_member_that_one_way_left_early_without_writing_is_there_what_its_class_says(
    tmp_path: Path, load: int, packed: int, found: bool
) -> None:
    assert bool(linted(tmp_path, MEMBERS % (load, packed), OF_MEMBERS)) is found


STORED = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct StoredTiling { uint32_t used; };
namespace optiling {
static void Fill(const gert::TilingContext *context, StoredTiling *data)
{
    if (context->GetInputShape(0)->GetStorageShape().GetDim(0) == 7) {
        return;
    }
    data->used = 4;
}
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto *data = context->GetTilingData<StoredTiling>();
    Fill(context, data);
    context->SetBlockDim(data->used);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


def test_a_tiling_field_that_one_way_stores_is_that_where_another_leaves_it(tmp_path: Path) -> None:
    (finding,) = linted(tmp_path, KERNEL, STORED)
    assert (finding.severity, finding.confidence) == ("error", "proved")


TWO_BARRIERS = """#include "kernel_operator.h"
template <uint8_t SUB, bool WIDE> __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if constexpr (SUB == 6) { AscendC::SyncAll(); }
    %s
}
"""
TWO_TILINGS = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    const int64_t columns = context->GetInputShape(0)->GetStorageShape().GetDim(1);
    if (rows < 64) {
        context->SetTilingKey(GET_TPL_TILING_KEY(6, columns > 8));
        context->SetBlockDim(std::min<int64_t>(rows, platform.GetCoreNumAiv()));
        return ge::GRAPH_SUCCESS;
    }
    context->SetTilingKey(GET_TPL_TILING_KEY(%d, columns > 8));
    context->SetBlockDim(std::min<int64_t>(columns, platform.GetCoreNumAiv()));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
}
"""


@pytest.mark.parametrize("other", ["", "else { AscendC::SyncAll(); }"])
@pytest.mark.parametrize(("sub", "steps"), [(8, 1), (6, 2)])
def test_only_launches_that_lead_to_the_barrier_are_told_beside_it(
    tmp_path: Path, sub: int, steps: int, other: str
) -> None:
    (finding,) = linted(tmp_path, TWO_BARRIERS % other, TWO_TILINGS % sub)
    assert finding.at.line == 5
    assert len([step for step in finding.trace if str(step.message).startswith("launched here")]) == steps
