"""How launches are told in a finding: in names as people write them, in whole clauses, and none of them twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

KERNEL = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void narrow(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    AscendC::SyncAll();
}
"""
HOST = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
struct TilingRegistry {
    static TilingRegistry &GetInstance();
    ge::graphStatus DoTilingImpl(gert::TilingContext *context);
};
uint32_t Searched(int64_t rows);
void Tell(gert::Shape &shape);
class Narrow {
public:
    explicit Narrow(gert::TilingContext *context) : context_(context) {}
    ge::graphStatus DoTiling()
    {
        auto platform = platform_ascendc::PlatformAscendC(context_->GetPlatformInfo());
        const int64_t cores = platform.GetCoreNumAiv();
        const int64_t columns = context_->GetInputShape(0)->GetStorageShape().GetDim(0);
        COUNT
        context_->SetBlockDim(used);
        return ge::GRAPH_SUCCESS;
    }
protected:
    virtual int64_t Width() { return 1; }
    gert::TilingContext *context_;
};
class First : public Narrow {
public:
    explicit First(gert::TilingContext *context) : Narrow(context) {}
};
class Second : public Narrow {
public:
    explicit Second(gert::TilingContext *context) : Narrow(context) {}
protected:
    int64_t Width() override { return SECOND; }
};
static ge::graphStatus NarrowTiling(gert::TilingContext *context)
{
    return TilingRegistry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(Narrow).Tiling(NarrowTiling);
REGISTER_TILING_TEMPLATE("Narrow", First, 1);
REGISTER_TILING_TEMPLATE("Narrow", Second, 2);
}
"""
GROWN = """
        int64_t rows = 1;
        for (int64_t i = 0; i < columns; i++) { rows = Searched(rows + i); }
        const int64_t used = rows > cores ? cores : rows;
"""
OF_A_SHAPE = """
        gert::Shape first;
        Tell(first);
        const int64_t used = std::min<int64_t>(first.GetShapeSize(), cores);
"""


def told(folder: Path, count: str, second: str = "1") -> Finding:
    for place, text in (("op_kernel", KERNEL), ("op_host", HOST.replace("COUNT", count).replace("SECOND", second))):
        (folder / place).mkdir()
        (folder / place / "narrow.cpp").write_text(text)
    (finding,) = lint_tree(folder, frozenset(["SK102"]))
    return finding


@pytest.mark.parametrize(("count", "blocks"), [(GROWN, "min(all-aiv, rows)"), (OF_A_SHAPE, "first.GetShapeSize()")])
def test_a_name_is_shown_as_it_is_written(tmp_path: Path, count: str, blocks: str) -> None:
    said = str(told(tmp_path, count).message)
    assert blocks in said
    assert "#" not in said


@pytest.mark.parametrize(
    ("count", "clause"),
    [
        ("const int64_t used = Searched(7);", "nothing bounds `Searched(7)`"),
        (
            "std::map<int64_t, uint32_t> known; Fill(known); const int64_t used = known.at(columns);",
            "it is looked up in the table `known`",
        ),
        (GROWN.replace("rows > cores ? cores : rows", "rows"), "it depends on `rows`"),
    ],
)
def test_why_a_number_is_not_known_is_a_clause(tmp_path: Path, count: str, clause: str) -> None:
    finding = told(tmp_path, count)
    assert f"the number of blocks is not known ({clause})" in str(finding.message)
    (step,) = finding.trace
    assert str(step.message) == f"launched here on a number of blocks that is not known: {clause}"


@pytest.mark.parametrize(("second", "steps"), [("1", 1), ("1 + 1", 2)])
def test_launches_that_are_told_alike_are_told_once(tmp_path: Path, second: str, steps: int) -> None:
    finding = told(tmp_path, "const int64_t used = Width();", second)
    assert len(finding.trace) == steps
