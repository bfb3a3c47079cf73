"""Canonical expressions taken apart and put together again with some of their parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sklint.host.made_keys import MADE_KEY, made_key
from sklint.walk.division import ceildiv, divide, remainder
from sklint.walk.operators import BITS, binary
from sklint.walk.values import (
    COMPARISONS,
    Value,
    add,
    both,
    choose,
    constant,
    either,
    maximum,
    minimum,
    multiply,
    negate,
    operation,
    scale,
)


def rebuild(value: Value, known: Mapping[Value, Value], condition: Value | None = None, truth: bool = True) -> Value:
    """`value` with the nodes in `known` replaced; choices on `condition` go the way of `truth`."""
    opposite = negate(condition) if condition is not None else None
    done: dict[Value, Value] = dict(known)
    stack = [value]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        if node.op == "ite" and condition is not None and node.args[0] in (condition, opposite):
            side = node.args[1 if (node.args[0] is condition) == truth else 2]
            if side in done:
                done[node] = done[side]
            else:
                stack.append(side)
            continue
        missing = [arg for arg in node.args if arg not in done]
        if missing:
            stack.extend(missing)
            continue
        done[node] = remade(node, [done[arg] for arg in node.args])
    return done[value]


def remade(node: Value, args: Sequence[Value]) -> Value:
    """The operation of `node` on other arguments."""
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node.again()
    if node.op == "sum":
        offset, factors = node.payload
        total = constant(offset)
        for arg, factor in zip(args, factors, strict=True):
            total = add(total, scale(arg, factor))
        return total
    rule = _RULES.get(node.op)
    if rule is not None:
        return rule(*args)
    if node.op in BITS:
        return binary(node.op, args[0], args[1])
    fold = _FOLDS.get(node.op)
    if fold is not None:
        result = args[0]
        for arg in args[1:]:
            result = fold(result, arg)
        return result
    return operation(node.op, *args)


_RULES: dict[str, Callable[..., Value]] = {
    "*": multiply,
    "/": divide,
    "ceildiv": ceildiv,
    "%": remainder,
    **COMPARISONS,
    "not": negate,
    "ite": choose,
    "and": both,
    "or": either,
    MADE_KEY: made_key,
}
_FOLDS: dict[str, Callable[[Value, Value], Value]] = {"min": minimum, "max": maximum}
