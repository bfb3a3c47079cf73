"""Loops: a few known rounds are walked one by one, all others once, with everything they write made unknown.

What a round writes is asked of `effects.py` first, by name. What a round is seen to write under another name (through a
pointer, a reference, a lambda), or in a field that only its declaration gave a value, is carried round as well, and the
round is walked again. A value that is carried round may differ between the cores that its first value and its last
differ between; where the walk relied on less, the round is walked again, too.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from sklint import program as p
from sklint.walk import tree
from sklint.walk.addresses import is_address, moved
from sklint.walk.division import divide
from sklint.walk.effects import nodes_of
from sklint.walk.frame import Breakable, Leaving
from sklint.walk.locations import field_value
from sklint.walk.memory import CONTENT
from sklint.walk.pipes import UNNAMED
from sklint.walk.rows import is_open
from sklint.walk.statements import breakable
from sklint.walk.store import Location
from sklint.walk.values import (
    NOTHING,
    ONE,
    TRUE,
    UNSET,
    Value,
    add,
    fresh,
    subtract,
)

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

# What the rounds may have written, before the loop and in every round; and what one way out of a round has written.
_Carried: TypeAlias = dict[Location, tuple[Value, Value]]
_Writes: TypeAlias = Mapping[Location, Value]
UNROLLED = 4
# where the API keeps the functions that a list is made of
FUNCTIONS = "functions"
# values that are what they are in every round; what they hold may change
# What the walk itself notes, and any round may change.
_NOTES = UNNAMED | {CONTENT}
_WHOLE = ("object", "closure", "function", "location")
_ATTEMPTS = 3
# each one more has found a location that a round writes; one decides about the write of the next
_MOST_ATTEMPTS = 12


def loop(m: Machine, statement: p.Loop) -> bool:
    """Walk a loop; control goes on behind it unless one of the functions that it calls in turn never lets it."""
    if statement.kind == "do" and _is_false(m, statement.condition):
        return breakable(m, lambda: m.run(statement.body), statement.at)
    m.frame.scopes.append([])
    m.run(statement.init)
    if statement.kind != "range":
        first = TRUE if statement.kind == "do" else _test(m, statement.condition)
        if m.decide(first) is False:
            m.frame.scopes.pop()
            return False
        if _unroll(m, statement):
            m.frame.scopes.pop()
            return False
    elif (ended := _call_all(m, statement)) is not None:
        m.frame.scopes.pop()
        return ended
    _widened(m, statement)
    m.frame.scopes.pop()
    return False


def _is_false(m: Machine, e: p.Expression | None) -> bool:
    match e:
        case p.Literal(value=value):
            return not value
        case p.Cast(operand=operand):
            return _is_false(m, operand)
    return False


def _test(m: Machine, e: p.Expression | None) -> Value:
    return TRUE if e is None else m.evaluate(e)


def _unroll(m: Machine, statement: p.Loop) -> bool:
    """Walk a loop of a few known rounds round by round; False (and nothing done) when it is not one."""
    if statement.kind != "for" or statement.condition is None or statement.step is None:
        return False
    if _leaves(statement.body):
        return False
    store, outer, trail = m.store, m.out, len(m.trail)
    mark, events, returned = store.mark(), m.events, len(m.frame.leaving)
    rounds: list[tree.Node] = []
    m.out = rounds
    for _ in range(UNROLLED + 1):
        value = m.evaluate(statement.condition)
        if not value.is_constant:
            break
        if not value.payload:
            m.out = outer
            outer.extend(rounds)
            return True
        if len(m.trail) != trail or m.run(statement.body):
            break
        m.evaluate(statement.step)
    m.out = outer
    m.events = events
    del m.frame.leaving[returned:]
    m.forget(trail)
    store.rollback(mark)
    return False


def _call_all(m: Machine, statement: p.Loop) -> bool | None:
    """Walk a loop over a list of functions one by one, and say whether it ends there; None when it is not one."""
    if statement.variable is None or statement.sequence is None or _leaves(statement.body):
        return None
    functions = m.store.get((m.evaluate(statement.sequence).payload, FUNCTIONS))
    if functions is None or functions.op != "list":
        return None
    for function in functions.args:
        m.store.set((m.frame.number, statement.variable.key), function)
        if m.run(statement.body):
            return True
    return False


def _widened(m: Machine, statement: p.Loop) -> None:
    written = _written_in(m, statement) | _NOTES
    count = _count(m, statement)
    grown: dict[Location, int] = {}
    # the same loop is met once for every call of its function, and for every round of the loops around it
    fixed = m.fixed_pointers.setdefault(id(statement), set())
    store = m.store
    mark = store.mark()
    frame = m.frame
    outer, events, returned = m.out, m.events, len(frame.leaving)
    seen: dict[Location, Value] = {}
    born = next(m.numbers)
    for attempt in range(_MOST_ATTEMPTS):
        store.rollback(mark)
        for location, start in seen.items():
            if store.get(location) is None:
                store.settle(location, start)
        m.events = events
        del frame.leaving[returned:]
        body_out: list[tree.Node] = []
        m.out = body_out
        carried = _carry(m, written, seen, grown, fixed)
        body_mark = store.mark()
        trail = len(m.trail)
        scope = Breakable(body_mark, len(m.path), False, len(frame.scopes))
        frame.breakables.append(scope)
        trips = _round(m, statement)
        frame.breakables.pop()
        m.forget(trail)
        ends = [store.writes_since(body_mark), *(one.writes for one in scope.leaving)]
        held = store.before(body_mark)
        again = _grow(m, carried, scope, ends, grown)
        again = _stay(carried, ends, fixed) or again
        missed = _missed(m, statement, carried, ends, held, fixed, born)
        seen.update(missed)
        if m.spent or (not missed and (not again or attempt >= _ATTEMPTS - 1)):
            break
    m.out = outer
    if count is not None and trips.value.core_dependent and not count.core_dependent:
        # from a core's own start to its own end, but all of them the same number of times
        trips = tree.Condition(tree.depends_word(count.depends), count, trips.text, trips.at)
    depends = trips.value.depends | scope.depends
    changed = _after(m, carried, scope, ends, held, depends)
    _left_alone(m, carried, frame.leaving[returned:])
    if body_out:
        if scope.depends & ~trips.value.depends:
            trips = tree.Condition(tree.depends_word(depends), trips.value, trips.text, trips.at, trips.origins)
        outer.append(tree.Loop(trips, tree.Seq(tuple(body_out)), count, statement.kind == "do", tuple(changed), born))


def _written_in(m: Machine, statement: p.Loop) -> frozenset[str]:
    """The names of what a round may write; the same loop is met once for every call of its function."""
    known = m._loop_writes.get(id(statement))
    if known is None:
        parts = [x for x in (statement.condition, statement.step, statement.body) if x is not None]
        known = m._loop_writes[id(statement)] = m.effects.written_in(parts)
    return known


def _carry(
    m: Machine, written: frozenset[str], seen: Iterable[Location], grown: dict[Location, int], fixed: set[str]
) -> _Carried:
    """Make unknown what the rounds before may have written; the old and the new value by location."""
    carried: _Carried = {}
    # a reference is written under its own name, and is the location of somebody else
    bound = [location for key, location in m.frame.references.items() if key in written]
    for location in dict.fromkeys((*m.store.named(written), *bound, *seen)):
        old = m.store.get(location)
        if old is None or old.op in _WHOLE or location[1] in fixed:
            continue
        new = fresh(location[1].rpartition("@")[2] or "loop value", (old.depends | grown.get(location, 0)))
        if is_address(old):
            new = moved(old, new)
        m.carried[new] = False
        if old in m.origins:
            m.origins[new] = m.origins[old]
        carried[location] = (old, new)
        m.store.set(location, new)
    return carried


def _round(m: Machine, statement: p.Loop) -> tree.Condition:
    """Walk one round; what the number of rounds depends on."""
    if statement.kind == "range":
        sequence = m.evaluate(statement.sequence) if statement.sequence is not None else NOTHING
        if statement.variable is not None:
            location = (m.frame.number, statement.variable.key)
            m.store.set(location, fresh(statement.variable.name, sequence.depends))
        trips = m.condition(sequence, statement.sequence, statement.at)
        m.run(statement.body)
        return trips
    value = TRUE
    if statement.kind != "do":
        value = _test(m, statement.condition)
        m.assume(value, True)
    trips = m.condition(value, statement.condition, statement.at)
    ended = m.run(statement.body)
    scope = m.frame.breakables[-1]
    if not ended or scope.leaving:
        # what goes on with the next round takes the step, whichever way it came there
        m.rejoin([one for one in scope.leaving if one.at is None], scope.mark, ended)
        if statement.step is not None:
            m.evaluate(statement.step)
        if statement.kind == "do":
            value = _test(m, statement.condition)
            trips = m.condition(value, statement.condition, statement.at)
    return trips


def _grow(m: Machine, carried: _Carried, scope: Breakable, ends: Sequence[_Writes], grown: dict[Location, int]) -> bool:
    """Note which carried values may differ between more cores than assumed; True when that was relied upon."""
    again = False
    ways = list(zip(ends, (0, *(one.path.depends for one in scope.leaving)), strict=True))
    for location, (_, new) in carried.items():
        depends = new.depends
        for writes, path in ways:
            written = writes.get(location)
            if written is not None and written is not new:
                depends |= written.depends | path
        if depends & ~new.depends:
            grown[location] = grown.get(location, 0) | depends
            again = again or m.carried[new]
    # the round is over: what a walk keeps of every value that some loop carries would be most of its memory
    for _, new in carried.values():
        m.carried.pop(new, None)
    return again


def _stay(carried: _Carried, ends: Sequence[_Writes], fixed: set[str]) -> bool:
    """Note pointers to GM that only their elements were written through; True when that changes what is known."""
    stay = {
        location[1]
        for location, (old, new) in carried.items()
        if is_address(old) and all(writes.get(location, new) is new for writes in ends)
    }
    wrong = fixed & {location[1] for writes in ends for location in writes} if fixed else set()
    before = frozenset(fixed)
    fixed -= wrong
    fixed |= stay - wrong
    return fixed != before


def _missed(
    m: Machine,
    statement: p.Loop,
    carried: Container[Location],
    ends: Sequence[_Writes],
    held: Mapping[Location, Value | None],
    fixed: set[str],
    born: int,
) -> dict[Location, Value]:
    """What a round wrote that was not carried round, with what it held before; objects from `born` on are the round's.

    A variable that the round declares starts anew in each.
    """
    store = m.store
    frame, declared = m.frame.number, _declared_in(m, statement)
    found: dict[Location, Value] = {}
    for location in dict.fromkeys(chain.from_iterable(ends)):
        if location in carried or location[1] in fixed or (location[0] == frame and location[1] in declared):
            continue
        if not _is_of_the_program(m, location, born):
            continue
        old = held[location] if location in held else store.get(location)
        if old is None:
            old = field_value(m, *location) if location[0] in m.things else UNSET
        if old is UNSET or old.op in _WHOLE or all(writes.get(location, old) is old for writes in ends):
            continue
        found[location] = old
    return found


def _is_of_the_program(m: Machine, location: Location, born: int) -> bool:
    """Whether a location is a variable or field of the program that is older than `born`, not a note of the walk."""
    owner, name = location
    if is_open(owner):
        # of an element that the round names by a number of its own
        return False
    while isinstance(owner, tuple) and owner[0] == "array":
        owner, name = owner[1]
    made = m.things.get(owner)
    if made is not None and (
        made.instance is None or made.instance.cls.stub or m.shapes.field(made.instance, name) is None
    ):
        return False
    while isinstance(owner, tuple) and owner[0] in m.things:
        owner = owner[0]
    return owner < born if isinstance(owner, int) else owner == "global" or made is not None


def _declared_in(m: Machine, statement: p.Loop) -> frozenset[str]:
    """The keys of the variables that the body of a loop declares."""
    known = m._loop_declares.get(id(statement))
    if known is None:
        declared = (node.key for node in nodes_of(statement.body) if isinstance(node, p.Variable))
        known = m._loop_declares[id(statement)] = frozenset(declared)
    return known


def _after(
    m: Machine,
    carried: _Carried,
    scope: Breakable,
    ends: Sequence[_Writes],
    held: Mapping[Location, Value | None],
    depends: int,
) -> list[tree.Carried]:
    """The state behind the loop: what was written is some round's value, the rest what it was before."""
    store = m.store
    changed: list[tree.Carried] = []
    breaks = [one for one in scope.leaving if one.at is not None]
    # what is written on a path that left early depends on what decides about leaving
    for one in scope.leaving:
        depends |= one.path.depends
    for location in dict.fromkeys(chain.from_iterable(ends)):
        values = [writes[location] for writes in ends if location in writes]
        before = carried.get(location)
        was = before[0] if before is not None else held.get(location)
        alternatives = tuple(values) if was is None else (was, *values)
        if before is not None and m.merges is not None:
            m.merges[before[1]] = alternatives
        during = None if before is None else before[1]
        if before is not None and all(v is during for v in values):
            changed.append(tree.Carried(during, was, during, before[0]))
            store.set(location, before[0])
            continue
        if values[-1].op in _WHOLE:
            store.set(location, values[-1])
            continue
        if location[1] in UNNAMED and all(v is was for v in values):
            store.set(location, values[0])
            continue
        bits = depends | (was.depends if was is not None else 0)
        for v in values:
            bits |= v.depends
        after = fresh(location[1].rpartition("@")[2] or "loop value", bits)
        if was is not None and is_address(was):
            after = moved(was, after)
        if m.merges is not None:
            m.merges[after] = alternatives
        for v in values:
            if v in m.origins:
                m.origins[after] = m.origins[v]
        following = ends[0].get(location, during)
        broken = tuple((one.at, one.writes.get(location, during or UNSET)) for one in breaks if one.at is not None)
        changed.append(tree.Carried(during, was, following, after, broken))
        store.set(location, after)
    for location, (old, new) in carried.items():
        if m.merges is not None:
            m.merges.setdefault(new, (old,))
        if store.get(location) is new:
            changed.append(tree.Carried(new, old, new, old))
            store.set(location, old)
    return changed


