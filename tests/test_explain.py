"""`sklint rule` in every form and language."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from sklint import catalogue


def sklint(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sklint", "rule", *args],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_as_markdown_is_the_page(language: str) -> None:
    done = sklint("divergent-sync", "--output-format", "markdown", "--lang", language)
    assert (done.returncode, done.stdout) == (0, catalogue.page("SK101", language))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_rules_as_json(language: str) -> None:
    value = json.loads(sklint("--output-format", "json", "--lang", language).stdout)
    assert (value["version"], value["language"]) == (1, language)
    rules = {rule["code"]: rule for rule in value["rules"]}
    assert list(rules) == list(catalogue.rules())
    for code, rule in catalogue.rules().items():
        assert rules[code]["name"] == rule.name
        assert rules[code]["summary"] == (rule.summary_zh if language == "zh" else rule.summary)
        assert rules[code]["page"] == catalogue.page(code, language)


def test_a_prefix_gives_its_rules() -> None:
    value = json.loads(sklint("SK4", "--output-format", "json").stdout)
    assert [rule["code"] for rule in value["rules"]] == sorted(code for code in catalogue.rules() if code[:3] == "SK4")


def test_the_table_as_markdown_has_a_row_for_each() -> None:
    table = sklint("--output-format", "markdown").stdout
    assert all(any(code in line and line.startswith("|") for line in table.splitlines()) for code in catalogue.rules())


def test_an_unknown_rule_is_one_line() -> None:
    done = sklint("SK1O1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sklint: RULE: unknown rule `SK1O1`, did you mean `SK101`?\n"
