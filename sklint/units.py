"""The programs of one kernel file: read for the hardware that it has kernels for, and how well they were read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from sklint.parse import HealMemory, parse_unit
from sklint.program import Call, Function, Program
from sklint.task import Reading, Task
from sklint.walk.effects import nodes_of

ARCHITECTURES = (2201, 3510)
# Code for one architecture loses a good part of its functions when it is read for the other; stray errors are fewer.
_MOST_UNREAD = 0.1
_UNKNOWN = re.compile(r"(?:undeclared identifier|unknown type name|no (?:member|template|type) named) '([^']+)'")

# What one process has learned about the files it read: kernels of one library share most of their headers.
memory = HealMemory()


def units(task: Task, architecture: int) -> Mapping[str, Program]:
    """The program of the kernel file by kind of core, for the architecture that it has kernels for.

    Nothing tells that a whole file stands in an `#if` for other hardware, or uses what only the other one has, so the
    other one is tried where little can be read for `architecture`, the likely one.
    """
    if (stated := task.options.architecture) is not None:
        return units_for(task, stated)
    likely = units_for(task, architecture)
    if likely["aiv"].entries and _unread(likely["aiv"]) <= _MOST_UNREAD:
        return likely
    other = units_for(task, sum(ARCHITECTURES) - architecture)
    if not likely["aiv"].entries:
        # of a header that no kernel includes, what has any code counts
        return other if other["aiv"].entries or not likely["aiv"].functions else likely
    better = other["aiv"].entries and _unread(other["aiv"]) < _unread(likely["aiv"])
    # text that an `#if` takes out of the other one has no errors there, and is not read for that
    return other if better and _calls(other) >= _calls(likely) else likely


def _calls(programs: Mapping[str, Program]) -> int:
    """How many calls the functions of a file have, for both kinds of core."""
    bodies = (function.body for program in programs.values() for function in program.functions.values())
    return sum(isinstance(node, Call) for body in bodies if body is not None for node in nodes_of(body))


def _unread(program: Program) -> float:
    """The share of the reached functions whose body was not read without an error."""
    bodies = [function for function in program.functions.values() if function.body is not None]
    return sum(not function.complete for function in bodies) / max(1, len(bodies))


def units_for(task: Task, architecture: int) -> Mapping[str, Program]:
    """The program of the kernel file by kind of core, of the first build of data types."""
    return beside(task, unit(task, architecture, "aiv"), 0)


def beside(task: Task, vector: Program, build: int) -> Mapping[str, Program]:
    """One program serves both kinds of core where no file asks which core it is compiled for."""
    if not any(map(_asks_for_core, vector.files)):
        return dict.fromkeys(("aiv", "aic"), vector)
    return {"aiv": vector, "aic": unit(task, vector.architecture, "aic", build)}


def unit(task: Task, architecture: int, core_kind: str, build: int = 0) -> Program:
    """The program of the kernel file for one kind of core, of one of its builds of data types.

    Raises `UnreadableSource`.
    """
    options = task.options
    return parse_unit(
        task.kernel.path,
        architecture,
        core_kind=core_kind,
        headers=task.headers,
        include_dirs=options.include,
        defines=options.defines,
        cann=options.cann or None,
        memory=memory,
        tiling_sources=task.operator.host,
        build=build,
    )


def reading(programs: Iterable[Program]) -> Reading:
    """How well the programs of one kernel file were read."""
    functions: dict[str, bool] = {}
    includes: set[str] = set()
    healed: dict[str, str] = {}
    missing: dict[str, None] = {}
    unknown: Counter[str] = Counter()
    entries: dict[str, None] = {}
    unique = {id(program): program for program in programs}
    for program in unique.values():
        for function in program.functions.values():
            if not function.stub and function.body is not None:
                place = _place(function)
                functions[place] = functions.get(place, True) and function.complete
        entries.update((program.functions[key].plain_name, None) for key in program.entries)
        healed.update(program.healed)
        missing.update(dict.fromkeys(program.missing))
        unknown.update(name for problem in program.problems for name in _UNKNOWN.findall(problem.message))
        scans = filter(None, map(memory.scan, program.files))
        includes.update(name for scan in scans for name, _ in scan.includes)
    some = next(iter(unique.values()))
    return Reading(
        some.path,
        some.architecture,
        tuple(entries),
        functions,
        healed,
        tuple(missing),
        dict(unknown),
        frozenset(includes),
    )


def _place(function: Function) -> str:
    return f"{function.at.path}:{function.at.line}:{function.at.column}"


def places(program: Program) -> set[tuple[str, int]]:
    """Where the functions and the calls that rules ask about stand."""
    functions = {(f.at.path, f.at.line) for f in program.functions.values() if f.body is not None}
    return functions | {(site.at.path, site.at.line) for site in program.sites}


def launches_kernels(path: str) -> bool:
    scan = memory.scan(path)
    return scan is not None and scan.launches


def _asks_for_core(path: str) -> bool:
    scan = memory.scan(path)
    return scan is not None and scan.core_words
