"""SK702 cross-core-arguments: a cross-core flag with a mode, pipe or product that does not go together."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import Place, WalkedKernel, placed

CODE = "SK702"
_FACTS = table("flags")
_ONE_KIND = ("KERNEL_TYPE_MIX_AIV_1_0", "KERNEL_TYPE_MIX_AIC_1_0")
_BETWEEN_KINDS = 2


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Every set, and on Ascend 950 every wait, whose arguments the product does not take."""
    for core_kind, event, place, said in _wrong(kernel):
        yield Finding(
            CODE,
            "error",
            "proved",
            said,
            event.at,
            (kernel.name,),
            core_kind,
            message("use a mode and a pipe that the product, the kernel type and this kind of core have"),
            tuple(call_steps(place.calls)),
        )


def ill_used(kernel: WalkedKernel) -> frozenset[int]:
    """The flags that have such a call: counting them out says nothing."""
    return frozenset(event.flag.payload for _, event, _, _ in _wrong(kernel) if isinstance(event.flag.payload, int))


def _wrong(
    kernel: WalkedKernel,
) -> Iterator[tuple[str, tree.FlagSet | tree.FlagWait, Place, Message]]:
    for core_kind, root in kernel.trees.items():
        for event, place in placed(root):
            if isinstance(event, (tree.FlagSet, tree.FlagWait)):
                said = _judged(kernel, core_kind, event, place)
                if said is not None:
                    yield core_kind, event, place, said


def _judged(kernel: WalkedKernel, core_kind: str, event: tree.FlagSet | tree.FlagWait, place: Place) -> Message | None:
    """What is wrong with a call; on A2 and A3 the template arguments of a wait have no effect."""
    sets = isinstance(event, tree.FlagSet)
    dropped = _FACTS["dropped"]
    if not sets and kernel.architecture != dropped["architecture"]:
        return None
    modes = _FACTS["modes"][str(kernel.architecture)]
    if event.mode is not None and event.mode not in modes:
        return message(
            "`{call}` uses mode {mode}, which this product does not have: the mode is cut to its bits and becomes "
            "another one, and whoever waits for the flag waits for ever",
            call=event.text,
            mode=event.mode,
        )
    if sets and (event.pipe in _FACTS["pipes"]["never"] or _scalar_outside_four(event)):
        return message("`{call}` sets a flag on `{pipe}`, which cannot carry one", call=event.text, pipe=event.pipe)
    if kernel.architecture == dropped["architecture"] and event.pipe and event.pipe not in dropped[core_kind]:
        return message(
            "`{call}` names `{pipe}`, which a {kind} core does not have: on this product the call is dropped",
            call=event.text,
            pipe=event.pipe,
            kind=message("cube") if core_kind == "aic" else message("vector"),
        )
    types = kernel.kind.types_under(place.key)
    declared = kernel.kind.origin in ("declared", "keyword")
    if sets and event.mode == _BETWEEN_KINDS and declared and types and types <= frozenset(_ONE_KIND):
        return message(
            "`{call}` uses mode 2, in which cube and vector cores meet, and `{type}` has one kind of core only: "
            "the flag never fires",
            call=event.text,
            type=min(types),
        )
    return None


def _scalar_outside_four(event: tree.FlagSet | tree.FlagWait) -> bool:
    return event.pipe in _FACTS["pipes"]["four_only"] and event.mode in (0, 1, 2)
