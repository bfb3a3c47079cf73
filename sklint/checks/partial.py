"""A barrier of all cores in a kernel that is not provably launched on all of them (SK102, SK103)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from sklint.checks.barriers import Reached, all_reached, in_batch_mode
from sklint.checks.compiled import is_never_fused, may_be_marked
from sklint.checks.launched import LaunchedCores, asks_the_host
from sklint.checks.one_run import Runs
from sklint.checks.trace import call_steps, launch_steps
from sklint.facts.socs import Soc, socs
from sklint.finding import SEVERITIES, Finding, Message, message
from sklint.host.bounds import Bounds, cube_cores, vector_cores
from sklint.host.launch import Launch, classified
from sklint.host.reach import counts_reaching, reaches, selects
from sklint.host.rebuild import rebuild
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, core_kinds_of
from sklint.walk.knowledge import Way
from sklint.walk.values import Value, number_of, scale

# Where a launch has too many ways to a place, so many others are looked at for one that is seen to be reached narrow.
MOST_FURTHER = 2


def partial_launch(
    code: str,
    kernel: WalkedKernel,
    wanted: Callable[[tree.Event], bool],
    said: Callable[[str, Message], Message],
    repair: Callable[[WalkedKernel, Reached], Message],
) -> Iterator[Finding]:
    """One finding, on the first wanted event that a launch on fewer cores reaches; `said` words event and reason."""
    cores = {core_kind: LaunchedCores(kernel, core_kind) for core_kind in kernel.trees}
    places = [place for place in all_reached(kernel, wanted) if _is_run(kernel, cores[place.core_kind], place)]
    if not places:
        return
    if not kernel.launches:
        if not in_batch_mode(kernel) or kernel.kind.origin != "keyword":
            said_of = said(_name(places[0].event), message("no launch of the kernel is in the tree"))
            yield _finding(code, kernel, places, "info", "likely", said_of, repair(kernel, places[0]), [])
        return
    found: list[_Narrowed] = []
    for launch in kernel.launches:
        if launch.empty or (launch.direct and in_batch_mode(kernel)) or is_full(kernel, launch):
            continue
        narrowed = _narrowed(kernel, launch, places)
        if narrowed is not None:
            found.append(narrowed)
    if found:
        worst = max(found, key=lambda one: (one.seen, SEVERITIES.index(one.severity)))
        place, launches = worst.place, [one.launch for one in found]
        # where some of the counts are lost, the one that is known may be of a way that is never taken
        told = all(launch.kind in ("const", "all-aic") for launch in launches)
        sure = told and (worst.severity == "error" or worst.launch.kind == "all-aic")
        confidence = "proved" if sure else "likely" if worst.seen else "possible"
        saying = said(_name(place.event), worst.reason)
        there = [place for place in places if place.event.at == worst.place.event.at]
        leading = (one.launch for one in found if one is worst or _leads(kernel, one.launch, there))
        whole = [place, *there]
        yield _finding(code, kernel, whole, worst.severity, confidence, saying, repair(kernel, place), leading)


def _is_run(kernel: WalkedKernel, cores: LaunchedCores, place: Reached) -> bool:
    """Whether cores of its kind may run a place in a SuperKernel: its type is for them and fused, no guard is shut."""
    if place.core_kind not in core_kinds_of(kernel.once(Runs).types(place.conditions)):
        return False
    return not is_never_fused(kernel, place.conditions) and not cores.shut_out(place.conditions)


def _leads(kernel: WalkedKernel, launch: Launch, places: Sequence[Reached]) -> bool:
    """Whether a launch may lead to one of the places: what leads to another barrier is no reason for this one."""
    return any(reaches(place.values, launch, kernel.parameters) for place in places)


@dataclass(frozen=True, slots=True)
class _Narrowed:
    """A place that a launch may reach on fewer cores than all, and on how many.

    It is not `seen` where there are too many ways to follow and those that were followed are on all cores.
    """

    place: Reached
    launch: Launch
    severity: str
    reason: Message
    seen: bool


def _narrowed(kernel: WalkedKernel, launch: Launch, places: list[Reached]) -> _Narrowed | None:
    """The first place that a launch may reach on fewer cores, of those that are seen if there are any."""
    asked: set[Way] = set()
    rest: _Narrowed | None = None
    further = 0
    full = False
    for place in places:
        if place.values in asked:
            continue
        asked.add(place.values)
        for one in counts_reaching(place.values, launch, kernel.parameters, may_be_marked(kernel)):
            # a count of nought was not seen being set: no launch is on no cores
            if number_of(one.blocks) == 0:
                continue
            if is_full(kernel, replace(launch, value=one.blocks, facts=one.facts)):
                full = True
                continue
            reason = _told(launch, one.blocks, one.facts)
            there = _Narrowed(place, launch, _severity(kernel, launch, place), reason, seen=True)
            if one.followed:
                return there
            rest = rest or there
        if rest is not None:
            further += 1
            if further > MOST_FURTHER:
                break
    return replace(rest, seen=not full) if rest is not None else None


def _told(launch: Launch, value: Value, facts: Sequence[Value]) -> Message:
    """The count of all ways; where that is not known, the count of the one way that leads to the barrier."""
    if launch.kind == "unknown":
        there = classified(value, facts, {}, in_branch=True)
        if not there.startswith("unknown"):
            return message("on a way through its tiling {launched}", launched=_reason(there))
    return _reason(launch.count)


def is_full(kernel: WalkedKernel, launch: Launch) -> bool:
    """Whether a launch is on every core that the kernel's type runs on, in blocks."""
    cube = _counts_cubes(kernel)
    if launch.kind in ("all-aiv", "all") or (cube and launch.kind == "all-aic"):
        return True
    number = number_of(launch.value)
    if number is not None:
        # nothing is fused into a wider launch than the device has cores
        return number >= max(_blocks(kernel), default=inf)
    whole = cube_cores() if cube else vector_cores()
    if Bounds(None, launch.facts).at_most(whole, launch.value):
        return True
    # half of all vector cores are as many as all cube cores, wherever a SuperKernel is compiled for that
    ratios = {soc.aiv // soc.aic for soc in _devices(kernel)}
    known = {vector_cores(): scale(cube_cores(), ratio) for ratio in ratios}
    return len(ratios) == 1 and Bounds(None, ()).at_most(rebuild(whole, known), rebuild(launch.value, known))


def _counts_cubes(kernel: WalkedKernel) -> bool:
    """Whether a block of any of the kernel's types is counted in cube cores."""
    return any("AIV" not in type for type in kernel.kind.types)


def _blocks(kernel: WalkedKernel) -> Iterator[int]:
    """How many blocks of the kernel fill each device that it may be fused on."""
    cube = _counts_cubes(kernel)
    return (soc.aic if cube else soc.aiv for soc in _devices(kernel))


def _devices(kernel: WalkedKernel) -> list[Soc]:
    """The devices that a kernel may be fused on."""
    return [soc for soc in socs().values() if soc.superkernel and soc.architecture == kernel.architecture]


def _severity(kernel: WalkedKernel, launch: Launch, place: Reached) -> str:
    """An error is a number of blocks below all devices, on a launch that is seen to lead there, or on all of them."""
    if not _is_below(kernel, launch):
        return "warning"
    if all(one.empty or _is_below(kernel, one) for one in kernel.launches):
        return "error"
    asked = [one for one in place.values if asks_the_host(kernel, one[0])]
    return "error" if selects(asked, launch, kernel.parameters) else "warning"


def _is_below(kernel: WalkedKernel, launch: Launch) -> bool:
    """Whether a launch is on a number of blocks that is below what any device has of them."""
    number = number_of(launch.value)
    return number is not None and number < min(_blocks(kernel), default=0)


def _reason(count: str) -> Message:
    kind, _, rest = count.partition(":")
    match kind, rest.strip():
        case "const", "1":
            return message("it is launched on one block")
        case "all-aic", _:
            return message("it is launched on as many cores as there are cube cores")
        case "unknown", why:
            return message("the number of blocks is not known ({reason})", reason=why)
        case _, many:
            return message("it is launched on {count} blocks", count=many or kind)


def _name(event: tree.Event) -> str:
    return event.text if isinstance(event, (tree.AllCoreSync, tree.FlagSet)) else type(event).__name__


def _finding(
    code: str,
    kernel: WalkedKernel,
    places: Sequence[Reached],
    severity: str,
    confidence: str,
    said: Message,
    repair: Message,
    launches: Iterable[Launch],
) -> Finding:
    """A finding on the first of the places, of all kinds of core that run the same code."""
    first = places[0]
    both = any(one.event.at == first.event.at and one.core_kind != first.core_kind for one in places)
    core_kind = "" if both else first.core_kind
    steps = (*call_steps(first.calls), *launch_steps(launches))
    return Finding(code, severity, confidence, said, first.event.at, (kernel.name,), core_kind, repair, steps)
