"""Every entry of the option tables is used by the rules, and says where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sklint.checks import checks
from sklint.facts.options import (
    GeOnly,
    Option,
    ge_mistaken,
    ge_only,
    ge_options,
    graph_options,
    graph_switches,
    nearest,
    same_letters,
    strategy_options,
)
from sklint.finding import Finding
from sklint.scripts.read import read_script

RULES = frozenset({f"SK9{number:02}" for number in (*range(1, 10), *range(11, 17))})
STRATEGIES = {name: option for outer in graph_options() for name, option in strategy_options(outer).items()}

GOOD: Mapping[str, Callable[[Option], str]] = {
    "choice": lambda option: option.values[0],
    "advised": lambda option: option.values[0],
    "count": lambda option: "0",
    "range": lambda option: str(option.least),
    "alignment": lambda option: "64",
    "operators": lambda option: "MatMul,TopK",
    "flags": lambda option: "-g",
}
BAD = {"choice": "x", "advised": "x", "count": "x", "range": "0", "alignment": "3", "operators": "", "flags": ""}
GRAPH_GOOD = {
    "switch": 0,
    "range": 1,
    "patterns": ["A.*"],
    "strategies": {},
    "extend": "a=1",
    "text": "a",
    "optimize": {},
    "debug": {},
}
GRAPH_BAD = {
    "switch": "0",
    "range": "1",
    "patterns": "A",
    "strategies": 1,
    "extend": 1,
    "text": 1,
    "optimize": 1,
    "debug": 1,
}


def findings(text: str) -> list[Finding]:
    script = read_script("/tree/model.py", text.encode())
    return [finding for check in checks("check_script", RULES) for finding in check(script)]


def codes(text: str) -> set[str]:
    return {finding.code for finding in findings(text)}


def scope(options: str) -> str:
    return f"from torchair.scope import super_kernel\nsuper_kernel('s', {options!r})\n"


def compiled(group: str, name: str, value: object) -> str:
    inside = {name: value} if group == "switch" else {f"super_kernel_{group}": {name: value}}
    options = {"static_kernel_compile": True, "super_kernel_optimize": True, **inside}
    return f"import torch\ntorch.compile(m, backend='npugraph_ex', options={options!r})\n"


def group_of(option: Option) -> str:
    return {"optimize": "optimize_options", "debug": "debug_options", "any": "debug_options"}[option.group]


@pytest.mark.parametrize("option", ge_options().values(), ids=lambda option: option.name)
def test_a_ge_option_takes_its_values_and_no_others(option: Option) -> None:
    assert option.source
    assert codes(scope(f"{option.name}={GOOD[option.kind](option)}")) <= {"SK908"}
    assert codes(scope(f"{option.name}={BAD[option.kind]}")) & {"SK902", "SK904"}


@pytest.mark.parametrize("option", ge_options().values(), ids=lambda option: option.name)
def test_the_default_of_a_ge_option_parses(option: Option) -> None:
    if option.default:
        assert codes(scope(f"{option.name}={option.default}")) == set()


@pytest.mark.parametrize("name", ge_mistaken())
def test_a_mistaken_name_is_reported_with_the_right_one(name: str) -> None:
    assert ge_mistaken()[name].source
    (finding,) = findings(scope(f"{name}=1"))
    assert finding.code == "SK901"
    assert ge_mistaken()[name].use in str(finding.message)
    assert bool(finding.edits) is bool(ge_mistaken()[name].use)


@pytest.mark.parametrize("option", graph_options().values(), ids=lambda option: option.name)
def test_a_graph_option_takes_its_type_and_its_dictionary(option: Option) -> None:
    assert option.source
    group = group_of(option)
    assert codes(compiled(group, option.name, GRAPH_GOOD[option.kind])) == set()
    assert "SK912" in codes(compiled(group, option.name, GRAPH_BAD[option.kind]))
    other = "debug_options" if group == "optimize_options" else "optimize_options"
    assert ("SK913" in codes(compiled(other, option.name, GRAPH_GOOD[option.kind]))) is (option.group != "any")


@pytest.mark.parametrize("option", STRATEGIES.values(), ids=lambda option: option.name)
def test_a_strategy_belongs_into_its_option(option: Option) -> None:
    assert option.source
    assert codes(compiled("optimize_options", option.inside, {option.name: 1})) == set()
    assert codes(compiled("optimize_options", option.inside, {option.name: option.most + 2})) == {"SK904"}


@pytest.mark.parametrize("option", ge_only().values(), ids=lambda option: option.name)
def test_a_ge_option_is_foreign_to_npugraph_ex(option: GeOnly) -> None:
    assert option.source
    assert option.name in ge_options()
    assert option.name.replace("-", "_") not in graph_options()
    found = findings(compiled("optimize_options", option.name.replace("-", "_"), 1))
    assert [(finding.code, finding.severity) for finding in found] == [("SK911", option.severity)]


def test_every_ge_option_is_known_to_npugraph_ex_or_foreign_to_it() -> None:
    assert {name for name in ge_options() if name.replace("-", "_") not in graph_options()} == set(ge_only())


@pytest.mark.parametrize("option", graph_switches().values(), ids=lambda option: option.name)
def test_a_switch_takes_its_type(option: Option) -> None:
    assert option.source
    assert "SK912" not in codes(compiled("switch", option.name, GRAPH_GOOD[option.kind]))
    assert "SK912" in codes(compiled("switch", option.name, GRAPH_BAD[option.kind]))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("feed-syncall", "feed-sync-all"),
        ("Feed_Sync_All", "feed-sync-all"),
        ("strem-fusion", "stream-fusion"),
        ("nothing", ""),
        ("", ""),
    ],
)
def test_the_nearest_name(name: str, meant: str) -> None:
    assert nearest(name, ge_options()) == meant


def test_names_of_the_same_letters() -> None:
    assert same_letters("Early_Start", "early-start")
    assert not same_letters("early-started", "early-start")
