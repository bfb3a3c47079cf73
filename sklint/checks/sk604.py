"""SK604 early-start-placement: GM output after SetNextTaskStart, GM input before WaitPreTaskEnd, illegal pipes."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.around import around
from sklint.checks.early_start import NAMES
from sklint.checks.trace import call_steps
from sklint.facts.table import table
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, placed

CODE = "SK604"
_PIPES = table("flags")["early_start"]
_STARTS = frozenset(table("calls")["object"]["matmul_starts"])


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Transfers on the wrong side of the calls, and calls whose pipe arguments the API does not take."""
    for core_kind, event, calls, which in around(kernel, _writes, _reads):
        after = which == "set"
        name = event.api if isinstance(event, tree.Copy) else _scalar(event)
        said = (
            message(
                "`{access}` writes GM after `{call}`, which has told the next operator of the SuperKernel that the "
                "results are there",
                access=name,
                call=NAMES[which],
            )
            if after
            else message(
                "`{access}` reads GM before `{call}`: what the operator before it in the SuperKernel writes may not "
                "be there yet",
                access=name,
                call=NAMES[which],
            )
        )
        repair = (
            message("call `SetNextTaskStart` after the last transfer to GM")
            if after
            else message("call `WaitPreTaskEnd` before the first transfer from GM")
        )
        yield Finding(
            CODE, "warning", "likely", said, event.at, (kernel.name,), core_kind, repair, tuple(call_steps(calls))
        )
    yield from _pipes(kernel)


def _writes(event: tree.Event) -> bool:
    match event:
        case tree.Copy(out=out):
            return out
        case tree.ScalarAccess(write=write):
            return write
    return False


def _reads(event: tree.Event) -> bool:
    match event:
        case tree.Copy(out=out, memory=memory):
            return not out and (memory is None or memory.origin != "tiling")
        case tree.ScalarAccess(write=write, memory=memory):
            return not write and memory.origin != "tiling"
        case tree.MatmulCall(method=method):
            return method in _STARTS
    return False


def _scalar(event: tree.Event) -> str:
    match event:
        case tree.ScalarAccess(how=how):
            return how
        case tree.MatmulCall(method=method):
            return method
    return type(event).__name__


def _pipes(kernel: WalkedKernel) -> Iterator[Finding]:
    seen: set[object] = set()
    for core_kind, root in kernel.trees.items():
        for event, place in placed(root):
            if not isinstance(event, tree.EarlyStart) or event.at in seen:
                continue
            for pipe, kind in zip(event.pipes, ("aiv", "aic"), strict=False):
                if pipe and pipe not in _PIPES[kind]:
                    seen.add(event.at)
                    yield Finding(
                        CODE,
                        "error",
                        "proved",
                        message(
                            "`{call}` does not take `{pipe}` as the pipe of the {kind} cores",
                            call=NAMES[event.which],
                            pipe=pipe,
                            kind="vector" if kind == "aiv" else "cube",
                        ),
                        event.at,
                        (kernel.name,),
                        core_kind,
                        message(
                            "name the pipe of the last transfer: `PIPE_MTE3` on vector and `PIPE_FIX` on cube cores"
                        ),
                        tuple(call_steps(place.calls)),
                    )
