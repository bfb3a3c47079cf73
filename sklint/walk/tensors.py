"""GM tensors: the memory that each stands for, and what is cut from one, laid over it or copied."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import tree
from sklint.walk.addresses import is_address, moved, origin_of, size_of, spot_of, typed
from sklint.walk.frame import Thing
from sklint.walk.shape import Shape
from sklint.walk.values import UNSET, ZERO, Value, add

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

# no field of a program has these names
_ADDRESS, _OFFSET = "address of the tensor", "offset in the tensor"


def is_tensor(shape: Shape) -> bool:
    """Whether a type is that of tensors in GM."""
    return shape.name.rpartition("::")[2] == "GlobalTensor"


def address_of(m: Machine, held: Thing) -> Value:
    """The address that a tensor was given; unset where nobody gave it one."""
    return m.store.get((held.identity, _ADDRESS)) or UNSET


def lay(m: Machine, held: Thing, address: Value) -> None:
    """Give a tensor the address that it begins at."""
    m.store.set((held.identity, _ADDRESS), address)


def pointer_to(m: Machine, held: Thing, index: Value) -> Value:
    """The address of an element of a tensor; unset where the tensor has none."""
    address = address_of(m, held)
    if not is_address(address):
        return UNSET
    return moved(typed(address, _element_size(held)), add(offset_of(m, held), index))


def memory_of(
    m: Machine, held: Thing, index: Value, holder: int = 0, through: p.Expression | None = None
) -> tree.Memory:
    place = pointer_to(m, held, index)
    spot = spot_of(place)
    base = _base(held)
    label = m.things[base].label if base in m.things else held.label
    whole = add(offset_of(m, held), index)
    origin = m.roots.get(spot.root) or origin_of(spot.root)
    size = _element_size(held)
    made = 0 if through is None else _made(m, held, through)
    name = _name_of(through) or label
    address = address_of(m, held)
    begin = spot_of(address).distance if is_address(address) else None
    return tree.Memory(m.number_of(base), name, spot.root, origin, whole, size, spot.distance, holder, begin, made)


def _name_of(through: p.Expression | None) -> str:
    """What the tensor of a method call is called there: a parameter, or a member it was copied to, has its own name."""
    match through:
        case p.Call(callee=p.Member(base=base)) | p.Call(callee=base):
            while isinstance(base, p.Index):
                base = base.base
            return base.name.rpartition("::")[2] if isinstance(base, p.Name | p.Member) else ""
    return ""


def _made(m: Machine, held: Thing, through: p.Expression) -> int:
    """When the tensor object of a method call was made; a temporary is made with each access."""
    match through:
        case p.Call(callee=p.Member(base=p.Index() | p.Call()) | p.Index() | p.Call()):
            return next(m.numbers)
        case p.Call(callee=p.Member(base=p.Name(kind="local", key=key))) if is_copied_in(m, key):
            return m.frame.number
    owner = held.identity
    while isinstance(owner, tuple):
        owner = owner[1] if owner[0] in ("part", "recast") else owner[0]
    return owner if isinstance(owner, int) else 0


def is_copied_in(m: Machine, key: str) -> bool:
    """Whether a name is a parameter of the running function that is passed by value."""
    function = m.frame.function
    return function is not None and any(
        param.key == key and not (param.type.reference or param.type.pointer) for param in function.params
    )


def shifted(m: Machine, held: Thing, index: Value) -> Value:
    """`tensor[index]`: the same memory further on; the same index gives the same object."""
    base = (
        held.source if held.source is not None and m.store.get((held.identity, _OFFSET)) is not None else held.identity
    )
    offset = add(offset_of(m, held), index)
    made = m.new_thing(held.shape, held.label, ("part", base, offset), "", base)
    m.store.set((made.payload, _OFFSET), offset)
    m.store.set((made.payload, _ADDRESS), address_of(m, held))
    return made


def reinterpreted(m: Machine, held: Thing, template: Sequence[object]) -> Value:
    """`tensor.ReinterpretCast<U>()`: the same memory with other elements."""
    args = tuple(bound for bound in template if isinstance(bound, Shape | Value))
    place = pointer_to(m, held, ZERO)
    made = m.new_thing(Shape(held.shape.name, args), held.label, ("recast", held.identity, args), "", _base(held))
    m.store.set((made.payload, _OFFSET), ZERO)
    m.store.set((made.payload, _ADDRESS), place)
    return made


def made_from(m: Machine, held: Thing, arguments: Sequence[p.Expression]) -> None:
    """A tensor that is made from another one, `GlobalTensor<T> b(a)`: the same memory, with a life of its own.

    It remembers the line that the other one has written, and writes it back where it dies (GlobalTensor has no copy
    constructor of its own in kernel_tensor.h).
    """
    source = m.thing_of(m.evaluate(arguments[0])) if len(arguments) == 1 and is_tensor(held.shape) else None
    if source is not None and is_tensor(source.shape):
        held.source = _base(source)
        m.store.set((held.identity, _OFFSET), offset_of(m, source))
        m.store.set((held.identity, _ADDRESS), address_of(m, source))
        if source.identity in m.lazy:
            m.lazy[held.identity] = m.lazy[source.identity]


def offset_of(m: Machine, held: Thing) -> Value:
    """The distance of a tensor from the one it was cut from."""
    return m.store.get((held.identity, _OFFSET)) or ZERO


def _base(held: Thing) -> Hashable:
    return held.source if held.source is not None else held.identity


def _element_size(held: Thing) -> int:
    first = held.shape.args[0] if held.shape.args else None
    return size_of(first) if isinstance(first, Shape) else 0
