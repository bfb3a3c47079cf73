"""The sites of a unit: every place in active user text that names a call the walk must account for.

This is a search of text, on purpose: what clang dropped after an error is still counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sklint.collect.text import MARKERS
from sklint.facts.table import table
from sklint.parse.keyed import CONDITIONAL, DIRECTIVE
from sklint.parse.positions import SourceFile
from sklint.parse.scanning import INCLUDE
from sklint.parse.source import code_of
from sklint.program import Program, Site, Span

_DEFINE = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?")
ENTRY_MARK = re.compile(rf"\b(?:{'|'.join(MARKERS)})(?!\w)".encode())
# the macros by which the device compiler tells the hardware
_HARDWARE = re.compile(rb"\b(?:__DAV_\w+|__CCE_AICORE__|__NPU_ARCH__)")
# those of them that do not tell the two kinds of core apart
_ARCHITECTURE = re.compile(rb"\b(?:__DAV_[CM]\d+__|__CCE_AICORE__|__NPU_ARCH__)")
_NOT_NEWLINE = re.compile(rb"[^\r\n]")
_ARGUMENTS = re.compile(rb"\s*(?:<[^;{}()]*(?:\([^;{}()]*\)[^;{}()]*)*>)?\s*\(")
_CALLED = re.compile(
    rb"\b(?!(?:if|for|while|switch|return|sizeof|alignas|alignof|decltype|defined|__attribute__|static_assert)\b)[A-Za-z_]\w*"
    rb"(?=" + _ARGUMENTS.pattern + rb")"
)
_OBJECT = re.compile(rb"\s+[A-Za-z_]\w*\s*[;,={(\[]")
# What is no call to account for, in the table of sites.
_NO_CALLS = ("word", "type")


@dataclass(frozen=True, slots=True)
class FileText:
    """One user file: `skipped` are the byte ranges that `#if` left out, `names` the offsets where functions are named,
    and `function_at` and `attributes_at` give the key and the attributes of the function around an offset.
    """

    file: SourceFile
    skipped: tuple[tuple[int, int], ...]
    names: Collection[int]
    function_at: Callable[[int], str]
    attributes_at: Callable[[int], tuple[str, ...]]


@cache
def _kinds() -> Mapping[bytes, str]:
    return {
        name.encode(): kind
        for kind, entry in table("sites").items()
        if kind not in _NO_CALLS
        for name in (*entry["names"], *entry.get("objects", ()))
    }


@cache
def _objects() -> frozenset[bytes]:
    return frozenset(name.encode() for entry in table("sites").values() for name in entry.get("objects", ()))


@cache
def _calls() -> re.Pattern[bytes]:
    return re.compile(rb"\b(?:" + b"|".join(sorted(_kinds(), reverse=True)) + rb")\b")


@cache
def _words() -> re.Pattern[bytes]:
    return _any_of("word")


@cache
def _types() -> re.Pattern[bytes]:
    return _any_of("type")


@cache
def _states() -> re.Pattern[bytes]:
    return _one_of(name for state in table("calls")["state"] for name in state["on"])


def _any_of(kind: str) -> re.Pattern[bytes]:
    return _one_of(table("sites")[kind]["names"])


def _one_of(words: Iterable[str]) -> re.Pattern[bytes]:
    names = sorted(words, key=len, reverse=True)
    return re.compile(rb"\b(?:" + b"|".join(name.encode() for name in names) + rb")\b")


def names_sites(data: bytes) -> bool:
    """Whether a file can have any site or word at all."""
    return _calls().search(data) is not None or _words().search(data) is not None


def names_words(texts: Iterable[FileText]) -> bool:
    """Whether a file has one of the words that the SuperKernel compiler's search stops at."""
    return any(_words().search(text.file.text.data) is not None for text in texts)


def sites_of(text: FileText) -> Iterator[Site]:
    """The calls in one file, in the order of the text."""
    data = text.file.text.data
    if _calls().search(data) is None:
        return
    code = DIRECTIVE.sub(_blank, code_of(data))
    for match in _calls().finditer(code):
        name = match.group()
        tail = _OBJECT if name in _objects() else _ARGUMENTS
        if tail.match(code, match.end()) is None or match.start() in text.names:
            continue
        if not _inside(text.skipped, match.start()):
            yield _site(text, match, _kinds()[name])


def words_of(text: FileText, users_of: Callable[[bytes], Sequence[tuple[str, ...]]]) -> Iterator[Site]:
    """The words in one file; in a macro's body only if something uses the macro.

    `users_of` gives the attributes of the functions that use a macro, one a use.
    """
    data = text.file.text.data
    if _words().search(data) is None:
        return
    bare = _without_comments(data)
    code = code_of(data)
    directives = [(match.start(), match.end()) for match in DIRECTIVE.finditer(bare)]
    for match in _words().finditer(bare):
        at = match.start()
        if _inside(text.skipped, at):
            continue
        line = _around(directives, at)
        if line is not None:
            define = _DEFINE.match(bare, line[0], line[1])
            users = users_of(define.group(1)) if define is not None and at >= define.end(1) else ()
            if users:
                yield _site(text, match, "macro", tuple(sorted({one for user in users for one in user})))
        else:
            kind = "code" if code[at : at + 1] == data[at : at + 1] else "text"
            yield _site(text, match, kind, text.attributes_at(at))


