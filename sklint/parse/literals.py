"""Numbers, characters and comments as C++ writes them."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def without_comments(text: str) -> str:
    """The text with every comment blanked; its length stays."""
    return _COMMENT.sub(lambda match: " " * len(match.group()), text)


def number(token: str) -> int | float | None:
    """The value of a numeric token; None for text that is none."""
    plain = token.replace("'", "")
    if plain[:2] in ("0x", "0X"):
        plain = plain.rstrip("uUlLzZ")
        try:
            return int(plain, 16)
        except ValueError:
            return None
    try:
        if plain[:2] in ("0b", "0B"):
            return int(plain.rstrip("uUlLzZ")[2:], 2)
        body = plain.rstrip("uUlLzZ")
        if body.isdigit():
            return int(body, 8) if len(body) > 1 and body[0] == "0" else int(body)
        return float(plain.rstrip("fFlLhH"))
    except ValueError:
        return None


_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11}


def character(token: str) -> int | None:
    """The value of a character token with its quotes."""
    inner = token[token.find("'") + 1 : -1]
    if len(inner) == 1:
        return ord(inner)
    if len(inner) == 2 and inner[0] == "\\":
        return _ESCAPES.get(inner[1])
    return None
