"""Whether `super_kernel_scope_begin` and `super_kernel_scope_end` meet on every path.

The graph back end pairs them by equal name in any nesting and raises where one is left over. A function is walked path
by path; conditions and loops that are written alike are taken to go alike. Markers that a function leaves over are
looked for in the other functions of the file: wrappers and context managers open in one and close in another.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.program import Span
from sklint.scripts.find import function_of
from sklint.scripts.literals import node_span
from sklint.scripts.model import Marker, Unpaired
from sklint.scripts.module import Module

_MOST_STATES = 64


@dataclass(frozen=True, slots=True)
class _State:
    """The markers that are open, ends that met none, and what was assumed of conditions on the way here."""

    open: tuple[int, ...] = ()
    stray: tuple[tuple[int, int], ...] = ()
    assumed: frozenset[tuple[str, bool]] = frozenset()


def unpaired(module: Module, markers: dict[ast.Call, Marker]) -> tuple[Unpaired, ...]:
    """The markers of a module without a partner, in source order."""
    by_function: dict[ast.AST, dict[ast.Call, Marker]] = {}
    for call, marker in markers.items():
        by_function.setdefault(function_of(module, call), {})[call] = marker
    found: list[Unpaired] = []
    left: list[Unpaired] = []
    for owner, own in by_function.items():
        walk = _Walk(module, own)
        for item in walk.unpaired(owner):
            both = any(marker.end is not item.marker.end for marker in own.values())
            (found if both else left).append(item)
    found += _left_over(left)
    return tuple(sorted(found, key=lambda item: (item.marker.at.line, item.marker.at.column)))


def _left_over(left: list[Unpaired]) -> Iterator[Unpaired]:
    """Markers of functions that only open or only close, where no other function of the file does the other half."""
    begins = [item for item in left if not item.marker.end]
    ends = [item for item in left if item.marker.end]
    for own, others in ((begins, ends), (ends, begins)):
        keys = Counter(item.marker.key for item in others)
        vague = any(not item.marker.known for item in others)
        for item in own:
            if not keys[item.marker.key] and not (vague or (not item.marker.known and others)):
                yield replace(item, every_path=False) if others else item


class _Walk:
    def __init__(self, module: Module, markers: dict[ast.Call, Marker]) -> None:
        self.module = module
        self.markers = list(markers.values())
        self.numbers = {call: number for number, call in enumerate(markers)}
        self.around = {outer for call in markers for outer in module.ancestors(call)}
        self.ended: list[tuple[_State, Span | None]] = []

    def unpaired(self, owner: ast.AST) -> Iterator[Unpaired]:
        """What is left over at the ends of the function's paths."""
        body = getattr(owner, "body", [])
        for state in self._block(body, [_State()]) if isinstance(body, list) else []:
            self.ended.append((state, None))
        paths = len(self.ended) or 1
        begun: Counter[int] = Counter()
        missed: Counter[int] = Counter()
        others: dict[int, int] = {}
        returns: dict[int, Span] = {}
        for state, place in self.ended:
            strays = dict(state.stray)
            for end, other in strays.items():
                missed[end] += 1
                others.setdefault(end, other)
            for number in state.open:
                if number not in strays.values():
                    begun[number] += 1
                    if place is not None:
                        returns.setdefault(number, place)
        for number in sorted(missed):
            opened = self.markers[others[number]].name if others[number] >= 0 else ""
            yield Unpaired(self.markers[number], opened, missed[number] == paths)
        for number in sorted(begun):
            yield Unpaired(self.markers[number], "", begun[number] == paths, returns.get(number))

    def _block(self, body: list[ast.stmt], states: list[_State]) -> list[_State]:
        for statement in body:
            states = self._statement(statement, states)[:_MOST_STATES]
        return states

    def _statement(self, statement: ast.stmt, states: list[_State]) -> list[_State]:
        match statement:
            case ast.Return():
                after = self._markers_in(statement, states)
                at = node_span(self.module.path, statement)
                self.ended += [(state, at) for state in after]
                return []
            case ast.Raise():
                return []
            case _ if statement not in self.around and not _leaves(statement):
                return states
            case ast.If(test=test, body=body, orelse=orelse):
                return _merged(
                    self._block(body, _assuming(states, ast.unparse(test), True))
                    + self._block(orelse, _assuming(states, ast.unparse(test), False))
                )
            case ast.For() | ast.AsyncFor() | ast.While():
                text = ast.unparse(statement.iter if not isinstance(statement, ast.While) else statement.test)
                entered = self._block(statement.body, _assuming(states, f"for {text}", True))
                skipped = _assuming(states, f"for {text}", False)
                return self._block(statement.orelse, _merged(entered + skipped))
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                ended = len(self.ended)
                after = self._block(orelse, self._block(body, states))
                for handler in handlers:
                    after = after + self._block(handler.body, states)
                inside = self.ended[ended:]
                del self.ended[ended:]
                for state, place in inside:
                    self.ended += [(final, place) for final in self._block(finalbody, [state])]
                return self._block(finalbody, _merged(after))
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    states = self._markers_in(item.context_expr, states)
                return self._block(body, states)
            case ast.Match(cases=cases):
                return _merged([state for case in cases for state in self._block(case.body, states)] + states)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return states
            case _:
                return self._markers_in(statement, states)

    def _markers_in(self, part: ast.AST, states: list[_State]) -> list[_State]:
        calls = [node for node in ast.walk(part) if isinstance(node, ast.Call) and node in self.numbers]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
            states = _merged([self._marked(state, self.numbers[call]) for state in states])
        return states

    def _marked(self, state: _State, number: int) -> _State:
        marker = self.markers[number]
        if not marker.end:
            return replace(state, open=(*state.open, number))
        partner = self._partner(state.open, marker)
        if partner is not None:
            return replace(state, open=tuple(opened for opened in state.open if opened != partner))
        other = state.open[-1] if state.open else -1
        return replace(state, stray=(*state.stray, (number, other)))

    def _partner(self, opened: tuple[int, ...], end: Marker) -> int | None:
        """The open marker of the same name, the last one; one whose name cannot be compared serves as well."""
        for number in reversed(opened):
            if self.markers[number].key == end.key:
                return number
        for number in reversed(opened):
            if not (self.markers[number].known and end.known):
                return number
        return None


def _leaves(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def _assuming(states: list[_State], text: str, holds: bool) -> list[_State]:
    """The states that can go this way; the condition's text, and that of its negation, are one assumption."""
    if text.startswith("not "):
        text, holds = text[4:], not holds
    return [
        replace(state, assumed=state.assumed | {(text, holds)})
        for state in states
        if (text, not holds) not in state.assumed
    ]


def _merged(states: list[_State]) -> list[_State]:
    return list(dict.fromkeys(states))
