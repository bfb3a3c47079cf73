"""The output formats: one module each, looked up by name and imported when it is wanted."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from sklint.report.view import View


@dataclass(frozen=True, slots=True)
class Format:
    """An output format: the module that renders it, and whether people read it (colour and width matter)."""

    module: str
    people: bool = False


FORMATS = {
    "full": Format("full", people=True),
    "concise": Format("concise", people=True),
    "json": Format("json"),
    "json-lines": Format("json_lines"),
    "sarif": Format("sarif"),
    "github": Format("github"),
    "gitlab": Format("gitlab"),
    "junit": Format("junit"),
    "checkstyle": Format("checkstyle"),
    "html": Format("html"),
}


def render(name: str, view: View) -> Iterator[str]:
    """The report in the format called `name`, piece by piece; `KeyError` for a name that is not in `FORMATS`."""
    module = importlib.import_module(f"sklint.report.{FORMATS[name].module}")
    return cast("Callable[[View], Iterator[str]]", module.render)(view)
