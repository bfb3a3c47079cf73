"""Names and member accesses: who is meant, and the template arguments that only the text tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import proxy

from sklint.parse import kinds, typetext
from sklint.parse.declared import Declared
from sklint.parse.nodes import Node
from sklint.parse.positions import ends_in_macro
from sklint.parse.typereader import BUILTIN
from sklint.program import Call, Expression, Member, Name, Opaque, StaticMember, TemplateArgument, This, Type

if TYPE_CHECKING:
    from sklint.parse.expressions import Expressions

_ACCESS = re.compile(r"\s*(?:\.|->)\s*")
_MEMBER_TAIL = re.compile(r"\s*(\.|->)\s*(?:template\s+)?(~?\s*[A-Za-z_$][\w$]*|operator\s*(?:\(\)|\[\]|[^\w\s(]+))?")


class References:
    """Lowers the names of one function; the expressions around them are `expressions`' business."""

    def __init__(self, expressions: Expressions) -> None:
        # Only weakly: the expressions hold these names, and a cycle would keep the nodes of the function.
        self._expressions: Expressions = proxy(expressions)
        self._context = expressions.context
        self._lib = expressions.lib
        self._positions = expressions.positions
        self._declarations = expressions.declarations
        self._macros = expressions.macros

    def reference(self, node: Node) -> Expression:
        overloaded = [child for child in node.children if child.kind == kinds.OVERLOADED]
        if overloaded:
            return self._overloaded(node, overloaded)
        referenced = self._lib.getCursorReferenced(node.cursor)
        if referenced.kind not in kinds.DECLARATIONS:
            return self._dependent_name(node)
        declared = self._declarations.of(referenced)
        begin, end = self._expressions.extent(node)
        args: tuple[TemplateArgument, ...] = ()
        if end - begin != len(declared.plain):
            text = self.written(node)
            if text is not None and "<" in text:
                static = self._static_member(node, text, declared)
                if static is not None:
                    return static
                args = self._arguments(node, text, declared.plain)
        self._context.use(declared)
        if declared.kind == "field":
            return Member(
                This(self._expressions.span(node)),
                declared.plain,
                True,
                self._expressions.span(node),
                args,
                declared.owner,
            )
        return self._used(
            declared, Name(declared.name, declared.kind, self._expressions.span(node), declared.key, args)
        )

    def _used(self, declared: Declared, name: Name) -> Expression:
        """A variable template stands in the program as a function without parameters."""
        template = declared.cursor.kind == kinds.UNEXPOSED_DECLARATION and declared.kind != "local"
        return Call(name, (), name.at) if template else name

    def written(self, node: Node) -> str | None:
        """The text of a name with its qualifier and arguments, also inside macro bodies."""
        begin, end = self._expressions.extent(node)
        text = self._positions.text(begin, end)
        return text if text is not None else self._macros.text(node)

    def _static_member(self, node: Node, text: str, declared: Declared) -> Expression | None:
        """`Type<args>::name`: the declaration alone would lose the arguments."""
        scope_end = text.rfind("::")
        if scope_end < 0 or "<" not in text[:scope_end] or declared.kind not in ("global", "function", "enumerator"):
            return None
        if typetext.argument_texts(text[text.find("<") :]) is None:
            return None
        found = typetext.expression_of(text, self._expressions.span(node), self._context.names_near(node))
        if not isinstance(found, StaticMember):
            return None
        self._context.use(declared)
        return found

    def _arguments(self, node: Node, text: str, plain: str) -> tuple[TemplateArgument, ...]:
        # the name may come again among the arguments, or have come in the scope
        head = text.partition("<")[0]
        at = head.rfind(plain) if plain in head else text.find(plain)
        tail = text[at + len(plain) :].lstrip() if at >= 0 else ""
        if not tail.startswith("<"):
            return ()
        names = self._context.names_near(node)
        found = typetext.arguments_of(tail, self._expressions.span(node), names)
        if any(isinstance(arg, Type) and _is_bare(arg) and _may_be_macro(names(arg.name)) for arg in found):
            # a word that means nothing may be a macro that stands for several arguments
            printed = (self._macros.text(node) or "").partition(plain)[2].lstrip()
            expanded = typetext.arguments_of(printed, self._expressions.span(node), names)
            return expanded if len(expanded) > len(found) else found
        return found

    def _overloaded(self, node: Node, overloaded: list[Node]) -> Expression:
        name = self._context.spelling_of_reference(overloaded[0].cursor)
        plain = name.partition("<")[0] if not name.startswith("operator") else name
        begin, end = self._expressions.extent(node)
        args: tuple[TemplateArgument, ...] = ()
        text: str | None = None
        if end - begin != len(plain):
            text = self.written(node)
            if text is not None and "<" in text and not plain.startswith("operator"):
                if "::" in text and "<" in text.rpartition("::" + plain)[0]:
                    found = typetext.expression_of(text, self._expressions.span(node), self._context.names_near(node))
                    if isinstance(found, StaticMember):
                        self._context.candidates(overloaded)
                        return found
                args = self._arguments(node, text, plain)
        candidates = self._context.candidates(overloaded)
        if not candidates:
            shown = text.partition("<")[0].strip() if text and "::" in text else plain
            return Name(shown, "unknown", self._expressions.span(node), args=args)
        keys = tuple(one.key for one in candidates)
        name_ = Name(candidates[0].name, "function", self._expressions.span(node), keys[0], args, keys)
        return self._used(candidates[0], name_)

    def _dependent_name(self, node: Node) -> Expression:
        text = self.written(node)
        if text is None:
            return Opaque("name", (), self._expressions.span(node))
        return self._written_name(node, text) or Opaque("name", (), self._expressions.span(node))

    def _written_name(self, node: Node, text: str) -> Expression | None:
        """The name that a text is: with a class in front of it, a member of that."""
        names = self._context.names_near(node)
        found = typetext.expression_of(text, self._expressions.span(node), names)
        if isinstance(found, Name) and "::" in found.name:
            scope, _, plain = found.name.rpartition("::")
            found = StaticMember(typetext.type_of(scope, found.at, names), plain, found.at, found.args)
        if isinstance(found, StaticMember):
            self._context.use_by_name(found.name)
        return found

    def member(self, node: Node) -> Expression:
        begin, end = self._expressions.extent(node)
        at = self._positions.span(begin, end)
        base_node = self.base_of(node, begin)
        referenced = self._lib.getCursorReferenced(node.cursor)
        overloaded = [child for child in node.children if child.kind == kinds.OVERLOADED]
        if referenced.kind in kinds.DECLARATIONS and not overloaded:
            declared = self._declarations.of(referenced)
            self._context.use(declared)
            base = self._expressions.lower(base_node) if base_node is not None else This(at)
            arrow = True
            args: tuple[TemplateArgument, ...] = ()
            if base_node is not None or end - begin != len(declared.plain):
                arrow, _, args = self._tail(node, base_node, declared.plain)
            return Member(base, declared.plain, arrow, at, args, declared.owner, declared.key)
        if base_node is None and any(child.kind in kinds.REFERENCES for child in node.children) and not overloaded:
            return self._dependent_name(node)
        known = self._context.spelling_of_reference(overloaded[0].cursor) if overloaded else ""
        arrow, name, args = self._tail(node, base_node, known)
        base = self._expressions.lower(base_node) if base_node is not None else This(at)
        if overloaded and (candidates := self._context.candidates(overloaded)):
            return Member(base, name, arrow, at, args, candidates[0].owner, candidates[0].key)
        if base_node is not None and (of := self._of_class(node, base_node)) is not None:
            return Member(base, of.name, arrow, at, of.args, scope=of.type)
        self._context.use_by_name(name)
        return Member(base, name, arrow, at, args)

    def _of_class(self, node: Node, base: Node) -> StaticMember | None:
        """What stands behind the base where that names the class, too: `base->Parent<T>::Method<K>`."""
        begin, end = self._expressions.extent(node)
        text = None if ends_in_macro(begin, end) else self._positions.text(self._expressions.extent(base)[1], end)
        access = _ACCESS.match(text or "")
        if text is None or access is None or "::" not in text:
            return None
        found = self._written_name(node, text[access.end() :])
        return found if isinstance(found, StaticMember) else None

    def base_of(self, node: Node, begin: int) -> Node | None:
        for child in node.children:
            if kinds.FIRST_EXPRESSION <= child.kind < kinds.FIRST_STATEMENT:
                return child if self._expressions.extent(child)[0] == begin else None
        return None

    def _tail(self, node: Node, base: Node | None, known: str) -> tuple[bool, str, tuple[TemplateArgument, ...]]:
        """What stands after the base: arrow or dot, the name, and explicit template arguments."""
        begin, end = self._expressions.extent(node)
        text = None
        if not ends_in_macro(begin, end):
            text = self._positions.text(self._expressions.extent(base)[1] if base is not None else begin, end)
        if text is None and base is None and known:
            arrow, name = True, known
            tail = (self._macros.text(node) or "").partition(known)[2]
        elif text is None:
            arrow, name, tail = self._macros.member(node, known)
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
            args = typetext.arguments_of(tail, self._expressions.span(node), self._context.names_near(node))
        return arrow, name, args

    def _qualified_tail(self, text: str, known: str) -> tuple[str, str]:
        """`base->Parent<T>::Method<K>`: the name is what follows the last scope."""
        match = re.search(r"::\s*(?:template\s+)?(~?[A-Za-z_$][\w$]*)\s*(<[^:]*)?$", text.rstrip())
        if match is None:
            return known, ""
        return known or match.group(1), match.group(2) or ""


def _may_be_macro(meaning: typetext.Meaning | None) -> bool:
    return meaning is None or meaning.kind == "macro"


def _is_bare(arg: Type) -> bool:
    """Whether a template argument is one word of the program and nothing else."""
    more = arg.args or arg.pointer or arg.reference or arg.const or arg.gm or arg.scope
    return not more and arg.name.isidentifier() and arg.name not in BUILTIN
