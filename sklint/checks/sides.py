"""What one of the two vector cores of a block meets: its tree, with the tests of the sub-block decided for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sklint.checks.places import Around, places
from sklint.checks.pruned import Wanted, pruned
from sklint.host.rebuild import rebuild
from sklint.walk import tree
from sklint.walk.flow import Flow, key_of
from sklint.walk.guards import splits_block
from sklint.walk.kernel import Calls
from sklint.walk.values import CORE, SUB, Value, atom, constant, fresh

Held = Mapping[Value, Value]


@dataclass(frozen=True, slots=True)
class Met:
    """An event that a vector core can reach: the calls on the way, and the tiling keys it stands under (None: any).

    `doubtful` is one behind a condition that may tell the cores of a block apart, and was not decided.
    """

    event: tree.Event
    calls: Calls
    keys: frozenset[Value | None]
    doubtful: bool


def met_by(root: tree.Seq, sub_block: int, wanted: Wanted) -> Iterator[Met]:
    """The wanted events that vector core `sub_block` (0 or 1) of a block can reach, each once, in order."""
    found: dict[int, tuple[tree.Event, Calls]] = {}

    def step(state: None, event: tree.Event, calls: Calls) -> None:
        found.setdefault(id(event), (event, calls))

    seen = tree.Seq(tuple(_seen(pruned(root, wanted).body, sub_block, {})))
    Flow(step).run(seen, None)
    around: dict[int, list[Around]] = {}
    for node, one in places(seen, lambda node: id(node) in found):
        around.setdefault(id(node), []).append(one)
    for number, (event, calls) in found.items():
        ways = around[number]
        yield Met(event, calls, frozenset(map(_key, ways)), all(_is_doubtful(one, sub_block) for one in ways))


def _key(around: Around) -> Value | None:
    """The tiling key that the conditions on the way ask for, the innermost of them."""
    asked = [key_of(condition.value) for condition, truth in around.conditions if truth]
    return next((key for key in reversed(asked) if key is not None), None)


def _is_doubtful(around: Around, sub_block: int) -> bool:
    settled: dict[Value, Value] = {}
    for loop in around.loops:
        settled |= _settled(loop, sub_block, settled)
    return any(_parts(_for_core(condition.value, sub_block, settled)) for condition, _ in around.conditions)


def _settled(loop: tree.Loop, sub_block: int, outer: Held) -> Held:
    """Carried values that tell no cores apart once it is known which one this is, each with a value that does not."""
    left = [
        one for one in loop.carried if one.during is not None and one.before is not None and one.following is not None
    ]
    while True:
        settled = {one.during: fresh("round", one.during.depends & ~SUB) for one in left if one.during is not None}
        known = {**outer, **settled}
        kept = [
            one
            for one in left
            if not any(
                _parts(_for_core(made, sub_block, known)) for made in (one.before, one.following) if made is not None
            )
        ]
        if len(kept) == len(left):
            return settled
        left = kept


def _parts(value: Value) -> bool:
    """Whether the two vector cores of a block may have different values there."""
    return bool(value.depends & SUB) or splits_block(value)


def _seen(body: tuple[tree.Node, ...], sub_block: int, held: Held) -> Iterator[tree.Node]:
    """The nodes as the core sees them; `held` are values that a loop carries and this core never changes."""
    for node in body:
        match node:
            case tree.Seq(body=inner):
                yield tree.Seq(tuple(_seen(inner, sub_block, held)))
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                decided = _decided(condition.value, sub_block, held)
                if decided is None:
                    sides = [tree.Seq(tuple(_seen(side.body, sub_block, held))) for side in (then, otherwise)]
                    yield tree.Branch(condition, *sides)
                else:
                    yield tree.Seq(tuple(_seen((then if decided else otherwise).body, sub_block, held)))
            case tree.Loop(body=inner_body):
                kept = _kept(node, sub_block, held)
                inside = {**held, **{one.during: before for one, before in kept if one.during is not None}}
                seen = tree.Seq(tuple(_seen(inner_body.body, sub_block, inside)))
                yield replace(node, body=seen)
                held = {**held, **{one.after: before for one, before in kept}}
            case tree.Called(function=function, site=site, defined=defined, body=inner_body):
                yield tree.Called(function, site, defined, tree.Seq(tuple(_seen(inner_body.body, sub_block, held))))
            case _:
                yield node


def _kept(loop: tree.Loop, sub_block: int, held: Held) -> list[tuple[tree.Carried, Value]]:
    """What the rounds of a loop carry and leave as it is on this core, with the constant that it stays."""
    kept = [
        (one, before)
        for one in loop.carried
        if one.during is not None and one.before is not None and one.following is not None
        for before in (_for_core(one.before, sub_block, held),)
        if before.is_constant
    ]
    while True:
        assumed = {**held, **{one.during: before for one, before in kept if one.during is not None}}
        left = [(one, before) for one, before in kept if _stays(one, before, sub_block, assumed)]
        if len(left) == len(kept):
            return kept
        kept = left


def _stays(one: tree.Carried, before: Value, sub_block: int, assumed: Held) -> bool:
    after = (one.following, *(value for _, value in one.broken))
    return all(value is not None and _for_core(value, sub_block, assumed) is before for value in after)


def _decided(value: Value, sub_block: int, held: Held) -> bool | None:
    """What a condition is for a vector core; None where it does not tell the two apart."""
    if not splits_block(value) and held.keys().isdisjoint(value.walk()):
        return None
    found = _for_core(value, sub_block, held)
    return bool(found.payload) if found.is_constant else None


def _for_core(value: Value, sub_block: int, held: Held) -> Value:
    known = {**held, atom("sub_block_idx", SUB): constant(sub_block)}
    if splits_block(value):
        for part in value.walk():
            if part.op == "%" and part.args[0].depends & CORE:
                known[part] = constant(sub_block)
    return rebuild(value, known)
