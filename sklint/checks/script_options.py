"""The options of a model script one by one, and findings about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sklint.finding import Edit, Finding, Message, Step, message
from sklint.program import Span
from sklint.scripts.model import Graph, GraphEntry, OptionPart, Scope, Script


@dataclass(frozen=True, slots=True)
class Written:
    """An option that a script writes, and the call it is for; `sure` where it is the only outcome."""

    call: Span
    sure: bool

    def finding(
        self,
        code: str,
        severity: str,
        at: Span,
        said: Message,
        repair: Message | None = None,
        edits: Iterable[Edit] = (),
        trace: Iterable[Step] = (),
    ) -> Finding:
        """A finding at the option's text; the trace leads to the call where that stands elsewhere."""
        steps = list(trace)
        if (at.path, at.line) != (self.call.path, self.call.line):
            steps.append(Step(self.call, message("the options are for this call")))
        return Finding(
            code=code,
            severity=severity,
            confidence="proved" if self.sure else "likely",
            message=said,
            at=at,
            repair=repair,
            trace=tuple(steps),
            edits=tuple(edits),
        )


def scopes(script: Script) -> Iterator[Scope]:
    """The GE scopes of a script but those that a test expects to fail."""
    return (scope for scope in script.scopes if not scope.deliberate)


def option_strings(script: Script) -> Iterator[tuple[Written, Scope, tuple[OptionPart, ...]]]:
    """Every outcome of every scope's option string, in parts."""
    for scope in scopes(script):
        written = Written(scope.at, len(scope.options) == 1)
        for parts in scope.strings:
            yield written, scope, parts


def option_parts(script: Script) -> Iterator[tuple[Written, OptionPart]]:
    """Every part of every option string that has the form `name=value` and could be followed."""
    for written, _, parts in option_strings(script):
        for part in parts:
            if part.known and part.name and part.value:
                yield written, part


def graphs(script: Script) -> Iterator[Graph]:
    """The npugraph_ex options of a script but those that a test expects to fail."""
    return (graph for graph in script.graphs if not graph.deliberate)


def graph_entries(script: Script) -> Iterator[tuple[Written, Graph, GraphEntry]]:
    """Every option of every npugraph_ex dictionary."""
    for graph in graphs(script):
        outcomes = max(len(graph.options), len(graph.optimize), len(graph.debug))
        for entry in graph.entries():
            yield Written(graph.at, outcomes == 1), graph, entry
