"""The pages and errors of the commands in the user's language, what click says of itself included."""

from __future__ import annotations

import gettext
import inspect
import os
from collections.abc import Iterable

import click
from rich.cells import cell_len

from sklint.messages import CATALOGUES, DOMAIN, LOCALES, language_of, text
from sklint.report.wrap import wrap


def wanted_language(arguments: Iterable[str]) -> str:
    """The language that a command line asks for, before it is parsed: its last `--lang`, else the environment's."""
    wanted, previous = "auto", ""
    for argument in arguments:
        if previous == "--lang":
            wanted = argument
        elif argument.startswith("--lang="):
            wanted = argument.removeprefix("--lang=")
        previous = argument
    return language_of(wanted if wanted in LOCALES else "auto")


def localise(command: click.Command, language: str) -> None:
    """Translate the help of a command and of all below it, and let click speak that language too."""
    # click asks the process's default domain; gettext finds the language in the environment.
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = LOCALES[language]
    click.Context.formatter_class = CellFormatter
    _translate(command, language)


def _translate(command: click.Command, language: str) -> None:
    for attribute in ("help", "short_help", "epilog"):
        if source := getattr(command, attribute):
            setattr(command, attribute, text(inspect.cleandoc(source), language))
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = text(parameter.help, language)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _translate(inner, language)


class CellFormatter(click.HelpFormatter):
    """Help pages measured in the terminal's cells: click counts characters, and a Chinese one takes two cells."""

    def write_text(self, text: str) -> None:
        """Paragraphs, indented as the section is."""
        indent = " " * self.current_indent
        for number, paragraph in enumerate(text.split("\n\n")):
            if number:
                self.write("\n")
            for line in wrap(" ".join(paragraph.split()), self.width, indent, indent):
                self.write(f"{line}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Terms and their descriptions in two columns; a long term stands on a line of its own."""
        listed = list(rows)
        widest = max((cell_len(term) for term, _ in listed if cell_len(term) <= col_max), default=0)
        start = self.current_indent + widest + col_spacing
        rest = " " * start
        for term, description in listed:
            head = f"{'':{self.current_indent}}{term}"
            if cell_len(term) > widest:
                self.write(f"{head}\n")
                first = rest
            else:
                first = head + " " * (start - cell_len(head))
            for line in wrap(description, self.width, first, rest) if description else [head]:
                self.write(f"{line}\n")
