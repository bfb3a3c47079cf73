"""What the AscendC kernel API means: values of its queries, events of its synchronisation, pipes and memory.

The names come from `facts/calls.toml`; the functions here say what happens, by family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sklint import program as p
from sklint.facts.table import table
from sklint.walk import endings, memory, pipes, queues, states, synchronisation, tensors, tree
from sklint.walk.addresses import is_address, laid_over, moved, typed
from sklint.walk.calls import ApiCall
from sklint.walk.constants import number
from sklint.walk.division import divide
from sklint.walk.frame import Thing
from sklint.walk.machine import Machine
from sklint.walk.render import render
from sklint.walk.shape import Instance, Shape
from sklint.walk.threads import STARTS, starts_threads
from sklint.walk.values import (
    BLOCK,
    CORE,
    DATA,
    NOTHING,
    SUB,
    UNSET,
    Value,
    add,
    atom,
    constant,
    equal,
    fresh,
    maximum,
    minimum,
    multiply,
    operation,
    thing,
)

_DEPENDS = {"core": CORE, "sub": SUB, "none": 0, "data": DATA}
_FACTS: Mapping[str, Any] = table("calls")
# the two values of g_coreType, as the stubs number the enumerators that specialisations are chosen by
_CORE_TYPES = {"AIC": 1, "AIV": 2}
# what the stubs make of REGIST_MATMUL_OBJ: its name ends in what ASCENDC_CUBE_ONLY stands for there, if it is defined
_SERVED = "regist_matmul_obj_ASCENDC_CUBE_ONLY"
_ALONE = tuple(f"regist_matmul_obj_{word}" for word in ("", "0", "1", "true"))
_OBJECTS = frozenset(_FACTS["object"]["names"])
_CUBE = frozenset(_FACTS["cube"]["names"])
MATMUL_OBJECTS = frozenset(_FACTS["object"]["matmul"])
CUBE_WORDS = _CUBE | MATMUL_OBJECTS
_COPIES = frozenset(_FACTS["copy"]["names"])
_KNOWN = frozenset(
    (
        *(*STARTS, *_FACTS["query"], *_FACTS["variable"], *states.CALLS, *_CUBE, *_COPIES, *_FACTS["data"]["names"]),
        *(*queues.PLACED, *states.RESETTING),
    )
)
# the vector calls that restore the masks, with the number of arguments that tells those from their other forms
_RESTORES_MASK = {name: int(n) for n, names in _FACTS["restores_mask"]["arguments"].items() for name in names}
_MASKS = frozenset(
    name for state in _FACTS["state"] if state["name"] in _FACTS["restores_mask"]["states"] for name in state["on"]
)


class KernelApi:
    """The kernel API as one kind of core (`aic` or `aiv`) sees it in a program, which is for one architecture."""

    def __init__(self, core_kind: str, program: p.Program) -> None:
        self.core_kind = core_kind
        self.architecture = program.architecture
        self.uses_cube = False
        # that a vector call restores the masks is of interest only where something sets them
        masked = any(function.plain_name in _MASKS for function in program.functions.values())
        restores = core_kind == "aiv" and self.architecture == _FACTS["restores_mask"]["architecture"]
        self._restoring = _RESTORES_MASK if masked and restores else {}
        self._functions: dict[str, Callable[[Machine, ApiCall], Value | None]] = {
            **_FUNCTIONS,
            "is_aiv": lambda m, call: constant(core_kind == "aiv"),
            "is_aic": lambda m, call: constant(core_kind == "aic"),
            **dict.fromkeys(synchronisation.HANDSHAKES, lambda m, call: synchronisation.handshake(m, call, core_kind)),
            _SERVED: lambda m, call: self._registers(m, call, "aic"),
            **dict.fromkeys(_ALONE, lambda m, call: self._registers(m, call, "aiv")),
        }

    # ------------------------------------------------------------------------------------------------ names

    def name(self, m: Machine, name: p.Name) -> Value | None:
        plain = name.name.rpartition("::")[2]
        if plain == "g_coreType":
            return constant(_CORE_TYPES[self.core_kind.upper()])
        if plain in _CORE_TYPES and name.kind != "local":
            return constant(_CORE_TYPES[plain])
        known = m.program.globals.get(name.key)
        # a user's own variable of that name has a value; what the stubs declare has none
        if known is not None and known.init is not None:
            return None
        if plain in _FACTS["constant"]:
            return constant(_FACTS["constant"][plain]["value"])
        # no namespace holds what the compiler brings along
        fact = _FACTS["variable"].get(name.name)
        return self._query(m, fact, name.at, plain) if fact is not None else None

    def _query(self, m: Machine, fact: Mapping[str, Any], at: p.Span, api: str) -> Value:
        value_name, depends = fact["value"], _DEPENDS[fact["depends"]]
        m.emit(tree.CoreQuery(api, at, bool(fact.get("raw"))))
        if self.core_kind == "aic" and value_name in ("sub_block_idx", "sub_block_num", "task_ratio"):
            return constant(0 if value_name == "sub_block_idx" else 1)
        if self.core_kind == "aiv" and depends & CORE and fact.get("raw"):
            # the built-in index is that of the block, GetBlockIdx that of the vector core (GetBlockIdx.md)
            depends |= BLOCK
        value = atom(value_name, depends)
        if depends:
            m.origins[value] = (at, f"{api}()")
        return value

    # ------------------------------------------------------------------------------------------------ calls

    def means(self, name: str) -> bool:
        return name in _KNOWN or name in self._functions or name in self._restoring

    def skipped(self, m: Machine, handed: Sequence[p.Expression], name: str = "") -> None:
        pipes.issued(m, *queues.named(name))
        _handed(m, handed)

    def unread(self, m: Machine, handed: Sequence[p.Expression]) -> None:
        pipes.unread(m)
        _handed(m, handed)

    def unfollowed(self, m: Machine, function: p.Function, handed: Sequence[p.Expression]) -> None:
        self.unread(m, handed)
        if endings.settles(m, function):
            pipes.settled(m)

    def function(self, m: Machine, call: ApiCall) -> Value | None:
        fact = _FACTS["query"].get(call.name)
        if fact is not None:
            return self._query(m, fact, call.at, call.name)
        rule = self._functions.get(call.name)
        if rule is not None:
            return rule(m, call)
        if call.name in _COPIES:
            self.uses_cube = self.uses_cube or call.name in _CUBE
            pipes.issued(m, *queues.carrying(m, call, memory.copied(m, call), self.core_kind))
            return NOTHING
        if queues.clears(m, call):
            queues.cleared(m, self.core_kind)
            return NOTHING
        if call.name in _KNOWN or (call.known and all(one.stub or one.body is not None for one in m.named(call.name))):
            if not queues.computes(call):
                pipes.issued(m, *queues.working(m, call))
        else:
            self._not_read(m, call)
        if call.name in states.CALLS:
            states.changed(m, call, *states.CALLS[call.name])
            return NOTHING
        if call.name in states.RESETTING:
            m.emit(tree.StatesReset(call.at, call.name))
            return NOTHING
        # a vector call that is told not to set the mask (isSetMask) leaves it alone
        if len(call.args) == self._restoring.get(call.name) and not any(number(bound) == 0 for bound in call.template):
            for one in _FACTS["restores_mask"]["states"]:
                m.emit(tree.StateChange(one, False, call.at, call.name))
        if call.name in _CUBE:
            self.uses_cube = True
        if call.name in STARTS and starts_threads(m.program, call.expression):
            m.emit(tree.ThreadStart(call.at))
        memory.handed_on(m, call.args)
        return None

    def method(self, m: Machine, call: ApiCall) -> Value | None:
        receiver = m.thing_of(call.receiver) if call.receiver is not None else None
        if receiver is None:
            self._not_read(m, call)
            if call.name == "GetValue":
                return fresh(call.name, DATA)
            memory.handed_on(m, call.args)
            return None
        kind = receiver.shape.name.rpartition("::")[2]
        if kind == "TPipe":
            return pipes.method(m, call, receiver)
        if kind == "GlobalTensor":
            return memory.global_method(m, call, receiver)
        if kind in ("LocalTensor", "TBuf", "TQue", "TQueBind"):
            got = memory.local_method(m, call, receiver)
            if got is None or call.name in ("GetValue", "operator()"):
                pipes.touched(m)
            return got
        if kind in _OBJECTS or (receiver.instance is not None and receiver.instance.cls.stub):
            pipes.issued(m)
        else:
            self._not_read(m, call)
        memory.handed_on(m, call.args)
        if kind in MATMUL_OBJECTS:
            self.uses_cube = True
            m.emit(tree.MatmulCall(call.at, call.name, m.number_of(receiver.identity)))
            # from a vector core such a call is a message to the cube core
            if call.name in states.METHODS and self.core_kind == "aic":
                states.changed(m, call, states.METHODS[call.name], bool(call.args))
        return None

    def _not_read(self, m: Machine, call: ApiCall) -> None:
        """Code that is not there to be read ran: it has no body, or it may stand in a header that nobody found."""
        pipes.unread(m)
        without_body = any(not one.stub and one.body is None for one in m.named(call.name))
        if without_body or (m.program.missing and not self.means(call.name)):
            m.unread[call.name] = None

    def _registers(self, m: Machine, call: ApiCall, leaves: str) -> Value:
        """`REGIST_MATMUL_OBJ`: whether the function ends here, which it does on the kind of core `leaves`.

        The cube core serves the vector cores until they are done, and returns; with ASCENDC_CUBE_ONLY it is the vector
        core that returns at once, and as dual masters neither does (asc-devkit, kfc_register_obj.h).
        """
        self.uses_cube = True
        pipes.handed_out(m)
        _regist_matmul(m, call)
        both = leaves == "aic" and m.program.dual_master
        return constant(self.core_kind == leaves and not both)

    # ---------------------------------------------------------------------------------------------- objects

    def is_object(self, shape: Shape) -> bool:
        return shape.name.rpartition("::")[2] in _OBJECTS

    def is_description(self, shape: Shape) -> bool:
        return False

    def constructed(self, m: Machine, thing: Thing, at: p.Span, arguments: tuple[p.Expression, ...]) -> None:
        pipes.begun(m, thing, at, arguments)
        tensors.made_from(m, thing, arguments)
        # a tensor made from a position and an address needs no pipe; one made of nothing is filled by a queue
        if len(arguments) >= 2 and thing.shape.name.endswith("LocalTensor"):
            pipes.used(m, tree.LocalUse(at, thing.label, pipes.is_followed(m)))

    def destroyed(self, m: Machine, object: Value, at: p.Span) -> None:
        memory.died(m, object, at)
        pipes.ended(m, object, at)

    def indexed(self, m: Machine, base: Value, index: Value, e: p.Index) -> Value:
        held = m.things[base.payload]
        if held.shape.name.endswith("GlobalTensor"):
            return tensors.shifted(m, held, index)
        address = laid_over(held.identity)
        if address is not None and held.instance is not None:
            return self.viewed(m, moved(typed(address, 0), index), held.shape, held.instance)
        if held.symbolic:
            return operation("index", atom(held.symbolic), index)
        if held.shape.name.endswith("LocalTensor"):
            return base
        return fresh(render(e), index.depends | held.depends)

    def stores(self, m: Machine, target: p.Expression, value: Value, at: p.Span) -> None:
        memory.stored(m, target, at)

    def loads(self, m: Machine, pointer: Value, at: p.Span) -> Value:
        return memory.loaded(m, pointer, at)

    def viewed(self, m: Machine, value: Value, shape: Shape, instance: Instance) -> Value:
        if not is_address(value):
            return value
        # a struct laid over GM that the host filled: its fields are known by the struct and their names
        made = m.new_thing(shape, shape.name, ("view", shape, value), shape.name.rpartition("::")[2])
        m.things[made.payload].depends |= DATA if value.depends & (CORE | SUB | DATA) else 0
        return made

    def combined(self, m: Machine, e: p.Binary | p.Assign, left: Value, right: Value) -> None:
        of_the_launch = (left.depends | right.depends) & (CORE | SUB) or _is_shape(left) or _is_shape(right)
        if of_the_launch and e.op not in ("&&", "||", ","):
            sides = (e.left, e.right) if isinstance(e, p.Binary) else (e.value,)
            m.emit(tree.CoreArithmetic(e.op, left, right, e.at, m.text_of(e), any(map(_is_written_out, sides))))

    def unresolved(self, m: Machine, e: p.Call, callee: Value) -> Value | None:
        self.unread(m, e.args)
        return None

    def may_be_null(self, shape: Shape) -> bool:
        return False

    def launched(self, m: Machine, e: p.Launch) -> None:
        """A launch is the host's affair; a device function has none."""


