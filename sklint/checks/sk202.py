"""SK202 matmul-on-aiv1: Matmul calls that the second vector core of a 1:1 kernel reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sklint.checks.sides import met_by
from sklint.checks.spelling import texts
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK202"
# ASCENDC_CUBE_ONLY sends no messages at all; a dual-master configuration is made for 1:1 (MatmulConfig.md)
_EXEMPT = re.compile(r"^[ \t]*#[ \t]*define[ \t]+ASCENDC_CUBE_ONLY\b|\benableMixDualMaster\s*=\s*true\b", re.MULTILINE)

_MIXED = frozenset({(1, 1), (1, 2)})
_CONFIDENCE = {1: "likely"}


def _is_matmul(event: tree.Event) -> bool:
    return isinstance(event, tree.MatmulCall)


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first call of each Matmul object that both vector cores of a block would reach."""
    if (1, 1) not in kernel.kind.ratios or "aiv" not in kernel.trees:
        return
    registered = False
    told: set[int] = set()
    for event, calls in met_by(kernel.trees["aiv"], 1, _is_matmul):
        if not isinstance(event, tree.MatmulCall):
            continue
        registered = registered or event.registered
        if event.registered or not registered or event.object in told:
            continue
        told.add(event.object)
        if any(_EXEMPT.search(text) for text in texts(kernel.program)):
            return
        yield Finding(
            CODE,
            "error",
            # with 1:2 among the types, these calls may be those of a template selection that is made for two
            _CONFIDENCE.get(len(kernel.kind.ratios & _MIXED), "possible") if kernel.kind.ratio is None else "proved",
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
            tuple(call_steps(calls)),
        )
