"""SK815 sk-bind-capabilities: bits of `SK_BIND` that do not match what the bound function does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sklint import program as p
from sklint.checks.bindings import Binding, Instance, bindings
from sklint.finding import Finding, Message, Step, message
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events, walk_instance

CODE = "SK815"
# SK_BIND.md: the bits that mean something, and those that promise an early-start call
_ALL = 15
_PROMISES = ((1, "wait", "WaitPreTaskEnd<true>()"), (2, "set", "SetNextTaskStart<…, …, true>()"))


def check_unit(program: p.Program, kernels: Sequence[WalkedKernel]) -> Iterator[Finding]:
    """Each binding whose bits are constant; a bit is told once, whatever the number of functions."""
    by_key = {kernel.entry.key: kernel for kernel in kernels}
    for binding in bindings(program):
        bits = binding.capabilities
        if not binding.of_a_kernel or bits is None:
            continue
        if bits & ~_ALL:
            said = message(
                "the bits {bits} of this binding say something that the framework does not know: only 1, 2, 4 and 8 "
                "mean anything",
                bits=bits,
            )
            yield _finding(binding, said, message("keep to the bits 1, 2, 4 and 8"), ())
        calls = [(one, _calls(program, one, by_key)) for one in binding.bound()]
        for bit, which, call in _PROMISES:
            yield from _kept(binding, bit, which, call, calls)


def _kept(
    binding: Binding,
    bit: int,
    which: str,
    call: str,
    calls: Sequence[tuple[Instance, Sequence[tree.EarlyStart] | None]],
) -> Iterator[Finding]:
    assert binding.capabilities is not None
    promised = bool(binding.capabilities & bit)
    for function, made in calls:
        if made is None:
            continue
        ours = [event for event in made if event.which == which]
        forced = [event for event in ours if event.force]
        if promised and not forced:
            steps = [Step(event.at, message("this call does nothing here without `FORCE`")) for event in ours]
            if not ours:
                steps = [Step(function.at, message("no path of this function makes the call"))]
            said = message(
                "bit {bit} says that `{name}` calls `{call}`, and it does not: the next operator waits for a signal "
                "that nobody gives (inferred)",
                bit=bit,
                name=function.name,
                call=call,
            )
            repair = message("take the bit away, or make the call once on every core")
            yield _finding(binding, said, repair, tuple(steps))
            return
        if forced and not promised:
            said = message(
                "`{name}` calls `{call}`, and bit {bit} does not say so: the framework signals too, one time more "
                "than anybody waits for (inferred)",
                bit=bit,
                name=function.name,
                call=call,
            )
            steps = [Step(forced[0].at, message("the call is here"))]
            yield _finding(binding, said, message("add {bit} to the bits", bit=bit), tuple(steps))
            return


def _calls(
    program: p.Program, instance: Instance, by_key: Mapping[str, WalkedKernel]
) -> tuple[tree.EarlyStart, ...] | None:
    """The early-start calls a bound function may reach; None where it could not be followed to its end."""
    kernel = by_key.get(instance.function.key)
    if kernel is None or kernel.exhausted:
        return None
    trees = kernel.trees
    if instance.function.template:
        trees = walk_instance(program, instance.function, instance.args, kernel.kind.core_kinds)
    return tuple(event for root in trees.values() for event in events(root) if isinstance(event, tree.EarlyStart))


def _finding(binding: Binding, said: Message, repair: Message, steps: tuple[Step, ...]) -> Finding:
    kernels = (binding.kernel.plain_name,) if binding.kernel is not None else ()
    return Finding(CODE, "error", "proved", said, binding.at, kernels, repair=repair, trace=steps)
