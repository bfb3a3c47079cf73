"""Findings in specialisations that template arguments of the kernel leave open."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
#define MEET AscendC::SyncAll()
#define SOME if (AscendC::GetBlockIdx() < 2)
{work}
template <typename T> __global__ __aicore__ void open(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
{call}
}}
"""
CLASS = """template <typename T> struct Op {{ __aicore__ inline void Run(); }};
template <> struct Op<half> {{ __aicore__ inline void Run() {{ {half} }} }};
template <> struct Op<float> {{ __aicore__ inline void Run() {{ {single} }} }};"""
BASE = CLASS.replace("Op", "Base") + "\ntemplate <typename T> struct Op : public Base<T> {{}};"
METHOD = """template <typename T> struct Op {{ __aicore__ inline void Run(); }};
template <> __aicore__ inline void Op<half>::Run() {{ {half} }}
template <> __aicore__ inline void Op<float>::Run() {{ {single} }}"""
FUNCTION = """template <typename T> __aicore__ inline void Run();
template <> __aicore__ inline void Run<half>() {{ {half} }}
template <> __aicore__ inline void Run<float>() {{ {single} }}"""
OBJECT = "Op<T> op; op.Run();"


@pytest.mark.parametrize(("work", "call"), [(CLASS, OBJECT), (BASE, OBJECT), (METHOD, OBJECT), (FUNCTION, "Run<T>();")])
@pytest.mark.parametrize(
    ("half", "single", "lines"),
    [
        ("SOME { MEET; }", "MEET;", [0]),
        ("MEET;", "SOME { MEET; }", [1]),
        ("SOME { MEET; }", "SOME { MEET; }", [0, 1]),
        ("MEET; MEET;", "SOME { MEET; } else { MEET; }", []),
        ("", "MEET;", []),
    ],
)
def test_a_barrier_that_some_cores_pass_is_found_where_it_stands(
    tmp_path: Path, work: str, call: str, half: str, single: str, lines: list[int]
) -> None:
    source = tmp_path / "op_kernel" / "open.cpp"
    source.parent.mkdir()
    source.write_text(KERNEL.format(work=work.format(half=half, single=single), call=call))
    assert [one.at.line - 5 for one in lint_tree(tmp_path, frozenset(["SK101"]))] == lines


_TYPED = """#include "kernel_operator.h"
template <typename T> struct Work {
    __aicore__ inline void Go()
    {
        if constexpr (AscendC::IsSameType<T, int8_t>::value) {
            if (AscendC::GetBlockIdx() > 3) {
                return;
            }
            AscendC::SyncAll();
        }
    }
};
extern "C" __global__ __aicore__ void typed(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    Work<DTYPE_X>().Go();
}
"""
_TYPED_DEFINITION = """#include "register/op_def_registry.h"
class Typed : public OpDef {{
public:
    explicit Typed(const char *name) : OpDef(name)
    {{
        this->Input("x").DataType({{{types}}});
    }}
}};
OP_ADD(Typed);
"""


@pytest.mark.parametrize(
    ("types", "lines"),
    [
        ("ge::DT_FLOAT16, ge::DT_INT8", [9]),
        ("ge::DT_INT8", [9]),
        ("ge::DT_FLOAT16, ge::DT_BF16", []),
        ("ge::DT_BF16", []),
        ("", [9]),
    ],
)
def test_what_only_another_build_has_is_found_as_the_definition_lists_its_types(
    tmp_path: Path, types: str, lines: list[int]
) -> None:
    for folder, name, text in (
        ("op_kernel", "typed", _TYPED),
        ("op_host", "typed_def", _TYPED_DEFINITION.format(types=types)),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.cpp").write_text(text)
    assert [finding.at.line for finding in lint_tree(tmp_path, frozenset(["SK101"]))] == lines
