"""Statements, loops apart: each says whether any path goes on after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sklint import program as p
from sklint.walk import objects, tree
from sklint.walk.frame import Breakable, Leaving
from sklint.walk.values import (
    NOTHING,
    ONE,
    TRUE,
    UNKNOWN,
    Value,
    both,
    either,
    equal,
    fresh,
)

if TYPE_CHECKING:
    from sklint.walk.machine import Machine

_UNASKED: tuple[p.Expression, ...] = (p.This(p.Span("", 0, 0, 0, 0)),)


def _block(m: Machine, block: p.Block) -> bool:
    return sequence(m, block.body, block.at)


def sequence(m: Machine, body: tuple[p.Statement, ...], at: p.Span) -> bool:
    """Run statements in a scope of their own; what they declared ends with it."""
    scopes = m.frame.scopes
    scopes.append([])
    ended = False
    for statement in body:
        if m.run(statement):
            ended = True
            break
    living = scopes.pop()
    if living and not ended:
        end_objects(m, living, at)
        for value in living:
            m.retire(value.payload)
    return ended


def end_objects(m: Machine, living: list[Value], at: p.Span) -> None:
    """Objects go out of scope, the last one first."""
    end = p.Span(at.path, at.end_line, at.end_column, at.end_line, at.end_column, at.macro)
    for value in reversed(living):
        objects.destroy(m, value, end)


def _declare(m: Machine, statement: p.Declare) -> bool:
    for variable in statement.variables:
        objects.declare(m, variable)
    return False


def _evaluate(m: Machine, statement: p.Evaluate) -> bool:
    telling = m.telling.get(id(statement), _UNASKED)
    if telling is _UNASKED:
        telling = m.telling[id(statement)] = _telling_arguments(m, statement.expression)
    if telling is None:
        m.evaluate(statement.expression)
        return False
    for part in telling:
        m.evaluate(part)
    match statement.expression:
        case p.Call(callee=p.Name(name=name, key=key), args=handed) if key in m.program.functions:
            m.api.skipped(m, handed, name.rpartition("::")[2])
        case p.Call(args=handed):
            m.api.unread(m, handed)
    at = statement.expression.at
    m.visited[id(at)] = at
    return False


def _telling_arguments(m: Machine, e: p.Expression) -> tuple[p.Expression, ...] | None:
    """What is left of a call that means nothing to the walk: the arguments that may; None where the call itself may.

    Most statements of a kernel are vector instructions. Their arguments are tensors and counts, whose values nothing
    asks for; only one that is read through a pointer or an index may touch GM.
    """
    match e:
        case p.Call(callee=p.Name(name=name, kind="function" | "unknown", key=key), args=args):
            function = m.program.functions.get(key)
            plain = name.rpartition("::")[2]
            known = function.stub if function is not None else not m.named(plain)
            if known and not m.api.means(plain):
                return tuple(arg for arg in args if not _is_plain(arg))
    return None


def _is_plain(e: p.Expression) -> bool:
    """Whether evaluating an expression can neither change anything nor be an event."""
    match e:
        case p.Literal() | p.Name() | p.This() | p.SizeOf() | p.StaticMember():
            return not (isinstance(e, p.Name) and e.kind == "unknown")
        case p.Member(base=base, arrow=arrow):
            return (not arrow or isinstance(base, p.This)) and _is_plain(base)
        case p.Cast(operand=operand) | p.Unary(op="-" | "+" | "!" | "~", operand=operand):
            return _is_plain(operand)
    return False


def _if(m: Machine, statement: p.If) -> bool:
    if statement.init is not None:
        m.run(statement.init)
    read = statement.condition
    value = fresh("condition not read", UNKNOWN) if read is None else m.evaluate(read)
    return m.branch(value, read, statement.at, lambda: m.run(statement.then), lambda: m.run(statement.otherwise))


def _switch(m: Machine, statement: p.Switch) -> bool:
    subject = m.evaluate(statement.subject)
    return breakable(m, lambda: _cases(m, statement, subject, 0), statement.at)


def _cases(m: Machine, statement: p.Switch, subject: Value, index: int) -> bool:
    """Test the cases from `index` on, one after the other."""
    cases = statement.cases
    if index == len(cases):
        default = next((i for i, case in enumerate(cases) if case.default), None)
        return False if default is None else _enter(m, cases[default:])
    case = cases[index]
    if not case.values:
        return _cases(m, statement, subject, index + 1)
    value = either(*(equal(subject, m.evaluate(label)) for label in case.values))
    text = p.Binary("==", statement.subject, case.values[0], statement.at)
    return m.branch(
        value,
        text,
        statement.at,
        lambda: _enter(m, cases[index:]),
        lambda: _cases(m, statement, subject, index + 1),
    )


def _enter(m: Machine, cases: Sequence[p.Case]) -> bool:
    """Run the body of the first case, and those it falls through to."""
    for case in cases:
        for inner in case.body:
            if isinstance(inner, p.Break):
                return False
            if isinstance(inner, p.Block) and inner.body and isinstance(inner.body[-1], p.Break):
                return sequence(m, inner.body[:-1], inner.at)
            if m.run(inner):
                return True
    return False


def breakable(m: Machine, body: Callable[[], bool], at: p.Span) -> bool:
    """Run a block that `break` leaves, once; the paths that left are joined behind it."""
    frame, outer = m.frame, m.out
    scope = Breakable(m.store.mark(), len(m.path), True, len(frame.scopes))
    frame.breakables.append(scope)
    inner: list[tree.Node] = []
    m.out = inner
    trail = len(m.trail)
    ended = body()
    m.out = outer
    frame.breakables.pop()
    if not scope.leaving:
        outer.extend(inner)
        return ended
    m.forget(trail)
    if inner:
        once = tree.Condition("uniform", ONE, "once", at)
        outer.append(tree.Loop(once, tree.Seq(tuple(inner)), ONE, True))
    m.rejoin(scope.leaving, scope.mark, ended)
    return False


def _leave(m: Machine, statement: p.Return | p.Break | p.Continue) -> bool:
    frame = m.frame
    if isinstance(statement, p.Return):
        value = m.evaluate(statement.value) if statement.value is not None else NOTHING
        if frame.function is not None:
            value = m.converted(value, frame.function.returns, statement.at)
        for living in reversed(frame.scopes):
            if living:
                end_objects(m, living, statement.at)
        m.out.append(tree.Exit("return", statement.at))
        path = both(TRUE, *m.path[frame.path :])
        written = m.store.writes_since(frame.mark)
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
        end_objects(m, living, statement.at)
    # a continue leaves the switches and once-blocks between it and its loop
    m.out.append(tree.Exit(what, statement.at))
    path = both(TRUE, *m.path[scope.path :])
    at = statement.at if what == "break" else None
    scope.leaving.append(Leaving(path, m.store.writes_since(scope.mark), NOTHING, at))
    if what == "break":
        scope.depends |= path.depends
    return True


def _jump(m: Machine, statement: p.Goto) -> bool:
    m.limited.append(f"goto {statement.label}")
    return False


TABLE: dict[type, Callable[..., bool]] = {
    p.Block: _block,
    p.Declare: _declare,
    p.Evaluate: _evaluate,
    p.If: _if,
    p.Switch: _switch,
    p.Return: _leave,
    p.Break: _leave,
    p.Continue: _leave,
    p.Goto: _jump,
}
