"""SK306 cache-line-sharing: cores that store into one 64-byte line, or scalar and DMA stores into one line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sklint.checks.barriers import Reached, launches_reaching
from sklint.checks.cache_lines import DIFFERING, LINE, apart, core_step, covers, flowing, in_first_round, terms_of
from sklint.checks.moving import step_of
from sklint.checks.paths import path_of
from sklint.checks.places import Around, places
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Message, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel
from sklint.walk.values import Value, affirmed

CODE = "SK306"
ALONE, SEVERAL, COMPUTED = "alone", "several", "computed"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Stores of several cores, and of the scalar unit and the DMA engine, that meet in one line."""
    if not any(write and how != "bypass" for write, how in kernel.touched):
        return
    for core_kind, root in kernel.trees.items():
        yield from _between_cores(kernel, core_kind, root)
        yield from _with_copies(kernel, core_kind, root)


def _is_store(event: tree.Node) -> bool:
    return isinstance(event, tree.ScalarAccess) and event.write and event.how != "bypass"


# ---------------------------------------------------------------------------------------------- between cores


def _between_cores(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> Iterator[Finding]:
    for event, around in places(root, _is_store):
        assert isinstance(event, tree.ScalarAccess)
        distance = event.memory.distance
        if distance is None:
            continue
        terms = terms_of(distance, around.first_round)
        dealt = _dealt(distance, around)
        step, asked = dealt if dealt is not None else (core_step(terms), None)
        tests = [(c.value, side) for c, side in around.conditions if c is not asked]
        if step is not None and step < LINE and not any(_one_core(value, side) for value, side in tests):
            said = message(
                "cores store into `{name}` {step} bytes apart, and a cache line has 64: a core writes back its whole "
                "line and with it old values over what its neighbours stored",
                name=event.memory.name,
                step=step,
            )
            if _launched_on(kernel, event, core_kind, around) != ALONE:
                yield _finding(kernel, core_kind, event, said, "likely", tuple(call_steps(around.calls)))
        elif _same_everywhere(terms, around) and _launched_on(kernel, event, core_kind, around) == SEVERAL:
            said = message(
                "every core stores into `{name}` at one place: each writes back its whole line of 64 bytes, in no "
                "order and over what the others stored beside it",
                name=event.memory.name,
            )
            yield _finding(kernel, core_kind, event, said, "possible", tuple(call_steps(around.calls)))


def _dealt(distance: Value, around: Around) -> tuple[int | float, tree.Condition] | None:
    """By how many bytes the rounds of a loop move a store that are dealt to the cores in turn, and what deals them.

    `i % cores == core` gives each round to the neighbour of the core that has the one before.
    """
    for condition, side in around.conditions:
        counted = _dealt_by(condition.value, side)
        if counted is None:
            continue
        dividend, divisor = counted
        for loop in around.loops:
            number, moved = step_of(loop, dividend), step_of(loop, distance)
            if number and moved and not (isinstance(divisor.payload, int) and number % divisor.payload == 0):
                return abs(moved), condition
    return None


def _dealt_by(condition: Value, side: bool) -> tuple[Value, Value] | None:
    """What a condition takes the rest of, and by what, to compare it with the core."""
    condition, holds = affirmed(condition, side)
    if condition.op != "==" or not holds:
        return None
    for rest, core in (condition.args, condition.args[::-1]):
        if rest.op == "%" and core.core_dependent and not rest.core_dependent:
            dividend, divisor = rest.args
            return dividend, divisor
    return None


def _one_core(condition: Value, side: bool) -> bool:
    """Whether a condition lets one core in: `idx == n` on its true side."""
    if not condition.core_dependent:
        return False
    match condition.op:
        case "and":
            return side and any(_one_core(part, True) for part in condition.args)
        case "or":
            return not side and any(_one_core(part, False) for part in condition.args)
        case "not":
            return _one_core(condition.args[0], not side)
        case "==":
            return side
        case "!=":
            return not side
        case "<":
            return side and condition.args[1].payload == 1
        case "<=":
            return (side and condition.args[1].payload == 0) or (not side and condition.args[0].payload == 1)
    # any other test of the index (a remainder, a table) may pick cores that are far apart
    return True


def _same_everywhere(terms: dict[Value, int | float], around: Around) -> bool:
    """Whether all cores come here, and to the same place."""
    if any(term.depends & DIFFERING or term.op == "fresh" for term in terms):
        return False
    if any(condition.value.depends & DIFFERING for condition, _ in around.conditions):
        return False
    if any(_may_be_one(condition.value, side) for condition, side in around.conditions):
        return False
    return not any(loop.trips.value.depends & DIFFERING for loop in around.loops)


def _may_be_one(condition: Value, side: bool) -> bool:
    """Whether a condition holds something to be one at most, as the number of cores may be."""
    match condition.op:
        case "and" | "or":
            return any(_may_be_one(part, side) for part in condition.args)
        case "==":
            return side and any(part.payload == 1 for part in condition.args)
        case "!=":
            return not side and any(part.payload == 1 for part in condition.args)
        case "<" | "<=":
            least = 1 if condition.op == "<" else 2
            small, large = condition.args
            return (not side and small.payload == least) or (side and large.payload == 3 - least)
    return False


def _launched_on(kernel: WalkedKernel, event: tree.Event, core_kind: str, around: Around) -> str:
    """Whether the launches that get here are on one core, on several, or on a number that the host computes.

    Without a launch in the tree there is nothing against several.
    """
    place = Reached(event, core_kind, around.calls, around.conditions)
    counts = [launch.count for launch, _ in launches_reaching(kernel, [place])]
    if counts and all(count == "const:1" for count in counts):
        return ALONE
    known = [count for count in counts if count != "const:1" and not count.startswith(("bounded", "unknown"))]
    return SEVERAL if known or not counts else COMPUTED


# ------------------------------------------------------------------------------------------------ with copies


@dataclass(frozen=True, slots=True)
class _Lines:
    """The stores whose lines are in the cache, and the copies out that are under way, by number."""

    dirty: frozenset[int] = frozenset()
    copies: frozenset[int] = frozenset()


def _with_copies(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> Iterator[Finding]:
    loops = _Loops(root)
    numbers: dict[tree.Event, int] = {}
    seen: list[tuple[tree.Event, Calls]] = []
    found: dict[Span, tuple[tree.ScalarAccess, Calls, tree.Copy]] = {}
    # a build for GE makes tensors write back what `SetValue` stored, at once or when they die
    flushes = (True, "SetValue") in kernel.touched and path_of(kernel) == "ge"

    def number_of(event: tree.Event, calls: Calls) -> int:
        number = numbers.setdefault(event, len(seen))
        if number == len(seen):
            seen.append((event, calls))
        return number

    def meet(store: tree.Event, calls: Calls, copy: tree.Event) -> None:
        if isinstance(store, tree.ScalarAccess) and isinstance(copy, tree.Copy) and _overlap(*loops.begun(store, copy)):
            found.setdefault(store.at, (store, calls, copy))

    def step(state: _Lines, event: tree.Event, calls: Calls) -> _Lines:
        match event:
            case tree.ScalarAccess(how=how, memory=memory):
                for number in state.copies:
                    meet(event, calls, seen[number][0])
                if how == "SetValue" and flushes and not memory.holder:
                    return state
                return replace(state, dirty=state.dirty | {number_of(event, calls)})
            case tree.Copy():
                for number in state.dirty:
                    meet(*seen[number], event)
                return replace(state, copies=state.copies | {number_of(event, calls)})
            case tree.CacheClean():
                left = frozenset(n for n in state.dirty if not _covered(event, seen[n][0]))
                return replace(state, dirty=left, copies=frozenset())
            case tree.TensorEnd(tensor=tensor) if flushes:
                return replace(state, dirty=frozenset(n for n in state.dirty if not _held(seen[n][0], tensor)))
            case tree.HardEvent() | tree.Barrier() | tree.AllCoreSync() | tree.Handshake():
                return replace(state, copies=frozenset())
        return state

    def wanted(event: tree.Event) -> bool:
        match event:
            case tree.Copy():
                return _is_placed_copy(event)
            case tree.HardEvent(which="wait", event=name):
                return name == "MTE3_S"
            case tree.Barrier(pipe=pipe):
                return pipe == "PIPE_ALL"
            case tree.CacheClean() | tree.TensorEnd() | tree.AllCoreSync() | tree.Handshake():
                return True
        return _is_store(event)

    Flow(step).run(flowing(root, wanted), _Lines())
    for store, calls, copy in found.values():
        said = message(
            "`{name}` is stored to by the scalar unit and copied to by `{api}` in one cache line, no clean between: "
            "writing back the line overwrites what was copied",
            name=store.memory.name,
            api=copy.api,
        )
        steps = (Step(copy.at, message("the copy")), *call_steps(calls))
        yield _finding(kernel, core_kind, store, said, "likely", steps)


def _is_placed_copy(event: tree.Node) -> bool:
    return isinstance(event, tree.Copy) and event.out and event.memory is not None and event.memory.distance is not None


class _Loops:
    """The loops around the stores and copies of a tree, looked for where the first two meet."""

    def __init__(self, root: tree.Seq) -> None:
        self._root = root

    @cached_property
    def _around(self) -> Mapping[int, list[Around]]:
        found: dict[int, list[Around]] = defaultdict(list)
        for node, around in places(self._root, lambda node: _is_store(node) or _is_placed_copy(node)):
            found[id(node)].append(around)
        return found

    def begun(self, store: tree.ScalarAccess, copy: tree.Copy) -> tuple[tree.ScalarAccess, tree.Copy]:
        """Both as they are in the first round of the loops that only one of them stands in."""
        stores, copies = self._around[id(store)], self._around[id(copy)]
        if len(stores) != 1 or len(copies) != 1 or copy.memory is None:
            return store, copy
        own, others = stores[0].loops, copies[0].loops
        own_memory = _begun(store.memory, [loop for loop in own if loop not in others])
        return replace(store, memory=own_memory), replace(
            copy, memory=_begun(copy.memory, [loop for loop in others if loop not in own])
        )


def _begun(memory: tree.Memory, loops: Sequence[tree.Loop]) -> tree.Memory:
    if not loops or memory.distance is None:
        return memory
    return replace(memory, distance=in_first_round(memory.distance, Around(loops=tuple(loops)).first_round))


def _overlap(store: tree.ScalarAccess, copy: tree.Copy) -> bool:
    if copy.memory is None:
        return False
    between = apart(copy.memory, store.memory)
    if between is None:
        return False
    size = copy.size.payload if copy.size is not None and copy.size.is_constant else LINE
    return -LINE < between < size


def _covered(clean: tree.CacheClean, store: tree.Event) -> bool:
    return isinstance(store, tree.ScalarAccess) and covers(clean, store.memory)


def _held(store: tree.Event, tensor: int) -> bool:
    return isinstance(store, tree.ScalarAccess) and store.memory.holder == tensor


def _finding(
    kernel: WalkedKernel,
    core_kind: str,
    access: tree.ScalarAccess,
    said: Message,
    confidence: str,
    steps: tuple[Step, ...],
) -> Finding:
    return Finding(
        CODE,
        "warning",
        confidence,
        said,
        access.at,
        (kernel.name,),
        core_kind,
        message(
            "give every writer a line of 64 bytes of its own, let one core store, or a copy, or `WriteGmByPassDCache`"
        ),
        steps,
    )
