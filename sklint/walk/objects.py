"""Objects: what declarations and constructors make, copies of it, and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import memory, rows, tuples
from sklint.walk.arrays import as_table
from sklint.walk.constructors import chosen, constructors_of, converting, copies, given_by, is_one, made_as
from sklint.walk.follow import DEEPEST, Argument, arguments_of, invoke
from sklint.walk.frame import Frame, Thing
from sklint.walk.locations import field_value, is_part, load, place, pointed
from sklint.walk.pipes import held_pipes, is_pipe
from sklint.walk.shape import Instance, Scope, Shape
from sklint.walk.specialisations import as_made, choice_of, field_of, is_defined, lineage
from sklint.walk.store import Location
from sklint.walk.tensors import is_tensor
from sklint.walk.values import CORE, DATA, NOTHING, SUB, UNKNOWN, UNSET, ZERO, Value, choose, fresh, operation, thing

if TYPE_CHECKING:
    from sklint.walk.machine import Machine


def initialise(m: Machine, constructor: p.Function, at: p.Span) -> None:
    """What a constructor that is running does before its body: its bases and members."""
    if m.frame.this is not None and m.frame.scope.instance is not None:
        named = frozenset(member.rpartition("::")[2] for member, _ in constructor.initialisers)
        _make_parts(m, m.frame.this, m.frame.scope.instance, named, at)
    for member, args in constructor.initialisers:
        _initialise(m, member, args, at)


def _make_parts(m: Machine, made: Value, instance: Instance, named: frozenset[str], at: p.Span) -> None:
    """Run the constructors of the parts that hold pipes, but of those `named` in an initialiser.

    Other parts are made where they are first looked at; what a constructor does to a pipe has its place in the order.
    """
    for owner in as_made(m, instance):
        if owner is not instance and owner.cls.name.rpartition("::")[2] in named:
            continue
        for field in owner.cls.fields:
            if field.name in named or field.static or field.type.pointer or field.type.reference:
                continue
            shape = m.shapes.resolve(field.type, m.shapes.scope_of(owner))
            part = None if shape.pointer else m.shapes.instance(shape)
            if part is None or part.cls.stub or next(held_pipes(m, field.name, part), None) is None:
                continue
            held = load(m, (made.payload, field.name))
            if held.op == "object":
                _construct_with(m, held, part, given_by(field.init), at)


def _initialise(m: Machine, member: str, args: tuple[p.Expression, ...], at: p.Span) -> None:
    """A constructor's member or base initialiser."""
    this = m.frame.this
    if this is None or this.op != "object":
        return
    thing_ = m.things[this.payload]
    instance = m.frame.scope.instance
    found = field_of(m, instance, member) if instance is not None else None
    if instance is not None and found is None:
        for base in m.shapes.lineage(instance)[1:]:
            name = base.cls.name.rpartition("::")[2]
            if name == member.rpartition("::")[2]:
                match args:
                    # `: Base(a)` reads as a Base made from a, by whatever of its names
                    case (p.Construct(type=built, args=given),) if built.name.rpartition("::")[2] == name:
                        args = given
                _construct_with(m, this, base, args, at)
        return
    location = (thing_.identity, member)
    current = load(m, location)
    part = m.thing_of(current)
    match args:
        # `: member(a)` reads as an object made from a: that is the member, which has begun with what it belongs to
        case (p.Construct(type=built, args=given),) if part is not None and _is_plainly(part.shape, built):
            if is_pipe(built.name):
                for arg in given:
                    m.evaluate(arg)
                return
            if part.instance is not None and not part.instance.cls.stub:
                _construct_with(m, current, part.instance, given, at)
                return
    e = p.Call(p.Name(member, "function", at), args, at)
    arguments = arguments_of(m, e)
    shape = None if found is None else m.shapes.resolve(found[0].type, m.shapes.scope_of(found[1]))
    if part is not None and shape is not None and _is_made_from(m, part, shape, arguments):
        if part.instance is not None:
            _construct_from(m, current, part.instance, arguments, e)
    elif shape is not None and shape.name == "[]" and any(argument.value.op == "object" for argument in arguments):
        _fill(m, location, shape, [argument.value for argument in arguments], at)
    elif len(arguments) == 1:
        m.store.set(location, arguments[0].value)


