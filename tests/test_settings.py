"""Settings files: which one counts, what it may say, and how it is told what is wrong with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sklint.settings import Launch, Limits, Settings, SettingsError, SuperKernel, load, nearest_file
from sklint.settings.place import places
from sklint.settings.schema import json_schema

PUBLISHED = Path(__file__).parent.parent / "docs" / "sklint.schema.json"


def write(folder: Path, text: str, name: str = "sklint.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(file: Path | None, *overrides: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load(file, overrides)
    return str(caught.value).replace(f"{file.parent}/" if file else "", "")


# ------------------------------------------------------------------------------------------------ which file


def test_the_nearest_parent_wins(tmp_path: Path) -> None:
    top, low = write(tmp_path, ""), write(tmp_path / "a" / "b", "")
    assert nearest_file(tmp_path / "a" / "b" / "c" / "k.cpp") == low
    assert nearest_file(tmp_path / "a" / "x.cpp") == top


def test_in_one_folder_the_hidden_file_comes_first_and_pyproject_last(tmp_path: Path) -> None:
    project = write(tmp_path, "[tool.sklint]\n", "pyproject.toml")
    assert nearest_file(tmp_path) == project
    plain = write(tmp_path, "")
    assert nearest_file(tmp_path) == plain
    hidden = write(tmp_path, "", ".sklint.toml")
    assert nearest_file(tmp_path) == hidden


def test_a_pyproject_without_our_table_is_passed_by(tmp_path: Path) -> None:
    top = write(tmp_path, "")
    write(tmp_path / "a", "[tool.other]\n", "pyproject.toml")
    assert nearest_file(tmp_path / "a") == top


# --------------------------------------------------------------------------------------------- what it says


def test_no_file_and_an_empty_file_give_the_defaults(tmp_path: Path) -> None:
    assert load(None) == Settings()
    empty = write(tmp_path, "")
    assert load(empty) == Settings(sources=(str(empty),))


def test_every_key_arrives(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
        select = ["SK1", "raw-core-query"]
        extend-select = ["SK501"]
        ignore = ["SK108"]
        exclude = ["legacy/"]
        extend-exclude = ["*.gen.h"]
        soc = "Ascend910B1"
        soc-config = "ascend.ini"
        products = ["A2", "950"]
        path = "aclnn"
        include = ["include", "/abs"]
        defines = ["DEBUG", "N=4"]
        cann = "cann"
        compile-commands = "build"
        language = "zh"
        output-format = "json"
        rule-url = "https://example.com/{name}"
        fail-on = "error"
        min-confidence = "likely"
        baseline = "sklint-baseline.json"
        jobs = 3
        timeout = 5
        [per-file-ignores]
        "op_kernel/old/*" = ["SK4"]
        [severity]
        SK102 = "error"
        [launch.kernels]
        add = "all-aiv"
        gather = 20
        scan = { cores = "all", schedule-mode = 1, dynamic = true }
        [launch.fields]
        usedCoreNum = { min = 1, max = 40 }
        "Tiling.rows" = { min = 1 }
        [[superkernel]]
        name = "decode"
        operators = ["add", "gather=20"]
        options = "feed-sync-all=1"
        """,
    )
    settings = load(file)
    assert settings.select == ("SK1", "raw-core-query")
    assert settings.extend_select == ("SK501",)
    assert settings.ignore == ("SK108",)
    assert settings.exclusion_globs == ("legacy/", "*.gen.h") and settings.exclusion_base == str(tmp_path)
    assert (settings.soc, settings.soc_config) == ("Ascend910B1", str(tmp_path / "ascend.ini"))
    assert (settings.products, settings.path) == (("A2", "950"), "aclnn")
    assert settings.include == (str(tmp_path / "include"), "/abs")
    assert settings.defines == ("DEBUG", "N=4")
    assert (settings.cann, settings.compile_commands) == (str(tmp_path / "cann"), str(tmp_path / "build"))
    assert (settings.language, settings.output_format) == ("zh", "json")
    assert settings.rule_url == "https://example.com/{name}"
    assert (settings.fail_on, settings.min_confidence) == ("error", "likely")
    assert settings.baseline == str(tmp_path / "sklint-baseline.json")
    assert (settings.jobs, settings.timeout) == (3, 5.0)
    assert [(pattern.glob, tokens) for pattern, tokens in settings.per_file_ignores] == [("op_kernel/old/*", ("SK4",))]
    assert settings.severity == (("SK102", "error"),)
    assert settings.launches == (
        Launch("add", "all-aiv"),
        Launch("gather", "const:20"),
        Launch("scan", "all", 1, True),
    )
    assert settings.limits == (Limits("usedCoreNum", 1, 40), Limits("Tiling.rows", 1, None))
    assert settings.superkernels == (
        SuperKernel("decode", (("add", None), ("gather", 20)), "feed-sync-all=1", "aclnn"),
    )


