"""Literals, containers and operators of model scripts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sklint.finding import message
from sklint.program import Span
from sklint.scripts.literals import constant_text, node_span
from sklint.scripts.module import Module
from sklint.scripts.texts import formatted_text, joined
from sklint.scripts.value import (
    HOLE,
    Class,
    Entries,
    Entry,
    Frame,
    Function,
    Items,
    Piece,
    Plain,
    Text,
    Unknown,
    Value,
    Values,
)

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation

_MOST_OUTCOMES = 48


def operator_values(evaluation: Evaluation, module: Module, node: ast.expr, frame: Frame | None) -> Iterator[Value]:
    """All that an expression may be which is no name, attribute or call."""
    at = node_span(module.path, node)
    match node:
        case ast.Constant(value=str()):
            yield constant_text(module.path, module.lines, node)
        case ast.Constant(value=None | bool() | int() | float() as plain):
            yield Plain(plain, at)
        case ast.JoinedStr():
            yield from formatted_text(evaluation, module, node, frame)
        case ast.BinOp(op=ast.Add()):
            yield from _sum(evaluation, module, node, frame)
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            for template in evaluation.values(module, left, frame):
                for argument in evaluation.values(module, right, frame):
                    if isinstance(template, Text):
                        arguments: tuple[Values, ...] = (
                            argument.items if isinstance(argument, Items) else ((argument,),)
                        )
                        yield from joined(template, arguments, at)
                    else:
                        yield Unknown(message("`%` is followed for texts only"), at)
        case ast.BoolOp(op=op, values=parts):
            yield from _either(evaluation, module, parts, isinstance(op, ast.Or), frame)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            truth = {truth_of(value) for value in evaluation.values(module, test, frame)}
            if truth != {False}:
                yield from evaluation.values(module, body, frame)
            if truth != {True}:
                yield from evaluation.values(module, orelse, frame)
        case ast.UnaryOp(op=op, operand=operand):
            for value in evaluation.values(module, operand, frame):
                yield _unary(op, value, at)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            yield _items(evaluation, module, type(node).__name__.lower(), parts, at, frame)
        case ast.Dict():
            yield _entries(evaluation, module, node, at, frame)
        case ast.Subscript(value=base, slice=index):
            for value in evaluation.values(module, base, frame):
                for key in evaluation.values(module, index, frame):
                    yield from _subscript(value, key, at)
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
            yield from _comprehension(evaluation, module, node, frame)
        case ast.Compare():
            yield _comparison(evaluation, module, node, at, frame)
        case _:
            yield Unknown(message("`{text}` is not followed", text=short(node)), at)


def truth_of(value: Value) -> bool | None:
    """Whether a value counts as true, None where that is not known."""
    match value:
        case Text(value=text):
            return bool(text) if HOLE not in text else None
        case Plain(value=plain):
            return bool(plain)
        case Items(items=items, open=is_open):
            return True if items else (None if is_open else False)
        case Entries(entries=entries, open=is_open):
            return True if entries else (None if is_open else False)
        case Function() | Class():
            return True
        case _:
            return None


def short(node: ast.AST) -> str:
    """An expression as people read it, cut to a part of a line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def added(first: Value, second: Value, at: Span) -> Value:
    """`first + second`; an unknown part of a text becomes a hole in it."""
    match first, second:
        case Text(), Text():
            return first + second
        case Text(), Unknown():
            return first + Text(HOLE, (Piece(1, second.at, False),))
        case Unknown(), Text():
            return Text(HOLE, (Piece(1, first.at, False),)) + second
        case Items(), Items():
            return Items(first.kind, first.items + second.items, first.at, first.open or second.open)
        case Items(), Unknown():
            return Items(first.kind, first.items, first.at, open=True)
        case Plain(value=int() | float() as a), Plain(value=int() | float() as b):
            return Plain(a + b, at)
        case _:
            return Unknown(message("a sum of unlike or unknown values"), at)


def elements(whole: Value, name: str, at: Span) -> Iterator[Value]:
    """What a loop's variable may be when it runs over `whole`."""
    match whole:
        case Items(items=items, open=is_open):
            for item in items:
                yield from item
            if is_open or not items:
                yield Unknown(message("`{name}` runs over more than is known", name=name), at)
        case Entries(entries=entries, open=False):
            for entry in entries:
                yield entry.key
        case _:
            yield Unknown(message("`{name}` runs over something unknown", name=name), at)


def _sum(evaluation: Evaluation, module: Module, node: ast.BinOp, frame: Frame | None) -> Iterator[Value]:
    """A chain of additions from the left, without recursion: generated option strings are long."""
    parts: list[ast.expr] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        parts.append(left.right)
        left = left.left
    sums: Values = evaluation.values(module, left, frame)
    for part in reversed(parts):
        at = node_span(module.path, part)
        seconds = evaluation.values(module, part, frame)
        sums = tuple(dict.fromkeys(added(first, second, at) for first in sums for second in seconds))
        if len(sums) > _MOST_OUTCOMES:
            yield Unknown(message("it has more than {count} outcomes", count=_MOST_OUTCOMES), at)
            return
    yield from sums


