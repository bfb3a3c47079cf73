"""Functions, classes, aliases and globals: from declarations to the program model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from sklint.parse import kinds, typetext
from sklint.parse.context import Context
from sklint.parse.declared import Declared
from sklint.parse.native import Cursor, text_of
from sklint.parse.nodes import Node, children, tree
from sklint.parse.statements import Statements
from sklint.program import (
    Alias,
    Class,
    Expression,
    Field,
    Function,
    Parameter,
    Span,
    TemplateArgument,
    TemplateParameter,
    Type,
    Variable,
)

_ALIGNED = re.compile(r"\b(?:alignas|aligned|__aligned__)\s*\(\s*(\d*)\s*\)")
_PARAMETER_KINDS = {
    kinds.TYPE_PARAMETER: "type",
    kinds.VALUE_PARAMETER: "value",
    kinds.TEMPLATE_PARAMETER: "template",
}


def function_of(context: Context, declared: Declared) -> Function:
    """The function a key stands for; of a stub's the name says everything, its meaning is in the facts."""
    if not declared.user:
        raw = context.lib.getCursorLocation(declared.cursor).raw
        at = context.positions.span(raw, raw)
        params = _stub_parameters(context, declared) if context.stub_parameters else ()
        return Function(declared.key, declared.name, params, Type(""), at, owner=declared.owner, stub=True)
    root = tree(declared.cursor)
    defaults = _first_defaults(context, declared)
    context.declarations.begin_function()
    statements = Statements(context, root, declared.name)
    lib = context.lib
    own = declared.plain
    name = f"{declared.owner}::{own}" if declared.owner else declared.name
    bodies = [child for child in root.children if child.kind == kinds.COMPOUND]
    params = statements.parameters(child for child in root.children if child.kind == kinds.PARAMETER)
    if len(defaults) == len(params):
        given = (own.default or first for own, first in zip(params, defaults, strict=True))
        params = tuple(replace(own, default=default) for own, default in zip(params, given, strict=True))
    method = root.kind == kinds.METHOD or (root.kind == kinds.FUNCTION_TEMPLATE and bool(declared.owner))
    return Function(
        declared.key,
        name,
        params,
        context.types.result_of(root),
        _place(context, root, statements),
        statements.block(bodies[-1]) if bodies else None,
        template_parameters(context, root, statements),
        _specialised(context, root),
        declared.owner,
        attributes(context, (child.cursor for child in root.children)),
        method and bool(lib.CXXMethod_isStatic(root.cursor)),
        method and bool(lib.CXXMethod_isVirtual(root.cursor)),
        initialisers=_initialisers(root, statements)
        if root.kind in (kinds.CONSTRUCTOR, kinds.FUNCTION_TEMPLATE)
        else (),
        name_at=_name_place(context, root),
        constant=method and bool(lib.CXXMethod_isConst(root.cursor)),
        within=_within(context, root),
    )


def _first_defaults(context: Context, declared: Declared) -> tuple[Expression | None, ...]:
    """The default values that the first declaration of a function gives, where the function is defined behind it."""
    first = context.lib.getCanonicalCursor(declared.cursor)
    if first.decl == declared.cursor.decl:
        return ()
    root = Node(first.kind, first)
    root.children = [tree(child) for child in children(first) if child.kind == kinds.PARAMETER]
    return tuple(param.default for param in Statements(context, root, declared.name).parameters(root.children))


def _name_place(context: Context, root: Node) -> Span:
    raw = context.lib.getCursorLocation(root.cursor).raw
    return context.positions.span(raw, raw)


def _stub_parameters(context: Context, declared: Declared) -> tuple[Parameter, ...]:
    root = Node(declared.cursor.kind, declared.cursor)
    root.children = [tree(child) for child in children(declared.cursor) if child.kind == kinds.PARAMETER]
    return Statements(context, root, declared.name).parameters(root.children)


def _place(context: Context, root: Node, statements: Statements) -> Span:
    """The whole declaration; it stems from a macro if its name does (keywords such as `__aicore__` are macros too)."""
    at = statements.span(root)
    named = context.positions.place(context.lib.getCursorLocation(root.cursor).raw)
    macro = named.macro if named is not None else at.macro
    return replace(at, macro=macro) if macro != at.macro else at


def attributes(context: Context, below: Iterable[Cursor]) -> tuple[str, ...]:
    """The annotations among what stands directly below a declaration, each once."""
    found = (text_of(context.lib.getCursorSpelling(cursor)) for cursor in below if cursor.kind == kinds.ANNOTATION)
    return tuple(dict.fromkeys(found))


