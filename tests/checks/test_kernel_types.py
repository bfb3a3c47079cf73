"""Kernel types that a SuperKernel has no place for, and operators that it never takes in."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

NOTHING = "AscendC::PipeBarrier<PIPE_ALL>();"


def found(folder: Path, body: str, code: str, before: str = "", name: str = "types", head: str = "") -> list[Finding]:
    """The findings of one rule in a kernel of this body; the entry stands on line 3 behind one line of `before`."""
    source = folder / "op_kernel" / f"{name}.cpp"
    source.parent.mkdir(parents=True, exist_ok=True)
    head = head or f'extern "C" __global__ __aicore__ void {name.removesuffix("_apt")}'
    source.write_text(
        f'#include "kernel_operator.h"\n{before}\n{head}(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n'
        f"{{\n{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


def said(findings: list[Finding]) -> list[tuple[int, str]]:
    return [(finding.at.line, finding.severity) for finding in findings]


OF_ANOTHER = ["AICORE", "VECTORCORE", "MIX_AICORE", "MIX_VECTOR_CORE"]


@pytest.mark.parametrize("type", OF_ANOTHER)
def test_a_default_type_of_another_product_is_passed_over(tmp_path: Path, type: str) -> None:
    (one,) = found(tmp_path, f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});", "SK801")
    assert (one.at.line, one.severity) == (5, "info")
    assert "infers the type from the code" in str(one.message)


def test_a_type_that_no_product_has_is_found(tmp_path: Path) -> None:
    assert said(found(tmp_path, "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MAX);", "SK801")) == [(5, "error")]


@pytest.mark.parametrize("type", OF_ANOTHER)
def test_a_type_of_one_key_is_not_passed_over(tmp_path: Path, type: str) -> None:
    body = (
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n"
        f"if (TILING_KEY_IS(1)) {{\nKERNEL_TASK_TYPE(1, KERNEL_TYPE_{type});\n{NOTHING}\n}}"
    )
    assert said(found(tmp_path, body, "SK801")) == [(7, "error")]


def test_a_default_of_another_product_does_not_stand_for_a_group_of_keys(tmp_path: Path) -> None:
    body = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AICORE);\nif (TILING_KEY_LIST(1, 2)) {{ {NOTHING} }}"
    assert said(found(tmp_path, body, "SK801")) == [(5, "error")]


def test_a_default_of_another_product_is_none_for_the_keys_without_a_type(tmp_path: Path) -> None:
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AICORE);\n" + keyed(1, without=2)
    assert said(found(tmp_path, body, "SK801")) == [(5, "info"), (7, "error")]


def test_a_default_of_another_product_says_nothing_of_the_cores(tmp_path: Path) -> None:
    """The type is inferred: a MIX one where there is a barrier, which has the scheduler for it."""
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_VECTOR_CORE);\nAscendC::SyncAll<false>();"
    (one,) = found(tmp_path, body, "SK105")
    assert "KERNEL_TYPE_MIX_AIV_1_0" in str(one.message)


def test_a_type_for_the_whole_file_is_looked_at(tmp_path: Path) -> None:
    before = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_VECTOR_CORE);"
    assert said(found(tmp_path, NOTHING, "SK801", before)) == [(2, "info")]


@pytest.mark.parametrize(
    ("keyword", "bad"),
    [("__mix__(2, 1)", True), ("__mix__(1, 4)", True), ("__mix__(0, 1)", False), ("__mix__(1,2)", False)],
)
def test_a_ratio_outside_the_four_is_found(tmp_path: Path, keyword: str, bad: bool) -> None:
    findings = found(tmp_path, NOTHING, "SK801", head=f'extern "C" __global__ {keyword} void types')
    assert said(findings) == ([(3, "error")] if bad else [])


def keyed(*keys: int, without: int = 0) -> str:
    typed = "\n".join(
        f"if (TILING_KEY_IS({key})) {{\nKERNEL_TASK_TYPE({key}, KERNEL_TYPE_AIV_ONLY);\n{NOTHING}\n}}" for key in keys
    )
    return typed + (f"\nif (TILING_KEY_IS({without})) {{\n{NOTHING}\n}}" if without else "")


def test_a_key_without_a_type_needs_a_default(tmp_path: Path) -> None:
    assert said(found(tmp_path, keyed(1, 2, without=3), "SK801")) == [(6, "error")]


def test_a_type_for_every_key_or_a_default_is_enough(tmp_path: Path) -> None:
    assert found(tmp_path, keyed(1, 2), "SK801") == []
    default = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n"
    assert found(tmp_path, default + keyed(1, 2, without=3), "SK801") == []


COPY = "AscendC::GlobalTensor<float> out; out.SetGlobalBuffer((__gm__ float *)x); AscendC::LocalTensor<float> l;"
STORE = f"{COPY} AscendC::DataCopy(out, l, 64);"


@pytest.mark.parametrize(
    "body",
    [
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\nif ASCEND_IS_AIV {{ {STORE} }}",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_0);\nif (g_coreType == AscendC::AIV) {{ {STORE} }}",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\n{COPY} AscendC::Add(l, l, l, 64);",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\n{COPY} if ASCEND_IS_AIV {{ AscendC::Exp(l, l, 64); }}",
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\nif ASCEND_IS_AIC {\nAscendC::LocalTensor<half> a;\n"
        "AscendC::Mmad(a, a, a, {});\nAscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(8);\n}",
    ],
)
def test_a_branch_for_cores_that_are_not_launched_is_found(tmp_path: Path, body: str) -> None:
    findings = found(tmp_path, body, "SK801")
    assert said(findings) == [(3, "error")]
    assert findings[0].confidence == "likely"


def test_a_matmul_object_needs_cube_cores(tmp_path: Path) -> None:
    type_ = "AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>"
    body = (
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\nAscendC::TPipe pipe;\n"
        f"AscendC::Matmul<{type_}, {type_}, {type_}> mm;\n"
        "REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm);\nmm.IterateAll(mm);"
    )
    assert said(found(tmp_path, body, "SK801")) == [(3, "error")]


@pytest.mark.parametrize(
    "body",
    [
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\nif ASCEND_IS_AIV {{ return; }}\n{STORE}",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);\nif ASCEND_IS_AIV {{ {STORE} }}",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\n{COPY}\n"
        "AscendC::Mmad(l, l, l, {}); AscendC::Add(l, l, l, 64);",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\n{COPY} int32_t most = Max(1, 2);",
        # the host gives this type where there is one layer
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\nGET_TILING_DATA_WITH_STRUCT(Layers, data, tiling);\n"
        f"if (data.layers > 1) {{\nif ASCEND_IS_AIV {{ {STORE} }}\n}}",
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\nif (TILING_KEY_IS(1)) {{\n"
        f"KERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_1_1);\nif ASCEND_IS_AIV {{ {STORE} }}\n}}",
    ],
)
def test_what_fits_the_type_is_left_alone(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body, "SK801", "struct Layers { uint32_t layers; };") == []


SELECTED = (
    "ASCENDC_TPL_ARGS_DECL(types, ASCENDC_TPL_BOOL_DECL(DEEP, 0, 1)); "
    "ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL({type}ASCENDC_TPL_BOOL_SEL(DEEP, 0, 1)));"
)
TEMPLATE = "template <bool DEEP> __global__ __aicore__ void types"


SELECTS_VECTOR = "ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY), "


@pytest.mark.parametrize(
    ("selections", "type", "confidence", "repair"),
    [
        ([""], "AIV_ONLY", "likely", "name the type in each selection"),
        ([SELECTS_VECTOR, ""], "AIV_ONLY", "likely", "name the type in each selection"),
        ([SELECTS_VECTOR], "AIC_ONLY", "proved", "take the macro out"),
        ([""], "MIX_VECTOR_CORE", "proved", "take it out, or put it under an `#if` for its own product"),
    ],
)
def test_a_type_beside_template_keys_is_a_note(
    tmp_path: Path, selections: list[str], type: str, confidence: str, repair: str
) -> None:
    before = " ".join(SELECTED.format(type=selection) for selection in selections)
    (one,) = found(tmp_path, f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});", "SK801", before, head=TEMPLATE)
    assert (one.at.line, one.severity, one.confidence) == (5, "info", confidence)
    assert repair in str(one.repair)


def test_what_is_launched_by_its_name_has_no_tiling_keys(tmp_path: Path) -> None:
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);"
    launch = "void Launch(void *stream, uint8_t *x) { types<true><<<8, nullptr, stream>>>(x, x, x); }"
    before = SELECTED.format(type="")
    assert found(tmp_path, f"{body}\n}}\n{launch}\nvoid Other()\n{{", "SK801", before, head=TEMPLATE) == []


def test_a_template_without_keys_declares_its_type(tmp_path: Path) -> None:
    assert found(tmp_path, "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);", "SK801", head=TEMPLATE) == []


# ---------------------------------------------------------------------------------------------------- SK802

LAYERS = "GET_TILING_DATA_WITH_STRUCT(Layers, data, tiling);\n"
FILL = "template <typename T> __simt_vf__ __aicore__ inline void Fill(__gm__ T *out) { out[threadIdx.x] = 1; }"


@pytest.mark.parametrize(
    "call",
    [
        "AscendC::Simt::VF_CALL<Fill<float>>(AscendC::Simt::Dim3{256, 1, 1}, (__gm__ float *)x);",
        "asc_vf_call<Fill<float>>(dim3(256), (__gm__ float *)x);",
    ],
)
def test_an_operator_that_starts_threads_is_noted(tmp_path: Path, call: str) -> None:
    (one,) = found(tmp_path, call, "SK802", FILL, "types_apt")
    assert (one.at.line, one.severity) == (3, "info")
    # the same operator may have a source of its own for A2 and A3, and be fused there
    assert "on Ascend 950" in str(one.message)
    assert "for Ascend 950" in str(one.repair)


CALL = "AscendC::Simt::VF_CALL<Fill<float>>(AscendC::Simt::Dim3{256, 1, 1}, (__gm__ float *)x);"


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        (f"if (TILING_KEY_IS(1)) {{ {CALL} }} else if (TILING_KEY_IS(2)) {{ {NOTHING} }}", "1"),
        (f"if (TILING_KEY_IS(1)) {{ {CALL} }} else if (TILING_KEY_IS(2)) {{ {CALL} }}", ""),
        (f"if (TILING_KEY_IS(1)) {{ {CALL} }} else {{ if (TILING_KEY_IS(7)) {{ {NOTHING} }} {CALL} }}", ""),
        (f"if (TILING_KEY_IS(1)) {{ {NOTHING} }} else {{ if (TILING_KEY_IS(7)) {{ {NOTHING} }} {CALL} }}", "7"),
        # which way the data sends a launch does not matter: both sides are in the compiled kernel
        (f"GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\nif (data.rows > 1) {{ {CALL} }}", ""),
    ],
)
def test_only_the_keys_that_start_threads_are_not_fused(tmp_path: Path, body: str, keys: str) -> None:
    (one,) = found(tmp_path, body, "SK802", f"struct Rows {{ uint32_t rows; }}; {FILL}", "types_apt")
    assert dict(one.message.args).get("keys", "") == keys
    assert one.confidence == ("likely" if keys else "proved")


@pytest.mark.parametrize(("otherwise", "confidence"), [(NOTHING, "likely"), (CALL, "proved")])
def test_template_arguments_are_a_part_of_the_key(tmp_path: Path, otherwise: str, confidence: str) -> None:
    body = f"if constexpr (DEEP) {{ {CALL} }} else {{ {otherwise} }}"
    head = TEMPLATE + "_apt"
    (one,) = found(tmp_path, body, "SK802", f"{SELECTED.format(type='')} {FILL}", "types_apt", head=head)
    assert one.confidence == confidence


WAYS = f"if constexpr (WAY == 0) {{ {CALL} }} else if constexpr (WAY == 1) {{ {CALL} }}"
BUILT = (
    "ASCENDC_TPL_ARGS_DECL(types, ASCENDC_TPL_BOOL_DECL(WIDE, 0, 1), "
    "ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_RANGE, 1, 0, 9)); "
    "ASCENDC_TPL_SEL({selections});"
)
# the second argument is the one declared second: the kernel calls it otherwise
BUILT_HEAD = "template <bool WIDE, uint32_t WAY> __global__ __aicore__ void types_apt"


def built(*modes: str, wide: str = "0, 1") -> str:
    wide = f"ASCENDC_TPL_BOOL_SEL(WIDE, {wide})"
    return BUILT.format(
        selections=", ".join(f"ASCENDC_TPL_ARGS_SEL({wide}, ASCENDC_TPL_UINT_SEL(MODE, {mode}))" for mode in modes)
    )


@pytest.mark.parametrize(
    ("modes", "confidence"),
    [
        (["ASCENDC_TPL_UI_LIST, 0, 1"], "proved"),
        (["ASCENDC_TPL_UI_LIST, 0", "ASCENDC_TPL_UI_LIST, 1,"], "proved"),
        (["ASCENDC_TPL_UI_RANGE, 1, 0, 1"], "proved"),
        (["ASCENDC_TPL_UI_MIX, 1, 0, 0, 1"], "proved"),
        (["ASCENDC_TPL_UI_LIST, 0, 1, 2"], "likely"),
        (["ASCENDC_TPL_UI_LIST, 0", "ASCENDC_TPL_UI_RANGE, 1, 1, 3"], "likely"),
        (["ASCENDC_TPL_UI_LIST, 2, 3"], ""),
        # what cannot be read may be anything
        (["ASCENDC_TPL_UI_LIST, 0, NOBODY_KNOWS"], "likely"),
    ],
)
def test_a_template_kernel_is_built_for_what_is_selected_alone(
    tmp_path: Path, modes: list[str], confidence: str
) -> None:
    findings = found(tmp_path, WAYS, "SK802", f"{built(*modes)} {FILL}", "types_apt", head=BUILT_HEAD)
    assert [one.confidence for one in findings] == ([confidence] if confidence else [])


def test_arguments_that_are_selected_together_are_built_together(tmp_path: Path) -> None:
    before = f"{built('ASCENDC_TPL_UI_LIST, 0', wide='0')} {FILL}"
    body = f"if constexpr (WIDE) {{ {NOTHING} }} else {{ {WAYS} }}"
    (one,) = found(tmp_path, body, "SK802", before, "types_apt", head=BUILT_HEAD)
    assert one.confidence == "proved"


@pytest.mark.parametrize(
    ("type", "confidence"),
    [("AIV_ONLY", "proved"), ("MIX_AIC_1_2", "proved"), ("MIX_AIC_1_1", "proved"), ("MIX_AIV_1_0", "likely")],
)
def test_of_a_type_that_is_not_asked_for_threads_nothing_is_proved(tmp_path: Path, type: str, confidence: str) -> None:
    body = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});\n{CALL}"
    (one,) = found(tmp_path, body, "SK802", FILL, "types_apt")
    assert one.confidence == confidence
    assert (f"a kernel declared `KERNEL_TYPE_{type}`" in str(one.message)) is (confidence == "likely")


BY_KEYS = (
    f"if (TILING_KEY_IS(1)) {{ {CALL} }} else if (TILING_KEY_IS(2)) {{ {NOTHING} }} else if (TILING_KEY_IS(3)) {{ }}"
)
SIZING = """#include "register/op_def_registry.h"
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    context->SetBlockDim(8);
    BEFORE
    if (rows == 1) {
        context->SetTilingKey(1);
    } else if (rows == 2) {
        context->SetTilingKey(2);
        SECOND
    } else {
        context->SetTilingKey(3);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Types).Tiling(Tiling);
