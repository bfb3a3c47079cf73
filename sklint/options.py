"""The options of `sklint check`, in groups as a user thinks of them; nothing is imported for them but click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

_Command = TypeVar("_Command", bound=Callable[..., Any])

SEVERITIES = ("error", "warning", "info")
CONFIDENCES = ("proved", "likely", "possible")
LANGUAGES = ("en", "zh", "auto")

_FILE = click.Path(dir_okay=False)


def complete_rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes and names of rules for a shell, also behind a comma."""
    from sklint import catalogue

    before, comma, word = incomplete.rpartition(",")
    words = {catalogue.ALL: ""} if word and catalogue.ALL.startswith(word) else {}
    for rule in catalogue.rules().values():
        words |= {token: rule.summary for token in (rule.code, rule.name) if token.startswith(word)}
    return [CompletionItem(f"{before}{comma}{token}", help=text) for token, text in words.items()]


def complete_formats(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of output formats for a shell."""
    from sklint.report import FORMATS

    return [CompletionItem(name) for name in FORMATS if name.startswith(incomplete)]


RULES = (
    click.option(
        "--select",
        metavar="RULES",
        multiple=True,
        shell_complete=complete_rules,
        help="Run only these: codes, prefixes, names, or ALL.",
    ),
    click.option(
        "--extend-select", metavar="RULES", multiple=True, shell_complete=complete_rules, help="Run these besides."
    ),
    click.option("--ignore", metavar="RULES", multiple=True, shell_complete=complete_rules, help="Do not run these."),
    click.option("--min-confidence", type=click.Choice(CONFIDENCES), help="Report nothing less sure [likely]."),
    click.option("--fail-on", type=click.Choice(SEVERITIES), help="Exit with 1 from this severity on [warning]."),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings."),
)
OUTPUT = (
    click.option(
        "--output-format", metavar="FORMAT", shell_complete=complete_formats, help="How findings are written [full]."
    ),
    click.option("--output-file", metavar="FILE", type=_FILE, help="Where they are written, instead of here."),
    click.option(
        "--also",
        metavar="FORMAT:FILE",
        multiple=True,
        shell_complete=complete_formats,
        help="Write this format to that file as well.",
    ),
    click.option("--statistics", is_flag=True, help="Count the findings of each rule instead of listing them."),
    click.option("--color", type=click.Choice(("auto", "always", "never")), default="auto", help="Colour [auto]."),
    click.option("--lang", type=click.Choice(LANGUAGES), help="The language of messages [auto]."),
)
SETTINGS = (
    click.option("--config", metavar="FILE|KEY=VALUE", multiple=True, help="A settings file, or one setting."),
    click.option("--isolated", is_flag=True, help="Read no settings file."),
    click.option("--show-settings", is_flag=True, help="Print the settings that count for PATHS, and end."),
    click.option("--show-files", is_flag=True, help="Print the kernel files that would be read, and end."),
)
FIXES = (
    click.option("--fix", is_flag=True, help="Make the safe repairs, and report what is left."),
    click.option("--diff", is_flag=True, help="Show the safe repairs as a diff, and end."),
)
ADOPTION = (
    click.option("--baseline", metavar="FILE", type=_FILE, help="Do not report what this file knows."),
    click.option("--write-baseline", metavar="FILE", type=_FILE, help="Write all findings to FILE, and end."),
    click.option("--prune-baseline", is_flag=True, help="Take out of the baseline what is gone."),
    click.option("--new-from", metavar="REV", help="Report only what changes since a git revision have a part in."),
    click.option("--new-from-merge-base", metavar="BRANCH", help="The same since this work left BRANCH."),
    click.option("--new-from-patch", metavar="FILE", help="The same for a unified diff; - reads it from stdin."),
    click.option("--add-ignores", metavar="REASON", help="Write a suppression for each finding, and end."),
)
SOURCES = (
    click.option("--stdin-filename", metavar="FILE", help="The name of the file whose text is on stdin (PATHS is -)."),
    click.option("-p", "--compile-commands", metavar="PATH", help="A compile_commands.json, or its folder."),
)


def checking_options(command: _Command) -> _Command:
    """All options that only `check` has."""
    for option in reversed((*RULES, *OUTPUT, *SETTINGS, *FIXES, *ADOPTION, *SOURCES)):
        command = option(command)
    return command
