"""SK914 kernel-pattern: a pattern that the run time and the operator compiler do not read alike, or not at all."""

from __future__ import annotations

import string
from collections.abc import Iterator

from sklint.checks.script_options import graph_entries, option_strings
from sklint.checks.sk907 import operators
from sklint.facts.options import ge_options, graph_options
from sklint.finding import Finding, Message, message
from sklint.scripts.model import Script, texts
from sklint.scripts.value import HOLE

CODE = "SK914"
_ALLOWED = frozenset(string.ascii_letters + string.digits + "_-.*")


def check_script(script: Script) -> Iterator[Finding]:
    """Patterns outside what both sides understand: names with `.` for any character and `*` after one."""
    for written, _, entry in graph_entries(script):
        option = graph_options().get(entry.name.replace("-", "_"))
        if option is None or option.kind != "patterns" or entry.inside:
            continue
        for text in texts(entry.entry.value):
            wrong = _wrong(text.value) if HOLE not in text.value else None
            if wrong is not None:
                yield written.finding(
                    CODE,
                    "warning",
                    text.span(0, max(1, len(text.value))),
                    wrong,
                    message("write whole kernel names, with `.*` for any text"),
                )
    for written, _, parts in option_strings(script):
        for part in parts:
            option = ge_options().get(part.name)
            if option is None or option.kind != "operators" or not part.known:
                continue
            for name, at in operators(part):
                if any(character in name for character in "*?[]()|^$"):
                    yield written.finding(
                        CODE,
                        "warning",
                        at,
                        message("`{name}` matches no operator: GE compares operator types exactly", name=name),
                        message("write the operator types out"),
                    )


def _wrong(pattern: str) -> Message | None:
    stripped = pattern.strip()
    if not stripped:
        return message("an empty pattern matches no kernel")
    if stripped.startswith("*"):
        return message("`{pattern}` matches no kernel: the run time refuses a leading `*`", pattern=pattern)
    if any(character in stripped for character in ",:="):
        return message(
            "`{pattern}` breaks the option text it is joined into: it may not hold `,`, `:` or `=`", pattern=pattern
        )
    odd = sorted({character for character in stripped if character not in _ALLOWED})
    if odd:
        return message(
            "`{pattern}` matches no kernel at run time: it knows `.` and `*` only, not `{odd}`",
            pattern=pattern,
            odd="".join(odd),
        )
    return None
