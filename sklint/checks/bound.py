"""The capabilities that `SK_BIND` gives a `__sk__` function."""

from __future__ import annotations

from dataclasses import dataclass

from sklint import program as p
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value, binary, constant

NO_FLUSH = 4


@dataclass(frozen=True, slots=True)
class Bound:
    """How a function is bound: the bits of the second argument of `SK_BIND`, and where."""

    capabilities: int
    at: p.Span


def bound(kernel: WalkedKernel) -> Bound | None:
    """The binding of the kernel; None for one that is no `__sk__` function or whose bits are not known."""
    program = kernel.program
    for variable in program.globals.values():
        match variable.init:
            case p.Call(callee=p.Name(name=name), args=(_, bits, *functions)) if name.endswith("sk_bind"):
                if any(isinstance(one, p.Name) and one.key == kernel.entry.key for one in functions):
                    value = _number(program, bits)
                    if isinstance(value.payload, int):
                        return Bound(value.payload, variable.at)
    return None


def _number(program: p.Program, e: p.Expression) -> Value:
    match e:
        case p.Literal(value=value):
            return constant(value)
        case p.Name(kind="enumerator", key=key, name=name):
            return constant(program.enumerators.get(key, program.enumerators.get(name)))
        case p.Name(key=key) if key in program.globals and (init := program.globals[key].init) is not None:
            return _number(program, init)
        case p.Cast(operand=operand):
            return _number(program, operand)
        case p.Binary(op=op, left=left, right=right):
            sides = (_number(program, left), _number(program, right))
            if all(isinstance(side.payload, int) for side in sides):
                return binary(op, *sides)
    return constant(None)
