"""How a team with a large library begins: the whole walk, by the installed command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

KERNEL = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void {name}(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
{lines}
}}
"""
RAW = "    const uint64_t core{number} = get_block_idx();\n    Use(core{number});"


@dataclass
class Library:
    folder: Path

    def write(self, name: str, raw: int, first: str = "") -> Path:
        """A kernel with so many raw core queries."""
        lines = "\n".join(RAW.format(number=number) for number in range(raw))
        path = self.folder / name / "op_kernel" / f"{name}.cpp"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(first + KERNEL.format(name=name, lines=lines), encoding="utf-8")
        return path

    def sklint(self, *args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            "-m",
            "sklint",
            "check",
            "--isolated",
            "--jobs",
            "1",
            "--select",
            "SK501,SK003",
            *args,
        ]
        return subprocess.run(
            command,
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            timeout=120,
            check=False,
        )

    def found(self, *args: str, **more: str) -> list[tuple[str, int]]:
        done = self.sklint("--output-format", "json", *args, **more)
        assert done.returncode in (0, 1), done.stderr
        return [(Path(f["path"]).stem, f["line"]) for f in json.loads(done.stdout)["findings"]]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path)
    for name in ("add", "gather", "scan", "sort"):
        library.write(name, 10)
    return library


def test_from_forty_findings_to_none(library: Library) -> None:
    assert len(library.found(".")) == 40

    written = library.sklint("--write-baseline", "known.json", ".")
    assert (written.returncode, written.stdout) == (0, "")
    assert written.stderr == "sklint: findings written to the baseline known.json: 40\n"

    clean = library.sklint("--baseline", "known.json", "--output-format", "concise", ".")
    assert clean.returncode == 0
    assert clean.stdout.startswith("no findings, 40 suppressed")

    # A new finding speaks alone, wherever the known ones have moved to.
    library.write("gather", 11, first="// a comment\n\n")
    assert library.found("--baseline", "known.json", ".") == [("gather", 26)]
    assert library.sklint("--baseline", "known.json", ".").returncode == 1

    # One that is mended is left over in the baseline: the run fails with a hint until it is pruned.
    library.write("gather", 10)
    library.write("sort", 8)
    stale = library.sklint("--baseline", "known.json", ".")
    assert stale.returncode == 1
    assert "findings of the baseline known.json that are gone: 2; run with --prune-baseline" in stale.stderr
    assert "gone: SK501 in sort/op_kernel/sort.cpp" in stale.stderr

    # A run over a part does not judge the rest.
    assert library.sklint("--baseline", "known.json", "add").returncode == 0
    assert library.sklint("--baseline", "known.json", "sort/op_kernel/sort.cpp").returncode == 0

    pruned = library.sklint("--baseline", "known.json", "--prune-baseline", ".")
    assert (pruned.returncode, pruned.stderr) == (0, "sklint: findings taken out of the baseline known.json: 2\n")
    assert library.sklint("--baseline", "known.json", ".").returncode == 0
    library.write("sort", 9)
    assert library.sklint("--baseline", "known.json", ".").returncode == 1


def test_a_file_that_cannot_be_analysed_leaves_nothing_over(library: Library) -> None:
    library.sklint("--write-baseline", "known.json", ".")
    before = (library.folder / "known.json").read_bytes()
    (library.folder / "sort" / "op_kernel" / "sort.cpp").write_text(
        KERNEL.format(name="sort", lines=""), encoding="utf-16"
    )
    done = library.sklint("--baseline", "known.json", "--prune-baseline", ".")
    assert done.returncode == 2
    assert "gone" not in done.stderr
    assert (library.folder / "known.json").read_bytes() == before


def test_the_baseline_of_the_settings_counts_from_anywhere(library: Library) -> None:
    library.sklint("--write-baseline", "known.json", ".")
    (library.folder / "sklint.toml").write_text('baseline = "known.json"\n')
    command = [sys.executable, "-m", "sklint", "check", "--select", "SK501", "."]
    done = subprocess.run(command, cwd=library.folder / "scan", capture_output=True, timeout=60, check=False)
    assert done.returncode == 0


def test_comments_instead_of_a_baseline(library: Library) -> None:
    added = library.sklint("--add-ignores", "simulator only", ".")
    assert (added.returncode, added.stderr) == (0, "sklint: suppressions added: 40, files changed: 4\n")
    done = library.sklint("--output-format", "json", ".")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert report["findings"] == []
    assert [entry["reason"] for entry in report["suppressed"]] == ["simulator only"] * 40
    # Mended code leaves comments that hide nothing.
    path = library.folder / "add" / "op_kernel" / "add.cpp"
    path.write_text(
        path.read_text(encoding="utf-8").replace("get_block_idx()", "AscendC::GetBlockIdx()"), encoding="utf-8"
    )
    idle = library.sklint("--output-format", "json", "add")
    assert {finding["code"] for finding in json.loads(idle.stdout)["findings"]} == {"SK003"}
    assert len(json.loads(idle.stdout)["findings"]) == 10


