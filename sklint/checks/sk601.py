"""SK601 early-start-once: SetNextTaskStart or WaitPreTaskEnd not exactly once on every core and path."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from sklint.checks.early_start import NAMES, WHICH, Keyed, Placed, keyed
from sklint.checks.launched import LaunchedCores
from sklint.checks.trace import call_steps, origin_steps
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.alignment import Aligner, Divergence
from sklint.walk.guards import certain
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import CORE, DATA, SUB

CODE = "SK601"
_REPAIR = message("call it once, where all paths of all cores meet")


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Judge set and wait by themselves, under each tiling key and on each kind of core."""
    seen: set[object] = set()
    for finding in _all(kernel):
        if finding.at not in seen:
            seen.add(finding.at)
            yield finding


def _all(kernel: WalkedKernel) -> Iterator[Finding]:
    by_key: dict[int | None, list[Keyed]] = {}
    for one in keyed(kernel):
        by_key.setdefault(one.key, []).append(one)
    for kinds in by_key.values():
        for one in kinds:
            yield from _repeated(kernel, one)
            for which in WHICH:
                found = list(_parted(kernel, one, which))
                yield from found or _missed(kernel, one, which)
        yield from _one_kind_only(kernel, kinds)


def _repeated(kernel: WalkedKernel, one: Keyed) -> Iterator[Finding]:
    for placed in one.repeated:
        said = message(
            "`{call}` may run more than once on a core (in a loop, or behind another call of it): the SuperKernel "
            "counts on one from every core, and a second one lets the operator after the next start too early",
            call=NAMES[placed.event.which],
        )
        yield _finding(kernel, one.core_kind, placed, said, "proved")


def _parted(kernel: WalkedKernel, one: Keyed, which: str) -> Iterator[Finding]:
    """Calls that only some cores of a kind make."""

    def relevant(event: tree.Event) -> Hashable | None:
        return which if isinstance(event, tree.EarlyStart) and event.which == which else None

    launch = LaunchedCores(kernel, one.core_kind)
    aligner = Aligner(relevant, lambda c, _: bool(c.value.depends & (CORE | SUB | DATA)), launch.decides)
    aligner.read(one.root)
    for found in aligner.found:
        if not isinstance(found.missed, tree.EarlyStart):
            continue
        said = message(
            "`{call}` is not made by every core: those that differ in `{condition}` skip or repeat it, and the "
            "operators of a SuperKernel wait for each other until the device times out",
            call=NAMES[which],
            condition=found.condition.text,
        )
        placed = Placed(found.missed, found.barrier_calls)
        yield _finding(kernel, one.core_kind, placed, said, _confidence(found, launch), tuple(_steps(found, launch)))


def _confidence(found: Divergence, launch: LaunchedCores) -> str:
    value = found.condition.value
    if not value.depends & (CORE | SUB):
        return "possible"
    if certain(value) or found.why == "trips":
        return "proved"
    return "proved" if launch.relation(value) == "below" else "likely"


def _steps(found: Divergence, launch: LaunchedCores) -> Iterator[Step]:
    yield Step(found.condition.at, message("cores part here: `{condition}`", condition=found.condition.text))
    yield from call_steps(found.calls)
    yield from origin_steps(found.condition)
    yield from launch.steps(found.condition.value)


def _missed(kernel: WalkedKernel, one: Keyed, which: str) -> Iterator[Finding]:
    """Calls that some path of all cores leaves out although it makes the other one."""
    if not one.misses(which) or not one.of(which):
        return
    if any(placed.event.which == which for placed in one.repeated):
        return
    said = message(
        "`{call}` is left out on a path through the kernel: the SuperKernel finds the call in the text, makes none of "
        "its own, and the operators wait for each other until the device times out",
        call=NAMES[which],
    )
    for placed in one.of(which)[:1]:
        yield _finding(kernel, one.core_kind, placed, said, "proved" if one.of(_other(which)) else "likely")


def _other(which: str) -> str:
    return "wait" if which == "set" else "set"


def _one_kind_only(kernel: WalkedKernel, kinds: Sequence[Keyed]) -> Iterator[Finding]:
    """Calls that cube or vector cores make alone in a kernel that both run."""
    for which in WHICH:
        having = [one for one in kinds if one.of(which)]
        if len(kinds) < 2 or len(having) != 1:
            continue
        (one,) = having
        said = message(
            "`{call}` is made by the {kind} cores only, and both kinds run this kernel: the SuperKernel counts on one "
            "from every core",
            call=NAMES[which],
            kind="cube" if one.core_kind == "aic" else "vector",
        )
        confidence = "likely" if kernel.kind.origin == "inferred" else "proved"
        yield _finding(kernel, one.core_kind, one.of(which)[0], said, confidence)


def _finding(
    kernel: WalkedKernel,
    core_kind: str,
    placed: Placed,
    said: Message,
    confidence: str,
    steps: tuple[Step, ...] = (),
) -> Finding:
    return Finding(
        CODE,
        "warning" if confidence == "possible" else "error",
        confidence,
        said,
        placed.event.at,
        (kernel.name,),
        core_kind,
        _REPAIR,
        (*call_steps(placed.calls), *steps),
    )
