"""Values as numbers: what an expression comes to when what the walk left open is given a number.

A *leaf* is something open that has a name of its own: a tiling field, a template argument, the result of a call of
such, what one access reads from memory. It has the same key in the walks of both kinds of core, so that both can be
given the same number. What has no name (a value that a loop lost) is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sklint.walk.division import truncated
from sklint.walk.tree import depends_word
from sklint.walk.values import Value, known_of_values

Leaf = Hashable
Number = int | float
READ = "read"
DIVIDING = ("/", "%", "ceildiv")


class UnknownNumber(Exception):  # noqa: N818
    """The expression depends on something that has no name."""


class NoSuchNumber(Exception):  # noqa: N818
    """The given numbers contradict each other: a division by nought, say; `asked` are the leaves that led there."""

    asked: Mapping[Leaf, None] = {}


# What is in no memory: no expression comes to it.
_NEVER = float("nan")
_keys: dict[Value, Leaf | None] = known_of_values()
_steady: dict[Value, bool] = known_of_values()


def _key(value: Value) -> Leaf | None:
    """What identifies an expression in every walk; None when a part of it has no name."""
    if value in _keys:
        return _keys[value]
    _keys[value] = key = _made_key(value)
    return key


def _made_key(value: Value) -> Leaf | None:
    if value.op == "fresh":
        why, _, read_at = value.payload
        return None if read_at is None else (READ, depends_word(value.depends), why, read_at)
    if value.op in ("unset", "object", "location", "closure"):
        return None
    parts = [_key(arg) for arg in value.args]
    if None in parts:
        return None
    if value.op in ("sum", "and", "or", "min", "max"):
        parts.sort(key=repr)
    return (value.op, value.payload, *parts)


def is_steady(value: Value) -> bool:
    """Whether an expression is the same in every round of a loop: nothing in it was left open by the walk."""
    found = _steady.get(value)
    if found is None:
        found = _steady[value] = value.op != "fresh" and all(map(is_steady, value.args))
    return found


def _truncated(a: Number, b: Number) -> Number:
    if not b:
        raise NoSuchNumber
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    return truncated(a, b)


def _rest(a: Number, b: Number) -> Number:
    return a - b * _truncated(int(a), int(b))


def _rounded_up(a: Number, b: Number) -> Number:
    if not b:
        raise NoSuchNumber
    return -(-a // b)


_BINARY: dict[str, Callable[[Number, Number], Number]] = {
    "*": lambda a, b: a * b,
    "/": _truncated,
    "%": _rest,
    "ceildiv": _rounded_up,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "&": lambda a, b: int(a) & int(b),
    "|": lambda a, b: int(a) | int(b),
    "^": lambda a, b: int(a) ^ int(b),
    "<<": lambda a, b: int(a) << int(b) if 0 <= b < 64 else 0,
    ">>": lambda a, b: int(a) >> int(b) if 0 <= b < 64 else 0,
}


class Numbers:
    """Evaluates expressions; `asked` are the leaves that were asked for, `held` the values that a run knows better.

    `looked` has the numbers of all leaves that anything came to hang on, in order, those of `unasked` included.
    """

    def __init__(self, given: Mapping[Leaf, Number]) -> None:
        self.given = given
        self.asked: dict[Leaf, None] = {}
        self.looked: dict[Leaf, Number] = {}
        self.held: dict[Value, Number] = {}
        # of expressions whose leaves are among those asked for, and which of them hang on what is held
        self._known: dict[Value, Number | None] = {}
        self._passing: list[Value] = []

    @contextmanager
    def unasked(self) -> Iterator[None]:
        """Evaluate without noting what is looked at."""
        kept = self.asked, self._known, self._passing
        self.asked, self._known, self._passing = {}, {}, []
        try:
            yield
        finally:
            self.asked, self._known, self._passing = kept

    def hold(self, name: Value, number: Number | None) -> None:
        """Take note of what a run knows of a value; None where it knows nothing any more."""
        if number is None:
            if self.held.pop(name, None) is None:
                return
        else:
            if self.held.get(name) is number:
                return
            self.held[name] = number
        for value in self._passing:
            del self._known[value]
        self._passing.clear()

    def leaf(self, key: Leaf) -> Number:
        """The number of a leaf; 1 for one that was given none."""
        self.asked[key] = None
        number = self.looked[key] = self.given.get(key, 1)
        return number

    def of(self, value: Value) -> Number:
        """The number of an expression; raises `UnknownNumber` or `NoSuchNumber`."""
        number = self.computed(value)
        if number is None:
            raise UnknownNumber
        return number

    def computed(self, value: Value) -> Number | None:
        """The number of an expression, None where it is unknown; raises `NoSuchNumber`."""
        held = self.held.get(value)
        if held is not None:
            return held
        if not value.args:
            return _RULES.get(value.op, _open)(self, value)
        known = self._known.get(value, _NEVER)
        if known is not _NEVER:
            return known
        number = _RULES.get(value.op, _open)(self, value)
        self._known[value] = number
        if not is_steady(value):
            self._passing.append(value)
        return number


def _constant(numbers: Numbers, value: Value) -> Number | None:
    if isinstance(value.payload, str):
        return None
    known: Number | None = value.payload
    return known or 0


def _sum(numbers: Numbers, value: Value) -> Number | None:
    total: Number
    total, factors = value.payload
    for arg, factor in zip(value.args, factors, strict=True):
        number = numbers.computed(arg)
        if number is None:
            return None
        total += factor * number
    return total


def _connected(numbers: Numbers, value: Value) -> Number | None:
    """A conjunction or disjunction; a part that decides it makes up for one that is not known."""
    absorbing, unknown = value.op == "or", False
    for part in value.args:
        number = numbers.computed(part)
        if number is None:
            unknown = True
        elif bool(number) is absorbing:
            return absorbing
    return None if unknown else not absorbing


def _negated(numbers: Numbers, value: Value) -> Number | None:
    number = numbers.computed(value.args[0])
    return None if number is None else not number


def _chosen(numbers: Numbers, value: Value) -> Number | None:
    condition, then, otherwise = value.args
    number = numbers.computed(condition)
    return None if number is None else numbers.computed(then if number else otherwise)


def _of_two(numbers: Numbers, value: Value) -> Number | None:
    left, right = value.args
    one = numbers.computed(left)
    if one is None:
        return None
    other = numbers.computed(right)
    return None if other is None else _BINARY[value.op](one, other)


def _extreme(numbers: Numbers, value: Value) -> Number | None:
    found: Number | None = None
    for arg in value.args:
        number = numbers.computed(arg)
        if number is None:
            return None
        if found is None or (number < found if value.op == "min" else number > found):
            found = number
    return found


def _open(numbers: Numbers, value: Value) -> Number | None:
    key = _key(value)
    return None if key is None else numbers.leaf(key)


_RULES: dict[str, Callable[[Numbers, Value], Number | None]] = {
    **dict.fromkeys(_BINARY, _of_two),
    "const": _constant,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "and": _connected,
    "or": _connected,
    "not": _negated,
    "ite": _chosen,
}


def name_of(leaf: Leaf) -> str:
    """What a leaf is called, a tiling field or a parameter of the kernel; empty for what has no name."""
    return str(leaf[1]) if isinstance(leaf, tuple) and leaf[0] == "atom" else ""


def leaves_of(value: Value) -> Iterator[Leaf]:
    """The leaves of an expression."""
    if value.op in ("sum", "min", "max", "and", "or", "not", "ite") or value.op in _BINARY:
        for arg in value.args:
            yield from leaves_of(arg)
    elif value.op not in ("const", "unset"):
        key = _key(value)
        if key is not None:
            yield key


def is_pointer(leaf: Leaf) -> bool:
    """Whether a leaf is an address: its number says no more than that it is not null."""
    match leaf:
        case ("gm" | "function", *_):
            return True
        case ("as", _, inner, *_):
            return is_pointer(inner)
    return False


_SMALL = (1, 2, 3)
_MOST = 7
# beyond that a loop of so many rounds is not worth its time
_NEAR = 1024


def _near(op: str, number: Number) -> Iterator[int]:
    """The numbers on both sides of a comparison with a number; 0 where it is asked for."""
    if isinstance(number, int) and op in ("==", "!="):
        yield number
    elif isinstance(number, int) and abs(number) < _NEAR:
        yield from (n for n in (number, number - 1, number + 1) if n > 0)


class Domains:
    """The numbers that are worth trying for each leaf: small ones, and those that it is compared with."""

    def __init__(self) -> None:
        self._compared: dict[Leaf, dict[int, None]] = {}
        self._named: dict[Leaf, dict[int, None]] = {}
        self._ordered: set[Leaf] = set()
        self._measured: set[Leaf] = set()
        self._truths: set[Leaf] = set()
        self._divisors: set[Leaf] = set()
        self._read: dict[Leaf, dict[int, None]] = {}
        self._seen: set[Value] = set()

    def look_at(self, value: Value, truth: bool = False) -> None:
        """Take note of the comparisons in an expression; `truth` says that it is used as a condition."""
        if value in self._seen and not truth:
            return
        self._seen.add(value)
        match value.op:
            case "and" | "or" | "not":
                for arg in value.args:
                    self.look_at(arg, True)
            case "ite":
                self.look_at(value.args[0], True)
                for arg in value.args[1:]:
                    self.look_at(arg)
            case "<" | "<=" | "==" | "!=":
                self._comparison(value)
            case _ if value.op in ("sum", "min", "max") or value.op in _BINARY:
                if value.op in DIVIDING and (divisor := _key(value.args[1])) is not None:
                    self._divisors.add(divisor)
                by = value.args[-1].payload if value.op in ("/", "ceildiv", "&") else None
                if isinstance(by, int):
                    self._reach(value.args[0], [by if value.op == "&" else 2 * by])
                for arg in value.args:
                    self._ordered.update(leaves_of(arg))
                    self.look_at(arg)
            case _ if truth:
                self._truths.update(leaves_of(value))

    def _comparison(self, value: Value) -> None:
        left, right = value.args
        for side, other in ((left, right), (right, left)):
            self.look_at(side)
            if isinstance(other.payload, int):
                self._reach(side, [other.payload, other.payload + 1, other.payload - 1])
            compared, offset = side, 0
            if side.op == "sum" and len(side.args) == 1 and side.payload[1] == (1,):
                compared, offset = side.args[0], side.payload[0]
            for leaf in leaves_of(side):
                known = self._compared.setdefault(leaf, {})
                if value.op in ("<", "<=") or not other.is_constant or _key(compared) != leaf:
                    self._ordered.add(leaf)
                if _key(compared) == leaf and other.is_constant and isinstance(other.payload, int):
                    if value.op in ("==", "!="):
                        self._named.setdefault(leaf, {})[other.payload - offset] = None
                    else:
                        self._measured.add(leaf)
                    known.update(dict.fromkeys(_near(value.op, other.payload - offset)))

    def _reach(self, value: Value, numbers: Sequence[int]) -> None:
        """Have what is read from memory be so that an expression comes to these numbers.

        Unlike what the host stores, it may be anything.
        """
        while value.op != "fresh":
            if value.op == "sum" and len(value.args) == 1:
                offset, (factor,) = value.payload
                numbers = [-((offset - n) // factor) for n in numbers]
            elif value.op in ("/", "ceildiv") and isinstance(value.args[1].payload, int):
                width = value.args[1].payload
                numbers = [n * width for n in numbers]
            elif value.op not in _BINARY:
                return
            value = value.args[0]
        leaf = _key(value)
        if leaf is not None:
            self._read.setdefault(leaf, {}).update(dict.fromkeys(numbers))

    def of(self, leaf: Leaf) -> tuple[int, ...]:
        """The numbers to try, the plainest first; none of them nought where it divides and is not asked for nought."""
        found = self._all_of(leaf)
        if leaf in self._divisors and 0 not in self._named.get(leaf, ()):
            return tuple(number for number in found if number) or found
        return found

    def is_count(self, leaf: Leaf) -> bool:
        """Whether a leaf has a size, and does not only say which of several it is: nought is a case of its own then."""
        return leaf in self._ordered

    def _all_of(self, leaf: Leaf) -> tuple[int, ...]:
        if is_pointer(leaf):
            return (1,)
        if isinstance(leaf, tuple) and leaf[0] == READ:
            return tuple(dict.fromkeys((1, 2, 0, *self._read.get(leaf, ()))))[:_MOST]
        compared = [n for n in self._compared.get(leaf, ()) if n >= 0]
        named = [n for n in self._named.get(leaf, ()) if n >= 0]
        if len(named) > 1 and leaf not in self._measured:
            # compared with several numbers, and with none for its size: it is one of them, whatever it counts
            return tuple(named)[:_MOST]
        if leaf in self._ordered:
            return tuple(dict.fromkeys((*_SMALL, *compared)))[:_MOST]
        if compared:
            # only ever compared for equality: an enumeration, a tiling key
            others = () if leaf == ("atom", "tiling_key") else (next(n for n in range(99) if n not in compared),)
            return tuple(dict.fromkeys((*compared, *others)))[:_MOST]
        return (1, 0) if leaf in self._truths else _SMALL
