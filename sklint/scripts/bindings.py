"""Which parameter of a function gets which argument of a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sklint.program import Span
from sklint.scripts.literals import node_span
from sklint.scripts.value import Entries, Entry, Frame, Function, Items, Piece, Text, Values

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation
    from sklint.scripts.module import Module


def bind_arguments(
    evaluation: Evaluation, function: Function, call: ast.Call, module: Module, frame: Frame | None, skip: int
) -> dict[str, Values]:
    """The parameters that a call in `module` gives a value, by name; `skip` parameters (self) are bound already.

    A parameter behind a spread argument that cannot be followed is bound to nothing and counts as not passed.
    """
    arguments = function.node.args
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
    named = {*positional, *(argument.arg for argument in arguments.kwonlyargs)}
    bindings: dict[str, Values] = {}
    rest = iter(positional)
    extra: list[Values] = []
    for argument in call.args:
        if isinstance(argument, ast.Starred):
            for values in _spread(evaluation.values(module, argument.value, frame)):
                name = next(rest, None)
                if name is not None:
                    bindings[name] = values
            continue
        name = next(rest, None)
        values = evaluation.values(module, argument, frame)
        if name is None:
            extra.append(values)
        else:
            bindings[name] = values
    leftover: list[Entry] = []
    is_open = False
    for entry in keyword_entries(evaluation, module, call, frame):
        if entry is None:
            is_open = True
        elif isinstance(entry.key, Text) and entry.key.value in named:
            bindings[entry.key.value] = entry.value
        else:
            leftover.append(entry)
    if arguments.vararg is not None:
        bindings[arguments.vararg.arg] = (Items("tuple", tuple(extra), node_span(module.path, call)),)
    if arguments.kwarg is not None:
        bindings[arguments.kwarg.arg] = (Entries(tuple(leftover), node_span(module.path, call), is_open),)
    return bindings


def keyword_entries(
    evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None
) -> Iterator[Entry | None]:
    """The keyword arguments of a call, spread dictionaries included; None where some cannot be followed."""
    for keyword in call.keywords:
        if keyword.arg is not None:
            name = keyword_name(module, keyword)
            yield Entry(name, evaluation.values(module, keyword.value, frame), name.pieces[0].at)
            continue
        spread = evaluation.values(module, keyword.value, frame)
        for outcome in spread:
            if isinstance(outcome, Entries):
                yield from outcome.entries
            if not isinstance(outcome, Entries) or outcome.open or len(spread) > 1:
                yield None


def keyword_name(module: Module, keyword: ast.keyword) -> Text:
    """The name of a keyword argument with its place."""
    name = keyword.arg or ""
    line, column = keyword.lineno, keyword.col_offset + 1
    at = Span(module.path, line, column, line, column + len(name.encode("utf-8")))
    return Text(name, (Piece(len(name), at, True),))


def _spread(values: Values) -> tuple[Values, ...]:
    """The items of `*values` where there is one outcome and it is known."""
    if len(values) == 1 and isinstance(values[0], Items):
        return values[0].items
    return ()


def library_arguments(
    evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None, names: tuple[str, ...]
) -> dict[str, Values]:
    """The arguments of a call of another package by parameter name, as far as they are passed.

    `names` are the parameters in order; keywords outside them are kept. A parameter that may hide in a spread argument
    is left out.
    """
    found: dict[str, Values] = {}
    rest = iter(names)
    for argument in call.args:
        if isinstance(argument, ast.Starred):
            for values in _spread(evaluation.values(module, argument.value, frame)):
                name = next(rest, None)
                if name is not None:
                    found[name] = values
            continue
        name = next(rest, None)
        if name is not None:
            found[name] = evaluation.values(module, argument, frame)
    for entry in keyword_entries(evaluation, module, call, frame):
        if entry is not None and isinstance(entry.key, Text):
            found[entry.key.value] = entry.value
    return found