def _is_made_from(m: Machine, part: Thing, shape: Shape, arguments: Sequence[Argument]) -> bool:
    """Whether a member is an object of its own that these make; else it is the object that it is given.

    What the API declares and what a smart pointer points to are, and what its class has no constructor for.
    """
    source = m.thing_of(arguments[0].value) if len(arguments) == 1 else None
    if source is None:
        return True
    if part.instance is None or part.instance.cls.stub or pointed(m, shape) is not shape:
        return False
    return is_one(m, source, part.instance) or converting(m, part.instance, source) is not None


def _is_plainly(shape: Shape, type_: p.Type) -> bool:
    """Whether a type names the class of an object, by whatever of its names."""
    return shape.name.rpartition("::")[2] == type_.name.rpartition("::")[2]


def declare(m: Machine, variable: p.Variable) -> None:
    """Execute the declaration of a local variable."""
    frame = m.frame
    location = (frame.number, variable.key)
    scope = frame.scope
    if variable.static and variable.init is not None and variable.constexpr:
        m.store.set(location, as_table(variable.type, m.evaluate(variable.init)))
        return
    shape = m.shapes.resolve(variable.type, scope)
    if variable.type.reference and variable.init is None:
        # `unknown::call(&name);` reads as a reference without a value, which no program declares
        for known in m.store.of(frame.number):
            if known[1].partition("#")[0] == variable.name:
                m.store.set(known, fresh(f"{variable.name} is handed to what nothing declares", UNKNOWN))
    if variable.type.reference and variable.init is not None:
        value = m.evaluate(variable.init)
        bound = memory.cell_of(m, value) or place(m, variable.init)
        if variable.type.const:
            frame.constants.add(variable.key)
        if bound is not None and value.op != "object":
            frame.references[variable.key] = bound
        else:
            m.store.set(location, value)
        return
    by_value = not shape.pointer and m.is_class(shape)
    if by_value:
        m.visited[id(variable.at)] = variable.at
        value = _declared_object(m, variable, shape)
        if m.shapes.instance(shape) is not None and not m.api.may_be_null(shape):
            m.by_value.add(location)
        if frame.scopes:
            frame.scopes[-1].append(value)
    elif _is_bare(variable.init) and (row := rows.element_of(m, shape)) is not None:
        m.row_shapes[location] = row
        value = UNSET
    elif variable.init is not None:
        value = m.evaluate(variable.init)
        if not shape.pointer and shape.name != "[]" and not isinstance(variable.init, p.InitList):
            value = tuples.held(m, value, variable.name)
        if shape.name == "[]" and value.op == "object":
            value = operation("list", value)
        value = as_table(variable.type, value)
        if value.op == "list":
            _fill(m, location, shape, value.args, variable.at)
    else:
        value = UNSET
    if value.depends & (CORE | SUB | DATA):
        m.note_origin(value, variable.at, variable.name)
    m.store.set(location, value)


def _is_bare(init: p.Expression | None) -> bool:
    """Whether nothing is given to what is declared."""
    match init:
        case None | p.Construct(args=()) | p.InitList(items=()):
            return True
    return False


def _fill(m: Machine, location: Location, shape: Shape, items: Sequence[Value], at: p.Span) -> None:
    """Store the elements of an array that are listed."""
    element = shape.args[0] if shape.name == "[]" and shape.args else None
    for index, item in enumerate(items):
        held = converted(m, item, element, at) if isinstance(element, Shape) else item
        m.store.set((("array", location), f"[{index}]"), held)


