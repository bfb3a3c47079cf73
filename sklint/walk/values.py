"""Abstract values: canonical expressions that are equal exactly when they are the same object.

A `Value` is a node of a hash-consed graph. Scalars are constants, atoms (a tiling field, the core index, something
unknown) and operations on them in a normal form, so that a guard and a launch that mean the same compare equal by
identity. Objects, closures and locations are values too; the store (`store.py`) holds what they contain.

`depends` says which cores may see different values: bits CORE (index of the core), SUB (index within the block),
DATA (content of local memory, or of GM at an address of the core's own), SHARED (content of GM that all cores read at
the same address) and UNKNOWN. BLOCK stands beside CORE in an index that counts blocks on vector cores as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count, takewhile
from operator import attrgetter
from typing import Any

CORE, SUB, DATA, SHARED, UNKNOWN, BLOCK = 1, 2, 4, 8, 16, 32
LARGEST = 300
# How a value is shown that grew too large to be kept.
OMITTED = "…"
_CALL = "call "
_TOLD_APART = re.compile(r"(?<=\w)#\d+")


@contextmanager
def expressions_up_to(size: int) -> Iterator[None]:
    """Keep larger expressions for a while: a host computes its launch in more steps than a kernel its guards."""
    global LARGEST
    before, LARGEST = LARGEST, size
    try:
        yield
    finally:
        LARGEST = before


class Value:
    """One node; make it with the functions below, never directly. Equal nodes are identical within a process."""

    __slots__ = ("args", "depends", "number", "op", "payload", "size")
    op: str
    args: tuple[Value, ...]
    payload: Any
    depends: int
    size: int
    number: int

    def __reduce__(self) -> tuple[Callable[..., Value], tuple[Any, ...]]:
        return _node, (self.op, self.args, self.payload, self.depends)

    def again(self) -> Value:
        """The node that is called so now: of what was made before `forget_all`, the one that stands for it since."""
        # a value that equals no other is itself whatever has been forgotten
        return self if self.op == "fresh" else _node(self.op, self.args, self.payload, self.depends)

    def __repr__(self) -> str:
        return show(self)

    @property
    def is_constant(self) -> bool:
        return self.op == "const"

    @property
    def core_dependent(self) -> bool:
        return bool(self.depends & (CORE | SUB))

    def walk(self) -> Iterator[Value]:
        """This node and all below it, each once."""
        yield self
        if not self.args:
            return
        seen = {self}
        stack = [*reversed(self.args)]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            yield node
            if node.args:
                stack.extend(reversed(node.args))

    def leaves(self) -> Iterator[Value]:
        """What it is made of that is made of nothing itself, constants left out."""
        return (part for part in self.walk() if not part.args and not part.is_constant)


_NUMBER = attrgetter("number")
_table: dict[tuple[Any, ...], Value] = {}
_operations: dict[tuple[str, tuple[Value, ...]], Value] = {}
_numbers = count()


def _node(op: str, args: tuple[Value, ...], payload: Any, depends: int) -> Value:
    if args and payload is None:
        return _operation(op, args)
    key = (op, args, payload.__class__, payload, depends)
    found = _table.get(key)
    if found is None:
        found = _table[key] = _made(op, args, payload, depends)
        for arg in args:
            found.size += arg.size
    return found


def _operation(op: str, args: tuple[Value, ...]) -> Value:
    """A node that is nothing but its parts: most are, and most are asked for again."""
    key = (op, args)
    found = _operations.get(key)
    if found is None:
        found = _operations[key] = _made(op, args, None, _join_depends(args))
        for arg in args:
            found.size += arg.size
    return found


def _made(op: str, args: tuple[Value, ...], payload: Any, depends: int) -> Value:
    made = Value()
    made.op = op
    made.args = args
    made.payload = payload
    made.depends = depends
    made.size = 1
    made.number = next(_numbers)
    return made


def forget_all() -> None:
    """Drop all values but the small constants; values made before must not be mixed with later ones.

    Called between units: it bounds memory, and it makes the order of terms depend on the unit alone.
    """
    _keep_first(_table)
    _keep_first(_constants)
    _operations.clear()
    for known in _known_of_values:
        known.clear()


def _keep_first(table: dict[Any, Value]) -> None:
    """The small constants were made first, and stand first."""
    first = list(takewhile(lambda item: item[1].number <= UNSET.number, table.items()))
    table.clear()
    table.update(first)


_known_of_values: list[dict[Any, Any]] = []


def known_of_values() -> dict[Any, Any]:
    """A table for what is worth keeping of values; `forget_all` empties it with them."""
    made: dict[Any, Any] = {}
    _known_of_values.append(made)
    return made


# Conditions by what is their negation: guards are negated over and over.
_negated: dict[Value, Value] = known_of_values()
_constants: dict[tuple[type, Any], Value] = {}
_omitted: dict[Value, Value] = known_of_values()


def constant(value: int | float | bool | str | None) -> Value:
    """A constant; booleans are the integers 0 and 1."""
    if isinstance(value, bool):
        value = int(value)
    key = (value.__class__, value)
    found = _constants.get(key)
    if found is None:
        found = _constants[key] = _node("const", (), value, 0)
    return found


def atom(name: str, depends: int = 0) -> Value:
    """Something known by name only, the same wherever the name is the same."""
    return _node("atom", (), name, depends)


def fresh(why: str, depends: int, read_at: Hashable = None) -> Value:
    """A value that equals no other; `why` says where it came from, `read_at` which access to memory gave it."""
    # nobody looks for it again: loops make so many that a place in the table is what a walk would need most memory for
    return _made("fresh", (), (why, next(_numbers), read_at), depends)


def is_read(value: Value) -> bool:
    """Whether a value is what one access to memory gave."""
    return value.op == "fresh" and value.payload[2] is not None


def thing(kind: str, identity: Any, depends: int = 0) -> Value:
    """An object, closure, function or location: `kind` names the sort, `identity` is hashable."""
    return _node(kind, (), identity, depends)


ZERO = FALSE = constant(0)
ONE = TRUE = constant(1)
NOTHING = constant(None)
UNSET = _node("unset", (), None, UNKNOWN)

# --------------------------------------------------------------------------------------------- operations


def _join_depends(args: Iterable[Value]) -> int:
    bits = 0
    for one in args:
        bits |= one.depends
    return bits


def operation(op: str, *args: Value) -> Value:
    """An operation without a rule of its own; too large a tree becomes one opaque value."""
    return _kept(_operation(op, args) if args else _node(op, args, None, 0))


def beside(op: str, *args: Value) -> Value:
    """Values beside each other, each of which was kept for itself: what they make together is never too large."""
    return _operation(op, args) if args else _node(op, args, None, 0)


def _kept(node: Value) -> Value:
    if node.size <= LARGEST:
        return node
    opaque = fresh(OMITTED, node.depends)
    _omitted[opaque] = node
    return opaque


def whole(value: Value) -> Value:
    """What grew too large to be kept, for those who take it apart; any other value as it is."""
    return _omitted.get(value, value)


def folded(value: Value) -> tuple[Value, ...]:
    """What a choice that grew too large was between."""
    node = _omitted.get(value)
    return node.args[1:] if node is not None and node.op == "ite" else ()


def number_of(value: Value) -> int | float | None:
    """The number that a constant is."""
    payload = value.payload
    return payload if value.op == "const" and isinstance(payload, (int, float)) else None


def _terms(value: Value) -> tuple[int | float, dict[Value, int | float]]:
    if value.op == "const" and isinstance(value.payload, (int, float)):
        return value.payload, {}
    if value.op == "sum":
        offset, factors = value.payload
        return offset, dict(zip(value.args, factors, strict=True))
    return 0, {value: 1}


def _sum(offset: int | float, terms: dict[Value, int | float]) -> Value:
    kept = [term for term, factor in terms.items() if factor]
    if not kept:
        return constant(offset)
    if len(kept) > 1:
        kept.sort(key=_NUMBER)
    elif not offset and terms[kept[0]] == 1:
        return kept[0]
    args = tuple(kept)
    node = _node("sum", args, (offset, tuple([terms[term] for term in args])), _join_depends(args))
    return _kept(node)


def add(left: Value, right: Value) -> Value:
    if left.op == right.op == "const":
        a, b = number_of(left), number_of(right)
        if a is not None and b is not None:
            return constant(a + b)
    if left.op in PLACES or right.op in PLACES:
        return operation("+", left, right)
    offset, terms = _terms(left)
    more, others = _terms(right)
    for term, factor in others.items():
        terms[term] = terms.get(term, 0) + factor
    return _sum(offset + more, terms)


def scale(value: Value, by: int | float) -> Value:
    offset, terms = _terms(value)
    return _sum(offset * by, {t: f * by for t, f in terms.items()})


def subtract(left: Value, right: Value) -> Value:
    if right.op in PLACES or left.op in PLACES:
        return operation("-", left, right)
    return add(left, scale(right, -1))


def _in_order(left: Value, right: Value) -> tuple[Value, Value]:
    return (left, right) if left.number <= right.number else (right, left)


def multiply(left: Value, right: Value) -> Value:
    for factor, other in ((left, right), (right, left)):
        number = number_of(factor)
        if number is not None and other.op not in PLACES:
            return scale(other, number)
    return operation("*", *_in_order(left, right))


def minimum(left: Value, right: Value) -> Value:
    return _extreme("min", left, right, min)


def maximum(left: Value, right: Value) -> Value:
    return _extreme("max", left, right, max)


def _extreme(op: str, left: Value, right: Value, pick: Callable[[Any, Any], Any]) -> Value:
    parts: set[Value] = set()
    numbers: list[int | float] = []
    for side in (left, right):
        for part in side.args if side.op == op else (side,):
            number = number_of(part)
            if number is None:
                parts.add(part)
            else:
                numbers.append(number)
    if numbers:
        best = numbers[0]
        for number in numbers[1:]:
            best = pick(best, number)
        if not parts:
            return constant(best)
        parts.add(constant(best))
    if len(parts) == 1:
        return next(iter(parts))
    return operation(op, *sorted(parts, key=_NUMBER))


_OPPOSITE = {"<": "<=", "<=": "<", "==": "!=", "!=": "=="}


def negate(value: Value) -> Value:
    """Logical not."""
    known = _negated.get(value)
    if known is not None:
        return known
    number = number_of(value)
    if number is not None:
        return FALSE if number else TRUE
    opposite = _OPPOSITE.get(value.op)
    if opposite is not None:
        left, right = value.args
        known = _negated[value] = _operation(opposite, (right, left) if "<" in opposite else (left, right))
        return known
    match value.op:
        case "not":
            return value.args[0] if is_truth(value.args[0]) else negate(equal(value.args[0], ZERO))
        case "and":
            known = either(*map(negate, value.args))
        case "or":
            known = both(*map(negate, value.args))
        case _:
            return operation("not", value)
    # what grows too large is another value each time
    if known.op != "fresh":
        _negated[value] = known
    return known


def affirmed(condition: Value, truth: bool = True) -> tuple[Value, bool]:
    """What a condition says or denies, and whether it is so where the condition is `truth`.

    `!n`, `n` and `n != 0` all speak of `n == 0`.
    """
    while True:
        if condition.op == "not":
            condition, truth = condition.args[0], not truth
        elif condition.op == "!=":
            return equal(*condition.args), not truth
        elif is_truth(condition) or condition.is_constant:
            return condition, truth
        else:
            return equal(condition, ZERO), not truth


def is_truth(value: Value) -> bool:
    """Whether the value is a truth value already."""
    return value.op in ("<", "<=", "==", "!=", "and", "or", "not", "key", "same") or value.payload in (0, 1)


def less(left: Value, right: Value) -> Value:
    if left is right:
        return FALSE
    if left.op == "const":
        a, b = number_of(left), number_of(right)
        if a is not None and b is not None:
            return constant(a < b)
    # n < idx + 1 is n <= idx, for whole numbers: keeps `idx < n` and `n <= idx` each other's negation
    if right.op == "sum" and right.payload[0] == 1 and left.op != "sum":
        return less_equal(left, _sum(0, _terms(right)[1]))
    return _operation("<", (left, right))


def less_equal(left: Value, right: Value) -> Value:
    if left is right:
        return TRUE
    if left.op == "const":
        a, b = number_of(left), number_of(right)
        if a is not None and b is not None:
            return constant(a <= b)
    if left.op == "sum" and left.payload[0] == 1 and right.op != "sum":
        return less(_sum(0, _terms(left)[1]), right)
    return _operation("<=", (left, right))


def equal(left: Value, right: Value) -> Value:
    if left.op == "const" and right.op == "const":
        return constant(left.payload == right.payload)
    if left is right:
        return TRUE
    if left.op in _DISTINCT:
        if right.op in _DISTINCT or right is NOTHING:
            return FALSE
    elif left is NOTHING and right.op in _DISTINCT:
        return FALSE
    if left.op == "const":
        return _equal_number(right, left)
    if right.op == "const":
        return _equal_number(left, right)
    return _operation("==", _in_order(left, right))


def _equal_number(side: Value, number: Value) -> Value:
    if side.op == "sum" and len(side.args) == 1 and isinstance(number.payload, int):
        # f * n + k == c
        offset, (factor,) = side.payload
        if isinstance(offset, int) and isinstance(factor, int):
            whole, rest = divmod(number.payload - offset, factor)
            return FALSE if rest else equal(side.args[0], constant(whole))
    # a truth value compared with 0 or 1 is itself or its negation
    if number.payload in (0, 1) and side.op in ("<", "<=", "==", "!=", "and", "or", "not"):
        return side if number.payload else negate(side)
    return _operation("==", _in_order(side, number))


# The comparisons as values have them: what is greater stands on the right.
COMPARISONS: dict[str, Callable[[Value, Value], Value]] = {
    "<": less,
    "<=": less_equal,
    "==": equal,
    "!=": lambda left, right: negate(equal(left, right)),
}


def both(*args: Value) -> Value:
    return _connect("and", args, TRUE, FALSE)


def either(*args: Value) -> Value:
    return _connect("or", args, FALSE, TRUE)


def _connect(op: str, args: Iterable[Value], neutral: Value, absorbing: Value) -> Value:
    parts: set[Value] = set()
    for arg in args:
        for part in arg.args if arg.op == op else (arg,):
            number = number_of(part)
            if number is None:
                parts.add(part)
            elif bool(number) == bool(absorbing.payload):
                return absorbing
    if not parts:
        return neutral
    if len(parts) == 1:
        return next(iter(parts))
    for part in parts:
        if negate(part) in parts:
            return absorbing
    return operation(op, *sorted(parts, key=_NUMBER))


def choose(condition: Value, then: Value, otherwise: Value) -> Value:
    """`condition ? then : otherwise`; a comparison of the two is a minimum or maximum."""
    number = number_of(condition)
    if number is not None:
        return then if number else otherwise
    if then is otherwise:
        return then
    # a value set on one path only is that value: reading it on the other would be a defect of its own
    if then.op == "unset":
        return otherwise
    if otherwise.op == "unset":
        return then
    if condition.op in ("<", "<="):
        left, right = condition.args
        if (left, right) == (then, otherwise):
            return minimum(then, otherwise)
        if (left, right) == (otherwise, then):
            return maximum(then, otherwise)
    if condition.op == "==" and then.op == "const" and then in condition.args and otherwise in condition.args:
        return otherwise
    if condition.op in ("not", "!="):
        return choose(negate(condition), otherwise, then)
    if then is TRUE and otherwise is FALSE and is_truth(condition):
        return condition
    if then is FALSE and otherwise is TRUE:
        return negate(condition)
    if then.op == "ite" and then.args[0] is condition:
        then = then.args[1]
    if otherwise.op == "ite" and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    return operation("ite", condition, then, otherwise)


PLACES = frozenset({"object", "location", "closure", "function", "gm", "as"})
_DISTINCT = frozenset({"object", "closure", "function"})


def plain(name: str) -> str:
    """A name as it is written: what is declared several times, and objects of one name, are told apart by a number."""
    return _TOLD_APART.sub("", name) if "#" in name else name


def show(value: Value) -> str:
    """The value as people write it."""
    match value.op:
        case "unset":
            return "not set"
        case "const":
            return "null" if value.payload is None else str(value.payload)
        case "atom":
            return plain(str(value.payload))
        case "fresh":
            return plain(str(value.payload[0]))
        case "sum":
            offset, factors = value.payload
            parts = [show(t) if f == 1 else f"{f} * {_nested(t)}" for t, f in zip(value.args, factors, strict=True)]
            if offset:
                parts.append(str(offset))
            return " + ".join(parts).replace("+ -", "- ")
        case "and" | "or":
            return f" {'&&' if value.op == 'and' else '||'} ".join(map(_nested, value.args))
        case "not":
            return f"!({show(value.args[0])})"
        case "ite":
            condition, then, otherwise = value.args
            return f"({show(condition)} ? {show(then)} : {show(otherwise)})"
        case "index":
            return f"{_nested(value.args[0])}[{show(value.args[1])}]"
        case "min" | "max" | "ceildiv":
            return _called(value.op, value.args)
    if value.op.startswith(_CALL):
        return _called(plain(value.op.removeprefix(_CALL)), value.args)
    if len(value.args) == 2:
        return f"({_nested(value.args[0])} {value.op} {_nested(value.args[1])})"
    if value.args:
        return _called(value.op, value.args)
    return value.op if value.payload is None else f"{value.op}:{value.payload}"


def _called(function: str, args: Iterable[Value]) -> str:
    return f"{function}({', '.join(map(show, args))})"


def _nested(value: Value) -> str:
    """A part of an expression: what is written without parentheses by itself has them."""
    return f"({show(value)})" if value.op in ("sum", "and", "or") else show(value)
