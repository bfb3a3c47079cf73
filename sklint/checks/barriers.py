"""Where barriers stand in a kernel, under which conditions, and which launches reach them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sklint.host.launch import Launch
from sklint.host.reach import reaches
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value

Conditions = tuple[tuple[tree.Condition, bool], ...]
Place = tuple[tree.Node, tuple[tree.Called, ...], Conditions]
DIRECT = ("<<<>>>", "EXEC_KERNEL_CMD", "ACLRT_LAUNCH_KERNEL")


@dataclass(frozen=True, slots=True)
class Reached:
    """An event of one kind of core, the calls that lead to it and the conditions on the way there."""

    event: tree.Event
    core_kind: str
    calls: tuple[tree.Called, ...]
    conditions: Conditions

    @property
    def values(self) -> tuple[tuple[Value, bool], ...]:
        """The conditions that the host may decide."""
        return told(self.conditions)


def told(conditions: Conditions) -> tuple[tuple[Value, bool], ...]:
    """Of conditions those that all cores agree on: the host may decide them."""
    return tuple((c.value, truth) for c, truth in conditions if not c.value.core_dependent)


def all_reached(kernel: WalkedKernel, wanted: Callable[[tree.Event], bool]) -> Iterator[Reached]:
    """The wanted barriers of a kernel in order, first those of vector cores."""
    return (place for place in kernel.once(_barriers) if wanted(place.event))


def _barriers(kernel: WalkedKernel) -> tuple[Reached, ...]:
    return tuple(
        Reached(node, core_kind, calls, conditions)
        for core_kind in sorted(kernel.trees, reverse=True)
        for node, calls, conditions in _places(kernel.trees[core_kind])
        if isinstance(node, (tree.AllCoreSync, tree.FlagSet))
    )


def ways_to_tests(root: tree.Node) -> dict[Value, list[Conditions]]:
    """The core-dependent conditions that a tree tests, each with the conditions on the ways to its tests."""
    found: dict[Value, list[Conditions]] = {}
    for node, _, conditions in _places(root):
        match node:
            case tree.Branch(condition=condition) | tree.Loop(trips=condition):
                if condition.value.core_dependent:
                    found.setdefault(condition.value, []).append(conditions)
    return found


def _places(root: tree.Node) -> list[Place]:
    """All nodes in order, each with the calls that lead to it and the conditions on the way there."""
    found: list[Place] = []
    _collect(root, (), (), found)
    return found


def _collect(node: tree.Node, calls: tuple[tree.Called, ...], conditions: Conditions, found: list[Place]) -> None:
    found.append((node, calls, conditions))
    match node:
        case tree.Seq(body=body):
            for inner in body:
                _collect(inner, calls, conditions, found)
                if isinstance(inner, tree.Branch):
                    conditions = (*conditions, *_after(inner))
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            _collect(then, calls, (*conditions, (condition, True)), found)
            _collect(otherwise, calls, (*conditions, (condition, False)), found)
        case tree.Loop(body=inner_body):
            _collect(inner_body, calls, conditions, found)
        case tree.Called(body=inner_body):
            _collect(inner_body, (*calls, node), conditions, found)


def _after(branch: tree.Branch) -> Conditions:
    """What holds behind a branch because one of its sides left."""
    if _leaves(branch.then):
        return ((branch.condition, False),)
    return ((branch.condition, True),) if _leaves(branch.otherwise) else ()


def _leaves(body: tree.Seq) -> bool:
    return bool(body.body) and isinstance(body.body[-1], tree.Exit)


def hard_barrier(event: tree.Event) -> bool:
    """Whether all cores of a kind in the launch have to pass this event together."""
    match event:
        case tree.AllCoreSync(soft=soft):
            return not soft
        case tree.FlagSet(mode=mode):
            return mode == 0
    return False


def launches_reaching(
    kernel: WalkedKernel, places: list[Reached], mode: int | None = None, seen: bool = False
) -> Iterator[tuple[Launch, Reached]]:
    """The launches under which one of `places` may be reached, or is `seen` to be; each with the first such place.

    With a `mode` only those count that have it on such a way.
    """
    for launch in kernel.launches:
        place = next((one for one in places if reaches(one.values, launch, kernel.parameters, mode, seen)), None)
        if place is not None:
            yield launch, place


def in_batch_mode(kernel: WalkedKernel) -> bool:
    """Whether the kernel itself asks for batch mode (`__schedmode__(1)`)."""
    return "schedmode(1)" in kernel.entry.attributes
