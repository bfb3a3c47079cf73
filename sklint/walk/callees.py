"""Entries that are no kernels of their own: another one calls them as a plain function."""

from __future__ import annotations

from collections.abc import Iterable

from sklint import program as p
from sklint.walk.effects import nodes_of


def called_entries(programs: Iterable[p.Program]) -> frozenset[str]:
    """The `__global__` functions that another function of the unit calls, and no launch or binding of it names."""
    called: set[str] = set()
    named: set[str] = set()
    for program in {id(one): one for one in programs}.values():
        entries = {key for key in program.entries if "global" in program.functions[key].attributes}
        if not entries:
            continue
        for key, function in program.functions.items():
            for node in nodes_of(function.body) if function.body is not None else ():
                match node:
                    case p.Call(callee=p.Name() as callee):
                        called |= entries & {callee.key, *callee.candidates} - {key}
                    case p.Launch(kernel=p.Name() as kernel):
                        named |= {kernel.key, *kernel.candidates}
        for variable in program.globals.values():
            for node in nodes_of(variable.init) if variable.init is not None else ():
                if isinstance(node, p.Name):
                    named |= {node.key, *node.candidates}
    return frozenset(called - named)
