"""Variable templates, which clang hands out without their parts: read from their text.

`template <typename T> constexpr int width = sizeof(T);` is a function of its template arguments, and stands in the
program as one: `width<half>` is a call without arguments.
"""

from __future__ import annotations

import re

from sklint.parse import typetext
from sklint.parse.context import Context
from sklint.parse.declared import Declared
from sklint.program import Block, Expression, Function, Return, Span, TemplateArgument, TemplateParameter

_HEAD = re.compile(r"\s*template\s*(?=<)")
_SPECIFIER = re.compile(r"\b(?:static|constexpr|inline|const|extern|__aicore__)\b")
_PARAMETER = re.compile(
    r"\s*(?P<kind>typename\b|class\b|template\b.*?>\s*(?:class|typename)\b|[^=]*?)\s*(?P<pack>\.\.\.)?\s*(?P<name>\w*)\s*"
    r"(?:=(?P<default>.*))?$",
    re.DOTALL,
)


def variable_template(context: Context, declared: Declared) -> Function | None:
    """The function that a variable template or one of its specialisations stands for; None where no text is at hand."""
    extent = context.lib.getCursorExtent(declared.cursor)
    text = context.positions.text(extent.begin, extent.end)
    head = _HEAD.match(text) if text is not None else None
    found = typetext.argument_texts(text[head.end() :]) if text is not None and head is not None else None
    if text is None or head is None or found is None:
        return None
    at = context.positions.span(extent.begin, extent.end)
    names = context.names(())
    declaration = text[head.end() + found[1] :]
    before, _, behind = declaration.partition(declared.plain)
    special: tuple[TemplateArgument, ...] | None = None
    if behind.lstrip().startswith("<"):
        behind = behind.lstrip()
        written = typetext.argument_texts(behind)
        special = typetext.arguments_of(behind, at, names)
        behind = behind[written[1] :] if written is not None else ""
    value = _value(behind, at, names)
    return Function(
        declared.key,
        declared.name,
        (),
        typetext.type_of(_SPECIFIER.sub(" ", before), at, names),
        at,
        Block((Return(value, at),), at),
        tuple(_parameter(part, at, names) for part in found[0]),
        special,
        declared.owner,
    )


def _value(text: str, at: Span, names: typetext.Names) -> Expression | None:
    text = text.strip().rstrip(";")
    if text.startswith("="):
        return typetext.expression_of(text[1:], at, names)
    return typetext.expression_of(text[1:-1], at, names) if text.startswith("{") else None


def _parameter(text: str, at: Span, names: typetext.Names) -> TemplateParameter:
    match = _PARAMETER.match(text)
    if match is None:
        return TemplateParameter("", "type")
    word = match.group("kind")
    kind = "type" if word in ("typename", "class") else "template" if word.startswith("template") else "value"
    default = match.group("default")
    argument = typetext.argument_of(default, at, names) if default else None
    return TemplateParameter(match.group("name"), kind, argument, match.group("pack") is not None)
