"""`sklint fuse` from end to end, on the operators of `fixtures/fused`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sklint.fuse.kernels import KernelFacts
from sklint.fuse.operators import NONE, UNKNOWN, read_statement

FUSED = Path(__file__).parent.parent / "fixtures" / "fused"


def sklint(*arguments: str, folder: Path = FUSED) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sklint", *arguments], capture_output=True, text=True, cwd=folder, check=False
    )


def fused(*arguments: str, folder: Path = FUSED) -> dict[str, Any]:
    ran = sklint("fuse", *arguments, "--output-format", "json", folder=folder)
    assert ran.stderr == ""
    scope: dict[str, Any]
    (scope,) = json.loads(ran.stdout)["scopes"]
    assert ran.returncode == (0 if scope["sound"] else 1)
    return scope


def verdicts(scope: dict[str, Any]) -> dict[str, str]:
    return {operator["name"]: operator["verdict"] for segment in scope["segments"] for operator in segment["operators"]}


def test_the_scope_of_the_settings_hangs_and_says_what_to_write() -> None:
    scope = fused()
    assert scope["options"] == "stream-fusion=1"
    assert scope["segments"][0]["launch"] == {
        "kernel_type": "KERNEL_TYPE_MIX_AIC_1_2",
        "blocks": 20,
        "aic": 20,
        "aiv": 40,
        "demand": {"aic": 20, "aiv": 40},
    }
    assert verdicts(scope) == {"bucket_count": "hangs", "scale_rows": "runs", "tile_product": "runs"}
    barrier = scope["segments"][0]["operators"][0]["barrier"]
    assert "SyncAll" in (FUSED / barrier["path"]).read_text().splitlines()[barrier["line"] - 1]
    assert [change["options"] for change in scope["changes"]] == ["stream-fusion=1:feed-sync-all=1"]


def test_with_the_change_it_runs() -> None:
    (change,) = fused()["changes"]
    scope = fused("--options", change["options"])
    assert scope["sound"]
    assert scope["changes"] == []


def test_the_change_written_into_the_model_makes_it_run(tmp_path: Path) -> None:
    tree = tmp_path / "fused"
    shutil.copytree(FUSED, tree)
    model = tree / "model.py"
    model.write_text(model.read_text().replace("stream-fusion=1", "stream-fusion=1:feed-sync-all=1"))
    assert fused(folder=tree)["sound"]
    ran = sklint("check", ".", folder=tree)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_operators_of_the_command_line() -> None:
    scope = fused("bucket_count", "scale_rows=20", "--path", "aclnn", "--soc", "ascend910b1")
    assert scope["soc"] == "Ascend910B1"
    assert [len(segment["operators"]) for segment in scope["segments"]] == [1, 1]


def test_a_stated_operator_beside_one_of_the_tree() -> None:
    scope = fused("bucket_count", "other:KERNEL_TYPE_AIV_ONLY,no-sync=9")
    assert verdicts(scope) == {"bucket_count": "hangs", "other": "runs"}


def test_the_text_tells_launch_outcome_and_change() -> None:
    ran = sklint("fuse")
    assert ran.returncode == 1
    assert "SuperKernel: KERNEL_TYPE_MIX_AIC_1_2, 20 blocks, 20 AIC, 40 AIV" in ran.stdout
    assert "bucket_count/op_kernel/bucket_count.cpp:18" in ran.stdout
    assert "change: write the options `stream-fusion=1:feed-sync-all=1`" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bucket_cuont"], "did you mean `bucket_count`"),
        (["nothing_like_it_at_all"], "no kernel `nothing_like_it_at_all`"),
        (["bucket_count=0"], "whole number from 1"),
        (["bucket_count", "--soc", "Ascend910B5"], "unknown SoC"),
        (["--scope", "layr"], "did you mean `layer`"),
        (["scale_rows", "--soc-config", "model.py"], "model.py"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], said: str) -> None:
    ran = sklint("fuse", *arguments)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_launch_on_every_core_needs_a_soc(tmp_path: Path) -> None:
    ran = sklint("fuse", "scale_rows", "--tree", str(FUSED), folder=tmp_path)
    assert ran.returncode == 0
    shutil.copytree(FUSED / "scale_rows", tmp_path / "scale_rows")
    ran = sklint("fuse", "scale_rows", folder=tmp_path)
    assert ran.returncode == 2
    assert "state the SoC" in ran.stderr


def test_a_kernel_that_is_not_analysed_is_not_judged() -> None:
    ran = sklint("fuse", "--timeout", "0.01")
    assert ran.returncode == 2
    assert "kernel `bucket_count` was not analysed: reading it took longer" in ran.stderr


def test_what_is_not_known_is_not_called_sound() -> None:
    ran = sklint("fuse", "one:MIX_AIV_1_0=8", "other:AIV_ONLY=40")
    assert ran.returncode == 0
    assert "not known" in ran.stdout
    assert "nothing is known to hang" in ran.stdout
    assert "nothing hangs" in sklint("fuse", "one:MIX_AIV_1_0,no-sync=8", "other:AIV_ONLY=40").stdout


def test_a_kernel_that_was_not_read_whole_may_hold_a_barrier() -> None:
    read = KernelFacts("one", "one.cpp", 1, 2201, "KERNEL_TYPE_AIV_ONLY")
    stated = read_statement("one=8")
    assert read.sub_kernel(stated, None).barrier == NONE
    assert replace(read, whole=False).sub_kernel(stated, None).barrier == UNKNOWN


def test_without_operators_and_scopes_there_is_nothing_to_judge(tmp_path: Path) -> None:
    ran = sklint("fuse", folder=tmp_path)
    assert ran.returncode == 2
    assert "no operators" in ran.stderr


def test_hostile_names_do_not_reach_the_terminal() -> None:
    ran = sklint("fuse", "\x1b[31mred:AIV_ONLY=3")
    assert "\x1b" not in ran.stdout


def test_chinese() -> None:
    ran = sklint("fuse", "--lang", "zh")
    assert ran.returncode == 1
