"""The function that a finding stands in."""

from __future__ import annotations

from sklint.enclosing import in_functions
from sklint.finding import Finding, message
from sklint.program import Block, Function, Program, Span, Type


def span(first: int, last: int, path: str = "/k.h") -> Span:
    return Span(path, first, 1, last, 2)


def function(name: str, first: int, last: int, path: str = "/k.h", **more: object) -> Function:
    return Function(
        name, name, (), Type("void"), span(first, first, path), Block((), span(first + 1, last, path)), **more
    )  # type: ignore[arg-type]


def test_the_innermost_function_around_the_place_is_it() -> None:
    functions = [
        function("K::Process", 10, 30),
        function("K::Process::lambda", 15, 20),
        function("Other", 1, 100, "/other.h"),
        function("Stub", 1, 100, stub=True),
    ]
    program = Program("/k.h", 2201, functions={one.key: one for one in functions})
    lines = {5: "", 10: "K::Process", 12: "K::Process", 17: "K::Process::lambda", 25: "K::Process", 31: ""}
    findings = [Finding("SK101", "error", "proved", message("m"), span(line, line)) for line in lines]
    assert [finding.function for finding in in_functions(findings, [program, program])] == list(lines.values())


def test_what_a_check_says_itself_stays() -> None:
    finding = Finding("SK101", "error", "proved", message("m"), span(12, 12), function="said")
    program = Program("/k.h", 2201, functions={"f": function("f", 10, 20)})
    assert in_functions([finding], [program]) == (finding,)
