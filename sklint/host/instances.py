"""Kernels that are templates, by the arguments that the code of their own unit launches them with."""

from __future__ import annotations

from dataclasses import dataclass

from sklint import program as p
from sklint.host.callers import CallGraph
from sklint.host.launch import LARGEST, Launch
from sklint.host.read import run_launcher
from sklint.walk.shape import Bound
from sklint.walk.values import expressions_up_to

# Each is a walk of its own. A kernel with more of them is walked once, with open arguments: none is left out.
MOST_INSTANCES = 6


@dataclass(frozen=True, slots=True)
class KernelInstance:
    """One set of template arguments of an entry, and the places that launch it so."""

    template: tuple[Bound, ...]
    launches: tuple[Launch, ...]


def launched_instances(program: p.Program, until: float) -> dict[str, tuple[KernelInstance, ...]]:
    """The instances of the program's entries that its own host code launches, by entry.

    An overload that nothing launches, beside one that is launched, has none. An entry without any key here is launched
    elsewhere, by code that could not be followed, or in too many ways. No function is run after `until`, by the clock
    of `deadline.now`.
    """
    entries = {key: program.functions[key] for key in program.entries}
    names = {entry.plain_name for entry in entries.values() if entry.template}
    if not names:
        return {}
    graph = CallGraph(program)
    found: list[Launch] = []
    with expressions_up_to(LARGEST):
        for name in sorted(names):
            tops = {top.key: top for one in graph.launching(name) for top in graph.tops(one)}
            for top in (one for one in tops.values() if not _is_open(program, one)):
                found.extend(run_launcher(program, name, top, program.architecture, until).launches)
    followed = {launch.kernel for launch in found if launch.entry in entries and launch.template}
    made: dict[str, dict[tuple[Bound, ...], list[Launch]]] = {
        key: {} for key, entry in entries.items() if entry.template and entry.plain_name in followed
    }
    for launch in found:
        if launch.entry in made:
            made[launch.entry].setdefault(launch.template, []).append(launch)
    return {
        key: tuple(KernelInstance(template, tuple(launches)) for template, launches in known.items())
        for key, known in made.items()
        if len(known) <= MOST_INSTANCES
    }


def _is_open(program: p.Program, function: p.Function) -> bool:
    """Whether a function is a template or a method of one, so that nobody has named what it launches with."""
    owners = program.classes.get(function.owner, ())
    return bool(function.template) or any(owner.template for owner in owners)
