"""Code for a kind of core that the declared type of a kernel does not launch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sklint import program as p
from sklint.facts.table import table
from sklint.walk import tree
from sklint.walk.cube import names_cube_work
from sklint.walk.effects import EffectTable
from sklint.walk.flow import key_of
from sklint.walk.kernel import WalkedKernel, events, walk_instance
from sklint.walk.values import Value

_OF_ONE_KIND = {
    "aic": frozenset({"KERNEL_TYPE_AIC_ONLY", "KERNEL_TYPE_MIX_AIC_1_0"}),
    "aiv": frozenset({"KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0"}),
}

_VECTOR = frozenset(table("calls")["queue"]["V"])
# a vector instruction has a target, at least one source, and a count or mask
_OPERANDS = 3


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
        shared = {event.at for event in events(kernel.whole[launched])} if launched in kernel.whole else None
        root = _as_other(kernel, other)
        if shared is None or root is None:
            continue
        for event, key in _certain(root):
            declared = kernel.kind.types_under(key)
            what = _work(event)
            if what and event.at not in shared and declared and declared <= types:
                return Misplaced(other, min(declared), what, event.at)
    types = kernel.kind.types
    if types and types <= _OF_ONE_KIND["aiv"] and "aiv" in kernel.trees:
        return next(_served(kernel), None)
    if types and types <= _OF_ONE_KIND["aic"]:
        return next(_computed(kernel), None)
    return None


def _as_other(kernel: WalkedKernel, core_kind: str) -> tree.Seq | None:
    """What the kind of core that is not launched would do; cube cores are looked at where there is cube code."""
    if core_kind in kernel.whole:
        return kernel.whole[core_kind]
    if not names_cube_work(kernel.program, kernel.entry, EffectTable(kernel.program)):
        return None
    return walk_instance(kernel.program, kernel.entry, (), (core_kind,))[core_kind]


def _certain(node: tree.Node, key: Value | None = None) -> Iterator[tuple[tree.Event, Value | None]]:
    """The events that no number of the host keeps a core from, each with its tiling key: the host knows the type."""
    match node:
        case tree.Seq(body=body):
            for inner in body:
                yield from _certain(inner, key)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            asked = key_of(condition.value)
            if asked is not None or condition.value.core_dependent:
                yield from _certain(then, asked or key)
                yield from _certain(otherwise, key)
        case tree.Loop(body=inner_body) | tree.Called(body=inner_body):
            yield from _certain(inner_body, key)
        case tree.Exit():
            return
        case _:
            yield node, key


def _computed(kernel: WalkedKernel) -> Iterator[Misplaced]:
    """Vector instructions of a kernel that holds nothing for cube cores, on which they do nothing."""
    effects = EffectTable(kernel.program)
    if names_cube_work(kernel.program, kernel.entry, effects):
        return
    for call in effects.api_calls(kernel.entry.plain_name, _VECTOR):
        # the scalar functions of these names take two numbers
        if len(call.args) >= _OPERANDS:
            name = call.callee.name if isinstance(call.callee, (p.Name, p.Member)) else ""
            yield Misplaced("aiv", min(kernel.kind.types), name.rpartition("::")[2], call.at)


def _served(kernel: WalkedKernel) -> Iterator[Misplaced]:
    """Calls of a Matmul object, which a cube core answers."""
    for event, key in _certain(kernel.trees["aiv"]):
        types = kernel.kind.types_under(key)
        if isinstance(event, tree.MatmulCall) and not event.registered and types:
            yield Misplaced("aic", min(types), event.method, event.at)


def _work(event: tree.Event) -> str:
    """What an event does that somebody must see; empty for what only prepares."""
    match event:
        case tree.Copy(out=True, api=api):
            return api
        case (
            tree.AllCoreSync(text=text) | tree.Handshake(text=text) | tree.FlagSet(text=text) | tree.FlagWait(text=text)
        ):
            return text
    return ""
