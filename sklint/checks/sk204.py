"""SK204 vector-only-ratio-query: ratio and sub-block queries in a kernel of vector cores alone."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.paths import is_direct
from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import Value

CODE = "SK204"
_OF_THE_BLOCK = frozenset({"task_ratio", "sub_block_num", "sub_block_idx"})
_QUERIES = {name: fact["value"] for name, fact in table("calls")["query"].items() if fact["value"] in _OF_THE_BLOCK}
_VECTOR_ONLY = frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"})


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Each query of the block's shape in a kernel that has no cube core beside it."""
    if not kernel.kind.types or not kernel.kind.types <= _VECTOR_ONLY or "aiv" not in kernel.trees:
        return
    if kernel.kind.origin == "inferred" and "aic" in kernel.whole:
        # it names what only a cube core does, and no walk came by that: then it may be no vector-only kernel
        return
    seen = set()
    used = _used(kernel.trees["aiv"])
    for event in events(kernel.trees["aiv"]):
        if not isinstance(event, tree.CoreQuery) or event.raw or event.at in seen:
            continue
        if _QUERIES.get(event.api) in used:
            # reading the host is dear, and most kernels have no such query
            if kernel.once(is_direct):
                return
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


def _used(node: tree.Node) -> frozenset[str]:
    """The queries whose answer decides about control, or goes into arithmetic or an address."""
    values: list[Value] = []
    stack: list[tree.Node] = [node]
    while stack:
        match stack.pop():
            case tree.Seq(body=body):
                stack.extend(body)
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                values.append(condition.value)
                stack.extend((then, otherwise))
            case tree.Loop(trips=trips, body=inner):
                values.append(trips.value)
                stack.append(inner)
            case tree.Called(body=inner):
                stack.append(inner)
            case tree.CoreArithmetic(left=left, right=right):
                values.extend((left, right))
            case tree.AllCoreSync(count=count) if count is not None:
                values.append(count)
            case tree.Copy(memory=memory) | tree.ScalarAccess(memory=memory) if memory is not None:
                values.append(memory.index)
    # values share most of their parts, so these are looked at together
    seen = set(values)
    rest = list(seen)
    while rest:
        new = set(rest.pop().args) - seen
        seen |= new
        rest.extend(new)
    return frozenset(str(part.payload) for part in seen if part.op == "atom")
