"""SK905 core-ratio: forced core numbers in a ratio that no launch has."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import option_strings
from sklint.finding import Finding, Step, message
from sklint.scripts.model import OptionPart, Script

CODE = "SK905"


def check_script(script: Script) -> Iterator[Finding]:
    """`debug-aic-num` and `debug-aiv-num` that are both set and neither equal nor one to two."""
    for written, _, parts in option_strings(script):
        aic, aiv = _given(parts, "debug-aic-num"), _given(parts, "debug-aiv-num")
        if aic is None or aiv is None:
            continue
        cubes, vectors = int(aic.value or 0), int(aiv.value or 0)
        if cubes and vectors and vectors not in (cubes, 2 * cubes):
            yield written.finding(
                CODE,
                "error",
                aiv.name_at,
                message(
                    "{aic} cube and {aiv} vector cores are no launch of a SuperKernel: it is not built",
                    aic=cubes,
                    aiv=vectors,
                ),
                message(
                    "write as many vector cores as cube cores, or twice as many: {equal} or {twice}",
                    equal=cubes,
                    twice=2 * cubes,
                ),
                trace=[Step(aic.name_at, message("the cube cores are given here"))],
            )


def _given(parts: tuple[OptionPart, ...], name: str) -> OptionPart | None:
    found = [part for part in parts if part.name == name and part.known and (part.value or "").isdigit()]
    return found[0] if found else None
