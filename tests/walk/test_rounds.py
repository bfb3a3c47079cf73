"""What a loop changes is not what it was before the loop: a barrier that only a later round reaches is in the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.walk.kernels import barriers, branches, walked

_TILING = "struct RowTiling { uint32_t rows; };"
_DATA = "GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);"
_COUNTER = "class Counter { public: __aicore__ inline void Next() { n = 1 - n; } uint32_t n = 0; };"
_BUILT = "class Counter { public: __aicore__ inline Counter() : n(0) {} uint32_t n; };"
_PAIR = "struct Pair { Counter counter; };"
_CHAIN = "struct Chain { uint32_t first = 0; uint32_t second = 0; uint32_t third = 0; };"


@pytest.mark.parametrize(
    ("before", "start", "turn", "step"),
    [
        (_COUNTER, "Counter counter;", "counter.n", "counter.Next();"),
        (_COUNTER, "Counter counter;", "counter.n", "counter.n++;"),
        (_COUNTER + _PAIR, "Pair pair;", "pair.counter.n", "pair.counter.Next();"),
        (_BUILT + _PAIR, "Pair pair;", "pair.counter.n", "pair.counter.n++;"),
        ("", "uint32_t n = 0; uint32_t *place = &n;", "n", "*place = 1 - *place;"),
        ("", "uint32_t n = 0;", "n", "uint32_t &other = n; other++;"),
        ("", "uint32_t n = 0; auto next = [&n]() { n = 1 - n; };", "n", "next();"),
        ("", "uint32_t turns[2] = {0, 0};", "turns[0]", "turns[0] = 1 - turns[0];"),
        (
            _CHAIN,
            "Chain chain;",
            "chain.third",
            "if (chain.second == 1) { chain.third = 1; } if (chain.first == 1) { chain.second = 1; } chain.first = 1;",
        ),
    ],
)
def test_what_a_round_writes_is_open_in_the_next(tmp_path: Path, before: str, start: str, turn: str, step: str) -> None:
    kernel = walked(
        tmp_path,
        f"""{_DATA} {start}
        for (uint32_t row = 0; row < data.rows; row++) {{
            if ({turn} == 1) {{ AscendC::SyncAll(); }}
            {step}
        }}""",
        _TILING + before,
    )
    assert len(barriers(kernel)) == 1


def test_what_a_round_leaves_alone_keeps_its_first_value(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"""{_DATA} Chain chain;
        for (uint32_t row = 0; row < data.rows; row++) {{
            uint32_t own = 0;
            if (own == 1 || chain.second == 1) {{ AscendC::SyncAll(); }}
            own++;
            chain.first++;
        }}""",
        _TILING + _CHAIN,
    )
    assert not barriers(kernel)


@pytest.mark.parametrize(
    ("parameter", "reached"),
    [("uint32_t n", 0), ("const uint32_t &n", 0), ("uint32_t &n", 1), ("uint32_t *n", 1)],
)
def test_what_a_round_hands_on_by_value_stays_what_it_is(tmp_path: Path, parameter: str, reached: int) -> None:
    turn = {"uint32_t &n": "n = 1;", "uint32_t *n": "*n = 1;"}.get(parameter, "AscendC::GetBlockNum();")
    kernel = walked(
        tmp_path,
        f"""{_DATA} uint32_t n = 0;
        for (uint32_t row = 0; row < data.rows; row++) {{
            if (n == 1) {{ AscendC::SyncAll(); }}
            Turn({"&n" if "*" in parameter else "n"});
        }}""",
        f"{_TILING} __aicore__ inline void Turn({parameter}) {{ {turn} }}",
    )
    assert len(barriers(kernel)) == reached


def test_a_part_that_one_side_of_a_branch_looks_at_first_is_the_same_on_the_other(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"""{_DATA} Pair pair;
        if (data.rows == 7) {{ pair.counter.n++; }} else if (pair.counter.n == 1) {{ AscendC::SyncAll(); }}""",
        _TILING + _BUILT + _PAIR,
    )
    assert not barriers(kernel)


_PART = "struct Part { __aicore__ inline void Turn() { sent = true; } bool sent = false; };"
_SHARE = """__aicore__ inline void Share(uint32_t rows, Part &part)
{
    for (uint32_t row = 0; row < rows; row++) {
        if (row * 8 + AscendC::GetBlockIdx() > 20) { return; }
        part.Turn();
    }
}"""


@pytest.mark.parametrize(
    ("given", "depends"),
    [
        # a method of that name writes `sent`, but of another object
        ("another", []),
        ("part", ["core-index"]),
    ],
)
def test_a_return_from_a_loop_decides_nothing_about_what_no_round_writes(
    tmp_path: Path, given: str, depends: list[str]
) -> None:
    kernel = walked(
        tmp_path,
        f"""{_DATA} Part part, another;
        Share(data.rows, {given});
        if (part.sent) {{ AscendC::SyncAll(); }}""",
        _TILING + _PART + _SHARE,
    )
    asked = [branch.condition for branch in branches(kernel.trees["aiv"]) if branch.condition.text == "part.sent"]
    assert [condition.depends for condition in asked] == depends


def test_what_is_written_behind_a_call_is_the_same_for_all_who_come_back(tmp_path: Path) -> None:
    """The call returns early on some of the cores, and is left by all of them."""
    kernel = walked(
        tmp_path,
        f"""{_DATA} Part part, another;
        for (uint32_t round = 0; round < data.rows; round++) {{
            Share(data.rows, another);
            if (part.sent) {{ AscendC::SyncAll(); }}
            part.sent = true;
        }}""",
        _TILING + _PART + _SHARE,
    )
    assert [one.condition.depends for one in branches(kernel.trees["aiv"]) if one.condition.text == "part.sent"] == [
        "uniform"
    ]
