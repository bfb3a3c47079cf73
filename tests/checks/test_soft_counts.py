"""Soft barriers against the guard that lets their cores in: the count has to be the number of those."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding


def found(folder: Path, guard: str, count: str) -> list[Finding]:
    """What SK104 says of a soft barrier of this count, behind this guard."""
    return linted(folder, guard.format(barrier=f"AscendC::SyncAll(slots, scratch, {count});"))


def linted(folder: Path, guarded: str) -> list[Finding]:
    """What SK104 says of a kernel that ends with these statements."""
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


CHAIN = """int32_t me = AscendC::GetBlockIdx();
if (me > 0) {{ AscendC::IBWait{mode}(slots, scratch, me - 1, {id}); }}
if (me != AscendC::GetBlockNum() - 1) {{ AscendC::IBSet{mode}(slots, scratch, me, {id}); }}
"""


@pytest.mark.parametrize("ratio", ["MIX_AIV_1_0", "MIX_AIC_1_1", "MIX_AIC_1_2"])
def test_two_cores_that_shake_hands_are_not_counted(tmp_path: Path, ratio: str) -> None:
    type = f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{ratio});\n"
    assert linted(tmp_path, type + CHAIN.format(mode="", id=0)) == []


@pytest.mark.parametrize(
    ("ratio", "mode", "ids", "findings"),
    [
        ("MIX_AIC_1_2", "", (0, 1), 2),
        ("MIX_AIC_1_2", "", ("data.rows",), 2),
        ("MIX_AIC_1_2", "", (1,), 0),
        ("MIX_AIC_1_2", "<false>", (0, 1), 0),
        ("MIX_AIV_1_0", "", (0, 1), 0),
    ],
)
def test_the_slots_of_two_ids_are_one_where_vector_cores_outnumber_the_blocks(
    tmp_path: Path, ratio: str, mode: str, ids: tuple[int | str, ...], findings: int
) -> None:
    chains = "".join(f"{{ {CHAIN.format(mode=mode, id=id)} }}\n" for id in ids)
    found = linted(tmp_path, f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{ratio});\n" + chains)
    assert [(one.severity, one.confidence) for one in found] == [("warning", "likely")] * findings
