"""Scopes meet kernels: what the launch and the options of a scope prove about the findings of its kernels.

A finding of a listed kernel becomes an error where one scope makes it true, is dropped where every scope that lists the
kernel proves it harmless, and stays as it is where a scope leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sklint.finding import Finding, Message, Step, message
from sklint.fuse.launch import MIX_AIC_1_1, MIX_AIC_1_2, VECTOR_TYPES, FusedLaunch, Refused
from sklint.fuse.operators import SubKernel
from sklint.fuse.options import FuseOptions, fuse_options, parts
from sklint.fuse.outcome import FusedSegment, Fusion, flush_lists
from sklint.program import Span

TRUE, FALSE = True, False


@dataclass(frozen=True, slots=True)
class OptionPlace:
    """Where a model script writes an option."""

    name: str
    at: Span


@dataclass(frozen=True, slots=True)
class NamedScope:
    """A scope of a model script: its name, its option text, and where the options stand."""

    name: str
    options: str
    at: Span
    places: tuple[OptionPlace, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownScope:
    """A scope whose operators the settings list, and what becomes of them; `at` is where a script opens it."""

    name: str
    fusion: Fusion
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class _Placed:
    """An operator in its segment of a scope."""

    scope: KnownScope
    operator: SubKernel
    launch: FusedLaunch
    options: FuseOptions


def meet(findings: Iterable[Finding], scopes: Sequence[KnownScope]) -> Iterator[Finding]:
    """The findings after the scopes have had their say."""
    placed = _placed(scopes)
    for finding in findings:
        test = _TESTS.get(finding.code)
        if test is None or (finding.code == _SOFT and finding.confidence != "possible"):
            yield finding
            continue
        yield from _judged(finding, placed, test)


def _judged(
    finding: Finding, placed: Mapping[str, list[_Placed]], test: Callable[[_Placed], bool | None]
) -> Iterator[Finding]:
    steps: list[Step] = []
    verdicts: list[bool | None] = []
    for kernel in finding.kernels:
        if not placed.get(kernel):
            verdicts.append(None)
        for place in placed.get(kernel, ()):
            verdict = test(place)
            verdicts.append(verdict)
            if verdict:
                steps.append(Step(place.scope.at or finding.at, _said(place)))
    if True in verdicts:
        sure = finding.code in _LAUNCH_ALONE or finding.confidence == "proved"
        confidence = "proved" if sure else "likely"
        yield replace(finding, severity="error", confidence=confidence, trace=(*finding.trace, *steps))
    elif None in verdicts or not verdicts:
        yield finding


def _said(place: _Placed) -> Message:
    operator, launch = place.operator, place.launch
    return message(
        "scope `{scope}` launches {blocks} blocks of {type}, and `{kernel}` enters with {own} of {width}",
        scope=place.scope.name,
        blocks=launch.blocks,
        type=launch.kernel_type,
        kernel=operator.name,
        own=operator.blocks,
        width=operator.width(launch),
    )


def _placed(scopes: Sequence[KnownScope]) -> dict[str, list[_Placed]]:
    """The operators of all scopes that are fused, by kernel name."""
    found: dict[str, list[_Placed]] = {}
    for scope in scopes:
        options = fuse_options(scope.fusion.options, scope.fusion.path)
        for segment in scope.fusion.segments:
            if isinstance(segment.launch, FusedLaunch):
                for outcome in segment.outcomes:
                    place = _Placed(scope, outcome.operator, segment.launch, options)
                    found.setdefault(outcome.operator.name, []).append(place)
    return found


# ------------------------------------------------------------------- what a scope proves, by rule: True, False, None


def _sync_all(place: _Placed) -> bool | None:
    """A hard `SyncAll` hangs where cores of its kind stay outside and nothing feeds them."""
    if not place.operator.partial(place.launch):
        return FALSE
    fed = place.scope.fusion.path == "ge" and place.options.feed_sync_all and place.operator.detected
    return not fed


def _flags(place: _Placed) -> bool | None:
    """Mode-0 flags hang where cores of their kind stay outside; nothing feeds them."""
    return place.operator.partial(place.launch)


def _soft(place: _Placed) -> bool | None:
    """On Ascend 950 a software barrier counts the blocks of the SuperKernel; elsewhere the scope proves nothing."""
    soc = place.scope.fusion.soc
    if soc is not None and soc.architecture == 3510:
        return place.operator.partial(place.launch)
    return None


def _spelling(place: _Placed) -> bool | None:
    """An unnoticed spelling matters where the operator needs feeding and the option is on."""
    if place.scope.fusion.path != "ge" or not place.operator.partial(place.launch):
        return FALSE
    return TRUE if place.options.feed_sync_all else None


def _promoted(place: _Placed) -> bool | None:
    """One-to-one kernels break where both vector cores of a block run."""
    if place.operator.kernel_type != MIX_AIC_1_1:
        return None
    return place.launch.kernel_type == MIX_AIC_1_2


def _ratio(place: _Placed) -> bool | None:
    """A fixed ratio breaks where the SuperKernel has another one."""
    if place.operator.kernel_type not in (MIX_AIC_1_1, MIX_AIC_1_2):
        return None
    return place.launch.kernel_type != place.operator.kernel_type


def _ratio_query(place: _Placed) -> bool | None:
    """A vector-only kernel sees another ratio than its own in a 1:2 launch only."""
    if place.operator.kernel_type not in VECTOR_TYPES:
        return None
    return place.launch.kernel_type == MIX_AIC_1_2


def _no_flush(place: _Placed) -> bool | None:
    """Accesses are unprotected where the scope takes every flush from the operator."""
    if place.scope.fusion.path != "ge":
        return None
    off, _, _ = flush_lists(place.operator, place.options, "ge")
    return TRUE if off else None


# What these say is proved but for the launch; behind the others stands something inferred, which no scope proves.
_LAUNCH_ALONE = frozenset({"SK102", "SK103", "SK107", "SK201", "SK202"})
# A count that is wrong whatever the launch is more than possible; a possible one is right when all cores enter.
_SOFT = "SK104"
_TESTS: dict[str, Callable[[_Placed], bool | None]] = {
    "SK102": _sync_all,
    "SK103": _flags,
    _SOFT: _soft,
    "SK107": _spelling,
    "SK201": _promoted,
    "SK202": _promoted,
    "SK203": _ratio,
    "SK204": _ratio_query,
    "SK309": _no_flush,
}

# ------------------------------------------------------------------------------- what the operators say of the options


def option_findings(scope: NamedScope, fusion: Fusion) -> Iterator[Finding]:
    """What is wrong with a script's options once the operators of the scope are known: forced core numbers below what
    they need (SK906), and a flush behind operators that are fed (SK907)."""
    for segment in fusion.segments:
        match segment.launch:
            case Refused(why="aic-below-demand" | "aiv-below-demand", asked=asked, limit=limit) as refused:
                name = "debug-aic-num" if refused.why.startswith("aic") else "debug-aiv-num"
                other = "debug-aiv-num" if name == "debug-aic-num" else "debug-aic-num"
                yield Finding(
                    "SK906",
                    "warning",
                    "proved",
                    message(
                        "`{name}={asked}` is below the {limit} that operators of scope `{scope}` need: it is not built",
                        name=name,
                        asked=asked,
                        scope=scope.name,
                        limit=limit,
                    ),
                    _place(scope, name) or _place(scope, other) or scope.at,
                    repair=message("write at least {limit}, or leave the number out", limit=limit),
                )
            case FusedLaunch():
                yield from _flushed_behind_feeding(scope, fusion, segment)


def _flushed_behind_feeding(scope: NamedScope, fusion: Fusion, segment: FusedSegment) -> Iterator[Finding]:
    options = fuse_options(fusion.options, fusion.path)
    for outcome in segment.outcomes:
        if not any(note.kind == "fed" for note in outcome.notes):
            continue
        _, _, after = flush_lists(outcome.operator, options, fusion.path)
        if after:
            yield Finding(
                "SK907",
                "warning",
                "likely",
                message(
                    "`dcci-after-kernel-end` names `{kernel}`, which is fed in this scope: the flush lands between two "
                    "branches of the generated code, which does not compile (inferred)",
                    kernel=outcome.operator.name,
                ),
                _place(scope, "dcci-after-kernel-end") or scope.at,
                repair=message("take it out of the list, or launch it on every core so that it needs no feeding"),
            )


def _place(scope: NamedScope, name: str) -> Span | None:
    return next((place.at for place in scope.places if place.name == name), None)


def named_options(scope: NamedScope, stated: str) -> str:
    """The options of a scope: those that the settings state, and otherwise those of the script."""
    return stated if any(True for _ in parts(stated)) else scope.options
