"""SK907 conflicting-dcci: flush options that undo each other."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import option_strings
from sklint.finding import Finding, Step, message
from sklint.program import Span
from sklint.scripts.model import OptionPart, Script

CODE = "SK907"
_OFF = "dcci-disable-on-kernel"
_AROUND = ("dcci-before-kernel-start", "dcci-after-kernel-end")


def check_script(script: Script) -> Iterator[Finding]:
    """Operators whose flush is asked for before or after, and disabled: disabling wins."""
    for written, _, parts in option_strings(script):
        off = {name: at for part in parts if part.name == _OFF and part.known for name, at in operators(part)}
        for part in parts:
            if part.name not in _AROUND or not part.known:
                continue
            for name, at in operators(part):
                if name in off:
                    yield written.finding(
                        CODE,
                        "warning",
                        at,
                        message(
                            "`{option}` has no effect on `{name}`: `dcci-disable-on-kernel` names it too, and wins",
                            option=part.name,
                            name=name,
                        ),
                        message("take `{name}` out of one of the two lists", name=name),
                        trace=[Step(off[name], message("disabled here"))],
                    )


def operators(part: OptionPart) -> Iterator[tuple[str, Span]]:
    """The operator types that an option lists, each with its place."""
    start = part.part.value_start
    for item in (part.value or "").split(","):
        name = item.strip()
        if name:
            first = start + item.index(name)
            yield name, part.text.span(first, first + len(name))
        start += len(item) + 1
