"""SK104 soft-sync-count: a soft barrier whose participant count is not the number of cores that call it.

A handshake of two cores counts nobody; it takes the number of blocks for the distance between the slots of two ids.
"""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.barriers import Reached, all_reached, launches_reaching
from sklint.checks.launched import LaunchedCores
from sklint.checks.trace import call_steps, launch_steps
from sklint.finding import Finding, Message, message
from sklint.host import guard
from sklint.host.launch import Launch
from sklint.walk import tree
from sklint.walk.guards import guards_of, is_index
from sklint.walk.kernel import WalkedKernel, placed
from sklint.walk.values import ZERO, Value, add, constant, number_of, subtract

CODE = "SK104"
_NONE = tree.Seq()
_REPAIR = message("pass the number of cores that reach the call, the one that guards it or the launched one")


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Each soft barrier, held against the cores that get there, and each handshake whose slots lie elsewhere."""
    for place in all_reached(kernel, _soft):
        event = place.event
        assert isinstance(event, tree.AllCoreSync)
        limit = _narrowed(kernel, place)
        if event.count is None or _is_block_number(event.count):
            yield from _default_count(kernel, place, event, limit)
        elif limit is None:
            yield from _stated_count(kernel, place, event, event.count)
        else:
            yield from _guarded_count(kernel, place, event, event.count)
    yield from _slots(kernel)


def _slots(kernel: WalkedKernel) -> Iterator[Finding]:
    """Handshakes whose slots are not where they are meant to be; those of event id 0 begin where the tensor does."""
    shakes = {e.at: (e, where) for e, where in placed(kernel.trees.get("aiv", _NONE)) if isinstance(e, tree.Handshake)}
    ids = {event.id for event, _ in shakes.values()}
    several = len(ids) > 1 or not all(id.is_constant for id in ids)
    twice = kernel.kind.ratio == (1, 2) and kernel.kind.origin != "inferred" and several
    for event, where in shakes.values():
        if event.id is ZERO:
            continue
        if "sk" in kernel.entry.attributes:
            said = message(
                "`{handshake}` puts the slots of an event id behind those of as many cores as `GetBlockNum()` tells, "
                "and in a `__sk__` function that is the number of blocks of the SuperKernel: the slot may lie outside "
                "of the memory that was set aside and zeroed for this kernel",
                handshake=event.text,
            )
            repair = message(
                "use event id 0 alone, with a tensor of its own for each handshake that goes on at the same time"
            )
        elif twice and event.aiv_only:
            said = message(
                "`{handshake}` puts the slots of an event id behind those of `GetBlockNum()` cores, and this 1:2 "
                "kernel has twice as many vector cores: cores of two ids share a slot",
                handshake=event.text,
            )
            repair = message("call `IBSet<false>` and `IBWait<false>`, with slots for twice as many cores")
        else:
            continue
        steps = tuple(call_steps(where.calls))
        yield Finding(CODE, "warning", "likely", said, event.at, (kernel.name,), "aiv", repair, steps)


def _soft(event: tree.Event) -> bool:
    return isinstance(event, tree.AllCoreSync) and event.soft


def _is_block_number(count: Value) -> bool:
    return count.op == "atom" and count.payload == "block_num"


def _default_count(
    kernel: WalkedKernel, place: Reached, event: tree.AllCoreSync, limit: Value | None
) -> Iterator[Finding]:
    """The count is `GetBlockNum()`: right for all cores of a vector-only launch, and where that is the kernel's own."""
    if limit is not None:
        said = message(
            "`{barrier}` counts every launched core, but only those below `{limit}` get here: they wait for ever",
            barrier=event.text,
            limit=limit,
        )
        yield _finding(kernel, place, "likely", said, ())
    elif "sk" in kernel.entry.attributes and event.count is None:
        said = message(
            "`{barrier}` counts the blocks of the SuperKernel, because `GetBlockNum()` is that number in a `__sk__` "
            "function, and only the cores of this kernel arrive",
            barrier=event.text,
        )
        yield _finding(kernel, place, "proved", said, ())
    elif kernel.kind.ratio == (1, 2) and place.core_kind == "aiv" and kernel.kind.origin != "inferred":
        said = message(
            "`{barrier}` counts blocks, but both vector cores of each block of this 1:2 kernel call it",
            barrier=event.text,
        )
        yield _finding(kernel, place, "likely", said, ())
    elif kernel.architecture == 3510 and event.count is None:
        said = message(
            "`{barrier}` takes the number and the index of its cores from the hardware launch on Ascend 950: in a "
            "SuperKernel it waits for cores that never enter this kernel",
            barrier=event.text,
        )
        yield _finding(kernel, place, "likely", said, ())


