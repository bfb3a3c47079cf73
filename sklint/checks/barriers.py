"""Where barriers stand in a kernel, under which conditions, and which launches reach them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sklint.checks.places import Conditions, places
from sklint.host.launch import Launch
from sklint.host.reach import reaches
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.knowledge import Way
from sklint.walk.values import Value


@dataclass(frozen=True, slots=True)
class Reached:
    """An event of one kind of core, the calls that lead to it and the conditions on the way there."""

    event: tree.Event
    core_kind: str
    calls: tuple[tree.Called, ...]
    conditions: Conditions

    @property
    def values(self) -> Way:
        """The conditions that the host may decide."""
        return told(self.conditions)


def told(conditions: Conditions) -> Way:
    """Of conditions those that all cores agree on: the host may decide them."""
    return tuple((c.value, truth) for c, truth in conditions if not c.value.core_dependent)


def all_reached(kernel: WalkedKernel, wanted: Callable[[tree.Event], bool]) -> Iterator[Reached]:
    """The wanted barriers of a kernel in order, first those of vector cores."""
    return (place for place in kernel.once(_barriers) if wanted(place.event))


def _barriers(kernel: WalkedKernel) -> tuple[Reached, ...]:
    return tuple(
        Reached(event, core_kind, around.calls, around.conditions)
        for core_kind in sorted(kernel.trees, reverse=True)
        for event, around in places(kernel.trees[core_kind], _is_barrier)
        if isinstance(event, (tree.AllCoreSync, tree.FlagSet))
    )


def _is_barrier(node: tree.Node) -> bool:
    return isinstance(node, (tree.AllCoreSync, tree.FlagSet))


def ways_to_tests(root: tree.Node) -> dict[Value, list[Conditions]]:
    """The core-dependent conditions that a tree tests, each with the conditions on the ways to its tests."""
    found: dict[Value, list[Conditions]] = {}
    for node, around in places(root, lambda node: isinstance(node, (tree.Branch, tree.Loop))):
        match node:
            case tree.Branch(condition=condition) | tree.Loop(trips=condition):
                if condition.value.core_dependent:
                    found.setdefault(condition.value, []).append(around.conditions)
    return found


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
