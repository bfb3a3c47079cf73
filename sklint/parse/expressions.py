"""Expressions: from nodes to the program model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import proxy

from sklint.parse import kinds, typetext
from sklint.parse.context import Context
from sklint.parse.declared import Declared
from sklint.parse.literals import character, number
from sklint.parse.macrotext import MacroText
from sklint.parse.nodes import Node
from sklint.parse.positions import ends_in_macro
from sklint.parse.references import References
from sklint.parse.source import LAUNCH_WORD
from sklint.program import (
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Conditional,
    Construct,
    Expression,
    Index,
    InitList,
    Lambda,
    Launch,
    Literal,
    Name,
    Opaque,
    SizeOf,
    Span,
    This,
    Type,
    Unary,
)

if TYPE_CHECKING:
    from sklint.parse.statements import Statements

_REF_KINDS = kinds.REFERENCES
_LAUNCH_NAME = LAUNCH_WORD.decode()
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="})


class Expressions:
    """Lowers the expressions of one function; `macros` answers for text inside macro bodies."""

    def __init__(
        self,
        context: Context,
        macros: MacroText,
        scope: str,
        statements: Statements,
    ) -> None:
        self.context = context
        self.lib = context.lib
        self.positions = context.positions
        self.declarations = context.declarations
        self.macros = macros
        self.scope = scope
        # Only weakly, as the statements hold these expressions: a cycle would keep the nodes of the function.
        self._statements: Statements = proxy(statements)
        self._lambdas = 0
        self.references = References(self)

    # ------------------------------------------------------------------------------------------------ support

    def extent(self, node: Node) -> tuple[int, int]:
        """The raw extent of a node."""
        if node.begin < 0:
            extent = self.lib.getCursorExtent(node.cursor)
            node.begin, node.end = extent.begin, extent.end
        return node.begin, node.end

    def span(self, node: Node) -> Span:
        """Where a node stands."""
        if node.begin < 0:
            extent = self.lib.getCursorExtent(node.cursor)
            node.begin, node.end = extent.begin, extent.end
        return self.positions.span(node.begin, node.end)

    def lower(self, node: Node) -> Expression:
        """The expression of a node; what has no rule is Opaque with its parts."""
        rule = _RULES.get(node.kind)
        if rule is not None:
            return rule(self, node)
        return Opaque(f"cursor {node.kind}", self.parts(node), self.span(node))

    def parts(self, node: Node) -> tuple[Expression, ...]:
        """All children that are expressions."""
        return tuple(self.lower(child) for child in self.operands(node))

    def operands(self, node: Node) -> list[Node]:
        """The children that are expressions and were written (default arguments have no place)."""
        found = []
        for child in node.children:
            if kinds.FIRST_EXPRESSION <= child.kind < kinds.FIRST_STATEMENT:
                if child.kind == kinds.UNEXPOSED and not child.children and self.extent(child)[0] == 0:
                    continue
                found.append(child)
        return found

    def _first(self, node: Node) -> Expression:
        inner = self.operands(node)
        if not inner:
            return Opaque("empty", (), self.span(node))
        return self.lower(inner[0])

    def type(self, node: Node) -> Type:
        """The type of an expression or a variable, read with the references below the node."""
        return self.context.types.of_cursor(node)

    # ----------------------------------------------------------------------------------------------- literals

    def _token(self, node: Node) -> str:
        begin, end = self.extent(node)
        return self.positions.text(begin, end) or self.positions.spelled(begin)

    def _number(self, node: Node) -> Expression:
        return Literal(number(self._token(node)), self.span(node))

    def _string(self, node: Node) -> Expression:
        text = self._token(node)
        first, last = text.find('"'), text.rfind('"')
        return Literal(text[first + 1 : last] if 0 <= first < last else text, self.span(node))

    def _character(self, node: Node) -> Expression:
        return Literal(character(self._token(node)), self.span(node))

    def _bool(self, node: Node) -> Expression:
        return Literal(self.positions.spelled(self.extent(node)[0]) in ("true", "__objc_yes"), self.span(node))

    # -------------------------------------------------------------------------------------------------- calls

    def _call(self, node: Node) -> Expression:
        operands = self.operands(node)
        if node.children and node.children[0].kind in _REF_KINDS:
            return Construct(self.type(node), tuple(self.lower(one) for one in operands), self.span(node))
        referenced = self.lib.getCursorReferenced(node.cursor)
        if referenced.kind == kinds.CONSTRUCTOR:
            return self._construction(node, operands, self.declarations.of(referenced))
        if not operands:
            return Construct(self.type(node), (), self.span(node))
        if referenced.kind in kinds.DECLARATIONS:
            declared = self.declarations.of(referenced)
            if declared.plain.startswith("operator"):
                return self._operator(node, operands, declared)
        elif (op := self._open_operator(operands)) is not None:
            rest = [one for one in operands if one is not op[1]]
            return self._applied(op[0], rest, node)
        callee = self.lower(operands[0])
        args = tuple(self.lower(one) for one in operands[1:])
        return Call(callee, args, self.span(node))

    def _construction(self, node: Node, operands: list[Node], constructor: Declared) -> Expression:
        # An implicit conversion or copy spans exactly what it converts.
        if len(operands) == 1 and self.extent(operands[0]) == self.extent(node):
            inner = self.lower(operands[0])
            if self.lib.getCursorType(operands[0].cursor).first == self.lib.getCursorType(
                node.cursor
            ).first or isinstance(inner, (Construct, InitList)):
                return inner
            if self.declarations.spelling(constructor.cursor) and self._same_class(operands[0], node):
                return inner
            self.context.use(constructor)
            return Construct(self.type(node), (inner,), self.span(node))
        self.context.use(constructor)
        return Construct(self.type(node), tuple(self.lower(one) for one in operands), self.span(node))

    def _same_class(self, one: Node, other: Node) -> bool:
        return self.type(one).name == self.type(other).name

    def _operator(self, node: Node, operands: list[Node], declared: Declared) -> Expression:
        first = operands[0]
        if first.kind == kinds.MEMBER_EXPR and self.lib.getCursorReferenced(first.cursor).kind != kinds.FIELD:
            base = self.references.base_of(first, self.extent(first)[0])
            if declared.cursor.kind == kinds.CONVERSION and base is not None:
                self.context.use(declared)
                return self.lower(base)
            callee = self.lower(first)
            return Call(callee, tuple(self.lower(one) for one in operands[1:]), self.span(node))
        self.context.use(declared)
        rest = [one for one in operands if not self._names_operator(one, declared.plain)]
        return self._applied(declared.plain[len("operator") :].strip(), rest, node)

    def _names_operator(self, node: Node, plain: str) -> bool:
        while node.kind == kinds.UNEXPOSED and len(node.children) == 1:
            node = node.children[0]
        if node.kind != kinds.DECL_REF:
            return False
        referenced = self.lib.getCursorReferenced(node.cursor)
        return referenced.kind in kinds.FUNCTIONS and self.declarations.spelling(referenced) == plain

    def _open_operator(self, operands: list[Node]) -> tuple[str, Node] | None:
        """The operator of a call whose overload clang left open, with the node that names it."""
        for one in operands[:2]:
            if one.kind == kinds.DECL_REF and one.children and one.children[0].kind == kinds.OVERLOADED:
                name = self.context.spelling_of_reference(one.children[0].cursor)
                if name.startswith("operator") and not name[8:9].isalnum():
                    return name[len("operator") :].strip(), one
        return None

    def _applied(self, op: str, operands: list[Node], node: Node) -> Expression:
        at = self.span(node)
        parts = tuple(self.lower(one) for one in operands)
        if op == "()" and parts:
            return Call(parts[0], parts[1:], at)
        if op == "[]" and len(parts) == 2:
            return Index(parts[0], parts[1], at)
        if op in ("++", "--") and parts:
            return Unary(op if len(parts) == 1 else "post" + op, parts[0], at)
        if op == "->" and parts:
            return parts[0]
        if op == "*" and len(parts) == 2 and (launch := self._launch(parts[0], parts[1], at)) is not None:
            return launch
        if len(parts) == 1:
            return Unary(op, parts[0], at)
        if len(parts) == 2:
            return self._joined(op, parts[0], parts[1], at)
        return Opaque(f"operator {op}", parts, at)

    def _launch(self, kernel: Expression, right: Expression, at: Span) -> Launch | None:
        """`k*$(grid…)(args)`, which the source rewriting made of `k<<<grid…>>>(args)`."""
        match right:
            case Call(callee=Call(callee=Name(name=name), args=grid), args=args) if name == _LAUNCH_NAME:
                return Launch(kernel, grid, args, at)
        return None

    # ---------------------------------------------------------------------------------------------- operators

    def _joined(self, op: str, left: Expression, right: Expression, at: Span) -> Expression:
        if op in _ASSIGNMENTS:
            return Assign(op[:-1], left, right, at)
        return Binary(op, left, right, at)

    def _unary(self, node: Node) -> Expression:
        op = kinds.UNARY_OPERATORS.get(self.lib.getCursorUnaryOperatorKind(node.cursor))
        operand = self._first(node)
        return Unary(op, operand, self.span(node)) if op else operand

    def _binary(self, node: Node) -> Expression:
        operands = self.operands(node)
        op = kinds.BINARY_OPERATORS.get(self.lib.getCursorBinaryOperatorKind(node.cursor))
        if len(operands) != 2 or op is None:
            return Opaque("binary", self.parts(node), self.span(node))
        left, right = self.lower(operands[0]), self.lower(operands[1])
        if op == "*" and (launch := self._launch(left, right, self.span(node))) is not None:
            return launch
        return self._joined(op, left, right, self.span(node))

    def _subscript(self, node: Node) -> Expression:
        operands = self.operands(node)
        if len(operands) != 2:
            return Opaque("subscript", self.parts(node), self.span(node))
        return Index(self.lower(operands[0]), self.lower(operands[1]), self.span(node))

    def _conditional(self, node: Node) -> Expression:
        parts = self.parts(node)
        if len(parts) != 3:
            return Opaque("conditional", parts, self.span(node))
        return Conditional(parts[0], parts[1], parts[2], self.span(node))

    def _cast(self, node: Node) -> Expression:
        operands = self.operands(node)
        if not operands:
            return Construct(self.type(node), (), self.span(node))
        # what is converted stands last: the values among the template arguments of the type are before it
        inner = self.lower(operands[-1])
        if node.kind == kinds.FUNCTIONAL_CAST:
            if isinstance(inner, Construct):
                return inner
            if isinstance(inner, InitList) and operands[-1].kind == kinds.INIT_LIST:
                return Construct(self.type(node), inner.items, self.span(node))
        return Cast(self.type(node), inner, self.span(node))

    def _sizeof(self, node: Node) -> Expression:
        at = self.span(node)
        inner = self.operands(node)
        text = self.references.written(node) or ""
        if not text.startswith("sizeof") or (inner and text.startswith("sizeof...")):
            return Opaque(text.partition("(")[0] or "sizeof", self.parts(node), at)
        found = typetext.expression_of(text, at, self.context.names_near(node))
        if isinstance(found, SizeOf):
            if found.operand is not None and len(inner) == 1:
                return SizeOf(None, self.lower(inner[0]), at)
            return found
        if len(inner) == 1:
            return SizeOf(None, self.lower(inner[0]), at)
        return SizeOf(Type("", text=text), None, at)

    # ----------------------------------------------------------------------------------- lists, lambdas, rest

    def _init_list(self, node: Node) -> Expression:
        return InitList(self.parts(node), self.span(node))

    def _compound_literal(self, node: Node) -> Expression:
        parts = self.parts(node)
        items = parts[0].items if len(parts) == 1 and isinstance(parts[0], InitList) else parts
        return Construct(self.type(node), items, self.span(node))

    def _new(self, node: Node) -> Expression:
        """What is made by `new`: a pointer to an object is the object. An array, or a number, is not followed."""
        parts = self.parts(node)
        made = parts[-1] if parts else None
        if isinstance(made, Construct) and made.type.name != "[]":
            return made
        return Opaque("new", parts, self.span(node))

    def _lambda(self, node: Node) -> Expression:
        self._lambdas += 1
        at = self.span(node)
        key = f"{self.scope}::lambda#{self._lambdas}"
        params = self._statements.parameters(child for child in node.children if child.kind == kinds.PARAMETER)
        bodies = [child for child in node.children if child.kind == kinds.COMPOUND]
        body = self._statements.block(bodies[-1]) if bodies else Block((), at)
        return Lambda(key, params, body, at)

    def _statement_expression(self, node: Node) -> Expression:
        """`({ … })` is a lambda that is called where it stands."""
        at = self.span(node)
        self._lambdas += 1
        bodies = [child for child in node.children if child.kind == kinds.COMPOUND]
        body = self._statements.block(bodies[0]) if bodies else Block((), at)
        return Call(Lambda(f"{self.scope}::lambda#{self._lambdas}", (), body, at), (), at)

    def _unexposed(self, node: Node) -> Expression:
        """Implicit conversions stand for what they convert; several parts are a list, or what an error left over."""
        operands = self.operands(node)
        if len(operands) == 1:
            if any(child.kind in _REF_KINDS for child in node.children):
                return Construct(self.type(node), (self.lower(operands[0]),), self.span(node))
            begin, end = self.extent(node)
            inner_begin, inner_end = self.extent(operands[0])
            if inner_begin == begin and inner_end < end:
                following = self.positions.text(inner_end, end)
                if following is not None and following.lstrip().startswith("("):
                    return Call(self.lower(operands[0]), (), self.span(node))
            elif ends_in_macro(begin, end) and self._undeclared(operands[0]):
                return Call(self.lower(operands[0]), (), self.span(node))
            return self.lower(operands[0])
        if not operands:
            return self._bare(node)
        begin, end = self.extent(node)
        if self.extent(operands[0])[0] != begin:
            return InitList(self.parts(node), self.span(node))
        callee, *rest = (self.lower(one) for one in operands)
        following = None if ends_in_macro(begin, end) else self.positions.text(self.extent(operands[0])[1], end)
        if following is None or following.lstrip()[:1] in ("(", "<"):
            return Call(callee, tuple(rest), self.span(node))
        return Opaque("error", (callee, *rest), self.span(node))

    def _undeclared(self, node: Node) -> bool:
        """An overload set without functions is what an undeclared callee leaves."""
        return node.kind == kinds.DECL_REF and any(
            child.kind == kinds.OVERLOADED and not self.lib.getNumOverloadedDecls(child.cursor)
            for child in node.children
        )

    def _bare(self, node: Node) -> Expression:
        text = self.references.written(node)
        at = self.span(node)
        if text:
            found = typetext.expression_of(text, at, self.context.names_near(node))
            if found is not None:
                return found
        return Opaque("unexposed", (), at)


_RULES: dict[int, Callable[[Expressions, Node], Expression]] = {
    kinds.UNEXPOSED: Expressions._unexposed,
    kinds.DECL_REF: lambda of, node: of.references.reference(node),
    kinds.MEMBER_EXPR: lambda of, node: of.references.member(node),
    kinds.CALL: Expressions._call,
    kinds.INTEGER: Expressions._number,
    kinds.FLOATING: Expressions._number,
    kinds.STRING: Expressions._string,
    kinds.CHARACTER: Expressions._character,
    kinds.BOOL: Expressions._bool,
    kinds.NULLPTR: lambda of, node: Literal(None, of.span(node)),
    kinds.THIS: lambda of, node: This(of.span(node)),
    kinds.PAREN: Expressions._first,
    kinds.PACK_EXPANSION: Expressions._first,
    kinds.UNARY: Expressions._unary,
    kinds.BINARY: Expressions._binary,
    kinds.COMPOUND_ASSIGN: Expressions._binary,
    kinds.SUBSCRIPT: Expressions._subscript,
    kinds.CONDITIONAL: Expressions._conditional,
    kinds.INIT_LIST: Expressions._init_list,
    kinds.COMPOUND_LITERAL: Expressions._compound_literal,
    kinds.SIZEOF: Expressions._sizeof,
    kinds.SIZEOF_PACK: lambda of, node: Opaque("sizeof...", (), of.span(node)),
    kinds.LAMBDA: Expressions._lambda,
    kinds.NEW: Expressions._new,
    kinds.STATEMENT_EXPRESSION: Expressions._statement_expression,
    **dict.fromkeys(kinds.CASTS, Expressions._cast),
}
