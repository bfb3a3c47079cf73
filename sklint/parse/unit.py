"""One source file to one Program: heal, parse, index, lower what is reached, and account for the sites."""

# Paths stay text here: clang asks for them in the very spelling it was given.
# ruff: noqa: PTH

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from sklint.parse import kinds, native, tiling
from sklint.parse.context import Context
from sklint.parse.declared import Declarations, Declared
from sklint.parse.functions import alias_of, class_of, function_of, global_of
from sklint.parse.includes import Closure, HeaderIndex, HealMemory, closure_of
from sklint.parse.native import Cursor, text_of
from sklint.parse.nodes import tree
from sklint.parse.positions import Positions, SourceFile
from sklint.parse.precompiled import forget, precompiled
from sklint.parse.prelude import PRELUDE_NAME, prelude
from sklint.parse.source import UnreadableSource, read, rewritten
from sklint.parse.translation import ARGUMENTS, ClangFailure, Translation
from sklint.program import Alias, Class, Function, Problem, Program, Variable

_STUBS = Path(__file__).resolve().parent.parent / "stubs"
_ENTRY = frozenset({"global", "sk"})
_STACK = 512 * 1024 * 1024
_FRAMES = 30_000
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Which stubs a kind of file is read with: folders in order, and the header that is always included."""

    folders: tuple[str, ...]
    header: str
    kernel: bool


KERNEL = Surroundings(
    (str(_STUBS / "cpp"), str(_STUBS / "kernel"), str(_STUBS / "kernel" / "a5")),
    str(_STUBS / "kernel" / "kernel_operator.h"),
    True,
)
HOST = Surroundings((str(_STUBS / "cpp"), str(_STUBS / "host")), str(_STUBS / "host" / "sklint_host.h"), False)


def parse_unit(
    path: str,
    architecture: int,
    *,
    core_kind: str = "",
    headers: HeaderIndex = None,
    include_dirs: Sequence[str] = (),
    defines: Sequence[str] = (),
    cann: str | None = None,
    memory: HealMemory | None = None,
    tiling_sources: Sequence[str] = (),
) -> Program:
    """The program of one kernel file, with what its entries reach.

    `architecture` is 2201 or 3510; `core_kind` is aic, aiv or empty. `headers` answers for includes that no path
    finds; `cann` is a CANN installation whose headers are searched last. Raises UnreadableSource.
    """
    job = _Job(
        os.path.abspath(path),
        architecture,
        core_kind,
        headers,
        (*include_dirs, *_cann_folders(cann)),
        tuple(defines),
        memory if memory is not None else HealMemory(),
        tuple(tiling_sources),
        KERNEL,
    )
    return _deeply(job.run)


def parse_host(
    path: str,
    architecture: int = 2201,
    *,
    headers: HeaderIndex = None,
    include_dirs: Sequence[str] = (),
    defines: Sequence[str] = (),
    memory: HealMemory | None = None,
) -> Program:
    """The program of one host file (tiling, launcher): every function that its user files define."""
    job = _Job(
        os.path.abspath(path),
        architecture,
        "",
        headers,
        tuple(include_dirs),
        tuple(defines),
        memory if memory is not None else HealMemory(),
        (),
        HOST,
    )
    return _deeply(job.run)


def _cann_folders(cann: str | None) -> tuple[str, ...]:
    return (os.path.join(cann, "include"),) if cann else ()


def _deeply(work: Callable[[], _Result]) -> _Result:
    """Run where deep but legal code does not end the recursion: a thread with its own large stack."""
    outcome: list[Any] = []

    def body() -> None:
        try:
            outcome.append((work(), None))
        except BaseException as error:
            outcome.append((None, error))

    before = sys.getrecursionlimit()
    old = threading.stack_size(_STACK)
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        thread = threading.Thread(target=body, name="sklint-parse")
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(before)
        threading.stack_size(old)
    result, error = outcome[0]
    if error is not None:
        raise error
    found: _Result = result
    return found


@dataclass(slots=True)
class _Job:
    path: str
    architecture: int
    core_kind: str
    headers: HeaderIndex
    include_dirs: tuple[str, ...]
    defines: tuple[str, ...]
    memory: HealMemory
    tiling_sources: tuple[str, ...]
    surroundings: Surroundings

    def run(self) -> Program:
        read(self.path)
        folders = self.surroundings.folders
        closure = closure_of(self.path, self.headers, folders, self.include_dirs, self.memory)
        translation = self._parse(closure)
        try:
            return _Lowering(translation, self, closure).program()
        finally:
            translation.close()

    def _arguments(self) -> tuple[str, ...]:
        folders = [part for folder in self.surroundings.folders for part in ("-I", folder)]
        return (*ARGUMENTS, *folders, f"-D__NPU_ARCH__={self.architecture}")

    def _parse(self, closure: Closure) -> Translation:
        arguments = self._arguments()
        before = os.path.join(self.surroundings.folders[0], PRELUDE_NAME)
        extra = [part for folder in self.include_dirs for part in ("-I", folder)]
        extra += [f"-D{define}" for define in self.defines]
        extra += ["-include", before]
        unsaved = self._unsaved(closure)
        unsaved[before] = self._prelude(closure).encode()
        options = native.KEEP_GOING | native.INCOMPLETE
        header = self.surroundings.header
        stubs = precompiled(header, arguments, self.surroundings.folders)
        if stubs is not None:
            try:
                found = Translation(self.path, (*arguments, "-include-pch", stubs, *extra), unsaved, options)
                if not any(one.severity == 4 and "PCH" in one.message for one in found.diagnostics()):
                    return found
                found.close()
            except ClangFailure:
                pass
            forget(header, arguments, self.surroundings.folders)
        return Translation(self.path, (*arguments, "-include", header, *extra), unsaved, options)

    def _unsaved(self, closure: Closure) -> dict[str, bytes]:
        unsaved: dict[str, bytes] = {}
        for asked, answer in closure.healed.items():
            unsaved[asked] = b'#include "' + os.fsencode(answer) + b'"\n' if answer else b""
        for path, scan in closure.files.items():
            if scan.rewritten:
                try:
                    unsaved[path] = rewritten(read(path))
                except UnreadableSource:
                    continue
        return unsaved

    def _prelude(self, closure: Closure) -> str:
        structs = chosen = ""
        if self.tiling_sources:
            found = tiling.tiling_structs(self.tiling_sources)
            already = {name for scan in closure.files.values() for name in scan.structs}
            structs = tiling.declarations(found, already)
            stem = os.path.splitext(os.path.basename(self.path))[0]
            chosen = tiling.registered_struct(found, (stem, stem.removesuffix("_apt")))
        return prelude(
            closure, self.architecture, self.core_kind, (), structs, chosen, self.surroundings.kernel
        )


class _Lowering:
    """The state of one unit's lowering."""

    def __init__(self, translation: Translation, job: _Job, closure: Closure) -> None:
        self.translation = translation
        self.job = job
        self.closure = closure
        self.positions = Positions(translation.handle, job.surroundings.folders)
        self.declarations = Declarations(self.positions)
        self.context = Context(self.positions, self.declarations)
        self.roots: list[Cursor] = []
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, list[Class]] = {}
        self.aliases: dict[str, Alias] = {}
        self.globals: dict[str, Variable] = {}
        self.problems: list[Problem] = []

    def program(self) -> Program:
        self._index()
        entries = self._entries()
        self._drain()
        errors = self._diagnose()
        functions = self._completeness(errors)
        included = set(self.translation.included())
        healed = {asked: answer for asked, answer in self.closure.healed.items() if answer and asked in included}
        missing = sorted(
            {self.closure.asked[asked] for asked, answer in self.closure.healed.items() if not answer and asked in included}
        )
        return Program(
            self.job.path,
            self.job.architecture,
            self.job.core_kind,
            functions,
            {name: tuple(found) for name, found in self.classes.items()},
            self.aliases,
            self.globals,
            dict(self.context.enumerators),
            tuple(entries),
            tuple(sorted(self._user_files(included))),
            (),
            tuple(self.problems),
            healed,
            tuple(missing),
        )

    def _user_files(self, included: set[str]) -> set[str]:
        folders = self.job.surroundings.folders
        return {
            os.path.abspath(name)
            for name in included
            if not os.path.abspath(name).startswith(folders) and not name.endswith(".pch")
            and name not in self.closure.healed
        }

    # ------------------------------------------------------------------------------------------------- index

    def _index(self) -> None:
        declarations = self.declarations
        lib = self.context.lib
        functions: list[Cursor] = []
        classes: list[Cursor] = []
        through = (kinds.NAMESPACE, kinds.LINKAGE, 1)

        def visit(cursor: Cursor, _parent: Cursor, _: Any) -> int:
            kind = cursor.kind
            if kind in kinds.FUNCTIONS:
                functions.append(cursor)
                return 1
            if kind in kinds.CLASSES:
                classes.append(cursor)
                return 2
            return 2 if kind in through else 1

        lib.visitChildren(lib.getTranslationUnitCursor(self.translation.handle), native.VISITOR(visit), None)
        declarations.indexed.update(cursor.decl or 0 for cursor in functions)
        declarations.indexed.update(cursor.decl or 0 for cursor in classes)
        for cursor in functions:
            declarations.by_name.setdefault(declarations.spelling(cursor), []).append(cursor)
            if cursor.kind in (kinds.FUNCTION, kinds.FUNCTION_TEMPLATE):
                self.roots.append(cursor)
        for cursor in classes:
            declarations.classes_by_name.setdefault(declarations.spelling(cursor), []).append(cursor)

    def _entries(self) -> list[str]:
        entries: dict[str, None] = {}
        for cursor in self.roots:
            if self._is_entry(cursor):
                declared = self.declarations.of(cursor)
                if declared.user:
                    entries[declared.key] = None
                    self.context.use(declared)
        if not self.job.surroundings.kernel:
            for cursors in self.declarations.by_name.values():
                for cursor in cursors:
                    declared = self.declarations.of(cursor)
                    if declared.user:
                        self.context.use(declared)
        return list(entries)

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

    # ------------------------------------------------------------------------------------------------- errors

    def _diagnose(self) -> list[tuple[SourceFile, int]]:
        places = []
        for one in self.translation.diagnostics():
            place = self.positions.place(one.raw)
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
