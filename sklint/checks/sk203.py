"""SK203 fixed-ratio-arithmetic: index arithmetic that assumes the cube : vector ratio in a MIX kernel."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product

from sklint.checks.barriers import told
from sklint.checks.compared import is_compared
from sklint.checks.launched import MOST_WAYS
from sklint.checks.partial import is_full
from sklint.checks.paths import is_direct
from sklint.checks.places import places
from sklint.checks.unread import is_unread
from sklint.facts.socs import socs
from sklint.finding import Finding, Message, message
from sklint.host.launch import Launch, classified
from sklint.host.reach import counts_reaching
from sklint.host.ways import LOST
from sklint.program import Program, Span
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events, placed
from sklint.walk.values import CORE, Value, atom, multiply, number_of

CODE = "SK203"
_MIXED = frozenset({(1, 1), (1, 2)})
_RATIO = frozenset({"task_ratio", "sub_block_num"})
# what takes an index apart by two, by the number that does so
_HALVES = {"/": 2, "%": 2, ">>": 1, "&": 1}


def check_kernel(kernel: WalkedKernel) -> Iterator[Finding]:
    """Expressions of the vector cores that join the index or the number of blocks with a fixed ratio."""
    if _MIXED.isdisjoint(kernel.kind.ratios) or "aiv" not in kernel.trees:
        return
    keys = _keys(kernel.trees["aiv"])
    arithmetic = _Arithmetic(kernel.trees["aiv"], kernel.program)
    reported: list[Span] = []
    lines: set[tuple[str, int, str]] = set()
    for event in arithmetic.found():
        ratios = frozenset(ratio for key in keys[event.at] for ratio in _ratios(kernel, key))
        if _MIXED.isdisjoint(ratios):
            continue
        line = (event.at.path, event.at.line, event.text)
        # the parts of an expression come before it: what is wrong with one of them has been said
        if line in lines or is_unread(kernel.program, event.at) or any(event.at.holds(at) for at in reported):
            continue
        if kernel.once(is_direct):
            return
        reported.append(event.at)
        lines.add(line)
        yield _finding(kernel, event, ratios)


def _keys(root: tree.Seq) -> Mapping[Span, set[Value | None]]:
    """The tiling keys that arithmetic stands under, by its place: a function may be called under several."""
    found: dict[Span, set[Value | None]] = {}
    for event, place in placed(root):
        if isinstance(event, tree.CoreArithmetic):
            found.setdefault(event.at, set()).add(place.key)
    return found


def _ratios(kernel: WalkedKernel, key: Value | None) -> frozenset[tuple[int, int]]:
    """The ratios of code under a key: where selections name several types, which of them it is for is not told."""
    if key is None:
        return frozenset([kernel.kind.ratio] if kernel.kind.ratio is not None else [])
    ratios = kernel.kind.ratios_under([key])
    return ratios if len(ratios) == 1 else frozenset()


def _finding(kernel: WalkedKernel, event: tree.CoreArithmetic, ratios: frozenset[tuple[int, int]]) -> Finding:
    pairs = _is_literal(event)
    confidence = _confidence(kernel, event) if pairs and (1, 1) not in ratios else "likely"
    settled = not confidence
    if not pairs:
        said = message(
            "`{expression}` takes a block to have one vector core: the SuperKernel's launch decides that, and the "
            "index of the vector core runs to twice the number of blocks where it is 1:2",
            expression=event.text,
        )
    elif settled:
        said = message(
            "`{expression}` takes a block to have two vector cores: with a launch on so many blocks that is so, "
            "unless the scope limits the number of cores",
            expression=event.text,
        )
    else:
        said = message(
            "`{expression}` takes a block to have two vector cores: a SuperKernel is 1:1 where another operator needs "
            "twice as many cube cores as this one has blocks, and the work of half of the blocks is lost (inferred)",
            expression=event.text,
        )
    return Finding(
        CODE,
        "info" if settled else "warning",
        confidence or "possible",
        said,
        event.at,
        (kernel.name,),
        "aiv",
        _repair(event.op if pairs else ""),
    )


def _repair(op: str) -> Message:
    """What says the same for any ratio, by the operation that a two is joined with; empty where there is none."""
    match op:
        case "/" | ">>":
            return message("ask for the ratio: the block is `GetBlockIdx() / GetTaskRatio()`")
        case "*" | "<<":
            return message("ask for the ratio: there are `GetBlockNum() * GetTaskRatio()` vector cores")
        case "%" | "&":
            return message(
                "`GetSubBlockIdx()` says which vector core of its block it is; where `GetTaskRatio()` is 1 it is alone "
                "and has to do both halves"
            )
    return message("ask for the ratio: `GetBlockIdx() / GetTaskRatio()`, `GetBlockNum() * GetTaskRatio()`")


def _confidence(kernel: WalkedKernel, event: tree.CoreArithmetic) -> str:
    """How sure it is that a place of a 1:2 kernel may run 1:1; empty where all launches that get there prevent it.

    A launch on more than half of the cube cores does: no other operator outweighs that, as the fused launch is 1:1
    where it has no more vector than cube cores (constraints, width of the fused launch). A number that the host has
    lost may well be all of them.
    """
    launches = [launch for launch in kernel.launches if not launch.empty]
    if not launches:
        return "likely"
    if all(_is_wide(kernel, launch) for launch in launches):
        return ""
    ways = dict.fromkeys(
        told(around.conditions)
        for node, around in places(kernel.trees["aiv"], lambda node: isinstance(node, tree.CoreArithmetic))
        if isinstance(node, tree.CoreArithmetic) and node.at == event.at
    )
    if len(ways) > MOST_WAYS:
        ways = {(): None}
    found = set()
    for launch, way in product(launches, ways):
        for count, facts, _ in counts_reaching(way, launch, kernel.parameters):
            one = replace(launch, value=count, facts=facts)
            word = "" if _is_wide(kernel, one) else "possible" if _is_lost(one) else "likely"
            if word == "likely":
                # nothing is surer, and the ways of the other launches may cost much
                return word
            found.add(word)
    return "possible" if "possible" in found else "" if found else "likely"


def _is_lost(launch: Launch) -> bool:
    """Whether a part of what a launch is on was lost, and nothing bounds the rest."""
    lost = any(node.op in LOST for node in launch.value.walk())
    return lost and classified(launch.value, launch.facts, {}, in_branch=True).startswith("unknown")


def _is_wide(kernel: WalkedKernel, launch: Launch) -> bool:
    number = number_of(launch.value)
    if number is not None:
        most = max((soc.aic for soc in socs().values() if soc.architecture == kernel.architecture), default=0)
        return 2 * number > most > 0
    return is_full(kernel, launch)


class _Arithmetic:
    """The arithmetic of the vector cores with indices and numbers of blocks, seen through what loops carry round."""

    def __init__(self, root: tree.Seq, program: Program) -> None:
        found = [event for event in events(root) if isinstance(event, tree.CoreArithmetic)]
        with_index = {event.at for event in found if event.left.core_dependent or event.right.core_dependent}
        shuffled = _shuffled(root)
        self._events = [
            event for event in found if event.at not in shuffled and not _counts_work(program, event, with_index)
        ]
        self._sources = dict(_sources(root))
        # of a function that is called again and again each expression is looked at once
        self._apart: dict[tuple[str, Value, Value], bool] = {}
        doubling = [event for event in self._events if _doubles(event)]
        # a constant of some name that multiplies the number of blocks makes it one of vector cores where their index
        # meets the product, unless a two that is written out does so: then the name may well count buffers
        self._counts_cores = not any(event.written_out for event in doubling) and any(
            self._takes_cores(event) and self._has_doubled(event)
            for event in {(event.op, event.left, event.right): event for event in self._events}.values()
        )
        self._doubled = bool(doubling)

    def found(self) -> Iterator[tree.CoreArithmetic]:
        for event in self._events:
            if _is_literal(event):
                if event.written_out or not _has_number(event) or self._counts_cores:
                    yield event
            elif self._blocks_for_cores(event):
                yield event

    def _has_doubled(self, event: tree.CoreArithmetic) -> bool:
        """Whether an even multiple of the number of blocks goes in."""
        return any(
            _is_number(arg) and factor % 2 == 0
            for node in self._seen_through((event.left, event.right))
            if node.op == "sum"
            for arg, factor in zip(node.args, node.payload[1], strict=True)
        )

    def _takes_cores(self, event: tree.CoreArithmetic) -> bool:
        """Whether the index of a vector core goes in, and not to be divided by the ratio."""
        if event.op in ("/", "%") and _is_index(event.left) and _is_ratio(event.right):
            return False
        return self._has_raw_index(event.left, set()) or self._has_raw_index(event.right, set())

    def _has_raw_index(self, value: Value, seen: set[Value]) -> bool:
        if value in seen:
            return False
        seen.add(value)
        if _is_index(value):
            return True
        if value.op in ("/", "%") and _is_index(value.args[0]) and _is_ratio(value.args[1]):
            return False
        return any(self._has_raw_index(part, seen) for part in (*value.args, *self._sources.get(value, ())))

    def _blocks_for_cores(self, event: tree.CoreArithmetic) -> bool:
        """The vector core's index compared or combined with the number of blocks, the ratio not asked for."""
        expression = (event.op, event.left, event.right)
        known = self._apart.get(expression)
        if known is None:
            known = self._apart[expression] = self._is_apart(event)
        return known

    def _is_apart(self, event: tree.CoreArithmetic) -> bool:
        sides = (event.left, event.right)
        for node in self._seen_through(sides):
            # by a division that is right, or reported where it stands
            if _is_asked(node) or (node.op == "/" and _is_index(node.args[0])):
                return False
        # a size that is multiplied by the number of blocks lays memory out, for one core as for all
        return event.op != "*" and any(
            self._has_raw_index(index, set()) and not number.depends and self._counts_blocks(number)
            for index, number in (sides, sides[::-1])
        )

    def _seen_through(self, values: tuple[Value, ...]) -> Iterator[Value]:
        """The parts of values, and of what they were before and after a round, where a loop carries them."""
        seen: set[Value] = set()
        stack = list(values)
        while stack:
            for node in stack.pop().walk():
                if node not in seen:
                    seen.add(node)
                    yield node
                    stack.extend(self._sources.get(node, ()))

    def _counts_blocks(self, value: Value) -> bool:
        """The number of blocks, or a multiple or sum with it; a share of the work that it cut is another thing."""
        if _is_number(value):
            return True
        if value.op == "sum":
            # an even multiple is made from the doubled number, which is reported where it is doubled
            factors = value.payload[1]
            return any(
                self._counts_blocks(arg) and not (self._doubled and factor % 2 == 0)
                for arg, factor in zip(value.args, factors, strict=True)
            )
        return value.op == "*" and any(map(self._counts_blocks, value.args))