def test_a_file_builds_on_the_one_it_extends(tmp_path: Path) -> None:
    write(
        tmp_path,
        'select = ["SK1"]\nextend-select = ["SK5"]\nexclude = ["a/", "x/y"]\njobs = 2\n'
        '[severity]\nSK101 = "info"\nSK102 = "info"\n[per-file-ignores]\n"*.h" = ["SK1"]\n',
    )
    own = write(
        tmp_path / "low",
        'extend = "../sklint.toml"\nextend-select = ["SK4"]\nextend-exclude = ["b/c"]\n'
        '[severity]\nSK102 = "error"\n[per-file-ignores]\n"z.h" = ["SK2"]\n',
    )
    settings = load(own)
    assert settings.sources == (str(own), str(tmp_path / "sklint.toml"))
    assert (settings.select, settings.extend_select, settings.jobs) == (("SK1",), ("SK5", "SK4"), 2)
    assert dict(settings.severity) == {"SK101": "info", "SK102": "error"}
    assert [pattern.glob for pattern, _ in settings.per_file_ignores] == ["*.h", "z.h"]
    assert settings.exclusion_base == str(tmp_path)
    assert settings.exclusion_globs == ("a/", "x/y", "/low/b/c")


def test_a_select_of_its_own_replaces_what_is_inherited(tmp_path: Path) -> None:
    write(tmp_path, 'select = ["SK1"]\nextend-select = ["SK5"]\n')
    own = write(tmp_path / "low", 'extend = "../sklint.toml"\nselect = ["SK4"]\n')
    settings = load(own)
    assert (settings.select, settings.extend_select) == (("SK4",), ())


def test_patterns_count_from_their_own_file(tmp_path: Path) -> None:
    file = write(
        tmp_path / "p", '[per-file-ignores]\n"op_kernel/*.h" = ["SK1"]\n"!tests/**" = ["SK2"]\n"*.asc" = ["SK4"]\n'
    )
    (kernel, _), (elsewhere, _), (asc, _) = load(file).per_file_ignores
    assert kernel.matches(str(tmp_path / "p/op_kernel/a.h"))
    assert not kernel.matches(str(tmp_path / "op_kernel/a.h"))
    assert elsewhere.matches(str(tmp_path / "p/src/a.cpp"))
    assert not elsewhere.matches(str(tmp_path / "p/tests/x/a.cpp"))
    assert asc.matches(str(tmp_path / "p/x/y/z.asc"))


def test_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    file = write(tmp_path, 'soc = "Ascend910B1"\njobs = 2\n[severity]\nSK101 = "info"\n')
    settings = load(file, ["jobs=4", 'severity.SK102="error"', "fail-on = error"], tmp_path)
    assert (settings.jobs, settings.fail_on, settings.soc) == (4, "error", "Ascend910B1")
    assert dict(settings.severity) == {"SK101": "info", "SK102": "error"}


# ------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('jobs = 1\nselct = ["SK1"]\n', "sklint.toml:2: unknown key `selct`, did you mean `select`?"),
        ("[launches]\n", "sklint.toml:1: unknown key `launches`, did you mean `launch`?"),
        ("\n[launch.kernel]\nadd = 1\n", "sklint.toml:2: unknown key `kernel`, did you mean `kernels`?"),
        ("[zzz]\n", "sklint.toml:1: unknown key `zzz`; the keys here are extend, select"),
        ('select = [\n  "SK101",\n  "SK1O1",\n]\n', "sklint.toml:3: unknown rule `SK1O1`, did you mean `SK101`?"),
        ('ignore = ["divergent-sink"]', "sklint.toml:1: unknown rule `divergent-sink`, did you mean `divergent-sync`?"),
        ('ignore = ["qqqqqqq"]', "sklint.toml:1: unknown rule `qqqqqqq`; `sklint rule` lists them"),
        ('[per-file-ignores]\n"a" = ["SK101"]\n"b" = ["SK9999"]\n', "sklint.toml:3: unknown rule `SK9999`"),
        ('[severity]\nSK101 = "eror"\n', "sklint.toml:2: unknown value `eror`, did you mean `error`?"),
        (
            '[severity]\nSK101 = "error"\nSK1O1 = "error"\n',
            "sklint.toml:3: unknown rule `SK1O1`, did you mean `SK101`?",
        ),
        ('path = "acl"\n', "sklint.toml:1: unknown value `acl`, did you mean `aclnn`?"),
        ('soc = "ascend910b9"\n', "sklint.toml:1: unknown SoC `ascend910b9`, did you mean `Ascend910B"),
        ('output-format = "jsonl"\n', "sklint.toml:1: unknown value `jsonl`, did you mean `json"),
        ("jobs = 0\n", "sklint.toml:1: `jobs` is out of range, it must be >= 1"),
        ('jobs = "4"\n', "sklint.toml:1: `jobs` is of type int, not str"),
        (
            '[per-file-ignores]\n"a" = ["SK101"]\n"b" = "SK101"\n',
            "sklint.toml:3: `per-file-ignores.b` is of type array, not str",
        ),
        (
            "[launch.kernels]\nadd = 1\nscan = { cors = 1 }\n",
            "sklint.toml:3: unknown key `cors`, did you mean `cores`?",
        ),
        ('[launch.kernels]\nscan = "all-avi"\n', "sklint.toml:2: unknown value `all-avi`, did you mean `all-aiv`?"),
        (
            '[[superkernel]]\nname = "a"\noperators = ["x"]\n\n[[superkernel]]\nname = "b"\n',
            "sklint.toml:5: the key `operators` is missing in `superkernel.1`",
        ),
        (
            '[[superkernel]]\nname = "a"\noperators = ["x", "y=0"]\n',
            "sklint.toml:3: `y=0` names no operator: `kernel` or `kernel=N`",
        ),
        ('defines = ["A", "1B"]\n', "sklint.toml:1: `1B` defines no macro: NAME or NAME=VALUE"),
        ('extend = "gone.toml"\n', "sklint.toml:1: no such file: "),
        ('extend = "sklint.toml"\n', "sklint.toml:1: the settings extend themselves"),
        ("jobs = 1\njobs = 2\n", "sklint.toml:2: not TOML: cannot overwrite a value"),
        ("a = [\n", "sklint.toml:2: not TOML: invalid value"),
        ("select = = 1\n", "sklint.toml:1: not TOML: invalid value"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, expected: str) -> None:
    assert refusal(write(tmp_path, text)).startswith(expected)


