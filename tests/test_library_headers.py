"""Headers that no kernel here includes are still text of some SuperKernel build."""

from __future__ import annotations

from pathlib import Path

from sklint import lint
from sklint.settings import Settings

_HEADER = "#pragma once\n__aicore__ inline int64_t Core()\n{\n    return get_block_idx();\n}\n"
_KERNEL = '#include "core.h"\nextern "C" __global__ __aicore__ void kernel(GM_ADDR x)\n{\n    Core();\n}\n'


def found(root: Path) -> list[tuple[str, str, int]]:
    report = lint([root], Settings(), jobs=1)
    return [(finding.code, Path(finding.at.path).name, finding.at.line) for finding in report.findings]


def test_a_folder_of_headers_alone_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "common" / "op_kernel"
    folder.mkdir(parents=True)
    (folder / "core.h").write_text(_HEADER)
    assert found(tmp_path) == [("SK501", "core.h", 4)]


def test_a_header_that_no_kernel_includes_is_only_told_of(tmp_path: Path) -> None:
    folder = tmp_path / "kernel" / "op_kernel"
    folder.mkdir(parents=True)
    (folder / "core.h").write_text(_HEADER)
    (folder / "kernel.cpp").write_text(_KERNEL.replace('#include "core.h"\n', "").replace("Core();", ""))
    (one,) = lint([tmp_path], Settings(), jobs=1).findings
    assert (one.code, one.severity, one.confidence, one.kernels, one.edits) == ("SK501", "info", "likely", (), ())


def test_a_header_that_a_kernel_includes_is_read_once_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "kernel" / "op_kernel"
    folder.mkdir(parents=True)
    (folder / "core.h").write_text(_HEADER)
    (folder / "kernel.cpp").write_text(_KERNEL)
    assert found(tmp_path) == [("SK501", "core.h", 4)]


_WORKERS = """#pragma once
struct Adder {
    __aicore__ inline void operator()(bool batch)
    {
        AscendC::SetAtomicAdd<float>();
        if (batch) {
            return;
        }
        AscendC::SetAtomicNone();
    }
};
struct Clean {
    __aicore__ inline void operator()(bool batch) { AscendC::SetAtomicNone(); }
    __aicore__ inline void Run(bool batch)
    {
        Clean other;
        other(batch);
    }
};
"""


def test_an_object_that_is_called_is_not_every_class_with_that_operator(tmp_path: Path) -> None:
    folder = tmp_path / "common" / "op_kernel"
    folder.mkdir(parents=True)
    (folder / "workers.h").write_text(_WORKERS)
    assert found(tmp_path) == [("SK705", "workers.h", 5)]
