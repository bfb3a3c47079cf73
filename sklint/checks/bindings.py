"""What `SK_BIND` binds: a kernel, the capabilities, and the `__sk__` functions, each with its template arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sklint import program as p
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shape import Bound, Scope
from sklint.walk.shapes import Shapes
from sklint.walk.values import Value

# SK_BIND.md: a kernel is bound to four functions at most
MOST_FUNCTIONS = 4


@dataclass(frozen=True, slots=True)
class Instance:
    """A function that a binding names; `args` are its template arguments as they are written, closed."""

    function: p.Function
    args: tuple[Bound, ...]

    @property
    def name(self) -> str:
        """The function as people write it."""
        return f"{self.function.plain_name}<{', '.join(map(shown, self.args))}>" if self.args else self.plain_name

    @property
    def plain_name(self) -> str:
        return self.function.plain_name

    @property
    def at(self) -> p.Span:
        return self.function.name_at or self.function.at

    @property
    def lacks_arguments(self) -> bool:
        """Whether it is a template that its arguments do not make one function of."""
        needed = [param for param in self.function.template if param.default is None and not param.pack]
        return len(self.args) < len(needed)

    def is_same(self, other: Instance) -> bool:
        return self.function.key == other.function.key and self.args == other.args


@dataclass(frozen=True, slots=True)
class Binding:
    """One `SK_BIND`; what names no function of the program is None, and so are capabilities that are not constant.

    `types` answers for the types of the program that the binding stands in.
    """

    at: p.Span
    kernel: Instance | None
    capabilities: int | None
    functions: tuple[Instance | None, ...]
    types: Shapes

    @property
    def of_a_kernel(self) -> bool:
        """Whether a kernel is bound at all: what else is wrong with the binding does not matter before."""
        return self.kernel is not None and "global" in self.kernel.function.attributes

    def bound(self) -> Iterator[Instance]:
        """The functions that are known, each once."""
        seen: list[Instance] = []
        for one in self.functions:
            if one is not None and not any(one.is_same(other) for other in seen):
                seen.append(one)
                yield one

    def scope(self, instance: Instance) -> Scope:
        """Where the types of an instance are resolved."""
        return Scope(self.types.bind(instance.function.template, instance.args, Scope()))


def bindings(program: p.Program) -> tuple[Binding, ...]:
    """The bindings of a unit, in the order they were read."""
    calls = [
        (variable.at, variable.init.args)
        for variable in program.globals.values()
        if isinstance(variable.init, p.Call)
        and isinstance(variable.init.callee, p.Name)
        and variable.init.callee.name == "sklint::sk_bind"
    ]
    if not calls:
        return ()
    machine = Machine(program, KernelApi("aiv", program))
    return tuple(_binding(machine, at, args) for at, args in calls)


def _binding(machine: Machine, at: p.Span, args: tuple[p.Expression, ...]) -> Binding:
    kernel = _instance(machine, args[0]) if args else None
    value = machine.constant_expression(args[1], Scope()) if len(args) > 1 else None
    capabilities = value.payload if value is not None and value.is_constant else None
    return Binding(
        at,
        kernel,
        int(capabilities) if isinstance(capabilities, int) else None,
        tuple(_instance(machine, one) for one in args[2:]),
        machine.shapes,
    )


def _instance(machine: Machine, e: p.Expression) -> Instance | None:
    """The function that an argument names, through a cast or the address of it."""
    while isinstance(e, (p.Unary, p.Cast)):
        e = e.operand
    if not isinstance(e, p.Name) or e.key not in machine.program.functions:
        return None
    args = tuple(machine.shapes.argument(arg, Scope()) for arg in e.args)
    return Instance(machine.program.functions[e.key], args)


def shown(bound: Bound) -> str:
    """A type or a value as people write it."""
    if isinstance(bound, Value):
        return str(bound)
    args = f"<{', '.join(map(shown, bound.args))}>" if bound.args else ""
    if bound.gm and bound.pointer == 1 and bound.name == "unsigned char":
        return "GM_ADDR"
    return f"{'__gm__ ' if bound.gm else ''}{bound.name}{args}{' ' + '*' * bound.pointer if bound.pointer else ''}"


def keyword(function: p.Function) -> str:
    """The type keyword of a function without its underscores: vector, cube, mix(1,2); empty without one."""
    return next((a for a in function.attributes if a in ("vector", "cube") or a.startswith("mix(")), "")


def written(keyword: str) -> str:
    """A type keyword as it stands in the source."""
    name, bracket, rest = keyword.partition("(")
    return f"__{name}__{bracket}{rest}" if keyword else ""
