"""What a scope proves about the findings of its kernels."""

from __future__ import annotations

import pytest

from sklint.facts.socs import soc_named
from sklint.finding import Finding, message
from sklint.fuse.operators import read_statement
from sklint.fuse.outcome import fuse
from sklint.fuse.scopes import KnownScope, NamedScope, OptionPlace, meet, named_options, option_findings
from sklint.program import Span

AT = Span("/tree/a.cpp", 3, 1, 3, 10)
SCRIPT = Span("/tree/model.py", 7, 1, 7, 10)


def scope(*operators, options="", path="ge", soc=None, name="layer"):
    known = [read_statement(text).sub_kernel() for text in operators]
    return KnownScope(name, fuse(known, options, path, soc_named(soc) if soc else None), SCRIPT)


def finding(code, *kernels, confidence="likely"):
    return Finding(code, "warning", confidence, message("something"), AT, kernels)


def severities(code, *scopes, kernels=("a",), confidence="likely"):
    found = [finding(code, *kernels, confidence=confidence)]
    return [(met.severity, met.confidence) for met in meet(found, scopes)]


ERROR, LIKELY_ERROR, AS_IT_WAS, GONE = [("error", "proved")], [("error", "likely")], [("warning", "likely")], []
WIDE = "wide:AIV_ONLY,no-sync=40"
NARROW = "a:MIX_AIV_1_0,sync-all=8"


@pytest.mark.parametrize(
    ("code", "scopes", "expected"),
    [
        ("SK102", [scope(NARROW, WIDE)], ERROR),
        ("SK102", [scope(NARROW, WIDE, options="feed-sync-all=1")], GONE),
        ("SK102", [scope("a:MIX_AIV_1_0,undetected-sync-all=8", WIDE, options="feed-sync-all=1")], ERROR),
        ("SK102", [scope(NARROW, WIDE, options="feed-sync-all=1", path="aclnn")], ERROR),
        ("SK102", [scope(NARROW)], GONE),
        ("SK102", [scope(NARROW), scope(NARROW, WIDE)], ERROR),
        ("SK102", [scope(WIDE)], AS_IT_WAS),
        ("SK102", [], AS_IT_WAS),
        ("SK102", [scope("a:MIX_AIV_1_0,sync-all,dynamic=8", WIDE)], GONE),
        ("SK103", [scope("a:MIX_AIV_1_0,cross-core=8", WIDE, options="feed-sync-all=1")], ERROR),
        ("SK103", [scope("a:MIX_AIV_1_0,cross-core=40", WIDE)], GONE),
        ("SK107", [scope("a:AIV_ONLY,undetected-sync-all=8", WIDE, options="feed-sync-all=1")], ERROR),
        ("SK107", [scope("a:AIV_ONLY,undetected-sync-all=8", WIDE)], AS_IT_WAS),
        ("SK107", [scope("a:AIV_ONLY,undetected-sync-all=40", WIDE, options="feed-sync-all=1")], GONE),
        ("SK201", [scope("a:MIX_AIC_1_1=20", "v:AIV_ONLY=21")], ERROR),
        ("SK201", [scope("a:MIX_AIC_1_1=20", "v:AIV_ONLY=20")], GONE),
        ("SK202", [scope("a:MIX_AIC_1_1=20", "v:AIV_ONLY=21")], ERROR),
        ("SK202", [scope("a:MIX_AIC_1_1=20")], GONE),
        ("SK203", [scope("a:MIX_AIC_1_2=8", "c:AIC_ONLY=24")], LIKELY_ERROR),
        ("SK203", [scope("a:MIX_AIC_1_2=8", "c:AIC_ONLY=8")], GONE),
        ("SK203", [scope("a:MIX_AIC_1_1=20", "v:AIV_ONLY=40")], LIKELY_ERROR),
        ("SK203", [scope("a:AIV_ONLY=8")], AS_IT_WAS),
        ("SK204", [scope("a:AIV_ONLY=40", "c:AIC_ONLY=20")], LIKELY_ERROR),
        ("SK204", [scope("a:AIV_ONLY=20", "c:AIC_ONLY=20")], GONE),
        ("SK309", [scope("a:AIV_ONLY=8", options="dcci-disable-on-kernel=A")], LIKELY_ERROR),
        ("SK309", [scope("a:AIV_ONLY=8", options="dcci-disable-on-kernel=B")], AS_IT_WAS),
        ("SK101", [scope(NARROW, WIDE)], AS_IT_WAS),
    ],
)
def test_a_scope_raises_drops_or_leaves_a_finding(code, scopes, expected) -> None:
    assert severities(code, *scopes) == expected


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        ([scope("a:AIV_ONLY,soft-sync=8", WIDE, soc="950")], LIKELY_ERROR),
        ([scope("a:AIV_ONLY,soft-sync=40", WIDE, soc="950")], GONE),
        ([scope("a:AIV_ONLY,soft-sync=8", WIDE, soc="A3")], [("warning", "possible")]),
    ],
)
def test_a_count_that_is_right_when_all_cores_enter(scopes, expected) -> None:
    assert severities("SK104", *scopes, confidence="possible") == expected


