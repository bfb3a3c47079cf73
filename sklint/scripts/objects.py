"""Attributes, instances and parameters: what is written where, seen from the place that reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sklint.finding import message
from sklint.program import Span
from sklint.scripts.bindings import bind_arguments, keyword_entries
from sklint.scripts.literals import node_span
from sklint.scripts.module import FUNCTIONS, Module
from sklint.scripts.results import returned_values
from sklint.scripts.value import (
    Class,
    Frame,
    Function,
    Instance,
    Package,
    Plain,
    Reference,
    Text,
    Unknown,
    Value,
    Values,
)

if TYPE_CHECKING:
    from sklint.scripts.evaluate import Evaluation

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_MOST_BASES = 8


def attribute_values(
    evaluation: Evaluation, module: Module, base: Value, name: str, node: ast.Attribute, frame: Frame | None
) -> Iterator[Value]:
    """All that `base.name` may be."""
    at = node_span(module.path, node)
    match base:
        case Reference(name=dotted, sure=sure):
            yield from _of_reference(evaluation, module, dotted, name, sure, node)
        case Package(module=inner):
            found = evaluation.export(inner, name)
            yield from found or (Unknown(message("`{name}` is not in the module", name=name), at, name),)
        case Instance():
            yield from _of_instance(evaluation, base, name, node, module)
        case Class():
            yield from _of_class(evaluation, base, name, node, module)
        case Text() | Plain() if name == "value":
            yield base
        case Unknown():
            owner = _only_owner(module, name)
            if owner is None:
                yield Unknown(message("`{text}` is not followed", text=ast.unparse(node)), at, name)
            else:
                yield from _of_instance(evaluation, Instance(Class(module, owner)), name, node, module)
        case _:
            yield Unknown(message("`{text}` is not followed", text=ast.unparse(node)), at, name)


def _of_reference(
    evaluation: Evaluation, module: Module, dotted: str, name: str, sure: bool, node: ast.Attribute
) -> Iterator[Value]:
    """An attribute of something imported; a package of the tree is entered."""
    at = node_span(module.path, node)
    inner = evaluation.library.find(module, f"{dotted}.{name}", 0) if sure else None
    if inner is not None:
        yield Package(inner)
        return
    package = evaluation.library.find(module, dotted, 0) if sure else None
    found = evaluation.export(package, name) if package is not None else ()
    if found:
        yield from found
    else:
        yield Reference(f"{dotted}.{name}", at, sure)


def parameter_values(
    evaluation: Evaluation, module: Module, parameter: ast.arg, frame: Frame | None
) -> Iterator[Value]:
    """All that a parameter may be: what the call at hand passes, or all callers of the module, or its default."""
    function = module.parents[module.parents[parameter]]
    if not isinstance(function, FUNCTIONS):
        return
    name = parameter.arg
    bound = frame
    while bound is not None and bound.owner is not function:
        bound = bound.outer
    if bound is not None and name in bound.bindings:
        yield from bound.bindings[name]
        return
    receiver = _receiver(module, function, parameter)
    if receiver is not None:
        yield receiver
        return
    default = default_of(function, name)
    at = _parameter_span(module, parameter)
    if bound is not None and bound.one_call:
        if default is not None:
            yield from evaluation.values(module, default, bound.outer)
        else:
            yield Unknown(message("parameter `{name}` is not passed", name=name), at, name)
        return
    called = False
    for binding in _callers(evaluation, module, function):
        called = True
        if name in binding:
            yield from binding[name]
        elif default is not None:
            yield from evaluation.values(module, default, frame)
    if called:
        return
    if default is not None:
        yield from evaluation.values(module, default, frame)
    annotated = _annotated_class(evaluation, module, parameter)
    if annotated is not None:
        yield annotated
    else:
        yield Unknown(message("parameter `{name}` comes from callers outside this file", name=name), at, name)


def default_of(function: FunctionNode, name: str) -> ast.expr | None:
    """The default of a parameter."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    for argument, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        if argument.arg == name:
            return default
    for argument, keyword in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if argument.arg == name:
            return keyword
    return None


def receiver_name(function: FunctionNode) -> str:
    """The name of a method's first parameter, or empty."""
    positional = [*function.args.posonlyargs, *function.args.args]
    return positional[0].arg if positional else ""


def is_static(function: FunctionNode) -> bool:
    """Whether a method takes no receiver."""
    return "staticmethod" in _decorators(function)


