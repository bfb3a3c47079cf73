"""Room for deep recursion: nesting in a text becomes recursion here, which ordinary threads have no stack for."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

# Enough for blocks nested by the thousand, at some frames each.
RECURSION_LIMIT = 50_000
STACK_SIZE = 512 << 20
# Python takes memory for its frames piece by piece, of 16 KB each, and gives a piece back as soon as the call returns
# that began it. A walk that goes up and down over the end of a piece asks the system for memory at every call, which
# cost an eighth of all time. A frame that wants much for itself gets a piece of the next power of two, whose other half
# serves the calls below it: of the 16 MB that this many values lead to, only what is used is ever touched.
_ROOM = 1 << 20

_here = threading.local()
_Result = TypeVar("_Result")


def deeply(work: Callable[[], _Result]) -> _Result:
    """What `work` gives, run in a thread with a large stack of its own unless this is one; raises what it raises."""
    if getattr(_here, "is_deep", False):
        return work()
    outcome: list[Any] = []

    def body() -> None:
        _here.is_deep = True
        try:
            outcome.append((_roomy(work), None))
        except BaseException as error:
            outcome.append((None, error))
        finally:
            _here.is_deep = False

    before, old = sys.getrecursionlimit(), threading.stack_size(STACK_SIZE)
    sys.setrecursionlimit(max(before, RECURSION_LIMIT))
    try:
        thread = threading.Thread(target=body, name="sklint-deep")
        try:
            thread.start()
        except RuntimeError:
            # No room for such a stack: most files do without.
            body()
        else:
            thread.join()
    finally:
        sys.setrecursionlimit(before)
        threading.stack_size(old)
    result, error = outcome[0]
    if error is not None:
        raise error
    found: _Result = result
    return found


def _roomy(work: Callable[[], _Result]) -> _Result:
    return work()


_roomy.__code__ = _roomy.__code__.replace(co_stacksize=_ROOM)
