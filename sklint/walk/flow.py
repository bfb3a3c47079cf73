"""Forward flow of small states through an event tree: for questions about what happens before what.

A state is any hashable value; a tree is run on a set of them (in order, so that results are stable). A loop
is run until no new state comes, a call ends where its body returns. Too many states are cut, which loses paths
but never invents one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from sklint.walk import tree

State = TypeVar("State", bound=Hashable)
MOST = 48
ROUNDS = 4

Step = Callable[[State, tree.Event, tuple[tree.Called, ...]], State]
Sides = Callable[[State, tree.Branch], tuple[State | None, State | None]]


class Flow(Generic[State]):
    """Runs states through a tree; `step` gives the state after an event and may report what it sees.

    `sides` may drop a side of a branch for a state (None), or note in it which side was taken.
    """

    def __init__(self, step: Step[State], sides: Sides[State] | None = None) -> None:
        self._step = step
        self._sides = sides
        self._calls: list[tree.Called] = []

    def run(self, root: tree.Seq, initial: State) -> tuple[State, ...]:
        """The states at the end of the kernel, returns included."""
        exits: dict[str, dict[State, None]] = {"return": {}, "break": {}, "continue": {}}
        after = self._node(root, {initial: None}, exits)
        return tuple(_cut(_union(after, exits["return"])))

    def _node(
        self, node: tree.Node, states: dict[State, None], exits: dict[str, dict[State, None]]
    ) -> dict[State, None]:
        if not states:
            return states
        match node:
            case tree.Seq(body=body):
                for inner in body:
                    states = self._node(inner, states, exits)
                return states
            case tree.Branch(then=then, otherwise=otherwise):
                left, right = self._split(states, node)
                return _cut(_union(self._node(then, left, exits), self._node(otherwise, right, exits)))
            case tree.Loop():
                return self._loop(node, states, exits)
            case tree.Called(body=body):
                self._calls.append(node)
                inner_exits: dict[str, dict[State, None]] = {"return": {}, "break": {}, "continue": {}}
                after = self._node(body, states, inner_exits)
                self._calls.pop()
                return _cut(_union(after, inner_exits["return"]))
            case tree.Exit(what=what):
                exits[what].update(states)
                return {}
        calls = tuple(self._calls)
        return {self._step(state, node, calls): None for state in states}

    def _split(self, states: dict[State, None], node: tree.Branch) -> tuple[dict[State, None], dict[State, None]]:
        if self._sides is None:
            return states, states
        left: dict[State, None] = {}
        right: dict[State, None] = {}
        for state in states:
            then, otherwise = self._sides(state, node)
            if then is not None:
                left[then] = None
            if otherwise is not None:
                right[otherwise] = None
        return left, right

    def _loop(
        self, node: tree.Loop, states: dict[State, None], exits: dict[str, dict[State, None]]
    ) -> dict[State, None]:
        once = node.count is not None and node.count.is_constant and node.count.payload == 1
        inner: dict[str, dict[State, None]] = {"return": exits["return"], "break": {}, "continue": {}}
        after: dict[State, None] = {} if once or node.at_least_once else dict(states)
        current = states
        for _ in range(1 if once else ROUNDS):
            inner["continue"] = {}
            ended = _cut(_union(self._node(node.body, current, inner), inner["continue"]))
            new = {state: None for state in ended if state not in after}
            after.update(ended)
            if not new:
                break
            current = new
        return _cut(_union(after, inner["break"]))


def _union(*groups: Iterable[State]) -> dict[State, None]:
    return {state: None for group in groups for state in group}


def _cut(states: dict[State, None]) -> dict[State, None]:
    return states if len(states) <= MOST else dict(list(states.items())[:MOST])
