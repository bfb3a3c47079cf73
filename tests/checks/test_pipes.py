"""TPipe objects: which there are, and what stands between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

A2, ON_950 = "pipes.cpp", "pipes_apt.cpp"


def found(
    folder: Path,
    body: str,
    code: str,
    before: str = "",
    name: str = "pipes",
    *,
    file: str = A2,
    kernel_type: str = "KERNEL_TYPE_MIX_AIV_1_0",
) -> list[Finding]:
    source = folder / "op_kernel" / file
    source.parent.mkdir(parents=True)
    source.write_text(
        f'#include "kernel_operator.h"\n{before}\n'
        f'extern "C" __global__ __aicore__ void {name}(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n'
        f"{{\nKERNEL_TASK_TYPE_DEFAULT({kernel_type});\n{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


# ---------------------------------------------------------------------------------------------------- SK401

STAGE = """
struct Rows { uint32_t rows; };
__aicore__ inline void Stage(AscendC::TPipe *pipe, GM_ADDR x)
{
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe->InitBuffer(buffer, 256);
    AscendC::LocalTensor<float> tile = buffer.Get<float>();
    AscendC::Muls(tile, tile, 2.0f, 64);
}
__aicore__ inline void Meet(uint32_t rows)
{
    if (rows == 1) { return; }
    AscendC::SyncAll();
}
"""
DATA = "GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\n"


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("", ("error", "proved")),
        ("AscendC::SyncAll();", ("info", "possible")),
        ("AscendC::PipeBarrier<PIPE_ALL>();", ("info", "possible")),
        ("AscendC::PipeBarrier<PIPE_ALL>(); int64_t core = AscendC::GetBlockIdx();", ("info", "possible")),
        ("AscendC::PipeBarrier<PIPE_V>();", ("error", "proved")),
        ("AscendC::PipeBarrier<PIPE_ALL>(); Stage(&first, x);", ("error", "proved")),
        ("AscendC::PipeBarrier<PIPE_ALL>(); if (data.rows > 1) { Stage(&first, x); }", ("error", "proved")),
        ("if (data.rows > 1) { AscendC::PipeBarrier<PIPE_ALL>(); }", ("error", "proved")),
        ("Meet(data.rows);", ("error", "proved")),
        ("for (uint32_t i = 0; i < data.rows; ++i) { AscendC::PipeBarrier<PIPE_ALL>(); }", ("error", "proved")),
        (
            "AscendC::PipeBarrier<PIPE_ALL>(); for (uint32_t i = 0; i < data.rows; ++i) { Stage(&first, x); }",
            ("error", "proved"),
        ),
    ],
)
def test_a_barrier_right_before_the_end_leaves_nothing_in_flight(
    tmp_path: Path, between: str, expected: tuple[str, str]
) -> None:
    body = f"{DATA}AscendC::TPipe first;\nStage(&first, x);\n{between}\nfirst.Destroy();\nAscendC::TPipe second;"
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == expected


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        ("Sorter sorter; sorter.Init(x, &first); sorter.Process();", ("warning", "possible")),
        ("Declared(&first, x);", ("warning", "possible")),
        ("SortAll(&first, x);", ("warning", "possible")),
        ("int64_t sorted = SortAll(&first, x);", ("warning", "possible")),
        ("Stage(&first, x); SortAll(&first, x);", ("warning", "possible")),
        ("if (data.rows > 1) { SortAll(&first, x); }", ("warning", "possible")),
        ("SortAll(&first, x); AscendC::PipeBarrier<PIPE_ALL>();", ("info", "possible")),
        ("SortAll(&first, x); Stage(&first, x);", ("error", "proved")),
        ("if (data.rows > 1) { SortAll(&first, x); } else { Stage(&first, x); }", ("error", "proved")),
    ],
)
def test_code_that_was_not_read_may_have_waited(tmp_path: Path, work: str, expected: tuple[str, str]) -> None:
    body = f"{DATA}AscendC::TPipe first;\n{work}\nfirst.Destroy();\nAscendC::TPipe second;\nStage(&second, x);"
    before = f'#include "not_there.h"\n{STAGE}__aicore__ inline void Declared(AscendC::TPipe *pipe, GM_ADDR x);'
    (one,) = found(tmp_path, body, "SK401", before)
    assert (one.severity, one.confidence) == expected


def test_a_round_may_have_issued_what_the_next_one_ends(tmp_path: Path) -> None:
    body = (
        f"{DATA}AscendC::TPipe pipe;\nAscendC::PipeBarrier<PIPE_ALL>();\n"
        "for (uint32_t i = 0; i < data.rows; ++i) {\npipe.Destroy();\npipe.Init();\nStage(&pipe, x);\n}"
    )
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == ("error", "proved")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("AscendC::PipeBarrier<PIPE_ALL>(); Stage(&second, x);", ("info", "possible")),
        ("AscendC::SyncAll(); Stage(&second, x);", ("info", "possible")),
        ("second.InitBuffer(buffer, 256); AscendC::SyncAll(); Stage(&second, x);", ("info", "possible")),
        ("if (data.rows == 0) { return; } AscendC::SyncAll(); Stage(&second, x);", ("info", "possible")),
        ("AscendC::PipeBarrier<PIPE_V>(); Stage(&second, x);", ("error", "proved")),
        ("Stage(&second, x); AscendC::SyncAll();", ("error", "proved")),
        (
            "second.InitBuffer(buffer, 256); buffer.Get<float>().SetValue(0, 1.0f); AscendC::SyncAll();",
            ("error", "proved"),
        ),
        ("if (data.rows > 1) { Stage(&second, x); } AscendC::SyncAll();", ("error", "proved")),
        ("if (data.rows > 1) { AscendC::SyncAll(); } Stage(&second, x);", ("error", "proved")),
        ("", ("error", "proved")),
    ],
)
def test_a_barrier_before_the_first_use_comes_in_time(tmp_path: Path, after: str, expected: tuple[str, str]) -> None:
    body = (
        f"{DATA}AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;\n"
        f"AscendC::TPipe first;\nStage(&first, x);\nfirst.Destroy();\nAscendC::TPipe second;\n{after}"
    )
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == expected


COPY = """
struct Rows { uint32_t rows; };
__aicore__ inline void Meet()
{
    AscendC::CrossCoreSetFlag<%s>(8);
    AscendC::CrossCoreWaitFlag%s(8);
}
"""
OUT = "AscendC::DataCopy(out, tile, 64);\n"
IN = "AscendC::DataCopy(tile, out, 64);\n"
DOUBLE = "AscendC::Muls(tile, tile, 2.0f, 64);\n"


FETCHED = (
    "TEventID id = GetTPipePtr()->FetchEventID<AscendC::HardEvent::MTE2_MTE3>();\n"
    "AscendC::SetFlag<AscendC::HardEvent::MTE2_MTE3>(id);\nAscendC::WaitFlag<AscendC::HardEvent::MTE2_MTE3>(id);\n"
)


def event(name: str, flag: str = "EVENT_ID0") -> str:
    return (
        f"AscendC::SetFlag<AscendC::HardEvent::{name}>({flag});\n"
        f"AscendC::WaitFlag<AscendC::HardEvent::{name}>({flag});\n"
    )


def ends_with(folder: Path, work: str, flag: str = "0, PIPE_MTE3", wait: str = "", file: str = A2) -> tuple[str, str]:
    """What is said of a pipe that begins where one has ended on which this work was done."""
    body = (
        f"{DATA}AscendC::GlobalTensor<float> out;\nout.SetGlobalBuffer((__gm__ float *)x);\n"
        "AscendC::TPipe first;\nAscendC::TBuf<AscendC::TPosition::VECCALC> buffer;\nfirst.InitBuffer(buffer, 256);\n"
        f"AscendC::LocalTensor<float> tile = buffer.Get<float>();\n{work}first.Destroy();\n"
        f"AscendC::TPipe second;\nsecond.InitBuffer(buffer, 256);\n{DOUBLE}"
    )
    (one,) = found(folder, body, "SK401", COPY % (flag, wait), file=file)
    return one.severity, one.confidence


@pytest.mark.parametrize(
    "work",
    [
        f"{OUT}Meet();\n",
        OUT + event("MTE3_S"),
        IN + event("MTE2_S"),
        DOUBLE + event("V_S"),
        OUT + IN + event("MTE3_S") + event("MTE2_S"),
        DOUBLE + event("V_MTE3") + OUT + event("MTE3_S"),
        IN + event("MTE2_V") + DOUBLE + event("V_MTE3") + OUT + "Meet();\n",
        f"for (uint32_t i = 0; i < data.rows; ++i) {{ {OUT} }}\nMeet();\n",
        f"for (uint32_t i = 0; i < data.rows; ++i) {{ {OUT}{event('MTE3_S')} }}\n",
        f"if (data.rows > 1) {{ {OUT} }}\nMeet();\n",
    ],
)
def test_what_was_waited_for_is_not_in_flight(tmp_path: Path, work: str) -> None:
    assert ends_with(tmp_path, work) == ("info", "possible")


@pytest.mark.parametrize(
    "work",
    [
        f"{OUT}Meet();\n{OUT}",
        f"{DOUBLE}{OUT}Meet();\n",
        OUT + event("MTE3_MTE2"),
        OUT + event("MTE2_S"),
        OUT + event("MTE3_S") + OUT,
        event("V_MTE3") + DOUBLE + OUT + event("MTE3_S"),
        DOUBLE + event("V_MTE3") + DOUBLE + OUT + event("MTE3_S"),
        DOUBLE + OUT + event("MTE3_S") + event("V_MTE3"),
        f"AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n{OUT}"
        "AscendC::WaitFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n",
        "AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID1);\n"
        f"{OUT}AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n"
        "AscendC::WaitFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID1);\n",
        f"{OUT}if (data.rows > 1) {{ {event('MTE3_S')} }}\n",
        f"if (data.rows > 1) {{ AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0); }}\n{OUT}"
        "AscendC::WaitFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n",
        f"AscendC::ReduceSum(tile, tile, tile, 64);\n{OUT}Meet();\n",
        f"for (uint32_t i = 0; i < data.rows; ++i) {{ {event('MTE3_S')}{OUT} }}\n",
        "AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n"
        "for (uint32_t i = 0; i < data.rows; ++i) {\n"
        f"AscendC::WaitFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n{OUT}"
        "AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(EVENT_ID0);\n}\n",
    ],
)
def test_what_was_not_waited_for_may_be_in_flight(tmp_path: Path, work: str) -> None:
    assert ends_with(tmp_path, work) == ("error", "proved")


@pytest.mark.parametrize("flag", ["0, PIPE_MTE2", "2, PIPE_MTE3"])
def test_a_flag_tells_of_its_own_pipe_and_where_a_core_waits_for_itself(tmp_path: Path, flag: str) -> None:
    assert ends_with(tmp_path, f"{OUT}Meet();\n", flag) == ("error", "proved")


@pytest.mark.parametrize(
    ("wait", "file", "expected"),
    [
        ("", ON_950, ("info", "possible")),
        ("<0, PIPE_S>", ON_950, ("info", "possible")),
        ("<0>", ON_950, ("info", "possible")),
        ("<0, PIPE_MTE2>", ON_950, ("error", "proved")),
        ("<4, PIPE_S>", ON_950, ("error", "proved")),
        ("<0, PIPE_MTE2>", A2, ("info", "possible")),
        ("<2>", A2, ("info", "possible")),
    ],
)
def test_a_wait_for_its_own_flag_holds_up_the_scalar_unit_or_what_it_names(
    tmp_path: Path, wait: str, file: str, expected: tuple[str, str]
) -> None:
    assert ends_with(tmp_path, f"{OUT}Meet();\n", wait=wait, file=file) == expected


def test_a_pipe_that_waits_for_the_flag_passes_the_wait_on(tmp_path: Path) -> None:
    work = f"{OUT}Meet();\n{IN}{event('MTE2_S')}"
    assert ends_with(tmp_path, work, wait="<0, PIPE_MTE2>", file=ON_950) == ("info", "possible")


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        ("AscendC::Fill<float>(out, 64, 0.0f);\nMeet();\n", ("info", "possible")),
        (f"AscendC::InitGlobalMemory(out, 64, 0.0f);\n{event('MTE3_S')}", ("info", "possible")),
        ("auto part = out[64];\nAscendC::InitOutput<float>(part, 64, 0.0f);\nMeet();\n", ("info", "possible")),
        ("AscendC::Fill<float>(out, 64, 0.0f);\n", ("error", "proved")),
        (f"AscendC::Fill<float>(out, 64, 0.0f);\n{event('V_S')}", ("error", "proved")),
        (f"AscendC::Fill<float>(out, 64, 0.0f);\n{DOUBLE}Meet();\n", ("error", "proved")),
    ],
)
@pytest.mark.parametrize("file", [A2, ON_950])
def test_what_fills_gm_ends_with_its_copies(tmp_path: Path, work: str, expected: tuple[str, str], file: str) -> None:
    assert ends_with(tmp_path, work, file=file) == expected


@pytest.mark.parametrize(
    ("position", "work", "expected"),
    [
        ("TSCM", f"{OUT}Meet();\n", ("info", "possible")),
        ("A1", f"{OUT}Meet();\n", ("info", "possible")),
        ("CO1", f"{OUT}Meet();\n", ("error", "proved")),
        ("A1", OUT + event("FIX_S"), ("error", "proved")),
        ("CO1", OUT + event("FIX_S"), ("info", "possible")),
        ("TSCM", f"{{fill}}{event('MTE2_MTE3')}{OUT}Meet();\n", ("info", "possible")),
        ("TSCM", "{fill}Meet();\n", ("error", "proved")),
        ("A2", "{fill}" + event("MTE1_MTE3") + event("MTE3_S"), ("info", "possible")),
        ("A2", "{fill}" + event("MTE2_MTE3") + event("MTE3_S"), ("error", "proved")),
        ("TSCM", "AscendC::Fill<float>(out, 64, 0.0f);\n", ("info", "possible")),
        ("TSCM", f"{{fill}}{FETCHED}{OUT}Meet();\n", ("info", "possible")),
        ("TSCM", f"{FETCHED}{{fill}}{OUT}Meet();\n", ("error", "proved")),
    ],
)
@pytest.mark.parametrize("fill", ["Fill", "InitConstValue"])
def test_on_a_cube_core_the_memory_tells_the_pipe(
    tmp_path: Path, position: str, work: str, expected: tuple[str, str], fill: str
) -> None:
    work = work.replace("{fill}", f"AscendC::{fill}(tile, {{1, 8, 0, 0.0f}});\n")
    body = (
        "AscendC::GlobalTensor<float> out;\nout.SetGlobalBuffer((__gm__ float *)x);\n"
        f"AscendC::TPipe first;\nAscendC::TBuf<AscendC::TPosition::{position}> buffer;\n"
        "first.InitBuffer(buffer, 256);\n"
        f"AscendC::LocalTensor<float> tile = buffer.Get<float>();\n{work}first.Destroy();\nAscendC::TPipe second;"
    )
    (one,) = found(tmp_path, body, "SK401", COPY % ("0, PIPE_MTE3", ""), kernel_type="KERNEL_TYPE_MIX_AIC_1_0")
    assert (one.severity, one.confidence) == expected


@pytest.mark.parametrize("work", ["", "Stage(&first, x);\nAscendC::PipeBarrier<PIPE_ALL>();"])
def test_no_wait_is_told_of_a_core_that_was_given_no_work(tmp_path: Path, work: str) -> None:
    (one,) = found(tmp_path, f"AscendC::TPipe first;\n{work}\nfirst.Destroy();\nAscendC::TPipe second;", "SK401", STAGE)
    assert "nothing that the core was given is in flight" in str(one.message)


TILING = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(Rows)
TILING_DATA_FIELD_DEF(uint32_t, rows);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Pipes, Rows)
static ge::graphStatus PipesTiling(gert::TilingContext *context)
{
    const uint32_t cores = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    const uint32_t exact = context->GetDeterministic() == 1 ? 1 : 0;
    Rows data;
    data.set_rows(%s);
    context->SetTilingKey(exact * 2);
    context->SetBlockDim(cores);
    auto raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Pipes).Tiling(PipesTiling);
}
"""


