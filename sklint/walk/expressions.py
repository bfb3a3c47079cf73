"""Expressions and their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import memory, rows, tuples
from sklint.walk.addresses import is_address, pointee_size, size_of, typed
from sklint.walk.arrays import element
from sklint.walk.locations import (
    assign,
    constant_in,
    is_bound_whole,
    load,
    local,
    overwritten,
    place,
    row_at,
    static_value,
)
from sklint.walk.objects import given, overwrite, unread
from sklint.walk.operators import binary
from sklint.walk.render import UNNAMED, render
from sklint.walk.shape import Scope
from sklint.walk.specialisations import field_of
from sklint.walk.traits import trait_value
from sklint.walk.values import (
    NOTHING,
    ONE,
    UNKNOWN,
    UNSET,
    ZERO,
    Value,
    add,
    atom,
    choose,
    constant,
    fresh,
    negate,
    operation,
    scale,
    thing,
)

if TYPE_CHECKING:
    from sklint.walk.frame import Frame
    from sklint.walk.machine import Machine


def _literal(m: Machine, e: p.Literal) -> Value:
    return constant(e.value)


def _name(m: Machine, e: p.Name) -> Value:
    if e.args and (trait := trait_value(m.shapes, e.name, e.args, m.frame.scope)) is not None:
        return trait
    match e.kind:
        case "local":
            return local(m, e.key or e.name)
        case "template":
            return parameter(e, m.frame.scope)
        case "enumerator":
            number = m.program.enumerators.get(e.key, m.program.enumerators.get(e.name))
            if number is not None:
                return constant(number)
            return m.api.name(m, e) or atom(e.name)
        case "function":
            return thing("function", e.key or e.name)
        case "global":
            return _global(m, e)
    bound = m.frame.scope.bindings.get(e.name)
    if isinstance(bound, Value):
        return bound
    known = m.api.name(m, e)
    return known if known is not None else fresh(e.name, UNKNOWN)


def parameter(e: p.Name, scope: Scope) -> Value:
    """What a template parameter that is a value is bound to; known by name only where nothing is."""
    bound = scope.bindings.get(e.name)
    return bound if isinstance(bound, Value) else atom(e.name)


def _global(m: Machine, e: p.Name) -> Value:
    known = m.api.name(m, e)
    if known is not None:
        return known
    variable = m.program.globals.get(e.key) or m.program.globals.get(e.name)
    if variable is None:
        return atom(e.name)
    stored = m.store.get(("global", variable.key))
    if stored is not None:
        m.note_use(stored)
        return stored
    home = m.shapes.home(e.name, m.frame.scope)
    return static_value(m, ("global", variable.key), variable.type, variable.init, home, variable.name)


def _this(m: Machine, e: p.This) -> Value:
    frame: Frame | None = m.frame
    while frame is not None:
        if frame.this is not None:
            return frame.this
        frame = frame.parent
    return NOTHING


def _member(m: Machine, e: p.Member) -> Value:
    owner = m.evaluate(e.base)
    if UNNAMED in e.name:
        # the members of a structure without a name are those of the one around it
        return owner
    if e.key and e.key in m.program.functions:
        return thing("function", e.key)
    return member_of(m, owner, e.name, e)


def member_of(m: Machine, owner: Value, name: str, e: p.Member) -> Value:
    """The field `name` of a value."""
    match owner.op:
        case "object":
            value = load(m, (owner.payload, name))
            if value.op != "object" and isinstance(owner.payload, tuple):
                memory.field_read(m, owner.payload, value, e)
            return value
        case "location":
            return member_of(m, load(m, owner.payload), name, e)
        case "ite" | "list" if (known := tuples.field(m, owner, name)) is not None:
            return known
        case "ite":
            condition, then, otherwise = owner.args
            return choose(condition, member_of(m, then, name, e), member_of(m, otherwise, name, e))
        case "gm" | "as" | "+":
            return m.api.loads(m, owner, e.at)
        case "sum" if is_address(owner):
            return m.api.loads(m, owner, e.at)
        case "atom":
            return atom(f"{owner.payload}.{name}", owner.depends)
    return fresh(name, owner.depends | UNKNOWN)


def _static_member(m: Machine, e: p.StaticMember) -> Value:
    scope = m.frame.scope
    trait = trait_value(m.shapes, e.type.name, e.type.args, scope) if e.name == "value" else None
    if trait is not None:
        return trait
    shape = m.shapes.resolve(e.type, scope)
    instance = m.shapes.instance(shape)
    if instance is not None:
        found = field_of(m, instance, e.name)
        if found is not None:
            field, where = found
            if not field.static and m.frame.this is not None:
                return load(m, (m.frame.this.payload, e.name))
            return constant_in(m, instance, e.name, field, where)
        for owner in m.shapes.lineage(instance):
            number = m.program.enumerators.get(f"{owner.cls.name}::{e.name}")
            if number is not None:
                return constant(number)
    number = m.program.enumerators.get(f"{shape.name}::{e.name}")
    if number is not None:
        return constant(number)
    arguments = ", ".join(str(a) if isinstance(a, Value) else a.name for a in shape.args)
    return atom(f"{shape.name}<{arguments}>::{e.name}" if arguments else f"{shape.name}::{e.name}")


def _unary(m: Machine, e: p.Unary) -> Value:
    match e.op:
        case "&":
            value = m.evaluate(e.operand)
            if value.op in ("object", "function", "closure"):
                return value
            location = place(m, e.operand)
            return thing("location", location) if location is not None else value
        case "*":
            value = m.evaluate(e.operand)
            if value.op == "location":
                return load(m, value.payload)
            if value.op in ("object", "function", "closure"):
                return value
            return m.api.loads(m, value, e.at)
        case "++" | "--" | "post++" | "post--":
            old = m.evaluate(e.operand)
            new = add(old, ONE if "+" in e.op else constant(-1))
            assign(m, e.operand, place(m, e.operand), new, e.at)
            return old if e.op.startswith("post") else new
        case "!":
            return negate(m.evaluate(e.operand))
        case "-":
            return scale(m.evaluate(e.operand), -1)
        case "+":
            return m.evaluate(e.operand)
    value = m.evaluate(e.operand)
    if value.is_constant and isinstance(value.payload, int):
        return constant(~value.payload)
    return operation(e.op, value)


def _binary(m: Machine, e: p.Binary) -> Value:
    left = m.evaluate(e.left)
    right = m.evaluate(e.right)
    if e.op == ",":
        return right
    if e.op in ("==", "!=") and left.op == right.op == "object" and left is not right:
        # two objects may hold the same; only addresses of objects would be known to differ
        same = operation("same", left, right)
        return same if e.op == "==" else negate(same)
    m.api.combined(m, e, left, right)
    return binary(e.op, left, right)


def _assign(m: Machine, e: p.Assign) -> Value:
    value = m.evaluate(e.value)
    targets = tuples.tied(e.target)
    if targets:
        tuples.assign_tied(m, targets, value, lambda one, given: assign(m, one, place(m, one), given, e.at))
        return value
    if isinstance(e.target, p.Conditional):
        return _assign_to_one(m, e, e.target, value)
    if e.op:
        before = m.evaluate(e.target)
        m.api.combined(m, e, before, value)
        value = binary(e.op, before, value)
    if overwrite(m, e.target, value):
        return value
    location = place(m, e.target)
    if location is not None and value.op == "atom" and not e.op and isinstance(e.target, (p.Name, p.Member)):
        held = m.thing_of(overwritten(m, e.target, location))
        if held is not None and held.instance is not None and not held.instance.cls.stub:
            value = unread(m, value, held.shape, held.label)
    assign(m, e.target, location, given(m, location, value), e.at)
    return value


def _assign_to_one(m: Machine, e: p.Assign, target: p.Conditional, value: Value) -> Value:
    """`(condition ? a : b) = value`."""

    def side(one: p.Expression) -> Callable[[], bool]:
        def run() -> bool:
            given = binary(e.op, m.evaluate(one), value) if e.op else value
            assign(m, one, place(m, one), given, e.at)
            return False

        return run

    condition = m.evaluate(target.condition)
    m.branch(condition, target.condition, e.at, side(target.then), side(target.otherwise))
    return value


def _conditional(m: Machine, e: p.Conditional) -> Value:
    condition = m.evaluate(e.condition)
    decided = m.decide(condition)
    if decided is not None:
        return m.evaluate(e.then if decided else e.otherwise)
    found: list[Value] = []

    def side(part: p.Expression) -> Callable[[], bool]:
        def run() -> bool:
            found.append(m.evaluate(part))
            return False

        return run

    m.branch(condition, e.condition, e.at, side(e.then), side(e.otherwise))
    return choose(condition, found[0], found[1]) if len(found) == 2 else found[0]


def _index(m: Machine, e: p.Index) -> Value:
    base = m.evaluate(e.base)
    index = m.evaluate(e.index)
    if is_bound_whole(e.base) and isinstance(index.payload, int):
        location = place(m, e)
        bound = m.store.get(location) if location is not None else None
        return tuples.part(m, base, index.payload) if bound is None else bound
    match base.op:
        case "object":
            return m.api.indexed(m, base, index, e)
        case "gm" | "as" | "+" | "sum" | "ite" if is_address(base):
            return m.api.loads(m, add(base, index), e.at)
    location = place(m, e.base)
    if location is None:
        return operation("index", base, index)
    if base is UNSET and (shape := row_at(m, location)) is not None:
        return rows.element(m, location, index, shape)
    array = ("array", location)
    if index.is_constant:
        value = m.store.get((array, f"[{index.payload}]"))
        if value is not None:
            m.note_use(value)
            return value
    several = m.store.get((array, "[*]"))
    if several is not None:
        return fresh("element", several.depends | index.depends)
    if base.op in ("atom", "index"):
        return operation("index", base, index)
    return element(m, base, array, index)


def _cast(m: Machine, e: p.Cast) -> Value:
    value = m.evaluate(e.operand)
    if value.op in ("location", "const", "closure", "unset"):
        return value
    shape = m.shapes.resolve(e.type, m.frame.scope)
    if value.op == "object":
        address = memory.pointed_at(value)
        if address is None:
            if shape.pointer and not m.is_class(shape):
                m.as_words.add(value.payload)
            return value
        value = address
    if is_address(value):
        value = typed(value, pointee_size(shape) if shape.pointer else 1)
    elif shape.gm and shape.pointer:
        value = typed(memory.from_value(value), pointee_size(shape))
    if shape.pointer == 1:
        instance = m.shapes.instance(shape)
        if instance is not None and not instance.cls.stub:
            return m.api.viewed(m, value, shape.plain, instance)
    return value


def _init_list(m: Machine, e: p.InitList) -> Value:
    if len(e.items) == 1:
        return m.evaluate(e.items[0])
    return operation("list", *(m.evaluate(item) for item in e.items)) if e.items else ZERO


def _lambda(m: Machine, e: p.Lambda) -> Value:
    number = next(m.numbers)
    m.closures[number] = (e, m.frame)
    m.frame.captured = True
    return thing("closure", number)


def _size_of(m: Machine, e: p.SizeOf) -> Value:
    if e.type is not None:
        shape = m.shapes.resolve(e.type, m.frame.scope)
        size = size_of(shape)
        if size:
            return constant(size)
        return atom(f"sizeof({shape.name})")
    return atom(f"sizeof({render(e.operand)})")


def _opaque(m: Machine, e: p.Opaque) -> Value:
    bits = UNKNOWN
    for part in e.parts:
        bits |= m.evaluate(part).depends
    return fresh(e.what, bits)


def _launch(m: Machine, e: p.Launch) -> Value:
    m.api.launched(m, e)
    return NOTHING


TABLE: dict[type, Callable[..., Value]] = {
    p.Literal: _literal,
    p.Name: _name,
    p.This: _this,
    p.Member: _member,
    p.StaticMember: _static_member,
    p.Unary: _unary,
    p.Binary: _binary,
    p.Assign: _assign,
    p.Conditional: _conditional,
    p.Index: _index,
    p.Cast: _cast,
    p.InitList: _init_list,
    p.Lambda: _lambda,
    p.SizeOf: _size_of,
    p.Opaque: _opaque,
    p.Launch: _launch,
}
