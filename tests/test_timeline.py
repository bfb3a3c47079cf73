"""The picture of a kernel's barriers, from the source to who reaches what."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.analyse import analyse_file
from sklint.collect import collect
from sklint.task import Options, Task
from sklint.timeline import KernelTimeline

HEAD = '#include "kernel_operator.h"\nusing namespace AscendC;\n'


def picture(
    tmp_path: Path, body: str, type_: str = "KERNEL_TYPE_MIX_AIV_1_0", before: str = ""
) -> KernelTimeline | None:
    source = (
        f'{HEAD}{before}extern "C" __global__ __aicore__ void k(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{{\n'
        f"    KERNEL_TASK_TYPE_DEFAULT({type_});\n    uint32_t used = *(__gm__ uint32_t *)tiling;\n{body}\n}}\n"
    )
    (tmp_path / "k.cpp").write_text(source, encoding="utf-8")
    collection = collect([str(tmp_path)])
    (target,) = collection.targets
    task = Task(target.operator, target.kernel, collection.headers[target.operator.repository], Options(timelines=True))
    timelines = analyse_file(task).timelines
    return timelines[0] if timelines else None


def drawn(timeline: KernelTimeline | None) -> tuple[list[str], list[str]]:
    """The lanes, and a line a barrier: o reached, ? perhaps, x missed, a space where it does not wait."""
    assert timeline
    lanes = [f"{cores.kind} {cores.which}".strip() for cores in timeline.cores]
    lines = []
    for stop in timeline.stops:
        marks = ""
        for lane in range(len(lanes)):
            marks += (
                "o" if lane in stop.reached else "?" if lane in stop.perhaps else " " if lane in stop.apart else "x"
            )
        lines.append(marks + (" loop" if stop.looped else ""))
    return lanes, lines


def test_all_cores_meet(tmp_path: Path) -> None:
    assert drawn(picture(tmp_path, "    SyncAll();\n    SyncAll();")) == (["aiv"], ["o", "o"])


def test_cores_that_left_miss_what_comes(tmp_path: Path) -> None:
    body = "    SyncAll();\n    if (GetBlockIdx() >= used) {\n        return;\n    }\n    SyncAll();"
    lanes, lines = drawn(picture(tmp_path, body))
    assert lanes == ["aiv GetBlockIdx() >= used", "aiv !(GetBlockIdx() >= used)"]
    assert lines == ["oo", "xo"]


def test_a_return_in_a_callee_leaves_the_callee_only(tmp_path: Path) -> None:
    before = (
        "__aicore__ inline void Init(uint32_t used)\n{\n"
        "    if (GetBlockIdx() >= used) {\n        return;\n    }\n    SyncAll();\n}\n"
    )
    lanes, lines = drawn(picture(tmp_path, "    Init(used);\n    SyncAll();", before=before))
    assert len(lanes) == 2
    assert lines == ["xo", "oo"]


def test_what_hangs_on_data_is_open(tmp_path: Path) -> None:
    body = (
        "    if (used > 4) {\n        SyncAll();\n    }\n"
        "    for (uint32_t i = 0; i < used; i++) {\n        SyncAll();\n    }"
    )
    assert drawn(picture(tmp_path, body)) == (["aiv"], ["?", "o loop"])


def test_rounds_that_differ_between_cores_are_open(tmp_path: Path) -> None:
    body = "    for (uint32_t i = GetBlockIdx(); i < used; i += 8) {\n        SyncAll();\n    }\n    SyncAll();"
    assert drawn(picture(tmp_path, body)) == (["aiv"], ["? loop", "o"])


def test_the_same_condition_twice_makes_one_parting(tmp_path: Path) -> None:
    body = (
        "    if (GetBlockIdx() < used) {\n        SyncAll();\n    }\n"
        "    if (GetBlockIdx() >= used) {\n        SyncAll();\n    }"
    )
    lanes, lines = drawn(picture(tmp_path, body))
    assert len(lanes) == 2
    assert lines == ["ox", "xo"]


def test_groups_that_go_the_same_way_are_one(tmp_path: Path) -> None:
    body = (
        "    if (GetBlockIdx() >= used) {\n        return;\n    }\n"
        "    if (GetBlockIdx() == 0) {\n        SyncAll();\n    }\n    SyncAll();"
    )
    lanes, lines = drawn(picture(tmp_path, body))
    assert len(lanes) == 3
    assert lines == ["xox", "xoo"]


def test_cube_and_vector_cores_have_lanes_of_their_own(tmp_path: Path) -> None:
    body = (
        "    if ASCEND_IS_AIV {\n        SyncAll();\n    }\n    SyncAll<false>();\n"
        "    if ASCEND_IS_AIC {\n        CrossCoreSetFlag<2, PIPE_FIX>(8);\n    }\n"
        "    if ASCEND_IS_AIV {\n        CrossCoreWaitFlag(8);\n    }"
    )
    lanes, lines = drawn(picture(tmp_path, body, "KERNEL_TYPE_MIX_AIC_1_2"))
    assert sorted(lanes) == ["aic", "aiv"]
    cube, vector = lanes.index("aic"), lanes.index("aiv")
    assert [(line[vector], line[cube]) for line in lines] == [("o", " "), ("o", "o"), (" ", "o")]


def test_a_kernel_without_barriers_has_no_picture(tmp_path: Path) -> None:
    assert picture(tmp_path, "    if (GetBlockIdx() >= used) {\n        return;\n    }") is None


@pytest.mark.parametrize("count", [61, 200])
def test_a_long_kernel_is_cut_and_says_so(tmp_path: Path, count: int) -> None:
    timeline = picture(tmp_path, "    SyncAll();\n" * count)
    assert timeline
    assert (len(timeline.stops), timeline.more) == (60, count - 60)
