"""What holds on the path that is being followed, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sklint.walk.order import Between, Order
from sklint.walk.ranges import NO_RANGES, Ranges
from sklint.walk.values import COMPARISONS, ZERO, Value, equal, known_of_values, less, negate, whole

# The conditions that lead to a place, each with its truth there.
Way = tuple[tuple[Value, bool], ...]

# Conditions with their truth, their order, the constants among them, and how values compare with numbers.
Learned = tuple[dict[Value, bool], tuple[Value, ...], dict[Value, Value], Mapping[Value, Between]]

# What is decided by its parts; of a sum compared with a number, the parts are what is compared.
_ASKED_BY_PARTS = frozenset({"and", "or", "not", "ite", "sum", *COMPARISONS})
_ORDERING = frozenset({"<", "<=", "=="})
# What may follow from what is known although it is not known itself.
_DECIDED = frozenset({"atom", "and", "or", "not", "ite", *COMPARISONS})
# What has to be decided to decide a fact, and what is compared in it: the ways of one host share most of their facts.
_asked: dict[Value, frozenset[Value]] = known_of_values()


class Knowledge:
    """Conditions and their truth; `trail` keeps the order they were learned in, so that a path can be left again."""

    def __init__(self, ranges: Ranges = NO_RANGES) -> None:
        self.ranges = ranges
        self._ranged = bool(ranges)
        self.facts: dict[Value, bool] = {}
        self.trail: list[Value] = []
        # What is known to be equal to a constant, and the fact that says so.
        self._constants: dict[Value, Value] = {}
        self._order = Order()

    def decide(self, value: Value) -> bool | None:
        """Whether the condition holds on the path that is being walked; None when either may be."""
        if value.op == "const":
            return bool(value.payload)
        known = self.facts.get(value)
        if known is not None or value.op not in _DECIDED:
            return known
        match value.op:
            case "atom":
                number = self.constant(value)
                return None if number is None else bool(number.payload)
            case "and":
                return self._any(value.args, False)
            case "or":
                return self._any(value.args, True)
            case "not":
                inner = self.decide(value.args[0])
                # of what is no truth value it may be known that it is not 0
                return self.facts.get(equal(value.args[0], ZERO)) if inner is None else not inner
            case "<":
                return False if self.facts.get(equal(*value.args)) else self._otherwise(value)
            case "<=":
                left, right = value.args
                if self.facts.get(less(left, right)) or self.facts.get(equal(left, right)):
                    return True
                return self._otherwise(value)
            case "==":
                left, right = value.args
                if self.facts.get(less(left, right)) or self.facts.get(less(right, left)):
                    return False
                other = self._other_constant(value)
                return self._otherwise(value) if other is None else other
            case "!=":
                same = self.decide(equal(*value.args))
                return None if same is None else not same
            case "ite":
                condition = self.decide(value.args[0])
                if condition is not None:
                    return self.decide(value.args[1 if condition else 2])
        return None

    def _any(self, parts: Iterable[Value], truth: bool) -> bool | None:
        """`truth` where one of the parts has it, its opposite where all have that, None else."""
        found: bool | None = not truth
        for part in parts:
            known = self.decide(part)
            if known is truth:
                return truth
            if known is None:
                found = None
        return found

    def _otherwise(self, value: Value) -> bool | None:
        """What is known of a comparison by its sides, where nothing is of itself."""
        left, right = value.args
        if left.op == "ite" or right.op == "ite":
            sides = self._side(left), self._side(right)
            if sides != value.args:
                return self.decide(COMPARISONS[value.op](*sides))
        return self._by_range(value)

    def _by_range(self, value: Value) -> bool | None:
        known = self._order.decide(value)
        return self.ranges.decide(value) if known is None and self._ranged else known

    def _other_constant(self, value: Value) -> bool | None:
        """`x == 2` is false where `x == 1` is known."""
        other, number = _compared(value)
        known = self._constants.get(other) if number is not None else None
        return None if known is None else number in known.args

    def constant(self, value: Value) -> Value | None:
        """The constant that a value is known to be."""
        fact = self._constants.get(value)
        return None if fact is None else _compared(fact)[1]

    def assume(self, value: Value, truth: bool) -> None:
        if value.is_constant or value in self.facts:
            return
        if (value.op == "and" and truth) or (value.op == "or" and not truth):
            for part in value.args:
                self.assume(part, truth)
        if value.op in ("==", "!="):
            self._choose(value, truth is (value.op == "=="))
        elif value.op == "ite":
            self._chosen(value, ZERO, not truth)
        opposite = negate(value)
        self._note(value, truth)
        if opposite not in self.facts and not opposite.is_constant:
            self._note(opposite, not truth)

    def _note(self, value: Value, truth: bool) -> None:
        self.facts[value] = truth
        if truth and value.op in _ORDERING:
            self._order.learn(value, len(self.trail))
        self.trail.append(value)
        if value.op == "==" and truth:
            other, number = _compared(value)
            if number is not None:
                self._constants.setdefault(other, value)

    def follow_up(self, since: int = 0) -> bool:
        """Learn what follows from the facts at `since` and later; False where what is known cannot all be so.

        Of the facts before them, only those are looked at again that ask about one of them.
        """
        while since < len(self.trail):
            new = self.trail[since:]
            before, since = since, len(self.trail)
            told = {part for fact in new for part in _told_of(fact)}
            if not all(map(self._follow, new)) or not all(map(self._follow, self._asking(told, 0, before))):
                return False
        return True

    def _asking(self, told: Collection[Value], since: int, before: int) -> list[Value]:
        """The facts among some of the trail that ask about one of these, in order."""
        return [fact for fact in self.trail[since:before] if not asked_by(fact).isdisjoint(told)]

    def _follow(self, fact: Value) -> bool:
        """Learn what follows from one fact; False where the opposite is known."""
        truth = self.facts[fact]
        if fact.op in ("==", "!="):
            return self._choose(fact, truth is (fact.op == "=="))
        if fact.op in ("<", "<="):
            return self._of_sides(fact, truth)
        if fact.op == "ite":
            side = self._side(fact)
            return self._chosen(fact, ZERO, not truth) if side is fact else self._learn(side, truth)
        return fact.op != ("or" if truth else "and") or self._last_part(fact, truth)

    def _last_part(self, value: Value, truth: bool) -> bool:
        """The part of a true disjunction, or false conjunction, that is left; False where none is."""
        left: Value | None = None
        for part in value.args:
            if self.decide(part) in (None, truth):
                if left is not None:
                    return True
                left = part
        if left is None:
            return False
        self.assume(left, truth)
        return True

    def _choose(self, value: Value, same: bool) -> bool:
        """What a status is, or is not, tells which way was taken to it: `(failed ? 1 : 0) == 0` means not failed."""
        number, choice = value.args if value.args[0].is_constant else reversed(value.args)
        choice = whole(choice)
        return choice.op != "ite" or not number.is_constant or self._chosen(choice, number, same)

    def _chosen(self, choice: Value, number: Value, same: bool) -> bool:
        """The same of a choice that is a number, or is not: one that is a truth is 0, or is not."""
        condition, then, otherwise = choice.args
        decided = self.decide(condition)
        if decided is not None:
            return self._learn(equal(then if decided else otherwise, number), same)
        for side, other, taken in ((then, otherwise, True), (otherwise, then, False)):
            # `step() == 0 ? … : step()`: a side that is what its condition asks about is known as well
            known = side is number if side.is_constant else taken if condition is equal(side, number) else None
            if known is (not same):
                self.assume(condition, not taken)
                return self._learn(equal(other, number), same)
        return True

    def _of_sides(self, value: Value, truth: bool) -> bool:
        """What holds of a choice holds of the side that was taken: `(short ? n : 1) <= 1` where it is short."""
        left, right = map(self._side, value.args)
        return (left, right) == value.args or self._learn(COMPARISONS[value.op](left, right), truth)

    def _side(self, value: Value) -> Value:
        """A choice followed as far as it is decided."""
        while value.op == "ite":
            decided = self.decide(value.args[0])
            if decided is None:
                break
            value = value.args[1 if decided else 2]
        return value

    def taken(self, value: Value) -> Value:
        """A choice followed as far as its conditions are known as they stand: reads are too many to work them out."""
        while value.op == "ite":
            known = self.facts.get(value.args[0])
            if known is None:
                break
            value = value.args[1 if known else 2]
        return value

    def _learn(self, value: Value, truth: bool) -> bool:
        """Assume what follows; False where the opposite is known."""
        known = self.decide(value)
        if known is None:
            self.assume(value, truth)
        return known in (None, truth)

    def holding(self, since: int = 0) -> tuple[Value, ...]:
        """The conditions that hold, of those learned at `since` and later, in that order."""
        return tuple(fact for fact in self.trail[since:] if self.facts[fact])

    def learned(self) -> Learned:
        """All that is known, for another to begin with."""
        return dict(self.facts), tuple(self.trail), dict(self._constants), self._order.known()

    def relearn(self, learned: Learned) -> None:
        """Begin with what another has learned, and nothing else."""
        facts, trail, constants, between = learned
        self._order = Order(between)
        self.facts, self.trail, self._constants = dict(facts), list(trail), dict(constants)

    def again(self, told: Iterable[tuple[Value, bool]]) -> None:
        """Learn once more what had been learned at this point."""
        for fact, truth in told:
            self._note(fact, truth)

    def forget(self, mark: int) -> None:
        self._order.forget(mark)
        while len(self.trail) > mark:
            fact = self.trail.pop()
            if self.facts.pop(fact) and fact.op == "==":
                other, _ = _compared(fact)
                if self._constants.get(other) is fact:
                    del self._constants[other]


def _told_of(fact: Value) -> tuple[Value, ...]:
    """What a question has to ask about for a fact to answer it: the fact, or one side of a comparison."""
    if fact.op not in COMPARISONS:
        return (fact,)
    left, right = fact.args
    side = left if right.is_constant else right
    return side.args if side.op == "sum" else (side,)


def asked_by(fact: Value) -> frozenset[Value]:
    known = _asked.get(fact)
    if known is None:
        found: set[Value] = set()
        stack = [fact]
        while stack:
            node = stack.pop()
            if node in found or node.is_constant:
                continue
            found.add(node)
            if node.op in _ASKED_BY_PARTS:
                stack.extend(node.args)
        known = _asked[fact] = frozenset(found)
    return known


def _compared(value: Value) -> tuple[Value, Value | None]:
    """What an equality compares with a constant, and the constant."""
    left, right = value.args
    if left.is_constant:
        return right, left
    return left, right if right.is_constant else None
