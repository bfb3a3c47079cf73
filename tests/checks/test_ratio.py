"""Arithmetic that assumes how many vector cores a block has, and arithmetic that only looks so."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

HEAD = """#include "kernel_operator.h"
struct Rows { uint32_t rows; };
__aicore__ inline void Touch(GM_ADDR x, uint32_t row)
{
    AscendC::GlobalTensor<float> line;
    line.SetGlobalBuffer((__gm__ float *)x + row * 64, 64);
}
extern "C" __global__ __aicore__ void ratio(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);
if ASCEND_IS_AIV {
"""


def lines(folder: Path, *body: str) -> list[int]:
    """The lines of the body, from 1, that are reported."""
    source = folder / "op_kernel" / "ratio.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(HEAD + "\n".join(body) + "\n}\n}\n")
    return [finding.at.line - HEAD.count("\n") for finding in lint_tree(folder, frozenset(["SK203"]))]


ASKED = "AscendC::GetBlockIdx() / AscendC::GetTaskRatio()"
BLOCKS = "AscendC::GetBlockNum()"


def test_the_index_of_the_block_goes_on_by_blocks(tmp_path: Path) -> None:
    assert lines(tmp_path, f"for (uint32_t row = {ASKED}; row < data.rows; row += {BLOCKS}) {{ Touch(x, row); }}") == []


def test_the_index_of_the_block_is_known_in_the_round(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        f"uint32_t blocks = {BLOCKS};",
        f"for (uint32_t row = {ASKED}; row < data.rows; row += blocks) {{",
        "if (row + blocks < data.rows) { Touch(x, row + blocks); }",
        "}",
    )
    assert found == []


def test_the_index_of_the_core_does_not(tmp_path: Path) -> None:
    loop = f"for (uint32_t row = AscendC::GetBlockIdx(); row < data.rows; row += {BLOCKS}) {{ Touch(x, row); }}"
    assert lines(tmp_path, loop) == [1]


def test_a_division_by_two_is_one_fault(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        "uint32_t block = AscendC::GetBlockIdx() / 2;",
        f"for (uint32_t row = block; row < data.rows; row += {BLOCKS}) {{ Touch(x, row); }}",
    )
    assert found == [1]


def test_a_doubled_number_is_one_fault(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        f"uint32_t cores = {BLOCKS} * 2;",
        "for (uint32_t row = AscendC::GetBlockIdx() * 256; row < data.rows; row += cores * 256) { Touch(x, row); }",
        "if (AscendC::GetBlockIdx() < cores) { Touch(x, 1); }",
    )
    assert found == [1]


def test_an_expression_is_reported_once(tmp_path: Path) -> None:
    assert lines(tmp_path, f"Touch(x, (AscendC::GetBlockIdx() + {BLOCKS} - 1) / {BLOCKS});") == [1]


STAGES = "constexpr uint32_t stages = 2;"


@pytest.mark.parametrize(
    ("index", "expected"),
    [(ASKED, []), ("AscendC::GetBlockIdx() / AscendC::GetSubBlockNum()", []), ("AscendC::GetBlockIdx()", [3])],
)
def test_a_constant_beside_the_index_of_a_block_counts_no_cores(
    tmp_path: Path, index: str, expected: list[int]
) -> None:
    assert lines(tmp_path, STAGES, f"uint32_t at = {index};", f"Touch(x, {BLOCKS} * stages * 8 + at * 8);") == expected


def test_a_two_that_is_written_out_is_always_told(tmp_path: Path) -> None:
    assert lines(tmp_path, f"uint32_t at = {ASKED};", f"Touch(x, {BLOCKS} * 2 + at);") == [2]


def test_a_constant_that_cuts_the_work_for_the_cores_counts_them(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        STAGES,
        f"uint32_t cores = {BLOCKS} * stages;",
        "uint32_t share = (data.rows + cores - 1) / cores;",
        "Touch(x, AscendC::GetBlockIdx() * share);",
    )
    assert found == [2]


def test_a_constant_that_lays_out_the_buffers_of_the_blocks_does_not(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        STAGES,
        f"uint32_t at = {ASKED};",
        f"uint32_t behind = {BLOCKS} * stages * 8;",
        "Touch(x, behind + at * 8);",
        "Touch(x, AscendC::GetBlockIdx() * data.rows);",
    )
    assert found == []


def test_one_fault_written_twice_on_a_line_is_told_once(tmp_path: Path) -> None:
    assert lines(tmp_path, f"Touch(x, (data.rows + {BLOCKS} * 2 - 1) / ({BLOCKS} * 2));") == [1]


def test_a_constant_counts_no_cores_where_a_two_that_is_written_out_does(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        STAGES,
        f"uint32_t share = data.rows / ({BLOCKS} * 2);",
        "Touch(x, AscendC::GetBlockIdx() * share);",
        f"Touch(x, {BLOCKS} * stages * 8);",
    )
    assert found == [2]


def test_a_size_for_each_block_is_laid_out(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        "uint32_t size = data.rows;",
        "for (uint32_t row = 0; row < AscendC::GetBlockIdx(); ++row) { size = row; }",
        f"uint32_t behind = size * 8 + {BLOCKS} * size;",
        f"behind += {BLOCKS} * 64;",
        "Touch(x, behind);",
    )
    assert found == []


@pytest.mark.parametrize(
    "expression",
    ["AscendC::GetBlockIdx() >> 1", "AscendC::GetBlockIdx() & 1", f"{BLOCKS} << 1", "AscendC::GetBlockIdx() / 2"],
)
def test_two_has_several_spellings(tmp_path: Path, expression: str) -> None:
    assert lines(tmp_path, f"Touch(x, {expression});") == [1]


@pytest.mark.parametrize(
    "expression", [f"{BLOCKS} / 2", f"{BLOCKS} % 2", "AscendC::GetBlockIdx() * 2", "AscendC::GetBlockIdx() << 1"]
)
def test_what_makes_neither_cores_of_blocks_nor_blocks_of_cores_is_no_ratio(tmp_path: Path, expression: str) -> None:
    assert lines(tmp_path, f"Touch(x, {expression});") == []


def test_the_built_in_index_goes_on_by_blocks(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        "for (uint32_t row = get_block_idx(); row < data.rows; row += get_block_num()) { Touch(x, row); }",
        "Touch(x, get_block_num() * 2);",
    )
    assert found == [2]


def test_each_index_is_known_beside_the_other(tmp_path: Path) -> None:
    """Kept in fields and variables, too."""
    found = lines(
        tmp_path,
        "struct Own { uint32_t block; uint32_t core; uint32_t blocks; };",
        "Own own;",
        "own.block = get_block_idx();",
        "own.core = AscendC::GetBlockIdx();",
        "own.blocks = get_block_num();",
        "if (own.block < own.blocks) { Touch(x, 1); }",
        "if (own.core < own.blocks) { Touch(x, 2); }",
        f"for (uint32_t row = own.block; row < data.rows; row += {BLOCKS}) {{ Touch(x, row); }}",
        f"for (uint32_t row = own.core; row < data.rows; row += {BLOCKS}) {{ Touch(x, row); }}",
    )
    assert found == [7, 9]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("", []),
        ("cores = 1;", []),
        ("Touch(x, cores);", [1]),
        ("auto later = [&]() { Touch(x, cores); };", [1]),
        ("cores += 1;", [1]),
    ],
)
def test_a_doubled_number_that_nobody_reads_is_not_told(tmp_path: Path, use: str, expected: list[int]) -> None:
    assert lines(tmp_path, f"int64_t cores = {BLOCKS} * 2;", use) == expected


def test_what_a_call_gets_is_read(tmp_path: Path) -> None:
    assert lines(tmp_path, f"int64_t cores = AscendC::Std::max<int64_t>(1, {BLOCKS} * 2);") == [1]


TILING = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
static ge::graphStatus RatioTiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint32_t cubes = platform.GetCoreNumAic();
    const uint32_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    context->SetBlockDim(%s);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Ratio).Tiling(RatioTiling);
}
"""


@pytest.mark.parametrize(
    ("count", "severity"),
    [("cubes", "info"), ("20", "info"), ("12", "warning"), ("rows < cubes ? rows : cubes", "warning")],
)
def test_more_than_half_of_the_cube_cores_keep_the_ratio(tmp_path: Path, count: str, severity: str) -> None:
    tiling = tmp_path / "op_host" / "ratio_tiling.cpp"
    tiling.parent.mkdir()
    tiling.write_text(TILING % count)
    source = tmp_path / "op_kernel" / "ratio.cpp"
    source.parent.mkdir()
    source.write_text(
        HEAD + "Touch(x, AscendC::GetBlockIdx() / 2);\nTouch(x, AscendC::GetBlockIdx() - 1);\n"
        f"if (AscendC::GetBlockIdx() < {BLOCKS}) {{ Touch(x, 1); }}\n}}\n}}\n"
    )
    found = lint_tree(tmp_path, frozenset(["SK203"]))
    assert [(one.at.line - HEAD.count("\n"), one.severity) for one in found] == [(1, severity), (3, "warning")]


@pytest.mark.parametrize(("default", "under_one", "expected"), [("1_2", "1_1", [3]), ("1_1", "1_2", [5])])
def test_a_launch_keeps_the_ratio_of_its_key_only(
    tmp_path: Path, default: str, under_one: str, expected: list[int]
) -> None:
    tiling = tmp_path / "op_host" / "ratio_tiling.cpp"
    tiling.parent.mkdir()
    tiling.write_text(TILING % "cubes")
    source = tmp_path / "op_kernel" / "ratio.cpp"
    source.parent.mkdir()
    source.write_text(
        HEAD.replace("MIX_AIC_1_2", f"MIX_AIC_{default}")
        + f"if (TILING_KEY_IS(1)) {{\nKERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_{under_one});\n"
        "Touch(x, AscendC::GetBlockIdx() / 2);\n} else if (TILING_KEY_IS(2)) {\n"
        "Touch(x, AscendC::GetBlockIdx() / 2);\n}\n}\n}\n"
    )
    found = lint_tree(tmp_path, frozenset(["SK203"]))
    assert [one.at.line - HEAD.count("\n") for one in found if one.severity == "warning"] == expected
    assert len(found) == 2


@pytest.mark.parametrize(("leaves", "severity"), [(2, "info"), (1, "warning")])
def test_a_launch_that_does_not_get_there_keeps_the_ratio(tmp_path: Path, leaves: int, severity: str) -> None:
    tiling = tmp_path / "op_host" / "ratio_tiling.cpp"
    tiling.parent.mkdir()
    tiling.write_text(
        (TILING % "rows == 0 ? 1 : cubes").replace(
            "    return", "    context->SetTilingKey(rows == 0 ? 2 : 1);\n    return"
        )
    )
    source = tmp_path / "op_kernel" / "ratio.cpp"
    source.parent.mkdir()
    body = f"if (TILING_KEY_IS({leaves})) {{ return; }}\nTouch(x, AscendC::GetBlockIdx() / 2);\n"
    source.write_text(f"{HEAD}{body}}}\n}}\n")
    assert [one.severity for one in lint_tree(tmp_path, frozenset(["SK203"]))] == [severity]


@pytest.mark.parametrize(
    ("expression", "repair", "not_this"),
    [
        ("AscendC::GetBlockIdx() / 2", "`GetBlockIdx() / GetTaskRatio()`", "GetBlockNum"),
        ("AscendC::GetBlockIdx() >> 1", "`GetBlockIdx() / GetTaskRatio()`", "GetSubBlockIdx"),
        (f"{BLOCKS} * 2", "`GetBlockNum() * GetTaskRatio()`", "GetBlockIdx"),
        ("AscendC::GetBlockIdx() % 2", "`GetSubBlockIdx()` says which", "GetBlockIdx()"),
        ("AscendC::GetBlockIdx() & 1", "`GetSubBlockIdx()` says which", "GetBlockIdx()"),
    ],
)
def test_the_repair_is_one_of_the_operation(tmp_path: Path, expression: str, repair: str, not_this: str) -> None:
    source = tmp_path / "op_kernel" / "ratio.cpp"
    source.parent.mkdir()
    source.write_text(f"{HEAD}Touch(x, {expression});\n}}\n}}\n")
    (one,) = lint_tree(tmp_path, frozenset(["SK203"]))
    assert repair in str(one.repair)
    assert not_this not in str(one.repair)


CORE = "uint32_t core = AscendC::GetBlockIdx();"
ALL = "AscendC::GetBlockNum() * AscendC::GetTaskRation()"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (f"(core & 1) ? (core + {ALL}) / 2 : core / 2", []),
        (f"(core % 2 == 1) ? (core + {ALL}) >> 1 : core >> 1", []),
        ("(core & 1) ? (core + AscendC::GetBlockNum() * 2) / 2 : core / 2", [2]),
        ("(core & 1) ? core / 2 + data.rows : core / 2", [2]),
        (f"(core & 1) ? core / 2 : (data.rows + {ALL}) / 2", [2]),
    ],
)
def test_cores_that_are_dealt_anew_have_no_ratio(tmp_path: Path, row: str, expected: list[int]) -> None:
    assert sorted(set(lines(tmp_path, CORE, f"Touch(x, {row});"))) == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (f"if (data.rows <= 2u * {BLOCKS}) {{ Touch(x, 1); }}", []),
        (f"if (AscendC::GetBlockIdx() < 2u * {BLOCKS}) {{ Touch(x, 1); }}", [1]),
        (f"if (data.rows <= AscendC::GetBlockIdx() + 2u * {BLOCKS}) {{ Touch(x, 1); }}", [1]),
        (f"uint32_t cores = 2u * {BLOCKS}; if (data.rows <= cores) {{ Touch(x, data.rows / cores); }}", [1]),
    ],
)
def test_twice_the_blocks_that_work_is_compared_with_is_no_number_of_cores(
    tmp_path: Path, use: str, expected: list[int]
) -> None:
    assert lines(tmp_path, use) == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("rows / 64", ("warning", "likely")),
        ("found", ("warning", "possible")),
        ("std::min(found, cubes)", ("warning", "likely")),
        ("cubes", ("info", "possible")),
    ],
)
def test_a_number_of_blocks_that_is_lost_may_be_all(tmp_path: Path, count: str, expected: tuple[str, str]) -> None:
    lost = "uint32_t found = 1; for (uint32_t n = rows; n > 1; n = Next(n)) { found = Next(found); }\n"
    tiling = tmp_path / "op_host" / "ratio_tiling.cpp"
    tiling.parent.mkdir()
    tiling.write_text((TILING % count).replace("    context->Set", f"    {lost}    context->Set"))
    source = tmp_path / "op_kernel" / "ratio.cpp"
    source.parent.mkdir()
    source.write_text(HEAD + "Touch(x, AscendC::GetBlockIdx() / 2);\n}\n}\n")
    (one,) = lint_tree(tmp_path, frozenset(["SK203"]))
    assert (one.severity, one.confidence) == expected
