"""What host code means to the interpreter: the tiling context, the platform, libraries, and the places of launch."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sklint import program as p
from sklint.facts.host import host_facts
from sklint.host import containers, library, platform, writes
from sklint.host.library import CONTEXT, POINTERS, havoc, smart_pointer
from sklint.host.made_keys import made_key
from sklint.walk.calls import ApiCall, chosen, template_arguments
from sklint.walk.frame import Thing
from sklint.walk.locations import place
from sklint.walk.machine import Machine
from sklint.walk.render import render
from sklint.walk.shape import Bound, Instance, Shape
from sklint.walk.store import Location
from sklint.walk.values import NOTHING, UNKNOWN, UNSET, ZERO, Value, atom, constant, equal, fresh, operation, whole

PARSE_CONTEXT = "gert::TilingParseContext"
_CONTEXTS = {CONTEXT: "context", PARSE_CONTEXT: "context", "gert::KernelContext": "context"}
BLOCKS, MODE, KEY, LOCAL, PLACE = "blocks", "mode", "key", "local memory", "place of launch"
_LAUNCHER = "sklint::Launcher"
# 0 and 1 are truths
_FIRST = 2


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a launch is set: the count, what holds there (`facts`), and the conditions that led there.

    `kernel` is the launched kernel's name; empty where the tiling context is told, which keeps the `number` of the
    place that told it last. `entry` is the key of the kernel where it is declared, `template` are its arguments. `held`
    is what all locations hold there.
    """

    at: p.Span
    count: Value
    path: tuple[Value, ...]
    facts: tuple[Value, ...]
    call: str
    kernel: str = ""
    function: str = ""
    entry: str = ""
    template: tuple[Bound, ...] = ()
    held: Mapping[Location, Value] = field(default_factory=dict)
    number: Value = ZERO


