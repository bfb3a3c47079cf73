"""SK602 early-start-all-keys: an early-start call that some tiling keys make and others do not."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.early_start import NAMES, WHICH, Placed, keyed
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK602"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The first call of each tiling key that has one, where another key has none at all."""
    having: dict[str, dict[int | None, tuple[str, Placed]]] = {which: {} for which in WHICH}
    keys: dict[int | None, None] = {}
    for one in keyed(kernel):
        keys[one.key] = None
        for which in WHICH:
            for placed in one.of(which)[:1]:
                having[which].setdefault(one.key, (one.core_kind, placed))
    seen: set[object] = set()
    for which in WHICH:
        without = [key for key in keys if key not in having[which]]
        if not having[which] or not without:
            continue
        for core_kind, placed in having[which].values():
            if placed.event.at in seen:
                continue
            seen.add(placed.event.at)
            yield Finding(
                CODE,
                "error",
                "proved",
                message(
                    "`{call}` is made under some tiling keys and not under {keys}: the SuperKernel finds the call in "
                    "the text, makes none of its own, and under that key the operators wait for each other until the "
                    "device times out",
                    call=NAMES[which],
                    keys=", ".join(f"`{key}`" for key in without[:4]),
                ),
                placed.event.at,
                (kernel.name,),
                core_kind,
                message("make the call under every tiling key that can run, or under none"),
                tuple(call_steps(placed.calls)),
            )
