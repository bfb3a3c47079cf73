"""Core guards that are never true: what is divided must count cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

TAIL = (
    "template <typename U> __aicore__ inline uint64_t Tail(uint32_t count) {"
    " constexpr uint32_t lanes = 256u / sizeof(U); uint32_t tail = count % lanes;"
    " return tail >= 64u ? ~0ULL : tail; }\n"
)


def found(folder: Path, guard: str) -> list[Finding]:
    source = folder / "op_kernel" / "guards.cpp"
    source.parent.mkdir()
    source.write_text(
        f'#include "kernel_operator.h"\nstruct Rows {{ uint32_t rows; }};\n{TAIL}'
        'extern "C" __global__ __aicore__ void guards(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling) {\n'
        f"GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\n{guard}\nAscendC::SyncAll();\n}}\n"
    )
    return list(lint_tree(folder, frozenset(["SK503"])))


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        ("if (AscendC::GetBlockIdx() % data.rows >= data.rows) { return; }", 1),
        ("if (AscendC::GetBlockIdx() / 2 % data.rows >= data.rows) { return; }", 1),
        ("if ((AscendC::GetBlockIdx() + data.rows) % data.rows >= data.rows) { return; }", 1),
        # the rest of a core's share, of which another element type may leave more
        ("if (Tail<float>(data.rows - AscendC::GetBlockIdx() * 8) > 3) { return; }", 0),
        ("if (AscendC::GetBlockIdx() % data.rows >= data.rows / 2) { return; }", 0),
    ],
)
def test_a_remainder_is_below_its_divisor_where_cores_are_counted(tmp_path: Path, guard: str, expected: int) -> None:
    assert len(found(tmp_path, guard)) == expected


INDEX = "const int64_t core = AscendC::GetBlockIdx();\n"


@pytest.mark.parametrize(
    ("beside", "severity", "repair"),
    [
        ("core / data.rows >= 4", "info", "drop it"),
        ("data.rows == 0", "warning", "compare the index before the division"),
        ("core / 2 >= 4", "warning", "compare the index before the division"),
    ],
)
def test_a_dead_comparison_beside_one_of_the_quotient_may_go(
    tmp_path: Path, beside: str, severity: str, repair: str
) -> None:
    (one,) = found(tmp_path, f"{INDEX}if ({beside} || core % data.rows >= data.rows) {{ return; }}")
    assert one.severity == severity
    assert repair in str(one.repair)


def test_a_guard_that_is_off_by_one_is_told_in_words_of_its_own(tmp_path: Path) -> None:
    (one,) = found(tmp_path, f"{INDEX}if (core > AscendC::GetBlockNum()) {{ return; }}")
    assert "`core > GetBlockNum()` is off by one" in str(one.message)
    assert "block_num" not in str(one.message)


HOST = """
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct Shares { int64_t used; int64_t factor; int64_t tail; };
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    Shares *tiling = context->GetTilingData<Shares>();
    int64_t cores = platform.GetCoreNumAiv();
    int64_t total = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    int64_t factor = total / cores;
    int64_t tail = total - factor * cores;
    tiling->factor = factor;
    tiling->tail = tail;
    tiling->used = factor == 0 ? tail : cores;
    context->SetBlockDim(tiling->used%s);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Shared).Tiling(Tiling);