def _shuffled(root: tree.Seq) -> frozenset[Span]:
    """What only deals the vector cores anew: the odd ones behind the even ones, over as many as there are.

    `i & 1 ? (i + blocks * ratio) / 2 : i / 2` is a permutation for any ratio.
    """
    halved = [
        (event, place.calls)
        for event, place in placed(root)
        if isinstance(event, tree.CoreArithmetic) and _HALVES.get(event.op) == event.right.payload
    ]
    dealt = {calls for event, calls in halved if _is_behind_all(event.left)}
    return frozenset(event.at for event, calls in halved if calls in dealt and _is_index(event.left))


def _is_behind_all(value: Value) -> bool:
    """The index with the number of vector cores added to it, the ratio asked for."""
    if value.op != "sum" or value.payload != (0, (1, 1)) or not any(map(_is_index, value.args)):
        return False
    cores = multiply(atom("block_num"), atom("task_ratio"))
    return cores in value.args


def _counts_work(program: Program, event: tree.CoreArithmetic, with_index: Collection[Span]) -> bool:
    """Whether a multiple of the number of blocks is only what an amount of work, and no index, is compared with."""
    return (
        _doubles(event)
        and is_compared(program, event.at)
        and not any(at != event.at and at.holds(event.at) for at in with_index)
    )


