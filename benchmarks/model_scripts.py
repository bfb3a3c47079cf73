"""How many scopes of model scripts are read, beside a plain text search, and what is found in them.

    python benchmarks/model_scripts.py FOLDER...

Each folder is a checkout of a repository. The search takes lines that call a scope and are no comment, text or
definition; a difference is a call that is not read, or one that only a wrapper's definition tells.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from sklint.checks import checks, implemented
from sklint.collect.scripts import speaks_of_super_kernel
from sklint.finding import Finding
from sklint.run import joined
from sklint.scripts.model import Script
from sklint.scripts.read import read_script
from sklint.scripts.reading import UnreadableScriptError

RULES = frozenset(code for code in implemented() if code.startswith("SK9"))
CALL = re.compile(r"(scope\.super_kernel|super_kernel_scope_begin|super_kernel_scope_end)\(")
NO_CALL = re.compile(r"^\s*(#|def |raise |f?[\"'])")


def in_text(path: Path) -> int:
    """The calls that the lines of a file show."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return sum(len(CALL.findall(line)) for line in lines if not NO_CALL.match(line))


def scripts(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The Python files that may say something about SuperKernel."""
    for path in sorted(folder.rglob("*.py")):
        if path.is_file():
            yield path, path.read_bytes()


def findings(script: Script) -> tuple[Finding, ...]:
    """What the rules say of a script."""
    return joined(finding for check in checks("check_script", RULES) for finding in check(script))


def measure(folder: Path) -> None:
    """Print the figures of one folder and its findings."""
    files = seen = text = read = 0
    started = time.process_time()
    for path, source in scripts(folder):
        files += 1
        if not speaks_of_super_kernel(source):
            continue
        seen += 1
        text += in_text(path)
        try:
            script = read_script(str(path.absolute()), source)
        except UnreadableScriptError as error:
            print(f"  {path}:{error.line}: {error.reason}")
            continue
        read += len(script.scopes) + len(script.markers)
        for finding in findings(script):
            print(f"  {finding.at.path}:{finding.at.line}: {finding.code} {finding.severity}: {finding.message}")
    seconds = time.process_time() - started
    print(f"{folder}: {files} files, {seen} read, {text} calls in the text, {read} read; {seconds:.1f} s of CPU")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        measure(Path(name))
    if len(sys.argv) == 1:
        sys.exit(__doc__)
