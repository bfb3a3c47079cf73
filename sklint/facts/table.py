"""Fact tables are TOML files beside this module; they are read once a process."""

from __future__ import annotations

import sys
from functools import cache
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@cache
def table(name: str) -> dict[str, Any]:
    """The parsed table `name`.toml; raises FileNotFoundError for a table that does not exist."""
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    parsed: dict[str, Any] = tomllib.loads(text)
    return parsed
