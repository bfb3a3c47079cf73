"""What a declaration is called: qualified names, keys and kinds, asked of clang once a declaration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sklint.parse import kinds
from sklint.parse.native import Cursor, library, text_of
from sklint.parse.positions import Positions

_PLAIN_KINDS = {
    kinds.PARAMETER: "local",
    kinds.VALUE_PARAMETER: "template",
    kinds.TEMPLATE_PARAMETER: "template",
    kinds.TYPE_PARAMETER: "template",
}
# clang spells these with their template arguments.
_WITH_ARGUMENTS = kinds.CLASSES | {kinds.CONSTRUCTOR, kinds.DESTRUCTOR, kinds.FUNCTION_TEMPLATE}
_SCOPES = kinds.FUNCTIONS | kinds.CLASSES | {kinds.NAMESPACE, kinds.ENUM}


@dataclass(slots=True)
class Declared:
    """A declaration; `cursor` is its definition where clang has one, of the template where it is an instance.

    `kind` is local, global, enumerator, function, template, type, field, namespace or unknown.
    """

    cursor: Cursor
    kind: str
    name: str
    plain: str
    key: str
    owner: str
    user: bool


class Declarations:
    """The names of all declarations of one translation unit; `indexed` are those that user files contain."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self._lib = library()
        self.indexed: set[int] = set()
        self.by_name: dict[str, list[Cursor]] = {}
        self.classes_by_name: dict[str, list[Cursor]] = {}
        self.variable_templates: dict[str, list[Cursor]] = {}
        self._known: dict[int, Declared] = {}
        self._paths: dict[int, tuple[str, bool]] = {}
        self._spellings: dict[int, str] = {}
        self._locals: dict[str, int] = {}
        self._seen: dict[str, Declared] = {}
        self._here: dict[str, Declared] = {}
        self._local_types: dict[str, int] = {}

    def spelling(self, cursor: Cursor) -> str:
        """The plain name of a declaration, without template arguments."""
        known = self._spellings.get(cursor.decl or 0)
        if known is None:
            known = text_of(self._lib.getCursorSpelling(cursor))
            if cursor.kind in _WITH_ARGUMENTS and not known.startswith("operator"):
                known = known.partition("<")[0]
            if known.startswith("("):
                known = ""
            self._spellings[cursor.decl or 0] = known
        return known

    def path(self, cursor: Cursor) -> tuple[str, bool]:
        """The qualified name, and whether a function encloses the declaration."""
        known = self._paths.get(cursor.decl or 0)
        if known is None:
            parent = self._lib.getCursorSemanticParent(cursor)
            outer, inside = self.path(parent) if parent.kind in _SCOPES else ("", False)
            inside = inside or parent.kind in kinds.FUNCTIONS
            plain = self.spelling(cursor)
            # Enumerators of a plain enum are also found without its name; people and stubs write both.
            name = f"{outer}::{plain}" if outer and plain else outer or plain
            known = self._paths[cursor.decl or 0] = (name, inside)
        return known

    def owner(self, cursor: Cursor) -> str:
        """The qualified class a member belongs to, or nothing."""
        parent = self._lib.getCursorSemanticParent(cursor)
        return self.path(parent)[0] if parent.kind in kinds.CLASSES else ""

    def user(self, cursor: Cursor) -> bool:
        """Whether the declaration stands in a user's file."""
        place = self.positions.place(self._lib.getCursorLocation(cursor).raw)
        return place is not None and place.file.user

    def pattern(self, cursor: Cursor) -> Cursor:
        """The written declaration behind an instance, and its definition where there is one."""
        for _ in range(4):
            if (cursor.decl or 0) in self.indexed:
                break
            template = self._lib.getSpecializedCursorTemplate(cursor)
            if template.kind not in kinds.DECLARATIONS:
                break
            cursor = template
        definition: Cursor = self._lib.getCursorDefinition(cursor)
        return definition if definition.kind in _SCOPES else cursor

    def written(self, declared: Declared) -> bool:
        """Whether somebody wrote this function of a user's file: not an implicit member, not a lambda's operator."""
        cursor = declared.cursor
        if (cursor.decl or 0) in self.indexed or not declared.owner:
            return True
        parent = self._lib.getCursorSemanticParent(cursor)
        if not self.path(cursor)[1] or not self.spelling(parent):
            return False
        # Implicit members of a local class lie where the class is named.
        return bool(self._lib.getCursorLocation(cursor).raw != self._lib.getCursorLocation(parent).raw)

    def usr(self, cursor: Cursor) -> str:
        """Clang's unified symbol resolution: equal for all declarations of one thing."""
        return text_of(self._lib.getCursorUSR(cursor))

    def of(self, cursor: Cursor) -> Declared:
        """All about the declaration a reference leads to."""
        known = self._known.get(cursor.decl or 0)
        if known is None:
            known = self._known[cursor.decl or 0] = self._describe(cursor)
            if known.kind == "local" or (known.kind == "type" and self.path(known.cursor)[1]):
                self._here[known.plain] = known
            else:
                self._seen.setdefault(known.plain, known)
        return known

    def _describe(self, cursor: Cursor) -> Declared:
        kind = cursor.kind
        if kind in kinds.FUNCTIONS:
            written = self.pattern(cursor)
            name = self.path(written)[0]
            plain = self.spelling(written)
            return Declared(
                written, "function", name, plain, self._function_key(written), self.owner(written), self.user(written)
            )
        if kind in kinds.CLASSES:
            written = self.pattern(cursor)
            plain = self.spelling(written)
            return Declared(written, "type", self.path(written)[0], plain, "", "", self.user(written))
        plain = self.spelling(cursor)
        if kind in _PLAIN_KINDS:
            what = _PLAIN_KINDS[kind]
            return Declared(cursor, what, plain, plain, self.local_key(plain) if what == "local" else "", "", False)
        if kind == kinds.VARIABLE:
            return self._variable(cursor, plain)
        name, _ = self.path(cursor)
        if kind == kinds.ENUMERATOR:
            return Declared(cursor, "enumerator", name, plain, name, "", False)
        if kind in kinds.ALIASES or kind == kinds.ENUM:
            if self.path(cursor)[1] and (count := self._repeats(name)) > 1:
                # a block may name another type like this than the block before, or another function
                name = f"{name}#{count}"
            return Declared(cursor, "type", name, plain, "", "", self.user(cursor))
        if kind == kinds.FIELD:
            return Declared(cursor, "field", name, plain, "", self.owner(cursor), False)
        if kind == kinds.UNEXPOSED_DECLARATION and plain in self.variable_templates:
            return self._variable_template(cursor, name, plain)
        if kind == kinds.NAMESPACE:
            return Declared(cursor, "namespace", name, plain, "", "", False)
        if kind == kinds.UNEXPOSED_DECLARATION and plain:
            # a structured binding, or one of its parts
            return Declared(cursor, "local", plain, plain, self.local_key(plain), "", True)
        return Declared(cursor, "unknown", plain, plain, "", "", False)

    def _function_key(self, cursor: Cursor) -> str:
        """The symbol of a function; specialisations of a method in a class template share one, and are numbered."""
        key = self.usr(cursor)
        if cursor.kind != kinds.METHOD or not self._is_definition(cursor):
            return key
        same = [
            one.decl
            for one in self.by_name.get(self.spelling(cursor), ())
            if one.kind == kinds.METHOD and self._is_definition(one) and self.usr(one) == key
        ]
        return f"{key}#{same.index(cursor.decl)}" if len(same) > 1 and cursor.decl in same else key

    def _is_definition(self, cursor: Cursor) -> bool:
        return bool(self._lib.getCursorDefinition(cursor).decl == cursor.decl)

    def _variable(self, cursor: Cursor, plain: str) -> Declared:
        if self._lib.getCursorSemanticParent(cursor).kind in kinds.FUNCTIONS:
            return Declared(cursor, "local", plain, plain, self.local_key(plain), "", True)
        template = self._lib.getSpecializedCursorTemplate(cursor)
        if template.kind == kinds.VARIABLE:
            cursor = template
        name, _ = self.path(cursor)
        return Declared(cursor, "global", name, plain, self.usr(cursor), self.owner(cursor), self.user(cursor))

    def _variable_template(self, cursor: Cursor, name: str, plain: str) -> Declared:
        """A use without dependent arguments leads to an instance: what was written is the template of that name."""
        if (cursor.decl or 0) not in self.indexed:
            cursor = next((one for one in self.variable_templates[plain] if self.path(one)[0] == name), cursor)
        return Declared(cursor, "function", name, plain, self.usr(cursor), self.owner(cursor), self.user(cursor))

    def begin_function(self) -> None:
        """The locals of one function mean nothing in the next."""
        self._here.clear()

    def local_key(self, plain: str) -> str:
        """A key for a local variable: unique in the program, and the same in every run."""
        count = self._locals[plain] = self._locals.get(plain, 0) + 1
        return f"{plain}#{count}"

    def _repeats(self, name: str) -> int:
        """How many types inside of functions have had this name so far."""
        count = self._local_types[name] = self._local_types.get(name, 0) + 1
        return count

    def meant(self, path: str, near: Iterable[Declared] = ()) -> Declared | None:
        """What an identifier path means: a declaration `near` by, a local of the function, or what was seen before."""
        for declared in near:
            if _goes_by(declared, path):
                return declared
        plain = path.rpartition("::")[2]
        known = self._here.get(plain) or self._seen.get(plain)
        if known is None or _is_constructor(known):
            classes = self.classes_by_name.get(plain)
            known = self.of(classes[0]) if classes else None
        return known if known is not None and _goes_by(known, path) else None


def _goes_by(declared: Declared, path: str) -> bool:
    """Whether an identifier path may mean the declaration; it never means a constructor, but the class."""
    named = path in (declared.name, declared.plain) or declared.name.endswith("::" + path)
    return named and not _is_constructor(declared)


def _is_constructor(declared: Declared) -> bool:
    return declared.cursor.kind == kinds.CONSTRUCTOR
