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


def lay(folder: Path, head: str, behind: str, host: str) -> Path:
    (folder / "op_kernel").mkdir()
    (folder / "op_kernel" / "sums.cpp").write_text(KERNEL.format(head=head, behind=behind))
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
    ],
    ids=["no-launch", "tiling", "chevrons", "bound", "chevrons-elsewhere", "both"],
)
def test_what_is_launched_by_its_name_has_no_flush_in_its_accessors(
    tmp_path: Path, head: str, behind: str, host: str, direct: bool
) -> None:
    findings = lint_tree(lay(tmp_path, head, behind, host), frozenset(["SK301", "SK308"]))
    expected = [("SK301", "warning")] if direct else [("SK301", "error"), ("SK308", "info")]
    assert sorted((one.code, one.severity) for one in findings) == expected
