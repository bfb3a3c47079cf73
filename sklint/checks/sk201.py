"""SK201 aiv-subset-sync: a 1:1 kernel where only some vector cores take part in a mode 1 or 2 sync."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.sides import met_by
from sklint.checks.trace import call_steps
from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value

CODE = "SK201"


def _is_flag(event: tree.Event) -> bool:
    return isinstance(event, (tree.FlagSet, tree.FlagWait))


def _use(event: tree.Event) -> tuple[type[tree.Event], int | None, Value] | None:
    """What is done to which flag: the other core may do the same at a place of its own."""
    match event:
        case tree.FlagSet(mode=mode, flag=flag) | tree.FlagWait(mode=mode, flag=flag):
            return type(event), mode, flag
    return None


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Flags that one vector core of a block would set or wait for and the other not, if there were two."""
    if (1, 1) not in kernel.kind.ratios or "aiv" not in kernel.trees:
        return
    root = kernel.trees["aiv"]
    first, second = ({id(met.event): met for met in met_by(root, core, _is_flag)} for core in (0, 1))
    for own, other in ((first, second), (second, first)):
        made_up = {_use(met.event) for number, met in other.items() if number not in own}
        for number, met in own.items():
            event = met.event
            if not isinstance(event, (tree.FlagSet, tree.FlagWait)) or event.mode == 4 or event.mode == 0:
                continue
            if number in other or _use(event) in made_up or (1, 1) not in kernel.kind.ratios_under(met.keys):
                continue
            yield Finding(
                CODE,
                "error",
                "proved" if kernel.kind.runs_as((1, 1), met.keys) else "likely",
                message(
                    "`{sync}` is reached by one vector core of a block only: a wider operator makes this 1:1 kernel "
                    "run on two, and the cube core waits for both",
                    sync=event.text,
                ),
                event.at,
                (kernel.name,),
                "aiv",
                message("guard the work of the other vector core, and let both set and wait"),
                tuple(call_steps(met.calls)),
            )
