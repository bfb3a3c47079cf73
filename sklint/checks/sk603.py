"""SK603 early-start-sync-overlap: an all-core barrier after SetNextTaskStart or before WaitPreTaskEnd."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.around import around
from sklint.checks.early_start import NAMES, Calls
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel

CODE = "SK603"
_IDS = frozenset(table("flags")["boundary"]["ids"])


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The barriers on the wrong side of an early-start call, under each tiling key."""
    for core_kind, event, calls, which in around(kernel, _is_barrier):
        yield _finding(kernel, core_kind, event, calls, which)


def _is_barrier(event: tree.Event) -> bool:
    match event:
        case tree.AllCoreSync(soft=False):
            return True
        case tree.FlagSet(mode=0, flag=flag):
            return flag.payload in _IDS
    return False


def _finding(kernel: WalkedKernel, core_kind: str, event: tree.Event, calls: Calls, which: str) -> Finding:
    text = event.text if isinstance(event, (tree.AllCoreSync, tree.FlagSet)) else ""
    place = message("after") if which == "set" else message("before")
    return Finding(
        CODE,
        "warning",
        "likely",
        message(
            "`{barrier}` stands {place} `{call}`, where the signal of the neighbouring operator lies on the counters "
            "that the barrier uses: it can open too early, and the order between the cores is lost (inferred)",
            barrier=text,
            place=place,
            call=NAMES[which],
        ),
        event.at,
        (kernel.name,),
        core_kind,
        message("keep barriers of all cores between `WaitPreTaskEnd` and `SetNextTaskStart`"),
        tuple(call_steps(calls)),
    )
