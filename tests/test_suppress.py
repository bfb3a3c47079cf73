"""Suppression comments: what they hide, where they work, and what becomes of those that hide nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.directives import directives
from sklint.finding import Finding, NotAnalysed, Report, message
from sklint.ignores import add_ignores
from sklint.program import Span
from sklint.report.source import lines_of
from sklint.suppress import suppress

ACTIVE = frozenset({"SK003", "SK101", "SK105", "SK106", "SK401"})


class Tree:
    """Files with findings: every `<CODE>` in a text becomes a finding on its line, of the code in the brackets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.findings: list[Finding] = []
        self.paths: list[str] = []

    def write(self, name: str, *lines: str) -> Path:
        path = self.folder / name
        self.paths.append(str(path))
        kept = []
        for number, line in enumerate(lines, 1):
            text, _, codes = line.partition("  <<")
            kept.append(text)
            for code in filter(None, codes.split(",")):
                rule, _, macro = code.partition(" in ")
                at = Span(str(path), number, 1, number, len(text) + 1, macro)
                self.findings.append(Finding(rule, "error", "proved", message("m"), at))
        path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        lines_of.cache_clear()
        return path

    def report(self, active: frozenset[str] = ACTIVE, **more: object) -> Report:
        return suppress(Report(tuple(self.findings), sources=tuple(self.paths), **more), active)  # type: ignore[arg-type]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def told(report: Report) -> list[str]:
    return [f"{finding.code}:{finding.at.line}" for finding in report.findings]


def hidden(report: Report) -> list[tuple[str, int, str]]:
    return [(entry.finding.code, entry.finding.at.line, entry.reason) for entry in report.suppressed]


def test_on_the_line_itself(tree: Tree) -> None:
    tree.write("a.h", "SyncAll(); // sklint: ignore[SK101] measured on a device  <<SK101", "SyncAll();  <<SK101")
    report = tree.report()
    assert told(report) == ["SK101:2"]
    assert hidden(report) == [("SK101", 1, "measured on a device")]
    assert report.suppressed[0].by == "comment"


def test_on_the_line_above_also_over_other_comments(tree: Tree) -> None:
    tree.write(
        "a.h",
        "x(); // sklint: ignore[SK101]",
        "SyncAll();  <<SK101",
        "// sklint: ignore[SK101] why",
        "// an explanation",
        "",
        "SyncAll();  <<SK101",
    )
    report = tree.report()
    assert told(report) == ["SK003:1", "SK101:2"]
    assert hidden(report) == [("SK101", 6, "why")]


def test_a_range(tree: Tree) -> None:
    tree.write(
        "a.h",
        "SyncAll();  <<SK101",
        "// sklint: ignore-begin[SK101] legacy",
        "SyncAll();  <<SK101,SK105",
        "SyncAll();  <<SK101",
        "// sklint: ignore-end[SK101]",
        "SyncAll();  <<SK101",
    )
    report = tree.report()
    assert told(report) == ["SK101:1", "SK105:3", "SK101:6"]
    assert hidden(report) == [("SK101", 3, "legacy"), ("SK101", 4, "legacy")]


def test_a_whole_file(tree: Tree) -> None:
    tree.write("a.h", "SyncAll();  <<SK101", "// sklint: ignore-file[SK1] generated", "SyncAll();  <<SK105,SK401")
    report = tree.report()
    assert told(report) == ["SK401:3"]
    assert [entry.finding.code for entry in report.suppressed] == ["SK101", "SK105"]


@pytest.mark.parametrize("rules", ["[SK101]", "[SK10]", "[divergent-sync]", "[ALL]", "[SK401, SK101]", "", "[ SK101 ]"])
def test_rules_are_named_by_code_prefix_name_or_not_at_all(tree: Tree, rules: str) -> None:
    tree.write("a.h", f"SyncAll(); // sklint: ignore{rules} why  <<SK101")
    assert hidden(tree.report()) == [("SK101", 1, "why")]


@pytest.mark.parametrize(
    "comment",
    [
        "/* sklint: ignore[SK101] why */",
        "// a note // sklint: ignore[SK101] why",
        "//sklint:ignore[SK101] why",
        "/// sklint: ignore[SK101]: why",
        "// sklint: ignore[SK101] -- why",
    ],
)
def test_every_form_of_comment(tree: Tree, comment: str) -> None:
    tree.write("a.h", f"SyncAll(); {comment}  <<SK101")
    assert hidden(tree.report()) == [("SK101", 1, "why")]


