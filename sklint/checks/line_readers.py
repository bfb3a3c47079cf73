"""Who reads, behind a barrier, the cache line that a store before it has left in the data cache of its core."""

from __future__ import annotations

from sklint.checks.cache_lines import LINE, apart, core_step, covers, flowing, region, same_buffer, terms_of
from sklint.checks.places import Around, places
from sklint.walk import tree
from sklint.walk.flow import Flow
from sklint.walk.guards import is_index
from sklint.walk.kernel import Calls, WalkedKernel, events
from sklint.walk.values import Value, scale, subtract

_BEFORE, _STORED, _BEHIND, _CLEANED = range(4)


def read_behind(
    kernel: WalkedKernel, core_kind: str, access: tree.ScalarAccess, barrier: tree.Event, surely: bool
) -> bool:
    """Whether somebody may read what `access` stored, whom the barrier lets go on and to whom it is an old value.

    The core itself sees its own store in the cache, but no transfer does. A barrier of all cores has the readers behind
    it; what a flag or a handshake lets go on stands anywhere, and an early start lets the next operator go on. `surely`
    leaves out what may read any memory.
    """
    if isinstance(barrier, tree.EarlyStart) or (kernel.exhausted and not surely):
        return True
    others = (other for kind, root in kernel.trees.items() if kind != core_kind for other in events(root))
    if any(_reads(event, access.memory, surely) for event in others):
        return True
    readers = _Readers(kernel.trees[core_kind], access, surely)
    if not readers:
        return False
    return not isinstance(barrier, tree.AllCoreSync) or readers.on_another_way or readers.follow(barrier)


class _Readers:
    """The reads of one kind of core that may see an old value of what `access` stores."""

    def __init__(self, root: tree.Seq, access: tree.ScalarAccess, surely: bool) -> None:
        self._root = root
        self._access = access
        self._stores = [around for _, around in places(root, lambda node: node == access)]
        self._found = [
            (event, around)
            for event, around in places(root, lambda node: _may_read(node, access.memory, surely))
            if not all(_sees_no_other(access, stored, event, around) for stored in self._stores)
        ]

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def on_another_way(self) -> bool:
        """Whether one of them is for other cores than the store: no path has both, and each has barriers of its own."""
        return any(
            (condition, not side) in stored.conditions
            for _, around in self._found
            for condition, side in around.conditions
            if condition.value.core_dependent
            for stored in self._stores
        )

    def follow(self, barrier: tree.Event) -> bool:
        """Whether one of them stands behind the barrier, and no other barrier behind a clean comes first."""
        readers = {id(event) for event, _ in self._found}
        seen = []

        def wanted(event: tree.Event) -> bool:
            barriers = isinstance(event, tree.AllCoreSync | tree.CacheClean)
            return event == self._access or barriers or id(event) in readers

        def step(state: int, event: tree.Event, calls: Calls) -> int:
            if event == self._access:
                return _STORED if state == _BEFORE else state
            if id(event) in readers:
                if state in (_BEHIND, _CLEANED):
                    seen.append(event)
                return state
            if isinstance(event, tree.CacheClean):
                if not covers(event, self._access.memory):
                    return state
                return {_STORED: _BEFORE, _BEHIND: _CLEANED}.get(state, state)
            if state == _CLEANED:
                return _BEFORE
            return _BEHIND if state == _STORED and event == barrier else state

        Flow(step).run(flowing(self._root, wanted), _BEFORE)
        return bool(seen)


def _may_read(node: tree.Node, memory: tree.Memory, surely: bool) -> bool:
    match node:
        case tree.Seq() | tree.Branch() | tree.Loop() | tree.Called() | tree.Exit():
            return False
    return _reads(node, memory, surely)


def _reads(event: tree.Event, memory: tree.Memory, surely: bool) -> bool:
    """Whether an event reads a buffer; what threads and Matmul objects read, and where some tensors lie, is open."""
    match event:
        case tree.Copy(out=False, memory=tree.Memory() as other) | tree.ScalarAccess(write=False, memory=other):
            if region(other) and region(memory):
                return same_buffer(other, memory)
            return not surely or _is_one_tensor(other, memory)
        case tree.Copy(out=False) | tree.ThreadStart() | tree.MatmulCall(registered=False):
            return not surely
    return False


def _is_one_tensor(left: tree.Memory, right: tree.Memory) -> bool:
    return bool(left.tensor) and left.tensor == right.tensor


def _sees_no_other(access: tree.ScalarAccess, stored: Around, event: tree.Node, around: Around) -> bool:
    """Whether what an event reads is never an old value of what `access` stores: other memory, or the core's own cache.

    A transfer, and a load past the cache, see memory alone, and with it what their own core has not written back.
    """
    match event:
        case tree.ScalarAccess(how=how, memory=memory) if how != "bypass":
            return _own_or_elsewhere(access.memory, memory, stored) or _is_one_core(stored, around)
        case tree.Copy(memory=tree.Memory() as memory, size=size) if not _is_by_core(access.memory):
            between = apart(memory, access.memory)
            long = size.payload if size is not None and size.is_constant else None
            return between is not None and (between <= -LINE or (long is not None and between >= long))
    return False


def _is_by_core(memory: tree.Memory) -> bool:
    """Whether it is not known to be one place for all cores and rounds."""
    place = memory.distance
    return place is None or bool(place.depends) or any(part.op == "fresh" for part in place.walk())


def _own_or_elsewhere(written: tree.Memory, read: tree.Memory, stored: Around) -> bool:
    """Whether no core reads a line that another core has stored to: each its own, or all another one."""
    if not _is_by_core(written):
        between = apart(written, read)
        return between is not None and abs(between) >= LINE
    # where nobody knows where the tensor begins, its elements are still so far from each other
    to, at = _element(written, read), _element(read, written)
    if to is None or at is None:
        return False
    step, further = core_step(terms_of(to, stored.first_round)), subtract(at, to)
    if step is None or step < LINE or not further.is_constant:
        return False
    # the store of a neighbour, or of a core further off, that would lie where this one reads
    nearest = round(further.payload / step)
    return all(other == 0 or abs(further.payload - step * other) >= LINE for other in range(nearest - 1, nearest + 2))


def _element(memory: tree.Memory, other: tree.Memory) -> Value | None:
    """Where an access lies in bytes, from where `other` can be counted as well."""
    if memory.distance is not None and other.distance is not None:
        return memory.distance if region(memory) == region(other) else None
    return scale(memory.index, memory.element_size) if _is_one_tensor(memory, other) and memory.element_size else None


def _is_one_core(stored: Around, around: Around) -> bool:
    """Whether the same condition lets one core store and read."""
    reading = {(condition.value, side) for condition, side in around.conditions}
    return any((c.value, side) in reading and _singles_out(c.value, side) for c, side in stored.conditions)


def _singles_out(condition: Value, side: bool) -> bool:
    """Whether a condition holds for one index of a core: `index == n`, or `index < 1`."""
    match condition.op:
        case "not":
            return _singles_out(condition.args[0], not side)
        case "and" | "or":
            return side is (condition.op == "and") and any(_singles_out(part, side) for part in condition.args)
        case "==" | "!=":
            index, number = condition.args if condition.args[0].core_dependent else condition.args[::-1]
            return side is (condition.op == "==") and is_index(index) and not number.core_dependent
        case "<":
            return side and is_index(condition.args[0]) and condition.args[1].payload == 1
    return False
