"""Files that are no scripts cost one SK001 each, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sklint.analyse_script import analyse_script
from sklint.scripts.read import read_script
from sklint.task import Options

WORD = "super_kernel"
OPTIONS = Options(select=frozenset({"SK901", "SK902"}))


def notebook() -> bytes:
    cell = {"cell_type": "code", "execution_count": None, "source": [f"with {WORD}('s', 'x=1'): pass"], "outputs": []}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def indented(depth: int) -> bytes:
    lines = [f"{'  ' * level}if {WORD}:" for level in range(depth)]
    return "\n".join([*lines, f"{'  ' * depth}pass"]).encode()


UNREADABLE = {
    "syntax error": b"with super_kernel('s', 'a=1'\n  pass\n",
    "two megabytes": b"x = 'super_kernel'\n" * 110_000,
    "deep brackets": b"super_kernel" + b"(" * 5_000 + b")" * 5_000,
    "deep blocks": indented(3_000),
    "deep sum": b"super_kernel = " + b"-" * 100_000 + b"1",
    "not utf-8": b"# \xff\xfe super_kernel\n",
    "utf-16": "super_kernel = 1\n".encode("utf-16"),
    "unknown encoding": b"# coding: klingon\nsuper_kernel = 1\n",
    "null byte": b"super_kernel = 1\x00\n",
    "notebook": notebook(),
    "json with constants": b'{"super_kernel": null, "cells": [], "nbformat": 4}',
    "a merge left open": b"<<<<<<< ours\nsuper_kernel = 1\n=======\n>>>>>>> theirs\n",
    "python 2": b"print 'super_kernel'\n",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_script_is_one_mention(name: str, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_bytes(UNREADABLE[name])
    report = analyse_script(str(path), OPTIONS)
    assert report.findings == ()
    (entry,) = report.not_analysed
    assert entry.path == str(path)
    assert entry.line >= 1
    assert str(entry.reason)


def test_a_file_that_went_away_is_one_mention(tmp_path: Path) -> None:
    (entry,) = analyse_script(str(tmp_path / "gone.py"), OPTIONS).not_analysed
    assert "no such file" in str(entry.reason)


def found(source: bytes) -> list[tuple[str, int]]:
    script = read_script("/tree/script.py", source)
    return [(scope.options[0].value, scope.at.line) for scope in script.scopes]


LEGAL = {
    "a mark of byte order": (b"\xef\xbb\xbffrom torchair.scope import super_kernel\nsuper_kernel('s', 'a=1')\n", 2),
    "another encoding": (
        "# coding: gbk\n# 融合\nfrom torchair.scope import super_kernel\nsuper_kernel('s', 'a=1')\n".encode("gbk"),
        4,
    ),
    "dos line ends": (b"from torchair.scope import super_kernel\r\nsuper_kernel('s', 'a=1')\r\n", 2),
    "form feeds": (b"from torchair.scope import super_kernel\n\x0c\nsuper_kernel('s', 'a=1')\n", 3),
}


@pytest.mark.parametrize("name", LEGAL)
def test_unusual_text_is_read(name: str) -> None:
    source, line = LEGAL[name]
    assert found(source) == [("a=1", line)]


def test_an_odd_escape_raises_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    assert found(b"from torchair.scope import super_kernel\nsuper_kernel('s', 'a=1', '\\d')\n")
    assert not recwarn.list


IMPORT = "from torchair.scope import super_kernel\n"
BUSY = {
    "a long sum": f"{IMPORT}super_kernel('s', " + " + ".join(["'a=1:'"] * 800) + ")\n",
    "a long chain of additions": (f"{IMPORT}t = ''\n" + "t += 'a=1:'\n" * 300 + "super_kernel('s', t)\n"),
    "a recursive wrapper": (f"{IMPORT}def f(n, o):\n  super_kernel('s', o)\n  return f(n - 1, o + 'a')\nf(9, 'a=1')\n"),
    "a value that needs itself": f"{IMPORT}for i in x:\n  o = o + 'a'\n  super_kernel('s', o)\n",
    "many outcomes": f"{IMPORT}super_kernel('s', "
    + " + ".join(f"('a{n}=1:' if x{n} else '')" for n in range(20))
    + ")\n",
    "nested loops": (
        IMPORT
        + "".join(f"{' ' * n}for a{n} in b:\n" for n in range(60))
        + f"{' ' * 60}o = 'a=1'\n{' ' * 60}super_kernel('s', o)\n"
    ),
    "classes in a circle": (f"{IMPORT}class A(B): pass\nclass B(A): pass\nsuper_kernel('s', A().options)\n"),
}


@pytest.mark.parametrize("name", BUSY)
def test_busy_scripts_come_to_an_end(name: str) -> None:
    script = read_script("/tree/script.py", BUSY[name].encode())
    assert script.scopes
