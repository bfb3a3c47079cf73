"""SK701 flag-id-conflict: a cross-core flag that SyncAll, Matmul or the SuperKernel owns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.checks.keys import KEY, under
from sklint.checks.reach import numbers
from sklint.checks.spelling import texts
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events, placed

CODE = "SK701"
_FACTS = table("flags")
_MOST = _FACTS["counter"]["most"]
_FOUR = 4
_REPAIR = message("use one of the flags 8, 9 and 10, which nobody else uses")


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a flag is; `sure` is False where it is not a flag of the counters at all."""

    by: str
    sure: bool = True


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Every set and wait of an owned flag, and of a computed one that may become such."""
    told: set[tuple[object, object]] = set()
    for trees in _runs(kernel):
        matmul = _matmul_flags(kernel, trees)
        in_four = {
            event.flag.payload % 16
            for root in trees.values()
            for event in events(root)
            if isinstance(event, tree.FlagSet) and event.mode == _FOUR and isinstance(event.flag.payload, int)
        }
        for core_kind, root in trees.items():
            for event, place in placed(root):
                if not isinstance(event, (tree.FlagSet, tree.FlagWait)) or (event.at, event.flag) in told:
                    continue
                said, severity = _judged(event, matmul, in_four)
                if said is not None:
                    told.add((event.at, event.flag))
                    yield Finding(
                        CODE,
                        severity,
                        "proved" if event.flag.is_constant else "likely",
                        said,
                        event.at,
                        (kernel.name,),
                        core_kind,
                        _REPAIR,
                        tuple(call_steps(place.calls)),
                    )


def _runs(kernel: WalkedKernel) -> Iterator[Mapping[str, tree.Seq]]:
    """The trees as each tiling key runs them, where that decides which Matmul objects there are: a key is a kernel."""
    if not kernel.keys or not _registered(kernel.trees):
        yield kernel.trees
        return
    for key in (*kernel.keys, max(kernel.keys) + 1):
        yield {core_kind: under(root, {KEY: key}) for core_kind, root in kernel.trees.items()}


def _registered(trees: Mapping[str, tree.Seq]) -> frozenset[int]:
    """The Matmul objects that the vector cores register."""
    return frozenset(
        event.object
        for event in events(trees.get("aiv", tree.Seq()))
        if isinstance(event, tree.MatmulCall) and event.registered
    )


def _matmul_flags(kernel: WalkedKernel, trees: Mapping[str, tree.Seq]) -> int:
    """How many flags the registered Matmul objects own: none where they run on the cube core without a queue."""
    facts = _FACTS["matmul"]
    objects = _registered(trees)
    direct = re.compile(rf"#\s*define\s+{facts['direct']}\b")
    if not objects or any(direct.search(text) for text in texts(kernel.program)):
        return 0
    return int(facts["each"]) * min(len(objects), int(facts["objects"]))


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
    four = event.mode == _FOUR or (event.mode is None and low == high and low % 16 in in_four)
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
