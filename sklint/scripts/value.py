"""What an expression of a model script may be: every outcome that the text shows, or why it cannot be followed."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sklint.finding import Message
from sklint.program import Span

if TYPE_CHECKING:
    from sklint.scripts.module import Module

# Stands in a text for a part that cannot be followed; no source text can hold it.
HOLE = "\x00"


@dataclass(frozen=True, slots=True)
class Piece:
    """`length` characters of a text and the literal they come from.

    Where `exact`, they stand there one by one, so that a part of them can be replaced; otherwise (escapes, several
    lines, a computed part) only the line is right.
    """

    length: int
    at: Span
    exact: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A string; `pieces` cover it in order."""

    value: str
    pieces: tuple[Piece, ...]

    def span(self, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` (exclusive) are written; the first piece decides."""
        offset = 0
        for piece in self.pieces:
            if start < offset + piece.length or piece is self.pieces[-1]:
                if not piece.exact:
                    return piece.at
                inside = max(0, start - offset)
                length = max(1, min(end - offset, piece.length) - inside)
                column = piece.at.column + _width(self.value[offset : offset + inside])
                width = _width(self.value[offset + inside : offset + inside + length])
                return Span(piece.at.path, piece.at.line, column, piece.at.line, column + max(1, width))
            offset += piece.length
        raise ValueError("a text without pieces")

    def editable(self, start: int, end: int) -> bool:
        """Whether the characters from `start` to `end` stand in one literal exactly as they are."""
        offset = 0
        for piece in self.pieces:
            if offset <= start and end <= offset + piece.length:
                return piece.exact
            offset += piece.length
        return False

    def cut(self, start: int, end: int) -> Text:
        """The part from `start` to `end`, with its places."""
        kept: list[Piece] = []
        offset = 0
        for piece in self.pieces:
            first, last = max(start, offset), min(end, offset + piece.length)
            if first < last:
                at = self.span(first, last) if piece.exact else piece.at
                kept.append(Piece(last - first, at, piece.exact))
            offset += piece.length
        return Text(self.value[start:end], tuple(kept) or (Piece(0, self.span(start, end), False),))

    def __add__(self, other: Text) -> Text:
        return Text(self.value + other.value, self.pieces + other.pieces)


@dataclass(frozen=True, slots=True)
class Plain:
    """A number, a truth value or None."""

    value: int | float | bool | None
    at: Span


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple or set (`kind`); `open` where more items may be in it than are known."""

    kind: str
    items: tuple[Values, ...]
    at: Span
    open: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a dictionary; `at` is its key."""

    key: Text | Plain
    value: Values
    at: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """A dictionary in writing order; a key may stand twice. `open` where it may hold more than is known."""

    entries: tuple[Entry, ...]
    at: Span
    open: bool = False

    def get(self, key: str) -> Values | None:
        """The value under a text key, the last one written; None where it is not there."""
        found = None
        for entry in self.entries:
            if isinstance(entry.key, Text) and entry.key.value == key:
                found = entry.value
        return found


@dataclass(frozen=True, slots=True)
class Reference:
    """Something of another package, by its dotted name; `sure` where an import leads to it."""

    name: str
    at: Span
    sure: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Values bound to the parameters of `owner` (a function, lambda or comprehension) while its body is evaluated.

    A parameter that is not bound has its default where the frame is that of one call (`one_call`), and what all
    callers pass otherwise.
    """

    owner: ast.AST
    bindings: dict[str, Values]
    outer: Frame | None = None
    one_call: bool = True


@dataclass(frozen=True, slots=True)
class Function:
    """A function or lambda of the tree; `frame` is what its free names are bound in; `self` is set for a method."""

    module: Module
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    frame: Frame | None = None
    bound: Instance | Class | None = None


@dataclass(frozen=True, slots=True)
class Class:
    """A class of the tree."""

    module: Module
    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of the tree; `call` built it in `frame` of `maker`, or None for any object of the class."""

    cls: Class
    maker: Module | None = None
    call: ast.Call | None = None
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Package:
    """A module of the tree."""

    module: Module


@dataclass(frozen=True, slots=True)
class Called:
    """The result of calling something of another package."""

    callee: Reference
    call: ast.Call
    frame: Frame | None
    at: Span


@dataclass(frozen=True, slots=True)
class Partial:
    """`functools.partial(callee, ...)`; `call` is the partial's own call."""

    callee: Values
    call: ast.Call
    frame: Frame | None
    at: Span


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be followed, and why."""

    why: Message
    at: Span
    name: str = field(default="", compare=False)


Value: TypeAlias = (
    Text | Plain | Items | Entries | Reference | Package | Function | Class | Instance | Called | Partial | Unknown
)
Values: TypeAlias = tuple[Value, ...]


def _width(text: str) -> int:
    """Columns count bytes, as those of the C++ front end and of `ast` do."""
    return len(text.encode("utf-8", "surrogatepass"))
