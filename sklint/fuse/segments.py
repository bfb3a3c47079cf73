"""Which operators of a scope end up in one SuperKernel, and on what it is launched.

GE closes a SuperKernel at an operator that cannot be fused and starts the next one behind it. The run time of
npugraph_ex also cuts at kernels of batch mode: before one that needs fewer cores than what is merged already, and
behind one where a later kernel needs more (graph-autofusion super_kernel/src/aot/sk_scope_split.cpp).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sklint.facts.socs import Soc
from sklint.fuse.launch import (
    MIX_AIC_1_2,
    VECTOR_TYPES,
    Cores,
    FusedLaunch,
    Refused,
    forced_launch,
    natural_launch,
)
from sklint.fuse.operators import SubKernel
from sklint.fuse.options import FuseOptions


@dataclass(frozen=True, slots=True)
class Segment:
    """Operators of one SuperKernel and its launch, or why it is not built. One that is never fused stands alone
    without a launch."""

    operators: tuple[SubKernel, ...]
    launch: FusedLaunch | Refused | None


def segments(operators: Sequence[SubKernel], options: FuseOptions, path: str, soc: Soc | None) -> tuple[Segment, ...]:
    """The SuperKernels that a scope becomes, in order, with the operators that are not fused between them."""
    found: list[Segment] = []
    for group in _between_breaks(operators):
        if group[0].apart is not None:
            found.append(Segment(tuple(group), None))
        elif path != "ge" and options.own_launch:
            found += (Segment((operator,), _whole_device(operator, soc)) for operator in group)
        else:
            parts = [group] if path == "ge" else _split_at_batch_mode(group)
            found += (Segment(tuple(part), _launch(part, options, path, soc)) for part in parts)
    return tuple(found)


def _between_breaks(operators: Iterable[SubKernel]) -> Iterator[list[SubKernel]]:
    group: list[SubKernel] = []
    for operator in operators:
        if operator.apart is None:
            group.append(operator)
            continue
        if group:
            yield group
        yield [operator]
        group = []
    if group:
        yield group


def _split_at_batch_mode(operators: Sequence[SubKernel]) -> list[list[SubKernel]]:
    parts: list[list[SubKernel]] = [[]]
    merged, batch = Cores(0, 0), False
    for operator in operators:
        needs = _counted(operator)
        if parts[-1]:
            fewer = 0 < needs.aic < merged.aic or 0 < needs.aiv < merged.aiv
            more = needs.aic > merged.aic or needs.aiv > merged.aiv
            if (operator.batch and fewer) or (batch and more):
                parts.append([])
                merged, batch = Cores(0, 0), False
        parts[-1].append(operator)
        merged = Cores(max(merged.aic, needs.aic), max(merged.aiv, needs.aiv))
        batch = batch or operator.batch
    return parts


def _counted(operator: SubKernel) -> Cores:
    """A batch kernel on one kind of core counts for the other kind as well, as if it were 1:2."""
    needs = operator.demand
    if not operator.batch:
        return needs
    return Cores(aic=needs.aic or (needs.aiv + 1) // 2, aiv=needs.aiv or 2 * needs.aic)


def _launch(operators: Sequence[SubKernel], options: FuseOptions, path: str, soc: Soc | None) -> FusedLaunch | Refused:
    kernels = [(operator.kernel_type, _asked(operator, soc)) for operator in operators]
    natural = natural_launch(kernels, path)
    return forced_launch(natural, options.forced, soc) if path == "ge" else natural


def _asked(operator: SubKernel, soc: Soc | None) -> int:
    """The blocks that an operator asks for: a dynamic one asks for the whole device while it is built."""
    if not operator.dynamic or soc is None:
        return operator.blocks
    return soc.aiv if operator.kernel_type in VECTOR_TYPES else soc.aic


def _whole_device(operator: SubKernel, soc: Soc | None) -> FusedLaunch:
    """The launch of `debug_per_op_max_core_num`: every cube core and two vector cores for each."""
    if soc is None:
        blocks = operator.blocks if operator.kernel_type not in VECTOR_TYPES else (operator.blocks + 1) // 2
        return FusedLaunch(MIX_AIC_1_2, blocks, operator.demand)
    return FusedLaunch(MIX_AIC_1_2, soc.aic, operator.demand)
