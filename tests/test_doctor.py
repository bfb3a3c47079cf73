"""How well a tree was read, in figures that cannot flatter."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sklint.doctor import diagnose
from sklint.finding import Report, Sites
from sklint.run import Outcome
from sklint.task import Reading


def test_a_function_counts_once_and_is_complete_only_if_it_always_was() -> None:
    readings = (
        Reading("/a.cpp", 2201, ("a",), {"/h.h:1:1": True, "/a.cpp:5:1": True}),
        Reading("/b.cpp", 2201, ("b", "c"), {"/h.h:1:1": False}),
        Reading("/c.cpp", 3510, ("d",), {"/h.h:1:1": True}),
    )
    figures = diagnose(Outcome(Report(), readings)).figures
    assert (figures[2201].files, figures[2201].entries) == (2, 3)
    assert (figures[2201].functions, figures[2201].complete) == (2, 1)
    assert (figures[3510].functions, figures[3510].complete) == (1, 1)


def test_the_most_frequent_names_come_first() -> None:
    readings = (Reading("/a", 2201, unknown={"b": 1, "a": 1}), Reading("/b", 2201, unknown={"c": 2}, missing=("x.h",)))
    diagnosis = diagnose(Outcome(Report(sites=Sites(3, 1, 1, 1)), readings))
    assert list(diagnosis.unknown.items()) == [("c", 2), ("a", 1), ("b", 1)]
    assert diagnosis.missing == {"x.h": 1}
    assert diagnosis.sites.lost == 1


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A library with a healed include, one that is nowhere, and a call that nothing declares."""
    for name, text in {
        "build.sh": "",
        "common/inc/base.h": "#pragma once\n",
        "add/op_kernel/add.cpp": (
            '#include "kernel_operator.h"\n#include "base.h"\n#include "nowhere.h"\n'
            "__aicore__ inline void Whole() { AscendC::SyncAll(); }\n"
            "__aicore__ inline void Broken() { int x = Undeclared; }\n"
            "__aicore__ inline void Unreached() { AscendC::SyncAll(); }\n"
            'extern "C" __global__ __aicore__ void add(GM_ADDR x)\n{\n    Whole();\n    Broken();\n}\n'
        ),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def doctor(*args: str, cwd: Path) -> str:
    command = [sys.executable, "-m", "sklint", "doctor", *args]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=60, check=True)
    return done.stdout


def test_a_tree_is_diagnosed(tree: Path) -> None:
    found = json.loads(doctor("--output-format", "json", "add", cwd=tree))["tree"]
    assert found["architectures"]["2201"] == {"files": 1, "entries": 1, "functions": 3, "complete": 2}
    assert found["includes"] == 3
    assert found["sites"] == {"seen": 2, "walked": 1, "unreached": 1, "lost": 0}
    assert list(found["healed"].values()) == ["common/inc/base.h"]
    assert list(found["missing"]) == ["nowhere.h"]
    assert "Undeclared" in found["unknown"]
    assert found["not_analysed"] == []


def test_the_text_says_the_same(tree: Path) -> None:
    text = doctor("add", cwd=tree)
    assert "A2/A3 (2201)" in text
    assert "66.67%" in text
    assert "nowhere.h" in text
    assert "Undeclared" in text
