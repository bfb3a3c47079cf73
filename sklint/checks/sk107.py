"""SK107 undetected-sync-all: a `SyncAll` spelling that feed-sync-all does not recognise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sklint.checks.paths import is_direct
from sklint.checks.spelling import texts
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import Place, WalkedKernel, placed

CODE = "SK107"
_DETECTED = re.compile(table("detection")["sync_all"]["pattern"])
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?!\w+[ \t]*$)", re.MULTILINE)


def is_detected(text: str) -> bool:
    """Whether the operator compiler's search finds a barrier; it sees macros expanded, so one word may be many."""
    many = frozenset(_MACRO.findall(text))
    return any(hit["argument"] not in many for hit in _DETECTED.finditer(text))


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard `SyncAll` of a kernel none of whose spellings the operator compiler's text search finds."""
    first: tuple[tree.AllCoreSync, Place] | None = None
    for root in kernel.trees.values():
        for event, place in placed(root):
            if isinstance(event, tree.AllCoreSync) and not event.soft and event.api == "SyncAll":
                first = first or (event, place)
    if first is None or kernel.once(is_direct) or any(is_detected(text) for text in texts(kernel.program)):
        return
    event, place = first
    yield Finding(
        CODE,
        "warning",
        "proved",
        message(
            "`{sync}` is a spelling that the SuperKernel's `feed-sync-all` does not find in the source: with "
            "fewer cores than the SuperKernel the kernel hangs although the option is on",
            sync=event.text,
        ),
        event.at,
        (kernel.name,),
        "",
        message("write `SyncAll();`, or name the argument in one word first: `SyncAll<kVectorOnly>();`"),
        tuple(call_steps(place.calls)),
    )
