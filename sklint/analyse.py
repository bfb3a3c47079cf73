"""The analysis of one kernel file, as a worker runs it: parse, walk, check, and account for what was seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import PurePath

from sklint.asking import Answers, ask, unasked
from sklint.checks.spelling import lines_of
from sklint.deadline import now
from sklint.elsewhere import ARCHITECTURES, brings_more, left_out, may_be_elsewhere
from sklint.enclosing import in_functions
from sklint.finding import NotAnalysed, message
from sklint.fuse.outcome import plain_type
from sklint.fusible import kernel_facts
from sklint.host.index import HostIndex
from sklint.host.instances import launched_instances
from sklint.host.kernels import kernel_cores
from sklint.host.launch import Launch
from sklint.host.read import HostReader
from sklint.host.stated import stated_launch
from sklint.host.templates import parameters_of, with_arguments
from sklint.parse import HealMemory, UnreadableSource, parse_host, parse_unit
from sklint.program import Call, Function, Program, Site, Span
from sklint.sofar import SoFar
from sklint.task import FileReport, Reading, SiteState, Task
from sklint.walk.callees import called_entries
from sklint.walk.effects import called_lines, nodes_of
from sklint.walk.kernel import WalkedKernel, effects_of, walk_kernel
from sklint.walk.lanes import timeline
from sklint.walk.ranges import Ranges
from sklint.walk.values import forget_all

# Rules that report the first place of a kernel only; another build of it has the same first place to mend.
ONCE_A_KERNEL = frozenset({"SK102", "SK103", "SK106", "SK107"})
# Code for one architecture loses a good part of its functions when it is read for the other; stray errors are fewer.
MOST_UNREAD = 0.1
# How much of a file's time its walks may take: what was followed by then is still to be checked.
_WALKING = 0.5
# When the host is no longer asked which of its ways lead to a place: what all of them have in common counts then.
_ASKING = 0.8
# When the last rule has to end: what was found by then has to be put together.
_ENDING = 0.9

# What one process has learned about the files it read: kernels of one library share most of their headers.
_memory = HealMemory()
_host_memory = HealMemory(kernel=False)
_readers: dict[str, HostReader] = {}
# The launches of the file that is being analysed: all its builds have the same host.
_launches: dict[tuple[str, int], tuple[Launch, ...]] = {}

_UNKNOWN = re.compile(r"(?:undeclared identifier|unknown type name|no (?:member|template|type) named) '([^']+)'")


_Known = Callable[[], FileReport]


@dataclass(frozen=True, slots=True)
class _Times:
    """When the walks of a file end, when its host is not asked any more, and when its last rule ends."""

    walking: float
    asking: float
    ending: float


def analyse_file(task: Task, sofar: SoFar | None = None) -> FileReport:
    """Read, parse, walk and check one kernel file; what goes wrong inside is told in the report or raised.

    `sofar` is kept able to tell what is known by then.
    """
    path = task.kernel.path
    began = now()
    try:
        programs = units(task)
    except UnreadableSource as error:
        reason = message("{reason}", reason=error.reason)
        return FileReport(files=(path,), not_analysed=(NotAnalysed(path, 1, reason),))
    forget()
    times = _Times(*(began + task.options.timeout * part for part in (_WALKING, _ASKING, _ENDING)))
    program = programs["aiv"]
    whole = _judged(task, programs, times, partial(_tell, sofar, path, None))
    seen = _places(program)
    for build in range(1, program.builds):
        if now() > times.walking:
            whole = replace(whole, not_analysed=(*whole.not_analysed, _late(path)))
            break
        # code for other data types stands under `#if`: it is another build of the same file, and worth a walk where
        # it has code that none before it had
        other = _unit(task, program.architecture, "aiv", build)
        if not (places := _places(other)) <= seen:
            seen |= places
            both = _beside(task, other, build)
            whole = _together(whole, _judged(task, both, times, partial(_tell, sofar, path, whole)))
    if wanted := may_be_elsewhere(task, _reader(task), programs):
        if now() > times.walking:
            whole = replace(whole, not_analysed=tuple(dict.fromkeys((*whole.not_analysed, _late(path)))))
        elif (apart := _for_other_hardware(task, programs, wanted, seen)) is not None:
            whole = _together(whole, _judged(task, apart, times, partial(_tell, sofar, path, whole)))
    if now() > times.asking and not whole.not_analysed:
        whole = replace(whole, not_analysed=(_late(path),))
    if not program.entries and task.kernel.entries and not whole.kernels and not program.left_out:
        reason = message("a kernel is named in the text, but none could be read")
        whole = replace(whole, not_analysed=(*whole.not_analysed, NotAnalysed(path, 1, reason)))
    return whole


def _for_other_hardware(
    task: Task, programs: Mapping[str, Program], wanted: frozenset[Site], seen: set[tuple[str, int]]
) -> Mapping[str, Program] | None:
    """The file as it is read for the other architecture; None where an `#if` is for a third one, or nothing is new."""
    other = _units(task, sum(ARCHITECTURES) - programs["aiv"].architecture)
    found = wanted - left_out(other)
    return other if other["aiv"].entries and brings_more(found, _places(other["aiv"]), seen) else None


def forget() -> None:
    """Drop what was found out about one file only; its builds share their host, and so their values."""
    forget_all()
    _launches.clear()


def _places(program: Program) -> set[tuple[str, int]]:
    """Where the functions and the calls that rules ask about stand."""
    functions = {(f.at.path, f.at.line) for f in program.functions.values() if f.body is not None}
    return functions | {(site.at.path, site.at.line) for site in program.sites}


def _tell(sofar: SoFar | None, path: str, first: FileReport | None, known: _Known) -> None:
    def unfinished() -> FileReport:
        report = known() if first is None else _together(first, known())
        return report if report.not_analysed else replace(report, not_analysed=(_late(path),))

    if sofar is not None:
        sofar.known = unfinished


def _late(path: str) -> NotAnalysed:
    reason = message("not all of it was followed in the time that there is for one file; `--timeout` gives it more")
    return NotAnalysed(path, 1, reason)


def _judged(task: Task, programs: Mapping[str, Program], times: _Times, tell: Callable[[_Known], None]) -> FileReport:
    """One build of a file, walked and checked; `tell` is given what makes a report of what is known meanwhile."""
    program = programs["aiv"]
    kernels = walked(task, programs, times.walking, times.asking)
    given_up = [gave_up for kernel in kernels for gave_up in _given_up(kernel, times.walking)]
    sites = tuple(_sites(programs, kernels))
    answers = Answers()

    def report() -> FileReport:
        return FileReport(
            findings=in_functions(tuple(answers.findings), programs.values()),
            kernels=tuple(kernel.name for kernel in kernels),
            files=program.files,
            sites=sites,
            not_analysed=(*given_up, *unasked(task.kernel.path, answers)),
        )

    tell(report)
    ask(program, kernels, task.options.select, times.ending, answers)
    lost = any(site.state == "lost" for site in sites)
    return replace(
        report(),
        readings=(reading(programs.values()),) if task.options.reading else (),
        fusible=tuple(kernel_facts(kernel, lost) for kernel in kernels) if task.options.fusible else (),
        cores=tuple(kernel_cores(kernel) for kernel in kernels) if task.options.cores else (),
        timelines=tuple(filter(None, map(timeline, kernels))) if task.options.timelines else (),
    )


def _together(first: FileReport, other: FileReport) -> FileReport:
    """Two builds of one file: all that either found, and what the first says of each kernel."""
    told = {(finding.code, finding.kernels) for finding in first.findings if finding.code in ONCE_A_KERNEL}
    new = [index for index, name in enumerate(other.kernels) if name not in first.kernels]
    return replace(
        first,
        findings=(*first.findings, *(f for f in other.findings if (f.code, f.kernels) not in told)),
        kernels=(*first.kernels, *(other.kernels[index] for index in new)),
        files=tuple(dict.fromkeys((*first.files, *other.files))),
        sites=(*first.sites, *other.sites),
        not_analysed=tuple(dict.fromkeys((*first.not_analysed, *other.not_analysed))),
        readings=(*first.readings, *other.readings),
        fusible=(*first.fusible, *(other.fusible[index] for index in new if other.fusible)),
        cores=(*first.cores, *(other.cores[index] for index in new if other.cores)),
    )


def walked(task: Task, programs: Mapping[str, Program], until: float = inf, asked: float = inf) -> list[WalkedKernel]:
    """The kernels of a file, walked as both kinds of core."""
    program = programs["aiv"]
    ranges = Ranges(task.options.ranges)
    called = called_entries(programs.values())
    effects = effects_of(programs)
    instances = launched_instances(program, until) if any(map(_launches_kernels, program.files)) else {}
    kernels = []
    for key in program.entries:
        name = program.functions[key].plain_name
        # what a kernel calls as a function is part of that kernel, unless the host launches it as well
        part = key in called or _is_called_elsewhere(task, name)
        if key in programs["aic"].functions and not (part and not _is_launched(task, name, program.architecture)):
            read_launches = partial(launches, task, name, program, asked)
            if key not in instances:
                kernel = walk_kernel(programs, key, read_launches, ranges, until, effects)
                registered = partial(_is_registered, task, name, program.architecture)
                kernels.append(replace(kernel, read_registered=registered))
            for one in instances.get(key, ()):
                told = read_launches if _is_stated(task, name) else partial(_asked_until, one.launches, ranges, asked)
                kernels.append(walk_kernel(programs, key, told, ranges, until, effects, one.template))
    options = task.options
    unflushed = dict(options.unflushed)
    return [
        replace(
            kernel,
            path="sink" if kernel.name in options.dynamic else options.path,
            unflushed_at=unflushed.get(plain_type(kernel.name)),
            only_for=_reader(task).only_for(kernel.name, task.operator.host),
        )
        for kernel in kernels
    ]


def launches(task: Task, kernel: str, program: Program, asked: float = inf) -> tuple[Launch, ...]:
    """Where the operator's host, or another one of its repository, launches a kernel of a program."""
    architecture = program.architecture
    known = _launches.get((kernel, architecture))
    if known is None:
        found = _read_launches(task, kernel, architecture)
        told = with_arguments(found, parameters_of(program) or ())
        known = _launches[kernel, architecture] = tuple(replace(launch, until=asked) for launch in told)
    return known


