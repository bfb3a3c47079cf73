"""SK902 option-without-value: a part of an option string that is passed over, or that has no name or value."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import option_strings
from sklint.facts.options import ge_options, nearest
from sklint.finding import Finding, message
from sklint.scripts.model import OptionPart, Script
from sklint.scripts.value import HOLE

CODE = "SK902"
_VALUES = frozenset(value for option in ge_options().values() for value in option.values)


def check_script(script: Script) -> Iterator[Finding]:
    """Parts without `=`, which the framework skips in silence, and parts with nothing on one side of it."""
    for written, _, parts in option_strings(script):
        skipped = False
        for position, part in enumerate(parts):
            if skipped or HOLE in part.name:
                skipped = False
                continue
            following = parts[position + 1] if position + 1 < len(parts) else None
            if part.value is None:
                skipped = _is_value(part.name, following)
                meant = _option_meant(part.name)
                value = following.name if skipped and following else "<value>"
                if meant or skipped:
                    yield written.finding(
                        CODE,
                        "error",
                        part.name_at,
                        message(
                            "`{text}` has no `=`: the framework passes over it, and the option is not set",
                            text=f"{part.name}:{value}" if skipped else part.name,
                        ),
                        message("write `{name}={value}`", name=meant or part.name, value=value),
                    )
                else:
                    yield written.finding(
                        CODE,
                        "warning",
                        part.name_at,
                        message("`{text}` is no option: the framework passes over parts without `=`", text=part.name),
                        message("remove it, or write `name=value`"),
                    )
            elif not part.name or not part.value:
                said = (
                    message("`{name}=` lacks its value: the SuperKernel is not built (EB0500)", name=part.name)
                    if part.name
                    else message("`={value}` lacks its name: the SuperKernel is not built (EB0500)", value=part.value)
                )
                yield written.finding(
                    CODE,
                    "error",
                    part.name_at if part.name else part.value_at,
                    said,
                    message("write both sides of `=`, or leave the option out"),
                )


def _option_meant(name: str) -> str:
    return nearest(name, ge_options()) if name[:1].isalpha() else ""


def _is_value(name: str, following: OptionPart | None) -> bool:
    """Whether the next part is the value that this one was meant to have: `name:value`."""
    return (
        following is not None
        and following.value is None
        and name[:1].isalpha()
        and (following.name.isdigit() or following.name in _VALUES)
    )
