"""The abstract interpreter: statements and control flow.

It runs a function with abstract values and appends what it meets to a tree (`tree.py`). Branches that the values
do not decide are run one after the other on the same store and joined; loops are walked once with everything they
write made unknown, and once more where that did not keep which cores may differ. What calls of the AscendC or host
API mean is asked of an `Api`; expressions are in `evaluate.py`, calls and objects in `calls.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from sklint import program as p
from sklint.walk import calls, expressions, tree
from sklint.walk.addresses import is_address, moved
from sklint.walk.api import Api
from sklint.walk.effects import EffectTable
from sklint.walk.frame import Breakable, Frame, Leaving, Thing
from sklint.walk.render import render
from sklint.walk.shapes import Scope, Shape, Shapes
from sklint.walk.store import Location, Store
from sklint.walk.values import (
    CORE,
    DATA,
    NOTHING,
    ONE,
    SUB,
    TRUE,
    UNKNOWN,
    UNSET,
    Value,
    atom,
    both,
    choose,
    either,
    equal,
    fresh,
    less,
    negate,
    thing,
)

UNROLLED = 4


class Machine:
    """Runs functions of one program; `out` is the list that events go to."""

    def __init__(self, program: p.Program, api: Api) -> None:
        self.program = program
        self.api = api
        self.shapes = Shapes(program, self.constant_expression)
        self.effects = EffectTable(program.functions.values())
        self.store = Store()
        self.things: dict[Hashable, Thing] = {}
        self.closures: dict[int, tuple[p.Lambda, Frame]] = {}
        self.statics: dict[Hashable, Value] = {}
        self.out: list[tree.Node] = []
        self.events = 0
        self.frames: list[Frame] = []
        self.path: list[Value] = []
        self.facts: dict[Value, bool] = {}
        self.trail: list[Value] = []
        self.carried: dict[Value, bool] = {}
        # What an open value of a loop may be: the value before, and what the rounds wrote.
        self.merges: dict[Value, tuple[Value, ...]] = {}
        self.origins: dict[Value, tuple[p.Span, str]] = {}
        self.visited: set[p.Span] = set()
        self.entered: set[str] = set()
        self.steps = 0
        self.limited: list[str] = []
        self.numbers = count(1)
        self.roots: dict[str, str] = {"workspace": "workspace"}
        self.pipes: dict[Hashable, int] = {}
        self.keys: dict[int, None] = {}
        # Tensors that remember a line they wrote, and what scalar accesses to GM were met (write, how).
        self.lazy: dict[Hashable, int] = {}
        self.touched: set[tuple[bool, str]] = set()
        self._enumerators: dict[tuple[str, int], str] | None = None
        self._loop_writes: dict[int, frozenset[str]] = {}
        self._numbered: dict[Hashable, int] = {}
        self._by_name: dict[str, list[p.Function]] | None = None

    # --------------------------------------------------------------------------------------------- context

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def emit(self, event: tree.Event) -> None:
        self.events += 1
        self.out.append(event)

    def evaluate(self, e: p.Expression) -> Value:
        """The value of an expression; its events are emitted."""
        return _EXPRESSIONS[type(e)](self, e)

    def constant_expression(self, e: p.Expression, scope: Scope) -> Value:
        """Evaluate a template argument or a static initialiser where it stands."""
        self.frames.append(Frame(next(self.numbers), None, scope, None))
        try:
            return self.evaluate(e)
        finally:
            self.frames.pop()

    # ---------------------------------------------------------------------------------------------- facts

    def decide(self, value: Value) -> bool | None:
        """Whether the condition holds on the path that is being walked; None when either may be."""
        if value.op == "const":
            return bool(value.payload)
        known = self.facts.get(value)
        if known is not None:
            return known
        match value.op:
            case "and":
                parts = [self.decide(a) for a in value.args]
                return False if False in parts else True if all(parts) else None
            case "or":
                parts = [self.decide(a) for a in value.args]
                return True if True in parts else False if all(x is False for x in parts) else None
            case "not":
                inner = self.decide(value.args[0])
                return None if inner is None else not inner
            case "<":
                return False if self.facts.get(equal(*value.args)) else None
            case "<=":
                left, right = value.args
                return True if self.facts.get(less(left, right)) or self.facts.get(equal(left, right)) else None
            case "==":
                left, right = value.args
                if self.facts.get(less(left, right)) or self.facts.get(less(right, left)):
                    return False
                return self._other_constant(value)
            case "!=":
                same = self.decide(equal(*value.args))
                return None if same is None else not same
            case "ite":
                condition = self.decide(value.args[0])
                if condition is not None:
                    return self.decide(value.args[1 if condition else 2])
        return None

    def _other_constant(self, value: Value) -> bool | None:
        """`x == 2` is false where `x == 1` is known."""
        left, right = value.args
        number, other = (left, right) if left.is_constant else (right, left)
        if not number.is_constant:
            return None
        for fact in reversed(self.trail):
            if fact.op == "==" and self.facts.get(fact) and other in fact.args:
                known = fact.args[0] if fact.args[1] is other else fact.args[1]
                if known.is_constant:
                    return known is number
        return None

    def assume(self, value: Value, truth: bool) -> None:
        if value.is_constant or value in self.facts:
            return
        if (value.op == "and" and truth) or (value.op == "or" and not truth):
            for part in value.args:
                self.assume(part, truth)
        opposite = negate(value)
        self.facts[value] = truth
        self.trail.append(value)
        if opposite not in self.facts and not opposite.is_constant:
            self.facts[opposite] = not truth
            self.trail.append(opposite)

    def forget(self, mark: int) -> None:
        while len(self.trail) > mark:
            del self.facts[self.trail.pop()]

    # ------------------------------------------------------------------------------------------ conditions

    def condition(self, value: Value, e: p.Expression | None, at: p.Span) -> tree.Condition:
        """The condition with what it depends on and where its core-dependent parts come from."""
        origins: list[tuple[p.Span, str]] = []
        if value.depends & (CORE | SUB | DATA):
            for part in value.walk():
                origin = self.origins.get(part)
                if origin is not None and origin not in origins and part.depends:
                    origins.append(origin)
        text = render(e) if e is not None else str(value)
        return tree.Condition(depends_word(value.depends), value, text, at, tuple(origins[:4]))

    def branch(
        self, value: Value, condition: tree.Condition, then: Callable[[], bool], otherwise: Callable[[], bool]
    ) -> bool:
        """Run both sides (or the decided one) and join; True when no path goes on."""
        decided = self.decide(value)
        if decided is not None:
            return then() if decided else otherwise()
        store, outer = self.store, self.out
        mark, trail = store.mark(), len(self.trail)
        then_out: list[tree.Node] = []
        self.out = then_out
        self.assume(value, True)
        self.path.append(value)
        then_ended = then()
        self.path.pop()
        self.forget(trail)
        then_writes = {} if then_ended else store.writes_since(mark)
        store.rollback(mark)
        else_out: list[tree.Node] = []
        self.out = else_out
        self.assume(value, False)
        self.path.append(negate(value))
        else_ended = otherwise()
        self.path.pop()
        self.forget(trail)
        self.out = outer
        if then_out or else_out:
            outer.append(tree.Branch(condition, tree.Seq(tuple(then_out)), tree.Seq(tuple(else_out))))
        if then_ended and else_ended:
            store.rollback(mark)
            return True
        if then_ended:
            self.assume(value, False)
        elif else_ended:
            store.rollback(mark)
            for location, written in then_writes.items():
                store.set(location, written)
            self.assume(value, True)
        else:
            store.join(value, then_writes, mark)
        return False

    # ------------------------------------------------------------------------------------------ statements

    def run(self, statement: p.Statement | None) -> bool:
        """Execute a statement; True when no path goes on after it."""
        if statement is None:
            return False
        self.steps += 1
        return _STATEMENTS[type(statement)](self, statement)

    def block(self, block: p.Block) -> bool:
        return self.sequence(block.body, block.at)

    def sequence(self, body: tuple[p.Statement, ...], at: p.Span) -> bool:
        scopes = self.frame.scopes
        scopes.append([])
        ended = False
        for statement in body:
            if self.run(statement):
                ended = True
                break
        living = scopes.pop()
        if not ended:
            self._end_objects(living, at)
        return ended

    def _end_objects(self, objects: list[Value], at: p.Span) -> None:
        end = p.Span(at.path, at.end_line, at.end_column, at.end_line, at.end_column, at.macro)
        for value in reversed(objects):
            self.api.destroyed(self, value, end)

    def declare(self, statement: p.Declare) -> bool:
        for variable in statement.variables:
            calls.declare(self, variable)
        return False

    def evaluate_statement(self, statement: p.Evaluate) -> bool:
        self.evaluate(statement.expression)
        return False

    def if_statement(self, statement: p.If) -> bool:
        if statement.init is not None:
            self.run(statement.init)
        if statement.condition is None:
            value = fresh("condition not read", UNKNOWN)
        else:
            value = self.evaluate(statement.condition)
        condition = self.condition(value, statement.condition, statement.at)
        return self.branch(value, condition, lambda: self.run(statement.then), lambda: self.run(statement.otherwise))

    def switch(self, statement: p.Switch) -> bool:
        subject = self.evaluate(statement.subject)
        cases = statement.cases

        def enter(index: int) -> bool:
            for case in cases[index:]:
                for inner in case.body:
                    if isinstance(inner, p.Break):
                        return False
                    if isinstance(inner, p.Block) and inner.body and isinstance(inner.body[-1], p.Break):
                        return self.sequence(inner.body[:-1], inner.at)
                    if self.run(inner):
                        return True
            return False

        def test(index: int) -> bool:
            if index == len(cases):
                default = next((i for i, case in enumerate(cases) if case.default), None)
                return False if default is None else enter(default)
            case = cases[index]
            if not case.values:
                return test(index + 1)
            value = either(*(equal(subject, self.evaluate(label)) for label in case.values))
            text = p.Binary("==", statement.subject, case.values[0], statement.at)
            return self.branch(
                value, self.condition(value, text, statement.at), lambda: enter(index), lambda: test(index + 1)
            )

        return self.breakable(lambda: test(0), statement.at)

    def breakable(self, body: Callable[[], bool], at: p.Span) -> bool:
        """Run a block that `break` leaves, once; the paths that left are joined behind it."""
        frame, outer = self.frame, self.out
        scope = Breakable(self.store.mark(), len(self.path), True, len(frame.scopes))
        frame.breakables.append(scope)
        inner: list[tree.Node] = []
        self.out = inner
        trail = len(self.trail)
        ended = body()
        self.out = outer
        frame.breakables.pop()
        if not scope.leaving:
            outer.extend(inner)
            return ended
        self.forget(trail)
        if inner:
            once = tree.Condition("uniform", ONE, "once", at)
            outer.append(tree.Loop(once, tree.Seq(tuple(inner)), ONE, True))
        self.rejoin(scope.leaving, scope.mark, ended)
        return False

    def rejoin(self, leaving: list[Leaving], mark: int, ended: bool) -> Value:
        """Join the states of the paths that left early into the one that is current; the value of all of them."""
        store = self.store
        value = NOTHING
        rest = list(leaving)
        if ended and rest:
            last = rest.pop()
            store.rollback(mark)
            for location, written in last.writes.items():
                store.set(location, written)
            value = last.value
        for one in reversed(rest):
            store.join(one.path, one.writes, mark)
            value = choose(one.path, one.value, value)
        return value

    def leave(self, statement: p.Return | p.Break | p.Continue) -> bool:
        frame = self.frame
        if isinstance(statement, p.Return):
            value = self.evaluate(statement.value) if statement.value is not None else NOTHING
            for living in reversed(frame.scopes):
                self._end_objects(living, statement.at)
            self.out.append(tree.Exit("return", statement.at))
            path = both(TRUE, *self.path[frame.path :])
            written = self.store.writes_since(frame.mark)
            outlasting = {location: held for location, held in written.items() if location[0] != frame.number}
            frame.leaving.append(Leaving(path, outlasting, value))
            for breakable in frame.breakables:
                breakable.depends |= path.depends
            return True
        what = "break" if isinstance(statement, p.Break) else "continue"
        scope = next((b for b in reversed(frame.breakables) if what == "break" or not b.once), None)
        if scope is None:
            return True
        for living in reversed(frame.scopes[scope.scopes :]):
            self._end_objects(living, statement.at)
        # a continue leaves the switches and once-blocks between it and its loop
        self.out.append(tree.Exit(what, statement.at))
        path = both(TRUE, *self.path[scope.path :])
        at = statement.at if what == "break" else None
        scope.leaving.append(Leaving(path, self.store.writes_since(scope.mark), NOTHING, at))
        if what == "break":
            scope.depends |= path.depends
        return True

    # --------------------------------------------------------------------------------------------- loops

    def loop(self, statement: p.Loop) -> bool:
        if statement.kind == "do" and self._is_false(statement.condition):
            return self.breakable(lambda: self.run(statement.body), statement.at)
        self.frame.scopes.append([])
        self.run(statement.init)
        if statement.kind != "range":
            first = TRUE if statement.kind == "do" else self._test(statement.condition)
            if self.decide(first) is False:
                self.frame.scopes.pop()
                return False
            if self._unroll(statement):
                self.frame.scopes.pop()
                return False
        self._widened(statement)
        self.frame.scopes.pop()
        return False

    def _is_false(self, e: p.Expression | None) -> bool:
        match e:
            case p.Literal(value=value):
                return not value
            case p.Cast(operand=operand):
                return self._is_false(operand)
        return False

    def _test(self, e: p.Expression | None) -> Value:
        return TRUE if e is None else self.evaluate(e)

    def _unroll(self, statement: p.Loop) -> bool:
        """Walk a loop of a few known rounds round by round; False (and nothing done) when it is not one."""
        if statement.kind != "for" or statement.condition is None or statement.step is None:
            return False
        if _leaves(statement.body):
            return False
        store, outer, trail = self.store, self.out, len(self.trail)
        mark, events = store.mark(), self.events
        rounds: list[tree.Node] = []
        self.out = rounds
        for _ in range(UNROLLED + 1):
            value = self.evaluate(statement.condition)
            if not value.is_constant:
                break
            if not value.payload:
                self.out = outer
                outer.extend(rounds)
                return True
            if len(self.trail) != trail or self.run(statement.body):
                break
            self.evaluate(statement.step)
        self.out = outer
        self.events = events
        self.forget(trail)
        store.rollback(mark)
        return False

    def _widened(self, statement: p.Loop) -> None:
        written = self._written_in(statement)
        count = self._count(statement)
        grown: dict[Location, int] = {}
        fixed: set[Location] = set()
        store = self.store
        mark = store.mark()
        frame = self.frame
        outer, events = self.out, self.events
        for attempt in range(3):
            store.rollback(mark)
            self.events = events
            body_out: list[tree.Node] = []
            self.out = body_out
            carried = self._carry(written, grown, fixed)
            body_mark = store.mark()
            trail = len(self.trail)
            scope = Breakable(body_mark, len(self.path), False, len(frame.scopes))
            frame.breakables.append(scope)
            trips = self._round(statement)
            frame.breakables.pop()
            self.forget(trail)
            again = self._grow(carried, scope, body_mark, grown)
            if not (self._stay(carried, scope, body_mark, fixed) or again) or attempt == 2:
                break
        self.out = outer
        depends = trips.value.depends | scope.depends
        changed = self._after(carried, scope, body_mark, depends)
        if body_out:
            if scope.depends & ~trips.value.depends:
                trips = tree.Condition(depends_word(depends), trips.value, trips.text, trips.at, trips.origins)
            outer.append(tree.Loop(trips, tree.Seq(tuple(body_out)), count, statement.kind == "do", tuple(changed)))

    def _written_in(self, statement: p.Loop) -> frozenset[str]:
        """The names of what a round may write; the same loop is met once for every call of its function."""
        known = self._loop_writes.get(id(statement))
        if known is None:
            parts = [x for x in (statement.condition, statement.step, statement.body) if x is not None]
            known = self._loop_writes[id(statement)] = self.effects.written_in(parts)
        return known

    def _carry(
        self, written: frozenset[str], grown: dict[Location, int], fixed: set[Location]
    ) -> dict[Location, tuple[Value, Value]]:
        """Make unknown what the rounds before may have written; the old and the new value by location."""
        carried: dict[Location, tuple[Value, Value]] = {}
        # a reference is written under its own name, and is the location of somebody else
        bound = [location for key, location in self.frame.references.items() if key in written]
        for location in dict.fromkeys((*self.store.named(written), *bound)):
            old = self.store.get(location)
            if old is None or old.op in ("object", "closure", "function", "location") or location in fixed:
                continue
            new = fresh(location[1].rpartition("@")[2] or "loop value", (old.depends | grown.get(location, 0)))
            if is_address(old):
                new = moved(old, new)
            self.carried[new] = False
            if old in self.origins:
                self.origins[new] = self.origins[old]
            carried[location] = (old, new)
            self.store.set(location, new)
        return carried

    def _round(self, statement: p.Loop) -> tree.Condition:
        """Walk one round; what the number of rounds depends on."""
        if statement.kind == "range":
            sequence = self.evaluate(statement.sequence) if statement.sequence is not None else NOTHING
            if statement.variable is not None:
                location = (self.frame.number, statement.variable.key)
                self.store.set(location, fresh(statement.variable.name, sequence.depends))
            trips = self.condition(sequence, statement.sequence, statement.at)
            self.run(statement.body)
            return trips
        value = TRUE
        if statement.kind != "do":
            value = self._test(statement.condition)
            self.assume(value, True)
        trips = self.condition(value, statement.condition, statement.at)
        ended = self.run(statement.body)
        scope = self.frame.breakables[-1]
        if not ended or scope.leaving:
            # what goes on with the next round takes the step, whichever way it came there
            self.rejoin([one for one in scope.leaving if one.at is None], scope.mark, ended)
            if statement.step is not None:
                self.evaluate(statement.step)
            if statement.kind == "do":
                value = self._test(statement.condition)
                trips = self.condition(value, statement.condition, statement.at)
        return trips

    def _grow(
        self, carried: dict[Location, tuple[Value, Value]], scope: Breakable, mark: int, grown: dict[Location, int]
    ) -> bool:
        """Note which carried values may differ between more cores than assumed; True when that was relied upon."""
        again = False
        ends = [(self.store.writes_since(mark), 0), *((one.writes, one.path.depends) for one in scope.leaving)]
        for location, (_, new) in carried.items():
            depends = new.depends
            for writes, path in ends:
                written = writes.get(location)
                if written is not None and written is not new:
                    depends |= written.depends | path
            if depends & ~new.depends:
                grown[location] = grown.get(location, 0) | depends
                again = again or self.carried.get(new, False)
        return again

    def _stay(
        self, carried: dict[Location, tuple[Value, Value]], scope: Breakable, mark: int, fixed: set[Location]
    ) -> bool:
        """Note pointers to GM that only their elements were written through; True when there are new ones."""
        before = len(fixed)
        ends = [self.store.writes_since(mark), *(one.writes for one in scope.leaving)]
        for location, (old, new) in carried.items():
            if is_address(old) and all(writes.get(location, new) is new for writes in ends):
                fixed.add(location)
        return len(fixed) > before

    def _after(
        self, carried: dict[Location, tuple[Value, Value]], scope: Breakable, mark: int, depends: int
    ) -> list[tree.Carried]:
        """The state behind the loop: what was written is some round's value, the rest what it was before."""
        store = self.store
        changed: list[tree.Carried] = []
        breaks = [one for one in scope.leaving if one.at is not None]
        ends = [store.writes_since(mark), *(one.writes for one in scope.leaving)]
        held = store.before(mark)
        # what is written on a path that left early depends on what decides about leaving
        for one in scope.leaving:
            depends |= one.path.depends
        for location in dict.fromkeys(x for writes in ends for x in writes):
            values = [writes[location] for writes in ends if location in writes]
            before = carried.get(location)
            was = before[0] if before is not None else held.get(location)
            alternatives = tuple(values) if was is None else (was, *values)
            if before is not None:
                self.merges[before[1]] = alternatives
            during = None if before is None else before[1]
            if before is not None and all(v is during for v in values):
                changed.append(tree.Carried(during, was, during, before[0]))
                store.set(location, before[0])
                continue
            if values[-1].op in ("object", "closure", "function", "location"):
                store.set(location, values[-1])
                continue
            bits = depends | (was.depends if was is not None else 0)
            for v in values:
                bits |= v.depends
            after = fresh(location[1].rpartition("@")[2] or "loop value", bits)
            if was is not None and is_address(was):
                after = moved(was, after)
            self.merges[after] = alternatives
            for v in values:
                if v in self.origins:
                    self.origins[after] = self.origins[v]
            following = ends[0].get(location, during)
            broken = tuple((one.at, one.writes.get(location, during or UNSET)) for one in breaks if one.at is not None)
            changed.append(tree.Carried(during, was, following, after, broken))
            store.set(location, after)
        for location, (old, new) in carried.items():
            self.merges.setdefault(new, (old,))
            if store.get(location) is new:
                changed.append(tree.Carried(new, old, new, old))
                store.set(location, old)
        return changed

    def _count(self, statement: p.Loop) -> Value | None:
        """The number of rounds of `for (i = a; i < b; i += c)`, as an expression."""
        return expressions.trip_count(self, statement) if statement.kind == "for" else None

    def jump(self, statement: p.Goto) -> bool:
        self.limited.append(f"goto {statement.label}")
        return False

    # --------------------------------------------------------------------------------------------- objects

    def new_thing(
        self, shape: Shape, label: str, identity: Hashable = None, symbolic: str = "", source: Hashable = None
    ) -> Value:
        """A new object; with an identity that is known already, the same object again."""
        identity = next(self.numbers) if identity is None else identity
        if identity not in self.things:
            plain = Shape(shape.name, shape.args)
            instance = self.shapes.instance(plain)
            self.things[identity] = Thing(identity, plain, instance, label, symbolic, source)
        return thing("object", identity)

    def part(self, owner: Hashable, name: str, shape: Shape, symbolic: str) -> Value:
        """The object that is the field `name` of another; its default constructor has run."""
        identity = (owner, name)
        known = identity in self.things
        made = self.new_thing(shape, name, identity, symbolic)
        if not known and not symbolic:
            calls.construct_part(self, made)
        return made

    def argument(self, param: p.Parameter) -> Value:
        """What an entry is called with: a value that all cores share, or an object with fields of that kind."""
        shape = self.shapes.resolve(param.type, Scope())
        if self.shapes.instance(shape) is not None:
            return self.new_thing(shape, param.name, ("argument", param.name), param.name)
        return atom(param.name)

    def named(self, plain: str) -> tuple[p.Function, ...]:
        """The functions of the program whose last name component is `plain`."""
        if self._by_name is None:
            self._by_name = {}
            for function in self.program.functions.values():
                self._by_name.setdefault(function.plain_name, []).append(function)
        return tuple(self._by_name.get(plain, ()))

    def enumerator(self, enum: str, number: object) -> str:
        """The plain name of an enumerator by its number; empty when the enumeration has none."""
        if self._enumerators is None:
            self._enumerators = {}
            for name, value in self.program.enumerators.items():
                scope, _, plain = name.rpartition("::")
                self._enumerators.setdefault((scope.rpartition("::")[2], value), plain)
        return self._enumerators.get((enum, number), "") if isinstance(number, int) else ""

    def number_of(self, identity: Hashable) -> int:
        """A small number for an object, the same throughout a walk."""
        return self._numbered.setdefault(identity, len(self._numbered) + 1)

    def note_use(self, value: Value) -> None:
        """A value was read; for one that a loop carries round, what was assumed of it now matters."""
        if value in self.carried:
            self.carried[value] = True

    def thing_of(self, value: Value) -> Thing | None:
        return self.things.get(value.payload) if value.op == "object" else None


def depends_word(bits: int) -> str:
    """The class of a condition (DESIGN §3), the strongest part deciding."""
    if bits & (CORE | SUB):
        return "core-index"
    if bits & DATA:
        return "core-data"
    return "unknown" if bits & UNKNOWN else "uniform"


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


_EXPRESSIONS: dict[type, Callable[..., Value]] = {**expressions.TABLE, **calls.TABLE}

_STATEMENTS: dict[type, Callable[..., bool]] = {
    p.Block: Machine.block,
    p.Declare: Machine.declare,
    p.Evaluate: Machine.evaluate_statement,
    p.If: Machine.if_statement,
    p.Loop: Machine.loop,
    p.Switch: Machine.switch,
    p.Return: Machine.leave,
    p.Break: Machine.leave,
    p.Continue: Machine.leave,
    p.Goto: Machine.jump,
}
