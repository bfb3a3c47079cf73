"""What the parse tests ask of a program."""

from __future__ import annotations

from collections.abc import Callable

import rendering

from sklint.program import Block, Function, Program

Parse = Callable[..., Program]


def function(program: Program, plain: str) -> Function:
    found = [one for one in program.named(plain) if one.body is not None] or list(program.named(plain))
    assert found, f"{plain} is not among {[one.name for one in program.functions.values()]}"
    return found[0]


def body(program: Program, plain: str) -> str:
    block = function(program, plain).body
    assert isinstance(block, Block)
    return " ".join(rendering.statement(one) for one in block.body)


def entry(program: Program) -> str:
    return rendering.function(program.functions[program.entries[0]])