def test_lines_are_found_in_pyproject_too(tmp_path: Path) -> None:
    file = write(tmp_path, '[project]\nname = "x"\n\n[tool.sklint]\njobs = 1\nfail-on = "never"\n', "pyproject.toml")
    assert refusal(file).startswith("pyproject.toml:6: unknown value `never`")


def test_overrides_name_the_option(tmp_path: Path) -> None:
    assert refusal(None, "selct=1") == "--config selct=1: unknown key `selct`, did you mean `select`?"
    assert refusal(None, "jobs") == "--config jobs: expected `key=value`"
    assert refusal(None, "select=[SK1]").startswith("--config select=[SK1]: not TOML: ")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sklint.toml").mkdir()
    file = nearest_file(tmp_path)
    assert refusal(file) == "sklint.toml: a folder is no settings file"


def test_a_file_in_latin_1_is_refused_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "sklint.toml"
    file.write_bytes(b"jobs = 1\n# caf\xe9\n")
    assert refusal(file) == "sklint.toml:2: not UTF-8, the encoding of every TOML file"


def test_five_megabytes_are_refused_unread(tmp_path: Path) -> None:
    file = write(tmp_path, "# " + "x" * (5 << 20))
    assert refusal(file) == "sklint.toml: larger than 1 MB, which no settings file is"


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sklint.toml").symlink_to(tmp_path / "gone")
    file = nearest_file(tmp_path)
    assert refusal(file) == "sklint.toml: not readable: no such file or directory"


def test_a_ring_of_extends_ends(tmp_path: Path) -> None:
    write(tmp_path, 'extend = "b.toml"\n', "b.toml")
    assert refusal(write(tmp_path, 'extend = "b.toml"\n')).endswith("b.toml:1: the settings extend themselves")


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    assert "not TOML" in refusal(write(tmp_path, "a = " + "[" * 100_000 + "\n"))


def test_a_file_of_many_lines_is_placed_in_time(tmp_path: Path) -> None:
    rows = "".join(f'k{n} = ["a", # ]\n "b"]\n' for n in range(10_000))
    assert places(f"{rows}\n[t]\nx = 1\n")[("t", "x")] == 20_003


def test_strings_do_not_confuse_the_places() -> None:
    text = (
        'a = """\n[no]\nb = 1\n"""\nc = \'#[\'\n"d.e" = {f = "}", g.h = 2}\n[[t]]\nx=1\n[[t]]\ny=2 # [\n'
        '[u."v w"]\nz=[\n1,\n]\nq=1\n'
    )
    assert places(text) == {
        ("a",): 1,
        ("c",): 5,
        ("d.e",): 6,
        ("d.e", "f"): 6,
        ("d.e", "g"): 6,
        ("d.e", "g", "h"): 6,
        ("t",): 7,
        ("t", 0): 7,
        ("t", 0, "x"): 8,
        ("t", 1): 9,
        ("t", 1, "y"): 10,
        ("u",): 11,
        ("u", "v w"): 11,
        ("u", "v w", "z"): 12,
        ("u", "v w", "q"): 15,
    }


# --------------------------------------------------------------------------------------------------- schema


def test_the_published_schema_is_that_of_the_code() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == json_schema(), (
        f"run `{Path(sys.executable).name} -m sklint.settings > docs/sklint.schema.json`"
    )


def test_the_module_prints_the_schema() -> None:
    done = subprocess.run([sys.executable, "-m", "sklint.settings"], capture_output=True, check=True)
    assert done.stdout == PUBLISHED.read_bytes()


def test_nothing_of_the_settings_is_needed_for_the_version() -> None:
    heavy = ("msgspec", "pathspec", "rich", "sklint.settings", "sklint.catalogue")
    code = f"import sys, sklint.cli; print([name for name in sys.modules if name.startswith({heavy})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"
