"""The SoCs and their core counts (`socs.toml`), or those that a CANN platform file states."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from sklint.facts.table import table


@dataclass(frozen=True, slots=True)
class Soc:
    """One SoC: `aic` cube cores, `aiv` vector cores, `architecture` as in `__NPU_ARCH__`.

    `short` is the name the operator compiler knows the family by; `superkernel` is whether it fuses there;
    `certain` is false for counts that were inferred; `source` says where the counts come from.
    """

    name: str
    short: str
    product: str
    architecture: int
    aic: int
    aiv: int
    superkernel: bool
    certain: bool
    source: str


class UnknownSocError(ValueError):
    """A SoC name that no table knows; `nearest` is the closest known name or empty."""

    def __init__(self, name: str, nearest: str) -> None:
        super().__init__(f"unknown SoC {name}" + (f", did you mean {nearest}?" if nearest else ""))
        self.name = name
        self.nearest = nearest


class PlatformFileError(ValueError):
    """A platform file that does not state core counts."""


@cache
def socs() -> Mapping[str, Soc]:
    """All SoCs by their full name, in the order of the table."""
    return {entry["name"]: Soc(**entry) for entry in table("socs")["soc"]}


@cache
def product_names() -> Mapping[str, str]:
    """Names of whole products and families, and the SoC that stands for each."""
    return dict(table("socs")["names"])


@cache
def fused_names() -> frozenset[str]:
    """What an operator is registered for where a SuperKernel can be compiled, in small letters."""
    return frozenset(table("socs")["fused"]["names"])


def soc_named(name: str) -> Soc:
    """The SoC that `name` means, whatever its case, with or without `Ascend`; raises `UnknownSocError`."""
    known = {full.lower().removeprefix("ascend"): full for full in socs()}
    known |= {full.lower(): full for full in socs()}
    known |= {alias.lower(): full for alias, full in product_names().items()}
    wanted = name.strip().lower()
    if wanted in known:
        return socs()[known[wanted]]
    spellings = {spelling.lower(): spelling for spelling in (*socs(), *product_names())}
    close = get_close_matches(wanted, spellings, n=1, cutoff=0.6)
    raise UnknownSocError(name, spellings[close[0]] if close else "")


def read_platform_file(path: Path) -> Soc:
    """The SoC that a CANN `data/platform_config/<soc>.ini` describes.

    Raises `PlatformFileError` where the file cannot be read as such, or states no core counts.
    """
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
        cores = parser["SoCInfo"]
        aic = cores.getint("cube_core_cnt", fallback=0) or cores.getint("ai_core_cnt", fallback=0)
        aiv = cores.getint("vector_core_cnt", fallback=0)
    except (OSError, UnicodeDecodeError, configparser.Error, KeyError, ValueError) as error:
        raise PlatformFileError(f"{path.name} is not a platform file: {error}") from error
    if aic <= 0:
        raise PlatformFileError(f"{path.name} states no cube_core_cnt or ai_core_cnt")
    version = parser["version"] if parser.has_section("version") else {}
    name = version.get("SoC_version", path.stem)
    known = socs().get(name)
    short = version.get("Short_SoC_version", known.short if known else name)
    family = [soc for soc in socs().values() if soc.short.lower() == short.lower()]
    stated = version.get("NpuArch", "")
    return Soc(
        name=name,
        short=short,
        product=family[0].product if family else name,
        architecture=int(stated) if stated.isdigit() else (family[0].architecture if family else 0),
        aic=aic,
        aiv=aiv,
        superkernel=bool(family) and family[0].superkernel,
        certain=True,
        source=path.name,
    )