@pytest.mark.parametrize(
    "line",
    [
        'Print("// sklint: ignore[SK101]");  <<SK101',
        'Print(R"(// sklint: ignore[SK101])");  <<SK101',
        "SyncAll(); // see sklint: ignore[SK101]  <<SK101",
        'SyncAll(); \'"\'; Print("// sklint: ignore[SK101]");  <<SK101',
    ],
)
def test_what_only_looks_like_one_is_none(tree: Tree, line: str) -> None:
    tree.write("a.h", line)
    assert told(tree.report()) == ["SK101:1"]


def test_digit_separators_do_not_open_a_character(tree: Tree) -> None:
    tree.write("a.h", "int n = 1'000; SyncAll(); // sklint: ignore[SK101] why  <<SK101")
    assert told(tree.report()) == []


def test_in_python(tree: Tree) -> None:
    tree.write(
        "model.py",
        'x = "# sklint: ignore[SK101]"  <<SK101',
        "y = 1  # sklint: ignore[SK101] why  <<SK101",
        "# sklint: ignore[SK105]",
        "z = 1  <<SK105",
    )
    report = tree.report()
    assert told(report) == ["SK101:1"]
    assert hidden(report) == [("SK101", 2, "why"), ("SK105", 4, "")]


def test_a_call_of_several_lines_is_covered_from_its_first_and_its_last(tree: Tree) -> None:
    path = tree.write("a.h", "SyncAll(a,", "  b,", "  c); // sklint: ignore[SK101] why")
    tree.findings.append(Finding("SK101", "error", "proved", message("m"), Span(str(path), 1, 1, 3, 5)))
    assert hidden(tree.report()) == [("SK101", 1, "why")]


def test_a_macro_at_its_expansion_and_at_its_definition(tree: Tree) -> None:
    tree.write(
        "a.h",
        "#define MEET(x) \\",
        "    Clean(x); \\",
        "    SyncAll() /* sklint: ignore[SK101] always all cores */",
        "// sklint: ignore[SK105] by design",
        "#define PART() SyncAll<false>()",
    )
    tree.write(
        "b.cpp",
        "MEET(1);  <<SK101 in MEET",
        "PART();  <<SK105 in PART,SK101 in PART",
        "OTHER(); // sklint: ignore[SK401] here only  <<SK401 in OTHER",
        "OTHER();  <<SK401 in OTHER",
    )
    report = tree.report()
    assert told(report) == ["SK101:2", "SK401:4"]
    assert hidden(report) == [("SK101", 1, "always all cores"), ("SK105", 2, "by design"), ("SK401", 3, "here only")]


# ---------------------------------------------------------------------------------------- what hides nothing


def test_an_idle_comment_is_reported_with_its_removal(tree: Tree) -> None:
    tree.write(
        "a.h", "Copy(); // sklint: ignore[SK101] old", "Copy(); // note // sklint: ignore[SK101, SK105]  <<SK105"
    )
    first, second = tree.report().findings
    assert str(first.message) == "suppression of `SK101` hides nothing"
    assert (first.at.line, first.at.column, first.severity) == (1, 12, "warning")
    (edit,) = first.edits
    assert (edit.at.column, edit.at.end_column, edit.text) == (8, 37, "")
    (edit,) = second.edits
    line = lines_of(second.at.path)[1]
    assert line[: edit.at.column - 1] + edit.text + line[edit.at.end_column - 1 :] == (
        "Copy(); // note // sklint: ignore[SK105]"
    )


def test_a_finding_beside_an_idle_comment_is_named_as_not_covered(tree: Tree) -> None:
    tree.write("a.h", "SyncAll(); // sklint: ignore[SK105]  <<SK101")
    _, idle = sorted(tree.report().findings, key=lambda finding: finding.code, reverse=True)
    assert [str(step.message) for step in idle.trace] == ["SK101 is reported here, and not covered by this suppression"]


def test_the_nearest_comment_counts_and_the_wider_one_is_idle(tree: Tree) -> None:
    tree.write("a.h", "// sklint: ignore-file[SK101] wide", "SyncAll(); // sklint: ignore[SK101] near  <<SK101")
    report = tree.report()
    assert told(report) == ["SK003:1"]
    assert hidden(report) == [("SK101", 2, "near")]


def test_a_rule_that_does_not_run_is_not_judged_but_noted(tree: Tree) -> None:
    tree.write("a.h", "Copy(); // sklint: ignore[SK501]", "Copy(); // sklint: ignore[SK101]")
    report = tree.report()
    assert told(report) == ["SK003:2"]
    assert [str(note) for note in report.notes] == [
        "suppressions not covered by this run, as their rules are not selected: 1"
    ]
    assert told(tree.report(ACTIVE - {"SK003"})) == []


