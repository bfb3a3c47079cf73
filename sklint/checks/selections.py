"""What the template arguments of a kernel may be: the operator build makes it for the selected values, and no other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from sklint import program as p
from sklint.walk.kernel import WalkedKernel
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shapes import Scope

Selection: TypeAlias = Mapping[str, tuple[int, ...]]
# 模板参数定义.md: how the numbers of an unsigned argument are told
_RANGE, _LIST, _MIX = range(3)
# beyond that, which number it is decides nothing that anybody could list
_WIDEST = 256


def selections(kernel: WalkedKernel) -> tuple[Selection, ...]:
    """The values of template parameters that are selected together, a parameter of any value left out.

    Empty where nothing is selected, or where not all of it can be read.
    """
    return kernel.once(_selections)


def _selections(kernel: WalkedKernel) -> tuple[Selection, ...]:
    declared, selected = (_lists(kernel.program, kind) for kind in ("Declared", "Selections"))
    ordered = [one for listed in selected for one in listed or [None]]
    if len(declared) != 1 or declared[0] is None:
        return ()
    names = [name.value for name in declared[0] if isinstance(name, p.Literal) and isinstance(name.value, str)]
    # the arguments come in the order of the declaration, whatever the kernel calls its parameters (template_tiling.py)
    parameters = dict(zip(names, kernel.parameters, strict=False))
    machine = Machine(kernel.program, KernelApi("aiv", kernel.program))
    told = [dict(_chosen(machine, one, parameters)) for one in ordered if isinstance(one, p.Construct)]
    return tuple(told) if len(told) == len(ordered) else ()


def _lists(program: p.Program, kind: str) -> list[tuple[p.Expression, ...] | None]:
    """What the stubs make of the lists of one kind at file scope; None for one that could not be read.

    The nought that each begins with is left out.
    """
    made = (one.init for one in program.globals.values() if one.type.name == f"sklint::{kind}")
    return [one.args[1:] if isinstance(one, p.Construct) else None for one in made]


def _chosen(
    machine: Machine, selection: p.Construct, parameters: Mapping[str, str]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for one in selection.args:
        match one:
            case p.Construct(args=(p.Literal(value=str() as name), *rest)) if name in parameters:
                values = (machine.constant_expression(number, Scope()) for number in rest)
                numbers = [value.payload if value.is_constant else None for value in values]
                told = _told([number for number in numbers if isinstance(number, int)])
                if told and None not in numbers:
                    yield parameters[name], told


def _told(numbers: list[int]) -> tuple[int, ...]:
    """The numbers that are meant; empty where they are told in a way that nobody knows."""
    match numbers:
        case [how, *listed] if how == _LIST:
            return tuple(listed)
        case [how, count, *rest] if how in (_RANGE, _MIX) and len(rest) >= 2 * count:
            ranges = [
                range(first, last + 1)
                for first, last in zip(rest[: 2 * count : 2], rest[1 : 2 * count : 2], strict=True)
            ]
            listed = rest[2 * count :] if how == _MIX else []
            if sum(map(len, ranges)) <= _WIDEST:
                return (*itertools.chain(*ranges), *listed)
    return ()
