"""The function that a finding stands in: baselines know a finding by it, whatever its line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sklint.finding import Finding
from sklint.program import Function, Program, Span


def in_functions(findings: Iterable[Finding], programs: Iterable[Program]) -> tuple[Finding, ...]:
    """The findings with the function that each stands in, where one of the programs has it."""
    by_path: dict[str, list[Function]] = {}
    for program in {id(one): one for one in programs}.values():
        for function in program.functions.values():
            if function.body is not None and not function.stub:
                by_path.setdefault(function.body.at.path, []).append(function)
    return tuple(
        finding
        if finding.function
        else replace(finding, function=_around(finding.at, by_path.get(finding.at.path, ())))
        for finding in findings
    )


def _around(at: Span, functions: Iterable[Function]) -> str:
    """The name of the innermost function whose header or body holds a place, empty for none."""
    place = (at.line, at.column)
    found, begun = "", (0, 0)
    for function in functions:
        assert function.body is not None
        start = min((function.at.line, function.at.column), (function.body.at.line, function.body.at.column))
        if begun < start <= place <= (function.body.at.end_line, function.body.at.end_column):
            found, begun = function.name, start
    return found
