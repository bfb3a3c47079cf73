"""String literals with the place of every character, implicit concatenation and f-strings included."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.program import Span
from sklint.scripts.value import Piece, Text

_PREFIX = re.compile(rb"(?i:[rbuft]{0,2})('''|\"\"\"|'|\")")


@dataclass(frozen=True, slots=True)
class Literal:
    """One literal of an implicit concatenation: its prefix, its body and where the body starts."""

    prefix: str
    body: str
    source: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def exact(self) -> bool:
        """Whether each character of the body is one character of the value."""
        return ("r" in self.prefix or "\\" not in self.body) and "\n" not in self.body and "\r" not in self.body


def node_span(path: str, node: ast.expr | ast.stmt) -> Span:
    """The extent of a syntax node; columns count bytes from 1."""
    line, column = node.lineno, node.col_offset + 1
    return Span(path, line, column, node.end_lineno or line, (node.end_col_offset or node.col_offset) + 1)


def constant_text(path: str, lines: list[bytes], node: ast.Constant) -> Text:
    """The text of a string constant with its places."""
    whole = str(node.value)
    pieces: list[Piece] = []
    parts: list[str] = []
    for literal in literals(lines, node):
        try:
            value = ast.literal_eval(literal.source)
        except (ValueError, SyntaxError):
            break
        if not isinstance(value, str):
            break
        parts.append(value)
        pieces.append(Piece(len(value), _body_span(path, literal), literal.exact and value == literal.body))
    if "".join(parts) != whole or not pieces:
        return Text(whole, (Piece(len(whole), node_span(path, node), False),))
    return Text(whole, tuple(pieces))


def literals(lines: list[bytes], node: ast.expr) -> list[Literal]:
    """The literals that an expression of adjacent string literals is written as; empty where they cannot be told."""
    try:
        return list(_scan(lines, node))
    except (ValueError, UnicodeDecodeError):
        return []


def _scan(lines: list[bytes], node: ast.expr) -> Iterator[Literal]:
    first, last = node.lineno, node.end_lineno or node.lineno
    segment = list(lines[first - 1 : last])
    if not segment:
        return
    segment[-1] = segment[-1][: node.end_col_offset]
    text = b"".join(segment)
    starts = [0]
    for part in segment:
        starts.append(starts[-1] + len(part))

    def place(offset: int) -> tuple[int, int]:
        index = max(i for i, start in enumerate(starts[: len(segment)]) if start <= offset)
        return first + index, offset - starts[index] + 1

    position = node.col_offset
    while position < len(text):
        found = _PREFIX.match(text, position)
        if found is None:
            skipped = _between(text, position)
            if skipped == position:
                raise ValueError("not a string literal")
            position = skipped
            continue
        quote = found[1]
        end = _closing(text, found.end(), quote)
        line, column = place(found.end())
        end_line, end_column = place(end)
        yield Literal(
            prefix=text[position : found.start(1)].decode("ascii").lower(),
            body=text[found.end() : end].decode("utf-8"),
            source=text[position : end + len(quote)].decode("utf-8"),
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
        )
        position = end + len(quote)


def _between(text: bytes, position: int) -> int:
    """Past the blanks, line ends, continuations, brackets and comments that may stand between adjacent literals."""
    while position < len(text):
        if text[position : position + 1] in b" \t\r\n\f\\()":
            position += 1
        elif text[position : position + 1] == b"#":
            ends = text.find(b"\n", position)
            position = len(text) if ends < 0 else ends
        else:
            break
    return position


def _closing(text: bytes, position: int, quote: bytes) -> int:
    """Where the closing quote stands; an escaped character never closes, in a raw literal either."""
    while position < len(text):
        if text[position : position + 1] == b"\\":
            position += 2
        elif text.startswith(quote, position):
            return position
        else:
            position += 1
    raise ValueError("an open literal")


def _body_span(path: str, literal: Literal) -> Span:
    return Span(path, literal.line, literal.column, literal.end_line, literal.end_column)