def _receiver(module: Module, function: FunctionNode, parameter: ast.arg) -> Value | None:
    owner = module.class_of(function)
    if owner is None or is_static(function) or receiver_name(function) != parameter.arg:
        return None
    made = "classmethod" in _decorators(function) or getattr(function, "name", "") in ("__new__", "__init_subclass__")
    return Class(module, owner) if made else Instance(Class(module, owner))


def _decorators(function: FunctionNode) -> set[str]:
    names = set()
    for decorator in getattr(function, "decorator_list", []):
        match decorator:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                names.add(name)
    return names


def _callers(evaluation: Evaluation, module: Module, function: FunctionNode) -> Iterator[dict[str, Values]]:
    """What each call of a function inside its module binds."""
    owner = module.class_of(function)
    name = getattr(function, "name", "")
    if owner is not None and name in ("__init__", "__new__"):
        for call in _constructions(evaluation, module, owner):
            yield bind_arguments(evaluation, Function(module, function), call, module, None, 1)
        return
    for call in module.calls_by_name.get(name, ()):
        for callee in evaluation.values(module, call.func):
            if isinstance(callee, Function) and callee.node is function:
                yield bind_arguments(evaluation, callee, call, module, None, 0 if callee.bound is None else 1)
                break
    for call in module.calls_by_name.get("partial", ()):
        if call.args:
            for callee in evaluation.values(module, call.args[0]):
                if isinstance(callee, Function) and callee.node is function:
                    rest = ast.Call(func=call.args[0], args=call.args[1:], keywords=call.keywords)
                    yield bind_arguments(evaluation, callee, ast.copy_location(rest, call), module, None, 0)


def _constructions(evaluation: Evaluation, module: Module, cls: ast.ClassDef) -> Iterator[ast.Call]:
    """The calls that build a class or one derived from it without an initialiser of its own."""
    for call in module.calls:
        match call.func:
            case ast.Name() | ast.Attribute():
                for callee in evaluation.values(module, call.func):
                    if isinstance(callee, Class) and _initialises(evaluation, callee, cls):
                        yield call
                        break


def _initialises(evaluation: Evaluation, built: Class, cls: ast.ClassDef) -> bool:
    for candidate in ancestry(evaluation, built):
        if candidate.node is cls:
            return True
        if any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in candidate.node.body):
            return False
    return False


def ancestry(evaluation: Evaluation, cls: Class) -> list[Class]:
    """A class and its bases in the tree, nearest first."""
    found = [cls]
    for known in found:
        for base in known.node.bases:
            for value in evaluation.values(known.module, base):
                if isinstance(value, Class) and value not in found and len(found) < _MOST_BASES:
                    found.append(value)
    return found


def _annotated_class(evaluation: Evaluation, module: Module, parameter: ast.arg) -> Instance | None:
    if parameter.annotation is None or not isinstance(parameter.annotation, ast.Name | ast.Attribute):
        return None
    for value in evaluation.values(module, parameter.annotation):
        if isinstance(value, Class):
            return Instance(value)
    return None


def _of_class(evaluation: Evaluation, cls: Class, name: str, node: ast.Attribute, module: Module) -> Iterator[Value]:
    for candidate in ancestry(evaluation, cls):
        found = list(_members(evaluation, candidate, name, cls))
        if found:
            yield from found
            return
    at = node_span(module.path, node)
    yield Unknown(message("class `{cls}` shows no `{name}`", cls=cls.node.name, name=name), at, name)


def _members(evaluation: Evaluation, cls: Class, name: str, bound: Instance | Class) -> Iterator[Value]:
    """What a class body itself says about a name."""
    for part in cls.node.body:
        match part:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if part.name == name:
                method = Function(cls.module, part, None, None if is_static(part) else bound)
                if {"property", "cached_property"} & _decorators(part):
                    yield from returned_values(evaluation, method, receiver_frame(evaluation, method))
                else:
                    yield method
            case ast.ClassDef() if part.name == name:
                yield Class(cls.module, part)
            case ast.AnnAssign(target=ast.Name(id=target), value=value) if target == name and value is not None:
                yield from evaluation.values(cls.module, value)
            case ast.Assign(targets=targets, value=value):
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    yield from evaluation.values(cls.module, value)


def receiver_frame(evaluation: Evaluation, method: Function) -> Frame:
    """A frame in which only the receiver of a method is known; its other parameters are what callers pass."""
    bindings: dict[str, Values] = {}
    if method.bound is not None:
        bindings[receiver_name(method.node)] = (method.bound,)
    return evaluation.frame(method.node, bindings, method.frame, one_call=False)


