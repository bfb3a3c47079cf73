"""TPipe objects: which there are, and what stands between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding


def found(folder: Path, body: str, code: str, before: str = "") -> list[Finding]:
    source = folder / "op_kernel" / "pipes.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        f'#include "kernel_operator.h"\n{before}\n'
        'extern "C" __global__ __aicore__ void pipes(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n'
        f"{{\nKERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


# ---------------------------------------------------------------------------------------------------- SK402


@pytest.mark.parametrize(
    ("constructor", "given", "expected"),
    [
        ("Work(AscendC::TPipe &pipe) : pipe_(pipe) {}", "base", 1),
        ("Work(AscendC::TPipe &pipe) : pipe_() {}", "base", 1),
        ("explicit Work(int n) : pipe_() {}", "1", 1),
        ("Work(AscendC::TPipe &pipe) { AscendC::TPipe other; }", "base", 2),
    ],
)
def test_a_member_initialiser_makes_the_member(tmp_path: Path, constructor: str, given: str, expected: int) -> None:
    before = f"class Work {{\npublic:\n    __aicore__ inline {constructor}\n    AscendC::TPipe pipe_;\n}};"
    assert len(found(tmp_path, f"AscendC::TPipe base;\nWork work({given});", "SK402", before)) == expected
