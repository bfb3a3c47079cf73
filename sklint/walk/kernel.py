"""Walks a kernel entry as cube and as vector core, and says what kind of kernel it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cache, lru_cache
from math import inf
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from sklint import program as p
from sklint.facts.table import table
from sklint.frozen import dataclass
from sklint.walk import pipes, tree
from sklint.walk.addresses import origin_of
from sklint.walk.cube import names_cube_work
from sklint.walk.effects import EffectTable
from sklint.walk.flow import key_of
from sklint.walk.follow import Argument, invoke
from sklint.walk.kernel_api import KernelApi
from sklint.walk.machine import Machine
from sklint.walk.ranges import NO_RANGES, Ranges
from sklint.walk.shape import Bound, Shape
from sklint.walk.synchronisation import SYNCHRONISES_CORES
from sklint.walk.values import Value, atom, thing

if TYPE_CHECKING:
    from sklint.host.launch import Launch

CORE_KINDS = ("aic", "aiv")
Answer = TypeVar("Answer")
Calls: TypeAlias = tuple[tree.Called, ...]
# AIC and AIV per block of the types a SuperKernel accepts (设置Kernel类型.md), and the keywords that mean them
_RATIO = {
    "KERNEL_TYPE_AIV_ONLY": (0, 1),
    "KERNEL_TYPE_MIX_AIV_1_0": (0, 1),
    "KERNEL_TYPE_AIC_ONLY": (1, 0),
    "KERNEL_TYPE_MIX_AIC_1_0": (1, 0),
    "KERNEL_TYPE_MIX_AIC_1_1": (1, 1),
    "KERNEL_TYPE_MIX_AIC_1_2": (1, 2),
}
KEYWORDS = {
    "vector": "KERNEL_TYPE_AIV_ONLY",
    "cube": "KERNEL_TYPE_AIC_ONLY",
    "mix(0,1)": "KERNEL_TYPE_MIX_AIV_1_0",
    "mix(1,0)": "KERNEL_TYPE_MIX_AIC_1_0",
    "mix(1,1)": "KERNEL_TYPE_MIX_AIC_1_1",
    "mix(1,2)": "KERNEL_TYPE_MIX_AIC_1_2",
}
_OF_ANOTHER_PRODUCT = frozenset(table("detection")["kernel_type"]["of_another_product"])


@dataclass(frozen=True, slots=True)
class KernelKind:
    """The type of a kernel: `type` is its KERNEL_TYPE name, `origin` declared, keyword, inferred or unknown.

    `keyed` are the types of single tiling keys, `at` where the type is declared. Where template arguments select the
    type, or a kernel declares several by default, `selected` are all of them with their places, and `type` is empty
    unless it is one. `dropped` are the default types that the compiler passes over, as another product's.
    """

    type: str
    origin: str
    at: p.Span | None = None
    keyed: tuple[tree.KernelType, ...] = ()
    selected: Mapping[str, p.Span] = field(default_factory=dict)
    dropped: tuple[tree.KernelType, ...] = ()

    @property
    def types(self) -> frozenset[str]:
        """All types the kernel may run as."""
        return frozenset((*([self.type] if self.type else []), *(k.type for k in self.keyed), *self.selected))

    def types_under(self, key: Value | None) -> frozenset[str]:
        """The types that code under a tiling key (None: under any) may run as; a keyed type overrides the default."""
        if key is None:
            return self.types
        keyed = frozenset(k.type for k in self.keyed if k.key is not None and k.key.payload == key.payload)
        return keyed or frozenset([self.type] if self.type else self.selected)

    def declared_at(self, type: str) -> p.Span | None:
        """Where one of the types is declared; None where the compiler infers it."""
        if type == self.type and self.at is not None:
            return self.at
        return next((keyed.at for keyed in self.keyed if keyed.type == type), self.selected.get(type))

    @property
    def ratios(self) -> frozenset[tuple[int, int]]:
        """The ratios of cube to vector cores that the kernel may be launched with."""
        return frozenset(_RATIO[type] for type in self.types if type in _RATIO)

    def ratios_under(self, keys: Iterable[Value | None]) -> frozenset[tuple[int, int]]:
        """The ratios of the types that code under one of these tiling keys (None: under any) may run as."""
        types = frozenset[str]().union(*map(self.types_under, keys))
        return frozenset(_RATIO[type] for type in types if type in _RATIO)

    def runs_as(self, ratio: tuple[int, int], keys: Iterable[Value | None]) -> bool:
        """Whether code under these tiling keys is sure to run with a ratio, under one of them."""
        return any(
            self.ratio == ratio if key is None and self.ratio is not None else self.ratios_under([key]) == {ratio}
            for key in keys
        )

    @property
    def ratio(self) -> tuple[int, int] | None:
        return _RATIO.get(self.type)

    def widest(self, core_kind: str) -> tuple[int, int] | None:
        """The ratio with most cores of a kind in a block, of the types that launch any; None where none is known."""
        index = CORE_KINDS.index(core_kind)
        if self.ratio is not None:
            return self.ratio
        known = [_RATIO.get(type) for type in self.types]
        launching = [ratio for ratio in known if ratio is not None and ratio[index]]
        return max(launching, key=lambda ratio: ratio[index], default=None) if None not in known else None

    @property
    def core_kinds(self) -> tuple[str, ...]:
        """The kinds of core that run the kernel."""
        return core_kinds_of(self.types)


def core_kinds_of(types: Iterable[str]) -> tuple[str, ...]:
    """The kinds of core that run a kernel of one of these types; of a type that is not known, both may."""
    ratios = [_RATIO.get(type, (1, 1)) for type in types] or [(1, 1)]
    return tuple(kind for index, kind in enumerate(CORE_KINDS) if any(ratio[index] for ratio in ratios))


@dataclass(frozen=True, slots=True)
class WalkedKernel:
    """One entry with its event tree per kind of core that runs it; what a `check_kernel` is asked about.

    `keys` are the tiling keys that its code asks for.
    `touched` are the kinds of scalar access to GM in it (`write` and `how` of the events); `path` is the way the
    operator gets into a SuperKernel, which decides about cache flushes: ge, aclnn, direct, or sink
    where its tiling is sunk into the graph. `unflushed_at` is where a script takes all flushes from the operator.
    `unfollowed` are the methods that were called on what is not known, and may hold a synchronisation of cores;
    `unread` are the functions that were called and are not there to be read.
    `only_for` are the SoCs of an operator that no SuperKernel is compiled for. `read_registered` tells whether a tiling
    is registered for it, for which no host has to be read.
    """

    name: str
    entry: p.Function
    program: p.Program
    kind: KernelKind
    trees: Mapping[str, tree.Seq]
    limited: tuple[str, ...] = ()
    exhausted: bool = False
    visited: frozenset[p.Span] = frozenset()
    entered: frozenset[str] = frozenset()
    unfollowed: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    whole: Mapping[str, tree.Seq] = field(default_factory=dict)
    read_launches: Callable[[], tuple[Launch, ...]] = tuple
    touched: frozenset[tuple[bool, str]] = frozenset()
    keys: tuple[int, ...] = ()
    path: str = "ge"
    unflushed_at: p.Span | None = None
    only_for: tuple[str, ...] = ()
    read_registered: Callable[[], bool] = bool
    _answers: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the entry's template parameters, which the tiling key gives."""
        return tuple(parameter.name for parameter in self.entry.template)

    @property
    def architecture(self) -> int:
        return self.program.architecture

    @property
    def launches(self) -> tuple[Launch, ...]:
        """Where the host launches the kernel; the host is read when this is first asked."""
        return self.read_launches()

    def once(self, question: Callable[[WalkedKernel], Answer]) -> Answer:
        """The answer to a question that several rules ask of the kernel, worked out for the first of them."""
        if question not in self._answers:
            self._answers[question] = question(self)
        return cast("Answer", self._answers[question])


