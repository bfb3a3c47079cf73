"""Core guards that are never true: what is divided must count cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

TAIL = (
    "template <typename U> __aicore__ inline uint64_t Tail(uint32_t count) {"
    " constexpr uint32_t lanes = 256u / sizeof(U); uint32_t tail = count % lanes;"
    " return tail >= 64u ? ~0ULL : tail; }\n"
)


def found(folder: Path, guard: str) -> list[Finding]:
    source = folder / "op_kernel" / "guards.cpp"
    source.parent.mkdir()
    source.write_text(
        f'#include "kernel_operator.h"\nstruct Rows {{ uint32_t rows; }};\n{TAIL}'
        'extern "C" __global__ __aicore__ void guards(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling) {\n'
        f"GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\n{guard}\nAscendC::SyncAll();\n}}\n"
    )
    return list(lint_tree(folder, frozenset(["SK503"])))


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
    assert len(found(tmp_path, guard)) == expected


INDEX = "const int64_t core = AscendC::GetBlockIdx();\n"


@pytest.mark.parametrize(
    ("beside", "severity", "repair"),
    [
        ("core / data.rows >= 4", "info", "drop it"),
        ("data.rows == 0", "warning", "compare the index before the division"),
        ("core / 2 >= 4", "warning", "compare the index before the division"),
    ],
)
def test_a_dead_comparison_beside_one_of_the_quotient_may_go(
    tmp_path: Path, beside: str, severity: str, repair: str
) -> None:
    (one,) = found(tmp_path, f"{INDEX}if ({beside} || core % data.rows >= data.rows) {{ return; }}")
    assert one.severity == severity
    assert repair in str(one.repair)


def test_a_guard_that_is_off_by_one_is_told_in_words_of_its_own(tmp_path: Path) -> None:
    (one,) = found(tmp_path, f"{INDEX}if (core > AscendC::GetBlockNum()) {{ return; }}")
    assert "`core > GetBlockNum()` is off by one" in str(one.message)
    assert "block_num" not in str(one.message)
