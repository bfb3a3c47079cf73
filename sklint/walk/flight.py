"""What a core has given to its pipes and not waited for yet, as far as that is known.

All that is noted are truths in the store, which may hang on the way that was taken. Where a pipe is not known, only a
full barrier tells that its work is done. A machine notes it only where somebody will ask (`Machine.notes_flight`), as
every loop carries all the notes; otherwise it notes no more than whether the core was given anything since a full
barrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklint.walk.values import FALSE, NOTHING, TRUE, Value, both, either, equal

if TYPE_CHECKING:
    from sklint.walk.machine import Machine
    from sklint.walk.store import Location

QUEUES = ("FIX", "M", "MTE1", "MTE2", "MTE3", "V")
_ANY = "some pipe"
# who waits for an event: the scalar unit, which gives out all the work, all pipes at once, or one pipe
SCALAR, ALL = "S", "ALL"
# the flag of a core among other cores: who waits for it is told by the wait alone
CROSS = "other cores"
_READ = "all that ran was read"
NAMES = frozenset(
    {
        _READ,
        *(f"{pipe} idle" for pipe in (*QUEUES, _ANY)),
        *(f"before {pipe}" for pipe in QUEUES),
        *(f"{pipe} to {other}" for pipe in QUEUES for other in (*QUEUES, SCALAR, CROSS)),
    }
)


def _idle(pipe: str) -> Location:
    return ("core", f"{pipe} idle")


def _before(pipe: str, other: str) -> Location:
    """Where it is noted whether all work of `pipe` is done before what `other` is given next."""
    return (("work of", pipe), f"before {other}")


def _told(pipe: str, event: str) -> Location:
    """Where it is noted whether an event that was set last says that all work of `pipe` is done."""
    return (("work of", pipe), event)


def settled(m: Machine) -> None:
    """A full barrier: all that was issued before is done."""
    _begin_anew(m, TRUE)


def unread(m: Machine) -> None:
    """Code that was not read ran: it may have waited for what was in flight, and have issued more."""
    _begin_anew(m, FALSE)


def _begin_anew(m: Machine, read: Value) -> None:
    m.store.set(("core", _READ), read)
    if not m.notes_flight:
        return
    for pipe in (*QUEUES, _ANY):
        m.store.set(_idle(pipe), TRUE)


def issued(m: Machine, *pipes: str) -> None:
    """Work may have been given to one of these pipes, or to one that is not known."""
    if not m.notes_flight:
        # nothing is told of what is waited for: of work that was given only a full barrier is known to be the end
        m.store.set(("core", _READ), FALSE)
        return
    for pipe in pipes or (_ANY,):
        m.store.set(_idle(pipe), FALSE)
        for location in m.store.of(("work of", pipe)):
            m.store.set(location, FALSE)


def idle(m: Machine) -> tuple[Value, ...]:
    """For each pipe, whether nothing is in flight on it that was read; where it is not noted, none of it counts."""
    if not m.notes_flight:
        return (TRUE,) * (len(QUEUES) + 1)
    return tuple(m.store.get(_idle(pipe)) or FALSE for pipe in (*QUEUES, _ANY))


def read(m: Machine) -> Value:
    """Whether all that ran since a full barrier was read; where nothing is noted, whether it gave the core nothing."""
    return m.store.get(("core", _READ)) or FALSE


def _noted(m: Machine, location: Location, start: Value = FALSE) -> Value:
    known = m.store.get(location)
    if known is None:
        # a branch that leaves it alone keeps what it was from the start
        m.store.settle(location, start)
    return start if known is None else known


def follows(m: Machine, pipe: str, other: str) -> None:
    """What `pipe` is given next waits for all work of `other`, and for what that waited for itself."""
    if not m.notes_flight:
        return
    for one in QUEUES:
        done = TRUE if one == other else _noted(m, _before(one, other))
        m.store.set(_before(one, pipe), either(_noted(m, _before(one, pipe)), done))


def told(m: Machine, pipe: str, waiter: str, flag: Value) -> None:
    """`pipe` is to set an event when all that it was given is done, and so is what it waited for itself."""
    event = f"{pipe} to {waiter}"
    if not m.notes_flight or pipe not in QUEUES or event not in NAMES:
        return
    for one in QUEUES:
        _noted(m, _told(one, event))
        m.store.set(_told(one, event), TRUE if one == pipe else _noted(m, _before(one, pipe)))
    _noted(m, ("core", event), NOTHING)
    m.store.set(("core", event), flag)


def waited(m: Machine, pipe: str, waiter: str, flag: Value, held: str = "") -> None:
    """`waiter` waits for that event, which holds up what `held` is given next (the waiter itself where it is empty)."""
    held = held or waiter
    event = f"{pipe} to {waiter}"
    last = m.store.get(("core", event))
    if last is None:
        return
    for one in QUEUES:
        done = both(equal(last, flag), _noted(m, _told(one, event)))
        if done is not FALSE:
            place = _idle(one) if held in (SCALAR, ALL) else _before(one, held)
            m.store.set(place, either(_noted(m, place), done))
