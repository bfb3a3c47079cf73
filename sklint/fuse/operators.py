"""The operators of a fused kernel: what of them decides how they run inside."""

from __future__ import annotations

from dataclasses import dataclass

from sklint.finding import Message, message
from sklint.fuse.launch import CUBE_TYPES, FUSIBLE_TYPES, VECTOR_TYPES, Cores, FusedLaunch, demand
from sklint.program import Span

# What a barrier search can say: a hard all-core barrier is there, is not there, or nobody looked.
HARD, NONE, UNKNOWN = "hard", "none", "unknown"

_PREFIX = "KERNEL_TYPE_"


@dataclass(frozen=True, slots=True)
class SubKernel:
    """One operator of a scope, launched on `blocks` blocks of `kernel_type` when it runs alone.

    `barrier` is hard, none or unknown; `detected` is whether the operator compiler notices the barrier (SK107); `flags`
    are mode-0 cross-core flags and `soft` software barriers; `one_vector_core` is whether a 1:1 kernel breaks when both
    vector cores of a block run (SK201, SK202); `scalar` is whether it reads or writes GM by scalars; `batch` is batch
    scheduling, `dynamic` a tiling-sink kernel. `apart` says why it is never fused, None where it is. `at` is the first
    barrier, where it was read.
    """

    name: str
    kernel_type: str
    blocks: int
    barrier: str = UNKNOWN
    detected: bool = True
    flags: bool = False
    soft: bool = False
    one_vector_core: bool = False
    scalar: bool = False
    batch: bool = False
    dynamic: bool = False
    apart: Message | None = None
    at: Span | None = None

    @property
    def demand(self) -> Cores:
        """The cores it asks for."""
        return demand(self.kernel_type, self.blocks)

    def width(self, launch: FusedLaunch) -> int:
        """How many blocks of its own kind a fused launch has: as many as its barriers wait for."""
        if self.kernel_type in VECTOR_TYPES:
            return launch.cores.aiv
        return launch.cores.aic if self.kernel_type in CUBE_TYPES else launch.blocks

    def partial(self, launch: FusedLaunch) -> bool:
        """Whether cores of its kind stay outside; a dynamic kernel is entered by all."""
        return not self.dynamic and self.blocks < self.width(launch)


class StatementError(ValueError):
    """An operator that is stated in a way that cannot be read; `reason` says what is wrong."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


_FACTS: dict[str, dict[str, object]] = {
    "sync-all": {"barrier": HARD},
    "undetected-sync-all": {"barrier": HARD, "detected": False},
    "no-sync": {"barrier": NONE},
    "cross-core": {"flags": True},
    "soft-sync": {"soft": True},
    "one-vector-core": {"one_vector_core": True},
    "scalar-gm": {"scalar": True},
    "batch": {"batch": True},
    "dynamic": {"dynamic": True},
    "not-fusible": {"apart": message("stated as not fusible")},
}
FACTS = tuple(_FACTS)


@dataclass(frozen=True, slots=True)
class Statement:
    """An operator as a user writes it: `name`, `name=N`, or `name:TYPE[,fact...]=N`; `kernel_type` may be empty."""

    name: str
    kernel_type: str
    blocks: int | None
    facts: tuple[str, ...] = ()

    def sub_kernel(self) -> SubKernel:
        """The operator that is stated in full; raises `StatementError` where type or blocks are missing."""
        if not self.kernel_type or self.blocks is None:
            reason = message("`{name}` needs a kernel type and a number of blocks: `name:TYPE=N`", name=self.name)
            raise StatementError(reason)
        fields: dict[str, object] = {}
        for fact in self.facts:
            fields |= _FACTS[fact]
        if self.kernel_type not in FUSIBLE_TYPES:
            fields["apart"] = message("kernels of type `{type}` are not fused", type=self.kernel_type)
        return SubKernel(name=self.name, kernel_type=self.kernel_type, blocks=self.blocks, **fields)  # type: ignore[arg-type]


def read_statement(text: str) -> Statement:
    """An operator from its text; raises `StatementError`."""
    head, equals, number = text.partition("=")
    blocks = int(number) if number.isdigit() and int(number) else None
    if equals and blocks is None:
        raise StatementError(message("`{text}`: the number of blocks is a whole number from 1", text=text))
    name, colon, rest = head.partition(":")
    kernel_type, *facts = (part.strip() for part in rest.split(",")) if colon else ("",)
    if not name or (colon and not kernel_type):
        raise StatementError(message("`{text}` names no operator: write `name`, `name=N` or `name:TYPE=N`", text=text))
    for fact in facts:
        if fact not in _FACTS:
            known = ", ".join(_FACTS)
            raise StatementError(message("`{text}`: `{fact}` is none of {known}", text=text, fact=fact, known=known))
    if kernel_type and not kernel_type.startswith(_PREFIX):
        kernel_type = _PREFIX + kernel_type
    return Statement(name, kernel_type, blocks, tuple(facts))
