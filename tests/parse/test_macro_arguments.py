"""Macros as template arguments: clang shows the text, and what it stands for is what the template is of."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.parse.typetext import Meaning, argument_of
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.kernel import events
from tests.walk.kernels import walked

BEFORE = """
#define SEVEN 7
#define NEXT (SEVEN + 1)
#define CALLED NEXT
#define LONG \\
    9 /* of several lines */
#define BOTH 4, 6
#define WORD Wide
struct Wide { static constexpr int32_t FLAG = 5; };
template <int32_t FLAG, int32_t MORE = 0> struct Held {
    __aicore__ inline void Run() { AscendC::CrossCoreSetFlag<2, PIPE_FIX>(FLAG + MORE); }
    template <int32_t OTHER> __aicore__ inline void Set() { AscendC::CrossCoreSetFlag<2, PIPE_FIX>(OTHER); }
};
template <int32_t FLAG, int32_t MORE = 0> __aicore__ inline void Set()
{
    AscendC::CrossCoreSetFlag<2, PIPE_FIX>(FLAG + MORE);
}
template <typename T> __aicore__ inline void SetOf() { AscendC::CrossCoreSetFlag<2, PIPE_FIX>(T::FLAG); }
template <int32_t KEY> __aicore__ inline void Outer()
{
    Held<KEY> held;
    held.template Set<SEVEN>();
}
"""
HEAD = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);\n"


@pytest.mark.parametrize(
    ("call", "flag"),
    [
        ("Set<SEVEN>();", 7),
        ("Set<NEXT>();", 8),
        ("Set<CALLED>();", 8),
        ("Set<LONG>();", 9),
        ("Set<SEVEN, 2>();", 9),
        ("Set<BOTH>();", 10),
        ("Set<SEVEN - 2>();", 5),
        ("SetOf<WORD>();", 5),
        ("Held<SEVEN> held; held.Run();", 7),
        ("Held<SEVEN> held; held.Set<NEXT>();", 8),
        ("Outer<1>();", 7),
    ],
)
def test_a_template_is_of_what_the_macro_stands_for(tmp_path: Path, call: str, flag: int) -> None:
    kernel = walked(tmp_path, f"{HEAD}if ASCEND_IS_AIC {{ {call} }}", BEFORE)
    (event,) = [one for one in events(kernel.trees["aic"]) if isinstance(one, tree.FlagSet)]
    assert event.flag.payload == flag


def test_a_macro_of_its_own_name_is_read_to_an_end(tmp_path: Path) -> None:
    before = BEFORE.replace("#define WORD Wide", "constexpr int32_t SELF_ = 3;\n#define SELF_ SELF_")
    kernel = walked(tmp_path, f"{HEAD}if ASCEND_IS_AIC {{ Set<SELF_>(); }}", before)
    (event,) = [one for one in events(kernel.trees["aic"]) if isinstance(one, tree.FlagSet)]
    assert event.flag.payload == 3


def test_a_macro_that_is_defined_anew_may_be_either(tmp_path: Path) -> None:
    before = BEFORE.replace("#define WORD Wide", "#define TURN 3\n#undef TURN\n#define TURN 4")
    kernel = walked(tmp_path, f"{HEAD}if ASCEND_IS_AIC {{ Set<TURN>(); }}", before)
    (event,) = [one for one in events(kernel.trees["aic"]) if isinstance(one, tree.FlagSet)]
    assert not event.flag.is_constant


def test_macros_of_many_macros_each_are_read_to_an_end() -> None:
    asked: list[str] = []

    def names(word: str) -> Meaning | None:
        asked.append(word)
        return Meaning("macro", " + ".join([f"M{int(word[1:]) + 1}"] * 40))

    argument_of("M0", Span("kernel.cpp", 1, 1, 1, 1), names)
    assert len(asked) < 10_000
