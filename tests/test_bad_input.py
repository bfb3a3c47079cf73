"""Input that nobody should lint and everybody will: each costs its own file, says why, and leaves the rest alone."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

HEAD = '#include "kernel_operator.h"\n'
KERNEL = HEAD + 'extern "C" __global__ __aicore__ void {}(GM_ADDR x)\n{{\n{}\n}}\n'
# Two to the twentieth tokens from twenty lines: a million.
MILLION = "#define X0 1+\n" + "".join(f"#define X{n} X{n - 1} X{n - 1}\n" for n in range(1, 21))


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "sklint", *map(str, args)]


def sklint(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*args), capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr
    return done


def report(*args: str | Path) -> tuple[int, dict[str, Any]]:
    done = sklint("check", "--output-format", "json", *args)
    parsed: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, parsed


def reasons(parsed: dict[str, Any]) -> dict[str, str]:
    return {Path(entry["path"]).name: entry["reason"] for entry in parsed["summary"]["not_analysed"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one healthy kernel, to which each test adds its trouble."""
    (tmp_path / "good.cpp").write_text(KERNEL.format("good", ""))
    return tmp_path


def lints_only_the_good_one(folder: Path, bad: str, why: str, *args: str) -> None:
    code, parsed = report(*args, folder)
    assert why in reasons(parsed)[bad]
    assert code == 2
    assert parsed["summary"]["kernels"] == 1


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    done = sklint("check", tmp_path / "gone")
    assert done.returncode == 2
    assert "no such file or folder" in done.stderr


def test_a_folder_without_kernels(tmp_path: Path) -> None:
    (tmp_path / "host.cpp").write_text("int main() { return 0; }\n")
    done = sklint("check", tmp_path)
    assert (done.returncode, "no kernel found" in done.stderr) == (0, True)


def test_an_empty_file(folder: Path) -> None:
    (folder / "empty.cpp").touch()
    assert report(folder)[0] == 0
    (folder / "alone").mkdir()
    (folder / "alone" / "empty.cpp").touch()
    done = sklint("check", folder / "alone" / "empty.cpp")
    assert (done.returncode, "no kernel found" in done.stderr) == (0, True)


def test_a_binary_file_that_names_a_kernel(folder: Path) -> None:
    (folder / "bad.cpp").write_bytes(KERNEL.format("bad", "").encode() + bytes(range(256)) * 64)
    lints_only_the_good_one(folder, "bad.cpp", "binary")


def test_a_file_in_utf_16(folder: Path) -> None:
    (folder / "bad.cpp").write_text(KERNEL.format("bad", ""), encoding="utf-16")
    lints_only_the_good_one(folder, "bad.cpp", "UTF-16")


def test_a_file_in_gbk_is_read(folder: Path) -> None:
    (folder / "more.cpp").write_bytes(KERNEL.format("more", "// 同步所有核").encode("gbk"))
    code, parsed = report(folder)
    assert (code, parsed["summary"]["kernels"]) == (0, 2)


def test_a_file_of_20_megabytes(folder: Path) -> None:
    (folder / "bad.cpp").write_text(KERNEL.format("bad", "") + "// filling\n" * 1_900_000)
    lints_only_the_good_one(folder, "bad.cpp", "larger than")


def test_unbalanced_braces(folder: Path) -> None:
    (folder / "more.cpp").write_text(HEAD + "__global__ __aicore__ void more(GM_ADDR x) { if (x) { {{{ \n")
    code, parsed = report(folder)
    assert (code, parsed["summary"]["kernels"]) == (0, 2)


def test_blocks_nested_3000_deep(folder: Path) -> None:
    (folder / "more.cpp").write_text(KERNEL.format("more", "if (x) {" * 3000 + "}" * 3000))
    code, parsed = report(folder)
    assert (code, parsed["summary"]["kernels"]) == (0, 2)


def test_an_include_cycle(folder: Path) -> None:
    (folder / "a.h").write_text('#include "b.h"\n')
    (folder / "b.h").write_text('#include "a.h"\n')
    (folder / "more.cpp").write_text('#include "a.h"\n' + KERNEL.format("more", ""))
    code, parsed = report(folder)
    assert (code, parsed["summary"]["kernels"]) == (0, 2)
    assert report(folder / "a.h")[1]["summary"]["kernels"] == 1


def test_a_loop_of_links(folder: Path) -> None:
    (folder / "again").symlink_to(folder, target_is_directory=True)
    assert report(folder)[0] == 0
    (folder / "bad.cpp").symlink_to("bad.cpp")
    lints_only_the_good_one(folder, "bad.cpp", "link")


def test_a_file_without_permission_to_read(folder: Path) -> None:
    bad = folder / "bad.cpp"
    if os.geteuid() == 0:
        # Permissions do not bind root; the memory of a process at address 0 is unreadable even so.
        bad.symlink_to("/proc/self/mem")
    else:
        bad.write_text(KERNEL.format("bad", ""))
        bad.chmod(0)
    lints_only_the_good_one(folder, "bad.cpp", "not readable")


def test_a_folder_in_place_of_a_file_is_walked(folder: Path) -> None:
    (folder / "odd.cpp").mkdir()
    (folder / "odd.cpp" / "more.cpp").write_text(KERNEL.format("more", ""))
    assert report(folder)[1]["summary"]["kernels"] == 2


