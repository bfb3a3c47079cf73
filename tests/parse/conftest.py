from __future__ import annotations

from pathlib import Path

import pytest
from asking import Parse

from sklint.parse import parse_unit
from sklint.program import Program


@pytest.fixture
def parse(tmp_path: Path) -> Parse:
    """Parse a kernel text, with other files beside it given by name."""

    def run(text: str, architecture: int = 2201, files: dict[str, str] | None = None, **options: object) -> Program:
        for name, content in (files or {}).items():
            target = tmp_path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        source = tmp_path / "kernel.cpp"
        source.write_text(text)
        return parse_unit(str(source), architecture, **options)  # type: ignore[arg-type]

    return run