def test_a_file_that_was_not_analysed_is_not_judged(tree: Tree) -> None:
    path = tree.write("a.h", "Copy(); // sklint: ignore[SK101]")
    lost = (NotAnalysed(str(path), 1, message("why")),)
    assert told(tree.report(not_analysed=lost)) == []


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore[SK1O1]", "suppression of the unknown rule `SK1O1`, did you mean `SK101`?"),
        ("ignore[qqqqqq]", "suppression of the unknown rule `qqqqqq`"),
        ("ignored[SK101]", "unknown suppression `ignored`, did you mean `ignore`?"),
        ("off", "unknown suppression `off`; it is one of ignore, ignore-begin, ignore-end, ignore-file"),
        ("ignore", "suppression of every rule hides nothing"),
        ("ignore-end[SK101]", "`ignore-end` without an `ignore-begin` for the same rules before it"),
    ],
)
def test_mistakes_are_explained(tree: Tree, comment: str, expected: str) -> None:
    tree.write("a.h", f"Copy(); // sklint: {comment}")
    assert [str(finding.message) for finding in tree.report().findings] == [expected]


def test_a_range_without_an_end_hides_the_rest_and_says_so(tree: Tree) -> None:
    tree.write("a.h", "// sklint: ignore-begin[SK101]", "SyncAll();  <<SK101", "// sklint: ignore-end[SK105]")
    report = tree.report()
    assert told(report) == ["SK003:1", "SK003:3"]
    assert hidden(report) == [("SK101", 2, "")]


def test_idle_comments_can_be_suppressed_too(tree: Tree) -> None:
    tree.write("a.h", "Copy(); // sklint: ignore[SK101, SK003] for other builds")
    report = tree.report()
    assert told(report) == []
    assert [entry.finding.code for entry in report.suppressed] == ["SK003"]


def test_a_long_file_without_comments_costs_nothing() -> None:
    assert list(directives("a.h", "'" * 1_000_000)) == []


def test_unbalanced_text_is_read_in_time() -> None:
    text = "// sklint: ignore[SK101]\n" + '"' * 2000 + "/*" * 200_000 + 'R"(' * 1000
    assert len(list(directives("a.h", text))) == 1


# ------------------------------------------------------------------------------------------------- add them


def added(tree: Tree, path: Path, reason: str = "accepted") -> list[str]:
    assert add_ignores(tree.findings, reason) == (str(path),)
    lines_of.cache_clear()
    assert suppress(Report(tuple(tree.findings), sources=(str(path),)), ACTIVE).findings == ()
    return path.read_text(encoding="utf-8").splitlines()


def test_comments_are_added_at_the_end_of_the_line(tree: Tree) -> None:
    path = tree.write("a.h", "SyncAll();  <<SK101,SK105", "Copy();")
    assert added(tree, path) == ["SyncAll();  // sklint: ignore[SK101, SK105] accepted", "Copy();"]


def test_a_comment_that_is_there_gets_the_rule_added(tree: Tree) -> None:
    path = tree.write("a.h", "SyncAll();  // sklint: ignore[SK401] old")
    tree.findings.append(Finding("SK101", "error", "proved", message("m"), Span(str(path), 1, 1, 1, 10)))
    add_ignores(tree.findings, "new")
    assert path.read_text(encoding="utf-8") == "SyncAll();  // sklint: ignore[SK401, SK101] old\n"


def test_a_long_line_gets_its_comment_above(tree: Tree) -> None:
    path = tree.write("a.h", "    Call(" + "x" * 110 + ");  <<SK101")
    add_ignores(tree.findings, "accepted")
    comment, call = path.read_text(encoding="utf-8").splitlines()
    assert comment == "    // sklint: ignore[SK101] accepted" and call.startswith("    Call(x")


def test_a_continued_line_gets_a_block_comment(tree: Tree) -> None:
    path = tree.write("a.h", "SyncAll(); \\  <<SK101", "Copy();")
    assert added(tree, path, "a */ b")[0] == "SyncAll(); /* sklint: ignore[SK101] a * / b */ \\"


def test_python_gets_its_own_comments(tree: Tree) -> None:
    path = tree.write("model.py", "x = 1  <<SK101")
    assert added(tree, path, "two\nlines") == ["x = 1  # sklint: ignore[SK101] two lines"]


def test_line_ends_and_encoding_stay(tree: Tree, tmp_path: Path) -> None:
    path = tmp_path / "gbk.h"
    path.write_bytes("// 同步\r\nSyncAll();\r\n".encode("gb18030"))
    finding = Finding("SK101", "error", "proved", message("m"), Span(str(path), 2, 1, 2, 10))
    add_ignores([finding], "理由")
    assert path.read_bytes() == "// 同步\r\nSyncAll();  // sklint: ignore[SK101] 理由\r\n".encode("gb18030")