def test_a_pipe_in_place_of_a_file_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "odd.cpp")
    assert report(folder)[0] == 0


def test_a_macro_that_expands_to_a_million_tokens(folder: Path) -> None:
    (folder / "more.cpp").write_text(MILLION + KERNEL.format("more", "int y = X20 0;"))
    code, parsed = report("--timeout", "10", folder)
    assert parsed["summary"]["kernels"] == 2 or code == 2


@pytest.mark.parametrize(
    "text", ["'\\" * 200_000, 'R"x(' * 100_000, "(" * 500_000, "#if 0\n" * 100_000, "/*" * 200_000]
)
def test_text_that_sends_patterns_astray(folder: Path, text: str) -> None:
    marked = "// sklint: ignore[SK101] for the suppressions' sake\n#if NEVER\n__global__ " + text + "\n#endif\n"
    (folder / "bad.cpp").write_text(KERNEL.format("bad", "int k = block_idx;") + marked)
    started = time.monotonic()
    code, parsed = report("--timeout", "3", folder)
    assert time.monotonic() - started < 20
    assert "bad.cpp" in reasons(parsed) or "SK501" in {finding["code"] for finding in parsed["findings"]}
    assert code in (1, 2)


@pytest.fixture
def hanging(folder: Path) -> Path:
    """A folder with a second kernel whose text is read for ages: each macro doubles the one before."""
    bomb = "#define Y0\n" + "".join(f"#define Y{n} Y{n - 1} Y{n - 1}\n" for n in range(1, 60))
    (folder / "bad.cpp").write_text(bomb + KERNEL.format("bad", "Y59;"))
    return folder


def test_a_file_that_hangs_the_worker(hanging: Path) -> None:
    started = time.monotonic()
    lints_only_the_good_one(hanging, "bad.cpp", "longer than 3 s", "--timeout", "3")
    assert time.monotonic() - started < 20


def test_the_outcome_of_a_hang_does_not_depend_on_the_number_of_workers(hanging: Path) -> None:
    one, two = (sklint("check", "--timeout", "3", "--jobs", jobs, hanging).stdout for jobs in ("1", "2"))
    assert one == two


def parents() -> dict[int, int]:
    """The parent of every process; a bare Debian has no `ps`, and macOS no `/proc`."""
    if not Path("/proc/self/stat").exists():
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        return {int(child): int(parent) for child, parent in (line.split() for line in listed.splitlines())}
    found: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while it is looked at.
        with contextlib.suppress(OSError):
            found[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    return found


def children_of(pid: int) -> list[int]:
    known = parents()
    found, pending = [], [pid]
    while pending:
        parent = pending.pop()
        below = [child for child, above in known.items() if above == parent]
        found += below
        pending += below
    return found


def started(folder: Path) -> subprocess.Popen[str]:
    """A run that hangs over a file, with its workers up."""
    running = subprocess.Popen(
        command("check", "--timeout", "50", "--jobs", "1", "--output-format", "json", folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that puts the tests in the background has them, and all that they start, ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 20
    while len(children_of(running.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.0)
    return running


def test_a_file_that_kills_the_worker(hanging: Path) -> None:
    running = started(hanging)
    # The worker is the youngest descendant: the others serve to start it.
    os.kill(max(children_of(running.pid)), signal.SIGSEGV)
    out, err = running.communicate(timeout=30)
    parsed = json.loads(out)
    assert running.returncode == 2
    assert reasons(parsed) == {"bad.cpp": "the process that read it ended with SIGSEGV"}
    assert parsed["summary"]["kernels"] == 1
    assert "Traceback" not in err


def test_ctrl_c_ends_everything_at_once(hanging: Path) -> None:
    running = started(hanging)
    workers = children_of(running.pid)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=10)
    assert (running.returncode, out, err.strip()) == (130, "", "sklint: interrupted")
    deadline = time.monotonic() + 5
    while set(workers) & set(children_of(1)) | set(workers) & set(children_of(os.getpid())):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_names_and_text_that_would_steer_a_terminal_or_a_log_are_made_visible(folder: Path) -> None:
    bad = folder / "a\x1b[31m\n::error::b.cpp"
    bad.write_bytes(b"\xff\xfe" + KERNEL.format("bad", "").encode("utf-16-le"))
    for form in ("full", "concise", "json", "github"):
        done = sklint("check", "--output-format", form, folder)
        assert "\x1b" not in done.stdout + done.stderr
        assert not [line for line in done.stdout.splitlines() if "::error::b" in line]


def test_a_name_that_is_not_utf_8(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff\xfe.cpp")).write_text(KERNEL.format("more", ""))
    code, parsed = report(folder)
    assert (code, parsed["summary"]["kernels"]) == (0, 2)


def test_the_outcome_is_the_same_from_another_folder_but_for_the_paths(folder: Path) -> None:
    (folder / "bad.cpp").write_text(KERNEL.format("bad", ""), encoding="utf-16")
    inside = sklint("check", "--output-format", "json", ".", cwd=folder)
    outside = sklint("check", "--output-format", "json", folder.name, cwd=folder.parent)
    assert inside.stdout == outside.stdout.replace(f"{folder.name}/", "")
