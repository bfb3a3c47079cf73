"""Builds for the arms of `#if` lines on data types and formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import Parse, body

from sklint.examples import lint_tree
from sklint.parse.arms import arms_of, is_compiled
from sklint.parse.builds import MOST_BUILDS, MOST_MORE
from sklint.parse.columns import columns_of

ENTRY = '#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void kernel(GM_ADDR x)\n{{\n{}\n}}\n'
PAIRS = (
    "\n#if ORIG_DTYPE_X == DT_FLOAT16 && ORIG_DTYPE_SCALE == DT_FLOAT16\nint both = 1;\n"
    "#elif (ORIG_DTYPE_X == DT_BF16) && (ORIG_DTYPE_SCALE == DT_BF16)\nint other = 1;\n"
    "#elif ORIG_DTYPE_X == DT_FLOAT16 && (ORIG_DTYPE_SCALE == DT_FLOAT || ORIG_DTYPE_SCALE == DT_BF16)\n"
    "int mixed = 1;\n#endif\n"
)

TWO = (
    "\n#if ORIG_DTYPE_X == DT_FLOAT16 && ORIG_DTYPE_SCALE == DT_FLOAT16\nint first = 1;\n"
    "#elif ORIG_DTYPE_X == DT_FLOAT16 && ORIG_DTYPE_SCALE == DT_BF16\n{}\n#endif\n"
)


def kernel(text: str) -> str:
    return ENTRY.format(text)


def bodies(parse: Parse, text: str, **more: object) -> list[str]:
    count = parse(text, **more).builds
    return [body(parse(text, build=build, **more), "kernel") for build in range(count)]


def test_every_arm_of_a_conjunction_is_in_some_build(parse: Parse) -> None:
    found = bodies(parse, kernel(PAIRS))
    assert [any(f"int {name} = 1;" in one for one in found) for name in ("both", "other", "mixed")] == [True] * 3


DEFINITION = """#include "register/op_def_registry.h"
namespace ops {
static const std::vector<ge::DataType> scaleTypes = {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_BF16};
class Kernel : public OpDef {
public:
    explicit Kernel(const char *name) : OpDef(name)
    {
        // this->Input("x").DataType({ge::DT_INT8})
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT16, ge::DT_BF16, ge::DT_FLOAT16})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
        this->Input("scale").ParamType(OPTIONAL).DataType(scaleTypes);
        this->Output("z").DataType({ge::DT_FLOAT16, ge::DT_FLOAT16, ge::DT_INT8});
    }
};
OP_ADD(Kernel);
}
"""


def test_a_column_of_the_definition_is_a_build(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "kernel_def.cpp"
    host.write_text(DEFINITION)
    assert columns_of([str(host)])[2] == {
        "ORIG_DTYPE_X": "DT_FLOAT16",
        "FORMAT_X": "FORMAT_ND",
        "ORIG_DTYPE_SCALE": "DT_BF16",
        "ORIG_DTYPE_Z": "DT_INT8",
    }
    text = kernel(TWO.format("int second = 1;") + "#if ORIG_DTYPE_Z != DT_FLOAT\nint narrow = 1;\n#endif\n")
    assert "int second = 1;" in bodies(parse, text)[-1]
    assert bodies(parse, text, tiling_sources=[str(host)])[-1] == "int second = 1; int narrow = 1;"


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("int n = 1;", 1),
        ("\n#if ORIG_DTYPE_X == DT_BF16\nint n = 1;\n#else\nint n = 2;\n#endif\n", 2),
        # an arm that is no build's, and one without code
        ("\n#if ORIG_DTYPE_X == DT_BF16 && ORIG_DTYPE_X == DT_FLOAT\nint n = 1;\n#endif\n", 3),
        ("\n#if ORIG_DTYPE_X == DT_BF16 && ORIG_DTYPE_X != DT_BF16\nint n = 1;\n#endif\n", 2),
        (TWO.format("int second = 1;"), 4),
        (TWO.format("#define SECOND"), 3),
    ],
)
def test_what_needs_no_build_of_its_own_gets_none(parse: Parse, text: str, builds: int) -> None:
    assert parse(kernel(text)).builds == builds


def test_there_are_few_builds(parse: Parse) -> None:
    types = ("DT_FLOAT", "DT_FLOAT16", "DT_BF16", "DT_INT8", "DT_INT32")
    arms = "".join(
        f"\n#if ORIG_DTYPE_X == {one} && ORIG_DTYPE_Y == {other}\nint n = 1;\n#endif\n"
        for one in types
        for other in types
    )
    assert parse(kernel(arms)).builds == MOST_BUILDS + MOST_MORE


@pytest.mark.parametrize(
    ("condition", "x", "compiled"),
    [
        ("ORIG_DTYPE_X == DT_BF16", "DT_BF16", (True, False)),
        ("!(ORIG_DTYPE_X == DT_BF16 || (ORIG_DTYPE_X) == (DT_FLOAT))", "DT_FLOAT", (False, True)),
        ("!(ORIG_DTYPE_X == DT_BF16 || (ORIG_DTYPE_X) == (DT_FLOAT))", "DT_INT8", (True, False)),
        ("defined(ORIG_DTYPE_X) && ORIG_DTYPE_X != DT_BF16", "DT_BF16", (False, True)),
        ("defined ORIG_DTYPE_X && \\\n ORIG_DTYPE_X != DT_BF16", "DT_INT8", (True, False)),
        # what is no word of the build may be one way or the other
        ("__NPU_ARCH__ == 3510 && ORIG_DTYPE_X == DT_BF16", "DT_BF16", (True, True)),
        ("(MODE + 1) == 2 || ORIG_DTYPE_X == DT_BF16", "DT_INT8", (True, True)),
    ],
)
def test_conditions_are_read_as_the_preprocessor_does(condition: str, x: str, compiled: tuple[bool, bool]) -> None:
    code = f"#if {condition}\nint n;\n#else\nint m;\n#endif\n".encode()
    arms = arms_of(code)
    values = {"ORIG_DTYPE_X": x}
    # an arm without a condition is compiled by every build, and is none to look for
    assert [is_compiled(arm, values) for arm in arms] == list(compiled)[: len(arms)]


def test_a_kernel_in_an_arm_of_several_inputs_is_read(tmp_path: Path) -> None:
    source = tmp_path / "op_kernel" / "scaled.cpp"
    source.parent.mkdir()
    entry = (
        '{head}\nextern "C" __global__ __aicore__ void scaled(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{{\n'
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n{body}\n}}\n"
    )
    source.write_text(
        '#include "kernel_operator.h"\n'
        + entry.format(head="#if ORIG_DTYPE_X == DT_FLOAT16 && ORIG_DTYPE_SCALE == DT_FLOAT16", body="")
        + entry.format(head="#elif ORIG_DTYPE_X == DT_BF16 && ORIG_DTYPE_SCALE == DT_BF16", body="")
        + entry.format(
            head="#elif ORIG_DTYPE_X == DT_FLOAT16 && ORIG_DTYPE_SCALE == DT_BF16",
            body="AscendC::SetAtomicAdd<float>();",
        )
        + "#endif\n"
    )
    assert [finding.at.line for finding in lint_tree(tmp_path, frozenset(["SK705"]))] == [18]


FALLBACK = "#ifndef {0}\n#define {0} {1}\n#endif\n"


@pytest.mark.parametrize(
    ("fallback", "text", "seen"),
    [
        (FALLBACK.format("ORIG_DTYPE_X", "(-1)"), "\n#if ORIG_DTYPE_X == DT_BF16\nint n = 1;\n#endif\n", "int n = 1;"),
        ("#ifdef ORIG_DTYPE_X\n#else\n#define ORIG_DTYPE_X 99\n#endif\n", "int n = ORIG_DTYPE_X;", "int n = 1;"),
        (FALLBACK.format("DTYPE_X", "float"), "DTYPE_X x;", "DTYPE_X x;"),
        ("#if !defined(FORMAT_X)\n#define FORMAT_X 99\n#endif\n", "int n = FORMAT_X;", "int n = 2;"),
        # what is defined in any case is what counts
        ("#define ORIG_DTYPE_X 99\n", "int n = ORIG_DTYPE_X;", "int n = 99;"),
        ("#ifndef WITH_TYPES\n#define ORIG_DTYPE_X 99\n#endif\n", "int n = ORIG_DTYPE_X;", "int n = 99;"),
        # the guard of a header is no word of the build
        (
            "#ifndef FORMAT_WORK_H\n#define FORMAT_WORK_H\n#define ORIG_DTYPE_X 99\n#endif\n",
            "int n = ORIG_DTYPE_X;",
            "int n = 99;",
        ),
    ],
)
def test_a_fallback_does_not_take_the_place_of_the_build(parse: Parse, fallback: str, text: str, seen: str) -> None:
    program = parse('#include "types.h"\n' + kernel(text), files={"types.h": fallback})
    assert body(program, "kernel") == seen
    assert all(alias.type.name == "half" for alias in program.aliases.values())


def test_a_fallback_counts_where_the_operator_has_no_such_parameter(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "kernel_def.cpp"
    host.write_text(DEFINITION)
    files = {"types.h": FALLBACK.format("ORIG_DTYPE_BIAS", "99") + FALLBACK.format("ORIG_DTYPE_X", "99")}
    text = '#include "types.h"\n' + kernel("int n = ORIG_DTYPE_BIAS; int m = ORIG_DTYPE_X;")
    assert body(parse(text, files=files, tiling_sources=[str(host)]), "kernel") == "int n = 99; int m = 1;"


def test_the_types_of_a_build_are_among_those_of_the_definition(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "kernel_def.cpp"
    host.write_text(DEFINITION.replace("DT_FLOAT16, ge::DT_FLOAT16, ge::DT_INT8", "DT_INT32, ge::DT_INT8, ge::DT_INT8"))
    program = parse(kernel("DTYPE_X x; DTYPE_Z z; DTYPE_OTHER other;"), tiling_sources=[str(host)])
    types = {name: alias.type.name for name, alias in program.aliases.items()}
    assert types == {"DTYPE_X": "half", "DTYPE_Z": "int32_t", "DTYPE_OTHER": "half"}
    assert program.build_types == {
        "DTYPE_X": {"half", "bfloat16_t"},
        "DTYPE_SCALE": {"half", "bfloat16_t"},
        "DTYPE_Z": {"int32_t", "int8_t"},
    }


def test_of_unusual_types_none_are_known(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "kernel_def.cpp"
    host.write_text(DEFINITION.replace("DT_INT8})", "DT_FLOAT8_E5M2})"))
    assert "DTYPE_Z" not in parse(kernel("DTYPE_Z z;"), tiling_sources=[str(host)]).build_types
