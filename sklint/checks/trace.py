"""Steps of a finding's trace that many rules need: calls that lead to a place, where a value comes from, launches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sklint.finding import Message, Step, message
from sklint.host.launch import Launch
from sklint.walk import tree

# So many launches are shown behind a finding.
MOST_LAUNCHES = 4


def call_steps(calls: Sequence[tree.Called]) -> Iterator[Step]:
    """The calls from the innermost outwards."""
    for called in reversed(calls):
        yield Step(called.site, message("`{function}` is called here", function=called.function))


def origin_steps(condition: tree.Condition) -> Iterator[Step]:
    """Where the parts of a condition that differ between cores come from."""
    for at, text in condition.origins:
        yield Step(at, message("`{value}` differs between cores from here on", value=text))


def launch_steps(launches: Iterable[Launch]) -> Iterator[Step]:
    """The first launches; those that are told in the same words are one to whoever reads them."""
    told: set[Step] = set()
    for launch in launches:
        step = Step(launch.at, _launched(launch.count))
        if step not in told:
            told.add(step)
            yield step
        if len(told) == MOST_LAUNCHES:
            return


def _launched(count: str) -> Message:
    kind, _, rest = count.partition(":")
    if kind == "unknown":
        return message("launched here on a number of blocks that is not known: {reason}", reason=rest.strip())
    return message("launched here: {count}", count=count)
