"""Signals whose wait stands right behind them: however a core runs, it leaves none of those behind."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from sklint.walk import tree
from sklint.walk.values import Value

# What an event signals or waits for, whether it signals, and by which flag; None where it does neither.
Role = Callable[[tree.Node], tuple[Hashable, bool, Value] | None]


def unpaired(root: tree.Seq, role: Role) -> frozenset[Hashable]:
    """What is signalled or waited for somewhere without the other beside it.

    Nearly all signals are followed by their wait at once, and need no numbers to be counted out.
    """
    search = _Search(role)
    search.sequence(root.body)
    return frozenset(search.unpaired)


class _Search:
    def __init__(self, role: Role) -> None:
        self._role = role
        self.unpaired: set[Hashable] = set()

    def sequence(self, body: tuple[tree.Node, ...]) -> set[Hashable]:
        """Look at nodes that follow each other; gives what is met among them, None where a way may leave from there."""
        pending: dict[Hashable, Value] = {}
        met: set[Hashable] = set()
        for node in body:
            inside = self._inside(node)
            if inside is not None:
                met |= inside
                self.unpaired.update(pending if None in inside else inside & pending.keys())
            elif (told := self._role(node)) is not None:
                name, signals, flag = told
                met.add(name)
                if signals and name not in pending:
                    pending[name] = flag
                elif signals or pending.pop(name, None) is not flag:
                    self.unpaired.add(name)
        self.unpaired.update(pending)
        return met

    def _inside(self, node: tree.Node) -> set[Hashable] | None:
        """What is met inside a node; None for an event."""
        match node:
            case tree.Seq(body=body):
                return self.sequence(body)
            case tree.Branch(then=then, otherwise=otherwise):
                return self.sequence(then.body) | self.sequence(otherwise.body)
            case tree.Loop(body=inner) | tree.Called(body=inner):
                return self.sequence(inner.body)
            case tree.Exit():
                return {None}
        return None
