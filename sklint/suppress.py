"""Findings that a comment in the linted text asks not to be told, and comments that ask in vain (SK003)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from sklint import catalogue
from sklint.directives import KINDS, Directive, directives, unfinished
from sklint.finding import Edit, Finding, Message, Report, Step, Suppressed, message
from sklint.nearest import nearest
from sklint.program import Span
from sklint.report.source import holds, line_at, lines_of

UNUSED = "SK003"
# What stands nearest to a finding hides it; the others may be idle.
_NEARNESS = {"ignore": 0, "ignore-begin": 1, "ignore-file": 2}


@dataclass(slots=True)
class _Comment:
    """A directive, the codes that its tokens mean, and what it hid."""

    directive: Directive
    codes: dict[str, frozenset[str]]
    unknown: list[catalogue.UnknownRule] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    uncovered: list[Finding] = field(default_factory=list)

    def token_for(self, code: str) -> str | None:
        """The token that means `code`; empty for a directive that names none and means all."""
        if not self.directive.tokens:
            return "" if code != UNUSED else None
        return next((token for token, codes in self.codes.items() if code in codes), None)

    def reaches(self, finding: Finding) -> bool:
        """Whether the finding is where the directive points, whatever its rule."""
        at, directive = finding.at, self.directive
        if directive.macro and at.macro == directive.macro:
            return True
        if directive.at.path != at.path or directive.kind not in _NEARNESS:
            return False
        if directive.kind == "ignore":
            return directive.first in (at.line, at.end_line)
        return directive.first <= at.line <= directive.last


def suppress(report: Report, active: frozenset[str]) -> Report:
    """The report with its commented findings among `suppressed`, and SK003 for comments that hide nothing.

    Comments are looked for in `report.sources` and in the files of the findings. A comment is idle only if a rule that
    it names ran (`active`) and its file was analysed.
    """
    paths = sorted({*report.sources, *(finding.at.path for finding in report.findings)})
    found = {path: list(_directives(path)) for path in paths}
    comments = [_comment(directive) for each in found.values() for directive in each]
    if not comments:
        return report
    by_path: dict[str, list[_Comment]] = {}
    by_macro: dict[str, list[_Comment]] = {}
    for comment in comments:
        by_path.setdefault(comment.directive.at.path, []).append(comment)
        if comment.directive.macro:
            by_macro.setdefault(comment.directive.macro, []).append(comment)

    def hiding(finding: Finding) -> _Comment | None:
        near = [*by_path.get(finding.at.path, ()), *by_macro.get(finding.at.macro or " ", ())]
        reaching = [comment for comment in near if comment.reaches(finding)]
        fitting = [comment for comment in reaching if comment.token_for(finding.code) is not None]
        for comment in reaching:
            if comment.directive.kind == "ignore" and not fitting:
                comment.uncovered.append(finding)
        return min(fitting, key=lambda comment: _NEARNESS[comment.directive.kind], default=None)

    kept, hidden = _parted(report.findings, hiding)
    lost = {entry.path for entry in report.not_analysed}
    complaints = list(_complaints(comments, found, active, lost)) if UNUSED in active else []
    told, pardoned = _parted(complaints, hiding)
    order = sorted(
        [*kept, *told], key=lambda finding: (finding.at.path, finding.at.line, finding.at.column, finding.code)
    )
    return replace(
        report,
        findings=tuple(order),
        suppressed=(*report.suppressed, *hidden, *pardoned),
        notes=(*report.notes, *_not_covered(comments, active)),
    )


def _parted(
    findings: Iterable[Finding], hiding: Callable[[Finding], _Comment | None]
) -> tuple[list[Finding], list[Suppressed]]:
    kept, hidden = [], []
    for finding in findings:
        comment = hiding(finding)
        if comment is None:
            kept.append(finding)
            continue
        token = comment.token_for(finding.code)
        assert token is not None
        comment.used.add(token)
        hidden.append(Suppressed(finding, "comment", comment.directive.reason, comment.directive.at))
    return kept, hidden


def _directives(path: str) -> Iterator[Directive]:
    if holds(path, b"sklint:"):
        yield from directives(path, "\n".join(lines_of(path)))


def _comment(directive: Directive) -> _Comment:
    comment = _Comment(directive, {})
    for token in directive.tokens:
        try:
            comment.codes[token] = catalogue.resolve(token)
        except catalogue.UnknownRule as error:
            comment.unknown.append(error)
    return comment


def _complaints(
    comments: list[_Comment], found: dict[str, list[Directive]], active: frozenset[str], lost: set[str]
) -> Iterator[Finding]:
    alone = {directive.at for each in found.values() for directive in unfinished(each)}
    for comment in comments:
        directive = comment.directive
        if directive.kind not in KINDS:
            yield _complaint(directive, _unknown_kind(directive.kind))
            continue
        for error in comment.unknown:
            yield _complaint(directive, _unknown_rule(error))
        if directive.at in alone:
            yield _complaint(directive, _alone(directive.kind))
        if directive.kind == "ignore-end" or directive.at.path in lost:
            continue
        idle = [token for token, codes in comment.codes.items() if token not in comment.used and codes & active]
        # A comment against SK003 is judged by whether there is such a finding, which is being found out here.
        idle = [token for token in idle if comment.codes[token] != {UNUSED}]
        if not directive.tokens and not comment.used:
            yield _complaint(directive, message("suppression of every rule hides nothing"), _removal(directive, ()))
        for token in idle:
            rest = tuple(other for other in directive.tokens if other not in idle)
            steps = tuple(Step(each.at, _uncovered(each)) for each in comment.uncovered)
            text = message("suppression of `{rule}` hides nothing", rule=token)
            yield replace(_complaint(directive, text, _removal(directive, rest)), trace=steps)


def _complaint(directive: Directive, text: Message, edits: tuple[Edit, ...] = ()) -> Finding:
    repair = message("remove it") if edits else None
    return Finding(UNUSED, "warning", "proved", text, directive.at, repair=repair, edits=edits)


def _unknown_kind(kind: str) -> Message:
    if close := nearest(kind, KINDS):
        return message("unknown suppression `{kind}`, did you mean `{nearest}`?", kind=kind, nearest=close)
    return message("unknown suppression `{kind}`; it is one of {known}", kind=kind, known=", ".join(KINDS))


def _unknown_rule(error: catalogue.UnknownRule) -> Message:
    if error.nearest:
        return message(
            "suppression of the unknown rule `{rule}`, did you mean `{nearest}`?",
            rule=error.token,
            nearest=error.nearest,
        )
    return message("suppression of the unknown rule `{rule}`", rule=error.token)


def _alone(kind: str) -> Message:
    if kind == "ignore-begin":
        return message("`ignore-begin` without an `ignore-end` for the same rules hides the rest of the file")
    return message("`ignore-end` without an `ignore-begin` for the same rules before it")


def _uncovered(finding: Finding) -> Message:
    return message("{code} is reported here, and not covered by this suppression", code=finding.code)


def _not_covered(comments: list[_Comment], active: frozenset[str]) -> Iterator[Message]:
    """That some comments were not judged, because the rules that they name did not run."""
    count = sum(bool(codes) and not codes & active for comment in comments for codes in comment.codes.values())
    if count:
        yield message("suppressions not covered by this run, as their rules are not selected: {count}", count=count)


def _removal(directive: Directive, rest: tuple[str, ...]) -> tuple[Edit, ...]:
    """The edit that takes idle rules out of a directive: the list, or the whole comment if it is one of its own."""
    line = line_at(directive.at.path, directive.at.line)
    start, end = directive.at.column - 1, directive.at.end_column - 1
    written = line[start:end]
    if rest:
        at = _on_line(directive.at, start + written.index("[") + 1, start + written.index("]"))
        return (Edit(at, ", ".join(rest)),)
    before, after = line[:start].rstrip(), line[end:].strip()
    for opening, closing in (("//", ""), ("/*", "*/"), ("#", "")):
        if before.endswith(opening) and after == closing:
            kept = before.removesuffix(opening).rstrip()
            return (Edit(_on_line(directive.at, len(kept), len(line.rstrip())), ""),)
    return ()


def _on_line(at: Span, start: int, end: int) -> Span:
    return Span(at.path, at.line, start + 1, at.line, end + 1)
