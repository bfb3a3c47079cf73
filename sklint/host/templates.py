"""Template keys: how the arguments of a kernel's template are packed into a tiling key, and come out of it again."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sklint import program as p
from sklint.host.launch import LARGEST, Launch, choices
from sklint.host.made_keys import MADE_KEY, made_key
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shape import Scope
from sklint.walk.values import Value, choose, constant, expressions_up_to, whole

# 模板参数定义.md: how the numbers of an unsigned argument are told
_RANGE, _LIST, _MIX = range(3)
# beyond that, which number it is decides nothing that anybody could list
_WIDEST = 256


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared template parameter: the bits that a key has for it, and the numbers that these count.

    Where there are no `numbers`, the bits are the argument itself. They are None where they could not be read.
    """

    name: str
    bits: int
    numbers: tuple[int, ...] | None = ()


def parameters_of(program: p.Program) -> tuple[Parameter, ...] | None:
    """The declared template parameters, in their order; None where no declaration, or more than one, can be read."""
    declared = lists(program, "Declared")
    if len(declared) != 1 or declared[0] is None:
        return None
    machine = Machine(program, KernelApi("aiv", program))
    made = [_parameter(machine, one) for one in declared[0]]
    found = tuple(one for one in made if one is not None)
    # what else is declared may take bits of the key as well
    return found if len(found) == len(made) else tuple(replace(one, bits=0) for one in found)


def _parameter(machine: Machine, declared: p.Expression) -> Parameter | None:
    match declared:
        case p.Construct(args=(p.Literal(value=str() as name), bits, *rest)):
            told = [machine.constant_expression(one, Scope()).payload for one in (bits, *rest)]
            numbers = [number for number in told if isinstance(number, int)]
            if len(numbers) < len(told):
                return Parameter(name, 0, None)
            return Parameter(name, numbers[0], (listed(numbers[1:]) or None) if rest else ())
    return None


def lists(program: p.Program, kind: str) -> list[tuple[p.Expression, ...] | None]:
    """What the stubs make of the lists of one kind at file scope; None for one that could not be read.

    The nought that each begins with is left out.
    """
    made = (one.init for one in program.globals.values() if one.type.name == f"sklint::{kind}")
    return [one.args[1:] if isinstance(one, p.Construct) else None for one in made]


def listed(numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers that are meant; empty where they are told in a way that nobody knows."""
    match numbers:
        case [how, *alone] if how == _LIST:
            return tuple(alone)
        case [how, count, *rest] if how in (_RANGE, _MIX) and len(rest) >= 2 * count:
            ranges = [
                range(first, last + 1)
                for first, last in zip(rest[: 2 * count : 2], rest[1 : 2 * count : 2], strict=True)
            ]
            alone = rest[2 * count :] if how == _MIX else []
            if sum(map(len, ranges)) <= _WIDEST:
                return (*itertools.chain(*ranges), *alone)
    return ()


def with_arguments(launches: Sequence[Launch], parameters: Sequence[Parameter]) -> tuple[Launch, ...]:
    """The launches with the template arguments that are packed into the numbers of their keys.

    A number that no arguments make selects nothing that was built: that key is made of no arguments, and so is one of
    more or fewer arguments than are declared. What nobody has set is a nought: it is left alone where no way of the
    launch is seen to make a key, and is otherwise as good a number as any. Where no number of any launch is made of
    arguments, they are packed in another way.
    """
    if not parameters:
        return tuple(launches)
    with expressions_up_to(LARGEST):
        found = tuple(replace(one, key=_Keys(parameters, one.key).unpacked(one.key)) for one in launches)
    made = [key for one in found for key in choices(one.key) if key.op == MADE_KEY]
    return found if any(key.args for key in made) else tuple(launches)


class _Keys:
    """The keys of one launch, as the declared parameters make them."""

    def __init__(self, parameters: Sequence[Parameter], key: Value) -> None:
        self._parameters = parameters
        self._packed = all(one.bits and one.numbers is not None for one in parameters)
        # some of its keys may be those of another kernel that its tiling was made for before; not all of them
        self._makes = any(one.op == MADE_KEY and len(one.args) == len(parameters) for one in choices(key))
        self._known: dict[Value, Value] = {}

    def unpacked(self, key: Value) -> Value:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._unpacked(key)
        return found

    def _unpacked(self, key: Value) -> Value:
        made = whole(key)
        if made.op == "ite":
            condition, *sides = made.args
            return choose(condition, *map(self.unpacked, sides))
        if made.op == MADE_KEY:
            return made_key() if self._makes and len(made.args) != len(self._parameters) else made
        if self._packed and isinstance(made.payload, int) and made.is_constant and made.payload >= (not self._makes):
            return made_key(*_arguments(made.payload, self._parameters))
        return key


def _arguments(key: int, parameters: Sequence[Parameter]) -> list[Value]:
    """The template arguments that a number is made of; none where it is made of none."""
    found = []
    for one in parameters:
        part, key = key & ((1 << one.bits) - 1), key >> one.bits
        if one.numbers and part >= len(one.numbers):
            return []
        found.append(constant(one.numbers[part] if one.numbers else part))
    return [] if key else found
