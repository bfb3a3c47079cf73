"""The catalogue: every page can be read, every token resolves, and what is generated from it has not drifted."""

from __future__ import annotations

import importlib.util
import pkgutil
import re
from pathlib import Path

import pytest

import sklint.checks
from sklint import catalogue, rule_tables
from sklint.examples import marks

ROOT = Path(__file__).parent.parent
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


# Codes, names, severities and defaults are a promise to whoever has them in settings and suppressions.
RELEASED = """\
SK001 file-not-analysed error on
SK002 site-not-analysed info on
SK003 unused-suppression warning on
SK101 divergent-sync error on
SK102 partial-launch-sync-all warning on
SK103 partial-launch-cross-core warning on
SK104 soft-sync-count warning on
SK105 sync-all-flavour error on
SK106 sync-kernel-type warning on
SK107 undetected-sync-all warning on
SK108 batch-mode-missing warning on
SK201 aiv-subset-sync error on
SK202 matmul-on-aiv1 error on
SK203 fixed-ratio-arithmetic warning on
SK204 vector-only-ratio-query warning on
SK301 gm-reference-write error on
SK302 gm-pointer-write error on
SK303 gm-pointer-read warning on
SK304 set-value-visibility warning on
SK305 stale-poll error on
SK306 cache-line-sharing warning on
SK307 partial-line-clean warning
SK308 scalar-gm-loop info
SK309 unprotected-dcci-off warning on
SK401 pipe-without-barrier error on
SK402 overlapping-pipes error on
SK403 sk-entry-pipe info on
SK501 raw-core-query error on
SK502 sk-entry-block-num error on
SK503 dead-core-guard warning on
SK601 early-start-once error on
SK602 early-start-all-keys error on
SK603 early-start-sync-overlap error on
SK604 early-start-placement warning on
SK605 early-start-inert info
SK701 flag-id-conflict error on
SK702 cross-core-arguments error on
SK703 cross-core-unbalanced warning on
SK704 hard-event-unbalanced warning
SK705 sticky-state warning on
SK801 kernel-type-unsupported error on
SK802 not-fusible info
SK811 sk-bind-signature error on
SK812 sk-bind-qualifier error on
SK813 sk-bind-arguments error on
SK814 sk-bind-call error on
SK815 sk-bind-capabilities error on
SK816 sk-bind-body warning
SK817 sk-bind-split info
SK901 unknown-option error on
SK902 option-without-value error on
SK903 duplicate-option error on
SK904 option-value error on
SK905 core-ratio error on
SK906 core-limit error on
SK907 conflicting-dcci warning on
SK908 debug-option info
SK909 scope-name warning on
SK911 ge-only-key error on
SK912 option-spelling error on
SK913 wrong-option-group warning on
SK914 kernel-pattern warning on
SK915 missing-switch warning on
SK916 unpaired-scope error on
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


@pytest.mark.parametrize("page", list(rule_tables.PAGES))
def test_a_table_is_what_the_catalogue_says(page: str) -> None:
    texts = {path.relative_to(ROOT).as_posix(): text for path, text in rule_tables.pages(ROOT)}
    written = (ROOT / page).read_text(encoding="utf-8")
    assert written == texts[page], "run `python -m sklint.rule_tables`"


@pytest.mark.parametrize("page", list(rule_tables.PAGES))
def test_the_links_of_a_table_lead_to_pages(page: str) -> None:
    links = re.findall(r"\]\(([^)]*SK\d{3}[^)]*)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert len(links) == len(catalogue.rules())
    for link in links:
        assert (ROOT / page).parent.joinpath(link).is_file()


def test_a_page_without_a_region_is_refused() -> None:
    with pytest.raises(rule_tables.NoRegionError):
        rule_tables.with_table("README.md", "no table here", "en")


def test_the_quick_start_is_two_lines() -> None:
    for name in ("README.md", "README.zh-CN.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        start = text.split("## Quick start" if name == "README.md" else "## 快速开始")[1].split("\n## ")[0]
        blocks = re.findall(r"^```sh\n(.*?)^```$", start, re.MULTILINE | re.DOTALL)
        assert [block.count("\n") for block in blocks] == [1, 1]
        assert "sklint check --exit-zero fixtures/demo" in blocks[0]
        assert "python -m pytest" in blocks[1]


def test_every_family_has_a_title() -> None:
    assert {code[:3] for code in catalogue.rules()} == set(rule_tables.FAMILIES)


def test_the_catalogue_keeps_its_promises() -> None:
    lines = [
        f"{rule.code} {rule.name} {rule.severity}{' on' if rule.default else ''}" for rule in catalogue.rules().values()
    ]
    assert lines == RELEASED.splitlines()


def test_the_readme_counts_the_findings_of_the_demo() -> None:
    sources = (path for path in (ROOT / "fixtures" / "demo").rglob("*") if path.is_file())
    expected = sum(len(list(marks(path.name, path.read_text(encoding="utf-8")))) for path in sources)
    assert expected == 5
    assert "which has five findings" in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "有五条告警" in (ROOT / "README.zh-CN.md").read_text(encoding="utf-8")


def test_every_rule_about_operators_has_a_line_in_the_coverage() -> None:
    covered = set(re.findall(r"SK\d{3}", (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")))
    assert covered == {code for code in catalogue.rules() if not code.startswith("SK0")} | {"SK002"}
