"""`sklint cores` shows each kernel with its launches, as a table and as JSON, and what that is on a device."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hosts import HOST, KERNEL, TILING, write

from sklint.cli import cli
from sklint.cores import on_device
from sklint.facts.socs import soc_named

BODY = """if (rows == 0) {
        context->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    }
    context->SetScheduleMode(1);
    context->SetBlockDim(std::min<int64_t>(rows, cores));"""


@pytest.fixture
def operator(tmp_path: Path) -> Path:
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": HOST % (TILING % BODY),
    }
    return write(tmp_path, files)


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["cores", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_json_holds_what_the_design_promises(operator: Path) -> None:
    document = json.loads(shown(str(operator), "--output-format", "json", "--soc", "ascend910b1"))
    (kernel,) = document["kernels"]
    assert document["version"] == 1
    assert document["soc"] == {"name": "Ascend910B1", "aic": 24, "aiv": 48}
    assert kernel["name"] == "scale_rows"
    assert kernel["syncs"] == ["sync-all"]
    empty, full = kernel["launches"]
    assert (empty["count"], empty["empty_input"]) == ("const:1", True)
    assert full["count"].startswith("bounded: min(all-aiv, ")
    assert (full["schedule_mode"], full["call"], full["root"]) == (1, "SetBlockDim", "Tiling")
    assert full["path"].endswith("op_host/scale_rows_tiling.cpp")


def test_the_table_names_place_count_and_mode(operator: Path) -> None:
    text = shown(str(operator))
    assert "scale_rows_tiling.cpp:" in text
    assert "const:1  for empty input" in text
    assert "batch mode" in text
    assert "1 kernels, 1 with a launch" in text


def test_a_kernel_without_host_code_is_in_the_list(tmp_path: Path) -> None:
    write(tmp_path, {"scale_rows/op_kernel/scale_rows.cpp": KERNEL})
    document = json.loads(shown(str(tmp_path), "--output-format", "json"))
    assert [kernel["launches"] for kernel in document["kernels"]] == [[]]
    assert "no launch found" in shown(str(tmp_path))


def test_a_device_that_does_not_exist_is_refused(operator: Path) -> None:
    result = CliRunner().invoke(cli, ["cores", str(operator), "--soc", "ascend0"])
    assert result.exit_code != 0
    assert "ascend0" in result.output


@pytest.mark.parametrize(
    ("count", "ratio", "cores"),
    [
        ("const:4", (1, 2), (4, 8)),
        ("const:4", (0, 1), (0, 4)),
        ("all", (1, 2), (24, 48)),
        ("all", (0, 1), (0, 48)),
        ("all-aiv", (0, 1), (0, 48)),
        ("all-aic", (1, 0), (24, 0)),
        ("bounded: min(all-aiv, rows)", (0, 1), (0, 48)),
        ("bounded: at most 8", (1, 2), (8, 16)),
        ("bounded: at most 40", (1, 2), (24, 48)),
        ("bounded: at most 60", (0, 1), (0, 48)),
        ("unknown: nothing bounds rows", (0, 1), (None, None)),
        ("all-aiv", None, (None, None)),
    ],
)
def test_counts_on_a_device(count: str, ratio: tuple[int, int] | None, cores: tuple[int | None, int | None]) -> None:
    assert on_device(count, ratio, soc_named("ascend910b1")) == cores


def test_text_that_other_hardware_leaves_out_is_not_better_read_for_it(tmp_path: Path) -> None:
    """A function with an undeclared call is not read without an error for the hardware that does not compile it."""
    text = """#include "kernel_operator.h"
__aicore__ inline void Work(GM_ADDR x)
{
#if defined(__DAV_C220_CUBE__)
    NotDeclaredAnywhere(x);
#elif defined(__DAV_C220_VEC__)
    wait_flag_dev(8);
    NotDeclaredEither(x);
#endif
}
extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x) { Work(x); }
"""
    write(tmp_path, {"scale_rows/op_kernel/scale_rows.cpp": text})
    (kernel,) = json.loads(shown(str(tmp_path), "--output-format", "json"))["kernels"]
    assert (kernel["kernel_type"], kernel["type_from"]) == ("KERNEL_TYPE_MIX_AIC_1_2", "inferred")
