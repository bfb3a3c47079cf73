"""Statements: from nodes to the program model."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sklint.parse import kinds
from sklint.parse.context import Context
from sklint.parse.expressions import Expressions
from sklint.parse.macrotext import MacroText
from sklint.parse.nodes import Node
from sklint.program import (
    Block,
    Break,
    Case,
    Construct,
    Continue,
    Declare,
    Evaluate,
    Expression,
    Goto,
    If,
    Index,
    InitList,
    Literal,
    Loop,
    Name,
    Parameter,
    Return,
    Span,
    Statement,
    Switch,
    Type,
    Variable,
)

_STATIC_STORAGE = 3
_LOCAL_TYPES = kinds.CLASSES | kinds.ALIASES | {kinds.ENUM}


class Statements:
    """Lowers the body of one function."""

    def __init__(self, context: Context, root: Node, scope: str) -> None:
        self.context = context
        self.lib = context.lib
        self.expressions = Expressions(context, MacroText(context.positions, root), scope, self)
        self.span = self.expressions.span

    # ---------------------------------------------------------------------------------------------- variables

    def variable(self, node: Node) -> Variable:
        """A variable declaration with its initialiser."""
        declared = self.context.declarations.of(node.cursor)
        begin_span = self.span(node)
        type_ = self.context.types.of_cursor(node)
        static = self.lib.Cursor_getStorageClass(node.cursor) == _STATIC_STORAGE
        return Variable(
            declared.name,
            declared.key,
            type_,
            self._initialiser(node, type_.name == "[]"),
            begin_span,
            static,
            self._constexpr(node),
        )

    def _initialiser(self, node: Node, array: bool) -> Expression | None:
        operands = self.expressions.operands(node)
        if not operands:
            return None
        wanted = self.lib.Cursor_getVarDeclInitializer(node.cursor)
        for child in operands:
            if child.cursor.stmt == wanted.stmt:
                return self._built(node, child)
        # clang hands out the initialiser of an implicit conversion under another node: it is the last one then.
        return self._built(node, operands[-1]) if wanted.stmt and not array else None

    def _built(self, node: Node, child: Node) -> Expression | None:
        value = self.expressions.lower(child)
        match value:
            case InitList(items=items, at=at) if child.kind == kinds.UNEXPOSED:
                return Construct(self.context.types.of_cursor(node), items, at)
            case Construct(args=()) if self.expressions.extent(child)[0] == self._name_location(node):
                # `T x;` with a class: the constructor clang found stands at the name.
                return value
        if child.kind == kinds.UNEXPOSED and not isinstance(value, Construct):
            text = self.context.positions.text(*self.expressions.extent(child))
            if (
                text is not None
                and text.startswith("(")
                and self.expressions.extent(child.children[0])[0] != (self.expressions.extent(child)[0])
            ):
                return Construct(self.context.types.of_cursor(node), (value,), self.span(child))
        return value

    def _name_location(self, node: Node) -> int:
        raw: int = self.lib.getCursorLocation(node.cursor).raw
        return raw

    def _constexpr(self, node: Node) -> bool:
        begin = self.expressions.extent(node)[0]
        name = self._name_location(node)
        text = self.context.positions.text(begin, name) if name >= begin else None
        if text is None or self.context.positions.in_macro_body(begin):
            text = self._written_after(node).partition(self.context.declarations.spelling(node.cursor))[0]
        return re.search(r"\bconstexpr\b", text) is not None

    def parameters(self, nodes: Iterable[Node]) -> tuple[Parameter, ...]:
        """Parameters with their default values."""
        found = []
        for node in nodes:
            declared = self.context.declarations.of(node.cursor)
            operands = self.expressions.operands(node)
            # Values in the type (array sizes, template arguments) are children too; they stand before the name.
            written = bool(operands) and self.expressions.extent(operands[-1])[0] > self._name_location(node)
            default = self.expressions.lower(operands[-1]) if written else None
            found.append(Parameter(declared.plain, declared.key, self.context.types.of_cursor(node), default))
        return tuple(found)

    # --------------------------------------------------------------------------------------------- statements

    def block(self, node: Node) -> Block:
        """A compound statement."""
        lowered = (self.statement(child) for child in node.children if self._kept(child))
        # Assertions and aliases leave nothing behind.
        body = tuple(one for one in lowered if not (isinstance(one, Declare) and not one.variables))
        return Block(body, self.span(node))

    def _kept(self, node: Node) -> bool:
        # a handler runs instead of what follows where it threw: the way without an exception is the one that counts
        return (
            node.kind not in (kinds.EMPTY, kinds.CATCH)
            and node.kind not in kinds.REFERENCES
            and node.kind < kinds.FIRST_ATTRIBUTE
        )

    def statement(self, node: Node) -> Statement:
        """The statement of a node; an expression stands as Evaluate."""
        match node.kind:
            case kinds.COMPOUND:
                return self.block(node)
            case kinds.DECLARATION:
                return self._declare(node)
            case kinds.IF:
                return self._if(node)
            case kinds.FOR:
                return self._for(node)
            case kinds.WHILE:
                return self._while(node)
            case kinds.DO:
                return self._do(node)
            case kinds.RANGE_FOR:
                return self._range_for(node)
            case kinds.SWITCH:
                return self._switch(node)
            case kinds.CASE | kinds.DEFAULT:
                return Block(tuple(self._after_labels(node)[2]), self.span(node))
            case kinds.RETURN:
                operands = self.expressions.operands(node)
                return Return(self.expressions.lower(operands[0]) if operands else None, self.span(node))
            case kinds.BREAK:
                return Break(self.span(node))
            case kinds.CONTINUE:
                return Continue(self.span(node))
            case kinds.GOTO | kinds.INDIRECT_GOTO:
                return Goto(self._label(node), self.span(node))
            case kinds.LABEL:
                label = Goto(self.context.spelling_of_reference(node.cursor), self.span(node))
                return Block((label, *(self.statement(child) for child in node.children)), self.span(node))
            case kinds.VARIABLE:
                return Declare((self.variable(node),), self.span(node))
        if kinds.FIRST_EXPRESSION <= node.kind < kinds.FIRST_STATEMENT:
            return Evaluate(self.expressions.lower(node), self.span(node))
        kept = [child for child in node.children if self._kept(child)]
        return Block(tuple(self.statement(child) for child in kept), self.span(node))

    def _label(self, node: Node) -> str:
        for child in node.children:
            if child.kind == kinds.LABEL_REF:
                return self.context.spelling_of_reference(child.cursor)
        return ""

    def _declare(self, node: Node) -> Statement:
        variables = []
        for child in node.children:
            if child.kind == kinds.VARIABLE:
                variables.append(self.variable(child))
            elif child.kind == kinds.UNEXPOSED_DECLARATION:
                variables += self._bindings(child)
            elif child.kind in _LOCAL_TYPES:
                self.context.use(self.context.declarations.of(child.cursor))
        return Declare(tuple(variables), self.span(node))

    def _bindings(self, node: Node) -> list[Variable]:
        """`auto [a, b] = e`: a variable without a name of its own for the whole, and one for each part by its index."""
        declarations = self.context.declarations
        whole = declarations.of(node.cursor)
        at = self.span(node)
        given = self.expressions.operands(node)
        if whole.kind != "local" or not given:
            return []
        type_ = self._binding_type(node)
        found = [Variable(whole.plain, whole.key, type_, self.expressions.lower(given[-1]), at)]
        parts = [child for child in node.children if child.kind == kinds.UNEXPOSED_DECLARATION]
        for index, part in enumerate(parts):
            declared = declarations.of(part.cursor)
            value = Index(Name(whole.plain, "local", at, whole.key), Literal(index, at), at)
            found.append(Variable(declared.plain, declared.key, type_, value, self.span(part)))
        return found

    def _binding_type(self, node: Node) -> Type:
        """`auto` with what is written between it and the names that are bound."""
        written = self._written_after(node).partition("[")[0]
        return Type("auto", reference="&" in written, const="const" in written.split())

    def _written_after(self, node: Node) -> str:
        """The start of a statement's text, also inside macro bodies."""
        begin, _ = self.expressions.extent(node)
        place = self.context.positions.place(begin)
        if place is not None and place.macro:
            place = self.context.positions.spelled_place(begin)
        return place.file.text.slice(place.offset, place.offset + 60) if place is not None else ""

    def _if(self, node: Node) -> Statement:
        at = self.span(node)
        init: Statement | None = None
        rest: list[Node] = []
        for child in node.children:
            if not rest and child.kind == kinds.VARIABLE:
                init = Declare((self.variable(child),), self.span(child))
            elif not rest and child.kind == kinds.DECLARATION:
                init = self._declare(child)
            else:
                rest.append(child)
        condition: Expression | None = None
        if rest and kinds.FIRST_EXPRESSION <= rest[0].kind < kinds.FIRST_STATEMENT and len(rest) > 1:
            condition = self.expressions.lower(rest.pop(0))
        then = self.statement(rest[0]) if rest else Block((), at)
        otherwise = self.statement(rest[1]) if len(rest) > 1 else None
        constexpr = re.match(r"if\s+constexpr\b", self._written_after(node)) is not None
        return If(condition, then, otherwise, at, init, constexpr)

    def _for(self, node: Node) -> Statement:
        at = self.span(node)
        *head, body = node.children or [node]
        init: Statement | None = None
        condition: Expression | None = None
        step: Expression | None = None
        given = self._for_parts(node, body)
        remaining = list(head)
        if remaining and given[0]:
            init = self.statement(remaining.pop(0))
        if remaining and remaining[0].kind == kinds.VARIABLE:
            remaining.pop(0)
        if remaining and given[1]:
            condition = self.expressions.lower(remaining.pop(0))
        if remaining and given[2]:
            step = self.expressions.lower(remaining.pop(0))
        return Loop("for", init, condition, step, self._body(node, body), at)

    def _body(self, node: Node, body: Node) -> Statement:
        if body is node or not self._kept(body):
            return Block((), self.span(body))
        return self.statement(body)

    def _for_parts(self, node: Node, body: Node) -> tuple[bool, bool, bool]:
        """Which of a for statement's three parts are written: clang leaves no gap for a missing one."""
        begin = self.expressions.extent(node)[0]
        place = self.context.positions.place(begin)
        if place is not None and place.macro:
            place = self.context.positions.spelled_place(begin)
        head = _for_head(place.file.text.data, place.offset) if place is not None else None
        if head is not None:
            return head
        count = len(node.children) - 1
        first = node.children[0].kind == kinds.DECLARATION
        return (first or count == 3, count - first >= 1, count - first >= 2)

    def _while(self, node: Node) -> Statement:
        at = self.span(node)
        init: Statement | None = None
        rest = list(node.children)
        if rest and rest[0].kind == kinds.VARIABLE:
            first = rest.pop(0)
            init = Declare((self.variable(first),), self.span(first))
        condition = self.expressions.lower(rest.pop(0)) if len(rest) > 1 else None
        return Loop("while", init, condition, None, self._body(node, rest[-1] if rest else node), at)

    def _do(self, node: Node) -> Statement:
        body, *condition = node.children or [node]
        lowered = self.expressions.lower(condition[0]) if condition else None
        return Loop("do", None, lowered, None, self._body(node, body), self.span(node))

    def _range_for(self, node: Node) -> Statement:
        at = self.span(node)
        variables = [child for child in node.children if child.kind == kinds.VARIABLE]
        rest = [child for child in node.children if child.kind not in (kinds.VARIABLE, kinds.DECLARATION)]
        sequence = self.expressions.lower(rest[0]) if len(rest) > 1 else None
        variable = None
        if variables:
            declared = self.context.declarations.of(variables[0].cursor)
            type_ = self.context.types.of_cursor(variables[0])
            variable = Variable(declared.name, declared.key, type_, None, self.span(variables[0]))
        body = self._body(node, rest[-1] if rest else node)
        return Loop("range", None, None, None, body, at, variable, sequence)

    def _switch(self, node: Node) -> Statement:
        at = self.span(node)
        children = [child for child in node.children if child.kind not in (kinds.VARIABLE, kinds.DECLARATION)]
        before = [self.statement(child) for child in node.children if child not in children]
        subject = self.expressions.lower(children[0])
        cases: list[Case] = []
        labels: tuple[tuple[Expression, ...], bool] | None = None
        body: list[Statement] = []
        inside = children[1] if len(children) > 1 else None
        listed = inside.children if inside is not None and inside.kind == kinds.COMPOUND else children[1:2]
        for child in listed:
            if child.kind in (kinds.CASE, kinds.DEFAULT):
                if labels is not None:
                    cases.append(Case(labels[0], labels[1], tuple(body)))
                values, default, first = self._after_labels(child)
                labels, body = (values, default), first
            elif self._kept(child):
                body.append(self.statement(child))
        if labels is not None:
            cases.append(Case(labels[0], labels[1], tuple(body)))
        switch = Switch(subject, tuple(cases), at)
        return Block((*before, switch), at) if before else switch

    def _after_labels(self, node: Node) -> tuple[tuple[Expression, ...], bool, list[Statement]]:
        """All labels of a chain of `case` and `default`, and the statement behind the last."""
        values: list[Expression] = []
        default = False
        while node.kind in (kinds.CASE, kinds.DEFAULT):
            children = node.children
            if node.kind == kinds.CASE:
                if children:
                    values.append(self.expressions.lower(children[0]))
                children = children[1:]
            else:
                default = True
            if not children:
                return tuple(values), default, []
            node = children[-1]
        return tuple(values), default, [self.statement(node)] if self._kept(node) else []

    def place_of(self, node: Node) -> Span:
        """Where a node stands."""
        return self.span(node)


def _for_head(data: bytes, offset: int) -> tuple[bool, bool, bool] | None:
    """Which parts are written in the `for (…; …; …)` that starts at `offset`."""
    opening = re.compile(rb"for\s*(?:/\*.*?\*/\s*)?\(").match(data, offset)
    if opening is None:
        return None
    depth = 0
    start = opening.end()
    parts: list[bool] = []
    for match in re.finditer(
        rb"[(\[{]|[)\]}]|;|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|//[^\n]*", data[start : start + 4000]
    ):
        token = match.group()
        if token in (b"(", b"[", b"{"):
            depth += 1
        elif token in (b")", b"]", b"}"):
            depth -= 1
            if depth < 0:
                parts.append(_written(data[start : opening.end() + match.start()]))
                return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None
        elif token == b";" and depth == 0:
            parts.append(_written(data[start : opening.end() + match.start()]))
            start = opening.end() + match.end()
    return None


def _written(text: bytes) -> bool:
    return bool(re.sub(rb"/\*.*?\*/|//[^\n]*|\\\r?\n", b"", text, flags=re.DOTALL).strip())
