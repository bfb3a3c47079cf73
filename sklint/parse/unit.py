"""One source file to one Program: heal, parse, index, lower what is reached, and account for the sites."""

# Paths stay text here: clang asks for them in the very spelling it was given.
# ruff: noqa: PTH100, PTH118, PTH119, PTH122

from __future__ import annotations

import gc
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sklint import overlay
from sklint.collect.text import may_hold_entries
from sklint.deep import deeply
from sklint.parse import guessed, native, tiling
from sklint.parse.builds import Columns, absent_of, builds_of, types_of
from sklint.parse.columns import columns_of
from sklint.parse.includes import Closure, HeaderIndex, HealMemory, closure_of
from sklint.parse.lowering import Lowering, Target
from sklint.parse.precompiled import forget, precompiled
from sklint.parse.prelude import PRELUDE_NAME, prelude
from sklint.parse.source import UnreadableSource, read, rewritten
from sklint.parse.switches import switches_of
from sklint.parse.translation import ARGUMENTS, ClangError, Translation
from sklint.program import Program, Span

_STUBS = Path(__file__).resolve().parent.parent / "stubs"
# what host code asks of the device, which may stand in one file with its kernel
_RUNTIME = str(_STUBS / "runtime")
_REFUSED = re.compile(r"PCH|precompiled|AST file")
_UNDECLARED = re.compile(r"(?:unknown type name|undeclared identifier) '(\w+)'")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Which stubs a kind of file is read with: folders in order, and the header that is always included."""

    folders: tuple[str, ...]
    header: str
    kernel: bool


KERNEL = Surroundings(
    (str(_STUBS / "cpp"), str(_STUBS / "kernel"), str(_STUBS / "kernel" / "a5"), _RUNTIME),
    str(_STUBS / "kernel" / "kernel_operator.h"),
    True,
)
HOST = Surroundings(
    (str(_STUBS / "cpp"), str(_STUBS / "host"), _RUNTIME), str(_STUBS / "host" / "sklint_host.h"), False
)


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
    build: int = 0,
) -> Program:
    """The program of one kernel file, with what its entries reach.

    `build` counts the builds for other data types, of which `Program.builds` tells the number.

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
        build,
    )
    return _program_of(job)


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
    return _program_of(job)


def _cann_folders(cann: str | None) -> tuple[str, ...]:
    return (os.path.join(cann, "include"),) if cann else ()


