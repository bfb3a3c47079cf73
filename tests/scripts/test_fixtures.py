"""The scripts under `fixtures/scripts` give the findings that they are marked with, and no others."""

from pathlib import Path

import pytest

from sklint.checks import checks
from sklint.examples import marks, problems
from sklint.finding import Finding
from sklint.run import joined
from sklint.scripts.read import read_script

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "scripts"
RULES = frozenset({f"SK9{number:02}" for number in (*range(1, 10), *range(11, 17))})


def findings_of(path: Path) -> tuple[Finding, ...]:
    script = read_script(str(path), path.read_bytes())
    return joined(finding for check in checks("check_script", RULES) for finding in check(script))


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.stem)
def test_a_fixture_gives_what_it_is_marked_with(path: Path) -> None:
    found = findings_of(path)
    expected = list(marks(path.name, path.read_text(encoding="utf-8")))
    assert problems(FOLDER, expected, found, RULES - {"SK908"}, frozenset()) == []
