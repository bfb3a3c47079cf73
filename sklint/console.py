"""What a person at a terminal sees beside the report: notes, progress, statistics, rule pages."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import click

from sklint.catalogue import Rule
from sklint.collect import Collection
from sklint.finding import Report
from sklint.messages import language_of
from sklint.report.escape import visible
from sklint.report.output import width_of
from sklint.report.paint import wants_colour
from sklint.report.view import View

# Work that is over in a moment needs no bar.
LONG_WORK = 12


def view(language: str = "auto") -> View:
    """The view of standard output, with nothing in it yet."""
    return View(
        Report(), language=language_of(language), width=width_of(sys.stdout), colour=wants_colour("auto", sys.stdout)
    )


def with_report(view: View, report: Report, rules: Mapping[str, Rule]) -> View:
    """The same view, of a report."""
    return replace(view, report=report, rules=rules)


def note(text: str) -> None:
    """A line on stderr, so that the findings on stdout stay clean."""
    click.echo(f"sklint: {visible(text)}", err=True)


def notes(collection: Collection, view: View, verbose: bool) -> None:
    """Say which paths hold no kernel, and with `verbose` what was passed over."""
    for path in collection.barren:
        note(view.text("no kernel found in {path}", path=path))
    if verbose:
        for item in collection.skipped:
            note(view.text("passed over {path}: {reason}", path=view.path(item.path), reason=view.text(item.reason)))


def statistics(view: View) -> Iterator[str]:
    """How many findings each rule has, the most frequent first."""
    counts = Counter(finding.code for finding in view.report.findings)
    width = max((len(str(count)) for count in counts.values()), default=0)
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width}}  {code}  {view.name(code)}\n"


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None] | None]:
    """A bar on stderr while the block runs, where stderr is a terminal and the work is long; yields its step."""
    if total < LONG_WORK or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("kernel files", total=total)
        yield lambda: bar.advance(task)


def print_page(page: str) -> None:
    """A rule's page: rendered on a terminal, as it is into a pipe."""
    if not sys.stdout.isatty():
        click.echo(page, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page))


def print_rules(rules: Iterable[Rule], language: str) -> None:
    """The table of rules, a line each."""
    listed = list(rules)
    width = max(len(rule.name) for rule in listed)
    for rule in listed:
        summary = rule.summary_zh if language == "zh" else rule.summary
        mark = " " if rule.default else "-"
        click.echo(f"{rule.code} {mark} {rule.name:<{width}}  {rule.severity:<7}  {summary}")
