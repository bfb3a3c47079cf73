"""The option string of a fused kernel, as the operator compiler reads it.

Source: asc-devkit asc_op_compiler/super_kernel_option_parse.py: parts are separated by `:`, trimmed, empty ones
dropped; double quotes around the whole are stripped; the first `=` of a part separates name and value; a part without
`=` is passed over with a log line that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sklint.fuse.launch import Cores

FLUSH_OFF = "dcci-disable-on-kernel"
_FLUSHES = ("dcci-before-kernel-start", "dcci-after-kernel-end", FLUSH_OFF)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an option string; the offsets are those of the trimmed name and value.

    `value` is None in a part without `=`; its text is then `name`.
    """

    name: str
    value: str | None
    name_start: int
    name_end: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class FuseOptions:
    """What the options of a scope change in its fused kernel.

    `forced` holds `debug-aic-num` and `debug-aiv-num`; the flush lists hold operator types (GE) or kernel-name patterns
    (npugraph_ex); `own_launch` is `debug_per_op_max_core_num`, under which each operator is fused alone on all cores.
    """

    feed_sync_all: bool = False
    forced: Cores = field(default_factory=lambda: Cores(0, 0))
    flush_before: tuple[str, ...] = ()
    flush_after: tuple[str, ...] = ()
    flush_off: tuple[str, ...] = ()
    own_launch: bool = False


def parts(text: str) -> Iterator[Part]:
    """The parts of an option string in order, with their places in it."""
    start, end = 0, len(text)
    while start < end and text[start] == '"':
        start += 1
    while end > start and text[end - 1] == '"':
        end -= 1
    while start <= end:
        stop = text.find(":", start, end)
        stop = end if stop < 0 else stop
        first, last = _trimmed(text, start, stop)
        if first < last:
            yield _part(text, first, last)
        start = stop + 1


def _part(text: str, first: int, last: int) -> Part:
    equals = text.find("=", first, last)
    if equals < 0:
        return Part(text[first:last], None, first, last, last, last)
    name_start, name_end = _trimmed(text, first, equals)
    value_start, value_end = _trimmed(text, equals + 1, last)
    return Part(text[name_start:name_end], text[value_start:value_end], name_start, name_end, value_start, value_end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def fuse_options(text: str, path: str = "ge") -> FuseOptions:
    """The options of a scope that decide how its operators run; what does not parse counts as absent.

    On npugraph_ex `_` and `-` are the same, and only what its run time knows has a meaning.
    """
    given: dict[str, str] = {}
    for part in parts(text):
        if part.value:
            name = part.name if path == "ge" else part.name.replace("_", "-")
            given.setdefault(name, part.value)
    before, after, off = (_names(given.get(option, "")) for option in _FLUSHES)
    if path != "ge":
        return FuseOptions(
            flush_before=before,
            flush_after=after,
            flush_off=off,
            own_launch=given.get("debug-per-op-max-core-num") in ("1", "True"),
        )
    return FuseOptions(
        feed_sync_all=given.get("feed-sync-all") == "1",
        forced=Cores(_number(given.get("debug-aic-num", "")), _number(given.get("debug-aiv-num", ""))),
        flush_before=before,
        flush_after=after,
        flush_off=off,
    )


def with_option(text: str, name: str, value: str) -> str:
    """The option string `text` with one option set, in place of what it said about that option before."""
    kept = [f"{part.name}={part.value}" if part.value is not None else part.name for part in parts(text)]
    kept = [entry for entry in kept if entry.partition("=")[0] != name]
    return ":".join([*kept, f"{name}={value}"])


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())


def _number(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() else 0
