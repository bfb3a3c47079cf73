"""Where scalar stores stand: the conditions on the way, the calls, and the loops with what they carry round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from sklint.walk import tree
from sklint.walk.kernel import Calls
from sklint.walk.values import ZERO, Value, add, scale


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around an event, outermost first: calls, conditions with the side taken, and loops."""

    calls: Calls = ()
    conditions: tuple[tuple[tree.Condition, bool], ...] = ()
    loops: tuple[tree.Loop, ...] = ()

    @property
    def first_round(self) -> Mapping[Value, Value]:
        """What the open values of the loops are in their first round."""
        return {
            one.during: one.before
            for loop in self.loops
            for one in loop.carried
            if one.during is not None and one.before is not None
        }


def accesses(
    node: tree.Node, wanted: Callable[[tree.Event], bool], around: Around | None = None
) -> Iterator[tuple[tree.Event, Around]]:
    """The wanted events of a tree in order, each with what stands around it."""
    around = around or Around()
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from accesses(inner, wanted, around)
                if isinstance(inner, tree.Branch):
                    around = replace(around, conditions=(*around.conditions, *_behind(inner)))
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            for side, truth in ((then, True), (otherwise, False)):
                yield from accesses(side, wanted, replace(around, conditions=(*around.conditions, (condition, truth))))
        case tree.Loop(body=body):
            inside = around if node.trips.text == "once" else replace(around, loops=(*around.loops, node))
            yield from accesses(body, wanted, inside)
        case tree.Called(body=body):
            yield from accesses(body, wanted, replace(around, calls=(*around.calls, node)))
        case tree.Exit():
            return
        case _:
            if wanted(node):
                yield node, around


def _behind(branch: tree.Branch) -> Iterator[tuple[tree.Condition, bool]]:
    """What holds behind a branch because one of its sides left."""
    if _leaves(branch.then):
        yield branch.condition, False
    elif _leaves(branch.otherwise):
        yield branch.condition, True


def _leaves(side: tree.Seq) -> bool:
    return bool(side.body) and isinstance(side.body[-1], tree.Exit)


def terms_of(value: Value, first: Mapping[Value, Value], depth: int = 4) -> dict[Value, int | float]:
    """The terms of a distance and their factors, with loop variables as they are in the first round."""
    pairs = zip(value.args, value.payload[1], strict=True) if value.op == "sum" else [(value, 1)]
    whole = ZERO
    again = False
    for term, factor in pairs:
        start = first.get(term)
        again = again or start is not None
        whole = add(whole, scale(term if start is None else start, factor))
    if again and depth:
        return terms_of(whole, first, depth - 1)
    if whole.is_constant:
        return {}
    return dict(zip(whole.args, whole.payload[1], strict=True)) if whole.op == "sum" else {whole: 1}
