"""A kernel as its tiling keys run it: each key selects its own way through the branches that ask for one."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sklint.checks.numbers import Leaf, NoSuchNumber, Number, Numbers, leaves_of, name_of
from sklint.checks.pruned import expressions
from sklint.checks.replay import domain_of, domains_of
from sklint.checks.selections import Selection
from sklint.walk import tree
from sklint.walk.values import Value

KEY: Leaf = ("atom", "tiling_key")
_MOST_KEYS = 64


def by_key(roots: Mapping[str, tree.Seq], keys: Sequence[int]) -> Iterator[tuple[int | None, dict[str, tree.Seq]]]:
    """The trees as each of the tiling keys runs them; once as they are where there is no key."""
    if not keys:
        yield None, dict(roots)
    for key in keys[:_MOST_KEYS]:
        yield key, {kind: under(root, {KEY: key}) for kind, root in roots.items()}


def by_selection(
    roots: Mapping[str, tree.Seq],
    keys: Sequence[int],
    parameters: Container[str],
    selected: Sequence[Selection] = (),
    also: Sequence[Value] = (),
) -> Iterator[tuple[dict[Leaf, Number], dict[str, tree.Seq]]]:
    """The trees as each tiling key and each choice of the kernel's template parameters run them.

    Each comes with the numbers that select it; where there are too many choices, the parameters stay open. A parameter
    has the values that are `selected` for it, and any where none are. The conditions of `also` are decided with them.
    """
    for key, keyed in by_key(roots, keys):
        fixed: dict[Leaf, Number] = {} if key is None else {KEY: key}
        choices = (
            choice
            for selection in _differing(selected, keyed, also)
            for choice in _by_parameter(keyed, fixed, _Asked(parameters, selection, also))
        )
        chosen: dict[frozenset[tuple[Leaf, Number]], tuple[dict[Leaf, Number], dict[str, tree.Seq]]] = {}
        for given, trees in choices:
            chosen.setdefault(frozenset(given.items()), (given, trees))
            if len(chosen) > _MOST_KEYS:
                break
        yield from chosen.values() if len(chosen) <= _MOST_KEYS else [(fixed, keyed)]


def _differing(
    selected: Sequence[Selection], roots: Mapping[str, tree.Seq], also: Sequence[Value]
) -> Iterator[Selection]:
    """The selections, those that differ in what nobody asks for as one; where there are none, one of any values."""
    asked = {name_of(leaf) for value in _conditions(roots, also) for leaf in leaves_of(value)}
    seen: set[Hashable] = set()
    for selection in selected or ({},):
        told = {name: values for name, values in selection.items() if name in asked}
        mark = frozenset(told.items())
        if mark not in seen:
            seen.add(mark)
            yield told


def _conditions(roots: Mapping[str, tree.Seq], also: Sequence[Value]) -> Iterator[Value]:
    yield from also
    yield from (value for root in roots.values() for value, truth in expressions(root) if truth)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The template parameters to choose values for, and the values of those that have a selection."""

    parameters: Container[str]
    selection: Selection
    also: Sequence[Value]

    def first(self, roots: Mapping[str, tree.Seq], fixed: Mapping[Leaf, Number]) -> Leaf | None:
        """The first parameter that decides something and has no value yet."""
        leaves = (leaf for value in _conditions(roots, self.also) for leaf in leaves_of(value))
        return next((leaf for leaf in leaves if leaf not in fixed and name_of(leaf) in self.parameters), None)

    def values(self, roots: Mapping[str, tree.Seq], leaf: Leaf) -> Sequence[Number]:
        """The values that a parameter may have."""
        return self.selection.get(name_of(leaf)) or domain_of(domains_of(*roots.values()), leaf)


def _by_parameter(
    roots: dict[str, tree.Seq], fixed: dict[Leaf, Number], asked: _Asked
) -> Iterator[tuple[dict[Leaf, Number], dict[str, tree.Seq]]]:
    leaf = asked.first(roots, fixed)
    if leaf is None:
        yield fixed, roots
        return
    for number in asked.values(roots, leaf):
        given = {**fixed, leaf: number}
        yield from _by_parameter({kind: under(root, given) for kind, root in roots.items()}, given, asked)


def under(root: tree.Seq, given: Mapping[Leaf, Number]) -> tree.Seq:
    """The tree without the branches that the given numbers decide."""
    return decided(root, lambda condition: decide(condition.value, given))


def decided(root: tree.Seq, decides: Callable[[tree.Condition], bool | None]) -> tree.Seq:
    """The tree with only the side that is taken of each branch that `decides` knows about."""
    kept = tuple(_kept(root.body, decides))
    # what stays as it is stays the same node
    same = len(kept) == len(root.body) and all(new is old for new, old in zip(kept, root.body, strict=True))
    return root if same else tree.Seq(kept)


def _kept(body: tuple[tree.Node, ...], decides: Callable[[tree.Condition], bool | None]) -> Iterator[tree.Node]:
    for node in body:
        match node:
            case tree.Seq(body=inner):
                yield from _kept(inner, decides)
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                taken = decides(condition)
                if taken is None:
                    sides = decided(then, decides), decided(otherwise, decides)
                    yield node if sides == (then, otherwise) else tree.Branch(condition, *sides)
                else:
                    yield from _kept((then if taken else otherwise).body, decides)
            case tree.Loop() | tree.Called():
                kept = decided(node.body, decides)
                yield node if kept is node.body else replace(node, body=kept)
            case _:
                yield node


def decide(value: Value, given: Mapping[Leaf, Number]) -> bool | None:
    """Whether a condition holds by the given numbers alone; None where it hangs on more."""
    if not any(leaf in given for leaf in leaves_of(value)):
        return None
    numbers = Numbers(given)
    try:
        number = numbers.computed(value)
    except NoSuchNumber:
        return None
    return None if number is None or any(leaf not in given for leaf in numbers.asked) else bool(number)
