"""SK105 sync-all-flavour: `isAIVOnly` against the kernel type, or a barrier called from the other kind of core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events

CODE = "SK105"
_VECTOR_ONLY = frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"})
_CUBE_ONLY = frozenset({"KERNEL_TYPE_AIC_ONLY", "KERNEL_TYPE_MIX_AIC_1_0"})


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Compare each hard `SyncAll` with the kinds of core that the kernel's types launch."""
    for core_kind, root in kernel.trees.items():
        seen = set()
        for event in events(root):
            if isinstance(event, tree.AllCoreSync) and not event.soft and event.at not in seen:
                seen.add(event.at)
                yield from _judge(kernel, core_kind, event)


def _judge(kernel: WalkedKernel, core_kind: str, event: tree.AllCoreSync) -> Iterator[Finding]:
    types = kernel.kind.types
    declared = kernel.kind.origin in ("declared", "keyword")
    if event.aiv_only is False and types and types <= _VECTOR_ONLY:
        yield _finding(
            kernel,
            event,
            core_kind,
            "error" if declared else "warning",
            message(
                "`{barrier}` waits for cube cores, and this kernel (`{type}`) launches none: it never returns",
                barrier=event.text,
                type=sorted(types)[0],
            ),
            message("use `SyncAll()`, the form for vector cores alone"),
            "proved" if declared else "likely",
        )
    elif event.aiv_only is True and core_kind == "aic" and not types <= _VECTOR_ONLY:
        yield _finding(
            kernel,
            event,
            core_kind,
            "error",
            message(
                "`{barrier}` is the form for vector cores alone, and cube cores reach it: on A2 and A3 they wait on "
                "the vector cores' flag, on Ascend 950 they pass without waiting",
                barrier=event.text,
            ),
            message("use `SyncAll<false>()` on both kinds of core, or keep the call in the vector branch"),
            "proved" if declared else "likely",
        )


def _finding(
    kernel: WalkedKernel,
    event: tree.AllCoreSync,
    core_kind: str,
    severity: str,
    said: Message,
    repair: Message,
    confidence: str,
) -> Finding:
    return Finding(CODE, severity, confidence, said, event.at, (kernel.name,), core_kind, repair)