def _sources(root: tree.Node) -> Iterator[tuple[Value, tuple[Value, ...]]]:
    """What each value that a loop carries was made from."""
    stack = [root]
    while stack:
        match stack.pop():
            case tree.Seq(body=body):
                stack.extend(body)
            case tree.Branch(then=then, otherwise=otherwise):
                stack.extend((then, otherwise))
            case tree.Called(body=inner):
                stack.append(inner)
            case tree.Loop(body=inner, carried=carried):
                stack.append(inner)
                for one in carried:
                    made_from = tuple(value for value in (one.before, one.following) if value is not None)
                    yield one.after, made_from
                    if one.during is not None:
                        yield one.during, made_from


def _is_literal(event: tree.CoreArithmetic) -> bool:
    """Vector cores made of blocks, `number * 2`, or a block and a half of an index, `index / 2` and `index % 2`.

    Half the number of blocks, and twice an index, are no conversion between the two.
    """
    if event.op == "*":
        sides = (event.left, event.right)
        return any(map(_is_number, sides)) and any(_is(2, side) for side in sides)
    if event.op == "<<":
        return _is_number(event.left) and _is(1, event.right)
    return _HALVES.get(event.op) == event.right.payload and event.right.is_constant and _is_index(event.left)


def _doubles(event: tree.CoreArithmetic) -> bool:
    """Whether the number of blocks is made one of vector cores."""
    return _is_literal(event) and _has_number(event)


def _has_number(event: tree.CoreArithmetic) -> bool:
    return _is_number(event.left) or _is_number(event.right)


def _is(number: int, value: Value) -> bool:
    return value.is_constant and bool(value.payload == number)


def _is_index(value: Value) -> bool:
    """The index of a vector core; the built-in one counts blocks, and goes with the number of blocks."""
    return value is atom("block_idx", CORE)


def _is_number(value: Value) -> bool:
    return value is atom("block_num")


def _is_asked(value: Value) -> bool:
    return value.op == "atom" and value.payload in _RATIO


def _is_ratio(value: Value) -> bool:
    return _is(2, value) or any(map(_is_asked, value.walk()))
