"""The program model as C++-like text, so that tests can say what they expect in one line."""

from __future__ import annotations

from sklint import program as model


def expression(node: model.Expression) -> str:
    match node:
        case model.Literal(value=value):
            return repr(value) if isinstance(value, str) else str(value).lower()
        case model.Name(name=name, args=args):
            return name + arguments(args)
        case model.This():
            return "this"
        case model.Member(base=base, name=name, arrow=arrow, args=args):
            return f"{expression(base)}{'->' if arrow else '.'}{name}{arguments(args)}"
        case model.StaticMember(type=owner, name=name, args=args):
            return f"{type_(owner)}::{name}{arguments(args)}"
        case model.Call(callee=callee, args=args):
            return f"{expression(callee)}({listed(args)})"
        case model.Launch(kernel=kernel, grid=grid, args=args):
            return f"{expression(kernel)}<<<{listed(grid)}>>>({listed(args)})"
        case model.Unary(op=op, operand=operand):
            return f"({expression(operand)}{op[4:]})" if op.startswith("post") else f"({op}{expression(operand)})"
        case model.Binary(op=op, left=left, right=right):
            return f"({expression(left)} {op} {expression(right)})"
        case model.Assign(op=op, target=target, value=value):
            return f"{expression(target)} {op}= {expression(value)}"
        case model.Conditional(condition=condition, then=then, otherwise=otherwise):
            return f"({expression(condition)} ? {expression(then)} : {expression(otherwise)})"
        case model.Index(base=base, index=index):
            return f"{expression(base)}[{expression(index)}]"
        case model.Cast(type=target, operand=operand):
            return f"({type_(target)}){expression(operand)}"
        case model.Construct(type=target, args=args):
            return f"{type_(target)}{{{listed(args)}}}"
        case model.InitList(items=items):
            return f"{{{listed(items)}}}"
        case model.Lambda(params=params, body=body):
            return f"[]({parameters(params)}) {statement(body)}"
        case model.SizeOf(type=target, operand=operand):
            return f"sizeof({type_(target) if target else expression(operand) if operand else ''})"
        case model.Opaque(what=what, parts=parts):
            return f"?{what}({listed(parts)})"
    raise AssertionError(node)


def listed(nodes: tuple[model.Expression, ...]) -> str:
    return ", ".join(expression(node) for node in nodes)


def arguments(args: tuple[model.TemplateArgument, ...]) -> str:
    return f"<{', '.join(argument(one) for one in args)}>" if args else ""


def argument(one: model.TemplateArgument) -> str:
    return type_(one) if isinstance(one, model.Type) else expression(one)


def type_(one: model.Type) -> str:
    if one.name == "[]":
        size = argument(one.args[1]) if len(one.args) > 1 else ""
        return f"{argument(one.args[0])}[{size}]{'&' if one.reference else ''}"
    scope = type_(one.scope) + "::" if one.scope else ""
    name = one.name or f"?{one.text}?"
    gm = "gm " if one.gm else ""
    const = "const " if one.const else ""
    return f"{gm}{const}{scope}{name}{arguments(one.args)}{'*' * one.pointer}{'&' if one.reference else ''}"


def parameters(params: tuple[model.Parameter, ...]) -> str:
    return ", ".join(
        f"{type_(one.type)} {one.name}" + (f" = {expression(one.default)}" if one.default else "") for one in params
    )


def variable(one: model.Variable) -> str:
    words = ("static " if one.static else "") + ("constexpr " if one.constexpr else "")
    return f"{words}{type_(one.type)} {one.name}" + (f" = {expression(one.init)}" if one.init else "")


def statement(node: model.Statement | None) -> str:
    match node:
        case None:
            return ""
        case model.Block(body=body):
            return "{" + " ".join(statement(one) for one in body) + "}"
        case model.Declare(variables=variables):
            return ", ".join(variable(one) for one in variables) + ";"
        case model.Evaluate(expression=inner):
            return expression(inner) + ";"
        case model.If(condition=condition, then=then, otherwise=otherwise, init=init, constexpr=constexpr):
            head = "if constexpr" if constexpr else "if"
            start = statement(init) + " " if init else ""
            tail = f" else {statement(otherwise)}" if otherwise else ""
            return f"{head} ({start}{expression(condition) if condition else '?'}) {statement(then)}{tail}"
        case model.Loop(kind="for", init=init, condition=condition, step=step, body=body):
            start = statement(init) if init else ";"
            test = expression(condition) if condition else ""
            return f"for ({start} {test}; {expression(step) if step else ''}) {statement(body)}"
        case model.Loop(kind="range", variable=each, sequence=sequence, body=body):
            named = variable(each) if each else "?"
            return f"for ({named} : {expression(sequence) if sequence else '?'}) {statement(body)}"
        case model.Loop(kind="while", init=init, condition=condition, body=body):
            start = statement(init) + " " if init else ""
            return f"while ({start}{expression(condition) if condition else '?'}) {statement(body)}"
        case model.Loop(condition=condition, body=body):
            return f"do {statement(body)} while ({expression(condition) if condition else '?'});"
        case model.Switch(subject=subject, cases=cases):
            return f"switch ({expression(subject)}) {{{' '.join(case(one) for one in cases)}}}"
        case model.Return(value=value):
            return f"return {expression(value)};" if value else "return;"
        case model.Break():
            return "break;"
        case model.Continue():
            return "continue;"
        case model.Goto(label=label):
            return f"goto {label};"
    raise AssertionError(node)


def case(one: model.Case) -> str:
    labels = [f"case {expression(value)}:" for value in one.values] + (["default:"] if one.default else [])
    return " ".join([*labels, *(statement(inner) for inner in one.body)])


def function(one: model.Function) -> str:
    template = f"template<{', '.join(template_parameter(p) for p in one.template)}> " if one.template else ""
    special = arguments(one.specialises) if one.specialises else ""
    starts = "".join(f" :{name}({listed(values)})" for name, values in one.initialisers)
    head = f"{template}{type_(one.returns)} {one.name}{special}({parameters(one.params)}){starts}"
    return f"{head} {statement(one.body)}" if one.body else head + ";"


def template_parameter(one: model.TemplateParameter) -> str:
    default = f" = {argument(one.default)}" if one.default else ""
    return f"{one.kind}{'...' if one.pack else ''} {one.name}{default}"
