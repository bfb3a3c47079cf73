"""`json`: the whole report as one object, the contract that other tools rely on (version 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sklint.finding import Finding, Message, Suppressed
from sklint.program import Span
from sklint.report.escape import json_text
from sklint.report.fingerprint import fingerprint
from sklint.report.view import View

VERSION = 1


def render(view: View) -> Iterator[str]:
    """Findings, suppressed findings and the summary; `message_id` and `message_args` let tools translate."""
    report = view.report
    value = {
        "version": VERSION,
        "findings": [finding_object(view, finding) for finding in report.findings],
        "suppressed": [suppressed_object(view, entry) for entry in report.suppressed],
        "summary": summary_object(view),
    }
    yield json_text(value, indent=1) + "\n"


def finding_object(view: View, finding: Finding) -> dict[str, Any]:
    """One finding; `column` and `end_column` count characters from 1, the end is exclusive."""
    return {
        "code": finding.code,
        "name": view.name(finding.code),
        "severity": finding.severity,
        "confidence": finding.confidence,
        "message": view.say(finding.message),
        **_message_parts(finding.message),
        **_place(view, finding.at),
        "end_line": finding.at.end_line,
        "end_column": finding.at.end_column,
        "macro": finding.at.macro,
        "function": finding.function,
        "kernels": list(finding.kernels),
        "core_kind": finding.core_kind,
        "repair": view.say(finding.repair) if finding.repair else "",
        **(_message_parts(finding.repair, "repair") if finding.repair else {}),
        "trace": [
            {**_place(view, step.at), "message": view.say(step.message), **_message_parts(step.message)}
            for step in finding.trace
        ],
        "edits": [
            {
                **_place(view, edit.at),
                "end_line": edit.at.end_line,
                "end_column": edit.at.end_column,
                "text": edit.text,
            }
            for edit in finding.edits
        ],
        "fingerprint": fingerprint(finding),
    }


def suppressed_object(view: View, entry: Suppressed) -> dict[str, Any]:
    """A suppressed finding with what hides it: `by` is comment or baseline."""
    place = _place(view, entry.at) if entry.at else None
    return {"finding": finding_object(view, entry.finding), "by": entry.by, "reason": entry.reason, "at": place}


def summary_object(view: View) -> dict[str, Any]:
    """What was looked at, what could not be, and how the calls in the text were accounted for."""
    report = view.report
    return {
        "kernels": report.kernels,
        "files": report.files,
        "not_analysed": [
            {"path": view.path(entry.path), "line": entry.line, "reason": view.say(entry.reason)}
            for entry in report.not_analysed
        ],
        "sites": {
            "seen": report.sites.seen,
            "walked": report.sites.walked,
            "unreached": report.sites.unreached,
            "lost": report.sites.lost,
        },
        "doubtful": len(report.doubtful),
        "notes": [view.say(note) for note in report.notes],
    }


def arguments(message: Message) -> dict[str, str]:
    """The arguments of a message as text; one that is a message is in English, as the id is."""
    return {name: str(value) for name, value in message.args}


def _place(view: View, at: Span) -> dict[str, Any]:
    return {"path": view.path(at.path), "line": at.line, "column": at.column}


def _message_parts(message: Message, prefix: str = "message") -> dict[str, Any]:
    return {f"{prefix}_id": message.template, f"{prefix}_args": arguments(message)}
