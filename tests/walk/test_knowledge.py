"""What holds on a path, and what follows from it."""

from sklint.walk.knowledge import Knowledge
from sklint.walk.values import ONE, ZERO, atom, choose, constant, either, equal, expressions_up_to, less, less_equal

FAILED = constant(4294967295)
SMALL, WIDE = less(atom("rows"), constant(64)), less(atom("columns"), constant(8))
X = atom("x")


def test_a_value_is_one_constant_and_no_other() -> None:
    known = Knowledge()
    known.assume(equal(X, constant(2)), True)
    assert known.decide(equal(X, constant(2))) is True
    assert known.decide(equal(X, constant(3))) is False
    assert known.decide(equal(atom("y"), constant(3))) is None


def test_what_was_forgotten_is_open_again() -> None:
    known = Knowledge()
    known.assume(equal(X, constant(2)), True)
    mark = len(known.trail)
    known.assume(equal(atom("y"), constant(5)), True)
    known.forget(mark)
    assert known.decide(equal(atom("y"), constant(3))) is None
    assert known.decide(equal(X, constant(3))) is False
    known.forget(0)
    assert known.decide(equal(X, constant(3))) is None


def test_a_status_tells_which_way_was_taken() -> None:
    known = Knowledge()
    known.assume(equal(choose(SMALL, FAILED, choose(WIDE, ZERO, FAILED)), ZERO), True)
    assert known.decide(SMALL) is False
    assert known.decide(WIDE) is True


def test_a_truth_that_only_one_side_of_a_choice_has_tells_which_way_was_taken() -> None:
    known = Knowledge()
    known.assume(choose(SMALL, ZERO, choose(WIDE, less(X, constant(9)), ZERO)), True)
    assert known.decide(SMALL) is False
    assert known.decide(WIDE) is True
    assert known.decide(less(X, constant(9))) is True
    open_ = Knowledge()
    open_.assume(choose(SMALL, ZERO, X), False)
    assert open_.decide(SMALL) is None, "either side may be 0"


def test_a_status_that_grew_too_large_tells_which_way_was_taken() -> None:
    with expressions_up_to(5):
        status = choose(SMALL, FAILED, choose(WIDE, ZERO, FAILED))
    assert status.op == "fresh"
    known = Knowledge()
    known.assume(equal(status, ZERO), True)
    assert known.decide(SMALL) is False
    assert known.decide(WIDE) is True


def test_a_status_that_its_own_condition_asks_about_is_known() -> None:
    step = atom("step()")
    known = Knowledge()
    known.assume(equal(choose(equal(step, ZERO), choose(SMALL, FAILED, ZERO), step), ZERO), True)
    assert known.decide(equal(step, ZERO)) is True
    assert known.decide(SMALL) is False


def test_more_follows_when_a_condition_is_decided() -> None:
    known = Knowledge()
    known.assume(equal(choose(SMALL, X, atom("y")), ONE), True)
    known.assume(either(SMALL, WIDE), True)
    known.assume(SMALL, True)
    assert known.follow_up()
    assert known.decide(equal(X, ONE)) is True
    other = Knowledge()
    other.assume(either(SMALL, WIDE), True)
    other.assume(SMALL, False)
    assert other.follow_up()
    assert other.decide(WIDE) is True


def test_what_cannot_all_be_so_is_noticed() -> None:
    known = Knowledge()
    known.assume(equal(choose(SMALL, FAILED, X), ZERO), True)
    known.assume(SMALL, True)
    assert known.decide(SMALL) is False, "the first that was learned stays"
    parts = Knowledge()
    parts.assume(either(SMALL, WIDE), True)
    parts.assume(SMALL, False)
    parts.assume(WIDE, False)
    assert not parts.follow_up()
    sides = Knowledge()
    sides.assume(equal(X, ONE), True)
    sides.assume(equal(choose(SMALL, X, atom("y")), ZERO), True)
    sides.assume(SMALL, True)
    assert not sides.follow_up()


def test_what_was_known_before_is_looked_at_again_where_it_asks_about_what_is_new() -> None:
    known = Knowledge()
    known.assume(equal(choose(WIDE, atom("y"), X), ZERO), True)
    known.assume(either(SMALL, WIDE), True)
    assert known.follow_up()
    mark = len(known.trail)
    known.assume(SMALL, False)
    assert known.follow_up(mark)
    assert known.decide(WIDE) is True, "a later fact leaves one part of an earlier one"
    assert known.decide(equal(atom("y"), ZERO)) is True, "and that decides a choice before it"
    known.forget(mark)
    known.assume(equal(atom("y"), ONE), True)
    known.assume(WIDE, True)
    assert not known.follow_up(mark)


def test_a_truth_is_what_its_number_says() -> None:
    known = Knowledge()
    known.assume(equal(X, ZERO), True)
    assert known.decide(X) is False
    assert known.decide(atom("y")) is None


def test_what_is_below_a_number_is_below_all_above_it() -> None:
    known = Knowledge()
    rows = atom("rows")
    known.assume(less(rows, constant(64)), True)
    assert known.decide(less(rows, constant(65))) is True
    assert known.decide(less_equal(rows, constant(64))) is True
    assert known.decide(less(constant(64), rows)) is False
    assert known.decide(less_equal(constant(64), rows)) is False
    assert known.decide(equal(rows, constant(64))) is False
    assert known.decide(equal(rows, constant(70))) is False
    assert known.decide(equal(constant(64), rows)) is False
    assert known.decide(less(rows, constant(63))) is None
    assert known.decide(equal(rows, constant(63))) is None
    # values may be fractions: 63.5 is below 64
    assert known.decide(less_equal(rows, constant(63))) is None
    assert known.decide(less(atom("columns"), constant(65))) is None


def test_what_is_above_a_number_is_above_all_below_it() -> None:
    known = Knowledge()
    known.assume(less_equal(constant(8), X), True)
    assert known.decide(less(constant(7), X)) is True
    assert known.decide(less_equal(constant(8), X)) is True
    assert known.decide(less(constant(8), X)) is None
    assert known.decide(less(X, constant(8))) is False
    assert known.decide(less_equal(X, constant(8))) is None
    assert known.decide(equal(X, constant(7))) is False
    known.assume(less_equal(X, constant(8)), True)
    assert known.decide(equal(X, constant(8))) is True


def test_a_constant_is_below_what_is_above_it() -> None:
    known = Knowledge()
    known.assume(equal(X, constant(2)), True)
    assert known.decide(less(X, constant(3))) is True
    assert known.decide(less(constant(2), X)) is False


def test_bounds_are_forgotten_with_the_facts_that_gave_them() -> None:
    known = Knowledge()
    known.assume(less(X, constant(100)), True)
    mark = len(known.trail)
    known.assume(less(X, constant(10)), True)
    assert known.decide(equal(X, constant(50))) is False
    told = known.learned()
    known.forget(mark)
    assert known.decide(equal(X, constant(50))) is None
    assert known.decide(equal(X, constant(100))) is False
    known.forget(0)
    assert known.decide(equal(X, constant(100))) is None
    known.relearn(told)
    assert known.decide(equal(X, constant(50))) is False


def test_two_conditions_that_exclude_each_other_lead_nowhere() -> None:
    known = Knowledge()
    known.assume(choose(WIDE, less(X, constant(10)), less(constant(90), X)), True)
    known.assume(equal(X, constant(95)), True)
    assert known.follow_up()
    assert known.decide(WIDE) is None or known.decide(WIDE) is False
