"""Tiling structs that nobody declares: an installed operator comes without its host files, and so without them.

A struct with every member that the kernel names lets the kernel be read in full. What the members hold is unknown
anyway: it is the host's choice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from sklint.parse.includes import Closure
from sklint.parse.source import decode

ANONYMOUS = "sklint_guessed_tiling"
_WORD = re.compile(r"\b[A-Za-z_]\w*Tiling\w*")
_ARRAY = 64
_KEYWORDS = re.compile(
    "template|operator|this|class|struct|union|enum|const|int|float|double|bool|char|long|short|unsigned|signed|void|auto"
    "|if|else|for|while|do|switch|case|default|break|continue|return|new|delete|sizeof|typename|using|namespace|static"
    "|public|private|protected|virtual|friend|inline|explicit|true|false|nullptr"
)


@cache
def _of_the_stubs(folders: tuple[str, ...]) -> frozenset[str]:
    """All words of the stubs that read like tiling data: those types are declared there."""
    found: set[str] = set()
    for folder in folders:
        for path in Path(folder).rglob("*"):
            if path.is_file():
                found.update(_WORD.findall(decode(path.read_bytes())))
    return frozenset(found)


def unknown_types(
    closure: Closure, folders: tuple[str, ...], known: Collection[str], forced: Collection[str] = ()
) -> list[str]:
    """The tiling types that the files use and nobody declares, the most used first.

    `known` are declared elsewhere; `forced` are declared only in code that is not compiled.
    """
    used: Counter[str] = Counter()
    declared: set[str] = set(known)
    for scan in closure.files.values():
        used.update(scan.tiling_types)
        declared |= scan.types | scan.defined
    if not used:
        return []
    declared |= _of_the_stubs(folders)
    declared -= set(forced) - set(known)
    return [name for name, _ in sorted(used.items(), key=lambda item: (-item[1], item[0])) if name not in declared]


def likeliest(names: Iterable[str], stem: str) -> str:
    """Of several unknown types the one that a kernel's own tiling data has: named like the kernel, else the first."""
    listed = list(names)
    wanted = stem.replace("_", "").lower()
    for name in listed:
        if name.lower().startswith(wanted):
            return name
    return listed[0] if listed else ""


def declarations(closure: Closure, names: Iterable[str], anonymous: bool) -> str:
    """C++ for the unknown types and, if wanted, for the one that has no name at all."""
    shapes: dict[str, set[str]] = {}
    macros: set[str] = set()
    for scan in closure.files.values():
        macros |= scan.defined
        for name, shape in scan.accesses:
            shapes.setdefault(name, set()).add(shape)
    kept = {
        name: shape for name, shape in sorted(shapes.items()) if name not in macros and not _KEYWORDS.fullmatch(name)
    }
    inner = " ".join(_member(name, shapes, "") for name, shapes in kept.items())
    outer = " ".join(_member(name, shapes, "sklint_guessed_part") for name, shapes in kept.items())
    lines = [
        "struct sklint_guessed_address { template <typename T> operator T *() const; };",
        f"struct sklint_guessed_part {{ {inner} template <typename T> operator T &() const;"
        " sklint_guessed_address operator&() const; };",
    ]
    lines += [f"struct {name} {{ {outer} }};" for name in names]
    if anonymous:
        lines.append(f"struct {ANONYMOUS} {{ {outer} sklint_guessed_address operator&() const; }};")
    return "\n".join(lines)


def _member(name: str, shapes: Collection[str], part: str) -> str:
    nested = bool(part) and any(shape.endswith("nested") for shape in shapes)
    array = not any(shape in ("value", "nested") for shape in shapes)
    return f"{part if nested else 'long'} {name}{f'[{_ARRAY}]' if array else ''};"
