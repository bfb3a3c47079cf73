"""A Pratt parser for types and constant expressions as C++ spells them; `typetext` is its front."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from sklint.frozen import dataclass
from sklint.parse.literals import character, number, without_comments
from sklint.program import (
    Binary,
    Call,
    Cast,
    Conditional,
    Construct,
    Expression,
    Literal,
    Member,
    Name,
    Opaque,
    SizeOf,
    Span,
    StaticMember,
    TemplateArgument,
    This,
    Type,
    Unary,
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a path of identifiers names: `kind` is type, local, global, enumerator, function, template or unknown.

    Of a macro `name` is what it stands for.
    """

    kind: str
    name: str
    key: str = ""


Names = Callable[[str], Meaning | None]
_Read = TypeVar("_Read")

_TOKEN = re.compile(
    r"\s*(?:(?P<word>[A-Za-z_$][\w$]*)"
    r"|(?P<number>(?:0[xXbB][0-9A-Fa-f']+|\d[\d']*(?:\.[\d']*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)\w*)"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<op>::|->|\.\.\.|\+\+|--|<<|<=|>=|==|!=|&&|\|\||\S))"
)
_QUALIFIERS = frozenset({"const", "volatile", "typename", "struct", "class", "enum", "union", "__restrict", "inline"})
BUILTIN = frozenset(
    {"unsigned", "signed", "long", "short", "int", "char", "bool", "float", "double", "void", "auto", "__int128"}
    | {"wchar_t", "char8_t", "char16_t", "char32_t", "_Float16", "__bf16"}
)
# Names of the C++ library and the kernel API that are numbers, for calls that convert.
_SCALARS = frozenset(
    [f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)]
    + ["size_t", "uintptr_t", "intptr_t", "half", "bfloat16_t", "float16_t"]
)
_CASTS = frozenset({"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"})
_BINARY = {
    "*": 12,
    "/": 12,
    "%": 12,
    "+": 11,
    "-": 11,
    "<<": 10,
    ">>": 10,
    "<": 9,
    ">": 9,
    "<=": 9,
    ">=": 9,
    "==": 8,
    "!=": 8,
    "&": 7,
    "^": 6,
    "|": 5,
    "&&": 4,
    "||": 3,
}
# What can follow `name<…>` where the angle brackets are arguments and no comparison.
_AFTER_ARGUMENTS = frozenset({"::", "(", "{", "", ")", ",", ">", ";", "||", "&&", "==", "!=", "?", ":", "...", "]"})
_DEEPEST = 60
# Macros that stand for macros; one that stands for itself is none.
_DEEPEST_MACRO = 8
_ATTEMPTS = 4000


class GrammarError(Exception):
    """The text is not a type or an expression of the small grammar."""


