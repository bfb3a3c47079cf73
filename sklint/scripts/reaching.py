"""Which assignments reach a use of a name: a walk over the statements of one scope, branches joined."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from sklint.scripts.module import COMPREHENSIONS, FUNCTIONS, Module


@dataclass(frozen=True, slots=True)
class Definition:
    """What gives a name its value.

    `how` is assign (`value`), unpack (`value`, then `index`), augment, item (a dictionary entry is set), method (a
    list or dictionary is changed by a call), element (of `value`, in a loop), import, function, class, parameter, or
    opaque. The ones that change a value build on the definitions in `before`. `node` is the statement or parameter.
    """

    how: str
    node: ast.AST
    value: ast.expr | None = None
    index: int = 0
    before: frozenset[Definition] = frozenset()

    def __hash__(self) -> int:
        """The chain of `before` may be long: the hash does not follow it."""
        return hash((self.how, self.node, self.index))


CHANGING_METHODS = frozenset({"append", "extend", "insert", "update", "setdefault", "pop", "clear", "remove"})


def reaching(module: Module, name: str, scope: ast.AST, use: ast.AST | None) -> frozenset[Definition]:
    """The definitions of `name` in `scope` that reach `use`, or the end of the scope where `use` is None.

    A use that no definition reaches (a loop, a function called later) sees all of them.
    """
    walk = _Walk(module, name, use)
    start: frozenset[Definition] = frozenset(_parameters(scope, name))
    body = getattr(scope, "body", [])
    end = walk.block(body, start) if isinstance(body, list) else start
    if isinstance(scope, ast.Module):
        for function in module.global_writers.get(name, ()):
            walk.block(function.body, start)
            end |= walk.every
    found = end if use is None or walk.at_use is None else walk.at_use
    return found or frozenset(walk.every) | start


def binds(module: Module, scope: ast.AST, name: str) -> bool:
    """Whether a scope binds a name at all, so that the search for it ends there."""
    if scope not in module.bound:
        body = getattr(scope, "body", [])
        module.bound[scope] = frozenset(_bound_names(body)) if isinstance(body, list) else frozenset()
    return name in module.bound[scope] or bool(_parameters(scope, name))


class _Walk:
    def __init__(self, module: Module, name: str, use: ast.AST | None) -> None:
        self.name = name
        self.around = {use, *module.ancestors(use)} if use is not None else set()
        self.at_use: frozenset[Definition] | None = None
        self.every: set[Definition] = set()
        self.inside: dict[int, frozenset[Definition]] = {}

    def block(self, body: list[ast.stmt], before: frozenset[Definition]) -> frozenset[Definition]:
        for statement in body:
            before = self.statement(statement, before)
        return before

    def statement(self, statement: ast.stmt, before: frozenset[Definition]) -> frozenset[Definition]:
        here = statement in self.around
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):
                self._use_in(test, before)
                before = self._walrus(test, before)
                return self.block(body, before) | self.block(orelse, before)
            case ast.For() | ast.AsyncFor():
                self._use_in(statement.iter, before)
                inside = self._targets(statement.target, statement, "element", statement.iter)
                again = before | self._definitions_in(statement.body)
                after = self.block(statement.body, inside or again)
                return self.block(statement.orelse, before | after | again)
            case ast.While(test=test, body=body, orelse=orelse):
                again = before | self._definitions_in(body)
                self._use_in(test, again)
                again = self._walrus(test, again)
                return self.block(orelse, before | again | self.block(body, again))
            case ast.Try():
                after = self.block(statement.body, before)
                broken = before | after | self._definitions_in(statement.body)
                ends = self.block(statement.orelse, after)
                for handler in statement.handlers:
                    bound = {self._define(Definition("opaque", handler))} if handler.name == self.name else set()
                    ends |= self.block(handler.body, frozenset(bound) or broken)
                return self.block(statement.finalbody, ends)
            case ast.With() | ast.AsyncWith():
                for item in statement.items:
                    self._use_in(item.context_expr, before)
                    before = self._walrus(item.context_expr, before)
                    if item.optional_vars is not None:
                        before = self._targets(item.optional_vars, statement, "opaque", item.context_expr) or before
                return self.block(statement.body, before)
            case ast.Match(subject=subject, cases=cases):
                self._use_in(subject, before)
                after = before = self._walrus(subject, before)
                for case in cases:
                    after |= self.block(case.body, before)
                return after
            case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
                if here:
                    self._seen(before)
                return frozenset()
            case _:
                if here:
                    self._seen(before)
                return self._simple(statement, before)

    def _use_in(self, part: ast.expr, before: frozenset[Definition]) -> None:
        if part in self.around:
            self._seen(before)

    def _seen(self, before: frozenset[Definition]) -> None:
        self.at_use = before if self.at_use is None else self.at_use | before

    def _simple(self, statement: ast.stmt, before: frozenset[Definition]) -> frozenset[Definition]:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    before = self._assigned(target, statement, value, before)
                return before
            case ast.AnnAssign(target=target, value=value) if value is not None:
                return self._assigned(target, statement, value, before)
            case ast.AugAssign(target=ast.Name(id=name)) if name == self.name:
                return frozenset({self._define(Definition("augment", statement, statement.value, before=before))})
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name == self.name:
                return frozenset({self._define(Definition("function", statement))})
            case ast.ClassDef(name=name) if name == self.name:
                return frozenset({self._define(Definition("class", statement))})
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    bound = alias.asname or (
                        alias.name.split(".")[0] if isinstance(statement, ast.Import) else alias.name
                    )
                    if bound == self.name:
                        return frozenset({self._define(Definition("import", statement))})
                return before
            case ast.Delete(targets=targets) if any(isinstance(t, ast.Name) and t.id == self.name for t in targets):
                return frozenset()
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) as call) if (
                name == self.name and method in CHANGING_METHODS
            ):
                return frozenset({self._define(Definition("method", statement, call, before=before))})
            case _:
                return self._walrus(statement, before)

    def _assigned(
        self, target: ast.expr, statement: ast.stmt, value: ast.expr, before: frozenset[Definition]
    ) -> frozenset[Definition]:
        match target:
            case ast.Subscript(value=ast.Name(id=name)) if name == self.name:
                return frozenset({self._define(Definition("item", statement, value, before=before))})
            case _:
                return self._targets(target, statement, "assign", value) or before

    def _targets(self, target: ast.expr, statement: ast.stmt, how: str, value: ast.expr) -> frozenset[Definition]:
        match target:
            case ast.Name(id=name) if name == self.name:
                return frozenset({self._define(Definition(how, statement, value))})
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for index, part in enumerate(parts):
                    if isinstance(part, ast.Name) and part.id == self.name:
                        kind = {"assign": "unpack", "element": "opaque"}.get(how, how)
                        return frozenset({self._define(Definition(kind, statement, value, index))})
            case _:
                pass
        return frozenset()

    def _walrus(self, part: ast.AST, before: frozenset[Definition]) -> frozenset[Definition]:
        """What `:=` inside of an expression or a statement does; one that may be passed over is one more outcome."""
        pending: list[tuple[ast.AST, bool]] = [(part, True)]
        while pending:
            node, certain = pending.pop()
            match node:
                case ast.NamedExpr(target=ast.Name(id=name), value=value) if name == self.name:
                    found = frozenset({self._define(Definition("assign", node, value))})
                    before = found if certain else before | found
                case ast.BoolOp(values=[first, *rest]):
                    pending.extend([(first, certain), *((value, False) for value in rest)])
                case ast.IfExp(test=test, body=body, orelse=orelse):
                    pending.extend([(test, certain), (body, False), (orelse, False)])
                case ast.Lambda():
                    continue
                case _:
                    certain = certain and not isinstance(node, COMPREHENSIONS)
                    pending.extend((child, certain) for child in ast.iter_child_nodes(node))
        return before

    def _definitions_in(self, body: list[ast.stmt]) -> frozenset[Definition]:
        """All definitions of a block, for what a loop's earlier round or an exception may have left."""
        if id(body) not in self.inside:
            known, at_use = set(self.every), self.at_use
            self.every = set()
            self.block(body, frozenset())
            self.inside[id(body)] = frozenset(self.every)
            self.every |= known
            self.at_use = at_use
        return self.inside[id(body)]

    def _define(self, definition: Definition) -> Definition:
        self.every.add(definition)
        return definition


def _parameters(scope: ast.AST, name: str) -> list[Definition]:
    if not isinstance(scope, FUNCTIONS):
        return []
    arguments = scope.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
    return [Definition("parameter", argument) for argument in every if argument.arg == name]


def _bound_names(body: list[ast.stmt]) -> set[str]:
    """The names that statements bind in their own scope; those declared global or nonlocal are left out."""
    names: set[str] = set()
    elsewhere: set[str] = set()
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.comprehension(iter=iterable, ifs=conditions):
                pending.extend([iterable, *conditions])
                continue
            case ast.Global(names=declared) | ast.Nonlocal(names=declared):
                elsewhere.update(declared)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.alias(name=name, asname=asname):
                names.add(asname or name.split(".")[0])
            case ast.ExceptHandler(name=str(name)):
                names.add(name)
            case _:
                pass
        pending.extend(ast.iter_child_nodes(node))
    return names - elsewhere
