"""Keep the catalogue of messages: `python tests/extract_messages.py` brings it up to date with the sources.

Extracted are the templates of `message(…)`, the words of `text(…)`, `_word(…)` and `marked(…)`, the help of the
commands, and what click says itself. New texts are added without a translation; texts that are gone are removed.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import sklint.cli
from sklint.messages import CATALOGUES, DOMAIN, LOCALES

SOURCES = Path(sklint.__file__).parent
# The function, and which of its arguments is the text.
CALLS = {"message": 0, "text": 0, "_word": 1, "marked": 0, "UnreadableSource": 0, "Skipped": 1}
LANGUAGE = LOCALES["zh"]
CATALOGUE = CATALOGUES / LANGUAGE / "LC_MESSAGES" / f"{DOMAIN}.po"
# What click says in the pages and errors of these commands; a pair is a text for one and for more.
CLICK: tuple[str | tuple[str, str], ...] = (
    "Aborted!",
    "Arguments",
    "Choose from:\n\t{choices}",
    "Commands",
    "Error: {message}",
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    "Missing argument",
    "Missing command.",
    "Missing option",
    "Missing parameter",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "No such option: {name}",
    "Option {name!r} does not take a value.",
    "Options",
    "Positional arguments",
    "Show the version and exit.",
    "Show this message and exit.",
    "Try '{command} {option}' for help.",
    "Usage:",
    "default: {default}",
    "directory",
    "file",
    "path",
    "required",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is not readable.",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)


def extracted() -> dict[str | tuple[str, str], str]:
    """Every text to translate, with a place where it is used."""
    found: dict[str | tuple[str, str], str] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        found |= dict(_in_file(path))
    found |= dict.fromkeys(_in_commands(sklint.cli.cli), "help")
    for path in sorted(SOURCES.rglob("*.toml")):
        found |= dict.fromkeys(_in_facts(path), "facts")
    return dict.fromkeys(CLICK, "click") | found


def _in_file(path: Path) -> Iterator[tuple[str, str]]:
    name = path.relative_to(SOURCES.parent).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if called in CALLS and len(node.args) > CALLS[called]:
            for constant in _texts(node.args[CALLS[called]]):
                yield constant, name


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: a literal, or one of several."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            for value in values:
                yield from _texts(value)


def _in_facts(path: Path) -> Iterator[str]:
    """The words of the facts that messages quote: whose a flag is."""
    return (match[1] for match in re.finditer(r'^owner = "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE))


def _in_commands(command: click.Command) -> Iterator[str]:
    for text in (command.help, command.short_help, command.epilog):
        if text:
            yield inspect.cleandoc(text)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            yield parameter.help
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _in_commands(inner)


def read_catalogue() -> Catalog:
    """The catalogue as it is."""
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def updated(old: Catalog) -> Catalog:
    """The catalogue for the texts of today, with the translations that it has."""
    new = _empty()
    for text in extracted():
        known = old.get(text if isinstance(text, str) else text[0])
        new.add(text, string=known.string if known else "")
    return new


def _empty() -> Catalog:
    # The same texts give the same bytes: no day and no version is in them.
    day = datetime(2026, 1, 1, tzinfo=timezone.utc)
    return Catalog(locale=LANGUAGE, creation_date=day, revision_date=day, fuzzy=False)


def po_bytes(catalogue: Catalog) -> bytes:
    """The catalogue as a `.po` file, in order of text."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, no_location=True, sort_output=True, width=110)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    kept = (line for line in lines if not re.match(r'#|"(POT|PO|Generated|Project|Report|Last|Language-Team)\b', line))
    return "".join(kept).lstrip().encode()


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled catalogue, which the installed package reads."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main() -> None:
    """Write both files, and say how many texts wait for a translation."""
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    old = read_catalogue() if CATALOGUE.exists() else _empty()
    CATALOGUE.write_bytes(po_bytes(updated(old)))
    new = read_catalogue()
    CATALOGUE.with_suffix(".mo").write_bytes(mo_bytes(new))
    waiting = [str(message.id) for message in new if message.id and not message.string]
    sys.stdout.write("".join(f"{text}\n" for text in waiting) + f"{len(waiting)} texts without a translation\n")


if __name__ == "__main__":
    main()
