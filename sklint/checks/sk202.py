"""SK202 matmul-on-aiv1: Matmul calls that the second vector core of a 1:1 kernel reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sklint.checks.sides import Met, met_by
from sklint.checks.spelling import texts
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK202"
# ASCENDC_CUBE_ONLY sends no messages at all; a dual-master configuration is made for 1:1 (MatmulConfig.md)
_EXEMPT = re.compile(r"^[ \t]*#[ \t]*define[ \t]+ASCENDC_CUBE_ONLY\b|\benableMixDualMaster\s*=\s*true\b", re.MULTILINE)

_MIXED = frozenset({(1, 1), (1, 2)})


def _is_matmul(event: tree.Event) -> bool:
    return isinstance(event, tree.MatmulCall)


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first call of each registered Matmul object that both vector cores of a block would reach."""
    if (1, 1) not in kernel.kind.ratios or "aiv" not in kernel.trees:
        return
    # an object that nobody registers is no client: the core that calls it does the work itself
    registered: set[int] = set()
    told: set[int] = set()
    for met in met_by(kernel.trees["aiv"], 1, _is_matmul):
        event = met.event
        if not isinstance(event, tree.MatmulCall):
            continue
        if event.registered:
            registered.add(event.object)
        if event.registered or event.object not in registered or event.object in told:
            continue
        if (1, 1) not in kernel.kind.ratios_under(met.keys):
            continue
        told.add(event.object)
        if any(_EXEMPT.search(text) for text in texts(kernel.program)):
            return
        yield Finding(
            CODE,
            *_judged(kernel, met),
            message(
                "`{method}` of a Matmul object is reached by both vector cores of a block: a wider operator makes this "
                "1:1 kernel run on two, and the cube core serves the first one only, so that the second never returns",
                method=event.method,
            ),
            event.at,
            (kernel.name,),
            "aiv",
            message(
                "guard the calls with `GetSubBlockIdx() == 0` and keep `REGIST_MATMUL_OBJ` outside, or declare 1:2"
            ),
            tuple(call_steps(met.calls)),
        )


def _judged(kernel: WalkedKernel, met: Met) -> tuple[str, str]:
    """Severity and confidence; of what may run as several types, 1:2 among them, the calls may be those of a selection
    that is made for two."""
    if met.doubtful:
        return "warning", "possible"
    if kernel.kind.runs_as((1, 1), met.keys):
        return "error", "proved"
    return ("error" if len(kernel.kind.ratios_under(met.keys) & _MIXED) == 1 else "warning"), "likely"
