"""SK203 fixed-ratio-arithmetic: index arithmetic that assumes the cube : vector ratio in a MIX kernel."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.finding import Finding, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events
from sklint.walk.values import CORE, Value, atom

CODE = "SK203"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Expressions of the vector cores that join the index or the number of blocks with a fixed ratio."""
    if kernel.kind.ratio not in ((1, 1), (1, 2)) or "aiv" not in kernel.trees:
        return
    seen = set()
    for event in events(kernel.trees["aiv"]):
        if not isinstance(event, tree.CoreArithmetic) or event.at in seen:
            continue
        if _literal(event) or _blocks_for_cores(event):
            seen.add(event.at)
            yield Finding(
                CODE,
                "warning",
                "likely",
                message(
                    "`{expression}` assumes how many vector cores a block has: the SuperKernel's launch decides that, "
                    "and its index runs to twice the number of blocks where it is 1:2",
                    expression=event.text,
                ),
                event.at,
                (kernel.name,),
                "aiv",
                message("ask for the ratio: `GetBlockIdx() / GetTaskRation()`, `GetBlockNum() * GetTaskRation()`"),
            )


def _literal(event: tree.CoreArithmetic) -> bool:
    """`* 2`, `/ 2` or `% 2` on the index or the number of blocks."""
    if event.op not in ("*", "/", "%"):
        return False
    sides = (event.left, event.right)
    return any(side.payload == 2 and side.is_constant for side in sides) and any(_plain(side) for side in sides)


def _plain(value: Value) -> bool:
    return value is atom("block_idx", CORE) or value is atom("block_num")


def _blocks_for_cores(event: tree.CoreArithmetic) -> bool:
    """The vector core's index compared or combined with the number of blocks, the ratio not asked for."""
    parts = [{node.payload for node in side.walk() if node.op == "atom"} for side in (event.left, event.right)]
    if any({"task_ratio", "sub_block_num"} & names for names in parts):
        return False
    if any(_halved(side) for side in (event.left, event.right)):
        return False
    return any(
        index.depends & CORE and not number.depends and _counts_blocks(number)
        for index, number in ((event.left, event.right), (event.right, event.left))
    )


def _counts_blocks(value: Value) -> bool:
    """The number of blocks, or a multiple or sum with it; a share of the work that it cut is another thing."""
    return value is atom("block_num") or (value.op in ("sum", "*") and any(_counts_blocks(arg) for arg in value.args))


def _halved(value: Value) -> bool:
    """The index of the block, by a division that is reported where it stands."""
    return any(node.op == "/" and node.args[0] is atom("block_idx", CORE) for node in value.walk())
