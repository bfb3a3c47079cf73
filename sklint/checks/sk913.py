"""SK913 wrong-option-group: an option in the other dictionary."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import graph_entries
from sklint.facts.options import graph_options
from sklint.finding import Finding, message
from sklint.scripts.model import Script

CODE = "SK913"
_NAMES = {"optimize": "super_kernel_optimize_options", "debug": "super_kernel_debug_options"}


def check_script(script: Script) -> Iterator[Finding]:
    """Debug options among the optimisation options or the reverse, and either beside the two dictionaries."""
    for written, graph, entry in graph_entries(script):
        option = graph_options().get(entry.name.replace("-", "_"))
        if option is None or entry.inside:
            continue
        if entry.group == "switch":
            # A key that the configuration does not know raises there, unlike one in the wrong dictionary.
            home = "optimize" if option.group == "any" else option.group
            yield written.finding(
                CODE,
                "error",
                entry.entry.at,
                message("`{name}` stands beside the dictionary it belongs into: it raises", name=entry.name),
                message("move it into `{group}`", group=_NAMES[home]),
            )
        elif option.group not in ("any", entry.group):
            home = _NAMES[option.group] if graph.kind != "graph" else _NAMES[option.group].removeprefix("super_kernel_")
            yield written.finding(
                CODE,
                "warning",
                entry.entry.at,
                message("`{name}` belongs into `{group}`", name=entry.name, group=home),
                message("move it there"),
            )
