"""What the template arguments of a kernel may be: the operator build makes it for the selected values, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sklint import program as p
from sklint.host.templates import listed, lists, parameters_of
from sklint.walk.kernel import WalkedKernel
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shape import Scope

Selection: TypeAlias = Mapping[str, tuple[int, ...]]


def selections(kernel: WalkedKernel) -> tuple[Selection, ...]:
    """The values of template parameters that are selected together, a parameter of any value left out.

    Empty where nothing is selected, or where not all of it can be read.
    """
    return tuple(one.arguments for one in kernel.once(typed_selections))


@dataclass(frozen=True, slots=True)
class Selected:
    """The arguments of one selection, and the type that it names for the kernel; empty where it names none."""

    arguments: Selection
    type: str


def typed_selections(kernel: WalkedKernel) -> tuple[Selected, ...]:
    """The same selections with their types; asked for once."""
    declared = parameters_of(kernel.program)
    selected = lists(kernel.program, "Selections")
    ordered = [one for listed in selected for one in listed or [None]]
    if declared is None:
        return ()
    names = [one.name for one in declared]
    # the arguments come in the order of the declaration, whatever the kernel calls its parameters (template_tiling.py)
    parameters = dict(zip(names, kernel.parameters, strict=False))
    machine = Machine(kernel.program, KernelApi("aiv", kernel.program))
    told = [
        Selected(dict(_chosen(machine, one, parameters)), _type(one)) for one in ordered if isinstance(one, p.Construct)
    ]
    return tuple(told) if len(told) == len(ordered) else ()


def _type(selection: p.Construct) -> str:
    for one in selection.args:
        match one:
            case p.Construct(type=p.Type(name="sklint::KernelType"), args=(_, p.Name(name=name))):
                return name.rpartition("::")[2]
    return ""


def _chosen(
    machine: Machine, selection: p.Construct, parameters: Mapping[str, str]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for one in selection.args:
        match one:
            case p.Construct(args=(p.Literal(value=str() as name), *rest)) if name in parameters:
                values = (machine.constant_expression(number, Scope()) for number in rest)
                numbers = [value.payload if value.is_constant else None for value in values]
                told = listed([number for number in numbers if isinstance(number, int)])
                if told and None not in numbers:
                    yield parameters[name], told
