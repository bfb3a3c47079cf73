"""Locations: what they hold, which one an lvalue names, and storing into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklint import program as p
from sklint.frozen import dataclass
from sklint.walk import memory, rows
from sklint.walk.addresses import is_address
from sklint.walk.arrays import as_table, at_number
from sklint.walk.shape import Scope, Shape
from sklint.walk.specialisations import constant_of, field_of, is_open
from sklint.walk.store import Location
from sklint.walk.values import (
    CORE,
    DATA,
    SUB,
    UNSET,
    Value,
    atom,
    constant,
    fresh,
    operation,
    thing,
)

if TYPE_CHECKING:
    from sklint.walk.frame import Frame, Thing
    from sklint.walk.machine import Machine
    from sklint.walk.shape import Instance

PAIR, TUPLE = "std::pair", "std::tuple"
FIELDS_OF_PAIR = ("first", "second")


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a class: the class it is declared in, and its type where it is an object of its own (`part`).

    `of` tells the fields of one name apart that specialisations of one class have.
    """

    field: p.Field
    where: Instance
    part: Shape | None
    of: Shape | None = None


def local(m: Machine, key: str) -> Value:
    """The value of a local variable or parameter of the running function, or of the one a lambda stands in."""
    frame: Frame | None = m.frames[-1]
    while frame is not None:
        if key in frame.references:
            return load(m, frame.references[key])
        value = m.store.get((frame.number, key))
        if value is not None:
            return m.read(value)
        frame = frame.parent
    return UNSET


def load(m: Machine, location: Location) -> Value:
    """What a location holds; a field nobody wrote has the value its object gives it.

    Of what ways have joined into a choice that is the side of the way that is being walked: what a step that returned
    early left as it was is not what is found behind the test of its status.
    """
    value = m.store.get(location)
    if value is not None:
        return m.read(value)
    owner, name = location
    if owner in m.things:
        return field_value(m, owner, name)
    if isinstance(owner, tuple) and owner and owner[0] == "array":
        if location in m.things:
            return thing("object", location)
        return _element(m, owner, name)
    cell = memory.cell_read(m, owner)
    return UNSET if cell is None else cell


def starting_value(m: Machine, location: Location) -> Value:
    """What a field of an object holds where nobody wrote it; unset for everything else."""
    owner, name = location
    if owner not in m.things:
        return UNSET
    # what the store has may be what the other side of a join wrote; nothing else is known of what is only named
    value = load(m, location) if m.things[owner].symbolic else field_value(m, owner, name)
    return UNSET if value.op == "object" else value


def _element(m: Machine, owner: Any, name: str) -> Value:
    """An array element that was not written under this index."""
    base = load(m, owner[1])
    if base.op in ("atom", "index"):
        return operation("index", base, atom(name)) if name == "[*]" else operation("index", base, constant(name))
    return m.store.get((owner, "[*]")) or at_number(base, name) or base


def field_value(m: Machine, owner: Any, name: str) -> Value:
    """A field of an object that nobody wrote: a part object, tiling data, its default, or unset."""
    thing_ = m.things[owner]
    if thing_.source is not None:
        return load(m, (thing_.source, name))
    member = _member(m, thing_.instance, name) if thing_.instance is not None else None
    if member is None:
        return atom(f"{thing_.symbolic}.{name}", thing_.depends) if thing_.symbolic else UNSET
    field, where = member.field, member.where
    if field.static:
        return constant_in(m, where if thing_.instance is None else thing_.instance, name, field, where)
    if member.part is not None:
        symbolic = f"{thing_.symbolic}.{name}" if thing_.symbolic else ""
        return m.part(owner, name, member.part, symbolic, field.init, m.shapes.scope_of(where), member.of)
    if thing_.symbolic:
        return atom(f"{thing_.symbolic}.{name}", thing_.depends)
    if field.init is None:
        return UNSET
    value = m.constant_expression(field.init, m.shapes.scope_of(where))
    return UNSET if value.op == "list" else value


def constant_in(m: Machine, instance: Instance, name: str, field: p.Field, where: Instance) -> Value:
    """The value of a field with static storage of a class, which `where` of its bases declares."""

    def read(field: p.Field, where: Instance) -> Value:
        label = f"{where.shape.name}::{name}"
        return static_value(m, (where.shape, name), field.type, field.init, m.shapes.scope_of(where), label)

    several = constant_of(m, instance, name, read)
    return read(field, where) if several is None else several


