"""Walks a function of a header that no kernel here includes, as if a kernel called it with what nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from sklint import program as p
from sklint.walk import tree
from sklint.walk.effects import CALL_OPERATOR, EffectTable
from sklint.walk.follow import Argument, invoke
from sklint.walk.kernel import CORE_KINDS, KernelKind, WalkedKernel
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shape import Scope, Shape
from sklint.walk.values import Value

_MOST = 24


def parts(program: p.Program, calls: frozenset[str]) -> Iterator[WalkedKernel]:
    """The functions of a unit without kernels that reach one of `calls`, except those that another of them calls."""
    effects = EffectTable(program)
    reaching = [
        function
        for function in program.functions.values()
        if function.body is not None and not function.stub and calls & effects.reached_names(function.plain_name)
    ]
    called: set[str] = set()
    for function in reaching:
        # to call an object names none of the classes of the unit: each may be the one that nothing here calls
        called |= effects.reached_names(function.plain_name) - {function.plain_name, CALL_OPERATOR}
    for function in [one for one in reaching if one.plain_name not in called][:_MOST]:
        yield _walked(program, function)


def _walked(program: p.Program, function: p.Function) -> WalkedKernel:
    trees: dict[str, tree.Seq] = {}
    exhausted = False
    limited: list[str] = []
    for core_kind in CORE_KINDS:
        machine = Machine(program, KernelApi(core_kind, program))
        this, scope = _object(machine, function)
        arguments = [Argument(machine.argument(param), None) for param in function.params]
        call = p.Call(p.Name(function.name, "function", function.at, function.key), (), function.at)
        invoke(machine, function, arguments, (), this, scope, call)
        trees[core_kind] = tree.Seq(tuple(machine.out))
        exhausted = exhausted or machine.spent
        limited.extend(machine.limited)
    kind = KernelKind("", "unknown")
    return WalkedKernel("", function, program, kind, trees, tuple(dict.fromkeys(limited)), exhausted)


def _object(machine: Machine, function: p.Function) -> tuple[Value | None, Scope]:
    """The object that a method is called on, of its class with nothing bound."""
    if not function.owner or function.static:
        return None, Scope()
    made = machine.new_thing(Shape(function.owner), function.owner.rpartition("::")[2])
    instance = machine.things[made.payload].instance
    return made, machine.shapes.scope_of(instance) if instance is not None else Scope()
