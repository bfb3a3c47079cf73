"""Who goes on behind `REGIST_MATMUL_OBJ`: one kind of core serves there, and returns from the function."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk.kernel import WalkedKernel

from .kernels import barriers, walked

_HEAD = """
#include "lib/matmul_intf.h"
using In = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Out = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;
"""
_REGISTERED = (
    "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);\nAscendC::TPipe pipe;\n"
    "matmul::Matmul<In, In, Out{config}> mm;\n"
    "REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm);\nmm.IterateAll(mm);\nAscendC::SyncAll();\n"
)


def passing(kernel: WalkedKernel) -> dict[str, int]:
    return {core_kind: len(barriers(kernel, core_kind)) for core_kind in ("aic", "aiv")}


def test_the_cube_core_serves_and_returns(tmp_path: Path) -> None:
    kernel = walked(tmp_path, _REGISTERED.format(config=""), _HEAD)
    assert passing(kernel) == {"aic": 0, "aiv": 1}


@pytest.mark.parametrize("value", ["", " 1", " true"])
def test_without_a_server_the_vector_core_returns(tmp_path: Path, value: str) -> None:
    kernel = walked(tmp_path, _REGISTERED.format(config=""), f"#define ASCENDC_CUBE_ONLY{value}\n{_HEAD}")
    assert passing(kernel) == {"aic": 1, "aiv": 0}


@pytest.mark.parametrize(("flag", "expected"), [("true", {"aic": 1, "aiv": 1}), ("false", {"aic": 0, "aiv": 1})])
def test_dual_masters_both_go_on(tmp_path: Path, flag: str, expected: dict[str, int]) -> None:
    config = (
        "constexpr MatmulConfig Masters() { MatmulConfig made = CFG_NORM; made.enableMixDualMaster = " + flag + ";"
        " return made; }\nconstexpr MatmulConfig MASTERS = Masters();\n"
    )
    kernel = walked(tmp_path, _REGISTERED.format(config=", Out, MASTERS"), _HEAD + config)
    assert passing(kernel) == expected


def test_only_the_function_with_the_macro_ends(tmp_path: Path) -> None:
    before = _HEAD + (
        "class Work {\npublic:\n    __aicore__ inline void Init(AscendC::TPipe *pipe)\n    {\n"
        "        REGIST_MATMUL_OBJ(pipe, GetSysWorkSpacePtr(), mm);\n        AscendC::SyncAll();\n    }\n"
        "    matmul::Matmul<In, In, Out> mm;\n};\n"
    )
    body = "AscendC::TPipe pipe;\nWork work;\nwork.Init(&pipe);\nAscendC::SyncAll<false>();"
    kernel = walked(tmp_path, body, before)
    assert [[b.aiv_only for b in barriers(kernel, kind)] for kind in ("aic", "aiv")] == [[False], [True, False]]


def test_the_other_side_of_a_condition_stays_its_own(tmp_path: Path) -> None:
    body = (
        "AscendC::TPipe pipe;\nmatmul::Matmul<In, In, Out> mm;\nif (TILING_KEY_IS(1))\n"
        "    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm);\nelse\n    AscendC::SyncAll<false>();"
    )
    assert passing(walked(tmp_path, body, _HEAD)) == {"aic": 1, "aiv": 1}
