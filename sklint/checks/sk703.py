"""SK703 cross-core-unbalanced: sets and waits of one flag that do not match, or more than 15 outstanding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sklint.checks.flag_counts import (
    Exchange,
    Imbalance,
    exchanges,
    imbalances,
    is_flag,
    is_matched,
    launched_imbalances,
)
from sklint.checks.keys import by_selection
from sklint.checks.launch_numbers import BLOCK_NUM, launched_choice
from sklint.checks.launched import host_knows, host_may_store
from sklint.checks.numbers import READ, Leaf, NoSuchNumber, Number, UnknownNumber, is_pointer, leaves_of
from sklint.checks.outstanding import MOST, overflowing
from sklint.checks.places import places
from sklint.checks.pruned import pruned
from sklint.checks.replay import PLACE, TooLong, choices, domain_of, domains_of
from sklint.checks.sk702 import ill_used
from sklint.checks.trace import call_steps
from sklint.checks.unmet import may_miss_flags
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK703"
_UNNAMED = "`…`"
# The flags that some numbers leave unbalanced, and the leaves that were asked for.
_Wrong = Callable[[Mapping[Leaf, Number]], tuple[list[Imbalance], dict[Leaf, None]]]


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Count the flags out for numbers that the host may have meant, and look for one that stays set or is missed."""
    if kernel.exhausted:
        return
    ill = ill_used(kernel)
    seen: set[object] = set()
    flags = {kind: pruned(root, is_flag) for kind, root in kernel.trees.items()}
    for selection, roots in by_selection(flags, kernel.keys, kernel.parameters):
        for exchange in exchanges(kernel, roots):
            for one, given in _unbalanced(kernel, exchange, selection):
                if one.flag not in ill and one.surplus.event.at not in seen:
                    seen.add(one.surplus.event.at)
                    # what the host has lost may be numbers that no launch has together
                    told = host_knows(kernel, given) or _is_never_matched(kernel, exchange, selection)
                    sure = told or not _hangs_on_a_switch(kernel, exchange, given)
                    yield _finding(kernel, one, given, told, sure)
    for core_kind, root in kernel.trees.items():
        for event, number, calls in overflowing(root):
            yield _overflow(kernel, core_kind, event, number, calls)


