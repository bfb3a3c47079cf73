"""The catalogue: every page can be read, every token resolves, and what is generated from it has not drifted."""

from __future__ import annotations

import importlib.util
import pkgutil
from pathlib import Path

import pytest

import sklint.checks
from sklint import catalogue

ENGLISH = ("What it reports", "Why", "Example", "Use instead", "When it is legal", "Limits", "Options", "Sources")
CHINESE = ("报告什么", "为什么", "示例", "改用", "何时合法", "局限", "选项", "来源")

PAGE = """\
+++
code = "SK999"
name = "sample-rule"
severity = "error"
category = "hang"
default = true
products = ["A2"]
paths = ["ge"]
since = "0.1"
summary = "a sample"
summary_zh = "样例"
aliases = []
fix = "none"
+++
# SK999 sample-rule
"""


def headings(text: str) -> tuple[str, ...]:
    return tuple(line[3:].strip() for line in text.splitlines() if line.startswith("## "))


@pytest.mark.parametrize("code", list(catalogue.rules()))
def test_a_page_has_every_section_in_both_languages(code: str) -> None:
    assert headings(catalogue.page(code)) == ENGLISH
    assert headings(catalogue.page(code, "zh")) == CHINESE


@pytest.mark.parametrize("code", list(catalogue.rules()))
def test_the_chinese_page_shows_the_examples_of_the_english_one(code: str) -> None:
    chinese = catalogue.page(code, "zh")
    assert "<!-- case:" not in chinese
    assert "```" in chinese


@pytest.mark.parametrize("rule", catalogue.rules().values(), ids=str)
def test_a_summary_is_one_line_without_a_full_stop(rule: catalogue.Rule) -> None:
    for summary in (rule.summary, rule.summary_zh):
        assert summary == summary.strip()
        assert "\n" not in summary
        assert not summary.endswith((".", "。"))


def test_every_check_has_a_page() -> None:
    modules = {module.name for module in pkgutil.iter_modules(sklint.checks.__path__) if module.name.startswith("sk")}
    assert {module.upper() for module in modules if module[2:].isdigit()} <= set(catalogue.rules())


def test_names_and_aliases_are_not_shared() -> None:
    tokens = [token for rule in catalogue.rules().values() for token in (rule.name, *rule.aliases)]
    assert len(tokens) == len(set(tokens))


@pytest.mark.parametrize(
    ("token", "some"),
    [("SK101", {"SK101"}), ("divergent-sync", {"SK101"}), ("SK4", {"SK401", "SK402"}), ("SK10", {"SK101", "SK105"})],
)
def test_a_token_selects_its_rules(token: str, some: set[str]) -> None:
    selected = catalogue.resolve(token)
    assert some <= selected
    if token.startswith("SK"):
        assert all(code.startswith(token) for code in selected)


def test_all_selects_every_rule() -> None:
    assert catalogue.resolve("ALL") == frozenset(catalogue.rules())


@pytest.mark.parametrize(
    ("token", "nearest"),
    [("SK110", "SK101"), ("divergent-sink", "divergent-sync"), ("sk101", "SK101"), ("all", "ALL"), ("qqqqqqqq", "")],
)
def test_an_unknown_token_names_the_nearest(token: str, nearest: str) -> None:
    with pytest.raises(catalogue.UnknownRule) as caught:
        catalogue.resolve(token)
    assert caught.value.token == token
    assert caught.value.nearest.startswith(nearest[:4])
    assert bool(caught.value.nearest) is bool(nearest)


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        catalogue.page("SK000")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("severity", "severe"), "unknown"),
        (('"error"', '"fatal"'), "fatal"),
        (('"A2"', '"A9"'), "A9"),
        (('"ge"', '"gee"'), "gee"),
        (('"SK999"', '"SK998"'), "named after"),
        (("+++\ncode", "code"), "no front matter"),
        (('since = "0.1"', "since = "), "SK999-sample-rule.md"),
    ],
)
def test_a_broken_page_says_what_is_wrong(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    source = tmp_path / "SK999-sample-rule.md"
    source.write_text(PAGE.replace(*change), encoding="utf-8")
    with pytest.raises(catalogue.PageError, match=complaint):
        catalogue.read_rule(source)


def test_a_whole_page_can_be_read(tmp_path: Path) -> None:
    source = tmp_path / "SK999-sample-rule.md"
    source.write_text(PAGE, encoding="utf-8")
    assert catalogue.read_rule(source).products == ("A2",)


def test_the_installed_package_carries_the_pages() -> None:
    assert importlib.util.find_spec("sklint") is not None
    assert all(rule.source.is_file() for rule in catalogue.rules().values())