def host(folder: Path, rows: str) -> None:
    """A host that stores this expression in the one field of the tiling."""
    path = folder / "op_host" / "pipes_tiling.cpp"
    path.parent.mkdir()
    path.write_text(TILING % rows)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("cores", ("info", "possible")),
        ("cores - 1", ("error", "proved")),
        ("context->GetInputShape(0)->GetStorageShape().GetDim(0)", ("error", "proved")),
    ],
)
def test_what_a_single_core_leaves_out_no_device_does(tmp_path: Path, rows: str, expected: tuple[str, str]) -> None:
    host(tmp_path, rows)
    body = f"{DATA}AscendC::TPipe first;\nStage(&first, x);\nMeet(data.rows);\nfirst.Destroy();\nAscendC::TPipe second;"
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == expected


@pytest.mark.parametrize(
    ("name", "end", "expected"),
    [
        ("moe_init_routing_quant", "Destroy", ("info", "possible")),
        ("moe_init_routing_quant", "DestroyWithoutPipeAll", ("error", "proved")),
        ("moe_init_routing", "Destroy", ("error", "proved")),
    ],
)
def test_an_operator_that_is_never_fused_waits_at_the_end_of_a_pipe(
    tmp_path: Path, name: str, end: str, expected: tuple[str, str]
) -> None:
    body = f"AscendC::TPipe first;\nStage(&first, x);\nfirst.{end}();\nAscendC::TPipe second;\nStage(&second, x);"
    (one,) = found(tmp_path, body, "SK401", STAGE, name)
    assert (one.severity, one.confidence) == expected