def _of_instance(
    evaluation: Evaluation, instance: Instance, name: str, node: ast.Attribute, module: Module
) -> Iterator[Value]:
    found: list[Value] = []
    replaced = False
    for cls in ancestry(evaluation, instance.cls):
        written, always = _written(evaluation, cls, instance, name)
        found += written
        replaced = replaced or always
        if not replaced:
            members = list(_members(evaluation, cls, name, instance))
            fields = list(_field_arguments(evaluation, cls, instance, name))
            known_call = instance.call is not None and fields
            found += fields if known_call else [*members, *fields]
            replaced = bool(members)
    if found:
        yield from found
        return
    at = node_span(module.path, node)
    yield Unknown(message("`{text}` is not followed", text=ast.unparse(node)), at, name)


def _written(evaluation: Evaluation, cls: Class, instance: Instance, name: str) -> tuple[list[Value], bool]:
    """What assignments give an attribute, and whether the initialiser always does."""
    found: list[Value] = []
    always = False
    for target, statement in cls.module.attribute_writes.get(name, ()):
        value = getattr(statement, "value", None)
        if value is None or isinstance(statement, ast.AugAssign):
            continue
        method = next((outer for outer in cls.module.ancestors(target) if isinstance(outer, FUNCTIONS)), None)
        own = (
            method is not None
            and cls.module.class_of(method) is cls.node
            and isinstance(target.value, ast.Name)
            and target.value.id == receiver_name(method)
        )
        if own and method is not None:
            frame = _method_frame(evaluation, cls, instance, method)
            found += evaluation.values(cls.module, value, frame)
            initial = method.body if isinstance(method, ast.FunctionDef) and method.name == "__init__" else []
            always = always or any(part is statement for part in initial)
        elif isinstance(target.value, ast.Name) and not own and instance.call is None:
            bases = evaluation.values(cls.module, target.value)
            if any(isinstance(base, Instance) and base.cls == cls and base.call is not None for base in bases):
                found += evaluation.values(cls.module, value)
    return found, always


def _method_frame(evaluation: Evaluation, cls: Class, instance: Instance, method: FunctionNode) -> Frame:
    function = Function(cls.module, method, None, instance)
    known = instance.call is not None and instance.maker is not None
    if known and getattr(method, "name", "") == "__init__" and instance.call is not None and instance.maker is not None:
        bindings = bind_arguments(evaluation, function, instance.call, instance.maker, instance.frame, 1)
        bindings[receiver_name(method)] = (instance,)
        return evaluation.frame(method, bindings, None)
    return receiver_frame(evaluation, function)


def _field_arguments(evaluation: Evaluation, cls: Class, instance: Instance, name: str) -> Iterator[Value]:
    """What constructor calls and `replace` pass to a field of a class that writes no initialiser (a dataclass)."""
    if any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in cls.node.body):
        return
    fields = [
        part.target.id
        for part in cls.node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    if name not in fields:
        return
    position = fields.index(name)
    if instance.call is not None and instance.maker is not None:
        calls = [(instance.maker, instance.call, instance.frame)]
    else:
        calls = [(cls.module, call, None) for call in _constructions(evaluation, cls.module, cls.node)]
        calls += [(cls.module, call, None) for call in cls.module.calls_by_name.get("replace", ())]
    for maker, call, frame in calls:
        for entry in keyword_entries(evaluation, maker, call, frame):
            if entry is not None and isinstance(entry.key, Text) and entry.key.value == name:
                yield from entry.value
        built = not (isinstance(call.func, ast.Name | ast.Attribute) and _last_name(call.func) == "replace")
        if built and position < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args):
            yield from evaluation.values(maker, call.args[position], frame)


def _only_owner(module: Module, name: str) -> ast.ClassDef | None:
    """The one class of a module that has an attribute, for objects whose class is not known."""
    owners = set()
    for cls in module.classes:
        for part in cls.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=target)) if target == name:
                    owners.add(cls)
                case ast.Assign(targets=targets):
                    if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                        owners.add(cls)
    for written, _ in module.attribute_writes.get(name, ()):
        method = next((outer for outer in module.ancestors(written) if isinstance(outer, FUNCTIONS)), None)
        owner = module.class_of(method) if method is not None else None
        if owner is not None:
            owners.add(owner)
    return owners.pop() if len(owners) == 1 else None


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _parameter_span(module: Module, parameter: ast.arg) -> Span:
    line, column = parameter.lineno, parameter.col_offset + 1
    return Span(module.path, line, column, line, column + len(parameter.arg))