def _declared_object(m: Machine, variable: p.Variable, shape: Shape) -> Value:
    init = variable.init
    args: tuple[p.Expression, ...] = ()
    match init:
        case None:
            pass
        case p.Construct(args=given):
            args = given
        case p.InitList(items=items):
            args = items
        case _:
            value = m.evaluate(init)
            source = m.thing_of(value)
            if source is None:
                if m.api.is_description(shape) or m.api.may_be_null(shape):
                    return value
                made = unread(m, value, shape, variable.name)
                if tuples.is_tuple(shape):
                    tuples.taken_from(m, m.things[made.payload], value)
                return made
            if tuples.is_tuple(source.shape):
                return copy(m, value, variable.name)
            other = converted(m, value, shape, variable.at)
            if other is not value:
                return other
            lives = is_pipe(source.shape.name) or is_tensor(source.shape)
            if lives and isinstance(init, p.Name | p.Member | p.Index | p.Unary):
                return _another(m, source, variable)
            return value if source.instance is None or source.instance.cls.stub else copy(m, value, variable.name)
    pointer = _made_pointer(m, shape, args, variable.name)
    if pointer is not None:
        return pointer
    made = m.new_thing(shape, variable.name)
    construct(m, made, args, variable.at)
    return made


def _another(m: Machine, source: Thing, variable: p.Variable) -> Value:
    """`TPipe second = first`: of what the API declares, pipes and GM tensors have a life of their own."""
    made = m.new_thing(source.shape, variable.name)
    construct(m, made, () if variable.init is None else (variable.init,), variable.at)
    return made


def _made_pointer(m: Machine, shape: Shape, args: tuple[p.Expression, ...], label: str) -> Value | None:
    """The smart pointer that is made from these arguments, which is what it points to; None for other types."""
    if _is_null(m, shape, args):
        return NOTHING
    inner = pointed(m, shape)
    if inner is shape or not args:
        return None
    value = m.evaluate(args[0])
    return value if value.op == "object" else unread(m, value, inner, label)


def _is_null(m: Machine, shape: Shape, args: tuple[p.Expression, ...]) -> bool:
    """Whether what is made from these arguments is a null pointer."""
    match args:
        case () | (p.Literal(value=None),):
            return m.api.may_be_null(shape)
        case (p.Cast(operand=operand),):
            return _is_null(m, shape, (operand,))
    return False


def unread(m: Machine, value: Value, shape: Shape, label: str) -> Value:
    """An object that is made from something of which no more than the name is known: its fields have names, too."""
    made = m.new_thing(shape, label, None, str(value.payload) if value.op == "atom" else "")
    m.things[made.payload].depends |= value.depends
    return made


def copy(m: Machine, value: Value, label: str) -> Value:
    """A copy of an object: what it holds now, with a life of its own."""
    source = m.things[value.payload]
    made = m.new_thing(source.shape, label, None, source.symbolic, source.identity)
    _take(m, made, source)
    return made


def _take(m: Machine, made: Value, source: Thing) -> None:
    """Give a new object what the fields of another hold now."""
    for location in m.store.of(source.identity):
        held = m.store.get(location)
        if held is not None:
            m.store.set((made.payload, location[1]), held)


def given(m: Machine, location: Location | None, value: Value) -> Value:
    """What an assignment puts at a location: a copy of an object where that is an object itself, and no pointer."""
    source = m.thing_of(value)
    if source is None or source.instance is None or source.instance.cls.stub or location is None:
        return value
    kept = location in m.by_value or is_part(m, location)
    return copy(m, value, source.label) if kept else value


def overwrite(m: Machine, target: p.Expression, value: Value) -> bool:
    """`*pointer = object`, which gives the object that is pointed to what the other holds; whether it is that.

    So does `row[n] = object`, whose element stays the object that it is.
    """
    match target:
        case p.Index():
            element, source = place(m, target), m.thing_of(value)
            if element is None or element not in m.things or source is None:
                return False
            _become(m, element, source)
            return True
        case p.Unary(op="*", operand=operand):
            pointed, source = m.thing_of(m.evaluate(operand)), m.thing_of(value)
            if pointed is None or source is None or pointed.instance is None or pointed.instance.cls.stub:
                return False
            pointed.source = source.identity
            _take(m, thing("object", pointed.identity), source)
            return True
    return False


