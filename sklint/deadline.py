"""The end of what is being done: whoever goes through many numbers or ways asks now and then whether it has come.

The clock is the processor time of this process: what is found of a file shall not hang on what else the machine does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import process_time as now

_until = inf


class OutOfTime(Exception):  # noqa: N818
    """The time that there was for it is over."""


@contextmanager
def ends(until: float) -> Iterator[None]:
    """Have what is done within end at a time of `now`, wherever it calls `keep_to_time`."""
    global _until
    before, _until = _until, min(until, _until)
    try:
        yield
    finally:
        _until = before


def keep_to_time() -> None:
    """Go on if there is time left; raises `OutOfTime`."""
    if now() > _until:
        raise OutOfTime


__all__ = ["OutOfTime", "ends", "keep_to_time", "now"]
