"""The operators in `fixtures/` give exactly the findings that their marks name."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint import catalogue
from sklint.checks import implemented
from sklint.examples import lint_tree, marks, problems

FIXTURES = Path(__file__).parent.parent / "fixtures"
RULES = catalogue.rules()
ACTIVE = frozenset(implemented()) & frozenset(RULES)
UNASKED = frozenset(code for code in ACTIVE if RULES[code].default)
SUFFIXES = (".cpp", ".h", ".asc", ".cce", ".py")

GROUPS = ("demo", "clean", "found", "silent", "alignment", "launches", "layouts")
OPERATORS = [folder for group in GROUPS for folder in sorted((FIXTURES / group).iterdir())]


@pytest.mark.parametrize("root", OPERATORS, ids=lambda root: f"{root.parent.name}-{root.name}")
def test_an_operator_gives_its_findings_and_no_others(root: Path) -> None:
    expected = [
        mark
        for source in sorted(root.rglob("*"))
        if source.suffix in SUFFIXES and "build_out" not in source.parts
        for mark in marks(source.relative_to(root).as_posix(), source.read_text(encoding="utf-8"))
        if mark.code in ACTIVE
    ]
    assert problems(root, expected, lint_tree(root, ACTIVE), frozenset(), UNASKED) == []


@pytest.mark.parametrize("group", ["clean", "silent"])
def test_what_must_stay_silent_has_no_expectation(group: str) -> None:
    for source in (FIXTURES / group).rglob("*"):
        if source.suffix in SUFFIXES:
            text = source.read_text(encoding="utf-8")
            assert not [mark for mark in marks(source.name, text) if mark.kind == "expect"], source


def test_what_must_be_found_is_marked() -> None:
    for operator in (FIXTURES / "found").iterdir():
        texts = [source.read_text(encoding="utf-8") for source in operator.rglob("*") if source.suffix in SUFFIXES]
        assert any(list(marks(operator.name, text)) for text in texts), operator
