"""One visit of a cursor's subtree into light nodes; libclang calls back once a cursor and is not asked again."""

from __future__ import annotations

from typing import Any

from sklint.parse.native import VISITOR, Cursor, library

_RECURSE = 2
_CONTINUE = 1


class Node:
    """A cursor with its children in source order; `begin` and `end` are its raw extent once asked, before that -1."""

    __slots__ = ("begin", "children", "cursor", "end", "kind")

    def __init__(self, kind: int, cursor: Cursor) -> None:
        self.kind = kind
        self.cursor = cursor
        self.children: list[Node] = []
        self.begin = -1
        self.end = -1


def tree(cursor: Cursor) -> Node:
    """The whole subtree of a cursor."""
    root = Node(cursor.kind, cursor)
    stack = [root]
    identities = [(cursor.decl, cursor.stmt)]

    def visit(child: Cursor, parent: Cursor, _: Any) -> int:
        wanted = (parent.decl, parent.stmt)
        if identities[-1] != wanted:
            at = len(identities) - 2
            while at >= 0 and identities[at] != wanted:
                at -= 1
            # The initialiser of a capture is handed out below a cursor that was never visited: it stays where it is.
            if at >= 0:
                del identities[at + 1 :], stack[at + 1 :]
        kind = child.kind
        identity = (child.decl, child.stmt)
        # A constant expression is handed out as its own operand: the same cursor twice.
        if identity != wanted:
            node = Node(kind, child)
            stack[-1].children.append(node)
            stack.append(node)
            identities.append(identity)
        return _RECURSE

    library().visitChildren(cursor, VISITOR(visit), None)
    return root


def children(cursor: Cursor) -> list[Cursor]:
    """The direct children of a cursor."""
    found: list[Cursor] = []

    def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
        found.append(child)
        return _CONTINUE

    library().visitChildren(cursor, VISITOR(visit), None)
    return found
