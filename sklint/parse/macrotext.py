"""Names inside macro bodies: clang keeps no text there, but it prints a whole function with every macro expanded.

The nodes of a function and the member accesses of its printed form come in the same order; members whose names clang
knows check the alignment.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from sklint.parse import kinds
from sklint.parse.native import library, text_of
from sklint.parse.nodes import Node
from sklint.parse.positions import Positions

_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?<![\w])\'(?:[^\'\\\n]|\\.)*\'')
_ACCESS = re.compile(
    r"(?<![\w.])(?:\d[\w']*\.?[\w']*)|(\.|->)\s*(?:template\s+)?(?:[A-Za-z_]\w*(?:<[^;{}()]*>)?::)*"
    r"(~?[A-Za-z_$][\w$]*|operator\s*(?:\(\)|\[\]|[^\s\w(]+))(?=\W|$)"
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)*")


class MacroText:
    """Answers for the nodes of one function; the printing happens when the first question comes."""

    def __init__(self, positions: Positions, root: Node) -> None:
        self._positions = positions
        self._root = root
        self._lib = library()
        self._members: dict[int, tuple[bool, str, str]] | None = None
        self._printed = ""
        self._references: dict[int, str] | None = None

    def member(self, node: Node, known: str) -> tuple[bool, str, str]:
        """Arrow or dot, the name, and the text that follows it, of a member access inside a macro body."""
        if self._members is None:
            self._members = self._aligned()
        return self._members.get(node.cursor.stmt or 0, (False, known, ""))

    def text(self, node: Node) -> str | None:
        """The text of a name (with qualifier and arguments) or of a `sizeof` inside a macro body."""
        if self._references is None:
            self._references = self._reference_texts()
        return self._references.get(node.cursor.stmt or 0)

    def _print(self) -> str:
        if not self._printed:
            self._printed = text_of(self._lib.getCursorPrettyPrinted(self._root.cursor, None))
        return self._printed

    def _aligned(self) -> dict[int, tuple[bool, str, str]]:
        printed = _LITERAL.sub(lambda match: '"' + " " * (len(match.group()) - 2) + '"', self._print())
        found = [match for match in _ACCESS.finditer(printed) if match.group(1)]
        slots: list[tuple[Node, str]] = []
        self._collect(self._root, slots)
        answers: dict[int, tuple[bool, str, str]] = {}
        for slot, match in _pairs([name for _, name in slots], [one.group(2) for one in found]):
            access = found[match]
            node, _ = slots[slot]
            following = printed[access.end() : access.end() + 400]
            answers[node.cursor.stmt or 0] = (access.group(1) == "->", access.group(2), following)
        return answers

    def _collect(self, node: Node, slots: list[tuple[Node, str]]) -> None:
        pending: list[tuple[Node, bool]] = [(node, False)]
        while pending:
            current, done = pending.pop()
            if done:
                slots.append((current, self._name(current)))
                continue
            children = current.children
            if current.kind == kinds.MEMBER_EXPR:
                name = self._name(current)
                if name.startswith("operator ") or self._unprinted(current, name):
                    pending.extend((child, False) for child in reversed(children))
                    continue
                base = 1 if children and children[0].kind >= kinds.FIRST_EXPRESSION else 0
                pending.extend((child, False) for child in reversed(children[base:]))
                pending.append((current, True))
                pending.extend((child, False) for child in reversed(children[:base]))
            else:
                pending.extend((child, False) for child in reversed(children))

    def _unprinted(self, node: Node, name: str) -> bool:
        """Overload sets and dependent names (`Type::name`) that stand without a base are printed as they stand."""
        if not node.children:
            return False
        first = node.children[0].kind
        return first == kinds.OVERLOADED or (not name and first in kinds.REFERENCES)

    def _name(self, node: Node) -> str:
        for child in node.children:
            if child.kind == kinds.OVERLOADED:
                return text_of(self._lib.getCursorSpelling(child.cursor))
        return text_of(self._lib.getCursorSpelling(node.cursor))

    def _reference_texts(self) -> dict[int, str]:
        """The k-th use of a name in the nodes is its k-th use in the printed text."""
        printed = _LITERAL.sub(lambda match: '"' + " " * (len(match.group()) - 2) + '"', self._print())
        places: dict[str, list[tuple[int, int]]] = {}
        dependent: dict[str, list[tuple[int, int]]] = {}
        for match in _WORD.finditer(printed):
            before = printed[: match.start()].rstrip()[-2:]
            if before.endswith((".", "->")):
                continue
            first, _, plain = match.group().rpartition("::")
            places.setdefault(plain, []).append((match.start(), match.end()))
            if first or ">::" in _name_text(printed, match.start(), match.end()):
                dependent.setdefault((first or plain).partition("::")[0], []).append((match.start(), match.end()))
        answers: dict[int, str] = {}
        counts: dict[str, int] = {}
        pending = [self._root]
        while pending:
            node = pending.pop()
            pending.extend(reversed(node.children))
            if node.kind not in (kinds.DECL_REF, kinds.SIZEOF, kinds.MEMBER_EXPR):
                continue
            name = "sizeof" if node.kind == kinds.SIZEOF else self._name(node)
            if node.kind == kinds.MEMBER_EXPR and not self._unprinted(node, name):
                continue
            spelled = name or "::" + self._dependent_spelling(node)
            used = counts.get(spelled, 0)
            counts[spelled] = used + 1
            options = places.get(name, ()) if name else dependent.get(spelled[2:], ())
            if used < len(options):
                answers[node.cursor.stmt or 0] = _name_text(printed, *options[used])
        return answers

    def _dependent_spelling(self, node: Node) -> str:
        """A dependent `Type::name` starts with its type, which the token in the macro's definition tells."""
        begin = self._lib.getCursorExtent(node.cursor).begin
        return self._positions.spelled(begin)


