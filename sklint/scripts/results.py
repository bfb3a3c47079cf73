"""What a call gives back, where the text shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sklint.finding import message
from sklint.program import Span
from sklint.scripts.bindings import keyword_entries
from sklint.scripts.literals import node_span
from sklint.scripts.module import FUNCTIONS, Module
from sklint.scripts.texts import as_text, text_method
from sklint.scripts.value import (
    Called,
    Class,
    Entries,
    Entry,
    Frame,
    Function,
    Instance,
    Items,
    Partial,
    Plain,
    Reference,
    Text,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation


def call_values(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    """All that a call may give back."""
    at = node_span(module.path, call)
    if isinstance(call.func, ast.Attribute):
        handled = False
        for receiver in evaluation.values(module, call.func.value, frame):
            if isinstance(receiver, Text | Items | Entries):
                handled = True
                yield from _method(evaluation, module, receiver, call.func.attr, call, frame)
        if handled:
            return
    for callee in evaluation.values(module, call.func, frame):
        match callee:
            case Reference(name=name):
                yield from _library_call(evaluation, module, name, callee, call, frame)
            case Function():
                yield from _function_call(evaluation, module, callee, call, frame)
            case Class():
                yield Instance(callee, module, call, frame)
            case Partial():
                completed = complete(callee, call)
                for inner in callee.callee:
                    if isinstance(inner, Reference):
                        yield Called(inner, completed, frame, at)
                    elif isinstance(inner, Function):
                        yield from _function_call(evaluation, module, inner, completed, frame)
                    else:
                        yield Unknown(message("a partial call that is not followed"), at)
            case _:
                yield Unknown(message("`{text}(...)` is not followed", text=_short(call.func)), at)


def complete(partial: Partial, call: ast.Call) -> ast.Call:
    """A call of a partial as a call of what is inside: the partial's arguments first, keywords of the call last."""
    given = {keyword.arg for keyword in call.keywords}
    kept = [keyword for keyword in partial.call.keywords if keyword.arg is None or keyword.arg not in given]
    whole = ast.Call(func=call.func, args=[*partial.call.args[1:], *call.args], keywords=[*kept, *call.keywords])
    return ast.copy_location(whole, call)


def _function_call(
    evaluation: Evaluation, module: Module, callee: Function, call: ast.Call, frame: Frame | None
) -> Iterator[Value]:
    yield from returned_values(evaluation, callee, evaluation.bind(callee, call, module, frame))


def returned_values(evaluation: Evaluation, function: Function, frame: Frame) -> Iterator[Value]:
    """All that a function may return in a frame of its own; a generator's result is not followed."""
    if isinstance(function.node, ast.Lambda):
        yield from evaluation.values(function.module, function.node.body, frame)
        return
    at = _name_span(function)
    returned = False
    for node in _own_nodes(function.node):
        match node:
            case ast.Yield() | ast.YieldFrom() | ast.Await():
                yield Unknown(message("`{name}` is not a plain function", name=function.node.name), at)
                return
            case ast.Return(value=value) if value is not None:
                returned = True
                yield from evaluation.values(function.module, value, frame)
    if not returned:
        yield Plain(None, at)


