"""Model scripts: Python files that may say something about SuperKernel."""

from __future__ import annotations

from dataclasses import dataclass

# One of these must stand in a file that marks a scope or sets an option; the test costs nothing.
WORDS = (b"super_kernel", b"npugraph_ex")


@dataclass(frozen=True, slots=True)
class ScriptTarget:
    """One model script to analyse; `path` is absolute."""

    path: str


def speaks_of_super_kernel(data: bytes) -> bool:
    """Whether a Python file can hold a scope or an option at all."""
    return any(word in data for word in WORDS)
