"""What happens to an operator inside, checked against the stated rules."""

from __future__ import annotations

import pytest

from sklint.facts.socs import soc_named
from sklint.fuse.launch import Cores, Refused
from sklint.fuse.operators import StatementError, read_statement
from sklint.fuse.options import fuse_options, parts, with_option
from sklint.fuse.outcome import APART, HANGS, NOT_BUILT, OPEN, RUNS, fuse

B4 = soc_named("Ascend910B4")
ASCEND_950 = soc_named("Ascend950")


def operators(*texts):
    return [read_statement(text).sub_kernel() for text in texts]


def verdicts(*texts, options="", path="ge", soc=None):
    return {outcome.operator.name: outcome.verdict for outcome in fuse(operators(*texts), options, path, soc).outcomes}


def kinds(name, *texts, options="", path="ge", soc=None):
    for outcome in fuse(operators(*texts), options, path, soc).outcomes:
        if outcome.operator.name == name:
            return [note.kind for note in outcome.notes]
    raise AssertionError(name)


NARROW = "narrow:AIV_ONLY,sync-all=8"
WIDE = "wide:AIV_ONLY,no-sync=40"


def test_a_barrier_on_fewer_cores_hangs() -> None:
    assert verdicts(NARROW, WIDE) == {"narrow": HANGS, "wide": RUNS}


def test_alone_it_runs() -> None:
    assert verdicts(NARROW) == {"narrow": RUNS}


def test_feeding_helps() -> None:
    assert verdicts(NARROW, WIDE, options="feed-sync-all=1") == {"narrow": RUNS, "wide": RUNS}
    assert "fed" in kinds("narrow", NARROW, WIDE, options="feed-sync-all=1")


def test_feeding_needs_a_spelling_that_is_noticed() -> None:
    assert verdicts("n:AIV_ONLY,undetected-sync-all=8", WIDE, options="feed-sync-all=1")["n"] == HANGS


def test_nothing_feeds_flags() -> None:
    assert verdicts("n:MIX_AIV_1_0,cross-core,no-sync=8", WIDE, options="feed-sync-all=1")["n"] == HANGS


@pytest.mark.parametrize("path", ["aclnn", "direct"])
def test_npugraph_ex_feeds_nothing(path) -> None:
    assert verdicts(NARROW, WIDE, options="feed-sync-all=1", path=path)["narrow"] == HANGS


def test_a_software_barrier_counts_its_own_cores_but_on_950() -> None:
    soft = "soft:AIV_ONLY,no-sync,soft-sync=8"
    assert verdicts(soft, WIDE)["soft"] == RUNS
    assert verdicts(soft, WIDE, soc=ASCEND_950)["soft"] == HANGS


def test_what_is_not_known_is_said() -> None:
    assert verdicts("n:AIV_ONLY=8", WIDE)["n"] == OPEN


def test_a_core_over_by_rounding_hangs_a_full_vector_kernel() -> None:
    assert verdicts("cube:AIC_ONLY,no-sync=20", "odd:AIV_ONLY,sync-all=47")["odd"] == HANGS


def test_kinds_of_cores_do_not_mix() -> None:
    assert verdicts("cube:AIC_ONLY,sync-all=20", "vector:AIV_ONLY,sync-all=40") == {"cube": RUNS, "vector": RUNS}


def test_a_one_to_one_kernel_is_promoted_by_one_vector_core() -> None:
    texts = ("mix:MIX_AIC_1_1,no-sync=20", "vector:AIV_ONLY,no-sync=21")
    assert "ratio" in kinds("mix", *texts)
    assert verdicts("mix:MIX_AIC_1_1,no-sync,one-vector-core=20", texts[1])["mix"] == HANGS


def test_a_one_to_two_kernel_is_demoted_by_cubes() -> None:
    texts = ("mix:MIX_AIC_1_2,no-sync=8", "cube:AIC_ONLY,no-sync=24")
    assert "ratio" in kinds("mix", *texts)
    assert "ratio" not in kinds("mix", *texts, path="aclnn")


def test_a_dynamic_kernel_fills_the_device() -> None:
    fusion = fuse(operators("sink:AIV_ONLY,sync-all,dynamic=8", NARROW), soc=B4)
    assert fusion.segments[0].launch.cores == Cores(0, 40)
    assert [outcome.verdict for outcome in fusion.outcomes] == [RUNS, HANGS]


def test_an_operator_that_is_not_fused_ends_the_segment() -> None:
    fusion = fuse(operators(NARROW, "broken:AIV_ONLY,not-fusible=8", WIDE))
    assert [len(segment.outcomes) for segment in fusion.segments] == [1, 1, 1]
    assert [outcome.verdict for outcome in fusion.outcomes] == [RUNS, APART, RUNS]


def test_a_type_that_cannot_be_fused_stands_apart() -> None:
    assert verdicts("old:MIX_VECTOR_CORE=8", WIDE)["old"] == APART


