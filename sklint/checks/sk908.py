"""SK908 debug-option: a diagnosis option outside a test."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import graph_entries, option_parts
from sklint.facts.options import ge_options, graph_options
from sklint.finding import Finding, message
from sklint.scripts.model import Script
from sklint.scripts.value import Plain

CODE = "SK908"


def check_script(script: Script) -> Iterator[Finding]:
    """Options for hunting faults that are switched on; tests may."""
    if script.is_test:
        return
    for written, part in option_parts(script):
        option = ge_options().get(part.name)
        if option is not None and option.diagnosis and part.value != option.default:
            yield written.finding(
                CODE,
                "info",
                part.name_at,
                message("`{name}` is for hunting a fault: it costs time, or changes the launch", name=part.name),
                message("remove it from a product"),
            )
    for written, _, entry in graph_entries(script):
        option = graph_options().get(entry.name.replace("-", "_"))
        on = any(isinstance(value, Plain) and value.value == 1 for value in entry.entry.value)
        if option is not None and option.diagnosis and on:
            yield written.finding(
                CODE,
                "info",
                entry.entry.at,
                message("`{name}` is for hunting a fault: it costs time, or changes the launch", name=entry.name),
                message("remove it from a product"),
            )
