"""Stores to GM that every core makes for itself: what a core has stored it sees in its own data cache."""

from __future__ import annotations

from functools import lru_cache

from sklint.checks.cache_lines import DIFFERING
from sklint.checks.places import Around, places
from sklint.program import Span
from sklint.walk import tree

# Rules that follow one kernel after the other ask it of the trees of its two kinds of core.
_TREES = 2


@lru_cache(maxsize=_TREES)
def stored_by_all(root: tree.Seq) -> frozenset[Span]:
    """Where every core of a tree stores, at one place for all of them."""
    everywhere: dict[Span, bool] = {}
    for store, around in places(root, _is_store):
        assert isinstance(store, tree.ScalarAccess)
        everywhere[store.at] = everywhere.get(store.at, True) and _is_everywhere(store, around)
    return frozenset(at for at, all_of_them in everywhere.items() if all_of_them)


def _is_store(node: tree.Node) -> bool:
    return isinstance(node, tree.ScalarAccess) and node.write


def _is_everywhere(store: tree.ScalarAccess, around: Around) -> bool:
    conditions = [condition for condition, _ in around.conditions] + [loop.trips for loop in around.loops]
    distance = store.memory.distance
    same = distance is not None and not distance.depends & DIFFERING
    return same and not any(condition.value.depends & DIFFERING for condition in conditions)
