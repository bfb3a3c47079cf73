"""Constructors: which of a class takes what is given, and whether that is an object of the class already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk.follow import Argument, accepts
from sklint.walk.frame import Thing
from sklint.walk.matching import Several
from sklint.walk.pipes import held_pipes
from sklint.walk.shape import Instance
from sklint.walk.specialisations import alternatives

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

_ANY, _ANOTHER = 1, 2


def made_as(m: Machine, instance: Instance) -> Several:
    """The specialisations that a class may be, where it matters to the making and the end of an object which it is."""
    found = alternatives(m, instance)
    return found if any(_is_told(m, one) for one in (instance, *(one for _, one in found))) else ()


def _is_told(m: Machine, instance: Instance) -> bool:
    """Whether a class has a constructor or destructor to follow, or a pipe."""
    name = instance.cls.name.rpartition("::")[2]
    functions = (m.program.functions.get(key) for key in instance.cls.methods)
    own = any(f is not None and f.body is not None and f.plain_name in (name, f"~{name}") for f in functions)
    return own or next(held_pipes(m, instance.cls.key, instance), None) is not None


def constructors_of(m: Machine, instance: Instance) -> list[p.Function]:
    """The constructors of a class that the program has."""
    name = instance.cls.name.rpartition("::")[2]
    functions = (m.program.functions.get(key) for key in instance.cls.methods)
    return [f for f in functions if f is not None and f.plain_name == name and f.body]


def copies(constructor: p.Function) -> bool:
    """Whether it is a copy constructor."""
    return (
        len(constructor.params) == 1 and constructor.params[0].type.name.rpartition("::")[2] == constructor.plain_name
    )


def given_by(init: p.Expression | None) -> tuple[p.Expression, ...]:
    """The arguments of the constructor that a field's own initialiser calls."""
    match init:
        case p.InitList(items=items) | p.Construct(args=items):
            return items
    return ()


def chosen(
    m: Machine, constructors: Sequence[p.Function], instance: Instance, arguments: Sequence[Argument]
) -> p.Function | None:
    """The first that takes so many arguments; of one object, the first that asks for its class."""
    fitting = [f for f in constructors if accepts(f, len(arguments))]
    source = m.thing_of(arguments[0].value) if len(arguments) == 1 else None
    if source is None or len(fitting) < 2:
        return next(iter(fitting), None)
    return min(fitting, key=lambda f: _distance(m, f, instance, source))


def converting(m: Machine, instance: Instance, source: Thing) -> p.Function | None:
    """The constructor that makes an object of a class from one of another, not from one of its own."""
    if is_one(m, source, instance):
        return None
    several = (f for f in constructors_of(m, instance) if accepts(f, 1))
    return next((f for f in several if _distance(m, f, instance, source) < _ANOTHER), None)


def is_one(m: Machine, source: Thing, instance: Instance) -> bool:
    """Whether an object is of a class or of one derived from it; one of which nothing is known may be."""
    if source.instance is None:
        return not m.api.is_object(source.shape)
    return any(one.cls.name == instance.cls.name for one in m.shapes.lineage(source.instance))


def _distance(m: Machine, constructor: p.Function, instance: Instance, source: Thing) -> int:
    """How far a constructor is from taking an object: 0 where it asks for its class."""
    shape = m.shapes.resolve(constructor.params[0].type, m.shapes.scope_of(instance))
    asked = m.shapes.instance(shape)
    if shape.name == source.shape.name or (asked is not None and is_one(m, source, asked)):
        return 0
    return _ANY if any(parameter.name == shape.name for parameter in constructor.template) else _ANOTHER