def _program_of(job: _Job) -> Program:
    """Run a job where nothing looks for cycles: nodes and program are trees, and it costs a quarter of the lowering."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return deeply(job.run)
    finally:
        if collecting:
            gc.enable()


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
    build: int = 0
    # what the operator's definition lists, and the data types and formats of all builds
    columns: Columns = ()
    builds: Sequence[Mapping[str, str]] = ({},)

    def run(self) -> Program:
        read(self.path)
        folders = self.surroundings.folders
        closure = closure_of(self.path, self.headers, folders, self.include_dirs, self.memory)
        if self.surroundings.kernel:
            self.columns = columns_of(self.tiling_sources)
            self.builds = builds_of(closure, self.columns)
        forced: frozenset[str] = frozenset()
        translation = self._parse(closure, forced)
        # One word may hide the next; more than a few rounds would be a file that no guess helps.
        for _ in range(3):
            if not (unforeseen := self._unforeseen(translation, closure) - forced):
                break
            translation.close()
            forced |= unforeseen
            translation = self._parse(closure, forced)
        try:
            program = Lowering(translation, self.target(), closure).program()
            if not self.surroundings.kernel:
                return program
            if not program.entries and (switches := self._switches(closure, translation)):
                return replace(self, defines=(*self.defines, *switches)).run()
            # a header for other hardware may stand in an `#if` that is not taken: its keys are not those of this build
            read_by_clang = {os.path.abspath(path) for path in (self.path, *translation.included())}
            scans = {
                own: scan for path, scan in closure.files.items() if (own := os.path.abspath(path)) in read_by_clang
            }
            selected: dict[str, Span] = {}
            for path, scan in scans.items():
                for name, at in scan.kernel_types.items():
                    selected.setdefault(name, Span(path, *at))
            return replace(
                program,
                builds=len(self.builds),
                build_types=types_of(self.columns) if program.aliases else {},
                selected_types=dict(sorted(selected.items())),
                selects_keys=any(scan.selects_keys for scan in scans.values()),
                untyped_keys=any(scan.untyped_keys for scan in scans.values()),
                dual_master=any(scan.dual_master for scan in scans.values()),
            )
        finally:
            translation.close()

    def target(self) -> Target:
        """What the lowering has to know of the job."""
        surroundings = self.surroundings
        return Target(
            self.path, self.architecture, self.core_kind, surroundings.folders, self._before(), not surroundings.kernel
        )

    def _unforeseen(self, translation: Translation, closure: Closure) -> frozenset[str]:
        """Words of the build that some file declares, but not in the code that this unit compiles."""
        if not self.surroundings.kernel:
            return frozenset()
        missed = {match.group(1) for one in translation.diagnostics() if (match := _UNDECLARED.search(one.message))}
        offered = {name for scan in closure.files.values() for name in scan.words | scan.tiling_types}
        return frozenset(missed & offered)

    def _switches(self, closure: Closure, translation: Translation) -> tuple[str, ...]:
        """What the project's own build has to define for the kernels of this unit to be there."""
        known = {define.partition("=")[0] for define in self.defines}
        for scan in closure.files.values():
            known |= scan.defined
        included = dict.fromkeys((self.path, *map(os.path.abspath, translation.included())))
        texts = (read(path) for path in included if path in closure.files)
        return switches_of(filter(may_hold_entries, texts), frozenset(known))

    def _before(self) -> str:
        return os.path.join(self.surroundings.folders[0], PRELUDE_NAME)

    def _arguments(self) -> tuple[str, ...]:
        folders = [part for folder in self.surroundings.folders for part in ("-I", folder)]
        return (*ARGUMENTS, *folders, f"-D__NPU_ARCH__={self.architecture}")

    def _parse(self, closure: Closure, forced: frozenset[str]) -> Translation:
        arguments = self._arguments()
        before = self._before()
        extra = [part for folder in self.include_dirs for part in ("-I", folder)]
        extra += [f"-D{define}" for define in self.defines]
        extra += ["-include", before]
        unsaved = self._unsaved(closure)
        unsaved[before] = self._prelude(closure, forced).encode()
        options = native.KEEP_GOING | native.INCOMPLETE
        if self.surroundings.kernel:
            # what `#if` left out, and which macros were used, is asked for the sites of a kernel file only
            options |= native.DETAILED_RECORD
        header = self.surroundings.header
        stubs = precompiled(header, arguments, self.surroundings.folders)
        if stubs is not None:
            try:
                found = Translation(self.path, (*arguments, "-include-pch", stubs, *extra), unsaved, options)
                if not any(one.severity == 4 and _REFUSED.search(one.message) for one in found.diagnostics()):
                    return found
                found.close()
            except ClangError:
                pass
            forget(header, arguments, self.surroundings.folders)
        return Translation(self.path, (*arguments, "-include", header, *extra), unsaved, options)

    def _unsaved(self, closure: Closure) -> dict[str, bytes]:
        unsaved: dict[str, bytes] = {}
        for asked, answer in closure.healed.items():
            unsaved[asked] = b'#include "' + os.fsencode(answer) + b'"\n' if answer else b""
        for path, scan in closure.files.items():
            if scan.rewritten or overlay.text_at(path) is not None:
                try:
                    unsaved[path] = rewritten(read(path))
                except UnreadableSource:
                    continue
        return unsaved

    def _prelude(self, closure: Closure, forced: frozenset[str]) -> str:
        if not self.surroundings.kernel:
            return prelude(closure, self.architecture, self.core_kind, kernel=False)
        already = {name for scan in closure.files.values() for name in scan.types} - forced
        found = tiling.tiling_structs(self.tiling_sources)
        if guessed.unknown_types(closure, self.surroundings.folders, found.structs, forced):
            # Code shared between operators uses the tiling data of the operator it lies in.
            found = tiling.tiling_structs((*self.tiling_sources, *tiling.host_files_of(closure.files)))
        stem = os.path.splitext(os.path.basename(self.path))[0].removesuffix("_apt")
        chosen = tiling.registered_struct(found, (stem,))
        unknown = guessed.unknown_types(closure, self.surroundings.folders, found.structs, forced)
        structs = [tiling.declarations(found, already)]
        registers = any(scan.registers_tiling for scan in closure.files.values())
        gets = any(scan.gets_tiling for scan in closure.files.values()) and not registers
        anonymous = gets and not chosen and not unknown
        if unknown or anonymous:
            structs.append(guessed.declarations(closure, unknown, anonymous))
        if gets and not chosen:
            chosen = guessed.ANONYMOUS if anonymous else guessed.likeliest(unknown, stem)
        return prelude(
            closure,
            self.architecture,
            self.core_kind,
            "\n".join(structs),
            chosen if gets else "",
            forced=forced,
            chosen=self.builds[self.build],
            absent=absent_of(closure, self.columns),
        )
