"""Where nodes stand in a tree: the conditions on the way, the calls, and the loops with what they carry round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sklint.walk import tree
from sklint.walk.kernel import Calls
from sklint.walk.values import Value, both, either, negate, show

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


def _collect(node: tree.Node, wanted: Callable[[tree.Node], bool], around: Around, found: Places) -> Conditions | None:
    """Note the wanted nodes; gives what more holds for who comes out behind the node, None where nobody does."""
    if wanted(node):
        found.append((node, around))
    calls, conditions, loops = around.calls, around.conditions, around.loops
    match node:
        case tree.Seq(body=body):
            more: Conditions | None = ()
            for inner in body:
                behind = _collect(inner, wanted, around, found)
                if behind:
                    around = Around(calls, around.conditions + behind, loops)
                more = None if more is None or behind is None else more + behind
            return more
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            yes, no = (condition, True), (condition, False)
            one = _collect(then, wanted, Around(calls, (*conditions, yes), loops), found)
            other = _collect(otherwise, wanted, Around(calls, (*conditions, no), loops), found)
            if one is None or other is None:
                return (no, *other) if other is not None else (yes, *one) if one is not None else None
            return _on_either_side(one, other)
        case tree.Loop(body=body):
            inside = around if node.trips.text == "once" else Around(calls, conditions, (*loops, node))
            _collect(body, wanted, inside, found)
        case tree.Called(body=body):
            _collect(body, wanted, Around((*calls, node), conditions, loops), found)
        case tree.Exit():
            return None
    return ()


def _on_either_side(one: Conditions, other: Conditions) -> Conditions:
    """What holds where two ways meet again: what holds on both, and of the rest that the one or the other does."""
    left, right = ({(condition.value, side) for condition, side in way} for way in (one, other))
    same = tuple((condition, side) for condition, side in one if (condition.value, side) in right)
    rest = [
        [(condition, side) for condition, side in way if (condition.value, side) not in left & right]
        for way in (one, other)
    ]
    if not all(rest):
        return same
    value = either(*(both(*(c.value if side else negate(c.value) for c, side in way)) for way in rest))
    if value.is_constant:
        return same
    parts = [condition for way in rest for condition, _ in way]
    origins = tuple(origin for condition in parts for origin in condition.origins)
    whole = tree.Condition(tree.depends_word(value.depends), value, show(value), parts[0].at, origins)
    return (*same, (whole, True))
