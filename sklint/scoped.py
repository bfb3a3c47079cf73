"""The scopes of the settings, with the kernels of the tree and the scripts that open them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sklint.facts.socs import Soc, read_platform_file, soc_named
from sklint.finding import Finding, Message, Report, message
from sklint.fuse.kernels import KernelFacts
from sklint.fuse.operators import Statement, StatementError, SubKernel, read_statement
from sklint.fuse.outcome import fuse
from sklint.fuse.scopes import KnownScope, NamedScope, meet, named_options, option_findings
from sklint.run import Outcome, joined
from sklint.settings import Settings, SuperKernel


def judged_by_scopes(outcome: Outcome, settings: Settings, active: frozenset[str]) -> Report:
    """The report after the scopes of the settings have had their say; a scope that stays open is noted."""
    if not settings.superkernels:
        return outcome.report
    known: list[KnownScope] = []
    extra: list[Finding] = []
    notes: list[Message] = []
    for scope in settings.superkernels:
        opened = [named for named in outcome.scopes if named.name == scope.name]
        try:
            operators = operators_of(scope, outcome.fusible, settings)
        except StatementError as error:
            notes.append(message("scope `{scope}` is not judged: {reason}", scope=scope.name, reason=error.reason))
            continue
        known += _known(scope, operators, opened, settings)
        for named in opened:
            fusion = fuse(operators, named_options(named, scope.options), scope.path, soc_of(scope.soc, settings))
            extra += (finding for finding in option_findings(named, fusion) if finding.code in active)
    findings = [*meet(outcome.report.findings, known), *extra]
    return replace(outcome.report, findings=joined(findings), notes=(*outcome.report.notes, *notes))


def _known(
    scope: SuperKernel, operators: Sequence[SubKernel], opened: Sequence[NamedScope], settings: Settings
) -> Iterator[KnownScope]:
    """A scope as each script that opens it sets its options, or as the settings alone state it."""
    soc = soc_of(scope.soc, settings)
    if not opened:
        yield KnownScope(scope.name, fuse(operators, scope.options, scope.path, soc))
    for named in opened:
        options = named_options(named, scope.options)
        yield KnownScope(scope.name, fuse(operators, options, scope.path, soc), named.at)


def operators_of(scope: SuperKernel, facts: Sequence[KernelFacts], settings: Settings) -> list[SubKernel]:
    """The operators that the settings list for a scope; raises `StatementError` where one is not known well enough."""
    soc = soc_of(scope.soc, settings)
    statements = [statement(name, blocks) for name, blocks in scope.operators]
    return [resolved(stated, facts, soc, settings) for stated in statements]


def statement(name: str, blocks: int | None) -> Statement:
    """An operator of the settings as a statement."""
    return read_statement(name if blocks is None else f"{name}={blocks}")


def resolved(stated: Statement, facts: Sequence[KernelFacts], soc: Soc | None, settings: Settings) -> SubKernel:
    """What a statement means: a kernel of the tree, or what it states itself; raises `StatementError`."""
    kernel = kernel_named(stated.name, facts, soc)
    launch = next((launch for launch in settings.launches if launch.kernel == stated.name), None)
    if launch is not None and stated.blocks is None and launch.cores.startswith("const:"):
        stated = replace(stated, blocks=int(launch.cores.removeprefix("const:")))
    if launch is not None and launch.dynamic and "dynamic" not in stated.facts:
        stated = replace(stated, facts=(*stated.facts, "dynamic"))
    return stated.sub_kernel() if kernel is None else kernel.sub_kernel(stated, soc)


def kernel_named(name: str, facts: Sequence[KernelFacts], soc: Soc | None) -> KernelFacts | None:
    """The kernel of the tree with a name, that of the SoC's architecture where there are several."""
    named = [kernel for kernel in facts if kernel.name == name]
    fitting = [kernel for kernel in named if soc is not None and kernel.architecture == soc.architecture]
    return next(iter(fitting or named), None)


def soc_of(name: str, settings: Settings) -> Soc | None:
    """The SoC of a scope or command, or that of the settings; raises as `soc_named` and `read_platform_file` do."""
    if name:
        return soc_named(name)
    if settings.soc_config:
        return read_platform_file(Path(settings.soc_config))
    return soc_named(settings.soc) if settings.soc else None
