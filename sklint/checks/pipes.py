"""The life of TPipe objects along a path, as SK401 and SK402 ask about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import PurePath

from sklint.checks.keys import decided
from sklint.checks.launched import MOST_WAYS, LaunchedCores, host_decides
from sklint.checks.one_run import Runs
from sklint.checks.places import Conditions, places
from sklint.checks.pruned import pruned
from sklint.finding import Message, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value

# Where a meeting is told, and whether the other pipe is alive.
Place = tuple[object, bool]


@dataclass(frozen=True, slots=True)
class Lives:
    """The pipes that are alive, the end of one that no barrier has followed yet, and the meeting that just was."""

    alive: tuple[tree.PipeBegin, ...] = ()
    ended: tree.PipeEnd | None = None
    met: Place | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pipe, or raw use of local memory, that begins while another is alive (`other`) or unsettled (`ended`).

    `bare` tells that the pipe that is alive has handed out nothing and nothing was done since it began; `quiet` that
    nothing is in flight at the end of the other, `unseen` that nothing is that was read, `open` that code between the
    two was not read, and `settled` that on all paths a full barrier stands behind the begin, before anything is done
    with the pipe.
    """

    begin: tree.PipeBegin | tree.LocalUse
    calls: tuple[tree.Called, ...]
    other: tree.PipeBegin | None = None
    bare: bool = False
    ended: tree.PipeEnd | None = None
    quiet: bool = False
    unseen: bool = False
    open: bool = False
    settled: bool = False


def told_apart(name: str, at: Span, other: str, beside: Span) -> str | Message:
    """What a pipe is called in a message beside another: of two that have one name the place is told as well."""
    if name != other:
        return f"`{name}`"
    if at.path == beside.path:
        return message("`{pipe}` (line {line})", pipe=name, line=at.line)
    return message("`{pipe}` (`{file}`, line {line})", pipe=name, file=PurePath(at.path).name, line=at.line)


def _concerns_pipes(event: tree.Event) -> bool:
    return isinstance(event, (tree.PipeBegin, tree.PipeEnd, tree.LocalUse, tree.Barrier, tree.AllCoreSync))


def _note(found: dict[Place, Meeting], place: Place, meeting: Meeting) -> None:
    """Keep the first meeting of a place, but one with more handed out or in flight before one with less."""
    known = found.get(place)
    if known is None or _harmless(known) > _harmless(meeting):
        found[place] = meeting


def _harmless(meeting: Meeting) -> tuple[bool, ...]:
    return meeting.bare, meeting.quiet, meeting.open, meeting.unseen


# the events that say something of their place
_TELLING = (tree.PipeBegin, tree.PipeEnd, tree.LocalUse, tree.Barrier, tree.AllCoreSync)


