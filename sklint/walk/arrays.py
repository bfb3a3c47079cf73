"""Arrays whose elements are known: what an index finds in them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from sklint.walk.values import Value, choose, constant, equal, fresh

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

# A table of more elements is left open where its index is: each choice is one more way to follow.
_MOST_ELEMENTS = 16
# What stands for more than its value, and is not chosen by one.
_NO_NUMBERS = frozenset({"object", "location", "closure", "function", "list", "unset"})


def element(m: Machine, base: Value, array: Hashable, index: Value) -> Value:
    """What an array has at an index that it was not written under; `base` is the array as its declaration has it."""
    if index.is_constant:
        return listed(base, f"[{index.payload}]") or fresh("element", base.depends | index.depends)
    written = {location[1]: value for location in m.store.of(array) if (value := m.store.get(location)) is not None}
    known = {f"[{n}]": value for n, value in enumerate(base.args if base.op == "list" else ())} | written
    several = [m.read(known[name]) for n in range(len(known)) if (name := f"[{n}]") in known]
    if 0 < len(several) == len(known) <= _MOST_ELEMENTS and not any(one.op in _NO_NUMBERS for one in several):
        *others, found = several
        for n in reversed(range(len(others))):
            found = choose(equal(index, constant(n)), others[n], found)
        return found
    bits = index.depends if known else index.depends | base.depends
    for value in known.values():
        bits |= value.depends
    return fresh("element", bits)


def listed(base: Value, name: str) -> Value | None:
    """The element `[n]` of an array that is a list of its elements; None where it is none, or has no such element."""
    number = name[1:-1]
    if base.op != "list" or not number.isdecimal() or int(number) >= len(base.args):
        return None
    return base.args[int(number)]
