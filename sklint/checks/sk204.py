"""SK204 vector-only-ratio-query: ratio and sub-block queries in a kernel of vector cores alone."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events

CODE = "SK204"
_OF_THE_BLOCK = frozenset({"task_ratio", "sub_block_num", "sub_block_idx"})
_QUERIES = frozenset(name for name, fact in table("calls")["query"].items() if fact["value"] in _OF_THE_BLOCK)
_VECTOR_ONLY = frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"})


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Each query of the block's shape in a kernel that has no cube core beside it."""
    if not kernel.kind.types or not kernel.kind.types <= _VECTOR_ONLY or "aiv" not in kernel.trees:
        return
    seen = set()
    for event in events(kernel.trees["aiv"]):
        if isinstance(event, tree.CoreQuery) and event.api in _QUERIES and not event.raw and event.at not in seen:
            seen.add(event.at)
            yield Finding(
                CODE,
                "warning",
                "proved" if kernel.kind.origin in ("declared", "keyword") else "likely",
                message(
                    "`{query}()` says something else inside a SuperKernel: in a vector-only kernel alone it is 1 (0 "
                    "for the index), in a 1:2 SuperKernel it is that of the fused launch (inferred)",
                    query=event.api,
                ),
                event.at,
                (kernel.name,),
                "aiv",
                message("drop it: `GetBlockNum()` and `GetBlockIdx()` count vector cores here"),
            )
