"""Tables: constant arrays of numbers, and what an index finds in an array."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk.values import Value, choose, constant, equal, fresh, operation

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

# A larger table is left open where its index is: each choice is one more way to follow.
_MOST_ELEMENTS = 16
# What stands for more than its value, and is not chosen by one.
_NO_NUMBERS = frozenset({"object", "location", "closure", "function", "list", "unset"})
_TABLE = "table"


def as_table(type: p.Type, listed: Value) -> Value:
    """What a constant array of numbers is, given the list that it is made from; the list itself for all others.

    Whoever is handed another array may write it through a pointer, so that its list tells nothing for long.
    """
    of = type.args[0] if type.name == "[]" and type.args else None
    constant_ = isinstance(of, p.Type) and of.const
    numbers = listed.op == "list" and not any(one.op in _NO_NUMBERS for one in listed.args)
    return operation(_TABLE, *listed.args) if constant_ and numbers else listed


def element(m: Machine, base: Value, array: Hashable, index: Value) -> Value:
    """What an array has at an index that it was not written under; `base` is the array as its declaration has it."""
    if index.is_constant:
        return at_number(base, f"[{index.payload}]") or fresh("element", base.depends | index.depends)
    if base.op == _TABLE and len(base.args) <= _MOST_ELEMENTS:
        *others, found = base.args
        for n in reversed(range(len(others))):
            found = choose(equal(index, constant(n)), others[n], found)
        return found
    known = [value for location in m.store.of(array) if (value := m.store.get(location)) is not None]
    bits = index.depends if known else index.depends | base.depends
    for value in known:
        bits |= value.depends
    return fresh("element", bits)


def at_number(base: Value, name: str) -> Value | None:
    """The element `[n]` of a table; None where the array is none, or has no such element."""
    number = name[1:-1]
    if base.op != _TABLE or not number.isdecimal() or int(number) >= len(base.args):
        return None
    return base.args[int(number)]
