"""What one lowering shares: the translation unit's names, types and positions, and the list of what is still wanted."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from weakref import proxy

from sklint.parse import kinds, typetext
from sklint.parse.declared import Declarations, Declared
from sklint.parse.literals import number
from sklint.parse.native import ClangType, Cursor, library, text_of
from sklint.parse.nodes import Node, children
from sklint.parse.positions import Positions
from sklint.program import Type

_NEAR = frozenset({kinds.TYPE_REF, kinds.TEMPLATE_REF, kinds.DECL_REF, kinds.BASE})
# What a constant among template arguments may be wrapped in: clang reads its value there.
_VALUES = frozenset({kinds.UNEXPOSED, kinds.PAREN, kinds.UNARY, kinds.BINARY, kinds.CONDITIONAL}) | kinds.CASTS
_DECLARATORS = frozenset({kinds.VARIABLE, kinds.FIELD, kinds.PARAMETER})
_SPECIFIER = re.compile(r"\b(?:static|constexpr|inline|mutable|extern|thread_local)\b")
_CONTINUED = re.compile(r"\\\r?\n")
_NAMELESS = re.compile(r"\((lambda|(?:unnamed|anonymous) \w+) at ")


class Context:
    """Names, types, and the worklist: what lowered code mentions is wanted, and nothing else is lowered."""

    def __init__(self, positions: Positions, declarations: Declarations) -> None:
        self.lib = library()
        self.positions = positions
        self.declarations = declarations
        self.types = Types(self)
        self.wanted: deque[Declared] = deque()
        self._wanted: set[int] = set()
        self._wanted_names: set[str] = set()
        self.enumerators: dict[str, int] = {}
        self.globals: dict[str, Declared] = {}
        self.macro_definitions: list[Cursor] = []
        self._defined: defaultdict[str, list[Cursor]] | None = None
        # Host code is read with what the libraries' functions may write, so there their parameters matter.
        self.stub_parameters = False

    def use(self, declared: Declared) -> None:
        """Lowered code mentions a declaration."""
        if declared.kind == "local" or (declared.cursor.decl or 0) in self._wanted:
            return
        self._wanted.add(declared.cursor.decl or 0)
        if declared.kind == "enumerator":
            value = self._enumerator(declared.cursor)
            if value is not None:
                self.enumerators[declared.name] = value
        elif declared.kind in ("function", "type", "global"):
            if declared.kind == "function" and declared.user and not self.declarations.written(declared):
                return
            self.wanted.append(declared)
            if declared.cursor.kind == kinds.METHOD and declared.user and self.lib.CXXMethod_isVirtual(declared.cursor):
                self.use_by_name(declared.plain)
            elif declared.cursor.kind == kinds.FUNCTION_TEMPLATE and declared.user:
                self._use_specialisations(declared)
            elif declared.cursor.kind == kinds.UNEXPOSED_DECLARATION:
                for cursor in self.declarations.variable_templates.get(declared.plain, ()):
                    self.use(self.declarations.of(cursor))

    def _enumerator(self, cursor: Cursor) -> int | None:
        """The value of an enumerator; inside class templates clang has none before the class is instantiated."""
        enumeration = self.lib.getCursorSemanticParent(cursor)
        around = self.lib.getCursorSemanticParent(enumeration)
        if around.kind not in (kinds.CLASS_TEMPLATE, kinds.PARTIAL_SPECIALISATION):
            known: int = self.lib.getEnumConstantDeclValue(cursor)
            return known
        value: int | None = -1
        for one in children(enumeration):
            written = children(one)
            if written:
                extent = self.lib.getCursorExtent(written[-1])
                literal = number(self.positions.text(extent.begin, extent.end) or "")
                value = literal if isinstance(literal, int) else None
            elif value is not None:
                value += 1
            if one.decl == cursor.decl:
                return value
        return None

    def _use_specialisations(self, declared: Declared) -> None:
        """Which specialisation a call means depends on arguments that only the walk knows."""
        for cursor in self.declarations.by_name.get(declared.plain, ()):
            if self.specialising(cursor) is not None:
                self.use(self.declarations.of(cursor))

    def specialising(self, cursor: Cursor) -> str | None:
        """The text from the template arguments of an explicit function specialisation on; None for other functions."""
        if cursor.kind not in (kinds.FUNCTION, kinds.METHOD):
            return None
        text = self.positions.after(self.lib.getCursorLocation(cursor).raw) or ""
        tail = text[len(self.declarations.spelling(cursor)) :].lstrip()
        if self.lib.getSpecializedCursorTemplate(cursor).kind == kinds.FUNCTION_TEMPLATE:
            return tail
        # inside a class template clang does not say what a method specialises
        return tail if cursor.kind == kinds.METHOD and tail.startswith("<") else None

    def use_by_name(self, plain: str) -> None:
        """A member is called on a type that depends on template parameters: any user's class may have it."""
        if plain in self._wanted_names:
            return
        self._wanted_names.add(plain)
        for cursor in self.declarations.by_name.get(plain, ()):
            self.use(self.declarations.of(cursor))

    def candidates(self, overloaded: Iterable[Node]) -> list[Declared]:
        """The functions of overload sets that clang left open."""
        found: dict[str, Declared] = {}
        for node in overloaded:
            for index in range(self.lib.getNumOverloadedDecls(node.cursor)):
                cursor = self.lib.getOverloadedDecl(node.cursor, index)
                if cursor.kind not in kinds.FUNCTIONS and cursor.kind != kinds.UNEXPOSED_DECLARATION:
                    continue
                declared = self.declarations.of(cursor)
                if declared.kind == "function":
                    self.use(declared)
                    found.setdefault(declared.key, declared)
        return list(found.values())

    def spelling_of_reference(self, cursor: Cursor) -> str:
        """The name an overload set was called by."""
        return text_of(self.lib.getCursorSpelling(cursor))

    def near(self, node: Node, values: bool = False) -> tuple[Declared, ...]:
        """The declarations that the references directly below a node lead to; with `values` constants, too."""
        found: list[Declared] = []
        for child in node.children:
            if values and child.kind in _VALUES:
                found += self._constants(child)
            elif child.kind in _NEAR:
                referenced = self.lib.getCursorReferenced(child.cursor)
                if referenced.kind in kinds.DECLARATIONS:
                    declared = self.declarations.of(referenced)
                    self.use(declared)
                    found.append(declared)
                if child.kind == kinds.DECL_REF:
                    found += self.near(child, values)
        return tuple(found)

    def _constants(self, node: Node) -> Iterator[Declared]:
        """The global constants that an expression of values names."""
        for child in node.children:
            if child.kind in _VALUES:
                yield from self._constants(child)
            elif child.kind == kinds.DECL_REF:
                referenced = self.lib.getCursorReferenced(child.cursor)
                if referenced.kind == kinds.VARIABLE:
                    declared = self.declarations.of(referenced)
                    if declared.kind == "global":
                        self.use(declared)
                        yield declared

    def _macro(self, name: str) -> str | None:
        """The body of a macro without parameters; None for other words, and where its definitions differ."""
        if self._defined is None:
            self._defined = defaultdict(list)
            for one in self.macro_definitions:
                self._defined[text_of(self.lib.getCursorSpelling(one))].append(one)
        bodies = {self._body(one, name) for one in self._defined.get(name, ())}
        return bodies.pop() if len(bodies) == 1 else None

    def _body(self, definition: Cursor, name: str) -> str | None:
        extent = self.lib.getCursorExtent(definition)
        text = self.positions.text(extent.begin, extent.end) or ""
        body = text.removeprefix(name)
        return None if body is text or body.startswith("(") else _CONTINUED.sub(" ", body).strip() or None

    def names_near(self, node: Node) -> typetext.Names:
        """What the words in a node's text mean."""
        return self.names(self.near(node, values=True))

    def names(self, near: tuple[Declared, ...]) -> typetext.Names:
        """What words mean beside the declarations `near`; what is meant is used."""

        def meaning(path: str) -> typetext.Meaning | None:
            declared = self.declarations.meant(path, near)
            if declared is None:
                body = self._macro(path)
                return None if body is None else typetext.Meaning("macro", body)
            self.use(declared)
            return typetext.Meaning(declared.kind, declared.name, declared.key)

        return meaning


