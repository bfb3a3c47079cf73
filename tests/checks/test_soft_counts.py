"""Soft barriers against the guard that lets their cores in: the count has to be the number of those."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding


def found(folder: Path, guard: str, count: str) -> list[Finding]:
    """What SK104 says of a soft barrier of this count, behind this guard."""
    guarded = guard.format(barrier=f"AscendC::SyncAll(slots, scratch, {count});")
    source = folder / "op_kernel" / "soft.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\nstruct SoftTiling { uint32_t used; uint32_t rows; };\n'
        'extern "C" __global__ __aicore__ void soft(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
        "GET_TILING_DATA_WITH_STRUCT(SoftTiling, data, tiling);\nAscendC::GlobalTensor<int32_t> slots;\n"
        f"AscendC::LocalTensor<int32_t> scratch;\n{guarded}\n}}\n"
    )
    return list(lint_tree(folder, frozenset(["SK104"])))


LEAVE = "if (AscendC::GetBlockIdx() {operator} {limit}) {{{{ return; }}}}\n{{barrier}}"
ENTER = "if (AscendC::GetBlockIdx() {operator} {limit}) {{{{ {{barrier}} }}}}"


@pytest.mark.parametrize(
    ("form", "operator", "limit", "count", "confidence"),
    [
        (LEAVE, ">=", "data.used", "data.used + 1", "likely"),
        (LEAVE, ">", "data.used", "data.used", "likely"),
        (ENTER, "<=", "data.used", "data.used", "likely"),
        (ENTER, "<", "8", "4", "likely"),
        (LEAVE, ">=", "data.used", "16", "possible"),
    ],
)
def test_another_count_than_the_guard_lets_in_is_found(
    tmp_path: Path, form: str, operator: str, limit: str, count: str, confidence: str
) -> None:
    findings = found(tmp_path, form.format(operator=operator, limit=limit), count)
    assert [(finding.severity, finding.confidence) for finding in findings] == [("warning", confidence)]


@pytest.mark.parametrize(
    ("form", "operator", "limit", "count"),
    [
        (LEAVE, ">=", "data.used", "data.used"),
        (LEAVE, ">", "data.used", "data.used + 1"),
        (ENTER, "<", "data.used", "data.used"),
        (ENTER, "<=", "7", "8"),
        # two fields: nobody can say from here
        (ENTER, "<", "data.used", "data.rows"),
    ],
)
def test_the_count_that_the_guard_lets_in_is_left_alone(
    tmp_path: Path, form: str, operator: str, limit: str, count: str
) -> None:
    assert found(tmp_path, form.format(operator=operator, limit=limit), count) == []
