"""What is known of one launch of a kernel, in data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from sklint.host.bounds import AIC, AIV, CORES, Bounds, Merges, cube_cores, is_core_count, vector_cores
from sklint.host.rebuild import rebuild
from sklint.program import Span
from sklint.walk.division import BY_NOUGHT
from sklint.walk.ranges import NO_RANGES, Ranges
from sklint.walk.shape import Bound
from sklint.walk.values import (
    FALSE,
    NOTHING,
    OMITTED,
    TRUE,
    ZERO,
    Value,
    both,
    constant,
    either,
    folded,
    is_truth,
    negate,
    number_of,
    plain,
)

# How large the expressions of a host may grow: a tiling computes a launch in more steps than a kernel its guards.
LARGEST = 8000
_DIRECT = ("<<<>>>", "EXEC_KERNEL_CMD", "ACLRT_LAUNCH_KERNEL")
# The call of a launch that the settings state, which stands in no source.
STATED = "settings"
# How an entry that is looked up is shown after the name of its table.
ENTRY = "[…]"
# What a place holds that a store may have written whose target is not followed.
WRITTEN = "a store that is not followed"
_LONGEST = 160
_MOST_PARTS = 20
_MOST_CONSTANTS = 4
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Launch:
    """One place that launches a kernel.

    `count` is const:N, all-aiv, all-aic, all, `bounded: …` or `unknown: …`, in blocks; `value` the expression itself.
    `mode` is the schedule mode on the paths through this place, `key` the tiling key and `local_memory` the size of
    dynamic local memory in bytes, as expressions. `empty` marks a literal count in a branch of its own, the usual
    answer to empty input. `fields` are tiling fields by structure and name; `ranges` are stated of fields. `root`
    names the function that was run to get here, `architecture` the hardware it was run for. `entry` is the key of the
    kernel where the launch names one, `template` the arguments that it names. The ways to it are followed `until` a
    time, by the clock of `deadline.now`.
    """

    kernel: str
    at: Span
    count: str
    value: Value
    call: str
    root: str
    architecture: int
    mode: Value
    key: Value
    empty: bool = False
    conditions: tuple[Value, ...] = ()
    facts: tuple[Value, ...] = ()
    fields: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    ranges: Ranges = NO_RANGES
    local_memory: Value = ZERO
    entry: str = ""
    template: tuple[Bound, ...] = ()
    until: float = field(default=inf, compare=False)

    @property
    def direct(self) -> bool:
        """Whether the kernel is launched by its name, and not by the framework for a registered operator."""
        return self.call in _DIRECT

    @property
    def stated(self) -> bool:
        """Whether the settings state the launch, and no host was read for it."""
        return self.call == STATED

    @property
    def path(self) -> str:
        return self.at.path

    @property
    def line(self) -> int:
        return self.at.line

    @property
    def kind(self) -> str:
        """const, all-aiv, all-aic, all, bounded or unknown."""
        return self.count.partition(":")[0]

    @property
    def expression(self) -> str:
        """The count as people write it."""
        return shortened(str(self.value))

    @property
    def schedule_mode(self) -> int | None:
        """The schedule mode where it is one number on all paths through this place."""
        number = number_of(self.mode)
        return int(number) if number is not None else None


def shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def under_facts(value: Value, facts: Sequence[Value]) -> Value:
    """`value` with what `facts` decide put in, and the choices made that follow."""
    known: dict[Value, Value] = {}
    for fact in facts:
        if fact.is_constant:
            continue
        known[fact] = TRUE
        opposite = negate(fact)
        known[opposite] = FALSE
        known[_as_asked(opposite)] = FALSE
    if not known:
        return value
    # a choice that was made may leave a condition in the form that a fact has
    for _ in range(_ROUNDS):
        before, value = value, rebuild(value, known)
        if value is before:
            break
    return value


def _as_asked(condition: Value) -> Value:
    """The condition with `!x` for `x == 0`: what is no truth is negated in one form and compared in the other."""
    if condition.op in ("and", "or"):
        return (both if condition.op == "and" else either)(*map(_as_asked, condition.args))
    if condition.op == "==" and ZERO in condition.args:
        other = condition.args[1 if condition.args[0] is ZERO else 0]
        return condition if is_truth(other) else negate(other)
    return condition


def classified(value: Value, facts: Sequence[Value], merges: Merges | None, in_branch: bool = False) -> str:
    """The class of a launch count: const:N, all-aiv, all-aic, all, `bounded: …` or `unknown: …`."""
    value = under_facts(value, facts)
    number = number_of(value)
    if number == 0 and not in_branch:
        # no launch is on no cores: what sets the count was not seen
        return "unknown: it is set by code that was not read"
    if number is not None:
        return f"const:{int(number)}"
    if value.op == "atom" and value.payload in _WHOLE:
        return _WHOLE[value.payload]
    # a number bounds what says nothing of the device, whatever device that is
    ways = (_by_cores, _by_number) if any(map(is_core_count, value.walk())) else (_by_number, _by_cores)
    for way in ways:
        if bound := way(value, facts, merges):
            return bound
    parts = [part for part in choices(value) if part.op != "ite"][:_MOST_PARTS]
    return f"unknown: {reason(value, [p for p in parts if not Bounds(merges, facts).at_most(p, vector_cores())])}"


def _by_cores(value: Value, facts: Sequence[Value], merges: Merges | None) -> str:
    for limit, name in ((cube_cores(), "all-aic"), (vector_cores(), "all-aiv")):
        if Bounds(merges, facts).at_most(value, limit):
            return name if Bounds(merges, facts).at_most(limit, value) else f"bounded: {_bounded(value, name)}"
    return ""


def _by_number(value: Value, facts: Sequence[Value], merges: Merges | None) -> str:
    for number in _constants(value):
        if Bounds(merges, facts).at_most(value, constant(number)):
            return f"bounded: at most {number}"
    return ""


def _constants(value: Value) -> list[int]:
    """The whole numbers in a count that may bound it, the least first."""
    found = {arg.payload for part in value.walk() if part.op in _LIMITING for arg in part.args if arg.is_constant}
    return sorted(number for number in found if isinstance(number, int) and number > 0)[:_MOST_CONSTANTS]


def choices(value: Value) -> Iterator[Value]:
    """What a value may be, through its choices."""
    stack, seen = [value], {value}
    while stack:
        node = stack.pop()
        yield node
        for side in node.args[1:] if node.op == "ite" else folded(node):
            if side not in seen:
                seen.add(side)
                stack.append(side)


# What keeps a number below another.
_LIMITING = frozenset({"min", "<", "<="})
# What numbers are made of: a null pointer that is read there is none.
_ARITHMETIC = frozenset({"*", "/", "ceildiv", "%", "sum", "min", "max"})
_WHOLE = {AIV: "all-aiv", AIC: "all-aic", CORES: "all"}


def _bounded(value: Value, name: str) -> str:
    text = str(value)
    for atom, word in _WHOLE.items():
        text = text.replace(atom, word)
    readable = len(text) <= _LONGEST and all(node.op != "unset" for node in value.walk())
    return text if readable and name in text else f"at most {name}"


def reason(value: Value, parts: Sequence[Value]) -> str:
    """Why no bound is known, in a clause; `parts` are what the value may be that has none."""
    nodes = [node for part in parts or [value] for node in part.walk()]
    lost = next((node for node in nodes if node.op in ("fresh", "unset")), None)
    if lost is not None:
        return "it is made of what was not seen being set" if lost.op == "unset" else _lost(str(lost.payload[0]))
    if any(NOTHING in node.args for node in nodes if node.op in _ARITHMETIC):
        return _lost("*")
    for node in nodes:
        if node.op == "*":
            return f"nothing bounds the product `{shortened(str(node))}`"
    return f"nothing bounds `{shortened(str(parts[0] if parts else value))}`"


_IN_WORDS = {
    OMITTED: "it is computed in more steps than are followed",
    BY_NOUGHT: "it is divided by what nothing that was read sets",
    WRITTEN: "a store that is not followed may write it",
}


def _lost(what: str) -> str:
    """What is said of a value that was lost, by what it was when that happened."""
    if what in _IN_WORDS:
        return _IN_WORDS[what]
    table, entry, _ = what.partition(ENTRY)
    if entry:
        return f"it is looked up in the table `{plain(table)}`"
    if what.startswith("["):
        return "it is looked up in a table"
    if what.startswith("*"):
        return "it is read through a pointer that is not followed"
    return f"it depends on `{plain(what)}`"
