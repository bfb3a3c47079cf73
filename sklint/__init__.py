"""A static-analysis linter for AscendC kernels that go into a SuperKernel.

As a library: `sklint.lint(paths, settings)` gives a `Report` of `Finding`s; see `docs/api.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sklint.finding import Finding, Report
    from sklint.linting import lint
    from sklint.settings import Settings

__version__ = "0.1.0"
__all__ = ["Finding", "Report", "Settings", "__version__", "lint"]

_HOMES = {
    "Finding": "sklint.finding",
    "Report": "sklint.finding",
    "Settings": "sklint.settings",
    "lint": "sklint.linting",
}


def __getattr__(name: str) -> Any:
    # Imported when it is asked for: `sklint --version` needs none of it.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
