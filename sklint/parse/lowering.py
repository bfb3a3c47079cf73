"""From a parsed translation unit to a Program: index, entries, the worklist, errors and sites."""

# Paths stay text here: clang asks for them in the very spelling it was given.
# ruff: noqa: PTH100

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sklint.collect.text import may_hold_entries
from sklint.collect.tree import HEADERS
from sklint.parse import kinds, native
from sklint.parse.bodies import bodies_of, users_of_macros
from sklint.parse.context import Context
from sklint.parse.declared import Declarations, Declared
from sklint.parse.functions import alias_of, class_of, function_of, global_of
from sklint.parse.includes import Closure, led_to, of_the_toolchain
from sklint.parse.native import Cursor, text_of
from sklint.parse.nodes import tree
from sklint.parse.positions import Positions, SourceFile
from sklint.parse.sites import (
    FileText,
    asks_for_architecture,
    entries_left_out,
    names_sites,
    names_words,
    sites_elsewhere,
    sites_of,
    words_of,
)
from sklint.parse.translation import Translation
from sklint.parse.variables import variable_template
from sklint.program import BUILD_TYPE, Alias, Class, Function, Problem, Program, Site, Variable

_ENTRY = frozenset({"global", "sk"})
# What the stubs make of macros that state something of a kernel at file scope: `SK_BIND`, `KERNEL_TASK_TYPE…`,
# `ASCENDC_TPL_ARGS_DECL`, `ASCENDC_TPL_SEL`.
_STATED = ("sklint_bind_", "sklint_task_type_", "sklint_declared_", "sklint_selections_")


@dataclass(frozen=True, slots=True)
class Target:
    """What a program is made for; with `everything`, unreached functions and classes of the user are wanted too."""

    path: str
    architecture: int
    core_kind: str
    stub_folders: tuple[str, ...]
    prelude: str
    everything: bool


