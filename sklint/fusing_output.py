"""What `sklint fuse` prints, for people and for tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sklint.finding import Message, message
from sklint.fuse.change import Change
from sklint.fuse.launch import FusedLaunch, Refused
from sklint.fuse.operators import SubKernel
from sklint.fuse.outcome import HANGS, FusedSegment, Fusion, Note, Outcome
from sklint.messages import marked, say, text
from sklint.report.escape import json_text, visible
from sklint.report.view import View

_TYPE_PREFIX = "KERNEL_TYPE_"


@dataclass(frozen=True, slots=True)
class Judged:
    """One scope with its outcome and the changes that make it run."""

    name: str
    operators: tuple[SubKernel, ...]
    fusion: Fusion
    changes: tuple[Change, ...]


def render_text(found: Iterable[Judged], view: View) -> Iterator[str]:
    """The scopes as people read them."""
    for number, one in enumerate(found):
        if number:
            yield "\n"
        yield from _scope_lines(one, view)


def _scope_lines(one: Judged, view: View) -> Iterator[str]:
    fusion, language = one.fusion, view.language
    soc = fusion.soc
    name = text("scope {name}, ", language, name=visible(one.name)) if one.name else ""
    where = text("{soc} ({aic} AIC, {aiv} AIV), ", language, soc=soc.name, aic=soc.aic, aiv=soc.aiv) if soc else ""
    options = text('path {path}, options "{options}"', language, path=fusion.path, options=visible(fusion.options))
    yield f"{name}{where}{options}\n"
    for segment in fusion.segments:
        yield "\n" + _launch_line(segment, language) + "\n"
        width = max(len(outcome.operator.name) for outcome in segment.outcomes)
        for outcome in segment.outcomes:
            yield from _operator_lines(outcome, width, view)
    yield "\n"
    if fusion.sound and fusion.open:
        yield text("nothing is known to hang", language) + "\n"
    elif fusion.sound:
        yield text("nothing hangs", language) + "\n"
    elif not one.changes:
        yield text("no option and no launch makes it run", language) + "\n"
    for change in one.changes:
        yield text("change: {said}", language, said=visible(say(change.said, language))) + "\n"


def _launch_line(segment: FusedSegment, language: str) -> str:
    match segment.launch:
        case FusedLaunch() as launch:
            return text(
                "SuperKernel: {type}, {blocks} blocks, {aic} AIC, {aiv} AIV (needed: {need_aic} AIC, {need_aiv} AIV)",
                language,
                type=launch.kernel_type,
                blocks=launch.blocks,
                aic=launch.cores.aic,
                aiv=launch.cores.aiv,
                need_aic=launch.demand.aic,
                need_aiv=launch.demand.aiv,
            )
        case Refused() as refused:
            return text("SuperKernel: not built, {reason}", language, reason=say(_refusal(refused), language))
        case _:
            return text("not in a SuperKernel:", language)


def _refusal(refused: Refused) -> Message:
    match refused.why:
        case "ratio":
            return message("the forced core numbers are in no ratio of 1:0, 0:1, 1:1 or 1:2")
        case "aic-over-soc" | "aiv-over-soc":
            return message("{asked} forced cores are more than the SoC has ({limit})", **_numbers(refused))
        case _:
            return message("{asked} forced cores are fewer than the operators need ({limit})", **_numbers(refused))


def _numbers(refused: Refused) -> dict[str, object]:
    return {"asked": refused.asked, "limit": refused.limit}


def _operator_lines(outcome: Outcome, width: int, view: View) -> Iterator[str]:
    operator, language = outcome.operator, view.language
    needs = operator.demand
    yield (
        text(
            "  {name}  {type}, {blocks} blocks ({aic} AIC, {aiv} AIV): {verdict}",
            language,
            name=visible(operator.name).ljust(width),
            type=operator.kernel_type.removeprefix(_TYPE_PREFIX),
            blocks=operator.blocks,
            aic=needs.aic,
            aiv=needs.aiv,
            verdict=text(_VERDICTS[outcome.verdict], language),
        )
        + "\n"
    )
    for note in outcome.notes:
        yield f"      {visible(say(note.said, language))}\n"
    if outcome.verdict == HANGS and operator.at is not None:
        place = f"{view.path(operator.at.path)}:{operator.at.line}"
        yield text("      the barrier: {place}", language, place=visible(place)) + "\n"


_VERDICTS = {
    "runs": marked("runs"),
    "hangs": marked("HANGS"),
    "open": marked("not known"),
    "apart": marked("is not fused"),
    "not-built": marked("is not built"),
}


def render_json(found: Iterable[Judged], view: View) -> Iterator[str]:
    """The scopes as tools read them."""
    yield json_text({"version": 1, "scopes": [_scope_object(one, view) for one in found]}) + "\n"


def _scope_object(one: Judged, view: View) -> dict[str, Any]:
    fusion = one.fusion
    return {
        "name": one.name,
        "path": fusion.path,
        "soc": fusion.soc.name if fusion.soc else None,
        "options": fusion.options,
        "sound": fusion.sound,
        "segments": [_segment_object(segment, view) for segment in fusion.segments],
        "changes": [_change_object(change, view) for change in one.changes],
    }


def _segment_object(segment: FusedSegment, view: View) -> dict[str, Any]:
    match segment.launch:
        case FusedLaunch() as launch:
            shown: dict[str, Any] | None = {
                "kernel_type": launch.kernel_type,
                "blocks": launch.blocks,
                "aic": launch.cores.aic,
                "aiv": launch.cores.aiv,
                "demand": {"aic": launch.demand.aic, "aiv": launch.demand.aiv},
            }
        case Refused() as refused:
            shown = {"refused": refused.why, "asked": refused.asked, "limit": refused.limit}
        case _:
            shown = None
    return {"launch": shown, "operators": [_operator_object(outcome, view) for outcome in segment.outcomes]}


def _operator_object(outcome: Outcome, view: View) -> dict[str, Any]:
    operator = outcome.operator
    needs = operator.demand
    return {
        "name": operator.name,
        "kernel_type": operator.kernel_type,
        "blocks": operator.blocks,
        "aic": needs.aic,
        "aiv": needs.aiv,
        "verdict": outcome.verdict,
        "barrier": None if operator.at is None else {"path": view.path(operator.at.path), "line": operator.at.line},
        "notes": [_note_object(note, view) for note in outcome.notes],
    }


def _note_object(note: Note, view: View) -> dict[str, Any]:
    return {"kind": note.kind, "message": say(note.said, view.language)}


def _change_object(change: Change, view: View) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "message": say(change.said, view.language),
        "options": change.options,
        "operator": change.operator,
        "blocks": change.blocks,
    }
