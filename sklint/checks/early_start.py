"""Early-start calls along the paths of a kernel, tiling key by tiling key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sklint.checks.keys import by_key
from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import WalkedKernel

WHICH = ("wait", "set")
NAMES = {"wait": "WaitPreTaskEnd", "set": "SetNextTaskStart"}
Calls = tuple[tree.Called, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A call of `which` with the calls that lead to it."""

    event: tree.EarlyStart
    calls: Calls


@dataclass(frozen=True, slots=True)
class Way:
    """How often a path has made each call, up to two."""

    waits: int = 0
    sets: int = 0

    def count(self, which: str) -> int:
        return self.sets if which == "set" else self.waits


@dataclass(frozen=True, slots=True)
class Keyed:
    """The early-start calls of one kind of core under one tiling key.

    `root` holds those calls only. `calls` are all of them by place, `repeated` those that a path makes a second time,
    `ways` what paths have made when they end.
    """

    key: int | None
    core_kind: str
    root: tree.Seq
    calls: tuple[Placed, ...]
    repeated: tuple[Placed, ...]
    ways: tuple[Way, ...]

    def of(self, which: str) -> tuple[Placed, ...]:
        return tuple(placed for placed in self.calls if placed.event.which == which)

    def misses(self, which: str) -> bool:
        """Whether some path makes the other call, or has none to make, and not this one.

        A path that leaves out both is meant to (every core takes it, or SK601 speaks of the cores that part there).
        """
        other = "wait" if which == "set" else "set"
        alone = not self.of(other)
        return any(not way.count(which) and (alone or way.count(other)) for way in self.ways)


def is_early_start(event: tree.Event) -> bool:
    return isinstance(event, tree.EarlyStart)


def keyed(kernel: WalkedKernel) -> Iterator[Keyed]:
    """The calls of each tiling key and kind of core; nothing for a kernel without any."""
    roots = {kind: pruned(root, is_early_start) for kind, root in kernel.trees.items()}
    if not any(root.body for root in roots.values()):
        return
    for key, specialised in by_key(roots, kernel.keys):
        for core_kind, root in specialised.items():
            yield _followed(key, core_kind, pruned(root, is_early_start))


def _followed(key: int | None, core_kind: str, root: tree.Seq) -> Keyed:
    calls: dict[object, Placed] = {}
    repeated: dict[object, Placed] = {}

    def step(way: Way, event: tree.Event, path: Calls) -> Way:
        if not isinstance(event, tree.EarlyStart):
            return way
        calls.setdefault(event.at, Placed(event, path))
        if way.count(event.which):
            repeated.setdefault(event.at, Placed(event, path))
        if event.which == "set":
            return replace(way, sets=min(way.sets + 1, 2))
        return replace(way, waits=min(way.waits + 1, 2))

    ways = Flow(step).run(root, Way())
    return Keyed(key, core_kind, root, tuple(calls.values()), tuple(repeated.values()), ways)


def before(root: tree.Seq, comes: Callable[[tree.Event], bool]) -> Iterator[tuple[tree.Event, Calls]]:
    """The events from which a path leads on to one that `comes` says yes to, in order of a backward walk."""
    found: list[tuple[tree.Event, Calls]] = []
    _Backwards(comes, found).sequence(root.body, {"here": False, "return": False})
    found.reverse()
    yield from found


class _Backwards:
    """Says of each point whether what is asked for may follow, continued through callers and rounds."""

    def __init__(self, comes: Callable[[tree.Event], bool], found: list[tuple[tree.Event, Calls]]) -> None:
        self._comes = comes
        self._found = found
        self._calls: list[tree.Called] = []

    def sequence(self, body: tuple[tree.Node, ...], exits: dict[str, bool]) -> bool:
        follows = exits["here"]
        for node in reversed(body):
            follows = self._node(node, {**exits, "here": follows})
        return follows

    def _node(self, node: tree.Node, exits: dict[str, bool]) -> bool:
        match node:
            case tree.Seq(body=body):
                return self.sequence(body, exits)
            case tree.Branch(then=then, otherwise=otherwise):
                left = self.sequence(then.body, exits)
                return self.sequence(otherwise.body, exits) or left
            case tree.Loop(body=body):
                inner = {**exits, "break": exits["here"], "continue": exits["here"]}
                first = self.sequence(body.body, inner)
                if first and not exits["here"]:
                    # what a later round does comes after this one
                    first = self.sequence(body.body, {**inner, "here": True, "continue": True})
                return first or exits["here"]
            case tree.Called(body=body):
                self._calls.append(node)
                first = self.sequence(body.body, {"here": exits["here"], "return": exits["here"]})
                self._calls.pop()
                return first
            case tree.Exit(what=what):
                return exits.get(what, False)
        if self._comes(node):
            return True
        if exits["here"]:
            self._found.append((node, tuple(self._calls)))
        return exits["here"]
