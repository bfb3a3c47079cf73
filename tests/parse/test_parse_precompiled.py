"""The precompiled stubs: a cache that may be cold, shared, stale or forbidden, and never changes the answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from sklint.parse import parse_unit, precompiled
from sklint.program import Program

TEXT = """#include "kernel_operator.h"
template <typename T> class Op {
public:
    __aicore__ inline void Go() { AscendC::SyncAll(); }
    AscendC::GlobalTensor<T> gm;
};
extern "C" __global__ __aicore__ void kernel(GM_ADDR x) { Op<half> op; op.Go(); }
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "kernel.cpp"
    path.write_text(TEXT)
    return str(path)


def cold(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(cache))
    monkeypatch.setattr(precompiled, "_ready", {})


def parsed(source: str) -> Program:
    return parse_unit(source, 2201)


def test_a_cold_cache_is_filled_once(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold(monkeypatch, tmp_path / "cache")
    first = parsed(source)
    (built,) = (tmp_path / "cache" / "stubs").iterdir()
    assert built.suffix == ".pch"
    assert parsed(source) == first


def test_without_a_writable_cache_the_answer_is_the_same(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold(monkeypatch, tmp_path / "cache")
    usual = parsed(source)
    (tmp_path / "file").write_text("")
    cold(monkeypatch, tmp_path / "file" / "below")
    assert parsed(source) == usual


def test_a_damaged_file_is_passed_over(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold(monkeypatch, tmp_path / "cache")
    usual = parsed(source)
    (built,) = (tmp_path / "cache" / "stubs").iterdir()
    built.write_bytes(b"nothing of the kind")
    monkeypatch.setattr(precompiled, "_ready", {})
    assert parsed(source) == usual


def test_what_nobody_used_for_a_month_goes(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache" / "stubs"
    folder.mkdir(parents=True)
    (folder / "old.pch").write_text("")
    (folder / "new.pch").write_text("")
    os.utime(folder / "old.pch", (0, 0))
    cold(monkeypatch, tmp_path / "cache")
    parsed(source)
    names = {path.name for path in folder.iterdir()}
    assert "old.pch" not in names and "new.pch" in names


def test_several_processes_may_build_it_at_once(source: str, tmp_path: Path) -> None:
    script = f"from sklint.parse import parse_unit; print(len(parse_unit({source!r}, 2201).functions))"
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    running = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = {process.communicate()[0] for process in running}
    assert len(answers) == 1 and all(process.returncode == 0 for process in running)
    # Elsewhere than on Linux another variable says where the cache is.
    assert [path.suffix for path in (tmp_path / "cache").rglob("*") if path.is_file()] in ([".pch"], [])
