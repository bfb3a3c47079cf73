"""What is known of a file while it is being analysed, told shortly before its time is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sklint.task import FileReport


@dataclass(slots=True)
class SoFar:
    """`known` makes a report of what is known, which says what is missing; None until there is anything."""

    known: Callable[[], FileReport] | None = None


class Teller(threading.Thread):
    """A thread that tells what is known of a file when its analysis takes too long, once, whatever that hangs in."""

    def __init__(self, tell: Callable[[FileReport], None]) -> None:
        super().__init__(name="sklint-teller", daemon=True)
        self._tell = tell
        self._changed = threading.Condition()
        self._watched: SoFar | None = None
        self._seconds = 0.0

    @contextmanager
    def watching(self, seconds: float) -> Iterator[SoFar]:
        """Tell of what is analysed within, should it take so long; afterwards nothing is told of it any more."""
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
                over = self._changed.wait_for(lambda: self._watched is not watched, self._seconds)  # noqa: B023
                if not over and watched is not None:
                    if watched.known is not None:
                        self._tell(watched.known())
                    self._changed.wait_for(lambda: self._watched is not watched)  # noqa: B023