class Lowering:
    """The state of one unit's lowering."""

    def __init__(self, translation: Translation, target: Target, closure: Closure) -> None:
        self.translation = translation
        self.target = target
        self.closure = closure
        self.positions = Positions(translation.handle, target.stub_folders)
        self.declarations = Declarations(self.positions)
        self.context = Context(self.positions, self.declarations)
        self.context.stub_parameters = target.everything
        self.roots: list[Cursor] = []
        self.statements: list[Cursor] = []
        self.indexed_functions: list[Cursor] = []
        self.indexed_aliases: list[Cursor] = []
        self.macros: list[Cursor] = []
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, list[Class]] = {}
        self.aliases: dict[str, Alias] = {}
        self.globals: dict[str, Variable] = {}
        self.problems: list[Problem] = []

    def program(self) -> Program:
        """Everything, once."""
        self._index()
        entries = self._entries()
        self._drain()
        errors = self._diagnose()
        functions = self._completeness(errors)
        # of host code nobody asks for them
        sites, words = ((), ()) if self.target.everything else self._sites()
        included = set(self.translation.included())
        healed = {asked: answer for asked, answer in self.closure.healed.items() if answer and asked in included}
        nowhere = {
            self.closure.asked[at] for at, answer in self.closure.healed.items() if not answer and at in included
        }
        missing = sorted(name for name in nowhere if not of_the_toolchain(name))
        return Program(
            self.target.path,
            self.target.architecture,
            self.target.core_kind,
            functions,
            {name: tuple(found) for name, found in self.classes.items()},
            self.aliases,
            self.globals,
            dict(self.context.enumerators),
            tuple(entries),
            tuple(sorted(self._user_files(included))),
            sites,
            tuple(self.problems),
            healed,
            tuple(missing),
            words,
            left_out=() if entries or self.target.everything else self._left_out(),
            elsewhere=() if self.target.everything else self._elsewhere(),
        )

    def _user_files(self, included: set[str]) -> set[str]:
        folders = self.target.stub_folders
        return {
            os.path.abspath(name)
            for name in included
            if not os.path.abspath(name).startswith(folders)
            and not name.endswith(".pch")
            and name not in self.closure.healed
        }

    # ------------------------------------------------------------------------------------------------- index

    def _index(self) -> None:
        declarations = self.declarations
        lib = self.context.lib
        functions = self.indexed_functions
        classes: list[Cursor] = []
        through = (kinds.NAMESPACE, kinds.LINKAGE, kinds.UNEXPOSED_DECLARATION)
        variables: list[Cursor] = []

        def visit(cursor: Cursor, _parent: Cursor, _: Any) -> int:
            kind = cursor.kind
            if kind in kinds.FUNCTIONS:
                functions.append(cursor)
                return 1
            if kind in kinds.CLASSES:
                classes.append(cursor)
                return 2
            if kind == kinds.MACRO_EXPANSION:
                self.macros.append(cursor)
            elif kind == kinds.MACRO_DEFINITION:
                self.context.macro_definitions.append(cursor)
            elif kind == kinds.UNEXPOSED_DECLARATION:
                variables.append(cursor)
            elif kind == kinds.VARIABLE:
                self.statements.append(cursor)
            elif kind == kinds.TYPE_ALIAS and declarations.spelling(cursor).startswith(BUILD_TYPE):
                # a template argument that is read as text names it where clang sees what the build defines it as
                self.aliases[declarations.spelling(cursor)] = alias_of(self.context, tree(cursor))
            elif kind in kinds.ALIASES and self.target.everything:
                self.indexed_aliases.append(cursor)
            return 2 if kind in through else 1

        lib.visitChildren(lib.getTranslationUnitCursor(self.translation.handle), native.VISITOR(visit), None)
        if not self.translation.precompiled:
            functions[:], classes[:] = self._of_users(functions), self._of_users(classes)
        declarations.indexed.update(cursor.decl or 0 for cursor in functions)
        declarations.indexed.update(cursor.decl or 0 for cursor in classes)
        for cursor in functions:
            declarations.by_name.setdefault(declarations.spelling(cursor), []).append(cursor)
            if cursor.kind in (kinds.FUNCTION, kinds.FUNCTION_TEMPLATE):
                self.roots.append(cursor)
        declarations.indexed.update(cursor.decl or 0 for cursor in variables)
        for cursor in variables:
            if name := declarations.spelling(cursor):
                declarations.variable_templates.setdefault(name, []).append(cursor)
        for cursor in classes:
            declarations.classes_by_name.setdefault(declarations.spelling(cursor), []).append(cursor)

    def _of_users(self, cursors: list[Cursor]) -> list[Cursor]:
        """Without the declarations of stubs that were read as text: clang numbers what it reads in order, the main
        file first, then the stubs, then the prelude and what the user includes."""
        lib = self.context.lib
        first, last = self.translation.bounds(self.target.path, self.target.prelude)
        located = ((cursor, lib.getCursorLocation(cursor).raw & ~native.MACRO_BIT) for cursor in cursors)
        return [cursor for cursor, raw in located if raw <= first or raw >= last]

    def _entries(self) -> list[str]:
        entries: dict[str, None] = {}
        template = False
        for cursor in self.statements:
            if self.declarations.spelling(cursor).startswith(_STATED):
                self.context.use(self.declarations.of(cursor))
        for cursor in self.roots:
            if self._is_entry(cursor):
                declared = self.declarations.of(cursor)
                if declared.user:
                    entries[declared.key] = None
                    self.context.use(declared)
                    template = template or cursor.kind == kinds.FUNCTION_TEMPLATE
        if self.target.everything:
            # A tiling class may be named by its registration alone.
            by_name = (*self.declarations.by_name.values(), *self.declarations.classes_by_name.values())
            for cursors in (*by_name, self.indexed_aliases):
                for cursor in cursors:
                    declared = self.declarations.of(cursor)
                    if declared.user:
                        self.context.use(declared)
        # who launches a template names its arguments, and with them the classes that the kernel is made of
        if (template and any(scan.launches for scan in self.closure.files.values())) or (
            not entries and self.target.path.endswith(HEADERS)
        ):
            self._use_own()
        return list(entries)

    def _use_own(self) -> None:
        """A header that no kernel includes, and a source that launches its kernels, is read for its own functions."""
        lib = self.context.lib
        first, _ = self.translation.bounds(self.target.path, self.target.prelude)
        for cursor in self.indexed_functions:
            if lib.getCursorLocation(cursor).raw & ~native.MACRO_BIT <= first:
                for one in (cursor, lib.getCursorSemanticParent(cursor)):
                    declared = self.declarations.of(one)
                    if declared.user:
                        self.context.use(declared)

    def _is_entry(self, cursor: Cursor) -> bool:
        """Attributes come first among a declaration's children, behind template parameters."""
        lib = self.context.lib
        found = False

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            nonlocal found
            if child.kind in kinds.TEMPLATE_PARAMETERS:
                return 1
            if child.kind < kinds.FIRST_ATTRIBUTE or child.kind >= kinds.ALIAS_TEMPLATE:
                return 0
            if child.kind == kinds.ANNOTATION and text_of(lib.getCursorSpelling(child)) in _ENTRY:
                found = True
                return 0
            return 1

        lib.visitChildren(cursor, native.VISITOR(visit), None)
        return found

    # -------------------------------------------------------------------------------------------------- lower

    def _drain(self) -> None:
        wanted = self.context.wanted
        while wanted:
            declared = wanted.popleft()
            try:
                self._lower(declared)
            except RecursionError:
                raw = self.context.lib.getCursorLocation(declared.cursor).raw
                at = self.positions.span(raw, raw)
                self.problems.append(Problem("fatal", f"`{declared.name}` is nested too deeply to be read", at))

    def _lower(self, declared: Declared) -> None:
        match declared.kind:
            case "function" if declared.cursor.kind == kinds.UNEXPOSED_DECLARATION:
                if declared.user and (variable := variable_template(self.context, declared)) is not None:
                    self.functions.setdefault(declared.key, variable)
            case "function":
                if declared.key not in self.functions:
                    self.functions[declared.key] = function_of(self.context, declared)
            case "global":
                if declared.key not in self.globals:
                    self.globals[declared.key] = global_of(self.context, declared)
            case _ if declared.cursor.kind in kinds.CLASSES:
                self._lower_class(declared)
            case _ if declared.user and declared.cursor.kind in kinds.ALIASES:
                self.aliases[declared.name] = alias_of(self.context, tree(declared.cursor))

    def _lower_class(self, declared: Declared) -> None:
        """A class with all that share its name: the walk chooses among specialisations."""
        if declared.name in self.classes:
            return
        found = self.classes[declared.name] = []
        others = [
            self.declarations.of(cursor)
            for cursor in self.declarations.classes_by_name.get(declared.plain, ())
            if declared.user
        ]
        keys: set[str] = set()
        for one in (declared, *others):
            if one.name == declared.name and (one is declared or one.user):
                lowered = class_of(self.context, one)
                if lowered.key not in keys:
                    keys.add(lowered.key)
                    found.append(lowered)

    # -------------------------------------------------------------------------------------------------- sites

    def _sites(self) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
        files = {file.path: file for file in self.positions.user_files(self.translation.included())}
        wanted = [file for _, file in sorted(files.items()) if names_sites(file.text.data)]
        if not wanted:
            return (), ()
        skipped = self._skipped()
        bodies = bodies_of(self.context, self.indexed_functions, files.values())
        texts = [
            FileText(
                file,
                tuple(skipped.get(file.path, ())),
                bodies[file.path].names,
                bodies[file.path].function_at,
                bodies[file.path].attributes_at,
            )
            for file in wanted
        ]
        sites = tuple(site for text in texts for site in sites_of(text))
        if not names_words(texts):
            return sites, ()
        users_of = users_of_macros(self.context, self.macros, files.values(), bodies)
        return sites, tuple(site for text in texts for site in words_of(text, users_of))

    def _skipped(self) -> dict[str, list[tuple[int, int]]]:
        """For each file the byte ranges that `#if` left out."""
        skipped: dict[str, list[tuple[int, int]]] = {}
        for begin, end in self.translation.skipped():
            start, stop = self.positions.place(begin), self.positions.place(end)
            if start is not None and stop is not None:
                skipped.setdefault(start.file.path, []).append((start.offset, stop.offset))
        return skipped

    def _left_out(self) -> tuple[Site, ...]:
        included = self.positions.user_files(self.translation.included())
        files = [file for file in included if may_hold_entries(file.text.data)]
        return tuple(site for text in self._with_skipped(files) for site in entries_left_out(text))

    def _elsewhere(self) -> tuple[Site, ...]:
        own = [file for file in self.positions.user_files(self.translation.included()) if file.path == self.target.path]
        files = [file for file in own if asks_for_architecture(file.text.data)]
        read_by_clang = {os.path.normpath(path) for path in self.translation.included()} if files else set()

        def brings_code(name: str) -> bool:
            return any(
                scan.functions and path not in read_by_clang
                for path in led_to(self.closure, self.target.path, name)
                if (scan := self.closure.files.get(path)) is not None
            )

        return tuple(site for text in self._with_skipped(files) for site in sites_elsewhere(text, brings_code))

    def _with_skipped(self, files: Sequence[SourceFile]) -> list[FileText]:
        """Files with what an `#if` leaves out of them; which function that stands in is not asked."""
        skipped = self._skipped() if files else {}
        return [FileText(file, tuple(skipped.get(file.path, ())), (), lambda _: "", lambda _: ()) for file in files]

    # ------------------------------------------------------------------------------------------------- errors

    def _diagnose(self) -> list[tuple[SourceFile, int]]:
        places = []
        for one in self.translation.diagnostics():
            place = self.positions.place(one.raw)
            if place is not None and place.file.path == self.target.prelude:
                continue
            at = self.positions.span(one.raw, one.raw) if place is not None else None
            self.problems.append(Problem("fatal" if one.severity == 4 else "error", one.message, at))
            if place is not None:
                places.append((place.file, place.offset))
        return places

    def _completeness(self, errors: Sequence[tuple[SourceFile, int]]) -> dict[str, Function]:
        if not errors:
            return self.functions
        lines: dict[str, list[tuple[int, int]]] = {}
        for file, offset in errors:
            lines.setdefault(file.path, []).append(file.text.place(offset))
        done: dict[str, Function] = {}
        for key, function in self.functions.items():
            at = function.at
            broken = function.body is not None and any(
                (at.line, at.column) <= place <= (at.end_line, at.end_column) for place in lines.get(at.path, ())
            )
            done[key] = replace(function, complete=False) if broken else function
        return done
