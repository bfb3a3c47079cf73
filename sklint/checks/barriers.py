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
    """The wanted events of a kernel in order, first those of vector cores."""
    for core_kind in sorted(kernel.trees, reverse=True):
        yield from _reached(kernel.trees[core_kind], wanted, core_kind, (), ())


def _reached(
    node: tree.Node,
    wanted: Callable[[tree.Event], bool],
    core_kind: str,
    calls: tuple[tree.Called, ...],
    conditions: Conditions,
) -> Iterator[Reached]:
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _reached(inner, wanted, core_kind, calls, conditions)
                if isinstance(inner, tree.Branch):
                    conditions = (*conditions, *_after(inner))
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            yield from _reached(then, wanted, core_kind, calls, (*conditions, (condition, True)))
            yield from _reached(otherwise, wanted, core_kind, calls, (*conditions, (condition, False)))
        case tree.Loop(body=inner_body):
            yield from _reached(inner_body, wanted, core_kind, calls, conditions)
        case tree.Called(body=inner_body):
            yield from _reached(inner_body, wanted, core_kind, (*calls, node), conditions)
        case tree.Exit():
            return
        case _:
            if wanted(node):
                yield Reached(node, core_kind, calls, conditions)


def ways_to_tests(root: tree.Node) -> dict[Value, list[Conditions]]:
    """The core-dependent conditions that a tree tests, each with the conditions on the ways to its tests."""
    found: dict[Value, list[Conditions]] = {}
    stack: list[tuple[tree.Node, Conditions]] = [(root, ())]
    while stack:
        node, conditions = stack.pop()
        match node:
            case tree.Seq(body=body):
                after = conditions
                for inner in body:
                    stack.append((inner, after))
                    if isinstance(inner, tree.Branch):
                        after = (*after, *_after(inner))
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                _note(found, condition, conditions)
                stack.append((otherwise, (*conditions, (condition, False))))
                stack.append((then, (*conditions, (condition, True))))
            case tree.Loop(trips=condition, body=inner_body):
                _note(found, condition, conditions)
                stack.append((inner_body, conditions))
            case tree.Called(body=inner_body):
                stack.append((inner_body, conditions))
    return found


def _note(found: dict[Value, list[Conditions]], condition: tree.Condition, before: Conditions) -> None:
    if condition.value.core_dependent:
        found.setdefault(condition.value, []).append(before)


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
    template = [parameter.name for parameter in kernel.entry.template]
    for launch in kernel.launches:
        place = next((one for one in places if reaches(one.values, launch, template, mode, seen)), None)
        if place is not None:
            yield launch, place


def in_batch_mode(kernel: WalkedKernel) -> bool:
    """Whether the kernel itself asks for batch mode (`__schedmode__(1)`)."""
    return "schedmode(1)" in kernel.entry.attributes
