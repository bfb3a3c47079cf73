"""Equal meanings are the same value, and values that differ are not."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklint.walk.division import ceildiv, divide, remainder
from sklint.walk.operators import binary
from sklint.walk.values import (
    CORE,
    FALSE,
    LARGEST,
    ONE,
    TRUE,
    UNSET,
    ZERO,
    Value,
    add,
    atom,
    both,
    choose,
    constant,
    either,
    equal,
    fresh,
    less,
    less_equal,
    maximum,
    minimum,
    multiply,
    negate,
    operation,
    show,
    subtract,
)

X, Y, N = atom("x"), atom("y"), atom("n")


def number(value: int) -> Value:
    return constant(value)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (add(X, Y), add(Y, X)),
        (subtract(add(X, number(3)), number(3)), X),
        (add(X, subtract(N, X)), N),
        (multiply(X, Y), multiply(Y, X)),
        (add(X, X), multiply(number(2), X)),
        (divide(subtract(add(X, Y), number(1)), Y), operation("ceildiv", X, Y)),
        (divide(add(X, number(31)), number(32)), operation("ceildiv", X, number(32))),
        (divide(add(multiply(X, number(2)), number(1)), number(2)), X),
        (ceildiv(multiply(X, number(6)), number(3)), multiply(X, number(2))),
        (ceildiv(add(multiply(X, number(6)), number(4)), number(3)), add(multiply(X, number(2)), number(2))),
        (ceildiv(multiply(X, Y), Y), X),
        (ceildiv(Y, Y), number(1)),
        (binary("<<", X, number(3)), multiply(X, number(8))),
        (choose(less(Y, X), Y, X), minimum(X, Y)),
        (choose(less(X, Y), Y, X), maximum(X, Y)),
        (negate(less(X, Y)), less_equal(Y, X)),
        (negate(negate(equal(X, Y))), equal(X, Y)),
        (less(X, add(N, number(1))), less_equal(X, N)),
        (less_equal(add(X, number(1)), N), less(X, N)),
        (both(less(X, Y), TRUE), less(X, Y)),
        (negate(both(less(X, Y), equal(X, N))), either(less_equal(Y, X), negate(equal(X, N)))),
        (choose(less(X, Y), TRUE, FALSE), less(X, Y)),
        (minimum(minimum(X, Y), N), minimum(X, minimum(Y, N))),
    ],
)
def test_two_spellings_of_one_meaning_are_the_same_value(left: Value, right: Value) -> None:
    assert left is right


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (less(X, Y), less(Y, X)),
        (divide(X, Y), divide(Y, X)),
        (add(X, number(1)), add(X, number(2))),
        (divide(add(X, number(30)), number(32)), operation("ceildiv", X, number(32))),
        (divide(add(multiply(X, number(3)), number(1)), number(2)), X),
        (ceildiv(add(multiply(X, number(6)), Y), number(3)), add(multiply(X, number(2)), Y)),
        (fresh("x", 0), fresh("x", 0)),
        (atom("x", CORE), atom("x")),
    ],
)
def test_different_meanings_stay_apart(left: Value, right: Value) -> None:
    assert left is not right


@given(st.integers(-1000, 1000), st.integers(-50, 50).filter(bool))
def test_division_of_numbers_is_that_of_the_language(left: int, right: int) -> None:
    quotient = int(left / right)
    assert divide(number(left), number(right)) is number(quotient)
    assert remainder(number(left), number(right)) is number(left - right * quotient)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_a_sum_does_not_depend_on_its_order(factors: list[int]) -> None:
    terms = [multiply(number(f), atom(f"t{i % 3}")) for i, f in enumerate(factors)]
    forward, backward = number(0), number(0)
    for term in terms:
        forward = add(forward, term)
    for term in reversed(terms):
        backward = add(backward, term)
    assert forward is backward


def test_what_depends_on_the_core_says_so_through_every_operation() -> None:
    index = atom("block_idx", CORE)
    for value in (add(index, X), less(index, N), minimum(index, N), choose(less(index, N), X, Y), divide(index, N)):
        assert value.core_dependent
    assert not subtract(index, index).core_dependent


def test_a_value_that_grows_too_large_becomes_one_that_equals_nothing() -> None:
    value: Value = X
    for i in range(LARGEST):
        value = operation("f", value, atom(f"a{i}", CORE))
    assert value.size <= LARGEST
    assert value.core_dependent


def test_a_value_set_on_one_path_only_is_that_value() -> None:
    assert choose(less(X, Y), UNSET, N) is N
    assert choose(less(X, Y), N, UNSET) is N


def test_a_value_survives_the_way_to_another_process() -> None:
    value = minimum(add(atom("p"), number(3)), divide(atom("q"), atom("r")))
    assert pickle.loads(pickle.dumps(value)) is value


def test_values_read_as_people_write_them() -> None:
    assert show(less(atom("block_idx", CORE), minimum(X, N))) in ("(block_idx < min(x, n))", "(block_idx < min(n, x))")
    assert show(subtract(X, number(1))) == "x - 1"
    assert show(multiply(X, add(X, number(1)))) in ("(x * (x + 1))", "((x + 1) * x)")
    assert show(either(both(less(X, N), less(N, atom("y"))), equal(X, N))).count("(") == 4


def bits(op: str, left: Value, right: int) -> Value:
    return binary(op, left, constant(right))


def test_what_is_packed_into_a_word_comes_out_as_it_went_in() -> None:
    kind, flag, other = choose(less(atom("n"), ONE), ONE, constant(2)), less(atom("m"), ONE), atom("other")

    key = binary("|", bits("&", other, 7), binary("|", bits("<<", flag, 3), bits("<<", kind, 11)))
    assert bits("&", bits(">>", key, 11), 3) is kind
    assert bits("&", bits(">>", key, 3), 1) is flag
    assert bits("&", key, 7) is bits("&", other, 7)
    assert bits("&", bits(">>", bits("<<", other, 11), 11), 3) is bits("&", other, 3)
    assert bits("&", bits(">>", key, 12), 3) is not kind
    assert bits("&", bits("<<", other, 2), 7) is not ZERO
    assert binary("&", constant(3), other) is bits("&", other, 3)


def test_what_nothing_bounds_ends_where_the_next_part_of_a_word_begins() -> None:
    low, middle = atom("low"), atom("middle")
    kind = choose(less(X, ONE), constant(1), constant(2))
    word = binary("|", binary("|", low, bits("<<", middle, 7)), bits("<<", kind, 11))
    assert bits("&", bits(">>", word, 11), 3) is kind
    assert bits("&", word, 127) is low
    assert bits("&", bits(">>", word, 7), 15) is middle
    # no part begins there, or one is known to be longer than that
    assert bits(">>", word, 9).op == "|"
    assert bits("&", bits(">>", binary("|", number(8), bits("<<", kind, 3)), 3), 3) is not kind
    assert bits("&", bits(">>", binary("|", low, constant(1 << 11)), 11), 3) is not ONE


def test_what_is_no_truth_is_compared_with_nought_in_one_form() -> None:
    held = atom("held")
    assert negate(negate(negate(held))) is equal(held, ZERO)


@pytest.mark.parametrize(("left", "right", "rest"), [(7, 3, 1), (-7, 3, -1), (7, -3, 1), (2**62 + 1, 2**31, 1)])
def test_what_a_division_leaves_is_exact(left: int, right: int, rest: int) -> None:
    assert remainder(constant(left), constant(right)) is constant(rest)
