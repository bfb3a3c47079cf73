"""Values that a function works out for a variable of its own, and never reads."""

from __future__ import annotations

from sklint import program as p
from sklint.walk.effects import nodes_of


def is_unread(program: p.Program, at: p.Span) -> bool:
    """Whether the expression at a place only makes the value of a local variable that nothing reads."""
    for function in program.functions.values():
        # where clang dropped a statement, it may have been the reader
        if function.body is None or not function.complete or not function.body.at.holds(at):
            continue
        nodes = list(nodes_of(function.body))
        for node in nodes:
            if isinstance(node, p.Variable) and node.init is not None and _is_part_of(node.init, at):
                return node.name not in _read(nodes)
    return False


def _is_part_of(value: p.Expression, at: p.Span) -> bool:
    """Whether a value is made from the expression at a place by arithmetic alone."""
    match value:
        case p.Cast(operand=operand) | p.Unary(op="+" | "-" | "~" | "!", operand=operand) if value.at != at:
            return _is_part_of(operand, at)
        case p.Binary(left=left, right=right) if value.at != at:
            return _is_part_of(left, at) or _is_part_of(right, at)
    return value.at == at


def _read(nodes: list[object]) -> frozenset[str]:
    """The names that are used other than to be assigned to."""
    assigned = {id(node.target) for node in nodes if isinstance(node, p.Assign) and not node.op}
    return frozenset(node.name for node in nodes if isinstance(node, p.Name) and id(node) not in assigned)
