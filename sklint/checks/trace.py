"""Steps of a finding's trace that many rules need: the calls that lead to a place, and where a value comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklint.finding import Step, message
from sklint.walk import tree


def call_steps(calls: Sequence[tree.Called]) -> Iterator[Step]:
    """The calls from the innermost outwards."""
    for called in reversed(calls):
        yield Step(called.site, message("`{function}` is called here", function=called.function))


def origin_steps(condition: tree.Condition) -> Iterator[Step]:
    """Where the parts of a condition that differ between cores come from."""
    for at, text in condition.origins:
        yield Step(at, message("`{value}` differs between cores from here on", value=text))
