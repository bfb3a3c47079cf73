"""SK503 dead-core-guard: a core guard that is always false, or off by one."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.compiled import is_never_fused
from sklint.checks.extra_core import has_nothing_to_do
from sklint.checks.places import places
from sklint.finding import Finding, Message, message
from sklint.host import guard
from sklint.walk import tree
from sklint.walk.guards import guards_of, indices_per_block, is_index
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import CORE, Value, atom

CODE = "SK503"


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Comparisons of the core's index that no launched core meets, or one core too many."""
    for core_kind, root in kernel.trees.items():
        seen = set()
        for event, around in places(root, lambda node: isinstance(node, tree.CoreArithmetic)):
            if not isinstance(event, tree.CoreArithmetic) or event.at in seen:
                continue
            said = _always_false(kernel, core_kind, event) or _off_by_one(kernel, core_kind, event)
            if said is not None:
                seen.add(event.at)
                severity, what, repair = said
                if is_never_fused(kernel, around.conditions):
                    # no other operator's cores ever enter it
                    severity = "info"
                yield Finding(CODE, severity, "proved", what, event.at, (kernel.name,), core_kind, repair)


def _always_false(
    kernel: WalkedKernel, core_kind: str, event: tree.CoreArithmetic
) -> tuple[str, Message, Message] | None:
    """`index % n >= n`: a remainder is below its divisor."""
    left, right = (event.left, event.right) if event.op == ">=" else (event.right, event.left)
    if event.op not in (">=", "<=") or left.op != "%" or left.args[1] is not right or not _is_index(left.args[0]):
        return None
    said = message("`{guard}` is never true: a remainder is smaller than what it was divided by", guard=event.text)
    if _is_guarded_beside(kernel.trees[core_kind], event, left.args):
        repair = message("drop it: the rest of the condition compares the quotient, and keeps the idle cores out")
        return "info", said, repair
    if has_nothing_to_do(kernel, core_kind, event, left.args[0]):
        return "info", said, message("drop it: what is behind it keeps the idle cores out by itself")
    return "warning", said, message("compare the index before the division")


def _is_guarded_beside(root: tree.Seq, event: tree.CoreArithmetic, divided: tuple[Value, ...]) -> bool:
    """Whether the condition that holds a comparison of a remainder compares the quotient as well."""
    return any(
        isinstance(node, tree.Branch)
        and any(one.index.op == "/" and one.index.args == divided for one in guards_of(node.condition.value))
        for node, _ in places(root, lambda n: isinstance(n, tree.Branch) and n.condition.at.holds(event.at))
    )


def _is_index(value: Value) -> bool:
    """Whether a value counts cores: an index, perhaps of its block or shifted; not the size of a core's share."""
    match value.op:
        case "atom":
            return bool(value.depends & CORE)
        case "/":
            return _is_index(value.args[0])
        case "sum":
            parts = [(arg, factor) for arg, factor in zip(value.args, value.payload[1], strict=True) if arg.depends]
            return len(parts) == 1 and parts[0][1] == 1 and _is_index(parts[0][0])
    return False


def _off_by_one(
    kernel: WalkedKernel, core_kind: str, event: tree.CoreArithmetic
) -> tuple[str, Message, Message] | None:
    """`index > n`, where `n` is how many cores there are: the core `n` gets through."""
    index, limit = (event.left, event.right) if event.op == ">" else (event.right, event.left)
    if event.op not in (">", "<") or not is_index(index) or limit.core_dependent or limit.is_constant:
        return None
    if limit is not atom("block_num") and not _is_launched(kernel, core_kind, index, limit):
        return None
    if has_nothing_to_do(kernel, core_kind, event, index):
        said = message(
            "`{guard}` is off by one, and lets the core through whose index is the number of cores itself; that one "
            "finds nothing to do behind it as it is written",
            guard=event.text,
        )
        return "info", said, message("compare with `>=`")
    return (
        "warning",
        message(
            "`{guard}` is off by one: indices run from 0, so that this keeps out no launched core, and where more "
            "enter it lets the one through whose index is the number of cores itself",
            guard=event.text,
        ),
        message("compare with `>=`"),
    )


def _is_launched(kernel: WalkedKernel, core_kind: str, index: Value, limit: Value) -> bool:
    units = indices_per_block(index, core_kind, kernel.kind.ratio)
    launches = [launch for launch in kernel.launches if not launch.empty] if units is not None else []
    return any(guard.is_launch(count, launch, units or 1) for launch in launches for count in _counts(limit))


def _counts(limit: Value) -> Iterator[Value]:
    """A number of cores, and those that it was made of: some kernels lower the launched one for little work."""
    yield limit
    if limit.op in ("min", "ite"):
        for part in limit.args[1:] if limit.op == "ite" else limit.args:
            yield from _counts(part)
