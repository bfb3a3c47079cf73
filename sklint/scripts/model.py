"""What a model script says about SuperKernel, ready for the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from sklint.facts.options import strategy_options
from sklint.facts.socs import Soc
from sklint.finding import Message
from sklint.fuse.options import Part, parts
from sklint.program import Span
from sklint.scripts.value import HOLE, Entries, Entry, Items, Plain, Text, Unknown, Value, Values


@dataclass(frozen=True, slots=True)
class OptionPart:
    """One part of a GE option string with its places; `part.value` is None in a part without `=`."""

    part: Part
    text: Text

    @property
    def name(self) -> str:
        return self.part.name

    @property
    def value(self) -> str | None:
        return self.part.value

    @property
    def known(self) -> bool:
        """Whether the whole part could be followed."""
        return HOLE not in self.part.name and HOLE not in (self.part.value or "")

    @property
    def name_at(self) -> Span:
        return self.text.span(self.part.name_start, max(self.part.name_end, self.part.name_start + 1))

    @property
    def value_at(self) -> Span:
        """Where the value stands; a value that is put in from another line is looked for at the option's name."""
        if self.part.value_start == self.part.value_end:
            return self.name_at
        at = self.text.span(self.part.value_start, self.part.value_end)
        return at if (at.path, at.line) == (self.name_at.path, self.name_at.line) else self.name_at

    @property
    def name_editable(self) -> bool:
        return self.text.editable(self.part.name_start, self.part.name_end)


@dataclass(frozen=True, slots=True)
class Limit:
    """`limit_core_num(op_aicore_num, op_vectorcore_num)` around a scope; None where a number is not known."""

    aic: int | None
    aiv: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """One `super_kernel(scope, options)`: where it is called, and every outcome of its arguments.

    `limits` are the core limits around the call, the innermost last. `deliberate` calls stand where a test expects
    them to fail.
    """

    at: Span
    label: Values
    options: Values
    limits: tuple[Limit, ...] = ()
    deliberate: bool = False

    @property
    def strings(self) -> tuple[tuple[OptionPart, ...], ...]:
        """The parts of every outcome of the options."""
        return tuple(
            tuple(OptionPart(part, value) for part in parts(value.value))
            for value in self.options
            if isinstance(value, Text)
        )

    @property
    def labels_known(self) -> bool:
        return not any(isinstance(value, Unknown) for value in self.label)


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """One option of an npugraph_ex dictionary: the dictionary it stands in (optimize, debug, switch) and its value.

    `inside` names the option whose value the dictionary is, for the dictionaries inside one.
    """

    group: str
    entry: Entry
    inside: str = ""

    @property
    def name(self) -> str:
        return self.entry.key.value if isinstance(self.entry.key, Text) else str(self.entry.key.value)

    @property
    def editable(self) -> bool:
        key = self.entry.key
        return isinstance(key, Text) and key.editable(0, len(key.value))


@dataclass(frozen=True, slots=True)
class Graph:
    """The options of one `torch.compile(backend="npugraph_ex")` (`kind` compile), of a configuration object (config)
    or of `NPUGraph.super_kernel_optimize` (graph).

    `options` are the outcomes of the dictionary of a compile call; `optimize` and `debug` those of the dictionaries
    inside it, or of the arguments.
    """

    kind: str
    at: Span
    options: Values = ()
    optimize: Values = ()
    debug: Values = ()
    deliberate: bool = False

    def entries(self) -> tuple[GraphEntry, ...]:
        """All options that are written, switches first."""
        found = [GraphEntry("switch", entry) for entry in _entries(self.options)]
        for group, values in (("optimize", self.optimize), ("debug", self.debug)):
            for entry in _entries(values):
                found.append(GraphEntry(group, entry))
                name = str(entry.key.value)
                if strategy_options(name):
                    found += [GraphEntry(group, inner, name) for inner in _entries(entry.value)]
        return tuple(dict.fromkeys(found))

    def switch(self, name: str) -> tuple[Values, bool]:
        """The outcomes of a switch in the options, and whether it may be set where that cannot be seen."""
        found: list[Value] = []
        hidden = False
        for value in self.options:
            if isinstance(value, Entries):
                found += value.get(name) or ()
                hidden = hidden or value.open
            elif isinstance(value, Unknown):
                hidden = True
        return tuple(found), hidden


@dataclass(frozen=True, slots=True)
class Marker:
    """One `super_kernel_scope_begin` or `super_kernel_scope_end`; `name` is what it marks, as far as that is known.

    `key` tells names apart: equal keys are equal names.
    """

    end: bool
    at: Span
    key: str
    name: str
    known: bool
    text: Text | None = None
    deliberate: bool = False


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A marker without its partner; `other` is the name of the one that is open instead, or empty.

    `every_path` is false where only some paths through the function leave it alone.
    """

    marker: Marker
    other: str
    every_path: bool
    return_at: Span | None = None


@dataclass(frozen=True, slots=True)
class Untraced:
    """Something that a script says and that could not be followed: what, and why."""

    at: Span
    what: Message
    why: Message


@dataclass(frozen=True, slots=True)
class Script:
    """One model script; `soc` is the one it is linted for, None where that is not stated.

    `read` are the other files of the tree that its values led to.
    """

    path: str
    scopes: tuple[Scope, ...] = ()
    graphs: tuple[Graph, ...] = ()
    markers: tuple[Marker, ...] = ()
    unpaired: tuple[Unpaired, ...] = ()
    limits: tuple[Limit, ...] = ()
    untraced: tuple[Untraced, ...] = ()
    is_test: bool = False
    soc: Soc | None = None
    read: tuple[str, ...] = field(default=())


def _entries(values: Values) -> list[Entry]:
    return [entry for value in values if isinstance(value, Entries) for entry in value.entries]


def texts(values: Values) -> list[Text]:
    """The texts among outcomes, those of lists included."""
    found: list[Text] = []
    for value in values:
        match value:
            case Text():
                found.append(value)
            case Items(items=items):
                found += [text for item in items for text in item if isinstance(text, Text)]
    return found


def may_be_on(values: Values) -> bool:
    """Whether a switch may be on: it is off where every outcome is known and false; wrong types count as meant."""
    return any(not isinstance(value, Plain) or bool(value.value) for value in values)
