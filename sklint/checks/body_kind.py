"""Code for a kind of core that the declared type of a kernel does not launch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sklint import program as p
from sklint.walk import tree
from sklint.walk.effects import EffectTable
from sklint.walk.kernel import WalkedKernel, placed, walk_instance
from sklint.walk.kernel_api import CUBE_WORDS

_OF_ONE_KIND = {
    "aic": frozenset({"KERNEL_TYPE_AIC_ONLY", "KERNEL_TYPE_MIX_AIC_1_0"}),
    "aiv": frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"}),
}


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A call that only cores of `core_kind` could make, in a kernel of `type`, which launches the other kind."""

    core_kind: str
    type: str
    what: str
    at: p.Span


def misplaced(kernel: WalkedKernel) -> Misplaced | None:
    """The first call of the kind of core that is not launched; None where there is none, or both kinds are."""
    for launched, types in _OF_ONE_KIND.items():
        if not kernel.kind.types & types:
            continue
        other = "aiv" if launched == "aic" else "aic"
        shared = {event.at for event, _ in placed(kernel.whole[launched])} if launched in kernel.whole else None
        root = _as_other(kernel, other)
        if shared is None or root is None:
            continue
        for event, place in placed(root):
            declared = kernel.kind.types_under(place.key)
            what = _work(event)
            if what and event.at not in shared and declared and declared <= types:
                return Misplaced(other, min(declared), what, event.at)
    if kernel.kind.types and kernel.kind.types <= _OF_ONE_KIND["aiv"] and "aiv" in kernel.trees:
        return next(_served(kernel), None)
    return None


def _as_other(kernel: WalkedKernel, core_kind: str) -> tree.Seq | None:
    """What the kind of core that is not launched would do; cube cores are looked at where there is cube code."""
    if core_kind in kernel.whole:
        return kernel.whole[core_kind]
    reached = EffectTable(kernel.program.functions.values()).reached_names(kernel.entry.plain_name)
    if CUBE_WORDS.isdisjoint(reached):
        return None
    return walk_instance(kernel.program, kernel.entry, (), (core_kind,))[core_kind]


def _served(kernel: WalkedKernel) -> Iterator[Misplaced]:
    """Calls of a Matmul object, which a cube core answers."""
    for event, place in placed(kernel.trees["aiv"]):
        types = kernel.kind.types_under(place.key)
        if isinstance(event, tree.MatmulCall) and not event.registered and types:
            yield Misplaced("aic", min(types), event.method, event.at)


def _work(event: tree.Event) -> str:
    """What an event does that somebody must see; empty for what only prepares."""
    match event:
        case tree.Copy(out=True, api=api):
            return api
        case tree.AllCoreSync(text=text) | tree.FlagSet(text=text) | tree.FlagWait(text=text):
            return text
    return ""
