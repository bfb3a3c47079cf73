"""A launch, case by case: which tiling key goes with which schedule mode, and whether a barrier is reached under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.host.bounds import number_of
from sklint.host.guard import host_value
from sklint.host.launch import Launch, under_facts
from sklint.host.rebuild import rebuild
from sklint.walk.values import FALSE, TRUE, Value, atom, negate

MOST = 64
_COMPARISONS = ("<", "<=", "==", "!=")
_TRUTHS = ("<", "<=", "==", "!=", "and", "or", "not", "same")


@dataclass(frozen=True, slots=True)
class Case:
    """One way through the tiling to a launch: the key and mode there, and the host's conditions that were decided."""

    key: Value
    mode: Value
    decided: tuple[tuple[Value, bool], ...] = ()

    @property
    def mode_number(self) -> int | None:
        """The schedule mode; None where it could not be evaluated."""
        number = number_of(self.mode)
        return None if number is None else int(number)


def cases(launch: Launch) -> list[Case]:
    """The ways to a launch that differ in key or mode; one case that leaves both open where there are too many."""
    key, mode = rebuild(launch.key, {}), rebuild(launch.mode, {})
    found: list[Case] = []
    stack = [Case(key, mode)]
    while stack:
        case = stack.pop()
        condition = _choice(case.mode) or _choice(case.key)
        if condition is None:
            found.append(case)
        elif len(found) + len(stack) >= MOST:
            return [Case(key, mode)]
        else:
            stack.extend(_under(case, condition, truth) for truth in (False, True))
    return found


def _choice(value: Value) -> Value | None:
    """A condition that the value depends on; it may be the value itself."""
    if value.op in _TRUTHS:
        return _innermost(value)
    return next((_innermost(node.args[0]) for node in value.walk() if node.op == "ite"), None)


def _innermost(condition: Value) -> Value:
    """A condition that what the condition compares depends on, so that each is decided once; otherwise itself."""
    for node in condition.walk():
        if node.op not in _COMPARISONS:
            continue
        for part in (inner for arg in node.args for inner in arg.walk()):
            if part.op == "ite":
                return _innermost(part.args[0])
            if part.op in _TRUTHS:
                return _innermost(part)
    return condition


def _under(case: Case, condition: Value, truth: bool) -> Case:
    known = {condition: _truth(truth), negate(condition): _truth(not truth)}
    decided = (*case.decided, (condition, truth))
    return Case(rebuild(case.key, known), rebuild(case.mode, known), decided)


def may_reach(conditions: Sequence[tuple[Value, bool]], launch: Launch, case: Case) -> bool:
    """Whether kernel code behind `conditions` may run in this case; only what contradicts the host is ruled out."""
    key = {atom("tiling_key"): case.key}
    return all(_may_hold(condition, truth, launch, case, key) for condition, truth in conditions)


def _may_hold(condition: Value, truth: bool, launch: Launch, case: Case, key: dict[Value, Value]) -> bool:
    # a condition of the other kind's walk has an atom of its own for the key
    there = host_value(rebuild(rebuild(condition, {}), key), launch.fields)
    if there is None:
        return True
    there = under_facts(there, [rebuild(fact, {}) for fact in launch.facts])
    for decided, side in case.decided:
        there = rebuild(there, {decided: _truth(side), negate(decided): _truth(not side)})
    number = number_of(there)
    return number is None or bool(number) == truth


def _truth(value: bool) -> Value:
    return TRUE if value else FALSE


def reaching(conditions: Sequence[tuple[Value, bool]], launch: Launch) -> Iterator[Case]:
    """The cases of a launch under which code behind `conditions` may run."""
    for case in cases(launch):
        if may_reach(conditions, launch, case):
            yield case
