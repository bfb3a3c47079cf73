"""The life of TPipe objects along a path, as SK401 and SK402 ask about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.keys import decided
from sklint.checks.launched import always_holds, host_decides
from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import WalkedKernel

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

    `quiet` tells that nothing is in flight at that end, `unseen` that nothing is that was read, and `settled` that on
    all paths a full barrier stands behind the begin, before anything is done with the pipe.
    """

    begin: tree.PipeBegin | tree.LocalUse
    calls: tuple[tree.Called, ...]
    other: tree.PipeBegin | None = None
    ended: tree.PipeEnd | None = None
    quiet: bool = False
    unseen: bool = False
    settled: bool = False


def _concerns_pipes(event: tree.Event) -> bool:
    return isinstance(event, (tree.PipeBegin, tree.PipeEnd, tree.LocalUse, tree.Barrier, tree.AllCoreSync))


def _note(found: dict[Place, Meeting], place: Place, meeting: Meeting) -> None:
    """Keep the first meeting of a place, but one with more in flight before one with less."""
    known = found.get(place)
    if known is None or (known.quiet, known.unseen) > (meeting.quiet, meeting.unseen):
        found[place] = meeting


def _behind(
    kernel: WalkedKernel, begin: tree.PipeBegin | tree.LocalUse, calls: tuple[tree.Called, ...], ended: tree.PipeEnd
) -> Meeting:
    quiet = always_holds(kernel, ended.quiet)
    return Meeting(begin, calls, None, ended, quiet, quiet or always_holds(kernel, ended.unseen))


def meetings(kernel: WalkedKernel) -> tuple[tuple[str, Meeting], ...]:
    """Where pipes meet each other, per kind of core, each place once."""
    return kernel.once(_meetings)


def _meetings(kernel: WalkedKernel) -> tuple[tuple[str, Meeting], ...]:
    return tuple(_met(kernel))


def _met(kernel: WalkedKernel) -> Iterator[tuple[str, Meeting]]:
    for core_kind, root in kernel.trees.items():
        cut = pruned(root, _concerns_pipes)
        # only where pipes may meet it is worth reading the host
        if _along(kernel, cut):
            for meeting in _along(kernel, decided(cut, host_decides(kernel))):
                yield core_kind, meeting


def _along(kernel: WalkedKernel, root: tree.Seq) -> list[Meeting]:
    """The meetings on the paths of a tree, each place once."""
    found: dict[Place, Meeting] = {}
    # how the paths go on behind a meeting: True where a full barrier comes first
    behind: dict[Place, set[bool]] = defaultdict(set)

    def step(state: Lives, event: tree.Event, calls: tuple[tree.Called, ...]) -> Lives:
        match event:
            case tree.Barrier(pipe="PIPE_ALL") | tree.AllCoreSync() if state.met is not None:
                soft = isinstance(event, tree.AllCoreSync) and event.soft
                behind[state.met].add(not soft and always_holds(kernel, event.untouched))
                state = replace(state, met=None)
            case tree.PipeEnd() if state.met is not None:
                # a pipe that nothing was done with overwrites nothing, and shows no barrier either
                if not always_holds(kernel, event.untouched):
                    behind[state.met].add(False)
                state = replace(state, met=None)
            case tree.PipeBegin() | tree.LocalUse() if state.met is not None:
                behind[state.met].add(False)
                state = replace(state, met=None)
        match event:
            case tree.PipeBegin():
                # a class that brings a pipe is one defect, however many objects of it the kernel declares
                place = event.field or event.at
                if state.alive:
                    found.setdefault((place, True), Meeting(event, calls, state.alive[-1]))
                elif state.ended is not None:
                    _note(found, (place, False), _behind(kernel, event, calls, state.ended))
                    state = replace(state, met=(place, False))
                others = tuple(b for b in state.alive if b.pipe != event.pipe)
                return replace(state, alive=(*others, event))
            case tree.PipeEnd():
                return Lives(tuple(b for b in state.alive if b.pipe != event.pipe), event)
            case tree.LocalUse() if state.ended is not None and not state.alive:
                _note(found, (event.at, False), _behind(kernel, event, calls, state.ended))
                return replace(state, ended=None)
            case tree.Barrier(pipe="PIPE_ALL") | tree.AllCoreSync(soft=False):
                return replace(state, ended=None)
        return state

    for last in Flow(step).run(root, Lives()):
        if last.met is not None:
            behind[last.met].add(False)
    return [replace(met, settled=behind[place] == {True}) for place, met in found.items()]
