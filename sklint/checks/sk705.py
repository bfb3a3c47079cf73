"""SK705 sticky-state: an atomic mode, mask or control register that is still set when the kernel returns."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.replay import Happened, Run
from sklint.checks.sticky import Left, left_behind
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.kernel_api import FACTS

CODE = "SK705"
_RESTORE = {state["name"]: state["restore"] for state in FACTS["state"]}
# the constructor of a TPipe puts these back (impl/basic_api, kernel_tpipe_impl.h)
_RESET_BY_PIPE = frozenset(state["name"] for state in FACTS["state"] if state.get("pipe"))


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The calls that set a state which some path to the end does not put back."""
    for core_kind, root in kernel.trees.items():
        registers = dict.fromkeys(_register(e) for e in events(root) if isinstance(e, tree.StateChange) and e.on)
        for state, register in registers:

            def wanted(event: tree.Event, state: str = state, register: str = register) -> bool:
                if isinstance(event, tree.PipeBegin):
                    return state in _RESET_BY_PIPE
                return isinstance(event, tree.StateChange) and _register(event) == (state, register)

            for left in left_behind(root, kernel.keys, wanted, _sets, _still_set):
                yield _finding(kernel, core_kind, state, left)


def _register(event: tree.StateChange) -> tuple[str, str]:
    return event.state, event.register


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


def _finding(kernel: WalkedKernel, core_kind: str, state: str, left: Left) -> Finding:
    event = left.what.event
    api = event.api if isinstance(event, tree.StateChange) else ""
    severity = "error" if state == "atomic" else "warning"
    confidence = "likely" if left.given else "proved"
    return Finding(
        CODE,
        severity if left.sure else "warning",
        confidence if left.sure else "possible",
        message(
            "`{call}` is still in force on a path to the end of the kernel: a SuperKernel resets no register between "
            "operators, so the next one inherits it (inferred)",
            call=api,
        ),
        event.at,
        (kernel.name,),
        core_kind,
        message("call `{restore}` before every return", restore=_RESTORE[state]),
        tuple(call_steps(left.what.calls)),
    )
