"""SK701: an owned flag in code that the launches in the tree get no core to is no more than possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.analyse import analyse_file
from sklint.collect import collect
from sklint.examples import lint_tree
from sklint.finding import Finding
from sklint.task import Options, Task

KERNEL = """#include "kernel_operator.h"
#include "lib/matmul_intf.h"
struct GatherTiling { uint32_t used; TCubeTiling cube; };
template <bool ORDERED> class Gather {
public:
    __aicore__ inline void Run()
    {
        if constexpr (!ORDERED) {
            AscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(14);
        }
    }
};
using In = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Out = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;
extern "C" __global__ __aicore__ void gather(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    GET_TILING_DATA_WITH_STRUCT(GatherTiling, data, tiling);
    BODY
}
"""
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct GatherTiling { uint32_t used; TCubeTiling cube; };
namespace optiling {
struct Shared { uint64_t ordered; uint64_t type; };
static void Prepare(gert::TilingContext *context, Shared &shared)
{
    shared.ordered = ORDERED;
    shared.type = context->GetInputDesc(0)->GetDataType() == ge::DT_FLOAT ? 1 : 2;
}
static ge::graphStatus GatherTilingFunc(gert::TilingContext *context)
{
    Shared shared;
    Prepare(context, shared);
    GatherTiling *tiling = context->GetTilingData<GatherTiling>();
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    const int64_t used = rows < platform.GetCoreNumAic() ? rows : platform.GetCoreNumAic();
    tiling->used = used;
    context->SetTilingKey(100 + shared.ordered * 10 + shared.type);
    context->SetBlockDim(BLOCKS);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Gather).Tiling(GatherTilingFunc);
}
"""
BY_KEY = """
if (TILING_KEY_IS(101)) {
    Gather<false> op;
    op.Run();
} else if (TILING_KEY_IS(111)) {
    Gather<true> op;
    op.Run();
}
"""
FOUND, UNREACHED = ("error", "proved"), ("info", "possible")
NOT_THERE = "; no launch in the tree gets a core there"


def laid_out(folder: Path, body: str, ordered: str = "1", blocks: str = "used") -> Path:
    host = HOST.replace("ORDERED", ordered).replace("BLOCKS", blocks)
    for place, text in (("op_kernel", KERNEL.replace("BODY", body)), ("op_host", host)):
        (folder / place).mkdir()
        (folder / place / "gather.cpp").write_text(text)
    return folder


def found(folder: Path) -> list[Finding]:
    return list(lint_tree(folder, frozenset(["SK701"])))


def words(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.severity, finding.confidence) for finding in findings]


@pytest.mark.parametrize(
    ("ordered", "expected"), [("1", UNREACHED), ("0", FOUND), ("context->GetDeterministic()", FOUND)]
)
def test_a_key_that_the_host_never_makes_runs_nothing(tmp_path: Path, ordered: str, expected: tuple[str, str]) -> None:
    findings = found(laid_out(tmp_path, BY_KEY, ordered))
    assert words(findings) == [expected]
    assert str(findings[0].message).endswith(NOT_THERE) is (expected == UNREACHED)


def test_without_a_host_there_is_nothing_to_say_that_a_key_is_not_made(tmp_path: Path) -> None:
    (laid_out(tmp_path, BY_KEY) / "op_host" / "gather.cpp").unlink()
    assert words(found(tmp_path)) == [FOUND]


def test_of_several_places_of_one_call_one_that_is_reached_is_enough(tmp_path: Path) -> None:
    body = BY_KEY.replace("Gather<true>", "Gather<false>")
    (finding,) = found(laid_out(tmp_path, body))
    assert (finding.severity, finding.confidence) == FOUND
    # the call of the key that is launched, not the first one
    assert finding.trace[0].at.line == KERNEL.splitlines().index("    BODY") + 7


REGISTERED = """
matmul::Matmul<In, In, Out> product;
if (TILING_KEY_IS(WHICH)) {
    REGIST_MATMUL_OBJ(&pipe, AscendC::GetSysWorkSpacePtr(), product, &data.cube);
}
if ASCEND_IS_AIV {
    AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(1);
}
"""


@pytest.mark.parametrize(("key", "expected"), [("111", FOUND), ("101", UNREACHED)])
def test_the_objects_of_another_key_own_nothing_in_this_one(
    tmp_path: Path, key: str, expected: tuple[str, str]
) -> None:
    body = "AscendC::TPipe pipe;" + REGISTERED.replace("WHICH", key)
    assert words(found(laid_out(tmp_path, body))) == [expected]


GUARDED = """
if ASCEND_IS_AIC {
    if (AscendC::GetBlockIdx() >= data.used) {
        AscendC::CrossCoreSetFlag<0x0, PIPE_FIX>(11);
        return;
    }
}
"""


@pytest.mark.parametrize(("blocks", "expected"), [("used", UNREACHED), ("used + 1", FOUND)])
def test_behind_a_guard_that_the_launch_makes_dead_is_no_core(
    tmp_path: Path, blocks: str, expected: tuple[str, str]
) -> None:
    assert words(found(laid_out(tmp_path, GUARDED, blocks=blocks))) == [expected]


def test_all_cores_get_past_the_guards_of_a_kernel_whose_tiling_is_sunk(tmp_path: Path) -> None:
    collection = collect([str(laid_out(tmp_path, GUARDED))])
    options = Options(select=frozenset(["SK701"]), dynamic=frozenset(["gather"]))
    (target,) = collection.targets
    headers = collection.headers[target.operator.repository]
    assert words(list(analyse_file(Task(target.operator, target.kernel, headers, options)).findings)) == [FOUND]
