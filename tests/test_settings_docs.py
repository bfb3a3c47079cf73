"""The user guide: every key, format and form it names exists, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sklint
import sklint.cli
from sklint.directives import KINDS
from sklint.report import FORMATS
from sklint.settings import load
from sklint.settings.schema import json_schema

DOCS = Path(__file__).parent.parent / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def rows(text: str) -> list[str]:
    """The words in backquotes that begin the rows of the tables."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def test_every_key_of_the_settings_is_in_the_table() -> None:
    keys = set(json_schema()["properties"]) - {"launch", "superkernel"}
    table = page("settings.md").partition("## The keys")[2].partition("## What the source")[0]
    assert rows(table) == [key for key in json_schema()["properties"] if key in keys]
    for inner in ("launch.kernels", "launch.fields", "superkernel"):
        assert f"[{inner}]" in page("settings.md")


def test_the_example_is_a_settings_file(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", page("settings.md"), re.DOTALL)
    (tmp_path / "sklint.toml").write_text("", encoding="utf-8")
    low = tmp_path / "low"
    low.mkdir()
    file = low / "sklint.toml"
    file.write_text(example, encoding="utf-8")
    settings = load(file)
    assert settings.superkernels and settings.launches and settings.limits and settings.severity


def test_every_format_is_described() -> None:
    table = page("formats.md").partition("| Format |")[2].partition("\n\n")[0]
    assert rows(table) == list(FORMATS)


def test_every_form_of_suppression_is_described() -> None:
    assert all(f"{kind}[" in page("suppressions.md") for kind in KINDS)


@pytest.mark.parametrize("name", sorted(path.name for path in DOCS.glob("*.md")))
def test_options_in_the_guide_exist_and_links_lead_somewhere(name: str) -> None:
    text = page(name)
    known = {
        option for command in sklint.cli.cli.commands.values() for param in command.params for option in param.opts
    }
    if name in ("settings.md", "suppressions.md", "formats.md", "ci.md", "api.md"):
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= known
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (DOCS / target).exists(), target


def test_the_library_page_names_what_there_is() -> None:
    text = page("api.md")
    for name in sklint.__all__:
        if name != "__version__":
            assert f"sklint.{name}" in text
    fields = {
        "findings",
        "suppressed",
        "doubtful",
        "not_analysed",
        "sites",
        "notes",
        "sources",
        "kernels",
        "files",
        "timelines",
    }
    assert fields == set(sklint.Report.__dataclass_fields__)
