"""What one of the two vector cores of a block meets: its tree, with the tests of the sub-block decided for it."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.pruned import Wanted, pruned
from sklint.host.rebuild import rebuild
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.guards import splits_block
from sklint.walk.kernel import Calls
from sklint.walk.values import CORE, SUB, Value, atom, constant


def met_by(root: tree.Seq, sub_block: int, wanted: Wanted) -> Iterator[tuple[tree.Event, Calls]]:
    """The wanted events that vector core `sub_block` (0 or 1) of a block can reach, each once, in order."""
    found: dict[int, tuple[tree.Event, Calls]] = {}

    def step(state: None, event: tree.Event, calls: Calls) -> None:
        found.setdefault(id(event), (event, calls))

    Flow(step).run(tree.Seq(tuple(_seen(pruned(root, wanted).body, sub_block))), None)
    yield from found.values()


def _seen(body: tuple[tree.Node, ...], sub_block: int) -> Iterator[tree.Node]:
    for node in body:
        match node:
            case tree.Seq(body=inner):
                yield tree.Seq(tuple(_seen(inner, sub_block)))
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                decided = _decided(condition.value, sub_block)
                if decided is None:
                    sides = [tree.Seq(tuple(_seen(side.body, sub_block))) for side in (then, otherwise)]
                    yield tree.Branch(condition, *sides)
                else:
                    yield tree.Seq(tuple(_seen((then if decided else otherwise).body, sub_block)))
            case tree.Loop(trips=trips, body=inner_body, count=count, at_least_once=once):
                yield tree.Loop(trips, tree.Seq(tuple(_seen(inner_body.body, sub_block))), count, once)
            case tree.Called(function=function, site=site, defined=defined, body=inner_body):
                yield tree.Called(function, site, defined, tree.Seq(tuple(_seen(inner_body.body, sub_block))))
            case _:
                yield node


def _decided(value: Value, sub_block: int) -> bool | None:
    """What a condition is for a vector core; None where it does not tell the two apart."""
    if not splits_block(value):
        return None
    known = {atom("sub_block_idx", SUB): constant(sub_block)}
    for part in value.walk():
        if part.op == "%" and part.args[0].depends & CORE:
            known[part] = constant(sub_block)
    found = rebuild(value, known)
    return bool(found.payload) if found.is_constant else None
