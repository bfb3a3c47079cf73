"""Finding the calls of a module that concern SuperKernel, through every alias, wrapper and import form."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.scripts.evaluate import Evaluation
from sklint.scripts.module import FUNCTIONS, Module
from sklint.scripts.objects import receiver_frame
from sklint.scripts.results import complete
from sklint.scripts.value import Class, Frame, Function, Instance, Partial, Reference

SUPER_KERNEL = "super_kernel"
BEGIN = "super_kernel_scope_begin"
END = "super_kernel_scope_end"
LIMIT = "limit_core_num"
COMPILE = "compile"
CACHE_COMPILE = "cache_compile"
OPTIMIZE = "super_kernel_optimize"
_SEEDS = frozenset({SUPER_KERNEL, BEGIN, END, LIMIT, COMPILE, CACHE_COMPILE, OPTIMIZE})
_RAISES = frozenset({"assertRaises", "assertRaisesRegex", "raises", "assertWarns"})
_FAILING = frozenset({"expectedFailure", "xfail"})
_MOST_NESTING = 4


@dataclass(frozen=True, slots=True)
class Site:
    """A call of something that concerns SuperKernel: which (one of the names above), and where its arguments live.

    `call` may stand in another module of the tree, in a wrapper; `seat` is the call in the script that leads there.
    """

    what: str
    module: Module
    call: ast.Call
    frame: Frame | None
    seat: ast.Call


def sites(evaluation: Evaluation, module: Module) -> Iterator[Site]:
    """All such calls of a module, in source order, wrappers of other modules entered."""
    interesting = _interesting_names(module)
    for call in module.calls:
        if not interesting.isdisjoint(_mentioned(call.func)):
            yield from _sites_of(evaluation, module, call)


def _sites_of(evaluation: Evaluation, module: Module, call: ast.Call) -> Iterator[Site]:
    if last_name(call.func) == OPTIMIZE and isinstance(call.func, ast.Attribute):
        yield Site(OPTIMIZE, module, call, None, call)
        return
    for callee in evaluation.values(module, call.func):
        match callee:
            case Reference():
                what = _meaning(callee, module)
                if what:
                    yield Site(what, module, call, None, call)
                    return
            case Partial():
                for inner in callee.callee:
                    what = _meaning(inner, module) if isinstance(inner, Reference) else ""
                    if what:
                        yield Site(what, module, complete(callee, call), None, call)
                        return
            case Function(module=home) if home is not module and home.speaks:
                frame = evaluation.bind(callee, call, module, None)
                yield from _inside(evaluation, callee, frame, call, 0)
            case Class(module=home) if home is not module and home.speaks:
                instance = Instance(callee, module, call, None)
                for method in _run_by_building(callee.node):
                    function = Function(home, method, None, instance)
                    yield from _inside(evaluation, function, _frame_of(evaluation, function, call, module), call, 0)


def _run_by_building(cls: ast.ClassDef) -> list[ast.FunctionDef]:
    """The methods that run when an object is made and entered: the others are no part of a wrapper."""
    methods = {part.name: part for part in cls.body if isinstance(part, ast.FunctionDef)}
    found: list[str] = [name for name in ("__new__", "__init__", "__enter__") if name in methods]
    for name in found:
        called = (node.func for node in ast.walk(methods[name]) if isinstance(node, ast.Call))
        own = (func.attr for func in called if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name))
        found += [inner for inner in dict.fromkeys(own) if inner in methods and inner not in found]
    return [methods[name] for name in found]


def _frame_of(evaluation: Evaluation, function: Function, call: ast.Call, module: Module) -> Frame:
    if getattr(function.node, "name", "") == "__init__":
        return evaluation.bind(function, call, module, None)
    return receiver_frame(evaluation, function)


def _inside(evaluation: Evaluation, function: Function, frame: Frame, seat: ast.Call, depth: int) -> Iterator[Site]:
    """The calls inside a wrapper of another module, with the wrapper's parameters bound."""
    if depth > _MOST_NESTING:
        return
    interesting = _interesting_names(function.module)
    for node in ast.walk(function.node):
        if not isinstance(node, ast.Call) or interesting.isdisjoint(_mentioned(node.func)):
            continue
        for callee in evaluation.values(function.module, node.func, frame):
            match callee:
                case Reference():
                    what = _meaning(callee, function.module)
                    if what:
                        yield Site(what, function.module, node, frame, seat)
                        break
                case Function() if callee.node is not function.node and callee.module.speaks:
                    inner = evaluation.bind(callee, node, function.module, frame)
                    yield from _inside(evaluation, callee, inner, seat, depth + 1)


