"""Kernel files with code for both architectures, and those that only seem to have some."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from sklint import analyse
from sklint.examples import lint_tree

HEAD = '#include "kernel_operator.h"\n'
LEFT = "AscendC::SetAtomicAdd<float>();"
ENTRY = (
    'extern "C" __global__ __aicore__ void both(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{{\n'
    "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n{body}\n}}\n"
)


def lines(folder: Path, text: str, code: str = "SK705", name: str = "both") -> list[int]:
    source = folder / "op_kernel" / f"{name}.cpp"
    source.parent.mkdir(exist_ok=True)
    source.write_text(HEAD + text)
    return [finding.at.line for finding in lint_tree(folder, frozenset([code]))]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("if __NPU_ARCH__ == 2201", "elif __NPU_ARCH__ == 3510"),
        ("if __CCE_AICORE__ == 220", "elif __CCE_AICORE__ == 310"),
        ("if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510", "else"),
    ],
)
def test_entries_for_both_architectures_are_read(tmp_path: Path, first: str, second: str) -> None:
    entry = ENTRY.format(body=LEFT)
    assert lines(tmp_path, f"#{first}\n{entry}#{second}\n{entry}#endif\n") == [6, 12]


def test_a_call_under_the_other_architecture_is_read(tmp_path: Path) -> None:
    # a mode-4 flag needs a type with both vector cores
    arm = "#if __NPU_ARCH__ == 3510\nAscendC::CrossCoreSetFlag<4, PIPE_MTE3>(8);\n#endif"
    assert lines(tmp_path, ENTRY.format(body=arm), "SK106") == [6]


def test_a_file_for_ascend_950_may_have_code_for_the_other_one(tmp_path: Path) -> None:
    entry = ENTRY.format(body=LEFT)
    text = f"#if __NPU_ARCH__ == 2201\n{entry}#else\n{entry}#endif\n"
    assert lines(tmp_path, text, name="both_apt") == [6, 12]


@pytest.mark.parametrize(
    "arm",
    [
        f"#if __CCE_AICORE__ == 200\n{LEFT}\nAscendC::SyncAll();\n#endif",
        "#if __NPU_ARCH__ == 3510\nint wide = 1;\n#endif",
        "#ifdef __DAV_C220_CUBE__\nAscendC::SyncAll();\n#endif",
        "#ifdef WITH_BARRIER\nAscendC::SyncAll();\n#endif",
    ],
)
def test_what_the_other_architecture_does_not_have_either_is_read_once(tmp_path: Path, arm: str) -> None:
    judged = analyse._judged
    with patch("sklint.analyse._judged", side_effect=judged) as asked:
        assert lines(tmp_path, ENTRY.format(body=arm)) == []
    assert len(asked.mock_calls) == 1


WORK = "#pragma once\nclass {0} {{\npublic:\n__aicore__ inline void Go()\n{{\n{1}\n}}\n}};\n"
DEFINITION = """#include "register/op_def_registry.h"
class Both : public OpDef {{
public:
    explicit Both(const char *name) : OpDef(name)
    {{
        {}
    }}
}};
OP_ADD(Both);
"""
BOTH = 'this->AICore().AddConfig("ascend910b"); this->AICore().AddConfig("ascend950");'
INCLUDED = '#if __NPU_ARCH__ == 3510\n#include "wide/work.h"\n#else\n#include "work.h"\n#endif\n' + ENTRY.format(
    body="Work().Go();"
)
CALLED = '#include "work.h"\n#include "wide/work.h"\n' + ENTRY.format(
    body="#if __NPU_ARCH__ == 3510\nWork35().Go();\n#else\nWork().Go();\n#endif"
)


def found(folder: Path, text: str, apart: str, configured: str = BOTH, name: str = "Work") -> tuple[list[int], int]:
    """The lines of the findings in a header for the other hardware only, and how often the kernel is walked."""
    (folder / "op_kernel" / "wide").mkdir(parents=True)
    (folder / "op_kernel" / "work.h").write_text(WORK.format("Work", "int n = 1;"))
    (folder / "op_kernel" / "wide" / "work.h").write_text(apart if name == "" else WORK.format(name, apart))
    (folder / "op_host").mkdir()
    if configured:
        (folder / "op_host" / "both_def.cpp").write_text(DEFINITION.format(configured))
    with patch("sklint.analyse._judged", side_effect=analyse._judged) as asked:
        at = lines(folder, text)
    return at, len(asked.mock_calls)


@pytest.mark.parametrize("configured", [BOTH, ""])
@pytest.mark.parametrize(("text", "name"), [(INCLUDED, "Work"), (CALLED, "Work35")])
def test_a_class_for_the_other_hardware_is_read(tmp_path: Path, text: str, name: str, configured: str) -> None:
    assert found(tmp_path, text, LEFT, configured, name) == ([6], 2)


ON_950 = 'this->AICore().AddConfig("ascend950");'


@pytest.mark.parametrize(("text", "name"), [(INCLUDED, "Work"), (CALLED, "Work35")])
def test_a_file_is_read_for_the_hardware_alone_that_its_operator_is_built_for(
    tmp_path: Path, text: str, name: str
) -> None:
    assert found(tmp_path, text, LEFT, ON_950, name) == ([6], 1)


@pytest.mark.parametrize(("configured", "expected"), [(ON_950, []), (BOTH, [5]), ("", [5])])
def test_a_mode_of_the_hardware_that_an_operator_is_built_for_is_legal(
    tmp_path: Path, configured: str, expected: list[int]
) -> None:
    flags = "if ASCEND_IS_AIV { AscendC::CrossCoreSetFlag<4, PIPE_V>(5); }"
    if configured:
        (tmp_path / "op_host").mkdir()
        (tmp_path / "op_host" / "both_def.cpp").write_text(DEFINITION.format(configured))
    assert lines(tmp_path, ENTRY.format(body=flags).replace("AIV_ONLY", "MIX_AIC_1_2"), "SK702") == expected


@pytest.mark.parametrize(("configured", "expected"), [(BOTH, [6]), ('this->AICore().AddConfig("ascend910b");', [])])
def test_a_state_that_is_set_for_the_other_hardware_alone_is_found(
    tmp_path: Path, configured: str, expected: list[int]
) -> None:
    (tmp_path / "op_host").mkdir()
    (tmp_path / "op_host" / "both_def.cpp").write_text(DEFINITION.format(configured))
    body = "#if __NPU_ARCH__ == 3510\nAscendC::SetCtrlSpr<60, 60>(0);\n#endif"
    assert lines(tmp_path, ENTRY.format(body=body)) == expected


@pytest.mark.parametrize(("text", "name"), [(INCLUDED, "Work"), (CALLED, "Work35")])
def test_it_is_not_read_for_hardware_that_the_operator_is_not_built_for(tmp_path: Path, text: str, name: str) -> None:
    assert found(tmp_path, text, LEFT, 'this->AICore().AddConfig("ascend910b");', name) == ([], 1)


def test_it_is_not_read_where_the_other_hardware_has_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "op_kernel").mkdir()
    (tmp_path / "op_kernel" / "both_apt.cpp").write_text(HEAD + ENTRY.format(body=""))
    assert found(tmp_path, INCLUDED, LEFT) == ([], 2)


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        (INCLUDED.replace("3510", "2002"), "class Work { __aicore__ inline void Go() {} };"),
        (INCLUDED.replace("Work().Go();", ""), "constexpr int WIDE = 1;"),
        (CALLED.replace("Work35().Go();", "Work().Go();"), ""),
    ],
)
def test_an_arm_that_brings_nothing_new_is_not_walked(tmp_path: Path, text: str, apart: str) -> None:
    assert found(tmp_path, text, apart, name="")[1] == 1


TYPED = (
    'extern "C" __global__ __aicore__ void both(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n{\n'
    "#if __NPU_ARCH__ == 3510\nKERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);\n"
    "#else\nKERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n#endif\nAscendC::SyncAll();\n}\n"
)


@pytest.mark.parametrize(
    ("configured", "expected"), [(BOTH, [9]), ("", [9]), ('this->AICore().AddConfig("ascend910b");', [])]
)
def test_a_type_for_the_other_hardware_is_read_where_the_operator_is_built_for_it(
    tmp_path: Path, configured: str, expected: list[int]
) -> None:
    (tmp_path / "op_host").mkdir()
    if configured:
        (tmp_path / "op_host" / "both_def.cpp").write_text(DEFINITION.format(configured))
    assert lines(tmp_path, TYPED, "SK106") == expected
