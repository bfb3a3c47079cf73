"""Cross-core flags: whose they are, what they accept, and whether each set has its wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree
from sklint.finding import Finding

TYPE = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);"
DATA = "GET_TILING_DATA_WITH_STRUCT(RoundTiling, data, tiling);"


def found(folder: Path, body: str, code: str, before: str = "", name: str = "flags") -> list[Finding]:
    """The findings of one rule in a kernel of this body, which may ask `data.rounds` and `data.slots`."""
    source = folder / "op_kernel" / f"{name}.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\n'
        "struct RoundTiling {\n    uint32_t rounds;\n    uint32_t slots;\n};\n"
        f"{before}\n"
        f'extern "C" __global__ __aicore__ void {name.removesuffix("_apt")}'
        f"(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{{\n{body}\n}}\n"
    )
    return list(lint_tree(folder, frozenset([code])))


def words(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.severity, finding.confidence) for finding in findings]


# ---------------------------------------------------------------------------------------------------- SK101

HALVES = "uint32_t mine = AscendC::GetSubBlockIdx() == 0 ? data.rounds / 2 : data.rounds - data.rounds / 2;\n"


@pytest.mark.parametrize(
    ("guarded", "confidence"),
    [
        ("if (mine > 0) {\nAscendC::CrossCoreWaitFlag(8);\n}", "likely"),
        ("if (mine == 0) {\nreturn;\n}\nAscendC::CrossCoreWaitFlag(8);", "likely"),
        # a round that this core has not may be one that the other has
        (
            "for (uint32_t at = 0; at < data.slots; ++at) {\nif (mine > at) {\nAscendC::CrossCoreWaitFlag(8);\n}\n}",
            "possible",
        ),
    ],
)
def test_a_half_that_may_be_empty_is_told_where_no_round_makes_up_for_it(
    tmp_path: Path, guarded: str, confidence: str
) -> None:
    body = exchange(f"{HALVES}{guarded}", "AscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(8);")
    assert words(found(tmp_path, body, "SK101")) == [("info", confidence)]


# ---------------------------------------------------------------------------------------------------- SK703


def exchange(vector: str, cube: str) -> str:
    return f"{TYPE}\n{DATA}\nif ASCEND_IS_AIV {{\n{vector}\n}}\nif ASCEND_IS_AIC {{\n{cube}\n}}"


SET = "AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>({flag});"
WAIT = "AscendC::CrossCoreWaitFlag({flag});"


def each_round(body: str) -> str:
    return f"for (uint32_t round = 0; round < data.rounds; ++round) {{\n{body}\n}}"


@pytest.mark.parametrize(
    ("vector", "cube"),
    [
        # the drain looks for more rounds than were skipped
        (
            each_round(SET.format(flag=8)),
            each_round("if (round > 0) {\n" + WAIT.format(flag=8) + "\n}")
            + "\nif (data.rounds > 2) {\n"
            + WAIT.format(flag=8)
            + "\n}",
        ),
        # one wait more than there are rounds
        (each_round(SET.format(flag=8)), each_round(WAIT.format(flag=8)) + WAIT.format(flag=8)),
        # a set under a condition that the wait does not have
        (
            each_round("if (data.slots > 1) {\n" + SET.format(flag=8) + "\n}"),
            each_round(WAIT.format(flag=8)),
        ),
        # two slots that take turns, of which one is not drained
        (
            each_round(SET.format(flag="8 + round % 2")),
            each_round("if (round > 1) {\n" + WAIT.format(flag="8 + round % 2") + "\n}")
            + "\nif (data.rounds > 0) {\n"
            + WAIT.format(flag=8)
            + "\n}",
        ),
    ],
    ids=["drain", "one-more", "condition", "slots"],
)
def test_numbers_that_differ_are_found(tmp_path: Path, vector: str, cube: str) -> None:
    assert words(found(tmp_path, exchange(vector, cube), "SK703")) == [("warning", "likely")]


@pytest.mark.parametrize(
    ("vector", "cube"),
    [
        # skipped in the first round, made up for behind the loop
        (
            each_round(SET.format(flag=8)),
            each_round("if (round > 0) {\n" + WAIT.format(flag=8) + "\n}")
            + "\nif (data.rounds > 0) {\n"
            + WAIT.format(flag=8)
            + "\n}",
        ),
        # the same number of rounds, counted down on one side
        (
            each_round(SET.format(flag=8)),
            "uint32_t left = data.rounds;\nwhile (left > 0) {\n" + WAIT.format(flag=8) + "\n--left;\n}",
        ),
        # a loop that is left early on both sides
        (
            each_round("if (round == data.slots) {\nbreak;\n}\n" + SET.format(flag=8)),
            each_round("if (round == data.slots) {\nbreak;\n}\n" + WAIT.format(flag=8)),
        ),
        # rounds that are skipped on both sides
        (
            each_round("if (round % 2 == 1) {\ncontinue;\n}\n" + SET.format(flag=8)),
            each_round("if (round % 2 == 0) {\n" + WAIT.format(flag=8) + "\n}"),
        ),
        # two slots that take turns
        (
            "bool odd = false;\n" + each_round(SET.format(flag="8 | odd") + "\nodd = !odd;"),
            each_round(WAIT.format(flag="8 + round % 2")),
        ),
        # numbers of rounds from different fields: nobody can say from here
        (
            each_round(SET.format(flag=8)),
            "for (uint32_t slot = 0; slot < data.slots; ++slot) {\n" + WAIT.format(flag=8) + "\n}",
        ),
        # an early return of both
        (
            "if (data.slots == 0) {\nreturn;\n}\n" + SET.format(flag=8),
            "if (data.slots == 0) {\nreturn;\n}\n" + WAIT.format(flag=8),
        ),
        # one of two numbers that are named, although it is also counted with
        (
            "for (uint32_t slot = 0; slot < data.slots; ++slot) {\n" + SET.format(flag=8) + "\n}",
            "if (data.slots == 2) {\n"
            + WAIT.format(flag=8) * 2
            + "\n} else if (data.slots == 4) {\n"
            + WAIT.format(flag=8) * 4
            + "\n}",
        ),
    ],
    ids=["made-up-for", "counted-down", "left-early", "skipped", "turns", "other-fields", "return", "named"],
)
def test_numbers_that_agree_are_silent(tmp_path: Path, vector: str, cube: str) -> None:
    assert found(tmp_path, exchange(vector, cube), "SK703") == []


ON_CUBE, ON_VECTOR = "AscendC::GetBlockIdx()", "AscendC::GetBlockIdx() / AscendC::GetSubBlockNum()"


@pytest.mark.parametrize(
    ("vector", "cube", "said"),
    [
        # every vector core waits, and the cube core of one block alone sets
        (WAIT.format(flag=8), f"if ({ON_CUBE} == 0) {{ {SET.format(flag=8)} }}", ["on block 1"]),
        (f"if ({ON_VECTOR} == 0) {{ {WAIT.format(flag=8)} }}", SET.format(flag=8), ["on block 1"]),
        (f"if ({ON_VECTOR} != 0) {{ {WAIT.format(flag=8)} }}", SET.format(flag=8), ["on block 0"]),
        (
            f"if ({ON_VECTOR} == 0) {{ {WAIT.format(flag=8)} }} else {{ {WAIT.format(flag=8) * 2} }}",
            f"if ({ON_CUBE} < 0) {{ {SET.format(flag=8)} }}",
            ["always"],
        ),
        (
            f"if ({ON_VECTOR} == 0) {{ {WAIT.format(flag=8)} }}",
            f"if ({ON_CUBE} == 0) {{ {SET.format(flag=8)} }}",
            [],
        ),
        # what the host stores may keep the two in step
        (f"if ({ON_VECTOR} < data.slots) {{ {WAIT.format(flag=8)} }}", SET.format(flag=8), []),
    ],
    ids=["cube-alone", "vector-alone", "all-but-first", "both", "same-block", "tiling"],
)
def test_a_block_that_differs_alone_is_told_where_only_the_core_decides(
    tmp_path: Path, vector: str, cube: str, said: list[str]
) -> None:
    findings = found(tmp_path, exchange(vector, cube), "SK703")
    assert [part for one in findings for part in said if f"({part})" in str(one.message)] == said
    assert words(findings) == [("warning", "likely") if "block" in part else ("error", "proved") for part in said]


def test_each_choice_of_template_parameters_is_counted_out(tmp_path: Path) -> None:
    """Two selections never run together: what is left in the one does not stand for the other."""
    rounds = "for (uint32_t round = 0; round < data.rounds; ++round)"

    def way(name: str, flag: int, drain: int) -> str:
        return (
            f"__aicore__ inline void {name}(const RoundTiling &data) {{\n"
            f"if ASCEND_IS_AIV {{ {rounds} {{ {SET.format(flag=flag)} }} }}\n"
            f"if ASCEND_IS_AIC {{ {rounds} {{ if (round > 0) {{ {WAIT.format(flag=flag)} }} }}\n"
            f"if (data.rounds > {drain}) {{ {WAIT.format(flag=flag)} }} }}\n}}\n"
        )

    source = tmp_path / "op_kernel" / "selected.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "kernel_operator.h"\n'
        "struct RoundTiling {\n    uint32_t rounds;\n    uint32_t slots;\n};\n"
        f"{way('Short', 8, 1)}{way('Even', 8, 0)}{way('Other', 8, 2)}"
        "template <int KIND, int PART> __global__ __aicore__ void selected(GM_ADDR workspace, GM_ADDR tiling)\n{\n"
        f"{TYPE}\n{DATA}\n"
        "if constexpr (KIND == 0 && PART == 0) { Short(data); }\n"
        "if constexpr (KIND == 1 && PART == 0) { Even(data); }\n"
        "if constexpr (KIND == 1 && PART == 3) { Other(data); }\n"
        "}\n"
    )
    findings = lint_tree(tmp_path, frozenset(["SK703"]))
    short, _, other = (
        number for number, line in enumerate(source.read_text().splitlines(), 1) if "ASCEND_IS_AIV" in line
    )
    assert [finding.at.line for finding in findings] == [short, other]


@pytest.mark.parametrize(("lag", "expected"), [(1, []), (0, [("warning", "likely")])])
def test_what_is_read_once_is_one_number_for_all_that_ask(
    tmp_path: Path, lag: int, expected: list[tuple[str, str]]
) -> None:
    """The waits are a step behind, and the last batch has a step more for them: its tiles come from memory."""
    each = "for (uint32_t task = 0; task < tasks; ++task) {"
    step = (
        "if (step < tiles) {\ntasks++;\nif (tasks < 2 && step + 1 < tiles) {\ncontinue;\n}\n"
        f"{each}\nif ASCEND_IS_AIV {{\n{SET.format(flag=8)}\n}}\nmade++;\n}}\n}}\nfor (uint32_t i = 0; i < 2; ++i) {{\n"
        f"if (turn > 0 && taken < made) {{\nif ASCEND_IS_AIC {{\n{WAIT.format(flag=8)}\n}}\ntaken++;\n}}\n}}\n"
        "tasks = 0;\nturn++;"
    )
    body = (
        "AscendC::GlobalTensor<uint32_t> lengths;\nlengths.SetGlobalBuffer((__gm__ uint32_t *)x);\n"
        "uint32_t made = 0, taken = 0, turn = 0, tasks = 0;\n"
        + each_round(
            "uint32_t length = lengths.GetValue(round);\nif (length == 0) {\ncontinue;\n}\n"
            "uint32_t tiles = (length + 127) / 128;\n"
            f"uint32_t steps = round == data.rounds - 1 ? tiles + {lag} : tiles;\n"
            f"for (uint32_t step = 0; step < steps; ++step) {{\n{step}\n}}"
        )
    )
    assert words(found(tmp_path, f"{TYPE}\n{DATA}\n{body}", "SK703")) == expected


def test_each_call_reads_a_number_of_its_own(tmp_path: Path) -> None:
    before = (
        "__aicore__ inline uint32_t Read(GM_ADDR x, uint32_t at)\n{\nAscendC::GlobalTensor<uint32_t> all;\n"
        "all.SetGlobalBuffer((__gm__ uint32_t *)x);\nreturn all.GetValue(at);\n}\n"
    )
    body = (
        "const uint32_t sent = Read(x, 0);\nconst uint32_t taken = Read(x, 1);\n"
        f"if ASCEND_IS_AIV {{\nfor (uint32_t i = 0; i < sent; ++i) {{\n{SET.format(flag=8)}\n}}\n"
        f"if (taken > 0) {{\n{SET.format(flag=8)}\n}}\n}}\n"
        f"if ASCEND_IS_AIC {{\nfor (uint32_t i = 0; i < taken; ++i) {{\n{WAIT.format(flag=8)}\n}}\n"
        f"if (sent > 0) {{\n{WAIT.format(flag=8)}\n}}\n}}"
    )
    assert words(found(tmp_path, f"{TYPE}\n{body}", "SK703", before)) == [("warning", "likely")]


def test_the_message_names_the_numbers(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, exchange(each_round(SET.format(flag=8)), WAIT.format(flag=8)), "SK703")
    assert "flag 8 is set 2 times by a vector core and read 1 times by a cube core" in str(finding.message)
    assert "`RoundTiling.rounds` = 2" in str(finding.message)


def test_the_message_leaves_out_that_an_address_is_not_null(tmp_path: Path) -> None:
    start = f"{TYPE}\n{DATA}\nif (workspace == nullptr || x == nullptr) {{\nreturn;\n}}\n"
    more = exchange(each_round(SET.format(flag=8)), WAIT.format(flag=8)).replace(f"{TYPE}\n{DATA}", start)
    (finding,) = found(tmp_path / "more", more, "SK703")
    assert dict(finding.message.args)["when"] == "`RoundTiling.rounds` = 2"
    alone = exchange(SET.format(flag=8) * 2, WAIT.format(flag=8)).replace(f"{TYPE}\n{DATA}", start)
    (finding,) = found(tmp_path / "alone", alone, "SK703")
    assert dict(finding.message.args)["when"] == "`workspace` != nullptr, `x` != nullptr"


def test_a_reference_carries_the_slot_from_round_to_round(tmp_path: Path) -> None:
    before = (
        "__aicore__ inline void Send(bool &odd, uint32_t rounds)\n{\n"
        "for (uint32_t round = 0; round < rounds; ++round) {\n" + SET.format(flag="8 | odd") + "\nodd = !odd;\n}\n}\n"
    )
    vector = "bool odd = false;\nSend(odd, data.rounds);\nSend(odd, data.rounds);"
    cube = "for (uint32_t round = 0; round < 2 * data.rounds; ++round) {\n" + WAIT.format(flag="8 + round % 2") + "\n}"
    assert found(tmp_path, exchange(vector, cube), "SK703", before) == []


def test_each_tiling_key_is_judged_by_itself(tmp_path: Path) -> None:
    one = exchange(SET.format(flag=8), WAIT.format(flag=8))
    two = exchange(SET.format(flag=8), "").replace(TYPE, "").replace(DATA, "")
    body = f"{TYPE}\nif (TILING_KEY_IS(1)) {{\n{one.replace(TYPE, '')}\n}} else if (TILING_KEY_IS(2)) {{\n{two}\n}}"
    (finding,) = found(tmp_path, body, "SK703")
    assert finding.message.args[1] == ("flag", "8")


def test_a_specialisation_for_one_kind_of_core_runs_on_that_kind(tmp_path: Path) -> None:
    before = """
