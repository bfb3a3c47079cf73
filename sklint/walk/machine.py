"""The abstract interpreter: its state, and how it branches.

It runs a function with abstract values and appends what it meets to a tree (`tree.py`). Branches that the values
do not decide are run one after the other on the same store and joined. What calls of the AscendC or host API mean is
asked of an `Api`. Statements, loops, expressions and calls each have a module; all of them work on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from math import inf
from typing import TypeVar
from weakref import ref

from sklint import program as p
from sklint.deadline import now
from sklint.walk import calls, expressions, locations, loops, objects, statements, tree
from sklint.walk.api import Api
from sklint.walk.effects import EffectTable
from sklint.walk.frame import Frame, Leaving, Thing
from sklint.walk.knowledge import Knowledge
from sklint.walk.matching import Several
from sklint.walk.ranges import NO_RANGES, Ranges
from sklint.walk.render import render
from sklint.walk.shape import Scope, Shape
from sklint.walk.shapes import Shapes
from sklint.walk.store import Location, Store
from sklint.walk.values import (
    CORE,
    DATA,
    NOTHING,
    SUB,
    Value,
    atom,
    choose,
    constant,
    negate,
    thing,
)

_Result = TypeVar("_Result")
# What one kernel may take, as one kind of core.
STEPS = 1_000_000


def _weakly(function: Callable[..., _Result], machine: Machine) -> Callable[..., _Result]:
    """The function with the machine as first argument, which it does not keep alive.

    The machine holds its store and its shapes, and they ask it in turn. Were that a cycle, all that a walk has made
    would stay until a collector looks for it, and looking costs as much as a quarter of the walk.
    """
    weak = ref(machine)

    def call(*args: object) -> _Result:
        return function(weak(), *args)

    return call


class Machine(Knowledge):
    """Runs functions of one program; `out` is the list that events go to, `effects` may serve several machines."""

    def __init__(
        self, program: p.Program, api: Api, ranges: Ranges = NO_RANGES, effects: EffectTable | None = None
    ) -> None:
        super().__init__(ranges)
        self.program = program
        self.api = api
        self.shapes = Shapes(program, _weakly(Machine.template_argument, self))
        self.effects = effects if effects is not None else EffectTable(program)
        self.store = Store(_weakly(locations.starting_value, self))
        self.things: dict[Hashable, Thing] = {}
        # Objects that some pointer sees as plain words: to copy a tiling into them, mostly.
        self.as_words: set[Hashable] = set()
        # Local variables that are objects of the program's classes, and no pointers to some.
        self.by_value: set[Location] = set()
        # Arrays of objects: the class of the elements by where the array lies, and the elements that were met.
        self.row_shapes: dict[Location, Shape | None] = {}
        self.rows: dict[Hashable, dict[Hashable, None]] = {}
        self.closures: dict[int, tuple[p.Lambda, Frame]] = {}
        self.statics: dict[Hashable, Value] = {}
        # the fields of classes, by the identity of the instance, which lives as long as `shapes`
        self.members: dict[tuple[int, str], locations.Member | None] = {}
        # the specialisations with code that may be meant instead of a class, by its identity
        self.alternatives: dict[int, Several] = {}
        self.out: list[tree.Node] = []
        self.events = 0
        self.frames: list[Frame] = []
        self.path: list[Value] = []
        self.carried: dict[Value, bool] = {}
        # What an open value of a loop may be: the value before, and what the rounds wrote; None where nobody asks.
        self.merges: dict[Value, tuple[Value, ...]] | None = None
        self.origins: dict[Value, tuple[p.Span, str]] = {}
        # where calls were met, by identity: every call of a walk is noted
        self.visited: dict[int, p.Span] = {}
        self.entered: set[str] = set()
        self.steps = 0
        # When the walk has to come to an end, by the clock of `deadline.now`.
        self.until = inf
        self.spent = False
        self.limited: list[str] = []
        # the methods that were called on what is not known
        self.unfollowed: dict[str, None] = {}
        # what was called and is not there to be read: it has no body, or may stand in a header that nobody found
        self.unread: dict[str, None] = {}
        self.numbers = count(1)
        self.telling: dict[int, tuple[p.Expression, ...] | None] = {}
        self.roots: dict[str, str] = {"workspace": "workspace"}
        self.pipes: dict[Hashable, int] = {}
        # Whether what is in flight on the pipes of the core is noted, and whether a place was met that asks for it.
        self.notes_flight = False
        self.asks_flight = False
        self.keys: dict[int, None] = {}
        # Tensors that remember a line they wrote, and what scalar accesses to GM were met (write, how).
        self.lazy: dict[Hashable, int] = {}
        self.touched: set[tuple[bool, str]] = set()
        # Pointers to GM, by loop and name, that the loop stores through without moving them.
        self.fixed_pointers: dict[int, set[str]] = {}
        self._enumerators: dict[tuple[str, int], str] | None = None
        self._loop_writes: dict[int, frozenset[str]] = {}
        self._loop_declares: dict[int, frozenset[str]] = {}
        self._numbered: dict[Hashable, int] = {}
        self._by_name: dict[str, list[p.Function]] | None = None
        self._special: dict[str, list[p.Function]] | None = None
        self._parts: dict[Hashable, list[tuple[Hashable, str]]] = {}
        self._texts: dict[int, tuple[p.Expression, str]] = {}

    # --------------------------------------------------------------------------------------------- context

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def is_spent(self) -> bool:
        """Whether the walk has used up its steps or its time: calls are not followed from then on."""
        if not self.spent:
            self.spent = self.steps > STEPS or now() > self.until
        return self.spent

    def emit(self, event: tree.Event) -> None:
        self.events += 1
        self.out.append(event)

    def evaluate(self, e: p.Expression) -> Value:
        """The value of an expression; its events are emitted."""
        return _EXPRESSIONS[type(e)](self, e)

    def template_argument(self, e: p.Expression, scope: Scope) -> Value:
        """Evaluate a template argument, which may be a constant of the function that is running."""
        return self.constant_expression(e, scope, self.frame if self.frames else None)

    def constant_expression(self, e: p.Expression, scope: Scope, around: Frame | None = None) -> Value:
        """Evaluate an initialiser of a class where it stands, or a constant of the code that runs `around` it."""
        while isinstance(e, p.InitList) and len(e.items) == 1:
            e = e.items[0]
        if isinstance(e, p.Literal):
            return constant(e.value)
        if isinstance(e, p.Name) and not e.args:
            if e.kind == "template":
                return expressions.parameter(e, scope)
            if e.kind == "enumerator":
                return self.evaluate(e)
        self.frames.append(Frame(next(self.numbers), None, scope, None, around))
        try:
            return self.evaluate(e)
        finally:
            self.frames.pop()

    # ------------------------------------------------------------------------------------------ conditions

    def condition(self, value: Value, e: p.Expression | None, at: p.Span) -> tree.Condition:
        """The condition with what it depends on and where its core-dependent parts come from."""
        origins: list[tuple[p.Span, str]] = []
        if value.depends & (CORE | SUB | DATA):
            for part in value.walk():
                origin = self.origins.get(part)
                if origin is not None and origin not in origins and part.depends:
                    origins.append(origin)
        text = self.text_of(e) if e is not None else str(value)
        return tree.Condition(tree.depends_word(value.depends), value, text, at, tuple(origins[:4]))

    def text_of(self, e: p.Expression) -> str:
        """The expression as text; the same condition is met once for every call of its function, and every round."""
        known = self._texts.get(id(e))
        if known is None:
            known = self._texts[id(e)] = e, render(e)
        return known[1]

    def branch(
        self,
        value: Value,
        e: p.Expression | None,
        at: p.Span,
        then: Callable[[], bool],
        otherwise: Callable[[], bool],
    ) -> bool:
        """Run both sides (or the decided one) and join; True when no path goes on. `e` is what gave the value."""
        decided = self.decide(value)
        if decided is not None:
            return then() if decided else otherwise()
        condition = self.condition(value, e, at)
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
            self._join(value, then_writes, mark)
        return False

    # ------------------------------------------------------------------------------------------ statements

    def run(self, statement: p.Statement | None) -> bool:
        """Execute a statement; True when no path goes on after it."""
        if statement is None:
            return False
        self.steps += 1
        return _STATEMENTS[type(statement)](self, statement)

    def rejoin(self, leaving: list[Leaving], mark: int, ended: bool, behind: Value = NOTHING) -> Value:
        """Join the states of the paths that left early into the one that is current; the value of all of them.

        The path that did not leave has the value `behind`.
        """
        store = self.store
        value = behind
        rest = list(leaving)
        if ended and rest:
            last = rest.pop()
            store.rollback(mark)
            for location, written in last.writes.items():
                store.set(location, written)
            value = last.value
        for one in reversed(rest):
            self._join(one.path, one.writes, mark)
            value = choose(one.path, one.value, value)
        return value

    def _join(self, condition: Value, then: dict[Location, Value], mark: int) -> None:
        for location in self.store.join(condition, then, mark):
            if location[0] in self.things:
                objects.meet(self, condition if location in then else negate(condition), location)

    # --------------------------------------------------------------------------------------------- objects

    def is_class(self, shape: Shape) -> bool:
        """Whether a type names a class, of the program or of the API: what has it, and is no pointer, is an object."""
        return self.shapes.instance(shape) is not None or self.api.is_object(shape)

    def new_thing(
        self, shape: Shape, label: str, identity: Hashable = None, symbolic: str = "", source: Hashable = None
    ) -> Value:
        """A new object; with an identity that is known already, the same object again."""
        identity = next(self.numbers) if identity is None else identity
        if identity not in self.things:
            plain = shape.plain
            instance = self.shapes.instance(plain)
            self.things[identity] = Thing(identity, plain, instance, label, symbolic, source)
        return thing("object", identity)

    def part(
        self,
        owner: Hashable,
        name: str,
        shape: Shape,
        symbolic: str,
        init: p.Expression | None,
        scope: Scope,
        of: Shape | None = None,
    ) -> Value:
        """The object that is the field `name` of another; its constructor has run on what its declaration gives.

        `of` is the specialisation that has the field, where its class may be several.
        """
        identity = (owner if of is None else (owner, of), name)
        known = identity in self.things
        made = self.new_thing(shape, name, identity, symbolic)
        if not known:
            self._parts.setdefault(owner, []).append(identity)
        if not known and not symbolic:
            objects.construct_part(self, made, thing("object", owner), init, scope)
        return made

    def converted(self, value: Value, type: p.Type, at: p.Span) -> Value:
        """What the running function makes of a value that it takes or gives as a type, by a constructor of that."""
        held = self.thing_of(value)
        if held is None or type.pointer or (type.reference and not type.const) or held.shape.name == type.name:
            return value
        return objects.converted(self, value, self.shapes.resolve(type, self.frame.scope), at)

    def parts_of(self, owner: Hashable) -> list[tuple[Hashable, str]]:
        """The objects that are fields of another, in the order they were made."""
        return self._parts.get(owner, [])

    def retire(self, identity: Hashable) -> None:
        """An object is gone, with its parts and the local memory it gave out."""
        gone = [identity]
        while gone:
            owner = gone.pop()
            self.store.retire(owner)
            self.store.retire(("local", owner))
            gone.extend(self._parts.get(owner, ()))

    def argument(self, param: p.Parameter, scope: Scope | None = None) -> Value:
        """What an entry is called with: a value that all cores share, or an object with fields of that kind.

        In the `scope` the template parameters are bound that its type may be made of.
        """
        shape = locations.pointed(self, self.shapes.resolve(param.type, scope or self.shapes.nowhere))
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

    def specialised(self, plain: str) -> Sequence[p.Function]:
        """The explicit specialisations of functions and methods whose last name component is `plain`."""
        if self._special is None:
            self._special = {}
            for function in self.program.functions.values():
                if function.body is not None and (function.specialises is not None or function.within is not None):
                    self._special.setdefault(function.plain_name, []).append(function)
        return self._special.get(plain, ())

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

    def read(self, value: Value) -> Value:
        """What is found where the store holds a value: a choice is the side of the way that is being walked."""
        self.note_use(value)
        return self.taken(value)

    def note_origin(self, value: Value, at: p.Span, name: str) -> None:
        """A variable got a value that cores may differ in: the last one that did is nearest to where it is asked for.

        What is no more than the answer to a question comes from there.
        """
        if value.op != "atom" or value not in self.origins:
            self.origins[value] = (at, name)

    def thing_of(self, value: Value) -> Thing | None:
        return self.things.get(value.payload) if value.op == "object" else None


_EXPRESSIONS: dict[type, Callable[..., Value]] = {**expressions.TABLE, **calls.TABLE, **objects.TABLE}

_STATEMENTS: dict[type, Callable[..., bool]] = {**statements.TABLE, p.Loop: loops.loop}