def _member(m: Machine, instance: Instance, name: str) -> Member | None:
    """The field `name` of a class; None where the class has none. It is asked for at every join."""
    key = (id(instance), name)
    if key in m.members:
        return m.members[key]
    found = field_of(m, instance, name)
    member = None
    if found is not None:
        field, where = found
        shape = pointed(m, m.shapes.resolve(field.type, m.shapes.scope_of(where)))
        plain = not shape.pointer and not shape.reference
        is_part = plain and m.is_class(shape)
        several = is_part and not any(where is one for one in m.shapes.lineage(instance))
        member = Member(field, where, shape if is_part else None, where.shape if several else None)
    if m.shapes.settled and not is_open(m, instance):
        m.members[key] = member
    return member


def is_part(m: Machine, location: Location) -> bool:
    """Whether a field is an object of its own."""
    owner, name = location
    holder = m.things.get(owner)
    member = _member(m, holder.instance, name) if holder is not None and holder.instance is not None else None
    if member is None or member.part is None:
        return False
    # what a smart pointer points to stands for the pointer
    return not m.api.may_be_null(m.shapes.resolve(member.field.type, m.shapes.scope_of(member.where)))


def static_value(
    m: Machine, identity: Location, type: p.Type, init: p.Expression | None, scope: Scope, label: str
) -> Value:
    """The value of a constant with static storage; evaluated once, in its own scope."""
    known = m.statics.get((identity, scope.instance))
    if known is not None:
        return known
    m.statics[identity, scope.instance] = atom(label)
    shape = m.shapes.resolve(type, scope)
    if init is not None:
        value = as_table(type, m.constant_expression(init, scope))
        if value.op == "list":
            value = m.new_thing(shape, label, identity)
    elif not shape.pointer and m.is_class(shape):
        value = m.new_thing(shape, label, identity)
    else:
        value = atom(label)
    m.statics[identity, scope.instance] = value
    return value


def pointed(m: Machine, shape: Shape) -> Shape:
    """The type of what a smart pointer points to, which stands for it whether it was seen being made or not."""
    inner = shape.args[0] if shape.args and m.api.may_be_null(shape) else None
    return inner if isinstance(inner, Shape) and m.shapes.instance(inner) is not None else shape


def place(m: Machine, e: p.Expression) -> Location | None:
    """The location that an lvalue names; None when it is not one that the store holds."""
    match e:
        case p.Name(kind="local"):
            key = e.key or e.name
            frame: Frame | None = m.frame
            while frame is not None:
                if key in frame.references:
                    return frame.references[key]
                if m.store.get((frame.number, key)) is not None or frame.parent is None:
                    return (frame.number, key)
                frame = frame.parent
            return None
        case p.Name(kind="global"):
            variable = m.program.globals.get(e.key)
            return ("global", variable.key if variable else e.name)
        case p.Member(base=base, name=name):
            owner = m.evaluate(base)
            if owner.op == "location":
                owner = load(m, owner.payload)
            return (owner.payload, name) if owner.op == "object" else None
        case p.StaticMember(type=type, name=name):
            instance = m.shapes.instance(m.shapes.resolve(type, m.frame.scope))
            return (instance.shape, name) if instance is not None else None
        case p.Index(base=p.Cast(type=p.Type(gm=True))):
            return None
        case p.Index(base=base, index=index):
            whole = place(m, base)
            number = m.evaluate(index)
            if whole is None:
                return None
            held = load(m, whole)
            if held is UNSET and (shape := row_at(m, whole)) is not None:
                identity: Location = rows.element(m, whole, number, shape).payload
                return identity
            if held.op == "object" and is_bound_whole(base) and isinstance(number.payload, int):
                return part_location(m, m.things[held.payload], number.payload)
            if held.op == "object" or is_address(held):
                return None
            return (("array", whole), f"[{number.payload}]" if number.is_constant else "[*]")
        case p.Unary(op="*", operand=operand):
            pointer = m.evaluate(operand)
            return pointer.payload if pointer.op == "location" else None
        case p.Unary(op="++" | "--", operand=operand):
            m.evaluate(e)
            return place(m, operand)
        case p.Cast(operand=operand):
            return place(m, operand)
        case p.Assign(target=target):
            m.evaluate(e)
            return place(m, target)
    return None