@dataclass(slots=True)
class HostApi:
    """The host API for one root: the hardware it is for, the chosen tiling class, the operator's registered name."""

    architecture: int
    template: Shape | None = None
    operator: str = ""
    sites: list[Site] = field(default_factory=list)
    saved: dict[str, Hashable] = field(default_factory=dict)
    undefined: dict[tuple[str, str], None] = field(default_factory=dict)
    asked_registry: bool = False
    lambdas: int = 0
    known_of_device: int = 0

    # ------------------------------------------------------------------------------------------------- context

    def context(self, m: Machine, name: str = CONTEXT) -> Value:
        """The one context object; launch, mode and key are kept as its fields."""
        return m.new_thing(Shape(name), "context", ("host", name))

    def site(self, m: Machine, at: p.Span, count: Value, call: str, kernel: str = "") -> None:
        """Note a launch with what is known where it stands."""
        path = tuple(m.path)
        facts = m.holding(self.known_of_device)
        function = m.frame.function.name if m.frame.function is not None else ""
        number = constant(len(self.sites) + _FIRST)
        self.sites.append(Site(at, count, path, facts, call, kernel, function, held=m.store.snapshot(), number=number))

    def _told(self, m: Machine, at: p.Span, count: Value, call: str) -> None:
        """The tiling context is told the number of blocks, which replaces what it was told before."""
        self.site(m, at, count, call)
        m.store.set((("host", CONTEXT), BLOCKS), count)
        m.store.set((("host", CONTEXT), PLACE), self.sites[-1].number)

    # --------------------------------------------------------------------------------------------------- calls

    def means(self, name: str) -> bool:
        return True

    def skipped(self, m: Machine, handed: Sequence[p.Expression], name: str = "") -> None:
        """Nothing that a host is asked about hangs on such a call."""

    def unread(self, m: Machine, handed: Sequence[p.Expression]) -> None:
        """Nor on one whose code is missing."""

    def unfollowed(self, m: Machine, function: p.Function, handed: Sequence[p.Expression]) -> None:
        """Nor on one that goes too deep."""

    def function(self, m: Machine, call: ApiCall) -> Value | None:
        facts = host_facts()
        if call.name in facts.schedule and len(call.args) == 3:
            return platform.blocks_for(*call.args)
        match call.qualified:
            case "sklint::launch":
                if len(call.args) > 1:
                    self.site(m, call.at, call.args[1], "EXEC_KERNEL_CMD", str(call.args[0].payload))
                return NOTHING
            case "sklint::tiling_key" if len(call.args) == 1:
                parts = whole(call.args[0])
                return made_key(*(parts.args if parts.op == "list" else call.args))
            case "sklint::launcher":
                return m.new_thing(Shape(_LAUNCHER), str(call.args[0].payload), ("launcher", call.at))
        of = facts.only_on.get(call.name) if call.qualified.startswith("Ops::") else None
        if of is not None:
            return constant(self.architecture in of)
        found = platform.answer(facts, call) or self._launching(m, call) or library.function(m, call, facts)
        return found if found is not None else self._unknown(m, call)

    def method(self, m: Machine, call: ApiCall) -> Value | None:
        facts = host_facts()
        if call.name in facts.schedule and len(call.args) == 3:
            return platform.blocks_for(*call.args)
        if call.qualified == f"{_LAUNCHER}::operator()" and call.receiver is not None:
            held = m.thing_of(call.receiver)
            if held is not None and call.args:
                self.site(m, call.at, call.args[0], "ACLRT_LAUNCH_KERNEL", held.label)
            return NOTHING
        found = library.accessor(m, call)
        if found is None:
            found = self._context_method(m, call)
        if found is None:
            found = self._base_method(m, call)
        if found is None:
            found = platform.answer(facts, call)
        if found is None:
            found = self._device(call)
        if found is None:
            found = self._launching(m, call)
        if found is None:
            found = smart_pointer(m, call)
        if found is None:
            found = library.method(m, call, facts)
        if found is None:
            found = containers.method(m, call)
        return found if found is not None else self._unknown(m, call)

    def _context_method(self, m: Machine, call: ApiCall) -> Value | None:
        """A method of the tiling context, or one of its names on an object that is not known."""
        facts = host_facts()
        owner = call.qualified.rpartition("::")[0]
        telling = call.name in facts.blocks | facts.modes | facts.keys | facts.local_memory
        if not telling and owner not in _CONTEXTS and owner not in ("", "gert::ExtendedKernelContext"):
            return None
        home: Hashable = ("host", CONTEXT)
        name = call.name
        if name in facts.blocks and call.args:
            self._told(m, call.at, call.args[0], name)
            return ZERO
        if name in facts.modes and call.args:
            m.store.set((home, MODE), call.args[0])
            return ZERO
        if name in facts.keys and call.args:
            m.store.set((home, KEY), call.args[0])
            return ZERO
        if name in facts.local_memory and call.args:
            m.store.set((home, LOCAL), call.args[0])
            return ZERO
        if name in facts.read_blocks:
            return m.store.get((home, BLOCKS)) or fresh("block count not set yet", 0)
        match name:
            case "GetTilingKey":
                return m.store.get((home, KEY))
            case "GetTilingData" if call.template and isinstance(call.template[0], Shape):
                return self._tiling(m, call.template[0])
            case "GetCompileInfo" | "GetCompiledInfo":
                if call.template and isinstance(call.template[0], Shape):
                    return self._compile_info(m, call.template[0])
                return atom("compile info")
            case "GetRawTilingData":
                return atom("raw tiling data")
            case "GetNodeType" if self.operator:
                return constant(self.operator)
        return self._asked_of_context(call) if owner else None

    def _asked_of_context(self, call: ApiCall) -> Value | None:
        """What the framework knows of inputs and attributes: the same question has the same answer."""
        if all(a.is_constant for a in call.args):
            return atom(f"{call.name}({', '.join(map(str, call.args))})")
        return None

    def _tiling(self, m: Machine, shape: Shape) -> Value:
        made = m.new_thing(Shape(shape.name, shape.args), shape.name.rpartition("::")[2], ("tiling", shape.name))
        self.saved[shape.name.rpartition("::")[2]] = made.payload
        return made

    def _compile_info(self, m: Machine, shape: Shape) -> Value:
        return m.new_thing(Shape(shape.name, shape.args), "compileInfo", ("compile info", shape.name))

    def _device(self, call: ApiCall) -> Value | None:
        match call.name:
            case "GetCurNpuArch":
                return platform.device(host_facts(), self.architecture, "arch")
            case "GetSocVersion" if not call.args:
                return platform.device(host_facts(), self.architecture, "soc")
        return None

    # ------------------------------------------------------------------------------------------- tiling classes

    def _base_method(self, m: Machine, call: ApiCall) -> Value | None:
        """A step order that only the base library has, and registries that choose a class at run time."""
        facts = host_facts()
        if call.name in facts.registry:
            return self._registered(m, call)
        order = next((o for name, o in facts.steps.items() if name.endswith(f"::{call.name}")), None)
        if order is None or call.receiver is None:
            return None
        held = m.thing_of(call.receiver)
        if held is None or held.instance is None or held.instance.cls.stub:
            return None
        own = (own for own, _ in m.shapes.methods(held.instance, call.name) if not own.stub)
        if any(bool(one.params) is bool(call.args) for one in own):
            # it has an order of its own, in a file that is still to be read
            return None
        for step in order:
            value = library.call_method(m, call, call.receiver, step)
            if step == order[-1]:
                m.store.set((("host", CONTEXT), KEY), value)
            else:
                # the tiling goes on only where a step succeeds
                m.assume(equal(value, ZERO), step not in facts.capable)
        return ZERO

    def _registered(self, m: Machine, call: ApiCall) -> Value | None:
        self.asked_registry = True
        if self.template is None:
            return fresh("no tiling class is registered", UNKNOWN)
        made = m.new_thing(self.template, self.template.name.rpartition("::")[2], ("template", self.template))
        library.construct_with(m, made, [self.context(m)], call.at)
        return library.call_method(m, call, made, host_facts().step)

    def _launching(self, m: Machine, call: ApiCall) -> Value | None:
        """A framework that answers, or sets, the number of blocks itself."""
        facts = host_facts()
        most = facts.most.get(call.qualified)
        if most is not None:
            return platform.at_most(most, call.qualified.removeprefix("Ops::Base::"))
        most = facts.launching.get(call.qualified)
        if most is None:
            return None
        library.fill(m, call, facts)
        count = platform.at_most(most, call.qualified.removeprefix("Ops::Base::"))
        self._told(m, call.at, count, call.name)
        return ZERO

    def _unknown(self, m: Machine, call: ApiCall) -> Value | None:
        """A call that nothing is known of: what it may write is not known afterwards, and callables run once."""
        self._note_undefined(m, call)
        able = platform.capability(m, host_facts(), call, self.architecture)
        if able is not None and call.arguments:
            library.write_out(m, call.arguments[-1], call.args[-1], able[0])
            return constant(able[1])
        bound = platform.written(host_facts(), call) or platform.memory_size(m, call)
        if bound is not None and call.arguments:
            library.write_out(m, call.arguments[-1], call.args[-1], bound)
            return fresh(call.name, 0)
        if call.name == "SaveToBuffer" and call.receiver is not None:
            held = m.thing_of(call.receiver)
            if held is not None:
                self.saved[held.shape.name.rpartition("::")[2]] = held.identity
            return NOTHING
        if call.name in ("memcpy_s", "memcpy", "std::memcpy"):
            for value in call.args:
                self._copied(m, value)
        if call.name == "memcpy_s":
            # the copy fails only for a buffer that is too small
            return ZERO
        if call.name == "memcpy":
            return NOTHING
        havoc(m, call)
        if self.lambdas < 4:
            self.lambdas += 1
            try:
                library.run_closures(m, call)
            finally:
                self.lambdas -= 1
        return None

    def _copied(self, m: Machine, value: Value) -> None:
        """An object may be copied to the tiling data: the one that is pointed to, or one of two by a condition."""
        for one in value.args[1:] if value.op == "ite" else ():
            self._copied(m, one)
        held = m.thing_of(value)
        if held is not None:
            self.saved.setdefault(held.shape.name.rpartition("::")[2], held.identity)

    def _note_undefined(self, m: Machine, call: ApiCall) -> None:
        """A function of the user's that is declared here and defined in another file: its class, or none, and name."""
        callee = call.expression.callee if isinstance(call.expression, p.Call) else None
        known = m.program.functions.get(getattr(callee, "key", ""))
        # a step of an order that only the base library has is asked for under the call that runs them all
        if known is not None and known.stub and known.plain_name == call.name:
            return
        if call.receiver is None and known is not None and known.owner:
            self.undefined[known.owner.rpartition("::")[2], call.name] = None
            return
        if call.receiver is None:
            # what no class owns lies in a namespace, and is looked for by its name alone
            if isinstance(callee, p.Name) and callee.kind == "function" and callee.key:
                self.undefined["", call.name] = None
            return
        held = m.thing_of(call.receiver)
        if held is not None and held.instance is not None and m.shapes.field(held.instance, call.name) is not None:
            # a callable that the object holds is no method of it, and writes nothing of it by being one
            return
        owner = str(getattr(callee, "owner", ""))
        owners = [owner] if owner else []
        if held is not None and held.instance is not None:
            owners += [one.cls.name for one in m.shapes.lineage(held.instance)]
        own = [name for name in owners if name in m.program.classes and not m.program.classes[name][0].stub]
        self.undefined.update({(name.rpartition("::")[2], call.name): None for name in own})
        if own and held is not None:
            library.forget_whole(m, held)

    # ------------------------------------------------------------------------------------------------ the rest

    def name(self, m: Machine, name: p.Name) -> Value | None:
        known = host_facts().constants.get(name.name)
        return constant(known) if known is not None else None

    def indexed(self, m: Machine, base: Value, index: Value, e: p.Index) -> Value:
        return containers.element(m, m.things[base.payload], index, render(e))

    def stores(self, m: Machine, target: p.Expression, value: Value, at: p.Span) -> None:
        """An element of a container; what else it may be that a target names which is not followed, is not known."""
        if isinstance(target, p.Index):
            held = m.thing_of(m.evaluate(target.base))
            if held is not None:
                containers.store_element(m, held, m.evaluate(target.index), value)
                return
        writes.forget_target(m, target)

    def loads(self, m: Machine, pointer: Value, at: p.Span) -> Value:
        if pointer.op in ("atom", "call"):
            return operation("*", pointer) if pointer.op != "atom" else atom(f"*{pointer.payload}")
        return fresh("*pointer", pointer.depends)

    def viewed(self, m: Machine, value: Value, shape: Shape, instance: Instance) -> Value:
        """A structure that is laid over raw memory: tiling data, compile info, or what a tensor or a buffer holds."""
        text = str(value.payload) if value.op == "atom" else ""
        if text.startswith("compile info"):
            return self._compile_info(m, shape)
        if text.startswith("raw tiling data"):
            return self._tiling(m, shape)
        # two allocations of one size are the same call, and not the same memory
        if value.op not in ("atom", "fresh"):
            return value
        label = str(value)
        made = m.new_thing(shape, label, ("memory", value), label)
        # a kernel that has a structure of this name reads what was written there
        self.saved.setdefault(shape.name.rpartition("::")[2], made.payload)
        return made

    def combined(self, m: Machine, e: p.Binary | p.Assign, left: Value, right: Value) -> None:
        """Nothing on the host depends on the core's index."""

    def unresolved(self, m: Machine, e: p.Call, callee: Value) -> Value | None:
        """A call through a pointer to a member: every method that the running function takes the address of may be it,
        and tables of such pointers are run from the first to the last."""
        if callee.op == "bound":
            return library.call_bound(m, e, callee)
        if callee.op not in ("->*", ".*"):
            return None
        receiver = callee.args[0]
        held = m.thing_of(receiver)
        if held is None:
            return None
        if not library.call_each(m, e, receiver, callee.args[1]):
            library.forget(m, held)
        return fresh("a method called by pointer", 0)

    def launched(self, m: Machine, e: p.Launch) -> None:
        name = getattr(e.kernel, "name", "")
        count = m.evaluate(e.grid[0]) if e.grid else UNSET
        self.site(m, e.at, count, "<<<>>>", str(name).rpartition("::")[2])
        if isinstance(e.kernel, p.Name) and (entry := chosen(m, e.kernel, len(e.args))) is not None:
            template = template_arguments(m, e.kernel.args)
            self.sites[-1] = replace(self.sites[-1], entry=entry.key, template=template)

    def is_object(self, shape: Shape) -> bool:
        return False

    def may_be_null(self, shape: Shape) -> bool:
        return shape.name.rpartition("::")[2] in POINTERS

    def is_description(self, shape: Shape) -> bool:
        return shape.name in ("gert::Shape", "gert::StorageShape", "gert::Stride", "ge::Shape")

    def constructed(self, m: Machine, thing: Thing, at: p.Span, arguments: tuple[p.Expression, ...]) -> None:
        containers.constructed(m, thing, arguments)

    def destroyed(self, m: Machine, object: Value, at: p.Span) -> None:
        """Destructors do not launch."""


def arguments_of(m: Machine, api: HostApi, function: p.Function) -> Sequence[Value | None]:
    """What a root function is called with: the context where it asks for one, otherwise a named unknown."""
    values: list[Value | None] = []
    for param in function.params:
        name = param.type.name
        known = next((context for context in _CONTEXTS if name == context or context.endswith(f"::{name}")), None)
        values.append(api.context(m, known) if known is not None and name else None)
    return values


__all__ = [
    "BLOCKS",
    "CONTEXT",
    "KEY",
    "LOCAL",
    "MODE",
    "PARSE_CONTEXT",
    "PLACE",
    "HostApi",
    "Site",
    "arguments_of",
    "place",
]
