"""SK605 early-start-inert: an early-start call that has no effect on its path."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.early_start import NAMES
from sklint.checks.spelling import follows
from sklint.checks.trace import call_steps
from sklint.finding import Finding, Message, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, placed

CODE = "SK605"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Calls without FORCE in a bound function, and calls that the compiler's text search does not see."""
    bound = "sk" in kernel.entry.attributes
    seen: set[object] = set()
    for core_kind, root in kernel.trees.items():
        for event, place in placed(root):
            if not isinstance(event, tree.EarlyStart) or event.at in seen:
                continue
            seen.add(event.at)
            said, severity = _judged(event, bound)
            if said is not None:
                yield Finding(
                    CODE,
                    severity,
                    "proved",
                    said,
                    event.at,
                    (kernel.name,),
                    core_kind,
                    message("spell the call plainly, with `FORCE` in a bound function, or delete it"),
                    tuple(call_steps(place.calls)),
                )


def _judged(event: tree.EarlyStart, bound: bool) -> tuple[Message | None, str]:
    if bound:
        if event.force:
            return None, ""
        said = message(
            "`{call}` without `FORCE` compiles to nothing in a bound function (`__sk__`)", call=NAMES[event.which]
        )
        return said, "warning"
    if not event.at.macro and follows(event.at) not in (";", ""):
        said = message(
            "`{call}` is not directly followed by a semicolon: the text search of the operator compiler does not find "
            "it, and the SuperKernel makes the call itself",
            call=NAMES[event.which],
        )
        return said, "warning"
    return None, ""
