"""Which kernel code a launch reaches, and with which schedule mode: keys, modes and fields that belong together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from sklint.host import ways
from sklint.host.bounds import Bounds, vector_cores
from sklint.host.launch import LARGEST, Launch
from sklint.host.reach import counts_reaching, reaches
from sklint.host.ways import MOST, Ways
from sklint.program import Span
from sklint.walk.division import ceildiv, divide
from sklint.walk.values import (
    ONE,
    ZERO,
    Value,
    add,
    atom,
    both,
    choose,
    constant,
    either,
    equal,
    expressions_up_to,
    fresh,
    less,
    less_equal,
    minimum,
    multiply,
    negate,
    operation,
    scale,
)

ROWS = atom("rows")
SMALL = less(ROWS, constant(64))
WIDE = less(atom("columns"), constant(8))
KEY = atom("tiling_key")
AIV = vector_cores()


def launch(
    key: Value, mode: Value, fields: Mapping[tuple[str, str], Value] | None = None, facts: Sequence[Value] = ()
) -> Launch:
    at = Span("a.cpp", 1, 1, 1, 1)
    return Launch(
        "k",
        at,
        "all-aiv",
        atom("cores"),
        "SetBlockDim",
        "Tiling",
        2201,
        mode,
        key,
        facts=tuple(facts),
        fields=fields or {},
    )


def behind(key: int) -> list[tuple[Value, bool]]:
    return [(equal(KEY, constant(key)), True)]


@pytest.mark.parametrize(("key", "mode", "reached"), [(3, 1, True), (3, 0, False), (4, 1, False), (4, 0, False)])
def test_one_key_goes_with_one_mode(key: int, mode: int, reached: bool) -> None:
    assert reaches(behind(key), launch(constant(3), ONE), mode=mode) is reached


def test_any_mode_will_do_where_none_is_asked_for() -> None:
    assert reaches(behind(3), launch(constant(3), ONE))
    assert not reaches(behind(4), launch(constant(3), ONE))


@pytest.mark.parametrize(("key", "mode", "reached"), [(1, 1, True), (1, 0, False), (2, 1, False), (2, 0, True)])
def test_what_decides_the_key_decides_the_mode_too(key: int, mode: int, reached: bool) -> None:
    one = launch(choose(SMALL, constant(1), constant(2)), choose(SMALL, ONE, ZERO))
    assert reaches(behind(key), one, mode=mode) is reached


def test_a_mode_that_is_the_truth_of_a_condition_may_be_either() -> None:
    assert reaches([], launch(constant(1), SMALL), mode=0)
    assert reaches([], launch(constant(1), SMALL), mode=1)


@pytest.mark.parametrize(("key", "mode"), [(0, 0), (1, 0), (2, 1), (3, 0)])
def test_a_mode_that_the_key_decides_goes_with_that_key_alone(key: int, mode: int) -> None:
    made = add(choose(SMALL, constant(2), ZERO), choose(WIDE, ONE, ZERO))
    one = launch(made, choose(equal(made, constant(2)), ONE, ZERO))
    assert reaches(behind(key), one, mode=mode)
    assert not reaches(behind(key), one, mode=1 - mode)


def test_a_mode_set_for_a_key_that_nothing_tells_is_set_for_that_key() -> None:
    key = atom("some key")
    one = launch(key, choose(equal(key, constant(7)), ONE, ZERO))
    assert not reaches(behind(7), one, mode=0)
    assert reaches(behind(8), one, mode=0)


def test_a_key_of_many_choices_is_followed_only_as_far_as_the_kernel_asks() -> None:
    key: Value = ZERO
    with expressions_up_to(LARGEST):
        for number in range(90):
            key = choose(less(atom(f"size {number}"), ONE), constant(number), key)
        mode = choose(equal(key, constant(5)), ONE, ZERO)
        assert not reaches(behind(5), launch(key, mode), mode=0)
        assert reaches(behind(6), launch(key, mode), mode=0)


def test_a_mode_of_some_ways_is_not_held_against_code_that_nothing_ties_to_them() -> None:
    lost = launch(fresh("key", 0), choose(SMALL, ONE, ZERO))
    assert not reaches(behind(7), lost, mode=0)
    assert reaches(behind(7), lost)
    assert reaches(behind(7), launch(fresh("key", 0), ZERO), mode=0), "all ways have this mode"
    assert reaches([], lost, mode=0), "nothing of the host leads there"
    free = launch(choose(WIDE, constant(7), ZERO), choose(SMALL, ONE, ZERO))
    assert reaches(behind(7), free, mode=0)
    field = [(equal(atom("TilingData.other"), ONE), True)]
    assert not reaches(field, launch(constant(1), choose(SMALL, ONE, ZERO)), mode=0)


def of_too_many_ways() -> Value:
    """An even number of which only its ways show that it is."""
    value: Value = ZERO
    for number in range(MOST + 10):
        value = choose(less(atom(f"size {number}"), ONE), scale(atom(f"half {number}"), 2), value)
    return value


def of_too_many_numbers() -> Value:
    value: Value = ZERO
    for number in range(MOST + 10):
        value = choose(less(atom(f"size {number}"), ONE), constant(number), value)
    return value


def test_too_many_ways_leave_only_what_all_of_them_share() -> None:
    with expressions_up_to(LARGEST):
        shared = launch(of_too_many_numbers(), ZERO)
        assert reaches(behind(7), shared, mode=0)
        assert not reaches(behind(7), shared, mode=1)


def test_of_too_many_ways_those_that_have_no_such_key_lead_nowhere() -> None:
    with expressions_up_to(LARGEST):
        chosen = choose(SMALL, constant(2), choose(WIDE, constant(4), constant(6)))
        # what is asked of the count has too many ways, which hang on nothing that the key hangs on
        one = replace(launch(chosen, ZERO), value=of_too_many_ways())
        assert list(counts_reaching(behind(4), one))
        assert not list(counts_reaching(behind(5), one))
        many = launch(of_too_many_numbers(), ZERO)
        assert list(counts_reaching(behind(7), many))
        assert not reaches(behind(-1), many)
        assert not list(counts_reaching([(less(KEY, ZERO), True)], many))
        assert not list(counts_reaching([(either(equal(KEY, constant(-3)), equal(KEY, constant(-1))), True)], many))
        assert reaches(behind(-1), launch(choose(SMALL, of_too_many_numbers(), fresh("lost", 0)), ZERO))


def test_of_too_many_ways_those_whose_template_arguments_are_others_lead_nowhere() -> None:
    with expressions_up_to(LARGEST):
        made = operation("call tiling_key", constant(3), of_too_many_ways())
        one = replace(launch(made, ZERO), value=of_too_many_ways())
        deep = [(equal(atom("DEEP"), constant(3)), True)]
        assert list(counts_reaching(deep, one, ("DEEP", "WIDE")))
        assert not list(counts_reaching([(deep[0][0], False)], one, ("DEEP", "WIDE")))


def test_when_the_time_is_over_what_all_ways_share_counts() -> None:
    keyed = launch(choose(SMALL, ONE, constant(2)), choose(SMALL, ONE, ZERO))
    assert reaches(behind(1), keyed, mode=1)
    late = replace(keyed, until=0.0)
    assert not reaches(behind(1), late, mode=1), "no mode is that of all ways"
    assert reaches(behind(1), late) and not reaches(behind(7), late)


def test_code_behind_what_the_host_does_not_tell_may_be_reached() -> None:
    assert reaches([(less(atom("anything"), ONE), True)], launch(constant(1), ZERO), mode=0)


def test_a_mode_that_is_not_known_is_none_that_is_asked_for() -> None:
    assert not reaches([], launch(constant(1), atom("mode")), mode=0)


def test_a_field_is_what_the_host_stored_in_it() -> None:
    split = equal(atom("TilingData.split"), ONE)
    one = launch(constant(1), choose(SMALL, ONE, ZERO), {("TilingData", "split"): choose(SMALL, ONE, ZERO)})
    assert reaches([(split, True)], one, mode=1)
    assert not reaches([(split, True)], one, mode=0)
    assert reaches([(split, False)], one, mode=0)


def test_a_field_that_nobody_stored_may_hold_anything() -> None:
    assert reaches([(equal(atom("TilingData.other"), ONE), True)], launch(constant(1), ZERO), mode=0)


@pytest.mark.parametrize(
    ("condition", "reached"),
    [
        (equal(atom("T.used"), ONE), (False, True)),
        (less_equal(atom("T.used"), ONE), (False, True)),
        (less(ONE, atom("T.used")), (True, False)),
        (less(atom("T.used"), constant(8)), (True, True)),
        (equal(atom("T.one_less"), ONE), (True, True)),
        (less(atom("T.one_less"), ONE), (False, True)),
    ],
)
def test_no_core_of_a_device_is_alone(condition: Value, reached: tuple[bool, bool]) -> None:
    one = launch(ONE, ONE, {("T", "used"): AIV, ("T", "one_less"): add(AIV, constant(-1))})
    assert (reaches([(condition, True)], one), reaches([(condition, False)], one)) == reached


def test_two_conditions_of_the_kernel_have_to_hold_together() -> None:
    one = launch(atom("some key"), ZERO)
    assert not reaches([*behind(1), *behind(2)], one, mode=0)


def test_the_arguments_of_a_made_key_are_the_template_arguments() -> None:
    key = operation("call tiling_key", choose(SMALL, ONE, ZERO), constant(4))
    one = launch(key, choose(SMALL, ONE, ZERO))
    is_split = (equal(atom("SPLIT"), ONE), True)
    template = ("SPLIT", "KIND")
    assert not reaches([is_split], one, template, mode=0)
    assert reaches([is_split], one, template, mode=1)
    assert not reaches([(equal(atom("KIND"), constant(3)), True)], one, template)
    assert reaches([(equal(atom("KIND"), constant(3)), True)], one, ("KIND",)), (
        "another number of arguments says nothing"
    )


def test_what_a_success_tells_is_used() -> None:
    status = choose(SMALL, constant(7), ZERO)
    one = launch(choose(SMALL, constant(1), constant(2)), ZERO, facts=[equal(status, ZERO)])
    assert not reaches(behind(1), one)
    assert reaches(behind(2), one)


def test_one_part_of_a_condition_may_decide_it() -> None:
    with expressions_up_to(LARGEST):
        either_way = operation("and", negate(equal(KEY, constant(1))), equal(choose(WIDE, atom("a"), atom("b")), ONE))
    assert not reaches([(either_way, True)], launch(constant(1), ZERO))


def test_a_count_that_is_neither_one_nor_more_is_no_way() -> None:
    used = choose(equal(ROWS, ZERO), ONE, minimum(vector_cores(), ROWS))
    one = launch(constant(1), choose(less(ONE, used), ONE, ZERO), {("TilingData", "used"): used})
    several = [(equal(atom("TilingData.used"), ONE), False)]
    assert not reaches(several, one, mode=0)
    assert reaches(several, one, mode=1)
    assert reaches([(equal(atom("TilingData.used"), ONE), True)], one, mode=0)


@pytest.mark.parametrize("several", [False, True])
def test_what_holds_of_a_choice_holds_of_the_side_that_was_taken(several: bool) -> None:
    rows, field = atom("rows"), atom("TilingData.split")
    split = choose(less(rows, vector_cores()), ceildiv(vector_cores(), rows), ONE)
    facts = [less(ONE, split) if several else less_equal(split, ONE)]
    one = launch(constant(1), ZERO, {("TilingData", "split"): split}, facts)
    for guard in (less(ONE, field), negate(equal(field, ONE))):
        assert reaches([(guard, True)], one) is several
        assert reaches([(guard, False)], one) is not several
        assert bool(list(counts_reaching([(guard, True)], one))) is several


@pytest.mark.parametrize("key", [5, 6, 7, 8])
def test_a_launch_for_one_key_is_none_for_the_others_whatever_joins_made_it(key: int) -> None:
    reshaped = less(atom("flag"), ONE)
    scalar, size, parts = (choose(reshaped, atom(name), atom(f"other {name}")) for name in ("scalar", "size", "parts"))
    last = choose(equal(parts, ONE), constant(8), constant(7))
    made = choose(scalar, constant(5), choose(equal(size, ZERO), constant(6), last))
    for mark in (5, 6, 7, 8):
        assert reaches(behind(key), launch(made, ZERO, facts=[equal(made, constant(mark))])) is (mark == key)


def test_where_it_has_to_be_seen_what_the_kernel_lost_leads_nowhere() -> None:
    lost = [(equal(fresh("reduction", 0), ZERO), False)]
    untold = [(equal(atom("SPLIT"), ONE), True)]
    one = launch(constant(1), ZERO)
    for conditions in (lost, untold):
        assert reaches(conditions, one, mode=0)
        assert not reaches(conditions, one, mode=0, seen=True)
    assert reaches([(less(atom("block_num"), constant(9)), True)], one, mode=0, seen=True)


@pytest.mark.parametrize(("checked", "reached"), [(True, False), (False, True)])
def test_a_way_on_which_a_check_fails_leads_nowhere(checked: bool, reached: bool) -> None:
    fits = less(choose(WIDE, ROWS, atom("columns")), constant(64))
    status = choose(fits, ZERO, choose(WIDE, constant(5), constant(9)))
    one = launch(ONE, choose(fits, ONE, ZERO), facts=[equal(status, ZERO)] if checked else [])
    assert reaches(behind(1), one, mode=0) is reached
    assert reaches(behind(1), one, mode=1)


def test_a_count_is_the_one_of_the_keys_that_lead_there() -> None:
    keyed = replace(launch(choose(SMALL, ONE, ZERO), ONE), value=choose(SMALL, minimum(ROWS, AIV), AIV))
    assert [count for count, *_ in counts_reaching(behind(0), keyed)] == [AIV]
    ((count, facts, _),) = counts_reaching(behind(1), keyed)
    assert count is minimum(ROWS, AIV)
    assert SMALL in facts


def test_a_count_that_hangs_on_a_field_of_the_guard_is_the_one_behind_it() -> None:
    fields = {("TilingData", "split"): choose(SMALL, ONE, ZERO)}
    keyed = replace(launch(constant(1), ONE, fields), value=choose(SMALL, AIV, ONE))
    behind_split = [(equal(atom("TilingData.split"), ONE), True)]
    assert [count for count, *_ in counts_reaching(behind_split, keyed)] == [AIV]


def test_the_number_of_blocks_is_what_the_host_launches_it_on() -> None:
    one_block = equal(atom("block_num"), ONE)
    some = replace(launch(constant(1), ONE), value=choose(SMALL, ONE, minimum(ROWS, AIV)))
    assert [count for count, *_ in counts_reaching([(one_block, False)], some)] == [minimum(ROWS, AIV)]
    assert not reaches([(less(constant(1), atom("block_num")), True)], replace(some, value=ONE))
    by_name = replace(some, value=ONE, call="<<<>>>")
    assert reaches([(one_block, False)], by_name), "where it is bound into a SuperKernel, that one has more"
    lost = replace(some, value=minimum(fresh("count", 0), AIV))
    assert reaches([(one_block, False)], lost, mode=1, seen=True)


def test_ways_with_dynamic_local_memory_are_not_static() -> None:
    keyed = replace(
        launch(choose(SMALL, ONE, ZERO), ONE),
        value=choose(SMALL, ONE, AIV),
        local_memory=choose(SMALL, atom("UB"), ZERO),
    )
    assert {count for count, *_ in counts_reaching([], keyed)} == {ONE, AIV}
    assert [count for count, *_ in counts_reaching([], keyed, static=True)] == [AIV]


def test_too_many_ways_have_the_count_of_all() -> None:
    with expressions_up_to(LARGEST):
        value = of_too_many_ways()
        last = list(counts_reaching([], replace(launch(constant(1), ONE), value=value)))[-1]
        assert last[0] is value


@pytest.mark.parametrize(
    ("memory", "counted"),
    [
        (constant(4096), False),
        (choose(SMALL, constant(4096), constant(8192)), False),
        (choose(SMALL, constant(4096), ZERO), True),
        (ZERO, True),
    ],
)
def test_of_too_many_ways_none_is_static_where_all_have_local_memory(memory: Value, counted: bool) -> None:
    with expressions_up_to(LARGEST):
        # the way to the code is what has too many ways
        keyed = replace(launch(of_too_many_ways(), ONE), value=minimum(ROWS, AIV), local_memory=memory)
        found = list(counts_reaching([(less(KEY, constant(5)), True)], keyed, static=True))
        assert [count for count, *_ in found] == ([minimum(ROWS, AIV)] if counted else [])


@pytest.mark.parametrize(("key", "reached"), [(101, True), (1199, True), (99, False), (300, False), (5000, False)])
def test_a_key_of_parts_is_none_that_its_parts_cannot_make(key: int, reached: bool) -> None:
    kind = atom("GetInputDesc(0).GetDataType()")
    made = add(
        add(kind, constant(100)), add(choose(SMALL, constant(1000), ZERO), operation("call x.GetDataType", ZERO))
    )
    assert reaches(behind(key), launch(made, ZERO)) is reached


@pytest.mark.parametrize(("key", "reached"), [(239, True), (244, True), (114, False), (1340, False)])
def test_the_size_of_a_data_type_is_no_large_number(key: int, reached: bool) -> None:
    made = add(operation("call GetSizeByDataType", atom("type")), constant(240))
    assert reaches(behind(key), launch(made, ZERO)) is reached


def test_a_choice_that_grew_too_large_is_still_one_of_its_sides() -> None:
    condition = ONE
    for number in range(60):
        condition = both(condition, less(atom(f"size {number}"), atom(f"other {number}")))
    with expressions_up_to(20):
        key = choose(condition, constant(400), ZERO)
    assert key.op == "fresh"
    assert reaches(behind(400), launch(key, ZERO))
    assert not reaches(behind(600), launch(key, ZERO))
    assert not reaches(behind(601), launch(add(key, constant(1)), ZERO))
    assert reaches(behind(401), launch(add(key, constant(1)), ZERO))


def test_nothing_is_known_of_what_nothing_bounds() -> None:
    assert reaches(behind(300), launch(add(atom("rows"), constant(100)), ZERO))
    assert not reaches(behind(300), launch(minimum(atom("rows"), constant(100)), ZERO))


def test_what_its_numbers_leave_out_of_a_key_needs_no_way() -> None:
    key: Value = ZERO
    with expressions_up_to(LARGEST):
        for number in range(MOST + 10):
            key = choose(less(atom(f"size {number}"), ONE), constant(number % 9), key)
        assert not reaches(behind(9), launch(key, ZERO))
        assert reaches(behind(8), launch(key, ZERO))


def test_what_holds_at_a_launch_leaves_out_keys_that_need_no_way() -> None:
    even: Value = ZERO
    small = less(atom("items"), constant(64))
    with expressions_up_to(LARGEST):
        for number in range(MOST + 10):
            even = choose(less(atom(f"size {number}"), ONE), constant(2 * number), even)
        key = choose(small, constant(7), even)
        assert reaches(behind(7), launch(key, ZERO))
        assert not reaches(behind(7), launch(key, ZERO, facts=[negate(small)]))
        assert reaches(behind(8), launch(key, ZERO, facts=[negate(small)]))


@pytest.mark.parametrize("largest", [LARGEST, 20])
def test_a_count_that_grew_too_large_is_taken_apart_on_its_ways(largest: int) -> None:
    with expressions_up_to(largest):
        value = AIV
        for number in range(12):
            value = choose(both(WIDE, less(atom(f"size {number}"), ROWS)), minimum(atom(f"part {number}"), AIV), value)
        key = choose(WIDE, ONE, ZERO)
    keyed = replace(launch(key, ONE), value=value)
    assert (value.op == "fresh") is (largest == 20)
    assert {count for count, *_ in counts_reaching(behind(0), keyed)} == {AIV}
    assert minimum(atom("part 3"), AIV) in {count for count, *_ in counts_reaching(behind(1), keyed)}


SIZE = operation("call ge::GetSizeByDataType", atom("type"))


@pytest.mark.parametrize(
    ("large", "all_cores"),
    [
        (less_equal(scale(AIV, 32), ROWS), True),
        (less_equal(scale(AIV, 256), multiply(SIZE, ROWS)), True),
        (less_equal(scale(AIV, 256), multiply(choose(WIDE, scale(SIZE, 2), SIZE), ROWS)), True),
        (less_equal(scale(AIV, 8), multiply(SIZE, ROWS)), False),
        (less_equal(scale(AIV, 256), multiply(atom("columns"), ROWS)), False),
        (less_equal(constant(4096), multiply(atom("columns"), divide(ROWS, AIV))), True),
        (less(ZERO, multiply(SIZE, divide(ROWS, AIV))), True),
        (less_equal(ZERO, multiply(SIZE, divide(ROWS, AIV))), False),
        (less_equal(multiply(SIZE, ROWS), scale(AIV, 256)), False),
    ],
)
def test_what_selects_the_key_shows_that_a_later_clamp_is_idle(large: Value, all_cores: bool) -> None:
    keyed = replace(launch(choose(large, constant(3), constant(4)), ONE), value=minimum(AIV, ROWS))
    found = list(counts_reaching(behind(3), keyed))
    assert found
    assert all(Bounds(None, facts).at_most(AIV, count) for count, facts, _ in found) is all_cores
    if all_cores:
        ((count, facts, _),) = list(counts_reaching(behind(4), keyed))[:1]
        assert not Bounds(None, facts).at_most(AIV, count)


def test_what_one_question_supposes_is_not_so_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions to one launch share its ways: neither their order nor their suppositions may tell in an answer."""
    rows, small, wide = atom("TilingData.rows"), less(ROWS, constant(64)), less(atom("columns"), constant(8))
    questions = [
        [(equal(KEY, constant(2)), True), (less(rows, constant(64)), True)],
        [(equal(KEY, constant(2)), True), (less(rows, constant(64)), False)],
        [(less(rows, constant(64)), True), (equal(KEY, constant(1)), True)],
        [(equal(rows, constant(7)), True)],
        [(equal(KEY, constant(1)), True), (equal(rows, constant(70)), True)],
    ]

    def one() -> Launch:
        made = choose(small, constant(1), choose(wide, constant(2), constant(3)))
        return launch(made, choose(wide, ONE, ZERO), {("TilingData", "rows"): ROWS})

    first, second = one(), one()
    monkeypatch.setattr(ways, "_begun", {})
    forward = [reaches(question, first) for question in questions]
    monkeypatch.setattr(ways, "_begun", {})
    backward = [reaches(question, second) for question in reversed(questions)]
    assert forward == list(reversed(backward)) == [False, True, True, True, False]


def test_a_way_that_was_followed_for_one_question_is_not_followed_anew_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = choose(SMALL, constant(1), choose(WIDE, constant(2), constant(3)))
    one = launch(made, ZERO)
    learned = list[int]()
    follow_up = Ways.follow_up

    def counted(way: Ways, since: int = 0) -> bool:
        learned.append(since)
        return follow_up(way, since)

    monkeypatch.setattr(ways, "_begun", {})
    monkeypatch.setattr(Ways, "follow_up", counted)
    for further in ([], [(equal(atom("parameter"), ONE), True)]):
        assert all(reaches([*behind(key), *further], one) for key in (1, 2, 3))
        if not further:
            before = len(learned)
    assert len(learned) == before > 2
