"""The SuperKernel options of both graph back ends: what exists, with which values, and what people write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from sklint.facts.table import table


@dataclass(frozen=True, slots=True)
class Option:
    """One option; `options_ge.toml` and `options_npugraph_ex.toml` explain `kind`, `group` and `inside`."""

    name: str
    kind: str
    source: str
    default: str = ""
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    usual: tuple[int, ...] = ()
    group: str = ""
    inside: str = ""
    diagnosis: bool = False


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A name that does not parse although it is written; `use` is the one that does, or empty."""

    name: str
    use: str
    source: str


@dataclass(frozen=True, slots=True)
class GeOnly:
    """A GE option that npugraph_ex ignores; `severity` is that of writing it there."""

    name: str
    severity: str
    source: str


@cache
def ge_options() -> Mapping[str, Option]:
    """The options of the GE string by name."""
    return _options(table("options_ge")["option"])


@cache
def ge_mistaken() -> Mapping[str, Mistaken]:
    """Names that an older guide or the compiler's code suggests, and that no parser takes."""
    return {entry["name"]: Mistaken(**entry) for entry in table("options_ge")["mistaken"]}


@cache
def graph_options() -> Mapping[str, Option]:
    """The options of the npugraph_ex dictionaries by name, those inside another option left out."""
    every = _options(table("options_npugraph_ex")["option"])
    return {name: option for name, option in every.items() if not option.inside}


@cache
def strategy_options(inside: str) -> Mapping[str, Option]:
    """The options of the dictionary that is the value of option `inside`."""
    every = _options(table("options_npugraph_ex")["option"])
    return {name: option for name, option in every.items() if option.inside == inside}


@cache
def ge_only() -> Mapping[str, GeOnly]:
    """GE options that npugraph_ex ignores, by their GE name."""
    return {entry["name"]: GeOnly(**entry) for entry in table("options_npugraph_ex")["ge_only"]}


@cache
def graph_switches() -> Mapping[str, Option]:
    """The keys of `torch.compile(options=...)` that concern SuperKernel."""
    return _options(table("options_npugraph_ex")["switch"])


def nearest(name: str, known: Iterable[str], cutoff: float = 0.7) -> str:
    """The known name that `name` was most likely meant to be, or empty; `cutoff` (0 to 1) is how alike it must be."""
    folded = {_folded(candidate): candidate for candidate in known}
    if _folded(name) in folded:
        return folded[_folded(name)]
    close = get_close_matches(_folded(name), folded, n=1, cutoff=cutoff)
    return folded[close[0]] if close else ""


def same_letters(name: str, other: str) -> bool:
    """Whether two names differ in case, `_` and `-` only."""
    return _folded(name) == _folded(other)


def _folded(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def _options(entries: list[dict[str, Any]]) -> dict[str, Option]:
    found = {}
    for entry in entries:
        lists = {key: tuple(entry.get(key, ())) for key in ("values", "usual")}
        found[entry["name"]] = Option(**{**entry, **lists})
    return found
