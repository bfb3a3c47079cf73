"""A kernel as its tiling keys run it: each key selects its own way through the branches that ask for one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace

from sklint.checks.numbers import Leaf, NoSuchNumber, Number, Numbers, UnknownNumber, leaves_of
from sklint.checks.pruned import expressions
from sklint.checks.replay import domain_of, domains_of
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
    roots: Mapping[str, tree.Seq], keys: Sequence[int], parameters: Container[str]
) -> Iterator[tuple[dict[Leaf, Number], dict[str, tree.Seq]]]:
    """The trees as each tiling key and each choice of the kernel's template parameters run them.

    Each comes with the numbers that select it; where there are too many choices, the parameters stay open.
    """
    for key, keyed in by_key(roots, keys):
        fixed: dict[Leaf, Number] = {} if key is None else {KEY: key}
        chosen = list(itertools.islice(_by_parameter(keyed, fixed, parameters), _MOST_KEYS + 1))
        yield from chosen if len(chosen) <= _MOST_KEYS else [(fixed, keyed)]


def _by_parameter(
    roots: dict[str, tree.Seq], fixed: dict[Leaf, Number], parameters: Container[str]
) -> Iterator[tuple[dict[Leaf, Number], dict[str, tree.Seq]]]:
    def selects(leaf: Leaf) -> bool:
        return isinstance(leaf, tuple) and leaf[0] == "atom" and leaf[1] in parameters and leaf not in fixed

    asked = (value for root in roots.values() for value, truth in expressions(root) if truth)
    leaf = next((leaf for value in asked for leaf in leaves_of(value) if selects(leaf)), None)
    if leaf is None:
        yield fixed, roots
        return
    for number in domain_of(domains_of(*roots.values()), leaf):
        given = {**fixed, leaf: number}
        yield from _by_parameter({kind: under(root, given) for kind, root in roots.items()}, given, parameters)


def under(root: tree.Seq, given: Mapping[Leaf, Number]) -> tree.Seq:
    """The tree without the branches that the given numbers decide."""
    return decided(root, lambda condition: _decided(condition.value, given))


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


def _decided(value: Value, given: Mapping[Leaf, Number]) -> bool | None:
    if not any(leaf in given for leaf in leaves_of(value)):
        return None
    numbers = Numbers(given)
    try:
        number = numbers.of(value)
    except (UnknownNumber, NoSuchNumber):
        return None
    return bool(number) if all(leaf in given for leaf in numbers.asked) else None
