"""Calls, and the objects that declarations make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import expressions, memory, tree
from sklint.walk.expressions import load, place
from sklint.walk.frame import Frame
from sklint.walk.shapes import Bound, Instance, Scope, Shape
from sklint.walk.store import Location
from sklint.walk.values import CORE, DATA, NOTHING, SUB, UNKNOWN, UNSET, ZERO, Value, choose, fresh, operation, thing

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

DEEPEST = 48
_SIMT = frozenset({"simt_vf", "simt_callee"})
STEPS = 60_000


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call of something whose source is not in the program.

    `name` is the last part of the callee's name, `qualified` all of it; `receiver` the object of a method call.
    `known` is False for a name that nothing declares.
    """

    name: str
    qualified: str
    args: tuple[Value, ...]
    arguments: tuple[p.Expression, ...]
    template: tuple[Bound, ...]
    at: p.Span
    expression: p.Expression
    receiver: Value | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: its value, and the location it was read from if it is an lvalue."""

    value: Value
    location: Location | None


def call(m: Machine, e: p.Call) -> Value:
    """Evaluate a call: follow it into the program, or ask the API what it means."""
    match e.callee:
        case p.Name():
            return _call_name(m, e, e.callee)
        case p.Member():
            return _call_member(m, e, e.callee)
        case p.StaticMember():
            return _call_static(m, e, e.callee)
    callee = m.evaluate(e.callee)
    return _call_value(m, e, callee)


def _arguments(m: Machine, e: p.Call) -> list[Argument]:
    found = []
    for arg in e.args:
        lvalue = isinstance(arg, (p.Name, p.Member, p.Index)) or (isinstance(arg, p.Unary) and arg.op == "*")
        value = m.evaluate(arg)
        # an element of GM, as `gm(0)` or `*pointer`, can be bound to a reference too
        location = memory.cell_of(m, value)
        if location is None and lvalue and value.op not in ("object", "function"):
            location = place(m, arg)
        found.append(Argument(value, location))
    return found


def _template_arguments(m: Machine, args: tuple[p.TemplateArgument, ...]) -> tuple[Bound, ...]:
    return tuple(m.shapes.argument(a, m.frame.scope) for a in args)


def _call_name(m: Machine, e: p.Call, callee: p.Name) -> Value:
    if callee.kind in ("local", "global", "template"):
        value = m.evaluate(callee)
        if value.op in ("closure", "function", "object", "ite"):
            return _call_value(m, e, value)
    function = _chosen(m, callee, len(e.args))
    template = _template_arguments(m, callee.args)
    if function is not None and function.body is not None and not function.stub:
        this = expressions.TABLE[p.This](m, p.This(e.at)) if function.owner and not function.static else None
        if function.owner and this is not None and this is not NOTHING:
            return _method(m, e, this, function.plain_name, template, function)
        return invoke(m, function, _arguments(m, e), template, None, _owner_scope(m, function), e)
    qualified = function.name if function is not None else callee.name
    return _ask(m, e, qualified, template, None, function is not None or callee.kind == "function")


def _chosen(m: Machine, callee: p.Name, count: int) -> p.Function | None:
    """The function that a name means; of an overload set, the first that takes so many arguments."""
    functions = m.program.functions
    if callee.key in functions:
        return functions[callee.key]
    candidates = [functions[k] for k in callee.candidates if k in functions]
    if not candidates and callee.kind in ("unknown", "function"):
        candidates = [f for f in m.named(callee.name.rpartition("::")[2]) if not f.owner or f.static]
        if "::" in callee.name:
            candidates = [f for f in candidates if f.name.endswith(callee.name)]
    return _by_arity(candidates, count)


def _by_arity(candidates: Sequence[p.Function], count: int) -> p.Function | None:
    fitting = [f for f in candidates if accepts(f, count)]
    with_body = [f for f in fitting if f.body is not None]
    return next(iter(with_body or fitting or candidates), None)


def accepts(function: p.Function, count: int) -> bool:
    """Whether the function can be called with so many arguments."""
    most = len(function.params)
    least = sum(1 for param in function.params if param.default is None)
    pack = any(param.type.text.endswith("...") for param in function.params)
    return (least <= count <= most) or (pack and count >= least - 1)


def _owner_scope(m: Machine, function: p.Function) -> Scope:
    """The scope of a static method or free function: its class, if that is the one that is running."""
    if function.owner:
        here = m.frame.scope.instance
        if here is not None:
            for owner in m.shapes.lineage(here):
                if owner.cls.name == function.owner:
                    return m.shapes.scope_of(owner)
        instance = m.shapes.instance(Shape(function.owner))
        if instance is not None:
            return m.shapes.scope_of(instance)
    return Scope()


def _call_value(m: Machine, e: p.Call, callee: Value) -> Value:
    match callee.op:
        case "closure":
            return _call_closure(m, e, callee)
        case "function":
            function = m.program.functions.get(callee.payload)
            if function is not None and function.body is not None:
                return invoke(m, function, _arguments(m, e), (), None, _owner_scope(m, function), e)
        case "object":
            return _method(m, e, callee, "operator()", ())
        case "ite":
            condition, then, otherwise = callee.args
            return _either(m, e, condition, lambda: _call_value(m, e, then), lambda: _call_value(m, e, otherwise))
        case "location":
            return _call_value(m, e, load(m, callee.payload))
    answer = m.api.unresolved(m, e, callee)
    if answer is not None:
        return answer
    bits = callee.depends | UNKNOWN
    for arg in _arguments(m, e):
        bits |= arg.value.depends
    return fresh("call", bits)


def _either(
    m: Machine, e: p.Call, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    """A call whose target depends on a condition."""
    found: list[Value] = []

    def run(side: Callable[[], Value]) -> Callable[[], bool]:
        def go() -> bool:
            found.append(side())
            return False

        return go

    m.branch(condition, m.condition(condition, None, e.at), run(then), run(otherwise))
    return choose(condition, found[0], found[1]) if len(found) == 2 else found[0]


def _call_closure(m: Machine, e: p.Call, callee: Value) -> Value:
    node, home = m.closures[callee.payload]
    arguments = _arguments(m, e)
    function = p.Function(node.key, "lambda", node.params, p.Type(""), node.at, node.body)
    return invoke(m, function, arguments, (), home.this, home.scope, e, home=home)


def _call_member(m: Machine, e: p.Call, callee: p.Member) -> Value:
    base = m.evaluate(callee.base)
    template = _template_arguments(m, callee.args)
    return _call_on(m, e, base, callee, template)


def _call_on(m: Machine, e: p.Call, base: Value, callee: p.Member, template: tuple[Bound, ...]) -> Value:
    if base.op == "location":
        base = load(m, base.payload)
    if base.op == "ite":
        condition, then, otherwise = base.args
        return _either(
            m,
            e,
            condition,
            lambda: _call_on(m, e, then, callee, template),
            lambda: _call_on(m, e, otherwise, callee, template),
        )
    resolved = m.program.functions.get(callee.key)
    if base.op == "object":
        if _is_qualified(callee):
            # `Base::f()` means that very method, whatever overrides it
            if resolved is None:
                return _ask(m, e, f"{callee.owner}::{callee.name}", template, base, True)
            resolved = replace(resolved, virtual=False)
        return _method(m, e, base, callee.name, template, resolved, explicit=isinstance(callee.base, p.This))
    if resolved is not None and resolved.body is not None and not resolved.stub and resolved.owner:
        # the object is not known, its class is: follow the call on an object made up for it
        made = m.new_thing(Shape(resolved.owner), callee.name, ("unknown", resolved.owner, e.at))
        return _method(m, e, made, callee.name, template, resolved)
    return _ask(m, e, callee.name, template, base, True)


def _is_qualified(callee: p.Member) -> bool:
    """Whether a method of the own object is called as `Class::name`: its text is then longer than the name."""
    at = callee.at
    return (
        isinstance(callee.base, p.This)
        and callee.base.at == at
        and not at.macro
        and not callee.args
        and bool(callee.owner)
        and at.line == at.end_line
        and at.end_column - at.column > len(callee.name)
    )


def _call_static(m: Machine, e: p.Call, callee: p.StaticMember) -> Value:
    template = _template_arguments(m, callee.args)
    instance = m.shapes.instance(m.shapes.resolve(callee.type, m.frame.scope))
    if instance is None:
        return _ask(m, e, f"{callee.type.name}::{callee.name}", template, None, True)
    found = m.shapes.methods(instance, callee.name)
    chosen = _by_arity([f for f, _ in found], len(e.args))
    if chosen is None or chosen.body is None:
        return _ask(m, e, f"{instance.cls.name}::{callee.name}", template, None, True)
    owner = next(o for f, o in found if f is chosen)
    this = None if chosen.static else m.frame.this
    return invoke(m, chosen, _arguments(m, e), template, this, m.shapes.scope_of(owner), e)


def _method(
    m: Machine,
    e: p.Call,
    this: Value,
    name: str,
    template: tuple[Bound, ...],
    resolved: p.Function | None = None,
    explicit: bool = False,
) -> Value:
    """Call a method of an object: the override of its own class for virtual ones, else the nearest declaration."""
    thing_ = m.things[this.payload]
    instance = thing_.instance
    if instance is None or instance.cls.stub:
        return _ask(m, e, f"{thing_.shape.name}::{name}", template, this, True)
    start = instance
    if resolved is not None and not resolved.virtual:
        start = next((o for o in m.shapes.lineage(instance) if o.cls.name == resolved.owner), instance)
    elif explicit and m.frame.scope.instance is not None and not _is_virtual(m, instance, name):
        start = m.frame.scope.instance
    found = m.shapes.methods(start, name) or m.shapes.methods(instance, name)
    chosen: p.Function | None = None
    if resolved is not None and any(f.key == resolved.key for f, _ in found):
        chosen = resolved
    if chosen is None or chosen.body is None:
        chosen = _by_arity([f for f, _ in found], len(e.args)) or chosen
    if chosen is None or chosen.body is None or chosen.stub:
        member = load(m, (this.payload, name)) if m.shapes.field(instance, name) else UNSET
        if member.op in ("closure", "function", "object"):
            return _call_value(m, e, member)
        return _ask(m, e, f"{instance.cls.name}::{name}", template, this, bool(found))
    owner = next((o for f, o in found if f is chosen), start)
    chosen = _specialised(m, [f for f, _ in found], chosen, template, m.shapes.scope_of(owner))
    return invoke(m, chosen, _arguments(m, e), template, this, m.shapes.scope_of(owner), e)


def _specialised(
    m: Machine, candidates: Sequence[p.Function], chosen: p.Function, template: tuple[Bound, ...], scope: Scope
) -> p.Function:
    """The explicit specialisation that template arguments and their defaults select, instead of `chosen`."""
    special = [f for f in candidates if f.specialises is not None and f.body is not None]
    if not special:
        return chosen
    primary = next((f for f in candidates if f.template), None)
    args = template
    if primary is not None:
        bound = m.shapes.bind(primary.template, template, scope)
        args = tuple(bound[t.name] for t in primary.template if t.name in bound)
    for one in special:
        if tuple(_closed(m, a, scope, one.at) for a in one.specialises or ()) == args:
            return one
    return chosen


def _closed(m: Machine, arg: p.TemplateArgument, scope: Scope, at: p.Span) -> Bound:
    """A template argument, closed; the constants of the tool chain read like types there."""
    bound = m.shapes.argument(arg, scope)
    if isinstance(bound, Shape) and not bound.args:
        return m.api.name(m, p.Name(bound.name, "unknown", at)) or bound
    return bound


def _is_virtual(m: Machine, instance: Instance, name: str) -> bool:
    return any(
        f.virtual
        for owner in m.shapes.lineage(instance)
        for f in (m.program.functions[k] for k in owner.cls.methods if k in m.program.functions)
        if f.plain_name == name
    )


def _ask(
    m: Machine, e: p.Call, qualified: str, template: tuple[Bound, ...], receiver: Value | None, known: bool
) -> Value:
    """Ask the API what a call means; without an answer it depends on what goes in."""
    args = tuple(m.evaluate(a) for a in e.args)
    m.visited.add(e.at)
    if isinstance(e, p.Call):
        m.visited.add(e.callee.at)
    name = qualified.rpartition("::")[2]
    asked = ApiCall(name, qualified, args, e.args, template, e.at, e, receiver, known)
    answer = m.api.method(m, asked) if receiver is not None else m.api.function(m, asked)
    if answer is not None:
        return answer
    bits = 0 if known else UNKNOWN
    for value in args:
        bits |= value.depends
        if value.op == "location":
            # the callee may write through it
            m.store.set(value.payload, fresh(name, UNKNOWN | load(m, value.payload).depends))
    if receiver is not None:
        bits |= receiver.depends
        thing_ = m.thing_of(receiver)
        bits |= thing_.depends if thing_ is not None else 0
        return fresh(name, bits)
    if known and all(a.op not in ("object", "location", "closure", "unset") for a in args):
        return operation(f"call {name}", *args)
    return fresh(name, bits & ~UNKNOWN if known else bits)


# ---------------------------------------------------------------------------------------------- following


def invoke(
    m: Machine,
    function: p.Function,
    arguments: Sequence[Argument],
    template: tuple[Bound, ...],
    this: Value | None,
    scope: Scope,
    e: p.Expression,
    home: Frame | None = None,
) -> Value:
    """Run a function of the program and give what it returns; its events stand under a `Called` node."""
    at = e.at
    running = sum(1 for f in m.frames if f.function is not None and f.function.key == function.key)
    if len(m.frames) > DEEPEST or running > 1 or m.steps > STEPS or function.body is None:
        m.limited.append(function.name)
        bits = UNKNOWN
        for arg in arguments:
            bits |= arg.value.depends
        return fresh(function.plain_name, bits)
    m.entered.add(function.key)
    if _SIMT.intersection(function.attributes):
        # threads of their own, with a cache policy of their own
        return fresh(function.plain_name, DATA)
    inner = scope
    if function.template:
        bindings = {**scope.bindings, **m.shapes.bind(function.template, template, scope)}
        _deduce(m, function, arguments, bindings, scope)
        inner = Scope(bindings, scope.instance)
    frame = Frame(next(m.numbers), function, inner, this, home)
    frame.mark, frame.path = m.store.mark(), len(m.path)
    trail, outer, events = len(m.trail), m.out, m.events
    body: list[tree.Node] = []
    m.out = body
    m.frames.append(frame)
    _bind(m, function, arguments)
    for member, args in function.initialisers:
        _initialise(m, member, args, at)
    ended = m.run(function.body)
    m.frames.pop()
    m.out = outer
    m.forget(trail)
    value = m.rejoin(frame.leaving, frame.mark, ended)
    if not frame.captured:
        m.store.drop(frame.number, frame.mark)
    if m.events > events and body:
        outer.append(tree.Called(_title(function, scope), at, function.at, tree.Seq(tuple(body))))
    return value


def _title(function: p.Function, scope: Scope) -> str:
    if scope.instance is not None and function.owner:
        return f"{function.owner.rpartition('::')[2]}::{function.plain_name}"
    return function.plain_name


def _bind(m: Machine, function: p.Function, arguments: Sequence[Argument]) -> None:
    running = m.frame
    for index, param in enumerate(function.params):
        if index < len(arguments):
            arg = arguments[index]
            if param.type.reference and param.type.const:
                running.constants.add(param.key)
            if param.type.reference and arg.location is not None:
                running.references[param.key] = memory.argument_cell(arg.location)
                continue
            value = arg.value
        elif param.default is not None:
            value = m.evaluate(param.default)
        else:
            value = UNSET
        m.store.set((running.number, param.key), value)
        if value.depends & (CORE | SUB | DATA):
            m.origins.setdefault(value, (function.at, param.name))


def _deduce(
    m: Machine, function: p.Function, arguments: Sequence[Argument], bindings: dict[str, Bound], scope: Scope
) -> None:
    """Bind the template parameters that the arguments' types give."""
    missing = {t.name for t in function.template if t.name not in bindings or t.default is not None}
    if not missing:
        return
    deduced: dict[str, Bound] = {}
    for param, arg in zip(function.params, arguments, strict=False):
        thing_ = m.thing_of(arg.value)
        if thing_ is not None:
            plain = p.Type(param.type.name, param.type.args, 0, False, False, False, param.type.text)
            m.shapes.unify(plain, thing_.shape, missing, deduced, scope)
        elif arg.value.op == "closure" and param.type.name in missing:
            continue
    for name, bound in deduced.items():
        bindings[name] = bound


