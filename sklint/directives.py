"""Suppression comments in the linted text: `sklint: ignore[…]` and its kin, in C++ and Python comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.program import Span

KINDS = ("ignore", "ignore-begin", "ignore-end", "ignore-file")
PYTHON = (".py", ".pyi")

# Comments are what is left when strings are known: `"// sklint: ignore"` in a string is no comment. A string that is
# not closed ends all the same: a pattern that fails is tried again from every quote, at the square of the cost.
_CPP = re.compile(
    r'R"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z)'
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'?"
    r"|(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))",
    re.DOTALL,
)
_PYTHON = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|'''(?:\\.|[^\\])*?(?:'''|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'(?:\\.|[^'\\\n])*'?"
    r"|(?P<comment>\#[^\n]*)",
    re.DOTALL,
)
_DIRECTIVE = re.compile(
    r"(?:^|(?<=[/*#]))[ \t]*sklint:[ \t]*(?P<kind>[A-Za-z-]+)(?:[ \t]*\[(?P<rules>[^\]\n]*)\])?(?P<rest>[^\n]*)",
    re.MULTILINE,
)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\\\r?\n|[^\n])*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Directive:
    """One suppression comment; `at` is the directive itself, on one line.

    `kind` is one of `KINDS`, or what was written instead. `tokens` are the rules as written, none for all rules. It
    is about the lines from `first` to `last`, and about the expansions of `macro` if it is at a macro's definition.
    """

    at: Span
    kind: str
    tokens: tuple[str, ...]
    reason: str
    first: int
    last: int
    macro: str = ""


def directives(path: str, text: str) -> Iterator[Directive]:
    """The directives of a file in their order; a `begin` reaches to its `end`, or to the end of the file."""
    if "sklint:" not in text:
        return
    lines = text.split("\n")
    python = path.endswith(PYTHON)
    found = list(_found(path, text, lines, python))
    defines = [] if python else list(_defines(text))
    for number, directive in enumerate(found):
        if directive.kind == "ignore-begin":
            end = next((later for later in found[number + 1 :] if _ends(later, directive)), None)
            yield replace(directive, last=end.first if end else len(lines))
            continue
        macro = next((name for name, first, last in defines if first <= directive.first <= last), "")
        yield replace(directive, macro=macro if directive.kind == "ignore" else "")


def unfinished(found: list[Directive]) -> Iterator[Directive]:
    """Those of `begin` and `end` that stand alone."""
    for number, directive in enumerate(found):
        if directive.kind == "ignore-begin" and not any(_ends(later, directive) for later in found[number + 1 :]):
            yield directive
        if directive.kind == "ignore-end" and not any(_ends(directive, earlier) for earlier in found[:number]):
            yield directive


def _ends(end: Directive, begin: Directive) -> bool:
    return (begin.kind, end.kind) == ("ignore-begin", "ignore-end") and set(begin.tokens) == set(end.tokens)


def _found(path: str, text: str, lines: list[str], python: bool) -> Iterator[Directive]:
    for comment in (_PYTHON if python else _CPP).finditer(text):
        if comment["comment"] is None or "sklint:" not in comment[0]:
            continue
        body = comment[0]
        inside = body[:-2] if body.startswith("/*") and body.endswith("*/") else body
        for match in _DIRECTIVE.finditer(inside):
            start = comment.start() + match.start() + match[0].index("sklint:")
            line = text.count("\n", 0, start) + 1
            column = start - (text.rfind("\n", 0, start) + 1) + 1
            length = len(match[0][match[0].index("sklint:") :].rstrip())
            at = Span(path, line, column, line, column + length)
            tokens = tuple(token.strip() for token in (match["rules"] or "").split(",") if token.strip())
            alone = not _code_beside(lines, text, comment)
            first = last = _next_code(lines, line, python) if alone else line
            if match["kind"] == "ignore-file":
                first, last = 1, len(lines)
            elif match["kind"] in ("ignore-begin", "ignore-end"):
                first = last = line
            yield Directive(at, match["kind"], tokens, _reason(match["rest"]), first, last)


def _code_beside(lines: list[str], text: str, comment: re.Match[str]) -> bool:
    """Whether code stands before the comment on its first line, or behind it on its last."""
    before = text[text.rfind("\n", 0, comment.start()) + 1 : comment.start()]
    end = text.find("\n", comment.end())
    after = text[comment.end() : end if end >= 0 else len(text)]
    return bool(before.strip() or after.strip(" \t\r\\"))


def _next_code(lines: list[str], line: int, python: bool) -> int:
    """The first line below `line` that holds more than a comment; directives may stand one above the other."""
    comment = ("#",) if python else ("//", "/*", "*")
    for number in range(line + 1, len(lines) + 1):
        stripped = lines[number - 1].strip()
        if stripped and not stripped.startswith(comment):
            return number
    return line


def _reason(rest: str) -> str:
    return rest.strip().lstrip(":-–—").strip()


def _defines(text: str) -> Iterator[tuple[str, int, int]]:
    """Macro definitions: name, first and last line."""
    for match in _DEFINE.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        yield match[1], first, first + match[0].count("\n")
