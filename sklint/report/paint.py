"""Colour for terminals; only text that is already safe is painted."""

from __future__ import annotations

import os
from typing import TextIO

STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "place": "1",
    "gutter": "34",
    "hint": "32",
    "faint": "2",
    "strong": "1",
}


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to paint, for `--color` auto, always or never; `NO_COLOR` and `FORCE_COLOR` speak when it is auto."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def paint(text: str, style: str, colour: bool, link: str = "") -> str:
    """`text` in a style of `STYLES`, with a terminal hyperlink where a link is given; as it is without colour."""
    if not colour or not text:
        return text
    painted = f"\x1b[{STYLES[style]}m{text}\x1b[0m"
    return f"\x1b]8;;{link}\x1b\\{painted}\x1b]8;;\x1b\\" if link else painted