def _unbalanced(
    kernel: WalkedKernel, exchange: Exchange, fixed: Mapping[Leaf, Number]
) -> list[tuple[Imbalance, Mapping[Leaf, Number]]]:
    """The flags of an exchange that some numbers leave unbalanced, each with the plainest such numbers."""
    doubted = False

    def anywhere(given: Mapping[Leaf, Number]) -> tuple[list[Imbalance], dict[Leaf, None]]:
        nonlocal doubted
        found, asked = imbalances(kernel, exchange, given)
        sure = [one for one in found if one.block is None or not asked]
        doubted = doubted or len(sure) < len(found)
        return sure, asked

    def in_launch(given: Mapping[Leaf, Number]) -> tuple[list[Imbalance], dict[Leaf, None]]:
        return launched_imbalances(kernel, exchange, given, int(given[BLOCK_NUM]))

    def judge(wrong: _Wrong, given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        nonlocal doubted
        found, asked = wrong(given)
        numbers = {**fixed, **{leaf: given.get(leaf, 1) for leaf in asked}}
        stored = not found or host_may_store(kernel, numbers)
        doubted = doubted or not stored
        return bool(found) and stored, asked

    wrong = anywhere
    try:
        chosen = choices(domains_of(exchange.sets, exchange.waits), fixed, partial(judge, wrong))
        if chosen is None and doubted:
            # no launch stores these numbers, or it may have that block only: one launch may have all of it
            wrong = in_launch
            chosen = launched_choice(kernel, fixed, partial(judge, wrong))
    except UnknownNumber:
        return []
    if chosen is None:
        return []
    given = {**fixed, **chosen}
    several, asked = wrong(given)
    return [(one, {leaf: given.get(leaf, 1) for leaf in asked}) for one in several]


def _is_never_matched(kernel: WalkedKernel, exchange: Exchange, fixed: Mapping[Leaf, Number]) -> bool:
    """Whether a flag is left unbalanced whatever the numbers are, but for those under which nobody uses it."""

    def judge(given: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        matched, asked = is_matched(kernel, exchange, given)
        numbers = {**fixed, **{leaf: given.get(leaf, 1) for leaf in asked}}
        return matched and host_may_store(kernel, numbers), asked

    try:
        return choices(domains_of(exchange.sets, exchange.waits), fixed, judge) is None
    except UnknownNumber:
        return False


def _hangs_on_a_switch(kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number]) -> bool:
    """Whether one lost number that no loop counts by evens the flags: the host may keep it in step with the others."""
    counted = {
        leaf
        for root in (exchange.sets, exchange.waits)
        for node, _ in places(root, lambda node: isinstance(node, tree.Loop))
        if isinstance(node, tree.Loop)
        for leaf in leaves_of(node.trips.value)
    }
    domains = domains_of(exchange.sets, exchange.waits)
    lost = [leaf for leaf in given if leaf not in counted and not host_knows(kernel, [leaf])]
    return any(
        _may_match(kernel, exchange, {**given, leaf: number}) for leaf in lost for number in domain_of(domains, leaf)
    )


def _may_match(kernel: WalkedKernel, exchange: Exchange, given: Mapping[Leaf, Number]) -> bool:
    try:
        return is_matched(kernel, exchange, given)[0]
    except (NoSuchNumber, TooLong, UnknownNumber):
        return False


def _finding(kernel: WalkedKernel, one: Imbalance, given: Mapping[Leaf, Number], told: bool, sure: bool) -> Finding:
    event = one.surplus.event
    text = event.text if isinstance(event, (tree.FlagSet, tree.FlagWait)) else ""
    numbers: str | Message = ", ".join(_told(given)[:3]) or "always"
    if one.block is not None and given:
        numbers = message("on block {block}, {numbers}", block=one.block, numbers=numbers)
    elif one.block is not None:
        numbers = message("on block {block}", block=one.block)
    when = numbers if told else message("where some launch has {numbers}", numbers=numbers)
    # the other side of the handshake may stand in what was not read; where some of it was read, the rest is there, too
    missed = kernel.once(may_miss_flags)
    absent = missed and not min(one.sets, one.waits)
    if missed:
        when = message("{when}; not all code that the kernel calls was read", when=when)
    somewhere = bool(given) or one.block is not None
    flag: int | Message = one.flag
    if one.flag != one.read:
        own, on_cube = sorted((one.flag, one.read))
        flag = message("{flag} of the second vector core ({other} on the cube core)", flag=own, other=on_cube)
    kinds = {"aic": "cube", "aiv": "vector"}
    setter, waiter = kinds[one.setter], kinds[one.waiter]
    if one.sets > one.waits:
        said = message(
            "`{call}`: flag {flag} is set {sets} times by a {setter} core and read {waits} times by a {waiter} core "
            "({when}): the count that is left opens the first wait of the next operator in a SuperKernel",
            call=text,
            flag=flag,
            sets=one.sets,
            waits=one.waits,
            setter=setter,
            waiter=waiter,
            when=when,
        )
        repair = message("wait for the flag as often as it is set, on every path to the end of the kernel")
    else:
        said = message(
            "`{call}`: flag {flag} is read {waits} times by a {waiter} core and set {sets} times by a {setter} core "
            "({when}): the wait without a set never ends",
            call=text,
            flag=flag,
            sets=one.sets,
            waits=one.waits,
            setter=setter,
            waiter=waiter,
            when=when,
        )
        repair = message("set the flag as often as it is waited for, on every path to the end of the kernel")
    return Finding(
        CODE,
        "info" if missed or not told else "warning" if somewhere else "error",
        "possible" if absent or not sure else "likely" if somewhere or missed else "proved",
        said,
        event.at,
        (kernel.name,),
        one.setter if one.sets > one.waits else one.waiter,
        repair,
        tuple(call_steps(one.surplus.calls)),
    )


def _told(given: Mapping[Leaf, Number]) -> list[str]:
    """The numbers as people read them, of what has a name if anything has.

    That an address is not null is worth a word only where all hangs on it.
    """
    numbers = {leaf: number for leaf, number in given.items() if not is_pointer(leaf)}
    if not numbers:
        return [f"{_named(leaf)} != nullptr" for leaf in given]
    named = {leaf: number for leaf, number in numbers.items() if _named(leaf) != _UNNAMED}
    return [f"{_named(leaf)} = {number}" for leaf, number in (named or numbers).items()]


def _named(leaf: Leaf) -> str:
    """A leaf as people read it."""
    match leaf:
        case (kind, depends, text, *_) if kind in (PLACE, READ):
            return f"`{text}` ({depends})"
        case (_, str(name), *_):
            return f"`{name}`"
    return _UNNAMED


def _overflow(
    kernel: WalkedKernel, core_kind: str, event: tree.FlagSet, number: int, calls: tuple[tree.Called, ...]
) -> Finding:
    return Finding(
        CODE,
        "warning",
        "likely",
        message(
            "`{call}` is called {number} times with no wait between: the counter of a flag holds {most}, "
            "and one more is a fault if the other side has not read by then",
            call=event.text,
            number=number,
            most=MOST,
        ),
        event.at,
        (kernel.name,),
        core_kind,
        message("let the other side answer on a second flag, at the latest after {most} sets", most=MOST),
        tuple(call_steps(calls)) or (Step(event.at, message("the set is repeated here")),),
    )
