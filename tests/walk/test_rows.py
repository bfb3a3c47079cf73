"""Arrays of a class: what is known of the fields of an element, at a number and at an index that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import events
from sklint.walk.values import Value
from tests.walk.kernels import walked

BEFORE = """
struct Rows { uint32_t rows; uint32_t at; uint32_t other; };
struct Inner { uint32_t deep; };
struct Info {
    uint32_t flag;
    uint32_t count = 7;
    Inner inner;
    Inner several[2];
    __aicore__ inline void Set(uint32_t value) { flag = value; }
};
__aicore__ inline void Fill(Info *infos) { infos[0].flag = 3; }
__aicore__ inline uint32_t Read(const Info &info) { return info.flag; }
class Holder {
public:
    Info held[2];
    __aicore__ inline uint32_t Go(uint32_t at) { held[at].flag = 4; return held[at].flag; }
};
"""
HEAD = """
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);
    GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);
    Info infos[4];
    Holder holder;
    Info one;
    uint32_t at = data.at, other = data.other;
"""


def flags(folder: Path, body: str, *expressions: str) -> list[Value]:
    sets = "".join(f"AscendC::CrossCoreSetFlag<2, PIPE_FIX>({one});" for one in expressions)
    kernel = walked(folder, f"{HEAD}{body} if ASCEND_IS_AIC {{ {sets} }}", BEFORE)
    return [event.flag for event in events(kernel.trees["aic"]) if isinstance(event, tree.FlagSet)]


@pytest.mark.parametrize(
    ("body", "expression", "number"),
    [
        ("infos[1].flag = 5;", "infos[1].flag", 5),
        ("infos[1].flag = 5; infos[0].flag = 6;", "infos[1].flag", 5),
        ("infos[1].Set(5);", "infos[1].flag", 5),
        ("Info &cur = infos[1]; cur.flag = 5;", "infos[1].flag", 5),
        ("infos[1].flag = 5;", "Read(infos[1])", 5),
        ("infos[1].inner.deep = 5;", "infos[1].inner.deep", 5),
        ("", "infos[1].count", 7),
        ("infos[1].several[0].deep = 5; infos[0].several[at].deep = 6;", "infos[1].several[0].deep", 5),
        ("infos[at].flag = 5;", "infos[at].flag", 5),
        ("Info &cur = infos[at % 2]; cur.flag = 5;", "infos[at % 2].flag", 5),
        ("", "holder.Go(1)", 4),
        ("", "holder.Go(at)", 4),
        ("one.flag = 5; infos[1] = one; one.flag = 6;", "infos[1].flag", 5),
        ("one.flag = 5; Info two; two = one; one.flag = 6;", "two.flag", 5),
    ],
)
def test_what_was_stored_under_an_index_is_found_under_it(
    tmp_path: Path, body: str, expression: str, number: int
) -> None:
    (flag,) = flags(tmp_path, body, expression)
    assert flag.payload == number


@pytest.mark.parametrize(
    ("body", "expression"),
    [
        ("", "infos[1].flag"),
        ("infos[1].flag = 5; infos[at].flag = 6;", "infos[1].flag"),
        ("infos[at].flag = 5; infos[1].flag = 6;", "infos[at].flag"),
        ("infos[at].flag = 5; infos[other].flag = 6;", "infos[at].flag"),
        ("infos[1].flag = 5; infos[at].Set(6);", "infos[1].flag"),
        ("infos[1].inner.deep = 5; infos[at].inner.deep = 6;", "infos[1].inner.deep"),
        ("infos[0].flag = 5; Fill(infos);", "infos[0].flag"),
        ("infos[at].several[0].deep = 5; infos[other].several[0].deep = 6;", "infos[at].several[0].deep"),
        ("infos[1].several[0].deep = 5; infos[at].several[0].deep = 6;", "infos[1].several[0].deep"),
        ("infos[1].several[0].deep = 5; infos[1].several[at].deep = 6;", "infos[1].several[0].deep"),
        ("infos[1].flag = 5; for (uint32_t i = 0; i < data.rows; ++i) { infos[i].flag = i; }", "infos[1].flag"),
    ],
)
def test_what_may_have_been_stored_over_is_open(tmp_path: Path, body: str, expression: str) -> None:
    (flag,) = flags(tmp_path, body, expression)
    assert not flag.is_constant


def test_a_field_is_one_and_the_same_until_something_is_stored(tmp_path: Path) -> None:
    first, second = flags(tmp_path, "", "infos[at].flag", "infos[at].flag")
    assert first is second
    first, second = flags(tmp_path, "", "infos[at].flag", "infos[other].flag")
    assert first is not second
