"""Event trees cut down to some events, and to the control flow that decides how often those happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sklint.deadline import keep_to_time
from sklint.walk import tree
from sklint.walk.values import Value

Wanted = Callable[[tree.Event], bool]


def pruned(root: tree.Seq, wanted: Wanted) -> tree.Seq:
    """The tree with the wanted events only; the conditions that remain decide about one of them."""
    keep_to_time()
    return tree.Seq(tuple(_Pruning(wanted).sequence(root.body, False)))


class _Pruning:
    """Walks backwards: `live` says that something wanted follows, `needed` are the open values asked for later on."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._needed: set[Value] = set()
        self._holds: dict[int, bool] = {}

    def sequence(self, body: tuple[tree.Node, ...], live: bool) -> list[tree.Node]:
        kept: list[tree.Node] = []
        for node in reversed(body):
            found = self._node(node, live)
            if found is not None:
                kept.append(found)
                live = live or not isinstance(found, tree.Exit)
        kept.reverse()
        return kept

    def _node(self, node: tree.Node, live: bool) -> tree.Node | None:
        match node:
            case tree.Seq(body=body):
                inner = self.sequence(body, live)
                return tree.Seq(tuple(inner)) if inner else None
            case tree.Branch(then=then, otherwise=otherwise):
                left = tree.Seq(tuple(self.sequence(then.body, live)))
                right = tree.Seq(tuple(self.sequence(otherwise.body, live)))
                if not (left.body or right.body):
                    return None
                self._need(node.condition.value)
                return tree.Branch(node.condition, left, right)
            case tree.Loop():
                return self._loop(node, live)
            case tree.Called(body=body):
                inner = self.sequence(body.body, False)
                return replace(node, body=tree.Seq(tuple(inner))) if inner else None
            case tree.Exit():
                return node if live else None
        if not self._wanted(node):
            return None
        match node:
            case tree.FlagSet(flag=flag) | tree.FlagWait(flag=flag) | tree.HardEvent(flag=flag):
                self._need(flag)
        return node

    def _loop(self, node: tree.Loop, live: bool) -> tree.Node | None:
        holds = self._contains(node.body)
        if not holds and not live and not any(one.after in self._needed for one in node.carried):
            return None
        for one in node.carried:
            if one.after in self._needed:
                self._need(one.following, *(value for _, value in one.broken))
        body = self.sequence(node.body.body, live or holds)
        if not body and not any(one.after in self._needed for one in node.carried):
            return None
        self._need(node.trips.value)
        # what a round asks for may hang on what another value was a round before
        for _ in range(3):
            for one in node.carried:
                if one.during in self._needed:
                    self._need(one.following, one.before)
        carried = tuple(one for one in node.carried if one.during in self._needed or one.after in self._needed)
        return replace(node, body=tree.Seq(tuple(body)), carried=carried)

    def _need(self, *values: Value | None) -> None:
        for value in values:
            if value is not None:
                self._needed.update(part for part in value.walk() if part.op == "fresh")

    def _contains(self, node: tree.Node) -> bool:
        known = self._holds.get(id(node))
        if known is None:
            match node:
                case tree.Seq(body=body):
                    known = any(map(self._contains, body))
                case tree.Branch(then=then, otherwise=otherwise):
                    known = self._contains(then) or self._contains(otherwise)
                case tree.Loop(body=inner) | tree.Called(body=inner):
                    known = self._contains(inner)
                case tree.Exit():
                    known = False
                case _:
                    known = self._wanted(node)
            self._holds[id(node)] = known
        return known


def expressions(node: tree.Node) -> Iterator[tuple[Value, bool]]:
    """The expressions that decide about a tree, and whether each is a condition."""
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from expressions(inner)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            yield condition.value, True
            yield from expressions(then)
            yield from expressions(otherwise)
        case tree.Loop(trips=trips, body=inner_body, carried=carried):
            yield trips.value, True
            for one in carried:
                yield from ((value, False) for value in (one.before, one.following) if value is not None)
            yield from expressions(inner_body)
        case tree.Called(body=inner_body):
            yield from expressions(inner_body)
        case tree.FlagSet(flag=flag) | tree.FlagWait(flag=flag) | tree.HardEvent(flag=flag):
            yield flag, False