# Nearly every rule goes through the whole trees of a kernel, one for each kind of core: their events are listed once.
_TREES = 2


@lru_cache(maxsize=_TREES)
def events(root: tree.Node) -> tuple[tree.Event, ...]:
    """All events of a tree, in order."""
    return tuple(_events(root))


def _events(root: tree.Node) -> Iterator[tree.Event]:
    stack: list[tree.Node] = [root]
    while stack:
        match stack.pop():
            case tree.Seq(body=body):
                stack.extend(reversed(body))
            case tree.Branch(then=then, otherwise=otherwise):
                stack.extend((otherwise, then))
            case tree.Loop(body=inner) | tree.Called(body=inner):
                stack.append(inner)
            case tree.Exit():
                continue
            case event:
                yield event


@dataclass(frozen=True, slots=True)
class Place:
    """Where an event stands: the calls that lead to it, the tiling key that the branches around it ask for, and the
    conditions of all those branches, whichever way they went."""

    calls: Calls = ()
    key: Value | None = None
    conditions: tuple[tree.Condition, ...] = ()


@lru_cache(maxsize=_TREES)
def placed(root: tree.Node) -> tuple[tuple[tree.Event, Place], ...]:
    """All events of a tree in order, each with its place."""
    return tuple(_placed(root))


