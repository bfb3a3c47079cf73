"""SK906 core-limit: more cores than there are, or than `limit_core_num` allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sklint.checks.script_options import Written, option_strings
from sklint.facts.socs import Soc, socs
from sklint.finding import Finding, Step, message
from sklint.scripts.model import Limit, OptionPart, Scope, Script

CODE = "SK906"
_SIDES = {"debug-aic-num": "aic", "debug-aiv-num": "aiv"}
_WORDS = {"aic": "AIC", "aiv": "AIV"}


def check_script(script: Script) -> Iterator[Finding]:
    """Forced core numbers above the SoC or the enclosing limit, one finding a text, and limits above the SoC."""
    for written, scope, parts in option_strings(script):
        numbers = [part for part in parts if part.name in _SIDES and part.known and (part.value or "").isdigit()]
        yield from islice((finding for part in numbers for finding in _forced(script, written, scope, part)), 1)
    for limit in script.limits:
        for side in ("aic", "aiv"):
            number, most = getattr(limit, side), _most(script, side)
            if number is not None and number > most:
                yield Written(limit.at, True).finding(
                    CODE,
                    "error",
                    limit.at,
                    message(
                        "`limit_core_num` allows {number} {kind} cores, more than {soc} has ({most})",
                        number=number,
                        kind=_WORDS[side],
                        soc=_soc(script),
                        most=most,
                    ),
                    message("allow at most {most}", most=most),
                )


def _forced(script: Script, written: Written, scope: Scope, part: OptionPart) -> Iterator[Finding]:
    side, number = _SIDES[part.name], int(part.value or 0)
    kind, most = _WORDS[side], _most(script, side)
    if number > most:
        yield written.finding(
            CODE,
            "error",
            part.name_at,
            message(
                "`{name}={number}` asks for more {kind} cores than {soc} has ({most}): the SuperKernel is not built",
                name=part.name,
                number=number,
                kind=kind,
                soc=_soc(script),
                most=most,
            ),
            message("write at most {most}", most=most),
        )
        return
    limit = _tightest(scope.limits, side)
    if limit is not None and number > getattr(limit, side):
        yield written.finding(
            CODE,
            "error",
            part.name_at,
            message(
                "`{name}={number}` asks for more {kind} cores than the `limit_core_num` around it allows ({most})",
                name=part.name,
                number=number,
                kind=kind,
                most=getattr(limit, side),
            ),
            message("write at most {most}, or widen the limit", most=getattr(limit, side)),
            trace=[Step(limit.at, message("the limit"))],
        )


def _tightest(limits: tuple[Limit, ...], side: str) -> Limit | None:
    """The innermost limit decides: an operator's attribute is overwritten from the outside in."""
    known = [limit for limit in limits if getattr(limit, side) is not None]
    return known[-1] if known else None


def _most(script: Script, side: str) -> int:
    """The cores of the SoC, or of the largest that fuses where none is stated."""
    if script.soc is not None:
        return int(getattr(script.soc, side))
    return max(int(getattr(soc, side)) for soc in _fusing())


def _soc(script: Script) -> str:
    """The SoC that the numbers are compared with; the largest of those that fuse stands for all."""
    return script.soc.name if script.soc is not None else max(_fusing(), key=lambda soc: soc.aiv).name


def _fusing() -> list[Soc]:
    return [soc for soc in socs().values() if soc.superkernel]
