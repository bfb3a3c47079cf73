"""A launch, way by way: which tiling key goes with which mode, and which kernel code is reached under it."""

from sklint.host.cases import cases, may_reach
from sklint.host.launch import Launch
from sklint.program import Span
from sklint.walk.values import ONE, ZERO, Value, add, atom, choose, constant, equal, expressions_up_to, less

SMALL = less(atom("rows"), constant(64))


def launch(key: Value, mode: Value) -> Launch:
    return Launch("k", Span("a.cpp", 1, 1, 1, 1), "all-aiv", atom("cores"), "SetBlockDim", "Tiling", 2201, mode, key)


def test_one_key_and_mode_are_one_case() -> None:
    (case,) = cases(launch(constant(3), ONE))
    assert (str(case.key), case.mode_number) == ("3", 1)


def test_what_decides_the_key_decides_the_mode_too() -> None:
    found = cases(launch(choose(SMALL, constant(1), constant(2)), choose(SMALL, ONE, ZERO)))
    assert {(str(case.key), case.mode_number) for case in found} == {("1", 1), ("2", 0)}


def test_a_mode_that_is_the_truth_of_a_condition_has_two_cases() -> None:
    found = cases(launch(constant(1), SMALL))
    assert {case.mode_number for case in found} == {0, 1}


def test_a_mode_that_the_key_decides_is_decided_with_what_makes_the_key() -> None:
    wide = less(atom("columns"), constant(8))
    key = add(choose(SMALL, constant(2), ZERO), choose(wide, ONE, ZERO))
    found = cases(launch(key, choose(equal(key, constant(2)), ONE, ZERO)))
    assert {(str(case.key), case.mode_number) for case in found} == {("0", 0), ("1", 0), ("2", 1), ("3", 0)}


def test_too_many_ways_are_left_open() -> None:
    key: Value = ZERO
    with expressions_up_to(3000):
        for number in range(80):
            key = choose(less(atom(f"size {number}"), ONE), constant(number), key)
        (case,) = cases(launch(key, atom("mode")))
    assert case.mode_number is None
    assert str(case.key) == str(key)


def test_code_behind_another_key_is_not_reached() -> None:
    one = launch(choose(SMALL, constant(1), constant(2)), choose(SMALL, ONE, ZERO))
    behind_two = [(equal(atom("tiling_key"), constant(2)), True)]
    reached = [case for case in cases(one) if may_reach(behind_two, one, case)]
    assert [case.mode_number for case in reached] == [0]


def test_code_behind_what_the_host_does_not_tell_may_be_reached() -> None:
    one = launch(constant(1), ZERO)
    (case,) = cases(one)
    assert may_reach([(less(atom("anything"), ONE), True)], one, case)
