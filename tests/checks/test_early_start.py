"""Early start: once on every core, under every tiling key, on the right side of transfers and barriers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

WAIT = "AscendC::WaitPreTaskEnd();"
SET = "AscendC::SetNextTaskStart();"
COPY_IN = "AscendC::DataCopy(local, data, 64);"
COPY_OUT = "AscendC::DataCopy(data, local, 64);"
VECTOR = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);"
MIX = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);"


def found(folder: Path, body: str, code: str, type: str = VECTOR, before: str = "") -> list[Finding]:
    """The findings of one rule in a kernel of this body."""
    source = folder / "op_kernel" / "early.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\n'
        "struct RowTiling {\n    uint32_t rows;\n    uint32_t usedCores;\n};\n"
        f"{before}\n"
        'extern "C" __global__ __aicore__ void early(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
        f"{type}\nGET_TILING_DATA_WITH_STRUCT(RowTiling, fields, tiling);\n"
        "AscendC::LocalTensor<float> local;\nAscendC::GlobalTensor<float> data;\n"
        "data.SetGlobalBuffer((__gm__ float *)x);\n"
        f"{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


def lines(findings: list[Finding]) -> list[int]:
    return sorted(finding.at.line - 13 for finding in findings)


# ---------------------------------------------------------------------------------------------------- SK601


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{WAIT}\nif (fields.rows == 0) {{\nreturn;\n}}\n{SET}", [5]),
        (f"if (fields.rows == 0) {{\nreturn;\n}}\n{WAIT}\n{SET}", []),
        (f"if (fields.rows == 0) {{\nreturn;\n}}\n{SET}", [4]),
        (f"if (AscendC::GetBlockIdx() == 0) {{\nreturn;\n}}\n{WAIT}\n{SET}", [4, 5]),
        (f"{WAIT}\nfor (uint32_t row = 0; row < fields.rows; ++row) {{\n{SET}\n}}", [3]),
        (f"{WAIT}\ndo {{\nif (fields.rows == 1) {{\nbreak;\n}}\n}} while (0);\n{SET}", []),
        (f"{WAIT}\nif (fields.rows > 1) {{\n{SET}\n}} else {{\n{SET}\n}}", []),
        (f"{WAIT}\nif (fields.rows > 1) {{\n{SET}\n}}\nif (fields.rows <= 1) {{\n{SET}\n}}", []),
        (f"{WAIT}\nif (fields.rows > 1) {{\n{SET}\n}}\n{SET}", [5]),
        (f"{WAIT}\nif (AscendC::GetBlockIdx() < fields.usedCores) {{\n{COPY_OUT}\n}}\n{SET}", []),
    ],
    ids=[
        "return-between",
        "skipped-together",
        "only-one-skipped",
        "core-returns",
        "loop",
        "once-block",
        "both-sides",
        "opposite-tests",
        "second",
        "work-guarded",
    ],
)
def test_once_on_every_path(tmp_path: Path, body: str, expected: list[int]) -> None:
    assert lines(found(tmp_path, body, "SK601")) == expected


def test_both_kinds_of_core_have_to_call(tmp_path: Path) -> None:
    one = f"{WAIT}\nif ASCEND_IS_AIC {{\n{SET}\n}}"
    assert lines(found(tmp_path / "one", one, "SK601", MIX)) == [3]
    both = f"{one}\nif ASCEND_IS_AIV {{\n{SET}\n}}"
    assert found(tmp_path / "both", both, "SK601", MIX) == []


def test_a_kernel_of_one_kind_of_core_needs_that_one_only(tmp_path: Path) -> None:
    assert found(tmp_path, f"if ASCEND_IS_AIV {{\n{WAIT}\n{SET}\n}}", "SK601") == []


def test_a_path_that_differs_in_the_tiling_key_is_no_path_of_one_key(tmp_path: Path) -> None:
    body = f"if (TILING_KEY_IS(1)) {{\n{WAIT}\n}}\nif (TILING_KEY_IS(2)) {{\n{WAIT}\n}}\n{SET}"
    assert found(tmp_path / "once", body, "SK601") == []
    assert found(tmp_path / "keys", body, "SK602") == []


# ---------------------------------------------------------------------------------------------------- SK602


def test_a_key_without_the_call(tmp_path: Path) -> None:
    body = (
        f"if (TILING_KEY_IS(1)) {{\n{WAIT}\n{SET}\n}} else if (TILING_KEY_IS(2)) {{\n{WAIT}\n}}"
        f" else if (TILING_KEY_IS(3)) {{\n{WAIT}\n}}"
    )
    (finding,) = found(tmp_path, body, "SK602")
    assert lines([finding]) == [3]
    assert "not under `2`, `3`" in str(finding.message)


# ---------------------------------------------------------------------------------------------------- SK603


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"AscendC::SyncAll();\n{WAIT}\n{SET}", [1]),
        (f"{WAIT}\n{SET}\nAscendC::SyncAll();", [3]),
        (f"{WAIT}\nAscendC::SyncAll();\n{SET}", []),
        (f"{WAIT}\n{SET}\nAscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(9);", []),
        (f"{WAIT}\n{SET}\nAscendC::CrossCoreSetFlag<0x0, PIPE_MTE3>(11);", [3]),
        (f"if (TILING_KEY_IS(1)) {{\nAscendC::SyncAll();\n}} else if (TILING_KEY_IS(2)) {{\n{WAIT}\n}}", []),
        (
            f"for (uint32_t row = 0; row < fields.rows; ++row) {{\nif (row > 0) {{\nAscendC::SyncAll();\n}}\n"
            f"if (row == 0) {{\n{SET}\n}}\n}}",
            [3],
        ),
    ],
    ids=["before", "after", "between", "free-flag", "owned-flag", "other-key", "later-round"],
)
def test_barriers_around_the_calls(tmp_path: Path, body: str, expected: list[int]) -> None:
    findings = found(tmp_path, body, "SK603")
    assert lines(findings) == expected
    assert {(finding.severity, "(inferred)" in str(finding.message)) for finding in findings} <= {("warning", True)}


# ---------------------------------------------------------------------------------------------------- SK604


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{COPY_IN}\n{WAIT}\n{COPY_OUT}\n{SET}", [1]),
        (f"{WAIT}\n{COPY_IN}\n{SET}\n{COPY_OUT}", [4]),
        (f"{WAIT}\n{COPY_IN}\n{COPY_OUT}\n{SET}", []),
        (f"{COPY_OUT}\n{WAIT}\n{SET}\n{COPY_IN}", []),
        (f"{WAIT}\n{SET}\ndata.SetValue(0, 1.0f);", [3]),
        (f"const float first = data.GetValue(0);\n{WAIT}\n{SET}", [1]),
        (f"if (fields.rows > 1) {{\n{SET}\nreturn;\n}}\n{COPY_OUT}\n{SET}", []),
        ("AscendC::SetNextTaskStart<PIPE_M, PIPE_FIX>();", [1]),
        ("AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_V>();", [1]),
        ("AscendC::SetNextTaskStart<PIPE_V, PIPE_M>();", []),
    ],
    ids=[
        "input-early",
        "output-late",
        "right",
        "output-early",
        "set-value",
        "get-value",
        "other-path",
        "vector-pipe",
        "cube-pipe",
        "legal-pipes",
    ],
)
def test_transfers_around_the_calls(tmp_path: Path, body: str, expected: list[int]) -> None:
    assert lines(found(tmp_path, body, "SK604")) == expected


# ---------------------------------------------------------------------------------------------------- SK605


def test_a_call_that_the_text_search_does_not_find(tmp_path: Path) -> None:
    assert lines(found(tmp_path / "comma", "(AscendC::WaitPreTaskEnd(), (void)0);", "SK605")) == [1]
    assert found(tmp_path / "blank", "AscendC::WaitPreTaskEnd() /* now */ ;", "SK605") == []