def _become(m: Machine, element: Location, source: Thing) -> None:
    """Give an element of a row what an object holds now."""
    m.things[element].source = source.identity
    names = dict.fromkeys(name for owner in (element, source.identity) for _, name in m.store.of(owner))
    for name in names:
        held = load(m, (source.identity, name))
        rows.written(m, (element, name), held)
        m.store.set((element, name), held)


def meet(m: Machine, condition: Value, location: Location) -> None:
    """An object was put in the place of a part on `condition`, and the part left there otherwise: it is either now."""
    put, part = m.thing_of(load(m, location)), m.thing_of(field_value(m, *location))
    if put is not None and part is not None:
        _meet(m, condition, put, part)


def _meet(m: Machine, condition: Value, put: Thing, part: Thing) -> None:
    if put.instance is None or put.instance.cls.stub or put.instance is not part.instance or put is part:
        return
    fields = (field for owner in m.shapes.lineage(put.instance) for field in owner.cls.fields if not field.static)
    for name in dict.fromkeys(field.name for field in fields):
        one, other = load(m, (put.identity, name)), load(m, (part.identity, name))
        held, rest = m.thing_of(one), m.thing_of(other)
        if held is not None and rest is not None:
            # what is put there may hold a part of the object that it was copied from
            inner = copy(m, one, held.label)
            m.store.set((put.identity, name), inner)
            _meet(m, condition, m.things[inner.payload], rest)
        elif one is not other:
            m.store.set((put.identity, name), choose(condition, one, other))


def converted(m: Machine, value: Value, shape: Shape, at: p.Span) -> Value:
    """What an object of a class is that is given as `value`: one of another class its constructor makes it from."""
    source = m.thing_of(value)
    instance = m.shapes.instance(shape) if source is not None and not shape.pointer else None
    if source is None or instance is None or instance.cls.stub or converting(m, instance, source) is None:
        return value
    made = m.new_thing(shape, shape.name.rpartition("::")[2])
    e = p.Call(p.Name(shape.name, "function", at), (), at)
    m.api.constructed(m, m.things[made.payload], at, ())
    _construct_from(m, made, instance, (Argument(value, None),), e)
    return made


def _copied(m: Machine, made: Value, instance: Instance, arguments: Sequence[Argument]) -> bool:
    """Whether a new object is made from another one of its class, `Work b(a)`; it is then, unless its class does it."""
    source = m.thing_of(arguments[0].value) if len(arguments) == 1 else None
    if source is None or source.instance is None or not is_one(m, source, instance):
        return False
    thing_ = m.things[made.payload]
    thing_.symbolic, thing_.source = source.symbolic, source.identity
    _take(m, made, source)
    return True


def construct(m: Machine, made: Value, args: tuple[p.Expression, ...], at: p.Span) -> None:
    """Run the constructor of a new object, and tell the API about it and its parts."""
    thing_ = m.things[made.payload]
    _as_any(m, thing_.instance, at, lambda: _construct(m, made, args, at))


def _as_any(m: Machine, instance: Instance | None, at: p.Span, run: Callable[[], None]) -> None:
    """Make or end an object, as each of the specialisations that its class may be."""
    several = () if instance is None or instance.cls.stub else made_as(m, instance)
    if instance is None or not several:
        run()
        return

    def go(_: Instance) -> Value:
        run()
        return NOTHING

    name = instance.cls.name.rpartition("::")[2]
    choice_of(m, at, name, several, instance if is_defined(instance) else None, go)


def _construct(m: Machine, made: Value, args: tuple[p.Expression, ...], at: p.Span) -> None:
    thing_ = m.things[made.payload]
    m.api.constructed(m, thing_, at, args)
    if tuples.is_tuple(thing_.shape) and len(args) == len(thing_.shape.args):
        tuples.fill(m, thing_, [m.evaluate(arg) for arg in args])
    if thing_.instance is not None and not thing_.instance.cls.stub:
        _construct_with(m, made, thing_.instance, args, at)


