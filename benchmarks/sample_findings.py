"""Draw findings at random from a whole library, with the code around them, to be read and judged by hand.

    python benchmarks/sample_findings.py FOLDER --select SK101,SK402 [--count 30] [--seed 1] [--report FILE]

Without `--count` all findings are listed. `--report` reads a JSON report made before instead of linting again. The
counts per rule, severity and confidence come first; the same seed draws the same findings from the same report.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

BEFORE, AFTER = 6, 3


def lint(folder: Path, select: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "sklint", "check", "--isolated", "--exit-zero", "--select", select]
    run = subprocess.run([*command, "--output-format", "json", "."], cwd=folder, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(run.stdout)
    return report


def code_around(path: Path, line: int) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    shown = range(max(1, line - BEFORE), min(len(lines), line + AFTER) + 1)
    return "\n".join(f"  {'>' if number == line else ' '}{number:5} {lines[number - 1]}" for number in shown)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--select", default="ALL")
    arguments.add_argument("--count", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--report", type=Path)
    options = arguments.parse_args()
    if options.report is not None:
        report = json.loads(options.report.read_text(encoding="utf-8"))
    else:
        report = lint(options.folder, options.select)
    findings = report["findings"]
    tally = Counter((f["code"], f["severity"], f["confidence"]) for f in findings)
    for (code, severity, confidence), number in sorted(tally.items()):
        print(f"{number:6} {code} {severity} {confidence}")
    print(json.dumps(report["summary"]["sites"]))
    chosen = findings
    if options.count is not None and options.count < len(findings):
        chosen = random.Random(options.seed).sample(findings, options.count)
    for number, finding in enumerate(chosen, start=1):
        print(f"\n[{number}] {finding['path']}:{finding['line']} {finding['code']} {finding['severity']} "
              f"{finding['confidence']} {','.join(finding['kernels'])}")  # fmt: skip
        print(f"  {finding['message']}")
        print(code_around(options.folder / finding["path"], finding["line"]))
        for step in finding["trace"]:
            print(f"    {step['path']}:{step['line']} {step['message']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
