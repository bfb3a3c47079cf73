"""Which function a place in the text stands in, asked of the declarations: no kernel has to name the function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sklint.parse.context import Context
from sklint.parse.functions import attributes
from sklint.parse.native import Cursor, text_of
from sklint.parse.nodes import children
from sklint.parse.positions import SourceFile
from sklint.parse.sites import macros_of, naming

# where its name stands, where the function begins and ends, and its declaration
_Body = tuple[int, int, int, Cursor]


class Bodies:
    """The functions of one file."""

    def __init__(self, context: Context, bodies: Sequence[_Body]) -> None:
        self._context = context
        self._bodies = bodies
        self.names = {body[0] for body in bodies}

    def function_at(self, offset: int) -> str:
        """The key of the innermost function around an offset, empty for none."""
        around = self._innermost(offset)
        return self._context.declarations.of(around).key if around is not None else ""

    def attributes_at(self, offset: int) -> tuple[str, ...]:
        """The attributes of the innermost function around an offset."""
        around = self._innermost(offset)
        return attributes(self._context, children(around)) if around is not None else ()

    def _innermost(self, offset: int) -> Cursor | None:
        around = [body for body in self._bodies if body[1] <= offset < body[2]]
        return max(around, key=lambda body: body[1])[3] if around else None


def bodies_of(context: Context, functions: Iterable[Cursor], files: Iterable[SourceFile]) -> dict[str, Bodies]:
    """The functions of each file."""
    lib, positions = context.lib, context.positions
    found: dict[str, list[_Body]] = {file.path: [] for file in files}
    for cursor in functions:
        place = positions.place(lib.getCursorLocation(cursor).raw)
        if place is None or place.file.path not in found:
            continue
        extent = lib.getCursorExtent(cursor)
        begin, end = positions.place(extent.begin), positions.place(extent.end)
        if begin is not None and end is not None:
            found[place.file.path].append((place.offset, begin.offset, end.offset, cursor))
    return {path: Bodies(context, bodies) for path, bodies in found.items()}


def users_of_macros(
    context: Context, expansions: Iterable[Cursor], files: Iterable[SourceFile], bodies: Mapping[str, Bodies]
) -> Callable[[bytes], Sequence[tuple[str, ...]]]:
    """Of a macro, the attributes of each function that it is expanded in, itself or in the body of another one."""
    lib, positions = context.lib, context.positions
    expanded: dict[bytes, list[Cursor]] = {}
    for cursor in expansions:
        expanded.setdefault(text_of(lib.getCursorSpelling(cursor)).encode(), []).append(cursor)
    defined = [macro for file in files for macro in macros_of(file.text.data)]

    def users_of(macro: bytes) -> list[tuple[str, ...]]:
        # clang does not hand out what is expanded in the body of another macro
        cursors = [cursor for name in naming(macro, defined) for cursor in expanded.get(name, ())]
        places = (positions.place(lib.getCursorLocation(cursor).raw) for cursor in cursors)
        return [
            bodies[place.file.path].attributes_at(place.offset)
            if place is not None and place.file.path in bodies
            else ()
            for place in places
        ]

    return users_of