def _asked_until(found: Iterable[Launch], ranges: Ranges, asked: float) -> tuple[Launch, ...]:
    return tuple(replace(launch, ranges=ranges, until=asked) for launch in found)


def _read_launches(task: Task, kernel: str, architecture: int) -> tuple[Launch, ...]:
    for stated in task.options.stated:
        if stated.kernel == kernel:
            at = Span(stated.source or task.kernel.path, 1, 1, 1, 1)
            launch = stated_launch(kernel, stated.cores, stated.mode, at, architecture)
            return (replace(launch, ranges=Ranges(task.options.ranges)),)
    operator = task.operator
    found = _reader(task).launches(kernel, (*operator.host, task.kernel.path), operator.root, architecture)
    ranges = Ranges(task.options.ranges)
    return tuple(replace(launch, ranges=ranges) for launch in found) if ranges else found


def _is_called_elsewhere(task: Task, kernel: str) -> bool:
    """Whether another kernel file of the operator includes this one, and calls the kernel as a function."""
    own = PurePath(task.kernel.path)
    call = re.compile(rf"\b{re.escape(kernel)}\s*(?:<(?!<)[^;{{}}]*>)?\s*\(")
    for other in task.operator.kernels:
        scan = _memory.scan(other.path) if other.path != task.kernel.path else None
        includes = scan is not None and any(PurePath(name).name == own.name for name, _ in scan.includes)
        if includes and any(map(call.search, lines_of(other.path))):
            return True
    return False