@pytest.mark.parametrize(
    ("texts", "sizes"),
    [
        (["a:AIV_ONLY=40", "b:AIV_ONLY,batch=8"], [1, 1]),
        (["a:AIV_ONLY,batch=8", "b:AIV_ONLY=40"], [1, 1]),
        (["a:AIV_ONLY,batch=40", "b:AIV_ONLY=8"], [2]),
        (["a:AIV_ONLY=8", "b:AIV_ONLY,batch=40"], [2]),
        (["a:AIC_ONLY=20", "b:AIV_ONLY,batch=40"], [2]),
        (["a:AIC_ONLY=24", "b:AIV_ONLY,batch=40"], [1, 1]),
        (["a:AIV_ONLY,batch=40", "b:AIC_ONLY=20"], [2]),
        (["a:AIV_ONLY,batch=40", "b:AIC_ONLY=21"], [1, 1]),
        (["a:AIC_ONLY,batch=20", "b:AIV_ONLY=41"], [1, 1]),
    ],
)
def test_the_run_time_cuts_at_batch_mode(texts, sizes) -> None:
    assert [len(segment.outcomes) for segment in fuse(operators(*texts), path="aclnn").segments] == sizes
    assert [len(segment.outcomes) for segment in fuse(operators(*texts)).segments] == [len(texts)]


def test_verification_fuses_each_operator_alone_on_every_core() -> None:
    fusion = fuse(operators(NARROW, WIDE), "debug_per_op_max_core_num=1", "aclnn", B4)
    assert [segment.launch.cores for segment in fusion.segments] == [Cores(20, 40), Cores(20, 40)]
    assert [outcome.verdict for outcome in fusion.outcomes] == [HANGS, RUNS]


def test_refused_numbers_build_nothing() -> None:
    fusion = fuse(operators(NARROW, WIDE), "debug-aiv-num=20", soc=B4)
    assert fusion.segments[0].launch == Refused("aiv-below-demand", 20, 40)
    assert {outcome.verdict for outcome in fusion.outcomes} == {NOT_BUILT}
    assert not fusion.sound


@pytest.mark.parametrize(
    ("options", "path", "count"),
    [
        ("dcci-disable-on-kernel=narrow", "ge", 1),
        ("dcci-before-kernel-start=narrow,wide", "ge", 1),
        ("dcci-after-kernel-end=narrow", "ge", 1),
        ("dcci-before-kernel-start=nar.*", "ge", 0),
        ("dcci_before_kernel_start=nar.*", "aclnn", 0),
        ("dcci_before_kernel_start=nar.*:dcci_disable_on_kernel=.*", "aclnn", 1),
        ("dcci_disable_on_kernel=.*", "aclnn", 1),
        ("dcci_disable_on_kernel=*row", "aclnn", 0),
    ],
)
def test_flushes(options, path, count) -> None:
    assert kinds("narrow", NARROW, WIDE, options=options, path=path).count("flush") == count


def test_a_dynamic_kernel_is_always_flushed() -> None:
    assert "flush" in kinds("sink", "sink:AIV_ONLY,dynamic=8")


def test_more_cores_than_the_soc_has_is_said() -> None:
    assert "soc" in kinds("big", "big:AIV_ONLY,no-sync=48", soc=B4)


@pytest.mark.parametrize("text", ["", "=3", "a=0", "a=b", "a=-1", "a:=3", "a:AIV_ONLY,fast=3", ":AIV_ONLY=3"])
def test_statements_that_say_nothing(text) -> None:
    with pytest.raises(StatementError):
        read_statement(text)


@pytest.mark.parametrize("text", ["a", "a=3", "a:AIV_ONLY"])
def test_statements_that_need_the_tree(text) -> None:
    with pytest.raises(StatementError):
        read_statement(text).sub_kernel()


def test_a_kernel_type_may_be_written_in_full() -> None:
    assert read_statement("a:KERNEL_TYPE_AIV_ONLY=3") == read_statement("a:AIV_ONLY=3")


def test_option_texts_are_read_as_the_compiler_reads_them() -> None:
    read = [(part.name, part.value) for part in parts('" a = 1 : b:c=:=d: e=f=g "')]
    assert read == [("a", "1"), ("b", None), ("c", ""), ("", "d"), ("e", "f=g")]


def test_the_places_of_parts_are_those_of_the_text() -> None:
    text = " feed-sync-all = 1 :x"
    part = next(parts(text))
    assert text[part.name_start : part.name_end] == "feed-sync-all"
    assert text[part.value_start : part.value_end] == "1"


def test_an_option_is_set_in_place_of_its_older_self() -> None:
    assert with_option("feed-sync-all=0:stream-fusion=1", "feed-sync-all", "1") == "stream-fusion=1:feed-sync-all=1"


@pytest.mark.parametrize("text", ["feed-sync-all=yes", "feed_sync_all=1", "feed-sync-all:1", ""])
def test_what_does_not_parse_counts_as_absent(text) -> None:
    assert not fuse_options(text).feed_sync_all
