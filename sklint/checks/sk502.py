"""SK502 sk-entry-block-num: `GetBlockNum()` reachable from a `__sk__` function."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, placed

CODE = "SK502"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Each call of `GetBlockNum()` that a bound function reaches."""
    if "sk" not in kernel.entry.attributes:
        return
    for core_kind, root in kernel.trees.items():
        seen = set()
        for event, place in placed(root):
            if isinstance(event, tree.CoreQuery) and event.api == "GetBlockNum" and event.at not in seen:
                seen.add(event.at)
                yield Finding(
                    CODE,
                    "error",
                    "proved",
                    message(
                        "`GetBlockNum()` in a bound function is the number of blocks of the whole SuperKernel, not of "
                        "this operator: the work is dealt out to cores that are not there"
                    ),
                    event.at,
                    (kernel.name,),
                    core_kind,
                    message("take it from the second parameter: `sysArgs->SkGetNumBlocks()`, and pass it on"),
                    tuple(call_steps(place.calls)),
                )
