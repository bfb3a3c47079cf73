"""What a launch expression is at most: proofs over canonical expressions.

The questions are of the form "is this value at most that one, whatever the data". Core counts are positive and no
more than the largest SoC has, a cube core has at least one vector core beside it, and quantities of data are not
negative; a divisor is taken to be positive, because the program divides by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from sklint.facts.socs import socs
from sklint.host.rebuild import rebuild
from sklint.host.rounding import as_begun_pieces, as_ceildiv, as_remainder, shares, unrounded
from sklint.walk.division import divide
from sklint.walk.values import (
    ZERO,
    Value,
    atom,
    constant,
    folded,
    negate,
    number_of,
)

AIC, AIV, CORES = "GetCoreNumAic()", "GetCoreNumAiv()", "GetCoreNum()"
ATTEMPTS = 6000
DEEPEST = 150
CASES = 6

Merges = Mapping[Value, Sequence[Value]]


def cube_cores() -> Value:
    """The number of cube cores of the device."""
    return atom(AIC)


def vector_cores() -> Value:
    """The number of vector cores of the device."""
    return atom(AIV)


def all_cores() -> Value:
    """What `GetCoreNum` answers: on devices with separate cores the number of vector cores."""
    return atom(CORES)


def is_core_count(value: Value) -> bool:
    return value.op == "atom" and value.payload in (AIC, AIV, CORES)


@cache
def least_cores(name: str) -> int:
    """How many cores the smallest SoC on which operators are fused has of what a core count names."""
    return min(soc.aiv if name == AIV else soc.aic for soc in socs().values() if soc.superkernel)


@cache
def most_cores(name: str) -> int:
    """How many cores the largest SoC has of what a core count names."""
    return max(soc.aic if name == AIC else max(soc.aic, soc.aiv) for soc in socs().values())


class Bounds:
    """Proofs under assumptions; `merges` tells what a value that a loop or call left open may be."""

    def __init__(self, merges: Merges | None = None, facts: Sequence[Value] = ()) -> None:
        self._merges = merges or {}
        self._facts: list[Value] = []
        self._hypotheses: set[tuple[Value, Value]] = set()
        self._asked: set[tuple[Value, Value, int]] = set()
        self._attempts = 0
        self._depth = 0
        self._cases = 0
        for fact in facts:
            self._facts.extend(fact.args if fact.op == "and" else (fact,))

    def at_most(self, value: Value, limit: Value) -> bool:
        """Whether `value <= limit` can be shown."""
        if value is limit or (value, limit) in self._hypotheses:
            return True
        self._attempts += 1
        if self._attempts > ATTEMPTS or self._depth > DEEPEST:
            return False
        # asking the same again on the way to an answer leads nowhere
        asked = (value, limit, len(self._facts))
        if asked in self._asked:
            return False
        self._asked.add(asked)
        self._depth += 1
        try:
            return self._at_most(value, limit)
        finally:
            self._depth -= 1
            self._asked.discard(asked)

    def _at_most(self, value: Value, limit: Value) -> bool:
        number = number_of(value)
        if number is not None:
            return self.at_least(limit, number)
        if is_core_count(value) and is_core_count(limit):
            return bool(limit.payload != AIC or value.payload == AIC)
        if is_core_count(value) and self.at_least(limit, most_cores(value.payload)):
            return True
        if limit.op == "max" and any(self.at_most(value, part) for part in limit.args):
            return True
        if limit.op == "min":
            return all(self.at_most(value, part) for part in limit.args)
        if limit.op == "sum" and self.not_negative(limit):
            factors = limit.payload[1]
            if any(f >= 1 and self.at_most(value, term) for term, f in zip(limit.args, factors, strict=True)):
                return True
        if self._by_structure(value, limit):
            return True
        return any(self.at_most(other, limit) for other in self._known_above(value))

    def _by_structure(self, value: Value, limit: Value) -> bool:
        args = value.args
        match value.op:
            case "min":
                return any(self.at_most(part, limit) for part in args)
            case "max":
                return all(self.at_most(part, limit) for part in args)
            case "ite":
                return self._pieces(value, limit) or self._both_ways(
                    args[0], lambda: self.at_most(args[1], limit), lambda: self.at_most(args[2], limit)
                )
            case "ceildiv" | "/":
                return (
                    self.at_most(args[0], limit)
                    or self.covers(args[1], args[0], limit)
                    # what is at most k * c falls into no more than c pieces of k
                    or any(
                        self.at_most(pieces, limit)
                        for other in self._known_above(args[0])
                        for pieces in shares(other, args[1])
                    )
                )
            case "%":
                return self.at_most(args[1], limit) or self.at_most(args[0], limit)
            case "*":
                return self._product(args[0], args[1], limit) or self._product(args[1], args[0], limit)
            case "sum":
                return self._sum(value, limit)
            case "<" | "<=" | "==" | "!=" | "and" | "or" | "not":
                return self.at_least(limit, 1)
            case "fresh":
                return self._inductive(value, limit)
        return False

    def _inductive(self, value: Value, limit: Value) -> bool:
        """A value that a loop builds is bounded if its start is, and every round keeps the bound."""
        alternatives = self._merges.get(value) or folded(value)
        if not alternatives:
            return False
        self._hypotheses.add((value, limit))
        try:
            return all(self.at_most(other, limit) for other in alternatives)
        finally:
            self._hypotheses.discard((value, limit))

    def _pieces(self, value: Value, limit: Value) -> bool:
        """Whether a division that rounds up is bounded as one."""
        ceil = as_ceildiv(value)
        return ceil is not None and (self.at_most(ceil[0], limit) or self.covers(ceil[1], ceil[0], limit))

    def _sum(self, value: Value, limit: Value) -> bool:
        if as_ceildiv(value) is not None:
            return self._pieces(value, limit)
        begun = as_begun_pieces(value)
        if begun is not None and self.at_least(limit, 1) and self.covers(begun[1], begun[0], limit):
            return True
        rest = as_remainder(value)
        if rest is not None and (self.at_most(rest[1], limit) or self.at_most(rest[0], limit)):
            return True
        offset, factors = value.payload
        terms = list(zip(value.args, factors, strict=True))
        split = next((t for t, _ in terms if t.op == "ite"), None)
        if split is not None and self._cases < CASES:
            self._cases += 1
            condition, then, otherwise = split.args
            try:
                return self._both_ways(
                    condition,
                    lambda: self.at_most(rebuild(value, {split: then}, condition, True), limit),
                    lambda: self.at_most(rebuild(value, {split: otherwise}, condition, False), limit),
                )
            finally:
                self._cases -= 1
        if offset == 1 and len(terms) == 1 and factors == (1,):
            # what is below a whole number is, one more, at most that number
            return any(self.at_most(other, limit) for other in self._known_above(terms[0][0], strictly=True))
        rising = [(t, f) for t, f in terms if f > 0]
        falling = [t for t, f in terms if f < 0]
        if offset > 0 or len(rising) != 1 or not all(self.not_negative(t) for t in falling):
            return False
        term, factor = rising[0]
        if factor == 1:
            return self.at_most(term, limit)
        if factor == 2 and is_core_count(term) and term.payload == AIC:
            return is_core_count(limit) and limit.payload != AIC
        # k * (x / k) is no more than x
        if term.op == "/" and number_of(term.args[1]) == factor and self.at_most(term.args[0], limit):
            return True
        return self._multiplied(term, factor, limit)

    def _multiplied(self, value: Value, factor: int | float, limit: Value) -> bool:
        """Whether `value` is no more than the factor's share of the limit."""
        return isinstance(factor, int) and factor > 1 and self.at_most(value, divide(limit, constant(factor)))

    def _product(self, left: Value, right: Value, limit: Value) -> bool:
        """`left * right <= limit`, because `right` is no more than `limit / left`."""
        number = number_of(right)
        if number is not None:
            return number <= 0 or (number == 1 and self.at_most(left, limit)) or self._multiplied(left, number, limit)
        match right.op:
            case "/":
                return right.args[1] is left and self.at_most(right.args[0], limit)
            case "min":
                return any(self._product(left, part, limit) for part in right.args)
            case "max":
                return all(self._product(left, part, limit) for part in right.args)
            case "ite":
                condition, then, otherwise = right.args
                return self._both_ways(
                    condition, lambda: self._product(left, then, limit), lambda: self._product(left, otherwise, limit)
                )
            case "<" | "<=" | "==" | "!=" | "and" | "or" | "not":
                return self.at_most(left, limit)
            case "ceildiv" | "sum":
                return self.at_most(right, divide(limit, left))
        return False

    # -------------------------------------------------------------------------------------- rounds of division

    def covers(self, divisor: Value, amount: Value, parts: Value) -> bool:
        """Whether `divisor >= ceil(amount / parts)`: then `amount` falls into no more than `parts` pieces."""
        self._attempts += 1
        if self._attempts > ATTEMPTS or self._depth > DEEPEST:
            return False
        self._depth += 1
        try:
            return self._covers(divisor, amount, parts)
        finally:
            self._depth -= 1

    def _covers(self, divisor: Value, amount: Value, parts: Value) -> bool:
        if divisor is amount:
            return self.at_least(parts, 1)
        args = divisor.args
        match divisor.op:
            case "/":
                # what is rounded up to units still holds k times the share
                return any(self.covers(part, amount, parts) for part in shares(unrounded(args[0]), args[1]))
            case "ceildiv":
                return self._share(args[0], args[1], amount, parts)
            case "max":
                return any(self.covers(part, amount, parts) for part in args)
            case "min":
                return all(self.covers(part, amount, parts) for part in args)
            case "ite":
                ceil = as_ceildiv(divisor)
                if ceil is not None and self._share(*ceil, amount, parts):
                    return True
                return self._both_ways(
                    args[0], lambda: self.covers(args[1], amount, parts), lambda: self.covers(args[2], amount, parts)
                )
            case "*":
                return self._multiple(args[0], args[1], amount, parts) or self._multiple(
                    args[1], args[0], amount, parts
                )
            case "sum":
                return self._covering_sum(divisor, amount, parts)
            case "fresh":
                alternatives = self._merges.get(divisor) or folded(divisor)
                return bool(alternatives) and all(
                    other is divisor or self.covers(other, amount, parts) for other in alternatives or ()
                )
        return False

    def _share(self, whole: Value, by: Value, amount: Value, parts: Value) -> bool:
        return self.at_most(by, parts) and self.at_most(amount, whole)

    def _multiple(self, factor: Value, other: Value, amount: Value, parts: Value) -> bool:
        if self.covers(factor, amount, parts):
            return True
        if factor.op != "ceildiv":
            return False
        whole, by = factor.args
        # ceil(x / k) * k is at least x
        if by is other and self.covers(whole, amount, parts):
            return True
        # a * ceil(n / (c * a)) is at least ceil(n / c)
        if by.op == "*" and other in by.args:
            rest = by.args[1] if by.args[0] is other else by.args[0]
            return self._share(whole, rest, amount, parts)
        return False

    def _covering_sum(self, divisor: Value, amount: Value, parts: Value) -> bool:
        ceil = as_ceildiv(divisor)
        if ceil is not None:
            return self._share(ceil[0], ceil[1], amount, parts)
        begun = as_begun_pieces(divisor)
        if begun is not None and self._share(begun[0], begun[1], amount, parts):
            return True
        offset, factors = divisor.payload
        if offset < 0 or any(f < 0 for f in factors):
            return False
        for term, factor in zip(divisor.args, factors, strict=True):
            if factor < 1:
                continue
            if self.covers(term, amount, parts):
                return True
            if offset >= 1 and term.op == "/" and self._share(term.args[0], term.args[1], amount, parts):
                return True
            if term.op == "ceildiv" and self._scaled(term, factor, amount, parts):
                return True
        return False

    def _scaled(self, term: Value, factor: int | float, amount: Value, parts: Value) -> bool:
        """`k * ceil(x / d)`: an alignment where d is k, or a nested division where d is k times something."""
        whole, by = term.args
        if number_of(by) == factor:
            return self.covers(whole, amount, parts)
        number = number_of(by)
        if isinstance(number, int) and isinstance(factor, int) and number % factor == 0:
            # k * ceil(m * share / (k * m)), the share in units of m
            return any(self.covers(part, amount, parts) for part in shares(whole, constant(number // factor)))
        if by.op == "sum" and by.payload[0] == 0 and by.payload[1] == (factor,):
            return self._share(whole, by.args[0], amount, parts)
        return False

    # ------------------------------------------------------------------------------------------------- signs

    def at_least(self, value: Value, number: int | float) -> bool:
        """Whether `value >= number`, for small numbers."""
        own = number_of(value)
        if own is not None:
            return own >= number
        if is_core_count(value):
            return number <= least_cores(value.payload)
        match value.op:
            case "max":
                return any(self.at_least(part, number) for part in value.args)
            case "min":
                return all(self.at_least(part, number) for part in value.args)
            case "ite":
                condition, then, otherwise = value.args
                return self._both_ways(
                    condition, lambda: self.at_least(then, number), lambda: self.at_least(otherwise, number)
                )
            case "ceildiv":
                return number <= 1 and self.at_least(value.args[0], number)
            case "sum":
                offset, factors = value.payload
                if any(f < 0 for f in factors):
                    return False
                rest = number - offset
                return rest <= 0 or any(self.at_least(t, rest) for t in value.args)
            case "*":
                return all(self.at_least(part, number) for part in value.args) if number <= 1 else False
        return (number <= 0 and self.not_negative(value)) or any(known >= number for known in self._known_least(value))

    def _known_least(self, value: Value) -> Iterator[int | float]:
        """The numbers that the assumptions say `value` is at least."""
        for fact in self._facts:
            if fact.op in ("<", "<=", "==") and value in fact.args:
                least = number_of(fact.args[0] if fact.args[1] is value else fact.args[1])
                if least is not None and (fact.op == "==" or fact.args[1] is value):
                    yield least + 1 if fact.op == "<" else least
            elif fact.op == "!=" and value in fact.args and ZERO in fact.args and self.not_negative(value):
                yield 1

    def not_negative(self, value: Value) -> bool:
        """Whether the value is zero or more; a quantity that nothing is known of is taken to be one of data."""
        number = number_of(value)
        if number is not None:
            return number >= 0
        match value.op:
            case "sum":
                offset, factors = value.payload
                return offset >= 0 and all(f >= 0 for f in factors) and all(map(self.not_negative, value.args))
            case "max":
                return any(map(self.not_negative, value.args))
            case "min" | "*" | "/" | "%" | "ceildiv":
                return all(map(self.not_negative, value.args))
            case "ite":
                return self.not_negative(value.args[1]) and self.not_negative(value.args[2])
        return True

    # ----------------------------------------------------------------------------------------------- conditions

    def _both_ways(self, condition: Value, then: Callable[[], bool], otherwise: Callable[[], bool]) -> bool:
        with self._assuming(condition) as possible:
            if possible and not then():
                return False
        with self._assuming(negate(condition)) as possible:
            return not possible or otherwise()

    @contextmanager
    def _assuming(self, fact: Value) -> Iterator[bool]:
        added = list(fact.args) if fact.op == "and" else [fact]
        before = len(self._facts)
        self._facts.extend(added)
        try:
            yield not any(self._impossible(part) for part in added)
        finally:
            del self._facts[before:]

    def _impossible(self, fact: Value) -> bool:
        if number_of(fact) is not None:
            return not fact.payload
        if negate(fact) in self._facts:
            return True
        # a positive number is not zero, and not below one
        match fact.op:
            case "==":
                for one, other in (fact.args, fact.args[::-1]):
                    if number_of(one) == 0 and self.at_least(other, 1):
                        return True
            case "<":
                limit = number_of(fact.args[1])
                return limit is not None and self.at_least(fact.args[0], limit)
            case "<=":
                limit = number_of(fact.args[1])
                return limit is not None and limit < 1 and self.at_least(fact.args[0], 1)
        return False

    def _known_above(self, value: Value, strictly: bool = False) -> Iterator[Value]:
        """What the assumptions say `value` is at most, or less than."""
        for fact in self._facts:
            match fact.op:
                case "<" | "<=":
                    if fact.args[0] is value and (fact.op == "<" or not strictly):
                        yield fact.args[1]
                case "==":
                    for one, other in (fact.args, fact.args[::-1]):
                        none = _most_without(one, value) if number_of(other) == 0 else None
                        if none is not None:
                            yield none
                        elif one is value and other is not value and not strictly:
                            yield other


def _most_without(quotient: Value, amount: Value) -> Value | None:
    """What an amount is at most where a quotient of it is 0: less than the divisor, or 0 if it is rounded up."""
    if quotient.op == "/":
        return quotient.args[1] if quotient.args[0] is amount else None
    ceil = as_ceildiv(quotient)
    return ZERO if ceil is not None and ceil[0] is amount else None
