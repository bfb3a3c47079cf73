"""GM through tensors and pointers: the events of scalar accesses, transfers and cache cleans."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import tree
from sklint.walk.addresses import is_address, laid_over, origin_of, spot_of, typed
from sklint.walk.frame import Thing
from sklint.walk.render import render
from sklint.walk.shape import Shape
from sklint.walk.store import Location
from sklint.walk.tensors import (
    address_of,
    is_copied_in,
    is_tensor,
    lay,
    memory_of,
    offset_of,
    pointer_to,
    reinterpreted,
    shifted,
)
from sklint.walk.values import CORE, DATA, NOTHING, SHARED, SUB, ZERO, Value, add, atom, fresh, scale, thing

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine

_TILING = "tiling"


def pointed_at(value: Value) -> Value | None:
    """The GM address that a value is, or that the structure it stands for is laid over."""
    if value.op == "object":
        return laid_over(value.payload)
    return value if is_address(value) else None


def content(m: Machine, held: Thing, index: Value) -> int:
    """Which cores may read different content at this element of a GM tensor."""
    where = index.depends | address_of(m, held).depends | offset_of(m, held).depends
    return _own(where) | (where & 16)


def global_method(m: Machine, call: ApiCall, held: Thing) -> Value | None:
    """A method of a GlobalTensor."""
    first = call.args[0] if call.args else ZERO
    match call.name:
        case "SetGlobalBuffer":
            lay(m, held, pointed_at(first) or first)
            return NOTHING
        case "GetPhyAddr":
            return pointer_to(m, held, first)
        case "GetValue":
            result = fresh(f"{held.label}.GetValue", content(m, held, first), _read(m, call.at))
            how = "GetValue of a constant" if _is_constant(m, call.expression) else "GetValue"
            _accessed(m, False, how, call.at, memory_of(m, held, first, through=call.expression), result)
            return result
        case "SetValue":
            where = memory_of(m, held, first, _holder(m, call, held), call.expression)
            _accessed(m, True, "SetValue", call.at, where)
            return NOTHING
        case "operator()":
            result = fresh(f"{held.label}()", content(m, held, first), _read(m, call.at))
            _accessed(m, False, "reference", call.at, memory_of(m, held, first, through=call.expression), result)
            return result
        case "operator[]":
            return shifted(m, held, first)
        case "ReinterpretCast":
            return reinterpreted(m, held, call.template)
    return None


def _is_constant(m: Machine, e: p.Expression) -> bool:
    """Whether the tensor of a method call is a constant where it stands: a reference, a variable or a member."""
    match e:
        case p.Call(callee=p.Member(base=p.Name(kind="local", key=key))):
            return key in m.frame.constants
        case p.Call(callee=p.Member(base=p.Member(base=p.This()))):
            return m.frame.function is not None and m.frame.function.constant
    return False


def _holder(m: Machine, call: ApiCall, held: Thing) -> int:
    """The tensor object that remembers the line it wrote; none for a temporary, which is gone at once."""
    match call.expression:
        case p.Call(callee=p.Member(base=p.Index() | p.Call())):
            return 0
        case p.Call(callee=p.Member(base=p.Name(kind="local", key=key))) if is_copied_in(m, key):
            number = m.number_of(("copy", m.frame.number, key))
            if number not in m.frame.lazy:
                m.frame.lazy.append(number)
            return number
    return m.lazy.setdefault(held.identity, m.number_of(held.identity))


def died(m: Machine, object: Value, at: p.Span) -> None:
    """An object left its scope: the tensors that it is or holds write back the line they remember."""
    for identity, number in m.lazy.items():
        if _belongs(identity, object.payload):
            m.emit(tree.TensorEnd(number, at))


def _belongs(identity: Hashable, owner: Hashable) -> bool:
    while identity != owner and isinstance(identity, tuple) and len(identity) == 2:
        identity = identity[0]
    return identity == owner


# What a buffer in local memory was last filled with, and what its content depends on.
CONTENT = "content of local memory"
_OWN, _ALIKE = atom("each core's own", DATA), atom("the same on all cores", SHARED)


def local_method(m: Machine, call: ApiCall, held: Thing) -> Value | None:
    """A method of a tensor or queue in local memory: what is read there is each core's own, or a copy that all have."""
    match call.name:
        case "GetValue" | "operator()":
            where = call.args[0].depends if call.args else 0
            return fresh(f"{held.label}.GetValue", _own(where | _content(m, held)))
        case "SetValue":
            if any(_own(arg.depends) == DATA for arg in call.args):
                computed(m, held)
            return None
        case "GetPhyAddr":
            # what is written through the address is not seen
            computed(m, held)
            return None
        case "operator[]" | "ReinterpretCast":
            return call.receiver
        case "Get" | "AllocTensor" | "DeQue" | "AllocBuf":
            return m.new_thing(Shape("AscendC::LocalTensor", call.template), held.label, ("local", held.identity))
        case "GetWithOffset" | "GetBufferByByte":
            part = ("local", held.identity, *call.args)
            return m.new_thing(Shape("AscendC::LocalTensor", call.template), held.label, part)
        case "GetSize" | "GetLength" | "GetTensorCountInQue" | "HasTensorInQue" | "HasIdleBuffer":
            return fresh(call.name, 0)
    return None


