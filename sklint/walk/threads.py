"""Which calls start SIMT threads, some of whose names may start a SIMD function too, and which functions they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sklint import program as p
from sklint.facts.table import table

_FACTS: Mapping[str, Any] = table("fusible")["simt"]
STARTS = frozenset(_FACTS["starts"])
_RUN = frozenset(_FACTS["run"])


def is_run_by_threads(function: p.Function | p.Site) -> bool:
    """Whether SIMT threads run a function, or what a word stands in: it is started as them, or called by such a one."""
    return not _RUN.isdisjoint(function.attributes)


def starts_threads(program: p.Program, call: p.Expression) -> bool:
    """Whether a call of one of `STARTS` starts threads, by its scope, its first argument, or what it is to run."""
    match call:
        case p.Call(callee=p.Name(name=name, args=template), args=args):
            scoped = _FACTS["scope"] in name.split("::")
            return scoped or any(map(_are_threads, args[:1])) or any(_is_simt(program, arg) for arg in template)
    return False


def _are_threads(e: p.Expression) -> bool:
    """Whether an argument says how many threads there are."""
    match e:
        case p.Construct(type=type) | p.Cast(type=type):
            return type.name.rpartition("::")[2] in _FACTS["threads"]
    return False


def _is_simt(program: p.Program, argument: p.TemplateArgument) -> bool:
    match argument:
        case p.Name(key=key) if key in program.functions:
            return "simt_vf" in program.functions[key].attributes
    return False