"""
WORK = "AscendC::DataCopy(out[at], tile, 64);"
SHARE = f"""
int64_t first = core < data.tail ? core * (data.factor + 1) : core * data.factor + data.tail;
int64_t last = core < data.tail ? first + data.factor + 1 : first + data.factor;
for (int64_t at = first; at < last; ++at) {{
    {WORK}
}}
"""


def of_shares(folder: Path, guard: str, work: str, less: str = "") -> Finding:
    """The finding on a guard of a kernel that is launched on as many cores as have a share."""
    (folder / "op_host").mkdir()
    (folder / "op_kernel").mkdir()
    (folder / "op_host" / "shared.cpp").write_text(HOST % less)
    (folder / "op_kernel" / "shared.cpp").write_text(
        '#include "kernel_operator.h"\nstruct Shares { int64_t used; int64_t factor; int64_t tail; };\n'
        'extern "C" __global__ __aicore__ void shared(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling) {\n'
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\nGET_TILING_DATA_WITH_STRUCT(Shares, data, tiling);\n"
        "AscendC::GlobalTensor<float> out;\nout.SetGlobalBuffer((__gm__ float *)x);\n"
        f"AscendC::LocalTensor<float> tile;\n{INDEX}int64_t at = core;\nif ({guard}) {{ return; }}\n{work}\n}}\n"
    )
    (one,) = lint_tree(folder, frozenset(["SK503"]))
    return one


@pytest.mark.parametrize(
    ("guard", "work", "less", "severity"),
    [
        ("core > AscendC::GetBlockNum()", WORK, "", "warning"),
        ("core > AscendC::GetBlockNum()", f"if (core < data.used) {{ {WORK} }}", "", "info"),
        ("core > AscendC::GetBlockNum()", f"if (core < AscendC::GetBlockNum()) {{ {WORK} }}", "", "info"),
        ("core > AscendC::GetBlockNum()", f"if (core < data.used + 1) {{ {WORK} }}", "", "warning"),
        ("core > AscendC::GetBlockNum()", f"if (core < data.used) {{ {WORK} }} else {{ {WORK} }}", "", "warning"),
        # the host launches fewer cores than the inner guard lets in
        ("core > AscendC::GetBlockNum()", f"if (core < data.used) {{ {WORK} }}", " - 1", "warning"),
        ("core > AscendC::GetBlockNum()", SHARE, "", "info"),
        ("core > AscendC::GetBlockNum()", SHARE.replace("at < last", "at <= last"), "", "warning"),
        ("core % data.used >= data.used", f"if (core < data.used) {{ {WORK} }}", "", "info"),
        ("core % data.used >= data.used", f"if (core != data.used) {{ {WORK} }}", "", "warning"),
        ("core % data.used >= data.used", WORK, "", "warning"),
    ],
)
def test_a_guard_that_fails_does_no_harm_where_the_core_has_nothing_to_do(
    tmp_path: Path, guard: str, work: str, less: str, severity: str
) -> None:
    assert of_shares(tmp_path, guard, work, less).severity == severity


@pytest.mark.parametrize(("rounds", "severity"), [("mine", "info"), ("mine / 8", "info"), ("mine / part", "warning")])
def test_an_empty_share_in_empty_parts_is_no_share_that_is_known(tmp_path: Path, rounds: str, severity: str) -> None:
    begun = "int64_t mine = 0, part = 0; if (core < data.used) { mine = data.factor; part = data.tail; }"
    work = f"{begun} for (int64_t round = 0; round < {rounds}; ++round) {{ {WORK} }}"
    assert of_shares(tmp_path, "core > AscendC::GetBlockNum()", work).severity == severity


@pytest.mark.parametrize(
    ("work", "severity"), [("VF_CALL<Fill>(Dim3{64, 1, 1}, (__gm__ int32_t *)x);", "info"), ("", "warning")]
)
def test_no_core_is_too_many_in_what_is_never_fused(tmp_path: Path, work: str, severity: str) -> None:
    source = tmp_path / "op_kernel" / "guards_apt.cpp"
    source.parent.mkdir()
    source.write_text(
        '#include "kernel_operator.h"\nusing namespace AscendC::Simt;\n'
        "__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) { out[0] = 1; }\n"
        'extern "C" __global__ __aicore__ void guards(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
        "if (AscendC::GetBlockIdx() > AscendC::GetBlockNum()) { return; }\n"
        f"{work}\n*((__gm__ int32_t *)x + AscendC::GetBlockIdx() * 16) = 1;\n}}\n"
    )
    (one,) = lint_tree(tmp_path, frozenset(["SK503"]))
    assert one.severity == severity
