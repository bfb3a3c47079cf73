"""Measure sklint beside clang-tidy and bare libclang on the same files, in one run.

    python benchmarks/speed.py FOLDER [--files 60] [--seed 1]

FOLDER is a library of operators. `clang-tidy` (from its wheel, one cheap check) and libclang parse the same kernel
files with the same stubs and the same include folders; all run with two processes. CPU is user and system time of a
command and its children; each command runs once to warm up and then `--rounds` times in turn, and the medians are
compared. Memory is the largest resident set of a worker of sklint.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

STUBS = Path(__file__).resolve().parent.parent / "sklint" / "stubs"
PR_SET_CHILD_SUBREAPER = 36
PARSE_ALL = """
import sys
from concurrent.futures import ProcessPoolExecutor
import clang.cindex as c
def parse(job):
    path, args = job
    c.Index.create().parse(path, args=args, options=0x200)
if __name__ == "__main__":
    jobs = [line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8")]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(parse, [(job[0], job[1:]) for job in jobs]))
"""


def clang_arguments(path: Path) -> list[str]:
    """What clang needs for one kernel file: the stubs, and the folders of its operator."""
    architecture = 3510 if path.stem.endswith("_apt") or "arch35" in path.parts else 2201
    folders = [STUBS / "cpp", STUBS / "kernel", path.parent, path.parent.parent, path.parent.parent.parent]
    defines = [f"-D__NPU_ARCH__={architecture}", "-DDTYPE_X=half", "-DDTYPE_Y=half"]
    includes = [part for folder in folders for part in ("-I", str(folder))]
    header = str(STUBS / "kernel" / "kernel_operator.h")
    return ["-xc++", "-std=c++17", "-nostdinc", "-w", "-ferror-limit=0", *defines, *includes, "-include", header]


def timed(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """CPU and wall seconds of a command with all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    # workers belong to a server process that outlives the command for a moment: theirs is the time that counts
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def adopt_orphans() -> None:
    """Make processes whose parent has ended children of this one, so that their time is counted (Linux only)."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--files", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--tidy", default=str(Path(sys.executable).with_name("clang-tidy")))
    options = arguments.parse_args()
    if not Path(options.tidy).exists():
        arguments.error(f"{options.tidy} is not there: install the wheel `clang-tidy`, or name one with --tidy")
    adopt_orphans()
    listing = [sys.executable, "-m", "sklint", "check", "--isolated", "--show-files", "."]
    shown = subprocess.run(listing, cwd=options.folder, capture_output=True, text=True, check=False).stdout.split("\n")
    kernels = sorted(path for path in shown if path.endswith(".cpp"))
    chosen = sorted(random.Random(options.seed).sample(kernels, min(options.files, len(kernels))))
    with tempfile.TemporaryDirectory() as scratch:
        script, jobs = Path(scratch) / "parse_all.py", Path(scratch) / "jobs.txt"
        script.write_text(PARSE_ALL, encoding="utf-8")
        absolute = [(options.folder / path).resolve() for path in chosen]
        lines = ["\t".join([str(path), *clang_arguments(path)]) for path in absolute]
        jobs.write_text("\n".join(lines) + "\n", encoding="utf-8")
        compile_commands = [
            {
                "directory": str(path.parent),
                "file": str(path),
                "arguments": ["clang++", *clang_arguments(path), str(path)],
            }
            for path in absolute
        ]
        (Path(scratch) / "compile_commands.json").write_text(json.dumps(compile_commands), encoding="utf-8")
        tidy_one = [options.tidy, "--quiet", "-p", scratch, "--checks=-*,misc-unused-using-decls"]
        quoted = " ".join(f"'{part}'" for part in tidy_one)
        commands = {
            "sklint": [sys.executable, "-m", "sklint", "check", "--isolated", "--exit-zero", "--jobs", "2",
                       "--output-format", "json", *chosen],
            "clang-tidy": ["sh", "-c", f"printf '%s\\n' \"$@\" | xargs -P 2 -n 1 {quoted}", "sh", *map(str, absolute)],
            "libclang": [sys.executable, str(script), str(jobs)],
        }  # fmt: skip
        figures: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for round_ in range(options.rounds + 1):
            for name, command in commands.items():
                measured = timed(command, options.folder)
                if round_:
                    figures[name].append(measured)
    medians = {
        name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in figures.items()
    }
    print(
        f"{len(chosen)} files of {options.folder.name}, seed {options.seed}, {options.rounds} rounds, "
        f"{os.cpu_count()} cores"
    )
    for name, (cpu, wall) in medians.items():
        print(f"  {name:11} CPU {cpu:7.2f} s   wall {wall:7.2f} s")
    cpu, wall = medians["sklint"]
    print(
        f"  sklint / clang-tidy: CPU {cpu / medians['clang-tidy'][0]:.2f}, wall {wall / medians['clang-tidy'][1]:.2f}"
    )
    print(f"  sklint / libclang:   CPU {cpu / medians['libclang'][0]:.2f}")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"  largest process: {largest / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