def macros_of(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The macros that a file defines, each with its body."""
    code = code_of(data)
    for directive in DIRECTIVE.finditer(code):
        define = _DEFINE.match(code, directive.start(), directive.end())
        if define is not None:
            yield define.group(1), code[define.end() : directive.end()]


def naming(macro: bytes, defined: Sequence[tuple[bytes, bytes]]) -> Sequence[bytes]:
    """A macro and the macros of a list in whose bodies it stands, by way of others too."""
    found = [macro]
    for one in found:
        word = re.compile(rb"\b" + one + rb"\b")
        found += dict.fromkeys(name for name, body in defined if name not in found and word.search(body))
    return found


def word_sites(program: Program, words: Collection[str]) -> tuple[Site, ...]:
    """The places of some of the words that are looked for (`facts/sites.toml`, table word)."""
    return tuple(site for site in program.words if site.name in words)


def entries_left_out(text: FileText) -> Iterator[Site]:
    """The kernels that one file names where an `#if` on the hardware left them out; none where it names others."""
    code = code_of(text.file.text.data)
    marks = list(ENTRY_MARK.finditer(DIRECTIVE.sub(_blank, code)))
    starts = [mark.start() for mark in marks]
    if all(_inside(text.skipped, at) and _HARDWARE.search(_asked_around(code, at)) for at in starts):
        yield from (_site(text, mark, "entry") for mark in marks)


def asks_for_architecture(data: bytes) -> bool:
    """Whether a file names what tells the hardware at all."""
    return _ARCHITECTURE.search(data) is not None


def sites_elsewhere(text: FileText, brings_code: Callable[[str], bool]) -> Iterator[Site]:
    """The kernels, their types, the states they set and the calls of one file that an `#if` on the hardware left out.

    Of other code that may lead to some a call of each arm counts, and the include lines of which `brings_code` says so.
    """
    data = text.file.text.data
    code = code_of(data)
    bare = DIRECTIVE.sub(_blank, code)
    for begin, end in text.skipped:
        for match in INCLUDE.finditer(data, begin, end):
            at = match.start()
            name = (match[1] or match[2]).decode("utf-8", "replace").strip()
            kept = code[at : at + 1] == data[at : at + 1]
            if kept and brings_code(name) and _ARCHITECTURE.search(_asked_around(code, at)):
                yield _site(text, match, "include")
        called = _CALLED.search(bare, begin, end)
        if called is not None and _ARCHITECTURE.search(_asked_around(code, called.start())):
            yield _site(text, called, "code")
    for words, kind in ((ENTRY_MARK, "entry"), (_types(), "type"), (_states(), "state"), (_calls(), "call")):
        for match in words.finditer(bare):
            at = match.start()
            if _inside(text.skipped, at) and _ARCHITECTURE.search(_asked_around(code, at)):
                yield _site(text, match, kind)


def _asked_around(code: bytes, offset: int) -> bytes:
    """The conditions of all the `#if` that an offset stands in."""
    return b"\n".join(arm[2] for arms in arms_around(code, offset) for arm in arms)


def arms_around(code: bytes, offset: int) -> list[list[re.Match[bytes]]]:
    """The `#if` that an offset stands in, the outermost first: each with its arms up to the one around the offset."""
    around: list[list[re.Match[bytes]]] = []
    for match in CONDITIONAL.finditer(code, 0, offset):
        match match[1]:
            case b"endif":
                del around[-1:]
            case b"elif" | b"else" if around:
                around[-1].append(match)
            case _:
                around.append([match])
    return around


def _site(text: FileText, match: re.Match[bytes], kind: str, attributes: tuple[str, ...] = ()) -> Site:
    place = text.file.text.place
    line, column = place(match.start())
    end_line, end_column = place(match.end())
    at = Span(text.file.path, line, column, end_line, end_column)
    return Site(match.group().decode(), kind, at, text.function_at(match.start()), attributes)


def _blank(match: re.Match[bytes]) -> bytes:
    return _NOT_NEWLINE.sub(b" ", match.group())


_COMMENT_OR_STRING = re.compile(
    rb'R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<![0-9A-Za-z_])\'(?:[^\'\\\n]|\\.)*\''
    rb"|//(?:[^\\\n]|\\\r?\n|\\)*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)


def _without_comments(data: bytes) -> bytes:
    return _COMMENT_OR_STRING.sub(lambda match: _blank(match) if match.group()[:1] == b"/" else match.group(), data)


def _inside(ranges: Iterable[tuple[int, int]], offset: int) -> bool:
    return any(begin <= offset < end for begin, end in ranges)


def _around(ranges: list[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    at = bisect_right(ranges, (offset, 1 << 62)) - 1
    return ranges[at] if at >= 0 and offset < ranges[at][1] else None