GUARDED = """
if (TILING_KEY_IS(%s)) {
    AscendC::TPipe first;
    Stage(&first, x);
    %s
    first.Destroy();
    AscendC::TPipe second;
    Stage(&second, x);
}
"""


@pytest.mark.parametrize(
    ("key", "meet", "expected"),
    [
        (0, "Guarded(data.rows);", ("info", "possible")),
        (2, "Guarded(data.rows);", ("error", "proved")),
        (0, "Guarded(data.rows - 1);", ("error", "proved")),
        (0, "if (data.rows > 64) { Guarded(data.rows); }", ("error", "proved")),
    ],
)
def test_what_a_field_is_hangs_on_the_key_that_is_asked_for(
    tmp_path: Path, key: int, meet: str, expected: tuple[str, str]
) -> None:
    host(tmp_path, "cores - exact")
    before = (
        f"{STAGE}__aicore__ inline void Guarded(uint32_t rows)\n"
        "{\nif (AscendC::GetBlockIdx() >= rows) { return; }\nAscendC::SyncAll();\n}"
    )
    (one,) = found(tmp_path, DATA + GUARDED % (key, meet), "SK401", before)
    assert (one.severity, one.confidence) == expected


@pytest.mark.parametrize(
    ("staged", "met"),
    [
        ("if (data.rows) {{ }} else {{ {} }}", "!data.rows"),
        ("if (!data.rows) {{ {} }}", "data.rows == 0"),
        ("if (data.rows == 0) {{ {} }}", "!data.rows"),
        ("if (data.rows == 1) {{ }} else {{ {} }}", "data.rows != 1"),
        ("if (data.rows != 1) {{ }} else {{ {} }}", "data.rows == 1"),
        ("if (data.rows >= 4) {{ }} else {{ {} }}", "data.rows < 4"),
    ],
)
def test_a_condition_and_its_opposite_are_one_question(tmp_path: Path, staged: str, met: str) -> None:
    for opposite, expected in ((False, 0), (True, 1)):
        stages = staged.format("AscendC::TPipe first; Stage(&first, x);")
        barrier = "{ AscendC::PipeBarrier<PIPE_ALL>(); }"
        meeting = f"if ({met}) {{ }} else {barrier}" if opposite else f"if ({met}) {barrier}"
        body = f"{DATA}{stages}\n{meeting}\nAscendC::TPipe second; Stage(&second, x);"
        assert len(found(tmp_path / str(opposite), body, "SK401", STAGE)) == expected


