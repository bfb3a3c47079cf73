"""States and events that outlive the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.facts.table import table
from sklint.finding import Finding

COPY = "AscendC::DataCopy(out, local, 64);"


def found(
    folder: Path, body: str, code: str = "SK705", before: str = "", name: str = "state", type: str = "AIV_ONLY"
) -> list[Finding]:
    """The findings of one rule in a vector kernel of this body, or in one of another type."""
    source = folder / "op_kernel" / f"{name}.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\n'
        "struct RowTiling {\n    uint32_t rows;\n    uint32_t usedCores;\n    bool accumulate;\n};\n"
        f"{before}\n"
        f'extern "C" __global__ __aicore__ void {name.removesuffix("_apt")}'
        "(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n"
        f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{type});\nGET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);\n"
        "AscendC::LocalTensor<float> local;\nAscendC::GlobalTensor<float> out;\n"
        "out.SetGlobalBuffer((__gm__ float *)x);\n"
        f"{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


def words(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.severity, finding.confidence) for finding in findings]


@pytest.mark.parametrize(
    "body",
    [
        "AscendC::SetAtomicAdd<float>();\n" + COPY + "\nif (data.rows > 1) {\nreturn;\n}\nAscendC::SetAtomicNone();",
        "if (data.accumulate) {\nAscendC::SetAtomicAdd<float>();\n}\n"
        + COPY
        + "\nif (data.rows > 1) {\nAscendC::SetAtomicNone();\n}",
        "for (uint32_t row = 0; row < data.rows; ++row) {\nAscendC::SetAtomicNone();\n"
        + COPY
        + "\nAscendC::SetAtomicAdd<float>();\n}",
        "AscendC::SetAtomicAdd<float>();\nif (AscendC::GetBlockIdx() >= data.usedCores) {\nreturn;\n}\n"
        + COPY
        + "\nAscendC::SetAtomicNone();",
    ],
    ids=["return", "other-condition", "last-round", "idle-core"],
)
def test_a_path_that_leaves_the_mode_on_is_found(tmp_path: Path, body: str) -> None:
    assert words(found(tmp_path, body)) == [("error", "likely")]


@pytest.mark.parametrize("start", ["pipe.Destroy();\npipe.Init();", "AscendC::TPipe copy(pipe);"])
def test_only_a_pipe_that_is_made_resets_the_mode(tmp_path: Path, start: str) -> None:
    body = f"AscendC::TPipe pipe;\nAscendC::SetAtomicAdd<float>();\n{COPY}\n{start}"
    assert words(found(tmp_path, body)) == [("error", "proved")]


@pytest.mark.parametrize(
    "body",
    [
        "if (data.accumulate) {\nAscendC::SetAtomicAdd<float>();\n}\n"
        + COPY
        + "\nif (data.accumulate) {\nAscendC::SetAtomicNone();\n}",
        "for (uint32_t row = 0; row < data.rows; ++row) {\nAscendC::SetAtomicAdd<float>();\n"
        + COPY
        + "\nAscendC::SetAtomicNone();\n}",
        "AscendC::SetAtomicAdd<float>();\nfor (uint32_t row = 0; row < data.rows; ++row) {\n"
        + COPY
        + "\nif (row == data.rows - 1) {\nAscendC::SetAtomicNone();\n}\n}",
        "if (AscendC::GetBlockIdx() >= data.usedCores) {\nreturn;\n}\nAscendC::SetAtomicAdd<float>();\n"
        + COPY
        + "\nAscendC::SetAtomicNone();",
        "AscendC::SetAtomicAdd<float>();\n" + COPY + "\nAscendC::TPipe pipe;",
        "AscendC::SetVectorMask<float>(static_cast<uint64_t>(-1), static_cast<uint64_t>(-1));",
        "AscendC::SetHF32Mode(data.accumulate);",
    ],
    ids=["same-condition", "each-round", "last-round-restores", "return-before", "pipe", "full-mask", "not-known"],
)
def test_a_mode_that_is_switched_off_is_silent(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body) == []


LOOP = (
    "AscendC::LoopModeParams loop;\nAscendC::SetLoopModePara(loop, AscendC::DataCopyMVType::UB_TO_OUT);",
    "AscendC::SetStoreAtomicConfig<AscendC::AtomicDtype::ATOMIC_F16, AscendC::AtomicOp::ATOMIC_SUM>();",
)


@pytest.mark.parametrize("by", ["AscendC::TPipe later;", "AscendC::InitSocState();", "pipe.Reset();"])
@pytest.mark.parametrize(
    ("sets", "type", "put_back"),
    [
        # what is a bit of the control register: the whole of it on Ascend 950, none of it on A2 and A3
        ("AscendC::SetHF32Mode(true);", "AIC_ONLY", {"state_apt"}),
        ("AscendC::SetHF32TransMode(true);", "AIC_ONLY", {"state_apt"}),
        ("AscendC::SetMMRowMajor();", "AIC_ONLY", {"state_apt"}),
        ("asc_enable_hif8();", "AIC_ONLY", {"state_apt"}),
        ("AscendC::SetCtrlSpr<6, 10>(1);", "AIV_ONLY", {"state_apt"}),
        ("set_ctrl(data.rows);", "AIV_ONLY", {"state_apt"}),
        # but for bit 48
        ("AscendC::SetCtrlSpr<48, 48>(1);", "AIV_ONLY", set()),
        ("AscendC::SetSaturationFlag<AscendC::SaturationMode::FLOAT>(false);", "AIV_ONLY", set()),
        ("AscendC::SetAtomicAdd<float>();", "AIC_ONLY", {"state", "state_apt"}),
        ("AscendC::SetMaskCount();", "AIV_ONLY", {"state", "state_apt"}),
        ("AscendC::SetVectorMask<float>(0, 64);", "AIV_ONLY", {"state", "state_apt"}),
        ("AscendC::SetLoadDataPaddingValue(1);", "AIC_ONLY", {"state", "state_apt"}),
        ("AscendC::SetLoadDataPaddingValue(1);", "AIV_ONLY", set()),
        ("AscendC::SetLoadDataBoundary(1024);", "AIC_ONLY", {"state"}),
        ("AscendC::SetPadValue(1);", "AIV_ONLY", set()),
        (LOOP[0], "AIV_ONLY", {"state_apt"}),
        (LOOP[1], "AIV_ONLY", {"state_apt"}),
    ],
)
@pytest.mark.parametrize("name", ["state", "state_apt"])
def test_a_pipe_puts_back_what_its_architecture_has_it_put_back(
    tmp_path: Path, sets: str, type: str, put_back: set[str], by: str, name: str
) -> None:
    body = f"AscendC::TPipe pipe;\n{sets}\n{by}"
    left = found(tmp_path, body, name=name, type=type)
    assert len(left) == (name not in put_back)


@pytest.mark.parametrize(("name", "words"), [("state", "inherits it (inferred)"), ("state_apt", "until it makes")])
def test_a_way_without_a_later_pipe_is_the_one_that_is_shown(tmp_path: Path, name: str, words: str) -> None:
    before = "__aicore__ inline void Turn()\n{\nAscendC::SetHF32Mode(true);\n}\n"
    body = (
        "AscendC::TPipe pipe;\nif (TILING_KEY_IS(1)) {\nTurn();\nAscendC::TPipe later;\n"
        "} else if (TILING_KEY_IS(2)) {\nTurn();\n}"
    )
    (left,) = found(tmp_path, body, before=before, name=name, type="AIC_ONLY")
    assert words in str(left.message)
    # on A2 and A3 both ways leave it
    assert [step.at.line for step in left.trace] == [24 if name == "state_apt" else 21]


def test_bits_of_the_control_register_are_apart(tmp_path: Path) -> None:
    body = (
        "const int64_t saved = AscendC::GetCtrlSpr<60, 60>();\nAscendC::SetCtrlSpr<60, 60>(0);\n"
        "AscendC::SetCtrlSpr<48, 48>(1);\n{restore}"
    )
    one = found(tmp_path / "one", body.format(restore="AscendC::SetCtrlSpr<60, 60>(saved);"), name="state_apt")
    assert words(one) == [("warning", "proved")]
    assert "with `SetCtrlSpr` the value that `GetCtrlSpr` gave" in str(one[0].repair)
    both = "AscendC::SetCtrlSpr<48, 48>(AscendC::GetCtrlSpr<48, 48>());\nAscendC::SetCtrlSpr<60, 60>(saved);"
    assert found(tmp_path / "both", body.format(restore=both), name="state_apt") == []


def test_each_tiling_key_is_judged_by_itself(tmp_path: Path) -> None:
    body = (
        "if (TILING_KEY_IS(1)) {\nAscendC::SetAtomicAdd<float>();\n"
        + COPY
        + "\n} else if (TILING_KEY_IS(2)) {\nAscendC::SetAtomicAdd<float>();\n"
        + COPY
        + "\nAscendC::SetAtomicNone();\n}"
    )
    (finding,) = found(tmp_path, body)
    assert finding.at.line == 16


# of the states whose setting call needs more than no argument, or another place: the call, what puts it back, the file
AGAIN = {
    "SetAtomicAdd": ("AscendC::SetAtomicAdd<float>()", "AscendC::SetAtomicNone()"),
    "SetAtomicMax": ("AscendC::SetAtomicMax<float>()", "AscendC::SetAtomicNone()"),
    "SetAtomicMin": ("AscendC::SetAtomicMin<float>()", "AscendC::DisableDmaAtomic()"),
    "SetAtomicType": ("AscendC::SetAtomicType<float>()", "AscendC::SetAtomicNone()"),
    "SetStoreAtomicConfig": (
        "AscendC::SetStoreAtomicConfig<AscendC::AtomicDtype::ATOMIC_F16, AscendC::AtomicOp::ATOMIC_SUM>()",
        "AscendC::SetStoreAtomicConfig<AscendC::AtomicDtype::ATOMIC_NONE, AscendC::AtomicOp::ATOMIC_SUM>()",
    ),
    "asc_set_store_atomic_config_v1": ("asc_set_store_atomic_config_v1(1, 0)", "asc_set_store_atomic_config_v1(0, 0)"),
    "SetVectorMask": ("AscendC::SetVectorMask<float>(0, 64)", "AscendC::ResetMask()"),
    "set_vector_mask": ("set_vector_mask(0, 64)", "set_vector_mask(-1, -1)"),
    "asc_set_vector_mask": ("asc_set_vector_mask(0, 64)", "AscendC::ResetMask()"),
    "SetHF32Mode": (
        "AscendC::SetHF32Mode(AscendC::HF32Mode::ENABLE)",
        "AscendC::SetHF32Mode(AscendC::HF32Mode::DISABLE)",
    ),
    "asc_enable_hf32": ("asc_enable_hf32()", "asc_set_fp32_mode()"),
    "SetHF32TransMode": (
        "AscendC::SetHF32TransMode(AscendC::HF32TransMode::NEAREST_ZERO)",
        "AscendC::SetHF32TransMode(AscendC::HF32TransMode::NEAREST_EVEN)",
    ),
    "asc_enable_hf32_trans": ("asc_enable_hf32_trans(1)", "asc_enable_hf32_trans(0)"),
    "SetMMLayoutTransform": ("AscendC::SetMMLayoutTransform(true)", "AscendC::SetMMColumnMajor()"),
    "SetMMRowMajor": ("AscendC::SetMMRowMajor()", "AscendC::SetMMLayoutTransform(false)"),
    "SetSaturationFlag": (
        "AscendC::SetSaturationFlag<AscendC::SaturationMode::FLOAT>(false)",
        "AscendC::SetSaturationFlag<AscendC::SaturationMode::FLOAT>(true)",
    ),
    "SetCtrlSpr": ("AscendC::SetCtrlSpr<60, 60>(1)", "AscendC::SetCtrlSpr<60, 60>(0)"),
    "set_ctrl": ("set_ctrl(sbitset1(get_ctrl(), 48))", "set_ctrl(sbitset0(get_ctrl(), 48))"),
    "asc_set_ctrl": (
        "asc_set_ctrl(asc_set_nthbit(asc_get_ctrl(), 48))",
        "asc_set_ctrl(asc_clear_nthbit(asc_get_ctrl(), 48))",
    ),
    "SetLoadDataBoundary": ("AscendC::SetLoadDataBoundary(1024)", "AscendC::SetLoadDataBoundary(0)"),
    "SetLoadDataPaddingValue": (
        "AscendC::SetLoadDataPaddingValue<float>(1)",
        "AscendC::SetLoadDataPaddingValue<float>(0)",
    ),
    "SetPadValue": ("AscendC::SetPadValue<float>(1)", "AscendC::SetPadValue<float>(0)"),
    "set_mov_pad_val": ("set_mov_pad_val(1)", "set_mov_pad_val(0)"),
    "asc_set_copy_pad_val": ("asc_set_copy_pad_val(1)", "asc_set_copy_pad_val(0)"),
    "SetLoopModePara": (
        "AscendC::SetLoopModePara(loop, AscendC::DataCopyMVType::UB_TO_OUT)",
        "AscendC::ResetLoopModePara(AscendC::DataCopyMVType::UB_TO_OUT)",
    ),
}
STATES = table("calls")["state"]
SETTING = [(name, state["off"][0] + "()" if state["off"] else "") for state in STATES for name in state["on"]]


@pytest.mark.parametrize(("call", "off"), SETTING)
def test_every_state_is_reported_and_put_back(tmp_path: Path, call: str, off: str) -> None:
    sets, restores = AGAIN.get(call, (f"{call}()", off))
    loop = "AscendC::LoopModeParams loop;\n"
    (finding,) = found(tmp_path / "left", f"{loop}{sets};")
    assert finding.message.args == (("call", call),)
    assert found(tmp_path / "put-back", f"{loop}{sets};\n{restores};") == []


RESTORING = [(name, state["on"][0]) for state in STATES for name in state["off"]]


@pytest.mark.parametrize(("call", "sets"), RESTORING)
def test_every_call_that_restores_a_state_does(tmp_path: Path, call: str, sets: str) -> None:
    bits = "<60, 60>" if call == "ResetCtrlSpr" else ""
    type = "AscendC::DataCopyMVType::UB_TO_OUT" if call == "ResetLoopModePara" else ""
    body = f"AscendC::LoopModeParams loop;\n{AGAIN.get(sets, (f'{sets}()', ''))[0]};\n{call}{bits}({type});"
    assert found(tmp_path, "using namespace AscendC;\n" + body) == []


@pytest.mark.parametrize(
    ("body", "left"),
    [
        # one register: its whole word puts back every part, another part none
        ("const uint64_t word = get_ctrl();\nAscendC::SetHF32Mode(true);\nset_ctrl(word);", []),
        ("AscendC::SetHF32Mode(true);\nset_ctrl(sbitset0(get_ctrl(), 46));", []),
        ("AscendC::SetHF32Mode(true);\nset_ctrl(sbitset0(get_ctrl(), 47));", ["SetHF32Mode"]),
        ("AscendC::SetHF32Mode(true);\nAscendC::SetHF32TransMode(false);", ["SetHF32Mode"]),
        ("AscendC::SetHF32Mode(true);\nAscendC::SetMMColumnMajor();", ["SetHF32Mode"]),
        ("AscendC::SetMMColumnMajor();", []),
        # of this mode the default is not documented
        ("AscendC::SetSaturationFlag<AscendC::SaturationMode::CAST>(true);", []),
        (
            "const bool flag = AscendC::GetSaturationFlag<AscendC::SaturationMode::FLOAT>();\n"
            "AscendC::SetSaturationFlag<AscendC::SaturationMode::FLOAT>(false);\n"
            "AscendC::SetSaturationFlag<AscendC::SaturationMode::FLOAT>(flag);",
            [],
        ),
        (
            "AscendC::LoopModeParams loop;\nAscendC::SetLoopModePara(loop, AscendC::DataCopyMVType::UB_TO_OUT);\n"
            "AscendC::ResetLoopModePara(AscendC::DataCopyMVType::OUT_TO_UB);",
            ["SetLoopModePara"],
        ),
    ],
)
def test_parts_of_a_register_are_apart_and_its_word_is_all_of_them(tmp_path: Path, body: str, left: list[str]) -> None:
    assert [finding.message.args for finding in found(tmp_path, body)] == [(("call", name),) for name in left]


@pytest.mark.parametrize(("behind", "left"), [("", 1), ("mm.SetHF32(false, 0);", 0), ("mm.SetHF32();", 0)])
def test_a_matmul_object_on_the_cube_core_leaves_its_mode(tmp_path: Path, behind: str, left: int) -> None:
    source = tmp_path / "op_kernel" / "product.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        "#define ASCENDC_CUBE_ONLY\n"
        '#include "kernel_operator.h"\n#include "lib/matmul_intf.h"\n'
        "using Side = AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;\n"
        'extern "C" __global__ __aicore__ void product(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
        "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);\nAscendC::TPipe pipe;\nTCubeTiling shape;\n"
        "AscendC::Matmul<Side, Side, Side, Side> mm;\n"
        "REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm, &shape);\n"
        f"mm.SetHF32(true, 1);\nmm.IterateAll(x);\n{behind}\nmm.End();\n}}\n"
    )
    assert len(list(lint_tree(tmp_path, frozenset(["SK705"])))) == left


MASKED = "AscendC::SetMaskCount();\nAscendC::SetVectorMask<float, AscendC::MaskMode::COUNTER>(64);\n"


@pytest.mark.parametrize(
    ("call", "name", "left"),
    [
        ("AscendC::Muls(local, local, 2.0f, 64);", "state", 0),
        ("AscendC::Muls<float, false>(local, local, 2.0f, 64);", "state", 2),
        ("AscendC::Abs(local, local, 64);", "state", 0),
        ("AscendC::Abs<float, false>(local, local, AscendC::MASK_PLACEHOLDER, 1, {1, 1, 8, 8});", "state", 2),
        ("AscendC::Cast(local, local, AscendC::RoundMode::CAST_NONE, 64);", "state", 0),
        ("if (data.rows > 1) { AscendC::Abs(local, local, 64); }", "state", 2),
        # on Ascend 950 these forms have no part in the masks
        ("AscendC::Abs(local, local, 64);", "state_apt", 2),
    ],
)
def test_a_vector_call_on_so_many_elements_restores_the_masks(tmp_path: Path, call: str, name: str, left: int) -> None:
    assert len(found(tmp_path, MASKED + call, name=name)) == left


def test_every_state_says_how_it_is_restored_and_where_that_is_written() -> None:
    states = table("calls")["state"]
    assert all(state["restore"] and state["source"] for state in states)
    names = [name for state in states for name in (*state["on"], *state["off"])]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(0);\nAscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(1);", [15]),
        ("AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(0);\nAscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(0);", []),
        ("set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);\nwait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);", []),
        ("set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);\nwait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);", [15]),
        (
            "for (uint32_t row = 0; row < data.rows; ++row) {\nif (row > 0) {\n"
            "AscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(0);\n}\n"
            "AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(0);\n}",
            [19],
        ),
    ],
    ids=["other-id", "read", "builtins", "other-event", "last-round"],
)
def test_events_left_unread(tmp_path: Path, body: str, lines: list[int]) -> None:
    assert [finding.at.line for finding in found(tmp_path, body, "SK704")] == lines


SWITCH = "AscendC::SetAtomicAdd<float>();", "AscendC::SetAtomicNone();"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("on == 1", "on == 1", 0),
        ("on == 1", "!(on != 1)", 0),
        ("on == 1", "on == 1 || data.rows > 3", 0),
        ("on == 1 && other == 1", "on == 1", 0),
        ("on == 1", "on == 1 && other == 1", 1),
        ("on == 1", "other == 1", 1),
    ],
)
@pytest.mark.parametrize("between", ["", "for (uint32_t row = 0; row < data.rows; ++row) { work(row, on); }"])
def test_what_cannot_be_computed_is_the_same_the_second_time(
    tmp_path: Path, first: str, second: str, left: int, between: str
) -> None:
    body = (
        "int64_t on = NobodyKnows(x);\nint64_t other = NobodyKnows(workspace);\n"
        f"if ({first}) {{ {SWITCH[0]} }}\n{COPY}\n{between}\nif ({second}) {{ {SWITCH[1]} }}"
    )
    findings = found(tmp_path, body, before="__aicore__ inline void work(uint32_t row, int64_t on) { on += row; }")
    assert words(findings) == [("warning", "likely")] * left


RING = """class Ring {{
public:
    __aicore__ inline void Run(uint32_t rows)
    {{
        AscendC::SetFlag<AscendC::HardEvent::MTE2_MTE1>(2);
        for (uint32_t row = 0; row < rows; ++row) {{
            AscendC::WaitFlag<AscendC::HardEvent::MTE2_MTE1>(2 + turn % 2);
            AscendC::SetFlag<AscendC::HardEvent::MTE2_MTE1>(2 + (turn + 1) % 2);
            turn++;
        }}
        AscendC::WaitFlag<AscendC::HardEvent::MTE2_MTE1>({last});
    }}
    uint64_t turn = 0;
}};
"""


@pytest.mark.parametrize(("last", "left"), [("2 + turn % 2", 0), ("2", 1)], ids=["in-turn", "first"])
def test_a_counter_that_is_a_member_names_the_event_of_the_next_round(tmp_path: Path, last: str, left: int) -> None:
    assert len(found(tmp_path, "Ring ring;\nring.Run(data.rows);", "SK704", RING.format(last=last))) == left


ID = "pipe.AllocEventID<AscendC::HardEvent::MTE3_MTE2>()"
SET_ID = "AscendC::SetFlag<AscendC::HardEvent::MTE3_MTE2>({id});\n"
WAIT_ID = "AscendC::WaitFlag<AscendC::HardEvent::MTE3_MTE2>({id});\n"
CHOSEN = {
    "kept": "if (turn == 0) { id = first; } else { id = second; }\nturn = 1 - turn;",
    "counted": "if (row % 2 == 0) { id = first; } else { id = second; }",
    "asked": "id = (row & 1) == 0 ? first : second;",
    "unknown": "id = NobodyKnows(row) == 0 ? first : second;",
}


@pytest.mark.parametrize(("chosen", "left"), [("kept", 1), ("counted", 1), ("asked", 1), ("unknown", 0)])
def test_an_event_that_is_chosen_from_two_is_one_of_them(tmp_path: Path, chosen: str, left: int) -> None:
    def body(behind: str) -> str:
        set_up = (
            f"AscendC::TPipe pipe;\nauto first = {ID};\nauto second = {ID};\nauto id = first;\nuint32_t turn = 0;\n"
        )
        primed = SET_ID.format(id="first") + SET_ID.format(id="second")
        each = f"{CHOSEN[chosen]}\n{WAIT_ID.format(id='id')}{SET_ID.format(id='id')}"
        return f"{set_up}{primed}for (uint32_t row = 0; row < data.rows; ++row) {{\n{each}}}\n{behind}"

    drained = WAIT_ID.format(id="first") + WAIT_ID.format(id="second")
    assert found(tmp_path / "drained", body(drained), "SK704") == []
    # where nobody can say which it was, no wait names the other one
    assert len(found(tmp_path / "half", body(WAIT_ID.format(id="first")), "SK704")) == left


@pytest.mark.parametrize(("last", "left"), [("id", 0), ("second", 1)])
def test_an_event_that_is_handed_from_round_to_round_is_the_one_it_was(tmp_path: Path, last: str, left: int) -> None:
    body = (
        f"AscendC::TPipe pipe;\nauto first = {ID};\nauto second = {ID};\nauto id = first;\n{SET_ID.format(id='first')}"
        f"for (uint32_t row = 0; row < 2; ++row) {{\n{WAIT_ID.format(id='id')}id = row % 2 == 0 ? second : first;\n"
        f"{SET_ID.format(id='id')}}}\n{WAIT_ID.format(id=last)}"
    )
    assert len(found(tmp_path, body, "SK704")) == left


TILING = """#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
struct RowTiling {{ uint32_t rows; uint32_t usedCores; bool accumulate; }};
static ge::graphStatus Run(gert::TilingContext *context)
{{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint32_t cores = platform.GetCoreNumAiv();
    uint32_t used = cores - 3;
    context->GetTilingData<RowTiling>()->usedCores = used;
    context->SetBlockDim({launched});
    return ge::GRAPH_SUCCESS;
}}
IMPL_OP_OPTILING(State).Tiling(Run);
"""


@pytest.mark.parametrize(("launched", "left"), [("used", 0), ("cores", 1)])
@pytest.mark.parametrize(
    ("code", "before", "behind"),
    [
        (
            "SK704",
            "AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(0);",
            "AscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(0);",
        ),
        ("SK705", SWITCH[0], SWITCH[1]),
    ],
)
def test_a_way_out_that_no_launched_core_takes_leaves_nothing(
    tmp_path: Path, launched: str, left: int, code: str, before: str, behind: str
) -> None:
    host = tmp_path / "op_host" / "state_tiling.cpp"
    host.parent.mkdir()
    host.write_text(TILING.format(launched=launched))
    body = f"{before}\nif (AscendC::GetBlockIdx() >= data.usedCores) {{ return; }}\n{behind}"
    assert len(found(tmp_path, body, code)) == left


HEADER = """#pragma once
#include "kernel_operator.h"

template <class T>
class Accumulate {{
public:
    __aicore__ inline void operator()(AscendC::GlobalTensor<T> &out, AscendC::LocalTensor<T> &in, uint32_t n)
    {{
        AscendC::SetAtomicAdd<T>();
        AscendC::DataCopy(out, in, n);
        {early}
        AscendC::SetAtomicNone();
    }}
}};
"""


@pytest.mark.parametrize(("early", "lines"), [("if (n > 64) { return; }", [9]), ("", [])])
def test_a_library_of_headers_is_judged_function_by_function(tmp_path: Path, early: str, lines: list[int]) -> None:
    header = tmp_path / "library" / "accumulate.h"
    header.parent.mkdir()
    header.write_text(HEADER.format(early=early))
    findings = lint_tree(tmp_path / "library", frozenset(["SK705"]))
    assert [finding.at.line for finding in findings] == lines
    assert {finding.confidence for finding in findings} <= {"likely"}
