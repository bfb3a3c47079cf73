"""Each shape of launch expression that real tilings use is shown to be bounded by the cores, or left open."""

from collections.abc import Callable

import pytest

from sklint.host.bounds import Bounds, cube_cores, vector_cores
from sklint.walk.division import ceildiv, divide, remainder
from sklint.walk.values import (
    ONE,
    ZERO,
    Value,
    add,
    atom,
    both,
    choose,
    constant,
    equal,
    fresh,
    less,
    less_equal,
    maximum,
    minimum,
    multiply,
    negate,
    subtract,
)


def rows() -> Value:
    return atom("rows")


def columns() -> Value:
    return atom("columns")


def bounded(value: Value, limit: Value | None = None, merges: dict[Value, list[Value]] | None = None) -> bool:
    return Bounds(merges).at_most(value, limit or vector_cores())


def test_a_minimum_is_bounded_by_each_part() -> None:
    assert bounded(minimum(rows(), vector_cores()))
    assert not bounded(maximum(rows(), vector_cores()))


def test_a_comparison_bounds_what_is_chosen_by_it() -> None:
    assert bounded(choose(less(vector_cores(), rows()), vector_cores(), rows()))
    assert bounded(choose(less_equal(multiply(rows(), columns()), vector_cores()), multiply(rows(), columns()), ONE))
    assert not bounded(choose(less(vector_cores(), columns()), vector_cores(), rows()))


@pytest.mark.parametrize(
    "divisor",
    [
        lambda: ceildiv(rows(), vector_cores()),
        lambda: maximum(ceildiv(rows(), vector_cores()), constant(64)),
        lambda: multiply(ceildiv(ceildiv(rows(), vector_cores()), constant(8)), constant(8)),
        lambda: multiply(columns(), ceildiv(rows(), multiply(vector_cores(), columns()))),
        lambda: add(divide(rows(), vector_cores()), ONE),
        lambda: ceildiv(rows(), minimum(vector_cores(), columns())),
        lambda: choose(equal(vector_cores(), ZERO), ZERO, ceildiv(rows(), vector_cores())),
    ],
)
def test_pieces_of_a_share_are_no_more_than_the_cores(divisor: object) -> None:
    assert callable(divisor)
    assert bounded(ceildiv(rows(), divisor()))


@pytest.mark.parametrize(
    "divisor",
    [lambda: divide(rows(), vector_cores()), lambda: constant(64), lambda: ceildiv(columns(), vector_cores())],
)
def test_pieces_of_anything_else_are_not(divisor: object) -> None:
    assert callable(divisor)
    assert not bounded(ceildiv(rows(), divisor()))


def test_pieces_by_remainder_are_a_rounded_division() -> None:
    share = ceildiv(rows(), vector_cores())
    pieces = add(divide(rows(), share), negate(equal(remainder(rows(), share), ZERO)))
    assert bounded(pieces)


def checked_pieces(amount: Value, by: Value) -> Value:
    """`by == 0 ? amount : amount % by == 0 ? amount / by : amount / by + 1`."""
    whole = divide(amount, by)
    exact = both(negate(equal(by, ZERO)), equal(remainder(amount, by), ZERO))
    return choose(equal(by, ZERO), amount, choose(exact, whole, add(whole, ONE)))


def test_pieces_that_a_test_of_the_remainder_rounds_up_are_a_rounded_division() -> None:
    share = choose(
        equal(remainder(rows(), vector_cores()), ZERO),
        divide(rows(), vector_cores()),
        add(divide(rows(), vector_cores()), ONE),
    )
    assert bounded(checked_pieces(rows(), share))
    assert bounded(choose(equal(share, ZERO), rows(), ONE))
    assert not bounded(checked_pieces(columns(), share))
    other_rest = choose(
        equal(remainder(columns(), share), ZERO), divide(rows(), share), add(divide(rows(), share), ONE)
    )
    assert not bounded(other_rest)


def test_a_part_of_the_cores_taken_as_often_as_it_fits_is_no_more_than_all() -> None:
    split = multiply(rows(), minimum(divide(vector_cores(), rows()), columns()))
    assert bounded(split)
    assert not bounded(multiply(columns(), divide(vector_cores(), rows())))
    twice = multiply(rows(), maximum(constant(2), divide(vector_cores(), rows())))
    half = less_equal(rows(), divide(vector_cores(), constant(2)))
    assert bounded(choose(half, twice, ONE))
    assert bounded(choose(half, add(rows(), rows()), ONE))
    assert not bounded(choose(half, add(rows(), add(rows(), rows())), ONE))
    assert not bounded(choose(less_equal(rows(), vector_cores()), twice, ONE))


def test_a_remainder_is_below_its_divisor() -> None:
    some = divide(rows(), vector_cores())
    assert bounded(choose(less(ZERO, some), vector_cores(), remainder(rows(), vector_cores())))


