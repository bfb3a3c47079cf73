"""Cache lines of 64 bytes: which of them an access touches, and which a clean covers, as far as the addresses tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.values import CORE, DATA, SUB, UNKNOWN, ZERO, Value, add, constant, scale, subtract

# DataCacheCleanAndInvalid.md, SetValue.md: the data cache works in lines of 64 bytes
LINE = 64
# what a value may depend on so that it is another one on another core
DIFFERING = CORE | SUB | DATA | UNKNOWN


def region(memory: tree.Memory) -> str:
    """What an access is matched by: the kernel parameter; all views of the workspace count as one."""
    return "workspace" if memory.origin == "workspace" else memory.root


def apart(left: tree.Memory, right: tree.Memory) -> int | float | None:
    """The distance from one access to another in bytes, where it is the same number on every path and core."""
    if region(left) != region(right) or left.distance is None or right.distance is None:
        return None
    between = subtract(right.distance, left.distance)
    return between.payload if between.is_constant else None


def same_buffer(left: tree.Memory, right: tree.Memory) -> bool:
    """Whether two accesses may be to one buffer: tensors that begin at different places are different ones."""
    begins = left.begin, right.begin
    return region(left) == region(right) and (None in begins or begins[0] is begins[1])


def covers(clean: tree.CacheClean, memory: tree.Memory) -> bool:
    """Whether a clean may be the one of this access: only another argument or a line further off rules it out."""
    if clean.whole or clean.memory is None:
        return True
    if region(clean.memory) and region(memory) and region(clean.memory) != region(memory):
        return False
    between = apart(clean.memory, memory)
    return between is None or abs(between) < LINE


def parted_by_number(value: Value) -> bool:
    """Whether a distance is made of numbers, core indices and loop variables alone, so that it may be nought."""
    return all(
        part.op in ("const", "sum", "*", "/", "%", "ceildiv", "min", "max", "fresh") or part.core_dependent
        for part in value.walk()
    )


def releases(event: tree.Event) -> bool:
    """Whether the event lets other cores, or the next operator, go on: what was written must be visible by then."""
    match event:
        case tree.AllCoreSync() | tree.FlagSet():
            return True
        case tree.Handshake(which=which) | tree.EarlyStart(which=which):
            return which == "set"
    return False


def flowing(root: tree.Seq, wanted: Callable[[tree.Event], bool]) -> tree.Seq:
    """The tree with the wanted events only; a loop that cleans line by line has as many rounds as there are lines."""
    return _cleaning(pruned(root, wanted))


def _cleaning(body: tree.Seq) -> tree.Seq:
    return tree.Seq(tuple(map(_with_rounds, body.body)))


def _with_rounds(node: tree.Node) -> tree.Node:
    match node:
        case tree.Seq():
            return _cleaning(node)
        case tree.Branch(then=then, otherwise=otherwise):
            return replace(node, then=_cleaning(then), otherwise=_cleaning(otherwise))
        case tree.Called(body=body):
            return replace(node, body=_cleaning(body))
        case tree.Loop(body=body):
            cleans = any(isinstance(inner, tree.CacheClean) for inner in body.body)
            return replace(node, body=_cleaning(body), at_least_once=node.at_least_once or cleans)
    return node


def release_text(event: tree.Event) -> str:
    match event:
        case tree.AllCoreSync(text=text) | tree.FlagSet(text=text) | tree.Handshake(text=text):
            return text
    return "SetNextTaskStart"


def in_first_round(value: Value, first: Mapping[Value, Value], depth: int = 4) -> Value:
    """A distance with loop variables as they are in the first round; `first` has what they are there."""
    is_sum = value.op == "sum"
    pairs = zip(value.args, value.payload[1], strict=True) if is_sum else [(value, 1)]
    whole = constant(value.payload[0]) if is_sum else ZERO
    again = False
    for term, factor in pairs:
        start = first.get(term)
        again = again or start is not None
        whole = add(whole, scale(term if start is None else start, factor))
    return in_first_round(whole, first, depth - 1) if again and depth else whole


def terms_of(value: Value, first: Mapping[Value, Value]) -> dict[Value, int | float]:
    """The terms of a distance and their factors, with loop variables as they are in the first round."""
    whole = in_first_round(value, first)
    if whole.is_constant:
        return {}
    return dict(zip(whole.args, whole.payload[1], strict=True)) if whole.op == "sum" else {whole: 1}


def core_step(terms: Mapping[Value, int | float]) -> int | float | None:
    """How many bytes lie between the places of neighbouring cores, if it is a number."""
    core = [(term, factor) for term, factor in terms.items() if term.depends & DIFFERING]
    match core:
        case [(Value(op="atom", payload="block_idx"), factor)]:
            return abs(factor)
    return None