def _handed(m: Machine, handed: Sequence[p.Expression]) -> None:
    """A call got these arguments whose meaning is not known."""
    memory.handed_on(m, (m.evaluate(arg) for arg in handed if isinstance(arg, (p.Name, p.Member, p.Index))))


def _is_written_out(e: p.Expression) -> bool:
    match e:
        case p.Literal():
            return True
        case p.Cast(operand=operand):
            return _is_written_out(operand)
    return False


def _is_shape(value: Value) -> bool:
    """Whether a value is the size of the launch or of a block."""
    return value.op == "atom" and value.payload in ("block_num", "sub_block_num", "task_ratio")


def _clean(m: Machine, call: ApiCall) -> Value:
    return memory.cleaned(m, call, _FACTS["clean"]["whole"])


def _read_past(m: Machine, call: ApiCall) -> Value:
    return memory.bypassed(m, call, False)


def _write_past(m: Machine, call: ApiCall) -> Value:
    return memory.bypassed(m, call, True)


# ---------------------------------------------------------------------------------------------- kernel and tiling


def _task_type(m: Machine, call: ApiCall) -> Value:
    key = call.args[0] if call.name.endswith("keyed") and len(call.args) > 1 else None
    argument = call.args[-1] if call.args else UNSET
    m.emit(tree.KernelType(_type_name(argument, call), call.at, key))
    return NOTHING


