"""SK403 sk-entry-pipe: a `__sk__` function whose TPipe is not ended by `DestroyWithoutPipeAll`."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events

CODE = "SK403"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """The pipes of a bound function that end by their scope, or by `Destroy`, on some path."""
    if "sk" not in kernel.entry.attributes:
        return
    for core_kind, root in kernel.trees.items():
        begun: dict[int, tree.PipeBegin] = {}
        told: set[int] = set()
        for event in events(root):
            match event:
                case tree.PipeBegin(pipe=pipe):
                    begun[pipe] = event
                case tree.PipeEnd(pipe=pipe, by=by) if (
                    by != "DestroyWithoutPipeAll" and pipe in begun and pipe not in told
                ):
                    told.add(pipe)
                    yield Finding(
                        CODE,
                        "info",
                        "proved",
                        message(
                            "pipe `{pipe}` of a bound function ends with a barrier over all pipes, which keeps the "
                            "next operator from starting early",
                            pipe=event.name,
                        ),
                        begun[pipe].at,
                        (kernel.name,),
                        core_kind,
                        message("call `DestroyWithoutPipeAll()` before it goes out of scope, on every path"),
                        (Step(event.at, message("it ends here ({by})", by=message("scope") if by == "scope" else by)),),
                    )
