"""SK814 sk-bind-call: an `SK_BIND` whose functions are not what it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklint import program as p
from sklint.checks.bindings import MOST_FUNCTIONS, Binding, Instance, bindings
from sklint.finding import Finding, Message, Step, message
from sklint.walk.kernel import WalkedKernel

CODE = "SK814"


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each binding with the first thing that is wrong with it, then the `__sk__` functions that nothing binds."""
    all_of_them = bindings(program)
    earlier: list[tuple[Instance, Binding]] = []
    for binding in all_of_them:
        kernel = binding.kernel
        wrong = _wrong(binding)
        twice = next((e for one, e in earlier if kernel is not None and one.is_same(kernel)), None)
        if wrong is not None:
            yield _finding(binding, *wrong)
        elif twice is not None and kernel is not None:
            said = message(
                "`{kernel}` is bound already: of two entries for one kernel the loader takes one", kernel=kernel.name
            )
            steps = (Step(twice.at, message("it is bound for the first time here")),)
            yield _finding(binding, said, message("keep one of the two bindings"), steps)
        if kernel is not None:
            earlier.append((kernel, binding))
    yield from _unbound(program, all_of_them)


def _wrong(binding: Binding) -> tuple[Message, Message, tuple[Step, ...]] | None:
    """What is wrong with a binding, how to mend it, and where to look."""
    kernel = binding.kernel
    if kernel is not None and not binding.of_a_kernel:
        return (
            message("`{name}` is no `__global__` function: there is no launch that a binding of it could stand for",
                    name=kernel.plain_name),
            message("name the kernel that is launched with `<<<>>>`"),
            (Step(kernel.at, message("it is declared here")),),
        )  # fmt: skip
    for one in (kernel, *binding.functions):
        if one is not None and one.lacks_arguments:
            return (
                message("`{name}` is a template: without its arguments there is no function to bind",
                        name=one.plain_name),
                message("write the template arguments out, one binding for each kernel that is launched"),
                (Step(one.at, message("it is declared here")),),
            )  # fmt: skip
    count = len(binding.functions)
    if not count:
        return message("no `__sk__` function is bound"), message("name one to four of them behind the bits"), ()
    if count > MOST_FUNCTIONS:
        return (
            message("{count} functions are bound: there is room for four", count=count),
            message("leave out those behind the fourth"),
            (),
        )
    return _of_different_templates(binding)


def _of_different_templates(binding: Binding) -> tuple[Message, Message, tuple[Step, ...]] | None:
    known = [one for one in binding.functions if one is not None]
    other = next((one for one in known if one.function.key != known[0].function.key), None)
    if other is None or not (other.function.template or known[0].function.template):
        return None
    return (
        message("`{first}` and `{other}` are made from different functions: the framework takes any of them for the "
                "kernel", first=known[0].name, other=other.name),
        message("bind instances of one template"),
        (Step(known[0].at, message("it is declared here")), Step(other.at, message("it is declared here"))),
    )  # fmt: skip


def _finding(binding: Binding, said: Message, repair: Message, steps: tuple[Step, ...]) -> Finding:
    kernels = (binding.kernel.plain_name,) if binding.kernel is not None else ()
    return Finding(CODE, "error", "proved", said, binding.at, kernels, repair=repair, trace=steps)


def _unbound(program: p.Program, all_of_them: Sequence[Binding]) -> Iterator[Finding]:
    """Functions of the linted file that are made for a SuperKernel and do not get into one."""
    bound = {one.function.key for binding in all_of_them for one in binding.functions if one is not None}
    if any(one is None for binding in all_of_them for one in binding.functions):
        return
    for key in program.entries:
        function = program.functions[key]
        at = function.name_at or function.at
        if "sk" in function.attributes and key not in bound and function.body is not None and at.path == program.path:
            yield Finding(
                CODE,
                "info",
                "likely",
                message("nothing binds `{name}`: the kernel it is meant for stays out of a SuperKernel",
                        name=function.plain_name),
                at,
                (function.plain_name,),
                repair=message("bind it to its kernel with `SK_BIND`"),
            )  # fmt: skip
