"""Which specialisation of a template its arguments select, and on what conditions where they are open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk.shape import Bound, Scope, Shape, agreement
from sklint.walk.values import FALSE, TRUE, Value

if TYPE_CHECKING:
    from sklint.walk.shapes import Shapes

_ENABLED = frozenset({"enable_if_t", "enable_if"})
_NOWHERE = p.Span("", 0, 0, 0, 0)


def fits(
    shapes: Shapes,
    cls: p.Class,
    args: tuple[Bound, ...],
    bindings: dict[str, Bound],
    around: Scope,
    asked: list[Value] | None = None,
) -> bool:
    """Whether a specialisation can be meant by these arguments; see `unify`."""
    patterns, names = cls.specialises or (), {t.name for t in cls.template}
    return len(patterns) == len(args) and all(
        unify(shapes, pattern, arg, names, bindings, around, asked) for pattern, arg in zip(patterns, args, strict=True)
    )


def unify(
    shapes: Shapes,
    pattern: p.TemplateArgument,
    arg: Bound,
    open_names: set[str],
    bindings: dict[str, Bound],
    scope: Scope,
    asked: list[Value] | None = None,
) -> bool:
    """Whether `arg` fits `pattern`, binding the open names on the way.

    Where `asked` is given, an argument that is open itself fits on conditions, which are noted there.
    """
    if isinstance(pattern, p.Type) and pattern.name.rpartition("::")[2] in _ENABLED and pattern.args:
        # no name is found out by such an argument: those before it have bound what it asks about
        inner = shapes.scope({**scope.bindings, **bindings}, scope.instance)
        made = shapes.argument(pattern.args[1], inner) if len(pattern.args) > 1 else Shape("void")
        enabled = shapes.argument(pattern.args[0], inner)
        if asked is not None and isinstance(enabled, Value):
            asked.append(enabled)
        return made == arg and (enabled == TRUE or (asked is not None and enabled != FALSE))
    if isinstance(pattern, p.Type) and pattern.name in open_names and not pattern.args:
        if isinstance(arg, Shape) and (pattern.pointer > arg.pointer):
            return False
        if isinstance(arg, Shape) and pattern.pointer:
            arg = replace(arg, pointer=arg.pointer - pattern.pointer, reference=False)
        known = bindings.setdefault(pattern.name, arg)
        return known == arg or pattern.reference
    if not isinstance(pattern, p.Type) and isinstance(pattern, p.Name) and pattern.name in open_names:
        return bindings.setdefault(pattern.name, arg) == arg
    if isinstance(pattern, p.Type) and isinstance(arg, Shape) and not (asked is not None and arg.open):
        if not pattern.args:
            closed = shapes.resolve(pattern, scope)
            return (closed.name, closed.args, closed.pointer) == (arg.name, arg.args, arg.pointer)
        name, given = shapes.class_name(pattern.name, scope), shapes.given(arg)[0]
        return (
            name.rpartition("::")[2] == arg.name.rpartition("::")[2]
            and pattern.pointer == arg.pointer
            and len(pattern.args) <= len(given)
            and all(
                unify(shapes, inner, bound, open_names, bindings, scope, asked)
                for inner, bound in zip(pattern.args, given, strict=False)
            )
            and _by_default(shapes, replace(arg, args=given), len(pattern.args), asked)
        )
    wanted = number(shapes, shapes.argument(pattern, scope), arg)
    if asked is None:
        return wanted == arg
    condition = agreement(wanted, arg)
    asked.append(condition)
    return condition is not FALSE


def _by_default(shapes: Shapes, arg: Shape, count: int, asked: list[Value] | None) -> bool:
    """Whether the template arguments behind the first `count`, which a pattern leaves out, are the defaults."""
    implied = shapes.given(replace(arg, args=arg.args[:count]))[0]
    conditions = [agreement(ours, theirs) for ours, theirs in zip(implied[count:], arg.args[count:], strict=False)]
    if asked is not None:
        asked.extend(conditions)
        return FALSE not in conditions
    return all(condition == TRUE for condition in conditions)


def number(shapes: Shapes, asked: Bound, given: Bound) -> Bound:
    """What a specialisation asks for where a number is given: constants of the tool chain read like types."""
    if isinstance(asked, Shape) and isinstance(given, Value) and not asked.args:
        return shapes.evaluate(p.Name(asked.name, "unknown", _NOWHERE), shapes.nowhere)
    return asked
