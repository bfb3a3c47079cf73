"""The type traits of the standard library that kernels choose their types and their code with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk.shape import Scope, Shape, agreement, head_of, is_alike, is_conditional, open_choice
from sklint.walk.values import FALSE, TRUE, Value, atom, both, constant, either, equal, negate

if TYPE_CHECKING:
    from sklint.walk.shapes import Shapes

_SAME = frozenset({"is_same", "IsSameType", "is_same_v", "IsSame"})
_VOID = frozenset({"is_void", "is_void_v"})
_PLAIN = frozenset({"remove_cv", "remove_reference", "remove_cvref", "decay", "remove_const", "type_identity"})


def chosen_type(shapes: Shapes, type: p.Type, scope: Scope) -> Shape | None:
    """The type traits of the standard library that kernels choose their types with."""
    head = head_of(type.name)
    args = type.args
    if is_conditional(type.name) and len(args) == 3:
        chosen = shapes.argument(args[0], scope)
        if isinstance(chosen, Value):
            chosen = _of_this_build(shapes, chosen)
        if isinstance(chosen, Value) and chosen.is_constant:
            picked = shapes.argument(args[1] if chosen.payload else args[2], scope)
            return picked if isinstance(picked, Shape) else None
    if (head in _PLAIN or (head.endswith("_t") and head[:-2] in _PLAIN)) and len(args) == 1:
        inner = shapes.argument(args[0], scope)
        return replace(inner, reference=False) if isinstance(inner, Shape) else None
    return None


def trait_value(shapes: Shapes, name: str, args: tuple[p.TemplateArgument, ...], scope: Scope) -> Value | None:
    """`is_same<A, B>::value` and its kin, decided where both types are known and none is the build's choice."""
    if name.rpartition("::")[2] in _VOID and len(args) == 1:
        asked = shapes.argument(args[0], scope)
        if isinstance(asked, Shape) and not _is_unread(asked):
            return agreement(Shape("void"), asked)
    if name.rpartition("::")[2] in _SAME and len(args) == 2:
        left, right = (shapes.argument(a, scope) for a in args)
        if isinstance(left, Shape) and isinstance(right, Shape):
            if any(one.open or open_choice(one) is not None for one in (left, right)):
                return agreement(right, left) if left.open else agreement(left, right)
            if _is_unread(left) or _is_unread(right):
                return atom(f"is_same<{left.name}, {right.name}>")
            for given, other in ((left, right), (right, left)):
                if given.build and given.build != other.build:
                    return _of_some_build(shapes, given, other)
            return TRUE if is_alike(left, right) else FALSE
    return None


def _of_some_build(shapes: Shapes, given: Shape, other: Shape) -> Value:
    """Whether a type is the one that a build gives: each build has its own there, and any of the arms is some build's.

    The operator's definition tells which ones there are, if it can be read.
    """
    if given.pointer != other.pointer:
        return FALSE
    listed = _listed(shapes, given)
    if listed and (others := _listed(shapes, other) if other.build else {other.name}) and listed.isdisjoint(others):
        return FALSE
    return equal(atom(given.build), atom(other.build) if other.build else constant(other.name))


def _of_this_build(shapes: Shapes, value: Value) -> Value:
    """A truth about types with the types of the build that was read: one class has to be chosen."""
    match value.op:
        case "==" | "!=":
            one, other = (_name_in_this_build(shapes, side) for side in value.args)
            if one and other:
                return constant((one == other) is (value.op == "=="))
        case "not":
            return negate(_of_this_build(shapes, value.args[0]))
        case "and" | "or":
            return (both if value.op == "and" else either)(*(_of_this_build(shapes, one) for one in value.args))
    return value


def _listed(shapes: Shapes, given: Shape) -> set[str]:
    """The types that builds give where one gives this type; none where that is not known."""
    types = shapes.program.build_types.get(given.build, ())
    return {shapes.resolve(p.Type(name), shapes.nowhere).name for name in types}


def _name_in_this_build(shapes: Shapes, side: Value) -> str:
    """The type that one side of such a comparison names, in the build that was read."""
    if side.op == "const":
        return str(side.payload)
    alias = shapes.program.aliases.get(str(side.payload)) if side.op == "atom" else None
    return shapes.resolve(alias.type, shapes.nowhere).name if alias is not None else ""


def _is_unread(shape: Shape) -> bool:
    """Whether the shape stands for a type of which no more is known."""
    return not shape.name or shape.name.startswith("decltype") or shape.name in ("auto", "T")