def _is_launched(task: Task, kernel: str, architecture: int) -> bool:
    operator = task.operator
    return _is_stated(task, kernel) or _reader(task).names(
        kernel, (*operator.host, task.kernel.path), operator.root, architecture
    )


def _is_registered(task: Task, kernel: str, architecture: int) -> bool:
    operator = task.operator
    return _reader(task).registers(kernel, (*operator.host, task.kernel.path), operator.root, architecture)


def _is_stated(task: Task, kernel: str) -> bool:
    return any(one.kernel == kernel for one in task.options.stated)


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


def _given_up(kernel: WalkedKernel, until: float) -> Iterator[NotAnalysed]:
    """A kernel too large to be walked to its end."""
    if kernel.exhausted:
        at = kernel.entry.at
        reason = message("kernel `{name}` is too large to be followed to its end", name=kernel.name)
        if now() > until:
            reason = message(
                "kernel `{name}` could not be followed to its end in the time that there is for one file; `--timeout` "
                "gives it more",
                name=kernel.name,
            )
        yield NotAnalysed(at.path, at.line, reason)


def _sites(programs: Mapping[str, Program], kernels: Sequence[WalkedKernel]) -> Iterator[SiteState]:
    """How each call that the text names was accounted for: walked, in code that no kernel reaches, or lost."""
    walked = {(at.path, at.line) for kernel in kernels for at in kernel.visited}
    entered = frozenset(key for kernel in kernels for key in kernel.entered)
    states: dict[tuple[str, int, int], SiteState] = {}
    for program in {id(one): one for one in programs.values()}.values():
        modelled: set[tuple[str, int]] | None = None
        for site in program.sites:
            at = site.at
            if (at.path, at.line) in walked:
                state = "walked"
            elif site.function not in entered:
                state = "unreached"
            else:
                if modelled is None:
                    modelled = called_lines(program, entered)
                state = "unreached" if (at.path, at.line) in modelled else "lost"
            states.setdefault((at.path, at.line, at.column), SiteState(at.path, at.line, at.column, state))
    yield from states.values()


