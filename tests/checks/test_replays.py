"""Replays that are not made: numbers that no run looks at, and loops that outlast the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.checks import long_loops, replays
from sklint.checks.flag_counts import is_flag
from sklint.checks.numbers import Leaf, NoSuchNumber, Number, Numbers
from sklint.checks.paired import unpaired
from sklint.checks.pruned import pruned
from sklint.checks.replay import Endless, Run, TooLong, replay
from sklint.checks.replays import Replays, replays_of
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value
from tests.walk.kernels import walked

BEFORE = "struct Work { uint32_t rounds; uint32_t step; uint32_t limit; };"
DATA = "GET_TILING_DATA_WITH_STRUCT(Work, data, tiling);\n"
SET = "AscendC::CrossCoreSetFlag<0x2, PIPE_MTE3>(8);"


def flags(folder: Path, body: str) -> tree.Seq:
    kernel: WalkedKernel = walked(folder, DATA + body, BEFORE)
    return pruned(kernel.trees["aiv"], is_flag)


def field(name: str) -> Leaf:
    return ("atom", f"Work.{name}")


def test_numbers_that_no_run_looks_at_are_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = flags(tmp_path, f"if (data.rounds == 2 && data.step == 3) {{\n{SET}\n}}")
    made = list[Numbers]()

    def counted(*about: object) -> Run:
        made.append(about[1])  # type: ignore[arg-type]
        return replay(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(replays, "replay", counted)
    known = Replays(root)
    asked = set(known.run({}).asked)
    (first,) = asked
    (second,) = {field("rounds"), field("step")} - asked
    wanted = {field("rounds"): 2, field("step"): 3}
    for number in (1, 2, 3):
        assert not known.run({second: number, field("limit"): number}).events
    assert len(made) == 1
    assert not known.run({first: wanted[first]}).events
    assert len(known.run({first: wanted[first], second: wanted[second]}).events) == 1
    assert len(made) == 3
    assert len(known.run(wanted).events) == 1
    assert len(made) == 3


def test_what_a_run_raised_is_raised_again(tmp_path: Path) -> None:
    known = Replays(flags(tmp_path, f"for (uint32_t at = 0; at < 9 / data.rounds; ++at) {{\n{SET}\n}}"))
    for _ in range(2):
        with pytest.raises(NoSuchNumber) as raised:
            known.run({field("rounds"): 0})
        assert list(raised.value.asked) == [field("rounds")]
    assert len(known.run({field("rounds"): 3}).events) == 3


def outcome(root: tree.Seq, given: dict[Leaf, Number]) -> object:
    numbers = Numbers(given)
    try:
        return len(replay(root, numbers, ()).events)
    except (NoSuchNumber, TooLong) as error:
        return type(error), tuple(error.asked) if isinstance(error, NoSuchNumber) else ()


def loop(to: str, body: str, step: str = "1", at: str = "at") -> str:
    return f"for (uint32_t {at} = 0; {at} < {to}; {at} += {step}) {{\n{body}\n}}"


LOOPS = {
    "counted": loop("data.limit", SET, "data.step"),
    "two counters": "uint32_t to = data.limit;\n" + loop("to", "to += data.step;\n" + SET, "3"),
    "counter beside a rest": (
        "uint32_t left = data.limit, seen = 0;\n"
        "while (left > 100) {\nleft = data.rounds;\nseen += 1;\n}\n" + loop("seen", SET)
    ),
    "a way out": loop("data.limit", "if (at == 70) {\nbreak;\n}\n" + SET),
    "a division": loop("data.limit", "if (7 / (80 - at) < data.step) {\n" + SET + "\n}"),
    "a loop inside": loop("data.limit", loop("2", SET, at="inner")),
}


@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS)
def test_a_loop_that_is_not_run_to_its_end_ends_as_if_it_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    root = flags(tmp_path, body)
    choices: list[dict[Leaf, Number]] = [
        {field("limit"): limit, field("step"): step, field("rounds"): rounds}
        for limit in (1, 65, 200, 3900, 4100, 10**6)
        for step in (0, 1, 2, 3, 4)
        for rounds in (0, 1, 101)
    ]
    short = [outcome(root, given) for given in choices]
    monkeypatch.setattr(long_loops, "ROUNDS", -1)
    assert short == [outcome(root, given) for given in choices]


def test_a_loop_that_outlasts_the_run_is_not_run_to_that_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = flags(tmp_path, LOOPS["counted"])
    told = list[bool]()

    def noted(*about: object) -> bool:
        told.append(goes_on(*about))  # type: ignore[arg-type]
        return told[-1]

    goes_on = long_loops.goes_on
    monkeypatch.setattr(long_loops, "goes_on", noted)
    assert outcome(root, {field("limit"): 10**6}) == (TooLong, ())
    assert outcome(root, {field("limit"): 200}) == 200
    assert outcome(root, {field("limit"): 200, field("step"): 0})[0] is Endless  # type: ignore[index]
    assert told == [True, False]


def test_trees_that_say_the_same_are_run_once(tmp_path: Path) -> None:
    kernel: WalkedKernel = walked(tmp_path, DATA + f"if (data.rounds == 2) {{\n{SET}\n}}", BEFORE)
    root = kernel.trees["aiv"]
    one, again = pruned(root, is_flag), pruned(root, is_flag)
    assert one is not again
    assert replays_of(kernel, one) is replays_of(kernel, again)
    assert replays_of(kernel, one) is not replays_of(kernel, tree.Seq())


COPIED = "AscendC::{}Flag<AscendC::HardEvent::MTE2_V>({});"


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        ("{set}{wait}", False),
        ("for (uint32_t at = 0; at < data.rounds; ++at) {{ {set}{wait} }}", False),
        ("{set} if (data.rounds > 1) {{ return; }} {wait}", True),
        ("{set} if (data.rounds > 1) {{ {wait} }}", True),
        ("{set} for (uint32_t at = 0; at < data.rounds; ++at) {{ {wait}{set} }} {wait}", False),
        ("{set} for (uint32_t at = 0; at < data.rounds; ++at) {{ {wait} }} {wait}", True),
        (
            "{set} for (uint32_t at = 0; at < data.rounds; ++at) {{ {wait} if (at == 1) {{ break; }} {set} }} {wait}",
            True,
        ),
        (
            "{set} for (uint32_t at = 0; at < data.rounds; ++at) {{ if (at == 1) {{ break; }} {wait}{set} }} {wait}",
            False,
        ),
        ("for (uint32_t at = 0; at < data.rounds; ++at) {{ {set} if (at == 1) {{ continue; }} {wait} }}", True),
        ("for (uint32_t at = 0; at < data.rounds; ++at) {{ if (at == 1) {{ continue; }} {set} {wait} }}", False),
        ("for (uint32_t at = 0; at < data.rounds; ++at) {{ if (at) {{ {here} }} {set_here} }}", True),
        ("[&]() {{ if (data.rounds > 1) {{ return; }} {set} }}(); {wait}", True),
        ("[&]() {{ {set} if (data.rounds > 1) {{ {other_pipe} return; }} }}(); {wait}", False),
        ("{set} if (data.rounds > 1) {{ {wait} return; }} {wait}", False),
        ("if (data.rounds > 1) {{ {set} }} else {{ {set} }} {wait}", False),
        ("{set}{set}{wait}{wait}", True),
        ("{set}{other}", True),
        ("{wait}{set}", True),
    ],
)
def test_a_signal_is_paired_where_every_way_has_its_own_wait(tmp_path: Path, body: str, alone: bool) -> None:
    events = {"set": COPIED.format("Set", 1), "wait": COPIED.format("Wait", 1), "other": COPIED.format("Wait", 2)}
    events |= {"here": COPIED.format("Wait", "at"), "set_here": COPIED.format("Set", "at")}
    events["other_pipe"] = "AscendC::PipeBarrier<PIPE_V>();"
    kernel: WalkedKernel = walked(tmp_path, DATA + body.format(**events), BEFORE)

    def role(event: tree.Node) -> tuple[str, bool, Value] | None:
        return (event.event, event.which == "set", event.flag) if isinstance(event, tree.HardEvent) else None

    assert unpaired(kernel.trees["aiv"], role) == ({"MTE2_V"} if alone else set())
