"""SK802 not-fusible: an operator that always ends the fused segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sklint import program as p
from sklint.checks.bindings import bindings
from sklint.checks.compiled import (
    always_starts,
    compiled,
    is_marked,
    may_be_marked,
    template_arguments,
    thread_starts,
    type_of,
)
from sklint.checks.keys import KEY
from sklint.facts.table import table
from sklint.finding import Finding, Message, Step, message
from sklint.walk.kernel import WalkedKernel, events

CODE = "SK802"
_FACTS: Mapping[str, Any] = table("fusible")
_MOST_KEYS = 8
_APART = message("keep it at the border of a scope: the operators before and behind it are fused apart")
_ELSEWHERE = message("nothing, unless another SoC is to be added")
_APART_THERE = message(
    "in a model for Ascend 950 keep it at the border of a scope: the operators before and behind it are fused apart"
)


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
    for left_out in program.left_out[:1]:
        yield Finding(
            CODE,
            "info",
            "proved",
            message(
                "the kernels of this file stand under an `#if` that neither A2 and A3 nor Ascend 950 take: no "
                "SuperKernel is compiled there, and nothing else is said of them"
            ),
            left_out.at,
            (),
            repair=_ELSEWHERE,
        )
    for kernel in kernels:
        yield from _judged(kernel)


def _judged(kernel: WalkedKernel) -> Iterator[Finding]:
    at = kernel.entry.name_at or kernel.entry.at
    if kernel.only_for:
        said = message(
            "`{name}` is defined for {socs} alone, and no SuperKernel is compiled there: nothing else is said of it",
            name=kernel.name,
            socs=", ".join(kernel.only_for),
        )
        yield _finding(kernel, said, at, (), repair=_ELSEWHERE)
        return
    if is_marked(kernel):
        said = message("the operator compiler marks `{type}` as not to be fused", type=type_of(kernel.name))
        yield _finding(kernel, said, at, ())
        return
    yield from _threads(kernel, at)


def _threads(kernel: WalkedKernel, at: p.Span) -> Iterator[Finding]:
    """SIMT threads: the compiler marks what it compiled, which is one tiling key or template selection."""
    if not may_be_marked(kernel):
        return
    builds = list(compiled(kernel, thread_starts(kernel), kernel.keys))
    start = next((event for _, roots in builds for root in roots.values() for event in events(root)), None)
    if start is None:
        return
    steps = (Step(start.at, message("the threads are started here")),)
    arguments = template_arguments(kernel)
    runs = [(given.get(KEY), any(always_starts(root, arguments) for root in roots.values())) for given, roots in builds]
    starting = list(dict.fromkeys(str(key) for key, starts in runs if starts and key is not None))
    if all(starts for _, starts in runs):
        said = message(
            "`{name}` runs SIMT functions on Ascend 950: such an operator is never fused there", name=kernel.name
        )
        yield _finding(kernel, said, at, steps, repair=_APART_THERE)
    elif starting:
        said = message(
            "`{name}` runs SIMT functions on Ascend 950 with these tiling keys, and is not fused with them there: "
            "{keys}",
            name=kernel.name,
            keys=", ".join((*starting[:_MOST_KEYS], *["…"][: len(starting) > _MOST_KEYS])),
        )
        yield _finding(kernel, said, at, steps, "likely", _APART_THERE)
    else:
        said = message(
            "`{name}` runs SIMT functions on Ascend 950 with some of its tiling keys, and is not fused with them there",
            name=kernel.name,
        )
        yield _finding(kernel, said, at, steps, "likely", _APART_THERE)


def _finding(
    kernel: WalkedKernel,
    said: Message,
    at: p.Span,
    steps: tuple[Step, ...],
    confidence: str = "proved",
    repair: Message = _APART,
) -> Finding:
    return Finding(CODE, "info", confidence, said, at, (kernel.name,), repair=repair, trace=steps)
