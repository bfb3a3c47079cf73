"""SK106 sync-kernel-type: a hard sync where the kernel type turns the flag scheduler off."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, placed

CODE = "SK106"
_PURE = ("KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_AIC_ONLY")


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard barrier or cross-core flag of a kernel of a pure type; the first mode-4 flag of one not 1:2."""
    kind = kernel.kind
    pure = [t for t in _PURE if t in kind.types]
    # types of single tiling keys say nothing about the others: only a type that every key has counts
    if pure and len(kind.types) == 1:
        yield from _first(kernel, pure[0], _needs_scheduler)
    elif kind.types and "KERNEL_TYPE_MIX_AIC_1_2" not in kind.types:
        yield from _first(kernel, sorted(kind.types)[0], _mode_four)


def _needs_scheduler(event: tree.Event) -> bool:
    match event:
        case tree.AllCoreSync(soft=soft):
            return not soft
        case tree.FlagSet() | tree.FlagWait():
            return True
    return False


def _mode_four(event: tree.Event) -> bool:
    return isinstance(event, (tree.FlagSet, tree.FlagWait)) and event.mode == 4


def _first(kernel: WalkedKernel, type: str, wanted: Callable[[tree.Event], bool]) -> Iterator[Finding]:
    for core_kind, root in kernel.trees.items():
        for event, calls in placed(root):
            if not wanted(event):
                continue
            declared = kernel.kind.origin in ("declared", "keyword")
            text = getattr(event, "text", type)
            steps = list(call_steps(calls))
            if kernel.kind.at is not None:
                steps.append(Step(kernel.kind.at, message("the kernel type is declared here: `{type}`", type=type)))
            yield Finding(
                CODE,
                "error" if declared else "warning",
                "proved" if declared else "likely",
                message(
                    "`{sync}` needs the hardware scheduler that serves cross-core flags, and `{type}` launches "
                    "without it: alone the kernel hangs or is not synchronised, fused it may work",
                    sync=text,
                    type=type,
                ),
                event.at,
                (kernel.name,),
                core_kind,
                message(
                    "declare a MIX type: `KERNEL_TYPE_MIX_AIV_1_0` for vector cores, `KERNEL_TYPE_MIX_AIC_1_0` for "
                    "cube cores"
                ),
                tuple(steps),
            )
            return
