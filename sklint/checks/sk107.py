"""SK107 undetected-sync-all: a `SyncAll` spelling that feed-sync-all does not recognise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sklint.checks.spelling import spellings
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, placed

CODE = "SK107"
_DETECTED = re.compile(table("detection")["sync_all"]["pattern"])


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first hard `SyncAll` of a kernel none of whose spellings the operator compiler's text search finds."""
    first: tuple[tree.AllCoreSync, tuple[tree.Called, ...]] | None = None
    for root in kernel.trees.values():
        for event, calls in placed(root):
            if isinstance(event, tree.AllCoreSync) and not event.soft and event.api == "SyncAll":
                first = first or (event, calls)
    if first is None or any(_DETECTED.match(text) for text in spellings(kernel.program, "SyncAll")):
        return
    event, calls = first
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
        tuple(call_steps(calls)),
    )
