"""Settings files: found from the linted path upwards, read as data, and put together."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from sklint.finding import message
from sklint.settings.check import checked
from sklint.settings.model import Launch, Limits, Pattern, Settings, SuperKernel
from sklint.settings.place import Key, place_of
from sklint.settings.problem import SettingsError
from sklint.settings.schema import Cores, KernelLaunch, Range, SettingsFile, SuperKernelTable

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE_NAMES = (".sklint.toml", "sklint.toml", "pyproject.toml")
# Nobody writes more by hand; a data file given by mistake is refused before it is parsed.
LARGEST = 1 << 20
DEEPEST_EXTEND = 20


def nearest_file(path: Path) -> Path | None:
    """The settings file that rules over a path: in its folder or the nearest folder above that has one.

    In one folder `.sklint.toml` comes before `sklint.toml`, and both before a `pyproject.toml` with a `[tool.sklint]`.
    Raises `SettingsError` for a file on the way that cannot be read.
    """
    start = path if path.is_dir() else path.parent
    for folder in (start, *start.parents):
        for name in FILE_NAMES:
            candidate = folder / name
            if os.path.lexists(candidate) and (name != FILE_NAMES[-1] or _table(candidate)[1] is not None):
                return candidate
    return None


def load(file: Path | None, overrides: Iterable[str] = (), directory: Path | None = None) -> Settings:
    """The settings of a file (none: the defaults), with what it extends, and `key=value` overrides on top.

    Overrides are relative to `directory`, the working directory by default. Raises `SettingsError`.
    """
    settings = _extended(file, ()) if file else Settings()
    here = directory or Path.cwd()
    for text in overrides:
        settings = _combined(settings, _override(text), str(here))
    return settings


def _extended(file: Path, below: tuple[Path, ...]) -> Settings:
    text, data = _table(file)
    if data is None:
        raise SettingsError(str(file), message("the file has no table `[tool.sklint]`"))
    inner: Key = ("tool", "sklint") if file.name == FILE_NAMES[-1] else ()

    def locate(key: Key, value: str) -> str:
        return f"{file}:{place_of(text, inner + key, value)}"

    settings = checked(data, locate)
    base = Settings()
    if settings.extend is not UNSET:
        parent = _absolute(settings.extend, file.parent)
        if parent in (*below, file):
            raise SettingsError(locate(("extend",), ""), message("the settings extend themselves"))
        if len(below) >= DEEPEST_EXTEND:
            raise SettingsError(locate(("extend",), ""), message("the settings extend too many others"))
        if not os.path.lexists(parent):
            raise SettingsError(locate(("extend",), ""), message("no such file: {path}", path=parent))
        base = _extended(parent, (*below, file))
    combined = _combined(base, settings, str(file.absolute().parent))
    return replace(combined, sources=(str(file), *base.sources))


def _table(file: Path) -> tuple[str, Mapping[str, Any] | None]:
    """The text of a settings file and its table, None for a `pyproject.toml` without one."""
    text = _text(file)
    try:
        data: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, line = _position(str(error), text)
        raise SettingsError(f"{file}:{line}", message("not TOML: {reason}", reason=reason)) from None
    except RecursionError:
        raise SettingsError(str(file), message("not TOML: nested too deeply")) from None
    if file.name != FILE_NAMES[-1]:
        return text, data
    tool = data.get("tool", {})
    table = tool.get("sklint") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        line = place_of(text, ("tool", "sklint"))
        raise SettingsError(f"{file}:{line}", message("`tool.sklint` is no table"))
    return text, table


def _text(file: Path) -> str:
    try:
        if file.is_dir():
            raise SettingsError(str(file), message("a folder is no settings file"))
        if file.stat().st_size > LARGEST:
            raise SettingsError(str(file), message("larger than 1 MB, which no settings file is"))
        data = file.read_bytes()
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SettingsError(str(file), message("not readable: {reason}", reason=reason)) from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{file}:{line}", message("not UTF-8, the encoding of every TOML file")) from None


def _position(error: str, text: str) -> tuple[str, int]:
    found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", error, re.DOTALL)
    if found:
        return found[1][:1].lower() + found[1][1:], int(found[2])
    reason = re.sub(r" \(at end of document\)$", "", error)
    return reason[:1].lower() + reason[1:], text.count("\n") + 1


def _override(text: str) -> SettingsFile:
    """The settings of one `key=value` on the command line; a value that is a bare word is taken as a string."""
    place = f"--config {text}"

    def locate(key: Key, value: str) -> str:
        return place

    name, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(place, message("expected `key=value`"))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if not re.fullmatch(r"[\w.:/+-]+", value.strip()):
            reason, _ = _position(str(error), text)
            raise SettingsError(place, message("not TOML: {reason}", reason=reason)) from None
        data = tomllib.loads(f'{name}="{value.strip()}"')
    settings = checked(data, locate)
    if settings.extend is not UNSET:
        raise SettingsError(place, message("`extend` belongs in a settings file"))
    return settings


def _combined(base: Settings, file: SettingsFile, folder: str) -> Settings:
    """`base` with what a file in `folder` says on top: values replace, `extend-…` lists add, tables join."""
    changes: dict[str, Any] = {}
    for name in ("soc", "path", "language", "output_format", "rule_url", "fail_on", "min_confidence"):
        _set(changes, name, getattr(file, name))
    for name in ("jobs", "timeout"):
        _set(changes, name, getattr(file, name))
    for name in ("select", "ignore", "products", "defines"):
        if (value := getattr(file, name)) is not UNSET:
            changes[name] = tuple(value)
    for name in ("soc_config", "cann", "baseline", "compile_commands"):
        if (value := getattr(file, name)) is not UNSET:
            changes[name] = str(_absolute(value, Path(folder))) if value else ""
    if file.include is not UNSET:
        changes["include"] = tuple(str(_absolute(path, Path(folder))) for path in file.include)
    if file.select is not UNSET:
        changes["extend_select"] = ()
    if file.extend_select is not UNSET:
        changes["extend_select"] = (*changes.get("extend_select", base.extend_select), *file.extend_select)
    if file.exclude is not UNSET:
        changes["exclude"] = tuple(Pattern(folder, glob) for glob in file.exclude)
    if file.extend_exclude is not UNSET:
        added = tuple(Pattern(folder, glob) for glob in file.extend_exclude)
        changes["exclude"] = (*changes.get("exclude", base.exclude), *added)
    if file.per_file_ignores is not UNSET:
        own = ((Pattern(folder, glob), tuple(tokens)) for glob, tokens in file.per_file_ignores.items())
        changes["per_file_ignores"] = (*base.per_file_ignores, *own)
    if file.severity is not UNSET:
        changes["severity"] = tuple({**dict(base.severity), **file.severity}.items())
    if file.launch is not UNSET:
        launches = {launch.kernel: launch for launch in base.launches}
        launches |= {kernel: _launch(kernel, stated) for kernel, stated in file.launch.kernels.items()}
        limits = {limit.field: limit for limit in base.limits}
        limits |= {name: _limits(name, stated) for name, stated in file.launch.fields.items()}
        changes |= {"launches": tuple(launches.values()), "limits": tuple(limits.values())}
    settings = replace(base, **changes)
    if file.superkernel is not UNSET:
        scopes = tuple(_super_kernel(scope, settings.path) for scope in file.superkernel)
        settings = replace(settings, superkernels=scopes)
    return settings


def _absolute(path: str, folder: Path) -> Path:
    given = Path(path)
    try:
        given = given.expanduser()
    except RuntimeError:
        # `~name` of a user that this machine does not know: then it is the name of a file.
        given = Path(path)
    return Path(os.path.normpath(folder.absolute() / given))


def _set(changes: dict[str, Any], name: str, value: Any) -> None:
    if value is not UNSET:
        changes[name] = value


def _launch(kernel: str, stated: Cores | KernelLaunch) -> Launch:
    if isinstance(stated, KernelLaunch):
        return Launch(kernel, _count(stated.cores), _number(stated.schedule_mode), stated.dynamic)
    return Launch(kernel, _count(stated))


def _count(cores: Cores) -> str:
    return f"const:{cores}" if isinstance(cores, int) else cores


def _limits(name: str, stated: Range) -> Limits:
    return Limits(name, _number(stated.min), _number(stated.max))


def _number(value: int | UnsetType) -> int | None:
    return None if isinstance(value, UnsetType) else value


def _super_kernel(scope: SuperKernelTable, path: str) -> SuperKernel:
    operators = []
    for text in scope.operators:
        kernel, _, blocks = text.partition("=")
        operators.append((kernel, int(blocks) if blocks else None))
    own = path or "ge" if isinstance(scope.path, UnsetType) else scope.path
    return SuperKernel(scope.name, tuple(operators), scope.options, own, scope.soc)
