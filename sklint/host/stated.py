"""A launch that the settings state, where no source tells it."""

from __future__ import annotations

from sklint.host.bounds import all_cores, cube_cores, vector_cores
from sklint.host.launch import STATED, Launch
from sklint.program import Span
from sklint.walk.values import UNKNOWN, Value, constant, fresh


def stated_launch(kernel: str, cores: str, mode: int | None, at: Span, architecture: int) -> Launch:
    """A launch on `cores` (const:N, all, all-aiv or all-aic) in a schedule mode; None for one that is not stated.

    It holds under every tiling key, and says nothing of tiling fields.
    """
    state = fresh("not stated in the settings", UNKNOWN) if mode is None else constant(mode)
    key = fresh("not stated in the settings", UNKNOWN)
    return Launch(kernel, at, cores, _value(cores), STATED, STATED, architecture, state, key)


def _value(cores: str) -> Value:
    match cores.partition(":"):
        case "const", _, number:
            return constant(int(number))
        case "all-aiv", _, _:
            return vector_cores()
        case "all-aic", _, _:
            return cube_cores()
        case _:
            return all_cores()
