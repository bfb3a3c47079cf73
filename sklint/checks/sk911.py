"""SK911 ge-only-key: an option of GE scopes among those of npugraph_ex."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import graph_entries
from sklint.facts.options import ge_only
from sklint.finding import Finding, Message, message
from sklint.scripts.model import Script

CODE = "SK911"


def check_script(script: Script) -> Iterator[Finding]:
    """GE options in an npugraph_ex dictionary, in either spelling: nothing reads them there."""
    for written, _, entry in graph_entries(script):
        option = ge_only().get(entry.name.replace("_", "-"))
        if option is None or entry.inside:
            continue
        yield written.finding(
            CODE,
            option.severity,
            entry.entry.at,
            _said(entry.name, option.name),
            _repair(option.name),
        )


def _said(written: str, name: str) -> Message:
    if name == "feed-sync-all":
        return message(
            "`{name}` exists for GE scopes only: npugraph_ex feeds no idle cores, so that a barrier of an operator "
            "on too few cores still hangs",
            name=written,
        )
    return message("`{name}` exists for GE scopes only: npugraph_ex ignores it", name=written)


def _repair(name: str) -> Message:
    match name:
        case "feed-sync-all":
            return message("launch such operators on every core, or set their batch mode (`SetScheduleMode(1)`)")
        case "debug-aic-num" | "debug-aiv-num":
            return message("to verify an operator on every core write `debug_per_op_max_core_num: 1` (debug options)")
        case _:
            return message("remove it")
