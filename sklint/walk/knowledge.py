"""What holds on the path that is being followed, and what follows from it."""

from __future__ import annotations

from sklint.walk.values import Value, equal, less, negate


class Knowledge:
    """Conditions and their truth; `trail` keeps the order they were learned in, so that a path can be left again."""

    def __init__(self) -> None:
        self.facts: dict[Value, bool] = {}
        self.trail: list[Value] = []

    def decide(self, value: Value) -> bool | None:
        """Whether the condition holds on the path that is being walked; None when either may be."""
        if value.op == "const":
            return bool(value.payload)
        known = self.facts.get(value)
        if known is not None:
            return known
        match value.op:
            case "and":
                parts = [self.decide(a) for a in value.args]
                return False if False in parts else True if all(parts) else None
            case "or":
                parts = [self.decide(a) for a in value.args]
                return True if True in parts else False if all(x is False for x in parts) else None
            case "not":
                inner = self.decide(value.args[0])
                return None if inner is None else not inner
            case "<":
                return False if self.facts.get(equal(*value.args)) else None
            case "<=":
                left, right = value.args
                return True if self.facts.get(less(left, right)) or self.facts.get(equal(left, right)) else None
            case "==":
                left, right = value.args
                if self.facts.get(less(left, right)) or self.facts.get(less(right, left)):
                    return False
                return self._other_constant(value)
            case "!=":
                same = self.decide(equal(*value.args))
                return None if same is None else not same
            case "ite":
                condition = self.decide(value.args[0])
                if condition is not None:
                    return self.decide(value.args[1 if condition else 2])
        return None

    def _other_constant(self, value: Value) -> bool | None:
        """`x == 2` is false where `x == 1` is known."""
        left, right = value.args
        number, other = (left, right) if left.is_constant else (right, left)
        if not number.is_constant:
            return None
        for fact in reversed(self.trail):
            if fact.op == "==" and self.facts.get(fact) and other in fact.args:
                known = fact.args[0] if fact.args[1] is other else fact.args[1]
                if known.is_constant:
                    return known is number
        return None

    def assume(self, value: Value, truth: bool) -> None:
        if value.is_constant or value in self.facts:
            return
        if (value.op == "and" and truth) or (value.op == "or" and not truth):
            for part in value.args:
                self.assume(part, truth)
        if value.op in ("==", "!="):
            self._choose(value, truth is (value.op == "=="))
        opposite = negate(value)
        self.facts[value] = truth
        self.trail.append(value)
        if opposite not in self.facts and not opposite.is_constant:
            self.facts[opposite] = not truth
            self.trail.append(opposite)

    def _choose(self, value: Value, same: bool) -> None:
        """What a status is, or is not, tells which way was taken to it: `(failed ? 1 : 0) == 0` means not failed."""
        number, choice = value.args if value.args[0].is_constant else reversed(value.args)
        if choice.op != "ite" or not number.is_constant:
            return
        condition, then, otherwise = choice.args
        for side, other, taken in ((then, otherwise, True), (otherwise, then, False)):
            # `step() == 0 ? … : step()`: a side that is what its condition asks about is known as well
            known = side is number if side.is_constant else taken if condition is equal(side, number) else None
            if known is (not same):
                self.assume(condition, not taken)
                self.assume(equal(other, number), same)
                return

    def forget(self, mark: int) -> None:
        while len(self.trail) > mark:
            del self.facts[self.trail.pop()]
