"""Template arguments that name a constant: the program knows which, wherever the type is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint import program as p
from sklint.parse import parse_unit
from sklint.walk.effects import nodes_of

BEFORE = """
namespace sizes { constexpr int kWidth = 8; }
using namespace sizes;
template <typename T, int WIDTH> struct Tile { static __aicore__ void Run() {} T value; };
"""


def arguments(folder: Path, body: str, before: str = "") -> list[p.TemplateArgument]:
    """The second template arguments of all types `Tile<…>` that a kernel of this body declares or makes."""
    path = folder / "constants.cpp"
    path.write_text(
        f'#include "kernel_operator.h"\n{BEFORE}\n{before}\n'
        f'extern "C" __global__ __aicore__ void constants(GM_ADDR x)\n{{\n{body}\n}}\n'
    )
    program = parse_unit(str(path), 2201)
    found: list[p.TemplateArgument] = []
    for function in program.functions.values():
        for node in nodes_of(function.body):
            if isinstance(node, (p.Variable, p.StaticMember)) and node.type.name.endswith("Tile"):
                found.append(node.type.args[1])
    for classes in program.classes.values():
        found += [field.type.args[1] for one in classes for field in one.fields if field.type.name.endswith("Tile")]
    return found


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("Tile<float, kWidth> tile;", ""),
        ("Tile<float, sizes::kWidth> tile;", ""),
        ("Tile<float, kWidth>::Run();", ""),
        ("Holder<float> holder;", "template <typename T> struct Holder { Tile<T, kWidth> tile; };"),
        ("Make<float>();", "template <typename T> __aicore__ void Make() { Tile<T, kWidth> tile; }"),
    ],
)
def test_a_named_constant_is_known(tmp_path: Path, body: str, before: str) -> None:
    (argument,) = arguments(tmp_path, body, before)
    assert isinstance(argument, p.Name)
    assert (argument.kind, argument.name) == ("global", "sizes::kWidth")


def test_a_constant_in_an_expression_is_known(tmp_path: Path) -> None:
    (argument,) = arguments(tmp_path, "Tile<float, kWidth * 2> tile;")
    assert isinstance(argument, p.Binary)
    assert isinstance(argument.left, p.Name)
    assert argument.left.kind == "global"
