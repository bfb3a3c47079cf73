"""The commands; everything they need beyond click is imported when they run, so that `--version` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sklint import __version__
from sklint.options import checking_options

if TYPE_CHECKING:
    from sklint.collect import Collection
    from sklint.finding import Message
    from sklint.report.view import View
    from sklint.run import Outcome
    from sklint.task import Options

CLEAN, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Failure(click.ClickException):
    """What a command cannot do, and where the reason lies; shown on stderr in the user's language."""

    def __init__(self, place: str, text: Message, language: str | None) -> None:
        super().__init__(str(text))
        self.place = place
        self.text = text
        self.language = language

    def show(self, file: Any = None) -> None:
        from sklint.messages import language_of, say
        from sklint.report.escape import visible

        text = say(self.text, language_of(self.language or "auto"))
        parts = [part for part in ("sklint", self.place, text) if part]
        click.echo(visible(": ".join(parts)), err=True)


class DefaultToCheck(click.Group):
    """A group whose arguments run `check` where they name no command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args = ["check", *args]
        return super().parse_args(ctx, args)


def reading_options(command: _Command) -> _Command:
    """The options of every command that reads kernels: how they are parsed, and by how many workers."""
    folder = click.Path(exists=True, file_okay=False)
    seconds = click.FloatRange(0, min_open=True)
    for option in (
        click.option("--verbose", is_flag=True, help="Say what was passed over."),
        click.option("--define", "defines", metavar="NAME[=VALUE]", multiple=True, help="A macro to define."),
        click.option("--include", "include", type=folder, multiple=True, help="A further folder to find headers in."),
        click.option("--cann", type=folder, help="Read the headers of this CANN as well."),
        click.option("--timeout", type=seconds, metavar="SECONDS", help="Time for one file [60]."),
        click.option("--jobs", type=click.IntRange(1), metavar="N", help="Worker processes [one per core]."),
    ):
        command = option(command)
    return command


@click.group(cls=DefaultToCheck, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sklint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find what hangs or corrupts in AscendC kernels that become part of a SuperKernel.

    `sklint PATHS` is short for `sklint check PATHS`.
    """


@cli.command()
@click.argument("paths", nargs=-1)
@checking_options
@reading_options
def check(paths: tuple[str, ...], **wishes: Any) -> None:
    """Lint the kernels in PATHS, or in the working directory."""
    from sklint import checking

    try:
        sys.exit(checking.check(paths, checking.Wishes(**wishes)))
    except checking.CommandError as error:
        raise Failure(error.place, error.text, wishes["lang"]) from None


@cli.command()
@click.argument("paths", nargs=-1)
@click.option("--output-format", metavar="FORMAT", default="text", help="text or json [text].")
@reading_options
def doctor(paths: tuple[str, ...], output_format: str, jobs: int | None, verbose: bool, **reading: Any) -> None:
    """Say what sklint runs on, and how well it reads the kernels in PATHS."""
    from sklint import console, doctor
    from sklint.report import output

    formats = {"text": doctor.render_text, "json": doctor.render_json}
    one_of("--output-format", output_format, formats)
    facts = doctor.environment()
    view, diagnosis, code = console.view(), None, CLEAN
    if paths:
        view, outcome = _run(paths, replace(_options(frozenset(), **reading), reading=True), jobs, verbose)
        view = console.with_report(view, outcome.report, {})
        diagnosis = doctor.diagnose(outcome)
        code = _exit_code(outcome, exit_zero=True)
    output.write_to_stream("concise", formats[output_format](facts, diagnosis, view))
    sys.exit(code)


@cli.command()
@click.argument("rule", required=False)
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", help="The language of the page.")
def rule(rule: str | None, lang: str) -> None:
    """Print the page of a RULE (a code or a name), or the table of all rules."""
    from sklint import catalogue, console
    from sklint.messages import language_of

    language = language_of(lang)
    if rule is None:
        console.print_rules(catalogue.rules().values(), language)
        return
    try:
        codes = sorted(catalogue.resolve(rule))
    except catalogue.UnknownRule as error:
        raise click.BadParameter(str(error), param_hint="RULE") from None
    for code in codes:
        console.print_page(catalogue.page(code, language))


def one_of(option: str, value: str, allowed: Iterable[str]) -> None:
    """Raise a usage error with the nearest allowed value unless `value` is allowed."""
    import difflib

    names = list(allowed)
    if value not in names:
        close = difflib.get_close_matches(value, names, n=1)
        hint = f", did you mean `{close[0]}`?" if close else f"; it is one of {', '.join(names)}"
        raise click.BadParameter(f"unknown value `{value}`{hint}", param_hint=option)


def _options(
    codes: frozenset[str], timeout: float | None, cann: str | None, include: tuple[str, ...], defines: tuple[str, ...]
) -> Options:
    from sklint.task import Options

    return Options(
        select=codes,
        defines=defines,
        include=tuple(str(Path(folder).absolute()) for folder in include),
        cann=str(Path(cann).absolute()) if cann else "",
        timeout=timeout or 60.0,
    )


def _run(paths: Iterable[str], options: Options, jobs: int | None, verbose: bool) -> tuple[View, Outcome]:
    """Collect and analyse, with notes and progress on stderr."""
    from sklint import console
    from sklint.run import run
    from sklint.workers import WorkerStartError

    collection = _collect(paths or (".",))
    view = console.view()
    console.notes(collection, view, verbose)
    try:
        with console.progress(len(collection.targets) + len(collection.scripts)) as advance:
            outcome = run(collection, options, jobs or os.cpu_count() or 1, advance)
    except WorkerStartError as error:
        raise click.ClickException(f"no worker process can be started: {error}") from None
    for note in outcome.report.notes:
        console.note(view.say(note))
    return view, outcome


def _collect(paths: Iterable[str]) -> Collection:
    from sklint.collect import MissingPathError, collect

    try:
        return collect(paths)
    except MissingPathError as error:
        from sklint.report.escape import visible

        raise click.UsageError(f"no such file or folder: {visible(str(error))}") from None


def _exit_code(outcome: Outcome, exit_zero: bool) -> int:
    if outcome.report.not_analysed:
        return FAILED
    return FOUND if outcome.report.findings and not exit_zero else CLEAN


def main() -> None:
    """The `sklint` command; ends without a traceback when it is interrupted, and with 2 for any wrong usage."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = FAILED
    except (click.Abort, KeyboardInterrupt):
        click.echo("sklint: interrupted", err=True)
        code = INTERRUPTED
    sys.exit(code or CLEAN)
