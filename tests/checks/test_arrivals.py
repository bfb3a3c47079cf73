"""SK101: cores that part at a condition and still pass the same barriers, or do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.checks.launched import LaunchedCores
from sklint.checks.sk101 import all_core
from sklint.examples import lint_tree
from sklint.walk.alignment import Aligner
from tests.walk.kernels import walked

KERNEL = """#include "kernel_operator.h"
struct RowTiling {{ uint32_t rows; uint32_t used; uint32_t share[8]; }};
extern "C" __global__ __aicore__ void arrivals(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);
    const uint32_t index = AscendC::GetBlockIdx();
    {body}
}}
"""
MEET = "AscendC::SyncAll();"
EACH_ROW = "for (uint32_t row = index; row < data.rows; row += AscendC::GetBlockNum()) {{ {} }}"
EACH = "for (uint32_t round = 0; round < rounds; ++round) {{ {} }}"
ROUNDS = "uint32_t rounds = (data.rows + index) / data.used;"
UNEVEN = "uint32_t rounds = data.rows; bool behind = true; if (index < data.used) { rounds++; behind = false; }"
OWED = "if (index >= data.used) { ++owed; continue; }"
ONCE = f"if (pending) {{ {MEET} pending = false; }}"


def words(folder: Path, body: str) -> list[tuple[str, str]]:
    source = folder / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(KERNEL.format(body=body))
    return [(finding.severity, finding.confidence) for finding in lint_tree(folder, frozenset(["SK101"]))]


@pytest.mark.parametrize(
    "body",
    [
        f"{ROUNDS} {EACH.format(f'if (rounds == 0) {{ {MEET} }}')}",
        f"{ROUNDS} if (rounds != 0) {{ {MEET} }} if (rounds == 0) {{ {MEET} }}",
        f"auto rounds = NobodyKnows(index); if (rounds != 0) {{ {MEET} }} if (rounds == 0) {{ {MEET} }}",
        f"bool pending = true; {EACH_ROW.format(ONCE)} if (pending) {{ {MEET} }}",
        f"bool pending = true; uint32_t rounds = data.share[index]; {EACH.format(ONCE)} if (pending) {{ {MEET} }}",
        f"{UNEVEN} {EACH.format(MEET)} if (behind) {{ {MEET} }}",
        f"uint32_t rounds = data.rows, owed = 0; {EACH.format(OWED + MEET)} rounds = owed; {EACH.format(MEET)}",
    ],
    ids=["excluded", "complementary", "complementary-unknown", "latch", "latch-of-shares", "uneven", "owed"],
)
def test_cores_that_part_and_arrive_as_often_are_silent(tmp_path: Path, body: str) -> None:
    assert words(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{ROUNDS} {EACH.format(f'if (rounds == 2) {{ {MEET} }}')}", ("error", "proved")),
        (f"bool pending = true; {EACH_ROW.format(ONCE)}", ("error", "proved")),
        # a core without a share never comes to the barrier, if the host leaves one without
        (f"bool pending = true; uint32_t rounds = data.share[index]; {EACH.format(ONCE)}", ("warning", "possible")),
        (f"{UNEVEN} {EACH.format(MEET)}", ("error", "proved")),
        (f"{UNEVEN} {EACH.format(MEET)} if (!behind) {{ {MEET} }}", ("error", "proved")),
        # not among the blocks that are tried
        (f"if (index == 30) {{ {MEET} }}", ("error", "proved")),
        # whether the loop is reached at all cannot be computed
        (f"if (NobodyKnows(x)) {{ return; }} {EACH_ROW.format(MEET)}", ("error", "likely")),
    ],
    ids=["some-rounds", "latch", "latch-of-shares", "uneven", "wrong-side", "one-core", "unknown"],
)
def test_cores_that_arrive_less_often_are_found(tmp_path: Path, body: str, expected: tuple[str, str]) -> None:
    assert words(tmp_path, body)[:1] == [expected]


MINE = "uint32_t mine = data.rows; if (data.used == {}) {{ mine = data.rows / (AscendC::GetBlockIdx() + 1); }}"


@pytest.mark.parametrize(("parting", "missed"), [(0, 0), (1, 0), (2, 1)], ids=["other", "another", "same"])
def test_cores_part_only_under_the_mode_that_gives_each_a_share(tmp_path: Path, parting: int, missed: int) -> None:
    """The words of the tree tell: numbers need not be tried."""
    data = "GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);"
    body = f"{data} {MINE.format(parting)} if (mine == 0) {{ return; }} if (data.used == 2) {{ {MEET} }}"
    kernel = walked(tmp_path, body, "struct RowTiling { uint32_t rows; uint32_t used; };")
    aligner = Aligner(all_core, LaunchedCores(kernel, "aiv").may_part)
    aligner.read(kernel.trees["aiv"])
    assert len(aligner.found) == missed


def test_what_is_only_possible_is_no_error(tmp_path: Path) -> None:
    counted = EACH.format(f"if (index == 0) {{ ++owed; continue; }} {MEET}")
    caught_up = EACH.format(f"if (NobodyKnows(x)) {{ {MEET} }}")
    body = f"uint32_t rounds = data.rows, owed = 0; {counted} rounds = owed; {caught_up}"
    assert words(tmp_path, body) == [("info", "possible")]


SOME_ROUNDS = "uint32_t mine = index < data.share[0] ? data.rows : data.rows - 1;"
ROUNDS_OF_SHARE = "uint32_t mine = data.share[index];"
OWN = f"for (uint32_t round = 0; round < mine; ++round) {{ {MEET} }}"
ALL = f"for (uint32_t round = 0; round < data.rows; ++round) {{ {MEET} }}"


@pytest.mark.parametrize(
    "body",
    [
        f"{SOME_ROUNDS} if (index < data.used) {{ {OWN} if (data.rows > mine) {{ {MEET} }} }} else {{ {ALL} }}",
        f"{ROUNDS_OF_SHARE} {OWN} for (uint32_t round = mine; round < data.rows; ++round) {{ {MEET} }}",
        f"{ROUNDS_OF_SHARE} {OWN} if (mine < data.rows) {{ {ALL.replace('data.rows', 'data.rows - mine')} }}",
        f"int32_t left = data.rows; if (index < data.used) {{ {MEET} --left; }} {ALL.replace('data.rows', 'left')}",
    ],
    ids=["one-more", "rest", "guarded-rest", "one-less"],
)
def test_rounds_that_are_caught_up_on_are_no_error(tmp_path: Path, body: str) -> None:
    """They are apart only where one core has had more rounds than all are to have, or where there is no work."""
    assert set(words(tmp_path, body)) <= {("info", "possible")}


@pytest.mark.parametrize(
    "body",
    [
        f"{SOME_ROUNDS} if (index < data.used) {{ {OWN} if (data.rows < mine) {{ {MEET} }} }} else {{ {ALL} }}",
        f"{ROUNDS_OF_SHARE} {OWN} for (uint32_t round = mine; round + 1 < data.rows; ++round) {{ {MEET} }}",
        f"{ROUNDS_OF_SHARE} {OWN} if (mine > 1) {{ {MEET} }}",
    ],
    ids=["wrong-side", "one-too-few", "against-a-number"],
)
def test_rounds_that_are_not_caught_up_on_are_found(tmp_path: Path, body: str) -> None:
    assert words(tmp_path, body)[:1] == [("error", "proved")]


COUNTER = "AscendC::GlobalTensor<int32_t> counter; counter.SetGlobalBuffer((__gm__ int32_t *)x); int32_t seen = 0;"
SPIN = "if (index == 0) {{ int32_t now = counter.GetValue(8); if (now <= seen) {{ {} }} counter.SetValue(0, now); }}"
UNTIL = "seen = counter.GetValue(0); if (seen >= (int32_t)data.rows) { break; }"


def test_a_round_that_is_tried_again_skips_no_barrier(tmp_path: Path) -> None:
    assert words(tmp_path, f"{COUNTER} while (true) {{ {SPIN.format('continue;')} {MEET} {UNTIL} }}") == []


def test_a_core_that_gives_up_waiting_is_found(tmp_path: Path) -> None:
    assert words(tmp_path, f"{COUNTER} while (true) {{ {SPIN.format('break;')} {MEET} {UNTIL} }}") != []


def test_what_a_core_reads_may_be_any_number(tmp_path: Path) -> None:
    own = "AscendC::GlobalTensor<int32_t> own; own.SetGlobalBuffer((__gm__ int32_t *)x);"
    much = f"{own} int32_t amount = own.GetValue(index); if (amount / 64 > 900) {{ {MEET} }}"
    assert words(tmp_path, much) == [("warning", "possible")]
    (tmp_path / "both").mkdir()
    assert words(tmp_path / "both", f"{much} if (amount / 64 <= 900) {{ {MEET} }}") == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"{ROUNDS_OF_SHARE} {OWN} for (uint32_t round = mine; round < data.rows; ++round) {{ {MEET} }}", "may differ"),
        (f"if (NobodyKnows(index)) {{ {MEET} }}", "may be missed by some cores"),
    ],
    ids=["rounds", "branch"],
)
def test_what_is_only_possible_is_not_said_to_be_so(tmp_path: Path, body: str, said: str) -> None:
    words(tmp_path, body)
    findings = lint_tree(tmp_path, frozenset(["SK101"]))
    assert findings
    assert all(finding.confidence == "possible" and said in str(finding.message) for finding in findings)


@pytest.mark.parametrize("single", ["index != 5", "index != 19"])
def test_a_core_that_is_singled_out_is_tried_with_work_for_all(tmp_path: Path, single: str) -> None:
    idle = f"if (index >= data.used) {{ {MEET} return; }}"
    assert words(tmp_path, f"{idle} if ({single}) {{ {MEET} }}") == [("error", "proved")]


SET = "AscendC::CrossCoreSetFlag<0, PIPE_MTE3>({0});"
WAIT = "AscendC::CrossCoreWaitFlag({0});"


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (SET.format(9) + SET.format(8) + WAIT.format(8) + WAIT.format(9), 0),
        (SET.format(8) + WAIT.format(8) + SET.format(9) + WAIT.format(9), 0),
        (SET.format(9) + WAIT.format(9), 1),
        (SET.format(9) + SET.format(9) + WAIT.format(9) + SET.format(8) + WAIT.format(8), 2),
        ("", 2),
    ],
    ids=["another order", "one after the other", "one left out", "one twice", "both left out"],
)
def test_cores_may_set_their_flags_in_an_order_of_their_own(tmp_path: Path, other: str, found: int) -> None:
    mine = SET.format(8) + SET.format(9) + WAIT.format(8) + WAIT.format(9)
    body = f"if (index == 0) {{ {SET.format(8)} }} else {{ {other} }}"
    apart = f"if (index == 0) {{ {mine.removeprefix(SET.format(8))} }}"
    assert len(words(tmp_path, f"{body} {apart}")) == found


HALVES = "if (index == 0) {{ {} }} else {{ {} }}"
ARRIVE = SET.format(4)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"if (index == 0) {{ {ARRIVE} }} {HALVES.format('', ARRIVE)}", []),
        (f"if (index == 0) {{ {ARRIVE} }} {HALVES.format(ARRIVE, '')}", [("error", "proved")]),
        # a method of that name arrives, but nobody knows what it is called on
        (f"if (index == 0) {{ {ARRIVE} }} else {{ auto far = Found(x); far->Arrive(); }}", [("error", "likely")]),
        (f"if (index == 0) {{ {ARRIVE} }} else {{ auto far = Found(x); far->Work(); }}", [("error", "proved")]),
        (f"if (index == 0) {{ {ARRIVE} }} else {{ ((Relay *)(void *)&relay)->Arrive(); }}", []),
    ],
    ids=["each-its-half", "one-half-twice", "not-followed", "no-barrier", "cast"],
)
def test_the_partner_of_a_flag_is_sought_to_the_end(tmp_path: Path, body: str, expected: list[tuple[str, str]]) -> None:
    relay = f"struct Relay {{ __aicore__ inline void Arrive() {{ {ARRIVE} }} __aicore__ inline void Work() {{}} }};"
    source = tmp_path / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    entry = KERNEL.format(body=f"Relay relay; {body}").replace("struct RowTiling", f"{relay}\nstruct RowTiling", 1)
    source.write_text(entry)
    assert [(one.severity, one.confidence) for one in lint_tree(tmp_path, frozenset(["SK101"]))][:1] == expected


NEVER_NOUGHT = "uint32_t mine = data.share[index] > 32 ? 2 : 1;"
SOME_SHARE = "uint32_t mine = (data.share[index] + data.used - 1) / data.used;"
HALF = "uint32_t half = index == 0 ? data.rows / 2 : data.rows - data.rows / 2;"
FIRST = f"for (uint32_t i = 0; i < mine; ++i) {{ if (i == 0) {{ {MEET} }} }}"
OF_HALF = "uint32_t mine = (half + data.used - 1) / data.used;"
IN_A_LOOP = ALL.replace(MEET, f"if (half == 0) {{ {MEET} }} {FIRST} Look(half);")
NOT_LATER = f"for (uint32_t i = 3; i < mine + 3; i += data.used) {{ if (!(i > 3)) {{ {MEET} }} }}"
UNKNOWN = "auto mine = NobodyKnows(index);"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{NEVER_NOUGHT} {FIRST}", []),
        (f"{NEVER_NOUGHT} if (NobodyKnows(x)) {{ {FIRST} }}", []),
        (f"{UNKNOWN} if (mine == 0) {{ {MEET} }} {FIRST}", []),
        (f"{UNKNOWN} if (NobodyKnows(x)) {{ if (mine == 0) {{ {MEET} }} {FIRST} }}", []),
        (f"{HALF} {OF_HALF} if (half == 0) {{ {MEET} }} {FIRST}", []),
        (f"auto half = NobodyKnows(index); {OF_HALF} {IN_A_LOOP}", []),
        (f"{UNKNOWN} {NOT_LATER} if (mine == 0) {{ {MEET} }}", []),
        (f"uint32_t mine = data.share[index]; if (mine == 0) {{ {MEET} return; }} {FIRST}", []),
        # whether a core has nothing to do is not known
        (f"{SOME_SHARE} {FIRST}", [("info", "possible")]),
        (f"{UNKNOWN} {FIRST}", [("info", "possible")]),
        # one that has is known
        (f"uint32_t mine = index < data.used ? 1 : 0; {FIRST}", [("error", "proved")]),
        (f"uint32_t mine = index; {FIRST}", [("error", "proved")]),
        (f"for (uint32_t i = index; i < data.rows; i += 8) {{ if (i == index) {{ {MEET} }} }}", [("error", "proved")]),
        # the second round is no first one
        (f"{NEVER_NOUGHT} {FIRST.replace('i == 0', 'i == 1')}", [("error", "proved")]),
        (f"{NEVER_NOUGHT} {FIRST.replace('i == 0', 'i >= 0')}", [("error", "proved")]),
        # both come to two for one of the cores
        (f"{UNKNOWN} if (mine == 1) {{ {MEET} }} {FIRST}", [("info", "possible")]),
    ],
    ids=[
        *(
            "never-nought",
            "never-nought-unknown",
            "before",
            "before-unknown",
            "before-choice",
            "in-a-loop",
            "behind",
            "instead",
            "share",
            "unknown",
        ),
        *("some-have-none", "one-has-none", "strided", "second-round", "every-round", "wrong-complement"),
    ],
)
def test_a_barrier_in_the_first_round_is_passed_once(
    tmp_path: Path, body: str, expected: list[tuple[str, str]]
) -> None:
    assert words(tmp_path, body)[:1] == expected


DEALT = "for (uint32_t row = index % {step}; row < {rows}; row += {step}) {{ {meet} }}"
DEALT_TO_END = DEALT.replace("{rows}", "end").replace("{meet}", "Look(end); {meet}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # whether the loop is reached cannot be computed, and the tiling may have the step be the end
        (f"if (NobodyKnows(x)) {{{{ return; }}}} {DEALT}", ("warning", "possible")),
        (f"if (NobodyKnows(x)) {{{{ return; }}}} uint32_t end = data.rows; {DEALT_TO_END}", ("warning", "possible")),
        (DEALT, ("error", "proved")),
    ],
    ids=["unknown", "unknown-in-a-loop", "shown"],
)
def test_a_step_that_may_be_the_whole_way_proves_nothing(tmp_path: Path, body: str, expected: tuple[str, str]) -> None:
    assert words(tmp_path, body.format(step="data.used", rows="data.rows", meet=MEET))[:1] == [expected]


def test_a_step_of_another_kind_than_the_end_is_an_error(tmp_path: Path) -> None:
    body = f"if (NobodyKnows(x)) {{{{ return; }}}} {DEALT}"
    given = body.format(step="AscendC::GetBlockNum()", rows="data.rows", meet=MEET)
    assert words(tmp_path, given)[:1] == [("error", "likely")]


LAST = "for (uint32_t i = 0; i < mine; ++i) {{ {asks} {{ {meet} }} }}"


@pytest.mark.parametrize(
    ("asks", "expected"),
    [
        ("if (i == mine - 1)", ("warning", "possible")),
        ("bool last = i + 1 == mine; if (last && data.rows > 1)", ("warning", "possible")),
        ("if (data.rows > 3)", ("error", "likely")),
        ("", ("error", "likely")),
    ],
)
def test_of_what_the_last_round_has_the_number_of_rounds_says_nothing(
    tmp_path: Path, asks: str, expected: tuple[str, str]
) -> None:
    mine = "uint32_t mine = data.rows / (index + 1);"
    body = f"{mine} if (NobodyKnows(x)) {{ return; }} {LAST.format(asks=asks, meet=MEET)}"
    assert words(tmp_path, body)[:1] == [expected]


BLOCK = KERNEL.replace("KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIC_1_2")
PASSED_ON = "if ASCEND_IS_AIV {{ if (NobodyKnows(x)) {{ return; }} {} }} else {{ AscendC::CrossCoreWaitFlag(8); }}"
FOR_CUBE = "AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(8);"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # the tail of the rows may be too short for the second core: no launch tells, and none has to
        (f"if ((data.rows + index % 2) / 2 == data.used) {{ return; }} {FOR_CUBE}", ("info", "likely")),
        (
            "uint32_t mine = (data.rows + AscendC::GetSubBlockIdx()) / 2;\n"
            f"for (uint32_t i = 0; i < mine; ++i) {{ if (i == mine - 1) {{ {FOR_CUBE} }} }}",
            ("warning", "possible"),
        ),
        (
            "uint32_t mine = (data.rows + AscendC::GetSubBlockIdx()) / 2, i = 0;\n"
            f"while (NobodyKnows(i)) {{ if (i == mine) {{ {FOR_CUBE} }} ++i; }}",
            ("info", "possible"),
        ),
    ],
    ids=["tail", "last-round", "some-round"],
)
def test_no_launch_has_a_part_in_what_a_block_exchanges(tmp_path: Path, body: str, expected: tuple[str, str]) -> None:
    source = tmp_path / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(BLOCK.format(body=PASSED_ON.format(body)))
    findings = lint_tree(tmp_path, frozenset(["SK101"]))
    assert [(finding.severity, finding.confidence) for finding in findings] == [expected]


def test_what_was_not_followed_to_its_end_may_hold_what_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    before = "__aicore__ inline void Meet() { AscendC::SyncAll<false>(); }\n"
    body = "if ASCEND_IS_AIV { AscendC::SyncAll<false>(); } else { Meet(); }"
    source.write_text(BLOCK.format(body=body).replace("extern", f"{before}extern"))
    assert list(lint_tree(tmp_path, frozenset(["SK101"]))) == []
    monkeypatch.setattr("sklint.walk.machine.STEPS", 1)
    (one,) = lint_tree(tmp_path, frozenset(["SK101"]))
    assert (one.severity, one.confidence) == ("warning", "possible")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("__aicore__ void Meet();\n", ("warning", "possible")),
        ('#include "nowhere.h"\n', ("warning", "possible")),
        ("__aicore__ inline void Meet() {}\n", ("error", "proved")),
    ],
)
def test_the_other_kind_of_core_may_meet_in_what_was_not_read(
    tmp_path: Path, before: str, expected: tuple[str, str]
) -> None:
    source = tmp_path / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    body = "if ASCEND_IS_AIV { AscendC::SyncAll<false>(); } else { Meet(); }"
    source.write_text(BLOCK.format(body=body).replace("extern", f"{before}extern"))
    (one,) = lint_tree(tmp_path, frozenset(["SK101"]))
    assert (one.severity, one.confidence) == expected


OPENLY = f"bool done = NobodyKnows(index); while (!done) {{ {MEET} done = NobodyKnows(index); }}"


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ("", ("error", "likely")),
        (MEET, ("error", "likely")),
        (f"if (data.rows > 4) {{ {MEET} }}", ("error", "likely")),
        (f"if (NobodyCan(index)) {{ {MEET} }}", ("info", "possible")),
        (f"while (NobodyCan(index)) {{ {MEET} }}", ("info", "possible")),
    ],
    ids=["nothing", "by all", "by the tiling", "by some", "in a loop of its own"],
)
def test_the_barrier_of_a_loop_may_be_made_up_for_behind_it(
    tmp_path: Path, behind: str, expected: tuple[str, str]
) -> None:
    assert words(tmp_path, f"{OPENLY} {behind}")[0] == expected


OF_THE_FIRST = "if (AscendC::GetSubBlockIdx() == 0) {{ {} }}"


@pytest.mark.parametrize(
    ("sets", "waits", "expected"),
    [
        ("AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);", OF_THE_FIRST.format("AscendC::CrossCoreWaitFlag(8);"), "proved"),
        ("AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);", "AscendC::CrossCoreWaitFlag(8);", ""),
        # in mode 4 each vector core has a flag of its own, and of a flag that is set in several modes nobody can tell
        ("AscendC::CrossCoreSetFlag<4, PIPE_FIX>(8);", OF_THE_FIRST.format("AscendC::CrossCoreWaitFlag(8);"), ""),
        (
            "AscendC::CrossCoreSetFlag<2, PIPE_FIX>(8);\nAscendC::CrossCoreSetFlag<4, PIPE_FIX>(8);",
            OF_THE_FIRST.format("AscendC::CrossCoreWaitFlag(8);"),
            "",
        ),
    ],
    ids=["first-only", "both", "mode-4", "several-modes"],
)
def test_a_wait_that_names_no_mode_has_that_of_what_is_set(
    tmp_path: Path, sets: str, waits: str, expected: str
) -> None:
    source = tmp_path / "op_kernel" / "arrivals.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(BLOCK.format(body=f"if ASCEND_IS_AIC {{ {sets} }} else {{ {waits} }}"))
    findings = lint_tree(tmp_path, frozenset(["SK101"]))
    assert [finding.confidence for finding in findings] == ([expected] if expected else [])
    assert all("opens the first wait of the next operator" in str(finding.message) for finding in findings)