def _either(
    evaluation: Evaluation, module: Module, parts: list[ast.expr], wants_true: bool, frame: Frame | None
) -> Iterator[Value]:
    """`or` and `and`: a part that may decide is an outcome, a part that may not leads to the next."""
    for position, part in enumerate(parts):
        last = position == len(parts) - 1
        goes_on = False
        for value in evaluation.values(module, part, frame):
            truth = truth_of(value)
            if last or truth is None or truth is wants_true:
                yield value
            if truth is None or truth is not wants_true:
                goes_on = True
        if not goes_on:
            return


def _items(
    evaluation: Evaluation, module: Module, kind: str, parts: list[ast.expr], at: Span, frame: Frame | None
) -> Items:
    items: list[Values] = []
    is_open = False
    for part in parts:
        values = evaluation.values(module, part, frame)
        if not isinstance(part, ast.Starred):
            items.append(values)
        elif len(values) == 1 and isinstance(values[0], Items):
            items += values[0].items
            is_open = is_open or values[0].open
        else:
            is_open = True
    return Items(kind, tuple(items), at, is_open)


def _entries(evaluation: Evaluation, module: Module, node: ast.Dict, at: Span, frame: Frame | None) -> Entries:
    entries: list[Entry] = []
    is_open = False
    for key, value in zip(node.keys, node.values, strict=True):
        outcomes = evaluation.values(module, value, frame)
        if key is None:
            for outcome in outcomes:
                if isinstance(outcome, Entries):
                    entries += outcome.entries
                is_open = is_open or not isinstance(outcome, Entries) or outcome.open or len(outcomes) > 1
            continue
        for name in evaluation.values(module, key, frame):
            if isinstance(name, Text | Plain):
                entries.append(Entry(name, outcomes, node_span(module.path, key)))
            else:
                is_open = True
    return Entries(tuple(entries), at, is_open)


def _subscript(value: Value, key: Value, at: Span) -> Iterator[Value]:
    match value, key:
        case Entries(), Text(value=name) if HOLE not in name and value.get(name) is not None:
            yield from value.get(name) or ()
        case Entries(entries=entries, open=False), _ if entries and not isinstance(key, Text | Plain):
            for entry in entries:
                yield from entry.value
        case Items(items=items), Plain(value=int() as position) if -len(items) <= position < len(items):
            yield from items[position]
        case Items(items=items, open=False), _ if items and not isinstance(key, Text | Plain):
            for item in items:
                yield from item
        case _:
            yield Unknown(message("a subscript of something unknown"), at)


def _comprehension(
    evaluation: Evaluation, module: Module, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, frame: Frame | None
) -> Iterator[Value]:
    at = node_span(module.path, node)
    generator = node.generators[0]
    for whole in evaluation.values(module, generator.iter, frame):
        if len(node.generators) != 1 or not isinstance(whole, Items):
            yield Unknown(message("`{text}` is not followed", text=short(node)), at)
            continue
        items: list[Values] = []
        for item in whole.items:
            inner = evaluation.frame(node, _bound_target(generator.target, item), frame)
            kept = {truth_of(value) for test in generator.ifs for value in evaluation.values(module, test, inner)}
            if False not in kept:
                items.append(evaluation.values(module, node.elt, inner))
        yield Items("list", tuple(items), at, whole.open)


def _bound_target(target: ast.expr, item: Values) -> dict[str, Values]:
    """What a comprehension's target names are for one item."""
    match target:
        case ast.Name(id=name):
            return {name: item}
        case ast.Tuple(elts=parts) if len(item) == 1 and isinstance(item[0], Items):
            pairs = zip(parts, item[0].items, strict=False)
            return {part.id: values for part, values in pairs if isinstance(part, ast.Name)}
        case _:
            return {}


def _comparison(evaluation: Evaluation, module: Module, node: ast.Compare, at: Span, frame: Frame | None) -> Value:
    unknown = Unknown(message("`{text}` is decided at run time", text=short(node)), at)
    if len(node.ops) != 1:
        return unknown
    left = evaluation.values(module, node.left, frame)
    right = evaluation.values(module, node.comparators[0], frame)
    if len(left) != 1 or len(right) != 1:
        return unknown
    match left[0], right[0]:
        case Text(value=a) | Plain(value=a), Text(value=b) | Plain(value=b) if HOLE not in f"{a}{b}":
            pass
        case _:
            return unknown
    match node.ops[0]:
        case ast.Eq() | ast.Is():
            return Plain(a == b, at)
        case ast.NotEq() | ast.IsNot():
            return Plain(a != b, at)
        case _:
            return unknown


def _unary(op: ast.unaryop, value: Value, at: Span) -> Value:
    truth = truth_of(value)
    match op, value:
        case ast.Not(), _ if truth is not None:
            return Plain(not truth, at)
        case ast.USub(), Plain(value=int() | float() as number):
            return Plain(-number, at)
        case _:
            return Unknown(message("decided at run time"), at)
