"""The ways through a tiling, followed one by one, each only as far as a question needs.

What a tiling sets is one large expression for each of count, key, mode and fields. It is not taken apart before it is
needed: what is asked is looked up in it, and a condition of the host is tried both ways where the answer hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sklint.deadline import now
from sklint.host.factors import following
from sklint.host.intervals import by_bounds
from sklint.host.launch import Launch
from sklint.host.made_keys import MADE_KEY, made_key
from sklint.host.rebuild import remade
from sklint.walk.knowledge import Knowledge, Learned, asked_by
from sklint.walk.ranges import Ranges
from sklint.walk.values import (
    COMPARISONS,
    FALSE,
    TRUE,
    Value,
    both,
    either,
    is_truth,
    known_of_values,
    negate,
    whole,
)

# Where a tiling has more, each question of it would cost seconds, and all that it may set counts.
MOST = 120
# Coarse ways are few, or of no help.
MOST_COARSE = 40
# Values of the host that were lost on the way.
LOST = ("fresh", "unset")
KEY, BLOCKS = "tiling_key", "block_num"

Answer = TypeVar("Answer")


@dataclass(slots=True)
class _Stretch:
    """A way as far as some conditions of the host make it: what the last of them told, with its truth.

    It is `possible` where all that is told can be so. `settled` and `open` are what expressions of the host are there,
    and the conditions that others hang on; `further` are the ways that go on from here.
    """

    told: tuple[tuple[Value, bool], ...]
    possible: bool
    settled: dict[Value, Value]
    open: dict[Value, Value] = field(default_factory=dict)
    further: dict[tuple[Value, bool], _Stretch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Begun:
    """What each question to a host begins with: what its launch tells, and where in that something is asked about.

    The questions to one host take the same ways: `root` is where all of them begin.
    """

    learned: Learned
    askers: Mapping[Value, Sequence[int]]
    root: _Stretch


_begun: dict[tuple[tuple[Value, ...], Ranges, bool], _Begun] = known_of_values()


class TooManyWaysError(Exception):
    """The tiling has more ways than are worth trying."""


class OpenChoiceError(Exception):
    """The answer hangs on a condition of the host that the way taken so far does not decide."""

    def __init__(self, condition: Value) -> None:
        self.condition = condition


class NotTheHostsError(Exception):
    """The answer hangs on something that only the kernel knows."""


class Ways(Knowledge):
    """The ways through the tiling to a launch: at any time one of them, with the conditions decided that make it.

    `template` names the kernel's template parameters. Ways that are `coarse` take a comparison whole, whatever its
    sides are chosen by: they are fewer, and some of them may be none that the tiling has.
    """

    def __init__(self, launch: Launch, template: Sequence[str] = (), coarse: bool = False) -> None:
        super().__init__(launch.ranges)
        self._launch = launch
        self._coarse = coarse
        self._template = {name: index for index, name in enumerate(template)}
        # Beside what is settled for all questions: what a condition of the kernel settles that this one supposes.
        self._settled: dict[Value, Value] = {}
        self._in_kernel: dict[Value, Value] = {}
        # What each value hangs on that is open on this way, as long as no more is supposed.
        self._open: dict[Value, Value] = {}
        self._open_at = 0
        # a kernel that is launched by its name counts the blocks of the whole SuperKernel, where it is bound into one
        self._tells_blocks = not launch.direct and all(node.op not in LOST for node in launch.value.walk())
        self._may_select_nothing = any(node.op == MADE_KEY and not node.args for node in launch.key.walk())
        self._askers: Mapping[Value, Sequence[int]] = {}
        self._told = 0
        begun = self._begin(launch)
        self._askers = begun.askers
        self._told = self._end = len(self.trail)
        self._stretch = begun.root

    def _begin(self, launch: Launch) -> _Begun:
        """Learn what holds at the launch and what follows from it."""
        asked = launch.facts, launch.ranges, self._coarse
        begun = _begun.get(asked)
        if begun is None:
            for fact in launch.facts:
                self.assume(fact, True)
            root = _Stretch((), self.follow_up(), {})
            askers: dict[Value, list[int]] = {}
            for place, fact in enumerate(self.trail):
                for part in asked_by(fact):
                    askers.setdefault(part, []).append(place)
            begun = _begun[asked] = _Begun(self.learned(), askers, root)
        else:
            self.relearn(begun.learned)
        return begun

    def _asking(self, told: Collection[Value], since: int, before: int) -> list[Value]:
        """What the launch tells is looked up: it is asked for on every way, and is most of what is known there."""
        if since or before < self._told:
            return super()._asking(told, since, before)
        places = sorted({place for part in told for place in self._askers.get(part, ())})
        return [*(self.trail[place] for place in places), *super()._asking(told, self._told, before)]

    def answers(self, ask: Callable[[], Answer]) -> Iterator[Answer]:
        """What `ask` answers on each way; what it assumes is forgotten. Raises `TooManyWaysError`."""
        untried: list[tuple[int, _Stretch, dict[Value, Value], Value]] = []
        for _ in range(MOST_COARSE if self._coarse else MOST):
            if now() > self._launch.until:
                break
            mark = len(self.trail)
            try:
                answer = [ask()] if self._stretch.possible else []
            except OpenChoiceError as choice:
                self.forget(mark)
                # a constant is what it is on every way that goes on from here
                settled = _constant_ones(self._settled)
                untried.append((mark, self._stretch, settled, choice.condition))
                self._go(self._stretch, choice.condition, False, settled)
                continue
            self.forget(mark)
            yield from answer
            if not untried:
                return
            mark, stretch, settled, condition = untried.pop()
            self.forget(mark)
            self._go(stretch, condition, True, settled)
        raise TooManyWaysError

    def _go(self, stretch: _Stretch, condition: Value, truth: bool, settled: Mapping[Value, Value]) -> None:
        self._settled = dict(settled)
        self._in_kernel = {}
        self._open.clear()
        further = stretch.further.get((condition, truth))
        if further is None:
            before = len(self.trail)
            self.assume(condition, truth)
            possible = self.follow_up(before)
            told = tuple((fact, self.facts[fact]) for fact in self.trail[before:])
            further = _Stretch(told, possible, _constant_ones(stretch.settled))
            stretch.further[condition, truth] = further
        else:
            self.again(further.told)
        self._stretch = further
        self._end = len(self.trail)

    def suppose(self, value: Value, truth: bool) -> None:
        """Assume a condition of the kernel; what it tells the number of is that number from here on."""
        before = len(self._constants)
        self.assume(value, truth)
        if len(self._constants) > before:
            self._settled = _constant_ones(self._settled)
            self._in_kernel = _constant_ones(self._in_kernel)

    def _by_range(self, value: Value) -> bool | None:
        found = super()._by_range(value)
        return by_bounds(value) if found is None else found

    # --------------------------------------------------------------------------------------------------- values

    def host(self, value: Value) -> Value:
        """What an expression of the host is on this way."""
        known = self._settled.get(value)
        if known is None:
            # what holds before anything is supposed is so in every question
            of_all = len(self.trail) == self._end
            known = self._stretch.settled.get(value)
            if known is not None and (of_all or known.is_constant):
                return known
            unsettled = self._stretch.open if of_all else self._open_now()
            condition = unsettled.get(value)
            if condition is not None:
                raise OpenChoiceError(condition)
            try:
                known = self._known(self._of(value, None))
            except OpenChoiceError as choice:
                unsettled[value] = choice.condition
                raise
            (self._stretch.settled if of_all else self._settled)[value] = known
        return known

    def _open_now(self) -> dict[Value, Value]:
        """What a part hangs on is asked for by each whole that it is a part of: it is looked for once."""
        if self._open_at != len(self.trail):
            self._open.clear()
            self._open_at = len(self.trail)
        return self._open

    def number(self, value: Value) -> Value:
        """The same for one that counts as a number: a truth is one way 0 and the other 1."""
        found = self.host(value)
        if not found.is_constant and is_truth(found):
            raise OpenChoiceError(_first(found))
        return found

    def known(self) -> tuple[Value, ...]:
        """What holds on this way, comparisons also with their sides as they are on it, and what follows of factors."""
        found: dict[Value, None] = {}
        for fact in self.holding():
            found[fact] = None
            found.update(dict.fromkeys(following(fact)))
            there = remade(fact, list(map(self._as_far, fact.args))) if fact.op in COMPARISONS else fact
            if there is not fact and not there.is_constant:
                found[there] = None
                found.update(dict.fromkeys(following(there)))
        return tuple(found)

    def _as_far(self, value: Value) -> Value:
        """A value as it is on this way, as far as it is decided."""
        try:
            return self.host(value)
        except OpenChoiceError:
            return remade(value, list(map(self._as_far, value.args))) if value.op in ("*", "sum") else value

    def is_refuted(self) -> bool:
        """Whether this way makes something false that holds at the launch: a check that fails there returns."""
        return any(self._is_false(fact) for fact in self._launch.facts)

    def selects_nothing(self) -> bool:
        """Whether the key on this way is none that the kernel is built for."""
        return self._may_select_nothing and self.host(self._launch.key) is made_key()

    def _is_false(self, fact: Value) -> bool:
        try:
            return self.host(fact) is FALSE
        except OpenChoiceError:
            return False

    def alike(self, left: Value, right: Value) -> bool:
        """Whether two expressions of the host are one on this way; only where they differ are they followed."""
        left, right = self._taken(left), self._taken(right)
        if left is right:
            return True
        for value in (left, right):
            if value.op == "ite":
                raise OpenChoiceError(_first(self.host(value.args[0])))
        same = (left.op, left.payload, len(left.args)) == (right.op, right.payload, len(right.args))
        return same and bool(left.args) and all(map(self.alike, left.args, right.args))

    def _taken(self, value: Value) -> Value:
        """A choice followed as far as it is decided."""
        while value.op == "ite":
            decided = self.decide(self.host(value.args[0]))
            if decided is None:
                break
            value = value.args[1 if decided else 2]
        return value

    def choosing(self, value: Value) -> list[Value]:
        """The conditions that make a choice what it is on this way, each as it holds there."""
        asked = []
        value = whole(value)
        while value.op == "ite":
            asked.append(value.args[0])
            value = whole(value.args[1 if self._holds(value.args[0], None) else 2])
        if is_truth(value) and not value.is_constant:
            # of one and nought the condition itself is what is chosen
            asked.append(value)
        return [condition if self._holds(condition, None) else negate(condition) for condition in asked]

    def kernel(self, value: Value, told: Mapping[Value, Value]) -> Value:
        """What an expression of the kernel is on this way; `told` is what the host has for its names."""
        known = self._in_kernel.get(value)
        if known is None:
            stored = told.get(value)
            made = self._of(value, told) if stored is None else self.host(stored)
            known = self._in_kernel[value] = self._known(made)
        return known

    def told(self, value: Value) -> dict[Value, Value] | None:
        """What the host has for the names in an expression of the kernel; None where a field of it was not stored."""
        found: dict[Value, Value] = {}
        for node in value.walk():
            if node.op != "atom":
                continue
            name = str(node.payload)
            if name == KEY:
                found[node] = self._launch.key
            elif name == BLOCKS and self._tells_blocks:
                found[node] = self._launch.value
            elif name in self._template:
                key = self.host(self._launch.key)
                if key.op == MADE_KEY and len(key.args) == len(self._template):
                    found[node] = key.args[self._template[name]]
            elif "." in name:
                stored = stored_in(node, self._launch)
                if stored is None:
                    return None
                if stored is not node:
                    found[node] = stored
                    for fact in self.ranges.facts(node, stored):
                        self.assume(fact, True)
        return found

    def _known(self, value: Value) -> Value:
        if value.is_constant:
            return value
        if not is_truth(value):
            return self.constant(value) or value
        decided = self.decide(value)
        return value if decided is None else TRUE if decided else FALSE

    def _of(self, node: Value, told: Mapping[Value, Value] | None) -> Value:
        if told is None:
            node = whole(node)
        if not node.args or node.op == MADE_KEY:
            # of a key's parts only those are looked at that the kernel asks about
            return node
        if node.op == "ite":
            while node.op == "ite":
                node = node.args[1 if self._holds(node.args[0], told) else 2]
                node = whole(node) if told is None else node
            return self._at(node, told)
        if node.op in ("and", "or"):
            return self._connected(node, told)
        if node.op in COMPARISONS:
            decided = self.decide(node if told is None else remade(node, [told.get(arg, arg) for arg in node.args]))
            if decided is not None:
                return TRUE if decided else FALSE
            if self._coarse and told is None and node.op in ("<", "<="):
                return self._compared(node)
        args = [self._at(arg, told) for arg in node.args]
        if node.op != "not" and told is None:
            for arg in args:
                if not arg.is_constant and is_truth(arg):
                    # a truth that is counted with is a choice of numbers
                    raise OpenChoiceError(_first(arg))
        return node if all(new is old for new, old in zip(args, node.args, strict=True)) else remade(node, args)

    def _compared(self, node: Value) -> Value:
        """A comparison of the host that is decided as one where its sides are not."""
        try:
            return remade(node, [self.host(arg) for arg in node.args])
        except OpenChoiceError:
            raise OpenChoiceError(node) from None

    def _at(self, node: Value, told: Mapping[Value, Value] | None) -> Value:
        return self.host(node) if told is None else self.kernel(node, told)

    def _holds(self, condition: Value, told: Mapping[Value, Value] | None) -> bool:
        value = self._at(condition, told)
        decided = self.decide(value)
        if decided is not None:
            return decided
        if told is not None:
            raise NotTheHostsError
        raise OpenChoiceError(_first(value))

    def _connected(self, node: Value, told: Mapping[Value, Value] | None) -> Value:
        """A conjunction or disjunction; one part may decide it whatever the others hang on."""
        deciding = node.op == "or"
        rest: list[Value] = []
        # not the exceptions themselves: with this frame, which they know, they would be a cycle that nobody collects
        hangs_on: list[Value | None] = []
        for arg in node.args:
            try:
                value = self._at(arg, told)
            except OpenChoiceError as choice:
                hangs_on.append(choice.condition)
                continue
            except NotTheHostsError:
                hangs_on.append(None)
                continue
            decided = self.decide(value)
            if decided is deciding:
                return TRUE if deciding else FALSE
            if decided is None:
                rest.append(value)
        if hangs_on:
            raise NotTheHostsError if hangs_on[0] is None else OpenChoiceError(hangs_on[0])
        return either(*rest) if deciding else both(*rest)


def _constant_ones(known: Mapping[Value, Value]) -> dict[Value, Value]:
    return {node: value for node, value in known.items() if value.is_constant}


def stored_in(field: Value, launch: Launch) -> Value | None:
    """What the host stores in a tiling field; the field itself where only its range is known, None where nothing is."""
    struct, _, path = str(field.payload).partition(".")
    stored = launch.fields.get((struct, path)) or launch.fields.get((struct, path.rpartition(".")[2]))
    if stored is None and all(struct != known for known, _ in launch.fields):
        # the kernel does not name the structure that its build gives it: then the field's name has to be enough
        named = {value for (_, name), value in launch.fields.items() if name == path}
        stored = named.pop() if len(named) == 1 else None
    return field if stored is None and launch.ranges.of(field) is not None else stored


def _first(condition: Value) -> Value:
    """The part of a condition to decide first."""
    while condition.op in ("and", "or", "not"):
        condition = condition.args[0]
    return condition
