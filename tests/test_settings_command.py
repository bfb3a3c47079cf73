"""Settings on the command line: what counts, what is shown, and how mistakes are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sklint.settings import load

KERNEL = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void scan(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    Use(get_block_idx());
}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("scan", "old"):
        path = tmp_path / name / "op_kernel" / f"{name}.cpp"
        path.parent.mkdir(parents=True)
        path.write_text(KERNEL.replace("scan", name), encoding="utf-8")
    return tmp_path


def sklint(cwd: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sklint", "check", *args],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=60,
        check=False,
    )


def test_shown_settings_are_settings_again(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = """\
select = ["SK1", "SK501"]
extend-select = ["SK4"]
ignore = ["SK108"]
products = ["A2"]
include = ["include"]
defines = ["A=1"]
exclude = ["old/"]
soc = "Ascend910B1"
path = "ge"
rule-url = "https://example.com/{code}"
language = "en"
fail-on = "error"
min-confidence = "likely"
timeout = 7.5
jobs = 2
[per-file-ignores]
"*.h" = ["SK4"]
[severity]
SK102 = "info"
[launch.kernels]
"scan" = { cores = 20, schedule-mode = 1, dynamic = true }
other = "all-aiv"
[launch.fields]
"T.n" = { min = 1, max = 2 }
open = { min = 0 }
[[superkernel]]
name = "s"
operators = ["scan", "other=3"]
options = "feed-sync-all=1"
"""
    file = tree / "sklint.toml"
    file.write_text(text, encoding="utf-8")
    done = sklint(tree, "--show-settings")
    assert (done.returncode, done.stderr) == (0, "")
    again = tree / "again.toml"
    again.write_text(done.stdout, encoding="utf-8")
    first, second = load(file), load(again)
    assert {**vars(first), "sources": ()} == {**vars(second), "sources": ()}


def test_the_command_line_is_part_of_what_is_shown(tree: Path) -> None:
    shown = sklint(tree, "--show-settings", "--isolated", "--select", "SK501", "--config", "fail-on=error").stdout
    assert shown.startswith("# no settings file\n")
    assert 'select = ["SK501"]' in shown and 'fail-on = "error"' in shown


def test_files_are_shown_as_excluded_and_asked_for(tree: Path) -> None:
    assert sklint(tree, "--show-files").stdout == "old/op_kernel/old.cpp\nscan/op_kernel/scan.cpp\n"
    assert sklint(tree, "--show-files", "--config", 'exclude=["old/"]').stdout == "scan/op_kernel/scan.cpp\n"


def test_a_settings_file_can_be_named(tree: Path) -> None:
    (tree / "strict.toml").write_text('select = ["SK4"]\n')
    assert sklint(tree, "--config", "strict.toml", "scan").returncode == 0
    assert sklint(tree, "--config", "strict.toml", "--config", 'select=["SK501"]', "scan").returncode == 1


def test_a_selection_on_the_command_line_begins_anew(tree: Path) -> None:
    (tree / "sklint.toml").write_text('select = ["SK4"]\nignore = ["SK501"]\n')
    assert sklint(tree, "scan").returncode == 0
    assert sklint(tree, "--extend-select", "raw-core-query", "scan").returncode == 0
    assert sklint(tree, "--select", "raw-core-query", "scan").returncode == 1
    assert sklint(tree, "--select", "SK5", "--ignore", "SK501", "scan").returncode == 0


@pytest.mark.parametrize(
    ("text", "args", "expected"),
    [
        (
            b'select = ["SK1"]\nignor = []\n',
            (),
            "sklint: {tree}/sklint.toml:2: unknown key `ignor`, did you mean `ignore`?\n",
        ),
        (b"jobs = 'caf\xe9'\n", (), "sklint: {tree}/sklint.toml:1: not UTF-8, the encoding of every TOML file\n"),
        (b"", ("--config", "jobs"), "sklint: --config jobs: no such file, and no `key=value`\n"),
        (b"", ("--config", "jobs=many"), "sklint: --config jobs=many: `jobs` is of type int, not str\n"),
        (b"", ("--also", "sarf:x"), "sklint: --also: unknown value `sarf`, did you mean `sarif`?\n"),
        (b"", ("--prune-baseline",), "sklint: --prune-baseline: there is no baseline: name it with --baseline\n"),
        (b"", ("--stdin-filename", "x.h"), "sklint: --stdin-filename: standard input is read where PATHS is -\n"),
    ],
)
def test_mistakes_end_with_2_and_one_line(tree: Path, text: bytes, args: tuple[str, ...], expected: str) -> None:
    (tree / "sklint.toml").write_bytes(text)
    done = sklint(tree, *args)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected.format(tree=tree))


def test_five_megabytes_of_settings_are_refused(tree: Path) -> None:
    (tree / "sklint.toml").write_text("x" * (5 << 20))
    done = sklint(tree)
    assert done.returncode == 2
    assert done.stderr.endswith("sklint.toml: larger than 1 MB, which no settings file is\n")


def test_a_settings_file_below_rules_over_its_folder(tree: Path) -> None:
    (tree / "old" / "sklint.toml").write_text('ignore = ["SK501"]\n')
    done = sklint(tree, "--select", "SK501", "--output-format", "concise")
    assert done.stdout.startswith("old/") and done.returncode == 1
    done = sklint(tree, "--output-format", "concise")
    assert done.stdout.startswith("scan/")


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ('"all-aiv"', set()),
        ("4", {"SK102"}),
        ('{ cores = "all-aiv", schedule-mode = 0 }', {"SK108"}),
        ('{ cores = "all-aiv", schedule-mode = 1 }', set()),
    ],
)
def test_a_stated_launch_stands_in_for_the_host(tree: Path, stated: str, expected: set[str]) -> None:
    kernel = tree / "scan" / "op_kernel" / "scan.cpp"
    body = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n    AscendC::SyncAll();"
    kernel.write_text(KERNEL.replace("Use(get_block_idx());", body), encoding="utf-8")
    (tree / "sklint.toml").write_text(f"[launch.kernels]\nscan = {stated}\n")
    done = sklint(tree, "--select", "SK102,SK108", "--output-format", "json", "scan")
    assert {finding["code"] for finding in json.loads(done.stdout)["findings"]} == expected


def test_nothing_of_the_linted_tree_is_imported_or_run(tree: Path) -> None:
    for name in ("sklint.py", "click.py", "signal.py", "multiprocessing.py", "sitecustomize.py"):
        (tree / name).write_text("import pathlib; pathlib.Path('ran').write_text('')\n")
    (tree / "pyproject.toml").write_text('[tool.sklint]\nselect = ["SK501"]\n[build-system]\nbuild-backend = "click"\n')
    script = Path(sys.executable).with_name("sklint")
    done = subprocess.run([script, "check", "scan"], cwd=tree, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert not (tree / "ran").exists()
