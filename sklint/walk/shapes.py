"""What types mean in one program: their template arguments bound, and the classes, fields and methods they have."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TypeAlias

from sklint import program as p
from sklint.walk.matching import Several, fits, open_type, specialised
from sklint.walk.shape import Bindings, Bound, Instance, Scope, Shape, open_choice
from sklint.walk.traits import chosen_type, trait_value
from sklint.walk.values import Value, constant

Evaluate: TypeAlias = Callable[[p.Expression, Scope], Value]

DEEPEST = 40


def _primary(classes: Sequence[p.Class]) -> p.Class | None:
    """The class template itself, of all that share its name."""
    return next((cls for cls in classes if cls.specialises is None), None)


class Shapes:
    """Resolves types and finds classes and methods in one program."""

    def __init__(self, program: p.Program, evaluate: Evaluate) -> None:
        self.program = program
        self.evaluate = evaluate
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
        # what may be meant instead of a class, by its identity
        self._specialised: dict[int, Several] = {}
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
            name = self.class_name(type.name, scope)
            found = self._whole(Shape(name, args, outer=self._outer(name, type.name, scope)))
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
            found.build,
        )

    def _whole(self, shape: Shape) -> Shape:
        """The type with the defaults behind its template arguments: `Work<half>` and `Work<half, 1>` may be one type.

        A bare name stays one, since it may be that of the template.
        """
        primary = _primary(self.program.classes.get(shape.name, ())) if shape.args else None
        if primary is None or primary.stub or len(shape.args) >= len(primary.template):
            return shape
        return replace(shape, args=self.given(shape)[0])

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

    def class_name(self, name: str, scope: Scope) -> str:
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
            return self.evaluate(arg, scope)
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
        elif arg.name.endswith("_v") and (value := trait_value(self, arg.name, arg.args, scope)) is not None:
            return value
        return self.resolve(arg, scope)

    def _member(self, outer: p.Type, name: str, scope: Scope) -> Value | None:
        """The value of a constant that a class holds, which reads like a type of its own where the class is open."""
        if name == "value" and (trait := trait_value(self, outer.name, outer.args, scope)) is not None:
            return trait
        instance = self.instance(self.resolve(outer, scope))
        found = self.field(instance, name) if instance is not None else None
        if found is None or not found[0].static:
            return None
        return self.evaluate(p.StaticMember(outer, name, found[0].at), scope)

    def _constant(self, name: str, scope: Scope) -> Value | None:
        """The value of a constant that a template argument names without being known as one."""
        program = self.program
        if name in program.enumerators:
            return constant(program.enumerators[name])
        variable = program.globals.get(name)
        if variable is not None:
            return self.evaluate(p.Name(variable.name, "global", variable.at, variable.key), scope)
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
                return Shape(bound.name, args, bound.pointer, outer=bound.outer, build=bound.build)
            return bound
        trait = chosen_type(self, type, scope)
        if trait is None and "::" in name:
            trait = self._open(self._holder(name, scope), replace(type, name=name.rpartition("::")[2]), scope)
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
        found = self.resolve(definition.type, where)
        if type.name.startswith(p.BUILD_TYPE) and type.name in self.program.aliases:
            types = self.program.build_types.get(type.name)
            return found if types is not None and types <= {found.name} else replace(found, build=type.name)
        return found

    def _nested(self, type: p.Type, outer: p.Type, scope: Scope) -> Shape:
        """A type that another one, with template arguments, holds: `std::conditional<…>::type`, `Base<T>::Element`."""
        first, _, rest = type.name.partition("::")
        if rest:
            return self._nested(replace(type, name=rest), p.Type(first, scope=outer), scope)
        trait = chosen_type(self, outer, scope) if type.name == "type" else None
        if trait is not None:
            return trait
        holder = self.resolve(outer, scope)
        if type.name == "type" and open_choice(holder) is not None:
            return holder
        instance = self.instance(holder)
        several = self._open(instance, type, scope)
        if several is not None:
            return several
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
        instance = self._holder(name, scope)
        if instance is not None:
            found = self.member_alias(instance, name.rpartition("::")[2])
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

    def _holder(self, name: str, scope: Scope) -> Instance | None:
        """The class that a qualified name asks for the last part of it."""
        outer = name.rpartition("::")[0]
        bound = scope.bindings.get(outer) if outer else None
        return self.instance(
            bound if isinstance(bound, Shape) else self._named(p.Type(outer), scope) if outer else None
        )

    def _open(self, instance: Instance | None, type: p.Type, scope: Scope) -> Shape | None:
        """The choice among the types that specialisations of a class hold by the name of `type`, if there is one."""
        if instance is None:
            return None
        return open_type(self, instance, type, lambda alias, where: self._defined(type, alias, where, scope))

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
            if cls.specialises is not None and fits(self, cls, args, bindings, around):
                rank = len(cls.template)
                if best is None or rank < best[0]:
                    best = (rank, cls, bindings)
        if best is not None:
            return Instance(shape, best[1], {**around.bindings, **best[2]}, outer)
        primary = _primary(classes)
        if primary is None:
            return None
        return Instance(shape, primary, {**around.bindings, **self.bind(primary.template, args, around)}, outer)

    def specialised(self, instance: Instance) -> Several:
        """What may be meant instead of a class with open template arguments, each on its condition."""
        try:
            return self._specialised[id(instance)]
        except KeyError:
            # while they are looked for the class has none
            self._specialised[id(instance)] = ()
        self._unfinished += 1
        try:
            found = self._specialised[id(instance)] = specialised(self, instance)
        finally:
            self._unfinished -= 1
        return found

    def is_own(self, shape: Shape) -> bool:
        """Whether a type is a class of the program, and not of the API."""
        classes = self.program.classes.get(shape.name, ())
        return bool(classes) and not classes[0].stub

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
            chosen = self.own_methods(owner, name)
            if chosen:
                return [(f, owner) for f in chosen]
        return []

    def own_methods(self, instance: Instance, name: str) -> Sequence[p.Function]:
        """The overloads of `name` in the class itself, its bases left out."""
        return self._methods_of(instance.cls).get(name, ())

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
