"""The rules' code: a module `sk###.py` for each, found by its name and imported when its rule is active.

A module has `CODE` and some of the functions in `KINDS`, each of which yields findings.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from types import ModuleType

from sklint.finding import Finding

Check = Callable[..., Iterator[Finding]]

KINDS = ("check_kernel", "check_unit", "check_operator", "check_script")


# Rules that follow all ways of a kernel, or try it out with numbers.
_DEAR = ("SK401", "SK402", "SK101", "SK705", "SK704", "SK703")


def dearest_last(code: str) -> int:
    """A key that puts rules in order of what they cost on a large kernel."""
    return _DEAR.index(code) if code in _DEAR else -1


def code_of(check: Check) -> str:
    """The code of the rule that a function of `checks` belongs to."""
    return check.__module__.rpartition(".")[2].upper()


def checks(kind: str, select: frozenset[str]) -> tuple[Check, ...]:
    """The functions called `kind` (one of `KINDS`) of the rules in `select`, in order of code."""
    found = (getattr(_module(code), kind, None) for code in implemented() if code in select)
    return tuple(function for function in found if function is not None)


@functools.cache
def implemented() -> tuple[str, ...]:
    """The codes that have a module, in order."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name.upper() for name in names if re.fullmatch(r"sk\d{3}", name)))


def _module(code: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{code.lower()}")