def buffer_of(held: Thing) -> Hashable:
    """The buffer or queue that a tensor in local memory was taken from."""
    match held.identity:
        case ("local", buffer, *_):
            return buffer
    return held.identity


def _own(depends: int) -> int:
    """Whether what hangs on so much may differ between cores."""
    return DATA if depends & (CORE | SUB | DATA) else SHARED


def _content(m: Machine, held: Thing) -> int:
    known = m.store.get((held.identity, CONTENT))
    if known is None:
        return DATA
    m.note_use(known)
    return known.depends


def handed_on(m: Machine, values: Iterable[Value]) -> None:
    """What may be written by an instruction or a call that nothing is known of."""
    if m.store.has(CONTENT):
        for value in values:
            held = m.thing_of(value)
            if held is not None:
                computed(m, held)


def computed(m: Machine, held: Thing) -> None:
    """A core may have computed what a buffer holds now, from what is its own."""
    if m.store.get((held.identity, CONTENT)) is not None:
        m.store.set((held.identity, CONTENT), _OWN)


def _filled(m: Machine, call: ApiCall, held: Thing, source: Value) -> None:
    """A transfer into local memory: of the same elements on all cores, or of a core's own."""
    tensor = m.thing_of(source)
    depends = source.depends if tensor is None else content(m, tensor, ZERO)
    for arg in call.args[2:]:
        depends |= arg.depends
    alike = _own(depends) == SHARED
    known = m.store.get((held.identity, CONTENT))
    if known is not None and isinstance(call.arguments[0], p.Index):
        # the rest of the buffer holds what it held
        alike = alike and _own(known.depends) == SHARED
    m.store.set((held.identity, CONTENT), _ALIKE if alike else _OWN)


# ------------------------------------------------------------------------------------------------ raw pointers


def _accessed(m: Machine, write: bool, how: str, at: p.Span, memory: tree.Memory, result: Value | None = None) -> None:
    """Note a scalar access; tiling data is filled by the host before the kernel starts and concerns nobody."""
    if memory.origin != _TILING:
        m.touched.add((write, how))
        m.emit(tree.ScalarAccess(write, how, at, memory, result))


def _read(m: Machine, at: p.Span) -> Hashable:
    """What names an access in the walks of all kinds of cores: where it stands, and the calls that lead there."""
    return tuple((span.path, span.line, span.column) for span in (*m.frame.calls, at))


def _pointed(m: Machine, pointer: Value, text: str) -> tree.Memory:
    spot = spot_of(pointer)
    origin = m.roots.get(spot.root) or origin_of(spot.root)
    return tree.Memory(0, text or spot.root, spot.root, origin, pointer, spot.size, spot.distance)


def from_value(value: Value) -> Value:
    """A value that is cast to a pointer to GM: an address that starts where the value says."""
    return thing("gm", str(value.payload) if value.op == "atom" else "", value.depends)


def loaded(m: Machine, pointer: Value, at: p.Span) -> Value:
    """A load through a pointer that the store does not know."""
    if not is_address(pointer):
        return fresh("*pointer", pointer.depends)
    result = fresh("*pointer", _own(pointer.depends), _read(m, at))
    _accessed(m, False, "pointer", at, _pointed(m, pointer, ""), result)
    return result


def field_read(m: Machine, owner: Hashable, value: Value, e: p.Member) -> None:
    """A field of a structure that is laid over GM was read."""
    address = laid_over(owner)
    if address is not None:
        _accessed(m, False, "pointer", e.at, _pointed(m, typed(address, 0), render(e)), value)


def stored(m: Machine, target: p.Expression, at: p.Span) -> None:
    """A store through `gm(i)`, `*p` or `p[i]`."""
    match target:
        case p.Call(callee=p.Member(base=base, name="operator()" | "GetValue")) | p.Call(callee=base):
            held = m.thing_of(m.evaluate(base))
            if held is not None and is_tensor(held.shape):
                index = m.evaluate(target.args[0]) if target.args else ZERO
                _accessed(m, True, "reference", at, memory_of(m, held, index, through=target))
            return
        case p.Unary(op="*", operand=operand):
            pointer = m.evaluate(operand)
        case p.Index(base=base, index=subscript):
            pointer = add(m.evaluate(base), m.evaluate(subscript))
        case _:
            return
    if is_address(pointer):
        _accessed(m, True, "pointer", at, _pointed(m, pointer, render(target)))


