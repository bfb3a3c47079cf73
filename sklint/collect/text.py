"""A cheap look at source text: which kernel entries it defines, and which files it includes.

Nothing here understands C++; it only has to find the files worth parsing, and to leave alone those that merely
mention a kernel in a comment, a string or a dead `#if 0` block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MARKERS = ("__global__", "__sk__")

_COMMENT_OR_STRING = re.compile(
    r"""//(?:[^\\\n]|\\.)*"""
    r"""|/\*.*?(?:\*/|\Z)"""
    r"""|\bR"([^()\\\s"]{0,16})\(.*?(?:\)\1\"|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*"?"""
    r"""|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)*'?""",
    re.DOTALL,
)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(([^()\n]*)\))?((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[ \t]*([^\n]*)", re.MULTILINE)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
_INCLUDE = re.compile(rb'#[ \t]*include[ \t]*["<]([^">\r\n]+)[">]')
_TOKEN = re.compile(r"[A-Za-z_]\w*(?:\s*##\s*\w+)*|\d+|::|\S")
_WORD = re.compile(r"[A-Za-z_]\w*(?:\s*##\s*\w+)*")
# Words that stand in a declaration without being the function's name, with or without parentheses after them.
_NOT_A_NAME = re.compile(r"__\w+__|void|inline|static|extern|constexpr|const|noexcept|alignas|aicore|host")
# No parameter list holds a mark: one that does is not closed, and looking on would cost the square of the text.
_BRACKET_OR_MARK = re.compile(r"[()]|" + "|".join(MARKERS))
_OPENED = re.compile(r"\s*\(")
_DECLARATOR_TOKENS = 200
# Far more than anybody writes; each costs a search of the text.
_MOST_MACROS = 200
_DEVICE = re.compile(
    r"__aicore__|\[\s*(?:\w+\s*,\s*)?aicore\s*\]|__vector__|__cube__|__mix__|__gm__|GM_ADDR|AscendC"
    r"|kernel_operator|simt_api|acl/acl\.h"
)


@dataclass(frozen=True, slots=True)
class EntryMacro:
    """A macro that marks a declaration as a kernel entry, or (`makes`) expands to whole entries.

    `name` is the pattern of the name it makes, with `##` between its parts; empty where another macro hides it.
    """

    macro: str
    makes: bool = False
    parameters: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """What the text of one file says of kernels.

    `entries` are the names of the kernels it defines; `makes` tells that it defines any, even where a macro
    hides the name; `macros` are those it defines that make entries when another file uses them.
    """

    entries: tuple[str, ...] = ()
    makes: bool = False
    macros: Mapping[str, EntryMacro] = field(default_factory=dict)


def decode(data: bytes) -> str:
    """The text of a source file: UTF-16 by its mark, otherwise UTF-8, with what is neither replaced."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "replace")


def may_hold_entries(data: bytes) -> bool:
    """Whether the bytes name a marker at all: the quick test that spares nearly every file the scan."""
    if b"__global__" in data or b"__sk__" in data:
        return True
    return data.startswith((b"\xff\xfe", b"\xfe\xff")) and any(marker in decode(data) for marker in MARKERS)


def includes(data: bytes) -> tuple[str, ...]:
    """The names in `#include` lines, as written, in order."""
    return tuple(name.decode("utf-8", "surrogateescape") for name in _INCLUDE.findall(data))


def unconditional_includes(text: str) -> Iterator[str]:
    """The includes outside every `#if` but an include guard."""
    bare = _COMMENT_OR_STRING.sub(lambda m: m[0] if m[0].startswith('"') else " ", text)
    depth = 0
    guard = False
    for line in re.finditer(r"^[ \t]*#[ \t]*(\w+)[ \t]*([^\n]*)", bare, re.MULTILINE):
        match line[1]:
            case "if" | "ifdef" | "ifndef":
                if depth == 0 and not guard and line[1] == "ifndef":
                    guard = True
                    continue
                depth += 1
            case "endif":
                depth = max(0, depth - 1)
            case "include" if depth == 0:
                yield line[2].strip().strip('"<>')


def scan(text: str, macros: Mapping[str, EntryMacro] | None = None, device: bool = False) -> Scan:
    """The kernels that `text` defines, directly or by the entry macros of itself and of `macros`.

    `device` says that the file's suffix belongs to AscendC; otherwise the text has to show it.
    """
    bare = _without_dead_blocks(_COMMENT_OR_STRING.sub(_blank, text))
    own: dict[str, EntryMacro] = {}
    known = dict(macros or {})
    for define in _DEFINE.finditer(bare):
        made = _entry_macro(define, known) if len(known) < _MOST_MACROS else None
        if made is not None:
            own[made.macro] = known[made.macro] = made
    code = _DIRECTIVE.sub("", bare)
    marks = _marks(known)
    names: dict[str, None] = {}
    # Other languages for accelerators say `__global__` too; something of AscendC must stand beside it.
    if any(mark in code for mark in marks) and (device or known or _DEVICE.search(text)):
        names.update((name, None) for name in _marked(code, marks))
    makes = bool(names)
    for macro in known.values():
        if macro.makes:
            for use in re.finditer(rf"\b{macro.macro}\b", code):
                makes = True
                if (name := _pasted(macro, code, use.end())) is not None:
                    names[name] = None
    return Scan(tuple(names), makes, own)


def _blank(found: re.Match[str]) -> str:
    text = found[0]
    if text.startswith(("/", "R")):
        return " " + "\n" * text.count("\n")
    return '""'


def _without_dead_blocks(text: str) -> str:
    """The text without what stands in `#if 0`, up to its `#else` or `#endif`."""
    if not re.search(r"#[ \t]*if[ \t]+(?:0|false)\b", text):
        return text
    kept: list[str] = []
    start = 0
    dead = nested = 0
    for line in _CONDITIONAL.finditer(text):
        if not dead:
            if line[1] == "if" and line[2].strip() in ("0", "false"):
                kept.append(text[start : line.start()])
                dead, nested = 1, 0
        elif line[1] in ("if", "ifdef", "ifndef"):
            nested += 1
        elif nested:
            nested -= line[1] == "endif"
        else:
            dead, start = 0, line.end()
    if not dead:
        kept.append(text[start:])
    return "".join(kept)


def _marks(known: Mapping[str, EntryMacro]) -> set[str]:
    return {*MARKERS, *(macro.macro for macro in known.values() if not macro.makes)}


def _entry_macro(define: re.Match[str], known: Mapping[str, EntryMacro]) -> EntryMacro | None:
    macro, body = define[1], define[3].replace("\\\r\n", " ").replace("\\\n", " ")
    marks = _marks(known)
    words = set(_WORD.findall(body))
    if macro in MARKERS or not words & (marks | known.keys()):
        return None
    parameters = tuple(parameter.strip() for parameter in (define[2] or "").split(",") if parameter.strip())
    if name := next(_marked(body, marks, in_macro=True), ""):
        return EntryMacro(macro, True, parameters, name)
    return EntryMacro(macro, makes=any(known[word].makes for word in words & known.keys()))


def _marked(code: str, marks: set[str], in_macro: bool = False) -> Iterator[str]:
    """The names that a mark declares with a body; in a macro, whose use may bring the body, any name."""
    pattern = re.compile("|".join(rf"\b{re.escape(mark)}(?!\w)" for mark in sorted(marks)))
    end = 0
    for mark in pattern.finditer(code):
        if mark.start() < end:
            continue
        name, end = _declared(code, mark.end(), in_macro)
        if name:
            yield name


def _declared(code: str, at: int, in_macro: bool) -> tuple[str, int]:
    """The function declared from `at` on and where its declarator ends; the name is empty if there is none."""
    name = listed = ""
    for _ in range(_DECLARATOR_TOKENS):
        token = _TOKEN.search(code, at)
        if token is None:
            break
        at = token.end()
        match token[0]:
            case "__aicpu__":
                return "", at
            case "(":
                listed = listed or name
                opened, at = at, _after_group(code, at)
                if at == len(code) and not in_macro:
                    # Never closed: alternatives of an `#if` share one parameter list, and a later mark owns it.
                    return "", opened
            case "{":
                return listed or (name if in_macro else ""), at
            case ";" | "}" | "=":
                return (listed or name if in_macro else ""), at
            case text if _WORD.fullmatch(text):
                if _NOT_A_NAME.fullmatch(text):
                    continue
                # A word after the parentheses: those belonged to a macro among the qualifiers.
                name, listed = re.sub(r"\s*##\s*", "##", text), ""
    return (listed or name if in_macro else ""), at


def _after_group(code: str, at: int) -> int:
    depth = 1
    for found in _BRACKET_OR_MARK.finditer(code, at):
        match found[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case _:
                break
        if depth == 0:
            return found.end()
    return len(code)


def _pasted(macro: EntryMacro, code: str, at: int) -> str | None:
    """The entry name that a use of `macro` makes, where the arguments follow at once and are plain."""
    opened = _OPENED.match(code, at)
    if not macro.name or (macro.parameters and opened is None):
        return None
    arguments: list[str] = []
    if opened is not None:
        inside = code[opened.end() : _after_group(code, opened.end()) - 1]
        arguments = [argument.strip() for argument in inside.split(",")]
    bound = dict(zip(macro.parameters, arguments, strict=False))
    name = "".join(bound.get(part, part) for part in macro.name.split("##"))
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else None
