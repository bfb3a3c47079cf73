"""What queries of the device answer, as expressions over its core counts."""

from __future__ import annotations

from sklint.facts.host import HostFacts
from sklint.host.bounds import all_cores, cube_cores, is_core_count, vector_cores
from sklint.host.intervals import SIZE_OF
from sklint.walk.calls import ApiCall
from sklint.walk.division import ceildiv
from sklint.walk.machine import Machine
from sklint.walk.render import render
from sklint.walk.values import (
    NOTHING,
    ONE,
    ZERO,
    Value,
    add,
    atom,
    constant,
    equal,
    fresh,
    less,
    less_equal,
    minimum,
    negate,
    number_of,
    scale,
)

ARCHITECTURE, SOC, PLATFORM = "GetCurNpuArch()", "GetSocVersion()", "GetPlatformInfo()"


def cores(word: str) -> Value:
    """The core count that a fact names: aic, aiv, all or none."""
    match word:
        case "aic":
            return cube_cores()
        case "aiv":
            return vector_cores()
        case "none":
            return ZERO
    return all_cores()


def assume_device(m: Machine, facts: HostFacts, architecture: int) -> None:
    """What holds on every device the kernel is for: there are cores, and two vector cores to a cube core."""
    for count in (cube_cores(), vector_cores(), all_cores()):
        for impossible in (less(count, ONE), less_equal(count, ZERO), equal(count, ZERO)):
            m.assume(impossible, False)
    for vector in (vector_cores(), all_cores()):
        m.assume(less(cube_cores(), vector), True)
        m.assume(less(vector, cube_cores()), False)
        m.assume(less_equal(vector, cube_cores()), False)
        m.assume(equal(vector, cube_cores()), False)
    m.assume(equal(all_cores(), vector_cores()), True)
    m.assume(equal(NOTHING, atom(PLATFORM)), False)
    versions = facts.arch_enumerators.get(architecture, {}).get("soc", ())
    if len(versions) > 1:
        for other in range(64):
            if other not in versions:
                m.assume(equal(atom(SOC), constant(other)), False)


def device(facts: HostFacts, architecture: int, what: str) -> Value:
    """The architecture (`arch`) or the SoC version (`soc`) of the device."""
    numbers = facts.arch_enumerators.get(architecture, {}).get(what, ())
    return constant(numbers[0]) if len(numbers) == 1 else atom(ARCHITECTURE if what == "arch" else SOC)


def answer(facts: HostFacts, call: ApiCall) -> Value | None:
    """The core count that a query answers; None for other calls."""
    word = facts.queries.get(call.qualified)
    if word is None and call.receiver is not None and "::" not in call.qualified and not call.args:
        # the object is not known, but no other class has a method of this name
        word = next((w for name, w in facts.queries.items() if name.endswith(f"PlatformAscendC::{call.name}")), None)
    if word is not None:
        return cores(word)
    by = facts.chosen.get(call.qualified)
    if by is None and call.receiver is not None and "::" not in call.qualified:
        by = next((b for name, b in facts.chosen.items() if name.endswith(f"::{call.name}")), None)
    if by is not None:
        return next((cores(by[w]) for w in _words(call) if w in by), None)
    return None


def memory_size(m: Machine, call: ApiCall) -> Value | None:
    """The size of a memory or type that a query writes through its last argument: positive, and the same each time."""
    if call.name not in ("GetCoreMemSize", "GetLocalMemSize", "GetDataTypeLength") or len(call.arguments) != 2:
        return None
    size = atom(f"{SIZE_OF}{render(call.arguments[0]).rpartition('::')[2]}")
    # this holds wherever the size goes, so it is no fact of one path
    for impossible in (less(size, ONE), less_equal(size, ZERO), equal(size, ZERO)):
        m.facts[impossible] = False
        m.facts[negate(impossible)] = True
    return size


def written(facts: HostFacts, call: ApiCall) -> Value | None:
    """The core count that a query writes through its last argument; None for other calls."""
    by = facts.out_queries.get(call.name)
    if by is None:
        return None
    return next((cores(by[w]) for w in _words(call) if w in by), None)


def capability(m: Machine, facts: HostFacts, call: ApiCall, architecture: int) -> tuple[Value, bool] | None:
    """What a query writes of an ability of the cores, and whether they have it; None for other calls.

    The text that is written names data types, which are not known; it is empty where there are none.
    """
    if call.name not in ("GetPlatformRes", "GetPlatformResWithLock"):
        return None
    key = next((word for word in _words(call) if word in facts.capabilities), None)
    able = facts.capabilities[key].get(architecture) if key is not None else None
    if able is None:
        return None
    text = atom(f"{key} of the platform")
    is_empty = atom(f"{text.payload}.empty()")
    for truth, holds in ((is_empty, not able), (equal(is_empty, ZERO), able)):
        # this holds wherever the text goes, so it is no fact of one path
        m.facts[truth] = holds
        m.facts[negate(truth)] = not holds
    return text, able


def _words(call: ApiCall) -> list[str]:
    words = []
    for value, argument in zip(call.args, call.arguments, strict=False):
        if value.op == "const" and isinstance(value.payload, str):
            words.append(value.payload)
        name = getattr(argument, "name", "")
        words.append(str(name).rpartition("::")[2])
        words.append(str(value.payload).rpartition("::")[2] if value.op == "atom" else "")
    return words


def blocks_for(slices: Value, aic: Value, aiv: Value) -> Value:
    """CalcTschBlockDim: how many blocks hold `slices`, when a block has `aiv / aic` vector cores."""
    if number_of(aic) == 0 or number_of(aiv) == 0:
        return slices
    ratio = _ratio(aic, aiv)
    if ratio == 1:
        return slices
    if ratio is None:
        # never more than the slices; how many fewer is not known
        return minimum(slices, fresh("CalcTschBlockDim of an unknown ratio", 0))
    if ratio == 2 and is_core_count(slices) and slices.payload != cube_cores().payload:
        return cube_cores()
    if slices.op == "sum" and all(
        isinstance(n, int) and n % ratio == 0 for n in (slices.payload[0], *slices.payload[1])
    ):
        return _divided(slices, ratio)
    return ceildiv(slices, constant(ratio))


def _divided(slices: Value, ratio: int) -> Value:
    offset, factors = slices.payload
    total = constant(offset // ratio)
    for term, factor in zip(slices.args, factors, strict=True):
        total = add(total, scale(term, factor // ratio))
    return total


def _ratio(aic: Value, aiv: Value) -> int | None:
    """Vector cores to a cube core."""
    if aic is aiv:
        return 1
    if is_core_count(aic) and aic is cube_cores() and is_core_count(aiv):
        return 2
    a, b = number_of(aic), number_of(aiv)
    if isinstance(a, int) and isinstance(b, int):
        return 1 if a > b else b // a
    if aiv.op == "sum" and aiv.payload[0] == 0 and aiv.args == (aic,) and isinstance(aiv.payload[1][0], int):
        return int(aiv.payload[1][0])
    return None


def at_most(word: str, label: str) -> Value:
    """Some number of cores that a framework chooses, no more than the device has."""
    return minimum(cores(word), fresh(label, 0))