class Types:
    """Types by their spelling, with names resolved through the references that clang gives beside it."""

    def __init__(self, context: Context) -> None:
        # Only weakly, as the context holds these: without a cycle it all goes at once, and no collector must find it.
        self._context: Context = proxy(context)
        self._lib = library()
        self._known: dict[tuple[str, tuple[int, ...]], Type] = {}

    def of_cursor(self, node: Node) -> Type:
        """The type of an expression, a variable, a field, a parameter or a base."""
        return self.of(self._lib.getCursorType(node.cursor), node)

    def result_of(self, node: Node) -> Type:
        """The type a function returns."""
        return self.of(self._lib.getCursorResultType(node.cursor), node)

    def of(self, clang_type: ClangType, node: Node) -> Type:
        """A clang type, spelled beside the references of `node`."""
        spelling = text_of(self._lib.getTypeSpelling(clang_type))
        near = self._context.near(node, values="<" in spelling)
        key = (spelling, tuple(one.cursor.decl or 0 for one in near))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._read(spelling, clang_type, near)
        if not known.name and node.kind in _DECLARATORS:
            return self._as_written(node, near) or known
        return known

    def _read(self, spelling: str, clang_type: ClangType, near: tuple[Declared, ...]) -> Type:
        if (nameless := _NAMELESS.search(spelling)) is not None:
            # The spelling would name a path of the machine.
            return Type("", text=nameless.group(1))
        declared = self._declaration(clang_type)
        if declared is not None:
            near = (*near, declared, *self._own_parameters(spelling, declared))
        found = self._parsed(spelling, near)
        if not found.name and "type-parameter" not in spelling:
            canonical = text_of(self._lib.getTypeSpelling(self._lib.getCanonicalType(clang_type)))
            if canonical != spelling and "type-parameter" not in canonical:
                other = self._parsed(canonical, near)
                return other if other.name else found
        return found

    def _own_parameters(self, spelling: str, declared: Declared) -> list[Declared]:
        """The template parameters of a class that clang spells with these where its bare name is written."""
        declarations = self._context.declarations
        for cursor in declarations.classes_by_name.get(declared.plain, ()) if f"{declared.plain}<" in spelling else ():
            if cursor.kind == kinds.CLASS_TEMPLATE and declarations.path(cursor)[0] == declared.name:
                own = [declarations.of(one) for one in children(cursor) if one.kind in kinds.TEMPLATE_PARAMETERS]
                if f"{declared.plain}<{', '.join(one.plain for one in own)}>" in spelling:
                    return own
        return []

    def _as_written(self, node: Node, near: tuple[Declared, ...]) -> Type | None:
        """The text before the name of what is declared: clang has no spelling for some template arguments."""
        extent = self._lib.getCursorExtent(node.cursor)
        name = self._lib.getCursorLocation(node.cursor).raw
        text = self._context.positions.text(extent.begin, name) if extent.begin <= name else None
        if text is None:
            return None
        found = self._parsed(_SPECIFIER.sub(" ", text), near)
        return found if found.name else None

    def _parsed(self, text: str, near: tuple[Declared, ...]) -> Type:
        return typetext.type_of(text, self._context.positions.nowhere, self._context.names(near))

    def _declaration(self, clang_type: ClangType) -> Declared | None:
        cursor = self._lib.getTypeDeclaration(clang_type)
        if cursor.kind in kinds.CLASSES or cursor.kind in kinds.ALIASES or cursor.kind == kinds.ENUM:
            declared = self._context.declarations.of(cursor)
            if declared.plain:
                self._context.use(declared)
                return declared
        return None