def test_the_side_that_was_taken_before_a_pipe_ended_is_known_there(tmp_path: Path) -> None:
    body = (
        f"{DATA}AscendC::TPipe first;\nStage(&first, x);\nMeet(data.rows);\n"
        "if (data.rows != 1) {\nfirst.Destroy();\nAscendC::TPipe second;\nStage(&second, x);\n}"
    )
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == ("info", "possible")


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


@pytest.mark.parametrize(
    "initialiser", ["inner_(rows)", "inner_(Inner(rows))", "inner_{rows}", "inner_(Inner{rows})", "inner_()"]
)
def test_a_member_that_holds_a_pipe_is_made_once(tmp_path: Path, initialiser: str) -> None:
    before = (
        "class Inner {\npublic:\n    __aicore__ inline Inner(int rows = 0) {}\n    AscendC::TPipe pipe_;\n};\n"
        f"class Work {{\npublic:\n    __aicore__ inline Work(int rows) : {initialiser} {{}}\n    Inner inner_;\n}};"
    )
    assert found(tmp_path, "Work work(3);", "SK402", before) == []
    (tmp_path / "both").mkdir()
    assert len(found(tmp_path / "both", "Work work(3);\nInner other(3);", "SK402", before)) == 1


SECOND = "first.Init();\n"


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("", "warning"),
        ("int64_t core = AscendC::GetBlockIdx();\n", "warning"),
        ("AscendC::PipeBarrier<PIPE_ALL>();\n", "warning"),
        ("AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;\nfirst.InitBuffer(buffer, 256);\n", "error"),
        ("auto id = first.AllocEventID<AscendC::HardEvent::MTE2_V>();\n", "error"),
        ("auto id = GetTPipePtr()->AllocEventID<AscendC::HardEvent::MTE2_V>();\n", "error"),
        ("Stage(&first, x);\n", "error"),
        ("Unread(&first);\n", "error"),
        (f"if (data.rows > 1) {{ Stage(&first, x); }}\n{SECOND}", "error"),
        ("for (uint32_t i = 0; i < data.rows; ++i) {\nfirst.Init();\nStage(&first, x);\n}\n", "error"),
    ],
)
def test_a_second_start_does_harm_where_something_was_handed_out(tmp_path: Path, between: str, expected: str) -> None:
    body = f"{DATA}AscendC::TPipe first;\n{between}{'' if 'Init()' in between else SECOND}Stage(&first, x);"
    (one,) = found(tmp_path, body, "SK402", STAGE)
    assert (one.severity, one.confidence) == (expected, "proved")


