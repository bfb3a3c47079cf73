"""SK817 sk-bind-split: an `SK_BIND` with fewer than four distinct functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklint import program as p
from sklint.checks.bindings import MOST_FUNCTIONS, bindings
from sklint.finding import Finding, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK817"


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each binding whose functions are all known, and are one to three."""
    for binding in bindings(program):
        count = len(list(binding.bound()))
        if binding.kernel is None or None in binding.functions or not 0 < count < MOST_FUNCTIONS:
            continue
        yield Finding(
            CODE,
            "info",
            "proved",
            message(
                "`{kernel}` is bound to {count} of four possible functions: the calls share one place in the code, "
                "and the instruction cache gains nothing from a split",
                kernel=binding.kernel.name,
                count=count,
            ),
            binding.at,
            (binding.kernel.plain_name,),
            repair=message("make four instances of it with a template parameter that changes nothing else"),
        )
