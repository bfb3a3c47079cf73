"""Settings as a run uses them: defaults filled in, paths absolute, files and command line put together."""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pathspec import GitIgnoreSpec

from sklint.finding import CONFIDENCES, SEVERITIES


@dataclass(frozen=True, slots=True)
class Launch:
    """A stated launch: `cores` is `const:N`, `all`, `all-aiv` or `all-aic`, as in `sklint cores`.

    `schedule_mode` is None where it is not stated.
    """

    kernel: str
    cores: str
    schedule_mode: int | None = None
    dynamic: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """The range of a tiling field (`name` or `Struct.name`), both ends included; None where it is open."""

    field: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class SuperKernel:
    """A scope in which a model fuses operators.

    `operators` are kernel names with the blocks each is launched on, None where that is not stated. `path` is ge, aclnn
    or direct; `soc` is empty where the tree's counts.
    """

    name: str
    operators: tuple[tuple[str, int | None], ...]
    options: str = ""
    path: str = "ge"
    soc: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A gitignore pattern and the folder it is relative to."""

    folder: str
    glob: str

    def matches(self, path: str) -> bool:
        """Whether an absolute path fits; a pattern with a leading `!` fits everywhere else."""
        relative = os.path.relpath(path, self.folder)
        outside = relative.startswith(os.pardir)
        if self.glob.startswith("!"):
            return outside or not GitIgnoreSpec.from_lines([self.glob[1:]]).match_file(relative)
        return not outside and GitIgnoreSpec.from_lines([self.glob]).match_file(relative)

    def below(self, folder: str) -> str:
        """The same pattern, relative to a folder above its own."""
        step = Path(os.path.relpath(self.folder, folder)).as_posix()
        if step == ".":
            return self.glob
        negated, glob = ("!", self.glob[1:]) if self.glob.startswith("!") else ("", self.glob)
        anchored = "/" in glob.rstrip("/")
        return f"{negated}/{posixpath.join(step, glob.lstrip('/') if anchored else f'**/{glob}')}"


@dataclass(frozen=True)
class Settings:
    """All settings of a run. Rule tokens are checked but not resolved; an empty text means "not stated".

    `sources` are the settings files that took part, the one nearest to the linted path first.
    """

    sources: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[Pattern, tuple[str, ...]], ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    exclude: tuple[Pattern, ...] = ()
    soc: str = ""
    soc_config: str = ""
    products: tuple[str, ...] = ()
    path: str = ""
    include: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    cann: str = ""
    compile_commands: str = ""
    language: str = "auto"
    output_format: str = "full"
    rule_url: str = ""
    fail_on: str = "warning"
    min_confidence: str = "likely"
    baseline: str = ""
    jobs: int = 0
    timeout: float = 60.0
    launches: tuple[Launch, ...] = ()
    limits: tuple[Limits, ...] = ()
    superkernels: tuple[SuperKernel, ...] = field(default=())

    def __post_init__(self) -> None:
        assert self.fail_on in SEVERITIES
        assert self.min_confidence in CONFIDENCES

    @cached_property
    def exclusion_base(self) -> str:
        """The folder that `exclusion_globs` are relative to."""
        return os.path.commonpath([pattern.folder for pattern in self.exclude]) if self.exclude else ""

    @cached_property
    def exclusion_globs(self) -> tuple[str, ...]:
        """The patterns of `exclude`, relative to `exclusion_base`."""
        return tuple(pattern.below(self.exclusion_base) for pattern in self.exclude)
