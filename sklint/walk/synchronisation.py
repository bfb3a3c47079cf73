"""What the calls mean by which cores and pipes wait for each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sklint.facts.table import table
from sklint.walk import flight, pipes, tree
from sklint.walk.calls import ApiCall
from sklint.walk.constants import number, word
from sklint.walk.machine import Machine
from sklint.walk.render import render
from sklint.walk.values import NOTHING, UNSET, Value, constant, fresh

HANDSHAKES = {"IBSet": "set", "IBWait": "wait"}
_CROSS_WAIT: Mapping[str, Any] = table("calls")["cross_wait"]


def _sync_all(m: Machine, call: ApiCall) -> Value:
    aiv_only = _aiv_only(call)
    soft = len(call.args) >= 2
    count = call.args[2] if len(call.args) > 2 else None
    if count is not None and count.is_constant and not count.payload:
        count = None
    m.emit(tree.AllCoreSync(call.name, call.at, aiv_only, soft, count, render(call.expression), pipes.is_untouched(m)))
    # a configuration may make it wait for one pipe alone
    if not soft and len(call.template) < 2:
        pipes.settled(m)
    return NOTHING


def handshake(m: Machine, call: ApiCall, core_kind: str) -> Value:
    """`IBSet` and `IBWait`: between barriers of all pipes on a vector core, nothing on a cube core."""
    if core_kind == "aic":
        return NOTHING
    id = call.args[3] if len(call.args) > 3 else UNSET
    m.emit(tree.Handshake(HANDSHAKES[call.name], call.at, id, _aiv_only(call), render(call.expression)))
    pipes.touched(m)
    pipes.settled(m)
    return NOTHING


def _aiv_only(call: ApiCall) -> bool | None:
    """Whether a barrier is among vector cores alone, as it is by default; None where that is not known."""
    argument = number(call.template[0]) if call.template else 1
    return None if argument is None else bool(argument)


def _named(m: Machine, call: ApiCall) -> tuple[int | None, str, Value]:
    """The mode, the pipe and the flag of a set or wait."""
    mode = number(call.template[0]) if call.template else None
    pipe = word(m, call.template[1]) if len(call.template) > 1 else ""
    return mode, pipe, call.args[0] if call.args else UNSET


def _flag_set(m: Machine, call: ApiCall) -> Value:
    mode, pipe, flag = _named(m, call)
    m.emit(tree.FlagSet(call.name, call.at, mode, pipe, flag, render(call.expression)))
    if mode in _CROSS_WAIT["modes"]:
        flight.told(m, pipe.removeprefix("PIPE_"), flight.CROSS, flag)
    return NOTHING


def _flag_wait(m: Machine, call: ApiCall) -> Value:
    mode, pipe, flag = _named(m, call)
    m.emit(tree.FlagWait(call.name, call.at, mode, pipe, flag, render(call.expression)))
    held = _held_up(m, call, mode, pipe)
    if held in (*flight.QUEUES, flight.SCALAR, flight.ALL):
        for one in flight.QUEUES:
            flight.waited(m, one, flight.CROSS, flag, held)
    return NOTHING


def _held_up(m: Machine, call: ApiCall, mode: int | None, pipe: str) -> str:
    """Whom a wait for a flag that the core sets itself holds up; empty where that is not known, or the flag another."""
    if m.program.architecture in _CROSS_WAIT["holds_all"]:
        return flight.ALL
    named = mode if call.template else _CROSS_WAIT["mode"]
    if m.program.architecture not in _CROSS_WAIT["holds_one"] or named not in _CROSS_WAIT["modes"]:
        return ""
    return str(pipe if len(call.template) > 1 else _CROSS_WAIT["pipe"]).removeprefix("PIPE_")


def _notify(m: Machine, call: ApiCall) -> Value:
    """`NotifyEvent<pipe>` and `WaitEvent<pipe>` are mode 2."""
    pipe = word(m, call.template[0]) if call.template else ""
    flag = call.args[0] if call.args else UNSET
    kind = tree.FlagSet if call.name == "NotifyEvent" else tree.FlagWait
    m.emit(kind(call.name, call.at, 2, pipe, flag, render(call.expression)))
    return NOTHING


def _raw_flag_set(m: Machine, call: ApiCall) -> Value:
    """`ffts_cross_core_sync(pipe, message)`: bits 4-5 of the message are the mode, bits 8-11 the flag id."""
    message = number(call.args[1]) if len(call.args) > 1 else None
    mode = None if message is None else (message >> 4) & 3
    flag = fresh("flag", 0) if message is None else constant((message >> 8) & 15)
    pipe = word(m, call.args[0]) if call.args else ""
    m.emit(tree.FlagSet(call.name, call.at, mode, pipe, flag, render(call.expression)))
    return NOTHING


def _raw_flag_wait(m: Machine, call: ApiCall) -> Value:
    flag = call.args[-1] if call.args else UNSET
    m.emit(tree.FlagWait(call.name, call.at, None, "", flag, render(call.expression)))
    return NOTHING


def _early_start(m: Machine, call: ApiCall) -> Value:
    which = "set" if call.name == "SetNextTaskStart" else "wait"
    # <AIV pipe, AIC pipe, FORCE> and <FORCE>: what is not a pipe is the flag (SetNextTaskStart.md, WaitPreTaskEnd.md)
    named = call.template[:2] if which == "set" else ()
    pipes_ = tuple(word(m, a) for a in named)
    force = any(number(a) == 1 for a in call.template[len(named) :])
    m.emit(tree.EarlyStart(which, call.at, pipes_, force))
    return NOTHING


def _barrier(m: Machine, call: ApiCall) -> Value:
    bound: object = call.template[0] if call.template else call.args[0] if call.args else None
    pipe = word(m, bound)
    m.emit(tree.Barrier(call.at, pipe, pipes.is_untouched(m)))
    if pipe == "PIPE_ALL":
        pipes.settled(m)
    return NOTHING


def _hard_event(m: Machine, call: ApiCall) -> Value:
    event = word(m, call.template[0], "HardEvent") if call.template else ""
    if not call.template and len(call.args) == 3:
        # set_flag(PIPE_A, PIPE_B, id) is the event A_B
        event = "_".join(word(m, arg).removeprefix("PIPE_") for arg in call.args[:2])
    flag = call.args[-1] if call.args else UNSET
    sets = call.name in ("SetFlag", "set_flag")
    m.emit(tree.HardEvent("set" if sets else "wait", call.at, event, flag))
    pipe, _, waiter = event.partition("_")
    if sets:
        flight.told(m, pipe, waiter, flag)
    else:
        flight.waited(m, pipe, waiter, flag)
    return NOTHING


# the calls by which cores wait for each other
_OF_CORES: dict[str, Callable[[Machine, ApiCall], Value]] = {
    "SyncAll": _sync_all,
    "CrossCoreSetFlag": _flag_set,
    "CrossCoreWaitFlag": _flag_wait,
    "NotifyEvent": _notify,
    "WaitEvent": _notify,
    "ffts_cross_core_sync": _raw_flag_set,
    "FftsCrossCoreSync": _raw_flag_set,
    "wait_flag_dev": _raw_flag_wait,
}
SYNCHRONISES_CORES = frozenset(_OF_CORES)
FLAGS = frozenset(name for name, means in _OF_CORES.items() if means is not _sync_all)
FUNCTIONS: dict[str, Callable[[Machine, ApiCall], Value]] = {
    **_OF_CORES,
    "SetNextTaskStart": _early_start,
    "WaitPreTaskEnd": _early_start,
    "PipeBarrier": _barrier,
    "pipe_barrier": _barrier,
    "SetFlag": _hard_event,
    "set_flag": _hard_event,
    "wait_flag": _hard_event,
    "WaitFlag": _hard_event,
}
