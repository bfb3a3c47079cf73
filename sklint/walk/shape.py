"""Types with their template arguments bound, and the classes they name.

A `Shape` is a `program.Type` in which no template parameter is left: arguments are shapes or values. An `Instance` is a
class with its parameters bound, the best matching specialisation chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TypeAlias

from sklint import program as p
from sklint.frozen import dataclass
from sklint.walk.values import FALSE, TRUE, Value, atom, both, constant, either, equal, negate

# The name of a type that is one of two, on a condition.
CHOICE = "std::conditional_t"
_CONDITIONAL = frozenset({"conditional", "conditional_t", "Conditional"})


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed type; `pointer` counts the levels of indirection.

    `outer` is the class with template arguments that a class stands in, which its own names may hang on. `open` marks a
    template parameter of the entry, which stands for a type that nobody in the source names. `build` is the word by
    which a build gives the type, if others may have another one there.
    """

    name: str
    args: tuple[Bound, ...] = ()
    pointer: int = 0
    reference: bool = False
    gm: bool = False
    outer: Shape | None = None
    open: bool = False
    build: str = ""

    @property
    def plain(self) -> Shape:
        """The type without what is wrapped around it."""
        return Shape(self.name, self.args, outer=self.outer, open=self.open, build=self.build)

    @property
    def as_built(self) -> Shape:
        """The type as the build that was read has it."""
        args = tuple(arg.as_built if isinstance(arg, Shape) else arg for arg in self.args)
        return replace(self, args=args, build="") if self.build or args != self.args else self


def is_alike(one: Bound, other: Bound) -> bool:
    """Whether two template arguments are the same in the build that was read."""
    if isinstance(one, Shape) and isinstance(other, Shape):
        return one == other or one.as_built == other.as_built
    return one == other


Bound: TypeAlias = Shape | Value
Bindings: TypeAlias = Mapping[str, Bound]
NOWHERE: Bindings = {}


@dataclass(frozen=True, slots=True)
class Instance:
    """A class with bound parameters, those of the class around it among them; equal shapes give equal instances."""

    shape: Shape
    cls: p.Class = field(compare=False)
    bindings: Bindings = field(compare=False)
    outer: Instance | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a type or constant expression stands: the bound parameters and the class around it."""

    bindings: Bindings = field(default_factory=dict)
    instance: Instance | None = None
    resolved: dict[int, tuple[p.Type, Shape]] = field(default_factory=dict, compare=False, repr=False)


def agreement(closed: Bound, given: Bound) -> Value:
    """On what condition a template argument that may be open is the one that a specialisation asks for."""
    if is_alike(closed, given):
        return TRUE
    for one, other in ((closed, given), (given, closed)):
        choice = open_choice(one) if isinstance(one, Shape) else None
        if choice is not None and isinstance(one, Shape):
            condition, *sides = (
                alike(choice[0]),
                *(replace(side, pointer=side.pointer + one.pointer) for side in choice[1:]),
            )
            then, otherwise = (agreement(side, other) if one is closed else agreement(other, side) for side in sides)
            return either(both(condition, then), both(negate(condition), otherwise))
    if isinstance(closed, Shape) and isinstance(given, Shape):
        if given.open and closed.open:
            return atom(f"is_same<{spelled(given)}, {spelled(closed)}>")
        if given.open:
            rest = replace(closed, pointer=closed.pointer - given.pointer)
            return FALSE if rest.pointer < 0 else equal(atom(f"typename {given.name}"), constant(spelled(rest)))
        if (closed.name, closed.pointer, len(closed.args)) != (given.name, given.pointer, len(given.args)):
            return FALSE
        return both(*map(agreement, closed.args, given.args))
    if isinstance(closed, Value) and isinstance(given, Value) and not given.is_constant:
        return equal(alike(given), closed)
    return FALSE


def alike(argument: Value) -> Value:
    """A template argument as it is on all cores: they run the same instance, whatever it was worked out from."""
    return atom(str(argument)) if argument.depends else argument


def open_choice(shape: Shape) -> tuple[Value, Shape, Shape] | None:
    """The condition and the types of a `std::conditional_t` that nothing decides; None for any other type."""
    match shape.args:
        case (Value() as condition, Shape() as then, Shape() as otherwise) if is_conditional(shape.name):
            return condition, then, otherwise
    return None


def is_conditional(name: str) -> bool:
    """Whether a template is one of those that choose between two types."""
    return head_of(name) in _CONDITIONAL


def head_of(name: str) -> str:
    """The plain name of a template, whether the type in it is asked for or not."""
    parts = name.split("::")
    return parts[-2] if parts[-1] == "type" and len(parts) > 1 else parts[-1]


def spelled(bound: Bound) -> str:
    """A type or value as people write it."""
    if not isinstance(bound, Shape):
        return str(bound)
    args = f"<{', '.join(map(spelled, bound.args))}>" if bound.args else ""
    return f"{bound.name}{args}{'*' * bound.pointer}"
