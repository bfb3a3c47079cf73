"""Conditions on the core's index: which of them split the cores, and by what limit.

A guard compares the index with a limit. With a number the answer is plain; against the size of the launch the guard
is dead; against a tiling field only the host can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sklint.frozen import dataclass
from sklint.walk.values import BLOCK, CORE, SUB, Value, atom, constant, multiply

INDEX = ("block_idx", "sub_block_idx", "core_id")


@dataclass(frozen=True, slots=True)
class Guard:
    """A comparison of the core index with something that all cores agree on.

    `below` is the comparison read as `index < limit` (`equal` for `index == limit`); `divisor` is what the index was
    divided by before it was compared (1, 2, or the ratio).
    """

    comparison: Value
    index: Value
    limit: Value
    equal: bool = False


def guards_of(condition: Value) -> Iterator[Guard]:
    """The comparisons in a condition that have the index on one side and a uniform limit on the other."""
    match condition.op:
        case "and" | "or" | "not" | "ite":
            for arg in condition.args:
                yield from guards_of(arg)
        case "<" | "<=" | "==" | "!=":
            left, right = condition.args
            for index, limit in ((left, right), (right, left)):
                if _plain_index(index) and not limit.core_dependent:
                    yield Guard(condition, index, limit, condition.op in ("==", "!="))


def _plain_index(value: Value) -> bool:
    """The index itself, shifted or divided by the ratio, but not multiplied: one unit is one core or one block."""
    if value.op == "atom":
        return value.payload in INDEX
    if value.op == "sum":
        factors = value.payload[1]
        return len(factors) == 1 and factors[0] in (1, -1) and _plain_index(value.args[0])
    if value.op in ("/", "%"):
        return _plain_index(value.args[0]) and not value.args[1].core_dependent
    return False


Within = Callable[[Value, Value], bool]


def always(value: Value, within: Within) -> bool | None:
    """Decide a condition that the size of the launch decides; `within(index, limit)` says that all indices are below.

    None when it stays open.
    """
    match value.op:
        case "and":
            known = [always(a, within) for a in value.args]
            return False if False in known else True if all(known) else None
        case "or":
            known = [always(a, within) for a in value.args]
            return True if True in known else False if all(k is False for k in known) else None
        case "<" | "<=":
            # an index below the limit is at most the limit, too
            left, right = value.args
            if _index(left) and within(left, right):
                return True
            return False if _index(right) and within(right, left) else None
        case "==" | "!=":
            left, right = value.args
            for index, limit in ((left, right), (right, left)):
                if _index(index) and within(index, limit):
                    return value.op == "!="
    return None


def is_index(value: Value) -> bool:
    """Whether a value is the index of the core, or the built-in one of its block."""
    return value.op == "atom" and value.payload == "block_idx"


def _index(value: Value) -> bool:
    """The index of the core, or of its block: what counts from nought to the size of the launch."""
    return is_index(value) or (value.op == "/" and _index(value.args[0]))


def indices_per_block(index: Value, core_kind: str, ratio: tuple[int, int] | None) -> int | None:
    """How many indices one launched block makes: both vector cores of a 1:2 kernel have one of their own.

    The index of a vector core counts blocks times the ratio, the built-in one counts blocks (GetBlockIdx.md). None
    where the ratio is not known.
    """
    if core_kind == "aic":
        return 1 if index.op == "atom" else None
    vectors = ratio[1] if ratio is not None else None
    if index.op == "atom":
        return 1 if index.depends & BLOCK else vectors
    width = index.args[1]
    return 1 if width in _widths() or (vectors is not None and width.payload == vectors) else None


def makes_core_index(left: Value, right: Value) -> bool:
    """Whether a sum is the index of a vector core, `block * cores of a block + core in it`, of built-in queries."""
    block, sub = atom("block_idx", CORE | BLOCK), atom("sub_block_idx", SUB)
    firsts = [multiply(block, width) for width in _widths()]
    return (left in firsts and right is sub) or (right in firsts and left is sub)


def launch_covers(index: Value, limit: Value, core_kind: str, ratio: tuple[int, int] | None) -> bool:
    """Whether `index < limit` holds on every launched core because the limit is the size of the launch itself."""
    blocks = atom("block_num")
    units = indices_per_block(index, core_kind, ratio)
    if units == 1:
        times, more = _of_blocks(limit) or (0, 0)
        return times >= 1 and more >= 0
    if index.op == "atom" and core_kind == "aiv":
        widths = [*_widths(), *([constant(units)] if units else [])]
        return any(limit is multiply(blocks, width) for width in widths)
    return False


def _of_blocks(limit: Value) -> tuple[int, int] | None:
    """A limit as so many times the number of blocks, and what is added to that; None where it is something else."""
    blocks = atom("block_num")
    if limit is blocks:
        return 1, 0
    if limit.op == "sum" and limit.args == (blocks,):
        offset, (factor,) = limit.payload
        return factor, offset
    return None


def _widths() -> tuple[Value, Value]:
    """The calls that say how many vector cores a block has."""
    return atom("sub_block_num"), atom("task_ratio")


def splits_block(value: Value) -> bool:
    """Whether the condition tells the two vector cores of a block apart."""
    for part in value.walk():
        if part.op == "atom" and part.depends & SUB:
            return True
        if part.op == "%" and part.args[0].depends & CORE and (part.args[1].payload == 2 or part.args[1] in _widths()):
            return True
    return False


def certain(condition: Value) -> bool:
    """Whether some launched cores are sure to go one way and others the other way: an index against a number, or
    against less than the number of blocks."""
    for guard in guards_of(condition):
        times, more = _of_blocks(guard.limit) or (0, 0)
        if times == 1 and more < 0:
            return True
        if guard.limit.is_constant and isinstance(guard.limit.payload, int):
            small = guard.limit.payload <= 1
            if guard.equal or small or guard.index.op == "%":
                return True
    return False
