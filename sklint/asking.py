"""The rules, asked about one build of a kernel file: each has its time, and none takes that of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from sklint.checks import Check, checks, code_of, dearest_last
from sklint.deadline import OutOfTime, ends, now
from sklint.finding import Finding, NotAnalysed, message
from sklint.program import Program
from sklint.walk.kernel import WalkedKernel

# The one rule that speaks of an operator which no SuperKernel is compiled for.
_NEVER_FUSED = frozenset({"SK802"})
# Rules that miss something on a way: a barrier of other cores, a clean, a wait.
_BY_ABSENCE = frozenset(
    {
        *("SK101", "SK202", "SK301", "SK302", "SK303", "SK304", "SK305", "SK309", "SK401"),
        *("SK601", "SK602", "SK703", "SK704", "SK705"),
    }
)
# How much of the time that is left one rule may take while others wait.
_SHARE = 0.5


@dataclass(slots=True)
class Answers:
    """What the rules have found so far, and the codes of those that have not been asked to the end."""

    findings: list[Finding] = field(default_factory=list)
    open: list[str] = field(default_factory=list)


def ask(
    program: Program, kernels: Sequence[WalkedKernel], select: frozenset[str], until: float, answers: Answers
) -> None:
    """Ask the selected rules, the dearest ones last, until a time of `now`."""
    questions = sorted(_questions(program, kernels, select), key=lambda question: dearest_last(question[0]))
    answers.open.extend(code for code, _ in questions)
    for waiting, (code, found) in zip(reversed(range(len(questions))), questions, strict=True):
        left = until - now()
        if left < 0:
            return
        with suppress(OutOfTime), ends(until - left * (1 - _SHARE) if waiting else until):
            # one by one: what was found before the end counts
            for finding in found():
                answers.findings.append(finding)
            answers.open.remove(code)


def unasked(path: str, answers: Answers) -> Iterator[NotAnalysed]:
    """What is to be said of the rules that time did not suffice for, where there are any."""
    if codes := sorted({*answers.open}):
        reason = message(
            "there was not enough time to ask all of {rules}, and what they would find is missing; `--timeout` gives a "
            "file more",
            rules=", ".join(codes),
        )
        yield NotAnalysed(path, 1, reason)


def _questions(
    program: Program, kernels: Sequence[WalkedKernel], select: frozenset[str]
) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
    for check in checks("check_kernel", select):
        yield code_of(check), partial(_of_each, check, kernels)
    apart = bool(kernels) and all(kernel.only_for for kernel in kernels)
    for check in checks("check_unit", select & _NEVER_FUSED if apart else select):
        yield code_of(check), partial(check, program, kernels)


def _of_each(check: Check, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    for kernel in kernels:
        if not kernel.only_for:
            yield from map(_doubted, check(kernel)) if kernel.exhausted else check(kernel)


def _doubted(finding: Finding) -> Finding:
    """A finding in a kernel that was not followed to its end: what it misses may stand in the rest."""
    if finding.code not in _BY_ABSENCE:
        return finding
    severity = "warning" if finding.severity == "error" else finding.severity
    return replace(finding, severity=severity, confidence="possible")
