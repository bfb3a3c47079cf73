"""The hook in a real pre-commit run, and every CI file against the schema of its service."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

import sklint.cli

ROOT = Path(__file__).parent.parent
OPERATORS = 30
# What the hook needs of the project: what a clone of it would hold.
PACKAGE = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "sklint", "rules")

GUARD = """\
#pragma once
#include "kernel_operator.h"

class Guard {
public:
    __aicore__ inline int64_t Core() { return AscendC::GetBlockIdx(); }
};
"""
BROKEN_GUARD = GUARD.replace("AscendC::GetBlockIdx()", "get_block_idx()")
KERNEL = """\
#include "kernel_operator.h"
{include}
extern "C" __global__ __aicore__ void {name}(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    {body}
}}
"""
GUARDED = ("op_07", "op_12")


def run(*command: str, cwd: Path, ok: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    if ok:
        assert done.returncode == 0, done.stdout + done.stderr
    return done


def commit(folder: Path) -> None:
    run("git", "add", "-A", cwd=folder)
    run(
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "commit",
        "-q",
        "--no-verify",
        "--allow-empty",
        "-m",
        "x",
        cwd=folder,
    )


@dataclass(frozen=True)
class Library:
    """A library of operators in a git repository that uses the hook."""

    folder: Path
    home: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def hook(self) -> subprocess.CompletedProcess[str]:
        """Stage everything and run the hooks for what is staged."""
        run("git", "add", "-A", cwd=self.folder)
        command = (sys.executable, "-m", "pre_commit", "run", "--color", "never", "--verbose")
        return run(*command, cwd=self.folder, ok=False, PRE_COMMIT_HOME=str(self.home))

    def report(self) -> dict[str, object]:
        """The JSON that the hook printed for what is staged."""
        output = self.hook().stdout
        report: dict[str, object] = json.JSONDecoder().raw_decode(output[output.index("{") :])[0]
        return report


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    base = tmp_path_factory.mktemp("hook")
    linter, folder = base / "linter", base / "library"
    linter.mkdir()
    for name in PACKAGE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, linter / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, linter / name)
    run("git", "init", "-q", "-b", "main", cwd=linter)
    commit(linter)
    revision = run("git", "rev-parse", "HEAD", cwd=linter).stdout.strip()
    library = Library(folder, base / "home")
    library.write("common/guard.h", GUARD)
    for number in range(OPERATORS):
        name = f"op_{number:02}"
        guarded = name in GUARDED
        text = KERNEL.format(
            name=name,
            include='#include "../../common/guard.h"' if guarded else "",
            body="Guard guard;\n    const int64_t core = guard.Core();" if guarded else "AscendC::SyncAll();",
        )
        library.write(f"{name}/op_kernel/{name}.cpp", text)
    hook = {"id": "sklint", "args": ["--output-format", "json", "--select", "SK501", "--isolated"]}
    config = {"repos": [{"repo": str(linter), "rev": revision, "hooks": [hook]}]}
    library.write(".pre-commit-config.yaml", yaml.safe_dump(config))
    run("git", "init", "-q", "-b", "main", cwd=folder)
    commit(folder)
    run(sys.executable, "-m", "pre_commit", "install-hooks", cwd=folder, PRE_COMMIT_HOME=str(library.home))
    return library


def test_a_changed_header_reports_the_entries_that_include_it(library: Library) -> None:
    library.write("common/guard.h", BROKEN_GUARD)
    report = library.report()
    (finding,) = report["findings"]  # type: ignore[misc]
    assert (finding["code"], finding["path"], finding["line"]) == ("SK501", "common/guard.h", 6)
    assert finding["kernels"] == list(GUARDED)
    assert report["summary"]["kernels"] == len(GUARDED)  # type: ignore[index]
    assert library.hook().returncode == 1
    commit(library.folder)


def test_a_commit_elsewhere_reports_nothing(library: Library) -> None:
    library.write("common/guard.h", BROKEN_GUARD)
    commit(library.folder)
    path = "op_20/op_kernel/op_20.cpp"
    library.write(path, (library.folder / path).read_text(encoding="utf-8") + "// touched\n")
    assert library.report()["findings"] == []
    assert library.hook().returncode == 0
    commit(library.folder)


def test_a_commit_of_other_files_does_not_start_the_hook(library: Library) -> None:
    library.write("README.txt", "nothing to lint\n")
    done = library.hook()
    assert done.returncode == 0
    assert "no files to check" in done.stdout
    commit(library.folder)


@pytest.mark.parametrize(
    "command", ["validate-manifest .pre-commit-hooks.yaml", "validate-config docs/ci/pre-commit.yaml"]
)
def test_pre_commit_accepts_the_hook_files(command: str) -> None:
    run(sys.executable, "-m", "pre_commit", *command.split(), cwd=ROOT)


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.github-actions", "action.yml"),
        ("vendor.github-workflows", "docs/ci/github.yml"),
        ("vendor.github-workflows", "docs/ci/gitcode.yml"),
        ("vendor.gitlab-ci", "docs/ci/gitlab.yml"),
    ],
)
def test_ci_files_fit_the_schema_of_their_service(schema: str, file: str) -> None:
    transform = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *transform, file]
    run(*command, cwd=ROOT)


@pytest.mark.parametrize(
    "file", ["action.yml", ".pre-commit-hooks.yaml", *sorted(p.name for p in (ROOT / "docs/ci").glob("*.y*ml"))]
)
def test_every_option_that_a_sample_uses_exists(file: str) -> None:
    path = ROOT / file if (ROOT / file).exists() else ROOT / "docs/ci" / file
    known = {option for param in sklint.cli.check.params for option in param.opts}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "sklint check" in line]
    used = {
        option
        for line in lines
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line.partition("sklint check")[2])
    }
    assert used <= known
    assert lines or file in ("github.yml", "pre-commit.yaml")


def test_an_input_of_the_action_never_becomes_a_command() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert scripts and not any("${{" in script for script in scripts)


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
def test_the_problem_matcher_reads_the_concise_format(severity: str) -> None:
    matchers = json.loads((ROOT / "docs/ci/problem-matcher.json").read_text(encoding="utf-8"))["problemMatcher"]
    line = f"a b/k.h:10:9: SK101 [{severity}] `SyncAll()` is: not reached"
    found = [(matcher, re.match(matcher["pattern"][0]["regexp"], line)) for matcher in matchers]
    ((matcher, match),) = [(matcher, match) for matcher, match in found if match]
    pattern = matcher["pattern"][0]
    assert [match[pattern[key]] for key in ("file", "line", "column", "code", "message")] == [
        "a b/k.h",
        "10",
        "9",
        "SK101",
        "`SyncAll()` is: not reached",
    ]
    assert matcher.get("severity") == ("notice" if severity == "info" else None)