def _type_name(argument: Value, call: ApiCall) -> str:
    """The kernel type's name: the enumerator as it is written, since its number says nothing to people."""
    last = call.arguments[-1] if call.arguments else None
    written = render(last).rpartition("::")[2]
    return written if written.startswith("KERNEL_TYPE") else str(argument)


def _tiling_key(m: Machine, call: ApiCall) -> Value:
    """`TILING_KEY_IS`: a test of the key, which the machine takes note of, since a key may have no event of its own."""
    if not call.args:
        return atom("tiling_key")
    key = number(call.args[0])
    if key is not None:
        m.keys[key] = None
    return equal(atom("tiling_key"), call.args[0])


def _tiling_data(m: Machine, call: ApiCall) -> Value:
    """Tiling data of a struct: the fields are known by the struct's name and their own."""
    shape = call.template[0] if call.template and isinstance(call.template[0], Shape) else Shape("TilingData")
    plain = shape.name.rpartition("::")[2]
    return m.new_thing(Shape(shape.name, shape.args), plain, ("tiling", shape.name, shape.args), plain)


def _regist_matmul(m: Machine, call: ApiCall) -> None:
    for arg in call.args:
        if arg.op == "object":
            held = m.things[arg.payload]
            if held.shape.name.rpartition("::")[2] in MATMUL_OBJECTS:
                m.emit(tree.MatmulCall(call.at, "REGIST_MATMUL_OBJ", m.number_of(held.identity), True))


