"""What a core would do whose index is the number of launched cores itself: a guard off by one lets that one through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from sklint.checks.partial import is_full
from sklint.checks.places import Around, places
from sklint.host.launch import Launch
from sklint.host.reach import counts_reaching
from sklint.host.rebuild import rebuild
from sklint.walk import tree
from sklint.walk.guards import guards_of, indices_per_block
from sklint.walk.kernel import WalkedKernel
from sklint.walk.knowledge import Way
from sklint.walk.values import ZERO, Value, atom, constant, less, multiply

# what other cores, or anybody behind the kernel, may notice
_NOTICED = (
    tree.AllCoreSync,
    tree.Copy,
    tree.FlagSet,
    tree.FlagWait,
    tree.Handshake,
    tree.MatmulCall,
    tree.ScalarAccess,
    tree.ThreadStart,
)


_BLOCKS = atom("block_num")
# the numbers of blocks and of cores of a launch, told as a tiling field is
_LAUNCHED, _CORES = atom("launched.blocks"), atom("launched.cores")


def has_nothing_to_do(kernel: WalkedKernel, core_kind: str, guard: tree.CoreArithmetic, index: Value) -> bool:
    """Whether all that a guard of the index stands before leaves the cores out from the number of cores on."""
    units = indices_per_block(index, core_kind, kernel.kind.ratio)
    work = list(_behind(kernel.trees[core_kind], guard))
    return units is not None and bool(work) and not any(_may_enter(kernel, around, index, units) for around in work)


def _behind(root: tree.Seq, guard: tree.CoreArithmetic) -> Iterator[Around]:
    """Where something is done that the guard decides about."""
    for _, around in places(root, lambda node: isinstance(node, _NOTICED)):
        if any(condition.at.holds(guard.at) for condition, _ in around.conditions):
            yield around


def _may_enter(kernel: WalkedKernel, around: Around, index: Value, units: int) -> bool:
    """Whether the first of them may get to a place, as far as the kernel and its launches tell."""
    # of a comparison with one index the cores behind it know nothing
    way = [(c.value, truth) for c, truth in around.conditions if not any(one.equal for one in guards_of(c.value))]
    way += ((less(ZERO, loop.count), True) for loop in around.loops if loop.count is not None)
    if _is_closed(_with(way, {index: multiply(_BLOCKS, constant(units))})):
        return False
    launches = [launch for launch in kernel.launches if not launch.empty]
    told = _with(way, {index: _CORES, _BLOCKS: _LAUNCHED})
    return not launches or any(launch.direct or _may_enter_under(kernel, launch, told, units) for launch in launches)


def _with(way: Iterable[tuple[Value, bool]], known: Mapping[Value, Value]) -> Way:
    return tuple((rebuild(value, known), truth) for value, truth in way)


def _is_closed(way: Way) -> bool:
    return any(value.is_constant and bool(value.payload) is not truth for value, truth in way)


def _may_enter_under(kernel: WalkedKernel, launch: Launch, way: Way, units: int) -> bool:
    """Whether a launch leads there on fewer cores than all: of all of them none is left to be one too many."""
    numbers = {_field(_LAUNCHED): launch.value, _field(_CORES): multiply(launch.value, constant(units))}
    asked = replace(launch, fields={**launch.fields, **numbers})
    return any(
        not is_full(kernel, replace(launch, value=count, facts=facts))
        for count, facts, _ in counts_reaching(way, asked, kernel.parameters)
    )


def _field(name: Value) -> tuple[str, str]:
    struct, _, path = str(name.payload).partition(".")
    return struct, path