def row_at(m: Machine, location: Location) -> Shape | None:
    """The class of the elements of the array that lies at a location; None where it is none of objects."""
    if m.store.of(("array", location)):
        # its elements were listed
        return None
    if location in m.row_shapes:
        return m.row_shapes[location]
    owner, name = location
    holder = m.things.get(owner)
    if holder is None or holder.instance is None or holder.symbolic:
        return None
    member = _member(m, holder.instance, name)
    shape = None if member is None else m.shapes.resolve(member.field.type, m.shapes.scope_of(member.where))
    found = m.row_shapes[location] = None if shape is None else rows.element_of(m, shape)
    return found


def is_bound_whole(e: p.Expression) -> bool:
    """Whether an expression names what a structured binding takes apart: it is called like its parts, `[a, b]`."""
    return isinstance(e, p.Name) and e.name.startswith("[")


def part_location(m: Machine, held: Thing, index: int) -> Location | None:
    """Where the part of an object lies that a structured binding names; None for objects whose fields are not known."""
    if held.shape.name == PAIR:
        return (held.identity, FIELDS_OF_PAIR[index]) if index < len(FIELDS_OF_PAIR) else None
    if held.shape.name == TUPLE:
        return (held.identity, f"[{index}]")
    instance = held.instance
    if instance is None or instance.cls.stub:
        return None
    fields = [field.name for field in instance.cls.fields if not field.static]
    return (held.identity, fields[index]) if 0 <= index < len(fields) else None


def overwritten(m: Machine, target: p.Expression, location: Location) -> Value:
    """What an assignment is about to write over, without a read of it where that lies in GM."""
    if location[0] == "global":
        return m.evaluate(target)
    return UNSET if memory.is_cell(location) else load(m, location)


def assign(m: Machine, target: p.Expression, location: Location | None, value: Value, at: p.Span) -> None:
    """Store a value at the location of `target`; an object is copied where the target is an object itself."""
    if location is None:
        if m.as_words:
            _store_word(m, target, value)
        m.api.stores(m, target, value, at)
        return
    if isinstance(location[0], tuple) and memory.written(m, location, target, at):
        return
    if value.depends & (CORE | SUB | DATA):
        m.note_origin(value, at, m.text_of(target))
    if isinstance(location[0], tuple) and location[0] and location[0][0] == "array":
        if location[1] == "[*]":
            known = m.store.get(location)
            value = value if known is None or known is value else fresh("element", known.depends | value.depends)
            for one in m.store.of(location[0]):
                # it may be any of those that were written by their number
                if (held := m.store.get(one)) is not None and held.op != "object" and held is not value:
                    m.store.set(one, fresh("element", held.depends | value.depends))
        else:
            several = m.store.get((location[0], "[*]"))
            if several is not None:
                m.store.set((location[0], "[*]"), fresh("element", several.depends | value.depends))
    m.store.set(location, value)
    if m.rows:
        rows.written(m, location, value)


def _store_word(m: Machine, target: p.Expression, value: Value) -> None:
    """A store into an object that is seen as plain words: its fields are no longer what they were."""
    match target:
        case p.Index(base=base) | p.Unary(op="*", operand=base):
            while isinstance(base, p.Binary) and base.op in ("+", "-"):
                base = base.left
            held = m.thing_of(m.evaluate(base))
            if held is not None and held.identity in m.as_words:
                _rename_fields(m, held, held.shape.name.rpartition("::")[2], value.depends)


def _rename_fields(m: Machine, held: Thing, name: str, bits: int) -> None:
    """Forget what the fields of an object hold; what all cores read alike is called like the field, as in a tiling."""
    if held.instance is None or held.instance.cls.stub:
        return
    for where in m.shapes.lineage(held.instance):
        for field in where.cls.fields:
            if field.static:
                continue
            location, path = (held.identity, field.name), f"{name}.{field.name}"
            part = m.thing_of(load(m, location))
            if part is not None and part.instance is not None:
                _rename_fields(m, part, path, bits)
            else:
                m.store.set(location, fresh(field.name, bits) if bits else atom(path))
