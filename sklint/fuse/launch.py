"""What a fused kernel is launched on: the rule of the operator compiler (GE) and that of the run time (npugraph_ex).

Sources: asc-devkit asc_op_compiler/super_kernel_op_infos.py for GE; graph-autofusion super_kernel/src/aot,
sk_task_builder.cpp for npugraph_ex over aclnn operators and over kernels bound with `SK_BIND`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sklint.facts.socs import Soc

AIV_ONLY = "KERNEL_TYPE_AIV_ONLY"
AIC_ONLY = "KERNEL_TYPE_AIC_ONLY"
MIX_AIV_1_0 = "KERNEL_TYPE_MIX_AIV_1_0"
MIX_AIC_1_0 = "KERNEL_TYPE_MIX_AIC_1_0"
MIX_AIC_1_1 = "KERNEL_TYPE_MIX_AIC_1_1"
MIX_AIC_1_2 = "KERNEL_TYPE_MIX_AIC_1_2"

VECTOR_TYPES = frozenset({AIV_ONLY, MIX_AIV_1_0})
CUBE_TYPES = frozenset({AIC_ONLY, MIX_AIC_1_0})
MIX_TYPES = frozenset({MIX_AIC_1_1, MIX_AIC_1_2})
FUSIBLE_TYPES = VECTOR_TYPES | CUBE_TYPES | MIX_TYPES

PATHS = ("ge", "aclnn", "direct")


@dataclass(frozen=True, slots=True)
class Cores:
    """A number of cube cores and a number of vector cores."""

    aic: int
    aiv: int


@dataclass(frozen=True, slots=True)
class FusedLaunch:
    """The launch of a fused kernel: `blocks` AI Cores of `kernel_type`, and what its operators asked for together."""

    kernel_type: str
    blocks: int
    demand: Cores

    @property
    def cores(self) -> Cores:
        """The cores that run: cube cores and vector cores of all blocks."""
        return Cores(
            aic=0 if self.kernel_type in VECTOR_TYPES else self.blocks,
            aiv=vector_cores(self.kernel_type, self.blocks),
        )


@dataclass(frozen=True, slots=True)
class Refused:
    """A launch that the operator compiler refuses to build.

    `why` is ratio (not 1:0, 0:1, 1:1 or 1:2), aic-over-soc, aiv-over-soc, aic-below-demand or aiv-below-demand;
    `limit` is the number that `asked` violates, 0 for a ratio.
    """

    why: str
    asked: int
    limit: int


def vector_cores(kernel_type: str, blocks: int) -> int:
    """How many vector cores `blocks` blocks of a kernel type are."""
    if kernel_type in CUBE_TYPES:
        return 0
    return 2 * blocks if kernel_type == MIX_AIC_1_2 else blocks


def demand(kernel_type: str, blocks: int) -> Cores:
    """The cores that a sub-kernel of a fusible type needs when it is launched on `blocks` blocks."""
    return Cores(aic=0 if kernel_type in VECTOR_TYPES else blocks, aiv=vector_cores(kernel_type, blocks))


def natural_launch(kernels: Sequence[tuple[str, int]], path: str = "ge") -> FusedLaunch:
    """The launch that sub-kernels (type, blocks) lead to without any option; `kernels` is not empty, types are fusible.

    GE promotes 1:1 to 1:2 and demotes 1:2 to 1:1 by the merged demand alone; the run time of the other paths keeps
    1:2 where any sub-kernel has it.
    """
    needs = [demand(kernel_type, blocks) for kernel_type, blocks in kernels]
    merged = Cores(aic=max(need.aic for need in needs), aiv=max(need.aiv for need in needs))
    types = {kernel_type for kernel_type, _ in kernels}
    halved = max(merged.aic, (merged.aiv + 1) // 2)
    if types <= VECTOR_TYPES:
        return FusedLaunch(MIX_AIV_1_0, merged.aiv, merged)
    if types <= CUBE_TYPES:
        return FusedLaunch(MIX_AIC_1_0, merged.aic, merged)
    if path != "ge" and MIX_AIC_1_2 in types:
        return FusedLaunch(MIX_AIC_1_2, halved, merged)
    if merged.aiv <= merged.aic:
        return FusedLaunch(MIX_AIC_1_1, merged.aic, merged)
    return FusedLaunch(MIX_AIC_1_2, halved, merged)


def forced_launch(natural: FusedLaunch, asked: Cores, soc: Soc | None) -> FusedLaunch | Refused:
    """The launch that `debug-aic-num` and `debug-aiv-num` turn a GE launch into; 0 stands for an option not set.

    The checks come in the compiler's order: ratio, SoC (skipped where it is unknown), demand.
    """
    if asked == Cores(0, 0):
        return natural
    if asked.aic and asked.aiv and asked.aiv not in (asked.aic, 2 * asked.aic):
        return Refused("ratio", asked.aiv, 0)
    if soc is not None and asked.aic > soc.aic:
        return Refused("aic-over-soc", asked.aic, soc.aic)
    if soc is not None and asked.aiv > soc.aiv:
        return Refused("aiv-over-soc", asked.aiv, soc.aiv)
    if asked.aic < natural.cores.aic:
        return Refused("aic-below-demand", asked.aic, natural.cores.aic)
    if asked.aiv < natural.cores.aiv:
        return Refused("aiv-below-demand", asked.aiv, natural.cores.aiv)
    if asked.aiv == 0:
        return FusedLaunch(MIX_AIC_1_0, asked.aic, natural.demand)
    if asked.aic == 0:
        return FusedLaunch(MIX_AIV_1_0, asked.aiv, natural.demand)
    return FusedLaunch(MIX_AIC_1_1 if asked.aic == asked.aiv else MIX_AIC_1_2, asked.aic, natural.demand)
