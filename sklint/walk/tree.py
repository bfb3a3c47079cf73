"""Event trees: what one kind of core does, in order, when it runs one kernel.

Control flow stays structured. A `return` is an `Exit` that ends the nearest enclosing `Called` (or the kernel).
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from sklint.frozen import dataclass
from sklint.program import Span
from sklint.walk.values import CORE, DATA, FALSE, SUB, TRUE, UNKNOWN, Value

# ------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Condition:
    """What a branch or a loop depends on.

    `depends` is uniform, core-index, core-data or unknown (the strongest of its parts); `value` is the condition as
    a canonical expression, equal for equal conditions; `text` is the source, for people. `origins` are the places
    where core-dependent parts of the value came from, nearest first.
    """

    depends: str
    value: Value
    text: str
    at: Span
    origins: tuple[tuple[Span, str], ...] = ()


def depends_word(bits: int) -> str:
    """The class of a condition (DESIGN §3), the strongest part deciding."""
    if bits & (CORE | SUB):
        return "core-index"
    if bits & DATA:
        return "core-data"
    return "unknown" if bits & UNKNOWN else "uniform"


# ----------------------------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class AllCoreSync:
    """`SyncAll` in any form. `aiv_only` is None where the template argument is not known.

    `soft` counts slots in GM and has `count` (None: all cores of the launch). `untouched` is true where nothing was
    done since a pipe last began.
    """

    api: str
    at: Span
    aiv_only: bool | None = True
    soft: bool = False
    count: Value | None = None
    text: str = ""
    untouched: Value = FALSE


@dataclass(frozen=True, slots=True)
class Handshake:
    """`IBSet` (`which` set) or `IBWait` (`which` wait): two vector cores meet at one slot in GM.

    Slots of one event `id` follow each other by core, those of the next begin as many slots further on as there are
    blocks, twice as many where `aiv_only` is false (None: not known).
    """

    which: str
    at: Span
    id: Value
    aiv_only: bool | None = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class FlagSet:
    """`CrossCoreSetFlag` and its kin: `mode` 0, 1, 2 or 4; None where not constant."""

    api: str
    at: Span
    mode: int | None
    pipe: str
    flag: Value
    text: str = ""


@dataclass(frozen=True, slots=True)
class FlagWait:
    """`CrossCoreWaitFlag` and its kin; the mode is None where the call does not name one."""

    api: str
    at: Span
    mode: int | None
    pipe: str
    flag: Value
    text: str = ""


@dataclass(frozen=True, slots=True)
class EarlyStart:
    """`SetNextTaskStart` (`which` set) or `WaitPreTaskEnd` (`which` wait)."""

    which: str
    at: Span
    pipes: tuple[str, ...] = ()
    force: bool = False


@dataclass(frozen=True, slots=True)
class PipeBegin:
    """A TPipe starts: `by` is declared, copied (no constructor of its own runs) or Init. `pipe` identifies the object.

    `field` is where a member pipe is declared in its class. `bare` is true where nothing was done, and no pipe handed
    out anything, since a pipe last began, `read` where all that ran since a pipe last ended was read.
    """

    pipe: int
    at: Span
    name: str
    by: str = "declared"
    field: Span | None = None
    bare: Value = FALSE
    read: Value = TRUE


@dataclass(frozen=True, slots=True)
class PipeEnd:
    """A TPipe ends: `by` is scope, Destroy or DestroyWithoutPipeAll.

    `idle` are truths, one for each pipe of the core: nothing is in flight on it that was read. `read` is true where all
    that ran since the last full barrier was read, `untouched` where nothing was done since a pipe last began.
    """

    pipe: int
    at: Span
    name: str
    by: str = "scope"
    idle: tuple[Value, ...] = (FALSE,)
    read: Value = FALSE
    untouched: Value = FALSE


@dataclass(frozen=True, slots=True)
class LocalUse:
    """Raw local memory is used without a pipe (a `LocalTensor` made from an address, an allocator).

    `read` is true where all that ran since a pipe last ended was read.
    """

    at: Span
    what: str
    read: Value = TRUE


@dataclass(frozen=True, slots=True)
class Barrier:
    """`PipeBarrier<pipe>()`; `pipe` is its name, PIPE_ALL for all.

    `untouched` is true where nothing was done since a pipe last began.
    """

    at: Span
    pipe: str
    untouched: Value = FALSE


@dataclass(frozen=True, slots=True)
class HardEvent:
    """`SetFlag<HardEvent::X_Y>(id)` or `WaitFlag`."""

    which: str
    at: Span
    event: str
    flag: Value


@dataclass(frozen=True, slots=True)
class Memory:
    """Which GM memory an access touches: the tensor or pointer object, its origin and the element.

    `origin` is input, output, workspace, tiling or unknown; `root` is the kernel parameter it came from ("" unknown);
    `tensor` identifies the GlobalTensor object (0 for a raw pointer). `distance` is in bytes from the root, None where
    that is not known. `holder` is the tensor object that a `SetValue` went through, 0 where that was a temporary.
    `begin` is where the tensor itself begins, in bytes from the root, None where that is not known or there is none.
    `made` tells when the tensor object was made that the access went through: in a loop that is not later (its own
    `made` is less) every round makes another one.
    """

    tensor: int
    name: str
    root: str
    origin: str
    index: Value
    element_size: int = 0
    distance: Value | None = None
    holder: int = 0
    begin: Value | None = None
    made: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ScalarAccess:
    """A scalar load or store of GM: `how` is GetValue, SetValue, reference (`operator()`), pointer, or bypass.

    `GetValue of a constant` goes through a constant tensor. `result` is the value that a load gave. Tiling data has no
    such events.
    """

    write: bool
    how: str
    at: Span
    memory: Memory
    result: Value | None = None


@dataclass(frozen=True, slots=True)
class TensorEnd:
    """A GlobalTensor that a `SetValue` went through leaves its scope; `tensor` is the `holder` of that access."""

    tensor: int
    at: Span


@dataclass(frozen=True, slots=True)
class CacheClean:
    """`DataCacheCleanAndInvalid` and its other spellings; `whole` for the entire cache."""

    at: Span
    whole: bool
    memory: Memory | None


@dataclass(frozen=True, slots=True)
class Copy:
    """A transfer between GM and a core: `out` when GM is written. `api` is the call, `size` in bytes where known."""

    out: bool
    at: Span
    api: str
    memory: Memory | None
    size: Value | None = None


@dataclass(frozen=True, slots=True)
class MatmulCall:
    """A method of a Matmul object (`method`), or its registration (`REGIST_MATMUL_OBJ`)."""

    at: Span
    method: str
    object: int
    registered: bool = False


@dataclass(frozen=True, slots=True)
class StateChange:
    """A sticky state is set (`on`) or restored: `state` names it as the facts do, `register` the bits of it that are
    meant, `value` is what is written, where that matters."""

    state: str
    on: bool
    at: Span
    api: str
    value: Value | None = None
    register: str = ""


@dataclass(frozen=True, slots=True)
class StatesReset:
    """A call puts back what the constructor of a TPipe does (`facts/calls.toml`, table soc_state)."""

    at: Span
    api: str


@dataclass(frozen=True, slots=True)
class CoreQuery:
    """A query of the core's index or of the launch (`raw` for the builtins)."""

    api: str
    at: Span
    raw: bool = False


