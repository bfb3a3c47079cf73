"""Who launches a kernel directly, and who calls them: from a launch up to the functions that nobody calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sklint import program as p
from sklint.walk.effects import children

_LAUNCHES = ("sklint::launch", "sklint::launcher")
_HIGHEST = 6


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a body calls, by key or, where the declaration is not known, by name; and what it launches."""

    keys: frozenset[str]
    names: frozenset[str]
    kernels: frozenset[str]


def mentions(function: p.Function) -> Mentions:
    """Read a body; lambdas in it belong to it."""
    keys: set[str] = set()
    names: set[str] = set()
    kernels: set[str] = set()
    for node in _nodes(function.body):
        match node:
            case p.Launch(kernel=kernel):
                kernels.add(str(getattr(kernel, "name", "")).rpartition("::")[2])
            case p.Call(callee=p.Name(name=name), args=(p.Literal(value=str(kernel_name)), *_)) if name in _LAUNCHES:
                kernels.add(kernel_name)
            case p.Call(callee=p.Name(kind="local" | "global" | "template")):
                # an object or a lambda that is called; which, tells its type
                names.add("operator()")
            case p.Name(name=name, key=key, candidates=candidates):
                keys.update((key, *candidates))
                if not key:
                    names.add(name.rpartition("::")[2])
            case p.Member(name=name, key=key):
                keys.add(key)
                if not key:
                    names.add(name)
    return Mentions(frozenset(keys), frozenset(names), frozenset(kernels))


def _nodes(root: object) -> Iterator[object]:
    stack = [root] if root is not None else []
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (p.Span, p.Type)):
            stack.extend(children(node))


class CallGraph:
    """Callers in one program, by key."""

    def __init__(self, program: p.Program) -> None:
        self._program = program
        self._mentions = {f.key: mentions(f) for f in program.functions.values() if f.body is not None and not f.stub}

    def launching(self, kernel: str) -> list[p.Function]:
        """The functions whose own bodies launch the kernel."""
        return [self._program.functions[key] for key, said in self._mentions.items() if kernel in said.kernels]

    def tops(self, function: p.Function) -> list[p.Function]:
        """The outermost callers of a function: those that no function of the program calls."""
        found: dict[str, p.Function] = {}
        seen = {function.key}
        level = [function]
        for _ in range(_HIGHEST):
            above: list[p.Function] = []
            for one in level:
                callers = self._callers(one)
                if not callers:
                    found[one.key] = one
                above.extend(c for c in callers if c.key not in seen)
                seen.update(c.key for c in callers)
            level = above
            if not level:
                break
        found.update((one.key, one) for one in level)
        # functions that only call each other have no outermost one
        return list(found.values()) or [function]

    def handed_on(self, top: p.Function, kernel: str) -> list[p.Function]:
        """The functions that lead to a launch of the kernel and that `top` names: it may only hand them to others."""
        found: dict[str, p.Function] = {}
        level = self.launching(kernel)
        seen = {one.key for one in level}
        for _ in range(_HIGHEST):
            above: list[p.Function] = []
            for one in level:
                callers = self._callers(one)
                if any(caller.key == top.key for caller in callers):
                    found[one.key] = one
                above.extend(c for c in callers if c.key not in seen)
                seen.update(c.key for c in callers)
            level = above
        return list(found.values())

    def _callers(self, function: p.Function) -> list[p.Function]:
        functions = self._program.functions
        by_key = [k for k, said in self._mentions.items() if function.key in said.keys and k != function.key]
        if not by_key:
            # where the declaration was not seen, the call has the name only
            by_key = [
                k for k, said in self._mentions.items() if function.plain_name in said.names and k != function.key
            ]
        return [functions[k] for k in by_key]
