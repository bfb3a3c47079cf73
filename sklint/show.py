"""`sklint show KERNEL`: the event tree of one kernel, drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import PurePath

from sklint.analyse import walked
from sklint.launching import KernelHost
from sklint.linting import Plan
from sklint.parse import UnreadableSource
from sklint.program import Span
from sklint.report.escape import visible
from sklint.task import Task
from sklint.units import units
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value, forget_all

_CORES = {
    "uniform": "all cores alike",
    "core-index": "by core",
    "core-data": "by each core's data",
    "unknown": "not known which cores",
}
# Queries and arithmetic on the index are evidence for rules; a drawing of what the cores do is clearer without them.
_EVIDENCE = (tree.CoreQuery, tree.CoreArithmetic)


def show(name: str, made: Plan) -> str:
    """The drawings of the kernels called `name` among what was collected; empty when there is none."""
    drawings: list[str] = []
    for target in made.collection.targets:
        task = Task(
            target.operator,
            target.kernel,
            made.collection.headers[target.operator.repository],
            made.by_file.get(target.path, made.options),
        )
        with suppress(UnreadableSource):
            host = KernelHost(task)
            programs = units(task, host.architecture)
            forget_all()
            for kernel in walked(host, programs):
                if kernel.name == name:
                    drawings.append(drawn(kernel))
    return "\n".join(drawings)


def drawn(kernel: WalkedKernel) -> str:
    """The trees of all core kinds of a kernel as text; file names stand where the file changes."""
    lines: list[str] = []
    ratio = kernel.kind.ratio
    shape = f", {ratio[0]}:{ratio[1]}" if ratio else ""
    lines.append(visible(f"{kernel.name}  {kernel.kind.type or 'no type'} ({kernel.kind.origin}{shape})"))
    for core_kind, root in kernel.trees.items():
        lines.append(f"{'cube' if core_kind == 'aic' else 'vector'} core")
        lines.extend(_children(root.body, "", kernel.entry.at.path))
    return "\n".join(lines) + "\n"


def _children(nodes: Sequence[tree.Node], indent: str, path: str) -> Iterator[str]:
    shown = [node for node in _flat(nodes) if not isinstance(node, _EVIDENCE)]
    for index, node in enumerate(shown):
        last = index == len(shown) - 1
        yield from _node(node, indent, "└─ " if last else "├─ ", "   " if last else "│  ", path)


def _flat(nodes: Sequence[tree.Node]) -> Iterator[tree.Node]:
    for node in nodes:
        if isinstance(node, tree.Seq):
            yield from _flat(node.body)
        else:
            yield node


def _node(node: tree.Node, indent: str, joint: str, below: str, path: str) -> Iterator[str]:
    inner = indent + below
    match node:
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            yield indent + joint + _line(f"if {condition.text}  [{_CORES[condition.depends]}]", condition.at, path)
            yield from _children(then.body, inner, condition.at.path)
            if otherwise.body:
                yield f"{indent}{below}else"
                yield from _children(otherwise.body, inner, condition.at.path)
        case tree.Loop(trips=trips, body=body, count=count):
            rounds = "once" if trips.text == "once" else f"while {trips.text}"
            times = f", {count} rounds" if count is not None and trips.text != "once" else ""
            yield indent + joint + _line(f"loop {rounds}  [{_CORES[trips.depends]}{times}]", trips.at, path)
            yield from _children(body.body, inner, trips.at.path)
        case tree.Called(function=function, site=site, defined=defined, body=body):
            yield indent + joint + _line(f"{function}()", site, path)
            yield from _children(body.body, inner, defined.path)
        case tree.Exit(what=what, at=at):
            yield indent + joint + _line(what, at, path)
        case tree.Seq():
            yield from _children(node.body, indent, path)
        case _:
            yield indent + joint + _line(_event(node), node.at, path)


def _event(event: tree.Event) -> str:
    """An event with what is known of it."""
    name = type(event).__name__
    shown = []
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in ("at", "text", "result") or value in (None, "", ()):
            continue
        if isinstance(value, tree.Memory):
            shown.append(f"{value.name}[{value.index}]")
        elif isinstance(value, bool):
            if value:
                shown.append(field.name.replace("_", "-"))
        elif isinstance(value, (str, int, Value)):
            shown.append(f"{field.name}={value}" if isinstance(value, int) else str(value))
    return f"{name} {' '.join(shown)}".rstrip()


def _line(text: str, at: Span, path: str) -> str:
    """One line of the drawing with its place; the file is named where it is not the one around."""
    where = str(at.line) if at.path == path else f"{PurePath(at.path).name}:{at.line}"
    return visible(f"{text}  · {where}")
