"""SK701 flag-id-conflict: a cross-core flag that SyncAll, Matmul or the SuperKernel owns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.checks.keys import KEY, under
from sklint.checks.launched import LaunchedCores
from sklint.checks.one_run import Runs
from sklint.checks.places import Conditions, places
from sklint.checks.reach import numbers
from sklint.checks.spelling import texts
from sklint.checks.trace import call_steps
from sklint.checks.unmet import misses_flags
from sklint.facts.table import table
from sklint.finding import Finding, Message, message
from sklint.host.ways import KEY as TILING_KEY
from sklint.walk import tree
from sklint.walk.kernel import Calls, WalkedKernel, events
from sklint.walk.knowledge import Way
from sklint.walk.values import Value, atom, constant, equal

CODE = "SK701"
_FACTS = table("flags")
_MOST = _FACTS["counter"]["most"]
_COUNTERS = _MOST + 1
_FOUR = 4
_FLAGS = (tree.FlagSet, tree.FlagWait)
_OWNED = (*_FACTS["boundary"]["ids"], *_FACTS["queue"]["ids"])
# beside them the Matmul objects of a neighbour in the SuperKernel may own the low ones, but never these
_NOBODYS = tuple(
    flag for flag in range(_FACTS["matmul"]["each"] * _FACTS["matmul"]["objects"], _COUNTERS) if flag not in _OWNED
)


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a flag is; `sure` is False where it is not a flag of the counters at all."""

    by: str
    sure: bool = True


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Every set and wait of an owned flag, and of a computed one that may become such."""
    found: dict[tuple[object, ...], _Found] = {}
    cores = {core_kind: LaunchedCores(kernel, core_kind) for core_kind in kernel.trees}
    for key, trees in _runs(kernel):
        owners = _Registered(kernel, trees)
        in_four = {
            event.flag.payload % _COUNTERS
            for root in trees.values()
            for event in events(root)
            if isinstance(event, tree.FlagSet) and event.mode == _FOUR and isinstance(event.flag.payload, int)
        }
        for core_kind, root in trees.items():
            for event, around in places(root, lambda node: isinstance(node, _FLAGS)):
                if not isinstance(event, _FLAGS):
                    continue
                site = (core_kind, event.at, event.flag)
                if (known := found.get(site)) is not None and known.reached:
                    continue
                said, severity = _judged(event, owners.flags(around.conditions), in_four)
                if said is None:
                    continue
                reached = cores[core_kind].may_get_to(around, key)
                if known is None or reached:
                    found[site] = _Found(event, core_kind, around.calls, said, severity, reached)
    yield from (_finding(kernel, one) for one in found.values())


@dataclass(frozen=True, slots=True)
class _Found:
    """An owned flag at one of its places: one that a launch may get cores to, if there is any."""

    event: tree.FlagSet | tree.FlagWait
    core_kind: str
    calls: Calls
    said: Message
    severity: str
    reached: bool


def _finding(kernel: WalkedKernel, found: _Found) -> Finding:
    severity, said = found.severity, found.said
    confidence = "proved" if found.event.flag.is_constant else "likely"
    if not found.reached:
        # it is built, so that the next launch may get there: no more than that can be said against it
        severity, confidence = "info", "possible"
        said = message("{said}; no launch in the tree gets a core there", said=said)
    return Finding(
        CODE,
        severity,
        confidence,
        said,
        found.event.at,
        (kernel.name,),
        found.core_kind,
        _repair(kernel, found.event.flag),
        tuple(call_steps(found.calls)),
    )


def _runs(kernel: WalkedKernel) -> Iterator[tuple[Way, Mapping[str, tree.Seq]]]:
    """The trees as each tiling key runs them, where that decides which Matmul objects there are: a key is a kernel.

    Each comes with what the key is.
    """
    if not kernel.keys or not _registered(kernel.trees):
        yield (), kernel.trees
        return
    keys = [(key, equal(atom(TILING_KEY), constant(key))) for key in kernel.keys]
    for key, is_key in keys:
        yield ((is_key, True),), _under_key(kernel, key)
    yield tuple((is_key, False) for _, is_key in keys), _under_key(kernel, max(kernel.keys) + 1)


def _under_key(kernel: WalkedKernel, key: int) -> Mapping[str, tree.Seq]:
    return {core_kind: under(root, {KEY: key}) for core_kind, root in kernel.trees.items()}


def _registered(trees: Mapping[str, tree.Seq]) -> dict[int, list[Conditions]]:
    """The Matmul objects that the vector cores register, each with the ways on which they do."""
    found: dict[int, list[Conditions]] = {}
    for event, around in places(trees.get("aiv", tree.Seq()), lambda node: isinstance(node, tree.MatmulCall)):
        if isinstance(event, tree.MatmulCall) and event.registered:
            found.setdefault(event.object, []).append(around.conditions)
    return found


class _Registered:
    """The registered Matmul objects: they own flags, but for those that run on the cube core without a queue."""

    def __init__(self, kernel: WalkedKernel, trees: Mapping[str, tree.Seq]) -> None:
        direct = re.compile(rf"#\s*define\s+{_FACTS['matmul']['direct']}\b")
        objects = _registered(trees)
        self._objects = {} if objects and any(map(direct.search, texts(kernel.program))) else objects
        self._runs = Runs(kernel)

    def flags(self, way: Conditions | None = None) -> int:
        """How many flags they own in a run that goes this way, or in any."""
        beside = [
            ways
            for ways in self._objects.values()
            if way is None or any(self._runs.may_have(way, other) for other in ways)
        ]
        return int(_FACTS["matmul"]["each"]) * min(len(beside), int(_FACTS["matmul"]["objects"]))


def _repair(kernel: WalkedKernel, flag: Value) -> Message:
    """What to use in place of a flag: one that no other flag of the kernel is, on either kind of core."""
    others = [other for other in kernel.once(_used) if not (other is flag and flag.is_constant)]
    found = [numbers(other) for other in others]
    taken = {number % _COUNTERS for one in found for number in one or ()}
    free = [number for number in kernel.once(_unowned) if number not in taken]
    lost = kernel.once(misses_flags)
    if lost or None in found or (not free and any(one and len(one) > 1 for one in found)):
        return message("look for a flag that this kernel does not use: not all of its flags are known")
    if not free:
        return message("no flag is left: let two exchanges that are never under way together share one")
    best = [number for number in free if number in _NOBODYS]
    if len(best) == len(_NOBODYS):
        return message("use one of the flags 8, 9 and 10, which nobody else uses")
    return message("use a flag that this kernel leaves free: {flags}", flags=", ".join(map(str, best or free)))


def _used(kernel: WalkedKernel) -> tuple[Value, ...]:
    """The flags of all sets and waits."""
    every = (event for root in kernel.trees.values() for event in events(root))
    return tuple(dict.fromkeys(event.flag for event in every if isinstance(event, _FLAGS)))


def _unowned(kernel: WalkedKernel) -> tuple[int, ...]:
    """The flags that belong to nobody in this kernel."""
    matmul = _Registered(kernel, kernel.trees).flags()
    return tuple(flag for flag in range(_COUNTERS) if flag >= matmul and flag not in _OWNED)


def _owner(flag: int, four: bool, matmul: int) -> Owned | None:
    if four:
        return None if flag in _FACTS["four"]["ids"] else Owned(_FACTS["four"]["owner"])
    if flag in _FACTS["boundary"]["ids"]:
        return Owned(_FACTS["boundary"]["owner"])
    if matmul and flag in _FACTS["queue"]["ids"]:
        return Owned(_FACTS["queue"]["owner"])
    if 0 <= flag < matmul:
        return Owned(_FACTS["matmul"]["owner"])
    return Owned("", False) if flag > _MOST else None


def _judged(event: tree.FlagSet | tree.FlagWait, matmul: int, in_four: set[int]) -> tuple[Message | None, str]:
    found = numbers(event.flag)
    if not found:
        return None, ""
    low, high = found[0], found[-1]
    # a wait that names no mode reads whatever the set of this flag was
    four = event.mode == _FOUR or (event.mode is None and low == high and low % _COUNTERS in in_four)
    for flag in found:
        owned = _owner(flag, four, matmul) if flag >= 0 else None
        if owned is None:
            continue
        computed = low != high
        if not owned.sure:
            said = message(
                "`{call}` uses flag {flag}: only four bits of it are kept, so that it is flag {cut}",
                call=event.text,
                flag=flag,
                cut=flag & _MOST,
            )
            return said, "warning"
        if computed:
            said = message(
                "`{call}` can use flag {flag} (its number is {low} to {high}), which belongs to {owner}: "
                "it opens a barrier that is not its own, or leaves a count that somebody else takes for theirs",
                call=event.text,
                flag=flag,
                low=low,
                high=high,
                owner=owned.by,
            )
            return said, "warning"
        said = message(
            "`{call}` uses flag {flag}, which belongs to {owner}: it opens a barrier that is not its own, or leaves a "
            "count that somebody else takes for theirs",
            call=event.text,
            flag=flag,
            owner=owned.by,
        )
        return said, "error"
    return None, ""
