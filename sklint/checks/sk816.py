"""SK816 sk-bind-body: a `__sk__` function that does something else than the kernel it is bound to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sklint import program as p
from sklint.checks.bindings import Binding, Instance, bindings, shown
from sklint.finding import Finding, Step, message
from sklint.walk.effects import nodes_of
from sklint.walk.kernel import WalkedKernel
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.shape import Scope, Shape

CODE = "SK816"
# the guide to directly launched kernels, rules 4 and 5: what a bound function writes in another way than its kernel
_REWRITTEN = frozenset(
    {"GetBlockNum", "SkGetNumBlocks", "SkGetBlockIdx", "DestroyWithoutPipeAll", "kernel_task_type"}
)  # fmt: skip


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each bound function once for a kernel, with the first call that only one of the two makes."""
    machine: Machine | None = None
    told: set[tuple[str, str]] = set()
    for binding in bindings(program):
        kernel = binding.kernel
        if not binding.of_a_kernel or kernel is None or kernel.function.body is None or kernel.lacks_arguments:
            continue
        machine = machine or Machine(program, KernelApi("aiv", program))
        wanted = _calls(machine, binding, kernel)
        for function in binding.bound():
            pair = (function.function.key, kernel.name)
            if pair in told or function.function.body is None or function.lacks_arguments:
                continue
            own = _calls(machine, binding, function)
            missing, more = wanted - own, own - wanted
            if (missing or more) and not _hands_over(machine, binding, function, kernel):
                told.add(pair)
                yield _finding(binding, kernel, function, next(iter(missing), ""), next(iter(more), ""))


def _calls(machine: Machine, binding: Binding, instance: Instance) -> Counter[str]:
    """The functions a body calls and the objects it makes, with their template arguments closed."""
    scope = binding.scope(instance)
    found: Counter[str] = Counter()
    for node in nodes_of(instance.function.body):
        match node:
            case (
                p.Call(callee=p.Name(name=name, args=args) | p.Member(name=name, args=args))
                | p.Call(callee=p.StaticMember(name=name, args=args))
            ):
                plain = name.rpartition("::")[2]
                if plain not in _REWRITTEN:
                    found[_with_arguments(machine, plain, args, scope)] += 1
            case p.Variable(type=type) | p.Construct(type=type) if type.args and not type.pointer:
                shape = machine.shapes.resolve(type, scope)
                if machine.shapes.instance(shape) is not None:
                    found[shown(Shape(shape.name, shape.args))] += 1
    return found


def _with_arguments(machine: Machine, name: str, args: tuple[p.TemplateArgument, ...], scope: Scope) -> str:
    if not args:
        return name
    return f"{name}<{', '.join(shown(machine.shapes.argument(arg, scope)) for arg in args)}>"


def _hands_over(machine: Machine, binding: Binding, function: Instance, kernel: Instance) -> bool:
    """Whether the bound function does nothing but call the kernel."""
    return set(_calls(machine, binding, function)) == {kernel.name}


def _finding(binding: Binding, kernel: Instance, function: Instance, missing: str, more: str) -> Finding:
    if missing and more:
        said = message(
            "`{name}` calls `{more}` where `{kernel}` calls `{missing}`: the result depends on whether the operator "
            "is fused",
            name=function.plain_name,
            kernel=kernel.plain_name,
            more=more,
            missing=missing,
        )
    elif missing:
        said = message(
            "`{name}` does not call `{missing}`, as `{kernel}` does: the result depends on whether the operator is "
            "fused",
            name=function.plain_name,
            kernel=kernel.plain_name,
            missing=missing,
        )
    else:
        said = message(
            "`{name}` calls `{more}`, and `{kernel}` does not: the result depends on whether the operator is fused",
            name=function.plain_name,
            kernel=kernel.plain_name,
            more=more,
        )
    return Finding(
        CODE,
        "warning",
        "likely",
        said,
        function.at,
        (kernel.plain_name,),
        repair=message("give both the same body, apart from where the arguments and the number of blocks come from"),
        trace=(
            Step(kernel.at, message("the kernel is declared here")),
            Step(binding.at, message("it is bound to `{kernel}` here", kernel=kernel.name)),
        ),
    )
