"""Calls that set a state of the core which outlives the kernel, or put it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sklint.facts.table import table
from sklint.walk import tree
from sklint.walk.constants import number
from sklint.walk.values import Value

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine

_STATES: Sequence[Mapping[str, Any]] = table("calls")["state"]
# the state that a call changes, and whether it is one that sets it
CALLS: Mapping[str, tuple[Mapping[str, Any], bool]] = {
    name: (state, on) for state in _STATES for on, key in ((True, "on"), (False, "off")) for name in state[key]
}
METHODS: Mapping[str, Mapping[str, Any]] = {
    name: state for state in _STATES if "methods" in state for name in state["methods"]
}
_SOC: Mapping[str, Any] = table("calls")["soc_state"]
RESETTING = frozenset(_SOC["calls"])
RESETTING_METHODS = frozenset(_SOC["methods"])
_ALL_ONES = (-1, (1 << 64) - 1)


def changed(m: Machine, call: ApiCall, state: Mapping[str, Any], on: bool) -> None:
    """Note that a call sets a state (`on`) or restores it, as its arguments tell."""
    register = _register(call, state)
    if register is None:
        return
    value = call.args[0] if call.args else None
    made_by = _made_by(value)
    if on and made_by in state.get("restored", ()):
        on = False
    elif on and "argument" in state:
        on = _sets(call, state)
    elif on and value is not None:
        if state.get("full"):
            on = not all(number(arg) in _ALL_ONES for arg in call.args)
        elif "rests_at" in state:
            on = not _at_rest(call, value, state["sets_bit"], state["rests_at"].get(str(m.program.architecture), ()))
    m.emit(tree.StateChange(state["name"], on, call.at, call.name, value, register))


def _made_by(value: Value | None) -> str:
    """The call that gave a value, where it is that of a call."""
    return value.op.removeprefix("call ") if value is not None else ""


def _register(call: ApiCall, state: Mapping[str, Any]) -> str | None:
    """The part of the state that is meant, `first:last` for bits; empty for all of it, None where it is not known."""
    if "bits" in state:
        bit = state["bits"].get(str(number(call.template[0]))) if call.template else None
        return None if bit is None else f"{bit}:{bit}"
    if "bit" in state:
        return f"{state['bit']}:{state['bit']}"
    if state.get("by") == "last":
        return str(call.args[-1]) if call.args else ""
    if call.args and _made_by(call.args[0]) in state.get("sets_bit", ()):
        bit = call.args[0].args[-1]
        return f"{bit}:{bit}"
    return ":".join(str(bound) for bound in call.template) if "restored" in state else ""


def _sets(call: ApiCall, state: Mapping[str, Any]) -> bool:
    """Whether the argument is known to be another than that of rest; a call without one sets."""
    given: Sequence[object] = call.args
    if state["argument"] == "template" and call.template:
        given = call.template
    if not given:
        return True
    first = given[0]
    # what is not known is not judged
    return isinstance(first, Value) and first.is_constant and first.payload != state.get("rests_with", 0)


def _at_rest(call: ApiCall, value: Value, sets_bit: Mapping[str, int], ones: Sequence[int]) -> bool:
    """Whether what is written leaves the bits that it is written to as they are by default, `ones` at 1."""
    made = sets_bit.get(_made_by(value))
    if made is not None:
        bit = number(value.args[-1])
        return bit is not None and made == (bit in ones)
    written = number(value)
    bounds = [number(bound) for bound in call.template]
    if written is None or len(bounds) != 2 or bounds[0] is None or bounds[1] is None:
        return False
    first, last = bounds[0], bounds[1]
    return bool(written == sum(1 << (bit - first) for bit in ones if first <= bit <= last))


def is_reset(architecture: int, core_kind: str, state: str, register: str) -> bool:
    """Whether a TPipe that is made on such a core puts a state back, or the bits of it that are meant."""
    resets = _SOC[str(architecture)]
    if state not in (*resets["both"], *resets[core_kind]):
        return False
    bounds = register.split(":")
    # which bits an argument names may not be known: it is not known either that they stay
    if len(bounds) != 2 or not all(bound.isdecimal() for bound in bounds):
        return True
    return not any(int(bounds[0]) <= bit <= int(bounds[1]) for bit in resets.get("kept", {}).get(state, ()))
