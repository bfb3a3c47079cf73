"""The analysis of one kernel file, as a worker runs it: parse, walk, check, and account for what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from sklint.asking import Answers, ask, unasked
from sklint.deadline import now
from sklint.elsewhere import brings_more, left_out, may_be_elsewhere
from sklint.enclosing import in_functions
from sklint.finding import NotAnalysed, message
from sklint.fuse.outcome import plain_type
from sklint.fusible import kernel_facts
from sklint.host.instances import launched_instances
from sklint.host.kernels import kernel_cores
from sklint.host.launch import Launch
from sklint.launching import KernelHost, is_called_elsewhere
from sklint.parse import UnreadableSource
from sklint.program import Program, Site
from sklint.sofar import SoFar
from sklint.task import FileReport, SiteState, Task
from sklint.units import ARCHITECTURES, beside, launches_kernels, places, reading, unit, units, units_for
from sklint.walk.callees import called_entries
from sklint.walk.effects import called_lines
from sklint.walk.kernel import WalkedKernel, effects_of, walk_kernel
from sklint.walk.lanes import timeline
from sklint.walk.ranges import Ranges
from sklint.walk.values import forget_all

# Rules that report the first place of a kernel only; another build of it has the same first place to mend.
ONCE_A_KERNEL = frozenset({"SK102", "SK103", "SK106", "SK107"})
# How much of a file's time its walks may take: what was followed by then is still to be checked.
_WALKING = 0.5
# When the host is no longer asked which of its ways lead to a place: what all of them have in common counts then.
_ASKING = 0.8
# When the last rule has to end: what was found by then has to be put together.
_ENDING = 0.9

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
    host = KernelHost(task)
    try:
        programs = units(task, host.architecture)
    except UnreadableSource as error:
        reason = message("{reason}", reason=error.reason)
        return FileReport(files=(path,), not_analysed=(NotAnalysed(path, 1, reason),))
    forget_all()
    times = _Times(*(began + task.options.timeout * part for part in (_WALKING, _ASKING, _ENDING)))
    program = programs["aiv"]
    whole = _judged(host, programs, times, partial(_tell, sofar, path, None))
    seen = places(program)
    for build in range(1, program.builds):
        if now() > times.walking:
            whole = replace(whole, not_analysed=(*whole.not_analysed, _late(path)))
            break
        # code for other data types stands under `#if`: it is another build of the same file, and worth a walk where
        # it has code that none before it had
        other = unit(task, program.architecture, "aiv", build)
        if not (found := places(other)) <= seen:
            seen |= found
            both = beside(task, other, build)
            whole = _together(whole, _judged(host, both, times, partial(_tell, sofar, path, whole)))
    if wanted := may_be_elsewhere(task, host, programs):
        if now() > times.walking:
            whole = replace(whole, not_analysed=tuple(dict.fromkeys((*whole.not_analysed, _late(path)))))
        elif (apart := _for_other_hardware(task, programs, wanted, seen)) is not None:
            whole = _together(whole, _judged(host, apart, times, partial(_tell, sofar, path, whole)))
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
    other = units_for(task, sum(ARCHITECTURES) - programs["aiv"].architecture)
    found = wanted - left_out(other)
    return other if other["aiv"].entries and brings_more(found, places(other["aiv"]), seen) else None


def _tell(sofar: SoFar | None, path: str, first: FileReport | None, known: _Known) -> None:
    def unfinished() -> FileReport:
        report = known() if first is None else _together(first, known())
        return report if report.not_analysed else replace(report, not_analysed=(_late(path),))

    if sofar is not None:
        sofar.known = unfinished


def _late(path: str) -> NotAnalysed:
    reason = message("not all of it was followed in the time that there is for one file; `--timeout` gives it more")
    return NotAnalysed(path, 1, reason)


def _judged(
    host: KernelHost, programs: Mapping[str, Program], times: _Times, tell: Callable[[_Known], None]
) -> FileReport:
    """One build of a file, walked and checked; `tell` is given what makes a report of what is known meanwhile."""
    program = programs["aiv"]
    path, options = host.task.kernel.path, host.task.options
    kernels = walked(host, programs, times.walking, times.asking)
    given_up = [gave_up for kernel in kernels for gave_up in _given_up(kernel, times.walking)]
    sites = tuple(_sites(programs, kernels))
    answers = Answers()

    def report() -> FileReport:
        return FileReport(
            findings=in_functions(tuple(answers.findings), programs.values()),
            kernels=tuple(kernel.name for kernel in kernels),
            files=program.files,
            sites=sites,
            not_analysed=(*given_up, *unasked(path, answers)),
        )

    tell(report)
    ask(program, kernels, options.select, times.ending, answers)
    lost = any(site.state == "lost" for site in sites)
    return replace(
        report(),
        readings=(reading(programs.values()),) if options.reading else (),
        fusible=tuple(kernel_facts(kernel, lost) for kernel in kernels) if options.fusible else (),
        cores=tuple(kernel_cores(kernel) for kernel in kernels) if options.cores else (),
        timelines=tuple(filter(None, map(timeline, kernels))) if options.timelines else (),
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


def walked(
    host: KernelHost, programs: Mapping[str, Program], until: float = inf, asked: float = inf
) -> list[WalkedKernel]:
    """The kernels of a file, walked as both kinds of core."""
    program = programs["aiv"]
    options = host.task.options
    ranges = Ranges(options.ranges)
    called = called_entries(programs.values())
    effects = effects_of(programs)
    instances = launched_instances(program, until) if any(map(launches_kernels, program.files)) else {}
    unflushed = dict(options.unflushed)
    kernels: list[WalkedKernel] = []
    for key in program.entries:
        name = program.functions[key].plain_name
        # what a kernel calls as a function is part of that kernel, unless the host launches it as well
        part = key in called or is_called_elsewhere(host.task, name)
        if key not in programs["aic"].functions or (part and not host.is_launched(name, program.architecture)):
            continue
        told = partial(host.launches, name, program, asked)
        found: list[WalkedKernel] = []
        if key not in instances:
            kernel = walk_kernel(programs, key, told, ranges, until, effects)
            registered = partial(host.is_registered, name, program.architecture)
            found.append(replace(kernel, read_registered=registered))
        for one in instances.get(key, ()):
            own = told if host.is_stated(name) else partial(_asked_until, one.launches, ranges, asked)
            found.append(walk_kernel(programs, key, own, ranges, until, effects, one.template))
        kernels += (
            replace(
                kernel,
                path="sink" if kernel.name in options.dynamic else options.path,
                unflushed_at=unflushed.get(plain_type(kernel.name)),
                only_for=host.only_for(kernel.name),
            )
            for kernel in found
        )
    return kernels


def _asked_until(found: Iterable[Launch], ranges: Ranges, asked: float) -> tuple[Launch, ...]:
    return tuple(replace(launch, ranges=ranges, until=asked) for launch in found)


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