def git(folder: Path, *args: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com")
    subprocess.run(["git", *identity, *args], cwd=folder, check=True, capture_output=True)


def test_only_what_a_change_has_a_part_in(library: Library) -> None:
    git(library.folder, "init", "-q", "-b", "main")
    git(library.folder, "add", "-A")
    git(library.folder, "commit", "-q", "-m", "x")
    assert library.found("--new-from", "HEAD", ".") == []
    library.write("gather", 11)
    assert library.found("--new-from", "HEAD", ".") == [("gather", 24)]
    assert library.found("--new-from-merge-base", "main", ".") == [("gather", 24)]
    patch = subprocess.run(
        ["git", "diff"], cwd=library.folder, capture_output=True, encoding="utf-8", check=True
    ).stdout
    (library.folder / "change.patch").write_text(patch, encoding="utf-8")
    assert library.found("--new-from-patch", "change.patch", ".") == [("gather", 24)]
    assert library.found("--new-from-patch", "-", ".", stdin=patch) == [("gather", 24)]


def test_text_on_standard_input_is_linted_as_its_file(library: Library) -> None:
    name = "add/op_kernel/add.cpp"
    text = (library.folder / name).read_text(encoding="utf-8")
    shorter = "\n".join(line for line in text.splitlines() if "core9" not in line) + "\n"
    assert len(library.found("-", "--stdin-filename", name, stdin=shorter)) == 9
    assert len(library.found(name)) == 10
    header = '#include "kernel_operator.h"\ninline __aicore__ uint64_t Core() { return get_block_idx(); }\n'
    library.write("sort", 1, first='#include "core.h"\n')
    (library.folder / "sort/op_kernel/core.h").write_text("\n", encoding="utf-8")
    assert ("core", 2) in library.found("-", "--stdin-filename", "sort/op_kernel/core.h", stdin=header)


def test_flags_come_from_compile_commands(library: Library) -> None:
    path = library.write("add", 0)
    text = path.read_text(encoding="utf-8")
    path.write_text(
        '#include "extra.h"\n' + text.replace("{\n", "{\n#ifdef SIMULATOR\n" + RAW.format(number=1) + "\n#endif\n")
    )
    headers = library.folder / "elsewhere"
    headers.mkdir()
    (headers / "extra.h").write_text("\n")
    entry = {
        "directory": str(library.folder),
        "file": str(path),
        "command": "bisheng -DSIMULATOR=1 -I elsewhere -c x.cpp",
    }
    (library.folder / "build").mkdir()
    (library.folder / "build" / "compile_commands.json").write_text(json.dumps([entry]))
    assert library.found("add") == []
    assert library.found("-p", "build", "add") == [("add", 6)]
    assert library.found("-p", "build/compile_commands.json", "add") == [("add", 6)]
    broken = library.sklint("-p", "nowhere", "add")
    assert broken.returncode == 2
    assert "nowhere: not readable: no such file or directory" in broken.stderr


def test_every_place_gets_its_report(library: Library) -> None:
    done = library.sklint(
        "--output-format",
        "github",
        "--output-file",
        "log.txt",
        "--also",
        "sarif:r.sarif",
        "--also",
        "html:r.html",
        "add",
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert (library.folder / "log.txt").read_text(encoding="utf-8").count("::error ") == 10
    assert len(json.loads((library.folder / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]) == 10
    assert (library.folder / "r.html").read_text(encoding="utf-8").count("<article") == 10
    assert library.sklint("--also", "json:no/such/folder.json", "add").returncode == 2


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), 1),
        (("--exit-zero",), 0),
        (("--fail-on", "error"), 1),
        (("--config", 'severity.SK501="info"'), 0),
        (("--config", 'severity.SK501="info"', "--fail-on", "info"), 1),
        (("--config", 'per-file-ignores."add/**"=["SK501"]'), 0),
        (("--config", 'exclude=["add/"]'), 0),
        (("--baseline", "gone.json"), 2),
        (("--new-from", "HEAD"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_exit_codes_are_as_documented(library: Library, args: tuple[str, ...], code: int) -> None:
    assert library.sklint(*args, "add").returncode == code


def test_hostile_file_names_are_carried_through(library: Library) -> None:
    name = 'a b"::error::\n核%'
    library.write("add", 1)
    path = library.folder / "add" / "op_kernel" / "add.cpp"
    path.rename(path.with_name(f"{name}.cpp"))
    assert [stem for stem, _ in library.found("add")] == [name]
    written = library.sklint("--write-baseline", "known.json", "add")
    assert written.returncode == 0
    assert library.found("--baseline", "known.json", "add") == []
    text = library.sklint("--output-format", "concise", "add").stdout
    assert len(text.splitlines()) == 2
    assert "::error" not in text
