"""`sklint fuse`: what a SuperKernel is launched on, what happens to each operator, and what to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sklint.checking import CLEAN, FOUND, CommandError, Wishes, settings_tree, told
from sklint.facts.socs import PlatformFileError, Soc, UnknownSocError
from sklint.finding import Report, message
from sklint.fuse.change import judged
from sklint.fuse.kernels import KernelFacts
from sklint.fuse.operators import Statement, StatementError, SubKernel, read_statement
from sklint.fuse.scopes import NamedScope
from sklint.fusing_output import Judged, render_json, render_text
from sklint.linting import plan
from sklint.messages import language_of
from sklint.nearest import nearest
from sklint.report import output
from sklint.report.view import View
from sklint.run import Outcome, run
from sklint.scoped import resolved, soc_of, statement
from sklint.settings import Settings
from sklint.task import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The command line of `sklint fuse`; an empty value means that the option was not given."""

    operators: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    tree: tuple[str, ...] = ()
    options: str | None = None
    path: str | None = None
    soc: str | None = None
    soc_config: str | None = None
    output_format: str = "text"


@dataclass(frozen=True, slots=True)
class _Asked:
    """One scope to judge: its name (empty for one of the command line), operators, options, path and SoC.

    `options` is None where the scripts that open the scope say them.
    """

    name: str
    operators: tuple[Statement, ...]
    options: str | None
    path: str
    soc: Soc | None


def fuse_command(wanted: Wanted, wishes: Wishes) -> int:
    """Print what becomes of the scopes that were asked for; the exit code. Raises `CommandError`."""
    with told():
        paths = list(wanted.tree) or ["."]
        settings = settings_tree(wishes).of(str(Path(paths[0]).absolute()))
        if wanted.soc_config:
            settings = replace(settings, soc="", soc_config=str(Path(wanted.soc_config).absolute()))
        asked = _asked(wanted, settings)
        seen = _read(asked, paths, wishes)
        found = [_judge(one, seen.fusible, settings) for stated in asked for one in _as_opened(stated, seen.scopes)]
    language = language_of(wishes.lang or settings.language)
    view = View(report=seen.report, language=language)
    render = render_json if wanted.output_format == "json" else render_text
    output.write_to_stream("concise", render(found, view))
    return CLEAN if all(one.fusion.sound for one in found) else FOUND


def _asked(wanted: Wanted, settings: Settings) -> list[_Asked]:
    """The operators of the command line as one scope, or the scopes of the settings."""
    if wanted.operators:
        operators = tuple(_stated(text) for text in wanted.operators)
        soc = _soc(wanted.soc or "", settings)
        return [_Asked("", operators, wanted.options or "", wanted.path or settings.path or "ge", soc)]
    known = {scope.name: scope for scope in settings.superkernels}
    names = wanted.scopes or tuple(known)
    if not names:
        raise CommandError("", message("no operators: name some, or list a scope in the settings (`[[superkernel]]`)"))
    found: list[_Asked] = []
    for name in names:
        if name not in known:
            close = nearest(name, list(known))
            hint = message("no scope `{name}` in the settings, did you mean `{close}`?", name=name, close=close)
            raise CommandError("--scope", hint if close else message("no scope `{name}` in the settings", name=name))
        scope = known[name]
        operators = tuple(_stated_by_settings(*operator) for operator in scope.operators)
        soc = _soc(wanted.soc or scope.soc, settings)
        options = (scope.options or None) if wanted.options is None else wanted.options
        found.append(_Asked(name, operators, options, wanted.path or scope.path, soc))
    return found


def _stated(operator: str) -> Statement:
    try:
        return read_statement(operator)
    except StatementError as error:
        raise CommandError("OPERATORS", error.reason) from None


def _stated_by_settings(name: str, blocks: int | None) -> Statement:
    try:
        return statement(name, blocks)
    except StatementError as error:
        raise CommandError("superkernel", error.reason) from None


def _soc(name: str, settings: Settings) -> Soc | None:
    try:
        return soc_of(name, settings)
    except UnknownSocError as error:
        if error.nearest:
            said = message("unknown SoC `{name}`, did you mean `{near}`?", name=error.name, near=error.nearest)
        else:
            said = message("unknown SoC `{name}`", name=error.name)
        raise CommandError("--soc", said) from None
    except PlatformFileError as error:
        raise CommandError("--soc-config", message("{reason}", reason=error)) from None


def _read(asked: Sequence[_Asked], paths: list[str], wishes: Wishes) -> Outcome:
    """The kernels and scopes that the statements leave to the tree."""
    names = {stated.name for one in asked for stated in one.operators if not _complete(stated)}
    opened = any(one.options is None for one in asked)
    if not names and not opened:
        return Outcome(Report())
    made = plan(paths, settings_tree(wishes))
    targets = tuple(target for target in made.collection.targets if names & set(target.kernel.entries))
    known = {entry for target in made.collection.targets for entry in target.kernel.entries}
    for name in sorted(names - known):
        close = nearest(name, sorted(known))
        raise CommandError(
            "",
            message("no kernel `{name}` in the tree, did you mean `{close}`?", name=name, close=close)
            if close
            else message("no kernel `{name}` in the tree: state it as `{name}:TYPE=N`", name=name),
        )
    options: Options = replace(made.options, select=frozenset(["SK001"]), fusible=True)
    collection = replace(made.collection, targets=targets, scripts=made.collection.scripts if opened else ())
    seen = run(collection, options, wishes.jobs or made.settings.jobs or 1)
    for entry in seen.report.not_analysed:
        unread = {name for target in targets if target.path == entry.path for name in target.kernel.entries} & names
        for name in sorted(unread - {kernel.name for kernel in seen.fusible}):
            said = message("kernel `{name}` was not analysed: {reason}", name=name, reason=entry.reason)
            raise CommandError(f"{entry.path}:{entry.line}", said)
    return seen


def _as_opened(asked: _Asked, scopes: Sequence[NamedScope]) -> list[_Asked]:
    """A scope once for each option text that scripts open it with."""
    if asked.options is not None:
        return [asked]
    texts = dict.fromkeys(scope.options for scope in scopes if scope.name == asked.name)
    return [replace(asked, options=text) for text in texts] or [replace(asked, options="")]


def _complete(stated: Statement) -> bool:
    return bool(stated.kernel_type) and stated.blocks is not None


def _judge(asked: _Asked, facts: Sequence[KernelFacts], settings: Settings) -> Judged:
    operators: list[SubKernel] = []
    for stated in asked.operators:
        try:
            operators.append(resolved(stated, facts, asked.soc, settings))
        except StatementError as error:
            raise CommandError(asked.name, error.reason) from None
    fusion, changes = judged(operators, asked.options or "", asked.path, asked.soc)
    return Judged(asked.name, tuple(operators), fusion, changes)