def _name_text(printed: str, begin: int, end: int) -> str:
    """A name with what belongs to it: `<…>` arguments, further scopes, and the parenthesis of `sizeof`."""
    if printed[begin:end] == "sizeof":
        return printed[begin : _closed(printed, end, "(", ")")]
    while end < len(printed):
        if printed[end] == "<":
            closed = _closed(printed, end, "<", ">")
            if closed <= end:
                break
            end = closed
        elif printed.startswith("::", end):
            match = re.compile(r"::\s*(?:template\s+)?~?[A-Za-z_$][\w$]*").match(printed, end)
            if match is None:
                break
            end = match.end()
        else:
            break
    return printed[begin:end]


def _closed(text: str, begin: int, opening: str, closing: str) -> int:
    depth = 0
    for at in range(begin, min(len(text), begin + 600)):
        if text[at] == opening:
            depth += 1
        elif text[at] == closing:
            depth -= 1
            if depth == 0:
                return at + 1
        elif text[at] in ";{}":
            break
    return begin


def _pairs(slots: list[str], names: list[str]) -> list[tuple[int, int]]:
    """Which printed access belongs to which node; nodes without a name match any."""
    if len(slots) == len(names) and all(not slot or slot == name for slot, name in zip(slots, names, strict=True)):
        return [(at, at) for at in range(len(slots))]
    known = [slot or "?" for slot in slots]
    pairs: list[tuple[int, int]] = []
    blocks = SequenceMatcher(None, known, names, autojunk=False).get_matching_blocks()
    slot_at = name_at = 0
    for block in blocks:
        gap_slots, gap_names = block.a - slot_at, block.b - name_at
        if gap_slots == gap_names:
            pairs += [(slot_at + step, name_at + step) for step in range(gap_slots)]
        pairs += [(block.a + step, block.b + step) for step in range(block.size)]
        slot_at, name_at = block.a + block.size, block.b + block.size
    return pairs
