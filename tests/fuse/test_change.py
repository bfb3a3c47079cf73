"""The smallest change makes a scope run, and is small."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklint.facts.socs import soc_named
from sklint.fuse.change import applied, judged
from sklint.fuse.operators import SubKernel, read_statement
from sklint.fuse.outcome import fuse

TYPES = ["AIV_ONLY", "AIC_ONLY", "MIX_AIV_1_0", "MIX_AIC_1_0", "MIX_AIC_1_1", "MIX_AIC_1_2"]
FACTS = st.sets(
    st.sampled_from(["sync-all", "undetected-sync-all", "cross-core", "soft-sync", "one-vector-core", "batch"])
)


@st.composite
def scopes(draw) -> list[SubKernel]:
    count = draw(st.integers(1, 4))
    texts = []
    for number in range(count):
        facts = ",".join(["no-sync", *sorted(draw(FACTS))])
        texts.append(f"op{number}:{draw(st.sampled_from(TYPES))},{facts}={draw(st.integers(1, 24))}")
    return [read_statement(text).sub_kernel() for text in texts]


@settings(max_examples=300, deadline=None)
@given(
    scopes(),
    st.sampled_from(["", "stream-fusion=1", "feed-sync-all=1", "debug-aic-num=4:early-start=1"]),
    st.sampled_from(["ge", "aclnn", "direct"]),
    st.sampled_from([None, soc_named("A3"), soc_named("950")]),
)
def test_with_the_change_nothing_hangs(operators, options, path, soc) -> None:
    fusion, changes = judged(operators, options, path, soc)
    assert bool(changes) is not fusion.sound
    current, text = applied(operators, options, changes)
    assert fuse(current, text, path, soc).sound
    for left_out in range(len(changes)):
        current, text = applied(operators, options, changes[:left_out])
        assert not fuse(current, text, path, soc).sound


def changes_of(*texts, options="", path="ge"):
    operators = [read_statement(text).sub_kernel() for text in texts]
    return judged(operators, options, path, None)[1]


WIDE = "wide:AIV_ONLY,no-sync=40"


def test_one_option_covers_all_operators() -> None:
    changes = changes_of("a:AIV_ONLY,sync-all=8", "b:AIV_ONLY,sync-all=9", WIDE, options="stream-fusion=1")
    assert [(change.kind, change.options) for change in changes] == [("options", "stream-fusion=1:feed-sync-all=1")]


def test_a_spelling_comes_with_the_option() -> None:
    changes = changes_of("a:AIV_ONLY,undetected-sync-all=8", WIDE)
    assert [change.kind for change in changes] == ["spelling", "options"]


def test_flags_need_the_tiling() -> None:
    changes = changes_of("a:MIX_AIV_1_0,no-sync,cross-core=8", WIDE)
    assert [(change.kind, change.operator, change.blocks) for change in changes] == [("tiling", "a", 40)]


@pytest.mark.parametrize("path", ["aclnn", "direct"])
def test_npugraph_ex_takes_batch_mode(path) -> None:
    changes = changes_of("a:AIV_ONLY,sync-all=8", WIDE, path=path)
    assert [(change.kind, change.operator) for change in changes] == [("schedule", "a")]


def test_batch_mode_that_does_not_help_is_not_offered() -> None:
    changes = changes_of("a:AIC_ONLY,no-sync=24", "odd:AIV_ONLY,sync-all=47", path="aclnn")
    assert [(change.kind, change.blocks) for change in changes] == [("tiling", 48)]


def test_refused_numbers_are_left_out() -> None:
    changes = changes_of(WIDE, options="early-start=1:debug-aiv-num=8")
    assert [change.options for change in changes] == ["early-start=1"]
