"""What is compiled of a kernel for one tiling key or template selection: that is what the operator compiler marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sklint.checks.keys import KEY, by_selection, decide, decided, under
from sklint.checks.numbers import Leaf, Number
from sklint.checks.places import Conditions
from sklint.checks.pruned import pruned
from sklint.checks.selections import selections
from sklint.facts.table import table
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
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


def thread_starts(kernel: WalkedKernel) -> Mapping[str, tree.Seq]:
    """The trees with nothing but where threads are started, and what decides about it."""
    return kernel.once(_thread_starts)


def _thread_starts(kernel: WalkedKernel) -> Mapping[str, tree.Seq]:
    return {
        kind: pruned(root, lambda event: isinstance(event, tree.ThreadStart)) for kind, root in kernel.trees.items()
    }


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
    if not may_be_marked(kernel) or not any(root.body for root in thread_starts(kernel).values()):
        return False
    arguments = template_arguments(kernel)
    selection = frozenset((c.value, truth) for c, truth in conditions if _is_compiled_away(c.value, arguments))
    known = kernel.once(_of_selections)
    if selection not in known:
        known[selection] = _always_starts(kernel, sorted(selection, key=lambda one: one[0].number), arguments)
    return known[selection]


def _of_selections(kernel: WalkedKernel) -> dict[frozenset[tuple[Value, bool]], bool]:
    """Whether what is compiled for a selection always starts threads, as far as somebody has asked."""
    return {}


def _always_starts(kernel: WalkedKernel, selection: Sequence[tuple[Value, bool]], arguments: frozenset[str]) -> bool:
    selected = Knowledge()
    for value, truth in selection:
        selected.assume(value, truth)
    roots = {
        kind: decided(root, lambda condition: selected.decide(condition.value))
        for kind, root in thread_starts(kernel).items()
    }
    # no key that is named has what stands behind the last `else`; should there be another, that is all of it
    keys = [key for key in kernel.keys if _may_select(selection, {KEY: key})]
    return all(
        any(always_starts(root, arguments) for root in trees.values())
        for given, trees in compiled(kernel, roots, keys, [value for value, _ in selection])
        if _may_select(selection, given)
    )


def _may_select(selection: Sequence[tuple[Value, bool]], given: Mapping[Leaf, Number]) -> bool:
    """Whether nothing in a selection contradicts the numbers."""
    return all(decide(value, given) is not (not truth) for value, truth in selection)


def compiled(
    kernel: WalkedKernel, roots: Mapping[str, tree.Seq], keys: Sequence[int], also: Sequence[Value] = ()
) -> Iterator[tuple[Mapping[Leaf, Number], Mapping[str, tree.Seq]]]:
    """The trees as each tiling key and selection of template arguments compiles them, where any can be read.

    Each comes with the numbers that select it, those that decide the conditions of `also` among them.
    """
    selected = selections(kernel)
    for key in keys or (None,):
        fixed: dict[Leaf, Number] = {} if key is None else {KEY: key}
        keyed = {kind: under(root, fixed) for kind, root in roots.items()}
        if selected:
            for given, trees in by_selection(keyed, (), kernel.parameters, selected, also):
                yield {**fixed, **given}, trees
        else:
            yield fixed, keyed


def _is_compiled_away(value: Value, arguments: frozenset[str]) -> bool:
    """Whether the tiling key alone decides a condition: it asks for the key, or for what the key selects."""
    names = {*arguments, "tiling_key"}
    leaves = list(value.leaves())
    return bool(leaves) and all(leaf.payload in names for leaf in leaves)
