"""Host files and launches: the same station, other stubs, every function of the user."""

from __future__ import annotations

from pathlib import Path

from asking import body

from sklint.parse import parse_host
from sklint.program import Declare, Name, Return

TILING = """#include "register/op_def_registry.h"
namespace optiling {
static uint32_t Cores(uint32_t rows, uint32_t most) { return rows < most ? rows : most; }
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    context->SetBlockDim(Cores(4, platform.GetCoreNumAiv()));
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}
}
"""


def test_every_function_of_a_host_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tiling.cpp"
    path.write_text(TILING)
    program = parse_host(str(path))
    assert not program.problems
    assert body(program, "Cores") == "return ((rows < most) ? rows : most);"
    assert "context->SetBlockDim(optiling::Cores(4, platform.GetCoreNumAiv()));" in body(program, "Tiling")


def test_a_launcher_keeps_grid_and_arguments(tmp_path: Path) -> None:
    path = tmp_path / "launcher.cpp"
    path.write_text(
        "void kernel(uint8_t *x, int n);\n"
        "#define LAUNCH(grid, ...) kernel<<<grid, nullptr, stream>>>(__VA_ARGS__)\n"
        "void launch(void *stream, uint8_t *x, int n)\n"
        "{\n    kernel<<<n < 8 ? n : 8, nullptr, stream>>>(x, n);\n    LAUNCH(4, x, n);\n}\n"
    )
    program = parse_host(str(path))
    assert not program.problems
    assert body(program, "launch") == (
        "kernel<<<((n < 8) ? n : 8), none, stream>>>(x, n); kernel<<<4, none, stream>>>(x, n);"
    )


def test_a_name_that_clang_gives_up_on_is_the_local_of_its_own_function(tmp_path: Path) -> None:
    """An initialiser with an error leaves a variable without a type, and what names it without a reference."""
    source = tmp_path / "tiling.cpp"
    source.write_text(
        """#include "register/op_def_registry.h"
        int First(int n) { int status = n; return status; }
        int Second(int n) { auto status = Base::Undeclared(n); return status; }
        """
    )
    program = parse_host(str(source), 2201)
    (second,) = program.named("Second")
    assert second.body is not None
    declared, returned = second.body.body
    assert isinstance(declared, Declare) and isinstance(returned, Return)
    assert isinstance(returned.value, Name)
    assert returned.value.key == declared.variables[0].key
