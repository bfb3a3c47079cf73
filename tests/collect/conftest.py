"""Trees of small files to collect from."""

from collections.abc import Callable
from pathlib import Path

import pytest

Lay = Callable[[dict[str, str]], Path]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Write files below a fresh folder and return that folder; a value of `kernel:NAME` is the smallest such kernel."""

    def write(files: dict[str, str]) -> Path:
        root = tmp_path / "tree"
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            before, marked, kernel = content.partition("kernel:")
            if marked:
                head = f'extern "C" __global__ __aicore__ void {kernel}(GM_ADDR x)'
                content = f'{before}#include "kernel_operator.h"\n{head}\n{{\n}}\n'
            path.write_text(content, encoding="utf-8")
        return root

    return write
