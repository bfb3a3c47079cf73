"""The library: what a script gets from `sklint.lint`."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import sklint
from sklint.collect import MissingPathError
from sklint.report import render
from sklint.report.view import View
from sklint.settings import Pattern

KERNEL = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void scan(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    if (AscendC::GetBlockIdx() >= 4) {
        return;
    }
    AscendC::SyncAll();
}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    path = tmp_path / "scan" / "op_kernel" / "scan.cpp"
    path.parent.mkdir(parents=True)
    path.write_text(KERNEL, encoding="utf-8")
    return tmp_path


def codes(report: sklint.Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_a_path_gives_a_report(tree: Path) -> None:
    report = sklint.lint([tree], jobs=1)
    assert isinstance(report, sklint.Report)
    assert "SK101" in codes(report)
    assert {finding.function for finding in report.findings} == {"scan"}
    assert report.kernels == 1
    assert report.sources == (str(tree / "scan/op_kernel/scan.cpp"),)


def test_settings_in_the_tree_count_unless_others_are_given(tree: Path) -> None:
    (tree / "sklint.toml").write_text('select = ["SK4"]\n')
    assert codes(sklint.lint([tree], jobs=1)) == []
    assert codes(sklint.lint([tree], sklint.Settings(select=("SK101",)), jobs=1)) == ["SK101"]


def test_nearer_settings_rule_over_their_part_of_the_tree(tree: Path) -> None:
    (tree / "sklint.toml").write_text('select = ["SK101"]\n')
    other = tree / "other" / "op_kernel" / "other.cpp"
    other.parent.mkdir(parents=True)
    other.write_text(KERNEL.replace("scan", "other"), encoding="utf-8")
    (tree / "other" / "sklint.toml").write_text('extend = "../sklint.toml"\n[severity]\nSK101 = "info"\n')
    report = sklint.lint([tree], jobs=1)
    assert [(Path(f.at.path).stem, f.severity) for f in report.findings] == [
        ("other", "info"),
        ("scan", report.findings[1].severity),
    ]
    (tree / "other" / "sklint.toml").write_text('select = ["SK4"]\n')
    assert [Path(f.at.path).stem for f in sklint.lint([tree], jobs=1).findings] == ["scan"]


def test_settings_are_applied_to_what_is_found(tree: Path) -> None:
    only = sklint.Settings(select=("SK101",))
    pattern = Pattern(str(tree), "scan/**")
    assert codes(sklint.lint([tree], replace(only, per_file_ignores=((pattern, ("SK1",)),)), jobs=1)) == []
    assert codes(sklint.lint([tree], replace(only, exclude=(pattern,)), jobs=1)) == []
    assert codes(sklint.lint([tree], replace(only, min_confidence="proved"), jobs=1)) == []
    (finding,) = sklint.lint([tree], replace(only, severity=(("SK1", "info"), ("SK101", "error"))), jobs=1).findings
    assert finding.severity == "error"


READ = "    GET_TILING_DATA(data, tiling);\n"
HOST = """#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
BEGIN_TILING_DATA_DEF(RowTiling)
TILING_DATA_FIELD_DEF(uint32_t, used);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Scan, RowTiling)
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto shape = context->GetInputShape(0)->GetStorageShape();
    RowTiling data;
    data.set_used(shape.GetDim(1));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->SetBlockDim(shape.GetDim(0));
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Scan).Tiling(Tiling);
}
"""


def test_what_cannot_be_decided_is_counted_and_shown_on_request(tree: Path) -> None:
    host = tree / "scan" / "op_host" / "scan_tiling.cpp"
    host.parent.mkdir()
    host.write_text(HOST)
    guarded = KERNEL.replace(">= 4", ">= data.used").replace("    if", f"{READ}    if")
    (tree / "scan" / "op_kernel" / "scan.cpp").write_text(guarded)
    only = sklint.Settings(select=("SK101",))
    report = sklint.lint([tree], only, jobs=1)
    assert (codes(report), [finding.confidence for finding in report.doubtful]) == ([], ["possible"])
    said = "".join(render("concise", View(report)))
    assert "less sure findings not shown: 1 (`--min-confidence possible` shows all)" in said
    summary = json.loads("".join(render("json", View(report))))["summary"]
    assert summary["doubtful"] == 1
    asked = sklint.lint([tree], replace(only, min_confidence="possible"), jobs=1)
    assert (asked.findings, asked.doubtful) == (report.doubtful, ())
    assert "less sure" not in "".join(render("concise", View(asked)))


def test_a_path_that_is_not_there_raises(tree: Path) -> None:
    with pytest.raises(MissingPathError):
        sklint.lint([tree / "gone"])


def test_the_import_is_light_and_unknown_names_are_refused() -> None:
    code = "import sys, sklint; print(sorted(name for name in sys.modules if name.startswith('sklint')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['sklint']\n"
    with pytest.raises(AttributeError):
        sklint.nothing  # noqa: B018
    assert set(sklint.__all__) <= {*dir(sklint), *sklint.__all__}
    assert all(getattr(sklint, name) for name in sklint.__all__)