template <class T>
class Exchange {
public:
    template <int32_t CORE = g_coreType>
    __aicore__ inline void operator()(uint32_t rounds);

    template <>
    __aicore__ inline void operator()<AscendC::AIC>(uint32_t rounds)
    {
        AscendC::CrossCoreWaitFlag(8);
    }

    template <>
    __aicore__ inline void operator()<AscendC::AIV>(uint32_t rounds)
    {
        for (uint32_t round = 0; round < rounds; ++round) {
            AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(8);
        }
    }
};
"""
    body = f"{TYPE}\n{DATA}\nExchange<float> exchange;\nexchange(data.rounds);"
    (finding,) = found(tmp_path, body, "SK703", before)
    assert "set 2 times by a vector core and read 1 times by a cube core" in str(finding.message)


def test_sixteen_in_one_go_are_too_many_and_fifteen_are_not(tmp_path: Path) -> None:
    def loop(call: str, rounds: int) -> str:
        return f"for (uint32_t round = 0; round < {rounds}; ++round) {{\n{call}\n}}"

    many = exchange(loop(SET.format(flag=8), 16), loop(WAIT.format(flag=8), 16))
    assert words(found(tmp_path / "many", many, "SK703")) == [("warning", "likely")]
    few = exchange(loop(SET.format(flag=8), 15), loop(WAIT.format(flag=8), 15))
    assert found(tmp_path / "few", few, "SK703") == []


def test_mode_four_has_a_number_for_each_vector_core(tmp_path: Path) -> None:
    body = exchange(
        "AscendC::CrossCoreSetFlag<0x4, PIPE_MTE3>(8);",
        "AscendC::CrossCoreWaitFlag<0x4, PIPE_FIX>(8);\nAscendC::CrossCoreWaitFlag<0x4, PIPE_FIX>(24);",
    )
    assert found(tmp_path / "both", body, "SK703", name="flags_apt") == []
    one = body.replace("AscendC::CrossCoreWaitFlag<0x4, PIPE_FIX>(24);", "")
    (left,) = found(tmp_path / "one", one, "SK703", name="flags_apt")
    assert "flag 8 of the second vector core (24 on the cube core) is set 1 times" in str(left.message)


# ---------------------------------------------------------------------------------------------------- SK701


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        ("AscendC::SYNC_AIC_FLAG", [("error", "proved")]),
        ("11", [("error", "proved")]),
        ("10", []),
        ("15", []),
        ("16", [("warning", "proved")]),
        ("8 + data.rounds % 4", [("warning", "likely")]),
        ("8 + data.rounds % 3", []),
        ("(data.rounds & 1) | 12", [("warning", "likely")]),
        ("(data.rounds % 2 * 7 ^ 7) + 4", [("warning", "likely")]),
        # 4 or 9, although what lies between has other bits
        ("(data.rounds % 2 * 5 ^ 5) + 4", []),
        ("data.rounds > 2 ? 9 : 13", [("warning", "likely")]),
        ("data.rounds", []),
    ],
)
def test_flags_that_others_own(tmp_path: Path, flag: str, expected: list[tuple[str, str]]) -> None:
    body = f"{TYPE}\n{DATA}\nif ASCEND_IS_AIV {{\n{SET.format(flag=flag)}\n}}"
    assert words(found(tmp_path, body, "SK701")) == expected


MATMUL = """
#include "lib/matmul_intf.h"
using Input = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Output = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;
"""
REGISTERED = (
    "AscendC::TPipe pipe;\nmatmul::Matmul<Input, Input, Output> first;\nmatmul::Matmul<Input, Input, Output> second;\n"
    "REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), first);\nREGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), second);\n"
)


@pytest.mark.parametrize(("flag", "owned"), [(3, True), (4, False), (15, True)])
def test_matmul_owns_two_flags_an_object_and_its_queue(tmp_path: Path, flag: int, owned: bool) -> None:
    body = f"{TYPE}\n{REGISTERED}if ASCEND_IS_AIV {{\n{SET.format(flag=flag)}\n}}"
    assert bool(found(tmp_path, body, "SK701", MATMUL)) is owned


def test_matmul_on_cube_cores_alone_has_no_queue(tmp_path: Path) -> None:
    body = f"{TYPE}\n{REGISTERED}if ASCEND_IS_AIV {{\n{SET.format(flag=3)}\n}}"
    assert found(tmp_path, body, "SK701", "#define ASCENDC_CUBE_ONLY\n" + MATMUL) == []


@pytest.mark.parametrize(
    ("keyed", "owned"),
    [
        ("if (TILING_KEY_IS(1)) {{\n{flag}\n}} else if (TILING_KEY_IS(2)) {{\n{matmul}\n}}", False),
        ("if (TILING_KEY_IS(2)) {{\n{matmul}\n}} else {{\n{flag}\n}}", False),
        ("if (TILING_KEY_IS(1)) {{\n{flag}\n}}\nif (TILING_KEY_IS(2)) {{\n{matmul}\n}}", False),
        ("{flag}\nif (TILING_KEY_IS(2)) {{\n{matmul}\n}}", True),
        ("if (TILING_KEY_IS(1)) {{\n{flag}\n}}\n{matmul}", True),
    ],
)
def test_the_objects_of_another_key_own_nothing(tmp_path: Path, keyed: str, owned: bool) -> None:
    flag = f"if ASCEND_IS_AIV {{\n{SET.format(flag=0)}\n}}"
    body = f"{TYPE}\n" + keyed.format(flag=flag, matmul=REGISTERED)
    assert words(found(tmp_path, body, "SK701", MATMUL)) == ([("error", "proved")] if owned else [])


def sets(*flags: object) -> str:
    return "\n".join(SET.format(flag=flag) for flag in flags)


@pytest.mark.parametrize(
    ("vector", "cube", "repair"),
    [
        (sets(12), "", "use one of the flags 8, 9 and 10, which nobody else uses"),
        (sets(12), WAIT.format(flag=9), "use a flag that this kernel leaves free: 8, 10"),
        (sets(12, 8), WAIT.format(flag=10), "use a flag that this kernel leaves free: 9"),
        # the id that the flag is cut to is its own as long as no other flag has it
        (sets(24), WAIT.format(flag=24), "use one of the flags 8, 9 and 10, which nobody else uses"),
        (sets(12, 24), "", "use a flag that this kernel leaves free: 9, 10"),
        (sets(12, "8 + data.rounds % 3"), sets(0, 7), "use a flag that this kernel leaves free: 1, 2, 3, 4, 5, 6"),
        (sets("8 + data.rounds % 4"), "", "use a flag that this kernel leaves free: 0, 1, 2, 3, 4, 5, 6, 7"),
        (sets(12, "data.slots"), "", "look for a flag that this kernel does not use: not all of its flags are known"),
        (sets("data.slots % 16"), "", "look for a flag that this kernel does not use: not all of its flags are known"),
        (sets(*range(13)), "", "no flag is left: let two exchanges that are never under way together share one"),
    ],
)
def test_the_repair_names_what_the_kernel_does_not_use(tmp_path: Path, vector: str, cube: str, repair: str) -> None:
    assert str(found(tmp_path, exchange(vector, cube), "SK701")[0].repair) == repair


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", [("error", "proved")]),
        ("if constexpr (sizeof(x) == 8) {\nKERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);\n}", []),
    ],
)
def test_of_several_default_types_any_may_be_the_one(
    tmp_path: Path, more: str, expected: list[tuple[str, str]]
) -> None:
    type = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_0);"
    body = f"{type}\n{more}\nif ASCEND_IS_AIC {{\nAscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(8);\n}}"
    assert words(found(tmp_path, body, "SK702")) == expected


TWO_WAYS = """
template <uint32_t WORK>
__aicore__ inline void Serve()
{
    if constexpr (WORK == 1) {
%s
    } else if constexpr (WORK == 2) {
        %s
    }
%s
}
template <uint32_t WORK>
__global__ __aicore__ void chosen(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    Serve<WORK>();
}
"""


@pytest.mark.parametrize(("inside", "behind", "owned"), [(3, 9, False), (9, 3, True)])
def test_what_matmul_owns_it_owns_for_the_arguments_it_is_registered_for(
    tmp_path: Path, inside: int, behind: int, owned: bool
) -> None:
    one, other = SET.format(flag=inside), SET.format(flag=behind)
    before = MATMUL + TWO_WAYS % (REGISTERED, one, other)
    assert bool(found(tmp_path, f"{TYPE}\n", "SK701", before)) is owned


MISSING = '#include "nowhere.h"'
HIDDEN = {
    "a function of a missing header": (MISSING, "Answer(x);"),
    "a class of a missing header": (MISSING, "Answer<float> answer;\nanswer.Process();"),
    "a function without a body": ("__aicore__ void Answer(GM_ADDR x);", "Answer(x);"),
    "a method without a body": ("struct Answer {\n__aicore__ void Process();\n};", "Answer answer;\nanswer.Process();"),
}


@pytest.mark.parametrize(("before", "call"), HIDDEN.values(), ids=HIDDEN)
def test_the_other_side_may_stand_in_what_was_not_read(tmp_path: Path, before: str, call: str) -> None:
    body = f"{TYPE}\nif ASCEND_IS_AIV {{\n{call}\n}}\nif ASCEND_IS_AIC {{\n{SET.format(flag=8)}\n}}"
    (finding,) = found(tmp_path, body, "SK703", before)
    assert words([finding]) == [("info", "possible")]
    assert "not all code that the kernel calls was read" in str(finding.message)


@pytest.mark.parametrize(("before", "call"), HIDDEN.values(), ids=HIDDEN)
def test_a_side_that_was_read_in_part_is_taken_for_the_whole(tmp_path: Path, before: str, call: str) -> None:
    vector, cube = f"{call}\n{WAIT.format(flag=8)}", SET.format(flag=8) * 2
    body = f"{TYPE}\nif ASCEND_IS_AIV {{\n{vector}\n}}\nif ASCEND_IS_AIC {{\n{cube}\n}}"
    assert words(found(tmp_path, body, "SK703", before)) == [("info", "likely")]


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("", "AscendC::PipeBarrier<PIPE_ALL>();"),
        (MISSING, "AscendC::PipeBarrier<PIPE_ALL>();"),
        (MISSING, "AscendC::LocalTensor<float> local;\nlocal.SetValue(0, local.GetValue(1));"),
        ("__aicore__ inline void Answer(GM_ADDR x) {}", "Answer(x);"),
    ],
)
def test_a_handshake_without_a_place_for_the_other_side_is_proved(tmp_path: Path, before: str, call: str) -> None:
    body = f"{TYPE}\nif ASCEND_IS_AIV {{\n{call}\n}}\nif ASCEND_IS_AIC {{\n{SET.format(flag=8)}\n}}"
    assert words(found(tmp_path, body, "SK703", before)) == [("error", "proved")]


UNMET = """
template <typename T> class Sender { public:
    __aicore__ inline void Send() { SEND }
    template <int W> __aicore__ inline void Pass() { if constexpr (W == 1) { SEND } } };
