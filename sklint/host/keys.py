"""The tiling keys that a launch may have, and which of them lead to a piece of kernel code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sklint.host.intervals import by_bounds, numbers
from sklint.host.launch import Launch
from sklint.host.made_keys import MADE_KEY, made_key
from sklint.host.rebuild import rebuild
from sklint.host.ways import KEY, Ways
from sklint.walk.values import Value, constant, whole


def a_key_may_lead(conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str]) -> bool:
    """Whether one of the keys of a launch may lead behind `conditions`, whatever else they hang on.

    That can be told where its keys are few, on however many ways through the tiling they are set.
    """
    keys = _keys(launch)
    return keys is None or any(_may_lead(conditions, key, template) for key in keys)


def _keys(launch: Launch) -> list[Value] | None:
    """The keys that what holds at a launch leaves it; None where they are not known."""
    there = Ways(launch)
    found: dict[Value, None] = {}
    seen = {launch.key}
    stack = [launch.key]
    while stack:
        one = whole(stack.pop())
        if one.op == MADE_KEY:
            found[one] = None
        elif one.op == "ite":
            decided = there.decide(one.args[0])
            sides = one.args[1:] if decided is None else (one.args[1 if decided else 2],)
            stack.extend(side for side in sides if side not in seen)
            seen.update(sides)
        elif (few := numbers(one)) is not None:
            found.update((constant(number), None) for number in sorted(few))
        else:
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
