"""SK901 unknown-option: an option name that nothing parses."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.script_options import Written, graph_entries, option_strings
from sklint.facts.options import (
    ge_mistaken,
    ge_only,
    ge_options,
    graph_options,
    graph_switches,
    nearest,
    same_letters,
    strategy_options,
)
from sklint.finding import Edit, Finding, Message, message
from sklint.scripts.model import GraphEntry, OptionPart, Script
from sklint.scripts.value import HOLE

CODE = "SK901"


def check_script(script: Script) -> Iterator[Finding]:
    """Names that are in no table of their back end, but for those that SK911, SK912 and SK913 are about."""
    for written, _, parts in option_strings(script):
        for part in parts:
            if part.value is not None and part.name and HOLE not in part.name and part.name not in ge_options():
                yield _ge(written, part)
    for written, _, entry in graph_entries(script):
        finding = _graph(written, entry)
        if finding is not None:
            yield finding


def _ge(written: Written, part: OptionPart) -> Finding:
    mistaken = ge_mistaken().get(part.name.lower().replace("_", "-"))
    meant = mistaken.use if mistaken else nearest(part.name, ge_options())
    sure = bool(mistaken and mistaken.use) or (bool(meant) and same_letters(part.name, meant))
    edits = [Edit(part.name_at, meant)] if sure and part.name_editable else []
    if meant:
        said = message(
            "`{name}` is no option of `super_kernel`, did you mean `{meant}`? The SuperKernel is not built (EB0500)",
            name=part.name,
            meant=meant,
        )
    else:
        said = message("`{name}` is no option of `super_kernel`: the SuperKernel is not built (EB0500)", name=part.name)
    repair: Message | None = message("write `{name}`", name=meant) if meant else None
    if not meant and part.name.replace("-", "_") in graph_options():
        repair = message("the option exists for npugraph_ex only: leave it out of a GE scope")
    return written.finding(CODE, "error", part.name_at, said, repair, edits)


def _graph(written: Written, entry: GraphEntry) -> Finding | None:
    name = entry.name
    if entry.group == "switch":
        # Other keys of `torch.compile(options=...)` are not ours to know; a near miss of one of ours is.
        meant = nearest(name, graph_switches(), cutoff=0.85)
        if not meant or name.replace("-", "_") in graph_switches():
            return None
    else:
        known = strategy_options(entry.inside) if entry.inside else graph_options()
        elsewhere = {*graph_options(), *graph_switches()}
        plain = name.replace("-", "_")
        if plain in known or (not entry.inside and plain in elsewhere) or plain.replace("_", "-") in ge_only():
            return None
        meant = nearest(name, known)
    if meant:
        said = message(
            "`{name}` is no option of npugraph_ex, did you mean `{meant}`? It raises", name=name, meant=meant
        )
    else:
        said = message("`{name}` is no SuperKernel option of npugraph_ex: it raises", name=name)
    repair = message("write `{name}`", name=meant) if meant else None
    return written.finding(CODE, "error", entry.entry.at, said, repair)
