"""What the text of a source file says before clang reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.parse import keyed
from sklint.parse.arms import Arm, arms_of, fallbacks_of
from sklint.parse.source import RATIO_WORD, Text, code_of

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:"([^"\r\n]+)"|<([^>\r\n]+)>)', re.MULTILINE)
_CORE_WORDS = re.compile(rb"__DAV_(?:[A-Z]+\d*_)?(?:CUBE|VEC)__|__DAV_[CM]\d+__")
_BUILD_WORDS = re.compile(rb"\b(?:ORIG_DTYPE|DTYPE|FORMAT|DT)_[A-Z][A-Z0-9_]*\b")
_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
# A template may call its own parameter like a word of the build.
_PARAMETER = re.compile(
    rb"\b(?:typename|class|auto|bool|u?int(?:\d+_t)?)\s+((?:ORIG_DTYPE|DTYPE|FORMAT|DT)_[A-Z0-9_]+)\s*[,>=]"
)
_COMPARED = re.compile(rb"\b((?:ORIG_DTYPE|FORMAT)_[A-Z0-9_]+)\)?\s*[!=]=\s*\(?((?:DT|FORMAT)_[A-Z0-9_]+)")
# A build that is told the hardware in a macro of its own; those that the compiler defines begin with underscores.
_ARCHITECTURE = re.compile(rb"(?<!\w)([A-Za-z]\w*)\)?[ \t]*[!=]=[ \t]*\(?(?:2201|3510)(?!\w)")
_TYPES = re.compile(
    rb"\b(?:struct|class|union)\s+(?:alignas\s*\([^)]*\)\s*)?(?:__attribute__\s*\(\(.*?\)\)\s*)?([A-Za-z_]\w*)\s*(?:final\s*)?[:{;]"
    rb"|\b(?:typename|class|struct)\s+([A-Za-z_]\w*)\s*[,>=]|\busing\s+([A-Za-z_]\w*)\s*=|\busing\s+[\w:]*::(\w+)\s*;"
    rb"|\btypedef\b[^;{}]*?(\w+)\s*;|\}\s*(\w+)\s*;|\benum\s+(?:class\s+)?(\w+)|\bBEGIN_TILING_DATA_DEF\s*\(\s*(\w+)"
)
_TILING_NAME = rb"(?<![\w:])[A-Z]\w*Tiling\w*"
_TILING_TYPES = re.compile(
    rb"("
    + _TILING_NAME
    + rb")\s*(?:const\s*)?(?:[*&]+\s*(?:(?:__restrict\w*|const)\s+)*\w+\s*[;,)=]|\s\w+\s*[;,)={\[])"
    rb"|\b(?:GET|COPY)_TILING_DATA\w*\s*\(\s*(" + _TILING_NAME + rb")\s*,"
)
_KERNEL_TYPE = re.compile(rb"\bASCENDC_TPL_KERNEL_TYPE_SEL\s*\(\s*ASCENDC_TPL_(\w+)(?:\s*\))?")
_SELECTION = re.compile(rb"\bASCENDC_TPL_ARGS_SEL\s*\(")
# a configuration of Matmul under which both kinds of core run the kernel (MatmulConfig.md)
_DUAL_MASTER = re.compile(rb"\benableMixDualMaster\b(?!\s*=\s*false\b)")
_SELECTS_KEYS = b"ASCENDC_TPL_SEL"
_GETS_TILING = re.compile(rb"\bGET_TILING_DATA\s*\(")
_ACCESS = re.compile(
    rb"(?:\.|->)\s*([A-Za-z_]\w*)\s*(?=(\[(?:[^\[\]]|\[[^\[\]]*\])*\]\s*(?:\.|->)?|\.|->|\(|<)?)",
)


def _accesses(code: bytes) -> Iterator[tuple[str, str]]:
    for name, following in _ACCESS.findall(code):
        if following[:1] in (b"(", b"<"):
            continue
        nested = following.rstrip()[-1:] in (b".", b">")
        shape = ("array" if following[:1] == b"[" else "") + ("nested" if nested else "")
        yield name.decode(), shape or "value"


def _architectures(code: bytes) -> Iterator[str]:
    if b"2201" in code or b"3510" in code:
        for line in keyed.CONDITIONAL.finditer(code):
            yield from (word.decode() for word in _ARCHITECTURE.findall(line[2]))


@dataclass(frozen=True, slots=True)
class Scan:
    """What the text of one file says, read without understanding C++.

    `includes` are (name, angled); `words` the words the operator build may define, `defined` those that are defined
    here, `fallbacks` those of both that are defined only where the build does not, `compared` what they are compared
    with, `arms` the code that `#if` lines on them choose, `architectures` the macros that `#if` lines compare with the
    number of an architecture. `types` are the names of types declared here, `tiling_types` those used like the type of
    tiling data, `accesses` the members named behind a dot or an arrow with what follows: value, array or nested.
    `functions` says whether there are functions of the device, `launches` whether a kernel may be launched here.
    `kernel_types` are those that a selection of template arguments is made for, each with the lines and columns of its
    first one; `selects_keys` says whether there is such a selection, `untyped_keys` whether one of them names no type;
    `dual_master` whether a configuration of Matmul may make both kinds of core masters.
    """

    includes: tuple[tuple[str, bool], ...]
    words: frozenset[str]
    defined: frozenset[str]
    fallbacks: frozenset[str]
    compared: tuple[tuple[str, str], ...]
    arms: tuple[Arm, ...]
    architectures: frozenset[str]
    types: frozenset[str]
    tiling_types: frozenset[str]
    accesses: frozenset[tuple[str, str]]
    core_words: bool
    rewritten: bool
    functions: bool
    launches: bool
    registers_tiling: bool
    gets_tiling: bool
    kernel_types: Mapping[str, tuple[int, int, int, int]]
    selects_keys: bool
    untyped_keys: bool
    dual_master: bool


def _kernel_types(data: bytes, code: bytes) -> dict[str, tuple[int, int, int, int]]:
    found: dict[str, tuple[int, int, int, int]] = {}
    text = Text(data)
    for match in _KERNEL_TYPE.finditer(code):
        found.setdefault(f"KERNEL_TYPE_{match.group(1).decode()}", text.places(*match.span()))
    return found


def scan(data: bytes, kernel: bool = True) -> Scan:
    """Read one file's text; of host code nobody asks for `types`, `tiling_types` and `accesses`."""
    code = code_of(data)
    build = code if b"DTYPE" in code or b"FORMAT_" in code else b""
    tiling = code if kernel and b"iling" in code else b""
    includes = tuple(
        ((match.group(1) or match.group(2)).decode("utf-8", "replace").strip(), match.group(1) is None)
        # The names of includes are strings, so they are read in the text itself, and only where the code has them.
        for match in INCLUDE.finditer(data)
        if code[match.start() : match.start() + 1] == data[match.start() : match.start() + 1]
        and b"include" in code[match.start() : match.end()]
    )
    return Scan(
        includes,
        frozenset(word.decode() for word in _BUILD_WORDS.findall(build)),
        frozenset(word.decode() for word in (*_DEFINED.findall(code), *_PARAMETER.findall(build))),
        fallbacks_of(build) if build else frozenset(),
        compared := tuple((one.decode(), other.decode()) for one, other in _COMPARED.findall(build)),
        arms_of(code) if kernel and compared else (),
        frozenset(_architectures(code)),
        frozenset(word.decode() for match in _TYPES.findall(code if kernel else b"") for word in match if word),
        frozenset(word.decode() for match in _TILING_TYPES.findall(tiling) for word in match if word),
        frozenset(_accesses(tiling)),
        _CORE_WORDS.search(code) is not None,
        b"aicore]" in code.replace(b" ", b"") or any(word in code for word in (b"<<<", RATIO_WORD, keyed.WORD)),
        b"aicore" in code,
        b"<<<" in code,
        b"REGISTER_TILING_DEFAULT" in code,
        _GETS_TILING.search(code) is not None,
        _kernel_types(data, code),
        _SELECTS_KEYS in code,
        len(_SELECTION.findall(code)) > len(_KERNEL_TYPE.findall(code)),
        _DUAL_MASTER.search(code) is not None,
    )
