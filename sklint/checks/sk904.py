"""SK904 option-value: a value that an option does not take."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import Written, graph_entries, option_parts, scopes
from sklint.facts.options import Option, ge_options, graph_options, graph_switches, strategy_options
from sklint.finding import Finding, Message, message
from sklint.scripts.model import GraphEntry, OptionPart, Script
from sklint.scripts.value import HOLE, Entries, Items, Plain, Text

CODE = "SK904"


def check_script(script: Script) -> Iterator[Finding]:
    """Values outside the tables; values of a wrong Python type are SK912."""
    for written, part in option_parts(script):
        option = ge_options().get(part.name)
        if option is not None:
            yield from _ge(written, part, option)
    for scope in scopes(script):
        for value in scope.options:
            if isinstance(value, Entries | Items) or (isinstance(value, Plain) and value.value is not None):
                yield Written(scope.at, len(scope.options) == 1).finding(
                    CODE,
                    "error",
                    value.at,
                    message("the options of `super_kernel` are one text, not a dictionary, list or number"),
                    message("write `name=value` parts joined by `:`"),
                )
    for written, _, entry in graph_entries(script):
        yield from _graph(written, entry)


def _ge(written: Written, part: OptionPart, option: Option) -> Iterator[Finding]:
    value = part.value or ""
    wrong = _wrong(value, option)
    if wrong is not None:
        yield written.finding(
            CODE,
            "error",
            part.value_at,
            message(
                "`{name}` does not take `{value}`: the SuperKernel is not built (EB0500)", name=option.name, value=value
            ),
            wrong,
        )
    elif option.kind == "advised" and value not in option.values:
        yield written.finding(
            CODE,
            "warning",
            part.value_at,
            message("`{name}={value}` has no documented meaning", name=option.name, value=value),
            message("write one of: {values}", values=", ".join(option.values)),
        )
    elif option.usual and int(value) not in option.usual:
        yield written.finding(
            CODE,
            "warning",
            part.value_at,
            message(
                "`{name}={value}` is accepted, but the link step prepares {usual} copies only (inferred)",
                name=option.name,
                value=value,
                usual=" or ".join(map(str, option.usual)),
            ),
            message("write one of: {values}", values=", ".join(map(str, option.usual))),
        )


def _wrong(value: str, option: Option) -> Message | None:
    """What to write instead of a value that does not parse; None where it does."""
    match option.kind:
        case "choice" if value not in option.values:
            return message("write one of: {values}", values=", ".join(option.values))
        case "count" if not value.isdigit():
            return message("write a number from 0; 0 means not set")
        case "range" if not value.isdigit() or not option.least <= int(value) <= option.most:
            return message("write a number from {least} to {most}", least=option.least, most=option.most)
        case "alignment" if not value.isdigit() or int(value) == 1 or int(value) & (int(value) - 1):
            return message("write 0 or a power of two from 2")
        case _:
            return None


def _graph(written: Written, entry: GraphEntry) -> Iterator[Finding]:
    name = entry.name.replace("-", "_")
    if entry.group == "switch":
        option = graph_switches().get(name)
    else:
        option = (strategy_options(entry.inside) if entry.inside else graph_options()).get(name)
    if option is None:
        return
    for value in entry.entry.value:
        match value:
            case Plain(value=bool() | int() as number, at=at):
                least, most = (0, 1) if option.kind == "switch" else (option.least, option.most)
                if option.kind not in ("switch", "range") or least <= number <= most:
                    continue
                if entry.group == "switch":
                    said = message("`{name}` does not take {value}: it raises", name=name, value=number)
                else:
                    said = message(
                        "`{name}` does not take {value}: the run time falls back to {default}",
                        name=name,
                        value=number,
                        default=option.default,
                    )
                repair = message("write a number from {least} to {most}", least=least, most=most)
                yield written.finding(CODE, "error" if entry.group == "switch" else "warning", at, said, repair)
            case Text(value=text) if option.kind == "extend" and HOLE not in text and not _extends(text, option.most):
                yield written.finding(
                    CODE,
                    "warning",
                    value.span(0, len(text)),
                    message("the run time ignores this text: `{name}` takes `key=value` pairs", name=name),
                    message(
                        "write `key=value` pairs joined by `:`, each key once, at most {most} characters",
                        most=option.most,
                    ),
                )


def _extends(text: str, most: int) -> bool:
    """Whether the run time reads a text of an extension option."""
    pairs = [pair.strip().partition("=") for pair in text.strip().split(":")]
    keys = [key.strip() for key, _, _ in pairs]
    values = [value.strip() for _, _, chain in pairs for value in chain.split(",")]
    plain = all(_token(key, "") for key in keys) and all(_token(value, "/") for value in values)
    return plain and len(set(keys)) == len(keys) and len(text) <= most


def _token(text: str, more: str) -> bool:
    return bool(text) and all(
        character.isascii() and (character.isalnum() or character in f"_-.{more}") for character in text
    )
