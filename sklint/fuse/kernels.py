"""Kernels of the tree as operators of a scope: plain data, made where the kernel was walked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sklint.facts.socs import Soc
from sklint.finding import Message, message
from sklint.fuse.launch import FUSIBLE_TYPES, VECTOR_TYPES
from sklint.fuse.operators import HARD, NONE, UNKNOWN, Statement, StatementError, SubKernel
from sklint.program import Span


@dataclass(frozen=True, slots=True)
class LaunchCount:
    """One launch of a kernel: `count` is const:N, all-aiv, all-aic, all, or `bounded: …` / `unknown: …`, in blocks."""

    count: str
    at: Span


@dataclass(frozen=True, slots=True)
class KernelFacts:
    """What of a kernel decides how it runs in a SuperKernel.

    `kernel_type` is empty where it is not known; `barrier` is its first hard `SyncAll`, `detected` whether the operator
    compiler notices it, `flags` its first mode-0 flag; `soft`, `one_vector_core`, `scalar`, `batch` and `apart` are as
    in `SubKernel`. `launches` leaves out those for empty input. `whole` is false where a barrier may have been missed.
    """

    name: str
    path: str
    line: int
    architecture: int
    kernel_type: str
    launches: tuple[LaunchCount, ...] = ()
    barrier: Span | None = None
    detected: bool = True
    flags: Span | None = None
    soft: bool = False
    one_vector_core: bool = False
    scalar: bool = False
    batch: bool = False
    apart: Message | None = None
    whole: bool = True

    def sub_kernel(self, stated: Statement, soc: Soc | None) -> SubKernel:
        """The operator that `stated` makes of the kernel; raises `StatementError` where type or blocks stay open."""
        kernel_type = stated.kernel_type or self.kernel_type
        if not kernel_type:
            reason = message("the type of kernel `{name}` is not known: write `{name}:TYPE=N`", name=self.name)
            raise StatementError(reason)
        apart = self.apart
        if kernel_type not in FUSIBLE_TYPES:
            apart = message("kernels of type `{type}` are not fused", type=kernel_type)
        blocks = stated.blocks if stated.blocks is not None else self._blocks(kernel_type, soc)
        whole = SubKernel(
            name=self.name,
            kernel_type=kernel_type,
            blocks=blocks,
            barrier=HARD if self.barrier else NONE if self.whole else UNKNOWN,
            detected=self.detected,
            flags=self.flags is not None,
            soft=self.soft,
            one_vector_core=self.one_vector_core,
            scalar=self.scalar,
            batch=self.batch,
            apart=apart,
            at=self.barrier or self.flags,
        )
        extra = replace(stated, kernel_type=kernel_type, blocks=blocks).sub_kernel() if stated.facts else None
        return whole if extra is None else _with_facts(whole, extra)

    def _blocks(self, kernel_type: str, soc: Soc | None) -> int:
        counts = {launch.count for launch in self.launches}
        numbers = {_number(count, kernel_type, soc) for count in counts}
        number = numbers.pop() if len(numbers) == 1 else None
        if number is not None:
            return number
        if not counts:
            raise StatementError(message("no launch of kernel `{name}` was found: write `{name}=N`", name=self.name))
        if all(count in ("all", "all-aiv", "all-aic") for count in counts):
            raise StatementError(
                message("kernel `{name}` is launched on every core: state the SoC, or write `{name}=N`", name=self.name)
            )
        raise StatementError(
            message(
                "the launch of kernel `{name}` is no number ({counts}): write `{name}=N`",
                name=self.name,
                counts="; ".join(sorted(counts)),
            )
        )


def _number(count: str, kernel_type: str, soc: Soc | None) -> int | None:
    """The blocks that a launch count means for a kernel of a type on a SoC."""
    kind, _, number = count.partition(":")
    match kind:
        case "const":
            return int(number) or None
        case "all-aiv" if soc is not None:
            return soc.aiv
        case "all-aic" if soc is not None:
            return soc.aic
        case "all" if soc is not None:
            return soc.aiv if kernel_type in VECTOR_TYPES else soc.aic
        case _:
            return None


def _with_facts(whole: SubKernel, stated: SubKernel) -> SubKernel:
    """What was read and what a user adds to it."""
    return replace(
        whole,
        barrier=stated.barrier if stated.barrier != "unknown" else whole.barrier,
        detected=whole.detected and stated.detected,
        flags=whole.flags or stated.flags,
        soft=whole.soft or stated.soft,
        one_vector_core=whole.one_vector_core or stated.one_vector_core,
        scalar=whole.scalar or stated.scalar,
        batch=whole.batch or stated.batch,
        dynamic=stated.dynamic,
        apart=whole.apart or stated.apart,
    )
