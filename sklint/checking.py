"""What `sklint check` does: settings, analysis, what is held back, and the report in every place it was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sklint import baseline, catalogue, changes, console, fixes, overlay, report
from sklint.collect import MissingPathError
from sklint.finding import Finding, Message, Report, message
from sklint.ignores import add_ignores
from sklint.linting import Plan, analysed, covers, judged, plan
from sklint.messages import language_of, say
from sklint.nearest import nearest
from sklint.refine import fails
from sklint.report import output
from sklint.report.paint import wants_colour
from sklint.report.source import lines_of
from sklint.report.view import View
from sklint.settings import Settings, SettingsError
from sklint.settings.problem import unknown, unknown_rule
from sklint.settings.show import shown
from sklint.settings.tree import SettingsTree
from sklint.workers import WorkerStartError

CLEAN, FOUND, FAILED = 0, 1, 2
SHOWN_LEFTOVERS = 10


class CommandError(Exception):
    """Why a command cannot do what it was asked; `place` is an option, a file or a line of one, or empty."""

    def __init__(self, place: str, text: Message) -> None:
        super().__init__(f"{place}: {text}" if place else str(text))
        self.place = place
        self.text = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The command line of `sklint check`; an empty value means that the option was not given."""

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_confidence: str | None = None
    fail_on: str | None = None
    exit_zero: bool = False
    output_format: str | None = None
    output_file: str | None = None
    also: tuple[str, ...] = ()
    statistics: bool = False
    color: str = "auto"
    lang: str | None = None
    config: tuple[str, ...] = ()
    isolated: bool = False
    show_settings: bool = False
    show_files: bool = False
    fix: bool = False
    diff: bool = False
    baseline: str | None = None
    write_baseline: str | None = None
    prune_baseline: bool = False
    new_from: str | None = None
    new_from_merge_base: str | None = None
    new_from_patch: str | None = None
    add_ignores: str | None = None
    stdin_filename: str | None = None
    compile_commands: str | None = None
    jobs: int | None = None
    verbose: bool = False
    timeout: float | None = None
    cann: str | None = None
    include: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """One place that a report goes to; `file` is None for standard output."""

    format: str
    file: Path | None


def check(paths: Sequence[str], wishes: Wishes) -> int:
    """Lint and report; the exit code. Raises `CommandError` for what cannot be done."""
    with told():
        return _check(list(paths) or ["."], wishes)


@contextmanager
def told() -> Iterator[None]:
    """Turn what can be wrong with the wishes of a command into a `CommandError`."""
    try:
        yield
    except (SettingsError, baseline.BaselineError, changes.ChangesError) as error:
        raise CommandError(error.place, error.text) from None
    except MissingPathError as error:
        raise CommandError("", message("no such file or folder: {path}", path=error)) from None
    except WorkerStartError as error:
        raise CommandError("", message("no worker process can be started: {reason}", reason=error)) from None


def _check(paths: list[str], wishes: Wishes) -> int:
    tree = settings_tree(wishes)
    settings = tree.of(str(Path(wishes.stdin_filename or paths[0]).absolute()))
    if wishes.show_settings:
        for path in paths:
            sys.stdout.write(shown(tree.of(str(Path(path).absolute()))))
        return CLEAN
    targets = _targets(wishes, settings)
    language = language_of(settings.language)
    changed = _changes(paths, wishes)
    paths = _with_stdin(paths, wishes)
    made = plan(paths, tree)
    if wishes.show_files:
        for target in made.collection.targets:
            sys.stdout.write(View(Report()).path(target.kernel.path) + "\n")
        return CLEAN
    view = View(Report(), language=language)
    pictured = any(target.format == "html" for target in targets)
    console.notes(made.collection, view, wishes.verbose)
    with console.progress(len(made.collection.targets) + len(made.collection.scripts)) as advance:
        found = judged(made, analysed(made, jobs=wishes.jobs or 0, advance=advance, timelines=pictured))
    if wishes.write_baseline or wishes.add_ignores is not None:
        return _accepted(found, wishes, language)
    found, stale = _without_known(found, paths, made, wishes, language)
    if changed is not None:
        found = changes.keep_changed(found, changed)
    if wishes.diff:
        return _shown_as_diff(found)
    if wishes.fix:
        found = _without_fixed(found, language)
    for note in found.notes:
        console.note(say(note, language))
    _written(replace(view, report=found, rule_url=settings.rule_url, rules=_rules(made)), targets, wishes)
    if found.not_analysed:
        return FAILED
    return FOUND if (fails(found, settings.fail_on) or stale) and not wishes.exit_zero else CLEAN


