"""The analysis of one kernel file, as a worker runs it."""

from __future__ import annotations

from sklint.task import FileReport, Task


def analyse_file(task: Task) -> FileReport:
    """Read, parse and check one kernel file; what goes wrong inside is told in the report or raised."""
    path = task.kernel.path
    return FileReport(kernels=task.kernel.entries, files=(path,))
