"""What a piece of program may write, found without running it: loops need to know before they are walked.

Names stand for locations: the key of a local, the name of a field. Calls are followed by the last part of their
name, so the answer is too large rather than too small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter

from sklint import program as p
from sklint.facts.table import table
from sklint.frozen import dataclass

CALL_OPERATOR = "operator()"
_BY_VALUE = frozenset((*table("calls")["by_value"]["names"], *table("calls")["hint"]["names"]))


@dataclass(frozen=True, slots=True)
class Effects:
    """`writes` are names of written locations; `calls` the last parts of called names.

    `objects` is whether something may be called that is an object, which names no function.
    """

    writes: frozenset[str]
    calls: frozenset[str]
    objects: bool = False


def children(node: object) -> list[object]:
    """The model nodes directly below `node`."""
    found: list[object] = []
    kind = type(node)
    for value in (_parts.get(kind) or _parts_of(kind))(node):
        if value.__class__ is tuple:
            found += [item for item in value if item.__class__ in _NODES]
        elif value.__class__ in _NODES:
            found.append(value)
    return found


_PLAIN = frozenset({"str", "bool", "int", "int | float | bool | str | None", "tuple[str, ...]"})
_NODES = frozenset(kind for kind in vars(p).values() if isinstance(kind, type) and is_dataclass(kind))


_parts: dict[type, Callable[[object], tuple[object, ...]]] = {}


def _parts_of(kind: type) -> Callable[[object], tuple[object, ...]]:
    """What gives the fields in which a node of this kind may have others."""
    names = [f.name for f in fields(kind) if f.name not in ("at", "specialises") and f.type not in _PLAIN]
    match names:
        case []:
            _parts[kind] = lambda node: ()
        case [name]:
            _parts[kind] = lambda node: (getattr(node, name),)
        case _:
            _parts[kind] = attrgetter(*names)
    return _parts[kind]


def target_names(target: object) -> Iterator[str]:
    """The names that an assignment to `target` writes, looked for through indices and dereferences."""
    match target:
        case p.Name(key=key, name=name):
            yield key or name
        case p.Member(name=name) | p.StaticMember(name=name):
            yield name
        case p.Index(base=base):
            yield from target_names(base)
        case p.Unary(operand=operand) | p.Cast(operand=operand):
            yield from target_names(operand)
        case p.Conditional(then=then, otherwise=otherwise):
            yield from target_names(then)
            yield from target_names(otherwise)


_LEAVES = frozenset({p.Span, p.Literal, p.Type})
_TELLING = frozenset({p.Assign, p.Unary, p.Call, p.Construct, p.Variable})


def own_effects(
    nodes: Iterable[object],
    functions: Mapping[str, Sequence[p.Function]] | None = None,
    fields: frozenset[str] = frozenset(),
) -> Effects:
    """The effects of the nodes themselves, calls not followed.

    Of the program's own `functions`, by plain name, it is known which arguments they take by value; what is called as
    one of its `fields` is an object.
    """
    writes: set[str] = set()
    calls: set[str] = set()
    objects = False
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if type(node) in _LEAVES:
            continue
        if type(node) not in _TELLING:
            stack.extend(children(node))
            continue
        match node:
            case p.Assign(target=target):
                writes.update(target_names(target))
            case p.Unary(op="++" | "--" | "post++" | "post--" | "&", operand=operand):
                writes.update(target_names(operand))
            case p.Call(callee=callee, args=args):
                plain = ""
                match callee:
                    case p.Name(name=name) | p.Member(name=name) | p.StaticMember(name=name):
                        plain = name.rpartition("::")[2]
                        calls.add(plain)
                objects = objects or _is_of_object(callee, fields)
                overloads = functions.get(plain) if functions is not None else None
                for index, arg in enumerate(() if plain in _BY_VALUE else args):
                    if isinstance(arg, (p.Name, p.Member, p.Index)) and (
                        overloads is None or any(_may_bind(one, index) for one in overloads)
                    ):
                        writes.update(target_names(arg))
            case p.Construct(type=t):
                calls.add(t.name.rpartition("::")[2])
            case p.Variable(type=t):
                calls.add(t.name.rpartition("::")[2])
        stack.extend(children(node))
    return Effects(frozenset(writes), frozenset(calls), objects)


def _is_of_object(callee: p.Expression, fields: frozenset[str]) -> bool:
    """Whether what is called may be an object, of which a call names no function."""
    match callee:
        case p.Name(kind=kind):
            return kind in ("local", "global", "template")
        case p.Member(name=name) | p.StaticMember(name=name):
            return name in fields
    return not isinstance(callee, p.Lambda)


def _may_bind(function: p.Function, index: int) -> bool:
    """Whether a function may write the variable that it is handed as an argument."""
    if index >= len(function.params):
        return any(parameter.type.text.endswith("...") for parameter in function.params)
    type_ = function.params[index].type
    return bool(type_.pointer) or (type_.reference and not type_.const) or type_.text.endswith("...")


def nodes_of(root: object) -> Iterator[object]:
    """All model nodes below and including `root`."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(child for child in children(node) if not isinstance(child, p.Type | p.Span))


