"""Raw core queries: how severe, and what is to be written instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding


def found(folder: Path, head: str, body: str, behind: str = "") -> list[Finding]:
    source = folder / "op_kernel" / "queries.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(f'#include "kernel_operator.h"\n{head} void queries(GM_ADDR x)\n{{\n{body}\n}}\n{behind}\n')
    return list(lint_tree(folder, frozenset(["SK501"])))


ENGINEERED = 'extern "C" __global__ __aicore__'
LAUNCHER = "void Launch(void *stream, uint8_t *x)\n{\n    queries<<<8, nullptr, stream>>>(x);\n}"
OWN = "for (int block_idx = 0; block_idx < 4; ++block_idx) {\nAscendC::PipeBarrier<PIPE_ALL>();\n}"


@pytest.mark.parametrize(
    ("head", "behind", "severity", "words"),
    [
        (ENGINEERED, "", "error", "fails the build of a SuperKernel: the operator compiler"),
        ("__global__ __vector__", LAUNCHER, "warning", "Launched directly, as here, it is in nobody's way"),
    ],
)
def test_a_name_of_the_user_is_no_error_where_nothing_searches_for_it(
    tmp_path: Path, head: str, behind: str, severity: str, words: str
) -> None:
    (one,) = found(tmp_path, head, OWN, behind)
    assert one.severity == severity
    assert words in str(one.message)


@pytest.mark.parametrize(
    ("type", "better", "mended"),
    [
        ("MIX_AIC_1_2", "AscendC::GetBlockIdx() / AscendC::GetTaskRation()", False),
        ("MIX_AIV_1_0", "AscendC::GetBlockIdx()", True),
    ],
)
def test_the_repair_of_an_index_keeps_its_value(tmp_path: Path, type: str, better: str, mended: bool) -> None:
    body = f'KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});\nAscendC::printf("%d", get_block_idx());'
    (one,) = found(tmp_path, ENGINEERED, body)
    assert f"`{better}`" in str(one.repair)
    assert bool(one.edits) is mended


def test_an_index_is_not_replaced_where_only_the_code_tells_who_runs_it(tmp_path: Path) -> None:
    (index, number) = found(tmp_path, ENGINEERED, "int first = get_block_idx();\nint all = get_block_num();")
    assert (len(index.edits), len(number.edits)) == (0, 1)
    assert "`AscendC::GetBlockIdx()`; should cube cores have a part" in str(index.repair)


TILING = """#include "register/op_def_registry.h"
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    context->SetBlockDim(8);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Queries).Tiling(Tiling);
"""
COMMAND = "void Run(uint8_t *x)\n{\n    uint32_t blocks = 8;\n    EXEC_KERNEL_CMD(queries, blocks, x);\n}\n"
CHEVRONS = f"void queries(uint8_t *x);\n{LAUNCHER}\n"


@pytest.mark.parametrize(
    ("host", "behind", "severity"),
    [
        (COMMAND, "", "warning"),
        (CHEVRONS, "", "warning"),
        (TILING, "", "error"),
        (TILING + COMMAND, "", "error"),
        (TILING, LAUNCHER, "error"),
    ],
    ids=["command", "chevrons", "tiling", "both", "both-in-two-files"],
)
def test_a_launch_in_another_file_is_a_direct_one_too(tmp_path: Path, host: str, behind: str, severity: str) -> None:
    (tmp_path / "op_host").mkdir()
    (tmp_path / "op_host" / "queries.cpp").write_text(host)
    (one,) = found(tmp_path, ENGINEERED, "int first = get_block_idx();", behind)
    assert one.severity == severity
    assert ("fails on the word" in str(one.message)) is (severity == "error")


@pytest.mark.parametrize(
    "local",
    ["int Other(int n) { int block_idx = n; return block_idx + 1; }", "int Other(int block_idx) { return block_idx; }"],
    ids=["variable", "parameter"],
)
def test_a_local_name_hides_the_query_in_its_own_function_only(tmp_path: Path, local: str) -> None:
    findings = found(tmp_path, f"{local}\n{ENGINEERED}", "AscendC::SyncAll();\nint first = block_idx;")
    assert sorted(finding.at.line for finding in findings) == [2, 6]


def test_a_member_of_that_name_is_the_users_everywhere(tmp_path: Path) -> None:
    own = "struct Work { int block_idx; __aicore__ int Next() { return block_idx + 1; } };"
    findings = found(tmp_path, f"{own}\n{ENGINEERED}", "Work work;\nwork.Next();")
    assert [finding.at.line for finding in findings] == [2]


def test_a_query_of_a_direct_kernel_breaks_no_build(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "__global__ __vector__", "int first = block_idx;", LAUNCHER)
    assert "fails on the word" not in str(one.message)


BOUND = (
    "struct QueriesArgs {\nGM_ADDR x;\n};\n"
    "__sk__ __vector__ void queries_sk(const QueriesArgs *args) {}\nSK_BIND(queries, 0, queries_sk);\n"
)


@pytest.mark.parametrize("word", ["get_block_num()", "block_num"])
@pytest.mark.parametrize("bound", [False, True])
def test_the_count_of_a_direct_kernel_is_handed_in(tmp_path: Path, word: str, bound: bool) -> None:
    behind = (BOUND if bound else "") + LAUNCHER
    (one,) = found(tmp_path, "__global__ __vector__", f"int all = {word};", behind)
    sure = bound and word == "get_block_num()"
    assert (one.severity, one.confidence) == ("warning", "proved" if sure else "likely")
    assert "`sysArgs->SkGetNumBlocks()` in the bound `__sk__` function" in str(one.repair)
    assert one.edits == ()


@pytest.mark.parametrize("body", ["int n = 4;\nint first = n * block_idx;", "int n = 4;\nif (n & block_idx) {\n}"])
def test_a_product_with_the_index_declares_nothing(tmp_path: Path, body: str) -> None:
    (one,) = found(tmp_path, ENGINEERED, f"{body}\n")
    assert "reads the launch of the SuperKernel" in str(one.message)


def test_a_pointer_of_that_name_is_the_users(tmp_path: Path) -> None:
    (one,) = found(tmp_path, ENGINEERED, "int n = 4;\nint *block_idx = &n;\n*block_idx = 5;")
    assert "whatever it means" in str(one.message)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("get_subblockid()", "`AscendC::GetSubBlockIdx()` has the same value (inferred)"),
        ("get_subblockdim()", "`AscendC::GetSubBlockNum()` has the same value (inferred)"),
        ("block_num", "not of this operator (inferred); no build fails on it"),
    ],
)
def test_a_query_that_no_build_searches_for_is_a_warning(tmp_path: Path, query: str, words: str) -> None:
    (one,) = found(tmp_path, ENGINEERED, f"int first = {query};")
    assert (one.severity, one.confidence) == ("warning", "likely")
    assert words in str(one.message)
    assert len(one.edits) == 1


START = "AscendC::Simt::VF_CALL<Fill>(AscendC::Simt::Dim3{64, 1, 1}, (__gm__ int32_t *)x);\n"


def lay_threads(folder: Path, thread: str, body: str) -> None:
    """A kernel for Ascend 950 with a function `Fill` that threads run, on line 2, and a body from line 5 on."""
    source = folder / "op_kernel" / "queries_apt.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\n'
        f"__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) {{ {thread} }}\n"
        f"{ENGINEERED} void queries(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{{\n{body}}}\n"
    )


@pytest.mark.parametrize(
    ("before", "severity"),
    [
        ("", "info"),
        ("if (TILING_KEY_IS(1)) ", "info"),
        (f"if (TILING_KEY_IS(0)) {{ {START} }}\nif (TILING_KEY_IS(1)) ", "info"),
        ("if (TILING_KEY_IS(0)) { AscendC::PipeBarrier<PIPE_ALL>(); }\nif (TILING_KEY_IS(1)) ", "error"),
    ],
    ids=["always", "with the only key", "with each key", "with one of the keys"],
)
def test_what_is_never_fused_reads_its_own_launch(tmp_path: Path, before: str, severity: str) -> None:
    lay_threads(tmp_path, "out[0] = block_idx;", f"{before}{START}")
    (one,) = lint_tree(tmp_path, frozenset(["SK501"]))
    assert one.severity == severity


NEVER = f"if (TILING_KEY_IS(0)) {{ {START} line = PLACE; }}\n"
FUSED = "if (TILING_KEY_IS(1)) { AscendC::PipeBarrier<PIPE_ALL>(); LINE }\n"
IN_NEVER = NEVER + FUSED.replace("LINE", "")
IN_BOTH = f"line = PLACE;\n{IN_NEVER.replace('line = PLACE;', '')}"
IN_FUSED = FUSED.replace("LINE", "line = PLACE;") + NEVER.replace("line = PLACE;", "")
SIZED = "context->SetLocalMemorySize(4096);"
LOCAL = """#include "register/op_def_registry.h"
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto shape = context->GetInputShape(0)->GetStorageShape();
    context->SetBlockDim(8);
    if (shape.GetDim(0) > 4) {
        context->SetTilingKey(0);
    } else {
        context->SetTilingKey(1);
        MEMORY
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Queries).Tiling(Tiling);
"""


@pytest.mark.parametrize(
    ("word", "body", "memory", "severity"),
    [
        ("block_num", IN_NEVER, "", "info"),
        ("block_num", IN_NEVER, SIZED, "info"),
        ("block_num", IN_BOTH, "", "warning"),
        ("block_num", IN_BOTH, SIZED, "info"),
        ("block_num", IN_FUSED, "", "warning"),
        ("block_num", IN_FUSED, SIZED, "info"),
        ("get_subblockid()", IN_NEVER, "", "info"),
        ("block_idx", IN_NEVER, "", "error"),
        ("get_block_num()", IN_NEVER, "", "error"),
    ],
)
def test_what_no_build_searches_for_matters_where_a_key_that_runs_it_is_fused(
    tmp_path: Path, word: str, body: str, memory: str, severity: str
) -> None:
    lay_threads(tmp_path, "out[0] = 1;", f"int64_t line = 0;\n{body.replace('PLACE', word)}")
    host = tmp_path / "op_host" / "queries_tiling.cpp"
    host.parent.mkdir()
    host.write_text(LOCAL.replace("MEMORY", memory))
    (one,) = lint_tree(tmp_path, frozenset(["SK501"]))
    assert one.severity == severity


def test_a_query_of_the_threads_is_of_what_is_never_fused(tmp_path: Path) -> None:
    body = f"int64_t line = 0;\n{IN_NEVER.replace('PLACE', '1')}"
    lay_threads(tmp_path, "out[0] = block_num; out[1] = block_idx;", body)
    count, index = lint_tree(tmp_path, frozenset(["SK501"]))
    assert (count.severity, index.severity) == ("info", "error")


@pytest.mark.parametrize(
    ("query", "inside", "outside"),
    [
        ("get_block_idx()", "blockIdx.x", "AscendC::GetBlockIdx()"),
        ("block_idx", "blockIdx.x", "AscendC::GetBlockIdx()"),
        ("get_block_num()", "gridDim.x", "AscendC::GetBlockNum()"),
        ("get_subblockid()", "", "AscendC::GetSubBlockIdx()"),
    ],
)
@pytest.mark.parametrize("marked", ["__simt_vf__", "__simt_callee__"])
def test_threads_cannot_call_what_the_core_has(
    tmp_path: Path, marked: str, query: str, inside: str, outside: str
) -> None:
    called = "" if marked == "__simt_vf__" else "Index()"
    before = (
        f"{'__simt_callee__ inline int Index() { return ' + query + '; }' if called else ''}\n"
        f"__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) {{ out[0] = {called or query}; }}\n"
    )
    body = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n{START}"
    (one,) = found(tmp_path / "arch35", before + ENGINEERED, body)
    assert (f"use `{inside}`, or hand" in str(one.repair)) is bool(inside)
    assert f"`{outside}` in from outside" in str(one.repair)
    assert one.edits == ()


@pytest.mark.parametrize(
    "head",
    [
        "__simt_vf__ __aicore__ inline",
        "__simt_vf__ __aicore__ LAUNCH_BOUND(256) inline",
        "__simt_vf__ LAUNCH_BOUND(THREADS) __aicore__",
        "template <typename T>\n__simt_vf__ __launch_bounds__(THREADS) inline",
        "__simt_callee__ __aicore__ inline",
    ],
)
@pytest.mark.parametrize("query", ["get_block_idx()", "block_num"])
def test_what_threads_would_run_is_told_by_its_head_where_no_kernel_names_it(
    tmp_path: Path, head: str, query: str
) -> None:
    before = f"constexpr int THREADS = 256;\n{head} void Spare(__gm__ int32_t *out)\n{{\nout[0] = {query};\n}}\n"
    body = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n{START}"
    fill = "__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) { out[0] = 1; }\n"
    (one,) = found(tmp_path / "arch35", before + fill + ENGINEERED, body)
    assert "a SIMT function cannot call that" in str(one.repair)
    assert one.edits == ()


def test_a_macro_that_only_another_macro_names_is_used(tmp_path: Path) -> None:
    before = "#define CORE get_block_idx()\n#define TWICE (CORE * 2)\n#define SPARE(n) (get_block_num() * (n))\n"
    (one,) = found(tmp_path, before + ENGINEERED, 'AscendC::printf("%d", TWICE);')
    assert (one.at.line, one.at.column) == (2, 14)


@pytest.mark.parametrize("nested", [False, True])
def test_a_macro_is_not_mended_where_threads_use_it_too(tmp_path: Path, nested: bool) -> None:
    used = "TWICE" if nested else "CORE"
    before = (
        "#define CORE get_block_idx()\n#define TWICE (CORE * 2)\n"
        f"__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) {{ out[0] = {used}; }}\n"
    )
    body = f'KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\nAscendC::printf("%d", CORE);\n{START}'
    (one,) = found(tmp_path / "arch35", before + ENGINEERED, body)
    assert "a SIMT function cannot call that" in str(one.repair)
    assert one.edits == ()


def test_a_query_outside_of_any_function_is_left_to_the_user(tmp_path: Path) -> None:
    before = "class Rows {\npublic:\nuint32_t cores_ = get_block_num();\n};\n"
    (one,) = found(tmp_path, before + ENGINEERED, "Rows rows;")
    assert one.edits == ()


@pytest.mark.parametrize(
    "index",
    [
        "get_block_idx() * get_subblockdim() + get_subblockid()",
        "get_subblockid() + get_task_ration() * block_idx",
    ],
)
@pytest.mark.parametrize("type", ["MIX_AIC_1_2", "MIX_AIV_1_0"])
def test_the_parts_of_an_index_are_repaired_together(tmp_path: Path, type: str, index: str) -> None:
    body = f'KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});\nAscendC::printf("%d", {index});'
    findings = found(tmp_path, ENGINEERED, body)
    assert len(findings) == 3
    assert all("use `AscendC::GetBlockIdx()` for the whole of" in str(one.repair) for one in findings)
    assert not any(one.edits for one in findings)


def test_an_index_that_a_variable_carries_into_the_sum_is_left_to_the_user(tmp_path: Path) -> None:
    body = (
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\nint block = get_block_idx();\n"
        'AscendC::printf("%d", block * get_subblockdim() + get_subblockid());'
    )
    assert not any(one.edits for one in found(tmp_path, ENGINEERED, body))


def test_the_index_beside_another_number_is_repaired_by_itself(tmp_path: Path) -> None:
    body = 'KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\nAscendC::printf("%d", get_block_idx() * 2 + 1);'
    (one,) = found(tmp_path, ENGINEERED, body)
    assert (str(one.repair), len(one.edits)) == ("use `AscendC::GetBlockIdx()`", 1)


def test_a_comment_launches_nothing(tmp_path: Path) -> None:
    (one,) = found(tmp_path, ENGINEERED, "int first = block_idx;  // 512 B <<< what the buffer holds")
    assert one.severity == "error"


UNUSED = "template <int N>\n__aicore__ inline int Spare()\n{\nreturn get_block_idx() + N;\n}\n"


@pytest.mark.parametrize(
    ("head", "behind", "called", "expected"),
    [
        ("__global__ __vector__", LAUNCHER, "", 0),
        ("__global__ __vector__", LAUNCHER, 'AscendC::printf("%d", Spare<3>());', 1),
        (ENGINEERED, "", "", 1),
    ],
    ids=["direct", "called", "searched"],
)
def test_code_that_no_kernel_calls_matters_where_it_is_searched(
    tmp_path: Path, head: str, behind: str, called: str, expected: int
) -> None:
    assert len(found(tmp_path, f"{UNUSED}{head}", called, behind)) == expected
