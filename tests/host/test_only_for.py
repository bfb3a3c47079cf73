"""Operators that are defined for SoCs without a SuperKernel alone: one word about them, and no finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void apart(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    int64_t core = get_block_idx();
    AscendC::SyncAll();
}
"""
DEFINITION = """#include "register/op_def_registry.h"
namespace ops {{
class Apart : public OpDef {{
public:
    explicit Apart(const char *name) : OpDef(name)
    {{
        {configs}
    }}
}};
class Other : public OpDef {{
public:
    explicit Other(const char *name) : OpDef(name) {{ this->AICore().AddConfig("ascend910b"); }}
}};
OP_ADD(Apart);
}}
"""


def found(folder: Path, *socs: str) -> set[str]:
    configs = "\n        ".join(f"this->AICore().AddConfig({soc});" for soc in socs)
    for place, text in (("op_kernel/apart.cpp", KERNEL), ("op_host/apart_def.cpp", DEFINITION.format(configs=configs))):
        path = folder / place
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return {finding.code for finding in lint_tree(folder, frozenset({"SK106", "SK501", "SK802"}))}


@pytest.mark.parametrize("socs", [('"ascend310p"',), ('"ascend910"', '"ascend310b", config')])
def test_an_operator_without_a_superkernel_is_told_of_once(tmp_path: Path, socs: tuple[str, ...]) -> None:
    assert found(tmp_path, *socs) == {"SK802"}


@pytest.mark.parametrize(
    "socs",
    [(), ('"ascend310p"', '"ascend910b"'), ('"ascend910_93"',), ('"ascend310p"', '"Ascend950"'), ("version, config",)],
)
def test_others_are_judged(tmp_path: Path, socs: tuple[str, ...]) -> None:
    assert found(tmp_path, *socs) == {"SK106", "SK501"}
