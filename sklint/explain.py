"""`sklint rule`: pages of the catalogue for people, for other documents, and for tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sklint import catalogue
from sklint.catalogue import Rule
from sklint.report.escape import json_text
from sklint.rule_tables import table_of_rules

VERSION = 1


def as_json(codes: Sequence[str], language: str) -> Iterator[str]:
    """The rules with their metadata and their pages in one language, as one object."""
    rules = [_object(catalogue.rules()[code], language) for code in codes]
    yield json_text({"version": VERSION, "language": language, "rules": rules}, indent=1) + "\n"


def as_markdown(codes: Sequence[str], language: str, table: bool) -> Iterator[str]:
    """The pages one after the other, or the table of all rules."""
    if table:
        yield table_of_rules(language)
        return
    for number, code in enumerate(codes):
        yield ("\n" if number else "") + catalogue.page(code, language)


def _object(rule: Rule, language: str) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "category": rule.category,
        "default": rule.default,
        "products": list(rule.products),
        "paths": list(rule.paths),
        "since": rule.since,
        "summary": rule.summary_zh if language == "zh" else rule.summary,
        "aliases": list(rule.aliases),
        "fix": rule.fix,
        "page": catalogue.page(rule.code, language),
    }
