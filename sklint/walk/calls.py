"""Calls: which function, method, closure or API is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.facts.table import table
from sklint.frozen import dataclass
from sklint.walk import expressions, tuples
from sklint.walk.effects import CALL_OPERATOR
from sklint.walk.follow import accepts, arguments_of, deduced, invoke
from sklint.walk.locations import load
from sklint.walk.matching import number
from sklint.walk.shape import Bound, Instance, Scope, Shape, agreement
from sklint.walk.specialisations import choice_of, met
from sklint.walk.values import FALSE, NOTHING, UNKNOWN, UNSET, Value, both, choose, fresh, operation

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

_HINTS = frozenset(table("calls")["hint"]["names"])


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call of something whose source is not in the program.

    `name` is the last part of the callee's name, `qualified` all of it; `receiver` the object of a method call.
    `known` is False for a name that nothing declares.
    """

    name: str
    qualified: str
    args: tuple[Value, ...]
    arguments: tuple[p.Expression, ...]
    template: tuple[Bound, ...]
    at: p.Span
    expression: p.Expression
    receiver: Value | None = None
    known: bool = True


# Values that are called as functions; `bound` is a method with its object.
CALLABLE = frozenset({"closure", "function", "bound"})


def call(m: Machine, e: p.Call) -> Value:
    """Evaluate a call: follow it into the program, or ask the API what it means."""
    match e.callee:
        case p.Name():
            return _call_name(m, e, e.callee)
        case p.Member():
            return _call_member(m, e, e.callee)
        case p.StaticMember():
            return _call_static(m, e, e.callee)
    callee = m.evaluate(e.callee)
    return _call_value(m, e, callee)


def template_arguments(m: Machine, args: tuple[p.TemplateArgument, ...]) -> tuple[Bound, ...]:
    """The template arguments that a call or launch names, closed where it stands."""
    return tuple([m.shapes.argument(a, m.frame.scope) for a in args]) if args else ()


def _call_name(m: Machine, e: p.Call, callee: p.Name) -> Value:
    if callee.kind in ("local", "global", "template"):
        value = m.evaluate(callee)
        if value.op in CALLABLE or value.op in ("object", "ite"):
            return _call_value(m, e, value)
    function = chosen(m, callee, len(e.args))
    template = template_arguments(m, callee.args)
    special = _special(m, function)
    if function is not None and (function.body is not None or special) and not function.stub:
        this = expressions.TABLE[p.This](m, p.This(e.at)) if function.owner and not function.static else None
        if function.owner and this is not None and this is not NOTHING:
            return _method(m, e, this, function.plain_name, template, function)
        return _specialised(m, e, function, special, template, None, _owner_scope(m, function))
    qualified = function.name if function is not None else callee.name
    if qualified in _HINTS and e.args:
        return m.evaluate(e.args[0])
    picked = tuples.picked(m, qualified, template, e.args)
    if picked is not None:
        return picked
    return _ask(m, e, qualified, template, None, function is not None or callee.kind == "function")


def chosen(m: Machine, callee: p.Name, count: int) -> p.Function | None:
    """The function that a name means; of an overload set, the first that takes so many arguments."""
    functions = m.program.functions
    if callee.key in functions and len(callee.candidates) < 2:
        return functions[callee.key]
    candidates = [functions[k] for k in callee.candidates if k in functions]
    if not candidates and callee.kind in ("unknown", "function"):
        candidates = [f for f in m.named(callee.name.rpartition("::")[2]) if not f.owner or f.static]
        if "::" in callee.name:
            candidates = [f for f in candidates if f.name.endswith(callee.name)]
    return _by_arity(candidates, count)


def _by_arity(candidates: Sequence[p.Function], count: int) -> p.Function | None:
    fitting = [f for f in candidates if accepts(f, count)]
    with_body = [f for f in fitting if f.body is not None]
    return next(iter(with_body or fitting or candidates), None)


def _owner_scope(m: Machine, function: p.Function) -> Scope:
    """The scope of a static method or free function: its class, if that is the one that is running."""
    if function.owner:
        here = m.frame.scope.instance
        if here is not None:
            for owner in m.shapes.lineage(here):
                if owner.cls.name == function.owner:
                    return m.shapes.scope_of(owner)
        instance = m.shapes.instance(Shape(function.owner))
        if instance is not None:
            return m.shapes.scope_of(instance)
    return m.shapes.nowhere


