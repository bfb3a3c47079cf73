"""Core guards that are never true: what is divided must count cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

TAIL = (
    "template <typename U> __aicore__ inline uint64_t Tail(uint32_t count) {"
    " constexpr uint32_t lanes = 256u / sizeof(U); uint32_t tail = count % lanes;"
    " return tail >= 64u ? ~0ULL : tail; }\n"
)


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        ("if (AscendC::GetBlockIdx() % data.rows >= data.rows) { return; }", 1),
        ("if (AscendC::GetBlockIdx() / 2 % data.rows >= data.rows) { return; }", 1),
        ("if ((AscendC::GetBlockIdx() + data.rows) % data.rows >= data.rows) { return; }", 1),
        # the rest of a core's share, of which another element type may leave more
        ("if (Tail<float>(data.rows - AscendC::GetBlockIdx() * 8) > 3) { return; }", 0),
        ("if (AscendC::GetBlockIdx() % data.rows >= data.rows / 2) { return; }", 0),
    ],
)
def test_a_remainder_is_below_its_divisor_where_cores_are_counted(tmp_path: Path, guard: str, expected: int) -> None:
    source = tmp_path / "op_kernel" / "guards.cpp"
    source.parent.mkdir()
    source.write_text(
        f'#include "kernel_operator.h"\nstruct Rows {{ uint32_t rows; }};\n{TAIL}'
        'extern "C" __global__ __aicore__ void guards(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling) {\n'
        f"GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\n{guard}\nAscendC::SyncAll();\n}}\n"
    )
    assert len(list(lint_tree(tmp_path, frozenset(["SK503"])))) == expected
