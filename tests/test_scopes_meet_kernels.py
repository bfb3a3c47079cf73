"""What `sklint check` says of a kernel once the settings list the scope it runs in, from the files to the report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = """\
#include "kernel_operator.h"
#include "lib/matmul_intf.h"

using Input = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Output = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;

struct SubjectTilingData {{
    uint32_t rows;
    TCubeTiling cube;
}};

extern "C" __global__ __aicore__ void subject(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});
    GET_TILING_DATA_WITH_STRUCT(SubjectTilingData, data, tiling);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    pipe.InitBuffer(scratch, 1024);
    AscendC::LocalTensor<float> tile = scratch.Get<float>();
    AscendC::GlobalTensor<float> result;
    result.SetGlobalBuffer((__gm__ float *)y);
    {body}
}}
"""

HOST = """\
#include "register/op_def_registry.h"

namespace optiling {{
static ge::graphStatus SubjectTiling(gert::TilingContext *context)
{{
    context->SetBlockDim({blocks});
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}}

IMPL_OP_OPTILING(Subject).Tiling(SubjectTiling);
}}  // namespace optiling
"""

SYNC_ALL = "AscendC::SyncAll();"
UNNOTICED = "AscendC::SyncAll< true >();"
FLAGS = "AscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(8); AscendC::CrossCoreWaitFlag(8);"
ONE_SIDE = (
    "if ASCEND_IS_AIV { if (AscendC::GetSubBlockIdx() == 0) { AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(8); } }"
    " if ASCEND_IS_AIC { AscendC::CrossCoreWaitFlag(8); }"
)
MATMUL = (
    "matmul::Matmul<Input, Input, Output> product;"
    " REGIST_MATMUL_OBJ(&pipe, AscendC::GetSysWorkSpacePtr(), product, &data.cube);"
    " AscendC::GlobalTensor<half> left; left.SetGlobalBuffer((__gm__ half *)x);"
    " if ASCEND_IS_AIV { product.SetTensorA(left); product.SetTensorB(left); product.IterateAll(result); }"
)
RATIO = "if ASCEND_IS_AIV { AscendC::DataCopy(result[AscendC::GetBlockIdx() / 2 * 64], tile, 64); }"
SCALAR_READ = "if (result.GetValue(0) > 0) { AscendC::DataCopy(result, tile, 64); }"
QUERY = "AscendC::DataCopy(result[AscendC::GetBlockIdx() * AscendC::GetTaskRation() * 64], tile, 64);"


def checked(folder: Path, type: str, body: str, blocks: int, scope: str = "") -> dict[str, tuple[str, list[str]]]:
    """Severity of each warning and error, with the messages of its trace."""
    for part, text in (("op_kernel", KERNEL.format(type=type, body=body)), ("op_host", HOST.format(blocks=blocks))):
        (folder / "subject" / part).mkdir(parents=True, exist_ok=True)
        (folder / "subject" / part / f"subject{'_tiling' * (part == 'op_host')}.cpp").write_text(text)
    (folder / "sklint.toml").write_text('soc = "Ascend910B4"\n' + scope)
    command = [sys.executable, "-m", "sklint", "check", ".", "--output-format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert ran.stderr == ""
    findings = json.loads(ran.stdout)["findings"]
    return {
        finding["code"]: (finding["severity"], [step["message"] for step in finding["trace"]])
        for finding in findings
        if finding["severity"] != "info"
    }


def scope(*others: str, options: str = "", path: str = "ge") -> str:
    operators = ", ".join(f'"{operator}"' for operator in ("subject", *others))
    return f'[[superkernel]]\nname = "layer"\noperators = [{operators}]\noptions = "{options}"\npath = "{path}"\n'


WIDE, CUBE = "wide:AIV_ONLY,no-sync=40", "cube:AIC_ONLY=20"
TYPES = {
    "SK102": ("AIV_ONLY", SYNC_ALL, 8),
    "SK103": ("AIV_ONLY", FLAGS, 8),
    "SK107": ("AIV_ONLY", UNNOTICED, 8),
    "SK201": ("MIX_AIC_1_1", ONE_SIDE, 8),
    "SK202": ("MIX_AIC_1_1", MATMUL, 8),
    "SK203": ("MIX_AIC_1_2", RATIO, 8),
    "SK204": ("AIV_ONLY", QUERY, 8),
}


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("SK102", scope(WIDE)),
        ("SK103", scope(WIDE, options="feed-sync-all=1")),
        ("SK107", scope(WIDE, options="feed-sync-all=1")),
        ("SK201", scope(WIDE)),
        ("SK202", scope(WIDE)),
        ("SK203", scope(CUBE)),
        ("SK204", scope("mixed:MIX_AIC_1_2=8")),
    ],
)
def test_a_scope_that_makes_a_finding_true(tmp_path: Path, code: str, settings: str) -> None:
    assert code in checked(tmp_path, *TYPES[code])
    severity, trace = checked(tmp_path, *TYPES[code], settings)[code]
    assert severity == "error"
    assert "scope `layer` launches" in trace[-1]


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("SK102", scope()),
        ("SK102", scope(WIDE, options="feed-sync-all=1")),
        ("SK102", scope(WIDE, path="aclnn")),  # npugraph_ex cuts at a batch-mode kernel of another width
        ("SK103", scope()),
        ("SK107", scope(options="feed-sync-all=1")),
        ("SK201", scope()),
        ("SK202", scope("vector:AIV_ONLY=8")),
        ("SK203", scope("vector:AIV_ONLY=8")),
        ("SK204", scope("vector:AIV_ONLY=8")),
    ],
)
def test_a_scope_that_proves_a_finding_harmless(tmp_path: Path, code: str, settings: str) -> None:
    assert code in checked(tmp_path, *TYPES[code])
    assert code not in checked(tmp_path, *TYPES[code], settings)


def test_a_scope_whose_script_takes_the_flushes_away(tmp_path: Path) -> None:
    model = tmp_path / "model.py"
    model.write_text(
        "from torchair.scope import super_kernel\nsuper_kernel('layer', 'dcci-disable-on-kernel=Subject')\n"
    )
    assert checked(tmp_path, "AIV_ONLY", SCALAR_READ, 8)["SK309"][0] == "warning"
    severity, trace = checked(tmp_path, "AIV_ONLY", SCALAR_READ, 8, scope())["SK309"]
    assert severity == "error"
    assert "scope `layer` launches" in trace[-1]