def _call_value(m: Machine, e: p.Call, callee: Value) -> Value:
    match callee.op:
        case "closure":
            return _call_closure(m, e, callee)
        case "function":
            function = m.program.functions.get(callee.payload)
            if function is not None and function.body is not None:
                return invoke(m, function, arguments_of(m, e), (), None, _owner_scope(m, function), e)
        case "object":
            return _method(m, e, callee, CALL_OPERATOR, ())
        case "ite":
            condition, then, otherwise = callee.args
            return _either(m, e, condition, lambda: _call_value(m, e, then), lambda: _call_value(m, e, otherwise))
        case "location":
            return _call_value(m, e, load(m, callee.payload))
    answer = m.api.unresolved(m, e, callee)
    if answer is not None:
        return answer
    bits = callee.depends | UNKNOWN
    for arg in arguments_of(m, e):
        bits |= arg.value.depends
    return fresh("call", bits)


def _either(
    m: Machine, e: p.Call, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    """A call whose target depends on a condition."""
    found: list[Value] = []

    def run(side: Callable[[], Value]) -> Callable[[], bool]:
        def go() -> bool:
            found.append(side())
            return False

        return go

    m.branch(condition, None, e.at, run(then), run(otherwise))
    return choose(condition, found[0], found[1]) if len(found) == 2 else found[0]


def _call_closure(m: Machine, e: p.Call, callee: Value) -> Value:
    node, home = m.closures[callee.payload]
    arguments = arguments_of(m, e)
    function = p.Function(node.key, "lambda", node.params, p.Type(""), node.at, node.body)
    return invoke(m, function, arguments, (), home.this, home.scope, e, home=home)


def _call_member(m: Machine, e: p.Call, callee: p.Member) -> Value:
    base = m.evaluate(callee.base)
    template = template_arguments(m, callee.args)
    return _call_on(m, e, base, callee, template)


def _call_on(m: Machine, e: p.Call, base: Value, callee: p.Member, template: tuple[Bound, ...]) -> Value:
    if base.op == "location":
        base = load(m, base.payload)
    if base.op == "ite":
        condition, then, otherwise = base.args
        return _either(
            m,
            e,
            condition,
            lambda: _call_on(m, e, then, callee, template),
            lambda: _call_on(m, e, otherwise, callee, template),
        )
    resolved = m.program.functions.get(callee.key)
    if base.op == "object":
        if callee.scope is not None:
            return _call_of(m, e, p.StaticMember(callee.scope, callee.name, callee.at), template, base)
        if _is_qualified(callee):
            # `Base::f()` means that very method, whatever overrides it
            if resolved is None:
                return _ask(m, e, f"{callee.owner}::{callee.name}", template, base, True)
            resolved = replace(resolved, virtual=False)
        return _method(m, e, base, callee.name, template, resolved, explicit=isinstance(callee.base, p.This))
    if resolved is not None and resolved.body is not None and not resolved.stub and resolved.owner:
        # the object is not known, its class is: follow the call on an object made up for it
        made = m.new_thing(Shape(resolved.owner), callee.name, ("unknown", resolved.owner, e.at))
        return _method(m, e, made, callee.name, template, resolved)
    m.unfollowed[callee.name] = None
    return _ask(m, e, callee.name, template, base, True)


def _is_qualified(callee: p.Member) -> bool:
    """Whether a method of the own object is called as `Class::name`: its text is then longer than the name."""
    at = callee.at
    return (
        isinstance(callee.base, p.This)
        and callee.base.at == at
        and not at.macro
        and not callee.args
        and bool(callee.owner)
        and at.line == at.end_line
        and at.end_column - at.column > len(callee.name)
    )


def _call_static(m: Machine, e: p.Call, callee: p.StaticMember) -> Value:
    return _call_of(m, e, callee, template_arguments(m, callee.args), None)


def _call_of(
    m: Machine, e: p.Call, callee: p.StaticMember, template: tuple[Bound, ...], receiver: Value | None
) -> Value:
    """Call the method of a class that the call names, on the `receiver` or else the object that is running."""
    instance = m.shapes.instance(m.shapes.resolve(callee.type, m.frame.scope))
    held = m.thing_of(receiver) if receiver is not None else None
    if instance is None and held is not None and held.instance is not None:
        # the class of the object knows names that this place does not
        instance = m.shapes.instance(m.shapes.resolve(callee.type, m.shapes.scope_of(held.instance)))
    if instance is None:
        return _ask(m, e, f"{callee.type.name}::{callee.name}", template, receiver, True)
    return _any_of(m, e, instance, callee.name, lambda one: _call_in(m, e, one, callee.name, template, receiver))


def _call_in(
    m: Machine, e: p.Call, instance: Instance, name: str, template: tuple[Bound, ...], receiver: Value | None
) -> Value:
    """Call the method that a class or its bases have, on the `receiver` or else the object that is running."""
    found = m.shapes.methods(instance, name)
    templates = [f for f, _ in found if f.specialises is None] or [f for f, _ in found]
    chosen = _by_arity(templates, len(e.args))
    special = _special(m, chosen, [f for f, _ in found])
    if chosen is None or (chosen.body is None and not special):
        return _ask(m, e, f"{instance.cls.name}::{name}", template, receiver, True)
    owner = next(o for f, o in found if f is chosen)
    this = None if chosen.static else m.frame.this if receiver is None else receiver
    return _specialised(m, e, chosen, special, template, this, m.shapes.scope_of(owner))


def _method(
    m: Machine,
    e: p.Call,
    this: Value,
    name: str,
    template: tuple[Bound, ...],
    resolved: p.Function | None = None,
    explicit: bool = False,
) -> Value:
    """Call a method of an object: the override of its own class for virtual ones, else the nearest declaration."""
    thing_ = m.things[this.payload]
    instance = thing_.instance
    if instance is None or instance.cls.stub:
        return _ask(m, e, f"{thing_.shape.name}::{name}", template, this, True)
    start = instance
    if resolved is not None and not resolved.virtual:
        start = next((o for o in m.shapes.lineage(instance) if o.cls.name == resolved.owner), instance)
    elif explicit and m.frame.scope.instance is not None and not _is_virtual(m, instance, name):
        start = m.frame.scope.instance
    return _any_of(m, e, start, name, lambda one: _method_of(m, e, this, one, name, template, resolved))


def _any_of(m: Machine, e: p.Call, start: Instance, name: str, run: Callable[[Instance], Value]) -> Value:
    """Call a method of a class, as each of the specialisations that the class, or a base of it, may be."""
    choice = met(m, start, name)
    if choice is None:
        return run(start)
    owner, several = choice
    default = owner if _with_body(m, owner, name) else None
    return choice_of(
        m, e.at, name, several, default, lambda one: run(one) if one is owner else _any_of(m, e, one, name, run)
    )


def _with_body(m: Machine, instance: Instance, name: str) -> bool:
    """Whether a method of a class, or of its bases, can be followed."""
    functions = [f for f, _ in m.shapes.methods(instance, name)]
    return any(f.body is not None or _special(m, f, functions) for f in functions)


def _method_of(
    m: Machine,
    e: p.Call,
    this: Value,
    start: Instance,
    name: str,
    template: tuple[Bound, ...],
    resolved: p.Function | None,
) -> Value:
    """Call the method of an object that the class `start` or its bases have."""
    instance = m.things[this.payload].instance or start
    found = m.shapes.methods(start, name) or m.shapes.methods(instance, name)
    chosen: p.Function | None = None
    if resolved is not None and (_is_plainly(resolved) or any(f.key == resolved.key for f, _ in found)):
        chosen = resolved
    if chosen is None or chosen.body is None:
        templates = [f for f, _ in found if f.specialises is None] or [f for f, _ in found]
        chosen = _by_arity(templates, len(e.args)) or chosen
    owner = next((o for f, o in found if f is chosen), start)
    special = _special(m, chosen, [f for f, _ in found])
    if chosen is None or chosen.stub or (chosen.body is None and not special):
        member = load(m, (this.payload, name)) if m.shapes.field(instance, name) else UNSET
        if member.op in ("closure", "function", "object"):
            return _call_value(m, e, member)
        return _ask(m, e, f"{instance.cls.name}::{name}", template, this, bool(found))
    return _specialised(m, e, chosen, special, template, this, m.shapes.scope_of(owner))


def _is_plainly(function: p.Function) -> bool:
    """Whether a function is an explicit specialisation that nothing overrides, which the class need not have."""
    return not function.virtual and (function.specialises is not None or function.within is not None)


def _special(m: Machine, function: p.Function | None, among: Sequence[p.Function] = ()) -> Sequence[p.Function]:
    """The explicit specialisations of a function template, or of a method for some arguments of its class.

    They stand `among` the methods of the class, or behind it.
    """
    if function is None or function.stub or not (function.template or function.owner):
        return ()
    inside = [f for f in among if f.specialises is not None and f.body is not None]
    if inside:
        return inside
    named = m.specialised(function.plain_name)
    return [f for f in named if f.name == function.name and (f.within is not None or function.template)]


def _specialised(
    m: Machine,
    e: p.Call,
    function: p.Function,
    special: Sequence[p.Function],
    template: tuple[Bound, ...],
    this: Value | None,
    scope: Scope,
) -> Value:
    """Call a function, or what template arguments and their defaults select of its explicit specialisations.

    Where they are open each that may be meant is called on its condition.
    """
    arguments = arguments_of(m, e)
    if not special:
        return invoke(m, function, arguments, template, this, scope, e)
    bound = deduced(m, function, arguments, template, scope) if function.template else {}
    own = [bound.get(t.name) for t in function.template]
    around = m.shapes.given(scope.instance.shape)[0] if scope.instance is not None else ()
    fitting: list[tuple[Value, p.Function]] = []
    for one in special:
        asked, given = (one.specialises, own) if one.within is None else (one.within, around)
        condition = _selected(m, asked or (), given, scope)
        if condition is not FALSE and accepts(one, len(arguments)):
            fitting.append((condition, one))
    default = function if function.body is not None or not fitting else None
    return choice_of(
        m, e.at, function.plain_name, fitting, default, lambda one: invoke(m, one, arguments, template, this, scope, e)
    )


def _selected(m: Machine, asked: Sequence[p.TemplateArgument], given: Sequence[Bound | None], scope: Scope) -> Value:
    """On what condition template arguments, None where one is not known, select an explicit specialisation."""
    if len(asked) != len(given):
        return FALSE
    parts = []
    for pattern, arg in zip(asked, given, strict=True):
        if arg is None:
            return FALSE
        parts.append(agreement(number(m.shapes, m.shapes.argument(pattern, scope), arg), arg))
    return both(*parts)


def _is_virtual(m: Machine, instance: Instance, name: str) -> bool:
    return any(
        f.virtual
        for owner in m.shapes.lineage(instance)
        for f in (m.program.functions[k] for k in owner.cls.methods if k in m.program.functions)
        if f.plain_name == name
    )


def _ask(
    m: Machine, e: p.Call, qualified: str, template: tuple[Bound, ...], receiver: Value | None, known: bool
) -> Value:
    """Ask the API what a call means; without an answer it depends on what goes in."""
    args = tuple(m.evaluate(a) for a in e.args)
    m.visited[id(e.at)] = e.at
    if isinstance(e, p.Call):
        m.visited[id(e.callee.at)] = e.callee.at
    name = qualified.rpartition("::")[2]
    asked = ApiCall(name, qualified, args, e.args, template, e.at, e, receiver, known)
    answer = m.api.method(m, asked) if receiver is not None else m.api.function(m, asked)
    if answer is not None:
        return answer
    bits = 0 if known else UNKNOWN
    for value in args:
        bits |= value.depends
        if value.op == "location":
            # the callee may write through it
            m.store.set(value.payload, fresh(name, UNKNOWN | load(m, value.payload).depends))
    if receiver is not None:
        bits |= receiver.depends
        thing_ = m.thing_of(receiver)
        bits |= thing_.depends if thing_ is not None else 0
        return fresh(name, bits)
    if known and all(a.op not in ("object", "location", "closure", "unset") for a in args):
        return operation(f"call {name}", *args)
    return fresh(name, bits & ~UNKNOWN if known else bits)


TABLE: dict[type, Callable[..., Value]] = {p.Call: call}
