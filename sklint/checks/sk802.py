"""SK802 not-fusible: an operator that always ends the fused segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sklint import program as p
from sklint.checks.bindings import bindings
from sklint.facts.table import table
from sklint.finding import Finding, Message, Step, message
from sklint.walk.effects import nodes_of
from sklint.walk.kernel import WalkedKernel

CODE = "SK802"
_FACTS: Mapping[str, Any] = table("fusible")
_SIMT = _FACTS["simt"]
_APART = message("keep it at the border of a scope: the operators before and behind it are fused apart")


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Bindings where there can be none; then the kernels that are never fused, each once."""
    if program.architecture in _FACTS["bound"]["never"]:
        for binding in bindings(program):
            yield Finding(
                CODE,
                "error",
                "proved",
                message(
                    "`SK_BIND` does not exist on Ascend 950: a kernel that is launched directly is not fused there"
                ),
                binding.at,
                (binding.kernel.plain_name,) if binding.kernel is not None else (),
                repair=message("put the binding under `#if __NPU_ARCH__ == 2201`"),
            )
    for kernel in kernels:
        yield from _judged(kernel)


def _judged(kernel: WalkedKernel) -> Iterator[Finding]:
    at = kernel.entry.name_at or kernel.entry.at
    if _type_of(kernel.name) in _FACTS["marked"].get(str(kernel.architecture), ()):
        said = message("the operator compiler marks `{type}` as not to be fused", type=_type_of(kernel.name))
        yield _finding(kernel, said, at, ())
        return
    call = _threads(kernel)
    if call is not None:
        said = message("`{name}` runs SIMT functions: such an operator is never fused", name=kernel.name)
        yield _finding(kernel, said, at, (Step(call.at, message("the threads are started here")),))


def _finding(kernel: WalkedKernel, said: Message, at: p.Span, steps: tuple[Step, ...]) -> Finding:
    return Finding(CODE, "info", "proved", said, at, (kernel.name,), repair=_APART, trace=steps)


def _type_of(name: str) -> str:
    """The operator type of an entry: the tool chain names the entry after it, in small letters with underscores."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _threads(kernel: WalkedKernel) -> p.Call | None:
    """The first call that the walk met and that starts threads."""
    if kernel.architecture != _SIMT["architecture"]:
        return None
    functions = kernel.program.functions
    # a lambda has a key of its own, and stands in the function that it was written in
    for key in sorted(kernel.entered & functions.keys()):
        for node in nodes_of(functions[key].body):
            if isinstance(node, p.Call) and node.at in kernel.visited and _starts(kernel.program, node):
                return node
    return None


def _starts(program: p.Program, call: p.Call) -> bool:
    match call.callee:
        case p.Name(name=name, args=args) if name.rpartition("::")[2] in _SIMT["starts"]:
            scoped = _SIMT["scope"] in name.split("::")
            return scoped or any(map(_are_threads, call.args[:1])) or any(_is_simt(program, arg) for arg in args)
    return False


def _are_threads(e: p.Expression) -> bool:
    """Whether an argument says how many threads there are."""
    match e:
        case p.Construct(type=type) | p.Cast(type=type):
            return type.name.rpartition("::")[2] in _SIMT["threads"]
    return False


def _is_simt(program: p.Program, argument: p.TemplateArgument) -> bool:
    match argument:
        case p.Name(key=key) if key in program.functions:
            return "simt_vf" in program.functions[key].attributes
    return False
