"""Scalar access to GM in long loops: in what order its way is told, and what is to be done instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding


def found(folder: Path, access: str, inside: str, outside: str) -> Finding:
    """The finding at an access in a function that `outside` calls, perhaps from a loop of its own."""
    source = folder / "op_kernel" / "sums.cpp"
    source.parent.mkdir()
    source.write_text(
        '#include "kernel_operator.h"\nstruct Rows { uint32_t rows; };\n'
        "__aicore__ inline void Add(AscendC::GlobalTensor<int32_t> &sums, uint32_t row)\n{\n"
        f"{inside}\n{access}\n}}\n"
        "__aicore__ inline void AddAll(AscendC::GlobalTensor<int32_t> &sums, uint32_t rows)\n{\n"
        f"{outside}\nAdd(sums, rows);\n}}\n"
        'extern "C" __global__ __aicore__ void sums(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
        "GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\nAscendC::GlobalTensor<int32_t> sums;\n"
        "sums.SetGlobalBuffer((__gm__ int32_t *)x);\nAddAll(sums, data.rows);\n}\n"
    )
    (one,) = lint_tree(folder, frozenset(["SK308"]))
    return one


@pytest.mark.parametrize(
    ("inside", "outside", "lines"),
    [
        ("for (; row > 0; --row)", "", [5, 11, 18]),
        ("", "for (; rows > 0; --rows)", [11, 10, 18]),
    ],
    ids=["beside-the-access", "around-the-call"],
)
def test_the_loop_is_told_where_it_stands_among_the_calls(
    tmp_path: Path, inside: str, outside: str, lines: list[int]
) -> None:
    assert [step.at.line for step in found(tmp_path, "sums.SetValue(row, 1);", inside, outside).trace] == lines


@pytest.mark.parametrize(
    ("access", "repair"),
    [("sums.SetValue(row, 1);", "copy them out together"), ("row += sums.GetValue(row);", "read them there")],
)
def test_values_are_read_or_written_together(tmp_path: Path, access: str, repair: str) -> None:
    one = found(tmp_path, access, "", "for (; rows > 0; --rows)")
    assert repair in str(one.repair)


# ------------------------------------------------------------------------------------- which loop cleans lines

KERNEL = """#include "kernel_operator.h"
struct Rows {{ uint32_t rows; uint32_t dims; }};
class Sums {{
public:
    __aicore__ inline void Init(GM_ADDR x)
    {{
        source_.SetGlobalBuffer((__gm__ int64_t *)x);
        kept_ = source_;
    }}
    __aicore__ inline int64_t At(uint32_t row) const {{ return source_.GetValue(row); }}
    __aicore__ inline int64_t Kept(uint32_t row) {{ return kept_.GetValue(row); }}
private:
    AscendC::GlobalTensor<int64_t> source_;
    AscendC::GlobalTensor<int64_t> kept_;
}};
__aicore__ inline int64_t Named(AscendC::GlobalTensor<int64_t> &named, uint32_t row) {{ return named.GetValue(row); }}
__aicore__ inline int64_t Copied(AscendC::GlobalTensor<int64_t> copied, uint32_t row) {{ return copied.GetValue(row); }}
extern "C" __global__ __aicore__ void sums(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);
    AscendC::GlobalTensor<int64_t> gm;
    gm.SetGlobalBuffer((__gm__ int64_t *)x);
    const AscendC::GlobalTensor<int64_t> &fixed = gm;
    Sums sums;
    sums.Init(x);
    int64_t t = 0;
    {body}
    gm.SetValue(t, 0);
}}
"""
TILING = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(Rows)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(uint32_t, dims);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Sums, Rows)
static ge::graphStatus SumsTiling(gert::TilingContext *context)
{
    const uint32_t dims = context->GetInputShape(0)->GetStorageShape().GetDimNum();
    if (dims > %s) {
        return ge::GRAPH_FAILED;
    }
    Rows data;
    data.set_rows(context->GetInputShape(0)->GetStorageShape().GetDim(0));
    data.set_dims(dims);
    auto raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    context->SetBlockDim(8);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Sums).Tiling(SumsTiling);
}
"""
EACH, TOUCHING = "each of them cleans", "each that touches another line cleans"