def last_name(node: ast.expr) -> str:
    """The last name of a dotted expression, or empty."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _meaning(reference: Reference, module: Module) -> str:
    """Which call a reference stands for, or empty. A base that nothing binds is taken by the end of its name."""
    *_, last = names = reference.name.split(".")
    before = names[-2] if len(names) > 1 else ""
    match last:
        case "super_kernel" if before == "scope" or (not before and _star_import(module, "scope")):
            return SUPER_KERNEL
        case "limit_core_num" if before == "scope" or (not before and _star_import(module, "scope")):
            return LIMIT
        case "super_kernel_scope_begin" | "super_kernel_scope_end" if before in ("npu", ""):
            return last
        case "compile" if before == "torch":
            return COMPILE
        case "cache_compile" if "npugraph_ex" in names:
            return CACHE_COMPILE
        case _:
            return ""


def _star_import(module: Module, package: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and (node.module or "").split(".")[-1] == package
        and any(alias.name == "*" for alias in node.names)
        for node in ast.walk(module.tree)
    )


def _interesting_names(module: Module) -> frozenset[str]:
    """The names under which something that concerns SuperKernel may be called in a module."""
    known = module.interesting
    if known is None:
        known = module.interesting = _closure(module)
    return known


def _closure(module: Module) -> frozenset[str]:
    names = set(_SEEDS)
    pairs: list[tuple[set[str], set[str]]] = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs.append(({last_name(target) for target in targets}, _mentioned(value)))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                pairs.append(({last_name(target)}, _mentioned(value)))
            case ast.ImportFrom(module=dotted, level=level, names=aliases):
                for alias in aliases:
                    wraps = module.library.may_wrap(module, dotted or "", level, alias.name)
                    submodule = ".".join(part for part in (dotted, alias.name) if part)
                    if alias.name in _SEEDS or wraps:
                        names.add(alias.asname or alias.name)
                    if module.library.may_wrap(module, submodule, level, ""):
                        names |= _attributes_of(module, alias.asname or alias.name)
            case ast.Import(names=aliases):
                for alias in aliases:
                    if module.library.may_wrap(module, alias.name, 0, ""):
                        names |= _attributes_of(module, alias.asname or alias.name.split(".")[-1])
            case ast.ClassDef(name=name):
                pairs.append(({name}, _called_in(node)))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                pairs.append(({getattr(node, "name", "")}, _called_in(node)))
                every = [*node.args.posonlyargs, *node.args.args]
                for argument, default in zip(reversed(every), reversed(node.args.defaults), strict=False):
                    pairs.append(({argument.arg}, _mentioned(default)))
            case ast.keyword(arg=str(name), value=value):
                pairs.append(({name}, _mentioned(value)))
    grown = True
    while grown:
        grown = False
        for bound, mentioned in pairs:
            if mentioned & names and not bound <= names:
                names |= bound
                grown = True
    names.discard("")
    return frozenset(names)


def _called_in(node: ast.AST) -> set[str]:
    """The names that the body of a function or class calls: one that calls a scope may be a wrapper of it."""
    return {name for inner in ast.walk(node) if isinstance(inner, ast.Call) for name in _mentioned(inner.func)}


def _attributes_of(module: Module, name: str) -> set[str]:
    return {
        node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute) and last_name(node.value) == name
    }


def _mentioned(value: ast.expr) -> set[str]:
    """The names that an expression may hand on: calls hand on what `partial` and `getattr` are given."""
    found: set[str] = set()
    pending: list[ast.AST] = [value]
    while pending:
        node = pending.pop()
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(text)
            case ast.Call(func=func, args=args):
                if last_name(func) in ("partial", "getattr"):
                    pending.extend(args)
            case ast.IfExp() | ast.BoolOp() | ast.Tuple() | ast.List() | ast.Dict() | ast.Lambda():
                pending.extend(ast.iter_child_nodes(node))
    return found


def deliberate(module: Module, node: ast.AST) -> bool:
    """Whether a test expects that this fails: it stands in `assertRaises` or `pytest.raises`, or the class it stands
    in is defined by a test that uses one of them, or the test is marked as failing."""
    local_class = False
    for outer in module.ancestors(node):
        match outer:
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_expects_failure(item.context_expr) for item in items):
                    return True
            case ast.Call() if _expects_failure(outer):
                return True
            case ast.ClassDef():
                local_class = True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if any(last_name(_called(decorator)) in _FAILING for decorator in outer.decorator_list):
                    return True
                if local_class and any(
                    isinstance(inner, ast.Call) and _expects_failure(inner) for inner in ast.walk(outer)
                ):
                    return True
    return False


def _expects_failure(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in _RAISES


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def function_of(module: Module, node: ast.AST) -> ast.AST:
    """The innermost function around a node, or the module."""
    return next((outer for outer in module.ancestors(node) if isinstance(outer, FUNCTIONS)), module.tree)
