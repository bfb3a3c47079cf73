"""Branches are taken back and joined."""

from __future__ import annotations

from sklint.walk.store import Store
from sklint.walk.values import atom, choose, constant, less

X, Y = atom("x"), atom("y")
A, B = (1, "a"), (1, "b")


def test_a_rollback_restores_what_was_and_forgets_what_was_new() -> None:
    store = Store()
    store.set(A, X)
    mark = store.mark()
    store.set(A, Y)
    store.set(B, Y)
    store.rollback(mark)
    assert store.get(A) is X
    assert store.get(B) is None
    assert store.of(1) == [A]


def test_a_join_chooses_by_the_condition() -> None:
    store = Store()
    store.set(A, X)
    condition = less(X, Y)
    mark = store.mark()
    store.set(A, constant(1))
    then = store.writes_since(mark)
    store.rollback(mark)
    store.set(A, constant(2))
    store.join(condition, then, mark)
    assert store.get(A) is choose(condition, constant(1), constant(2))


def test_a_side_that_did_not_write_keeps_the_value_from_before() -> None:
    store = Store()
    store.set(A, X)
    condition = less(X, Y)
    mark = store.mark()
    then = store.writes_since(mark)
    store.set(A, Y)
    store.join(condition, then, mark)
    assert store.get(A) is choose(condition, X, Y)


def test_a_dropped_owner_leaves_no_trace_for_later_joins() -> None:
    store = Store()
    mark = store.mark()
    store.set(A, X)
    store.set((2, "a"), Y)
    store.drop(1, mark)
    assert store.get(A) is None
    assert store.writes_since(mark) == {(2, "a"): Y}
    assert store.named(frozenset(["a"])) == [(2, "a")]
    store.rollback(mark)
    assert store.get((2, "a")) is None


def test_a_branch_that_leaves_a_location_alone_brings_what_it_starts_with() -> None:
    store = Store(lambda location: constant(5))
    store.set(("object", "field"), constant(7))
    then = store.writes_since(0)
    store.rollback(0)
    store.join(atom("condition"), then, store.mark())
    assert store.get(("object", "field")) is choose(atom("condition"), constant(7), constant(5))