"""


@pytest.mark.parametrize(
    ("before", "second", "keys"),
    [
        ("", "", "1"),
        ("context->SetLocalMemorySize(0);", "", "1"),
        ("", "context->SetLocalMemorySize(4096);", "1, 2"),
        ("context->SetLocalMemorySize(4096 * rows);", "", ""),
    ],
    ids=["none", "zero", "one key", "all keys"],
)
def test_dynamic_local_memory_keeps_the_other_keys_out(tmp_path: Path, before: str, second: str, keys: str) -> None:
    host = tmp_path / "op_host" / "types_tiling.cpp"
    host.parent.mkdir()
    host.write_text(SIZING.replace("BEFORE", before).replace("SECOND", second))
    (one,) = found(tmp_path, BY_KEYS, "SK802", FILL, "types_apt")
    assert (one.confidence, dict(one.message.args).get("keys", "")) == ("likely", keys)
    assert ("`SetLocalMemorySize`" in str(one.message)) is (keys != "1")


@pytest.mark.parametrize("size", ["", "context->SetLocalMemorySize(4096);"])
def test_dynamic_local_memory_is_asked_for_whatever_the_type(tmp_path: Path, size: str) -> None:
    host = tmp_path / "op_host" / "types_tiling.cpp"
    host.parent.mkdir()
    host.write_text(SIZING.replace("BEFORE", size).replace("SECOND", ""))
    body = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n{CALL}"
    (one,) = found(tmp_path, body, "SK802", FILL, "types_apt")
    assert ("never fused" in str(one.message)) is bool(size)


def test_how_often_threads_are_started_does_not_matter(tmp_path: Path) -> None:
    body = f"{LAYERS}for (uint32_t i = 0; i < data.layers; ++i) {{ if (i == data.layers / 2) {{ continue; }} {CALL} }}"
    (one,) = found(tmp_path, body, "SK802", f"struct Layers {{ uint32_t layers; }}; {FILL}", "types_apt")
    assert one.confidence == "proved"


@pytest.mark.parametrize(("modes", "lines"), [("0, 1", []), ("0, 1, 2", [5])])
def test_a_store_is_flushed_where_no_build_is_fused(tmp_path: Path, modes: str, lines: list[int]) -> None:
    before = f"{built(f'ASCENDC_TPL_UI_LIST, {modes}')} {FILL}"
    findings = found(tmp_path, f"*(__gm__ int32_t *)workspace = 1;\n{WAYS}", "SK302", before, "types_apt", BUILT_HEAD)
    assert [one.at.line for one in findings] == lines


@pytest.mark.parametrize(
    ("second", "third", "lines"),
    [
        (CALL, "", []),
        (NOTHING, "", [5]),
        # what stands behind the last `else` is nobody's whom the kernel names, and starts no threads
        (CALL, "else {\n*(__gm__ int32_t *)workspace = 1;\n}", [8]),
    ],
    ids=["both", "one", "neither"],
)
def test_a_store_is_flushed_where_no_key_is_fused(tmp_path: Path, second: str, third: str, lines: list[int]) -> None:
    store = "" if third else "*(__gm__ int32_t *)workspace = 1;"
    otherwise = "else " if third else ""
    body = f"{store}\nif (TILING_KEY_IS(0)) {{ {CALL} }}\n{otherwise}if (TILING_KEY_IS(1)) {{ {second} }} {third}"
    assert [one.at.line for one in found(tmp_path, body, "SK302", FILL, "types_apt")] == lines


@pytest.mark.parametrize(("modes", "lines"), [("0, 1, 2", []), ("0, 1, 2, 3", [6])])
def test_a_store_of_one_build_is_flushed_where_that_is_not_fused(tmp_path: Path, modes: str, lines: list[int]) -> None:
    """The store is built for the modes behind the first; the third mode starts threads elsewhere."""
    before = f"{built(f'ASCENDC_TPL_UI_LIST, {modes}')} {FILL}"
    store = "if constexpr (WAY > 1) {\n*(__gm__ int32_t *)workspace = 1;\n}\n"
    body = f"{store}{WAYS} else if constexpr (WAY == 2) {{ {CALL} }}"
    findings = found(tmp_path, body, "SK302", before, "types_apt", BUILT_HEAD)
    assert [one.at.line for one in findings] == lines


@pytest.mark.parametrize(("calls", "lines"), [("", [11]), (CALL, [])], ids=["fused", "never-fused"])
def test_an_access_that_is_never_fused_cleans_nothing(tmp_path: Path, calls: str, lines: list[int]) -> None:
    body = (
        f"{calls}\n{LAYERS}AscendC::GlobalTensor<int32_t> line;\nline.SetGlobalBuffer((__gm__ int32_t *)workspace);\n"
        "for (uint32_t i = 0; i < data.layers; ++i) {\n\nline.SetValue(i, 1);\n}"
    )
    before = f"struct Layers {{ uint32_t layers; }}; {FILL}"
    assert [one.at.line for one in found(tmp_path, body, "SK308", before, "types_apt")] == lines


def test_a_simd_function_starts_no_threads(tmp_path: Path) -> None:
    before = "__simd_vf__ inline void Add(__ubuf__ float *out) {}"
    assert found(tmp_path, "asc_vf_call<Add>((__ubuf__ float *)nullptr);", "SK802", before, "types_apt") == []


def test_operators_that_the_compiler_marks_are_noted_where_it_does(tmp_path: Path) -> None:
    assert said(found(tmp_path, NOTHING, "SK802", name="moe_init_routing_v2")) == [(3, "info")]
    assert found(tmp_path / "later", NOTHING, "SK802", name="moe_init_routing_v2_apt") == []


@pytest.mark.parametrize(
    "condition", ["if defined(__DAV_M200__)", "if 1\n#elif __CCE_AICORE__ == 200", "if __NPU_ARCH__ == 2002"]
)
def test_a_kernel_for_other_hardware_is_noted_and_nothing_else(tmp_path: Path, condition: str) -> None:
    entry = 'extern "C" __global__ __aicore__ void types(GM_ADDR x) {}'
    source = f'#include "kernel_operator.h"\n#{condition}\n{entry}\n#endif\n'
    (tmp_path / "types.cpp").write_text(source)
    (one,) = lint_tree(tmp_path, frozenset(["SK001", "SK802"]))
    assert (one.code, one.severity, one.at.line) == ("SK802", "info", source[: source.index("extern")].count("\n") + 1)


@pytest.mark.parametrize(
    ("condition", "codes"),
    [
        ("ifdef WITH_TYPES", ["SK101"]),
        ("if __NPU_ARCH__ == 2002\n#endif\n#ifdef WITH_TYPES", ["SK101"]),
        ("define WITH_TYPES 0\n#if WITH_TYPES", ["SK001"]),
    ],
)
def test_a_kernel_that_a_build_may_ask_for_is_not_passed_over(tmp_path: Path, condition: str, codes: list[str]) -> None:
    body = "{ if (AscendC::GetBlockIdx() > 0) { AscendC::SyncAll(); } }"
    entry = f'extern "C" __global__ __aicore__ void types(GM_ADDR x) {body}'
    (tmp_path / "types.cpp").write_text(f'#include "kernel_operator.h"\n#{condition}\n{entry}\n#endif\n')
    assert [one.code for one in lint_tree(tmp_path, frozenset(["SK001", "SK101", "SK802"]))] == codes


def test_a_lambda_among_what_is_called_starts_no_threads(tmp_path: Path) -> None:
    body = "auto twice = [](int n) { return n * 2; };\nif (twice(2) == 4) {\nAscendC::SyncAll();\n}"
    assert found(tmp_path, body, "SK802", name="types_apt") == []


def test_a_method_that_is_called_like_cube_code_is_none(tmp_path: Path) -> None:
    """A kernel that no cube core can have work in is not walked as one."""
    before = "struct Rows { __aicore__ void LoadData(GM_ADDR x) { AscendC::SyncAll(); } };"
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\nRows rows;\nrows.LoadData(x);"
    with patch("sklint.checks.body_kind.walk_instance") as walked:
        assert found(tmp_path, body, "SK801", before) == []
    walked.assert_not_called()


# ---------------------------------------------------------------------------------------------------- SK106

SELECTS_TWO = "ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_2), "
MODE_FOUR = (
    "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);\n"
    "if ASCEND_IS_AIC { AscendC::CrossCoreSetFlag<4, PIPE_FIX>(8); }\n"
    "if ASCEND_IS_AIV { AscendC::CrossCoreWaitFlag<4, PIPE_MTE2>(8); }"
)


def words(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.severity, finding.confidence) for finding in findings]


def test_the_type_that_template_keys_select_replaces_the_declared_one(tmp_path: Path) -> None:
    assert found(tmp_path, MODE_FOUR, "SK106", SELECTED.format(type=SELECTS_TWO), head=TEMPLATE) == []


def test_where_some_keys_select_no_type_the_declared_one_stands(tmp_path: Path) -> None:
    selections = SELECTED.format(type=SELECTS_TWO) + " " + SELECTED.format(type="")
    findings = found(tmp_path, MODE_FOUR, "SK106", selections, head=TEMPLATE)
    assert words(findings) == [("warning", "likely")]


def test_without_a_selected_type_the_declared_one_stands_if_it_has_effect(tmp_path: Path) -> None:
    findings = found(tmp_path, MODE_FOUR, "SK106", SELECTED.format(type=""), head=TEMPLATE)
    assert words(findings) == [("warning", "likely")]
    assert "ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_2)` in each selection" in str(findings[0].repair)
    findings = found(tmp_path, PURE + "AscendC::SyncAll();", "SK106", SELECTED.format(type=""), head=TEMPLATE)
    assert words(findings) == [("warning", "likely")]
    assert "without effect beside template keys" in str(findings[0].message)
    assert "ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIV_1_0)` for vector cores" in str(findings[0].repair)


def test_the_repair_of_a_type_that_a_macro_or_a_keyword_declares_names_no_selection(tmp_path: Path) -> None:
    (finding,) = found(tmp_path / "macro", PURE + "AscendC::SyncAll();", "SK106")
    assert "declare a MIX type: `KERNEL_TYPE_MIX_AIV_1_0`" in str(finding.repair)
    head = TEMPLATE.replace("__global__", "__global__ __vector__")
    (finding,) = found(tmp_path / "keyword", "AscendC::SyncAll();", "SK106", SELECTED.format(type=""), head=head)
    assert "declare a MIX type: `KERNEL_TYPE_MIX_AIV_1_0`" in str(finding.repair)


PURE = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n"


@pytest.mark.parametrize(
    ("body", "confidence"),
    [
        ("AscendC::SyncAll();", "proved"),
        ("if (AscendC::GetBlockIdx() < 4) { AscendC::SyncAll(); }", "proved"),
        ("if (TILING_KEY_IS(1) || TILING_KEY_IS(2)) { AscendC::SyncAll(); }", "proved"),
        ("for (uint32_t i = 0; i < data.layers; ++i) { AscendC::SyncAll(); }", "proved"),
        ("if (data.layers > 1) { AscendC::SyncAll(); }", "likely"),
        ("if (data.layers == 1) { AscendC::PipeBarrier<PIPE_ALL>(); } else { AscendC::SyncAll(); }", "likely"),
        ("for (uint32_t i = 0; i < data.layers; ++i) { if (i != data.layers - 1) { AscendC::SyncAll(); } }", "likely"),
        ("if (data.layers > 1) { AscendC::SyncAll(); } AscendC::SyncAll();", "proved"),
    ],
)
def test_a_barrier_that_a_launch_may_never_reach_is_not_proved(tmp_path: Path, body: str, confidence: str) -> None:
    findings = found(tmp_path, PURE + LAYERS + body, "SK106", "struct Layers { uint32_t layers; };")
    assert words(findings) == [("error", confidence)]


def test_a_constant_of_a_class_that_cannot_be_found_proves_nothing(tmp_path: Path) -> None:
    before = (
        "template <int OP> struct Policy { constexpr static bool adds = (OP == 1); };\n"
        "template <class P, class E = void> class Product;\n"
        "template <class P> class Product<P, Std::enable_if_t<Std::is_base_of_v<Policy<0>, P>>> {\n"
        "public: using Chosen = P; };\n"
        "template <class M> __aicore__ inline void Run() {\n"
        "constexpr bool fuse = M::Chosen::adds; if constexpr (fuse) { AscendC::SyncAll(); } }\n"
    )
    findings = found(tmp_path, PURE + "Run<Product<Policy<0>>>();", "SK106", before)
    assert words(findings) == [("error", "likely")]


def test_the_arguments_that_make_the_keys_are_all_launched(tmp_path: Path) -> None:
    before = SELECTED.format(type=SELECTS_VECTOR)
    body = "if constexpr (DEEP) { AscendC::SyncAll(); }"
    assert words(found(tmp_path, body, "SK106", before, head=TEMPLATE)) == [("error", "proved")]


def test_the_place_of_the_type_is_that_of_its_key(tmp_path: Path) -> None:
    body = (
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n"
        "if (TILING_KEY_IS(1)) {\nKERNEL_TASK_TYPE(1, KERNEL_TYPE_AIV_ONLY);\nAscendC::SyncAll();\n}"
    )
    (one,) = found(tmp_path, body, "SK106")
    assert [step.at.line for step in one.trace] == [7]


def test_the_place_of_the_type_is_that_of_the_selection(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "AscendC::SyncAll();", "SK106", SELECTED.format(type=SELECTS_VECTOR), head=TEMPLATE)
    (step,) = one.trace
    before = SELECTED.format(type=SELECTS_VECTOR)
    assert (step.at.line, step.at.column) == (2, before.index("ASCENDC_TPL_KERNEL_TYPE_SEL") + 1)


@pytest.mark.parametrize(("call", "words"), [(CALL, "and it is never fused"), (NOTHING, "fused it may work")])
def test_what_is_never_fused_does_not_work_fused(tmp_path: Path, call: str, words: str) -> None:
    (one,) = found(tmp_path, PURE + f"{call}\nAscendC::SyncAll();", "SK106", FILL, "types_apt")
    assert words in str(one.message)


HOST = """#include "register/op_def_registry.h"
struct Layers {{ uint32_t layers; }};
namespace optiling {{
static ge::graphStatus TypesTiling(gert::TilingContext *context)
{{
    const uint32_t layers = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    context->GetTilingData<Layers>()->layers = layers;
    context->SetTilingKey({key});
    context->SetBlockDim(8);
    return ge::GRAPH_SUCCESS;
}}
IMPL_OP_OPTILING(Types).Tiling(TypesTiling);
}}
"""
# a barrier between two rounds
BETWEEN = "for (uint32_t i = 0; i < data.layers; ++i) {{ if (i != data.layers - 1) {{ {sync} }} }}"
OF_ONE_KEY = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\nKERNEL_TASK_TYPE(2, KERNEL_TYPE_AIV_ONLY);\n" + LAYERS


@pytest.mark.parametrize(
    ("key", "body", "expected"),
    [
        ("layers == 1 ? 2 : 1", "if (data.layers > 1) {{ {sync} }}", []),
        ("layers <= 2 ? 2 : 1", "if (data.layers > 1) {{ {sync} }}", ["likely"]),
        ("layers == 1 ? 2 : 1", BETWEEN, []),
        ("layers == 2 ? 2 : 1", BETWEEN, ["likely"]),
    ],
)
def test_the_host_tells_whether_a_launch_of_the_type_gets_to_the_barrier(
    tmp_path: Path, key: str, body: str, expected: list[str]
) -> None:
    (tmp_path / "op_host").mkdir()
    (tmp_path / "op_host" / "types_tiling.cpp").write_text(HOST.format(key=key))
    keyed_body = "if (TILING_KEY_IS(2)) { " + body.format(sync="AscendC::SyncAll();") + " }"
    findings = found(tmp_path, OF_ONE_KEY + keyed_body, "SK106", "struct Layers { uint32_t layers; };")
    assert [one.confidence for one in findings] == expected


@pytest.mark.parametrize(
    ("body", "repair"),
    [
        ("if ASCEND_IS_AIC { AscendC::SyncAll(); }", "where the cube cores alone have to meet"),
        ("AscendC::SyncAll();", "keep the call in the vector branch"),
    ],
)
def test_cube_cores_may_be_meant_to_meet_alone(tmp_path: Path, body: str, repair: str) -> None:
    (one,) = found(tmp_path, f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);\n{body}", "SK105")
    assert repair in str(one.repair)


STORED = "AscendC::DataCopy(line, tile, 64);"
NOTIFIES = "if ASCEND_IS_AIV { AscendC::NotifyEvent<PIPE_MTE3>(8); }"
WAITS = "if ASCEND_IS_AIC { AscendC::WaitEvent(8); }"
WORKS = f"if ASCEND_IS_AIC {{ {STORED} }}"
ROUND = f"AscendC::SyncAll();\n{NOTIFIES}\n{WAITS}\n{WORKS}"
TELLS_BACK = (
    "if ASCEND_IS_AIC { AscendC::NotifyEvent<PIPE_FIX>(9); } if ASCEND_IS_AIV { AscendC::WaitEvent<PIPE_MTE2>(9); }"
)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (f"AscendC::SyncAll();\n{NOTIFIES} {WAITS} {WORKS}", []),
        (f"if ASCEND_IS_AIV {{ {STORED} }}\nAscendC::SyncAll();\n{NOTIFIES} {WAITS} {WORKS}", []),
        (NOTIFIES.replace("NotifyEvent<", "CrossCoreSetFlag<4, ").join(["AscendC::SyncAll();", WAITS + WORKS]), []),
        (f"AscendC::SyncAll();\nAscendC::SyncAll<false>();\n{WORKS}", []),
        (f"AscendC::SyncAll();\n{WORKS}", [11]),
        (f"AscendC::SyncAll();\n{NOTIFIES} {WORKS} {WAITS}", [11]),
        (f"AscendC::SyncAll();\n{NOTIFIES} if (data.layers > 1) {{ {WAITS} }} {WORKS}", [11]),
        # the flag was set before the vector cores met
        (f"{NOTIFIES}\nAscendC::SyncAll();\n{WAITS} {WORKS}", [12]),
        (f"{NOTIFIES}\nAscendC::SyncAll();\n{NOTIFIES} {WAITS} {WORKS} {WAITS}", [12]),
        (f"{NOTIFIES} {WAITS}\nAscendC::SyncAll();\n{NOTIFIES} {WAITS} {WORKS}", []),
        # another flag, another mode
        (f"AscendC::SyncAll();\n{NOTIFIES.replace('8', '9')} {WAITS} {WORKS}", [11]),
        (f"AscendC::SyncAll();\n{NOTIFIES.replace('NotifyEvent<', 'CrossCoreSetFlag<0, ')} {WAITS} {WORKS}", [11]),
        # what the cube core has done before is nothing that the vector cores behind the barrier know of
        (f"{WORKS}\nAscendC::SyncAll();\n{NOTIFIES} {WAITS} {WORKS}", [12]),
        (f"for (uint32_t i = 0; i < data.layers; ++i) {{\n{ROUND}\n}}", [12]),
        (f"for (uint32_t i = 0; i < data.layers; ++i) {{\n{ROUND}\n{TELLS_BACK} }}", []),
    ],
)
def test_vector_cores_that_meet_may_each_tell_their_cube_core(tmp_path: Path, body: str, lines: list[int]) -> None:
    before = "struct Layers { uint32_t layers; };"
    types = (
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);\nAscendC::GlobalTensor<float> line;\n"
        f"line.SetGlobalBuffer((__gm__ float *)workspace);\nAscendC::LocalTensor<float> tile;\n{LAYERS}"
    )
    assert said(found(tmp_path, f"{types}\n{body}", "SK105", before)) == [(line, "warning") for line in lines]
