"""What is compiled of a kernel for one tiling key or template selection: that is what the operator compiler marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sklint.checks.keys import decided
from sklint.checks.places import Conditions
from sklint.facts.table import table
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.knowledge import Knowledge
from sklint.walk.values import Value

_SIMT: Mapping[str, Any] = table("fusible")["simt"]
_MARKED: Mapping[str, Any] = table("fusible")["marked"]


def type_of(name: str) -> str:
    """The operator type of an entry: the tool chain names the entry after it, in small letters with underscores."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def is_marked(kernel: WalkedKernel) -> bool:
    """Whether the operator compiler marks the operator by its type as not to be fused."""
    return type_of(kernel.name) in _MARKED.get(str(kernel.architecture), ())


def may_be_marked(kernel: WalkedKernel) -> bool:
    """Whether the compiler marks what starts SIMT threads, or has dynamic local memory, as not to be fused here."""
    return bool(kernel.architecture == _SIMT["architecture"])


def template_arguments(kernel: WalkedKernel) -> frozenset[str]:
    """The names in a kernel's conditions that its template selection decides."""
    return frozenset(parameter.name for parameter in kernel.entry.template)


def always_starts(node: tree.Node, arguments: frozenset[str]) -> bool:
    """Whether all that is compiled of a tree starts threads: a condition on template arguments leaves one side out."""
    match node:
        case tree.Seq(body=body):
            return any(always_starts(inner, arguments) for inner in body)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            sides = (always_starts(then, arguments), always_starts(otherwise, arguments))
            return all(sides) if _is_compiled_away(condition.value, arguments) else any(sides)
        case tree.Loop(body=inner_body) | tree.Called(body=inner_body):
            return always_starts(inner_body, arguments)
    return isinstance(node, tree.ThreadStart)


def is_never_fused(kernel: WalkedKernel, conditions: Conditions) -> bool:
    """Whether what is compiled together with code behind `conditions` always starts threads: it is fused with none."""
    if not may_be_marked(kernel) or not kernel.once(_has_threads):
        return False
    arguments = template_arguments(kernel)
    selection = frozenset((c.value, truth) for c, truth in conditions if _is_compiled_away(c.value, arguments))
    known = kernel.once(_of_selections)
    if selection not in known:
        known[selection] = _always_starts(kernel, sorted(selection, key=lambda one: one[0].number), arguments)
    return known[selection]


def _has_threads(kernel: WalkedKernel) -> bool:
    return any(isinstance(event, tree.ThreadStart) for root in kernel.trees.values() for event in events(root))


def _of_selections(kernel: WalkedKernel) -> dict[frozenset[tuple[Value, bool]], bool]:
    """Whether what is compiled for a selection always starts threads, as far as somebody has asked."""
    return {}


def _always_starts(kernel: WalkedKernel, selection: Iterable[tuple[Value, bool]], arguments: frozenset[str]) -> bool:
    selected = Knowledge()
    for value, truth in selection:
        selected.assume(value, truth)
    return any(
        always_starts(decided(root, lambda condition: selected.decide(condition.value)), arguments)
        for root in kernel.trees.values()
    )


def _is_compiled_away(value: Value, arguments: frozenset[str]) -> bool:
    """Whether the tiling key alone decides a condition: it asks for the key, or for what the key selects."""
    names = {*arguments, "tiling_key"}
    leaves = [part for part in value.walk() if not part.args and not part.is_constant]
    return bool(leaves) and all(leaf.payload in names for leaf in leaves)
