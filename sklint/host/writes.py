"""What an assignment may write whose target is not followed: what a call gives a reference to, or one of several.

What such a place held before would otherwise be taken for what it holds, and prove bounds that are none.
"""

from __future__ import annotations

from sklint import program as p
from sklint.host import library
from sklint.host.launch import WRITTEN
from sklint.walk.effects import nodes_of, target_names
from sklint.walk.locations import place
from sklint.walk.machine import Machine
from sklint.walk.values import Value, fresh


def forget_target(m: Machine, target: p.Expression) -> None:
    """Make unknown what an assignment to `target` may write."""
    match target:
        case p.Call(callee=callee, args=args):
            for arg in args:
                _forget_place(m, arg)
            if isinstance(callee, p.Member) and not _is_of_the_framework(m, callee.base):
                _forget_place(m, callee.base)
            _forget_returned(m, callee)
        case p.Member(base=base, name=name):
            value = m.evaluate(base)
            _forget_field(m, value, name)
            if value.op in ("list", "ite"):
                _forget_place(m, base, _fields_only(m, value))
        case p.Unary(op="*", operand=operand):
            _forget_pointed(m, m.evaluate(operand))
        case p.Index(base=base) | p.Cast(operand=base) | p.Unary(operand=base):
            forget_target(m, base)


def _is_of_the_framework(m: Machine, base: p.Expression) -> bool:
    """Whether what is asked is an object of the framework: a workspace or an attribute that it gives a reference to is
    nothing that the launch was told."""
    held = m.thing_of(m.evaluate(base))
    if held is None or held.instance is None:
        return False
    return held.instance.cls.stub and not held.instance.cls.name.startswith("std::")


def _fields_only(m: Machine, value: Value) -> bool:
    return any(m.thing_of(side) is not None for side in value.args)


def _forget_place(m: Machine, e: p.Expression, fields_only: bool = False) -> None:
    """What a name stands for may have been written: the object's fields, or the variable."""
    if not isinstance(e, p.Name | p.Member | p.Index | p.Unary | p.This):
        return
    value = m.evaluate(e)
    held = m.thing_of(value)
    if held is not None:
        library.forget(m, held)
        return
    _forget_pointed(m, value)
    location = None if fields_only or value.op in ("closure", "function", "location") else place(m, e)
    if location is not None:
        m.store.set(location, fresh(WRITTEN, value.depends))


def _forget_field(m: Machine, value: Value, name: str) -> None:
    """A field of one of the objects that a value may be."""
    held = m.thing_of(value)
    if held is not None:
        m.store.set((held.identity, name), fresh(WRITTEN, 0))
    for side in value.args[1:] if value.op == "ite" else ():
        _forget_field(m, side, name)


def _forget_pointed(m: Machine, value: Value) -> None:
    """What a pointer, or one of several, points to."""
    if value.op == "location":
        m.store.set(value.payload, fresh(WRITTEN, 0))
    for side in value.args[1:] if value.op == "ite" else ():
        _forget_pointed(m, side)


def _forget_returned(m: Machine, callee: p.Expression) -> None:
    """What a function of the program may give a reference to: the names that it returns."""
    body = _body_of(m, callee)
    if body is None:
        return
    returned = [node.value for node in nodes_of(body) if isinstance(node, p.Return)]
    for value in returned:
        location = place(m, value) if isinstance(value, p.Name) and value.kind == "global" else None
        if location is not None:
            m.store.set(location, fresh(WRITTEN, 0))
    names = frozenset(name for value in returned for name in target_names(value))
    for location in m.store.named(names):
        m.store.set(location, fresh(WRITTEN, 0))
    receiver = m.evaluate(callee.base) if isinstance(callee, p.Member) else None
    held = m.thing_of(receiver) if receiver is not None else None
    if held is None or held.instance is None:
        return
    for name in sorted(names):
        if m.shapes.field(held.instance, name) is not None:
            m.store.set((held.identity, name), fresh(WRITTEN, 0))


def _body_of(m: Machine, callee: p.Expression) -> p.Block | None:
    """The body of the function or lambda that an expression names, where the program has it."""
    function = m.program.functions.get(getattr(callee, "key", ""))
    if function is not None:
        return function.body
    value = m.evaluate(callee) if isinstance(callee, p.Name) else None
    return m.closures[value.payload][0].body if value is not None and value.op == "closure" else None
