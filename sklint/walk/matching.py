"""Which specialisation of a template its arguments select, and on what conditions where they are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from sklint import program as p
from sklint.walk.shape import CHOICE, Bound, Instance, Scope, Shape, agreement, alike, is_alike, open_choice, spelled
from sklint.walk.values import FALSE, TRUE, Value, both

if TYPE_CHECKING:
    from sklint.walk.shapes import Shapes

# How many specialisations are walked beside what is called without them.
MOST = 8
# What may be meant instead of a class, each on its condition.
Several: TypeAlias = tuple[tuple[Value, Instance], ...]
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
        return is_alike(made, arg) and (enabled == TRUE or (asked is not None and enabled != FALSE))
    if isinstance(pattern, p.Type) and pattern.name in open_names and not pattern.args:
        if isinstance(arg, Shape) and (pattern.pointer > arg.pointer):
            return False
        if isinstance(arg, Shape) and pattern.pointer:
            arg = replace(arg, pointer=arg.pointer - pattern.pointer, reference=False)
        known = bindings.setdefault(pattern.name, arg)
        return is_alike(known, arg) or pattern.reference
    if not isinstance(pattern, p.Type) and isinstance(pattern, p.Name) and pattern.name in open_names:
        return bindings.setdefault(pattern.name, arg) == arg
    if isinstance(pattern, p.Type) and isinstance(arg, Shape) and not (asked is not None and _undecided(arg, pattern)):
        if not pattern.args:
            closed = shapes.resolve(pattern, scope)
            return (closed.name, closed.pointer) == (arg.name, arg.pointer) and (
                closed.as_built.args == arg.as_built.args
            )
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
        return is_alike(wanted, arg)
    condition = agreement(wanted, arg)
    asked.append(condition)
    return condition is not FALSE


def _undecided(arg: Shape, pattern: p.Type) -> bool:
    """Whether an argument is any type, or one of several that nothing decides between."""
    return arg.open or (open_choice(arg) is not None and not pattern.args)


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


def specialised(shapes: Shapes, instance: Instance) -> Several:
    """The specialisations that open template arguments may select instead of a class, each on its condition.

    The most special ones stand first: of two whose conditions hold that one is meant.
    """
    choice = open_choice(instance.shape)
    if choice is not None:
        then, otherwise = shapes.instance(choice[1]), shapes.instance(choice[2])
        if then is None or otherwise is None:
            return ()
        return ((alike(choice[0]), then), *specialised(shapes, otherwise))
    classes = shapes.program.classes.get(instance.shape.name, ())
    if len(classes) < 2 or instance.cls.stub:
        return ()
    args, outer, around = shapes.given(instance.shape)
    found: list[tuple[Value, Instance]] = []
    for cls in sorted(classes, key=lambda cls: len(cls.template)):
        if cls.specialises is None or cls is instance.cls:
            continue
        if instance.cls.specialises is not None and len(cls.template) >= len(instance.cls.template):
            continue
        bindings: dict[str, Bound] = {}
        asked: list[Value] = []
        if not fits(shapes, cls, args, bindings, around, asked):
            continue
        condition = both(*asked)
        if condition.is_constant:
            continue
        inner = shapes.scope({**around.bindings, **bindings}, outer)
        shape = replace(instance.shape, args=tuple(shapes.argument(a, inner) for a in cls.specialises))
        known = shapes.instance(shape)
        made = known if known is not None and known.cls is cls else Instance(shape, cls, inner.bindings, outer)
        found.append((condition, made))
    return tuple(found)


def open_type(
    shapes: Shapes, instance: Instance, type: p.Type, read: Callable[[p.Alias, Scope], Shape]
) -> Shape | None:
    """The type that a class holds by a name, where it is another one in a specialisation that may be meant.

    It is written as the choice among them. None where there is but one, and of what the API declares: there it tells
    more to know one than all.
    """
    for owner in shapes.lineage(instance):
        several = shapes.specialised(owner)
        found = [(condition, shapes.member_alias(one, type.name)) for condition, one in several]
        held = [(condition, read(*alias)) for condition, alias in found if alias is not None]
        plain = shapes.member_alias(owner, type.name)
        if held:
            # without a type in the template itself the last one is meant where no other is
            chosen = read(*plain) if plain is not None else held.pop()[1]
            everything = [chosen, *(one for _, one in held)]
            if any(one.args and not shapes.is_own(one) for one in everything if open_choice(one) is None):
                return None
            if len(held) > MOST:
                return Shape(f"{spelled(owner.shape)}::{type.name}", open=True)
            for condition, one in reversed(held):
                chosen = chosen if one == chosen else Shape(CHOICE, (condition, one, chosen))
            return chosen
        if type.name in owner.cls.aliases:
            return None
    return None
