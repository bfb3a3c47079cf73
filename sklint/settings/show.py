"""Settings as a person can read them, and as a settings file would state them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sklint.settings.model import Settings

_TEXTS = ("soc", "soc_config", "path", "cann", "compile_commands", "rule_url", "baseline")


def shown(settings: Settings) -> str:
    """The settings as TOML with absolute paths; what is not stated is left out, what is by default is not."""
    return "".join(f"{line}\n" for line in _lines(settings))


def _lines(settings: Settings) -> Iterator[str]:
    for source in settings.sources:
        yield f"# {source}"
    if not settings.sources:
        yield "# no settings file"
    for name in ("select", "extend_select", "ignore", "products", "include", "defines"):
        if value := getattr(settings, name):
            yield f"{_key(name)} = {_value(list(value))}"
    if settings.exclude:
        yield f"exclude = {_value([pattern.glob for pattern in settings.exclude])}"
    for name in _TEXTS:
        if value := getattr(settings, name):
            yield f"{_key(name)} = {_value(value)}"
    for name in ("language", "output_format", "fail_on", "min_confidence", "timeout"):
        yield f"{_key(name)} = {_value(getattr(settings, name))}"
    if settings.jobs:
        yield f"jobs = {settings.jobs}"
    yield from _tables(settings)


def _tables(settings: Settings) -> Iterator[str]:
    if settings.per_file_ignores:
        yield "\n[per-file-ignores]"
        for pattern, tokens in settings.per_file_ignores:
            yield f"{_value(pattern.glob)} = {_value(list(tokens))}"
    if settings.severity:
        yield "\n[severity]"
        for token, severity in settings.severity:
            yield f"{_value(token)} = {_value(severity)}"
    if settings.launches:
        yield "\n[launch.kernels]"
        for launch in settings.launches:
            cores = launch.cores.removeprefix("const:")
            stated = cores if cores.isdigit() else _value(cores)
            mode = "" if launch.schedule_mode is None else f"schedule-mode = {launch.schedule_mode}, "
            dynamic = str(launch.dynamic).lower()
            yield f"{_value(launch.kernel)} = {{ cores = {stated}, {mode}dynamic = {dynamic} }}"
    if settings.limits:
        yield "\n[launch.fields]"
        for limit in settings.limits:
            ends = [f"{name} = {end}" for name, end in (("min", limit.least), ("max", limit.most)) if end is not None]
            yield f"{_value(limit.field)} = {{ {', '.join(ends)} }}"
    for scope in settings.superkernels:
        yield "\n[[superkernel]]"
        yield f"name = {_value(scope.name)}"
        operators = [name if blocks is None else f"{name}={blocks}" for name, blocks in scope.operators]
        yield f"operators = {_value(operators)}"
        for name in ("options", "path", "soc"):
            if value := getattr(scope, name):
                yield f"{name} = {_value(value)}"


def _key(name: str) -> str:
    return name.replace("_", "-")


def _value(value: object) -> str:
    # Strings, numbers and lists of them are written alike in JSON and TOML; DEL alone needs an escape there.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
