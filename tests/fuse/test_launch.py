"""The launch of a fused kernel against the stated rules, by a second derivation that shares no code with the first."""

from __future__ import annotations

from itertools import count, product

import pytest

from sklint.facts.socs import soc_named
from sklint.fuse.launch import Cores, FusedLaunch, Refused, demand, forced_launch, natural_launch

SOC = soc_named("Ascend910B4")

# How many cube and vector cores one block of each type stands for, as KERNEL_TASK_TYPE documents it.
BLOCK = {
    "KERNEL_TYPE_AIV_ONLY": (0, 1),
    "KERNEL_TYPE_MIX_AIV_1_0": (0, 1),
    "KERNEL_TYPE_AIC_ONLY": (1, 0),
    "KERNEL_TYPE_MIX_AIC_1_0": (1, 0),
    "KERNEL_TYPE_MIX_AIC_1_1": (1, 1),
    "KERNEL_TYPE_MIX_AIC_1_2": (1, 2),
}
COUNTS = (1, 8, 20, 21)
KERNEL_SETS = [
    tuple(zip(types, counts, strict=True))
    for size in (1, 2)
    for types in product(BLOCK, repeat=size)
    for counts in product(COUNTS if size == 1 else (8, 20, 37), repeat=size)
]
FORCED = [(0, 0), (20, 0), (0, 40), (20, 20), (20, 40), (20, 30), (8, 16), (24, 48), (20, 41), (0, 20)]


def smallest_covering(kernels, per_block):
    """The smallest N for which N blocks of `per_block` cores cover every sub-kernel."""
    for blocks in count(1):
        if all(n * BLOCK[kind][side] <= blocks * per_block[side] for kind, n in kernels for side in (0, 1)):
            return blocks
    raise AssertionError


def expected_natural(kernels):
    sides = {side for kind, _ in kernels for side in (0, 1) if BLOCK[kind][side]}
    if sides == {1}:
        return "KERNEL_TYPE_MIX_AIV_1_0", smallest_covering(kernels, (0, 1))
    if sides == {0}:
        return "KERNEL_TYPE_MIX_AIC_1_0", smallest_covering(kernels, (1, 0))
    cubes = max(n * BLOCK[kind][0] for kind, n in kernels)
    vectors = max(n * BLOCK[kind][1] for kind, n in kernels)
    if cubes < vectors:
        return "KERNEL_TYPE_MIX_AIC_1_2", smallest_covering(kernels, (1, 2))
    return "KERNEL_TYPE_MIX_AIC_1_1", cubes


