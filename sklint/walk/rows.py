"""Rows: arrays of a class of the program. An element is an object, and at an index that nobody knows it may be any."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from sklint.walk.shape import Shape
from sklint.walk.store import Location
from sklint.walk.values import UNSET, Value, fresh, thing

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

# what ends the name of an element whose index is open
_OPEN = "?]"


def element_of(m: Machine, shape: Shape) -> Shape | None:
    """The class of the elements of an array; None where they are no objects, or objects of the API."""
    inner = shape.args[0] if shape.name == "[]" and shape.args else None
    if not isinstance(inner, Shape) or inner.pointer or inner.reference or m.api.is_object(inner):
        return None
    instance = m.shapes.instance(inner)
    return None if instance is None or instance.cls.stub else inner


def _name_of(index: Value) -> str:
    """What the element at an index is called in the store; one open index names one element."""
    return f"[{index.payload}]" if index.is_constant else f"[{index.number}{_OPEN}"


def is_open(identity: Hashable) -> bool:
    """Whether an identity is that of an element at an open index, or of a part of one."""
    while isinstance(identity, tuple) and len(identity) == 2:
        outer, name = identity
        if isinstance(name, str) and name.endswith(_OPEN):
            return True
        # an array lies at a location, which may be a field of another element
        identity = name if outer == "array" else outer
    return False


def element(m: Machine, location: Location, index: Value, shape: Shape) -> Value:
    """The element of the row at `location`."""
    array = ("array", location)
    identity = (array, _name_of(index))
    row = m.rows.setdefault(array, {})
    if identity not in row:
        m.new_thing(shape, shape.name.rpartition("::")[2], identity)
        if is_open(identity) or any(map(is_open, row)):
            _settle(m, identity, row)
        row[identity] = None
    return thing("object", identity)


def _settle(m: Machine, identity: Hashable, row: dict[Hashable, None]) -> None:
    """Have the fields of a new element be what any of the others may have left there."""
    instance = m.things[identity].instance
    if instance is None:
        return
    for where in m.shapes.lineage(instance):
        for field in where.cls.fields:
            kind = m.shapes.resolve(field.type, m.shapes.scope_of(where))
            # arrays and objects have fields and elements of their own
            whole = kind.name == "[]" or m.is_class(kind)
            if (kind.pointer or not whole) and not field.static:
                held = (m.store.get((other, field.name)) for other in row)
                known = [value.depends for value in held if value is not None and value is not UNSET]
                bits = reduce(or_, known) if known else UNSET.depends
                m.store.settle((identity, field.name), fresh(field.name, bits))


def written(m: Machine, location: Location, value: Value) -> None:
    """A field was stored to: in the elements that may be the same one it is no longer what it was."""
    owner, name = location
    for twin in _twins(m, owner):
        held = m.store.get((twin, name))
        if held is not None and held.op != "object" and held is not value:
            m.store.set((twin, name), fresh(name, held.depends | value.depends))


def forget(m: Machine, location: Location) -> None:
    """The row was handed on, to somebody who may write all of it."""
    for identity in m.rows.get(("array", location), ()):
        for one in m.store.of(identity):
            held = m.store.get(one)
            if held is not None and held.op != "object":
                m.store.set(one, fresh(one[1], held.depends))


def _twins(m: Machine, owner: Hashable) -> Iterator[Hashable]:
    """The objects that may be the same as one: other elements of its row, and their parts of the same name."""
    if not isinstance(owner, tuple) or len(owner) != 2:
        return
    outer, name = owner
    if isinstance(outer, tuple) and outer and outer[0] == "array":
        holder, field = outer[1]
        for array in (outer, *(("array", (twin, field)) for twin in _twins(m, holder))):
            for other in m.rows.get(array, ()):
                if other != owner and (is_open(other) or is_open(owner)):
                    yield other
    else:
        for twin in _twins(m, outer):
            yield twin, name