def construct_part(m: Machine, made: Value, owner: Value, init: p.Expression | None, scope: Scope) -> None:
    """Run the constructor of a part object when it is first looked at; what it emits is its owner's affair.

    It ran when its owner's did: on the other side of a branch, and in every round of a loop, the part is the same.
    `init` is what stands at its declaration, in the class `scope` of its `owner`.
    """
    thing_ = m.things[made.payload]
    if thing_.instance is None or thing_.instance.cls.stub or len(m.frames) > DEEPEST:
        return
    outer, events = m.out, m.events
    m.out = []
    mark = m.store.mark()
    m.frames.append(Frame(next(m.numbers), None, scope, owner))
    given = given_by(init)
    if isinstance(init, p.Name | p.Member | p.Index) and m.thing_of(m.evaluate(init)) is not None:
        given = (init,)
    _construct_with(m, made, thing_.instance, given, thing_.instance.cls.at)
    m.frames.pop()
    m.store.settle_since(mark)
    m.out, m.events = outer, events


def _construct_with(m: Machine, made: Value, instance: Instance, args: tuple[p.Expression, ...], at: p.Span) -> None:
    e = p.Call(p.Name(instance.cls.name.rpartition("::")[2], "function", at), args, at)
    _as_any(m, instance, at, lambda: _construct_from(m, made, instance, arguments_of(m, e), e))


def _construct_from(m: Machine, made: Value, instance: Instance, arguments: Sequence[Argument], e: p.Call) -> None:
    instance = lineage(m, instance)[0]
    constructors = constructors_of(m, instance)
    if not any(map(copies, constructors)) and _copied(m, made, instance, arguments):
        return
    scope = m.shapes.scope_of(instance)
    constructor = chosen(m, constructors, instance, arguments)
    if constructor is not None:
        before = partial(initialise, m, constructor, e.at)
        invoke(m, constructor, arguments, (), made, scope, e, before=before)
    elif not constructors and not arguments:
        _make_parts(m, made, instance, frozenset(), e.at)
    elif not constructors:
        fields = [f for f in instance.cls.fields if not f.static]
        for field, arg in zip(fields, arguments, strict=False):
            m.store.set((made.payload, field.name), converted(m, arg.value, m.shapes.resolve(field.type, scope), e.at))


def _construct_expression(m: Machine, e: p.Construct) -> Value:
    shape = m.shapes.resolve(e.type, m.frame.scope)
    pointer = _made_pointer(m, shape, e.args, shape.name.rpartition("::")[2])
    if pointer is not None:
        return pointer
    if tuples.is_tuple(shape) and len(e.args) > 1:
        return operation("list", *map(m.evaluate, e.args))
    if not shape.pointer and m.is_class(shape):
        made = m.new_thing(shape, shape.name.rpartition("::")[2])
        construct(m, made, e.args, e.at)
        return made
    values = [m.evaluate(a) for a in e.args]
    if len(values) == 1:
        return values[0]
    return thing("unset", None, UNKNOWN) if values else ZERO


def destroy(m: Machine, value: Value, at: p.Span) -> None:
    """A local object goes out of scope: its destructor runs, then the API hears of it."""
    held = m.thing_of(value)
    _as_any(m, held.instance if held is not None else None, at, lambda: _destroy(m, value, held, at))


def _destroy(m: Machine, value: Value, held: Thing | None, at: p.Span) -> None:
    instance = held.instance if held is not None else None
    if instance is not None and not instance.cls.stub:
        instance = lineage(m, instance)[0]
        name = f"~{instance.cls.name.rpartition('::')[2]}"
        functions = (m.program.functions.get(key) for key in instance.cls.methods)
        destructor = next((f for f in functions if f is not None and f.plain_name == name and f.body), None)
        if destructor is not None:
            e = p.Call(p.Name(name, "function", at), (), at)
            invoke(m, destructor, (), (), value, m.shapes.scope_of(instance), e)
    m.api.destroyed(m, value, at)


TABLE: dict[type, Callable[..., Value]] = {p.Construct: _construct_expression}
