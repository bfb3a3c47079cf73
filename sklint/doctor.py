"""`sklint doctor`: what sklint runs on, and how well it reads a tree."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sklint import __version__, console
from sklint.checking import CLEAN, FAILED, Wishes, settings_tree, told
from sklint.finding import Sites
from sklint.linting import plan
from sklint.report import output
from sklint.report.escape import json_text, visible
from sklint.report.summary import not_analysed_lines
from sklint.report.view import View
from sklint.run import Outcome, run
from sklint.task import Options, Reading

PRODUCTS = {2201: "A2/A3", 3510: "Ascend 950"}
# The names a reader can act on; the tail is single uses.
MOST_FREQUENT = 25


@dataclass(frozen=True, slots=True)
class Figures:
    """How the files of one architecture were read.

    A function counts once, however many entries reach it, and is complete if its body was read without an error
    every time.
    """

    files: int
    entries: int
    functions: int
    complete: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The figures of a tree by architecture, and what stood in the way of reading it.

    `includes` counts the names that include lines ask for, each once; of those, `missing` are nowhere (by the number of
    kernel files that miss them), and `healed` were found beside the include paths.
    """

    figures: Mapping[int, Figures] = field(default_factory=dict)
    includes: int = 0
    healed: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    unknown: Mapping[str, int] = field(default_factory=dict)
    sites: Sites = field(default_factory=Sites)


def doctor(paths: Sequence[str], output_format: str, wishes: Wishes) -> int:
    """Print the environment, and how the kernels in `paths` are read; the exit code. Raises `CommandError`."""
    facts = environment()
    view, diagnosis, code = console.view(), None, CLEAN
    if paths:
        with told():
            outcome = _read(paths, wishes, view)
        view = console.with_report(view, outcome.report, {})
        diagnosis = diagnose(outcome)
        code = FAILED if outcome.report.not_analysed else CLEAN
    render = render_json if output_format == "json" else render_text
    output.write_to_stream("concise", render(facts, diagnosis, view))
    return code


def _read(paths: Sequence[str], wishes: Wishes, view: View) -> Outcome:
    made = plan(paths, settings_tree(wishes))
    console.notes(made.collection, view, wishes.verbose)
    jobs = wishes.jobs or made.settings.jobs or os.cpu_count() or 1
    own = {path: _figures_only(options) for path, options in made.by_file.items()}
    with console.progress(len(made.collection.targets)) as advance:
        return run(replace(made.collection, scripts=()), _figures_only(made.options), jobs, advance, own)


def _figures_only(options: Options) -> Options:
    return replace(options, select=frozenset(), reading=True)


def environment() -> dict[str, str]:
    """The versions of what sklint runs on; raises what loading libclang raises."""
    from sklint.parse.native import version

    return {
        "sklint": __version__,
        "python": platform.python_version(),
        "libclang": version(),
        "platform": platform.platform(),
    }


def diagnose(outcome: Outcome) -> Diagnosis:
    """Sum up the readings of a run."""
    architectures = sorted({reading.architecture for reading in outcome.readings})
    missing = Counter(name for reading in outcome.readings for name in reading.missing)
    unknown: Counter[str] = Counter()
    healed: dict[str, str] = {}
    for reading in outcome.readings:
        unknown.update(reading.unknown)
        healed.update(reading.healed)
    return Diagnosis(
        {number: _figures(r for r in outcome.readings if r.architecture == number) for number in architectures},
        len(frozenset().union(*(reading.includes for reading in outcome.readings))),
        dict(sorted(healed.items())),
        _by_count(missing),
        _by_count(unknown),
        outcome.report.sites,
    )


def render_text(facts: Mapping[str, str], diagnosis: Diagnosis | None, view: View) -> Iterator[str]:
    """The environment and the figures as aligned text."""
    for name, value in facts.items():
        yield f"{name:<10} {visible(value)}\n"
    if diagnosis is None:
        return
    for number, figures in diagnosis.figures.items():
        yield f"\n{PRODUCTS.get(number, number)} ({number})\n"
        yield f"  kernel files     {figures.files:>8}\n"
        yield f"  entries          {figures.entries:>8}\n"
        yield f"  functions        {figures.functions:>8}   reached from an entry\n"
        yield f"  read in full     {figures.complete:>8}   {_share(figures.complete, figures.functions)}\n"
    sites = diagnosis.sites
    yield "\n"
    yield f"sites seen         {sites.seen:>8}\n"
    for name, count in (("walked", sites.walked), ("unreached", sites.unreached), ("lost", sites.lost)):
        yield f"  {name:<16} {count:>8}   {_share(count, sites.seen)}\n"
    yield f"includes           {diagnosis.includes:>8}   different names\n"
    yield f"  healed           {len(diagnosis.healed):>8}\n"
    yield f"  not found        {len(diagnosis.missing):>8}   {_share(len(diagnosis.missing), diagnosis.includes)}\n"
    yield from _counted(diagnosis.missing)
    yield f"unknown names      {len(diagnosis.unknown):>8}\n"
    yield from _counted(diagnosis.unknown)
    yield from not_analysed_lines(view)


def render_json(facts: Mapping[str, str], diagnosis: Diagnosis | None, view: View) -> Iterator[str]:
    """The same as one JSON object; `tree` is null where no path was given."""
    tree: dict[str, Any] | None = None
    if diagnosis is not None:
        sites = diagnosis.sites
        tree = {
            "architectures": {
                str(number): {
                    "files": figures.files,
                    "entries": figures.entries,
                    "functions": figures.functions,
                    "complete": figures.complete,
                }
                for number, figures in diagnosis.figures.items()
            },
            "sites": {"seen": sites.seen, "walked": sites.walked, "unreached": sites.unreached, "lost": sites.lost},
            "includes": diagnosis.includes,
            "healed": {name: view.path(path) for name, path in diagnosis.healed.items()},
            "missing": dict(diagnosis.missing),
            "unknown": dict(diagnosis.unknown),
            "not_analysed": [
                {"path": view.path(entry.path), "line": entry.line, "reason": view.say(entry.reason)}
                for entry in view.report.not_analysed
            ],
        }
    yield json_text({"version": 1, "environment": dict(facts), "tree": tree}, indent=1) + "\n"


def _figures(readings: Iterable[Reading]) -> Figures:
    read = list(readings)
    functions: dict[str, bool] = {}
    for reading in read:
        for place, complete in reading.functions.items():
            functions[place] = functions.get(place, True) and complete
    entries = sum(len(reading.entries) for reading in read)
    files = len({reading.path for reading in read})
    return Figures(files, entries, len(functions), sum(functions.values()))


def _counted(counts: Mapping[str, int]) -> Iterator[str]:
    listed: Sequence[tuple[str, int]] = list(counts.items())
    for name, count in listed[:MOST_FREQUENT]:
        yield f"  {visible(name):<48} {count:>6}\n"
    if len(listed) > MOST_FREQUENT:
        yield f"  and {len(listed) - MOST_FREQUENT} more\n"


def _by_count(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%" if whole else ""
