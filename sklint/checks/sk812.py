"""SK812 sk-bind-qualifier: a `__sk__` function with another type keyword than the kernel it is bound to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklint import program as p
from sklint.checks.bindings import Binding, Instance, bindings, keyword, written
from sklint.finding import Finding, Message, Step, message
from sklint.walk.kernel import KEYWORDS, WalkedKernel

CODE = "SK812"


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each bound function, for each kernel whose keyword it does not share."""
    declared = {kernel.entry.key: kernel for kernel in kernels if kernel.kind.origin == "declared"}
    told: set[tuple[str, str]] = set()
    for binding in bindings(program):
        if not binding.of_a_kernel or binding.kernel is None:
            continue
        for function in binding.bound():
            pair = (function.function.key, binding.kernel.function.key)
            if pair not in told and "sk" in function.function.attributes:
                told.add(pair)
                yield from _judged(binding, binding.kernel, function, declared.get(pair[1]))


def _judged(binding: Binding, kernel: Instance, function: Instance, declared: WalkedKernel | None) -> Iterator[Finding]:
    own, other = keyword(function.function), keyword(kernel.function)
    if own == other:
        return
    if not other:
        # a kernel of the macro style: only a type that it declares can be contradicted
        type = declared.kind.type if declared is not None else ""
        if not type or not own or KEYWORDS.get(own, type) == type:
            return
        other = next((word for word, name in KEYWORDS.items() if name == type), "")
        if not other:
            return
    if not own:
        said = message(
            "`{name}` has no type keyword, and the kernel it stands for is `{other}`: which cores run it is left to "
            "the compiler",
            name=function.plain_name,
            other=written(other),
        )
        yield _finding(binding, kernel, function, said, "warning", other)
    else:
        said = message(
            "`{name}` is `{own}`, and the kernel it stands for is `{other}`: in a SuperKernel it runs on other cores "
            "than alone",
            name=function.plain_name,
            own=written(own),
            other=written(other),
        )
        yield _finding(binding, kernel, function, said, "error", other)


def _finding(
    binding: Binding, kernel: Instance, function: Instance, said: Message, severity: str, other: str
) -> Finding:
    return Finding(
        CODE,
        severity,
        "proved",
        said,
        function.at,
        (kernel.plain_name,),
        repair=message("declare it `__sk__ {other}`, as the kernel is", other=written(other)),
        trace=(
            Step(kernel.at, message("the kernel is declared here")),
            Step(binding.at, message("it is bound to `{kernel}` here", kernel=kernel.name)),
        ),
    )
