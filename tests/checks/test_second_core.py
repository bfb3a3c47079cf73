"""What the second vector core of a block meets in a 1:1 kernel: Matmul objects, flags, and what a loop carries."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

HEAD = """#include "kernel_operator.h"
#include "lib/matmul_intf.h"
using In = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Out = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;
using Mm = matmul::Matmul<In, In, Out>;
struct Rounds { TCubeTiling cube; uint32_t rounds; };
extern "C" __global__ __aicore__ void second(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_%s);
GET_TILING_DATA_WITH_STRUCT(Rounds, data, tiling);
AscendC::TPipe pipe;
AscendC::GlobalTensor<float> out;
"""


def found(folder: Path, *body: str, code: str = "SK202", type: str = "1_1") -> list[Finding]:
    source = folder / "op_kernel" / "second.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(HEAD % type + "\n".join(body) + "\n}\n")
    return list(lint_tree(folder, frozenset([code])))


def said(findings: list[Finding]) -> list[tuple[int, str, str]]:
    """The line of the body, from 1, the severity and the confidence of each finding."""
    return [(one.at.line - HEAD.count("\n"), one.severity, one.confidence) for one in findings]


def registered(name: str) -> str:
    return f"Mm {name}; REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), {name}, &data.cube);"


FIRST_ONLY = "if (AscendC::GetSubBlockIdx() == 0) { one.IterateAll(out); }"


def test_an_object_that_is_not_registered_is_no_client(tmp_path: Path) -> None:
    body = [registered("one"), FIRST_ONLY, "Mm two;", "two.Init(&data.cube, &pipe);"]
    assert said(found(tmp_path, *body)) == []


def test_each_object_that_is_registered_is_a_client(tmp_path: Path) -> None:
    body = [registered("one"), registered("two"), FIRST_ONLY, "two.IterateAll(out);"]
    assert said(found(tmp_path, *body)) == [(4, "error", "proved")]


@pytest.mark.parametrize(
    ("default", "under_one", "expected"),
    [
        ("1_2", "1_1", [(4, "error", "proved")]),
        ("1_1", "1_2", [(8, "error", "proved")]),
        ("1_2", "1_2", []),
    ],
)
def test_the_type_is_that_of_the_key_it_stands_under(
    tmp_path: Path, default: str, under_one: str, expected: list[tuple[int, str, str]]
) -> None:
    body = [
        "if (TILING_KEY_IS(1)) {",
        f"KERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_{under_one});",
        registered("one"),
        "one.IterateAll(out);",
        "}",
        "if (TILING_KEY_IS(2)) {",
        registered("two"),
        "two.IterateAll(out);",
        "}",
    ]
    assert said(found(tmp_path, *body, type=default)) == expected


def test_flags_go_by_the_type_of_their_key(tmp_path: Path) -> None:
    flag = "if ASCEND_IS_AIV { if (AscendC::GetSubBlockIdx() == 0) { AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(5); } }"
    body = [
        "if (TILING_KEY_IS(1)) {",
        "KERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_1_2);",
        flag,
        "} else if (TILING_KEY_IS(2)) {",
        flag,
        "}",
    ]
    assert said(found(tmp_path, *body, code="SK201")) == [(5, "error", "proved")]


LOOP = """bool pending = false;
for (uint32_t i = 0; i < data.rounds; ++i) {
if (pending) { one.WaitIterateAll(); pending = false; }
if (%s) { continue; }
if (AscendC::GetSubBlockIdx() == 0) { one.IterateAll<false>(out); }
pending = true;
}"""


@pytest.mark.parametrize(
    ("skipped", "expected"),
    [
        ("AscendC::GetSubBlockIdx() != 0", []),
        ("AscendC::GetSubBlockIdx() == 0", [(4, "error", "proved")]),
        ("i == 1", [(4, "error", "proved")]),
    ],
)
def test_a_flag_that_only_the_first_core_sets_is_not_set_on_the_second(
    tmp_path: Path, skipped: str, expected: list[tuple[int, str, str]]
) -> None:
    assert said(found(tmp_path, registered("one"), LOOP % skipped)) == expected


def test_a_flag_that_stays_as_it_was_is_known_behind_the_loop(tmp_path: Path) -> None:
    body = [registered("one"), LOOP % "AscendC::GetSubBlockIdx() != 0", "if (pending) { one.End(); }"]
    assert said(found(tmp_path, *body)) == []


def test_what_cannot_be_decided_for_the_second_core_is_not_proved(tmp_path: Path) -> None:
    body = [registered("one"), "if (NotDeclaredAnywhere(AscendC::GetSubBlockIdx())) { one.IterateAll(out); }"]
    assert said(found(tmp_path, *body)) == [(2, "warning", "possible")]
