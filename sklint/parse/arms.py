"""What `#if` lines on data types and formats ask for, so that a build can be made for each of their arms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sklint.parse.keyed import CONDITIONAL, DIRECTIVE

# A comparison of a word of the build with a value, and whether it holds where they are equal.
Test = tuple[str, str, bool]
# Ways to be compiled: one of them is enough, and each asks for all of its tests.
Arm = tuple[frozenset[Test], ...]

_TRUE: Arm = (frozenset(),)
_FALSE: Arm = ()
_MOST_WAYS = 64
_WORD = r"(?:ORIG_DTYPE|FORMAT)_[A-Z0-9_]+"
_VALUE = r"(?:DT|FORMAT)_[A-Z0-9_]+"
_TOKEN = re.compile(
    rf"(?:\(\s*(?P<boxed>{_WORD})\s*\)|(?P<word>\b{_WORD}))\s*(?P<equal>[!=]=)"
    rf"\s*(?:\(\s*(?P<kept>{_VALUE})\s*\)|(?P<value>{_VALUE}))"
    r"|\bdefined\s*\(?\s*(?P<defined>\w+)(?:\s*\))?"
    r"|(?P<mark>&&|\|\||!(?!=)|[()])|(?P<other>[^\s&|!()]+|!=|[&|])"
)
_BUILD_WORD = re.compile(r"(?:ORIG_DTYPE|DTYPE|FORMAT)_[A-Z0-9_]+")
_DEFINITION = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(?!\w|\()[ \t]*(\\?\S?)", re.MULTILINE)


def is_compiled(arm: Arm, values: Mapping[str, str]) -> bool:
    """Whether a build for these values compiles an arm."""
    return any(all((values.get(word) == value) is equal for word, value, equal in way) for way in arm)


def arms_of(code: bytes) -> tuple[Arm, ...]:
    """The arms of a file that hold code and ask for data types or formats; `code` has no comments and no strings."""
    found: dict[Arm, None] = {}
    for arm, begin, end in _spans(code):
        if any(arm) and DIRECTIVE.sub(b"", code[begin:end]).strip():
            found[arm] = None
    return tuple(found)


def fallbacks_of(code: bytes) -> frozenset[str]:
    """The words of the build that a file defines only where the build does not: the build's own values count."""
    usual: set[bytes] = set()
    fallbacks: set[bytes] = set()
    at = 0
    for arm, begin, end in (*_spans(code), (_TRUE, len(code), len(code))):
        usual.update(name for name, _ in _DEFINITION.findall(code, at, begin))
        (usual if arm else fallbacks).update(name for name, _ in _DEFINITION.findall(code, begin, end))
        at = end
    return frozenset(word for name in fallbacks - usual if _BUILD_WORD.fullmatch(word := name.decode()))


def _spans(code: bytes) -> Iterator[tuple[Arm, int, int]]:
    """The parts of a file that stand in some `#if`, each with the arm that it stands in."""
    levels: list[_Level] = []
    lines = list(CONDITIONAL.finditer(code))
    # an empty definition is no value of a build: it guards a header
    guards = frozenset(name.decode() for name, value in _DEFINITION.findall(code) if not value)
    for index, match in enumerate(lines):
        word, rest = match.group(1).decode(), match.group(2).replace(b"\\", b" ").decode("utf-8", "replace")
        if word in ("if", "ifdef", "ifndef"):
            levels.append(_Level(levels[-1].arm if levels else _TRUE, guards))
        if levels:
            levels[-1].turn(word, rest)
            end = lines[index + 1].start() if index + 1 < len(lines) else len(code)
            if word == "endif":
                levels.pop()
            if levels:
                yield levels[-1].arm, match.end(), end


@dataclass(slots=True)
class _Level:
    """One `#if` with its `#elif` and `#else`: the arm that it stands in, the one that is open, and what is left."""

    outside: Arm
    guards: frozenset[str]
    arm: Arm = _TRUE
    left: Arm = _TRUE

    def turn(self, word: str, rest: str) -> None:
        if word in ("ifdef", "ifndef"):
            rest = f"{'!' if word == 'ifndef' else ''}defined({rest.strip()})"
        condition = _Condition(rest, self.guards) if word not in ("else", "endif") else None
        here = self.left if condition is None else _both(self.left, condition.read(True))
        self.arm = _both(self.outside, here)
        if condition is not None:
            self.left = _both(self.left, _Condition(rest, self.guards).read(False))


class _Condition:
    """A condition, read as the ways in which it holds or in which it does not; what is not known may do both."""

    def __init__(self, text: str, guards: frozenset[str]) -> None:
        self._tokens = list(_TOKEN.finditer(text))
        self._guards = guards
        self._at = 0

    def read(self, holds: bool) -> Arm:
        arm = self._all(holds)
        while self._is("||"):
            self._at += 1
            arm = _either(arm, self._all(holds)) if holds else _both(arm, self._all(holds))
        return arm

    def _all(self, holds: bool) -> Arm:
        arm = self._one(holds)
        while self._is("&&"):
            self._at += 1
            arm = _both(arm, self._one(holds)) if holds else _either(arm, self._one(holds))
        return arm

    def _is(self, mark: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at]["mark"] == mark

    def _one(self, holds: bool) -> Arm:
        if self._is("!"):
            self._at += 1
            return self._one(not holds)
        if self._is("("):
            self._at += 1
            arm = self.read(holds)
            self._at += self._is(")")
            # the value of an expression in brackets that is compared with something is not known
            return arm if self._ends() else self._unknown()
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token["equal"]:
                self._at += 1
                word, value = token["boxed"] or token["word"], token["kept"] or token["value"]
                return (frozenset({(word, value, (token["equal"] == "==") is holds)}),)
            if token["defined"]:
                self._at += 1
                # a build defines all the words that it has inputs for
                given = _BUILD_WORD.fullmatch(token["defined"]) and token["defined"] not in self._guards
                return _FALSE if given and not holds else _TRUE
        return self._unknown()

    def _ends(self) -> bool:
        return self._at >= len(self._tokens) or self._tokens[self._at]["mark"] in ("&&", "||", ")")

    def _unknown(self) -> Arm:
        depth = 0
        while self._at < len(self._tokens) and (depth or not self._ends()):
            depth += self._is("(") - self._is(")")
            self._at += 1
        return _TRUE


def _either(one: Arm, other: Arm) -> Arm:
    return _few(dict.fromkeys((*one, *other)))


def _both(one: Arm, other: Arm) -> Arm:
    return _few(dict.fromkeys(way | more for way in one for more in other if _agree(way | more)))


def _few(ways: Iterable[frozenset[Test]]) -> Arm:
    return tuple(ways)[:_MOST_WAYS]


def _agree(way: frozenset[Test]) -> bool:
    values: dict[str, str] = {}
    for word, value, equal in way:
        if equal and values.setdefault(word, value) != value:
            return False
    return all(equal or values.get(word) != value for word, value, equal in way)


def reaching(arm: Arm, usual: Mapping[str, str], offered: Mapping[str, Sequence[str]]) -> Iterable[dict[str, str]]:
    """Values under which an arm is compiled, one set a way: the `usual` ones, but where a test asks for another.

    `offered` are values that a word may take where it must not have its usual one.
    """
    for way in arm:
        values = {**usual, **{word: value for word, value, equal in way if equal}}
        for word, value, equal in sorted(way):
            if not equal and values.get(word) == value:
                barred = {other for name, other, same in way if name == word and not same}
                values[word] = next((one for one in offered.get(word, ()) if one not in barred), "")
        yield values
