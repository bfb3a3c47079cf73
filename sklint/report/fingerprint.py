"""Fingerprints: what a finding is, without where it is, so that edits above it do not make it a new one."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from sklint.finding import Finding
from sklint.report.source import line_at


def fingerprint(finding: Finding) -> str:
    """16 hexadecimal digits from the rule, its function and the text of its line.

    What the message says is left out: a better wording in the next version makes no new finding.
    """
    line = " ".join(line_at(finding.at.path, finding.at.line).split())
    parts = (finding.code, finding.function, line)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def unique_fingerprints(findings: Iterable[Finding], paths: Iterable[str]) -> list[str]:
    """Fingerprints with the path in them and a number for equal ones, in order: none occurs twice in a run."""
    seen: Counter[tuple[str, str]] = Counter()
    result = []
    for finding, path in zip(findings, paths, strict=True):
        key = (path, fingerprint(finding))
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        result.append(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32])
    return result
