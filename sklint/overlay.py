"""Texts that stand in for files: what an editor has not saved yet, and what comes on standard input.

A process that analyses has one tree to look at, so the texts belong to the process; a worker gets them at its start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

_texts: dict[str, bytes] = {}


def put(texts: Mapping[str, bytes]) -> None:
    """From now on these texts, by absolute path, stand in for files, and no others."""
    _texts.clear()
    _texts.update(texts)


def text_at(path: str) -> bytes | None:
    """The text that stands in for the file at an absolute path, if any."""
    return _texts.get(os.path.normpath(path)) if _texts else None


def every_text() -> dict[str, bytes]:
    """All of them, by absolute path."""
    return dict(_texts)
