"""SK915 missing-switch: SuperKernel options or scopes without the switches that turn fusion on."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import Written, graphs
from sklint.finding import Finding, Message, message
from sklint.scripts.model import Graph, Script, may_be_on

CODE = "SK915"
_OPTIMIZE, _STATIC = "super_kernel_optimize", "static_kernel_compile"
_DICTIONARIES = ("super_kernel_optimize_options", "super_kernel_debug_options")


def check_script(script: Script) -> Iterator[Finding]:
    """Compilations that set SuperKernel options, or one switch, without the other; scopes that no compilation fuses."""
    compiled = [graph for graph in graphs(script) if graph.kind == "compile"]
    fused = any(_may(graph, _OPTIMIZE) for graph in script.graphs if graph.kind != "config")
    marked = any(not marker.deliberate for marker in script.markers)
    for graph in compiled:
        said = _missing(graph, marked and not fused and len(compiled) == len(script.graphs))
        if said is not None:
            yield Written(graph.at, True).finding(
                CODE,
                "warning",
                graph.at,
                said,
                message('set `"static_kernel_compile": True` and `"super_kernel_optimize": True` in `options`'),
            )


def _missing(graph: Graph, scopes_unfused: bool) -> Message | None:
    speaks = any(graph.switch(name)[0] for name in _DICTIONARIES)
    if not _may(graph, _OPTIMIZE):
        if speaks:
            return message("SuperKernel options without `super_kernel_optimize=True` have no effect")
        if scopes_unfused:
            return message("the scopes of this script have no effect: `super_kernel_optimize` is not set")
        return None
    if graph.switch(_OPTIMIZE)[0] and not _may(graph, _STATIC):
        return message("`super_kernel_optimize` without `static_kernel_compile=True`: no kernel is compiled for fusion")
    return None


def _may(graph: Graph, name: str) -> bool:
    """Whether a switch is, or may be, on."""
    if graph.kind == "graph":
        return True
    values, hidden = graph.switch(name)
    return hidden or may_be_on(values)