def template_parameters(context: Context, root: Node, statements: Statements) -> tuple[TemplateParameter, ...]:
    """The template parameters a declaration introduces, with their defaults."""
    found = []
    for child in root.children:
        what = _PARAMETER_KINDS.get(child.kind)
        if what is None:
            continue
        name = context.declarations.spelling(child.cursor)
        begin, end = statements.expressions.extent(child)
        text = context.positions.text(begin, end) or ""
        found.append(TemplateParameter(name, what, _default(context, child, text, statements), "..." in text))
    return tuple(found)


def _default(context: Context, node: Node, text: str, statements: Statements) -> TemplateArgument | None:
    operands = statements.expressions.operands(node)
    if node.kind == kinds.VALUE_PARAMETER:
        return statements.expressions.lower(operands[-1]) if operands else None
    _, equals, default = text.partition("=")
    if not equals or not default.strip():
        return None
    return typetext.argument_of(default, statements.span(node), context.names_near(node))


def _specialised(context: Context, root: Node) -> tuple[TemplateArgument, ...] | None:
    """The arguments of an explicit function specialisation: those written behind its name."""
    tail = context.specialising(root.cursor)
    return None if tail is None else typetext.arguments_of(tail, context.positions.nowhere, context.names_near(root))


def _within(context: Context, root: Node) -> tuple[TemplateArgument, ...] | None:
    """The arguments of the class in the name of a method outside it; None where there are none, or open ones."""
    if root.kind != kinds.METHOD:
        return None
    lib = context.lib
    owner = lib.getCursorSemanticParent(root.cursor)
    template = lib.getSpecializedCursorTemplate(owner)
    if owner.kind == kinds.PARTIAL_SPECIALISATION or template.kind != kinds.CLASS_TEMPLATE:
        return None
    name = lib.getCursorLocation(root.cursor).raw
    text = (context.positions.text(lib.getCursorExtent(root.cursor).begin, name) or "").rstrip().removesuffix("::")
    if not text.endswith(">"):
        return None
    depth, start = 1, len(text) - 1
    while depth and start:
        start -= 1
        depth += {">": 1, "<": -1}.get(text[start], 0)
    return typetext.arguments_of(text[start:], context.positions.nowhere, context.names_near(root))


def _initialisers(root: Node, statements: Statements) -> tuple[tuple[str, tuple[Expression, ...]], ...]:
    """A constructor's initialisers: a member or base reference, then the expression that starts it."""
    found: list[tuple[str, tuple[Expression, ...]]] = []
    name, value = "", None
    own_name = statements.lib.getCursorLocation(root.cursor).raw
    for child in root.children:
        if child.kind == kinds.COMPOUND:
            break
        if statements.expressions.extent(child)[0] < own_name:
            # the class that a definition outside of it is qualified with
            continue
        if child.kind in (kinds.MEMBER_REF, kinds.TYPE_REF, kinds.TEMPLATE_REF):
            if (
                name
                and value is not None
                and (child.kind == kinds.MEMBER_REF or _closed(name, value, child, statements))
            ):
                found.append((name, _initial_values(value, statements)))
                name = ""
            if child.kind == kinds.MEMBER_REF or not name:
                referenced = statements.lib.getCursorReferenced(child.cursor)
                name, value = statements.context.declarations.of(referenced).plain, None
        elif name and kinds.FIRST_EXPRESSION <= child.kind < kinds.FIRST_STATEMENT:
            # the template arguments of a base stand before what it is made from
            value = child
    if name and value is not None:
        found.append((name, _initial_values(value, statements)))
    return tuple(found)


def _closed(name: str, value: Node, following: Node, statements: Statements) -> bool:
    """Whether `value` is what `name` is made from, and not a template argument of it: then a bracket closes behind it.

    What a base of unknown type is made from is the bracket itself, and a known one is made by a call of its name.
    """
    extent, text = statements.expressions.extent, statements.context.positions.text
    own, between = text(*extent(value)), text(extent(value)[1], extent(following)[0])
    if own is None or between is None:
        return True
    return own.startswith(("(", "{", name)) or ")" in between or "}" in between


def _initial_values(node: Node, statements: Statements) -> tuple[Expression, ...]:
    expressions = statements.expressions
    if node.kind == kinds.INIT_LIST or (
        node.kind == kinds.UNEXPOSED
        and (not node.children or expressions.extent(node.children[0])[0] != expressions.extent(node)[0])
    ):
        return expressions.parts(node)
    return (expressions.lower(node),)


# -------------------------------------------------------------------------------------------------- classes


