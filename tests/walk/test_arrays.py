"""Arrays whose elements are known: flag numbers and tiling keys are often looked up in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import events
from sklint.walk.values import Value, atom, choose, constant, equal, operation
from tests.walk.kernels import walked

BEFORE = """
struct Rows { uint32_t rows; };
constexpr int32_t OUTER[3] = {3, 4, 5};
constexpr int32_t TWICE[2][2] = {{1, 2}, {3, 4}};
struct Flags {
    static constexpr int32_t SHARED[2] = {6, 7};
    int32_t own[2] = {8, 9};
    int32_t late[2];
};
__aicore__ inline int32_t Second(const int32_t *flags) { return flags[1]; }
__aicore__ inline void Fill(int32_t *flags)
{
    for (uint32_t at = 0; at < 2; ++at) {
        flags[at] = 3;
    }
}
"""
HEAD = """
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);
    GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);
    static constexpr int32_t here[2] = {1, 2};
    const int32_t fixed[2] = {1, 2};
    int32_t plain[2] = {1, 2};
    Flags flags;
    flags.late[0] = 4;
    flags.late[1] = 5;
    uint32_t odd = data.rows & 1;
"""


def is_(number: int) -> Value:
    return equal(operation("&", atom("Rows.rows"), constant(1)), constant(number))


def flag(folder: Path, expression: str, before: str = "") -> Value:
    body = f"{HEAD}{before}if ASCEND_IS_AIC {{ AscendC::CrossCoreSetFlag<2, PIPE_FIX>({expression}); }}"
    (event,) = [e for e in events(walked(folder, body, BEFORE).trees["aic"]) if isinstance(e, tree.FlagSet)]
    return event.flag


@pytest.mark.parametrize(
    ("array", "first", "second"),
    [
        ("here", 1, 2),
        ("fixed", 1, 2),
        ("Flags::SHARED", 6, 7),
        ("flags.SHARED", 6, 7),
    ],
)
def test_an_index_finds_the_element_that_it_names(tmp_path: Path, array: str, first: int, second: int) -> None:
    assert flag(tmp_path, f"{array}[1]").payload == second
    assert flag(tmp_path, f"{array}[0]").payload == first
    assert flag(tmp_path, f"{array}[odd]") is choose(is_(0), constant(first), constant(second))


def test_an_index_that_nobody_knows_finds_one_of_all(tmp_path: Path) -> None:
    of_two = choose(is_(1), constant(4), constant(5))
    assert flag(tmp_path, "OUTER[odd]") is choose(is_(0), constant(3), of_two)


@pytest.mark.parametrize(
    ("expression", "before"),
    [
        ("OUTER[3]", ""),
        ("plain[odd]", "plain[odd] = 7;"),
        ("plain[1]", "plain[odd] = 7;"),
        ("plain[odd]", "Fill(plain);"),
        ("flags.own[odd]", "Fill(flags.own);"),
        ("flags.own[1]", "Fill(flags.own);"),
        ("flags.late[odd]", "Fill(flags.late);"),
        ("TWICE[odd][1]", ""),
        ("many[odd]", f"const int32_t many[17] = {{{', '.join(map(str, range(17)))}}};"),
        ("some[odd]", "int32_t some[3]; some[0] = 1; some[2] = 2;"),
    ],
    ids=[
        "outside",
        "written",
        "written-anywhere",
        "filled",
        "field",
        "field-by-number",
        "late",
        "rows",
        "large",
        "holes",
    ],
)
def test_what_an_index_finds_is_open_where_the_elements_are(tmp_path: Path, expression: str, before: str) -> None:
    assert flag(tmp_path, expression, before).op == "fresh"


def test_what_was_written_by_number_is_found_by_number(tmp_path: Path) -> None:
    assert flag(tmp_path, "flags.late[1]").payload == 5
    assert flag(tmp_path, "flags.own[0]", "flags.own[0] = 2;").payload == 2


def test_a_table_is_the_same_to_whoever_is_handed_it(tmp_path: Path) -> None:
    assert flag(tmp_path, "Second(fixed)").payload == 2
    assert flag(tmp_path, "Second(plain)", "plain[1] = 9;").op == "fresh"
