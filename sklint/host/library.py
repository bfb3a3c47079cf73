"""C++ and operator libraries on the host: arithmetic, smart pointers, and what calls of unknown functions may write."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sklint import program as p
from sklint.facts.host import HostFacts, host_facts
from sklint.host import platform
from sklint.walk.calls import ApiCall
from sklint.walk.division import ceildiv, divide
from sklint.walk.effects import children
from sklint.walk.follow import Argument, accepts, invoke
from sklint.walk.frame import Thing
from sklint.walk.locations import load, place, starting_value
from sklint.walk.machine import Machine
from sklint.walk.objects import initialise
from sklint.walk.shape import Instance, Scope, Shape
from sklint.walk.values import (
    NOTHING,
    UNSET,
    Value,
    atom,
    fresh,
    maximum,
    minimum,
    multiply,
    operation,
    thing,
)

CONTEXT = "gert::TilingContext"
_TILING = "optiling::TilingDef"
_MAKERS = ("make_unique", "make_shared")
POINTERS = ("unique_ptr", "shared_ptr", "weak_ptr")
_LOOKS_THROUGH = ("operator->", "operator*", "get", "release", "lock")
# Classes whose objects describe the operator's inputs: the same question has the same answer.
_DESCRIPTIONS = ("gert::", "ge::", "at::", "c10::", "fe::", "platform_ascendc::")
_PLACES = ("object", "location", "closure", "function", "list")


def function(m: Machine, call: ApiCall, facts: HostFacts) -> Value | None:
    """The value of a call of a library function; None for the others."""
    operation_ = facts.arithmetic.get(call.qualified) or facts.arithmetic.get(f"std::{call.qualified}")
    if operation_ is None and not call.known:
        # nothing declares it, so only the library can: a using-directive lies in a header that is not in the tree
        operation_ = next((o for name, o in facts.arithmetic.items() if name.endswith(f"::{call.name}")), None)
    if operation_ is not None:
        return _arithmetic(operation_, call)
    if call.name in _MAKERS and call.template and isinstance(call.template[0], Shape):
        return _made(m, call.template[0], call.arguments, call)
    if call.qualified == "std::bind" and [a.op for a in call.args[:2]] == ["function", "object"]:
        return thing("bound", tuple(call.args[:2]))
    if call.name in ("make_tuple", "make_pair"):
        return operation("list", *call.args)
    return _stable(m, call)


def _stable(m: Machine, call: ApiCall) -> Value | None:
    """A library function that only looks at the operator: the same question has the same answer."""
    if not call.known or not call.qualified.startswith(("Ops::", "ge::", "ops::")) or _writes(m, call):
        return None
    if not _parameters(m, call):
        return None
    asked = [a for a in call.args if m.thing_of(a) is None or m.things[a.payload].identity != ("host", CONTEXT)]
    if any(a.op in _PLACES for a in asked):
        return None
    if all(a.is_constant for a in asked):
        return atom(f"{call.name}({', '.join(map(str, asked))})")
    return operation(f"call {call.name}", *asked)


def _arithmetic(operation_: str, call: ApiCall) -> Value | None:
    args = list(call.args)
    if len(args) == 1 and args[0].op == "list":
        args = list(args[0].args)
    if not args or any(a.op in _PLACES for a in args):
        return args[0] if operation_ == "same" and args else None
    match operation_:
        case "same":
            return args[0]
        case "min" | "max":
            pick = minimum if operation_ == "min" else maximum
            result = args[0]
            for other in args[1:2] if len(call.args) > 1 else args[1:]:
                result = pick(result, other)
            return result
        case "clamp" if len(args) == 3:
            return minimum(maximum(args[0], args[1]), args[2])
    if len(args) != 2:
        return None
    match operation_:
        case "ceildiv":
            return ceildiv(args[0], args[1])
        case "floordiv":
            return divide(args[0], args[1])
        case "ceilalign":
            return multiply(ceildiv(args[0], args[1]), args[1])
        case "flooralign":
            return multiply(divide(args[0], args[1]), args[1])
    return None


def method(m: Machine, call: ApiCall, facts: HostFacts) -> Value | None:
    """The value of a library method: descriptions of inputs are stable, what containers hold is not followed."""
    receiver = call.receiver
    if receiver is None:
        return None
    owner = call.qualified.rpartition("::")[0]
    matmul = _matmul(m, call, owner)
    if matmul is not None:
        return matmul
    described = owner.startswith(_DESCRIPTIONS) or receiver.op == "atom"
    if described and not _writes(m, call) and all(a.op not in _PLACES for a in call.args):
        if receiver.op == "object":
            held = m.thing_of(receiver)
            label = f"{held.label}#{m.number_of(held.identity)}" if held is not None else owner
            return _named(label, call)
        if receiver.op == "atom":
            return _named(str(receiver.payload), call)
    return None


def _named(label: str, call: ApiCall) -> Value:
    if all(a.is_constant for a in call.args):
        text = f"{label}.{call.name}({', '.join(map(str, call.args))})"
        if len(text) < 160:
            return atom(text)
    return operation(f"call {label}.{call.name}", *call.args)


def _matmul(m: Machine, call: ApiCall, owner: str) -> Value | None:
    """The matmul tiling uses no more cores than it was told (SetDim)."""
    if not owner.startswith("matmul_tiling::"):
        return None
    held = m.thing_of(call.receiver) if call.receiver is not None else None
    if held is None:
        return None
    match call.name:
        case "SetDim" if call.args:
            m.store.set((held.identity, "dim"), call.args[0])
            return NOTHING
        case "GetTiling" if call.args:
            told = m.store.get((held.identity, "dim"))
            target = m.thing_of(call.args[0])
            if target is not None:
                forget(m, target)
                count = fresh("matmul tiling", 0)
                m.store.set((target.identity, "usedCoreNum"), minimum(told, count) if told is not None else count)
            return fresh("GetTiling", 0)
        case "GetCoreNum" if call.arguments:
            told = m.store.get((held.identity, "dim"))
            count = fresh("matmul tiling", 0)
            havoc(m, call)
            write_out(m, call.arguments[0], call.args[0], minimum(told, count) if told is not None else count)
            return fresh("GetCoreNum", 0)
    return None


# ------------------------------------------------------------------------------------------------------ objects


def accessor(m: Machine, call: ApiCall) -> Value | None:
    """`set_x` and `get_x` of a tiling structure that the tool chain declares: its field `x`, as for a user's own."""
    held = m.thing_of(call.receiver) if call.receiver is not None else None
    if held is None or held.instance is None or not held.instance.cls.stub:
        return None
    verb, _, name = call.name.partition("_")
    if (verb, len(call.args)) not in (("get", 0), ("set", 1)) or m.shapes.field(held.instance, name) is None:
        return None
    location = (held.identity, name)
    if verb == "get":
        return load(m, location)
    m.store.set(location, call.args[0])
    return NOTHING


