"""Values that are only compared, as their expression is written."""

from __future__ import annotations

from sklint import program as p
from sklint.walk.effects import nodes_of

_COMPARISONS = frozenset({"<", "<=", ">", ">="})


def is_compared(program: p.Program, at: p.Span) -> bool:
    """Whether the expression at a place is one side of a comparison."""
    return any(
        isinstance(node, p.Binary) and node.op in _COMPARISONS and at in (_bare(node.left), _bare(node.right))
        for function in program.functions.values()
        if function.body is not None and function.body.at.holds(at)
        for node in nodes_of(function.body)
    )


def _bare(side: p.Expression) -> p.Span:
    while isinstance(side, p.Cast) and side.at != side.operand.at:
        side = side.operand
    return side.at
