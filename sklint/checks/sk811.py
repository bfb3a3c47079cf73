"""SK811 sk-bind-signature: a bound function whose signature is not that of a `__sk__` function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklint import program as p
from sklint.checks.bindings import Binding, Instance, bindings, shown
from sklint.finding import Finding, Message, Step, message
from sklint.walk.addresses import size_of
from sklint.walk.kernel import WalkedKernel

CODE = "SK811"
_REPAIR = message("declare it `__sk__ void name(const Args *args)`, or with a second parameter `sk::SkSystemArgs *`")


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each bound function once, with the first thing that is wrong with it."""
    told: set[str] = set()
    for binding in bindings(program):
        if not binding.of_a_kernel or binding.kernel is None:
            continue
        for function in binding.bound():
            wrong = _wrong(binding, function)
            said = wrong or _writable(binding, function)
            if said is None or function.function.key in told:
                continue
            told.add(function.function.key)
            yield Finding(
                CODE,
                "info" if wrong is None else "error",
                "proved",
                said,
                function.at,
                (binding.kernel.plain_name,),
                repair=_REPAIR,
                trace=(Step(binding.at, message("it is bound to `{kernel}` here", kernel=binding.kernel.name)),),
            )


def _wrong(binding: Binding, function: Instance) -> Message | None:
    declared = function.function
    scope = binding.scope(function)
    if "sk" not in declared.attributes:
        return message(
            "`{name}` is bound as the SuperKernel entry of an operator and is not declared `__sk__`: there is no "
            "such entry to call",
            name=function.plain_name,
        )
    result = binding.types.resolve(declared.returns, scope)
    if result.name and (result.name != "void" or result.pointer):
        return message(
            "`{name}` returns `{type}`: a `__sk__` function returns nothing", name=function.plain_name, type=result.name
        )
    if not declared.params:
        return message(
            "`{name}` takes no arguments: a `__sk__` function gets a pointer to the structure that holds them",
            name=function.plain_name,
        )
    if len(declared.params) > 2:
        return message(
            "`{name}` has {count} parameters: a `__sk__` function takes the pointer to its arguments and, if it wants "
            "them, the system arguments",
            name=function.plain_name,
            count=len(declared.params),
        )
    return _wrong_parameter(binding, function)


def _wrong_parameter(binding: Binding, function: Instance) -> Message | None:
    scope = binding.scope(function)
    first, *rest = function.function.params
    shape = binding.types.resolve(first.type, scope)
    plain = shape.pointer == 1 and (shape.name == "void" or size_of(type(shape)(shape.name)) > 0)
    if shape.pointer != 1 or shape.reference or plain:
        return message(
            "the first parameter of `{name}` is `{type}`: the framework passes a pointer to a constant structure of "
            "the arguments",
            name=function.plain_name,
            type=_as_written(first.type, shown(shape)),
        )
    for second in rest:
        shape = binding.types.resolve(second.type, scope)
        if shape.name.rpartition("::")[2] != "SkSystemArgs" or shape.pointer != 1:
            return message(
                "the second parameter of `{name}` is `{type}`: the framework passes a pointer to `sk::SkSystemArgs` "
                "there",
                name=function.plain_name,
                type=_as_written(second.type, shown(shape)),
            )
    return None


def _writable(binding: Binding, function: Instance) -> Message | None:
    """What is said of arguments that the function could write: it is called all the same (guide, note on rule 1)."""
    first = function.function.params[0]
    if first.type.const:
        return None
    shape = binding.types.resolve(first.type, binding.scope(function))
    return message(
        "`{name}` takes its arguments as `{type}`, which it could write: the documented signature has a pointer to a "
        "constant structure",
        name=function.plain_name,
        type=_as_written(first.type, shown(shape)),
    )


def _as_written(type: p.Type, shape: str) -> str:
    return f"{'const ' if type.const else ''}{shape}{' &' if type.reference else ''}"