class _Truths:
    """What the events of a tree say of their place, as all launched cores find it that get there."""

    def __init__(self, kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> None:
        self._cores = LaunchedCores(kernel, core_kind)
        self._kernel = kernel
        self._runs = Runs(kernel)
        self._ways: dict[int, list[Conditions]] = defaultdict(list)
        for node, around in places(root, lambda node: isinstance(node, _TELLING)):
            self._ways[id(node)].append(around.conditions)

    def hold(self, event: tree.Event, value: Value) -> bool:
        """Whether what an event says is so wherever it stands."""
        return all(self._cores.holds(value, way) for way in self._ways_to(event))

    def meet(self, one: tree.Event, other: tree.Event) -> bool:
        """Whether one run may get to both."""
        return any(self._runs.may_have(*ways) for ways in product(self._ways_to(one), self._ways_to(other)))

    def is_open(self, ended: tree.PipeEnd, begin: tree.PipeBegin | tree.LocalUse) -> bool:
        """Whether code between the two was lost: with a header that is not there, or as the walk was given up."""
        if not (self._kernel.program.missing or self._kernel.limited):
            return False
        # of a statement that clang dropped nothing is left but the error
        return not self.hold(begin, begin.read) or any(
            problem.at is not None
            and problem.at.path == ended.at.path == begin.at.path
            and ended.at.end_line < problem.at.line < begin.at.line
            for problem in self._kernel.program.problems
        )

    def _ways_to(self, event: tree.Event) -> list[Conditions]:
        ways = self._ways[id(event)]
        return ways if len(ways) <= MOST_WAYS else [()]


def _of_one_run(truths: _Truths, state: Lives, event: tree.PipeBegin | tree.LocalUse) -> Lives:
    """What of a state there may be where a run gets to an event."""
    ended = state.ended if state.ended is not None and truths.meet(state.ended, event) else None
    return replace(state, alive=tuple(one for one in state.alive if truths.meet(one, event)), ended=ended)


def _behind(
    truths: _Truths, begin: tree.PipeBegin | tree.LocalUse, calls: tuple[tree.Called, ...], ended: tree.PipeEnd
) -> Meeting:
    unseen = all(truths.hold(ended, idle) for idle in ended.idle)
    quiet = unseen and truths.hold(ended, ended.read)
    return Meeting(begin, calls, ended=ended, quiet=quiet, unseen=unseen, open=truths.is_open(ended, begin))


def meetings(kernel: WalkedKernel) -> tuple[tuple[str, Meeting], ...]:
    """Where pipes meet each other, per kind of core, each place once."""
    return kernel.once(_meetings)


def _meetings(kernel: WalkedKernel) -> tuple[tuple[str, Meeting], ...]:
    return tuple(_met(kernel))


def _met(kernel: WalkedKernel) -> Iterator[tuple[str, Meeting]]:
    for core_kind, root in kernel.trees.items():
        cut = pruned(root, _concerns_pipes)
        # only where pipes may meet it is worth reading the host
        if _along(kernel, core_kind, cut):
            for meeting in _along(kernel, core_kind, decided(cut, host_decides(kernel))):
                yield core_kind, meeting


def _along(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> list[Meeting]:
    """The meetings on the paths of a tree, each place once."""
    truths = _Truths(kernel, core_kind, root)
    found: dict[Place, Meeting] = {}
    # how the paths go on behind a meeting: True where a full barrier comes first
    behind: dict[Place, set[bool]] = defaultdict(set)

    def step(state: Lives, event: tree.Event, calls: tuple[tree.Called, ...]) -> Lives:
        match event:
            case tree.Barrier(pipe="PIPE_ALL") | tree.AllCoreSync() if state.met is not None:
                soft = isinstance(event, tree.AllCoreSync) and event.soft
                behind[state.met].add(not soft and truths.hold(event, event.untouched))
                state = replace(state, met=None)
            case tree.PipeEnd() if state.met is not None:
                # a pipe that nothing was done with overwrites nothing, and shows no barrier either
                if not truths.hold(event, event.untouched):
                    behind[state.met].add(False)
                state = replace(state, met=None)
            case tree.PipeBegin() | tree.LocalUse() if state.met is not None:
                behind[state.met].add(False)
                state = replace(state, met=None)
        if isinstance(event, (tree.PipeBegin, tree.LocalUse)):
            state = _of_one_run(truths, state, event)
        match event:
            case tree.PipeBegin():
                # a class that brings a pipe is one defect, however many objects of it the kernel declares
                place = event.field or event.at
                if state.alive:
                    met = Meeting(event, calls, state.alive[-1], truths.hold(event, event.bare))
                    _note(found, (place, True), met)
                elif state.ended is not None:
                    _note(found, (place, False), _behind(truths, event, calls, state.ended))
                    state = replace(state, met=(place, False))
                others = tuple(b for b in state.alive if b.pipe != event.pipe)
                return replace(state, alive=(*others, event))
            case tree.PipeEnd():
                return Lives(tuple(b for b in state.alive if b.pipe != event.pipe), event)
            case tree.LocalUse() if state.ended is not None and not state.alive:
                _note(found, (event.at, False), _behind(truths, event, calls, state.ended))
                return replace(state, ended=None)
            case tree.Barrier(pipe="PIPE_ALL") | tree.AllCoreSync(soft=False):
                return replace(state, ended=None)
        return state

    for last in Flow(step).run(root, Lives()):
        if last.met is not None:
            behind[last.met].add(False)
    return [replace(met, settled=behind[place] == {True}) for place, met in found.items()]
