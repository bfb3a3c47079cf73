"""Following a value of a model script to everything it may be.

Every branch is an outcome: a ternary, an assignment under `if`, a default argument beside what the callers pass. What
cannot be followed is an `Unknown` that says why; nothing is guessed. The work is bounded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from sklint.finding import message
from sklint.program import Span
from sklint.scripts.bindings import bind_arguments
from sklint.scripts.changes import changed
from sklint.scripts.literals import node_span
from sklint.scripts.module import COMPREHENSIONS, Library, Module
from sklint.scripts.objects import attribute_values, parameter_values, receiver_name
from sklint.scripts.operators import added, elements, operator_values
from sklint.scripts.reaching import Definition, binds, reaching
from sklint.scripts.results import call_values
from sklint.scripts.value import Class, Frame, Function, Items, Package, Reference, Unknown, Value, Values

_MOST_OUTCOMES = 48
_MOST_STEPS = 60_000
_MOST_DEPTH = 60


class Evaluation:
    """The evaluation of one script and of the modules it leads to."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._stack: list[tuple[int, int]] = []
        self._known: dict[tuple[int, int], Values] = {}
        self._reaching: dict[tuple[int, str, int, int], list[Definition]] = {}
        self._frames: dict[tuple[int, frozenset[tuple[str, Values]], int, bool], Frame] = {}
        self._made: list[ast.expr] = []
        self._steps = 0

    def values(self, module: Module, node: ast.expr, frame: Frame | None = None) -> Values:
        """All that an expression may be, in a stable order; never empty."""
        key = (id(node), id(frame))
        if key in self._known:
            return self._known[key]
        at = node_span(module.path, node)
        if key in self._stack:
            return (Unknown(message("its value depends on itself"), at),)
        self._steps += 1
        if self._steps > _MOST_STEPS or len(self._stack) > _MOST_DEPTH:
            return (Unknown(message("its value takes too many steps to follow"), at),)
        self._stack.append(key)
        try:
            found = distinct(self._expression(module, node, frame))
        finally:
            self._stack.pop()
        if len(found) > _MOST_OUTCOMES:
            found = (Unknown(message("it has more than {count} outcomes", count=_MOST_OUTCOMES), at),)
        self._made.append(node)
        self._known[key] = found or (Unknown(message("no value reaches it"), at),)
        return self._known[key]

    def frame(self, owner: ast.AST, bindings: dict[str, Values], outer: Frame | None, one_call: bool = True) -> Frame:
        """The frame of these bindings; equal ones are one object, so that what was evaluated in it is known."""
        key = (id(owner), frozenset(bindings.items()), id(outer), one_call)
        if key not in self._frames:
            self._frames[key] = Frame(owner, bindings, outer, one_call)
        return self._frames[key]

    def bind(self, function: Function, call: ast.Call, module: Module, frame: Frame | None) -> Frame:
        """The frame of a function for one call in `module`; a method's receiver is what it is bound to."""
        bound = function.bound
        bindings = bind_arguments(self, function, call, module, frame, 1 if bound is not None else 0)
        if bound is not None:
            bindings[receiver_name(function.node)] = (bound,)
        return self.frame(function.node, bindings, function.frame)

    def _expression(self, module: Module, node: ast.expr, frame: Frame | None) -> Iterator[Value]:
        match node:
            case ast.Name(id=name):
                yield from self.name(module, name, node, frame)
            case ast.Attribute(value=base, attr=name):
                for value in self.values(module, base, frame):
                    yield from attribute_values(self, module, value, name, node, frame)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                yield from self.values(module, value, frame)
            case ast.Lambda():
                yield Function(module, node, frame)
            case ast.Call():
                yield from call_values(self, module, node, frame)
            case _:
                yield from operator_values(self, module, node, frame)

    def name(self, module: Module, name: str, node: ast.expr, frame: Frame | None) -> Iterator[Value]:
        """All that a name may stand for where `node` uses it; a name that nothing binds is a reference to itself."""
        at = node_span(module.path, node)
        for level, scope in enumerate(module.outer_scopes(node)):
            if isinstance(scope, COMPREHENSIONS):
                bound = _bound_in(frame, scope, name)
                if bound is not None:
                    yield from bound
                    return
                if _is_target(scope, name):
                    yield Unknown(message("`{name}` takes many values in a comprehension", name=name), at)
                    return
            elif binds(module, scope, name):
                for definition in self._definitions(module, name, scope, node if level == 0 else None):
                    yield from self.definition(module, definition, name, frame)
                return
        yield Reference(name, at, sure=False)

    def export(self, module: Module, name: str) -> Values:
        """What a module of the tree makes of one of its global names; empty where it has none."""
        if not binds(module, module.tree, name):
            return ()
        found: list[Value] = []
        for definition in self._definitions(module, name, module.tree, None):
            found += self.definition(module, definition, name, None)
        return distinct(found)

    def _definitions(self, module: Module, name: str, scope: ast.AST, use: ast.expr | None) -> list[Definition]:
        key = (id(module), name, id(scope), id(use))
        if key not in self._reaching:
            self._reaching[key] = sorted(reaching(module, name, scope, use), key=_order)
        return self._reaching[key]

    def definition(self, module: Module, definition: Definition, name: str, frame: Frame | None) -> Iterator[Value]:
        """All that one definition may make of a name."""
        at = _place(module, definition.node)
        match definition:
            case Definition(how="assign", value=ast.expr() as value):
                yield from self.values(module, value, frame)
            case Definition(how="unpack", value=ast.expr() as value, index=index):
                for whole in self.values(module, value, frame):
                    if isinstance(whole, Items) and index < len(whole.items):
                        yield from whole.items[index]
                    else:
                        yield Unknown(message("`{name}` is unpacked from something unknown", name=name), at)
            case Definition(how="element", value=ast.expr() as value):
                for whole in self.values(module, value, frame):
                    yield from elements(whole, name, at)
            case Definition(how="augment", value=ast.expr() as value, node=ast.AugAssign(op=ast.Add())):
                for first in self._before(module, definition, name, frame):
                    for second in self.values(module, value, frame):
                        yield added(first, second, at)
            case Definition(how="item" | "method"):
                for first in self._before(module, definition, name, frame):
                    yield from changed(self, module, definition, first, frame)
            case Definition(how="import", node=ast.Import() | ast.ImportFrom() as statement):
                yield from self._imported(module, statement, name, at)
            case Definition(how="function", node=ast.FunctionDef() | ast.AsyncFunctionDef() as function):
                yield Function(module, function, frame)
            case Definition(how="class", node=ast.ClassDef() as cls):
                yield Class(module, cls)
            case Definition(how="parameter", node=ast.arg() as parameter):
                yield from parameter_values(self, module, parameter, frame)
            case _:
                yield Unknown(message("`{name}` gets its value in a way that is not followed", name=name), at)

    def _before(self, module: Module, definition: Definition, name: str, frame: Frame | None) -> Values:
        found: list[Value] = []
        for earlier in sorted(definition.before, key=_order):
            found += self.definition(module, earlier, name, frame)
        at = _place(module, definition.node)
        return distinct(found) or (Unknown(message("`{name}` has no value yet", name=name), at),)

    def _imported(self, module: Module, statement: ast.Import | ast.ImportFrom, name: str, at: Span) -> Iterator[Value]:
        for alias in statement.names:
            if isinstance(statement, ast.Import):
                if (alias.asname or alias.name.split(".")[0]) == name:
                    inner = self.library.find(module, alias.name, 0) if alias.asname else None
                    yield Package(inner) if inner else Reference(alias.name if alias.asname else name, at)
                continue
            if (alias.asname or alias.name) != name:
                continue
            dotted = ".".join(part for part in (statement.module, alias.name) if part)
            package = self.library.find(module, statement.module or "", statement.level)
            found = self.export(package, alias.name) if package is not None else ()
            inner = None if found else self.library.find(module, dotted, statement.level)
            if found:
                yield from found
            else:
                yield Package(inner) if inner is not None else Reference(dotted, at)


def distinct(values: Iterable[Value]) -> Values:
    """The values without repetition, in order of first appearance, one more than is followed at most."""
    found: dict[Value, None] = {}
    for value in values:
        found.setdefault(value)
        if len(found) > _MOST_OUTCOMES:
            break
    return tuple(found)


def _bound_in(frame: Frame | None, scope: ast.AST, name: str) -> Values | None:
    while frame is not None:
        if frame.owner is scope:
            return frame.bindings.get(name)
        frame = frame.outer
    return None


def _is_target(scope: ast.AST, name: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name
        for generator in getattr(scope, "generators", [])
        for node in ast.walk(generator.target)
    )


def _order(definition: Definition) -> tuple[int, int, str, int]:
    node = definition.node
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0), definition.how, definition.index


def _place(module: Module, node: ast.AST) -> Span:
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
    return Span(module.path, line, column, line, column + 1)