def expected_forced(kernels, aic, aiv):
    kind, blocks = expected_natural(kernels)
    if (aic, aiv) == (0, 0):
        return kind, blocks
    if 0 not in (aic, aiv) and aiv / aic not in (1, 2):
        return "ratio"
    if aic > 20:
        return "aic-over-soc"
    if aiv > 40:
        return "aiv-over-soc"
    cube, vector = (blocks * side for side in BLOCK[kind])
    if aic < cube:
        return "aic-below-demand"
    if aiv < vector:
        return "aiv-below-demand"
    if aiv == 0:
        return "KERNEL_TYPE_MIX_AIC_1_0", aic
    if aic == 0:
        return "KERNEL_TYPE_MIX_AIV_1_0", aiv
    return {1: "KERNEL_TYPE_MIX_AIC_1_1", 2: "KERNEL_TYPE_MIX_AIC_1_2"}[aiv // aic], aic


CASES = [(kernels, forced) for kernels in KERNEL_SETS for forced in FORCED]


def test_the_table_is_as_large_as_promised() -> None:
    assert len(CASES) >= 400


@pytest.mark.parametrize("kernels", KERNEL_SETS, ids=str)
def test_launch_follows_the_rules(kernels) -> None:
    natural = natural_launch(kernels)
    assert (natural.kernel_type, natural.blocks) == expected_natural(kernels)
    for aic, aiv in FORCED:
        outcome = forced_launch(natural, Cores(aic, aiv), SOC)
        got = outcome.why if isinstance(outcome, Refused) else (outcome.kernel_type, outcome.blocks)
        assert got == expected_forced(kernels, aic, aiv), (kernels, aic, aiv)


@pytest.mark.parametrize("kernels", KERNEL_SETS, ids=str)
def test_the_run_time_never_demotes(kernels) -> None:
    launch = natural_launch(kernels, "aclnn")
    if any(kind == "KERNEL_TYPE_MIX_AIC_1_2" for kind, _ in kernels):
        assert (launch.kernel_type, launch.blocks) == ("KERNEL_TYPE_MIX_AIC_1_2", smallest_covering(kernels, (1, 2)))
    else:
        assert launch == natural_launch(kernels)


AIV, AIC = "KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_AIC_ONLY"
MIX11, MIX12 = "KERNEL_TYPE_MIX_AIC_1_1", "KERNEL_TYPE_MIX_AIC_1_2"


@pytest.mark.parametrize(
    ("kernels", "kernel_type", "blocks"),
    [
        ([(AIC, 20), (AIV, 40)], MIX12, 20),
        ([(AIC, 20), (AIV, 20)], MIX11, 20),
        ([(AIC, 20), (AIV, 47)], MIX12, 24),
        ([(MIX11, 20)], MIX11, 20),
        ([(MIX11, 20), (AIV, 21)], MIX12, 20),
        ([(MIX12, 8), (AIC, 24)], MIX11, 24),
        ([(AIV, 4), (AIV, 2)], "KERNEL_TYPE_MIX_AIV_1_0", 4),
    ],
)
def test_executed_examples(kernels, kernel_type, blocks) -> None:
    launch = natural_launch(kernels)
    assert (launch.kernel_type, launch.blocks) == (kernel_type, blocks)


@pytest.mark.parametrize(
    ("asked", "kernel_type", "blocks"),
    [
        ((12, 0), "KERNEL_TYPE_MIX_AIC_1_0", 12),
        ((12, 12), MIX11, 12),
        ((12, 24), MIX12, 12),
    ],
)
def test_documented_debug_numbers(asked, kernel_type, blocks) -> None:
    natural = natural_launch([(AIC, 8)])
    assert forced_launch(natural, Cores(*asked), soc_named("A3")) == FusedLaunch(kernel_type, blocks, Cores(8, 0))


def test_a_vector_only_kernel_may_be_forced_to_both_kinds() -> None:
    natural = natural_launch([(AIV, 40)])
    forced = forced_launch(natural, Cores(24, 48), soc_named("A3"))
    assert forced == FusedLaunch(MIX12, 24, Cores(0, 40))


def test_a_vector_number_alone_forces_vector_cores() -> None:
    forced = forced_launch(natural_launch([(AIV, 4)]), Cores(0, 12), None)
    assert forced == FusedLaunch("KERNEL_TYPE_MIX_AIV_1_0", 12, Cores(0, 4))


@pytest.mark.parametrize("asked", [(20, 0), (0, 40)])
def test_one_number_alone_is_refused_on_a_mixed_launch(asked) -> None:
    natural = natural_launch([(AIC, 20), (AIV, 40)])
    assert isinstance(forced_launch(natural, Cores(*asked), SOC), Refused)


def test_an_unknown_soc_sets_no_limit() -> None:
    assert isinstance(forced_launch(natural_launch([(AIC, 8)]), Cores(500, 0), None), FusedLaunch)


def test_an_odd_vector_demand_leaves_a_core_over() -> None:
    launch = natural_launch([(AIC, 20), (AIV, 47)])
    assert launch.cores == Cores(24, 48)
    assert launch.demand == Cores(20, 47)


@pytest.mark.parametrize(("kind", "per_block"), BLOCK.items())
def test_demand_is_cores_per_block_times_blocks(kind, per_block) -> None:
    assert demand(kind, 7) == Cores(7 * per_block[0], 7 * per_block[1])
