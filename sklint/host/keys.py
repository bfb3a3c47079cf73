"""The tiling keys that a launch may have, and which of them lead to a piece of kernel code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sklint.host.intervals import by_bounds, numbers
from sklint.host.launch import Launch, choices
from sklint.host.made_keys import MADE_KEY, made_key
from sklint.host.rebuild import rebuild
from sklint.host.ways import KEY
from sklint.walk.values import Value, constant, folded


def a_key_may_lead(conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str]) -> bool:
    """Whether one of the keys of a launch may lead behind `conditions`, whatever else they hang on.

    That can be told where its keys are few, on however many ways through the tiling they are set.
    """
    keys = _keys(launch.key)
    return keys is None or any(_may_lead(conditions, key, template) for key in keys)


def _keys(value: Value) -> list[Value] | None:
    """The keys that a launch may have; None where they are not known."""
    found: dict[Value, None] = {}
    for one in choices(value):
        few = numbers(one)
        if one.op == MADE_KEY:
            found[one] = None
        elif few is not None:
            found.update((constant(number), None) for number in sorted(few))
        elif one.op != "ite" and not folded(one):
            return None
    return list(found)


def _told(key: Value, template: Sequence[str]) -> dict[str, Value]:
    """What a key has for the names in the kernel's conditions."""
    if key.op != MADE_KEY:
        return {KEY: key}
    return dict(zip(template, key.args, strict=True)) if len(key.args) == len(template) else {}


def _may_lead(conditions: Sequence[tuple[Value, bool]], key: Value, template: Sequence[str]) -> bool:
    if key is made_key():
        return False
    told = _told(key, template)
    return all(_may_be(_under(condition, told), truth) for condition, truth in conditions)


def _under(condition: Value, told: Mapping[str, Value]) -> Value:
    names = {leaf: told[leaf.payload] for leaf in condition.leaves() if leaf.op == "atom" and leaf.payload in told}
    return rebuild(condition, names) if names else condition


def _may_be(condition: Value, truth: bool) -> bool:
    """Whether a condition may have a truth, by itself; its parts may where nothing decides the whole."""
    if condition.is_constant:
        return bool(condition.payload) is truth
    if condition.op == "not":
        return _may_be(condition.args[0], not truth)
    if condition.op == ("and" if truth else "or"):
        return all(_may_be(part, truth) for part in condition.args)
    if condition.op == "!=":
        return True
    return by_bounds(condition) in (None, truth)
