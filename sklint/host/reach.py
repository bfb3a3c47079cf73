"""Whether a launch runs a piece of kernel code, and under which schedule mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sklint.host.bounds import Bounds
from sklint.host.keys import a_key_may_lead
from sklint.host.launch import LARGEST, Launch, choices
from sklint.host.ways import BLOCKS, KEY, LOST, Answer, NotTheHostsError, TooManyWaysError, Ways
from sklint.walk.values import Value, equal, expressions_up_to, known_of_values, number_of

# What a launch was asked before, with the launch itself, whose identity stays its own as long as it is kept.
_reached: dict[tuple[object, ...], tuple[Launch, bool]] = known_of_values()
# Names in a kernel's conditions that do not come from the tiling.
_OF_THE_LAUNCH = frozenset({BLOCKS, "sub_block_num", "task_ratio"})


def reaches(
    conditions: Sequence[tuple[Value, bool]],
    launch: Launch,
    template: Sequence[str] = (),
    mode: int | None = None,
    seen: bool = False,
) -> bool:
    """Whether kernel code behind `conditions` may run under a launch, and with this schedule mode if one is asked for.

    `template` names the kernel's template parameters. What the host does not tell may hold, unless it has to be `seen`
    that the launch leads to the code, as always where its mode differs from way to way. A mode that the host does not
    tell is none that is asked for. Where there are too many ways through the tiling, only a mode that all of them
    share is known, and which keys there are.
    """
    asked = (id(launch), tuple(conditions), tuple(template), mode, seen)
    found = _reached.get(asked)
    if found is None:
        found = _reached[asked] = launch, _reaches(_telling_first(conditions), launch, template, mode, seen)
    return found[1]


def _reaches(
    conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str], mode: int | None, seen: bool
) -> bool:
    seen = seen or (mode is not None and number_of(launch.mode) is None)

    def leads(ways: Ways) -> bool:
        return _leads(ways, conditions, launch, mode, seen)

    with expressions_up_to(LARGEST):
        try:
            return any(_on_each_way(launch, template, leads, not seen))
        except TooManyWaysError:
            shared = not seen and (mode is None or number_of(launch.mode) == mode)
            return shared and a_key_may_lead(conditions, launch, template)


def _leads(ways: Ways, conditions: Sequence[tuple[Value, bool]], launch: Launch, mode: int | None, seen: bool) -> bool:
    return (
        (mode is None or number_of(ways.number(launch.mode)) == mode)
        and all(may_hold(ways, condition, truth, seen) for condition, truth in conditions)
        and not _is_impossible(ways)
    )


def choosing_mode(
    conditions: Sequence[tuple[Value, bool]], launch: Launch, mode: int, template: Sequence[str] = ()
) -> tuple[Value, ...]:
    """What of the host holds where a launch has a mode that differs from way to way, and leads to kernel code.

    Of the first such way that hangs on nothing lost; empty where there is none.
    """

    def held(ways: Ways) -> tuple[Value, ...]:
        if not _leads(ways, conditions, launch, mode, True):
            return ()
        found = ways.choosing(launch.mode)
        return () if any(_is_open(node) for value in found for node in value.walk()) else tuple(found)

    with expressions_up_to(LARGEST):
        try:
            return next(filter(None, _on_each_way(launch, template, held, False)), ())
        except TooManyWaysError:
            return ()


def selects(conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str] = ()) -> bool:
    """Whether a launch is seen to select kernel code behind `conditions`: what they ask of the key is decided so."""

    def leads(ways: Ways) -> bool:
        for condition, truth in conditions:
            if not may_hold(ways, condition, truth, True, decided=_asks_for_key(condition, template)):
                return False
        return not _is_impossible(ways)

    with expressions_up_to(LARGEST):
        try:
            return any(_on_each_way(launch, template, leads, False))
        except TooManyWaysError:
            return False


def _asks_for_key(condition: Value, template: Sequence[str]) -> bool:
    return any(node.op == "atom" and (node.payload == KEY or node.payload in template) for node in condition.walk())


class Reaching(NamedTuple):
    """The number of blocks of a launch, what holds with it, and whether it was followed or is that of all ways."""

    blocks: Value
    facts: tuple[Value, ...]
    followed: bool = True


def counts_reaching(
    conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str] = (), static: bool = False
) -> Iterator[Reaching]:
    """The counts of a launch on the ways that may run kernel code behind `conditions`, each with what holds there.

    Only ways without dynamic local memory count where they are to be `static`. Where there are too many ways, the rest
    of them have the count of all, if any of them may be without, and if one of the keys leads there.
    """
    conditions = _telling_first(conditions)

    def count(ways: Ways) -> Reaching | None:
        # asked first, it leaves the other conditions of such ways untried
        if static and number_of(ways.host(launch.local_memory)) != 0:
            return None
        if not all(may_hold(ways, condition, truth, False) for condition, truth in conditions) or _is_impossible(ways):
            return None
        return Reaching(ways.host(launch.value), ways.known())

    with expressions_up_to(LARGEST):
        try:
            yield from (found for found in _on_each_way(launch, template, count, True) if found is not None)
        except TooManyWaysError:
            local = static and all(number_of(size) != 0 for size in choices(launch.local_memory))
            if not local and a_key_may_lead(conditions, launch, template):
                yield Reaching(launch.value, launch.facts, followed=False)


def _on_each_way(
    launch: Launch, template: Sequence[str], ask: Callable[[Ways], Answer], or_coarse: bool
) -> Iterator[Answer]:
    """What `ask` answers on each way; where there are too many, on the coarse ones as well, if that will do."""
    for coarse in (False, True) if or_coarse else (False,):
        ways = Ways(launch, template, coarse)
        try:
            yield from ways.answers(partial(ask, ways))
        except TooManyWaysError:
            if coarse or not or_coarse:
                raise
        else:
            return


def _telling_first(conditions: Sequence[tuple[Value, bool]]) -> list[tuple[Value, bool]]:
    """The conditions with those first that say what something is: they leave the fewest ways to ask about the rest."""
    return sorted(conditions, key=lambda one: one[0].op != ("==" if one[1] else "!="))


def may_hold(ways: Ways, condition: Value, truth: bool, seen: bool, decided: bool = False) -> bool:
    """Whether a condition of the kernel may be so; from here on it is.

    What has to be `seen` may not be lost, and what has to be `decided` may not be left open by the host.
    """
    told = ways.told(condition)
    if seen and (told is None or any(_is_untold(node, told) for node in condition.walk())):
        return False
    if told is None:
        return True
    try:
        value = ways.kernel(condition, told)
    except NotTheHostsError:
        return not (seen and told)
    known = ways.decide(value)
    if known is None:
        if decided:
            return False
        ways.suppose(value, truth)
        return not (seen and told and any(map(_is_open, value.walk())))
    return known is truth


def _is_impossible(ways: Ways) -> bool:
    """Whether what has been found of a way cannot all be so."""
    return ways.selects_nothing() or _is_squeezed(ways) or ways.is_refuted()


def _is_squeezed(ways: Ways) -> bool:
    """Whether no number is left for something: a count that is at most 1, and not 1, is no launch."""
    known = ways.holding()
    for fact in known:
        if fact.op == "<=":
            least, most = fact.args[0], number_of(fact.args[1])
            if (
                most is not None
                and ways.decide(equal(*fact.args)) is False
                and Bounds(None, known).at_least(least, most)
            ):
                return True
    return False


def _is_untold(node: Value, told: Mapping[Value, Value]) -> bool:
    """Whether the host has nothing for a name of the kernel's, or the kernel lost what it read."""
    return _is_open(node) or (node.op == "atom" and node not in told and node.payload not in _OF_THE_LAUNCH)


def _is_open(node: Value) -> bool:
    """Whether a value of the host was lost on the way, so that it may hang together with the mode unseen."""
    return node.op in LOST
