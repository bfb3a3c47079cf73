"""Findings as the settings want them: which rules run, what is reported where, and how severe it is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace

from sklint import catalogue
from sklint.finding import CONFIDENCES, SEVERITIES, Finding, Report
from sklint.selection import selected, specificity
from sklint.settings import Settings


def active_codes(settings: Settings) -> frozenset[str]:
    """The rules that run: selected, and about one of the products and one of the ways operators are called."""
    chosen = selected(settings.select, settings.ignore, settings.extend_select)
    rules = catalogue.rules()
    return frozenset(
        code
        for code in chosen
        if (not settings.products or set(settings.products) & set(rules[code].products))
        and (not settings.path or settings.path in rules[code].paths)
    )


def refined(report: Report, settings_of: Callable[[str], Settings]) -> Report:
    """The report with severities overridden, without what per-file ignores leave out, and with what is less sure than
    asked for set apart."""
    kept: list[Finding] = []
    doubtful: list[Finding] = []
    for finding in report.findings:
        settings = settings_of(finding.at.path)
        if finding.code not in _ignored(settings, finding.at.path):
            sure = CONFIDENCES.index(finding.confidence) >= CONFIDENCES.index(settings.min_confidence)
            (kept if sure else doubtful).append(_refined(finding, settings))
    return replace(report, findings=tuple(kept), doubtful=tuple(doubtful))


def fails(report: Report, fail_on: str) -> bool:
    """Whether a finding is at least as severe as `fail_on`."""
    least = SEVERITIES.index(fail_on)
    return any(SEVERITIES.index(finding.severity) >= least for finding in report.findings)


def _refined(finding: Finding, settings: Settings) -> Finding:
    severity = _severities(settings).get(finding.code, finding.severity)
    return finding if severity == finding.severity else replace(finding, severity=severity)


@functools.lru_cache(maxsize=4096)
def _ignored(settings: Settings, path: str) -> frozenset[str]:
    patterns = settings.per_file_ignores
    return _codes(tuple(token for pattern, tokens in patterns if pattern.matches(path) for token in tokens))


@functools.lru_cache(maxsize=64)
def _severities(settings: Settings) -> dict[str, str]:
    """The stated severity by code; the more specific token wins."""
    stated: dict[str, str] = {}
    for token, severity in sorted(settings.severity, key=lambda item: specificity(item[0])):
        stated |= dict.fromkeys(catalogue.resolve(token), severity)
    return stated


def _codes(tokens: tuple[str, ...]) -> frozenset[str]:
    return frozenset(code for token in tokens for code in catalogue.resolve(token))