def _placed(root: tree.Node) -> Iterator[tuple[tree.Event, Place]]:
    stack: list[tuple[tree.Node, Place]] = [(root, Place())]
    while stack:
        node, place = stack.pop()
        match node:
            case tree.Seq(body=body):
                stack.extend((inner, place) for inner in reversed(body))
            case tree.Branch(condition=condition, then=then, otherwise=otherwise):
                key = key_of(condition.value)
                conditions = (*place.conditions, condition)
                asked = Place(place.calls, place.key if key is None else key, conditions)
                stack.extend(((otherwise, Place(place.calls, place.key, conditions)), (then, asked)))
            case tree.Loop(body=inner):
                stack.append((inner, place))
            case tree.Called(body=inner):
                stack.append((inner, Place((*place.calls, node), place.key, place.conditions)))
            case tree.Exit():
                continue
            case event:
                yield event, place


def effects_of(programs: Mapping[str, p.Program]) -> dict[int, EffectTable]:
    """The effects of the functions of each program, by its identity."""
    return {id(program): EffectTable(program) for program in programs.values()}


def walk_kernel(
    programs: Mapping[str, p.Program],
    key: str,
    read_launches: Callable[[], tuple[Launch, ...]] = tuple,
    ranges: Ranges = NO_RANGES,
    until: float = inf,
    effects: Mapping[int, EffectTable] | None = None,
    template: tuple[Bound, ...] = (),
) -> WalkedKernel:
    """Walk the entry `key`; `programs` holds the unit as each kind of core compiles it (often the same one).

    `template` are its arguments, where a launch names them; without, the tiling key gives them. `read_launches` reads
    the host when a rule asks for the launches; `ranges` are stated of tiling fields; `effects`
    are those of the programs (`effects_of`), where other entries of the unit are walked as well. What is left
    of the kernel at `until`, by the clock of `deadline.now`, is not followed. The values in the trees are those of
    the current table (`values.forget_all`): one table serves all kernels of a unit, their checks and their hosts.
    """
    trees: dict[str, tree.Seq] = {}
    limited: list[str] = []
    visited: set[p.Span] = set()
    entered: set[str] = set()
    unfollowed: set[str] = set()
    unread: set[str] = set()
    touched: set[tuple[bool, str]] = set()
    keys: dict[int, None] = {}
    cube = exhausted = False
    # where each kind of core compiles text of its own, as a template may, calls of the cube core alone are work for it
    apart = programs["aic"] is not programs["aiv"] or bool(template)
    done: frozenset[tuple[str, int, int]] = frozenset()
    entry = programs["aiv"].functions[key]
    effects = effects_of(programs) if effects is None else effects
    # vector cores first: where they say that no cube core takes part, its walk is saved
    for core_kind in ("aiv", "aic"):
        program = programs[core_kind]
        named = core_kind == "aiv" or cube or _has_cube(programs, entry, trees["aiv"], effects[id(program)], template)
        if named is False:
            continue
        function, known = program.functions[key], effects[id(program)]
        machine, api, walked = _follow(
            core_kind, program, function, template, ranges=ranges, effects=known, until=until
        )
        cube = cube or api.uses_cube
        if apart and core_kind == "aiv":
            done = _done(machine, walked)
        elif apart:
            cube = cube or not _done(machine, walked) <= done
        if named is None and not cube:
            continue
        trees[core_kind] = walked
        limited.extend(machine.limited)
        exhausted = exhausted or machine.spent
        visited.update(machine.visited.values())
        entered |= machine.entered
        unfollowed.update(
            name for name in machine.unfollowed if effects[id(program)].reaches_api(name, SYNCHRONISES_CORES)
        )
        unread |= machine.unread.keys()
        touched |= machine.touched
        keys |= machine.keys
    kind = _kind(programs["aiv"], entry, trees, cube)
    return WalkedKernel(
        entry.plain_name,
        entry,
        programs["aiv"],
        kind,
        {k: trees[k] for k in kind.core_kinds if k in trees},
        tuple(dict.fromkeys(limited)),
        exhausted,
        frozenset(visited),
        frozenset(entered),
        frozenset(unfollowed),
        frozenset(unread),
        trees,
        cache(read_launches),
        frozenset(touched),
        keys=tuple(keys),
    )