@dataclass(frozen=True, slots=True)
class CoreArithmetic:
    """An expression that joins a core index with a number: `left op right` (SK203, SK503).

    `written_out` tells that a side is a number as it stands in the source, and not a constant of some name.
    """

    op: str
    left: Value
    right: Value
    at: Span
    text: str
    written_out: bool = False


@dataclass(frozen=True, slots=True)
class ThreadStart:
    """A call that starts SIMT threads."""

    at: Span


@dataclass(frozen=True, slots=True)
class KernelType:
    """`KERNEL_TASK_TYPE*`: `key` is the tiling key, None for the default."""

    type: str
    at: Span
    key: Value | None = None


Event: TypeAlias = (
    AllCoreSync
    | Handshake
    | FlagSet
    | FlagWait
    | EarlyStart
    | PipeBegin
    | PipeEnd
    | LocalUse
    | Barrier
    | HardEvent
    | ScalarAccess
    | TensorEnd
    | CacheClean
    | Copy
    | MatmulCall
    | StateChange
    | StatesReset
    | CoreQuery
    | CoreArithmetic
    | ThreadStart
    | KernelType
)

# ------------------------------------------------------------------------------------------------------ nodes
# A node is the same as another only if it is that one: comparing what stands below would cost the whole tree.


@dataclass(frozen=True, slots=True, eq=False)
class Seq:
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """`then` and `otherwise` are both possible; a decided condition leaves no branch behind."""

    condition: Condition
    then: Seq
    otherwise: Seq


@dataclass(frozen=True, slots=True)
class Carried:
    """A value that the rounds of a loop change, for whoever counts them out.

    `during` stands for it in every round (None for what only the rounds make); the first round finds `before` there,
    and each one leaves `following` to the next. Behind the loop `after` is what the last round left, or what a path
    that broke out had made of it (`broken`, by the place of the `break`). A `following` of None is not known.
    """

    during: Value | None
    before: Value | None
    following: Value | None
    after: Value
    broken: tuple[tuple[Span, Value], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """`trips` says what the number of rounds depends on; `count` is the number where it is known.

    `made` tells when it began: objects that its rounds make have higher numbers.
    """

    trips: Condition
    body: Seq
    count: Value | None = None
    at_least_once: bool = False
    carried: tuple[Carried, ...] = ()
    made: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """A followed call: `site` is the call, `function` the callee as people write it."""

    function: str
    site: Span
    defined: Span
    body: Seq


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """`what` is return, break or continue."""

    what: str
    at: Span


Node: TypeAlias = Seq | Branch | Loop | Called | Exit | Event
