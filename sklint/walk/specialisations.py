"""Specialisations that template arguments leave open: each that may be meant is walked, as a choice of all cores.

What is called decides where the choice is made. The object is one whichever class it has, and so are its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from sklint import program as p
from sklint.walk.matching import MOST, Several
from sklint.walk.shape import Instance, spelled
from sklint.walk.values import UNSET, Value, atom, choose

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

Meant = TypeVar("Meant")


def alternatives(m: Machine, instance: Instance) -> Several:
    """What may be meant instead of a class with open template arguments, where any of it has code."""
    try:
        return m.alternatives[id(instance)]
    except KeyError:
        # while they are looked for the class has none
        m.alternatives[id(instance)] = ()
    several = m.shapes.specialised(instance)
    found = m.alternatives[id(instance)] = several if any(_has_code(m, one) for _, one in several) else ()
    return found


def _has_code(m: Machine, instance: Instance) -> bool:
    functions = (m.program.functions.get(key) for owner in m.shapes.lineage(instance) for key in owner.cls.methods)
    return any(function is not None and function.body is not None for function in functions)


def lineage(m: Machine, instance: Instance) -> Sequence[Instance]:
    """The class and its bases, nearest first, as the specialisations that are meant on the way that is being walked."""
    plain = m.shapes.lineage(instance)
    if not is_open(m, instance):
        return plain
    found: list[Instance] = []
    for owner in plain:
        meant = next((one for condition, one in alternatives(m, owner) if m.decide(condition)), None)
        found.extend(m.shapes.lineage(meant) if meant is not None else [owner])
    return found


def as_made(m: Machine, instance: Instance) -> Sequence[Instance]:
    """The bases of a class and the class itself, in the order in which the parts of an object are made."""
    found = lineage(m, instance)
    # farthest first, unless there are several beside each other: those are made as they are named
    if all(len(one.cls.bases) < 2 for one in found):
        return found[::-1]
    return [*found[1:], found[0]]


def field_of(m: Machine, instance: Instance, name: str) -> tuple[p.Field, Instance] | None:
    """A field of a class or its bases, with the class it is declared in.

    It is that of the specialisation that is meant on the way that is being walked; where that is open, of any.
    """
    for owner in lineage(m, instance):
        found = m.shapes.field(owner, name)
        if found is not None:
            return found
    several = (one for owner in m.shapes.lineage(instance) for _, one in alternatives(m, owner))
    return next(filter(None, (m.shapes.field(one, name) for one in several)), None)


def constant_of(m: Machine, instance: Instance, name: str, read: Callable[[p.Field, Instance], Value]) -> Value | None:
    """A constant that is another one in some specialisation that may be meant; None where there is but one."""
    for owner in m.shapes.lineage(instance):
        several = m.shapes.specialised(owner)
        found = m.shapes.field(owner, name)
        if any(m.shapes.field(one, name) for _, one in several):
            if len(several) > MOST:
                return atom(f"{spelled(owner.shape)}::{name}")
            value = UNSET if found is None else read(*found)
            for condition, one in reversed(several):
                held = m.shapes.field(one, name)
                value = value if held is None else choose(condition, read(*held), value)
            return m.taken(value)
        if found is not None and found[1] is owner:
            break
    return None


def is_defined(instance: Instance) -> bool:
    """Whether more is known of a class than its name."""
    return bool(instance.cls.methods or instance.cls.fields or instance.cls.bases)


def is_open(m: Machine, instance: Instance) -> bool:
    """Whether a class, or one of its bases, may be another specialisation."""
    return any(alternatives(m, owner) for owner in m.shapes.lineage(instance))


def met(m: Machine, start: Instance, name: str) -> tuple[Instance, Several] | None:
    """The first class from `start` on that has a method of a name in some specialisation, and what may be meant."""
    for owner in m.shapes.lineage(start):
        several = alternatives(m, owner)
        if several and any(m.shapes.methods(one, name) for _, one in several):
            return owner, several
        if m.shapes.own_methods(owner, name):
            return None
    return None


def choice_of(
    m: Machine,
    at: p.Span,
    name: str,
    several: Sequence[tuple[Value, Meant]],
    default: Meant | None,
    run: Callable[[Meant], Value],
) -> Value:
    """Run the first of several whose condition holds, each where that is open; behind them the default.

    Without a default the last one is meant where no other is. Of what is called `name` only so many are walked, and
    the rest counts as not followed.
    """
    rest = [(condition, one) for condition, one in several if m.decide(condition) is not False]
    if len(rest) > MOST:
        m.limited.append(name)
        m.unfollowed[name] = None
        rest = rest[:MOST]
    if not rest:
        return run(several[-1][1] if default is None else default)
    (condition, one), *others = rest
    if m.decide(condition):
        return run(one)
    if default is None and not others:
        trail = len(m.trail)
        m.assume(condition, True)
        value = run(one)
        m.forget(trail)
        return value
    found: list[Value] = []

    def then() -> bool:
        found.append(run(one))
        return False

    def otherwise() -> bool:
        found.append(choice_of(m, at, name, others, default, run))
        return False

    m.branch(condition, None, at, then, otherwise)
    return choose(condition, *found)
