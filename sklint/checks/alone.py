"""Whether code is run only by what is never fused, asked of each tiling key that runs it."""

from __future__ import annotations

from sklint.checks.barriers import told
from sklint.checks.compiled import is_marked, is_never_fused, may_be_marked
from sklint.checks.keys import KEY, decide
from sklint.checks.places import Conditions
from sklint.host import ways
from sklint.host.reach import counts_reaching, reaches
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import atom, constant, equal, number_of


def is_always_alone(kernel: WalkedKernel, conditions: Conditions) -> bool:
    """Whether every tiling key that runs code behind `conditions` starts threads, or sets dynamic local memory."""
    if is_marked(kernel):
        return True
    if not may_be_marked(kernel):
        return False
    if is_never_fused(kernel, conditions) or sets_local_memory(kernel, conditions):
        return True
    keyed = [
        (*conditions, (tree.Condition("uniform", equal(atom(ways.KEY), constant(key)), "", kernel.entry.at), True))
        for key in kernel.keys
        if all(decide(condition.value, {KEY: key}) is not (not truth) for condition, truth in conditions)
    ]
    return bool(keyed) and all(is_never_fused(kernel, one) or sets_local_memory(kernel, one) for one in keyed)


def may_size_local_memory(kernel: WalkedKernel) -> bool:
    """Whether a launch of the kernel may be given dynamic local memory at all."""
    return any(number_of(launch.local_memory) != 0 for launch in kernel.launches)


def sets_local_memory(kernel: WalkedKernel, conditions: Conditions) -> bool:
    """Whether all launches that lead to code behind `conditions` do, on every way there."""
    way = told(conditions)
    leading = [one for one in kernel.launches if not one.empty and reaches(way, one, kernel.parameters)]
    return bool(leading) and not any(
        next(counts_reaching(way, one, kernel.parameters, static=True), None) for one in leading
    )
