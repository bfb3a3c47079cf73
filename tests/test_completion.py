"""Shell completion: commands, options, formats and rules, in the three shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROTOCOLS = {
    "bash": {"COMP_WORDS": "{line}", "COMP_CWORD": "{count}"},
    "zsh": {"COMP_WORDS": "{line}", "COMP_CWORD": "{count}"},
    "fish": {"COMP_WORDS": "{line}", "COMP_CWORD": "{last}"},
}


def completed(shell: str, line: str) -> list[str]:
    """What a shell's script would be told for a command line whose last word is being typed."""
    words = line.split(" ")
    places = {"line": line, "count": str(len(words) - 1), "last": words[-1]}
    variables = {name: value.format(**places) for name, value in PROTOCOLS[shell].items()}
    environment = {**os.environ, **variables, "_SKLINT_COMPLETE": f"{shell}_complete", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "sklint"]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("shell", sorted(PROTOCOLS))
def test_rules_are_completed_by_code_and_name_in_every_shell(shell: str) -> None:
    assert any("SK101" in line for line in completed(shell, "sklint check --select SK10"))
    assert any("divergent-sync" in line for line in completed(shell, "sklint rule divergent"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sklint ch", ["plain,check"]),
        ("sklint check --output-format sar", ["plain,sarif"]),
        ("sklint check --also jun", ["plain,junit"]),
        ("sklint check --ignore SK101,raw-core", ["plain,SK101,raw-core-query"]),
        ("sklint check --fail-on w", ["plain,warning"]),
        ("sklint --new-from-m", ["plain,--new-from-merge-base"]),
        ("sklint completion f", ["plain,fish"]),
    ],
)
def test_words_are_completed(line: str, expected: list[str]) -> None:
    assert completed("bash", line) == expected


@pytest.mark.parametrize("shell", sorted(PROTOCOLS))
def test_each_shell_gets_its_script(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sklint", "completion", shell], capture_output=True, text=True, timeout=60, check=True
    )
    assert f"_SKLINT_COMPLETE={shell}_complete" in done.stdout


def test_a_real_bash_completes_a_rule(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash, "bash is on every machine that sklint is developed on"
    script = """
sklint() { "$PYTHON" -m sklint "$@"; }
eval "$("$PYTHON" -m sklint completion bash)"
COMP_WORDS=(sklint check --select SK50); COMP_CWORD=3
_sklint_completion "$RUN" SK50 --select
printf '%s\\n' "${COMPREPLY[@]}"
"""
    run = tmp_path / "sklint"
    run.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sklint "$@"\n')
    run.chmod(0o755)
    environment = {**os.environ, "PYTHON": sys.executable, "RUN": str(run)}
    done = subprocess.run([bash, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert "SK501" in done.stdout.split()
