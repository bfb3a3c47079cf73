"""SK105 sync-all-flavour: `isAIVOnly` against the kernel type, or a barrier called from the other kind of core."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.told_cubes import told_cubes
from sklint.finding import Finding, Message, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.kernel import Place, WalkedKernel, placed

CODE = "SK105"
_VECTOR_ONLY = frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"})


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Compare each hard `SyncAll` with the kinds of core that its type launches."""
    for core_kind, root in kernel.trees.items():
        seen = set()
        for event, place in _barriers(root):
            types = kernel.kind.types_under(place.key)
            if event.at not in seen and types:
                seen.add(event.at)
                yield from _judge(kernel, core_kind, types, event)


def _barriers(root: tree.Seq) -> Iterator[tuple[tree.AllCoreSync, Place]]:
    for event, place in placed(root):
        if isinstance(event, tree.AllCoreSync) and not event.soft:
            yield event, place


def _reached_by_vector_cores(kernel: WalkedKernel) -> frozenset[Span]:
    return frozenset(event.at for event, _ in _barriers(kernel.trees["aiv"])) if "aiv" in kernel.trees else frozenset()


def _judge(kernel: WalkedKernel, core_kind: str, types: frozenset[str], event: tree.AllCoreSync) -> Iterator[Finding]:
    declared = kernel.kind.origin in ("declared", "keyword")
    confidence = "proved" if declared else "likely"
    if event.aiv_only is False and types <= _VECTOR_ONLY:
        said = message(
            "`{barrier}` waits for cube cores, and this kernel (`{type}`) launches none: it never returns",
            barrier=event.text,
            type=sorted(types)[0],
        )
        repair = message("use `SyncAll()`, the form for vector cores alone")
        yield _finding(kernel, event, core_kind, "error" if declared else "warning", said, repair, confidence)
    elif event.aiv_only is True and core_kind == "aic" and not types & _VECTOR_ONLY:
        if event.at in kernel.once(told_cubes):
            return
        said = message(
            "`{barrier}` is the form for vector cores alone, and cube cores reach it: on A2 and A3 they wait among "
            "themselves, on Ascend 950 they pass without waiting, and on none do the two kinds meet",
            barrier=event.text,
        )
        if event.at in kernel.once(_reached_by_vector_cores):
            repair = message("use `SyncAll<false>()` on both kinds of core, or keep the call in the vector branch")
        else:
            repair = message(
                "use `SyncAll<false>()` on both kinds of core, or, where the cube cores alone have to meet, "
                "`CrossCoreSetFlag<0x0, PIPE_FIX>` and `CrossCoreWaitFlag` on each of them"
            )
        yield _finding(kernel, event, core_kind, "warning", said, repair, confidence)


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