def loops(folder: Path, body: str, most: int | None = None) -> list[tuple[str, str]]:
    """The loop that each finding names, by the comment before it, and what it says of the cost."""
    source = folder / "op_kernel" / "sums.cpp"
    source.parent.mkdir()
    source.write_text(KERNEL.format(body=body))
    if most is not None:
        (folder / "op_host").mkdir()
        (folder / "op_host" / "sums_tiling.cpp").write_text(TILING % most)
    lines = source.read_text().splitlines()
    told = []
    for one in lint_tree(folder, frozenset(["SK308"])):
        (step,) = (step for step in one.trace if str(step.message) == "the loop")
        before = lines[step.at.line - 1][: step.at.column - 1]
        told.append((before.rpartition("/* ")[2].partition(" */")[0], EACH if EACH in str(one.message) else TOUCHING))
        assert told[-1][1] in str(one.message)
    return told


ROWS = "/* rows */ for (uint32_t r = 0; r < data.rows; ++r)"
EIGHT = "/* few */ for (uint32_t d = 0; d < 8; ++d)"
TWELVE = "/* few */ for (uint32_t d = 0; d < 12; ++d)"
DIMS = "/* few */ for (uint32_t d = 0; d < data.dims; ++d)"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # the tensor remembers the line of the round before
        (f"{ROWS} {{ t += gm.GetValue(2); }}", []),
        (f"{ROWS} {{ t += gm.GetValue(0) + gm.GetValue(2); }}", []),
        (f"{ROWS} {{ gm.SetValue(2, t); }}", []),
        (f"{ROWS} {{ t += gm.GetValue(data.dims); }}", []),
        (f"{ROWS} {{ t += Named(gm, 2); }}", []),
        # another line each time
        (f"{ROWS} {{ t += gm.GetValue(r); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(t); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(0) + gm.GetValue(8); }}", [("rows", TOUCHING)] * 2),
        # a line that is written does not move one that is read
        (f"{ROWS} {{ t += gm.GetValue(0); gm.SetValue(8, t); }}", []),
        # nothing is remembered
        (f"{ROWS} {{ t += fixed.GetValue(2); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += sums.At(2); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += gm[2].GetValue(0); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += gm[2](0); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += gm.ReinterpretCast<int32_t>()(2); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += gm.ReinterpretCast<int32_t>().GetValue(2); }}", [("rows", EACH)]),
        (f"{ROWS} {{ t += Copied(gm, 2); }}", [("rows", EACH)]),
        (
            f"{ROWS} {{ AscendC::GlobalTensor<int64_t> own; own.SetGlobalBuffer((__gm__ int64_t *)x);"
            " t += own.GetValue(2); }",
            [("rows", EACH)],
        ),
        # another buffer each time
        (
            f"AscendC::GlobalTensor<int64_t> own; {ROWS} {{"
            " own.SetGlobalBuffer((__gm__ int64_t *)fixed.GetValue(r)); t += own.GetValue(2); }",
            [("rows", EACH), ("rows", TOUCHING)],
        ),
        # the innermost of the loops that change the line
        (f"{ROWS} for (uint32_t c = 0; c < data.dims; ++c) {{ t += gm.GetValue(r); }}", [("rows", TOUCHING)]),
        (f"for (uint32_t c = 0; c < data.dims; ++c) {ROWS} {{ t += gm.GetValue(r); }}", [("rows", TOUCHING)]),
        # what another access of the tensor has just touched, in the round itself or at the end of the one before
        (f"{ROWS} {{ t += gm.GetValue(r); t += gm.GetValue(r); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(2 * r + 1); t += gm.GetValue(2 * r); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(2 * r); t += gm.GetValue(2 * r + 1); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(r); t += gm.GetValue(r + 1); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm[r].GetValue(0); t += gm.GetValue(r); }}", [("rows", EACH), ("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(r); t += gm[r].GetValue(0); }}", [("rows", TOUCHING), ("rows", EACH)]),
        (f"{ROWS} {{ t += gm.GetValue(2 * r + 1); t += gm.GetValue(2 * r + 2); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {{ t += gm.GetValue(3 * r); t += gm.GetValue(3 * r + 1); }}", [("rows", TOUCHING)] * 2),
        (f"{ROWS} {{ gm.SetValue(r, 0); t += gm.GetValue(r); }}", [("rows", TOUCHING)] * 2),
        (f"{ROWS} {{ t += gm.GetValue(r); t += gm.GetValue(9); t += gm.GetValue(r); }}", [("rows", TOUCHING)] * 3),
        (f"{ROWS} {{ if (data.dims > 1) {{ t += gm.GetValue(r); }} t += gm.GetValue(r); }}", [("rows", TOUCHING)] * 2),
        (
            f"{ROWS} {{ if (data.dims > 1) {{ t += gm.GetValue(r); }} else {{ t -= gm.GetValue(r); }}"
            " t += gm.GetValue(r); }",
            [("rows", TOUCHING)] * 2,
        ),
        (f"{ROWS} {{ t += gm.GetValue(r); t += fixed.GetValue(r); }}", [("rows", TOUCHING), ("rows", EACH)]),
        (
            "uint32_t at = 0;\n/* while */ while (t == 0) { t += gm.GetValue(at); at += 1;\n"
            "if (at > data.rows) { break; }\nt += gm.GetValue(at); }",
            [("while", TOUCHING)],
        ),
        # few rounds in one line; in more than one; in one line that the loop around changes
        (f"{ROWS} {EIGHT} {{ t += gm.GetValue(d); }}", []),
        (f"{ROWS} {TWELVE} {{ t += gm.GetValue(d); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {EIGHT} {{ t += gm.GetValue(d * 8); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {EIGHT} {{ t += gm.GetValue(r * 8 + d); }}", [("rows", TOUCHING)]),
        (f"{ROWS} {EIGHT} {{ t += fixed.GetValue(d); }}", [("rows", EACH)]),
        (f"{EIGHT} {TWELVE} {{ t += gm.GetValue(d * 8); }}", []),
    ],
)
def test_the_loop_is_the_innermost_whose_many_rounds_clean_a_line(
    tmp_path: Path, body: str, expected: list[tuple[str, str]]
) -> None:
    assert loops(tmp_path, body) == expected


