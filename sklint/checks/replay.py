"""Event trees run with numbers: how often each event happens on one core, for one choice of what the walk left open.

A condition that cannot be computed has no name, but a place: code that both kinds of cores run decides alike on both,
so it is a leaf of its place. A rule that compares two runs asks whether both came by there. Where the same value is
asked for again (`answers.py`), the first place has answered for the second.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from sklint.checks import long_loops
from sklint.checks.answers import Answers
from sklint.checks.numbers import READ, Domains, Leaf, NoSuchNumber, Number, Numbers
from sklint.checks.pruned import expressions
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.values import Value

PLACE = "place"
MOST_STEPS = 4000
_MOST_RUNS = 240


class TooLong(Exception):  # noqa: N818
    """The numbers make the run longer than anybody wants to wait for."""


class Endless(NoSuchNumber):
    """The numbers keep a core in a loop for ever: what it waits for has changed by then."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, the calls that lead to it, and which flag it was about (a number where that can be computed)."""

    event: tree.Event
    calls: tuple[tree.Called, ...]
    flag: Hashable


@dataclass(slots=True)
class Run:
    """What one core did: the wanted events in order.

    `idle` are the conditions of the loops that ran no round, `asked` what was looked at to get there. `ways` are the
    ways that were taken at each condition, and the rounds of each loop, in order; `steps` the nodes that were run.
    `overdrawn` tells that the core had run more rounds of its own than the number that it then compares them with.
    """

    events: list[Happened] = field(default_factory=list)
    idle: list[tree.Condition] = field(default_factory=list)
    asked: dict[Leaf, None] = field(default_factory=dict)
    ways: dict[Span, list[int]] = field(default_factory=dict)
    steps: int = 0
    overdrawn: bool = False


def replay(root: tree.Seq, numbers: Numbers, places: Container[Leaf]) -> Run:
    """Run a tree; raises `UnknownNumber`, `NoSuchNumber` and `TooLong`.

    A condition at one of `places` is decided as given for its place although it could be computed.
    """
    running = _Running(numbers, places)
    try:
        running.sequence(root.body)
    except NoSuchNumber as impossible:
        impossible.asked = numbers.asked
        raise
    running.run.asked = numbers.asked
    running.run.steps = running.steps
    return running.run


