"""Kernels that are templates, by the arguments that the code of their own unit launches them with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint import program as p
from sklint.host.callers import CallGraph
from sklint.host.launch import LARGEST, Launch
from sklint.host.read import run_launcher
from sklint.walk.kernel import open_argument
from sklint.walk.shape import Bound
from sklint.walk.values import expressions_up_to

# Each is a walk of its own. Of more of them those are walked as one that have the same types, or all: none is left out.
MOST_INSTANCES = 6


@dataclass(frozen=True, slots=True)
class KernelInstance:
    """One set of template arguments of an entry, and the places that launch it so."""

    template: tuple[Bound, ...]
    launches: tuple[Launch, ...]


def launched_instances(program: p.Program, until: float) -> dict[str, tuple[KernelInstance, ...]]:
    """The instances of the program's entries that its own host code launches, by entry.

    An overload that nothing launches, beside one that is launched, has none. An entry without any key here is launched
    elsewhere, or by code that could not be followed. Very many are told as few with open arguments. No function is run
    after `until`, by the clock of `deadline.now`.
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
    return {key: tuple(_few(entries[key], known)) for key, known in made.items()}


def _few(entry: p.Function, known: Mapping[tuple[Bound, ...], list[Launch]]) -> Iterator[KernelInstance]:
    """The instances, not more of them than can be walked."""
    for kinds in (("type", "template", "value"), ("type", "template"), ()):
        groups: dict[tuple[Bound, ...], dict[tuple[Bound, ...], list[Launch]]] = {}
        for template, launches in known.items():
            pairs = zip(entry.template, template, strict=False)
            apart = tuple(bound for parameter, bound in pairs if parameter.kind in kinds)
            groups.setdefault(apart, {})[template] = launches
        if len(groups) <= MOST_INSTANCES:
            break
    yield from (_in_common(entry, group) for group in groups.values())


def _in_common(entry: p.Function, known: Mapping[tuple[Bound, ...], list[Launch]]) -> KernelInstance:
    """Instances as one: the template arguments that differ are open."""
    shared = [
        given[0] if len(set(given)) == 1 else open_argument(parameter)
        for parameter, *given in zip(entry.template, *known, strict=False)
    ]
    return KernelInstance(tuple(shared), tuple(launch for launches in known.values() for launch in launches))


def _is_open(program: p.Program, function: p.Function) -> bool:
    """Whether a function is a template or a method of one, so that nobody has named what it launches with."""
    owners = program.classes.get(function.owner, ())
    return bool(function.template) or any(owner.template for owner in owners)
