"""The installed command: what it prints where, and what it exits with."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sklint import __version__, console


def sklint(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sklint", *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=60, check=False)


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """A folder with one kernel that has nothing wrong with it."""
    (tmp_path / "add.cpp").write_text(
        '#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void add(GM_ADDR x)\n{\n}\n'
    )
    return tmp_path


def test_the_version_is_printed() -> None:
    done = sklint("--version")
    assert (done.returncode, done.stdout) == (0, f"sklint {__version__}\n")


def test_the_installed_script_and_the_module_are_the_same(clean: Path) -> None:
    script = Path(sys.executable).parent / "sklint"
    done = subprocess.run([script, str(clean)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == sklint(str(clean)).stdout


def test_bare_paths_are_checked(clean: Path) -> None:
    for args in ((str(clean),), ("check", str(clean)), ("--select", "ALL", str(clean))):
        done = sklint(*args)
        assert (done.returncode, done.stderr) == (0, "")
        assert "1 kernel in" in done.stdout


def test_without_a_path_the_working_directory_is_checked(clean: Path) -> None:
    assert "1 kernel in" in sklint("check", cwd=clean).stdout


def test_a_path_that_is_not_there_is_a_usage_error() -> None:
    done = sklint("check", "no/such/folder")
    assert done.returncode == 2
    assert "no such file or folder: no/such/folder" in done.stderr
    assert done.stdout == ""


def test_a_folder_without_kernels_is_a_note(tmp_path: Path) -> None:
    done = sklint("check", str(tmp_path))
    assert done.returncode == 0
    assert "no kernel found in" in done.stderr
    assert "no kernel found in" not in done.stdout


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("--select", "SK1O1"), "did you mean `SK101`?"),
        (("--ignore", "raw-core-querry"), "did you mean `raw-core-query`?"),
        (("--output-format", "jsn"), "did you mean `json`?"),
        (("--jobs", "0"), "--jobs"),
        (("--timeout", "-1"), "--timeout"),
        (("--cann", "/no/such/cann"), "--cann"),
        (("--no-such-option",), "--no-such-option"),
    ],
)
def test_wrong_usage_says_what_was_meant(args: tuple[str, ...], hint: str, clean: Path) -> None:
    done = sklint("check", *args, str(clean))
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


def test_what_was_passed_over_is_told_when_asked(clean: Path) -> None:
    (clean / "build_out").mkdir()
    assert "build_out" not in sklint(str(clean)).stderr
    assert "build_out: a build folder" in sklint("--verbose", str(clean)).stderr


def test_json_keeps_to_the_contract(clean: Path) -> None:
    report = json.loads(sklint("--output-format", "json", str(clean)).stdout)
    assert report["version"] == 1
    assert report["findings"] == []
    assert report["summary"]["kernels"] == 1
    assert set(report["summary"]["sites"]) == {"seen", "walked", "unreached", "lost"}


def test_rules_are_listed_and_shown() -> None:
    table = sklint("rule").stdout
    assert "SK101" in table
    assert "divergent-sync" in table
    by_code, by_name = sklint("rule", "SK101"), sklint("rule", "divergent-sync")
    assert by_code.stdout == by_name.stdout
    assert by_code.stdout.startswith("# SK101 divergent-sync")
    chinese = sklint("rule", "SK101", "--lang", "zh").stdout
    assert chinese.startswith("# SK101 divergent-sync")
    assert chinese != by_code.stdout


def test_an_unknown_rule_is_a_usage_error() -> None:
    done = sklint("rule", "divergent-sink")
    assert done.returncode == 2
    assert "did you mean `divergent-sync`?" in done.stderr


def test_doctor_tells_what_it_runs_on() -> None:
    done = sklint("doctor")
    assert done.returncode == 0
    assert f"sklint     {__version__}" in done.stdout
    assert "18.1.1" in done.stdout
    assert json.loads(sklint("doctor", "--output-format", "json").stdout)["tree"] is None


def test_help_fits_a_terminal() -> None:
    for command in ((), ("check",), ("rule",), ("doctor",)):
        done = sklint(*command, "--help")
        assert done.returncode == 0
        assert max(len(line) for line in done.stdout.splitlines()) <= 80


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    """A folder with one kernel whose first core leaves before the barrier of the others."""
    (tmp_path / "add.cpp").write_text(
        '#include "kernel_operator.h"\n'
        'extern "C" __global__ __aicore__ void add(GM_ADDR x)\n'
        "{\n"
        "    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);\n"
        "    if (AscendC::GetBlockIdx() == 0) {\n"
        "        return;\n"
        "    }\n"
        "    AscendC::SyncAll();\n"
        "}\n"
    )
    return tmp_path


def test_findings_make_the_exit_code_1_unless_told_otherwise(hanging: Path) -> None:
    done = sklint("--select", "SK101", "--output-format", "concise", str(hanging))
    assert done.returncode == 1
    assert "SK101" in done.stdout
    assert "sync, pipe and cache calls: 1 seen, 1 walked, 0 unreached, 0 lost" in done.stdout
    assert sklint("--select", "SK101", "--exit-zero", str(hanging)).returncode == 0
    assert sklint("--ignore", "SK1", str(hanging)).returncode == 0


def test_statistics_count_the_findings_of_each_rule(hanging: Path) -> None:
    done = sklint("--select", "divergent-sync", "--statistics", str(hanging))
    assert (done.returncode, done.stdout) == (1, "1  SK101  divergent-sync\n")


def test_output_is_the_same_whatever_the_number_of_workers(hanging: Path) -> None:
    for number in range(6):
        (hanging / f"more_{number}.cpp").write_text((hanging / "add.cpp").read_text().replace("add", f"k{number}"))
    one, two = (sklint("--jobs", jobs, "--output-format", "json", str(hanging)).stdout for jobs in ("1", "2"))
    assert one == two
    assert one.count('"SK101"') == 7


def stderr_of_a_terminal(*args: str) -> str:
    """What the command writes to stderr when that is a terminal."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-m", "sklint", *args]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment) as running:
        os.close(theirs)
        heard = b""
        # Linux ends a terminal without a writer by an error, macOS by silence.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 4096):
                heard += part
        running.wait(60)
    os.close(ours)
    return heard.decode()


def test_long_work_shows_its_progress_on_a_terminal_only(clean: Path) -> None:
    assert "kernel files" not in stderr_of_a_terminal(str(clean))
    for number in range(console.LONG_WORK):
        (clean / f"more_{number}.cpp").write_text((clean / "add.cpp").read_text())
    assert "kernel files" in stderr_of_a_terminal(str(clean))
    assert sklint(str(clean)).stderr == ""
