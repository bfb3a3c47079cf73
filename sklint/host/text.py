"""What the text of a host file tells without parsing it: what it registers, and what it launches.

It only chooses which files to parse; what a function does is read from the parsed program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*", re.MULTILINE)
# These begin with a literal, and what stands before it is looked at afterwards: a pattern that begins with a word is
# tried at every word.
_IMPLEMENTATION = re.compile(r"IMPL_OP(_OPTILING)?\s*\(\s*(\w+)\s*\)")
_TEMPLATE = re.compile(r"TILING_TEMPLATE\w*\s*\(")
_TILING = re.compile(r"\.\s*Tiling\s*\(\s*&?([\w:]+)")
_PARSE = re.compile(r"\.\s*TilingParse\s*<\s*([\w:]+)\s*>\s*\(\s*&?([\w:]+)")
_DEFINITION = re.compile(r"\bclass\s+(\w+)\s*(?:final\s*)?:\s*public\s+(?:ops::)?OpDef\b")
_CONFIGURED = re.compile(r"\bAddConfig\s*\(\s*([^,)]*)")
_SET_TILING = re.compile(r"\bSetTiling\s*\(\s*&?([\w:]+)\s*\)")
_MACRO_LAUNCH = re.compile(r"\b(?:EXEC_KERNEL_CMD|ACLRT_LAUNCH_KERNEL)\s*\(\s*(\w+)")
_CHEVRON = re.compile(r"(\w+)\s*(?:<[^;{}<>]*(?:<[^;{}<>]*>[^;{}<>]*)*>)?\s*<<<")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Registration:
    """An operator's tiling function, and the function that fills its compile info, as registered."""

    operator: str
    tiling: str
    parse: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Template:
    """A tiling class registered for an operator; `filters` are the words of the other arguments."""

    operator: str
    tiling_class: str
    path: str
    line: int
    filters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """The SoCs that an operator is defined for, as `AddConfig` names them; none where a name is not written out."""

    operator: str
    socs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HostText:
    """One host file: what it registers and defines, and which kernels it launches."""

    path: str
    registrations: tuple[Registration, ...] = ()
    templates: tuple[Template, ...] = ()
    launches: frozenset[str] = frozenset()
    definitions: tuple[Definition, ...] = ()


def plain(name: str) -> str:
    """A name for comparison: entry `mvnv2` and operator `MVNV2` in folder `mvn_v2` are the same."""
    return name.rpartition("::")[2].replace("_", "").lower()


def scan(path: str, text: str) -> HostText:
    """Read one file; comments, and macro definitions, register nothing."""
    bare = _COMMENT_OR_STRING.sub(_kept, text)
    bare = _DEFINE.sub(lambda found: "\n" * found[0].count("\n"), bare)
    code = _STRING.sub('""', bare)
    launches = {found[1] for found in _MACRO_LAUNCH.finditer(code)} if "KERNEL" in code else set()
    if "<<<" in code:
        launches |= {found[1] for found in _CHEVRON.finditer(code)}
    return HostText(
        path,
        tuple(_registrations(path, bare)),
        tuple(_templates(path, bare)),
        frozenset(launches),
        tuple(_definitions(bare)),
    )


def _kept(found: re.Match[str]) -> str:
    """Strings stay, because an operator may be registered by one; comments leave their lines."""
    return found[0] if found[0].startswith('"') else "\n" * found[0].count("\n")


def _definitions(bare: str) -> Iterator[Definition]:
    for found, inside in _classes(bare):
        socs = _CONFIGURED.findall(inside)
        named = [soc.strip() for soc in socs if _STRING.fullmatch(soc.strip())]
        yield Definition(found[1], tuple(soc.strip('"') for soc in named) if len(named) == len(socs) else ())


def _classes(bare: str) -> Iterator[tuple[re.Match[str], str]]:
    """The classes that define operators, each with the text up to the next one."""
    starts = list(_DEFINITION.finditer(bare)) if "OpDef" in bare else []
    for index, found in enumerate(starts):
        yield found, bare[found.end() : starts[index + 1].start() if index + 1 < len(starts) else len(bare)]


def _registrations(path: str, bare: str) -> list[Registration]:
    made = []
    for found in _IMPLEMENTATION.finditer(bare):
        before = _word_before(bare, found.start())
        if before and not (before == "DEVICE_" and found[1]):
            continue
        chain = bare[found.end() : _end_of_statement(bare, found.end())]
        tiling = _TILING.search(chain)
        if tiling is not None:
            parse = _PARSE.search(chain)
            line = bare.count("\n", 0, found.start()) + 1
            made.append(Registration(found[2], tiling[1], parse[2] if parse else "", path, line))
    for found, inside in _classes(bare):
        tiling = _SET_TILING.search(inside)
        if tiling is not None:
            line = bare.count("\n", 0, found.end() + tiling.start()) + 1
            made.append(Registration(found[1], tiling[1], "", path, line))
    return made


def _word_before(text: str, end: int) -> str:
    """What of the word at `end` stands before it."""
    begin = end
    while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
        begin -= 1
    return text[begin:end]


def _end_of_statement(text: str, at: int) -> int:
    end = text.find(";", at)
    return len(text) if end < 0 else end


def _templates(path: str, bare: str) -> list[Template]:
    made = []
    for found in _TEMPLATE.finditer(bare):
        if "REGISTER" not in _word_before(bare, found.start()):
            continue
        inside = bare[found.end() : _end_of_statement(bare, found.end())]
        arguments = [part.strip() for part in _split(inside)]
        if len(arguments) >= 2 and arguments[0]:
            line = bare.count("\n", 0, found.start()) + 1
            filters = tuple(word for part in arguments[2:] for word in _WORD.findall(part))
            made.append(Template(_named(bare, arguments[0]), arguments[1], path, line, filters))
    return made


def _named(bare: str, argument: str) -> str:
    """The operator that a name, a string, or a constant that the file gives a string means."""
    if argument.startswith('"'):
        return argument.strip('"')
    given = re.search(rf'\b{re.escape(argument)}\s*(?:\[\w*\]\s*)?[={{]\s*("[^"\\\n]*")', bare)
    return given[1].strip('"') if given is not None else argument


def _split(inside: str) -> list[str]:
    """The arguments of a macro call, up to its closing parenthesis."""
    parts = [""]
    depth = 0
    for char in inside:
        if char in "([{<":
            depth += 1
        elif char in ")]}>":
            if depth == 0:
                break
            depth -= 1
        elif char == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += char
    return parts
