"""GM tensors and pointers: where they point, and the events of scalar accesses, transfers and cache cleans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import tree
from sklint.walk.frame import Thing
from sklint.walk.render import render
from sklint.walk.shapes import Shape
from sklint.walk.values import CORE, DATA, NOTHING, SHARED, SUB, UNSET, ZERO, Value, add, fresh, operation

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine

_ADDRESS = "address"
_SIZE_OF = {
    "int8_t": 1,
    "uint8_t": 1,
    "half": 2,
    "bfloat16_t": 2,
    "int16_t": 2,
    "uint16_t": 2,
    "int32_t": 4,
    "uint32_t": 4,
    "float": 4,
    "int": 4,
    "unsigned int": 4,
    "int64_t": 8,
    "uint64_t": 8,
    "double": 8,
}


def root_of(value: Value) -> str | None:
    """The kernel parameter (or workspace) that a GM address starts from; None when it is no GM address."""
    for part in value.walk():
        if part.op == "gm":
            return str(part.payload)
    return None


def address_of(m: Machine, held: Thing) -> Value:
    return m.store.get((held.identity, _ADDRESS)) or UNSET


def _element_size(held: Thing) -> int:
    first = held.shape.args[0] if held.shape.args else None
    return _SIZE_OF.get(first.name, 0) if isinstance(first, Shape) else 0


def _memory(m: Machine, held: Thing, index: Value) -> tree.Memory:
    address = address_of(m, held)
    root = root_of(address) or ""
    origin = m.roots.get(root, "unknown")
    base = held.source if held.source is not None else held.identity
    label = m.things[base].label if base in m.things else held.label
    return tree.Memory(m.number_of(base), label, root, origin, add(_offset(m, held), index), _element_size(held))


def _offset(m: Machine, held: Thing) -> Value:
    """The distance of a tensor from the one it was cut from."""
    return m.store.get((held.identity, "offset")) or ZERO


def content(m: Machine, held: Thing, index: Value) -> int:
    """Which cores may read different content at this element of a GM tensor."""
    where = index.depends | address_of(m, held).depends | _offset(m, held).depends
    return (DATA if where & (CORE | SUB | DATA) else SHARED) | (where & 16)


def shifted(m: Machine, held: Thing, index: Value) -> Value:
    """`tensor[index]`: the same memory further on; the same index gives the same object."""
    base = (
        held.source if held.source is not None and m.store.get((held.identity, "offset")) is not None else held.identity
    )
    offset = add(_offset(m, held), index)
    made = m.new_thing(held.shape, held.label, ("part", base, offset), "", base)
    m.store.set((made.payload, "offset"), offset)
    m.store.set((made.payload, _ADDRESS), address_of(m, held))
    return made


def global_method(m: Machine, call: ApiCall, held: Thing) -> Value | None:
    """A method of a GlobalTensor."""
    first = call.args[0] if call.args else ZERO
    match call.name:
        case "SetGlobalBuffer":
            m.store.set((held.identity, _ADDRESS), first)
            return NOTHING
        case "GetPhyAddr":
            return operation("+", address_of(m, held), first) if call.args else address_of(m, held)
        case "GetValue":
            m.emit(tree.ScalarAccess(False, "GetValue", call.at, _memory(m, held, first)))
            return fresh(f"{held.label}.GetValue", content(m, held, first))
        case "SetValue":
            m.emit(tree.ScalarAccess(True, "SetValue", call.at, _memory(m, held, first)))
            return NOTHING
        case "operator()":
            m.emit(tree.ScalarAccess(False, "reference", call.at, _memory(m, held, first)))
            return fresh(f"{held.label}()", content(m, held, first))
        case "operator[]":
            return shifted(m, held, first)
    return None


def local_method(m: Machine, call: ApiCall, held: Thing) -> Value | None:
    """A method of a tensor or queue in local memory: what is read there is each core's own."""
    match call.name:
        case "GetValue" | "operator()":
            return fresh(f"{held.label}.GetValue", DATA)
        case "operator[]" | "ReinterpretCast":
            return call.receiver
        case "Get" | "AllocTensor" | "DeQue" | "GetWithOffset" | "GetBufferByByte" | "AllocBuf":
            return m.new_thing(Shape("AscendC::LocalTensor", call.template), held.label, ("local", held.identity))
        case "GetSize" | "GetLength" | "GetTensorCountInQue" | "HasTensorInQue" | "HasIdleBuffer":
            return fresh(call.name, 0)
    return None


# ------------------------------------------------------------------------------------------------ raw pointers


def _pointed(m: Machine, pointer: Value, text: str) -> tree.Memory:
    root = root_of(pointer) or ""
    return tree.Memory(0, text, root, m.roots.get(root, "unknown"), pointer)


def loaded(m: Machine, pointer: Value, at: p.Span) -> Value:
    """A load through a pointer that the store does not know."""
    if root_of(pointer) is not None:
        m.emit(tree.ScalarAccess(False, "pointer", at, _pointed(m, pointer, str(pointer))))
        return fresh("*pointer", DATA if pointer.depends & (CORE | SUB | DATA) else SHARED)
    return fresh("*pointer", pointer.depends)


def stored(m: Machine, target: p.Expression, at: p.Span) -> None:
    """A store through `gm(i)`, `*p`, `p[i]` or `p->m`."""
    match target:
        case p.Call(callee=p.Member(base=base, name="operator()" | "GetValue")) | p.Call(callee=base):
            value = m.evaluate(base)
            held = m.thing_of(value)
            if held is not None and held.shape.name.endswith("GlobalTensor"):
                index = m.evaluate(target.args[0]) if target.args else ZERO
                m.emit(tree.ScalarAccess(True, "reference", at, _memory(m, held, index)))
            return
        case p.Unary(op="*", operand=operand):
            pointer = m.evaluate(operand)
        case p.Index(base=base, index=subscript):
            pointer = operation("+", m.evaluate(base), m.evaluate(subscript))
        case p.Member(base=base, arrow=True):
            pointer = m.evaluate(base)
        case _:
            return
    if root_of(pointer) is not None:
        m.emit(tree.ScalarAccess(True, "pointer", at, _pointed(m, pointer, render(target))))


# --------------------------------------------------------------------------------------------------- transfers


def _tensor_memory(m: Machine, value: Value) -> tree.Memory | None:
    held = m.thing_of(value)
    if held is not None and held.shape.name.endswith("GlobalTensor"):
        return _memory(m, held, ZERO)
    if root_of(value) is not None:
        return _pointed(m, value, str(value))
    return None


def copied(m: Machine, call: ApiCall) -> Value:
    """A transfer: out when its first argument is GM, in when another one is."""
    for position, arg in enumerate(call.args[:3]):
        where = _tensor_memory(m, arg)
        if where is not None:
            m.emit(tree.Copy(position == 0, call.at, call.name, where))
            break
    return NOTHING


def cleaned(m: Machine, call: ApiCall, whole_words: Sequence[str]) -> Value:
    """A cache clean: of the entire cache, or of the line that an argument points into."""
    words = [render(a).rpartition("::")[2] for a in call.arguments]
    words += [str(b).rpartition("::")[2] for b in call.template if isinstance(b, Value)]
    words += [b.name.rpartition("::")[2] for b in call.template if isinstance(b, Shape)]
    whole = call.name in whole_words or any(w in whole_words for w in words)
    where = next((x for x in (_tensor_memory(m, a) for a in call.args) if x is not None), None)
    m.emit(tree.CacheClean(call.at, whole, where))
    return NOTHING
