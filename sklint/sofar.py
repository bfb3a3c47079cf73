"""What is known of a file while it is being analysed, for when its time is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sklint.deadline import now
from sklint.task import FileReport

# What waits uses no processor time: so many times its limit may pass on the clock on the wall.
WALL = 3.0


@dataclass(slots=True)
class SoFar:
    """`known` makes a report of what is known, which says what is missing; None until there is anything."""

    known: Callable[[], FileReport] | None = None


class Teller(threading.Thread):
    """A thread that tells of a file whose analysis takes too long, whatever that hangs in."""

    def __init__(self, tell: Callable[[SoFar], None]) -> None:
        super().__init__(name="sklint-teller", daemon=True)
        self._tell = tell
        self._changed = threading.Condition()
        self._watched: SoFar | None = None
        self._seconds = 0.0

    @contextmanager
    def watching(self, seconds: float) -> Iterator[SoFar]:
        """Tell once of what is analysed within, should it take so much processor time, or wait `WALL` times as long."""
        sofar = SoFar()
        with self._changed:
            self._watched, self._seconds = sofar, seconds
            self._changed.notify()
        try:
            yield sofar
        finally:
            with self._changed:
                self._watched = None
                self._changed.notify()

    def run(self) -> None:
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._watched is not None)
                watched = self._watched
                if watched is not None and not self._is_done_with(watched, self._seconds):
                    self._tell(watched)
                    self._changed.wait_for(lambda: self._watched is not watched)  # noqa: B023

    def _is_done_with(self, watched: SoFar, seconds: float) -> bool:
        """Wait for the end of an analysis, or of its time: the processor's passes no faster than that on the wall."""
        used_up, late = now() + seconds, time.monotonic() + seconds * WALL
        while (left := min(used_up - now(), late - time.monotonic())) > 0:
            if self._changed.wait_for(lambda: self._watched is not watched, left):
                return True
        return False
