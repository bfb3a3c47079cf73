"""Barriers of vector cores behind which each of them tells the cube core of its block, before that goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from sklint.checks.flag_counts import BETWEEN, counter_of
from sklint.checks.pruned import pruned
from sklint.facts.table import table
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel

_STARTS = frozenset(table("calls")["object"]["matmul_starts"])
_Flags = frozenset[Hashable]


@dataclass(frozen=True, slots=True)
class _Told:
    """What vector cores set: `behind` a barrier on some path, and ahead of it on every one."""

    behind: dict[Span, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    ahead: dict[Span, _Flags] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Cube:
    """What a path of the cube core knows: whether it has done something that no vector core was told of, the flags it
    has waited for, and the barriers that it has not been told of, each with the flags that would."""

    ahead: bool = False
    waited: _Flags = frozenset()
    untold: frozenset[tuple[Span, _Flags]] = frozenset()


def told_cubes(kernel: WalkedKernel) -> frozenset[Span]:
    """The barriers of vector cores alone that cube cores pass as well, and behind which the two kinds are in order.

    All vector cores meet there, and each then sets a flag for the cube core, which waits for one (or for a barrier of
    both kinds) before it does anything: on every path, and with nothing of its own left to order from before.
    """
    told = _told(kernel.trees["aiv"]) if "aiv" in kernel.trees else _Told()
    if "aic" not in kernel.trees or not told.ahead:
        return frozenset()
    return frozenset(told.ahead) - _untold(kernel.trees["aic"], told)


def _told(root: tree.Seq) -> _Told:
    told = _Told()

    def step(state: tuple[frozenset[Span], _Flags], event: tree.Event, _: Calls) -> tuple[frozenset[Span], _Flags]:
        passed, flags = state
        match event:
            case tree.FlagSet():
                for barrier in passed:
                    told.behind[barrier].add(_flag(event))
                return passed, flags | {_flag(event)}
            case tree.AllCoreSync(at=at):
                told.ahead[at] = told.ahead.get(at, flags) & flags
                return passed | {at}, flags
        return state

    Flow(step).run(pruned(root, lambda event: _is_of_vectors(event) or _sets(event)), (frozenset(), frozenset()))
    return told


def _untold(root: tree.Seq, told: _Told) -> frozenset[Span]:
    """The barriers that the cube core passes and may do something behind, or leave the kernel, without being told."""
    found: set[Span] = set()

    def step(state: _Cube, event: tree.Event, _: Calls) -> _Cube:
        match event:
            case tree.AllCoreSync(aiv_only=False):
                return replace(state, ahead=False, untold=frozenset())
            case tree.AllCoreSync(at=at):
                # a flag that was set ahead of the barrier, and not waited for, says nothing of the barrier
                flags = frozenset(told.behind.get(at, ())) - (told.ahead.get(at, frozenset()) - state.waited)
                if state.ahead:
                    found.add(at)
                return replace(state, untold=state.untold | {(at, flags)})
            case tree.FlagSet():
                return replace(state, ahead=False)
            case tree.FlagWait():
                flag = _flag(event)
                untold = frozenset(one for one in state.untold if flag not in one[1])
                return replace(state, waited=state.waited | {flag}, untold=untold)
        found.update(barrier for barrier, _ in state.untold)
        return replace(state, ahead=True)

    def wanted(event: tree.Event) -> bool:
        meets = isinstance(event, tree.AllCoreSync) and not event.soft and event.aiv_only is False
        return meets or _is_of_vectors(event) or _sets(event) or isinstance(event, tree.FlagWait) or _works(event)

    for state in Flow(step).run(pruned(root, wanted), _Cube()):
        found.update(barrier for barrier, _ in state.untold)
    return frozenset(found)


def _is_of_vectors(event: tree.Event) -> bool:
    return isinstance(event, tree.AllCoreSync) and not event.soft and event.aiv_only is True


def _sets(event: tree.Event) -> bool:
    return isinstance(event, tree.FlagSet) and event.mode in BETWEEN


def _works(event: tree.Event) -> bool:
    match event:
        case tree.MatmulCall(method=method):
            return method in _STARTS
    return isinstance(event, (tree.Copy, tree.ScalarAccess))


def _flag(event: tree.FlagSet | tree.FlagWait) -> Hashable:
    """The flag of a set or wait: its number, or what it is computed from."""
    number = counter_of(event)
    return event.flag if number is None else number