def settings_tree(wishes: Wishes) -> SettingsTree:
    """The settings with the command line on top; each `--config` is a file or one setting."""
    files = [Path(text) for text in wishes.config if "=" not in text or Path(text).exists()]
    if len(files) > 1:
        raise CommandError("--config", message("more than one settings file"))
    overrides = [text for text in wishes.config if Path(text) not in files]
    if files and not os.path.lexists(files[0]):
        raise CommandError(f"--config {files[0]}", message("no such file, and no `key=value`"))

    def adjust(settings: Settings) -> Settings:
        return _adjusted(settings, wishes)

    return SettingsTree(
        file=files[0] if files else None, search=not wishes.isolated, overrides=overrides, adjust=adjust
    )


def _adjusted(settings: Settings, wishes: Wishes) -> Settings:
    for option, tokens in (
        ("--select", wishes.select),
        ("--extend-select", wishes.extend_select),
        ("--ignore", wishes.ignore),
    ):
        _known_rules(option, tokens)
    if wishes.select:
        # As in ruff: a selection on the command line begins anew.
        settings = replace(settings, select=wishes.select, extend_select=(), ignore=())
    stated = {
        "min_confidence": wishes.min_confidence,
        "fail_on": wishes.fail_on,
        "output_format": wishes.output_format,
        "language": wishes.lang,
        "timeout": wishes.timeout,
        "cann": _absolute(wishes.cann),
        "baseline": _absolute(wishes.baseline),
        "compile_commands": _absolute(wishes.compile_commands),
    }
    return replace(
        settings,
        extend_select=(*settings.extend_select, *wishes.extend_select),
        ignore=(*settings.ignore, *wishes.ignore),
        include=(*settings.include, *(_absolute(folder) or "" for folder in wishes.include)),
        defines=(*settings.defines, *wishes.defines),
        **{name: value for name, value in stated.items() if value is not None},  # type: ignore[arg-type]
    )


def _absolute(path: str | None) -> str | None:
    return str(Path(path).absolute()) if path else path


def _known_rules(option: str, texts: Sequence[str]) -> None:
    from sklint.selection import tokens

    for token in tokens(texts):
        try:
            catalogue.resolve(token)
        except catalogue.UnknownRule:
            raise CommandError(option, unknown_rule(token)) from None


def _targets(wishes: Wishes, settings: Settings) -> list[Target]:
    """Where the report goes, standard output or `--output-file` first."""
    _known_format("--output-format", settings.output_format)
    main = Target(settings.output_format, Path(wishes.output_file) if wishes.output_file else None)
    targets = [main]
    for text in wishes.also:
        name, colon, file = text.partition(":")
        if not colon or not file:
            raise CommandError(f"--also {text}", message("expected FORMAT:FILE"))
        _known_format("--also", name)
        targets.append(Target(name, Path(file)))
    return targets


def _known_format(option: str, name: str) -> None:
    if name not in report.FORMATS:
        words = list(report.FORMATS)
        close = nearest(name, words)
        raise CommandError(option, unknown("value", name, [close] if close else words))


def _changes(paths: Sequence[str], wishes: Wishes) -> changes.Changes | None:
    """What `--new-from…` asks for, None where nothing of it was given."""
    given = [wishes.new_from, wishes.new_from_merge_base, wishes.new_from_patch]
    if sum(option is not None for option in given) > 1:
        raise CommandError("--new-from", message("only one of --new-from, --new-from-merge-base, --new-from-patch"))
    place = Path(wishes.stdin_filename or paths[0]).absolute()
    folder = place if place.is_dir() else place.parent
    if wishes.new_from is not None:
        return changes.since(wishes.new_from, folder)
    if wishes.new_from_merge_base is not None:
        return changes.since_merge_base(wishes.new_from_merge_base, folder)
    if wishes.new_from_patch is None:
        return None
    if wishes.new_from_patch == "-":
        data = sys.stdin.buffer.read()
    else:
        try:
            data = Path(wishes.new_from_patch).read_bytes()
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            place_of_error = f"--new-from-patch {wishes.new_from_patch}"
            raise CommandError(place_of_error, message("not readable: {reason}", reason=reason)) from None
    return changes.from_patch(data, changes.top_or_here(folder))