def _initialise(m: Machine, member: str, args: tuple[p.Expression, ...], at: p.Span) -> None:
    """A constructor's member or base initialiser."""
    this = m.frame.this
    if this is None or this.op != "object":
        return
    thing_ = m.things[this.payload]
    instance = m.frame.scope.instance
    if instance is not None and m.shapes.field(instance, member) is None:
        for base in m.shapes.lineage(instance)[1:]:
            if base.cls.name.rpartition("::")[2] == member.rpartition("::")[2]:
                match args:
                    # `: Base(a)` reads as a Base made from a
                    case (p.Construct(type=built, args=given),) if built.name == base.cls.name:
                        args = given
                _construct_with(m, this, base, args, at)
        return
    values = [m.evaluate(a) for a in args]
    current = load(m, (thing_.identity, member))
    if current.op == "object" and not (len(values) == 1 and values[0].op == "object"):
        inner = m.things[current.payload].instance
        if inner is not None:
            _construct_with(m, current, inner, args, at)
    elif len(values) == 1:
        m.store.set((thing_.identity, member), values[0])


# ------------------------------------------------------------------------------------------------ objects


def declare(m: Machine, variable: p.Variable) -> None:
    """Execute the declaration of a local variable."""
    frame = m.frame
    location = (frame.number, variable.key)
    scope = frame.scope
    if variable.static and variable.init is not None and variable.constexpr:
        m.store.set(location, m.evaluate(variable.init))
        return
    shape = m.shapes.resolve(variable.type, scope)
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
    by_value = not shape.pointer and (m.shapes.instance(shape) is not None or m.api.is_object(shape))
    if by_value:
        value = _declared_object(m, variable, shape)
        frame.scopes[-1].append(value) if frame.scopes else None
    elif variable.init is not None:
        value = m.evaluate(variable.init)
        if value.op == "list":
            for index, item in enumerate(value.args):
                m.store.set((("array", location), f"[{index}]"), item)
    else:
        value = UNSET
    if value.depends & (CORE | SUB | DATA):
        m.origins.setdefault(value, (variable.at, variable.name))
    m.store.set(location, value)


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
                if m.api.is_description(shape):
                    return value
                made = m.new_thing(shape, variable.name)
                m.things[made.payload].depends |= value.depends
                return made
            return value if source.instance is None or source.instance.cls.stub else copy(m, value, variable.name)
    made = m.new_thing(shape, variable.name)
    construct(m, made, args, variable.at)
    return made


