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
    source.parent.mkdir()
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