@pytest.mark.parametrize(
    ("start", "before", "kernel_type", "expected"),
    [
        ("first.Init();", "", "KERNEL_TYPE_MIX_AIC_1_0", ["error"]),
        ("first.Init();", "", "KERNEL_TYPE_MIX_AIC_1_2", ["error"]),
        ("if ASCEND_IS_AIV { first.Init(); }", "", "KERNEL_TYPE_MIX_AIC_1_2", ["warning"]),
        ("second.Init();", "AscendC::TPipe second;", "KERNEL_TYPE_MIX_AIV_1_0", ["error", "warning"]),
        ("first.Init();", "{ AscendC::TPipe second; }", "KERNEL_TYPE_MIX_AIV_1_0", ["error", "error"]),
        ("second.Init();", "AscendC::TPipe second(first);", "KERNEL_TYPE_MIX_AIV_1_0", ["error", "error"]),
        ("first.Init(); first.Init();", "first.Destroy();", "KERNEL_TYPE_MIX_AIV_1_0", ["warning"]),
    ],
)
def test_a_second_start_of_a_bare_pipe(
    tmp_path: Path, start: str, before: str, kernel_type: str, expected: list[str]
) -> None:
    body = f"AscendC::TPipe first;\n{before}\n{start}\nStage(&first, x);"
    assert [one.severity for one in found(tmp_path, body, "SK402", STAGE, kernel_type=kernel_type)] == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("AscendC::TPipe second(first);", 1),
        ("AscendC::TPipe second = first;", 1),
        ("auto second = first;", 1),
        ("AscendC::TPipe &second = first;", 0),
        ("AscendC::TPipe *second = &first;", 0),
    ],
)
def test_a_copy_of_a_pipe_is_one_more(tmp_path: Path, second: str, expected: int) -> None:
    assert len(found(tmp_path, f"AscendC::TPipe first;\n{second}", "SK402")) == expected


