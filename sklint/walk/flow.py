"""Forward flow of small states through an event tree: for questions about what happens before what.

A state is any hashable value; a tree is run on a set of them (in order, so that results are stable). A loop
is run until no new state comes, a call ends where its body returns. Too many states are cut, which loses paths
but never invents one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from sklint.deadline import keep_to_time
from sklint.walk import tree
from sklint.walk.values import Value, affirmed, negate

State = TypeVar("State", bound=Hashable)
MOST = 48
ROUNDS = 4
# of a test for one of several numbers, how many make a path each
_MOST_NUMBERS = 4

Step = Callable[[State, tree.Event, tuple[tree.Called, ...]], State]


Known = tuple[frozenset[tuple[Value, Value]], frozenset[tuple[Value, bool]]]
States = dict[tuple[State, Known], None]
_NOTHING_KNOWN: Known = (frozenset(), frozenset())


class Flow(Generic[State]):
    """Runs states through a tree; `step` gives the state after an event and may report what it sees.

    A path remembers the numbers it has found a uniform value to be (its tiling key, a template argument), and the
    uniform conditions that the tree tests more than once: the same test goes the same way on the same path.
    """

    def __init__(self, step: Step[State]) -> None:
        self._step = step
        self._calls: list[tree.Called] = []
        self._repeated: frozenset[Value] = frozenset()

    def run(self, root: tree.Seq, initial: State) -> tuple[State, ...]:
        """The states at the end of the kernel, returns included."""
        self._repeated = _repeated(root)
        exits: dict[str, States[State]] = _exits({})
        after = self._node(root, {(initial, _NOTHING_KNOWN): None}, exits)
        return tuple(dict.fromkeys(state for state, _ in _union(after, exits["return"])))

    def one_round(self, body: tree.Seq, initial: State) -> tuple[State, ...]:
        """The states at the end of one round of a loop, of the paths that go on to the next one."""
        self._repeated = _repeated(body)
        exits: dict[str, States[State]] = _exits({})
        after = self._node(body, {(initial, _NOTHING_KNOWN): None}, exits)
        return tuple(dict.fromkeys(state for state, _ in _union(after, exits["continue"])))

    def _node(self, node: tree.Node, states: States[State], exits: dict[str, States[State]]) -> States[State]:
        if not states:
            return states
        match node:
            case tree.Seq(body=body):
                for inner in body:
                    states = self._node(inner, states, exits)
                return states
            case tree.Branch(then=then, otherwise=otherwise):
                keep_to_time()
                left = self._taken(states, node.condition, True)
                right = self._taken(states, node.condition, False)
                return _cut(_union(self._node(then, left, exits), self._node(otherwise, right, exits)))
            case tree.Loop():
                return self._loop(node, states, exits)
            case tree.Called(body=body):
                self._calls.append(node)
                inner_exits: dict[str, States[State]] = _exits({})
                after = self._node(body, states, inner_exits)
                self._calls.pop()
                return _cut(_union(after, inner_exits["return"]))
            case tree.Exit(what=what):
                exits[what].update(states)
                return {}
        calls = tuple(self._calls)
        return {(self._step(state, node, calls), known): None for state, known in states}

    def _taken(self, states: States[State], condition: tree.Condition, holds: bool) -> States[State]:
        """The states in which a branch may go this way, with what it says of the path."""
        value, truth = affirmed(condition.value, holds)
        tests = _tests(value)
        found: States[State] = {}
        for state, known in states:
            chosen, facts = known
            ways = [chosen]
            if (value, not truth) in facts or (negate(value), truth) in facts:
                continue
            if tests:
                decided = [_test_in(chosen, subject, number) for subject, number in tests]
                if (truth and all(d is False for d in decided)) or (not truth and any(decided)):
                    continue
                if truth and len(tests) <= _MOST_NUMBERS:
                    # on a path it is one of the numbers: a later test for others goes the other way
                    ways = [
                        chosen if side else chosen | {test}
                        for test, side in zip(tests, decided, strict=True)
                        if side is not False
                    ]
            # that it is a number is remembered as such
            if not (tests and truth) and value in self._repeated and condition.depends == "uniform":
                facts = facts | {(value, truth)}
            found |= {(state, (way, facts)): None for way in ways}
        return found

    def _loop(self, node: tree.Loop, states: States[State], exits: dict[str, States[State]]) -> States[State]:
        once = node.count is not None and node.count.is_constant and node.count.payload == 1
        inner: dict[str, States[State]] = _exits(exits["return"])
        after: States[State] = {} if once or node.at_least_once else dict(states)
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


def _exits(returned: States[State]) -> dict[str, States[State]]:
    return {"return": returned, "break": {}, "continue": {}}


def key_of(value: Value) -> Value | None:
    """The tiling key that a condition asks for."""
    tests = _tests(value)
    if len(tests) == 1 and tests[0][0].op == "atom" and tests[0][0].payload == "tiling_key":
        return tests[0][1]
    return None


def _tests(value: Value) -> tuple[tuple[Value, Value], ...]:
    """The comparisons with a number that a condition is one of: `a == 1`, or `a == 1 || a == 2`; empty for others.

    Only what all cores agree on counts.
    """
    match value.op:
        case "==":
            left, right = value.args
            subject, number = (left, right) if right.is_constant else (right, left)
            return ((subject, number),) if number.is_constant and not subject.depends else ()
        case "or":
            parts = [_tests(arg) for arg in value.args]
            return tuple(test for part in parts for test in part) if all(parts) else ()
    return ()


def _test_in(chosen: frozenset[tuple[Value, Value]], subject: Value, number: Value) -> bool | None:
    """Whether `subject == number` on a path that has chosen already; None when it has not."""
    for other, value in chosen:
        if other is subject:
            return value is number
    return None


def _repeated(root: tree.Node) -> frozenset[Value]:
    """The conditions that stand in more than one branch, as they are or negated."""
    seen: set[Value] = set()
    again: set[Value] = set()
    stack: list[tree.Node] = [root]
    while stack:
        node = stack.pop()
        match node:
            case tree.Seq(body=body):
                stack.extend(body)
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                affirmative, _ = affirmed(condition.value)
                for value in (affirmative, negate(affirmative)):
                    (again if value in seen else seen).add(value)
                stack.extend((then, otherwise))
            case tree.Loop(body=inner) | tree.Called(body=inner):
                stack.append(inner)
    return frozenset(again)


def _union(*groups: States[State]) -> States[State]:
    return {state: None for group in groups for state in group}


def _cut(states: States[State]) -> States[State]:
    return states if len(states) <= MOST else dict(list(states.items())[:MOST])
