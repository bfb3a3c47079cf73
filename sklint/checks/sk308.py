"""SK308 scalar-gm-loop: scalar GM access in a long loop."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.paths import path_of
from sklint.checks.places import places
from sklint.checks.pruned import pruned
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import Calls, WalkedKernel

CODE = "SK308"
# so many rounds are taken for few; the number is the linter's own
FEW = 16
_ACCESSORS = ("GetValue", "GetValue of a constant", "SetValue", "reference")


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Accesses of tensors in loops of many or unknown rounds; directly launched kernels have no flush to pay for."""
    if not any(how in _ACCESSORS for _, how in kernel.touched) or path_of(kernel) == "direct":
        return
    for core_kind, root in kernel.trees.items():
        for event, around in places(pruned(root, _is_access), _is_access):
            assert isinstance(event, tree.ScalarAccess)
            loop = next((loop for loop in reversed(around.loops) if _long(loop)), None)
            if loop is not None:
                yield Finding(
                    CODE,
                    "info",
                    "likely",
                    message(
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


def _long(loop: tree.Loop) -> bool:
    count = loop.count
    return count is None or not count.is_constant or count.payload > FEW