template <typename T> __aicore__ Sender<T> *Kept();
template <typename T> __aicore__ inline void Work() { WORK }
"""
NOT_KNOWN = "look for a flag that this kernel does not use: not all of its flags are known"
NOBODYS = "use one of the flags 8, 9 and 10, which nobody else uses"


@pytest.mark.parametrize(
    ("work", "send", "repair"),
    [
        ("auto sender = Kept<T>(); sender->Send();", SET.format(flag=8), NOT_KNOWN),
        ("auto sender = Kept<T>(); sender->Send();", "AscendC::SyncAll();", NOBODYS),
        ("Sender<T> sender; sender.Send();", SET.format(flag=8), "use a flag that this kernel leaves free: 9, 10"),
        ("Sender<T> sender; sender.template Pass<2>();", SET.format(flag=8), NOBODYS),
        ("", SET.format(flag=8), NOBODYS),
    ],
    ids=["not followed", "no flag", "followed", "left out", "not called"],
)
def test_the_repair_names_no_flag_where_some_may_have_been_missed(
    tmp_path: Path, work: str, send: str, repair: str
) -> None:
    before = UNMET.replace("SEND", send).replace("WORK", work)
    body = exchange(f"{sets(12)}\nWork<float>();", "")
    assert str(found(tmp_path, body, "SK701", before)[0].repair) == repair


def test_the_repair_leaves_out_the_flags_of_matmul(tmp_path: Path) -> None:
    body = f"{TYPE}\n{REGISTERED}if ASCEND_IS_AIV {{\n{sets(8, 9, 10, 12)}\n}}"
    (one,) = found(tmp_path, body, "SK701", MATMUL)
    assert str(one.repair) == "use a flag that this kernel leaves free: 4, 5, 6, 7"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (f"{TYPE}\n{sets(12)}", ""),
        (f"{TYPE}\nif ASCEND_IS_AIC {{\n{sets(12)}\n}}", "aic"),
        (f"{TYPE}\nif ASCEND_IS_AIV {{\n{sets(12)}\n}}", "aiv"),
    ],
)
def test_a_flag_of_both_kinds_of_core_is_of_neither_alone(tmp_path: Path, body: str, kind: str) -> None:
    (one,) = found(tmp_path, body, "SK701")
    assert one.core_kind == kind


# ---------------------------------------------------------------------------------------------------- SK702


@pytest.mark.parametrize(
    ("call", "name", "wrong"),
    [
        ("AscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(8);", "flags", False),
        ("AscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(8);", "flags_apt", True),
        ("AscendC::CrossCoreSetFlag<0x2, PIPE_V>(8);", "flags_apt", False),
        ("AscendC::CrossCoreWaitFlag<0x2, PIPE_M>(8);", "flags_apt", True),
        ("AscendC::CrossCoreWaitFlag<0x2, PIPE_M>(8);", "flags", False),
        ("AscendC::CrossCoreSetFlag<0x4, PIPE_S>(8);", "flags_apt", False),
        ("AscendC::CrossCoreSetFlag<0x4, PIPE_ALL>(8);", "flags_apt", True),
    ],
)
def test_pipes_and_modes_by_product(tmp_path: Path, call: str, name: str, wrong: bool) -> None:
    body = f"{TYPE}\nif ASCEND_IS_AIV {{\n{call}\n}}"
    assert words(found(tmp_path, body, "SK702", name=name)) == ([("error", "proved")] if wrong else [])


def test_a_wait_for_what_nobody_sets_is_found(tmp_path: Path) -> None:
    findings = found(tmp_path, exchange("AscendC::PipeBarrier<PIPE_ALL>();", WAIT.format(flag=8)), "SK703")
    assert words(findings) == [("error", "proved")]


def test_a_wait_of_a_kernel_with_one_kind_of_core_is_left_alone(tmp_path: Path) -> None:
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n" + WAIT.format(flag=8)
    assert found(tmp_path, body, "SK703") == []


def test_a_flag_kept_in_a_member_is_known_in_a_loop(tmp_path: Path) -> None:
    kept = (
        "class Event {\npublic:\n__aicore__ inline explicit Event(uint16_t id) : id_(id) {}\n"
        "__aicore__ inline void Set() { AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(id_); }\n"
        "private:\nuint16_t id_;\n};"
    )
    body = f"{TYPE}\n{DATA}\nEvent done(12);\n" + each_round("done.Set();")
    assert [finding.at.line for finding in found(tmp_path, body, "SK701", kept)] == [9]


@pytest.mark.parametrize(("first", "second", "count"), [(8, 24, 0), (10, 12, 1)])
def test_of_two_flags_that_take_turns_only_those_two_count(tmp_path: Path, first: int, second: int, count: int) -> None:
    mode = "0x4" if second > 16 else "0x2"
    body = each_round(f"AscendC::CrossCoreSetFlag<{mode}, PIPE_FIX>(round % 2 == 0 ? {first} : {second});")
    name = "flags_apt" if second > 16 else "flags"
    assert len(found(tmp_path, f"{TYPE}\n{DATA}\n{body}", "SK701", name=name)) == count


@pytest.mark.parametrize("member", ["Event done_{12};", "Event done_ = Event(12);", "Event done_{kDone};"])
def test_a_member_that_its_declaration_starts_is_known(tmp_path: Path, member: str) -> None:
    kept = (
        "constexpr uint16_t kDone = 12;\nclass Event {\npublic:\n"
        "__aicore__ inline explicit Event(uint16_t id) : id_(id) {}\n"
        "__aicore__ inline void Set() { AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(id_); }\n"
        "private:\nuint16_t id_;\n};\n"
        f"class Side {{\npublic:\n__aicore__ inline void Tell() {{ done_.Set(); }}\nprivate:\n{member}\n}};"
    )
    assert len(found(tmp_path, f"{TYPE}\n{DATA}\nSide side;\nside.Tell();", "SK701", kept)) == 1
