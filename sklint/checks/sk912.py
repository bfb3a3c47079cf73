"""SK912 option-spelling: an npugraph_ex option with dashes, or a value of a wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import graph_entries, graphs
from sklint.facts.options import Option, ge_only, graph_options, graph_switches, strategy_options
from sklint.finding import Edit, Finding, Message, message
from sklint.program import Span
from sklint.scripts.model import GraphEntry, Script
from sklint.scripts.value import Entries, Items, Plain, Text, Value

CODE = "SK912"


def check_script(script: Script) -> Iterator[Finding]:
    """Keys are written with `_`, and each kind of option takes one Python type; anything else raises."""
    for written, _, entry in graph_entries(script):
        plain = entry.name.replace("-", "_")
        option = _option(entry, plain)
        if option is None or entry.name.replace("_", "-") in ge_only():
            continue
        if plain != entry.name:
            yield written.finding(
                CODE,
                "error",
                entry.entry.at,
                message("`{name}` is written with `_` for npugraph_ex: this key raises", name=entry.name),
                message("write `{name}`", name=plain),
                [Edit(_inside(entry), plain)] if entry.editable else [],
            )
        for value in entry.entry.value:
            wrong = _wrong(option, value)
            if wrong is not None:
                at, repair = wrong
                yield written.finding(
                    CODE,
                    "error",
                    at,
                    message("`{name}` does not take a value of this type: it raises", name=plain),
                    repair,
                )
    for graph in graphs(script):
        for value in (*graph.optimize, *graph.debug) if graph.kind != "compile" else ():
            if isinstance(value, Text | Items):
                yield Finding(
                    CODE,
                    "error",
                    "proved",
                    message("SuperKernel options are a dictionary: anything else raises"),
                    _place(value),
                    repair=message("write a dictionary"),
                )


def _option(entry: GraphEntry, plain: str) -> Option | None:
    if entry.group == "switch":
        return graph_switches().get(plain)
    return (strategy_options(entry.inside) if entry.inside else graph_options()).get(plain)


def _wrong(option: Option, value: Value) -> tuple[Span, Message] | None:
    """Where a value of a wrong type stands and what to write; None for a right one, or one that is not known."""
    match option.kind, value:
        case (("switch" | "range"), (Text() | Items() | Entries() | Plain(value=None | float()))):
            return _place(value), message("write a number, without quotes")
        case "patterns", (Text() | Entries() | Plain()):
            return _place(value), message("write a list of kernel-name patterns")
        case "patterns", Items(items=items):
            for item in items:
                for inner in item:
                    if isinstance(inner, Plain | Items | Entries):
                        return _place(inner), message("write kernel-name patterns as texts")
            return None
        case (("strategies" | "optimize" | "debug"), (Text() | Items() | Plain())):
            if isinstance(value, Plain) and value.value is None:
                return None
            return _place(value), message("write a dictionary")
        case "extend" | "text", (Items() | Entries() | Plain()):
            return _place(value), message("write a text of `key=value` pairs joined by `:`")
        case _:
            return None


def _place(value: Text | Items | Entries | Plain) -> Span:
    return value.span(0, max(1, len(value.value))) if isinstance(value, Text) else value.at


def _inside(entry: GraphEntry) -> Span:
    key = entry.entry.key
    return key.span(0, len(key.value)) if isinstance(key, Text) else entry.entry.at