def called_lines(program: p.Program, functions: frozenset[str]) -> set[tuple[str, int]]:
    """The lines (path, line) on which the given functions call something or declare an object, as the model has it."""
    lines: set[tuple[str, int]] = set()
    for key in functions:
        function = program.functions.get(key)
        if function is None or function.body is None:
            continue
        for node in nodes_of(function.body):
            if isinstance(node, (p.Call, p.Variable, p.Construct)):
                lines.add((node.at.path, node.at.line))
            if isinstance(node, p.Call):
                lines.add((node.callee.at.path, node.callee.at.line))
    return lines


class EffectTable:
    """Effects of the functions of a program, calls followed by name; computed once where asked for."""

    def __init__(self, program: p.Program) -> None:
        self._by_name: dict[str, list[p.Function]] = {}
        self._keys: set[str] = set()
        for function in program.functions.values():
            if function.body is not None:
                self._by_name.setdefault(function.plain_name, []).append(function)
                self._keys.add(function.key)
        own = (cls for classes in program.classes.values() for cls in classes if not cls.stub)
        self._fields = frozenset(field.name for cls in own for field in cls.fields)
        self._own: dict[str, Effects] = {}
        self._reached: dict[str, frozenset[str]] = {}
        self._written: dict[str, frozenset[str]] = {}

    def functions(self, name: str) -> Sequence[p.Function]:
        """The program's own functions of a name."""
        return self._by_name.get(name, ())

    def _own_of(self, name: str) -> Effects | None:
        found = self._own.get(name)
        if found is None and name in self._by_name:
            roots: list[object] = []
            for function in self._by_name[name]:
                roots.append(function.body)
                for _, args in function.initialisers:
                    roots.extend(args)
            found = own_effects(roots, self._by_name, self._fields)
            initialised = {member for f in self._by_name[name] for member, _ in f.initialisers}
            found = replace(found, writes=found.writes | initialised)
            self._own[name] = found
        return found

    def reached_names(self, name: str) -> frozenset[str]:
        """All names that a call of `name` may call, itself included."""
        known = self._reached.get(name)
        if known is None:
            known = self._reached[name] = self._behind(name, True)
        return known

    def _behind(self, name: str, objects: bool) -> frozenset[str]:
        """All names that a call of `name` may call, itself included; those that `objects` run where that is asked."""
        seen: set[str] = set()
        stack = [name]
        while stack:
            current = stack.pop()
            if current in seen:
                continue
            seen.add(current)
            own = self._own_of(current)
            if own is not None:
                stack.extend(own.calls - seen)
                if objects and own.objects:
                    stack.append(CALL_OPERATOR)
        return frozenset(seen)

    def reaches_api(self, name: str, words: frozenset[str]) -> bool:
        """Whether a call of `name` may reach one of the API's `words`, and not just the program's own of that name."""
        for reached in self.reached_names(name):
            own = self._own_of(reached)
            named = own.calls & words if own is not None else frozenset[str]()
            if named - self._by_name.keys() or any(
                isinstance(node, p.Call) and self._is_foreign(node.callee, named)
                for function in (self._by_name[reached] if named else ())
                for node in nodes_of(function.body)
            ):
                return True
        return False

    def api_calls(self, name: str, words: frozenset[str]) -> Iterator[p.Call]:
        """The calls of the API's `words` that a call of `name` may lead to."""
        for reached in sorted(self.reached_names(name)):
            own = self._own_of(reached)
            if own is not None and own.calls & words:
                for function in self.functions(reached):
                    for node in nodes_of(function.body):
                        if isinstance(node, p.Call) and self._is_foreign(node.callee, words):
                            yield node

    def _is_foreign(self, callee: p.Expression, named: frozenset[str]) -> bool:
        """Whether a call of one of the names leads out of the program."""
        match callee:
            case p.Name(name=name, key=key, candidates=candidates):
                return name.rpartition("::")[2] in named and self._keys.isdisjoint((key, *candidates))
            case p.Member(name=name, key=key, base=base):
                return name in named and key not in self._keys and not isinstance(base, p.This)
        return False

    def written_by(self, name: str) -> frozenset[str]:
        """The names that a call of `name` may write, but for what objects write that are called.

        Any operator of the program would count for each of them: what they write the rounds of a loop find out.
        """
        known = self._written.get(name)
        if known is None:
            written: set[str] = set()
            for reached in self._behind(name, False):
                own = self._own_of(reached)
                if own is not None:
                    written |= own.writes
            known = self._written[name] = frozenset(written)
        return known

    def written_in(self, nodes: Iterable[object]) -> frozenset[str]:
        """The names that the nodes may write, calls followed."""
        own = own_effects(nodes, self._by_name, self._fields)
        return own.writes.union(*(self.written_by(name) for name in own.calls))
