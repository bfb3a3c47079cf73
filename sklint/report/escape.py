"""Text of the linted tree on its way out: what could steer a terminal, a CI log or a reader's eye becomes visible.

Escaped are control characters, invisible and bidirectional format characters, lone surrogates (of file names that
are not UTF-8), and the openings of workflow commands (GitHub `::error`, Azure and TeamCity `##[`). JSON has escapes
that lose nothing; the other formats show `\\x1b` and the like.
"""

from __future__ import annotations

import json
import re

_UNSAFE = "\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
_UNSAFE_CHARACTER = re.compile(f"[{_UNSAFE}]|[\U000e0000-\U000e007f]")
_UNSAFE_IN_JSON = re.compile(f"[{_UNSAFE}]".replace("\x00-\x1f", ""))
_COMMANDS = (
    "add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-[a-z-]+|notice|remove-matcher"
    "|save-state|set-env|set-output|stop-commands|warning"
)
# `ns::error` inside a name cannot start a command; at the start of a word it could.
_COMMAND = re.compile(rf"(?<![A-Za-z0-9_:]):(?=:(?:{_COMMANDS})\b)|#(?=#(?:vso|teamcity)?\[)", re.IGNORECASE)
_COMMAND_IN_JSON = re.compile(rf":(?=:(?:{_COMMANDS})\b)|#(?=#(?:vso|teamcity)?\[)", re.IGNORECASE)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": " "}


def visible(text: str) -> str:
    """One line of text with every unsafe character as a visible escape; a tab becomes a space."""
    return _UNSAFE_CHARACTER.sub(_code, _COMMAND.sub(_code, text))


def visible_characters(text: str) -> list[str]:
    """What `visible` shows for each character of a line, so that columns can be found again."""
    shown = [_UNSAFE_CHARACTER.sub(_code, character) for character in text]
    for command in _COMMAND.finditer(text):
        shown[command.start()] = _code(command)
    return shown


def json_text(value: object, indent: int | None = None) -> str:
    """JSON that is readable in any script; unsafe characters are JSON escapes, so the value is unchanged."""
    separators = (",", ":") if indent is None else None
    plain = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return _COMMAND_IN_JSON.sub(_json_code, _UNSAFE_IN_JSON.sub(_json_code, plain))


def xml_text(text: str) -> str:
    """Text for an XML or HTML body or a double-quoted attribute."""
    safe = visible(text)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _code(match: re.Match[str]) -> str:
    character = match[0]
    if character in _SHORT:
        return _SHORT[character]
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    if 0xDC80 <= number <= 0xDCFF:
        # How Python marks a byte of a file name that is not UTF-8.
        return f"\\x{number - 0xDC00:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _json_code(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
