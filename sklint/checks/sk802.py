"""SK802 not-fusible: an operator that always ends the fused segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sklint import program as p
from sklint.checks.alone import may_size_local_memory, sets_local_memory
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
from sklint.checks.numbers import Leaf, Number
from sklint.checks.places import Conditions
from sklint.facts.table import table
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import atom, constant, equal

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


@dataclass(frozen=True, slots=True)
class _Build:
    """What is compiled for one tiling key or template selection: whether it always starts threads, whether the compiler
    asks for that, and whether every launch of it is given dynamic local memory, which is asked where it decides."""

    key: str
    starts: bool
    asked: bool
    sized: bool

    @property
    def is_marked(self) -> bool:
        return (self.starts and self.asked) or self.sized


def _threads(kernel: WalkedKernel, at: p.Span) -> Iterator[Finding]:
    """SIMT threads: the compiler marks what it compiled, which is one tiling key or template selection."""
    if not may_be_marked(kernel):
        return
    compiled_roots = list(compiled(kernel, thread_starts(kernel), kernel.keys))
    start = next((event for _, roots in compiled_roots for root in roots.values() for event in events(root)), None)
    if start is None:
        return
    builds = list(_builds(kernel, compiled_roots))
    said, confidence = _said(kernel, builds)
    steps = (Step(start.at, message("the threads are started here")),)
    yield _finding(kernel, said, at, steps, confidence, _APART_THERE)


def _builds(
    kernel: WalkedKernel, compiled_roots: Sequence[tuple[Mapping[Leaf, Number], Mapping[str, tree.Seq]]]
) -> Iterator[_Build]:
    arguments = template_arguments(kernel)
    starting = [any(always_starts(root, arguments) for root in roots.values()) for _, roots in compiled_roots]
    asked = [_is_asked(kernel, given) for given, _ in compiled_roots]
    # only where threads do not decide it all is it worth reading the host
    sizing = not all(map(all, zip(starting, asked, strict=True))) and may_size_local_memory(kernel)
    for (given, _), starts, is_asked in zip(compiled_roots, starting, asked, strict=True):
        sized = sizing and not (starts and is_asked) and sets_local_memory(kernel, _conditions(kernel, given))
        yield _Build(str(given.get(KEY, "")), starts, is_asked, sized)


def _is_asked(kernel: WalkedKernel, given: Mapping[Leaf, Number]) -> bool:
    """Whether the compiler asks of what is compiled if it starts threads: not of every type that is declared."""
    key = constant(given[KEY]) if KEY in given else None
    return kernel.kind.origin != "declared" or kernel.kind.types_under(key) <= frozenset(_FACTS["simt"]["asked_of"])


def _unasked_type(kernel: WalkedKernel) -> str:
    return min(kernel.kind.types - frozenset(_FACTS["simt"]["asked_of"]))


def _conditions(kernel: WalkedKernel, given: Mapping[Leaf, Number]) -> Conditions:
    """That a tiling key, or template arguments, are what something is compiled for."""
    return tuple(
        (tree.Condition("uniform", equal(atom(leaf[1]), constant(number)), "", kernel.entry.at), True)
        for leaf, number in given.items()
        if isinstance(leaf, tuple)
    )


def _said(kernel: WalkedKernel, builds: Sequence[_Build]) -> tuple[Message, str]:
    name = kernel.name
    told = [build for build in builds if build.starts or build.sized]
    keys = list(dict.fromkeys(build.key for build in told if build.key))
    shown = ", ".join((*keys[:_MOST_KEYS], *["…"][: len(keys) > _MOST_KEYS]))
    sized = any(build.sized and not build.starts for build in told if build.key)
    if all(build.starts and build.asked for build in builds):
        return message(
            "`{name}` runs SIMT functions on Ascend 950: such an operator is never fused there", name=name
        ), "proved"
    if all(build.is_marked for build in builds):
        said = message(
            "`{name}` runs SIMT functions on Ascend 950, or is given dynamic local memory (`SetLocalMemorySize`), with "
            "every tiling key: such an operator is never fused there",
            name=name,
        )
    elif len(told) == len(builds):
        said = message(
            "`{name}` runs SIMT functions on Ascend 950, where such an operator is not to be fused; but of a kernel "
            "declared `{type}` the open operator compiler does not ask whether it does",
            name=name,
            type=_unasked_type(kernel),
        )
    elif keys and sized:
        said = message(
            "`{name}` runs SIMT functions on Ascend 950, or is given dynamic local memory (`SetLocalMemorySize`), with "
            "these tiling keys, and is not fused with them there: {keys}",
            name=name,
            keys=shown,
        )
    elif keys:
        said = message(
            "`{name}` runs SIMT functions on Ascend 950 with these tiling keys, and is not fused with them there: "
            "{keys}",
            name=name,
            keys=shown,
        )
    else:
        said = message(
            "`{name}` runs SIMT functions on Ascend 950 with some of its tiling keys, and is not fused with them there",
            name=name,
        )
    return said, "likely"


def _finding(
    kernel: WalkedKernel,
    said: Message,
    at: p.Span,
    steps: tuple[Step, ...],
    confidence: str = "proved",
    repair: Message = _APART,
) -> Finding:
    return Finding(CODE, "info", confidence, said, at, (kernel.name,), repair=repair, trace=steps)
