"""What a worker is asked and what it answers: plain data that travels between processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sklint.collect.operator import Headers, KernelFile, Operator
from sklint.finding import Finding, Message, NotAnalysed
from sklint.fuse.kernels import KernelFacts
from sklint.fuse.scopes import NamedScope
from sklint.host.kernels import KernelCores
from sklint.program import Span
from sklint.timeline import KernelTimeline
from sklint.walk.ranges import FieldRange

# How a site ended, the strongest first: what one kernel walks is accounted for, whatever the others saw of it.
SITE_STATES = ("walked", "lost", "unreached")


@dataclass(frozen=True, slots=True)
class StatedLaunch:
    """A launch that the settings state: `cores` as in `sklint cores`, `mode` None where it is left open.

    `source` is the settings file, empty for the command line.
    """

    kernel: str
    cores: str
    mode: int | None
    source: str


@dataclass(frozen=True, slots=True)
class Options:
    """What an analysis needs of the settings.

    `select` holds the active codes. `defines` are `NAME` or `NAME=VALUE`; `include` and `cann` are absolute folders,
    the latter empty where no CANN is used. `architecture` overrules that of every kernel file (2201 or 3510).
    `timeout` is in seconds per file. `reading` asks for the figures of `sklint doctor`. `soc` is a name and
    `soc_config` an absolute path of a platform file; empty where neither is stated. `fusible` asks for what decides how
    the kernels run in a SuperKernel, `cores` for their launches, `timelines` for pictures of their barriers.
    `stated` launches stand in for what the host says; `ranges` are those of tiling fields.
    `path` is the way operators get into a SuperKernel (ge, aclnn or direct); the kernels in `dynamic` get there with
    their tiling sunk. `unflushed` are the operator types that scripts of the tree take all flushes from, and where.
    """

    select: frozenset[str] = frozenset()
    defines: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    cann: str = ""
    architecture: int | None = None
    timeout: float = 60.0
    reading: bool = False
    soc: str = ""
    soc_config: str = ""
    fusible: bool = False
    cores: bool = False
    timelines: bool = False
    stated: tuple[StatedLaunch, ...] = ()
    ranges: tuple[FieldRange, ...] = ()
    path: str = "ge"
    dynamic: frozenset[str] = frozenset()
    unflushed: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One kernel file to analyse, with all that its analysis may look at."""

    operator: Operator
    kernel: KernelFile
    headers: Headers
    options: Options


@dataclass(frozen=True, slots=True)
class Reading:
    """How well one kernel file was read, for one architecture.

    `functions` are those that an entry reaches, by place (`path:line:column`), and whether their body was read
    without an error; `includes` are the names that its files ask for; `healed` maps an include that no path finds to
    the file that was taken for it; `missing` are includes without any; `unknown` counts the names nothing declares.
    """

    path: str
    architecture: int
    entries: tuple[str, ...] = ()
    functions: Mapping[str, bool] = field(default_factory=dict)
    healed: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    unknown: Mapping[str, int] = field(default_factory=dict)
    includes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SiteState:
    """A call that the linted text names, and how it was accounted for: one of `SITE_STATES`."""

    path: str
    line: int
    column: int
    state: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What one file gave: findings, its kernels, and the account of what was read.

    `fusible` are the facts of kernels where those were asked for, `cores` their launches and `timelines` their pictures
    likewise; `scopes` are those of a model script.
    """

    findings: tuple[Finding, ...] = ()
    kernels: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sites: tuple[SiteState, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    notes: tuple[Message, ...] = ()
    readings: tuple[Reading, ...] = ()
    fusible: tuple[KernelFacts, ...] = ()
    cores: tuple[KernelCores, ...] = ()
    scopes: tuple[NamedScope, ...] = ()
    timelines: tuple[KernelTimeline, ...] = ()