RESOURCE = """class Resource {
public:
    __aicore__ inline Resource() { pipe.Destroy(); }
    AscendC::TPipe pipe;
};
"""


@pytest.mark.parametrize(
    "work",
    [
        "class Work {\npublic:\n    Resource resource;\n};",
        "class Work {\npublic:\n    __aicore__ inline Work() {}\n    Resource resource;\n};",
        "class Work {\npublic:\n    __aicore__ inline Work() : resource() {}\n    Resource resource;\n};",
        "class Base {\npublic:\n    Resource resource;\n};\nclass Work : public Base {};",
        "class Base {\npublic:\n    __aicore__ inline Base() {}\n    Resource resource;\n};\n"
        "class Work : public Base {\npublic:\n    __aicore__ inline Work() : Base() {}\n};",
        "class Inner {\npublic:\n    Resource resource;\n};\nclass Work {\npublic:\n    Inner inner;\n};",
        "template <typename T> class Held {\npublic:\n    Resource resource;\n};\n"
        "class Work {\npublic:\n    Held<float> held;\n};",
    ],
    ids=["plain", "constructor", "named", "base", "base-named", "inner", "template"],
)
def test_the_constructor_of_a_part_ends_its_pipe(tmp_path: Path, work: str) -> None:
    assert found(tmp_path, "Work work;\nAscendC::TPipe other;", "SK402", RESOURCE + work) == []
    (tmp_path / "both").mkdir()
    kept = RESOURCE.replace("{ pipe.Destroy(); }", "{}")
    assert len(found(tmp_path / "both", "Work work;\nAscendC::TPipe other;", "SK402", kept + work)) == 1


@pytest.mark.parametrize(
    ("later", "expected"), [("1) || TILING_KEY_IS(11", 0), ("1", 0), ("10", 1), ("1) || TILING_KEY_IS(10", 1)]
)
def test_a_launch_has_one_tiling_key(tmp_path: Path, later: str, expected: int) -> None:
    work = "AscendC::TPipe pipe;\nStage(&pipe, x);\n"
    body = f"if (TILING_KEY_IS(0) || TILING_KEY_IS(10)) {{\n{work}}}\nif (TILING_KEY_IS({later})) {{\n{work}}}"
    assert len(found(tmp_path, body, "SK401", STAGE)) == expected


