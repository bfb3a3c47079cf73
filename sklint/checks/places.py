"""Where nodes stand in a tree: the conditions on the way, the calls, and the loops with what they carry round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sklint.walk import tree
from sklint.walk.kernel import Calls
from sklint.walk.values import Value

Conditions = tuple[tuple[tree.Condition, bool], ...]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a node, outermost first: calls, conditions with the side taken, and loops."""

    calls: Calls = ()
    conditions: Conditions = ()
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


Places = list[tuple[tree.Node, Around]]


def places(root: tree.Node, wanted: Callable[[tree.Node], bool]) -> Places:
    """The wanted nodes of a tree in order, each with what stands around it."""
    found: Places = []
    _collect(root, wanted, Around(), found)
    return found


def _collect(node: tree.Node, wanted: Callable[[tree.Node], bool], around: Around, found: Places) -> None:
    if wanted(node):
        found.append((node, around))
    calls, conditions, loops = around.calls, around.conditions, around.loops
    match node:
        case tree.Seq(body=body):
            for inner in body:
                _collect(inner, wanted, around, found)
                if isinstance(inner, tree.Branch) and (behind := _behind(inner)):
                    around = Around(calls, around.conditions + behind, loops)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            _collect(then, wanted, Around(calls, (*conditions, (condition, True)), loops), found)
            _collect(otherwise, wanted, Around(calls, (*conditions, (condition, False)), loops), found)
        case tree.Loop(body=body):
            inside = around if node.trips.text == "once" else Around(calls, conditions, (*loops, node))
            _collect(body, wanted, inside, found)
        case tree.Called(body=body):
            _collect(body, wanted, Around((*calls, node), conditions, loops), found)


def _behind(branch: tree.Branch) -> Conditions:
    """What holds behind a branch because one of its sides left."""
    if _leaves(branch.then):
        return ((branch.condition, False),)
    return ((branch.condition, True),) if _leaves(branch.otherwise) else ()


def _leaves(side: tree.Seq) -> bool:
    return bool(side.body) and isinstance(side.body[-1], tree.Exit)