class _Running:
    def __init__(self, numbers: Numbers, places: Container[Leaf]) -> None:
        self.numbers = numbers
        self._places = places
        self.run = Run()
        self._calls: list[tree.Called] = []
        self.steps = 0
        self._broke: tree.Exit | None = None
        # values that cannot be computed, by the value that a loop holds in their place
        self._same: dict[Value, Value] = {}
        self._answers = Answers(numbers.held, self._same)
        # what could be computed here and was decided by its place: its numbers mean nothing then
        self._decreed = Answers({}, {})
        # how many rounds loops had whose rounds differ between cores
        self._rounds: set[Number] = set()

    def sequence(self, body: tuple[tree.Node, ...]) -> str:
        for node in body:
            left = self._node(node)
            if left:
                return left
        return ""

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong

    def _node(self, node: tree.Node) -> str:
        self._step()
        match node:
            case tree.Seq(body=body):
                return self.sequence(body)
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                self._settle(condition)
                holds = self._holds(condition)
                self.run.ways.setdefault(condition.at, []).append(holds)
                return self.sequence((then if holds else otherwise).body)
            case tree.Loop():
                return self._loop(node)
            case tree.Called(body=inner):
                self._calls.append(node)
                self.sequence(inner.body)
                self._calls.pop()
                return ""
            case tree.Exit(what=what):
                self._broke = node if what == "break" else None
                return what
        self.run.events.append(Happened(node, tuple(self._calls), self._flag(node)))
        return ""

    def _flag(self, event: tree.Event) -> Hashable:
        match event:
            case tree.FlagSet(flag=flag) | tree.FlagWait(flag=flag):
                return self.numbers.of(flag)
            case tree.HardEvent(flag=flag):
                number = self.numbers.computed(flag)
                return self._source(flag) if number is None else number
        return None

    def _source(self, value: Value) -> Value:
        """What a value that cannot be computed is the same as, where the numbers make the choices in it."""
        while value.op == "ite":
            holds = self.numbers.computed(value.args[0])
            if holds is None:
                break
            value = value.args[1 if holds else 2]
        return self._same.get(value, value)

    def _holds(self, condition: tree.Condition) -> bool:
        value, place = condition.value, place_of(condition)
        decreed = self._decreed.told(value)
        if decreed is not None:
            return decreed
        if place in self._places:
            # what the number would hang on decides nothing
            with self.numbers.unasked():
                known = self.numbers.computed(value)
        else:
            known = self.numbers.computed(value)
            if known is not None:
                return bool(known)
        answers = self._answers if known is None else self._decreed
        told = answers.told(value)
        if told is None:
            told = bool(self.numbers.leaf(place))
            answers.learn(value, told)
        return told

    def _number(self, condition: tree.Condition) -> Number | None:
        """The number of a condition; None where its place decides."""
        return None if place_of(condition) in self._places else self.numbers.computed(condition.value)

    def _loop(self, node: tree.Loop) -> str:
        if node.at_least_once and node.count is not None and node.count.payload == 1:
            left = self.sequence(node.body.body)
            return left if left in ("return", "continue") else ""
        for one in node.carried:
            if one.during is not None:
                self._hold(one.during, one.before)
        self._settle(node.trips)
        rounds, unknown = 0, None
        left = ""
        before: Hashable = None
        while True:
            if not (node.at_least_once and not rounds):
                known = self._number(node.trips)
                if known is None and unknown is None:
                    unknown = self.numbers.leaf(place_of(node.trips))
                if (unknown is not None and rounds >= unknown) or (unknown is None and not known):
                    break
                if rounds == long_loops.ROUNDS and self._goes_on(node):
                    raise TooLong
            # a round counts even where nothing is left of the body: its numbers may never end the loop
            self._step()
            rounds += 1
            left = self.sequence(node.body.body)
            if left in ("return", "break"):
                break
            self._next(node.carried)
            if unknown is None:
                now = self._state(node.carried)
                if now == before:
                    raise Endless
                before = now
        self.run.ways.setdefault(node.trips.at, []).append(rounds)
        if not rounds:
            self.run.idle.append(node.trips)
        elif node.trips.depends != "uniform":
            self._rounds.add(rounds)
        for one in node.carried:
            self._leave(one, rounds, self._broke if left == "break" else None)
        return left if left == "return" else ""

    def _goes_on(self, node: tree.Loop) -> bool:
        """Whether a loop goes on until the run is too long."""
        with self.numbers.unasked():
            return long_loops.goes_on(node, self.numbers, MOST_STEPS - self.steps)

    def _state(self, carried: tuple[tree.Carried, ...]) -> Hashable:
        """All that tells one round from another."""
        names = (one.during if one.during is not None else one.after for one in carried)
        held, same = self.numbers.held, self._same
        return tuple((held.get(name), same.get(name)) for name in names), len(self._answers), len(self._decreed)

    def _settle(self, condition: tree.Condition) -> None:
        """See whether a core catches up on rounds here that it has had more than enough of."""
        if not self._rounds or self.run.overdrawn or condition.depends == "uniform":
            return
        with self.numbers.unasked():
            self.run.overdrawn = any(map(self._is_overdrawn, _comparisons(condition.value)))

    def _is_overdrawn(self, comparison: Value) -> bool:
        left, right = map(self.numbers.computed, comparison.args)
        if left is None or right is None or any(side.is_constant for side in comparison.args):
            return left == 0 and right is not None and right < 0
        return (right < left and left in self._rounds) or (left < right and right in self._rounds)

    def _hold(self, name: Value, value: Value | None) -> None:
        """Note the number of a value; of one that cannot be computed, what it is the same as."""
        number = None if value is None else self.numbers.computed(value)
        self.numbers.hold(name, number)
        if number is None and value is not None:
            self._same[name] = self._source(value)
        self._answers.rename()

    def _next(self, carried: tuple[tree.Carried, ...]) -> None:
        """Go from one round to the next: all values change at once."""
        coming: list[tuple[Value, Number | None]] = []
        for one in carried:
            name = one.during if one.during is not None else one.after
            coming.append((name, None if one.following is None else self.numbers.computed(one.following)))
        changed = [
            (one.during, self._source(one.following))
            for one in carried
            if one.following is not one.during and one.during is not None and one.following is not None
        ]
        for name, number in coming:
            self.numbers.hold(name, number)
        self._same.update(changed)
        self._answers.rename()

    def _leave(self, one: tree.Carried, rounds: int, broke: tree.Exit | None) -> None:
        """What is left behind the loop."""
        if broke is not None:
            values = {id(value): value for at, value in one.broken if at == broke.at}
            self._hold(one.after, next(iter(values.values())) if len(values) == 1 else None)
        elif one.during is not None:
            if one.after is not one.before:
                self._hold(one.after, one.during)
        elif not rounds:
            self._hold(one.after, one.before)