def templated(first: str, second: str, head: str = "") -> tuple[str, str]:
    """A kernel of template parameters with a pipe under each of two conditions, as what stands before it and its body.

    The entry of `found` is another one.
    """
    stage = "AscendC::TPipe pipe;\nStage(&pipe, x);"
    before = (
        f"{STAGE}{head}template <uint32_t MODE, uint32_t LAYOUT, bool WIDE>\n"
        "__global__ __aicore__ void chosen(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n"
        f"{{\nKERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n{DATA}"
        f"if constexpr ({first}) {{\n{stage}\n}}\nif constexpr ({second}) {{\n{stage}\n}}\n}}"
    )
    return before, "AscendC::TPipe pipe;"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("(MODE == 1) && (LAYOUT == 0)", "(MODE == 4) && (LAYOUT == 0)", 0),
        ("(MODE == 1) && (LAYOUT == 0)", "(MODE == 1) && (LAYOUT == 0 || LAYOUT == 1)", 1),
        ("(MODE == 1) && (LAYOUT == 1)", "(MODE == 0) || (LAYOUT == 0 && MODE == 1)", 0),
        ("(MODE == 1) && (LAYOUT == 1)", "(MODE == 0) || (LAYOUT == 1 && MODE == 1)", 1),
        ("(MODE == 1) && WIDE", "(LAYOUT == 1) && !WIDE", 0),
        ("(MODE == 1) && WIDE", "(LAYOUT == 1) && WIDE", 1),
        ("(LAYOUT == 1) && (WIDE == 0)", "(MODE == 1) && WIDE", 0),
        ("MODE == 1 && LAYOUT == 1", "MODE == 2 || LAYOUT == 2", 0),
        ("MODE == 1 && LAYOUT == 1", "MODE == 2 || LAYOUT == 1", 1),
    ],
)
def test_no_instance_has_two_values_of_one_parameter(tmp_path: Path, first: str, second: str, expected: int) -> None:
    before, body = templated(first, second)
    assert len(found(tmp_path, body, "SK401", before)) == expected


SELECTED = """
ASCENDC_TPL_ARGS_DECL(chosen,
    ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, 1, 4),
    ASCENDC_TPL_UINT_DECL(LAYOUT, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, 0, 1),
    ASCENDC_TPL_BOOL_DECL(WIDE, 0, 1));
ASCENDC_TPL_SEL(
    ASCENDC_TPL_ARGS_SEL(
        ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, 1),
        ASCENDC_TPL_UINT_SEL(LAYOUT, ASCENDC_TPL_UI_LIST, 0),
        ASCENDC_TPL_BOOL_SEL(WIDE, 0, 1)),
    ASCENDC_TPL_ARGS_SEL(
        ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, 4),
        ASCENDC_TPL_UINT_SEL(LAYOUT, ASCENDC_TPL_UI_LIST, 0, 1),
        ASCENDC_TPL_BOOL_SEL(WIDE, 1)));
"""


@pytest.mark.parametrize(("second", "expected"), [("LAYOUT == 1", 0), ("LAYOUT == 0", 1), ("WIDE", 1)])
def test_what_is_selected_apart_meets_in_no_instance(tmp_path: Path, second: str, expected: int) -> None:
    before, body = templated("MODE == 1", second, SELECTED)
    assert len(found(tmp_path, body, "SK401", before)) == expected


def test_rounds_of_a_loop_go_different_ways(tmp_path: Path) -> None:
    stage = "{\nAscendC::TPipe pipe;\nStage(&pipe, x);\n}"
    body = f"{DATA}for (uint32_t i = 0; i < data.rows; ++i) {{\nif (i % 2 == 1) {stage}\nelse {stage}\n}}"
    assert len(found(tmp_path, body, "SK401", STAGE)) == 2


@pytest.mark.parametrize(
    ("before", "expected"),
    [("TILING_KEY_IS(1)", ("info", "possible")), ("TILING_KEY_IS(2)", ("error", "proved"))],
)
def test_what_other_code_left_is_not_in_flight_under_another_key(
    tmp_path: Path, before: str, expected: tuple[str, str]
) -> None:
    body = (
        f"AscendC::TPipe first;\nif ({before}) {{\nStage(&first, x);\n}}\n"
        "if (TILING_KEY_IS(2)) {\nfirst.Destroy();\nAscendC::TPipe second;\nStage(&second, x);\n}"
    )
    (one,) = found(tmp_path, body, "SK401", STAGE)
    assert (one.severity, one.confidence) == expected