def test_former_and_tail_cores_are_all_cores() -> None:
    rest = remainder(rows(), vector_cores())
    former = choose(negate(equal(rest, ZERO)), rest, vector_cores())
    tail = choose(less_equal(rows(), vector_cores()), ZERO, subtract(vector_cores(), former))
    assert bounded(add(former, tail))


def test_a_split_in_two_directions_needs_the_quotient() -> None:
    assert bounded(multiply(rows(), divide(vector_cores(), rows())))
    assert not bounded(multiply(rows(), columns()))


def test_a_zero_guard_that_answers_the_amount_keeps_the_bound() -> None:
    share = ceildiv(rows(), vector_cores())
    assert bounded(choose(equal(share, ZERO), rows(), ceildiv(rows(), share)))


def test_cube_cores_are_no_more_than_vector_cores() -> None:
    assert bounded(cube_cores())
    assert not bounded(vector_cores(), cube_cores())
    assert bounded(multiply(constant(2), cube_cores()))


def test_a_value_that_a_loop_builds_is_bounded_when_every_round_keeps_the_bound() -> None:
    carried, after = fresh("split", 0), fresh("split", 0)
    kept = {carried: [ONE, minimum(multiply(carried, constant(2)), vector_cores())], after: [carried, ONE]}
    assert bounded(after, merges=kept)
    lost = {carried: [ONE, multiply(carried, constant(2))], after: [carried, ONE]}
    assert not bounded(after, merges=lost)


def test_there_are_as_many_cores_as_the_smallest_device_has() -> None:
    assert bounded(ONE)
    assert bounded(constant(40))
    assert not bounded(constant(41))
    assert bounded(constant(20), cube_cores())
    assert not bounded(constant(21), cube_cores())
    assert Bounds().at_least(maximum(ONE, rows()), 1)
    assert not Bounds().at_least(rows(), 1)


def test_a_quotient_of_zero_says_that_the_amount_is_smaller() -> None:
    amount = multiply(rows(), columns())
    each = divide(amount, vector_cores())
    assert bounded(choose(equal(ZERO, each), amount, vector_cores()))
    assert not bounded(choose(equal(ZERO, each), vector_cores(), amount))


def test_what_is_left_of_whole_rounds_is_less_than_a_round() -> None:
    amount = multiply(rows(), columns())
    rounds = multiply(vector_cores(), divide(amount, vector_cores()))
    assert bounded(subtract(amount, rounds))
    assert not bounded(subtract(multiply(amount, rows()), rounds))


def test_what_divides_the_cores_that_are_left_is_bounded_with_what_took_them() -> None:
    outer = ceildiv(rows(), ceildiv(rows(), vector_cores()))
    inner = ceildiv(columns(), ceildiv(columns(), divide(vector_cores(), outer)))
    assert bounded(multiply(outer, inner))
    assert not bounded(multiply(outer, ceildiv(columns(), ceildiv(columns(), vector_cores()))))


@pytest.mark.parametrize("size", [lambda: constant(4), lambda: atom("size of type")])
def test_a_share_in_bytes_that_is_rounded_up_is_still_a_share(size: Callable[[], Value]) -> None:
    share = ceildiv(rows(), vector_cores())
    rounded = multiply(ceildiv(multiply(share, size()), constant(512)), constant(512))
    assert bounded(ceildiv(rows(), divide(rounded, size())))
    assert not bounded(ceildiv(multiply(rows(), columns()), divide(rounded, size())))


def test_a_share_that_is_cut_to_the_whole_is_still_a_share() -> None:
    assert bounded(ceildiv(rows(), minimum(rows(), multiply(columns(), ceildiv(rows(), vector_cores())))))


@pytest.mark.parametrize("each", [lambda: constant(128), columns])
def test_less_than_so_many_pieces_a_core_is_no_more_pieces_than_cores(each: Callable[[], Value]) -> None:
    small = less(rows(), multiply(vector_cores(), each()))
    assert bounded(choose(small, ceildiv(rows(), each()), vector_cores()))
    assert not bounded(choose(small, vector_cores(), ceildiv(rows(), each())))


@pytest.mark.parametrize(("by", "whole"), [(vector_cores, True), (lambda: constant(64), False), (columns, False)])
def test_pieces_that_are_begun_are_rounded_up(by: Callable[[], Value], whole: bool) -> None:
    last = subtract(multiply(rows(), columns()), ONE)
    share = add(divide(last, by()), ONE)
    assert bounded(add(divide(last, share), ONE)) is whole


@pytest.mark.parametrize(("least", "whole"), [(8192, True), (20, False)])
def test_no_device_has_more_cores_than_the_largest(least: int, whole: bool) -> None:
    known = Bounds(None, [less(constant(least), rows())])
    assert known.at_most(vector_cores(), minimum(rows(), vector_cores())) is whole
    assert known.at_most(cube_cores(), rows()) is whole