def _comparisons(value: Value) -> Iterator[Value]:
    if value.op in ("and", "or", "not"):
        for arg in value.args:
            yield from _comparisons(arg)
    elif value.op in ("<", "<="):
        yield value


def place_of(condition: tree.Condition) -> Leaf:
    """The leaf of a condition that cannot be computed."""
    at = condition.at
    return (PLACE, condition.depends, condition.text, at.path, at.line, at.column)


def is_place(leaf: Leaf) -> bool:
    """Whether a leaf stands for a condition that cannot be computed."""
    return isinstance(leaf, tuple) and leaf[0] == PLACE


def is_open(leaf: Leaf) -> bool:
    """Whether nobody says what a leaf is: it stands for a condition that cannot be computed, or hangs on memory."""
    return isinstance(leaf, tuple) and (leaf[:1] in ((PLACE,), (READ,)) or any(map(is_open, leaf)))


def domains_of(*roots: tree.Seq) -> Domains:
    """The numbers to try for what decides about some trees."""
    domains = Domains()
    for root in roots:
        for value, truth in expressions(root):
            domains.look_at(value, truth)
    return domains


Judge = Callable[[Mapping[Leaf, Number]], tuple[bool, dict[Leaf, None]]]


def choices(
    domains: Domains, fixed: Mapping[Leaf, Number], judge: Judge, most: int = _MOST_RUNS
) -> Mapping[Leaf, Number] | None:
    """Numbers under which `judge` says yes, the plainest that were found; None when there are none.

    `judge` also gives the leaves it asked for; those that are not `fixed` are tried in all combinations, or as many
    as time allows. It may raise `NoSuchNumber` and `TooLong`, which rule the numbers out.
    """
    known: dict[Leaf, None] = {}
    tried: set[Hashable] = set()
    runs = 0
    for _ in range(4):
        before = len(known)
        for given in _combinations(domains, tuple(known), most):
            mark = tuple(given.items())
            if mark in tried:
                continue
            tried.add(mark)
            runs += 1
            if runs > most:
                return None
            try:
                found, asked = judge({**fixed, **given})
            except (NoSuchNumber, TooLong):
                continue
            free = [leaf for leaf in asked if leaf not in fixed]
            # a leaf that was not thought of has been 1, which may be no number of it
            if found and all(leaf in given or 1 in domain_of(domains, leaf) for leaf in free):
                return given
            known.update(dict.fromkeys(free))
        if len(known) == before:
            break
    return None


def _combinations(domains: Domains, leaves: tuple[Leaf, ...], most: int) -> Iterator[dict[Leaf, Number]]:
    """All combinations where they are few; else one leaf after the other, and a sample of the rest."""
    several = [domain_of(domains, leaf) for leaf in leaves]
    size = 1
    for numbers in several:
        size *= len(numbers)
    if size <= most // 2:
        counts = [n for n, leaf in enumerate(leaves) if domains.is_count(leaf)]
        # that there is nothing of something is a witness only where no other is
        for combination in sorted(itertools.product(*several), key=lambda one: sum(not one[n] for n in counts)):
            yield dict(zip(leaves, combination, strict=True))
        return
    plain = {leaf: numbers[0] for leaf, numbers in zip(leaves, several, strict=True)}
    yield dict(plain)
    for leaf, numbers in zip(leaves, several, strict=True):
        for number in numbers[1:]:
            yield {**plain, leaf: number}
    chance = random.Random(len(leaves))
    for _ in range(most // 4):
        yield {leaf: chance.choice(numbers) for leaf, numbers in zip(leaves, several, strict=True)}


def domain_of(domains: Domains, leaf: Leaf) -> tuple[Number, ...]:
    """The numbers to try for a leaf."""
    if is_place(leaf):
        return (1, 2, 0)
    if is_open(leaf):
        return tuple(dict.fromkeys((*domains.of(leaf), 0)))
    return domains.of(leaf)
