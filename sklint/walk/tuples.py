"""Pairs and tuples of the C++ library: what their parts are, and what assigning one to the targets of a tie writes.

A pair or tuple that is made for the moment is a list of values; one that a variable holds is an object with fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk.locations import FIELDS_OF_PAIR, PAIR, TUPLE, load, part_location
from sklint.walk.shape import Shape
from sklint.walk.values import UNSET, Value, choose, constant, fresh, operation

if TYPE_CHECKING:
    from sklint.walk.frame import Thing
    from sklint.walk.machine import Machine

_TIE, _GET = "std::tie", "std::get"
_FEWEST = 2
_MADE = ("list", "call make_tuple", "call make_pair")


def is_tuple(shape: Shape) -> bool:
    """Whether values of a type have parts without being of a class of the program."""
    return shape.name in (PAIR, TUPLE) and not shape.pointer


def part(m: Machine, value: Value, index: int) -> Value:
    """What the part of a pair or tuple is; something unknown where what made it was not read."""
    if value.op in _MADE and index < len(value.args):
        return value.args[index]
    if value.op == "ite":
        condition, then, otherwise = value.args
        return choose(condition, part(m, then, index), part(m, otherwise, index))
    thing = m.thing_of(value)
    location = part_location(m, thing, index) if thing is not None else None
    known = load(m, location) if location is not None else UNSET
    if known is not UNSET:
        return known
    if value.op == "fresh":
        # what is not followed is called as before, of which it is a part
        return fresh(str(value.payload[0]), value.depends)
    return operation("index", value, constant(index)) if thing is None else fresh("a part", thing.depends)


def picked(m: Machine, name: str, template: Sequence[object], args: Sequence[p.Expression]) -> Value | None:
    """`std::get<i>(t)`; None for other calls, and for what is no pair or tuple."""
    match template, args:
        case (Value(op="const", payload=int(index)), *_), (p.Name() | p.Member() as whole,) if name == _GET:
            value = m.evaluate(whole)
            thing = m.thing_of(value)
            known = _is_made(value) if thing is None else is_tuple(thing.shape)
            return part(m, value, index) if known else None
    return None


def _is_made(value: Value) -> bool:
    return value.op in _MADE or (value.op == "ite" and any(map(_is_made, value.args[1:])))


def field(m: Machine, value: Value, name: str) -> Value | None:
    """`value.first` and `value.second` of a pair that is no object; None for other fields."""
    known = name in FIELDS_OF_PAIR and _is_made(value)
    return part(m, value, FIELDS_OF_PAIR.index(name)) if known else None


def held(m: Machine, value: Value, label: str) -> Value:
    """The object that a variable without a written type holds, where it is given a pair or tuple."""
    count = _count(value)
    if count < _FEWEST:
        return value
    made = m.new_thing(Shape(PAIR if count == len(FIELDS_OF_PAIR) else TUPLE), label)
    fill(m, m.things[made.payload], [part(m, value, index) for index in range(count)])
    return made


def _count(value: Value) -> int:
    """How many parts a pair or tuple has that is made for the moment; none for everything else."""
    if value.op == "ite":
        counts = set(map(_count, value.args[1:]))
        return counts.pop() if len(counts) == 1 else 0
    return len(value.args) if value.op == "list" else 0


def fill(m: Machine, thing: Thing, parts: Sequence[Value]) -> None:
    """Give a pair or tuple its parts."""
    for index, value in enumerate(parts):
        location = part_location(m, thing, index)
        if location is not None:
            m.store.set(location, value)


def taken_from(m: Machine, thing: Thing, value: Value) -> None:
    """Give a pair or tuple the parts that another one has."""
    fill(m, thing, [part(m, value, index) for index in range(len(thing.shape.args))])


def tied(target: p.Expression) -> tuple[p.Expression, ...]:
    """What an assignment to `std::tie(…)` writes, in order; nothing for other targets."""
    match target:
        case p.Call(callee=p.Name(name=name), args=targets) if name == _TIE:
            return targets
    return ()


def assign_tied(
    m: Machine, targets: Sequence[p.Expression], value: Value, store: Callable[[p.Expression, Value], None]
) -> None:
    """Give every target its part: all are read before the first is written."""
    parts = [part(m, value, index) for index in range(len(targets))]
    for target, one in zip(targets, parts, strict=True):
        store(target, one)
