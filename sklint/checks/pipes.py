"""The life of TPipe objects along a path, as SK401 and SK402 ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.keys import decided
from sklint.checks.launched import always_holds, host_decides
from sklint.checks.pruned import pruned
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import WalkedKernel


@dataclass(frozen=True, slots=True)
class Lives:
    """The pipes that are alive, and the end of one that no barrier has followed yet."""

    alive: tuple[tree.PipeBegin, ...] = ()
    ended: tree.PipeEnd | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pipe, or raw use of local memory, that begins while another is alive (`other`) or unsettled (`ended`).

    `quiet` tells that nothing is in flight at that end.
    """

    begin: tree.PipeBegin | tree.LocalUse
    calls: tuple[tree.Called, ...]
    other: tree.PipeBegin | None = None
    ended: tree.PipeEnd | None = None
    quiet: bool = False


def _concerns_pipes(event: tree.Event) -> bool:
    return isinstance(event, (tree.PipeBegin, tree.PipeEnd, tree.LocalUse, tree.Barrier, tree.AllCoreSync))


def _note(found: dict[tuple[object, bool], Meeting], place: tuple[object, bool], meeting: Meeting) -> None:
    """Keep the first meeting of a place, but one with work in flight before one with none."""
    known = found.get(place)
    if known is None or (known.quiet and not meeting.quiet):
        found[place] = meeting


def _behind(
    kernel: WalkedKernel, begin: tree.PipeBegin | tree.LocalUse, calls: tuple[tree.Called, ...], ended: tree.PipeEnd
) -> Meeting:
    return Meeting(begin, calls, None, ended, always_holds(kernel, ended.quiet))


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
    found: dict[tuple[object, bool], Meeting] = {}

    def step(state: Lives, event: tree.Event, calls: tuple[tree.Called, ...]) -> Lives:
        match event:
            case tree.PipeBegin():
                # a class that brings a pipe is one defect, however many objects of it the kernel declares
                place = event.field or event.at
                if state.alive:
                    found.setdefault((place, True), Meeting(event, calls, state.alive[-1]))
                elif state.ended is not None:
                    _note(found, (place, False), _behind(kernel, event, calls, state.ended))
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

    Flow(step).run(root, Lives())
    return list(found.values())
