"""SK813 sk-bind-arguments: a structure of arguments that does not mirror the parameters of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint import program as p
from sklint.checks.argument_types import LEAST, alike, differ_in_sign, width
from sklint.checks.bindings import Binding, Instance, bindings, shown
from sklint.finding import Finding, Message, Step, message
from sklint.walk import shape
from sklint.walk.kernel import WalkedKernel
from sklint.walk.shapes import Shapes

CODE = "SK813"


@dataclass(frozen=True, slots=True)
class _Place:
    """A field or a parameter with its resolved type."""

    name: str
    type: shape.Shape
    at: p.Span
    alignment: int = 0


@dataclass(frozen=True, slots=True)
class _Mirror:
    """A structure beside the kernel whose parameters it stands for."""

    types: Shapes
    name: str
    at: p.Span
    fields: tuple[_Place, ...]
    kernel: str
    params: tuple[_Place, ...]
    packed: bool


@dataclass(frozen=True, slots=True)
class _Wrong:
    said: Message
    at: p.Span
    repair: Message
    sure: bool = True


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """The first thing that differs, for each structure and each kernel that it is used for."""
    told: set[tuple[shape.Shape, str]] = set()
    for binding in bindings(program):
        kernel = binding.kernel
        if not binding.of_a_kernel or kernel is None or kernel.lacks_arguments:
            continue
        for function in binding.bound():
            structure = _structure(binding, function)
            if structure is None or (structure.shape, kernel.name) in told:
                continue
            told.add((structure.shape, kernel.name))
            wrong = _wrong(_mirror(binding, structure, kernel))
            if wrong is not None:
                yield Finding(
                    CODE,
                    "error" if wrong.sure else "warning",
                    "proved" if wrong.sure else "likely",
                    wrong.said,
                    wrong.at,
                    (kernel.plain_name,),
                    repair=wrong.repair,
                    trace=(
                        Step(function.at, message("`{name}` takes its arguments from it", name=function.plain_name)),
                        Step(binding.at, message("it is bound to `{kernel}` here", kernel=kernel.name)),
                        Step(kernel.at, message("the kernel is declared here")),
                    ),
                )


def _structure(binding: Binding, function: Instance) -> shape.Instance | None:
    """What the first parameter of a bound function points to; None where that is no class of the program."""
    if not function.function.params or function.lacks_arguments:
        return None
    shape = binding.types.resolve(function.function.params[0].type, binding.scope(function))
    found = binding.types.instance(shape) if shape.pointer == 1 else None
    return None if found is None or found.cls.stub else found


def _mirror(binding: Binding, structure: shape.Instance, kernel: Instance) -> _Mirror:
    types, scope = binding.types, binding.scope(kernel)
    params = (_Place(param.name, types.resolve(param.type, scope), kernel.at) for param in kernel.function.params)
    cls = structure.cls
    name = cls.name.rpartition("::")[2]
    return _Mirror(types, name, cls.at, tuple(_fields(types, structure)), kernel.plain_name, tuple(params), cls.packed)


def _fields(types: Shapes, structure: shape.Instance) -> Iterator[_Place]:
    """The fields in the order they lie, those of bases first."""
    scope = types.scope_of(structure)
    for base in structure.cls.bases:
        inherited = types.instance(types.resolve(base, scope))
        if inherited is not None:
            yield from _fields(types, inherited)
    for field in structure.cls.fields:
        if not field.static:
            yield _Place(field.name, types.resolve(field.type, scope), field.at, field.alignment)


def _wrong(mirror: _Mirror) -> _Wrong | None:
    fields, params = mirror.fields, mirror.params
    if mirror.packed:
        said = message(
            "`{name}` is packed: its fields lie closer than the arguments of the launch that are copied over them",
            name=mirror.name,
        )
        return _Wrong(said, mirror.at, message("leave the fields where the compiler puts them"))
    if len(fields) < len(params) and (lost := _left_out(mirror, params, fields)) is not None:
        return _missing(mirror, lost)
    if len(fields) > len(params) and (extra := _left_out(mirror, fields, params)) is not None:
        said = message(
            "field `{field}` stands for no parameter of `{kernel}`: it is filled with the argument behind it, and so "
            "are all that follow",
            field=extra.name,
            kernel=mirror.kernel,
        )
        return _Wrong(said, extra.at, message("take it out: the structure holds the parameters and nothing else"))
    for field, param in zip(fields, params, strict=False):
        found = _field(mirror, field, param)
        if found is not None:
            return found
    return _exchanged(mirror)


def _left_out(mirror: _Mirror, longer: Sequence[_Place], shorter: Sequence[_Place]) -> _Place | None:
    """The first of `longer` that `shorter` leaves out, where it is otherwise the same; by name where names agree."""
    names = [place.name for place in longer]
    if set(names).issuperset(place.name for place in shorter):
        kept = {place.name for place in shorter}
        rest = [place for place in longer if place.name in kept]
        lost = [place for place in longer if place.name not in kept]
    else:
        rest, lost = [], []
        for place in longer:
            fits = len(rest) < len(shorter) and alike(mirror.types, place.type, shorter[len(rest)].type) is not False
            (rest if fits else lost).append(place)
    same = len(rest) == len(shorter) and all(
        alike(mirror.types, one.type, other.type) is not False for one, other in zip(rest, shorter, strict=True)
    )
    return lost[0] if same and lost else None


def _missing(mirror: _Mirror, param: _Place) -> _Wrong:
    said = message(
        "`{name}` has no field for `{param}` of `{kernel}`: what lies behind it is read as another argument",
        name=mirror.name,
        param=param.name,
        kernel=mirror.kernel,
    )
    return _Wrong(said, mirror.at, message("give it one field for each parameter, in their order"))


def _field(mirror: _Mirror, field: _Place, param: _Place) -> _Wrong | None:
    """What is wrong with a field that stands for a parameter."""
    if 0 < width(field.type) < LEAST and 0 <= field.alignment < LEAST and width(param.type) < LEAST:
        said = message(
            "field `{field}` is shorter than four bytes and has no `alignas(4)`: in the packed arguments every one "
            "begins at a multiple of four",
            field=field.name,
        )
        repair = message("write `alignas(4) {type} {field}`", type=shown(field.type), field=field.name)
        return _Wrong(said, field.at, repair)
    if alike(mirror.types, field.type, param.type) is not False:
        return None
    sure = not differ_in_sign(field.type, param.type)
    said = message(
        "field `{field}` is `{type}`, and the parameter in its place, `{param}` of `{kernel}`, is `{other}`",
        field=field.name,
        type=shown(field.type),
        param=param.name,
        kernel=mirror.kernel,
        other=shown(param.type),
    )
    return _Wrong(said, field.at, message("let the fields follow the parameters, type by type"), sure)


def _exchanged(mirror: _Mirror) -> _Wrong | None:
    """Fields of one type that bear the names of the parameters in another order."""
    pairs = list(zip(mirror.fields, mirror.params, strict=False))
    if sorted(field.name for field, _ in pairs) != sorted(param.name for _, param in pairs):
        return None
    for field, param in pairs:
        if field.name != param.name:
            said = message(
                "field `{field}` lies where `{kernel}` has its parameter `{param}`, and has the name of another one: "
                "the two are exchanged, or misnamed",
                field=field.name,
                kernel=mirror.kernel,
                param=param.name,
            )
            return _Wrong(said, field.at, message("put the fields in the order of the parameters"), False)
    return None
