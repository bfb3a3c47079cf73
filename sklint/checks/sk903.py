"""SK903 duplicate-option: an option that is given twice."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import Written, graphs, option_strings
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.scripts.model import Graph, Script
from sklint.scripts.value import HOLE, Entries, Text

CODE = "SK903"


def check_script(script: Script) -> Iterator[Finding]:
    """The second of two equal names in one option string (refused) or one dictionary (the first is lost)."""
    for written, _, parts in option_strings(script):
        first: dict[str, Span] = {}
        for part in parts:
            if part.value is None or not part.name or HOLE in part.name:
                continue
            if part.name in first:
                yield written.finding(
                    CODE,
                    "error",
                    part.name_at,
                    message("`{name}` is given twice: the SuperKernel is not built (EB0500)", name=part.name),
                    message("keep one of the two"),
                    trace=[Step(first[part.name], message("given here first"))],
                )
            first.setdefault(part.name, part.name_at)
    for graph in graphs(script):
        for dictionary in _dictionaries(graph):
            yield from _repeated(Written(graph.at, True), dictionary)


def _dictionaries(graph: Graph) -> Iterator[Entries]:
    for value in (*graph.options, *graph.optimize, *graph.debug):
        if isinstance(value, Entries):
            yield value
            for entry in value.entries:
                yield from (inner for inner in entry.value if isinstance(inner, Entries) and value in graph.optimize)


def _repeated(written: Written, dictionary: Entries) -> Iterator[Finding]:
    """Keys written twice in one literal; a key that overrides a spread dictionary's is meant to."""
    first: dict[str, Span] = {}
    for entry in dictionary.entries:
        if not isinstance(entry.key, Text) or not _within(entry.at, dictionary.at):
            continue
        name = entry.key.value
        if name in first:
            yield written.finding(
                CODE,
                "warning",
                entry.at,
                message("`{name}` is a key of this dictionary twice: the first value is lost", name=name),
                message("keep one of the two"),
                trace=[Step(first[name], message("given here first"))],
            )
        first.setdefault(name, entry.at)


def _within(inner: Span, outer: Span) -> bool:
    return (
        inner.path == outer.path
        and (outer.line, outer.column) <= (inner.line, inner.column)
        and (inner.line, inner.column) < (outer.end_line, outer.end_column)
    )
