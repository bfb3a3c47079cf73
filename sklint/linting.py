"""The linter as a library: what `sklint check` does between its options and its output."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from sklint import baseline, compile_commands
from sklint.analyse_script import unflushed_operators
from sklint.collect import Collection, Exclusions, ScriptTarget, Target, collect
from sklint.collect.operator import Headers
from sklint.compile_commands import CompileCommands
from sklint.finding import Report
from sklint.refine import active_codes, refined
from sklint.run import run
from sklint.scoped import judged_by_scopes
from sklint.settings import Settings
from sklint.settings.tree import SettingsTree
from sklint.suppress import suppress
from sklint.task import Options, StatedLaunch
from sklint.walk.ranges import FieldRange

# Products and the architecture their kernels are compiled for.
_ARCHITECTURES = {"A2": 2201, "A3": 2201, "950": 3510}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will look at and how: kernel files, and the options of each.

    `settings` are those of the first path; `active` are the rules that run for any file.
    """

    collection: Collection
    tree: SettingsTree
    settings: Settings
    options: Options
    by_file: Mapping[str, Options]

    @property
    def active(self) -> frozenset[str]:
        return self.options.select.union(*(options.select for options in self.by_file.values()))


def lint(paths: Iterable[str | os.PathLike[str]], settings: Settings | None = None, *, jobs: int = 0) -> Report:
    """Lint the kernels in `paths` and return what was found.

    Without `settings` the files that rule over each path are read, as the command does. `jobs` is the number of worker
    processes, one per core by default; a script that calls this needs the usual `if __name__ == "__main__":` guard.
    Raises `sklint.settings.SettingsError`, `sklint.collect.MissingPathError`, and for a baseline that the settings name
    `sklint.baseline.BaselineError`.
    """
    tree = SettingsTree() if settings is None else SettingsTree.constant(settings)
    made = plan([os.fspath(path) for path in paths], tree)
    report = judged(made, analysed(made, jobs=jobs))
    if made.settings.baseline:
        report = baseline.apply(report, Path(made.settings.baseline), lambda path, code: False).report
    return report


def plan(paths: Iterable[str], tree: SettingsTree) -> Plan:
    """Collect the kernels in `paths`, each under its own settings; an empty list is the working directory."""
    asked = list(paths) or ["."]
    groups: dict[Settings, list[str]] = {}
    for path in asked:
        groups.setdefault(tree.of(str(Path(path).absolute())), []).append(path)
    parts = [
        collect(group, Exclusions(settings.exclusion_globs, settings.exclusion_base))
        for settings, group in groups.items()
    ]
    collection = parts[0] if len(parts) == 1 else _joined(parts)
    first = next(iter(groups))
    usual = options_of(first)
    files: list[Target | ScriptTarget] = [*collection.targets, *collection.scripts]
    own = {target.path: tree.of(target.path) for target in files}
    made = {settings: options_of(settings) for settings in {*own.values()}}
    scripts = [script.path for script in collection.scripts]
    usual, made = _told(usual, scripts), {settings: _told(options, scripts) for settings, options in made.items()}
    by_file = {path: _built(path, settings, made[settings]) for path, settings in own.items()}
    by_file = {path: options for path, options in by_file.items() if options != usual}
    return Plan(collection, tree, first, usual, by_file)


def options_of(settings: Settings) -> Options:
    """What an analysis needs of the settings."""
    architectures = {_ARCHITECTURES[product] for product in settings.products}
    return Options(
        select=active_codes(settings),
        defines=settings.defines,
        include=settings.include,
        cann=settings.cann,
        architecture=architectures.pop() if len(architectures) == 1 else None,
        timeout=settings.timeout,
        soc=settings.soc,
        soc_config=settings.soc_config,
        fusible=bool(settings.superkernels),
        path=settings.path or "ge",
        dynamic=frozenset(launch.kernel for launch in settings.launches if launch.dynamic),
        ranges=tuple(FieldRange(limit.field, limit.least, limit.most) for limit in settings.limits),
        stated=tuple(
            StatedLaunch(launch.kernel, launch.cores, launch.schedule_mode, next(iter(settings.sources), ""))
            for launch in settings.launches
        ),
    )


def _told(options: Options, scripts: Iterable[str]) -> Options:
    """The options with what the scripts of the tree say of its kernels."""
    return replace(options, unflushed=unflushed_operators(scripts, options))


def _built(path: str, settings: Settings, options: Options) -> Options:
    """The options with what a build says of this file."""
    if not settings.compile_commands:
        return options
    flags = _commands(settings.compile_commands).of(path)
    return replace(options, include=(*options.include, *flags.include), defines=(*options.defines, *flags.defines))


@functools.lru_cache(maxsize=8)
def _commands(path: str) -> CompileCommands:
    return compile_commands.read(Path(path))


def analysed(
    plan: Plan, *, jobs: int = 0, advance: Callable[[], None] | None = None, timelines: bool = False
) -> Report:
    """Everything that the active rules find, before anybody asked for less; with `timelines` also the pictures."""
    workers = jobs or plan.settings.jobs or os.cpu_count() or 1
    options = replace(plan.options, timelines=timelines)
    by_file = {path: replace(own, timelines=timelines) for path, own in plan.by_file.items()}
    outcome = run(plan.collection, options, workers, advance, by_file)
    return judged_by_scopes(outcome, plan.settings, plan.active)


def judged(plan: Plan, report: Report) -> Report:
    """The report after suppressions in the text, and after what the settings say of each file."""
    return refined(suppress(report, plan.active), plan.tree.of)


def covers(paths: Iterable[str], active: frozenset[str]) -> Callable[[str, str], bool]:
    """Whether a run over `paths` would find all there is of a rule in a file: it does in the folders it searched."""
    folders = [Path(path).absolute() for path in paths if Path(path).is_dir()]
    return lambda path, code: code in active and any(folder in Path(path).parents for folder in folders)


def _joined(parts: Iterable[Collection]) -> Collection:
    """Several collections as one, each kernel file once."""
    targets: dict[str, Target] = {}
    scripts: dict[str, ScriptTarget] = {}
    headers: dict[str, Headers] = {}
    whole = Collection()
    for part in parts:
        targets |= {target.path: target for target in part.targets}
        scripts |= {script.path: script for script in part.scripts}
        headers |= part.headers
        whole = replace(
            whole,
            skipped=tuple(dict.fromkeys((*whole.skipped, *part.skipped))),
            unreadable=tuple(dict.fromkeys((*whole.unreadable, *part.unreadable))),
            barren=(*whole.barren, *part.barren),
        )
    return replace(
        whole,
        targets=tuple(targets[path] for path in sorted(targets)),
        headers=headers,
        scripts=tuple(scripts[path] for path in sorted(scripts)),
    )
