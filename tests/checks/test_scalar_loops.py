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
        ("for (uint32_t i = 0; i < row; ++i)", "", [5, 11, 18]),
        ("", "for (uint32_t i = 0; i < rows; ++i)", [11, 10, 18]),
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
    one = found(tmp_path, access, "", "for (uint32_t i = 0; i < rows; ++i)")
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
ROWS = "/* rows */ for (uint32_t r = 0; r < data.rows; ++r)"


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
