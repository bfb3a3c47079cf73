"""Barrier alignment: do all cores of a kind pass the same barriers, whichever way they go?

A tree is read as a *word*: the barriers from a point to the end of the kernel, continued through every caller.
Uniform conditions are choices inside the word, equal when condition and both sides are equal. Where a condition
depends on the core, the words of both sides must be the same; if they are not, some cores wait for others that never
come. Words are interned, so that they compare by number, and built backwards, so that a tree costs its own size.

The idea is that of uniformity analysis in WGSL compilers, and of barrier matching for textually unaligned barriers.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator
from dataclasses import dataclass, field

from sklint.deadline import keep_to_time
from sklint.walk import tree
from sklint.walk.first_round import asked, entered, told_apart
from sklint.walk.knowledge import Knowledge, Way
from sklint.walk.values import COMPARISONS, ZERO, Value, less, negate, number_of


@dataclass(eq=False, slots=True)
class Word:
    """What follows: `kind` is end, break, next, barrier, choice or loop; `number` is equal for equal words.

    `condition` is what a choice hangs on.
    """

    kind: str
    number: int
    event: tree.Event | None = None
    calls: tuple[tree.Called, ...] = ()
    then: Word | None = None
    otherwise: Word | None = None
    barriers: int = 0
    condition: Value | None = None


@dataclass(frozen=True, slots=True)
class Divergence:
    """Cores that differ in `condition` do not pass the same barriers; `missed` is the first without a partner.

    `calls` lead from the entry to the condition, `barrier_calls` to the barrier; `why` is branch, trips, leave, or
    first where the barrier stands in the first round of a loop only: `condition` is then that there is one. `loop` is
    the one whose trips differ.
    """

    condition: tree.Condition
    missed: tree.Event
    calls: tuple[tree.Called, ...]
    barrier_calls: tuple[tree.Called, ...]
    why: str
    counts: tuple[int, int]
    loop: tree.Loop | None = None


Relevant = Callable[[tree.Event], Hashable | None]


@dataclass(slots=True)
class Aligner:
    """Reads trees as words over the events that `relevant` gives a signature for.

    `splits` says of a condition: True, cores differ in it where a way leads on; False, they do not; `dead` decides
    conditions that the launch decides (then only one side is read).
    """

    relevant: Relevant
    splits: Callable[[tree.Condition, Way], bool]
    dead: Callable[[tree.Condition], bool | None] = lambda condition: None
    found: list[Divergence] = field(default_factory=list)
    _numbers: dict[Hashable, int] = field(default_factory=dict)
    _calls: list[tree.Called] = field(default_factory=list)
    _holds: dict[int, bool] = field(default_factory=dict)
    _inside: Knowledge = field(default_factory=Knowledge)
    # what the walk took for a value that a loop changes, and what it has been all the time
    _unchanged: dict[Value, Value] = field(default_factory=dict)

    def read(self, root: tree.Seq) -> Word:
        """The word of a whole kernel; divergences are gathered in `found`."""
        end = self._word("end", None)
        return self._read(root, end, {"return": end, "break": end, "continue": end})

    # ------------------------------------------------------------------------------------------------ words

    def _word(
        self,
        kind: str,
        signature: Hashable,
        then: Word | None = None,
        otherwise: Word | None = None,
        event: tree.Event | None = None,
    ) -> Word:
        key = (kind, signature, then.number if then else -1, otherwise.number if otherwise else -1)
        number = self._numbers.setdefault(key, len(self._numbers))
        barriers = max(then.barriers if then else 0, otherwise.barriers if otherwise else 0)
        if kind == "loop":
            barriers = (then.barriers if then else 0) + (otherwise.barriers if otherwise else 0)
        condition = signature if kind == "choice" and isinstance(signature, Value) else None
        barriers += 1 if kind == "barrier" else 0
        return Word(kind, number, event, tuple(self._calls), then, otherwise, barriers, condition)

    def _read(self, node: tree.Node, rest: Word, exits: dict[str, Word]) -> Word:
        match node:
            case tree.Seq(body=body):
                return self._sequence(body, rest, exits)
            case tree.Branch():
                keep_to_time()
                return self._branch(node, rest, exits)
            case tree.Loop():
                return self._loop(node, rest, exits)
            case tree.Called(body=body):
                self._calls.append(node)
                word = self._read(body, rest, {"return": rest, "break": rest, "continue": rest})
                self._calls.pop()
                return word
            case tree.Exit(what=what):
                return exits[what]
        signature = self.relevant(node)
        return rest if signature is None else self._word("barrier", signature, rest, None, node)

    def _sequence(self, body: tuple[tree.Node, ...], end: Word, exits: dict[str, Word]) -> Word:
        rest, start = end, len(self.found)
        for at in reversed(range(len(body))):
            again = self._asked_again(body[at:])
            alike = None if again is None else self._each_way(body[at:], again, start, end, exits)
            rest = self._read(body[at], rest, exits) if alike is None else alike
        return rest

    def _asked_again(self, body: tuple[tree.Node, ...]) -> Value | None:
        """What cores part by at the first node of a sequence, if they part by it once more in the same sequence."""
        condition = asked(body[0])
        if condition is None or not self._contains(body[0]) or self._inside.decide(condition.value) is not None:
            return None
        value = self._outside(condition.value)
        same = {value, negate(value)}
        again = any((later := asked(node)) is not None and self._outside(later.value) in same for node in body[1:])
        return condition.value if again and self.splits(condition, ()) else None

    def _outside(self, value: Value) -> Value:
        """A comparison of what no round of the loops around it changes, as it reads outside of them."""
        compare = COMPARISONS.get(value.op)
        return value if compare is None else compare(*(self._unchanged.get(side, side) for side in value.args))

    def _each_way(
        self, body: tuple[tree.Node, ...], value: Value, start: int, end: Word, exits: dict[str, Word]
    ) -> Word | None:
        """The word of a sequence, if it is the same whether a condition holds or not; None where it is another."""
        before = self.found[start:]
        words: list[Word] = []
        kept: list[Divergence] = []
        for truth in (True, False):
            del self.found[start:]
            mark = len(self._inside.trail)
            for known in (value, self._outside(value)):
                self._inside.assume(known, truth)
            words.append(self._read(body[0], self._sequence(body[1:], end, exits), exits))
            self._inside.forget(mark)
            kept += self.found[start:]
        alike = words[0].number == words[1].number
        self.found[start:] = kept if alike else before
        return words[0] if alike else None

    def _branch(self, node: tree.Branch, rest: Word, exits: dict[str, Word], why: str = "branch") -> Word:
        decided = self._inside.decide(node.condition.value)
        if decided is not None:
            return self._read(node.then if decided else node.otherwise, rest, exits)
        start = len(self.found)
        then = self._read(node.then, rest, exits)
        middle = len(self.found)
        otherwise = self._read(node.otherwise, rest, exits)
        if then is otherwise and len(self.found) == start:
            # nothing hangs on the way, and what decides it may cost reading the host
            return then
        decided = self.dead(node.condition)
        if decided is not None:
            del self.found[slice(middle, None) if decided else slice(start, middle)]
            return then if decided else otherwise
        if then.number == otherwise.number:
            return then
        if not self.splits(node.condition, ()):
            return self._word("choice", node.condition.value, then, otherwise)
        longer, shorter = (then, otherwise) if then.barriers >= otherwise.barriers else (otherwise, then)
        missed = self._missed(node.condition, longer, shorter)
        if missed is not None and missed.event is not None:
            self.found.append(
                Divergence(
                    node.condition,
                    missed.event,
                    tuple(self._calls),
                    missed.calls,
                    "leave" if _leaves(node.then) or _leaves(node.otherwise) else why,
                    (then.barriers, otherwise.barriers),
                )
            )
        return longer

    def _missed(self, condition: tree.Condition, longer: Word, shorter: Word) -> Word | None:
        """The first barrier without a partner that cores miss which part at a condition."""
        decisive = {atom for choice in _choices_in(condition.value) for atom in choice.leaves()}
        for one, other in ((longer, shorter), (shorter, longer)):
            for word, way in unmatched(one, other, decisive):
                if not way or self.splits(condition, way):
                    return word
        return None

    def _loop(self, node: tree.Loop, rest: Word, exits: dict[str, Word]) -> Word:
        inner = {"return": exits["return"], "break": rest, "continue": rest}
        if not self._contains(node.body):
            # no barrier inside: only a return can change what follows
            return self._read(node.body, rest, inner)
        if node.count is not None and node.count.is_constant and node.count.payload == 1:
            return self._read(node.body, rest, inner)
        for one in node.carried:
            if one.during is not None and one.before is not None and one.following is one.during:
                self._unchanged[one.during] = self._unchanged.get(one.before, one.before)
        once = self._once(node, rest, inner)
        if once is not None:
            return once
        following = self._word("next", None)
        mark = len(self._inside.trail)
        for limit in _exceeded(node):
            self._inside.assume(less(ZERO, limit), True)
        body = self._read(
            node.body, following, {"return": exits["return"], "break": self._word("break", None), "continue": following}
        )
        self._inside.forget(mark)
        if body.number == following.number:
            return rest
        if self.splits(node.trips, ()):
            first = next((w for w in barriers_of(body) if w.event is not None), None)
            if first is not None and first.event is not None:
                self.found.append(
                    Divergence(
                        node.trips, first.event, tuple(self._calls), first.calls, "trips", (body.barriers, 0), node
                    )
                )
        return self._word("loop", node.trips.value, body, rest)

    def _once(self, node: tree.Loop, rest: Word, exits: dict[str, Word]) -> Word | None:
        """The word from a loop on that has its barriers in its first round only; None for other loops."""
        condition = entered(node)
        if condition is None or not self._is_idle_later(node):
            return None
        mark = len(self._inside.trail)
        for value, truth in told_apart(node):
            self._inside.assume(value, truth)
        word = self._branch(tree.Branch(condition, node.body, tree.Seq(())), rest, exits, "first")
        self._inside.forget(mark)
        return word

    def _is_idle_later(self, node: tree.Loop) -> bool:
        """Whether the rounds behind the first one have no barrier, and lead nowhere else."""
        found, mark = len(self.found), len(self._inside.trail)
        following = self._word("next", None)
        for value, truth in told_apart(node):
            self._inside.assume(value, not truth)
        leaves = {"return": self._word("return", None), "break": following, "continue": following}
        later = self._read(node.body, following, leaves)
        self._inside.forget(mark)
        del self.found[found:]
        return later.number == following.number

    def _contains(self, node: tree.Node) -> bool:
        """Whether a relevant event stands anywhere below."""
        known = self._holds.get(id(node))
        if known is not None:
            return known
        match node:
            case tree.Seq(body=body):
                found = any(self._contains(inner) for inner in body)
            case tree.Branch(then=then, otherwise=otherwise):
                found = self._contains(then) or self._contains(otherwise)
            case tree.Loop(body=inner_body) | tree.Called(body=inner_body):
                found = self._contains(inner_body)
            case tree.Exit():
                found = False
            case _:
                found = self.relevant(node) is not None
        self._holds[id(node)] = found
        return found


def barriers_of(word: Word | None) -> Iterator[Word]:
    """The barriers of a word, nearest first, each once."""
    seen: set[int] = set()
    stack = [word]
    while stack:
        current = stack.pop()
        if current is None or current.number in seen:
            continue
        seen.add(current.number)
        if current.kind == "barrier":
            yield current
        stack.append(current.otherwise)
        stack.append(current.then)


def unmatched(longer: Word, shorter: Word, decisive: Container[Value]) -> Iterator[tuple[Word, Way]]:
    """The barriers of `longer` that `shorter` has no partner for, the first on each way that leads to one.

    A way holds the choices that hang on something `decisive`.
    """
    seen: set[tuple[int, int, Way]] = set()
    stack: list[tuple[Word, Word, Way]] = [(longer, shorter, ())]
    while stack:
        keep_to_time()
        a, b, way = stack.pop()
        if a.number == b.number or (a.number, b.number, way) in seen:
            continue
        seen.add((a.number, b.number, way))
        if a.kind == "barrier":
            if b.kind == "choice":
                stack.extend((a, side, on) for side, on in _sides(b, way, decisive))
            elif b.kind == "barrier" and a.then is not None and b.then is not None and _same_kind(a, b):
                stack.append((a.then, b.then, way))
            else:
                yield a, way
        elif a.kind == "choice":
            sides = _sides(a, way, decisive)
            others = [side for side, _ in _sides(b, way, ())] if b.kind == "choice" else [b, b]
            stack.extend((side, other, on) for (side, on), other in zip(sides, others, strict=True))
        elif a.kind == "loop" and a.then is not None and a.otherwise is not None:
            if b.kind == "loop" and b.then is not None and b.otherwise is not None:
                stack.extend(((a.otherwise, b.otherwise, way), (a.then, b.then, way)))
            elif (first := next(barriers_of(a.then), None)) is not None:
                yield first, way
            else:
                stack.append((a.otherwise, b, way))


def _sides(choice: Word, way: Way, decisive: Container[Value]) -> list[tuple[Word, Way]]:
    """The sides of a choice, the one to be looked at first last, each with the way that leads there."""
    condition = choice.condition
    told = condition is not None and any(atom in decisive for atom in condition.leaves())
    found = []
    for side, truth in ((choice.otherwise, False), (choice.then, True)):
        if side is not None:
            found.append((side, (*way, (condition, truth)) if told and condition is not None else way))
    return found


def _choices_in(value: Value) -> Iterator[Value]:
    """The conditions that an expression chooses between its parts by."""
    return (part.args[0] for part in value.walk() if part.op == "ite")


def _same_kind(a: Word, b: Word) -> bool:
    return type(a.event) is type(b.event)


def _exceeded(loop: tree.Loop) -> Iterator[Value]:
    """What is more than nought in a loop: the limit of a counter from nought or above, if no round moves it."""
    value = loop.trips.value
    if value.op != "<" or any(value.args[1] in (one.during, one.after) for one in loop.carried):
        return
    for one in loop.carried:
        start = number_of(one.before) if one.before is not None and one.during is value.args[0] else None
        if start is not None and start >= 0:
            yield value.args[1]


def _leaves(side: tree.Seq) -> bool:
    return any(isinstance(node, tree.Exit) for node in side.body)
