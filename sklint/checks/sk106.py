"""SK106 sync-kernel-type: a hard sync where the kernel type turns the flag scheduler off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sklint.checks.compiled import is_marked, is_never_fused
from sklint.checks.launched import may_be_launched
from sklint.checks.places import Around, places
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.kernel import Place, WalkedKernel, has_template_keys, placed

CODE = "SK106"
_PURE = ("KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_AIC_ONLY")
_SYNCS = (tree.AllCoreSync, tree.FlagSet, tree.FlagWait)


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard barrier or cross-core flag that runs as a pure type; the first mode-4 flag of a type not 1:2."""
    found: list[Finding] = []
    for core_kind, root in kernel.trees.items():
        first: _Found | None = None
        sure = False
        for one in _found(kernel, root):
            excluded = any(map(partial(_may_exclude, kernel), one.place.conditions))
            if excluded and not may_be_launched(kernel, one.around):
                continue
            first = first or one
            sure = sure or not excluded
        if first is not None:
            found.append(_finding(kernel, core_kind, first, sure))
    # one finding a kernel: the set comes before the wait that answers it
    found.sort(key=lambda finding: (finding.at.path, finding.at.line))
    yield from found[:1]


@dataclass(frozen=True, slots=True)
class _Found:
    """A barrier of a type that has no scheduler for it, and where it stands."""

    type: str
    event: tree.AllCoreSync | tree.FlagSet | tree.FlagWait
    place: Place
    around: Around


def _found(kernel: WalkedKernel, root: tree.Seq) -> Iterator[_Found]:
    standing = iter(places(root, _is_sync))
    for event, place in placed(root):
        if not isinstance(event, _SYNCS):
            continue
        _, around = next(standing)
        types = kernel.kind.types_under(place.key)
        if len(types) != 1:
            continue
        (type,) = types
        four = _mode_four(event) and type not in ("KERNEL_TYPE_MIX_AIC_1_2", *_PURE)
        if four or (type in _PURE and _needs_scheduler(event)):
            yield _Found(type, event, place, around)


def _is_sync(node: tree.Node) -> bool:
    return isinstance(node, _SYNCS)


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
    leaves = condition.value.leaves()
    return any(leaf.payload not in keys for leaf in leaves)


def _finding(kernel: WalkedKernel, core_kind: str, found: _Found, sure: bool) -> Finding:
    declared = kernel.kind.origin in ("declared", "keyword")
    keyed = has_template_keys(kernel.program, kernel.entry) and kernel.kind.origin != "keyword"
    doubted = keyed and kernel.kind.at is not None
    event, type = found.event, found.type
    steps = list(call_steps(found.place.calls))
    declared_at = kernel.kind.declared_at(type)
    if declared_at is not None:
        steps.append(Step(declared_at, message("the kernel type is declared here")))
    if type not in _PURE:
        said = message(
            "`{sync}` uses mode 4, which exists for 1:2 kernels only, and this one is `{type}`",
            sync=event.text,
            type=type,
        )
    else:
        fused = not is_marked(kernel) and not is_never_fused(kernel, found.around.conditions)
        said = message(
            "`{sync}` needs the hardware scheduler that serves cross-core flags, and `{type}` launches "
            "without it: alone the kernel hangs or is not synchronised{consequence}",
            sync=event.text,
            type=type,
            consequence=message(", fused it may work") if fused else message(", and it is never fused"),
        )
        if doubted:
            # the build code takes the macro for the selections that name no type, whatever the documentation says
            said = message("{said}; the documentation has the type without effect beside template keys", said=said)
    return Finding(
        CODE,
        "error" if declared and not doubted else "warning",
        "proved" if declared and sure and not doubted else "likely",
        said,
        event.at,
        (kernel.name,),
        core_kind,
        _repair(type, keyed),
        tuple(steps),
    )


def _repair(type: str, keyed: bool) -> Message:
    """What to declare; beside template keys a macro has no effect, and all selections name a type or none does."""
    if keyed and type in _PURE:
        return message(
            "name a MIX type in each selection of template arguments: "
            "`ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIV_1_0)` for vector cores, "
            "`ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_0)` for cube cores"
        )
    if keyed:
        return message(
            "name `ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_2)` in each selection of template arguments, or "
            "use mode 2, which both vector cores take part in"
        )
    if type in _PURE:
        return message(
            "declare a MIX type: `KERNEL_TYPE_MIX_AIV_1_0` for vector cores, `KERNEL_TYPE_MIX_AIC_1_0` for cube cores"
        )
    return message("declare `KERNEL_TYPE_MIX_AIC_1_2`, or use mode 2, which both vector cores take part in")
