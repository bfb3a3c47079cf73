"""What host calls mean to a launch (`host.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sklint.facts.table import table


@dataclass(frozen=True, slots=True)
class HostFacts:
    """The table by what one asks it.

    `queries` answer aic, aiv, all or none by qualified name, `chosen` by a word among the arguments; `out_queries`
    write such an answer through their last argument. `arithmetic` maps qualified names to an operation. `steps` are the
    calls of a base class's method, in order, of which those in `capable` answer a truth and the others a status.
    `most` bounds what a framework answers; `launching` sets the launch itself. `fields` and `filled` go by the last
    part of the class's name; `only_on` are queries that say yes on these architectures; `answers` bound what a query
    answers, `sizes` the bytes that one answers; `capabilities` are what an architecture has or has not, by the
    platform's key.
    """

    queries: Mapping[str, str]
    chosen: Mapping[str, Mapping[str, str]]
    out_queries: Mapping[str, Mapping[str, str]]
    blocks: frozenset[str]
    read_blocks: frozenset[str]
    modes: frozenset[str]
    keys: frozenset[str]
    local_memory: frozenset[str]
    schedule: frozenset[str]
    arithmetic: Mapping[str, str]
    steps: Mapping[str, tuple[str, ...]]
    capable: frozenset[str]
    registry: frozenset[str]
    step: str
    most: Mapping[str, str]
    launching: Mapping[str, str]
    fields: Mapping[str, tuple[str, str]]
    filled: frozenset[str]
    only_on: Mapping[str, frozenset[int]]
    arch_enumerators: Mapping[int, Mapping[str, tuple[int, ...]]]
    constants: Mapping[str, int]
    answers: Mapping[str, tuple[float, float]]
    sizes: Mapping[str, float]
    capabilities: Mapping[str, Mapping[int, bool]]


@cache
def host_facts() -> HostFacts:
    """The facts, read once a process."""
    raw = table("host")
    launch, registry = raw["launch"], raw["registry"]
    return HostFacts(
        {entry["call"]: entry["cores"] for entry in raw["query"] if "cores" in entry},
        {entry["call"]: entry["by"] for entry in raw["query"] if "by" in entry},
        {call: entry["by"] for entry in raw["out_query"] for call in entry["call"]},
        frozenset(launch["blocks"]),
        frozenset(launch["read_blocks"]),
        frozenset(launch["mode"]),
        frozenset(launch["key"]),
        frozenset(launch["local_memory"]),
        frozenset(raw["schedule"]["calls"]),
        {name: operation for operation, names in raw["arithmetic"].items() for name in names},
        {entry["call"]: tuple(entry["order"]) for entry in raw["steps"]},
        frozenset(entry["capable"] for entry in raw["steps"]),
        frozenset(registry["run"]),
        registry["step"],
        {call: entry["most"] for entry in raw["framework"] for call in entry["call"]},
        {call: entry["most"] for entry in raw["framework_launch"] for call in entry["call"]},
        {
            name.rpartition("::")[2]: (entry["field"], entry["most"])
            for entry in raw["framework_field"]
            for name in entry["class"]
        },
        frozenset(name.rpartition("::")[2] for entry in raw["framework_filled"] for name in entry["class"]),
        {call: frozenset(entry["architecture"]) for entry in raw["architecture_query"] for call in entry["call"]},
        {
            entry["architecture"]: {"arch": tuple(entry["arch"]), "soc": tuple(entry["soc"])}
            for entry in raw["architecture"]
        },
        raw["constants"],
        {call: (least, most) for call, (least, most) in raw["answers"].items()},
        raw["sizes"],
        {
            entry["key"]: {**dict.fromkeys(entry["on"], True), **dict.fromkeys(entry["off"], False)}
            for entry in raw["capability"]
        },
    )
