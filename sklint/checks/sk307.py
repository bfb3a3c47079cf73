"""SK307 partial-line-clean: one single-line clean for stores that span lines, or a clean before the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.checks.cache_lines import LINE, apart, covers, flowing, region, releases
from sklint.checks.places import places
from sklint.checks.trace import call_steps
from sklint.checks.written_lines import Reach, reach
from sklint.finding import Finding, Message, Step, message
from sklint.program import Span
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.kernel import Calls, WalkedKernel
from sklint.walk.values import Value, subtract

CODE = "SK307"


@dataclass(frozen=True, slots=True)
class _Lines:
    """Stores that no clean has followed, each with the lone clean before it, and the clean that waits for a store."""

    pending: frozenset[tuple[int, int | None]] = frozenset()
    lone: int | None = None


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Single-line cleans against the stores before and behind them."""
    if not any(write and how != "bypass" for write, how in kernel.touched):
        return
    for core_kind, root in kernel.trees.items():
        yield from _found(kernel, core_kind, root)


def _found(kernel: WalkedKernel, core_kind: str, root: tree.Seq) -> Iterator[Finding]:
    numbers: dict[tree.Event, int] = {}
    seen: list[tuple[tree.Event, Calls]] = []
    spanning: dict[tuple[int, int], None] = {}
    early: dict[Span, tuple[int, int]] = {}

    def number_of(event: tree.Event, calls: Calls) -> int:
        number = numbers.setdefault(event, len(seen))
        if number == len(seen):
            seen.append((event, calls))
        return number

    def settle(state: _Lines) -> None:
        for store, clean in state.pending:
            if clean is not None:
                early.setdefault(seen[clean][0].at, (clean, store))

    def step(state: _Lines, event: tree.Event, calls: Calls) -> _Lines:
        match event:
            case tree.CacheClean(whole=whole, memory=memory):
                number = number_of(event, calls)
                if not whole and memory is not None:
                    for store in sorted(store for store, _ in state.pending):
                        if _spans(event, seen[store][0]):
                            spanning[number, store] = None
                left = frozenset(one for one in state.pending if not _covered(event, seen[one[0]][0]))
                return _Lines(left, number if not state.pending and not whole and memory is not None else None)
            case tree.ScalarAccess(write=True):
                clean = state.lone
                meant = clean is not None and _one_line(seen[clean][0], event)
                return _Lines(state.pending | {(number_of(event, calls), clean if meant else None)}, None)
            case tree.ScalarAccess():
                return replace(state, lone=None)
        settle(state)
        return _Lines()

    def wanted(event: tree.Event) -> bool:
        match event:
            case tree.ScalarAccess(how=how):
                return how != "bypass"
            case tree.CacheClean():
                return True
        return releases(event)

    for state in Flow(step).run(flowing(root, wanted), _Lines()):
        settle(state)
    told: dict[Span, tuple[Reach, int, int]] = {}
    for clean, store in spanning:
        reaching = _reach(kernel, root, seen[clean][0], seen[store][0])
        at = seen[clean][0].at
        if reaching is Reach.BEYOND or (reaching is Reach.PERHAPS and at not in told):
            told[at] = (reaching, clean, store)
    for reaching, clean, store in told.values():
        said = message("this clean covers one line of 64 bytes, and the stores before it may write more than one")
        if reaching is Reach.BEYOND:
            said = message("this clean covers one line of 64 bytes, and the stores before it write more than one")
        yield _finding(kernel, core_kind, seen[clean], seen[store][0], said)
    for clean, store in early.values():
        if seen[clean][0].at not in told:
            said = message("this clean stands before the store it is meant for: there is nothing to write back yet")
            yield _finding(kernel, core_kind, seen[clean], seen[store][0], said)


def _spans(clean: tree.CacheClean, store: tree.Event) -> bool:
    """Whether the distance of the store from the clean moves with a loop."""
    if not isinstance(store, tree.ScalarAccess) or clean.memory is None:
        return False
    there, here = store.memory.distance, clean.memory.distance
    if there is None or here is None or region(store.memory) != region(clean.memory):
        return False
    # a clean that moves with a loop of its own visits many lines
    return not _moves(here) and _moves(subtract(there, here))


def _reach(kernel: WalkedKernel, root: tree.Seq, clean: tree.Event, store: tree.Event) -> Reach:
    match clean, store:
        case tree.CacheClean(), tree.ScalarAccess():
            around = next(around for node, around in places(root, lambda node: node is store))
            return reach(kernel, store, around, clean)
    return Reach.WITHIN


def _moves(distance: Value) -> bool:
    return any(part.op == "fresh" for part in distance.walk())


def _covered(clean: tree.CacheClean, store: tree.Event) -> bool:
    return isinstance(store, tree.ScalarAccess) and covers(clean, store.memory)


def _one_line(clean: tree.Event, store: tree.ScalarAccess) -> bool:
    if not isinstance(clean, tree.CacheClean) or clean.memory is None:
        return False
    between = apart(clean.memory, store.memory)
    return between is not None and 0 <= between < LINE


def _finding(
    kernel: WalkedKernel, core_kind: str, clean: tuple[tree.Event, Calls], store: tree.Event, said: Message
) -> Finding:
    event, calls = clean
    return Finding(
        CODE,
        "warning",
        "likely",
        said,
        event.at,
        (kernel.name,),
        core_kind,
        message("clean each line behind the last store into it, or the whole cache (`ENTIRE_DATA_CACHE`)"),
        (Step(store.at, message("stored here")), *call_steps(calls)),
    )
