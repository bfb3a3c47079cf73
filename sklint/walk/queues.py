"""Which pipe of the core a call gives its work to, by its name and by the memory that it works on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sklint.facts.table import table
from sklint.walk import flight, memory, pipes
from sklint.walk.addresses import is_address
from sklint.walk.constants import word
from sklint.walk.tensors import is_tensor
from sklint.walk.values import COMPARISONS

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine
    from sklint.walk.values import Value

_FACTS: Mapping[str, Any] = table("calls")
# the pipe that each call has its work done by, where it is one
_QUEUES = {name: (pipe,) for pipe in flight.QUEUES for name in _FACTS["queue"].get(pipe, ())}
_FILLS = frozenset(_FACTS["fill"]["names"])
_CLEARS = frozenset(_FACTS["clear"]["names"])
# the calls whose pipes hang on the memory that they are given
PLACED = _FILLS | _CLEARS
# what is worked out of numbers; of a name alone it is not known what it stands for
_ARITHMETIC = frozenset({"sum", "*", "/", "%", "ceildiv", "min", "max", *COMPARISONS})


def named(name: str) -> tuple[str, ...]:
    """The pipe of a call of which no more than the name is known; empty where it is not known."""
    return _QUEUES.get(name, ())


def working(m: Machine, call: ApiCall) -> tuple[str, ...]:
    """The pipe of a call that is no transfer; empty where it is not known."""
    if call.name in _FILLS and call.args:
        return _by_position(m, call.args[0], _FACTS["fill"])
    return named(call.name)


def computes(call: ApiCall) -> bool:
    """Whether a call is given numbers only, so that the scalar unit does it: `Ceil(n, 16)` beside the vector one."""
    return bool(call.args) and not named(call.name) and all(map(_is_number, call.args))


def _is_number(value: Value) -> bool:
    if value.op.startswith("call "):
        return all(map(_is_number, value.args))
    return value.is_constant or (value.op in _ARITHMETIC and not is_address(value))


def carrying(m: Machine, call: ApiCall, out: bool | None, core_kind: str) -> tuple[str, ...]:
    """The pipes of which one carries a transfer, in or out of GM; empty where they are not known."""
    if call.name in _QUEUES or out is None:
        return named(call.name)
    if not out:
        return ("MTE2",)
    if core_kind == "aiv":
        return ("MTE3",)
    # what a cube core has computed leaves through a pipe of its own
    return (len(call.args) > 1 and _by_position(m, call.args[1], _FACTS["leave"])) or ("MTE3", "FIX")


def clears(m: Machine, call: ApiCall) -> bool:
    """Whether a call fills GM with one value."""
    held = m.thing_of(call.args[0]) if call.name in _CLEARS and call.args else None
    return held is not None and is_tensor(held.shape)


def cleared(m: Machine, core_kind: str) -> None:
    """GM is filled with one value: by one pipe after the other, each of which waits for the one before."""
    if core_kind not in _FACTS["clear"]["cores"]:
        return
    before = ""
    for pipe in _FACTS["clear"]["pipes"]:
        if before:
            flight.follows(m, pipe, before)
        pipes.issued(m, pipe)
        before = pipe


def _by_position(m: Machine, tensor: Value, fact: Mapping[str, Any]) -> tuple[str, ...]:
    """The pipe that a fact has for the position of the buffer that a tensor in local memory was taken from."""
    held = m.thing_of(tensor)
    buffer = m.things.get(memory.buffer_of(held)) if held is not None else None
    if buffer is None or not buffer.shape.args:
        return ()
    position = word(m, buffer.shape.args[0], "TPosition")
    return tuple(pipe for pipe in flight.QUEUES if position in fact.get(pipe, ()))
