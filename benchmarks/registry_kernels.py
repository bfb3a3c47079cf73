"""Lint the real kernels that the package registry carries, and say how well they were read.

    python benchmarks/registry_kernels.py [--keep DIR]

Two wheels are downloaded (no dependencies, nothing is installed or executed), unpacked into a scratch folder outside of
the project and linted there. Every entry file must be analysed; a lost site is one that no rule has seen.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

# package, version, and how many of its files name a kernel entry
WHEELS = (("fbgemm-ascend", "1.5.0", 76), ("mindiesd", "3.1.0", 10))
TARGET = ("--python-version", "3.11", "--platform", "manylinux_2_34_x86_64", "--only-binary", ":all:")
SUFFIXES = (".cpp", ".cc", ".cxx", ".h", ".hpp", ".cce", ".asc")
ENTRY = re.compile(r"\b__global__\b")


def unpack(package: str, version: str, folder: Path) -> Path:
    """Download a wheel without its dependencies and unpack it; the folder with its files."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), *TARGET]
    subprocess.run([*pip, f"{package}=={version}"], check=True)
    (wheel,) = folder.glob(f"{package.replace('-', '_')}-*.whl")
    target = folder / package
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def naming_entries(root: Path) -> set[str]:
    """The files below `root` in which a kernel entry is named, relative to it."""
    return {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.suffix in SUFFIXES and ENTRY.search(path.read_text(encoding="utf-8", errors="replace"))
    }


def lint(root: Path) -> tuple[dict[str, object], set[str], str]:
    """The JSON report of a folder, the kernel files that were analysed, and what went to stderr."""
    command = [sys.executable, "-m", "sklint", "check", "--isolated", "--exit-zero"]
    run = subprocess.run([*command, "--output-format", "json", "."], cwd=root, capture_output=True, text=True)
    shown = subprocess.run([*command, "--show-files", "."], cwd=root, capture_output=True, text=True)
    return json.loads(run.stdout), {Path(line).as_posix() for line in shown.stdout.splitlines()}, run.stderr


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--keep", type=Path, help="unpack here and leave it, instead of into a scratch folder")
    options = arguments.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for package, version, expected in WHEELS:
            root = unpack(package, version, folder)
            report, analysed, errors = lint(root)
            naming = naming_entries(root)
            # an entry in a header is read with the kernel file that includes it
            headers = {path for path in naming if path.endswith((".h", ".hpp"))}
            summary = report["summary"]
            assert isinstance(summary, dict)
            sites = summary["sites"]
            missing = naming - headers - analysed
            lost = sites["lost"] / max(1, sites["seen"])
            codes = Counter(finding["code"] for finding in report["findings"])  # type: ignore[attr-defined]
            print(f"{package} {version}")
            print(f"  files that name an entry   {len(naming)} (expected {expected}, {len(headers)} of them headers)")
            print(f"  not analysed               {len(missing) + len(summary['not_analysed'])}")
            print(f"  kernels                    {summary['kernels']}")
            print(f"  sites                      {sites}  lost {lost:.2%}")
            print(f"  findings                   {dict(sorted(codes.items()))}")
            print(f"  tracebacks                 {errors.count('Traceback')}")
            failed |= bool(missing or summary["not_analysed"] or lost >= 0.01 or "Traceback" in errors)
            failed |= len(naming) != expected
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
