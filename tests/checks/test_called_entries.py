"""A `__global__` function that another kernel calls is part of that kernel, not one of its own."""

from __future__ import annotations

from pathlib import Path

from sklint.analyse import analyse_file
from sklint.collect import collect
from sklint.examples import lint_tree
from sklint.task import Options, Task

INNER = """#include "kernel_operator.h"
template <typename T>
__global__ __aicore__ void inner(GM_ADDR x)
{
#ifdef __DAV_C220_VEC__
    uint32_t core = AscendC::GetBlockIdx() / AscendC::GetSubBlockNum();
    AscendC::GlobalTensor<T> line;
    line.SetGlobalBuffer((__gm__ T *)x + core * 64);
#endif
    AscendC::SyncAll<false>();
}
"""
OUTER = """extern "C" __global__ __aicore__ void outer(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    inner<half>(x);
}
"""
LAUNCHER = """void Launch(void *stream, uint8_t *x)
{
    inner<half><<<8, nullptr, stream>>>(x);
}
"""


def source(folder: Path, text: str) -> Path:
    path = folder / "op_kernel" / "outer.cpp"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return folder


def kernels(folder: Path) -> tuple[str, ...]:
    (target,) = (collection := collect([str(folder)])).targets
    task = Task(target.operator, target.kernel, collection.headers[target.operator.repository], Options())
    return analyse_file(task).kernels


def test_a_callee_has_the_type_of_its_caller(tmp_path: Path) -> None:
    root = source(tmp_path, INNER + OUTER)
    assert kernels(root) == ("outer",)
    assert list(lint_tree(root, frozenset(["SK105", "SK204", "SK103"]))) == []


def test_a_callee_that_is_launched_too_is_a_kernel(tmp_path: Path) -> None:
    assert kernels(source(tmp_path, INNER + OUTER + LAUNCHER)) == ("inner", "outer")


def test_a_kernel_that_nobody_calls_is_one_without_a_launch(tmp_path: Path) -> None:
    assert kernels(source(tmp_path, INNER + OUTER.replace("    inner<half>(x);\n", ""))) == ("inner", "outer")


def test_a_callee_in_a_file_of_its_own_is_a_part_too(tmp_path: Path) -> None:
    root = source(tmp_path, '#include "inner.cpp"\n' + OUTER)
    (root / "op_kernel" / "inner.cpp").write_text(INNER)
    assert list(lint_tree(root, frozenset(["SK105", "SK204", "SK103"]))) == []


def test_a_file_that_nobody_includes_has_kernels_of_its_own(tmp_path: Path) -> None:
    root = source(tmp_path, '#include "kernel_operator.h"\n' + OUTER.replace("    inner<half>(x);\n", ""))
    (root / "op_kernel" / "inner.cpp").write_text(INNER)
    assert {finding.code for finding in lint_tree(root, frozenset(["SK105", "SK204"]))} == {"SK105", "SK204"}


ENTRY = '#define ENTRY(WORK) extern "C" __global__ __aicore__ void outer(GM_ADDR x) { WORK(x); }\n'
WORK = """__aicore__ inline void Work(GM_ADDR x)
{
    AscendC::SyncAll<false>();
}
ENTRY(Work)
"""
EITHER = """#include "kernel_operator.h"
#if __CCE_AICORE__ == 200
#include "arch20/work.h"
#else
#include "work.h"
#endif
"""


def test_an_entry_in_a_header_is_compiled_where_the_source_includes_it(tmp_path: Path) -> None:
    source(tmp_path, EITHER)
    folder = tmp_path / "op_kernel"
    (folder / "arch20").mkdir()
    (folder / "entry.h").write_text(ENTRY)
    (folder / "arch20" / "work.h").write_text('#include "../entry.h"\n' + WORK)
    (folder / "work.h").write_text('#include "entry.h"\n' + WORK)
    (one,) = lint_tree(tmp_path, frozenset(["SK102"]))
    assert (one.at.path, one.kernels) == (str(folder / "work.h"), ("outer",))