@pytest.mark.parametrize(
    ("between", "severity"),
    [
        ("Absent absent;\nabsent.Init(x);\nabsent.Process();", "info"),
        ("Declared(x);", "info"),
        ("if (data.rows > 1) {\nDeclared(x);\n}", "info"),
        ("uint32_t next = data.rows + 1;", "error"),
        ("AscendC::PipeBarrier<PIPE_V>();", "error"),
    ],
)
def test_code_between_that_was_not_read_may_be_the_barrier(tmp_path: Path, between: str, severity: str) -> None:
    before = f'#include "not_there.h"\n{STAGE}__aicore__ inline void Declared(GM_ADDR x);'
    body = (
        f"{DATA}AscendC::TPipe first;\nStage(&first, x);\nfirst.Destroy();\n{between}\n"
        "AscendC::TPipe second;\nStage(&second, x);"
    )
    (one,) = found(tmp_path, body, "SK401", before)
    assert one.severity == severity
    assert ("code that runs between the two was not read" in str(one.message)) is (severity == "info")


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        ("uint32_t times = AscendC::Ceil(n * sizeof(T), 32); uint32_t rest = AscendC::Ceil(n * 2, times);", "info"),
        ("AscendC::Ceil(local, local, n * 32);", "error"),
        ("ENABLE_DETERMINISTIC();", "info"),
    ],
)
def test_what_is_worked_out_of_numbers_is_no_work_of_a_pipe(tmp_path: Path, work: str, expected: str) -> None:
    before = f"""
template <typename T>
__aicore__ inline void Fill(GM_ADDR y, uint32_t n)
{{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1024);
    AscendC::LocalTensor<T> local = buffer.Get<T>();
    {work}
}}"""
    body = "Fill<half>(x, AscendC::GetBlockNum());\nAscendC::TPipe next;"
    assert [finding.severity for finding in found(tmp_path, body, "SK401", before)] == [expected]


def test_a_pipe_of_a_base_starts_before_that_of_the_class(tmp_path: Path) -> None:
    before = """
struct Base { AscendC::TPipe base_; };
struct Work : Base { AscendC::TPipe own_; };"""
    (finding,) = found(tmp_path, "Work work;", "SK402", before)
    assert str(finding.message).startswith("pipe `work.own_` starts while `work.base_` is alive")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("AscendC::TPipe pipe;\n{\nAscendC::TPipe pipe;\n}", "pipe `pipe` starts while `pipe` (line LINE) is alive"),
        ("AscendC::TPipe pipe;\nWork work;", "pipe `work.pipe` starts while `pipe` is alive"),
        ("Work work;\nOuter outer;", "pipe `outer.inner.pipe` starts while `work.pipe` is alive"),
        ("AscendC::TPipe pipe;\nOther();", "pipe `pipe` starts while `pipe` (`pipes.cpp`, line LINE) is alive"),
    ],
    ids=["inner scope", "member", "members", "other file"],
)
def test_pipes_of_one_name_are_told_apart(tmp_path: Path, body: str, said: str) -> None:
    header = tmp_path / "shared" / "other.h"
    header.parent.mkdir(parents=True)
    header.write_text("#pragma once\n__aicore__ inline void Other() { AscendC::TPipe pipe; }\n")
    before = (
        '#include "../shared/other.h"\nstruct Work { AscendC::TPipe pipe; };\nstruct Inner { AscendC::TPipe pipe; };\n'
        "struct Outer { Inner inner; };"
    )
    (finding,) = found(tmp_path, body, "SK402", before)
    assert str(finding.message).startswith(said.replace("LINE", str(finding.trace[0].at.line)))


def test_ends_of_pipes_of_one_name_are_told_apart(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "{ AscendC::TPipe pipe; Stage(&pipe, x); }\nAscendC::TPipe pipe;", "SK401", STAGE)
    line = finding.trace[0].at.line
    assert str(finding.message).startswith(f"`pipe` reuses the memory and events of pipe `pipe` (line {line}), which")


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("", ["error"]),
        ("AscendC::PipeBarrier<PIPE_ALL>();", []),
        ("AscendC::TPipe second;", ["error"]),
    ],
)
def test_a_buffer_through_the_pointer_is_taken_from_the_pipe_that_is_alive(
    tmp_path: Path, between: str, expected: list[str]
) -> None:
    """Of a pipe that ended it hands out what is still in flight; where one is alive that one meets the first."""
    body = (
        f"AscendC::TPipe first;\nStage(&first, x);\nfirst.Destroy();\n{between}\n"
        "AscendC::TBuf<AscendC::TPosition::VECCALC> rest;\nGetTPipePtr()->InitBuffer(rest, 256);"
    )
    assert [one.severity for one in found(tmp_path, body, "SK401", STAGE)] == expected
