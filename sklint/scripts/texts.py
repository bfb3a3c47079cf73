"""Texts put together from others: f-strings, `%`, and the methods of `str` that options are written with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from sklint.finding import message
from sklint.program import Span
from sklint.scripts.literals import Literal, literals, node_span
from sklint.scripts.value import HOLE, Entries, Frame, Items, Piece, Plain, Text, Unknown, Value, Values

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation
    from sklint.scripts.module import Module

_MOST_OUTCOMES = 48
_PERCENT = re.compile(r"%(?:(?P<escaped>%)|(?:\((?P<key>\w*)\))?(?:(?P<plain>[sd])|[^%a-zA-Z]*[a-zA-Z]))")
_BRACES = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?P<rest>[^{}]*)\}")
_STRIPPING = {"strip": (True, True), "lstrip": (True, False), "rstrip": (False, True)}


def hole(at: Span) -> Text:
    """A part of a text that cannot be followed."""
    return Text(HOLE, (Piece(1, at, False),))


def as_text(value: Value, at: Span) -> Text:
    """A value as `str()` shows it, a hole where it is not known."""
    match value:
        case Text():
            return value
        case Plain(value=plain):
            return Text(str(plain), (Piece(len(str(plain)), value.at, False),))
        case _:
            return hole(at)


def formatted_text(evaluation: Evaluation, module: Module, node: ast.JoinedStr, frame: Frame | None) -> Iterator[Value]:
    """All outcomes of an f-string; the constant parts keep their places."""
    parts: list[tuple[Text, ...]] = []
    constants = _constant_parts(module, node)
    for part in node.values:
        match part:
            case ast.FormattedValue(value=value):
                at = node_span(module.path, value)
                plain = part.conversion == -1 and part.format_spec is None
                known = evaluation.values(module, value, frame) if plain else ()
                parts.append(tuple(as_text(outcome, at) for outcome in known) or (hole(at),))
            case ast.Constant(value=str() as text):
                parts.append((_matching(constants, text, node_span(module.path, node)),))
            case _:
                parts.append((hole(node_span(module.path, node)),))
    yield from _products(parts, node_span(module.path, node))


def _products(parts: list[tuple[Text, ...]], at: Span) -> Iterator[Value]:
    outcomes = list(islice(product(*parts), _MOST_OUTCOMES + 1))
    if len(outcomes) > _MOST_OUTCOMES:
        yield Unknown(message("it has more than {count} outcomes", count=_MOST_OUTCOMES), at)
        return
    for outcome in outcomes:
        whole = Text("", ())
        for part in outcome:
            whole = whole + part
        yield whole if whole.pieces else Text("", (Piece(0, at, False),))


def _matching(constants: list[Text], text: str, at: Span) -> Text:
    """The next constant parts that make up `text`: the parser joins those of adjacent literals."""
    whole = Text("", ())
    while constants and len(whole.value) < len(text):
        whole = whole + constants.pop(0)
    if whole.value == text and whole.pieces:
        return whole
    return Text(text, (Piece(len(text), at, False),))


def _constant_parts(module: Module, node: ast.JoinedStr) -> list[Text]:
    """The constant parts of an f-string literal by literal, in order, with the place of each."""
    found: list[Text] = []
    for literal in literals(module.lines, node):
        try:
            tree = ast.parse(literal.source, mode="eval").body
        except (SyntaxError, ValueError):
            return []
        if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
            found.append(_place(module.path, literal, tree.value, 0, literal.exact and tree.value == literal.body))
        elif isinstance(tree, ast.JoinedStr):
            found += _parts_of(module.path, literal, tree)
    return found


def _parts_of(path: str, literal: Literal, tree: ast.JoinedStr) -> Iterator[Text]:
    position = 0
    for part in tree.values:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            start = literal.body.find(part.value, position)
            exact = literal.exact and start == position
            yield _place(path, literal, part.value, position if exact else 0, exact)
            position = start + len(part.value) if start >= 0 else position
        else:
            position = _past_braces(literal.body, position)


def _past_braces(body: str, position: int) -> int:
    depth = 0
    for index in range(body.find("{", position), len(body)):
        depth += {"{": 1, "}": -1}.get(body[index], 0)
        if depth == 0:
            return index + 1
    return len(body)


def _place(path: str, literal: Literal, text: str, offset: int, exact: bool) -> Text:
    column = literal.column + len(literal.body[:offset].encode("utf-8", "surrogatepass"))
    if exact:
        end = column + len(text.encode("utf-8", "surrogatepass"))
        return Text(text, (Piece(len(text), Span(path, literal.line, column, literal.line, end), True),))
    at = Span(path, literal.line, literal.column, literal.end_line, literal.end_column)
    return Text(text, (Piece(len(text), at, False),))


def joined(template: Text, arguments: Sequence[Values], at: Span) -> Iterator[Value]:
    """`template % arguments` with `%s` and `%d`; any other conversion leaves a hole."""
    rest = list(arguments)
    parts: list[tuple[Text, ...]] = []
    position = 0
    for found in _PERCENT.finditer(template.value):
        if found.start() > position:
            parts.append((template.cut(position, found.start()),))
        position = found.end()
        if found["escaped"]:
            parts.append((template.cut(found.start(), found.start() + 1),))
        elif found["key"] is not None:
            values = _entry(arguments, found["key"]) if found["plain"] else ()
            parts.append(tuple(as_text(value, at) for value in values) or (hole(at),))
        elif found["plain"] and rest:
            parts.append(tuple(as_text(value, at) for value in rest.pop(0)))
        else:
            parts.append((hole(at),))
            del rest[:1]
    if position < len(template.value):
        parts.append((template.cut(position, len(template.value)),))
    yield from _products(parts, at)


def _entry(arguments: Sequence[Values], key: str) -> Values:
    """The value of a key where the argument of `%` is one known dictionary."""
    match arguments:
        case [(Entries() as entries,)]:
            return entries.get(key) or ()
        case _:
            return ()


def text_method(
    template: Text, method: str, arguments: list[Values], keywords: dict[str, Values], at: Span
) -> Iterator[Value]:
    """The result of a method of `str` on a known text."""
    match method, arguments:
        case "format", _:
            yield from _format(template, arguments, keywords, at)
        case "join", [outcomes]:
            for outcome in outcomes:
                yield from _join(template, outcome, at)
        case (("strip" | "lstrip" | "rstrip"), ([] | [(Text(),)])):
            characters = arguments[0][0].value if arguments and isinstance(arguments[0][0], Text) else None
            yield _stripped(template, characters, *_STRIPPING[method])
        case (("lower" | "upper" | "casefold"), []):
            changed = getattr(template.value, method)()
            yield Text(changed, (Piece(len(changed), template.span(0, len(template.value)), False),))
        case "replace", [(Text(value=old),), (Text(value=new),)] if HOLE not in old + new:
            changed = template.value.replace(old, new)
            same = changed == template.value
            yield (
                template
                if same
                else Text(changed, (Piece(len(changed), template.span(0, len(template.value)), False),))
            )
        case _:
            yield Unknown(message("`str.{method}` is not followed", method=method), at)


def _format(template: Text, arguments: list[Values], keywords: dict[str, Values], at: Span) -> Iterator[Value]:
    parts: list[tuple[Text, ...]] = []
    position = 0
    automatic = 0
    for found in _BRACES.finditer(template.value):
        if found.start() > position:
            parts.append((template.cut(position, found.start()),))
        position = found.end()
        name = found["name"]
        if name is None:
            parts.append((template.cut(found.start(), found.start() + 1),))
            continue
        values: Values = ()
        if not found["rest"]:
            if name == "":
                values = arguments[automatic] if automatic < len(arguments) else ()
                automatic += 1
            elif name.isdigit():
                values = arguments[int(name)] if int(name) < len(arguments) else ()
            else:
                values = keywords.get(name, ())
        parts.append(tuple(as_text(value, at) for value in values) or (hole(at),))
    if position < len(template.value):
        parts.append((template.cut(position, len(template.value)),))
    yield from _products(parts, at)


def _join(separator: Text, outcome: Value, at: Span) -> Iterator[Value]:
    if not isinstance(outcome, Items):
        yield hole(at)
        return
    parts: list[tuple[Text, ...]] = []
    for item in outcome.items:
        if parts:
            parts.append((separator,))
        parts.append(tuple(as_text(value, at) for value in item))
    if outcome.open:
        parts += [(separator,), (hole(at),)]
    yield from _products(parts, at)


def _stripped(text: Text, characters: str | None, left: bool, right: bool) -> Text:
    start, end = 0, len(text.value)
    if left:
        start = end - len(text.value.lstrip(characters))
    if right:
        end = len(text.value.rstrip(characters))
    return text.cut(start, max(start, end))