def _own_nodes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body in source order without those of functions and classes inside it."""
    pending: list[ast.AST] = list(reversed(function.body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def _name_span(function: Function) -> Span:
    node = function.node
    return Span(function.module.path, node.lineno, node.col_offset + 1, node.lineno, node.col_offset + 2)


# ------------------------------------------------------------------------------------------------ known receivers


def _method(
    evaluation: Evaluation, module: Module, receiver: Value, method: str, call: ast.Call, frame: Frame | None
) -> Iterator[Value]:
    at = node_span(module.path, call)
    arguments = [evaluation.values(module, argument, frame) for argument in call.args]
    match receiver, method, arguments:
        case Text(), _, _:
            keywords = {
                entry.key.value: entry.value
                for entry in keyword_entries(evaluation, module, call, frame)
                if entry is not None and isinstance(entry.key, Text)
            }
            yield from text_method(receiver, method, arguments, keywords, at)
        case Entries(), "get", [[Text(value=key)], *rest]:
            found = receiver.get(key)
            if found is not None:
                yield from found
            elif rest:
                yield from rest[0]
            else:
                yield Plain(None, at)
            if found is None and receiver.open:
                yield Unknown(message("a dictionary that may hold more than is known"), at)
        case Entries(), "copy", []:
            yield receiver
        case Entries(), "items", []:
            pairs = tuple((Items("tuple", ((entry.key,), entry.value), entry.at),) for entry in receiver.entries)
            yield Items("list", pairs, receiver.at, receiver.open)
        case Entries(), "keys", []:
            yield Items("list", tuple((entry.key,) for entry in receiver.entries), receiver.at, receiver.open)
        case Entries(), "values", []:
            yield Items("list", tuple(entry.value for entry in receiver.entries), receiver.at, receiver.open)
        case Items(), "copy", []:
            yield receiver
        case _:
            yield Unknown(message("`{text}(...)` is not followed", text=_short(call.func)), at)


# ------------------------------------------------------------------------------------------------ known functions


def _library_call(
    evaluation: Evaluation, module: Module, name: str, callee: Reference, call: ast.Call, frame: Frame | None
) -> Iterator[Value]:
    known = _KNOWN.get(name)
    if known is None:
        yield Called(callee, call, frame, node_span(module.path, call))
    else:
        yield from known(evaluation, module, call, frame)


def _dict(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    entries: list[Entry] = []
    is_open = False
    for argument in call.args:
        values = evaluation.values(module, argument, frame)
        is_open = is_open or len(values) != 1
        for value in values:
            if isinstance(value, Entries):
                entries += value.entries
                is_open = is_open or value.open
            else:
                is_open = True
    for entry in keyword_entries(evaluation, module, call, frame):
        if entry is None:
            is_open = True
        else:
            entries.append(entry)
    yield Entries(tuple(entries), at, is_open)


def _text(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    for value in evaluation.values(module, call.args[0], frame) if call.args else ():
        yield as_text(value, at) if isinstance(value, Text | Plain) else Unknown(message("a computed text"), at)


def _number(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    for value in evaluation.values(module, call.args[0], frame) if call.args else ():
        match value:
            case Plain(value=int() | float() as number):
                yield Plain(int(number), at)
            case Text(value=text) if text.strip().lstrip("-").isdecimal():
                yield Plain(int(text), at)
            case _:
                yield Unknown(message("a computed number"), at)


def _sequence(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    if not call.args:
        yield Items("list", (), at)
    for value in evaluation.values(module, call.args[0], frame) if call.args else ():
        yield value if isinstance(value, Items) else Unknown(message("a computed sequence"), at)


def _first_argument(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    if call.args:
        yield from evaluation.values(module, call.args[0], frame)


def _partial(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    if call.args:
        yield Partial(evaluation.values(module, call.args[0], frame), call, frame, node_span(module.path, call))


def _environment(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    if len(call.args) > 1:
        yield from evaluation.values(module, call.args[1], frame)
    yield Unknown(message("an environment variable"), node_span(module.path, call))


def _field(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    for keyword in call.keywords:
        if keyword.arg == "default":
            yield from evaluation.values(module, keyword.value, frame)
        elif keyword.arg in ("default_factory", "factory"):
            for factory in evaluation.values(module, keyword.value, frame):
                match factory:
                    case Function():
                        made = evaluation.frame(factory.node, {}, factory.frame)
                        yield from returned_values(evaluation, factory, made)
                    case Reference(name="dict"):
                        yield Entries((), at)
                    case Reference(name="list"):
                        yield Items("list", (), at)
                    case _:
                        yield Unknown(message("a default that is not followed"), at)


def _attribute_by_name(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    if len(call.args) < 2:
        return
    for base in evaluation.values(module, call.args[0], frame):
        for name in evaluation.values(module, call.args[1], frame):
            if isinstance(base, Reference) and isinstance(name, Text):
                yield Reference(f"{base.name}.{name.value}", at, base.sure)
            else:
                yield Unknown(message("an attribute that is not followed"), at)


def _imported(evaluation: Evaluation, module: Module, call: ast.Call, frame: Frame | None) -> Iterator[Value]:
    at = node_span(module.path, call)
    for name in evaluation.values(module, call.args[0], frame) if call.args else ():
        yield Reference(name.value, at) if isinstance(name, Text) else Unknown(message("a computed import"), at)


_KNOWN: dict[str, Callable[[Evaluation, Module, ast.Call, Frame | None], Iterator[Value]]] = {
    "dict": _dict,
    "str": _text,
    "int": _number,
    "list": _sequence,
    "tuple": _sequence,
    "sorted": _sequence,
    "getattr": _attribute_by_name,
    "functools.partial": _partial,
    "partial": _partial,
    "importlib.import_module": _imported,
    "__import__": _imported,
    "os.getenv": _environment,
    "os.environ.get": _environment,
    "dataclasses.field": _field,
    "field": _field,
    "dataclasses.replace": _first_argument,
    "copy.copy": _first_argument,
    "copy.deepcopy": _first_argument,
    "typing.cast": lambda evaluation, module, call, frame: (
        iter(evaluation.values(module, call.args[1], frame)) if len(call.args) > 1 else iter(())
    ),
}


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