@pytest.mark.parametrize("blocks", [8, 40])
def test_a_count_that_is_wrong_on_its_own_is_none_of_the_scope(blocks) -> None:
    assert severities("SK104", scope(f"a:AIV_ONLY,soft-sync={blocks}", WIDE, soc="950")) == AS_IT_WAS


@pytest.mark.parametrize("code", ["SK203", "SK204", "SK309"])
def test_what_was_proved_stays_proved(code) -> None:
    scopes = {"SK203": "a:MIX_AIC_1_2=8", "SK204": "a:AIV_ONLY=40", "SK309": "a:AIV_ONLY=40"}
    met = scope(scopes[code], "c:AIC_ONLY=24", options="dcci-disable-on-kernel=A")
    assert severities(code, met, confidence="proved") == ERROR


def test_a_finding_of_two_kernels_goes_only_when_both_are_safe() -> None:
    both = scope(NARROW, "b:MIX_AIV_1_0,sync-all=8")
    assert severities("SK102", both, kernels=("a", "b")) == GONE
    assert severities("SK102", both, kernels=("a", "elsewhere")) == AS_IT_WAS


def test_the_trace_says_what_the_scope_launches() -> None:
    (met,) = meet([finding("SK102", "a")], [scope(NARROW, WIDE)])
    step = met.trace[-1]
    assert step.at == SCRIPT
    assert str(step.message) == (
        "scope `layer` launches 40 blocks of KERNEL_TYPE_MIX_AIV_1_0, and `a` enters with 8 of 40"
    )


def test_operators_that_are_not_fused_prove_nothing() -> None:
    assert severities("SK102", scope("a:MIX_AIV_1_0,sync-all,not-fusible=8", WIDE)) == AS_IT_WAS


PLACES = (OptionPlace("debug-aiv-num", Span("/tree/model.py", 8, 1, 8, 14)),)


def test_forced_numbers_below_the_demand_are_sk906_at_the_option() -> None:
    named = NamedScope("layer", "debug-aiv-num=8", SCRIPT, PLACES)
    (found,) = option_findings(named, scope(WIDE, options=named.options).fusion)
    assert (found.code, found.severity, found.at) == ("SK906", "warning", PLACES[0].at)


def test_a_number_that_is_missing_points_at_the_other() -> None:
    named = NamedScope("layer", "debug-aiv-num=40", SCRIPT, PLACES)
    (found,) = option_findings(named, scope(WIDE, "c:AIC_ONLY=20", options=named.options).fusion)
    assert (found.code, found.at) == ("SK906", PLACES[0].at)


def test_numbers_that_cover_the_demand_are_silent() -> None:
    named = NamedScope("layer", "debug-aiv-num=48", SCRIPT, PLACES)
    assert not list(option_findings(named, scope(WIDE, options=named.options).fusion))


def test_a_flush_behind_a_fed_operator_is_sk907() -> None:
    options = "feed-sync-all=1:dcci-after-kernel-end=A"
    named = NamedScope("layer", options, SCRIPT)
    (found,) = option_findings(named, scope(NARROW, WIDE, options=options).fusion)
    assert (found.code, found.at) == ("SK907", SCRIPT)
    assert not list(option_findings(named, scope(NARROW, options=options).fusion))


def test_stated_options_come_before_those_of_the_script() -> None:
    named = NamedScope("layer", "early-start=0", SCRIPT)
    assert named_options(named, "") == "early-start=0"
    assert named_options(named, "stream-fusion=1") == "stream-fusion=1"
