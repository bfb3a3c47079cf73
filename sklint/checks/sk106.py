"""SK106 sync-kernel-type: a hard sync where the kernel type turns the flag scheduler off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import Place, WalkedKernel, placed

CODE = "SK106"
_PURE = ("KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_AIC_ONLY")


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard barrier or cross-core flag that runs as a pure type; the first mode-4 flag of a type not 1:2."""
    found: list[Finding] = []
    for core_kind, root in kernel.trees.items():
        first: tuple[str, tree.Event, Place] | None = None
        sure = False
        for event, place in placed(root):
            types = kernel.kind.types_under(place.key)
            if len(types) != 1:
                continue
            (type,) = types
            four = _mode_four(event) and type not in ("KERNEL_TYPE_MIX_AIC_1_2", *_PURE)
            if four or (type in _PURE and _needs_scheduler(event)):
                first = first or (type, event, place)
                sure = sure or not any(map(partial(_may_exclude, kernel), place.conditions))
        if first is not None:
            found.append(_finding(kernel, core_kind, *first, sure))
    # one finding a kernel: the set comes before the wait that answers it
    found.sort(key=lambda finding: (finding.at.path, finding.at.line))
    yield from found[:1]


def _needs_scheduler(event: tree.Event) -> bool:
    match event:
        case tree.AllCoreSync(soft=soft):
            return not soft
        case tree.FlagSet() | tree.FlagWait():
            return True
    return False


def _mode_four(event: tree.Event) -> bool:
    return isinstance(event, (tree.FlagSet, tree.FlagWait)) and event.mode == 4


def _may_exclude(kernel: WalkedKernel, condition: tree.Condition) -> bool:
    """Whether a branch may never go the way of the barrier: the host may tie tiling data to a key, and a constant of a
    class may not have been found. Keys and the arguments that make them are launched as they are, and of cores that
    differ some go there."""
    if condition.depends == "core-index":
        return False
    keys = {"tiling_key", *(parameter.name for parameter in kernel.entry.template)}
    leaves = (part for part in condition.value.walk() if not part.args and not part.is_constant)
    return any(leaf.payload not in keys for leaf in leaves)


def _finding(kernel: WalkedKernel, core_kind: str, type: str, event: tree.Event, place: Place, sure: bool) -> Finding:
    declared = kernel.kind.origin in ("declared", "keyword")
    steps = list(call_steps(place.calls))
    if kernel.kind.at is not None:
        steps.append(Step(kernel.kind.at, message("the kernel type is declared here")))
    text = event.text if isinstance(event, (tree.AllCoreSync, tree.FlagSet, tree.FlagWait)) else type
    if type not in _PURE:
        said = message(
            "`{sync}` uses mode 4, which exists for 1:2 kernels only, and this one is `{type}`", sync=text, type=type
        )
        repair = message("declare `KERNEL_TYPE_MIX_AIC_1_2`, or use mode 2, which both vector cores take part in")
    else:
        said = message(
            "`{sync}` needs the hardware scheduler that serves cross-core flags, and `{type}` launches "
            "without it: alone the kernel hangs or is not synchronised, fused it may work",
            sync=text,
            type=type,
        )
        repair = message(
            "declare a MIX type: `KERNEL_TYPE_MIX_AIV_1_0` for vector cores, `KERNEL_TYPE_MIX_AIC_1_0` for cube cores"
        )
    return Finding(
        CODE,
        "error" if declared else "warning",
        "proved" if declared and sure else "likely",
        said,
        event.at,
        (kernel.name,),
        core_kind,
        repair,
        tuple(steps),
    )
