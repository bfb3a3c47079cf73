"""Old-style tiling structs: the host declares them with macros, and the build makes plain structs for the kernel."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from sklint.parse.source import UnreadableSource, code_of, read

_STRUCT = re.compile(rb"\bBEGIN_TILING_DATA_DEF\s*\(\s*(\w+)\s*\)(.*?)\bEND_TILING_DATA_DEF\b", re.DOTALL)
_FIELD = re.compile(rb"\bTILING_DATA_FIELD_DEF(_ARR|_STRUCT)?\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_CONSTANT = re.compile(
    rb"\bconst(?:expr)?\b[^;={}()]*\b(\w+)\s*=\s*([^;{}]+);|^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]+)", re.MULTILINE
)
_NAME = re.compile(r"[A-Za-z_][\w:]*")
_NUMBER = re.compile(r"[\d\s()+*/<>%uUlLxXa-fA-F-]+")
_UNKNOWN_LENGTH = "64"
_REGISTERED = re.compile(rb"\bREGISTER_TILING_DATA_CLASS\s*\(\s*(\w+)\s*,\s*([\w:]+)\s*\)")


@dataclass(frozen=True, slots=True)
class TilingStruct:
    """One struct: its fields are (type, name, length), the length empty for a plain field."""

    name: str
    fields: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class TilingStructs:
    """All structs of an operator's host files, and which of them each operator name is registered with."""

    structs: dict[str, TilingStruct]
    registered: dict[str, str]
    constants: dict[str, str]


def host_files_of(kernel_files: Iterable[str]) -> list[str]:
    """The headers in the host folders of the operators that kernel files belong to (`op_kernel` beside `op_host`)."""
    folders = {
        Path(*path.parts[: path.parts.index("op_kernel")], "op_host")
        for path in map(Path, kernel_files)
        if "op_kernel" in path.parts
    }
    return sorted(str(header) for folder in folders for header in folder.rglob("*.h"))


def tiling_structs(sources: Iterable[str]) -> TilingStructs:
    """Read host files; those that cannot be read are passed over."""
    structs: dict[str, TilingStruct] = {}
    registered: dict[str, str] = {}
    constants: dict[str, str] = {}
    for path in sources:
        try:
            data = read(path)
        except UnreadableSource:
            continue
        code = code_of(data)
        for match in _CONSTANT.finditer(code):
            name, value = (match.group(1) or match.group(3)), (match.group(2) or match.group(4))
            constants.setdefault(name.decode(), value.decode("utf-8", "replace").strip())
        if b"TILING_DATA" not in data:
            continue
        for match in _STRUCT.finditer(code):
            name = match.group(1).decode()
            structs.setdefault(name, TilingStruct(name, tuple(_fields(match.group(2)))))
        for match in _REGISTERED.finditer(code):
            registered.setdefault(match.group(1).decode(), match.group(2).decode().rpartition("::")[2])
    return TilingStructs(structs, registered, constants)


def _fields(body: bytes) -> Iterable[tuple[str, str, str]]:
    for match in _FIELD.finditer(body):
        parts = [part.strip() for part in match.group(2).decode("utf-8", "replace").split(",")]
        if match.group(1) == b"_ARR" and len(parts) >= 3:
            yield parts[0], parts[-1], ",".join(parts[1:-1])
        elif len(parts) >= 2:
            yield ",".join(parts[:-1]), parts[-1], ""


def declarations(found: TilingStructs, already: Collection[str]) -> str:
    """C++ for the structs the kernel does not define itself, each after those it contains."""
    lines: list[str] = []
    done: set[str] = set(already)

    def emit(name: str) -> None:
        struct = found.structs.get(name)
        if struct is None or name in done:
            return
        done.add(name)
        for type_, _, _ in struct.fields:
            emit(type_.rpartition("::")[2])
        body = " ".join(
            f"{_plain(type_, found)} {field}[{_length(length, found)}];"
            if length
            else f"{_plain(type_, found)} {field};"
            for type_, field, length in struct.fields
        )
        lines.append(f"struct {name} {{ {body} }};")

    for name in found.structs:
        emit(name)
    return "\n".join(lines)


def _length(text: str, found: TilingStructs) -> str:
    """An array's length with the host's constants put in; any length will do where they are not found."""
    for _ in range(4):
        text = _NAME.sub(lambda name: f"({found.constants.get(name.group().rpartition('::')[2], name.group())})", text)
        if _NUMBER.fullmatch(text):
            return text
    return _UNKNOWN_LENGTH


def _plain(type_: str, found: TilingStructs) -> str:
    plain = type_.rpartition("::")[2]
    return plain if plain in found.structs else type_


def registered_struct(found: TilingStructs, entries: Iterable[str]) -> str:
    """The struct GET_TILING_DATA yields for a kernel: the one registered for its operator, in CamelCase."""
    for entry in entries:
        wanted = entry.replace("_", "").lower()
        for operator, struct in found.registered.items():
            if operator.lower() == wanted:
                return struct
    plain = {struct for operator, struct in found.registered.items() if not re.search(r"_\d+$", operator)}
    return plain.pop() if len(plain) == 1 else ""
