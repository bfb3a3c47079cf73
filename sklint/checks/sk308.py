"""SK308 scalar-gm-loop: scalar GM access in a long loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sklint.checks.alone import is_always_alone
from sklint.checks.cache_lines import LINE
from sklint.checks.launched import stored_at_most
from sklint.checks.line_before import finds_line
from sklint.checks.moving import changes, step_of
from sklint.checks.paths import path_of
from sklint.checks.places import Around, places
from sklint.checks.reach import reach
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import Calls, WalkedKernel
from sklint.walk.values import Value, scale, subtract

CODE = "SK308"
# so many rounds are taken for few; the number is the linter's own
FEW = 16
_ACCESSORS = ("GetValue", "GetValue of a constant", "SetValue", "reference")
_AtMost = Callable[[tree.Loop, int], bool]


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Accesses of tensors in loops of many or unknown rounds; directly launched kernels have no flush to pay for."""
    if not any(how in _ACCESSORS for _, how in kernel.touched):
        return
    at_most = _rounds(kernel)
    for core_kind, root in kernel.trees.items():
        found = [(event, around) for event, around in places(root, _is_access) if isinstance(event, tree.ScalarAccess)]
        beside: dict[tuple[int, bool], list[tuple[tree.ScalarAccess, Around]]] = {}
        for event, around in found:
            beside.setdefault((event.memory.tensor, event.write), []).append((event, around))
        for event, around in found:
            loop = _costly(event, around, beside[event.memory.tensor, event.write], at_most)
            if loop is None:
                continue
            if path_of(kernel) == "direct":
                return
            if not is_always_alone(kernel, around.conditions):
                yield Finding(
                    CODE,
                    "info",
                    "likely",
                    message(
                        "scalar access to `{name}` in a loop: in a SuperKernel build each of them cleans the cache",
                        name=event.memory.name,
                    )
                    if _forgets(event, loop)
                    else message(
                        "scalar access to `{name}` in a loop: in a SuperKernel build each that touches another line "
                        "cleans the cache",
                        name=event.memory.name,
                    ),
                    event.at,
                    (kernel.name,),
                    core_kind,
                    message(
                        "gather the values in local memory and copy them out together, or let the model name the "
                        "operator in `dcci-before-kernel-start` and `dcci-after-kernel-end`"
                    )
                    if event.write
                    else message(
                        "copy the values to local memory and read them there, or let the model name the operator in "
                        "`dcci-before-kernel-start` and `dcci-after-kernel-end`"
                    ),
                    tuple(_steps(loop, around.calls)),
                )


def _steps(loop: tree.Loop, calls: Calls) -> Iterator[Step]:
    """The loop and the calls from the innermost outwards: the calls that the loop makes come before it."""
    own = max((n for n, called in enumerate(calls, 1) if called.defined.holds(loop.trips.at)), default=0)
    yield from call_steps(calls[own:])
    yield Step(loop.trips.at, message("the loop"))
    yield from call_steps(calls[:own])


def _is_access(event: tree.Node) -> bool:
    return isinstance(event, tree.ScalarAccess) and event.how in _ACCESSORS


# ------------------------------------------------------------------------------------------------------ rounds


def _rounds(kernel: WalkedKernel) -> _AtMost:
    """Whether a loop has so many rounds at most, by its form or by what the host has in the tiling of all launches."""
    known: dict[tuple[Value, int], bool] = {}

    def at_most(loop: tree.Loop, most: int) -> bool:
        count = loop.count
        if count is None:
            return False
        if (count, most) not in known:
            known[count, most] = _is_at_most(count, most) or stored_at_most(kernel, count, most)
        return known[count, most]

    return at_most


def _is_at_most(value: Value, most: int) -> bool:
    if value.op == "min":
        return any(_is_at_most(arg, most) for arg in value.args)
    found = reach(value)
    return found is not None and found[1] <= most


# ------------------------------------------------------------------------------------------------------- lines


def _costly(
    event: tree.ScalarAccess,
    around: Around,
    beside: Iterable[tuple[tree.ScalarAccess, Around]],
    at_most: _AtMost,
) -> tree.Loop | None:
    """The innermost loop of many rounds that clean a line; None where all rounds find the line that was cleaned last.

    That may be one that another access of the tensor has cleaned right before.

    A tensor remembers one line: rounds clean one where they, or shorter loops within them, go from line to line.
    """
    several = False
    for loop in reversed(around.loops):
        forgets = _forgets(event, loop)
        cleans = several or forgets or changes(loop, around.loops, _place(event.memory))
        cleans = cleans or any(loop in other.loops and _are_apart(event.memory, one.memory) for one, other in beside)
        if cleans and not forgets and loop is around.loops[-1] and finds_line(event, around.loops):
            # the access before it is the one that costs
            return None
        if cleans and not at_most(loop, FEW):
            return loop
        several = cleans and (several or not _stays_in_a_line(loop, event.memory, at_most))
    return None


def _forgets(event: tree.ScalarAccess, loop: tree.Loop) -> bool:
    """Whether no line is remembered from round to round: the tensor is a constant, or each round makes another."""
    return event.how == "GetValue of a constant" or event.memory.made > loop.made


def _place(memory: tree.Memory) -> Value | None:
    """Where an access goes, in bytes from the root; None where nothing tells where the tensor begins in a round."""
    return memory.distance if memory.root else None


def _are_apart(left: tree.Memory, right: tree.Memory) -> bool:
    """Whether two accesses of one tensor may be in different lines."""
    between = subtract(scale(left.index, left.element_size or 1), scale(right.index, right.element_size or 1))
    return not between.is_constant or abs(between.payload) >= LINE


def _stays_in_a_line(loop: tree.Loop, memory: tree.Memory, at_most: _AtMost) -> bool:
    """Whether all rounds go through one line, as far as steps of a known width tell."""
    place = _place(memory)
    step = None if place is None else step_of(loop, place)
    return step is not None and (not step or at_most(loop, int((LINE - memory.element_size) // abs(step)) + 1))
