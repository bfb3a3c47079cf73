"""The abstract store: what every location holds, with a log so that branches can be taken back and joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import TypeAlias

from sklint.walk.values import UNSET, Value, choose

Location: TypeAlias = tuple[Hashable, str]


class Store:
    """Locations and their values; `mark` and `rollback` bracket what a branch may change.

    `initial` gives what a location holds that nobody wrote: a branch that leaves it alone brings that into a join.
    """

    def __init__(self, initial: Callable[[Location], Value] = lambda location: UNSET) -> None:
        self._initial = initial
        self._values: dict[Location, Value] = {}
        self._log: list[tuple[Location, Value | None]] = []
        self._names: defaultdict[str, dict[Location, None]] = defaultdict(dict)
        self._owners: defaultdict[Hashable, dict[Location, None]] = defaultdict(dict)

    def get(self, location: Location) -> Value | None:
        return self._values.get(location)

    def set(self, location: Location, value: Value) -> None:
        old = self._values.get(location)
        if old is not value:
            self._log.append((location, old))
            self._values[location] = value
            if old is None:
                self._names[location[1]][location] = None
                self._owners[location[0]][location] = None

    def snapshot(self) -> dict[Location, Value]:
        """What all locations hold now."""
        return dict(self._values)

    def settle(self, location: Location, value: Value) -> None:
        """Note what a location nobody wrote has held from the start; that is older than any mark, and never undone."""
        self._values[location] = value
        self._names[location[1]][location] = None
        self._owners[location[0]][location] = None

    def settle_since(self, mark: int) -> None:
        """Keep for good what has been given to locations that nobody had written before `mark`."""
        settled: set[Location] = set()
        rest: list[tuple[Location, Value | None]] = []
        for entry in self._log[mark:]:
            if entry[1] is None:
                settled.add(entry[0])
            if entry[0] not in settled:
                rest.append(entry)
        self._log[mark:] = rest

    def mark(self) -> int:
        return len(self._log)

    def writes_since(self, mark: int) -> dict[Location, Value]:
        """What has been written since `mark`, with the values of now."""
        values = self._values
        return {location: values[location] for location, _ in self._log[mark:] if location in values}

    def before(self, mark: int) -> dict[Location, Value | None]:
        """What the locations written since `mark` held at that time."""
        old: dict[Location, Value | None] = {}
        for location, value in self._log[mark:]:
            old.setdefault(location, value)
        return old

    def rollback(self, mark: int) -> None:
        log, values = self._log, self._values
        while len(log) > mark:
            location, old = log.pop()
            if old is None:
                del values[location]
                self._names[location[1]].pop(location, None)
                del self._owners[location[0]][location]
            else:
                values[location] = old

    def join(self, condition: Value, then: dict[Location, Value], mark: int) -> list[Location]:
        """Merge a branch that was rolled back (`then`, taken on `condition`) into the other one, run since `mark`.

        The locations where one side put an object and the other left what was there are answered: they hold the object.
        """
        put: list[Location] = []
        sides: dict[Location, Value | None] = {**then}
        for location, was in self._log[mark:]:
            if location not in sides:
                sides[location] = was
        values = self._values
        for location, other in sides.items():
            now = values.get(location)
            if other is now:
                continue
            if other is None or now is None:
                written = other or now or UNSET
                start = UNSET if written.op == "object" else self._initial(location)
                if written.op == "object":
                    put.append(location)
                other, now = other or start, now or start
            self.set(location, choose(condition, other, now))
        return put

    def retire(self, owner: Hashable) -> None:
        """An owner is gone, and only what was copied from it may still ask what it held: loops need not look for it."""
        for location in self._owners.get(owner, ()):
            self._names[location[1]].pop(location, None)

    def drop(self, owner: Hashable, mark: int) -> None:
        """Forget an owner that was made after `mark` and is gone: what branches and loops join need not carry it."""
        for location in self._owners.pop(owner, ()):
            del self._values[location]
            self._names[location[1]].pop(location, None)
        self._log[mark:] = [entry for entry in self._log[mark:] if entry[0][0] != owner]

    def named(self, names: frozenset[str]) -> list[Location]:
        """The locations whose last part is one of `names`, in the order they were made."""
        known = self._names
        return [location for name in sorted(names & known.keys()) for location in known[name]]

    def has(self, name: str) -> bool:
        """Whether any location's last part is `name`."""
        return bool(self._names.get(name))

    def of(self, owner: Hashable) -> list[Location]:
        """The locations of one owner: an object's written fields, an array's written elements."""
        return list(self._owners.get(owner, ()))