def units(task: Task) -> Mapping[str, Program]:
    """The program of the kernel file by kind of core, for the architecture that it has kernels for.

    Nothing in its place tells that a whole file stands in an `#if` for other hardware, or uses what only the other
    one has, so the other one is tried where little can be read for the likely one.
    """
    if (stated := task.options.architecture) is not None:
        return _units(task, stated)
    likely = _units(task, task.kernel.architecture)
    if likely["aiv"].entries and _unread(likely["aiv"]) <= MOST_UNREAD:
        return likely
    other = _units(task, sum(ARCHITECTURES) - task.kernel.architecture)
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


def _units(task: Task, architecture: int) -> Mapping[str, Program]:
    """The program of the kernel file by kind of core, of the first build of data types."""
    return _beside(task, _unit(task, architecture, "aiv"), 0)


def _beside(task: Task, vector: Program, build: int) -> Mapping[str, Program]:
    """One program serves both kinds of core where no file asks which core it is compiled for."""
    if not any(map(_asks_for_core, vector.files)):
        return dict.fromkeys(("aiv", "aic"), vector)
    return {"aiv": vector, "aic": _unit(task, vector.architecture, "aic", build)}


def _unit(task: Task, architecture: int, core_kind: str, build: int = 0) -> Program:
    options = task.options
    return parse_unit(
        task.kernel.path,
        architecture,
        core_kind=core_kind,
        headers=task.headers,
        include_dirs=options.include,
        defines=options.defines,
        cann=options.cann or None,
        memory=_memory,
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
        scans = filter(None, map(_memory.scan, program.files))
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


def _launches_kernels(path: str) -> bool:
    scan = _memory.scan(path)
    return scan is not None and scan.launches


def _asks_for_core(path: str) -> bool:
    scan = _memory.scan(path)
    return scan is not None and scan.core_words
