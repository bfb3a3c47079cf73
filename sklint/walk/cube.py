"""Whether a kernel holds what only a cube core can do, found without running it."""

from __future__ import annotations

from collections.abc import Iterable

from sklint import program as p
from sklint.walk.effects import EffectTable, children
from sklint.walk.kernel_api import CUBE_WORDS, MATMUL_OBJECTS


def names_cube_work(program: p.Program, entry: p.Function, effects: EffectTable) -> bool:
    """Whether the entry may reach a call of the cube core's, or holds an object that such a core drives.

    The answer is too large rather than too small: who walks the kernel as a cube core finds out.
    """
    if effects.reaches_api(entry.plain_name, CUBE_WORDS):
        return True
    reached = [one for name in effects.reached_names(entry.plain_name) for one in effects.functions(name)]
    return not MATMUL_OBJECTS.isdisjoint(_types_in(program, reached))


def _types_in(program: p.Program, functions: Iterable[p.Function]) -> set[str]:
    """The plain names of the types in functions, in the classes of those types and behind their aliases."""
    holders: dict[str, list[object]] = {}
    for classes in program.classes.values():
        for one in classes:
            if not one.stub:
                parts = (*one.bases, *(held.type for held in one.fields), *one.template)
                holders.setdefault(one.name.rpartition("::")[2], []).extend(parts)
                for alias in one.aliases.values():
                    holders.setdefault(alias.name.rpartition("::")[2], []).append(alias.type)
    for alias in program.aliases.values():
        holders.setdefault(alias.name.rpartition("::")[2], []).append(alias.type)
    seen: set[str] = set()
    stack: list[object] = []
    for function in functions:
        stack += (function.body, *function.template, *function.params, *(args for _, args in function.initialisers))
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += node
            continue
        if isinstance(node, p.Type):
            for name in node.name.split("::"):
                if name and name not in seen:
                    seen.add(name)
                    stack += holders.get(name, ())
        if hasattr(node, "__dataclass_fields__"):
            stack += children(node)
    return seen
