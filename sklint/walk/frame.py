"""What is running and what exists: frames of functions, the paths that left them, and objects."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from sklint import program as p
from sklint.walk.shape import Instance, Scope, Shape
from sklint.walk.store import Location
from sklint.walk.values import Value


@dataclass(slots=True)
class Thing:
    """An object: its class, and where its unwritten fields come from.

    `symbolic` is the prefix of the atoms that stand for fields nobody wrote (tiling data); `source` is the object
    that this one was copied from.
    """

    identity: Hashable
    shape: Shape
    instance: Instance | None
    label: str
    symbolic: str = ""
    source: Hashable = None
    depends: int = 0


@dataclass(slots=True)
class Leaving:
    """A path that left a function or a breakable block early: on what condition, in what state, with what value.

    `at` is where a `break` stands, None for the other ways to leave.
    """

    path: Value
    writes: dict[Location, Value]
    value: Value
    at: p.Span | None = None


@dataclass(slots=True)
class Breakable:
    """A loop or a block that `break` leaves; `depends` gathers what decides about leaving it."""

    mark: int
    path: int
    once: bool
    scopes: int
    leaving: list[Leaving] = field(default_factory=list)
    depends: int = 0


@dataclass(slots=True)
class Frame:
    """A running function: parameters, what they are bound to, and the paths that have returned.

    `constants` are the keys of its constant variables and parameters; `lazy` are the tensors that it was given a copy
    of and that remember a line they wrote. `captured` tells that a lambda may still look at its locals when it is gone.
    `calls` lead there from the entry.
    """

    number: int
    function: p.Function | None
    scope: Scope
    this: Value | None
    parent: Frame | None = None
    references: dict[str, Location] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    lazy: list[int] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)
    breakables: list[Breakable] = field(default_factory=list)
    scopes: list[list[Value]] = field(default_factory=list)
    mark: int = 0
    path: int = 0
    captured: bool = False
    calls: tuple[p.Span, ...] = ()
