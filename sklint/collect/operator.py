"""What collect finds: operators, and the repository around them that includes are resolved in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KernelFile:
    """A source file that defines kernel entries; `architecture` is 2201 (A2, A3) or 3510 (Ascend 950).

    `entries` are the names of its `__global__` and `__sk__` functions as far as the text tells (macros may make more).
    """

    path: str
    architecture: int
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: its kernel files, its host files (tiling and launchers) and the folder they share.

    All paths are absolute. `root` is the operator's folder, `repository` the folder in which headers and base
    classes are looked for.
    """

    name: str
    root: str
    repository: str
    kernels: tuple[KernelFile, ...]
    host: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Headers:
    """The header files of a repository by their last name component, for includes that no include path finds."""

    by_name: Mapping[str, tuple[str, ...]]
