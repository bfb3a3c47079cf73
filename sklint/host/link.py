"""Several translation units as one program, so that a class defined in several files is whole again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from sklint.program import Alias, Class, Function, Program, Variable


def without_bodies(program: Program, names: Collection[str]) -> Program:
    """The program with the functions of these plain names left to the API."""
    if not any(function.plain_name in names for function in program.functions.values()):
        return program
    functions = {
        key: replace(function, body=None, stub=True) if function.plain_name in names else function
        for key, function in program.functions.items()
    }
    return replace(program, functions=functions)


def linked(programs: Iterable[Program]) -> Program:
    """The programs as one; of two declarations of a function, the one with a body stays. Needs at least one."""
    units = list(programs)
    if len(units) == 1:
        return units[0]
    functions: dict[str, Function] = {}
    classes: dict[str, dict[str, Class]] = {}
    aliases: dict[str, Alias] = {}
    variables: dict[str, Variable] = {}
    enumerators: dict[str, int] = {}
    for unit in units:
        for key, function in unit.functions.items():
            known = functions.get(key)
            if known is None or (known.body is None and function.body is not None):
                functions[key] = function
        for name, found in unit.classes.items():
            same = classes.setdefault(name, {})
            for cls in found:
                same.setdefault(cls.key or cls.name, cls)
        for name, alias in unit.aliases.items():
            aliases.setdefault(name, alias)
        for key, variable in unit.globals.items():
            held = variables.get(key)
            if held is None or (held.init is None and variable.init is not None):
                variables[key] = variable
        enumerators.update(unit.enumerators)
    first = units[0]
    return Program(
        first.path,
        first.architecture,
        first.core_kind,
        functions,
        {name: tuple(found.values()) for name, found in classes.items()},
        aliases,
        variables,
        enumerators,
        tuple(dict.fromkeys(entry for unit in units for entry in unit.entries)),
        tuple(sorted({path for unit in units for path in unit.files})),
        (),
        tuple(problem for unit in units for problem in unit.problems),
    )