def smart_pointer(m: Machine, call: ApiCall) -> Value | None:
    """`p->`, `*p` and `p.get()` of a smart pointer: what it points to stands for it."""
    if call.receiver is None or call.name not in _LOOKS_THROUGH or call.args:
        return None
    held = m.thing_of(call.receiver)
    if held is None:
        return None
    pointer = held.shape.name.rpartition("::")[2] in POINTERS or call.name.startswith("operator")
    # unless that has a method of this name itself
    others = held.instance is not None and not m.shapes.methods(held.instance, call.name)
    return call.receiver if pointer or others else None


def _made(m: Machine, shape: Shape, arguments: Sequence[p.Expression], call: ApiCall) -> Value:
    made = m.new_thing(shape.plain, shape.name.rpartition("::")[2])
    construct_with(m, made, list(call.args), call.at)
    return made


def construct_with(m: Machine, made: Value, values: Sequence[Value], at: p.Span) -> None:
    """Run the constructor of an object with values, through the bases where it inherits its constructors."""
    held = m.things[made.payload]
    if held.instance is None or held.instance.cls.stub:
        return
    for owner in m.shapes.lineage(held.instance):
        name = owner.cls.name.rpartition("::")[2]
        keys = (k for k in owner.cls.methods if k in m.program.functions)
        found = [f for f in map(m.program.functions.__getitem__, keys) if f.plain_name == name and f.body is not None]
        chosen = next((f for f in found if accepts(f, len(values))), None)
        if chosen is not None:
            e = p.Call(p.Name(name, "function", at), (), at)
            given = [Argument(value, None) for value in values]
            before = partial(initialise, m, chosen, at)
            invoke(m, chosen, given, (), made, Scope(owner.bindings, owner), e, before=before)
            return


