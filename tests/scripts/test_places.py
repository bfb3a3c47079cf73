"""Findings stand where the text stands, and edits change what they say they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.checks import checks
from sklint.finding import Finding
from sklint.scripts.read import read_script

IMPORT = "from torchair.scope import super_kernel\n"


def findings(text: str, code: str) -> list[Finding]:
    script = read_script("/tree/model.py", text.encode())
    return [finding for check in checks("check_script", frozenset({code})) for finding in check(script)]


def pointed_at(text: str, finding: Finding) -> str:
    line = text.splitlines()[finding.at.line - 1].encode()
    return line[finding.at.column - 1 : finding.at.end_column - 1].decode()


def fixed(text: str, code: str) -> str:
    lines = [line.encode() for line in text.splitlines()]
    for finding in findings(text, code):
        for edit in finding.edits:
            at = edit.at
            line = lines[at.line - 1]
            lines[at.line - 1] = line[: at.column - 1] + edit.text.encode() + line[at.end_column - 1 :]
    return "\n".join(line.decode() for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "super_kernel('s', 'feed_sync_all=1')",
        "super_kernel('s', 'early-start=1:  feed_sync_all = 1')",
        "super_kernel('范围', '') ; super_kernel('范围', 'feed_sync_all=1')",
        "super_kernel('s', 'early-start=1:'\n  'feed_sync_all=1')",
        "super_kernel('s', f'early-start={x}:feed_sync_all=1')",
        "super_kernel('s', f'{x}:feed_sync_all={x}')",
        "super_kernel('s', 'a'  # feed_sync_all\n  'b:feed_sync_all=1')",
        "super_kernel('s', ('early-start=1:'\n  f'feed_sync_all={1}'))",
        "super_kernel('s', r'feed_sync_all=1')",
        "super_kernel('s', '''feed_sync_all=1''')",
        "O = 'feed_sync_all=1'\nsuper_kernel('s', O)",
        "super_kernel('s', ':'.join(['early-start=1', 'feed_sync_all=1']))",
        "super_kernel('s', ' feed_sync_all=1 '.strip())",
    ],
)
def test_the_name_is_pointed_at_and_mended(text: str) -> None:
    source = IMPORT + text
    found = [finding for finding in findings(source, "SK901") if "feed_sync_all" in str(finding.message)]
    assert [pointed_at(source, finding) for finding in found] == ["feed_sync_all"]
    mended = fixed(source, "SK901")
    assert mended == source.replace("feed_sync_all", "feed-sync-all").replace("# feed-sync-all", "# feed_sync_all")
    assert not [finding for finding in findings(mended, "SK901") if finding.edits]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("super_kernel('s', 'feed\\x5fsync_all=1')", 2),
        ("super_kernel('s', 'feed_' 'sync_all=1')", 2),
        ("super_kernel('s', '''\nfeed_sync_all=1''')", 2),
        ("super_kernel('s', 'FEED_SYNC_ALL=1'.lower())", 2),
        ("super_kernel('s', f'{\"feed_sync\"}_all=1')", 2),
    ],
)
def test_a_name_that_does_not_stand_in_one_piece_is_not_edited(text: str, line: int) -> None:
    (finding,) = findings(IMPORT + text, "SK901")
    assert finding.at.line == line
    assert finding.edits == ()


def test_a_wrong_name_of_an_older_guide_is_mended() -> None:
    source = IMPORT + "super_kernel('s', 'dcci-after-kernel-start=TopK')"
    assert fixed(source, "SK901") == source.replace("start", "end")


def test_a_slip_is_left_to_its_writer() -> None:
    source = IMPORT + "super_kernel('s', 'feed-synch-all=1')"
    assert fixed(source, "SK901") == source


def test_dashes_are_mended_in_dictionaries() -> None:
    source = (
        "import torch\n"
        "torch.compile(m, backend='npugraph_ex', options={'super_kernel_optimize_options': {'early-start': 1}})"
    )
    assert fixed(source, "SK912") == source.replace("early-start", "early_start")


def test_an_option_in_another_line_leads_to_its_call() -> None:
    source = IMPORT + "O = 'nothing=1'\n\nsuper_kernel('s', O)"
    (finding,) = findings(source, "SK901")
    assert finding.at.line == 2
    assert [step.at.line for step in finding.trace] == [4]


def test_a_finding_in_another_file_names_it(tmp_path: Path) -> None:
    (tmp_path / "presets.py").write_text("FAST = 'nothing=1'\n")
    source = IMPORT + "from presets import FAST\nsuper_kernel('s', FAST)\n"
    script = read_script(str(tmp_path / "model.py"), source.encode())
    (finding,) = [found for check in checks("check_script", frozenset({"SK901"})) for found in check(script)]
    assert (finding.at.path, finding.at.line) == (str(tmp_path / "presets.py"), 1)


def test_one_of_several_outcomes_is_likely() -> None:
    (finding,) = findings(IMPORT + "super_kernel('s', 'nothing=1' if x else '')", "SK901")
    assert finding.confidence == "likely"
