"""Types and template arguments from text, where clang exposes no cursor for them.

A small Pratt parser reads the text of a type, a template argument list or a constant expression. It knows no
declarations: `names` says what an identifier path stands for.
"""

from __future__ import annotations

import re

from sklint.parse.literals import without_comments
from sklint.parse.typereader import GrammarError, Meaning, Names, Reader
from sklint.program import Expression, Span, TemplateArgument, Type

__all__ = ["Meaning", "Names", "argument_of", "argument_texts", "arguments_of", "expression_of", "type_of"]


def _no_names(_: str) -> Meaning | None:
    return None


def type_of(text: str, at: Span, names: Names = _no_names) -> Type:
    """The type a text spells; a text that is none gives a Type without a name that keeps the text."""
    try:
        reader = Reader(text, at, names)
        found = reader.type()
        reader.expect_end()
    except GrammarError:
        return Type("", text=text)
    return found


def expression_of(text: str, at: Span, names: Names = _no_names) -> Expression | None:
    """The expression a text spells, or None."""
    try:
        reader = Reader(text, at, names)
        found = reader.expression(0)
        reader.expect_end()
    except GrammarError:
        return None
    return found


def argument_of(text: str, at: Span, names: Names = _no_names) -> TemplateArgument:
    """One template argument."""
    try:
        reader = Reader(text, at, names)
        found = reader.argument()
        reader.expect_end()
    except GrammarError:
        return Type("", text=text.strip())
    return found


def argument_texts(text: str) -> tuple[list[str], int] | None:
    """The texts of a template argument list that starts with `<`, and the length read up to its `>`."""
    if not text.startswith("<"):
        return None
    if "/" in text:
        text = without_comments(text)
    depth = 0
    angle = 0
    start = 1
    parts: list[str] = []
    for match in re.finditer(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|->|<=|>=|<<|[<>(){}\[\],;]", text):
        token = match.group()
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
            if depth < 0:
                return None
        elif depth:
            continue
        elif token == ";":
            return None
        elif token == "<":
            angle += 1
        elif token == ">":
            angle -= 1
            if angle == 0:
                last = text[start : match.start()]
                if parts or last.strip():
                    parts.append(last)
                return parts, match.end()
        elif token == "," and angle == 1:
            parts.append(text[start : match.start()])
            start = match.end()
    return None


def arguments_of(text: str, at: Span, names: Names = _no_names) -> tuple[TemplateArgument, ...]:
    """The arguments of a list that starts with `<`; empty where the text is none."""
    found = argument_texts(text)
    return tuple(argument_of(part, at, names) for part in found[0]) if found else ()