def call_method(m: Machine, call: ApiCall, receiver: Value, name: str) -> Value:
    """Call a method without arguments on an object: the most derived one."""
    held = m.thing_of(receiver)
    if held is None or held.instance is None:
        return fresh(name, 0)
    for owner in m.shapes.lineage(held.instance):
        own = m.shapes.own_methods(owner, name)
        for function_ in own:
            if function_.body is not None and not function_.stub:
                e = p.Call(p.Name(name, "function", call.at), (), call.at)
                return invoke(m, function_, [], (), receiver, Scope(owner.bindings, owner), e)
        if any(not function_.params for function_ in own):
            break
        # one that takes arguments overrides nothing that is called without: nobody may ever define it
    asked = ApiCall(name, f"{held.shape.name}::{name}", (), (), (), call.at, call.expression, receiver)
    return m.api.method(m, asked) or fresh(name, 0)


def call_each(m: Machine, e: p.Call, receiver: Value, pointer: Value) -> bool:
    """Call the method a pointer is, or all those whose address the running function takes; False if there are none."""
    keys = [pointer.payload] if pointer.op == "function" else _addresses(m)
    answers = [_call_by_key(m, e, receiver, key) for key in keys]
    return any(answer is not None for answer in answers)


def call_bound(m: Machine, e: p.Call, callee: Value) -> Value | None:
    """Call a method that is bound to its object."""
    pointer, receiver = callee.payload
    return _call_by_key(m, e, receiver, pointer.payload)


def _call_by_key(m: Machine, e: p.Call, receiver: Value, key: str) -> Value | None:
    """Call a method that is known by its key; None where it is none of the object's, or has no body."""
    held, found = m.thing_of(receiver), m.program.functions.get(key)
    if held is None or held.instance is None or found is None or found.body is None:
        return None
    owner = next((o for o in m.shapes.lineage(held.instance) if o.cls.name == found.owner), None)
    if owner is None:
        return None
    given = [Argument(m.evaluate(argument), None) for argument in e.args]
    return invoke(m, found, given, (), receiver, Scope(owner.bindings, owner), e)


def _addresses(m: Machine) -> list[str]:
    """The functions whose address the running function takes, in order."""
    found: dict[str, None] = {}
    stack: list[object] = [m.frame.function.body] if m.frame.function is not None else []
    while stack:
        node = stack.pop()
        match node:
            case p.Unary(op="&", operand=p.Name(key=key) | p.Member(key=key)) if key:
                found[key] = None
        if not isinstance(node, (p.Span, p.Type)):
            stack.extend(reversed(list(children(node))))
    return list(found)


def forget_whole(m: Machine, held: Thing) -> None:
    """Make every field of an object unknown, those of its parts as well, as a method of its own may write them."""
    forget(m, held)
    for part in m.parts_of(held.identity):
        forget_whole(m, m.things[part])


