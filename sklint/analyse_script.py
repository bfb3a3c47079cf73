"""The analysis of one model script, as a worker runs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sklint.checks import checks
from sklint.collect.tree import Skipped, read
from sklint.facts.socs import Soc, read_platform_file, soc_named
from sklint.finding import Finding, NotAnalysed, Step, message
from sklint.fuse.options import FLUSH_OFF, fuse_options
from sklint.fuse.outcome import plain_type
from sklint.fuse.scopes import NamedScope, OptionPlace
from sklint.program import Span
from sklint.scripts.model import Script
from sklint.scripts.read import read_script
from sklint.scripts.reading import UnreadableScriptError
from sklint.scripts.value import HOLE, Text
from sklint.task import FileReport, Options


def analyse_script(path: str, options: Options) -> FileReport:
    """Read and check one model script; what cannot be followed in it is said, what cannot be read is SK001."""
    source = read(path)
    if isinstance(source, Skipped):
        reason = message("not readable: {reason}", reason=source.reason)
        return FileReport(not_analysed=(NotAnalysed(path, 1, reason),))
    try:
        script = read_script(path, source, _soc(options))
    except UnreadableScriptError as error:
        return FileReport(files=(path,), not_analysed=(NotAnalysed(path, max(error.line, 1), error.reason),))
    findings = [finding for check in checks("check_script", options.select) for finding in check(script)]
    findings += (
        Finding("SK002", "info", "proved", entry.what, entry.at, trace=(Step(entry.at, entry.why),))
        for entry in script.untraced
    )
    return FileReport(findings=tuple(findings), files=(path,), scopes=tuple(_named(script)))


def unflushed_operators(paths: Iterable[str], options: Options) -> tuple[tuple[str, Span], ...]:
    """The operator types that scripts take all cache flushes from, and where they say so.

    Only GE means that by `dcci-disable-on-kernel`; elsewhere the option turns the accessors' flush on.
    """
    if options.path != "ge":
        return ()
    found: dict[tuple[str, Span], None] = {}
    for path in paths:
        source = read(path)
        if isinstance(source, Skipped) or FLUSH_OFF.encode() not in source:
            continue
        for scope in analyse_script(path, replace(options, select=frozenset())).scopes:
            at = next((place.at for place in scope.places if place.name == FLUSH_OFF), scope.at)
            found.update(dict.fromkeys((plain_type(name), at) for name in fuse_options(scope.options).flush_off))
    return tuple(found)


def _named(script: Script) -> Iterator[NamedScope]:
    """The scopes that one known name and one known option text make."""
    for scope in script.scopes:
        match scope.label, scope.options:
            case (Text(value=name),), (Text(value=options),) if HOLE not in name + options and not scope.deliberate:
                places = (OptionPlace(part.name, part.name_at) for part in scope.strings[0])
                yield NamedScope(name, options, scope.at, tuple(places))


def _soc(options: Options) -> Soc | None:
    if options.soc_config:
        return read_platform_file(Path(options.soc_config))
    return soc_named(options.soc) if options.soc else None
