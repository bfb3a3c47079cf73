"""How a kernel gets into a SuperKernel, and what that makes of its cache flushes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
struct Rows {{ uint32_t rows; }};
{head} void sums(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);
    AscendC::GlobalTensor<int32_t> sums;
    sums.SetGlobalBuffer((__gm__ int32_t *)workspace);
    for (uint32_t row = 0; row < data.rows; ++row) {{
        sums.SetValue(row, 1);
    }}
    sums(0) = 2;
}}
{behind}
"""
ENGINEERED, PLAIN = 'extern "C" __global__ __aicore__', "__global__ __vector__"
LAUNCHER = "void Launch(void *stream, uint8_t *x)\n{\n    sums<<<8, nullptr, stream>>>(x, x, x);\n}\n"
BOUND = """struct SumsArgs { GM_ADDR x; GM_ADDR workspace; GM_ADDR tiling; };
__sk__ __vector__ void sums_sk(const SumsArgs *args) { AscendC::PipeBarrier<PIPE_ALL>(); }
SK_BIND(sums, 0, sums_sk);
"""
TILING = """#include "register/op_def_registry.h"
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    context->SetBlockDim(8);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Sums).Tiling(Tiling);
"""
# the function is in no file of the tree
UNREAD = '#include "register/op_def_registry.h"\nIMPL_OP_OPTILING(Sums).Tiling(optiling::Elsewhere);\n'


def lay(folder: Path, head: str, behind: str, host: str, suffix: str = "cpp") -> Path:
    (folder / "op_kernel").mkdir()
    (folder / "op_kernel" / f"sums.{suffix}").write_text(KERNEL.format(head=head, behind=behind))
    if host:
        (folder / "op_host").mkdir()
        (folder / "op_host" / "sums.cpp").write_text(host)
    return folder


@pytest.mark.parametrize(
    ("head", "behind", "host", "direct"),
    [
        (ENGINEERED, "", "", False),
        (ENGINEERED, "", TILING, False),
        (PLAIN, LAUNCHER, "", True),
        (PLAIN, BOUND, "", True),
        (ENGINEERED, "", f"void sums(uint8_t *x, uint8_t *workspace, uint8_t *tiling);\n{LAUNCHER}", True),
        # a launcher for trying it out beside what the framework launches
        (ENGINEERED, LAUNCHER, TILING, False),
        (ENGINEERED, LAUNCHER, UNREAD, False),
    ],
    ids=["no-launch", "tiling", "chevrons", "bound", "chevrons-elsewhere", "both", "both-unread"],
)
def test_what_is_launched_by_its_name_has_no_flush_in_its_accessors(
    tmp_path: Path, head: str, behind: str, host: str, direct: bool
) -> None:
    findings = lint_tree(lay(tmp_path, head, behind, host), frozenset(["SK301", "SK308"]))
    expected = [("SK301", "warning")] if direct else [("SK301", "error"), ("SK308", "info")]
    assert sorted((one.code, one.severity) for one in findings) == expected


@pytest.mark.parametrize(("host", "severity"), [("", "warning"), (TILING, "error")], ids=["alone", "tiling"])
def test_a_file_for_the_compiler_of_the_device_is_launched_by_its_name(
    tmp_path: Path, host: str, severity: str
) -> None:
    # the folders of other tests are operators of the same library else
    (tmp_path / ".git").mkdir()
    (tmp_path / "sums").mkdir()
    (one,) = lint_tree(lay(tmp_path / "sums", ENGINEERED, "", host, "cce"), frozenset(["SK301"]))
    assert one.severity == severity


RATIO = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void sums(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KIND);
    AscendC::SyncAll< true >();
    AscendC::GlobalTensor<float> line;
    line.SetGlobalBuffer((__gm__ float *)x + INDEX * 64, 64);
}
"""
MIX, VECTOR = "KERNEL_TYPE_MIX_AIC_1_2", "KERNEL_TYPE_MIX_AIV_1_0"


@pytest.mark.parametrize(
    ("type", "index", "code"),
    [
        (MIX, "(AscendC::GetBlockIdx() / 2)", "SK203"),
        (VECTOR, "AscendC::GetSubBlockIdx()", "SK204"),
        (VECTOR, "AscendC::GetBlockIdx()", "SK107"),
    ],
)
@pytest.mark.parametrize(("behind", "found"), [("", True), (LAUNCHER, False)], ids=["operator", "launched"])
def test_what_only_a_graph_does_is_silent_for_what_is_launched_by_its_name(
    tmp_path: Path, type: str, index: str, code: str, behind: str, found: bool
) -> None:
    source = tmp_path / "op_kernel" / "sums.cpp"
    source.parent.mkdir()
    source.write_text(RATIO.replace("KIND", type).replace("INDEX", index) + behind)
    assert [one.code for one in lint_tree(tmp_path, frozenset([code]))] == [code] * found
