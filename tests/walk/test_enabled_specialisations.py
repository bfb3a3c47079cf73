"""Which specialisation of a class an instance takes, where a condition or a constant of the tool chain tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.walk.kernels import barriers, walked

BLOCKS = """#include <type_traits>
struct Plain {};
template <bool FAST> struct Pair {};
template <class P> struct IsPair { static constexpr bool value = false; };
template <bool FAST> struct IsPair<Pair<FAST>> { static constexpr bool value = true; };
template <class P, class E = void>
struct Block { __aicore__ inline void Run() {} };
template <class P>
struct Block<P, std::enable_if_t<IsPair<P>::value>> { __aicore__ inline void Run() { AscendC::SyncAll(); } };
"""
FLAGS = """
template <int MODE, int KIND> struct Flag { static constexpr int ID = 99; };
template <> struct Flag<0, AscendC::AIV> { static constexpr int ID = 8; };
template <> struct Flag<0, AscendC::AIC> { static constexpr int ID = 9; };
"""


@pytest.mark.parametrize(("policy", "found"), [("Pair<true>", 1), ("Pair<false>", 1), ("Plain", 0)])
def test_a_condition_enables_a_specialisation(policy: str, found: int, tmp_path: Path) -> None:
    assert len(barriers(walked(tmp_path, f"Block<{policy}> block; block.Run();", BLOCKS))) == found


def test_a_constant_of_the_tool_chain_selects_a_specialisation(tmp_path: Path) -> None:
    ask = "if constexpr (Flag<0, g_coreType>::ID == 8) { AscendC::SyncAll(); }"
    assert len(barriers(walked(tmp_path, ask, FLAGS))) == 1
    ask = "if constexpr (Flag<0, g_coreType>::ID != 8) { AscendC::SyncAll(); }"
    assert not barriers(walked(tmp_path, ask, FLAGS))


@pytest.mark.parametrize(("type", "found"), [("void", 0), ("Plain", 1)])
def test_a_type_that_is_no_type_is_void(type: str, found: int, tmp_path: Path) -> None:
    before = f"""{BLOCKS}
template <class E> struct Epilogue {{
    __aicore__ inline void Run() {{ if constexpr (!std::is_void_v<E>) {{ AscendC::SyncAll(); }} }}
    __aicore__ inline void Old() {{ if constexpr (!std::is_void<E>::value) {{ AscendC::SyncAll(); }} }}
}};"""
    kernel = walked(tmp_path, f"Epilogue<{type}> epilogue; epilogue.Run(); epilogue.Old();", before)
    assert len(barriers(kernel)) == 2 * found
    assert not any(branch for branch in kernel.limited)