def _left_alone(m: Machine, carried: _Carried, returned: Iterable[Leaving]) -> None:
    """What no round writes is what it was before on the paths, too, that returned from within the loop."""
    alone = {location: old for location, (old, _) in carried.items() if m.store.get(location) is old}
    for one in returned:
        for location, old in alone.items():
            if one.writes.get(location) is carried[location][1]:
                one.writes[location] = old


def _count(m: Machine, statement: p.Loop) -> Value | None:
    """The number of rounds of `for (i = a; i < b; i += c)`, as an expression."""
    return trip_count(m, statement) if statement.kind == "for" else None


def _leaves(statement: p.Statement) -> bool:
    """Whether a `break` or `continue` of this loop stands in its body."""
    match statement:
        case p.Break() | p.Continue():
            return True
        case p.Block(body=body):
            return any(map(_leaves, body))
        case p.If(then=then, otherwise=otherwise):
            return _leaves(then) or (otherwise is not None and _leaves(otherwise))
        case p.Switch(cases=cases):
            return any(_leaves(s) for case in cases for s in case.body)
    return False


def trip_count(m: Machine, loop: p.Loop) -> Value | None:
    """Rounds of `for (i = a; i < b; i += c)` in terms of what is known before the loop."""
    match loop.condition:
        case p.Binary(op="<" | "<=" as op, left=p.Name(kind="local") as variable, right=limit):
            pass
        case _:
            return None
    match loop.step:
        case p.Unary(op="++" | "post++", operand=p.Name(key=key)) if key == variable.key:
            step = ONE
        case p.Assign(op="+", target=p.Name(key=key), value=width) if key == variable.key:
            step = m.evaluate(width)
        case _:
            return None
    distance = subtract(m.evaluate(limit), m.evaluate(variable))
    if op == "<=":
        distance = add(distance, ONE)
    return distance if step is ONE else divide(subtract(add(distance, step), ONE), step)
