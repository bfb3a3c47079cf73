"""Two languages from one source: no text without a Chinese one, no place in it lost, and every page readable."""

from __future__ import annotations

import gettext
import os
import re
import string
import subprocess
import sys
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Message as Entry
from extract_messages import CATALOGUE, CLICK, extracted, po_bytes, read_catalogue, updated
from rich.cells import cell_len

import sklint.cli
from sklint.finding import message
from sklint.localise import CellFormatter, wanted_language
from sklint.messages import language_of, say, text

HOW = "run `python tests/extract_messages.py` and translate what it lists"


def entries() -> list[Entry]:
    return [entry for entry in read_catalogue() if entry.id]


def first(entry: Entry) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_text_of_the_sources_has_a_chinese_one() -> None:
    known = {first(entry) for entry in entries() if entry.string and all(entry.string)}
    wanted = {source if isinstance(source, str) else source[0]: place for source, place in extracted().items()}
    missing = {source: place for source, place in wanted.items() if source not in known}
    assert missing == {}, HOW


def test_the_catalogue_holds_nothing_else() -> None:
    assert po_bytes(updated(read_catalogue())) == CATALOGUE.read_bytes(), HOW


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in entries():
        if isinstance(entry.id, str):
            assert compiled.gettext(entry.id) == entry.string, HOW
        else:
            assert compiled.ngettext(*entry.id, 1) == entry.string[0], HOW


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: first(entry)[:60])
def test_a_translation_keeps_the_places_and_the_code(entry: Entry) -> None:
    if isinstance(entry.id, str):
        assert places(entry.string) == places(entry.id)
        assert code_in(entry.id) <= code_in(entry.string)
    else:
        assert places(entry.string[0]) in [places(form) for form in entry.id]


def code_in(text: str) -> set[str]:
    """The quoted pieces that no reader may find translated: those with capitals, places or brackets in them."""
    pieces = text.split("`")[1::2] if text.count("`") % 2 == 0 else []
    return {piece for piece in pieces if re.search(r"[A-Z_{<]", piece) and "word" not in piece}


def test_texts_are_literals_so_that_they_can_be_found() -> None:
    """A template that is put together at run time would never be translated."""
    import ast

    from extract_messages import SOURCES, _texts

    hidden = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message"
            if called and not list(_texts(node.args[0])):
                hidden.append(f"{path.relative_to(SOURCES)}:{node.lineno}")
    assert hidden == []


def test_click_still_says_what_the_catalogue_translates() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(click.__file__).parent.glob("*.py"))
    said = [one if isinstance(one, str) else one[0] for one in CLICK]
    known = [one for one in said if one.replace("\n", "\\n").replace("\t", "\\t") in source]
    # Versions differ in a few of them.
    assert len(known) >= len(said) - 6


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "zh_TW"}, "zh"),
    ],
)
def test_auto_is_the_language_of_the_environment(monkeypatch, environment: dict[str, str], expected: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of("auto") == expected
    assert wanted_language(["check", "."]) == expected
    assert wanted_language(["check", "--lang", "zh", "."]) == "zh"
    assert wanted_language(["check", "--lang=en"]) == "en"


def test_arguments_are_put_in_as_they_are() -> None:
    braces = message("no kernel found in {path}", path="{path} {0} %s")
    assert say(braces, "en") == "no kernel found in {path} {0} %s"
    assert say(braces, "zh") == "{path} {0} %s 中没有核函数"
    assert text("no text of ours", "zh") == "no text of ours"


def test_a_reason_of_ours_is_translated_inside_a_message() -> None:
    assert say(message("{reason}", reason="the file is binary"), "zh") == "文件是二进制"
    assert say(message("`{name}`", name="the file is binary"), "zh") == "`the file is binary`"


def commands() -> list[tuple[str, ...]]:
    return [(), *((name,) for name in sorted(sklint.cli.cli.commands))]


def page(*args: str, language: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "zh_CN.UTF-8" if language == "zh" else "C.UTF-8", "COLUMNS": "80"}
    command = [sys.executable, "-X", "utf8", "-m", "sklint", *args]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=60, check=False)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help_fits_80_columns_in_both_languages(command: tuple[str, ...], language: str) -> None:
    done = page(*command, "--help", language=language)
    assert done.returncode == 0
    assert max(cell_len(line) for line in done.stdout.splitlines()) <= 80
    assert ("用法" in done.stdout) == (language == "zh")
    if language == "zh":
        # What is left in Latin letters are names: options, metavars, formats, codes.
        assert not re.search(r"\b(the|this|and|of|is)\b", done.stdout)


@pytest.mark.parametrize(
    "args",
    [
        ("--slect", "SK101"),
        ("check", "--jobs", "many"),
        ("check", "--jobs", "0"),
        ("check", "--fail-on", "fatal"),
        ("check", "--cann", "gone"),
        ("check", "--select"),
        ("check", "--exit-zero=1"),
        ("check", "gone"),
        ("check", "--select", "SK1O1"),
        ("check", "--output-format", "jsn"),
        ("check", "--also", "json"),
        ("check", "--config", "selct=1"),
        ("check", "--config", "gone.toml"),
        ("check", "--new-from", "x", "--new-from-merge-base", "y"),
        ("check", "--prune-baseline"),
        ("check", "-"),
        ("rule", "SK1O1"),
        ("rule", "SK101", "SK102"),
    ],
    ids=" ".join,
)
def test_errors_read_well_in_both_languages(args: tuple[str, ...], tmp_path: Path) -> None:
    english, chinese = page(*args, language="en"), page(*args, language="zh")
    assert english.returncode == chinese.returncode == 2
    assert english.stdout == chinese.stdout == ""
    assert "Traceback" not in english.stderr + chinese.stderr
    assert english.stderr.isascii()
    assert re.search(r"[\u4e00-\u9fff]", chinese.stderr)
    assert not re.search(r"\b(the|this|of|is|no|not)\b", chinese.stderr)


def test_two_columns_are_aligned_by_cells() -> None:
    formatter = CellFormatter(width=40)
    formatter.write_dl([("--short", "短"), ("--a-very-long-option-of-the-command", "说明" * 20)])
    *lines, last = formatter.getvalue().splitlines()
    assert max(cell_len(line) for line in (*lines, last)) <= 40
    assert lines[0] == "--short  短"
    assert lines[2].startswith(" " * 9 + "说明")


def test_speaking_english_costs_no_catalogue() -> None:
    code = "import sys; sys.argv[1:] = ['--version']; import sklint.cli as c\ntry: c.main()\nexcept SystemExit: pass\n"
    code += "print([name for name in sys.modules if name in ('sklint.localise', 'rich', 'gettext.catalog')])"
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_message_inside_a_message_is_translated_with_it() -> None:
    inner = message("no such file: {path}", path="a.h")
    outer = message("{reason}", reason=inner)
    assert str(outer) == "no such file: a.h"
    assert say(outer, "zh") == "没有该文件：a.h"
