"""The sessions in `docs/fuse.md` are what the commands print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SESSIONS = re.findall(r"^```console\n\$ (sklint .*?)\n(.*?)^```$", (ROOT / "docs" / "fuse.md").read_text(), re.M | re.S)


def test_there_are_sessions() -> None:
    assert len(SESSIONS) == 3


@pytest.mark.parametrize(("command", "expected"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_a_session_is_true(command: str, expected: str) -> None:
    stated = ":" in command and "--options" not in command
    ran = subprocess.run(
        [sys.executable, "-m", *shlex.split(command), "--lang", "en"],
        capture_output=True,
        text=True,
        cwd=ROOT / "docs" if stated else ROOT / "fixtures" / "fused",
        check=False,
    )
    assert ran.stdout == expected
    assert ran.stderr == ""
