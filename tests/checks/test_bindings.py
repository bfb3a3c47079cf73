"""What `SK_BIND` binds: the signature, keyword, arguments, capabilities and body of the bound functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

ARGS = "struct ScaleArgs { GM_ADDR x; };\n"
KERNEL = "__global__ __vector__ void scale(GM_ADDR x) { AscendC::PipeBarrier<PIPE_ALL>(); }\n"
ENTRY = "__sk__ __vector__ void scale_sk(const ScaleArgs *args) { AscendC::PipeBarrier<PIPE_ALL>(); }\n"


def found(folder: Path, text: str, code: str) -> list[Finding]:
    (folder / "scale.asc").write_text('#include "kernel_operator.h"\n' + text)
    return list(lint_tree(folder, frozenset([code])))


def lines(findings: list[Finding]) -> list[tuple[int, str]]:
    """Line (of the text behind the include) and severity of each finding."""
    return [(finding.at.line - 1, finding.severity) for finding in findings]


# ---------------------------------------------------------------------------------------------------- SK811


@pytest.mark.parametrize(
    "declaration",
    [
        "__vector__ __aicore__ void scale_sk(const ScaleArgs *args)",
        "__sk__ __vector__ int scale_sk(const ScaleArgs *args)",
        "__sk__ __vector__ void scale_sk()",
        "__sk__ __vector__ void scale_sk(const ScaleArgs &args)",
        "__sk__ __vector__ void scale_sk(ScaleArgs args)",
        "__sk__ __vector__ void scale_sk(const uint32_t *args)",
        "__sk__ __vector__ void scale_sk(const ScaleArgs *args, uint32_t cores)",
        "__sk__ __vector__ void scale_sk(const ScaleArgs *args, sk::SkSystemArgs system)",
        "__sk__ __vector__ void scale_sk(const ScaleArgs *args, sk::SkSystemArgs *system, uint32_t cores)",
        "template <int PART>\n__sk__ __vector__ int scale_sk(const ScaleArgs *args)",
    ],
)
def test_a_signature_that_the_framework_cannot_call_is_found(tmp_path: Path, declaration: str) -> None:
    template = declaration.startswith("template")
    bound = "scale_sk<0>, scale_sk<1>" if template else "scale_sk"
    text = ARGS + KERNEL + declaration + " {}\n" + f"SK_BIND(scale, 0, {bound});\n"
    assert lines(found(tmp_path, text, "SK811")) == [(4 if template else 3, "error")]


@pytest.mark.parametrize("parameter", ["ScaleArgs *args", "ScaleArgs *const args"])
def test_arguments_that_are_only_not_constant_are_a_note(tmp_path: Path, parameter: str) -> None:
    text = f"{ARGS}{KERNEL}__sk__ __vector__ void scale_sk({parameter}) {{}}\nSK_BIND(scale, 0, scale_sk);\n"
    assert lines(found(tmp_path, text, "SK811")) == [(3, "info")]


@pytest.mark.parametrize(
    "declaration",
    [
        "__sk__ __vector__ void scale_sk(const ScaleArgs *args)",
        "__sk__ __vector__ void scale_sk(const ScaleArgs *const args, sk::SkSystemArgs *system)",
        "using Args = ScaleArgs; __sk__ __vector__ void scale_sk(ScaleArgs const *args, sk::SkSystemArgs *)",
    ],
)
def test_a_signature_of_a_bound_function_is_left_alone(tmp_path: Path, declaration: str) -> None:
    assert found(tmp_path, ARGS + KERNEL + declaration + " {}\nSK_BIND(scale, 0, scale_sk);\n", "SK811") == []


def test_what_is_bound_to_no_kernel_is_judged_by_the_call_alone(tmp_path: Path) -> None:
    text = (
        ARGS + "__aicore__ void scale(GM_ADDR x);\n__sk__ int scale_sk() { return 0; }\nSK_BIND(scale, 99, scale_sk);\n"
    )
    codes = {f"SK81{digit}" for digit in range(1, 7)}
    (tmp_path / "scale.asc").write_text('#include "kernel_operator.h"\n' + text)
    assert {finding.code for finding in lint_tree(tmp_path, frozenset(codes))} == {"SK814"}


# ---------------------------------------------------------------------------------------------------- SK812


@pytest.mark.parametrize(
    ("kernel", "entry", "severity"),
    [
        ("__vector__", "__cube__", "error"),
        ("__vector__", "__mix__(0, 1)", "error"),
        ("__mix__(1, 2)", "__mix__(1, 1)", "error"),
        ("__mix__(1, 2)", "", "warning"),
    ],
)
def test_another_keyword_is_found(tmp_path: Path, kernel: str, entry: str, severity: str) -> None:
    text = (
        ARGS
        + f"__global__ {kernel} void scale(GM_ADDR x) {{}}\n"
        + f"__sk__ {entry} void scale_sk(const ScaleArgs *args) {{}}\nSK_BIND(scale, 0, scale_sk);\n"
    )
    assert lines(found(tmp_path, text, "SK812")) == [(3, severity)]


def test_a_keyword_that_contradicts_a_declared_type_is_found(tmp_path: Path) -> None:
    kernel = "__global__ __aicore__ void scale(GM_ADDR x) { KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2); }\n"
    assert lines(found(tmp_path, ARGS + kernel + ENTRY + "SK_BIND(scale, 0, scale_sk);\n", "SK812")) == [(3, "error")]


def test_a_keyword_behind_a_macro_is_what_it_expands_to(tmp_path: Path) -> None:
    text = (
        ARGS
        + "#define BOTH __mix__(1, 2)\n__global__ BOTH void scale(GM_ADDR x) {}\n"
        + "__sk__ __mix__(1,2) void scale_sk(const ScaleArgs *args) {}\nSK_BIND(scale, 0, scale_sk);\n"
    )
    assert found(tmp_path, text, "SK812") == []


# ---------------------------------------------------------------------------------------------------- SK813


def mirrored(fields: str, params: str, before: str = "", behind: str = "") -> str:
    """A structure of these fields, one a line from line 3 on, for a kernel with these parameters."""
    return (
        f"{before}\nstruct ScaleArgs {{\n{fields}\n}}{behind};\n__global__ __vector__ void scale({params}) {{}}\n"
        + ENTRY
        + "SK_BIND(scale, 0, scale_sk);\n"
    )


@pytest.mark.parametrize(
    ("fields", "params", "line", "severity"),
    [
        ("GM_ADDR x;\nuint32_t rows;", "GM_ADDR x, uint64_t rows", 4, "error"),
        ("GM_ADDR x;\nuint32_t scale;", "GM_ADDR x, float scale", 4, "error"),
        ("GM_ADDR x;\nint32_t rows;", "GM_ADDR x, uint32_t rows", 4, "warning"),
        ("uint32_t rows;\nGM_ADDR x;", "GM_ADDR x, uint32_t rows", 3, "error"),
        ("GM_ADDR y;\nGM_ADDR x;", "GM_ADDR x, GM_ADDR y", 3, "warning"),
        ("GM_ADDR x;\nuint8_t flag;", "GM_ADDR x, uint8_t flag", 4, "error"),
        ("GM_ADDR x;\nbool flag;\nbool other;", "GM_ADDR x, bool flag, bool other", 4, "error"),
        ("GM_ADDR x;\nalignas(2) half factor;", "GM_ADDR x, half factor", 4, "error"),
        ("GM_ADDR x;", "GM_ADDR x, GM_ADDR y", 2, "error"),
        ("GM_ADDR x;\nGM_ADDR z;", "GM_ADDR x, uint32_t rows, GM_ADDR z", 2, "error"),
        ("GM_ADDR x;\nGM_ADDR spare;\nGM_ADDR y;", "GM_ADDR x, GM_ADDR y", 4, "error"),
        ("GM_ADDR x;\nuint32_t rows;\nuint32_t spare;", "GM_ADDR x, uint32_t rows", 5, "error"),
    ],
)
def test_a_structure_that_is_no_mirror_is_found(
    tmp_path: Path, fields: str, params: str, line: int, severity: str
) -> None:
    assert lines(found(tmp_path, mirrored(fields, params), "SK813")) == [(line, severity)]


@pytest.mark.parametrize(
    ("before", "behind"),
    [("", " __attribute__((packed))"), ("#pragma pack(push, 1)", ""), ("#pragma pack(4)", "")],
)
def test_a_packed_structure_is_found(tmp_path: Path, before: str, behind: str) -> None:
    text = mirrored("GM_ADDR x;\nuint32_t rows;\nGM_ADDR y;", "GM_ADDR x, uint32_t rows, GM_ADDR y", before, behind)
    assert lines(found(tmp_path, text, "SK813")) == [(2, "error")]


@pytest.mark.parametrize(
    ("fields", "params"),
    [
        ("GM_ADDR x;\nunsigned int rows;", "__gm__ float *x, uint32_t rows"),
        ("GM_ADDR first;\nGM_ADDR second;", "GM_ADDR x, GM_ADDR y"),
        ("GM_ADDR x;\nalignas(4) int16_t factor;", "GM_ADDR x, int16_t factor"),
        ("GM_ADDR x;\nalignas(uint32_t) bool flag;", "GM_ADDR x, bool flag"),
        ("GM_ADDR x;\n__attribute__((aligned(4))) half factor;", "GM_ADDR x, half factor"),
        ("GM_ADDR x;\nstatic constexpr int kWidth = 4;\nRows rows;", "GM_ADDR x, uint32_t rows"),
        ("GM_ADDR x;\nPlan plan;", "GM_ADDR x, Plan plan"),
        ("GM_ADDR x;\nMode mode;", "GM_ADDR x, Mode mode"),
    ],
)
def test_a_mirror_is_left_alone(tmp_path: Path, fields: str, params: str) -> None:
    before = "using Rows = uint32_t; struct Plan { uint32_t rows; }; enum class Mode : uint32_t { FAST };"
    assert found(tmp_path, mirrored(fields, params, before), "SK813") == []


def test_fields_follow_the_template_arguments(tmp_path: Path) -> None:
    text = (
        "template <typename T> struct Base { GM_ADDR x; alignas(4) T factor; };\n"
        "struct Scale : Base<half> { uint32_t rows; };\n"
        "template <typename T> __global__ __vector__ void scale(GM_ADDR x, T factor, uint32_t rows) {}\n"
        "template <typename T> __sk__ __vector__ void scale_sk(const Scale *args) {}\n"
        "SK_BIND(scale<half>, 0, scale_sk<half>);\n"
    )
    assert found(tmp_path, text, "SK813") == []
    assert len(found(tmp_path, text.replace("scale<half>,", "scale<float>,"), "SK813")) == 1


def test_one_structure_for_two_kernels_is_judged_beside_each(tmp_path: Path) -> None:
    text = (
        ARGS
        + KERNEL
        + "__global__ __vector__ void other(uint32_t rows) {}\n"
        + ENTRY
        + "SK_BIND(scale, 0, scale_sk);\nSK_BIND(other, 0, scale_sk);\n"
    )
    findings = found(tmp_path, text, "SK813")
    assert [(finding.kernels, finding.at.line) for finding in findings] == [(("other",), 2)]


# ---------------------------------------------------------------------------------------------------- SK814

PARTS = "template <int PART> __sk__ __vector__ void part_sk(const ScaleArgs *args) {}\n"
TYPED = "template <typename T> __global__ __vector__ void typed(GM_ADDR x) {}\n"


@pytest.mark.parametrize(
    "binding",
    [
        "SK_BIND(scale, 0);",
        "SK_BIND(typed, 0, scale_sk);",
        "SK_BIND(scale, 0, part_sk<0>, part_sk<1>, part_sk<2>, part_sk<3>, part_sk<0>);",
        "SK_BIND(scale, 0, part_sk<0>, scale_sk);",
    ],
)
def test_a_binding_that_does_not_fit_is_found(tmp_path: Path, binding: str) -> None:
    findings = found(tmp_path, ARGS + KERNEL + TYPED + ENTRY + PARTS + binding + "\n", "SK814")
    assert [line for line in lines(findings) if line[1] == "error"] == [(6, "error")]


def test_a_kernel_bound_twice_is_found_at_the_second_binding(tmp_path: Path) -> None:
    text = ARGS + TYPED + ENTRY + "SK_BIND(typed<half>, 0, scale_sk);\nSK_BIND(typed<float>, 0, scale_sk);\n"
    assert found(tmp_path, text, "SK814") == []
    assert lines(found(tmp_path, text + "SK_BIND(typed<half>, 4, scale_sk);\n", "SK814")) == [(6, "error")]


def test_bindings_that_a_macro_makes_are_read(tmp_path: Path) -> None:
    text = (
        ARGS
        + TYPED
        + "template <typename T, int PART> __sk__ __vector__ void typed_sk(const ScaleArgs *args) {}\n"
        + "#define BIND(name, T) SK_BIND(name<T>, 0, name##_sk<T, 0>, name##_sk<T, 1>)\n"
        + "namespace scaled {\nBIND(typed, half);\nBIND(typed, float);\nBIND(typed, half);\n}\n"
    )
    assert lines(found(tmp_path, text, "SK814")) == [(8, "error")]


def test_an_entry_that_nothing_binds_is_noted(tmp_path: Path) -> None:
    assert lines(found(tmp_path, ARGS + KERNEL + ENTRY, "SK814")) == [(3, "info")]


# ---------------------------------------------------------------------------------------------------- SK815


def promised(bits: str, body: str, before: str = "") -> str:
    entry = f"__sk__ __vector__ void scale_sk(const ScaleArgs *args) {{ {body} }}\n"
    return before + ARGS + KERNEL + entry + f"SK_BIND(scale, {bits}, scale_sk);\n"


WAIT = "AscendC::WaitPreTaskEnd<true>();"
SET = "AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_FIX, true>();"


@pytest.mark.parametrize(
    ("bits", "body"),
    [
        ("1", ""),
        ("2", WAIT.replace("<true>", "")),
        ("0", WAIT),
        ("1", WAIT + SET),
        ("1 | 2", WAIT),
        ("16", ""),
        ("static_cast<uint64_t>(1) << 1", ""),
    ],
)
def test_bits_that_say_something_else_are_found(tmp_path: Path, bits: str, body: str) -> None:
    assert lines(found(tmp_path, promised(bits, body), "SK815"))[:1] == [(4, "error")]


@pytest.mark.parametrize(
    ("bits", "body"),
    [("0", ""), ("1", WAIT), ("3", WAIT + SET), ("4 | 8", "AscendC::SetNextTaskStart();"), ("2 + 4", SET)],
)
def test_bits_that_are_kept_are_left_alone(tmp_path: Path, bits: str, body: str) -> None:
    assert found(tmp_path, promised(bits, body), "SK815") == []


def test_bits_may_be_constants_and_calls_may_hang_on_template_arguments(tmp_path: Path) -> None:
    text = (
        "enum class Says : uint64_t { WAITS = 1 };\nconstexpr uint64_t kWaits = static_cast<uint64_t>(Says::WAITS);\n"
        + ARGS
        + KERNEL
        + "template <bool WAITS> __aicore__ inline void Begin() {\n"
        + "if constexpr (WAITS) { AscendC::WaitPreTaskEnd<WAITS>(); } }\n"
        + "template <bool WAITS> __sk__ __vector__ void scale_sk(const ScaleArgs *args) { Begin<WAITS>(); }\n"
    )
    assert found(tmp_path, text + "SK_BIND(scale, kWaits, scale_sk<true>);\n", "SK815") == []
    assert lines(found(tmp_path, text + "SK_BIND(scale, kWaits, scale_sk<false>);\n", "SK815")) == [(8, "error")]
    assert lines(found(tmp_path, text + "SK_BIND(scale, 0, scale_sk<true>);\n", "SK815")) == [(8, "error")]


# ---------------------------------------------------------------------------------------------- SK816, SK817

OPERATOR = "template <typename T, int WIDTH> struct Op { __aicore__ void Process(GM_ADDR x, uint32_t n) {} };\n"


@pytest.mark.parametrize(
    "body",
    [
        "Op<float, 8> op;",
        "Op<half, 8> op; op.Process(args->x, 1);",
        "Op<float, 16> op; op.Process(args->x, 1);",
        "Op<float, 8> op; op.Process(args->x, 1); AscendC::PipeBarrier<PIPE_ALL>();",
    ],
)
def test_another_body_is_found(tmp_path: Path, body: str) -> None:
    assert lines(found(tmp_path, bodies(body), "SK816")) == [(4, "warning")]


def test_the_permitted_rewriting_is_left_alone(tmp_path: Path) -> None:
    body = "AscendC::TPipe pipe; Op<float, kWidth> op; op.Process(args->x, 1); pipe.DestroyWithoutPipeAll();"
    text = bodies(body).replace("struct", "constexpr int kWidth = 8; struct", 1)
    assert found(tmp_path, text, "SK816") == []


def bodies(body: str) -> str:
    return (
        ARGS
        + OPERATOR
        + "__global__ __vector__ void scale(GM_ADDR x) { Op<float, 8> op; op.Process(x, AscendC::GetBlockNum()); }\n"
        + f"__sk__ __vector__ void scale_sk(const ScaleArgs *args) {{ {body} }}\nSK_BIND(scale, 0, scale_sk);\n"
    )


@pytest.mark.parametrize(("parts", "count"), [((0,), 1), ((0, 1, 1, 0), 1), ((0, 1, 2, 3), 0)])
def test_fewer_than_four_functions_are_noted(tmp_path: Path, parts: tuple[int, ...], count: int) -> None:
    bound = ", ".join(f"part_sk<{part}>" for part in parts)
    text = ARGS + KERNEL + PARTS + f"SK_BIND(scale, 0, {bound});\n"
    assert [finding.severity for finding in found(tmp_path, text, "SK817")] == ["info"] * count
