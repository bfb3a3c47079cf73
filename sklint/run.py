"""The one road: what was collected goes through the workers, and their answers become one report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice

from sklint import overlay
from sklint.checks import sk001, sk002
from sklint.collect import Collection, ScriptTarget, Skipped, Target
from sklint.finding import CONFIDENCES, SEVERITIES, Finding, Message, NotAnalysed, Report, Sites, Step, message
from sklint.fuse.kernels import KernelFacts
from sklint.fuse.scopes import NamedScope
from sklint.host.kernels import KernelCores
from sklint.task import SITE_STATES, FileReport, Options, Reading, SiteState
from sklint.workers import Failure, Setup, analyse_all

# So many other kernels tell their own story behind a finding.
MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run's report, and what was asked for beside it: how each file was read, and the facts that scopes need."""

    report: Report
    readings: tuple[Reading, ...] = ()
    fusible: tuple[KernelFacts, ...] = ()
    cores: tuple[KernelCores, ...] = ()
    scopes: tuple[NamedScope, ...] = ()


def run(
    collection: Collection,
    options: Options,
    jobs: int,
    advance: Callable[[], None] | None = None,
    by_file: Mapping[str, Options] | None = None,
) -> Outcome:
    """Analyse what was collected; `advance` is called after each file. The outcome does not depend on `jobs`.

    `by_file` holds the options of kernel files that have other ones than `options`.
    """
    own = by_file or {}
    targets: list[Target | ScriptTarget] = [*collection.targets, *collection.scripts]
    reports: list[FileReport | None] = [None] * len(targets)
    with closing(analyse_all(targets, Setup(options, collection.headers, own, overlay.every_text()), jobs)) as outcomes:
        for index, outcome in outcomes:
            if isinstance(outcome, Failure):
                outcome = _lost(targets[index], outcome, options)
            reports[index] = outcome
            if advance is not None:
                advance()
    unread = [_unread(item) for item in collection.unreadable]
    return merge(
        [*(report for report in reports if report is not None), *unread],
        options.select.union(*(each.select for each in own.values())),
    )


def merge(reports: Sequence[FileReport], select: frozenset[str]) -> Outcome:
    """One report from many: a finding per code and site, a state per site, a mention per file."""
    not_analysed = {entry: None for report in reports for entry in report.not_analysed}
    findings = [finding for report in reports for finding in report.findings]
    findings += (sk001.finding(entry) for entry in not_analysed)
    states = _states(site for report in reports for site in report.sites)
    findings += (sk002.finding(*place) for place, state in states.items() if state == "lost")
    notes = {note: None for report in reports for note in report.notes}
    sources = {path for report in reports for path in report.files}
    return Outcome(
        Report(
            findings=joined(finding for finding in findings if finding.code in select),
            kernels=sum(len(report.kernels) for report in reports),
            files=len(sources),
            not_analysed=tuple(sorted(not_analysed, key=lambda entry: (entry.path, entry.line, str(entry.reason)))),
            sites=_account(states),
            notes=tuple(notes),
            sources=tuple(sorted(sources)),
            timelines=tuple(timeline for report in reports for timeline in report.timelines),
        ),
        tuple(reading for report in reports for reading in report.readings),
        tuple(facts for report in reports for facts in report.fusible),
        tuple(kernel for report in reports for kernel in report.cores),
        tuple(scope for report in reports for scope in report.scopes),
    )


def joined(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding per code and site, in order of path, line, column and code.

    It is the strongest of its kind (the first among equals), and names the kernels of all. What is said otherwise of
    another kernel ends its trace: the number of blocks that a message tells is that of one kernel.
    """
    groups: dict[tuple[str, int, int, str], list[Finding]] = {}
    for finding in findings:
        at = finding.at
        groups.setdefault((at.path, at.line, at.column, finding.code), []).append(finding)
    merged: list[Finding] = []
    for key in sorted(groups):
        same = groups[key]
        strongest = max(same, key=_strength)
        kernels = {kernel for finding in same for kernel in finding.kernels}
        kinds = {finding.core_kind for finding in same}
        kind = strongest.core_kind if len(kinds) == 1 else ""
        trace = (*strongest.trace, *islice(_of_others(strongest, same), MOST_OTHERS))
        merged.append(replace(strongest, kernels=tuple(sorted(kernels)), core_kind=kind, trace=trace))
    return tuple(merged)


def _of_others(strongest: Finding, same: Iterable[Finding]) -> Iterator[Step]:
    """What is said otherwise of other kernels, each at the last station of its own: its entry, or its launch; and as
    surely of the other kind of core."""
    told = set(strongest.kernels)
    kinds = {strongest.core_kind, ""}
    for finding in same:
        if finding.message == strongest.message:
            continue
        own = (step.at for step in reversed(finding.trace) if step not in strongest.trace)
        if told.isdisjoint(finding.kernels):
            told.update(finding.kernels)
            kernels = ", ".join(f"`{kernel}`" for kernel in finding.kernels)
            yield Step(next(own, finding.at), message("in {kernels}: {said}", kernels=kernels, said=finding.message))
        elif finding.core_kind not in kinds and _strength(finding) == _strength(strongest):
            kinds.add(finding.core_kind)
            on = message("on a cube core: {said}", said=finding.message)
            if finding.core_kind == "aiv":
                on = message("on a vector core: {said}", said=finding.message)
            yield Step(next(own, finding.at), on)


def _strength(finding: Finding) -> tuple[int, int]:
    return SEVERITIES.index(finding.severity), CONFIDENCES.index(finding.confidence)


def _states(sites: Iterable[SiteState]) -> dict[tuple[str, int, int], str]:
    """How each site ended, over all kernels that saw it."""
    states: dict[tuple[str, int, int], str] = {}
    for site in sites:
        key = (site.path, site.line, site.column)
        states[key] = min(states.get(key, site.state), site.state, key=SITE_STATES.index)
    return states


def _account(states: Mapping[tuple[str, int, int], str]) -> Sites:
    ended = list(states.values())
    return Sites(len(ended), *(ended.count(state) for state in ("walked", "unreached", "lost")))


def _lost(target: Target | ScriptTarget, failure: Failure, options: Options) -> FileReport:
    entry = NotAnalysed(target.path, 1, _why(failure, options))
    return FileReport(files=(target.path,), not_analysed=(entry,))


def _why(failure: Failure, options: Options) -> Message:
    match failure.kind:
        case "timeout":
            return message(
                "reading it took longer than {seconds} s and was given up; `--timeout` sets the limit",
                seconds=f"{options.timeout:g}",
            )
        case "crash":
            return message("the process that read it ended with {signal}", signal=failure.detail)
        case "memory":
            return message("reading it needs more memory than a worker may have")
        case "depth":
            return message("it is nested too deeply")
        case _:
            return message("internal error: {error}", error=failure.detail)


def _unread(item: Skipped) -> FileReport:
    return FileReport(not_analysed=(NotAnalysed(item.path, 1, message("not readable: {reason}", reason=item.reason)),))
