"""What the host of an operator tells of the kernels in one of its files."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import PurePath

from sklint.checks.spelling import lines_of
from sklint.host.index import HostIndex
from sklint.host.launch import Launch
from sklint.host.read import HostReader
from sklint.host.stated import stated_launch
from sklint.host.templates import parameters_of, with_arguments
from sklint.parse import HealMemory, parse_host
from sklint.program import Program, Span
from sklint.task import Task
from sklint.units import ARCHITECTURES, memory
from sklint.walk.ranges import Ranges

_host_memory = HealMemory(kernel=False)
_readers: dict[str, HostReader] = {}


class KernelHost:
    """The host of a kernel file, or another one of its repository, for all builds of the file."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._reader = _reader(task)
        self._files = (*task.operator.host, task.kernel.path)
        # of two statements about one kernel the first counts
        self._stated = {one.kernel: one for one in reversed(task.options.stated)}
        self._known: dict[tuple[str, int], tuple[Launch, ...]] = {}

    @property
    def architecture(self) -> int:
        """The architecture that the file is for by its place, or the only one that the operator is defined for."""
        own = self.task.kernel.architecture
        other = sum(ARCHITECTURES) - own
        names = self.task.kernel.entries
        moved = bool(names) and all(self.built_for(one, other) and not self.built_for(one, own) for one in names)
        return other if moved else own

    def launches(self, kernel: str, program: Program, until: float = inf) -> tuple[Launch, ...]:
        """Where a kernel of a program is launched; the host is not asked about them after `until`."""
        key = kernel, program.architecture
        if key not in self._known:
            told = with_arguments(self._read(kernel, program.architecture), parameters_of(program) or ())
            ranges = Ranges(self.task.options.ranges)
            self._known[key] = tuple(replace(launch, ranges=ranges, until=until) for launch in told)
        return self._known[key]

    def _read(self, kernel: str, architecture: int) -> tuple[Launch, ...]:
        if (stated := self._stated.get(kernel)) is not None:
            at = Span(stated.source or self.task.kernel.path, 1, 1, 1, 1)
            return (stated_launch(kernel, stated.cores, stated.mode, at, architecture),)
        return self._reader.launches(kernel, self._files, self.task.operator.root, architecture)

    def is_stated(self, kernel: str) -> bool:
        """Whether the settings say how a kernel is launched."""
        return kernel in self._stated

    def is_launched(self, kernel: str, architecture: int) -> bool:
        """Whether a host registers or launches a kernel by its name, whatever can be read of how."""
        operator = self.task.operator
        return self.is_stated(kernel) or self._reader.names(kernel, self._files, operator.root, architecture)

    def is_registered(self, kernel: str, architecture: int) -> bool:
        """Whether a host registers a tiling for a kernel, whatever can be read of it."""
        return self._reader.registers(kernel, self._files, self.task.operator.root, architecture)

    def only_for(self, kernel: str) -> tuple[str, ...]:
        """The SoCs that the operator's own files define a kernel for, if a SuperKernel is compiled for none of them."""
        return self._reader.only_for(kernel, self._files)

    def built_for(self, kernel: str, architecture: int) -> bool:
        """Whether the operator's own files define a kernel for an architecture, or do not tell."""
        return self._reader.built_for(kernel, self._files, architecture)


def is_called_elsewhere(task: Task, kernel: str) -> bool:
    """Whether another kernel file of the operator includes this one, and calls the kernel as a function."""
    own = PurePath(task.kernel.path)
    call = re.compile(rf"\b{re.escape(kernel)}\s*(?:<(?!<)[^;{{}}]*>)?\s*\(")
    for other in task.operator.kernels:
        scan = memory.scan(other.path) if other.path != task.kernel.path else None
        includes = scan is not None and any(PurePath(name).name == own.name for name, _ in scan.includes)
        if includes and any(map(call.search, lines_of(other.path))):
            return True
    return False


def _reader(task: Task) -> HostReader:
    repository = task.operator.repository
    reader = _readers.get(repository)
    if reader is None:
        # one reader at a time: what it has parsed is of use only as long as its repository is being read
        _readers.clear()
        index = HostIndex(repository, task.headers.by_name)
        reader = _readers[repository] = HostReader(index, partial(_host_program, task))
    return reader


def _host_program(task: Task, path: str, architecture: int) -> Program:
    options = task.options
    return parse_host(
        path,
        architecture,
        headers=task.headers,
        include_dirs=options.include,
        defines=options.defines,
        memory=_host_memory,
    )
