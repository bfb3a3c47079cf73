"""Following a call into the program: arguments are bound, template parameters deduced, and the body runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.frozen import dataclass
from sklint.walk import memory, rows, tree
from sklint.walk.frame import Frame
from sklint.walk.locations import place
from sklint.walk.matching import unify
from sklint.walk.shape import Bound, Scope
from sklint.walk.store import Location
from sklint.walk.threads import is_run_by_threads
from sklint.walk.values import CORE, DATA, NOTHING, SUB, UNKNOWN, UNSET, Value, fresh

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

DEEPEST = 48


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: its value, and the location it was read from if it is an lvalue."""

    value: Value
    location: Location | None


def accepts(function: p.Function, count: int) -> bool:
    """Whether the function can be called with so many arguments."""
    most = len(function.params)
    least = sum(1 for param in function.params if param.default is None)
    pack = any(param.type.text.endswith("...") for param in function.params)
    return (least <= count <= most) or (pack and count >= least - 1)


def arguments_of(m: Machine, e: p.Call) -> list[Argument]:
    """Evaluate the arguments of a call, in order."""
    found = []
    for arg in e.args:
        lvalue = isinstance(arg, (p.Name, p.Member, p.Index)) or (isinstance(arg, p.Unary) and arg.op == "*")
        value = m.evaluate(arg)
        # an element of GM, as `gm(0)` or `*pointer`, can be bound to a reference too
        location = memory.cell_of(m, value)
        if location is None and lvalue and value.op not in ("object", "function"):
            location = place(m, arg)
            if value is UNSET and location is not None and m.rows:
                rows.forget(m, location)
        found.append(Argument(value, location))
    return found


def invoke(
    m: Machine,
    function: p.Function,
    arguments: Sequence[Argument],
    template: tuple[Bound, ...],
    this: Value | None,
    scope: Scope,
    e: p.Expression,
    home: Frame | None = None,
    before: Callable[[], None] | None = None,
) -> Value:
    """Run a function of the program and give what it returns; its events stand under a `Called` node.

    `home` is the frame that a lambda was made in; `before` runs inside the function's frame, ahead of its body.
    """
    at = e.at
    running = [f.function.key for f in m.frames if f.function is not None].count(function.key)
    if len(m.frames) > DEEPEST or running > 1 or function.body is None or m.is_spent():
        m.limited.append(function.name)
        m.api.unfollowed(m, function, e.args if isinstance(e, p.Call) else ())
        bits = UNKNOWN
        for arg in arguments:
            bits |= arg.value.depends
        return fresh(function.plain_name, bits)
    m.entered.add(function.key)
    if is_run_by_threads(function):
        # threads of their own, with a cache policy of their own
        m.api.skipped(m, e.args if isinstance(e, p.Call) else ())
        return fresh(function.plain_name, DATA)
    inner = scope
    if function.template:
        inner = m.shapes.scope(deduced(m, function, arguments, template, scope), scope.instance)
    frame = Frame(next(m.numbers), function, inner, this, home)
    frame.calls = (*m.frame.calls, at) if m.frames else (at,)
    frame.mark, frame.path = m.store.mark(), len(m.path)
    trail, outer, events = len(m.trail), m.out, m.events
    body: list[tree.Node] = []
    m.out = body
    m.frames.append(frame)
    _bind(m, function, arguments, at)
    if before is not None:
        before()
    ended = m.run(function.body)
    m.frames.pop()
    m.out = outer
    m.forget(trail)
    value = m.rejoin(frame.leaving, frame.mark, ended, _behind(function))
    if not frame.captured:
        m.store.drop(frame.number, frame.mark)
    if m.events > events and body:
        outer.append(tree.Called(_title(function, scope), at, function.at, tree.Seq(tuple(body))))
        outer.extend(tree.TensorEnd(number, at) for number in frame.lazy)
    return value


def _behind(function: p.Function) -> Value:
    """What a function gives that comes to its end without a `return`."""
    returns = function.returns
    if returns.name in ("", "void") and not returns.pointer and not returns.text:
        return NOTHING
    # no program gets there, unless the `return` is what was lost of it
    return UNSET if function.complete else fresh(function.plain_name, UNKNOWN)


def _title(function: p.Function, scope: Scope) -> str:
    if scope.instance is not None and function.owner:
        return f"{function.owner.rpartition('::')[2]}::{function.plain_name}"
    return function.plain_name


def _bind(m: Machine, function: p.Function, arguments: Sequence[Argument], at: p.Span) -> None:
    running = m.frame
    for index, param in enumerate(function.params):
        if index < len(arguments):
            arg = arguments[index]
            if param.type.reference and param.type.const:
                running.constants.add(param.key)
            if param.type.reference and arg.location is not None:
                running.references[param.key] = memory.argument_cell(arg.location)
                continue
            value = m.converted(arg.value, param.type, at)
        elif param.default is not None:
            value = m.evaluate(param.default)
        else:
            value = UNSET
        m.store.set((running.number, param.key), value)
        if value.depends & (CORE | SUB | DATA):
            m.origins.setdefault(value, (function.at, param.name))


def deduced(
    m: Machine, function: p.Function, arguments: Sequence[Argument], template: tuple[Bound, ...], scope: Scope
) -> dict[str, Bound]:
    """The bindings in a function template: of the scope, of the arguments it is given, and of their types."""
    bindings = {**scope.bindings, **m.shapes.bind(function.template, template, scope)}
    _deduce(m, function, arguments, bindings, scope)
    return bindings


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
            unify(m.shapes, plain, thing_.shape, missing, deduced, scope)
        elif arg.value.op == "closure" and param.type.name in missing:
            continue
    for name, bound in deduced.items():
        bindings[name] = bound
