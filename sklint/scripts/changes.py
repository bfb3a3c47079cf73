"""Dictionaries and lists that are changed after they were made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sklint.scripts.bindings import keyword_entries
from sklint.scripts.literals import node_span
from sklint.scripts.module import Module
from sklint.scripts.operators import added
from sklint.scripts.reaching import Definition
from sklint.scripts.value import HOLE, Entries, Entry, Frame, Items, Text, Value

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation


def changed(
    evaluation: Evaluation, module: Module, definition: Definition, first: Value, frame: Frame | None
) -> Iterator[Value]:
    """What a statement makes of the value that a name had: `d[k] = v`, `d.update(...)`, `l.append(...)` and their kin.

    A change that is not followed leaves the container open.
    """
    match first, definition.node:
        case Entries(), ast.Assign(targets=targets, value=value):
            entries = first
            for target in targets:
                if isinstance(target, ast.Subscript):
                    entries = _with_entry(evaluation, module, entries, target.slice, value, frame)
            yield entries
        case Entries(), ast.Expr(value=ast.Call(func=ast.Attribute(attr="update")) as call):
            yield _updated(evaluation, module, first, call, frame)
        case Items(), ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[item])):
            yield Items(first.kind, (*first.items, evaluation.values(module, item, frame)), first.at, first.open)
        case Items(), ast.Expr(value=ast.Call(func=ast.Attribute(attr="extend"), args=[items])):
            for more in evaluation.values(module, items, frame):
                yield added(first, more, node_span(module.path, items))
        case Entries(), _:
            yield Entries(first.entries, first.at, open=True)
        case Items(), _:
            yield Items(first.kind, first.items, first.at, open=True)
        case _:
            yield first


def _with_entry(
    evaluation: Evaluation, module: Module, entries: Entries, key: ast.expr, value: ast.expr, frame: Frame | None
) -> Entries:
    kept = list(entries.entries)
    is_open = entries.open
    for name in evaluation.values(module, key, frame):
        if isinstance(name, Text) and HOLE not in name.value:
            kept = [entry for entry in kept if not (isinstance(entry.key, Text) and entry.key.value == name.value)]
            kept.append(Entry(name, evaluation.values(module, value, frame), name.span(0, len(name.value))))
        else:
            is_open = True
    return Entries(tuple(kept), entries.at, is_open)


def _updated(evaluation: Evaluation, module: Module, entries: Entries, call: ast.Call, frame: Frame | None) -> Entries:
    extra: list[Entry] = []
    is_open = entries.open
    for argument in call.args:
        for value in evaluation.values(module, argument, frame):
            if isinstance(value, Entries):
                extra += value.entries
            is_open = is_open or not isinstance(value, Entries) or value.open
    for entry in keyword_entries(evaluation, module, call, frame):
        if entry is None:
            is_open = True
        else:
            extra.append(entry)
    replaced = {entry.key.value for entry in extra if isinstance(entry.key, Text)}
    kept = [entry for entry in entries.entries if not (isinstance(entry.key, Text) and entry.key.value in replaced)]
    return Entries((*kept, *extra), entries.at, is_open)
