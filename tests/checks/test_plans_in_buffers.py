"""Launchers that write their numbers into a buffer: a structure laid over it holds what was written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.examples import lint_tree

KERNEL = """#include "kernel_operator.h"
struct Plan { uint32_t rows; uint32_t cores; };
extern "C" __global__ __aicore__ void meet(GM_ADDR x, GM_ADDR plan)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    auto *given = reinterpret_cast<__gm__ Plan *>(plan);
    if (AscendC::GetBlockIdx() >= given->cores) {
        return;
    }
    AscendC::SyncAll();
}
extern "C" void meet_do(uint32_t blocks, void *stream, uint8_t *x, uint8_t *plan)
{
    meet<<<blocks, nullptr, stream>>>(x, plan);
}
"""
LAUNCHER = """#include <torch/extension.h>
struct Plan {{ uint32_t rows; uint32_t cores; }};
extern "C" void meet_do(uint32_t blocks, void *stream, uint8_t *x, uint8_t *plan);
static void Fill(Plan *plan, uint32_t rows)
{{
    plan->rows = rows;
    plan->cores = rows < 20 ? rows : 20;
}}
void run(const at::Tensor &x, uint8_t *sent)
{{
    {buffer}
    Fill(plan, static_cast<uint32_t>(x.size(0)));
    meet_do({blocks}, nullptr, nullptr, sent);
}}
"""
TENSOR = """at::Tensor held = at::empty({8}, at::device(at::kCPU).dtype(at::kByte));
    auto *plan = reinterpret_cast<Plan *>(held.data_ptr());"""
PINNED = """uint8_t *held = nullptr;
    aclrtMallocHost(reinterpret_cast<void **>(&held), sizeof(Plan));
    auto *plan = reinterpret_cast<Plan *>(held);"""


def parted(folder: Path, buffer: str, blocks: str) -> list[tuple[str, str]]:
    (folder / ".git").mkdir()
    meet = folder / "meet"
    meet.mkdir()
    (meet / "meet.cpp").write_text(KERNEL)
    (meet / "launcher.cpp").write_text(LAUNCHER.format(buffer=buffer, blocks=blocks))
    return [(one.severity, one.confidence) for one in lint_tree(folder, frozenset(["SK101"]))]


@pytest.mark.parametrize("buffer", [TENSOR, PINNED])
def test_a_guard_that_lets_in_what_the_buffer_says_is_launched(tmp_path: Path, buffer: str) -> None:
    assert parted(tmp_path, buffer, "plan->cores") == []


@pytest.mark.parametrize("buffer", [TENSOR, PINNED])
def test_a_launch_on_more_cores_than_the_buffer_says_is_told(tmp_path: Path, buffer: str) -> None:
    assert parted(tmp_path, buffer, "plan->cores + 1") == [("error", "proved")]


def test_two_buffers_of_one_size_are_two(tmp_path: Path) -> None:
    second = """
    auto *other = static_cast<Plan *>(malloc(sizeof(Plan)));
    auto *plan = static_cast<Plan *>(malloc(sizeof(Plan)));
    other->cores = 3;"""
    assert ("error", "proved") not in parted(tmp_path, second, "plan->cores")