@pytest.mark.parametrize(
    ("access", "most", "expected"),
    [
        ("gm.GetValue(d)", 8, []),
        ("gm.GetValue(d)", 16, [("rows", TOUCHING)]),
        ("gm.GetValue(r * 8 + d)", 8, [("rows", TOUCHING)]),
        ("gm.GetValue(d)", 64, [("few", TOUCHING)]),
    ],
)
def test_a_check_of_the_host_bounds_the_rounds(
    tmp_path: Path, access: str, most: int, expected: list[tuple[str, str]]
) -> None:
    assert loops(tmp_path, f"{ROWS} {DIMS} {{ t += {access}; }}", most) == expected


@pytest.mark.parametrize(
    ("access", "name"),
    [("Named(gm, r)", "named"), ("sums.At(r)", "source_"), ("sums.Kept(r)", "kept_"), ("gm[r].GetValue(0)", "gm")],
)
def test_the_tensor_is_called_what_stands_there(tmp_path: Path, access: str, name: str) -> None:
    source = tmp_path / "op_kernel" / "sums.cpp"
    source.parent.mkdir()
    source.write_text(KERNEL.format(body=f"{ROWS} {{ t += {access}; }}"))
    (one,) = lint_tree(tmp_path, frozenset(["SK308"]))
    assert f"`{name}`" in str(one.message)


@pytest.mark.parametrize(("constant", "codes"), [(" const", []), ("", ["SK305"])])
def test_a_constant_method_reads_a_member_anew_each_time(tmp_path: Path, constant: str, codes: list[str]) -> None:
    source = tmp_path / "op_kernel" / "sums.cpp"
    source.parent.mkdir()
    reading = f"At(uint32_t row){constant} {{{{ while (source_.GetValue(0) == 0) {{{{ }}}}"
    source.write_text(KERNEL.replace("At(uint32_t row) const {{", reading).format(body="t += sums.At(2);"))
    assert [one.code for one in lint_tree(tmp_path, frozenset(["SK305"]))] == codes
