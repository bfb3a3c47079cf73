"""Containers of the C++ library on the host: elements and sizes keep their values until something changes them."""

from __future__ import annotations

from sklint import program as p
from sklint.host.launch import ENTRY
from sklint.walk.calls import CALLABLE, ApiCall
from sklint.walk.frame import Thing
from sklint.walk.loops import FUNCTIONS
from sklint.walk.machine import Machine
from sklint.walk.values import Value, constant, either, equal, fresh, negate, operation

# Methods that leave a container as it is; every other one may change all of it.
_SIZES = ("size", "empty", "length", "capacity", "count")
_PLACES = ("begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "front", "back", "data", "c_str", "str")
_MEMBERS = "members"
_KEPT = {
    "set": _MEMBERS,
    "unordered_set": _MEMBERS,
    "vector": FUNCTIONS,
    "array": FUNCTIONS,
    "initializer_list": FUNCTIONS,
}
_READING = frozenset({*_SIZES, *_PLACES})


def constructed(m: Machine, held: Thing, arguments: tuple[p.Expression, ...]) -> None:
    """Keep what a set is made of, where that is constants, and what a list is, where that is functions."""
    kept = _KEPT.get(held.shape.name.rpartition("::")[2])
    if kept is None:
        return
    items = arguments[0].items if len(arguments) == 1 and isinstance(arguments[0], p.InitList) else arguments
    values = [m.evaluate(item) for item in items]
    if values and all(value.op in ({"const"} if kept == _MEMBERS else CALLABLE) for value in values):
        m.store.set((held.identity, kept), operation("list", *values))


def element(m: Machine, held: Thing, index: Value, text: str) -> Value:
    """`container[index]`: what was stored there, or something unknown that stays the same."""
    location = (held.identity, _place(index))
    known = m.store.get(location)
    if known is None:
        known = fresh(text, index.depends)
        m.store.set(location, known)
    return known


def store_element(m: Machine, held: Thing, index: Value, value: Value) -> None:
    """Store an element; which of the others that was is known only where both indices are numbers."""
    target = _place(index)
    for location in m.store.of(held.identity):
        name = location[1]
        if name.startswith("[") and name != target and not (index.is_constant and not name.startswith("[~")):
            m.store.set(location, fresh(f"{held.label}{name}", 0))
    m.store.set((held.identity, target), value)


def _place(index: Value) -> str:
    return f"[{index.payload}]" if index.is_constant else f"[~{index.number}]"


def method(m: Machine, call: ApiCall) -> Value | None:
    """A method of a standard container; None for other objects."""
    held = m.thing_of(call.receiver) if call.receiver is not None else None
    if held is None or not held.shape.name.startswith("std::"):
        return None
    if call.name == "at" and len(call.args) == 1:
        return element(m, held, call.args[0], f"{held.label}{ENTRY}")
    if call.name in ("find", "count") and len(call.args) == 1:
        known = m.store.get((held.identity, _MEMBERS))
        if known is not None and known.op == "list":
            there = m.decide(either(*(equal(call.args[0], member) for member in known.args)))
            if there is not None:
                return _member(m, held, call, there)
    if call.name in _READING:
        if not call.args:
            return _asked(m, held, call.name)
        found = f"{held.label}{ENTRY}" if call.name == "find" else f"{held.label}.{call.name}"
        return element(m, held, call.args[0], found)
    for location in m.store.of(held.identity):
        m.store.set(location, fresh(f"{held.label}.{location[1]}", 0))
    # what a smart pointer points to may answer here, so that the answer is no null pointer
    return fresh(f"{held.label}.{call.name}()", 0)


def _member(m: Machine, held: Thing, call: ApiCall, there: bool) -> Value:
    """What a search in a set of known members answers."""
    if call.name == "count":
        return constant(int(there))
    found, end = element(m, held, call.args[0], f"{held.label}{ENTRY}"), _asked(m, held, "end")
    m.facts[equal(found, end)] = not there
    m.facts[negate(equal(found, end))] = there
    return found


def _asked(m: Machine, held: Thing, name: str) -> Value:
    location = (held.identity, f"{name}()")
    known = m.store.get(location)
    if known is None:
        known = fresh(f"{held.label}.{name}()", 0)
        m.store.set(location, known)
    return known
