"""Operators written to a folder, and the launches that are read from their host code."""

from pathlib import Path

from sklint.collect import collect
from sklint.host.index import HostIndex
from sklint.host.launch import Launch
from sklint.host.read import HostReader
from sklint.parse import HealMemory, parse_host

KERNEL = """
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    AscendC::SyncAll();
}
"""

HOST = """
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
%s
}
"""

TILING = """
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint32_t cores = platform.GetCoreNumAiv();
    const auto &shape = context->GetInputShape(0)->GetStorageShape();
    const int64_t rows = shape.GetDim(0);
    %s
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write files below `folder`; the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def launches_in(folder: Path, kernel: str = "scale_rows", architecture: int = 2201) -> list[Launch]:
    """The launches of the kernel among the operators in `folder`."""
    collection = collect([str(folder)])
    target = next(one for one in collection.targets if kernel in one.kernel.entries)
    headers = next(iter(collection.headers.values()))
    memory = HealMemory()
    reader = HostReader(
        HostIndex(target.operator.repository, headers.by_name),
        lambda path, hardware: parse_host(path, hardware, headers=headers, memory=memory),
    )
    files = (*target.operator.host, target.kernel.path)
    return list(reader.launches(kernel, files, target.operator.root, architecture))


def launches(folder: Path, host: str, architecture: int = 2201, **more: str) -> list[Launch]:
    """The launches of `scale_rows` with this code in its tiling's namespace; `more` are other files of its host."""
    files = {"scale_rows/op_kernel/scale_rows.cpp": KERNEL, "scale_rows/op_host/scale_rows_tiling.cpp": HOST % host}
    files |= {f"scale_rows/op_host/{name}.h": text for name, text in more.items()}
    return launches_in(write(folder, files), architecture=architecture)


def tiled(folder: Path, body: str) -> list[Launch]:
    """The launches of `scale_rows` with these statements in its tiling; `rows` and `cores` are known there."""
    return launches(folder, TILING % body)


def counts(found: list[Launch]) -> list[str]:
    return [one.count for one in found]
