"""TPipe objects: where they begin and end, as locals, as members, and by their own methods."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import flight, tree
from sklint.walk.frame import Thing
from sklint.walk.shape import Instance, Shape
from sklint.walk.specialisations import as_made
from sklint.walk.states import RESETTING_METHODS
from sklint.walk.values import FALSE, NOTHING, TRUE, Value, constant

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine

_DEEPEST = 6
_ENDED = "pipe ended"
_UNTOUCHED = "nothing done since a pipe began"
_BARE = "nothing done or handed out since a pipe began"
_UNSETTLED = "a pipe has ended since a full barrier"
_FOLLOWED = "all that ran since a pipe ended was read"
# the pipe that is alive, as the code finds it that asks for it
_CURRENT = "the pipe of the core"
_OF_LIFE = frozenset({"Init", "Destroy", "DestroyWithoutPipeAll"})
# What every round of a loop may change, although no statement of the program names it.
UNNAMED = flight.NAMES | {_UNTOUCHED, _BARE, _UNSETTLED, _FOLLOWED}


def is_pipe(name: str) -> bool:
    return name.rpartition("::")[2] == "TPipe"


def pipe_number(m: Machine, identity: Hashable) -> int:
    """A small number for a pipe object, the same for the same object throughout a walk."""
    return m.pipes.setdefault(identity, len(m.pipes) + 1)


def held_pipes(
    m: Machine, identity: Hashable, instance: Instance, depth: int = 0
) -> Iterator[tuple[Hashable, p.Field, Instance]]:
    """The TPipe objects that are parts of an object, with their fields and the classes of those."""
    if depth > _DEEPEST:
        return
    for owner in as_made(m, instance):
        for field in owner.cls.fields:
            if field.static or field.type.pointer or field.type.reference:
                continue
            if is_pipe(field.type.name):
                yield (identity, field.name), field, owner
                continue
            shape = m.shapes.resolve(field.type, m.shapes.scope_of(owner))
            part = None if shape.pointer else m.shapes.instance(shape)
            if part is not None and not part.cls.stub:
                yield from held_pipes(m, (identity, field.name), part, depth + 1)


def _is_copied(m: Machine, owner: Instance, field: p.Field) -> bool:
    """Whether all constructors of a class make its member from another pipe."""
    name = owner.cls.name.rpartition("::")[2]
    functions = (m.program.functions.get(key) for key in owner.cls.methods)
    constructors = [f for f in functions if f is not None and f.plain_name == name and f.body]
    return bool(constructors) and all(
        any(member == field.name and _makes_a_copy(args) for member, args in one.initialisers) for one in constructors
    )


def _makes_a_copy(args: tuple[p.Expression, ...]) -> bool:
    match args:
        case (p.Construct(args=given),):
            return len(given) == 1
    return len(args) == 1


def _pipes_of(m: Machine, held: Thing) -> Iterator[tuple[Hashable, str, p.Span | None, bool]]:
    """The pipes that an object is or holds: identity, name, the field it is, and whether it is made from another."""
    if is_pipe(held.shape.name):
        yield held.identity, held.label, None, False
    elif held.instance is not None and not held.instance.cls.stub and not held.symbolic:
        for identity, field, owner in held_pipes(m, held.identity, held.instance):
            yield identity, _spelled(held, identity), field.at, _is_copied(m, owner, field)


def _spelled(held: Thing, identity: Hashable) -> str:
    """A part of an object as it is named from outside: `op.inner_.pipe_`."""
    names: list[str] = []
    while identity != held.identity and isinstance(identity, tuple):
        identity, name = identity
        names.append(str(name))
    return ".".join(filter(None, (held.label, *reversed(names))))


def begun(m: Machine, held: Thing, at: p.Span, arguments: tuple[p.Expression, ...]) -> None:
    """An object was declared: the pipes it is or holds begin."""
    for identity, name, field, copied in _pipes_of(m, held):
        m.store.set((identity, _ENDED), constant(0))
        by = "copied" if copied or (field is None and len(arguments) == 1) else "declared"
        _begun(m, tree.PipeBegin(pipe_number(m, identity), at, name, by, field, _is_bare(m), is_followed(m)))


def _begun(m: Machine, event: tree.PipeBegin) -> None:
    m.emit(event)
    _follows(m)
    m.store.set(("core", _UNTOUCHED), constant(1))
    # a copy has handed out what the first one had
    m.store.set(("core", _BARE), constant(event.by != "copied"))


def ended(m: Machine, object: Value, at: p.Span) -> None:
    """An object left its scope: its pipes end unless they were destroyed before."""
    held = m.thing_of(object)
    if held is None:
        return
    for identity, name, _, _ in reversed([*_pipes_of(m, held)]):
        known = m.store.get((identity, _ENDED))
        if known is None or not (known.is_constant and known.payload):
            _ended(m, pipe_number(m, identity), at, name, "scope")


def used(m: Machine, event: tree.LocalUse) -> None:
    """Local memory was taken without a pipe."""
    m.emit(event)
    _follows(m)


def _follows(m: Machine) -> None:
    """Local memory is taken anew: what is in flight matters where a pipe has ended before."""
    if m.decide(m.store.get(("core", _UNSETTLED)) or FALSE) is not False:
        m.asks_flight = True


def settled(m: Machine) -> None:
    """A full barrier: all that was issued before is done."""
    flight.settled(m)
    m.store.set(("core", _UNSETTLED), FALSE)


def _ended(m: Machine, number: int, at: p.Span, name: str, by: str) -> None:
    m.store.set(("core", _UNSETTLED), TRUE)
    m.store.set(("core", _FOLLOWED), TRUE)
    handed_out(m)
    m.emit(tree.PipeEnd(number, at, name, by, flight.idle(m), flight.read(m), is_untouched(m)))


def issued(m: Machine, *queues: str) -> None:
    """Something may have been given to one of these pipes of the core, or to one that is not known."""
    flight.issued(m, *queues)
    touched(m)


def unread(m: Machine) -> None:
    """Code that was not read ran."""
    flight.unread(m)
    m.store.set(("core", _FOLLOWED), FALSE)
    touched(m)


def touched(m: Machine) -> None:
    """Local memory may have been used."""
    m.store.set(("core", _UNTOUCHED), constant(0))
    handed_out(m)


def handed_out(m: Machine) -> None:
    """A pipe may have handed out a buffer or an event."""
    m.store.set(("core", _BARE), constant(0))


def is_untouched(m: Machine) -> Value:
    """Whether nothing was done since a pipe last began: a truth, which may hang on the way that was taken here."""
    return m.store.get(("core", _UNTOUCHED)) or FALSE


def is_followed(m: Machine) -> Value:
    """Whether all that ran since a pipe last ended was read."""
    return m.store.get(("core", _FOLLOWED)) or TRUE


def _is_bare(m: Machine) -> Value:
    """Whether moreover no pipe handed out anything since."""
    return m.store.get(("core", _BARE)) or FALSE


def current(m: Machine) -> Value:
    """The pipe that is alive, whichever it is: it hands out what it has, and nothing is given to the core."""
    return m.new_thing(Shape("TPipe"), "GetTPipePtr()", _CURRENT)


def method(m: Machine, call: ApiCall, held: Thing) -> Value | None:
    """A method of a TPipe."""
    if held.identity == _CURRENT and call.name in _OF_LIFE:
        unread(m)
        return None
    if held.identity == _CURRENT and call.name == "InitBuffer":
        # where no pipe is alive it hands out what the last one had
        used(m, tree.LocalUse(call.at, "GetTPipePtr()->InitBuffer", is_followed(m)))
    number = pipe_number(m, held.identity)
    location = (held.identity, _ENDED)
    match call.name:
        case "Init":
            _begun(m, tree.PipeBegin(number, call.at, held.label, "Init", None, _is_bare(m), is_followed(m)))
            m.store.set(location, constant(0))
            return NOTHING
        case "Destroy" | "DestroyWithoutPipeAll":
            _ended(m, number, call.at, held.label, call.name)
            m.store.set(location, constant(1))
            return NOTHING
    if call.name in RESETTING_METHODS:
        m.emit(tree.StatesReset(call.at, call.name))
    handed_out(m)
    return None