def _with_stdin(paths: list[str], wishes: Wishes) -> list[str]:
    """The paths with `-` as the file whose text is on standard input."""
    if "-" not in paths:
        if wishes.stdin_filename:
            raise CommandError("--stdin-filename", message("standard input is read where PATHS is -"))
        return paths
    if len(paths) > 1:
        raise CommandError("-", message("standard input is linted alone"))
    if not wishes.stdin_filename:
        raise CommandError("-", message("name the file with --stdin-filename: its folder is where its headers are"))
    if wishes.new_from_patch == "-":
        raise CommandError("-", message("standard input cannot be both a file and a patch"))
    if wishes.add_ignores is not None or wishes.fix:
        option = "--fix" if wishes.fix else "--add-ignores"
        raise CommandError(option, message("there is no file to write to: the text is on standard input"))
    path = str(Path(wishes.stdin_filename).absolute())
    overlay.put({os.path.normpath(path): sys.stdin.buffer.read()})
    return [path]


def _accepted(found: Report, wishes: Wishes, language: str) -> int:
    """What `--write-baseline` and `--add-ignores` do with the findings."""
    if wishes.write_baseline:
        count = baseline.write(Path(wishes.write_baseline), found.findings)
        text = message("findings written to the baseline {path}: {count}", count=count, path=wishes.write_baseline)
    else:
        try:
            files = add_ignores(found.findings, wishes.add_ignores or "")
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise CommandError(str(error.filename), message("not writable: {reason}", reason=reason)) from None
        count = len({(finding.at.path, finding.at.line, finding.code) for finding in found.findings})
        text = message("suppressions added: {count}, files changed: {files}", count=count, files=len(files))
    console.note(say(text, language))
    return FAILED if found.not_analysed else CLEAN


def _without_known(
    found: Report, paths: Sequence[str], made: Plan, wishes: Wishes, language: str
) -> tuple[Report, bool]:
    """The report without what the baseline knows, and whether the baseline knows more than there is."""
    if not made.settings.baseline:
        if wishes.prune_baseline:
            raise CommandError("--prune-baseline", message("there is no baseline: name it with --baseline"))
        return found, False
    path = Path(made.settings.baseline)
    applied = baseline.apply(found, path, covers(paths, made.active))
    # What could not be analysed may hold what seems to be gone.
    if not applied.leftover or found.not_analysed:
        return applied.report, False
    name = View(Report()).path(str(path))
    if wishes.prune_baseline:
        count = baseline.prune(path, applied.leftover)
        console.note(
            say(message("findings taken out of the baseline {path}: {count}", count=count, path=name), language)
        )
        return applied.report, False
    for text in _leftover_notes(name, applied.leftover):
        console.note(say(text, language))
    return applied.report, True


def _shown_as_diff(found: Report) -> int:
    """Print the repairs; the exit code is 1 where there are any."""
    names = View(Report())
    changed = [line for file in fixes.fixed(found.findings) for line in fixes.diff(file, names.path(file.path))]
    output.write_to_stream("concise", changed)
    return FAILED if found.not_analysed else FOUND if changed else CLEAN


def _without_fixed(found: Report, language: str) -> Report:
    """Make the repairs; the report without what they repair."""
    gone: list[Finding] = []
    count = 0
    for file in fixes.fixed(found.findings):
        try:
            fixes.write(file)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise CommandError(file.path, message("not writable: {reason}", reason=reason)) from None
        gone += file.findings
        count += 1
    if gone:
        lines_of.cache_clear()
        console.note(
            say(message("findings repaired: {count}, files changed: {files}", count=len(gone), files=count), language)
        )
    return replace(found, findings=tuple(finding for finding in found.findings if finding not in gone))


def _leftover_notes(path: str, leftover: Sequence[baseline.Entry]) -> Iterator[Message]:
    count = sum(entry.count for entry in leftover)
    yield message(
        "findings of the baseline {path} that are gone: {count}; run with --prune-baseline", count=count, path=path
    )
    for entry in leftover[:SHOWN_LEFTOVERS]:
        place = f"{entry.path}, {entry.function}" if entry.function else entry.path
        yield message("gone: {rule} in {place}", rule=entry.rule, place=place)


def _rules(made: Plan) -> dict[str, catalogue.Rule]:
    return {code: rule for code, rule in catalogue.rules().items() if code in made.active}


def _written(view: View, targets: Sequence[Target], wishes: Wishes) -> None:
    main, *others = targets
    if wishes.statistics:
        output.write_to_stream("concise", console.statistics(view))
    elif main.file is None:
        here = replace(view, width=output.width_of(sys.stdout), colour=wants_colour(wishes.color, sys.stdout))
        output.write_to_stream(main.format, report.render(main.format, here))
    else:
        others = [main, *others]
    for target in others:
        assert target.file is not None
        try:
            output.write_to_file(target.file, report.render(target.format, replace(view, width=output.PIPED_WIDTH)))
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise CommandError(str(target.file), message("not writable: {reason}", reason=reason)) from None
