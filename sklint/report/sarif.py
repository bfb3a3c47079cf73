"""`sarif`: the static analysis interchange format 2.1.0 of OASIS, for code scanning services and editors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from sklint import __version__, catalogue
from sklint.catalogue import Rule
from sklint.finding import Edit, Finding, Message, Suppressed
from sklint.program import Span
from sklint.report.escape import json_text
from sklint.report.fingerprint import fingerprint, unique_fingerprints
from sklint.report.json import arguments
from sklint.report.view import View

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(view: View) -> Iterator[str]:
    """One log with one run: the active rules, the findings, and those that are suppressed, marked as such."""
    rules = list(view.rules.values())
    driver: dict[str, Any] = {
        "name": "sklint",
        "version": __version__,
        "semanticVersion": __version__,
        "language": "en",
        "rules": [_rule(view, rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "translations": [_translation(rules)],
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(view)],
        "results": list(_results(view, {rule.code: number for number, rule in enumerate(rules)})),
    }
    yield json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(view: View, rule: Rule) -> dict[str, Any]:
    english, chinese = catalogue.page(rule.code, "en"), catalogue.page(rule.code, "zh")
    brief = f"{_sentence(rule.summary)}\n{_sentence(rule.summary_zh)}\nsklint rule {rule.code}"
    descriptor: dict[str, Any] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": _sentence(rule.summary)},
        "fullDescription": {"text": _sentence(rule.summary)},
        "help": {"text": brief, "markdown": f"{english}\n---\n\n{chinese}"},
        "defaultConfiguration": {"enabled": rule.default, "level": _LEVELS[rule.severity]},
        "properties": {
            "category": rule.category,
            "tags": [rule.category, *rule.products, *rule.paths],
            "problem.severity": "recommendation" if rule.severity == "info" else rule.severity,
        },
    }
    if view.rule_url:
        descriptor["helpUri"] = view.link(rule.code)
    return descriptor


def _translation(rules: list[Rule]) -> dict[str, Any]:
    return {
        "name": "sklint",
        "language": "zh-CN",
        "contents": ["localizedData"],
        "associatedComponent": {"name": "sklint", "index": -1},
        "rules": [
            {
                "id": rule.code,
                "shortDescription": {"text": rule.summary_zh},
                "fullDescription": {"text": rule.summary_zh},
            }
            for rule in rules
        ],
    }


def _invocation(view: View) -> dict[str, Any]:
    lost = view.report.not_analysed
    return {
        "executionSuccessful": not lost,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": view.say(entry.reason)},
                "locations": [_location(view, Span(entry.path, max(entry.line, 1), 1, max(entry.line, 1), 1))],
            }
            for entry in lost
        ],
    }


def _results(view: View, index: dict[str, int]) -> Iterator[dict[str, Any]]:
    findings = [*view.report.findings, *(entry.finding for entry in view.report.suppressed)]
    hidden: list[Suppressed | None] = [None] * len(view.report.findings)
    hidden += view.report.suppressed
    marks = unique_fingerprints(findings, [view.path(finding.at.path) for finding in findings])
    for finding, entry, mark in zip(findings, hidden, marks, strict=True):
        yield _result(view, finding, index, entry, mark)


def _result(view: View, finding: Finding, index: dict[str, int], entry: Suppressed | None, mark: str) -> dict[str, Any]:
    location = _location(view, finding.at)
    if finding.function:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.function, "kind": "function"}]
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": _with_repair(view, finding)},
        "locations": [location],
        "partialFingerprints": {"sklint/v1": fingerprint(finding), "sklintUnique/v1": mark},
        "suppressions": [_suppression(view, entry)] if entry else [],
        "properties": {
            "confidence": finding.confidence,
            "kernels": list(finding.kernels),
            "coreKind": finding.core_kind,
            "messageId": finding.message.template,
            "messageArguments": arguments(finding.message),
        },
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    if finding.trace:
        result["codeFlows"] = [{"threadFlows": [{"locations": list(_flow(view, finding))}]}]
    if finding.edits:
        result["fixes"] = [_fix(view, finding.edits, finding.repair)]
    return result


def _flow(view: View, finding: Finding) -> Iterator[dict[str, Any]]:
    """From where the cause lies to the site: the trace of a finding runs the other way."""
    for step in reversed(finding.trace):
        yield {"location": _location(view, step.at, view.say(step.message))}
    yield {"location": _location(view, finding.at, view.say(finding.message)), "importance": "essential"}


def _fix(view: View, edits: tuple[Edit, ...], repair: Message | None) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in edits:
        replacement = {"deletedRegion": _region(edit.at), "insertedContent": {"text": edit.text}}
        changes.setdefault(edit.at.path, []).append(replacement)
    return {
        "description": {"text": view.say(repair) if repair else view.text("safe replacement")},
        "artifactChanges": [
            {"artifactLocation": _artifact(view, path), "replacements": replacements}
            for path, replacements in changes.items()
        ],
    }


def _suppression(view: View, entry: Suppressed) -> dict[str, Any]:
    suppression: dict[str, Any] = {"kind": "inSource" if entry.by == "comment" else "external"}
    if entry.reason:
        suppression["justification"] = entry.reason
    if entry.at:
        suppression["location"] = _location(view, entry.at)
    return suppression


def _with_repair(view: View, finding: Finding) -> str:
    text = _sentence(view.say(finding.message))
    if finding.repair:
        text += f"\n{view.text('repair')}: {_sentence(view.say(finding.repair))}"
    return text


def _sentence(text: str) -> str:
    """With the final stop that the format wants and the messages of sklint do not carry."""
    return text if text.endswith((".", "。", "!", "?")) else f"{text}."


def _location(view: View, at: Span, text: str = "") -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": _artifact(view, at.path), "region": _region(at)}
    }
    if text:
        location["message"] = {"text": text}
    return location


def _region(at: Span) -> dict[str, int]:
    return {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}


def _artifact(view: View, path: str) -> dict[str, str]:
    uri = quote(view.path(path).encode("utf-8", "surrogateescape"), safe="/~-._")
    return {"uri": uri, "uriBaseId": "%SRCROOT%"}