def _extreme(pick: Callable[[Value, Value], Value]) -> Callable[[Machine, ApiCall], Value | None]:
    def rule(m: Machine, call: ApiCall) -> Value | None:
        if len(call.args) != 2 or any(a.op in ("object", "location") for a in call.args):
            return None
        return pick(*call.args)

    return rule


def _ceil_div(m: Machine, call: ApiCall) -> Value | None:
    if len(call.args) != 2 or any(a.op in ("object", "location") for a in call.args):
        return None
    left, right = call.args
    return divide(add(add(left, right), constant(-1)), right)


def _align_up(m: Machine, call: ApiCall) -> Value | None:
    rounds = _ceil_div(m, call)
    return None if rounds is None else multiply(rounds, call.args[1])


def _user_workspace(m: Machine, call: ApiCall) -> Value:
    return thing("gm", "workspace")


_FUNCTIONS: dict[str, Callable[[Machine, ApiCall], Value | None]] = {
    **synchronisation.FUNCTIONS,
    **dict.fromkeys(_FACTS["clean"]["names"], _clean),
    **dict.fromkeys(_FACTS["bypass"]["reads"], _read_past),
    **dict.fromkeys(_FACTS["bypass"]["writes"], _write_past),
    "kernel_task_type": _task_type,
    "kernel_task_type_keyed": _task_type,
    "tiling_key_is": _tiling_key,
    "tiling_data": _tiling_data,
    "min": _extreme(minimum),
    "max": _extreme(maximum),
    "CeilDivision": _ceil_div,
    "AlignUp": _align_up,
    "GetTPipePtr": lambda m, call: pipes.current(m),
    "GetUserWorkspace": _user_workspace,
    "GetSysWorkSpacePtr": _user_workspace,
}
