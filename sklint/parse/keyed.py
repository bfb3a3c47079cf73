"""Kernels that choose their code by `#if TILING_KEY_VAR == K`: one build a key, and here all keys in one reading.

Such a chain inside a function becomes `if (TILING_KEY_IS(K)) { … } else if …`, line for line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

WORD = b"TILING_KEY_VAR"
DIRECTIVE = re.compile(rb"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
CONDITIONAL = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_TEST = rb"\(*\s*TILING_KEY_VAR\s*==\s*\(?\w+\)?\s*\)*"
_CONDITION = re.compile(rb"\s*" + _TEST + rb"(?:\s*\|\|\s*" + _TEST + rb")*\s*")
_EQUAL = re.compile(rb"TILING_KEY_VAR\s*==\s*(\(\w+\)|\w+)")
_BRACE = re.compile(rb"[{}]")


@dataclass(slots=True)
class _Chain:
    """One `#if` with its `#elif`, `#else` and `#endif`; `keyed` while every condition only tests the key."""

    keyed: bool
    parts: list[re.Match[bytes]] = field(default_factory=list)


def with_branches(data: bytes, code: bytes) -> bytes:
    """The text with its key chains turned into statements; `code` is the same text without comments and strings."""
    bare = DIRECTIVE.sub(lambda match: b" " * len(match.group()), code)
    open_chains: list[_Chain] = []
    changes: list[tuple[int, int, bytes]] = []
    for match in CONDITIONAL.finditer(code):
        word, rest = match.group(1), match.group(2)
        tests_key = _CONDITION.fullmatch(rest.replace(b"\\\n", b"  ").replace(b"\\\r\n", b"   ")) is not None
        if word in (b"if", b"ifdef", b"ifndef"):
            open_chains.append(_Chain(word == b"if" and tests_key, [match]))
        elif open_chains:
            chain = open_chains[-1]
            chain.parts.append(match)
            if word == b"elif":
                chain.keyed = chain.keyed and tests_key
            elif word == b"endif":
                open_chains.pop()
                if chain.keyed and _in_a_function(bare, chain.parts[0].start()) and _whole(bare, chain.parts):
                    changes += (_change(part) for part in chain.parts)
    out = bytearray()
    at = 0
    for begin, end, text in sorted(changes):
        out += data[at:begin] + text
        at = end
    return bytes(out + data[at:])


def _change(match: re.Match[bytes]) -> tuple[int, int, bytes]:
    condition = _EQUAL.sub(rb"TILING_KEY_IS(\1)", match.group(2).replace(b"\\", b" ").replace(b"\n", b" ")).strip()
    text = {
        b"if": b"if (" + condition + b") {",
        b"elif": b"} else if (" + condition + b") {",
        b"else": b"} else {",
        b"endif": b"}",
    }[match.group(1)]
    return match.start(), match.end(), text + b"\n" * match.group().count(b"\n")


def _whole(bare: bytes, parts: list[re.Match[bytes]]) -> bool:
    """Each branch closes what it opens."""
    branches = (bare[one.end() : two.start()] for one, two in pairwise(parts))
    return all(branch.count(b"{") == branch.count(b"}") for branch in branches)


def _in_a_function(bare: bytes, offset: int) -> bool:
    """Whether the innermost open brace before `offset` belongs to a function or a statement, not to a class."""
    depth = 0
    for brace in reversed(list(_BRACE.finditer(bare, 0, offset))):
        if brace.group() == b"}":
            depth += 1
        elif depth == 0:
            before = bare[: brace.start()].rstrip()
            return before.endswith((b")", b"else", b"do", b"const", b"noexcept", b"{", b"}", b";"))
        else:
            depth -= 1
    return False
