"""Expressions: from nodes to the program model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sklint.parse import kinds, typetext
from sklint.parse.context import Context
from sklint.parse.declared import Declared
from sklint.parse.macrotext import MacroText
from sklint.parse.nodes import Node
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
    Member,
    Name,
    Opaque,
    Parameter,
    SizeOf,
    Span,
    StaticMember,
    TemplateArgument,
    This,
    Type,
    Unary,
)

_REF_KINDS = kinds.REFERENCES
_MEMBER_TAIL = re.compile(r"\s*(\.|->)\s*(?:template\s+)?(~?\s*[A-Za-z_$][\w$]*|operator\s*(?:\(\)|\[\]|[^\w\s(]+))?")
_LAUNCH_NAME = LAUNCH_WORD.decode()
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="})


class Expressions:
    """Lowers the expressions of one function; `macros` answers for text inside macro bodies."""

    def __init__(
        self,
        context: Context,
        macros: MacroText,
        scope: str,
        block: Callable[[Node], Block],
        parameters: Callable[[Iterable[Node]], tuple[Parameter, ...]],
    ) -> None:
        self.context = context
        self.lib = context.lib
        self.positions = context.positions
        self.declarations = context.declarations
        self.macros = macros
        self.scope = scope
        self._block = block
        self._parameters = parameters
        self._lambdas = 0
        self._rules: dict[int, Callable[[Node], Expression]] = {
            kinds.UNEXPOSED: self._unexposed,
            kinds.DECL_REF: self._reference,
            kinds.MEMBER_EXPR: self._member,
            kinds.CALL: self._call,
            kinds.INTEGER: self._number,
            kinds.FLOATING: self._number,
            kinds.STRING: self._string,
            kinds.CHARACTER: self._character,
            kinds.BOOL: self._bool,
            kinds.NULLPTR: lambda node: Literal(None, self.span(node)),
            kinds.THIS: lambda node: This(self.span(node)),
            kinds.PAREN: self._first,
            kinds.PACK_EXPANSION: self._first,
            kinds.UNARY: self._unary,
            kinds.BINARY: self._binary,
            kinds.COMPOUND_ASSIGN: self._binary,
            kinds.SUBSCRIPT: self._subscript,
            kinds.CONDITIONAL: self._conditional,
            kinds.INIT_LIST: self._init_list,
            kinds.COMPOUND_LITERAL: self._compound_literal,
            kinds.SIZEOF: self._sizeof,
            kinds.LAMBDA: self._lambda,
            kinds.STATEMENT_EXPRESSION: self._statement_expression,
            **dict.fromkeys(kinds.CASTS, self._cast),
        }

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
        rule = self._rules.get(node.kind)
        if rule is not None:
            return rule(node)
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
        return Literal(typetext.number(self._token(node)), self.span(node))

    def _string(self, node: Node) -> Expression:
        text = self._token(node)
        first, last = text.find('"'), text.rfind('"')
        return Literal(text[first + 1 : last] if 0 <= first < last else text, self.span(node))

    def _character(self, node: Node) -> Expression:
        return Literal(typetext.character(self._token(node)), self.span(node))

    def _bool(self, node: Node) -> Expression:
        return Literal(self.positions.spelled(self.extent(node)[0]) in ("true", "__objc_yes"), self.span(node))

    # -------------------------------------------------------------------------------------------------- names

    def _reference(self, node: Node) -> Expression:
        overloaded = [child for child in node.children if child.kind == kinds.OVERLOADED]
        if overloaded:
            return self._overloaded(node, overloaded)
        referenced = self.lib.getCursorReferenced(node.cursor)
        if referenced.kind not in kinds.DECLARATIONS:
            return self._dependent_name(node)
        declared = self.declarations.of(referenced)
        begin, end = self.extent(node)
        args: tuple[TemplateArgument, ...] = ()
        if end - begin != len(declared.plain):
            text = self._written(node)
            if text is not None and "<" in text:
                static = self._static_member(node, text, declared)
                if static is not None:
                    return static
                args = self._arguments(node, text, declared.plain)
        self.context.use(declared)
        if declared.kind == "field":
            return Member(This(self.span(node)), declared.plain, True, self.span(node), args, declared.owner)
        return Name(declared.name, declared.kind, self.span(node), declared.key, args)

    def _written(self, node: Node) -> str | None:
        """The text of a name with its qualifier and arguments, also inside macro bodies."""
        begin, end = self.extent(node)
        text = self.positions.text(begin, end)
        return text if text is not None else self.macros.text(node)

    def _static_member(self, node: Node, text: str, declared: Declared) -> Expression | None:
        """`Type<args>::name`: the declaration alone would lose the arguments."""
        scope_end = text.rfind("::")
        if scope_end < 0 or "<" not in text[:scope_end] or declared.kind not in ("global", "function", "enumerator"):
            return None
        if typetext.argument_texts(text[text.find("<") :]) is None:
            return None
        found = typetext.expression_of(text, self.span(node), self.context.names_near(node))
        if not isinstance(found, StaticMember):
            return None
        self.context.use(declared)
        return found

    def _arguments(self, node: Node, text: str, plain: str) -> tuple[TemplateArgument, ...]:
        at = text.rfind(plain) if "<" not in text.partition(plain)[0] else text.find(plain)
        tail = text[at + len(plain) :].lstrip() if at >= 0 else ""
        if not tail.startswith("<"):
            return ()
        return typetext.arguments_of(tail, self.span(node), self.context.names_near(node))

    def _overloaded(self, node: Node, overloaded: list[Node]) -> Expression:
        name = self.context.spelling_of_reference(overloaded[0].cursor)
        plain = name.partition("<")[0] if not name.startswith("operator") else name
        begin, end = self.extent(node)
        args: tuple[TemplateArgument, ...] = ()
        text: str | None = None
        if end - begin != len(plain):
            text = self._written(node)
            if text is not None and "<" in text and not plain.startswith("operator"):
                if "::" in text and "<" in text.rpartition("::" + plain)[0]:
                    found = typetext.expression_of(text, self.span(node), self.context.names_near(node))
                    if isinstance(found, StaticMember):
                        self.context.candidates(overloaded)
                        return found
                args = self._arguments(node, text, plain)
        candidates = self.context.candidates(overloaded)
        if not candidates:
            shown = text.partition("<")[0].strip() if text and "::" in text else plain
            return Name(shown, "unknown", self.span(node), args=args)
        keys = tuple(one.key for one in candidates)
        return Name(candidates[0].name, "function", self.span(node), keys[0], args, keys)

    def _dependent_name(self, node: Node) -> Expression:
        text = self._written(node)
        if text is None:
            return Opaque("name", (), self.span(node))
        names = self.context.names_near(node)
        found = typetext.expression_of(text, self.span(node), names)
        if found is None:
            return Opaque("name", (), self.span(node))
        if isinstance(found, Name) and "::" in found.name:
            scope, _, plain = found.name.rpartition("::")
            self.context.use_by_name(plain)
            return StaticMember(typetext.type_of(scope, found.at, names), plain, found.at, found.args)
        if isinstance(found, StaticMember):
            self.context.use_by_name(found.name)
        return found

    def _member(self, node: Node) -> Expression:
        begin, end = self.extent(node)
        at = self.positions.span(begin, end)
        base_node = self._member_base(node, begin)
        referenced = self.lib.getCursorReferenced(node.cursor)
        overloaded = [child for child in node.children if child.kind == kinds.OVERLOADED]
        if referenced.kind in kinds.DECLARATIONS and not overloaded:
            declared = self.declarations.of(referenced)
            self.context.use(declared)
            base = self.lower(base_node) if base_node is not None else This(at)
            arrow, args = True, ()
            if base_node is not None or end - begin != len(declared.plain):
                arrow, _, args = self._tail(node, base_node, declared.plain)
            return Member(base, declared.plain, arrow, at, args, declared.owner, declared.key)
        if base_node is None and any(child.kind in _REF_KINDS for child in node.children) and not overloaded:
            return self._dependent_name(node)
        known = self.context.spelling_of_reference(overloaded[0].cursor) if overloaded else ""
        arrow, name, args = self._tail(node, base_node, known)
        base = self.lower(base_node) if base_node is not None else This(at)
        if overloaded and (candidates := self.context.candidates(overloaded)):
            return Member(base, name, arrow, at, args, candidates[0].owner, candidates[0].key)
        self.context.use_by_name(name)
        return Member(base, name, arrow, at, args)

    def _member_base(self, node: Node, begin: int) -> Node | None:
        for child in node.children:
            if kinds.FIRST_EXPRESSION <= child.kind < kinds.FIRST_STATEMENT:
                return child if self.extent(child)[0] == begin else None
        return None

    def _tail(self, node: Node, base: Node | None, known: str) -> tuple[bool, str, tuple[TemplateArgument, ...]]:
        """What stands after the base: arrow or dot, the name, and explicit template arguments."""
        begin, end = self.extent(node)
        text = self.positions.text(self.extent(base)[1] if base is not None else begin, end)
        if text is None:
            arrow, name, tail = self.macros.member(node, known)
            name = known or name
        elif base is None:
            name = known or re.split(r"[<\s]", text.rpartition("::")[2].strip(), maxsplit=1)[0]
            arrow, tail = True, text[text.rfind(name) + len(name) :].lstrip()
        else:
            match = _MEMBER_TAIL.search(text)
            if match is None:
                return False, known, ()
            name = known or (match.group(2) or "").replace(" ", "")
            arrow, tail = match.group(1) == "->", text[match.end() :].lstrip()
            if tail.startswith("::") or (tail.startswith("<") and "::" in tail and name not in text[: match.end()]):
                name, tail = self._qualified_tail(text, known)
        args: tuple[TemplateArgument, ...] = ()
        if tail.startswith("<"):
            args = typetext.arguments_of(tail, self.span(node), self.context.names_near(node))
        return arrow, name, args

    def _qualified_tail(self, text: str, known: str) -> tuple[str, str]:
        """`base->Parent<T>::Method<K>`: the name is what follows the last scope."""
        match = re.search(r"::\s*(?:template\s+)?(~?[A-Za-z_$][\w$]*)\s*(<[^:]*)?$", text.rstrip())
        if match is None:
            return known, ""
        return known or match.group(1), match.group(2) or ""

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
            if self.lib.getCursorType(operands[0].cursor).first == self.lib.getCursorType(node.cursor).first or isinstance(
                inner, (Construct, InitList)
            ):
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
            base = self._member_base(first, self.extent(first)[0])
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
        if len(operands) != 1:
            return Construct(self.type(node), self.parts(node), self.span(node))
        inner = self.lower(operands[0])
        if node.kind == kinds.FUNCTIONAL_CAST and isinstance(inner, Construct):
            return inner
        return Cast(self.type(node), inner, self.span(node))

    def _sizeof(self, node: Node) -> Expression:
        at = self.span(node)
        inner = self.operands(node)
        text = self._written(node) or ""
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

    def _lambda(self, node: Node) -> Expression:
        self._lambdas += 1
        at = self.span(node)
        key = f"{self.scope}::lambda#{self._lambdas}"
        params = self._parameters(child for child in node.children if child.kind == kinds.PARAMETER)
        bodies = [child for child in node.children if child.kind == kinds.COMPOUND]
        body = self._block(bodies[-1]) if bodies else Block((), at)
        return Lambda(key, params, body, at)

    def _statement_expression(self, node: Node) -> Expression:
        """`({ … })` is a lambda that is called where it stands."""
        at = self.span(node)
        self._lambdas += 1
        bodies = [child for child in node.children if child.kind == kinds.COMPOUND]
        body = self._block(bodies[0]) if bodies else Block((), at)
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
            return self.lower(operands[0])
        if not operands:
            return self._bare(node)
        begin, end = self.extent(node)
        if self.extent(operands[0])[0] != begin:
            return InitList(self.parts(node), self.span(node))
        callee, *rest = (self.lower(one) for one in operands)
        following = self.positions.text(self.extent(operands[0])[1], end)
        if following is None or following.lstrip()[:1] in ("(", "<"):
            return Call(callee, tuple(rest), self.span(node))
        return Opaque("error", (callee, *rest), self.span(node))

    def _bare(self, node: Node) -> Expression:
        text = self._written(node)
        at = self.span(node)
        if text:
            found = typetext.expression_of(text, at, self.context.names_near(node))
            if found is not None:
                return found
        return Opaque("unexposed", (), at)