class Reader:
    """Reads one text; every method leaves `position` behind what it took, or raises GrammarError."""

    def __init__(self, text: str, at: Span, names: Names, nesting: int = 0) -> None:
        if "/" in text:
            text = without_comments(text)
        self.source = text
        self.at = at
        self.names = names
        self.tokens: list[tuple[str, str]] = []
        self.position = 0
        self.depth = 0
        self.nesting = nesting
        self.attempts = 0
        at_end = 0
        for match in _TOKEN.finditer(text):
            self.tokens.append((match.lastgroup or "op", match.group(match.lastgroup or "op")))
            at_end = match.end()
        if text[at_end:].strip():
            raise GrammarError(text)

    def _enter(self) -> None:
        """One level deeper; what takes too many attempts is no type (each level may be read as a type or a value)."""
        self.depth += 1
        self.attempts += 1
        if self.depth > _DEEPEST or self.attempts > _ATTEMPTS:
            raise GrammarError(self.source)

    def peek(self, ahead: int = 0) -> str:
        at = self.position + ahead
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def kind(self) -> str:
        return self.tokens[self.position][0] if self.position < len(self.tokens) else "end"

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise GrammarError(self.source)
        self.position += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() == token:
            self.position += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise GrammarError(self.source)

    def expect_end(self) -> None:
        if self.position < len(self.tokens):
            raise GrammarError(self.source)

    # ------------------------------------------------------------------------------------------------- types

    def type(self) -> Type:
        self._enter()
        const = gm = False
        base: Type | None = None
        while True:
            word = self.peek()
            if word in _QUALIFIERS:
                self.take()
                const = const or word == "const"
            elif word in ("__attribute__", "__gm__"):
                gm = self._attribute() or gm
            elif base is None and (word in BUILTIN or self.kind() == "word" or word == "::"):
                base = self._builtin() if word in BUILTIN else self._named_type()
            else:
                break
        if base is None:
            raise GrammarError(self.source)
        pointer = 0
        reference = False
        while True:
            word = self.peek()
            if word == "*":
                pointer += 1
            elif word in ("&", "&&"):
                reference = True
            elif word in ("__attribute__", "__gm__"):
                gm = self._attribute() or gm
                continue
            elif word not in ("const", "volatile", "__restrict", "..."):
                break
            self.take()
        self.depth -= 1
        if pointer or reference or const or gm:
            base = Type(base.name, base.args, pointer, reference, const or base.const, gm, base.text, base.scope)
        return self._array(base)

    def _array(self, element: Type) -> Type:
        # clang spells a reference to an array `T (&)[N]`.
        if self.peek() == "(" and self.peek(1) in ("&", "*") and self.peek(2) == ")" and self.peek(3) == "[":
            self.position += 3
            inner = self._array(element)
            return replace(inner, reference=True)
        sizes: list[Expression | None] = []
        while self.accept("["):
            sizes.append(None if self.peek() == "]" else self.expression(0))
            self.expect("]")
        for size in reversed(sizes):
            element = Type("[]", (element,) if size is None else (element, size))
        return element

    def _attribute(self) -> bool:
        word = self.take()
        if word == "__gm__":
            return True
        self.expect("(")
        depth = 1
        seen: list[str] = []
        while depth:
            token = self.take()
            seen.append(token)
            depth += (token == "(") - (token == ")")
        return "address_space" in seen and "1" in seen

    def _builtin(self) -> Type:
        words = []
        const = False
        while self.peek() in BUILTIN or self.peek() in ("const", "volatile"):
            word = self.take()
            if word == "const":
                const = True
            elif word != "volatile":
                words.append(word)
        return Type(" ".join(words), const=const)

    def _named_type(self) -> Type:
        scope: Type | None = None
        path: list[str] = []
        self.accept("::")
        while True:
            if self.kind() != "word":
                raise GrammarError(self.source)
            path.append(self.take())
            if path[-1] in ("decltype", "sizeof", "operator"):
                raise GrammarError(self.source)
            if self.peek() == "<":
                name = self._type_name(path, scope)
                found = Type(name, self.arguments(), scope=scope)
                if not (self.peek() == "::" and self._word_after_scope()):
                    return found
                self.take()
                self.accept("template")
                scope, path = found, []
                continue
            if self.peek() == "::" and self._word_after_scope():
                self.take()
                self.accept("template")
                continue
            return Type(self._type_name(path, scope), scope=scope)

    def _word_after_scope(self) -> bool:
        at = self.position + 1
        return at < len(self.tokens) and self.tokens[at][0] == "word"

    def _type_name(self, path: list[str], scope: Type | None) -> str:
        name = "::".join(path)
        if scope is not None:
            return name
        meaning = self.names(name)
        if meaning is None and len(path) > 1:
            # what a type that hangs on template parameters holds has no meaning yet, the type itself has
            outer, last = self._type_name(path[:-1], None), path[-1]
            return f"{outer}::{last}"
        return meaning.name if meaning is not None and meaning.kind == "type" else name

    def arguments(self) -> tuple[TemplateArgument, ...]:
        self.expect("<")
        found: list[TemplateArgument] = []
        while not self.accept(">"):
            if self.accept(">>"):
                raise GrammarError(self.source)
            found.append(self.argument())
            self.accept("...")
            if not self.accept(",") and self.peek() != ">":
                raise GrammarError(self.source)
        return tuple(found)

    def argument(self) -> TemplateArgument:
        start = self.position
        depth = self.depth
        try:
            found = self.type()
            if self.peek() in (",", ">", "", "..."):
                return self._value_of(found)
        except GrammarError:
            pass
        self.position, self.depth = start, depth
        return self.expression(0, closes=True)

    def _value_of(self, found: Type) -> TemplateArgument:
        """A bare name that is known to be a value becomes a Name."""
        if found.args or found.pointer or found.reference or found.const or found.scope or found.name in BUILTIN:
            return found
        if found.name in ("true", "false"):
            return Literal(found.name == "true", self.at)
        if found.name == "nullptr":
            return Literal(None, self.at)
        meaning = self.names(found.name)
        if meaning is not None and meaning.kind == "macro":
            return self._stands_for(meaning.name, Reader.argument) or found
        if meaning is None or meaning.kind in ("type", "unknown", "template"):
            return found
        return Name(meaning.name, meaning.kind, self.at, meaning.key)

    def _stands_for(self, body: str, read: Callable[[Reader], _Read]) -> _Read | None:
        """What the body of a macro is; None where it is no whole one of that, or stands for itself by way of others."""
        if self.nesting == _DEEPEST_MACRO:
            return None
        try:
            inner = Reader(body, self.at, self.names, self.nesting + 1)
        except GrammarError:
            return None
        # macros of many macros each are one text to read
        inner.attempts = self.attempts
        try:
            found = read(inner)
            inner.expect_end()
        except GrammarError:
            return None
        finally:
            self.attempts = inner.attempts
        return found

    # ------------------------------------------------------------------------------------------- expressions

    def expression(self, floor: int, closes: bool = False) -> Expression:
        self._enter()
        left = self._prefix()
        while True:
            op = self.peek()
            if op == ">" and not closes and self.peek(1) == ">":
                op = ">>"
            if op == "?" and floor <= 1:
                self.take()
                then = self.expression(0)
                self.expect(":")
                left = Conditional(left, then, self.expression(1, closes), self.at)
                continue
            power = _BINARY.get(op)
            if power is None or power <= floor or (closes and op == ">"):
                break
            self.position += 2 if op == ">>" else 1
            left = Binary(op, left, self.expression(power, closes), self.at)
        self.depth -= 1
        return left

    def _prefix(self) -> Expression:
        kind = self.kind()
        token = self.take()
        if kind == "number":
            return self._postfix(Literal(number(token), self.at))
        if kind == "text":
            return Literal(token[1:-1] if token[0] == '"' else character(token), self.at)
        if token in ("!", "-", "+", "~", "&", "*", "++", "--"):
            return Unary(token, self.expression(13), self.at)
        if token == "(":
            return self._parenthesis()
        if kind != "word" and token != "::":
            raise GrammarError(self.source)
        if token in ("true", "false"):
            return Literal(token == "true", self.at)
        if token == "nullptr":
            return Literal(None, self.at)
        if token in _CASTS:
            self.expect("<")
            target = self.type()
            self.expect(">")
            self.expect("(")
            operand = self.expression(0)
            self.expect(")")
            return self._postfix(Cast(target, operand, self.at))
        if token == "sizeof":
            return self._sizeof()
        if token == "this":
            return self._postfix(This(self.at))
        if token == "decltype":
            raise GrammarError(self.source)
        self.position -= 1
        return self._postfix(self._path())

    def _parenthesis(self) -> Expression:
        start = self.position
        depth = self.depth
        try:
            target = self.type()
            self.expect(")")
            following = self.kind()
            builtin = target.name.split(" ")[0] in BUILTIN or target.pointer > 0
            if following in ("word", "number", "text") or (self.peek() == "(" and (builtin or target.args)):
                return Cast(target, self.expression(13), self.at)
        except GrammarError:
            pass
        self.position, self.depth = start, depth
        inner = self.expression(0)
        self.expect(")")
        return self._postfix(inner)

    def _sizeof(self) -> Expression:
        if self.accept("..."):
            self.expect("(")
            inner = self.expression(0)
            self.expect(")")
            return Opaque("sizeof...", (inner,), self.at)
        self.expect("(")
        start = self.position
        depth = self.depth
        try:
            found = self._value_of(self.type())
            self.expect(")")
            if isinstance(found, Type):
                return SizeOf(found, None, self.at)
            return SizeOf(None, found, self.at)
        except GrammarError:
            self.position, self.depth = start, depth
        operand = self.expression(0)
        self.expect(")")
        return SizeOf(None, operand, self.at)

    def _path(self) -> Expression:
        """A name, perhaps qualified, perhaps with arguments; a qualified one behind arguments is a static member."""
        word = self.peek()
        if word in BUILTIN:
            target = self._builtin()
            return self._constructed(target)
        self.accept("::")
        scope: Type | None = None
        path: list[str] = []
        while True:
            if self.kind() != "word":
                raise GrammarError(self.source)
            path.append(self.take())
            args = self._path_arguments()
            if self.peek() == "::" and self._word_after_scope():
                self.take()
                self.accept("template")
                if args is not None:
                    scope = Type(self._type_name(path, scope), args, scope=scope)
                    path = []
                continue
            return self._finished_path(path, scope, args)

    def _path_arguments(self) -> tuple[TemplateArgument, ...] | None:
        if self.peek() != "<":
            return None
        start = self.position
        depth = self.depth
        try:
            args = self.arguments()
            if self.peek() in _AFTER_ARGUMENTS:
                return args
        except GrammarError:
            pass
        self.position, self.depth = start, depth
        return None

    def _finished_path(
        self, path: list[str], scope: Type | None, args: tuple[TemplateArgument, ...] | None
    ) -> Expression:
        if scope is not None:
            if len(path) > 1:
                scope = Type("::".join(path[:-1]), scope=scope)
            return StaticMember(scope, path[-1], self.at, args or ())
        name = "::".join(path)
        meaning = self.names(name)
        if meaning is None and len(path) > 1:
            owner = self.names("::".join(path[:-1]))
            if owner is not None and owner.kind in ("type", "template"):
                return StaticMember(Type(owner.name), path[-1], self.at, args or ())
        if meaning is not None and meaning.kind == "type":
            return self._constructed(Type(meaning.name, args or ()))
        if meaning is None and name in _SCALARS and self.peek() in ("(", "{"):
            return self._constructed(Type(name))
        if self.peek() == "{":
            return self._constructed(Type(name, args or ()))
        if meaning is not None and meaning.kind == "macro":
            found = self._stands_for(meaning.name, lambda reader: reader.expression(0))
            if found is not None and args is None:
                return found
        if meaning is None or meaning.kind == "macro":
            return Name(name, "unknown", self.at, args=args or ())
        return Name(meaning.name, meaning.kind, self.at, meaning.key, args or ())

    def _constructed(self, target: Type) -> Expression:
        for opening, closing in (("(", ")"), ("{", "}")):
            if self.accept(opening):
                parts = self._list(closing)
                scalar = target.name in _SCALARS or target.name.split(" ")[0] in BUILTIN
                if scalar and len(parts) == 1:
                    return Cast(target, parts[0], self.at)
                return Construct(target, parts, self.at)
        raise GrammarError(self.source)

    def _list(self, closing: str) -> tuple[Expression, ...]:
        parts: list[Expression] = []
        while not self.accept(closing):
            parts.append(self.expression(0))
            self.accept("...")
            if not self.accept(",") and self.peek() != closing:
                raise GrammarError(self.source)
        return tuple(parts)

    def _postfix(self, base: Expression) -> Expression:
        while True:
            if self.accept("("):
                base = Call(base, self._list(")"), self.at)
            elif self.peek() in (".", "->"):
                arrow = self.take() == "->"
                self.accept("template")
                if self.kind() != "word":
                    raise GrammarError(self.source)
                name = self.take()
                base = Member(base, name, arrow, self.at, self._path_arguments() or ())
            else:
                return base