def copy(m: Machine, value: Value, label: str) -> Value:
    """A copy of an object: what it holds now, with a life of its own."""
    source = m.things[value.payload]
    made = m.new_thing(source.shape, label, None, source.symbolic, source.identity)
    for location in m.store.of(source.identity):
        held = m.store.get(location)
        if held is not None:
            m.store.set((made.payload, location[1]), held)
    return made


def construct(m: Machine, made: Value, args: tuple[p.Expression, ...], at: p.Span) -> None:
    """Run the constructor of a new object, and tell the API about it and its parts."""
    thing_ = m.things[made.payload]
    m.api.constructed(m, thing_, at, len(args))
    if thing_.instance is not None and not thing_.instance.cls.stub:
        _construct_with(m, made, thing_.instance, args, at)


def construct_part(m: Machine, made: Value) -> None:
    """Run the default constructor of a part object when it is first looked at; what it emits is its owner's affair."""
    thing_ = m.things[made.payload]
    if thing_.instance is None or thing_.instance.cls.stub or len(m.frames) > DEEPEST:
        return
    outer, events = m.out, m.events
    m.out = []
    _construct_with(m, made, thing_.instance, (), thing_.instance.cls.at)
    m.out, m.events = outer, events


def _construct_with(m: Machine, made: Value, instance: Instance, args: tuple[p.Expression, ...], at: p.Span) -> None:
    name = instance.cls.name.rpartition("::")[2]
    functions = m.program.functions
    constructors = [
        f for f in (functions[k] for k in instance.cls.methods if k in functions) if f.plain_name == name and f.body
    ]
    e = p.Call(p.Name(name, "function", at), args, at)
    chosen = next((f for f in constructors if accepts(f, len(args))), None)
    if chosen is not None:
        invoke(m, chosen, _arguments(m, e), (), made, m.shapes.scope_of(instance), e)
    elif args and not constructors:
        fields = [f for f in instance.cls.fields if not f.static]
        for field, arg in zip(fields, args, strict=False):
            m.store.set((made.payload, field.name), m.evaluate(arg))


def _construct_expression(m: Machine, e: p.Construct) -> Value:
    shape = m.shapes.resolve(e.type, m.frame.scope)
    if not shape.pointer and (m.shapes.instance(shape) is not None or m.api.is_object(shape)):
        made = m.new_thing(shape, shape.name.rpartition("::")[2])
        construct(m, made, e.args, e.at)
        return made
    values = [m.evaluate(a) for a in e.args]
    if len(values) == 1:
        return values[0]
    return thing("unset", None, UNKNOWN) if values else ZERO


TABLE: dict[type, Callable[..., Value]] = {p.Call: call, p.Construct: _construct_expression}