def class_of(context: Context, declared: Declared) -> Class:
    """A class with its fields, bases, aliases and the keys of its methods; constructors and operators become wanted."""
    root = _class_tree(declared.cursor)
    statements = Statements(context, root, declared.name)
    declarations = context.declarations
    fields: list[Field] = []
    methods: list[str] = []
    aliases: dict[str, Alias] = {}
    bases: list[Type] = []
    for child in root.children:
        if child.kind in (kinds.FIELD, kinds.VARIABLE):
            fields.append(_field(context, child, statements))
        elif child.kind == kinds.BASE:
            bases.append(context.types.of_cursor(child))
        elif child.kind in kinds.ALIASES:
            alias = alias_of(context, child)
            aliases[alias.name] = alias
        elif child.kind in kinds.FUNCTIONS and declared.user:
            method = declarations.of(child.cursor)
            methods.append(method.key)
            if child.kind in (kinds.CONSTRUCTOR, kinds.DESTRUCTOR) or _implied(method.plain, declared):
                context.use(method)
        elif child.kind in kinds.CLASSES and declared.user:
            # it may be named by way of a type that clang does not know yet, as `Holder<T>::Held::Own`
            context.use(declarations.of(child.cursor))
    return Class(
        declared.name,
        declarations.usr(declared.cursor),
        statements.span(root),
        template_parameters(context, root, statements),
        _class_arguments(context, root, declared.plain),
        tuple(bases),
        tuple(fields),
        tuple(methods),
        aliases,
        not declared.user,
        declared.user and _packed(context, root),
    )


def _packed(context: Context, root: Node) -> bool:
    """By its attribute, or because it is aligned less than one of its fields (of a template nobody knows)."""
    if any(child.kind == kinds.PACKED for child in root.children):
        return True

    def alignment(node: Node) -> int:
        return int(context.lib.Type_getAlignOf(context.lib.getCursorType(node.cursor)))

    whole = alignment(root)
    return whole > 0 and any(alignment(child) > whole for child in root.children if child.kind == kinds.FIELD)


def _implied(plain: str, declared: Declared) -> bool:
    """Operators and template constructors run without being named."""
    return plain.startswith("operator") or plain == declared.plain


def _class_tree(cursor: Cursor) -> Node:
    root = Node(cursor.kind, cursor)
    for child in children(cursor):
        if child.kind in kinds.FUNCTIONS or child.kind in kinds.CLASSES or child.kind == kinds.ENUM:
            root.children.append(Node(child.kind, child))
        else:
            root.children.append(tree(child))
    return root


def _field(context: Context, node: Node, statements: Statements) -> Field:
    type_ = context.types.of_cursor(node)
    operands = statements.expressions.operands(node)
    sizes = 0
    inner = type_
    while inner.name == "[]":
        sizes += len(inner.args) - 1
        element = inner.args[0]
        if not isinstance(element, Type):
            break
        inner = element
    init = statements.expressions.lower(operands[-1]) if len(operands) > sizes and _initialised(context, node) else None
    name = context.declarations.spelling(node.cursor)
    return Field(name, type_, statements.span(node), init, node.kind == kinds.VARIABLE, _alignment(context, node))


def _alignment(context: Context, node: Node) -> int:
    """What the declaration asks for, as clang prints it: in the source a macro may stand there."""
    if not any(child.kind == kinds.ALIGNED for child in node.children):
        return 0
    asked = _ALIGNED.findall(text_of(context.lib.getCursorPrettyPrinted(node.cursor, None)))
    return max((int(number) for number in asked if number), default=-1)


def _initialised(context: Context, node: Node) -> bool:
    raw = context.lib.getCursorLocation(node.cursor).raw
    extent = context.lib.getCursorExtent(node.cursor)
    text = context.positions.text(raw, extent.end)
    return text is None or "=" in text or text.rstrip().endswith("}")


def _class_arguments(context: Context, root: Node, plain: str) -> tuple[TemplateArgument, ...] | None:
    template = context.lib.getSpecializedCursorTemplate(root.cursor)
    if root.kind != kinds.PARTIAL_SPECIALISATION and template.kind != kinds.CLASS_TEMPLATE:
        return None
    text = context.positions.after(context.lib.getCursorLocation(root.cursor).raw, 600) or ""
    tail = text.partition(plain)[2].lstrip()
    return typetext.arguments_of(tail, context.positions.nowhere, context.names_near(root))


def alias_of(context: Context, node: Node) -> Alias:
    """A `using` or `typedef`, perhaps a template."""
    name = context.declarations.spelling(node.cursor)
    if node.kind == kinds.ALIAS_TEMPLATE:
        statements = Statements(context, node, name)
        inner = [child for child in node.children if child.kind == kinds.TYPE_ALIAS]
        target = (
            context.types.of(context.lib.getTypedefDeclUnderlyingType(inner[0].cursor), inner[0]) if inner else Type("")
        )
        return Alias(name, target, template_parameters(context, node, statements))
    return Alias(name, context.types.of(context.lib.getTypedefDeclUnderlyingType(node.cursor), node))


def global_of(context: Context, declared: Declared) -> Variable:
    """A namespace-scope or static member variable."""
    root = tree(declared.cursor)
    if not declared.user:
        root.children = [child for child in root.children if child.kind in kinds.REFERENCES]
    return Statements(context, root, declared.name).variable(root)
