"""Expressions of the program model as people write them, for messages and drawings."""

from __future__ import annotations

from sklint import program as p

# What clang calls a structure or union without a name, which a member is inside of.
UNNAMED = "(anonymous "


def render(e: p.Expression | p.Type | None) -> str:
    """The expression in one line; long parts are cut."""
    text = _render(e)
    return text if len(text) <= 120 else text[:117] + "..."


def type_text(t: p.Type) -> str:
    args = f"<{', '.join(_render(a) for a in t.args)}>" if t.args else ""
    return f"{t.name or t.text}{args}{'*' * t.pointer}"


def _render(e: p.Expression | p.Type | None) -> str:
    match e:
        case None:
            return "…"
        case p.Type():
            return type_text(e)
        case p.Literal(value=value):
            return str(value).lower() if isinstance(value, bool) else "nullptr" if value is None else str(value)
        case p.Name(name=name, args=args):
            return name.removeprefix("AscendC::") + _arguments(args)
        case p.This():
            return "this"
        case p.Member(base=p.This(), name=name, args=args):
            return name + _arguments(args)
        case p.Member(base=base, name=name) if UNNAMED in name:
            return _render(base)
        case p.Member(base=base, name=name, arrow=arrow, args=args):
            return f"{_render(base)}{'->' if arrow else '.'}{name}{_arguments(args)}"
        case p.StaticMember(type=type, name=name, args=args):
            return f"{type_text(type)}::{name}{_arguments(args)}"
        case p.Call(callee=callee, args=parts):
            return f"{_render(callee)}({', '.join(map(_render, parts))})"
        case p.Launch(kernel=kernel, grid=grid, args=parts):
            return f"{_render(kernel)}<<<{', '.join(map(_render, grid))}>>>({', '.join(map(_render, parts))})"
        case p.Unary(op="post++" | "post--", operand=operand):
            return f"{_render(operand)}{e.op[4:]}"
        case p.Unary(op=op, operand=operand):
            return f"{op}{_render(operand)}"
        case p.Binary(op=op, left=left, right=right):
            return f"{_nested(left)} {op} {_nested(right)}"
        case p.Assign(op=op, target=target, value=value):
            return f"{_render(target)} {op}= {_render(value)}"
        case p.Conditional(condition=condition, then=then, otherwise=otherwise):
            return f"{_nested(condition)} ? {_render(then)} : {_render(otherwise)}"
        case p.Index(base=base, index=index):
            return f"{_render(base)}[{_render(index)}]"
        case p.Cast(operand=operand):
            return _render(operand)
        case p.Construct(type=type, args=parts):
            return f"{type_text(type)}({', '.join(map(_render, parts))})"
        case p.InitList(items=items):
            return f"{{{', '.join(map(_render, items))}}}"
        case p.Lambda():
            return "[…]"
        case p.SizeOf(type=type, operand=operand):
            return f"sizeof({type_text(type) if type else _render(operand)})"
    return "…"


def _nested(e: p.Expression) -> str:
    text = _render(e)
    return f"({text})" if isinstance(e, (p.Binary, p.Conditional, p.Assign)) else text


def _arguments(args: tuple[p.TemplateArgument, ...]) -> str:
    return f"<{', '.join(_render(a) for a in args)}>" if args else ""