def forget(m: Machine, held: Thing) -> None:
    """Make every field of an object unknown; what it holds is left alone by most functions that are handed it."""
    for location in m.store.of(held.identity):
        m.store.set(location, fresh(f"{held.label}.{location[1]}", 0))
    held.symbolic = held.symbolic or f"{held.label}'"


def fill(m: Machine, call: ApiCall, facts: HostFacts) -> None:
    """Note what a framework writes into the structures it is given."""
    for value in call.args:
        held = m.thing_of(value)
        if held is None:
            continue
        name = held.shape.name.rpartition("::")[2]
        known = facts.fields.get(name)
        if known is not None or name in facts.filled:
            forget(m, held)
        if known is not None:
            m.store.set((held.identity, known[0]), platform.at_most(known[1], f"{held.label}.{known[0]}"))


def write_out(m: Machine, argument: p.Expression, value: Value, result: Value) -> None:
    """Write a result through a pointer or reference argument."""
    if value.op == "location":
        m.store.set(value.payload, result)
        return
    location = place(m, argument) if _names_a_place(argument) else None
    if location is not None:
        m.store.set(location, result)


def _names_a_place(argument: p.Expression) -> bool:
    return isinstance(argument, (p.Name, p.Member, p.Index)) or (isinstance(argument, p.Unary) and argument.op == "*")


# -------------------------------------------------------------------------------------------------- unknown calls


def havoc(m: Machine, call: ApiCall) -> None:
    """Make unknown what an unknown function may write: non-const references, addresses, and objects it is handed."""
    params = _parameters(m, call)
    for index, (value, argument) in enumerate(zip(call.args, call.arguments, strict=False)):
        if params is not None:
            param = params[min(index, len(params) - 1)] if params else None
            if param is not None and (param.type.const or not (param.type.reference or param.type.pointer)):
                continue
        held = m.thing_of(value)
        if held is not None:
            known = host_facts().fields.get(held.shape.name.rpartition("::")[2])
            if known is not None or (held.instance is not None and _is_data(m, held.instance)):
                forget(m, held)
            if known is not None:
                m.store.set((held.identity, known[0]), platform.at_most(known[1], f"{held.label}.{known[0]}"))
            continue
        if value.op == "location":
            m.store.set(value.payload, fresh(call.name, 0))
        elif _names_a_place(argument) and value.op not in ("closure", "function"):
            location = place(m, argument)
            if location is None:
                continue
            if m.store.get(location) is not None or starting_value(m, location).is_constant:
                m.store.set(location, fresh(f"{call.name} may change it", 0))


def _is_data(m: Machine, instance: Instance) -> bool:
    """Whether the objects of a class hold data of the user's: a class of his own, or a tiling structure."""
    return not instance.cls.stub or any(owner.cls.name == _TILING for owner in m.shapes.lineage(instance))


def _writes(m: Machine, call: ApiCall) -> bool:
    """Whether the declaration of what is called lets it write its arguments."""
    return any(param.type.reference and not param.type.const for param in _parameters(m, call) or ())


def _parameters(m: Machine, call: ApiCall) -> tuple[p.Parameter, ...] | None:
    """The parameters of the called function, where the program declares it."""
    expression = call.expression
    callee = expression.callee if isinstance(expression, p.Call) else None
    key = getattr(callee, "key", "")
    found = m.program.functions.get(key)
    return found.params if found is not None else None


def run_closures(m: Machine, call: ApiCall) -> None:
    """A callable that is handed to unknown code runs, as far as we know, once."""
    for value in call.args:
        if value.op != "closure":
            continue
        node, home = m.closures[value.payload]
        function_ = p.Function(node.key, "lambda", node.params, p.Type(""), node.at, node.body)
        e = p.Call(p.Name("lambda", "function", call.at), (), call.at)
        given = [Argument(UNSET, None) for _ in node.params]
        invoke(m, function_, given, (), home.this, home.scope, e, home=home)
