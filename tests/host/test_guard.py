"""A guard of the kernel held against a launch, on each way through the tiling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sklint.host.bounds import vector_cores
from sklint.host.guard import AT_MOST, BELOW, COVERED, OPEN, compare, is_launch
from sklint.host.launch import Launch
from sklint.program import Span
from sklint.walk.ranges import NO_RANGES, FieldRange, Ranges
from sklint.walk.values import (
    ONE,
    ZERO,
    Value,
    atom,
    choose,
    constant,
    equal,
    less,
    maximum,
    minimum,
    multiply,
    subtract,
)

USED = atom("RowTiling.used")
ROWS = atom("rows")
EMPTY, LONG = equal(ROWS, ZERO), less(constant(64), atom("columns"))
SOME = minimum(ROWS, vector_cores())


def launch(
    count: Value, used: Value | None, facts: Sequence[Value] = (), ranges: Ranges = NO_RANGES, struct: str = "RowTiling"
) -> Launch:
    fields: Mapping[tuple[str, str], Value] = {} if used is None else {(struct, "used"): used}
    at = Span("a.cpp", 1, 1, 1, 1)
    made = Launch("k", at, "", count, "SetBlockDim", "Tiling", 2201, ZERO, ZERO, facts=tuple(facts), fields=fields)
    return replace(made, ranges=ranges)


def test_the_same_expression_covers_and_is_the_launch() -> None:
    assert compare(USED, launch(SOME, SOME), 1) == COVERED
    assert is_launch(USED, launch(SOME, SOME), 1)
    assert not is_launch(USED, launch(SOME, ROWS), 1)


def test_a_limit_that_all_ways_set_alike_is_the_launch_whatever_they_do_else() -> None:
    other = choose(LONG, minimum(ROWS, constant(8)), SOME)
    used = choose(EMPTY, other, choose(LONG, minimum(ROWS, constant(8)), SOME))
    assert compare(USED, launch(other, used), 1) == COVERED
    assert is_launch(USED, launch(other, used), 1)


def test_a_limit_is_held_against_the_launch_on_the_ways_that_lead_to_it() -> None:
    key = choose(EMPTY, constant(2), ZERO)
    one = replace(launch(SOME, choose(EMPTY, subtract(SOME, ONE), SOME)), key=key)

    def behind(number: int) -> str:
        return compare(USED, one, 1, [(equal(atom("tiling_key"), constant(number)), True)])

    assert (behind(0), behind(2), compare(USED, one, 1)) == (COVERED, BELOW, AT_MOST)
    assert compare(USED, one, 1, [(equal(atom("K"), constant(2)), True)], ("K",)) == AT_MOST


def test_one_core_parts_from_no_other() -> None:
    assert compare(USED, launch(choose(EMPTY, ONE, SOME), SOME), 1) == COVERED
    assert compare(USED, launch(ONE, ZERO), 1) == COVERED
    assert compare(USED, launch(ONE, ZERO), 2) == BELOW, "a block of two vector cores"


def test_a_limit_below_the_launch_on_all_ways_or_on_some() -> None:
    fewer = subtract(vector_cores(), ONE)
    assert compare(USED, launch(vector_cores(), fewer), 1) == BELOW
    assert compare(USED, launch(vector_cores(), SOME), 1) == AT_MOST
    assert compare(USED, launch(vector_cores(), choose(EMPTY, vector_cores(), fewer)), 1) == AT_MOST


def test_the_larger_of_two_numbers_may_be_the_limit_each_time() -> None:
    assert compare(USED, launch(maximum(SOME, atom("other")), SOME), 1) == OPEN


def test_a_field_that_nobody_stored_is_open_but_for_its_stated_range() -> None:
    assert compare(USED, launch(constant(8), None), 1) == OPEN
    stated = Ranges([FieldRange("used", 8, 8)])
    assert compare(USED, launch(constant(8), None, ranges=stated), 1) == COVERED
    assert compare(USED, launch(constant(8), atom("data"), ranges=stated), 1) == COVERED


def test_a_structure_that_the_kernel_does_not_name_is_told_by_the_field() -> None:
    named = atom("TilingData.used")
    assert compare(named, launch(SOME, SOME), 1) == COVERED
    assert compare(named, launch(SOME, SOME, struct="TilingData"), 1) == COVERED
    assert compare(atom("TilingData.rest"), launch(SOME, SOME), 1) == OPEN


def test_what_a_success_tells_is_used_on_both_sides() -> None:
    status = choose(EMPTY, constant(7), ZERO)
    used = choose(EMPTY, ROWS, SOME)
    assert compare(USED, launch(SOME, used, [equal(status, ZERO)]), 1) == COVERED


def test_units_of_a_block_are_counted() -> None:
    twice = multiply(SOME, constant(2))
    assert compare(USED, launch(SOME, twice), 2) == COVERED
    assert compare(USED, launch(SOME, twice), 1) == COVERED
    assert compare(USED, launch(SOME, SOME), 2) != COVERED
