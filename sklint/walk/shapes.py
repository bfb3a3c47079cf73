"""Types with their template arguments bound, and the classes they name.

A `Shape` is a `program.Type` in which no template parameter is left: arguments are shapes or values. An `Instance` is a
class with its parameters bound, the best matching specialisation chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from sklint import program as p
from sklint.frozen import dataclass
from sklint.walk.values import FALSE, TRUE, Value, atom, both, constant, either, equal, negate


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed type; `pointer` counts the levels of indirection.

    `outer` is the class with template arguments that a class stands in, which its own names may hang on. `open` marks a
    template parameter of the entry, which stands for a type that nobody in the source names.
    """

    name: str
    args: tuple[Bound, ...] = ()
    pointer: int = 0
    reference: bool = False
    gm: bool = False
    outer: Shape | None = None
    open: bool = False

    @property
    def plain(self) -> Shape:
        """The type without what is wrapped around it."""
        return Shape(self.name, self.args, outer=self.outer, open=self.open)


Bound: TypeAlias = Shape | Value
Bindings: TypeAlias = Mapping[str, Bound]
NOWHERE: Bindings = {}


@dataclass(frozen=True, slots=True)
class Instance:
    """A class with bound parameters, those of the class around it among them; equal shapes give equal instances."""

    shape: Shape
    cls: p.Class = field(compare=False)
    bindings: Bindings = field(compare=False)
    outer: Instance | None = field(compare=False, default=None)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a type or constant expression stands: the bound parameters and the class around it."""

    bindings: Bindings = field(default_factory=dict)
    instance: Instance | None = None
    resolved: dict[int, tuple[p.Type, Shape]] = field(default_factory=dict, compare=False, repr=False)


Evaluate: TypeAlias = Callable[[p.Expression, Scope], Value]

DEEPEST = 40
_NOWHERE = p.Span("", 0, 0, 0, 0)


def agreement(closed: Bound, given: Bound) -> Value:
    """On what condition a template argument that may be open is the one that a specialisation asks for."""
    if closed == given:
        return TRUE
    if isinstance(closed, Shape) and isinstance(given, Shape):
        if given.open and closed.open:
            return atom(f"is_same<{spelled(given)}, {spelled(closed)}>")
        if given.open:
            rest = replace(closed, pointer=closed.pointer - given.pointer)
            return FALSE if rest.pointer < 0 else equal(atom(f"typename {given.name}"), constant(spelled(rest)))
        if (closed.name, closed.pointer, len(closed.args)) != (given.name, given.pointer, len(given.args)):
            return FALSE
        return both(*map(agreement, closed.args, given.args))
    if isinstance(closed, Value) and isinstance(given, Value) and not given.is_constant:
        return equal(alike(given), closed)
    return FALSE


def alike(argument: Value) -> Value:
    """A template argument as it is on all cores: they run the same instance, whatever it was worked out from."""
    return atom(str(argument)) if argument.depends else argument


def open_choice(shape: Shape) -> tuple[Value, Shape, Shape] | None:
    """The condition and the types of a `std::conditional_t` that nothing decides; None for any other type."""
    match shape.args:
        case (Value() as condition, Shape() as then, Shape() as otherwise) if _head(shape.name) in _CONDITIONAL:
            return condition, then, otherwise
    return None


def _head(name: str) -> str:
    """The plain name of a template, whether the type in it is asked for or not."""
    parts = name.split("::")
    return parts[-2] if parts[-1] == "type" and len(parts) > 1 else parts[-1]


def spelled(bound: Bound) -> str:
    """A type or value as people write it."""
    if not isinstance(bound, Shape):
        return str(bound)
    args = f"<{', '.join(map(spelled, bound.args))}>" if bound.args else ""
    return f"{bound.name}{args}{'*' * bound.pointer}"


_SAME = frozenset({"is_same", "IsSameType", "is_same_v", "IsSame"})
_VOID = frozenset({"is_void", "is_void_v"})
_CONDITIONAL = frozenset({"conditional", "conditional_t", "Conditional"})
_ENABLED = frozenset({"enable_if_t", "enable_if"})
_PLAIN = frozenset({"remove_cv", "remove_reference", "remove_cvref", "decay", "remove_const", "type_identity"})


def _primary(classes: Sequence[p.Class]) -> p.Class | None:
    """The class template itself, of all that share its name."""
    return next((cls for cls in classes if cls.specialises is None), None)


class Shapes:
    """Resolves types and finds classes and methods in one program."""

    def __init__(self, program: p.Program, evaluate: Evaluate) -> None:
        self.program = program
        self._evaluate = evaluate
        self._instances: dict[Shape, Instance | None] = {}
        # what is bound in them, and by identity the class around: instances live as long as this
        self._scopes: dict[Hashable, Scope] = {}
        self.nowhere = Scope()
        # by the identity of instances and classes, which live as long as the program and this
        self._lineages: dict[int, list[Instance]] = {}
        self._fields: dict[int, dict[str, p.Field]] = {}
        self._methods: dict[int, dict[str, list[p.Function]]] = {}
        self._class_names: dict[str, list[str]] = {}
        for name in program.classes:
            self._class_names.setdefault(name.rpartition("::")[2], []).append(name)
        self._alias_names: dict[str, list[str]] = {}
        for name in program.aliases:
            self._alias_names.setdefault(name.rpartition("::")[2], []).append(name)
        self._function_names = frozenset(function.name for function in program.functions.values())
        self._depth = 0
        # How many classes are being looked for or have their bases put together, and how many names were too deep.
        self._unfinished = 0
        self._cut = 0

    @property
    def settled(self) -> bool:
        """Whether what a name means now is what it will mean: no class is being looked for."""
        return not self._unfinished

    # ------------------------------------------------------------------------------------------------ types

    def scope_of(self, instance: Instance) -> Scope:
        """The scope inside a class; the same one each time, since types are resolved in it over and over."""
        known = self._scopes.get(id(instance))
        if known is None:
            known = self._scopes[id(instance)] = Scope(instance.bindings, instance)
        return known

    def scope(self, bindings: Bindings, instance: Instance | None = None) -> Scope:
        """The scope with these parameters bound inside a class; the same one for the same of both."""
        key = (id(instance), tuple(bindings.items()))
        known = self._scopes.get(key)
        if known is None:
            known = self._scopes[key] = Scope(bindings, instance)
        return known

    def resolve(self, type: p.Type, scope: Scope) -> Shape:
        """The closed form of `type`; what cannot be resolved keeps its name."""
        # by identity, with the type kept so that it stays its own: hashing a type means hashing all that is in it
        known = scope.resolved.get(id(type))
        if known is not None:
            return known[1]
        cut = self._cut
        self._depth += 1
        try:
            found = self._resolved(type, scope)
        finally:
            self._depth -= 1
        # inside a lineage that is still being put together a name may mean more later on
        if self.settled and self._cut == cut:
            scope.resolved[id(type)] = type, found
        return found

    def _resolved(self, type: p.Type, scope: Scope) -> Shape:
        if self._depth > DEEPEST:
            self._cut += 1
            return Shape(type.name, (), type.pointer, type.reference, type.gm)
        found = self._named(type, scope)
        if found is None:
            args = tuple(self.argument(a, scope) for a in type.args)
            name = self._class_name(type.name, scope)
            found = Shape(name, args, outer=self._outer(name, type.name, scope))
        if not (type.pointer or type.reference or type.gm):
            return found
        return Shape(
            found.name,
            found.args,
            found.pointer + type.pointer,
            found.reference or type.reference,
            found.gm or type.gm,
            found.outer,
            found.open,
        )

    def _outer(self, name: str, written: str, scope: Scope) -> Shape | None:
        """The class with template arguments that the class `name` stands in, as `scope` or what is `written` has it."""
        owner = name.rpartition("::")[0]
        if owner not in self.program.classes or name not in self.program.classes:
            return None
        around = written.rpartition("::")[0]
        holders = [*self._around(scope.instance), self.instance(self._named(p.Type(around), scope)) if around else None]
        for holder in holders:
            for one in self.lineage(holder) if holder is not None else ():
                if one.cls.name == owner:
                    return one.shape if one.shape.args or one.outer is not None else None
        return None

    def _around(self, instance: Instance | None) -> list[Instance]:
        """A class and those that it stands in, nearest first."""
        found: list[Instance] = []
        while instance is not None:
            found.append(instance)
            instance = instance.outer
        return found

    def _class_name(self, name: str, scope: Scope) -> str:
        """The qualified name of the class that `name` means in `scope`, or `name` itself."""
        if name in self.program.classes or not name:
            return name
        prefixes = []
        if scope.instance is not None:
            outer = scope.instance.cls.name
            while outer:
                prefixes.append(outer)
                outer = outer.rpartition("::")[0]
        for prefix in prefixes:
            if f"{prefix}::{name}" in self.program.classes:
                return f"{prefix}::{name}"
        outer, _, last = name.rpartition("::")
        holder = self._named(p.Type(outer), scope) if outer else None
        if holder is not None and f"{holder.name}::{last}" in self.program.classes:
            return f"{holder.name}::{last}"
        candidates = self._class_names.get(last, ())
        fitting = [c for c in candidates if c.endswith("::" + name) or c == name]
        return fitting[0] if fitting else name

    def argument(self, arg: p.TemplateArgument, scope: Scope) -> Bound:
        """A template argument, closed: a shape, or a value where it is one."""
        if not isinstance(arg, p.Type):
            return self._evaluate(arg, scope)
        if not (arg.args or arg.pointer or arg.reference):
            bound = scope.bindings.get(arg.name)
            if bound is not None:
                return bound
            if arg.scope is not None:
                value = self._member(arg.scope, arg.name, scope)
            else:
                value = self._constant(arg.name, scope)
            if value is not None:
                return value
        elif arg.name.endswith("_v") and (value := self.trait_value(arg.name, arg.args, scope)) is not None:
            return value
        return self.resolve(arg, scope)

    def _member(self, outer: p.Type, name: str, scope: Scope) -> Value | None:
        """The value of a constant that a class holds, which reads like a type of its own where the class is open."""
        if name == "value" and (trait := self.trait_value(outer.name, outer.args, scope)) is not None:
            return trait
        instance = self.instance(self.resolve(outer, scope))
        found = self.field(instance, name) if instance is not None else None
        if found is None or not found[0].static:
            return None
        return self._evaluate(p.StaticMember(outer, name, found[0].at), scope)

    def _constant(self, name: str, scope: Scope) -> Value | None:
        """The value of a constant that a template argument names without being known as one."""
        program = self.program
        if name in program.enumerators:
            return constant(program.enumerators[name])
        variable = program.globals.get(name)
        if variable is not None:
            return self._evaluate(p.Name(variable.name, "global", variable.at, variable.key), scope)
        return None

    def _named(self, type: p.Type, scope: Scope) -> Shape | None:
        """What a name stands for when it is a parameter, a trait or an alias, or is nested in a type with arguments."""
        name = type.name
        if type.scope is not None:
            return self._nested(type, type.scope, scope)
        bound = scope.bindings.get(name)
        if isinstance(bound, Shape):
            if type.args and not bound.args:
                args = tuple(self.argument(a, scope) for a in type.args)
                return Shape(bound.name, args, bound.pointer, outer=bound.outer)
            return bound
        trait = self._trait(type, scope)
        if trait is not None:
            return trait
        alias = self._alias(name, scope)
        if alias is None or (alias[0].type.name == name and not alias[0].template and alias[0].type.scope is None):
            return None if type.args else self._injected(name, scope)
        return self._defined(type, *alias, scope)

    def _injected(self, name: str, scope: Scope) -> Shape | None:
        """The class or base of `scope` that this is the bare name of, which there means that class as it is bound."""
        whole = name in self.program.classes
        outer, _, last = name.rpartition("::")
        holders = [(one, name) for one in self._around(scope.instance)]
        if outer and not whole and last in self._class_names:
            held = self.instance(self._named(p.Type(outer), scope))
            holders += [(held, last)] if held is not None else []
        for holder, asked in holders:
            for owner in self.lineage(holder):
                known = owner.cls.name
                if known == asked or (not whole and known.endswith(f"::{asked}")):
                    return owner.shape
        return None

    def _defined(self, type: p.Type, definition: p.Alias, where: Scope, scope: Scope) -> Shape:
        """What an alias stands for with the template arguments that `type` gives it."""
        if definition.template:
            args = tuple(self.argument(a, scope) for a in type.args)
            bindings = dict(where.bindings)
            bindings.update(self.bind(definition.template, args, where))
            where = self.scope(bindings, where.instance)
        return self.resolve(definition.type, where)

    def _nested(self, type: p.Type, outer: p.Type, scope: Scope) -> Shape:
        """A type that another one, with template arguments, holds: `std::conditional<…>::type`, `Base<T>::Element`."""
        first, _, rest = type.name.partition("::")
        if rest:
            return self._nested(replace(type, name=rest), p.Type(first, scope=outer), scope)
        trait = self._trait(outer, scope) if type.name == "type" else None
        if trait is not None:
            return trait
        holder = self.resolve(outer, scope)
        if type.name == "type" and open_choice(holder) is not None:
            return holder
        instance = self.instance(holder)
        alias = self.member_alias(instance, type.name) if instance is not None else None
        if alias is not None:
            return self._defined(type, *alias, scope)
        args = tuple(self.argument(a, scope) for a in type.args)
        for owner in self.lineage(instance) if instance is not None else ():
            name = f"{owner.cls.name}::{type.name}"
            if name in self.program.classes:
                return Shape(name, args, outer=owner.shape)
        return Shape(f"{holder.name}::{type.name}", args)

    def _alias(self, name: str, scope: Scope) -> tuple[p.Alias, Scope] | None:
        for around in self._around(scope.instance) if "::" not in name else ():
            found = self.member_alias(around, name)
            if found is not None:
                return found
        if "::" in name:
            outer, _, last = name.rpartition("::")
            bound = scope.bindings.get(outer)
            holder = bound if isinstance(bound, Shape) else None
            if holder is None and outer:
                holder = self._named(p.Type(outer), scope)
            instance = self.instance(holder) if holder is not None else None
            if instance is not None:
                found = self.member_alias(instance, last)
                if found is not None:
                    return found
        if name not in self.program.aliases:
            candidates = [c for c in self._alias_names.get(name.rpartition("::")[2], ()) if c.endswith("::" + name)]
            if len(candidates) != 1:
                return None
            name = candidates[0]
        # what a function names for itself may be made of its template parameters, and nobody else can ask for it
        local = name.rpartition("::")[0] in self._function_names
        return self.program.aliases[name], scope if local else self.nowhere

    def _trait(self, type: p.Type, scope: Scope) -> Shape | None:
        """The type traits of the standard library that kernels choose their types with."""
        head = _head(type.name)
        args = type.args
        if head in _CONDITIONAL and len(args) == 3:
            chosen = self.argument(args[0], scope)
            if isinstance(chosen, Value):
                chosen = self._of_this_build(chosen)
            if isinstance(chosen, Value) and chosen.is_constant:
                picked = self.argument(args[1] if chosen.payload else args[2], scope)
                return picked if isinstance(picked, Shape) else None
        if (head in _PLAIN or (head.endswith("_t") and head[:-2] in _PLAIN)) and len(args) == 1:
            inner = self.argument(args[0], scope)
            return replace(inner, reference=False) if isinstance(inner, Shape) else None
        return None

    def trait_value(self, name: str, args: tuple[p.TemplateArgument, ...], scope: Scope) -> Value | None:
        """`is_same<A, B>::value` and its kin, decided where both types are known and none is the build's choice."""
        if name.rpartition("::")[2] in _VOID and len(args) == 1:
            asked = self.argument(args[0], scope)
            if isinstance(asked, Shape) and not self._is_unread(asked):
                return agreement(Shape("void"), asked)
        if name.rpartition("::")[2] in _SAME and len(args) == 2:
            left, right = (self.argument(a, scope) for a in args)
            for given, other in ((args[0], right), (args[1], left)):
                # every build of the operator has a type of its own there: any of the arms is some build's
                if isinstance(given, p.Type) and given.name.startswith(p.BUILD_TYPE) and isinstance(other, Shape):
                    return equal(atom(given.name), constant(other.name))
            if isinstance(left, Shape) and isinstance(right, Shape):
                if left.open or right.open:
                    return agreement(right, left) if left.open else agreement(left, right)
                if self._is_unread(left) or self._is_unread(right):
                    return atom(f"is_same<{left.name}, {right.name}>")
                return TRUE if left == right else FALSE
        return None

    def _of_this_build(self, value: Value) -> Value:
        """A truth about types with the types of the build that was read: one class has to be chosen."""
        match value.op:
            case "==":
                names = {arg.op: str(arg.payload) for arg in value.args}
                alias = self.program.aliases.get(names.get("atom", ""))
                if alias is not None and "const" in names:
                    return constant(self.resolve(alias.type, self.nowhere).name == names["const"])
            case "not":
                return negate(self._of_this_build(value.args[0]))
            case "and" | "or":
                return (both if value.op == "and" else either)(*map(self._of_this_build, value.args))
        return value

    def _is_unread(self, shape: Shape) -> bool:
        """Whether the shape stands for a type of which no more is known."""
        return not shape.name or shape.name.startswith("decltype") or shape.name in ("auto", "T")

    # ---------------------------------------------------------------------------------------------- classes

    def bind(self, params: tuple[p.TemplateParameter, ...], args: tuple[Bound, ...], scope: Scope) -> dict[str, Bound]:
        """Parameters bound to arguments, defaults filled in; what stays open is missing."""
        bindings: dict[str, Bound] = {}
        for index, param in enumerate(params):
            if param.pack:
                break
            if index < len(args):
                bindings[param.name] = args[index]
            elif param.default is not None:
                inner = self.scope({**scope.bindings, **bindings}, scope.instance)
                bindings[param.name] = self.argument(param.default, inner)
        return bindings

    def instance(self, shape: Shape | None) -> Instance | None:
        """The class that `shape` names, with its best specialisation; None when the program has none."""
        if shape is None or not shape.name:
            return None
        if shape.pointer or shape.reference or shape.gm:
            shape = shape.plain
        try:
            return self._instances[shape]
        except KeyError:
            self._instances[shape] = None
        self._unfinished += 1
        try:
            found = self._find(shape)
        finally:
            self._unfinished -= 1
        self._instances[shape] = found
        return found

    def _find(self, shape: Shape) -> Instance | None:
        choice = open_choice(shape)
        if choice is not None:
            otherwise = self.instance(choice[2])
            return None if otherwise is None else replace(otherwise, shape=shape)
        classes = self.program.classes.get(shape.name, ())
        best: tuple[int, p.Class, dict[str, Bound]] | None = None
        args, outer, around = self.given(shape)
        for cls in classes:
            bindings: dict[str, Bound] = {}
            if cls.specialises is not None and self.fits(cls, args, bindings, around):
                rank = len(cls.template)
                if best is None or rank < best[0]:
                    best = (rank, cls, bindings)
        if best is not None:
            return Instance(shape, best[1], {**around.bindings, **best[2]}, outer)
        primary = _primary(classes)
        if primary is None:
            return None
        return Instance(shape, primary, {**around.bindings, **self.bind(primary.template, args, around)}, outer)

    def given(self, shape: Shape) -> tuple[tuple[Bound, ...], Instance | None, Scope]:
        """The template arguments of a shape with the defaults behind them, and the class around it with its scope."""
        args = shape.args
        outer = self.instance(shape.outer)
        around = self.scope_of(outer) if outer is not None else self.nowhere
        primary = _primary(self.program.classes.get(shape.name, ()))
        if primary is not None and len(args) < len(primary.template):
            bound = self.bind(primary.template, args, around)
            args = tuple(bound[t.name] for t in primary.template if t.name in bound)
        return args, outer, around

    def fits(
        self,
        cls: p.Class,
        args: tuple[Bound, ...],
        bindings: dict[str, Bound],
        around: Scope,
        asked: list[Value] | None = None,
    ) -> bool:
        """Whether a specialisation can be meant by these arguments; see `unify`."""
        patterns, names = cls.specialises or (), {t.name for t in cls.template}
        return len(patterns) == len(args) and all(
            self.unify(pattern, arg, names, bindings, around, asked)
            for pattern, arg in zip(patterns, args, strict=True)
        )

    def unify(
        self,
        pattern: p.TemplateArgument,
        arg: Bound,
        open_names: set[str],
        bindings: dict[str, Bound],
        scope: Scope,
        asked: list[Value] | None = None,
    ) -> bool:
        """Whether `arg` fits `pattern`, binding the open names on the way.

        Where `asked` is given, an argument that is open itself fits on conditions, which are noted there.
        """
        if isinstance(pattern, p.Type) and pattern.name.rpartition("::")[2] in _ENABLED and pattern.args:
            # no name is found out by such an argument: those before it have bound what it asks about
            inner = self.scope({**scope.bindings, **bindings}, scope.instance)
            made = self.argument(pattern.args[1], inner) if len(pattern.args) > 1 else Shape("void")
            enabled = self.argument(pattern.args[0], inner)
            if asked is not None and isinstance(enabled, Value):
                asked.append(enabled)
            return made == arg and (enabled == TRUE or (asked is not None and enabled != FALSE))
        if isinstance(pattern, p.Type) and pattern.name in open_names and not pattern.args:
            if isinstance(arg, Shape) and (pattern.pointer > arg.pointer):
                return False
            if isinstance(arg, Shape) and pattern.pointer:
                arg = replace(arg, pointer=arg.pointer - pattern.pointer, reference=False)
            known = bindings.setdefault(pattern.name, arg)
            return known == arg or pattern.reference
        if not isinstance(pattern, p.Type) and isinstance(pattern, p.Name) and pattern.name in open_names:
            return bindings.setdefault(pattern.name, arg) == arg
        if isinstance(pattern, p.Type) and isinstance(arg, Shape) and not (asked is not None and arg.open):
            if not pattern.args:
                closed = self.resolve(pattern, scope)
                return (closed.name, closed.args, closed.pointer) == (arg.name, arg.args, arg.pointer)
            name = self._class_name(pattern.name, scope)
            return (
                name.rpartition("::")[2] == arg.name.rpartition("::")[2]
                and pattern.pointer == arg.pointer
                and len(pattern.args) <= len(arg.args)
                and all(
                    self.unify(inner, bound, open_names, bindings, scope, asked)
                    for inner, bound in zip(pattern.args, arg.args, strict=False)
                )
            )
        wanted = self.number(self.argument(pattern, scope), arg)
        if asked is None:
            return wanted == arg
        condition = agreement(wanted, arg)
        asked.append(condition)
        return condition is not FALSE

    def number(self, asked: Bound, given: Bound) -> Bound:
        """What a specialisation asks for where a number is given: constants of the tool chain read like types."""
        if isinstance(asked, Shape) and isinstance(given, Value) and not asked.args:
            return self._evaluate(p.Name(asked.name, "unknown", _NOWHERE), self.nowhere)
        return asked

    def member_alias(self, instance: Instance, name: str) -> tuple[p.Alias, Scope] | None:
        """A type alias of the class or of its bases."""
        for owner in self.lineage(instance):
            alias = owner.cls.aliases.get(name)
            if alias is not None:
                return alias, self.scope_of(owner)
        return None

    def lineage(self, instance: Instance) -> list[Instance]:
        """The class and its bases, nearest first; a cyclic hierarchy ends where it repeats."""
        known = self._lineages.get(id(instance))
        if known is not None:
            return known
        # while the bases are being resolved the class has none: their names cannot come from the bases themselves
        self._lineages[id(instance)] = seen = [instance]
        if instance.cls.bases:
            self._unfinished += 1
            try:
                seen[1:] = self._bases(instance)
            finally:
                self._unfinished -= 1
        return seen

    def _bases(self, instance: Instance) -> list[Instance]:
        scope = self.scope_of(instance)
        found = [instance]
        for base in instance.cls.bases:
            resolved = self.instance(self.resolve(base, scope))
            if resolved is not None:
                found.extend(one for one in self.lineage(resolved) if one not in found)
        return found[1:]

    def field(self, instance: Instance, name: str) -> tuple[p.Field, Instance] | None:
        for owner in self.lineage(instance):
            fields = self._fields.get(id(owner.cls))
            if fields is None:
                # of two of one name the first counts
                fields = self._fields[id(owner.cls)] = {one.name: one for one in reversed(owner.cls.fields)}
            found = fields.get(name)
            if found is not None:
                return found, owner
        return None

    def home(self, name: str, scope: Scope) -> Scope:
        """Where the initialiser of a constant is read: in its class, as the running function's instance has it."""
        owner = name.rpartition("::")[0]
        for around in self._around(scope.instance) if owner else ():
            for instance in self.lineage(around):
                if instance.cls.name == owner:
                    return self.scope_of(instance)
        return self.nowhere

    def methods(self, instance: Instance, name: str) -> list[tuple[p.Function, Instance]]:
        """The overloads of `name` in the first class of the lineage that has any."""
        for owner in self.lineage(instance):
            chosen = self._methods_of(owner.cls).get(name)
            if chosen:
                return [(f, owner) for f in chosen]
        return []

    def has_method(self, instance: Instance, name: str) -> bool:
        """Whether the class itself, its bases left out, has a method of a name."""
        return name in self._methods_of(instance.cls)

    def _methods_of(self, cls: p.Class) -> dict[str, list[p.Function]]:
        """The methods of a class that the program has, by their plain names."""
        known = self._methods.get(id(cls))
        if known is None:
            known = self._methods[id(cls)] = {}
            for key in cls.methods:
                function = self.program.functions.get(key)
                if function is not None:
                    known.setdefault(function.plain_name, []).append(function)
        return known