def _has_cube(
    programs: Mapping[str, p.Program],
    entry: p.Function,
    vector: tree.Seq,
    effects: EffectTable,
    template: tuple[Bound, ...],
) -> bool | None:
    """Whether cube cores may run the entry: its type says so, or it reaches something that only they can do.

    None where nothing but the calls can tell: the cores compile text of their own, or what is called hangs on the
    arguments of its `template`.
    """
    kind = _kind(programs["aiv"], entry, {"aiv": vector}, False)
    if kind.origin != "inferred":
        return "aic" in kind.core_kinds
    if names_cube_work(programs["aic"], entry, effects):
        return True
    return None if template or programs["aic"] is not programs["aiv"] else False


def _done(machine: Machine, root: tree.Seq) -> frozenset[tuple[str, int, int]]:
    """Where a core makes calls that are more than the question which core it is."""
    asked = {event.at for event in events(root) if isinstance(event, tree.CoreQuery)}
    began = ({(at.path, at.line, at.column) for at in places} for places in (machine.visited.values(), asked))
    return frozenset(next(began) - next(began))


def walk_instance(
    program: p.Program, entry: p.Function, template: tuple[Bound, ...], core_kinds: Iterable[str]
) -> Mapping[str, tree.Seq]:
    """The trees of an entry whose template arguments somebody names, by kind of core."""
    return {core_kind: _follow(core_kind, program, entry, template)[2] for core_kind in core_kinds}


def _follow(
    core_kind: str,
    program: p.Program,
    entry: p.Function,
    template: tuple[Bound, ...] = (),
    *,
    ranges: Ranges = NO_RANGES,
    effects: EffectTable | None = None,
    until: float = inf,
) -> tuple[Machine, KernelApi, tree.Seq]:
    """Walk an entry as one kind of core, once more with what is in flight where a pipe follows another."""

    def walk(notes_flight: bool) -> tuple[Machine, KernelApi, tree.Seq]:
        api = KernelApi(core_kind, program)
        machine = Machine(program, api, ranges, effects)
        machine.until, machine.notes_flight = until, notes_flight
        return machine, api, _run(machine, entry, template)

    first = machine, *_ = walk(notes_flight=False)
    if machine.asks_flight and not machine.spent:
        again = machine, *_ = walk(notes_flight=True)
        # a whole walk that leaves it open what is in flight is worth more than a part of one that does not
        if not machine.spent:
            return again
    return first