def _stated_count(kernel: WalkedKernel, place: Reached, event: tree.AllCoreSync, count: Value) -> Iterator[Finding]:
    """The count is given and nothing holds cores back: it has to be the launch."""
    ratio = kernel.kind.ratio
    units = ratio[1] if ratio is not None and place.core_kind == "aiv" else 1
    wrong: list[Launch] = []
    sure = True
    for launch, _ in launches_reaching(kernel, [place]):
        if launch.empty:
            continue
        verdict = _agrees(count, launch, units)
        if verdict is False:
            wrong.append(launch)
            sure = sure and launch.kind == "const"
    if wrong:
        said = message(
            "`{barrier}` waits for {count} cores, and the kernel is launched on {launch}",
            barrier=event.text,
            count=count,
            launch=wrong[0].count.removeprefix("const:"),
        )
        yield _finding(kernel, place, "proved" if sure else "likely", said, wrong)


def _guarded_count(kernel: WalkedKernel, place: Reached, event: tree.AllCoreSync, count: Value) -> Iterator[Finding]:
    """The count is given, and so is the number of cores that a guard lets in: they have to be one."""
    let_in = _let_in(kernel, place)
    if let_in is None or not (count.is_constant or subtract(count, let_in).is_constant):
        return
    difference = subtract(count, let_in)
    if difference.is_constant and not difference.payload:
        return
    said = message(
        "`{barrier}` waits for {count} cores, and a guard lets in {limit}",
        barrier=event.text,
        count=count,
        limit=let_in,
    )
    yield _finding(kernel, place, "likely" if difference.is_constant else "possible", said, ())


def _let_in(kernel: WalkedKernel, place: Reached) -> Value | None:
    """The number of cores that the innermost guard on the way lets in; None where it is no plain limit."""
    launch = LaunchedCores(kernel, place.core_kind)
    for condition, truth in reversed(place.conditions):
        value = condition.value
        if not value.core_dependent or launch.decides(condition) is not None:
            continue
        if value.op not in ("<", "<="):
            return None
        left, right = value.args
        index, limit = (left, right) if truth else (right, left)
        if not is_index(index) or limit.core_dependent:
            return None
        # index < limit and not (limit <= index) let in as many as the limit, the other two one more
        return limit if (value.op == "<") is truth else add(limit, constant(1))
    return None


def _agrees(count: Value, launch: Launch, units: int) -> bool | None:
    """Whether the count is the number of launched cores; None where that cannot be told."""
    stated, launched = number_of(count), number_of(launch.value)
    if stated is not None:
        if launch.kind == "unknown":
            return None
        return launched is not None and stated == launched * units
    return False if guard.compare(count, launch, units) == guard.BELOW else None


def _narrowed(kernel: WalkedKernel, place: Reached) -> Value | None:
    """The limit of a guard on the core's index that keeps launched cores from getting here."""
    launch = LaunchedCores(kernel, place.core_kind)
    for condition, _ in place.conditions:
        if condition.value.core_dependent and launch.decides(condition) is None:
            return next((one.limit for one in guards_of(condition.value)), condition.value)
    return None


def _finding(
    kernel: WalkedKernel, place: Reached, confidence: str, said: Message, launches: list[Launch] | tuple[()]
) -> Finding:
    steps = [*call_steps(place.calls)]
    steps.extend(launch_steps(launches))
    return Finding(
        CODE,
        "error" if confidence == "proved" else "warning",
        confidence,
        said,
        place.event.at,
        (kernel.name,),
        place.core_kind,
        _REPAIR,
        tuple(steps),
    )
