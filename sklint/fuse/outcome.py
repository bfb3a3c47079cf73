"""What happens to each operator inside the SuperKernel it becomes part of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.facts.socs import Soc
from sklint.finding import Message, message
from sklint.fuse.launch import MIX_AIC_1_1, MIX_AIC_1_2, FusedLaunch, Refused
from sklint.fuse.operators import HARD, NONE, UNKNOWN, SubKernel
from sklint.fuse.options import FuseOptions, fuse_options
from sklint.fuse.segments import Segment, segments

RUNS, HANGS, OPEN, APART, NOT_BUILT = "runs", "hangs", "open", "apart", "not-built"
_ASCEND_950 = 3510


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happens to an operator.

    `kind` is fewer-cores, fed, not-fed, hangs, open, ratio, flush, dynamic, soft, soc or apart.
    """

    kind: str
    said: Message


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one operator: `verdict` is runs, hangs, open (not enough is known), apart or not-built."""

    operator: SubKernel
    verdict: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class FusedSegment:
    """One SuperKernel of a scope and the outcome of each of its operators."""

    launch: FusedLaunch | Refused | None
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Fusion:
    """All that is known of one scope; `options` is the option text it was judged with."""

    path: str
    soc: Soc | None
    options: str
    segments: tuple[FusedSegment, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(outcome for segment in self.segments for outcome in segment.outcomes)

    @property
    def sound(self) -> bool:
        """Whether nothing hangs and everything is built."""
        return not any(outcome.verdict in (HANGS, NOT_BUILT) for outcome in self.outcomes)

    @property
    def open(self) -> bool:
        """Whether too little is known of an operator to say that it runs."""
        return any(outcome.verdict == OPEN for outcome in self.outcomes)


def fuse(operators: Sequence[SubKernel], options: str = "", path: str = "ge", soc: Soc | None = None) -> Fusion:
    """What becomes of the operators of a scope; `options` is a GE option text, or the joined dictionaries."""
    read = fuse_options(options, path)
    found = [_fused(segment, read, path, soc) for segment in segments(operators, read, path, soc)]
    return Fusion(path, soc, options, tuple(found))


def _fused(segment: Segment, options: FuseOptions, path: str, soc: Soc | None) -> FusedSegment:
    outcomes = tuple(_outcome(operator, segment.launch, options, path, soc) for operator in segment.operators)
    return FusedSegment(segment.launch, outcomes)


def _outcome(
    operator: SubKernel, launch: FusedLaunch | Refused | None, options: FuseOptions, path: str, soc: Soc | None
) -> Outcome:
    if launch is None:
        said = message("it is not fused: the SuperKernel ends before it, and another begins behind it")
        why = [] if operator.apart is None else [Note("apart", operator.apart)]
        return Outcome(operator, APART, (*why, Note("apart", said)))
    if isinstance(launch, Refused):
        return Outcome(operator, NOT_BUILT)
    notes = [*_core_notes(operator, launch, options, path, soc), *_flush_notes(operator, options, path)]
    kinds = {note.kind for note in notes}
    if "hangs" in kinds:
        return Outcome(operator, HANGS, tuple(notes))
    return Outcome(operator, OPEN if "open" in kinds else RUNS, tuple(notes))


def _core_notes(
    operator: SubKernel, launch: FusedLaunch, options: FuseOptions, path: str, soc: Soc | None
) -> Iterator[Note]:
    ascend_950 = soc is not None and soc.architecture == _ASCEND_950
    if operator.dynamic:
        yield Note("dynamic", message("a tiling-sink kernel: all {width} cores enter it", width=operator.width(launch)))
    if soc is not None and (operator.demand.aic > soc.aic or operator.demand.aiv > soc.aiv):
        yield Note("soc", message("it asks for more cores than {soc} has", soc=soc.name))
    if operator.partial(launch):
        yield Note(
            "fewer-cores",
            message(
                "it is entered by {blocks} of {width} blocks", blocks=operator.blocks, width=operator.width(launch)
            ),
        )
        yield from _barrier_notes(operator, options, path, ascend_950)
    if operator.kernel_type == MIX_AIC_1_1 and launch.kernel_type == MIX_AIC_1_2:
        yield Note("ratio", message("a 1:1 kernel that runs as 1:2: both vector cores of a block execute it"))
        if operator.one_vector_core:
            yield Note("hangs", message("it synchronises or multiplies on one vector core of a block only"))
    if operator.kernel_type == MIX_AIC_1_2 and launch.kernel_type == MIX_AIC_1_1:
        yield Note("ratio", message("a 1:2 kernel that runs as 1:1: its second vector core is not there"))


def _barrier_notes(operator: SubKernel, options: FuseOptions, path: str, ascend_950: bool) -> Iterator[Note]:
    """What the barriers of an operator do whose kind of core stays outside in part."""
    if operator.flags:
        yield Note("hangs", message("its mode-0 flags wait for the cores outside, and no option feeds flags"))
    if operator.soft and ascend_950:
        yield Note("hangs", message("on Ascend 950 its software barrier counts the SuperKernel's blocks (inferred)"))
    elif operator.soft:
        yield Note("soft", message("its software barrier counts its own blocks: it is not held up"))
    if operator.barrier == NONE:
        return
    if path == "ge" and options.feed_sync_all and operator.detected:
        yield Note("fed", message("`feed-sync-all=1` lets the cores outside answer its `SyncAll`"))
        if ascend_950 and operator.kernel_type == MIX_AIC_1_1:
            yield Note("fed", message("on Ascend 950 a fed 1:1 kernel mixes two kinds of signals: try it on a device"))
        return
    if path != "ge":
        said = message("npugraph_ex feeds no idle cores")
    elif not operator.detected:
        said = message("`feed-sync-all` does not notice how its `SyncAll` is written")
    else:
        said = message("`feed-sync-all` is off")
    yield Note("not-fed", said)
    if operator.barrier == HARD:
        yield Note("hangs", message("its `SyncAll` waits for the cores outside"))
    elif operator.barrier == UNKNOWN:
        yield Note("open", message("nothing is known of its barriers: with a hard `SyncAll` it hangs"))


def _flush_notes(operator: SubKernel, options: FuseOptions, path: str) -> Iterator[Note]:
    """What the data cache does around and inside an operator (superkernel flush policy by path)."""
    if operator.dynamic:
        yield Note("flush", message("the whole data cache is flushed before and after it"))
        return
    off, before, after = flush_lists(operator, options, path)
    if path == "ge":
        if off:
            lost = message("`dcci-disable-on-kernel` takes every flush from it: its scalar GM accesses may be stale")
            quiet = message("`dcci-disable-on-kernel` takes every flush from it")
            yield Note("flush", lost if operator.scalar else quiet)
        elif before or after:
            yield Note("flush", _around(before, after))
    elif path == "aclnn" and options.flush_off:
        if off and not (before or after):
            yield Note("flush", message("its accessors flush line by line, and nothing flushes around it"))
        elif before or after:
            yield Note("flush", _around(before, after))


def _around(before: bool, after: bool) -> Message:
    if before and after:
        return message("the whole data cache is flushed before and after it, and not by its accessors")
    if before:
        return message(
            "the whole data cache is flushed before it, and not by its accessors: what it writes is not flushed"
        )
    return message("the whole data cache is flushed after it, and not by its accessors: what it reads may be stale")


def flush_lists(operator: SubKernel, options: FuseOptions, path: str) -> tuple[bool, bool, bool]:
    """Whether an operator stands in the lists of disabled, earlier and later flushes."""
    return (
        _listed(operator, options.flush_off, path),
        _listed(operator, options.flush_before, path),
        _listed(operator, options.flush_after, path),
    )


def _listed(operator: SubKernel, names: Sequence[str], path: str) -> bool:
    """GE compares operator types exactly, which kernels are named after; npugraph_ex matches kernel names."""
    if path == "ge":
        return plain_type(operator.name) in map(plain_type, names)
    return any(re.fullmatch(_pattern(name), operator.name) for name in names)


def plain_type(name: str) -> str:
    """An operator type and the name of its kernel, made alike."""
    return name.replace("_", "").lower()


def _pattern(text: str) -> str:
    """A kernel-name pattern as a regular expression: `.` is any character and `*` repeats the one before."""
    if text.startswith("*"):
        return "(?!)"
    return "".join(character if character in ".*" else re.escape(character) for character in text)
