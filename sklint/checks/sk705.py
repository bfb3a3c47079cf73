"""SK705 sticky-state: an atomic mode, mask or control register that is still set when the kernel returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sklint.checks.replay import Happened, Run
from sklint.checks.sticky import Left, left_behind
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, Message, message
from sklint.program import Program
from sklint.walk import tree
from sklint.walk.effects import own_effects
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.part import parts
from sklint.walk.states import RESETTING, is_reset

CODE = "SK705"
_STATES: Sequence[Mapping[str, Any]] = table("calls")["state"]


def _off(state: Mapping[str, Any]) -> frozenset[str]:
    """The names whose call may restore a state, or the register that it is a part of."""
    by_argument = state["on"] if "argument" in state else ()
    words = (name for whole in _STATES if whole["name"] == state.get("word") for name in (*whole["on"], *whole["off"]))
    return frozenset((*state["off"], *state.get("restored", ()), *by_argument, *words, *RESETTING))


_OFF = {state["name"]: _off(state) for state in _STATES}
_RESTORING = frozenset(name for names in _OFF.values() for name in names)
_SETTING = frozenset(name for state in _STATES for name in state["on"])
_RESTORE = {state["name"]: state["restore"] for state in _STATES}
_SAVED_BY = {state["name"]: state["saved_by"] for state in _STATES if "saved_by" in state}
# the state that is the whole register of which another is a part
_WORD = {state["name"]: state.get("word", state["name"]) for state in _STATES}


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The calls that set a state which some path to the end does not put back."""
    for core_kind, root in kernel.trees.items():
        for _, finding in _left(kernel, core_kind, root):
            yield finding


def _left(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> Iterator[tuple[tree.StateChange, Finding]]:
    registers = dict.fromkeys(_register(e) for e in events(root) if isinstance(e, tree.StateChange) and e.on)
    for one in registers:

        def wanted(event: tree.Event, one: tuple[str, str] = one) -> bool:
            if isinstance(event, tree.StatesReset) or (isinstance(event, tree.PipeBegin) and event.by == "declared"):
                return is_reset(kernel.architecture, core_kind, *one)
            if not isinstance(event, tree.StateChange):
                return False
            # the whole word that was read before puts every part of it back
            whole = event.state == one[0] and not event.on and not event.register
            return whole or _register(event) == one

        for left in left_behind(kernel, core_kind, wanted, _sets, _still_set, kernel.parameters):
            event = left.what.event
            if isinstance(event, tree.StateChange):
                yield event, _finding(kernel, core_kind, event, left)


def check_unit(program: Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """The same for the functions of a header that no kernel here includes, as far as one function tells the whole."""
    if kernels or program.entries:
        return
    for part in parts(program, _SETTING):
        for core_kind, root in part.trees.items():
            restored = {_register(e) for e in events(root) if isinstance(e, tree.StateChange) and not e.on}
            elsewhere = _called(program) & _RESTORING
            for event, finding in _left(part, core_kind, root):
                # another function may be the one that puts the state back
                if _register(event) in restored or not elsewhere & _OFF[event.state]:
                    yield replace(finding, severity="warning", confidence="likely", kernels=())


def _called(program: Program) -> frozenset[str]:
    """The names that user functions of the unit call."""
    bodies = [f.body for f in program.functions.values() if f.body is not None and not f.stub]
    return own_effects(bodies).calls


def _register(event: tree.StateChange) -> tuple[str, str]:
    """What is set: the state, or the register that it is a part of, and the part."""
    return _WORD[event.state], event.register


def _sets(event: tree.Event) -> bool:
    return isinstance(event, tree.StateChange) and event.on


def _still_set(run: Run) -> Iterator[Happened]:
    """The call that set the state which the run ends with."""
    held: Happened | None = None
    for happened in run.events:
        event = happened.event
        held = happened if isinstance(event, tree.StateChange) and event.on else None
    if held is not None:
        yield held


def _finding(kernel: WalkedKernel, core_kind: str, event: tree.StateChange, left: Left) -> Finding:
    severity = "error" if event.state == "atomic" else "warning"
    confidence = "likely" if left.given else "proved"
    return Finding(
        CODE,
        severity if left.sure else "warning",
        confidence if left.sure else "likely",
        _said(event.api, is_reset(kernel.architecture, core_kind, *_register(event))),
        event.at,
        (kernel.name,),
        core_kind,
        _repair(event.state),
        tuple(call_steps(left.what.calls)),
    )


def _said(call: str, put_back: bool) -> Message:
    if put_back:
        return message(
            "`{call}` is still in force on a path to the end of the kernel: a SuperKernel resets no register between "
            "operators, so the next one inherits it until it makes a `TPipe` (inferred)",
            call=call,
        )
    return message(
        "`{call}` is still in force on a path to the end of the kernel: a SuperKernel resets no register between "
        "operators, so the next one inherits it (inferred)",
        call=call,
    )


def _repair(state: str) -> Message:
    if state in _SAVED_BY:
        return message(
            "before every return, write back with `{restore}` the value that `{saved_by}` gave before it was changed",
            restore=_RESTORE[state],
            saved_by=_SAVED_BY[state],
        )
    return message("call `{restore}` before every return", restore=_RESTORE[state])
