"""The smallest change that makes a scope run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sklint.facts.socs import Soc
from sklint.finding import Message, message
from sklint.fuse.launch import FusedLaunch, Refused
from sklint.fuse.operators import SubKernel
from sklint.fuse.options import parts, with_option
from sklint.fuse.outcome import HANGS, Fusion, Outcome, fuse


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to change: `kind` is options, spelling, schedule, tiling or kernel.

    `options` is the option text to write (kind options), `operator` whom it is about (the other kinds), and `blocks`
    what to launch it on (kind tiling).
    """

    kind: str
    said: Message
    options: str = ""
    operator: str = ""
    blocks: int = 0


def smallest_change(operators: Sequence[SubKernel], fusion: Fusion) -> tuple[Change, ...]:
    """The changes after which nothing of a scope hangs, options before tilings; empty where it is sound already.

    Changes are tried on the scope itself until it is sound; one that needs the kernel rewritten is not found here.
    """
    changes: list[Change] = []
    current, options = list(operators), fusion.options
    for _ in range(4 * len(operators) + 2):
        if fusion.sound:
            return tuple(changes)
        change = next(_candidates(current, fusion), None)
        if change is None:
            return tuple(changes)
        changes.append(change)
        current, options = applied(current, options, [change])
        fusion = fuse(current, options, fusion.path, fusion.soc)
    return tuple(changes)


def applied(operators: Sequence[SubKernel], options: str, changes: Sequence[Change]) -> tuple[list[SubKernel], str]:
    """The operators and the option text after some changes."""
    current = list(operators)
    for change in changes:
        if change.kind == "options":
            options = change.options
        else:
            current = [_changed(operator, change) for operator in current]
    return current, options


def _changed(operator: SubKernel, change: Change) -> SubKernel:
    if operator.name != change.operator:
        return operator
    match change.kind:
        case "spelling":
            return replace(operator, detected=True)
        case "schedule":
            return replace(operator, batch=True)
        case "kernel":
            return replace(operator, one_vector_core=False)
        case _:
            return replace(operator, blocks=change.blocks)


def _candidates(operators: Sequence[SubKernel], fusion: Fusion) -> Iterator[Change]:
    """What may be changed next, the smallest first."""
    for segment in fusion.segments:
        if isinstance(segment.launch, Refused):
            yield _without_forced_numbers(fusion.options)
            return
    hanging = [outcome for outcome in fusion.outcomes if outcome.verdict == HANGS]
    waiting = [outcome for outcome in hanging if _waits_for_sync_all(outcome)]
    if fusion.path == "ge":
        for outcome in waiting:
            if not outcome.operator.detected and not outcome.operator.flags:
                yield _spelling(outcome.operator)
        if any(not outcome.operator.flags for outcome in waiting) and not _fed(fusion):
            yield _feeding(fusion.options)
    else:
        for outcome in waiting:
            if not outcome.operator.batch and _helps(operators, fusion, _schedule(outcome.operator, fusion.path)):
                yield _schedule(outcome.operator, fusion.path)
    for segment in fusion.segments:
        for outcome in segment.outcomes:
            operator, launch = outcome.operator, segment.launch
            if outcome not in hanging or not isinstance(launch, FusedLaunch):
                continue
            if operator.partial(launch):
                yield _tiling(operator, operator.width(launch))
            if operator.one_vector_core:
                yield _both_vector_cores(operator)


def _waits_for_sync_all(outcome: Outcome) -> bool:
    return any(note.kind == "not-fed" for note in outcome.notes)


def _fed(fusion: Fusion) -> bool:
    return any(part.name == "feed-sync-all" and part.value == "1" for part in parts(fusion.options))


def _helps(operators: Sequence[SubKernel], fusion: Fusion, change: Change) -> bool:
    """Whether fewer operators hang after a change."""
    current, options = applied(operators, fusion.options, [change])
    after = fuse(current, options, fusion.path, fusion.soc)
    return _hanging(after) < _hanging(fusion)


def _hanging(fusion: Fusion) -> int:
    return sum(outcome.verdict == HANGS for outcome in fusion.outcomes)


def _without_forced_numbers(options: str) -> Change:
    kept = [part for part in parts(options) if part.name not in ("debug-aic-num", "debug-aiv-num")]
    text = ":".join(f"{part.name}={part.value}" if part.value is not None else part.name for part in kept)
    return Change("options", message("leave out the forced core numbers: write the options `{text}`", text=text), text)


def _feeding(options: str) -> Change:
    text = with_option(options, "feed-sync-all", "1")
    return Change("options", message("write the options `{text}`", text=text), text)


def _spelling(operator: SubKernel) -> Change:
    said = message(
        "write the `SyncAll` of `{name}` so that the compiler notices it: `SyncAll();` or `SyncAll<word>();`",
        name=operator.name,
    )
    return Change("spelling", said, operator=operator.name)


def _schedule(operator: SubKernel, path: str) -> Change:
    if path == "aclnn":
        said = message("set batch mode in the tiling of `{name}`: `SetScheduleMode(1)`", name=operator.name)
    else:
        said = message("set batch mode on the kernel `{name}`: `__schedmode__(1)`", name=operator.name)
    return Change("schedule", said, operator=operator.name)


def _both_vector_cores(operator: SubKernel) -> Change:
    said = message(
        "let both vector cores of a block take part in what `{name}` synchronises (SK201, SK202), or declare it 1:2",
        name=operator.name,
    )
    return Change("kernel", said, operator=operator.name)


def _tiling(operator: SubKernel, blocks: int) -> Change:
    said = message("launch `{name}` on {blocks} blocks, idle ones included", name=operator.name, blocks=blocks)
    return Change("tiling", said, operator=operator.name, blocks=blocks)


def judged(
    operators: Sequence[SubKernel], options: str, path: str, soc: Soc | None
) -> tuple[Fusion, tuple[Change, ...]]:
    """A scope with what to change in it."""
    fusion = fuse(operators, options, path, soc)
    return fusion, smallest_change(operators, fusion)