def _run(machine: Machine, entry: p.Function, template: tuple[Bound, ...] = ()) -> tree.Seq:
    """Run an entry with its parameters as GM addresses of their own names."""
    if not template:
        # the tiling key gives the values, whatever defaults the source writes for them
        entry = replace(
            entry, template=tuple(replace(t, default=None) if t.kind == "value" else t for t in entry.template)
        )
    arguments = []
    shapes = machine.shapes
    given = {t.name: open_argument(t) for t in entry.template if not t.pack}
    if template:
        given.update(shapes.bind(entry.template, template, shapes.nowhere))
    scope = shapes.scope(given) if given else shapes.nowhere
    for param in entry.params:
        root = param.name or "argument"
        machine.roots[root] = origin_of(root)
        value = None
        if param.type.gm or (param.type.pointer and "sk" not in entry.attributes):
            value = thing("gm", root)
        if value is None and param.type.name.rpartition("::")[2] in ("GM_ADDR",):
            value = thing("gm", root)
        arguments.append(Argument(value if value is not None else machine.argument(param, scope), None))
    call = p.Call(p.Name(entry.name, "function", entry.at, entry.key), (), entry.at)
    pipes.settled(machine)
    invoke(machine, entry, arguments, template, None, scope, call)
    body = machine.out
    if len(body) == 1 and isinstance(body[0], tree.Called):
        return body[0].body
    return tree.Seq(tuple(body))


def open_argument(parameter: p.TemplateParameter) -> Bound:
    """What a template parameter stands for that the key gives."""
    return atom(parameter.name) if parameter.kind == "value" else Shape(parameter.name, open=True)


def has_template_keys(program: p.Program, entry: p.Function) -> bool:
    """Whether selections of template arguments make the tiling keys of an entry."""
    return bool(entry.template) and program.selects_keys


def _kind(program: p.Program, entry: p.Function, trees: Mapping[str, tree.Seq], cube: bool) -> KernelKind:
    for attribute in entry.attributes:
        if attribute in KEYWORDS:
            return KernelKind(KEYWORDS[attribute], "keyword", entry.at)
        if attribute.startswith("mix("):
            return KernelKind(attribute, "keyword", entry.at)
    selected = program.selected_types if has_template_keys(program, entry) else {}
    only = next(iter(selected)) if len(selected) == 1 else ""
    if selected and not program.untyped_keys:
        # the type that a selection names replaces that of a macro (asc-devkit, tpl_tilingkey_kernel_type_check)
        return KernelKind(only, "declared", None, (), selected)
    declared: dict[p.Span, tree.KernelType] = {}
    for tree_ in trees.values():
        for event in events(tree_):
            if isinstance(event, tree.KernelType):
                declared.setdefault(event.at, event)
    for variable in program.globals.values():
        match variable.init:
            case p.Call(callee=p.Name(name=name), args=(*_, p.Name() as last)) if name.endswith("kernel_task_type"):
                word = last.name.rpartition("::")[2]
                declared.setdefault(variable.at, tree.KernelType(word, variable.at))
    keyed = tuple(d for d in declared.values() if d.key is not None)
    defaults = [d for d in declared.values() if d.key is None]
    dropped = tuple(d for d in defaults if d.type in _OF_ANOTHER_PRODUCT)
    kept = [d for d in defaults if d not in dropped]
    if kept or keyed:
        first = (*kept, *keyed)[0]
        # of several the documentation does not tell which one counts
        several = {d.type: d.at for d in reversed(kept)}
        if len(several) > 1:
            return KernelKind("", "declared", first.at, keyed, several, dropped)
        return KernelKind(kept[0].type if kept else "", "declared", first.at, keyed, dropped=dropped)
    if selected:
        return KernelKind(only, "declared", None, (), selected, dropped)
    return KernelKind(_inferred(trees, cube), "inferred", dropped=dropped)


def _inferred(trees: Mapping[str, tree.Seq], cube: bool) -> str:
    """The type that the operator compiler gives a kernel that declares none (kernel_info_infer.py).

    Cube code makes it MIX 1:2; a vector kernel with a hard all-core barrier or a cross-core flag becomes MIX 1:0.
    """
    if cube:
        return "KERNEL_TYPE_MIX_AIC_1_2"
    for event in events(trees["aiv"]):
        if isinstance(event, (tree.FlagSet, tree.FlagWait)) or (isinstance(event, tree.AllCoreSync) and not event.soft):
            return "KERNEL_TYPE_MIX_AIV_1_0"
    return "KERNEL_TYPE_AIV_ONLY"