def cell_of(m: Machine, value: Value) -> Location | None:
    """The GM element that has just been read as `value`, for a reference that is bound to it."""
    if value.op == "fresh" and m.out:
        match m.out[-1]:
            case tree.ScalarAccess(write=False, how="reference" | "pointer", result=result) as read if result is value:
                return (("cell", read), "*")
    return None


def argument_cell(location: Location) -> Location:
    """The element as a function sees it that it was passed to by reference."""
    owner = location[0]
    return (("argument", owner[1]), "*") if isinstance(owner, tuple) and owner[0] == "cell" else location


def is_cell(location: Location) -> bool:
    """Whether a location is a GM element that a reference is bound to."""
    match location[0]:
        case ("cell" | "argument", _):
            return True
    return False


def cell_read(m: Machine, owner: Hashable) -> Value | None:
    """A read through a reference to a GM element; None for other locations."""
    match owner:
        case ("cell" | "argument", tree.ScalarAccess(how=how, at=at, memory=memory, result=before)):
            result = fresh("reference", before.depends if before is not None else SHARED)
            _accessed(m, False, how, at, memory, result)
            return result
    return None


def written(m: Machine, location: Location, target: p.Expression, at: p.Span) -> bool:
    """Note a write to GM through a reference or a field; False where the location is the core's own."""
    owner = location[0]
    match owner:
        case ("cell" | "argument" as kind, tree.ScalarAccess(how=how, at=bound, memory=memory)):
            # what happens to `gm(i)` is told where it is handed over, a pointer's store where it stands
            _accessed(m, True, how, bound if kind == "argument" and how == "reference" else at, memory)
            return True
    address = laid_over(owner)
    if address is None:
        return False
    memory = _pointed(m, typed(address, 0), render(target))
    if memory.origin == _TILING:
        return False
    _accessed(m, True, "pointer", at, memory)
    return True


def bypassed(m: Machine, call: ApiCall, write: bool) -> Value:
    """A scalar access past the data cache."""
    result = NOTHING if write else fresh(call.name, DATA, _read(m, call.at))
    address = pointed_at(call.args[0]) if call.args else None
    if address is not None:
        m.emit(tree.ScalarAccess(write, "bypass", call.at, _pointed(m, address, ""), result))
    return result


# --------------------------------------------------------------------------------------------------- transfers


def _tensor_memory(m: Machine, value: Value) -> tree.Memory | None:
    held = m.thing_of(value)
    if held is not None and is_tensor(held.shape):
        return memory_of(m, held, ZERO)
    address = pointed_at(value)
    return None if address is None else _pointed(m, address, "")


def copied(m: Machine, call: ApiCall) -> bool | None:
    """A transfer: out (True) when its first argument is GM, in when another one is; None where none is known to be."""
    for position, arg in enumerate(call.args[:3]):
        where = _tensor_memory(m, arg)
        if where is not None:
            held = m.thing_of(call.args[0])
            if position and held is not None:
                _filled(m, call, held, arg)
            length = call.args[2] if len(call.args) > 2 else None
            plain = length is not None and length.op not in ("object", "location", "closure")
            size = scale(length, where.element_size) if length is not None and plain and where.element_size else None
            m.emit(tree.Copy(position == 0, call.at, call.name, where, size))
            return position == 0
    handed_on(m, call.args)
    return None


def cleaned(m: Machine, call: ApiCall, whole_words: Sequence[str]) -> Value:
    """A cache clean: of the entire cache, or of the line that an argument points into."""
    if any(held.shape.name.endswith("LocalTensor") for held in map(m.thing_of, call.args) if held is not None):
        return NOTHING
    words = [render(a).rpartition("::")[2] for a in call.arguments]
    words += [str(b).rpartition("::")[2] for b in call.template if isinstance(b, Value)]
    words += [b.name.rpartition("::")[2] for b in call.template if isinstance(b, Shape)]
    # both forms count the whole cache as 1 in their second place (cache_line_t)
    second = (*call.template[1:2], *call.args[1:2])
    whole = call.name in whole_words or any(w in whole_words for w in words)
    whole = whole or any(isinstance(bound, Value) and bound.payload == 1 for bound in second if bound)
    where = next((x for x in (_tensor_memory(m, a) for a in call.args) if x is not None), None)
    m.emit(tree.CacheClean(call.at, whole, where))
    return NOTHING
