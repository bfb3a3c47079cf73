"""Text of the linted tree never steers a terminal, a CI log or a page."""

from __future__ import annotations

import json
import re

import pytest

from sklint.finding import Report
from sklint.report import FORMATS
from sklint.report.escape import json_text, visible, visible_characters

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"github"}))
def test_no_control_character_and_no_command_leaves_raw(rendered, hostile: Report, name: str) -> None:
    text = rendered(name, hostile)
    assert not CONTROL.search(text)
    assert "##[" not in text
    assert not re.search(r"^\s*::", text, re.MULTILINE)
    assert "::error" not in re.sub(r"\w::error", "", text)


def test_every_line_of_a_hostile_report_is_the_linters_own(rendered, hostile: Report) -> None:
    assert all(
        re.match(r"(\S.*: SK\d{3} \[|.*not analysed: |\d+ error)", line)
        for line in rendered("concise", hostile).splitlines()
    )


def test_json_gives_the_very_text_back(rendered, hostile: Report, hostile_text: str) -> None:
    finding = json.loads(rendered("json", hostile))["findings"][0]
    assert finding["message"] == hostile_text
    assert finding["message_args"] == {"text": hostile_text}
    assert finding["kernels"] == [hostile_text]


def test_a_file_name_that_is_not_utf_8_is_shown_by_its_bytes() -> None:
    assert visible("a\udcff.h") == "a\\xff.h"
    assert json.loads(json_text("a\udcff.h")) == "a\udcff.h"


def test_scopes_of_c_plus_plus_stay_readable() -> None:
    assert (
        visible("AscendC::SyncAll() and std::error_code, log::error(x)")
        == "AscendC::SyncAll() and std::error_code, log::error(x)"
    )
    assert "".join(visible_characters("x ::error::y")) == visible("x ::error::y") == "x \\x3a:error::y"
