"""Whether a function ends with a full barrier on every way out, by its text: for calls that are not followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sklint import program as p
from sklint.facts.table import table

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

_FULL: Mapping[str, Any] = table("calls")["full_barrier"]
_DEEPEST = 4


def settles(m: Machine, function: p.Function, depth: int = 0) -> bool:
    """Whether nothing that the core was given is in flight where a call of the function is over."""
    if function.body is None or not function.complete or depth > _DEEPEST:
        return False
    return _leaves_settled(m, function.body, False, depth) is True


def _leaves_settled(m: Machine, statement: p.Statement, before: bool, depth: int) -> bool | None:
    """Whether all is settled behind a statement, if it is `before`; None where a way out of the function is not."""
    match statement:
        case p.Block(body=body):
            return _in_order(m, body, before, depth)
        case p.Evaluate(expression=expression):
            return _is_full(m, expression, depth)
        case p.Return(value=value):
            # nothing comes behind it: on the ways that do go on all is as the others leave it
            return True if before and (value is None or isinstance(value, (p.Name, p.Literal))) else None
        case p.If(then=then, otherwise=otherwise):
            sides = [_leaves_settled(m, then, False, depth)]
            sides.append(before if otherwise is None else _leaves_settled(m, otherwise, False, depth))
            return None if None in sides else all(sides)
        case p.Loop(body=body):
            return None if _leaves_settled(m, body, False, depth) is None else False
        case p.Switch(cases=cases):
            sides = [_in_order(m, case.body, False, depth) for case in cases]
            return None if None in sides else False
        case p.Goto():
            return None
    return False


def _in_order(m: Machine, body: tuple[p.Statement, ...], settled: bool, depth: int) -> bool | None:
    for statement in body:
        behind = _leaves_settled(m, statement, settled, depth)
        if behind is None:
            return None
        settled = behind
    return settled


def _is_full(m: Machine, expression: p.Expression, depth: int) -> bool:
    if not isinstance(expression, p.Call) or not isinstance(expression.callee, (p.Name, p.Member)):
        return False
    callee = expression.callee
    plain = callee.name.rpartition("::")[2]
    called = m.program.functions.get(callee.key)
    if called is None or called.body is None:
        said = [*callee.args, *expression.args]
        # a second argument names a workspace, or one pipe alone
        return (plain in _FULL["meetings"] and len(said) < 2) or (
            plain in _FULL["barriers"] and _names(said) == _FULL["pipes"]
        )
    return not called.virtual and settles(m, called, depth + 1)


def _names(said: list[p.TemplateArgument]) -> list[str]:
    return [one.name.rpartition("::")[2] if isinstance(one, (p.Name, p.Type)) else "" for one in said]
