"""The examples on the rule pages are true: what is marked bad is found where it is marked, what is good is silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint import catalogue
from sklint.checks import implemented
from sklint.collect import collect
from sklint.examples import Example, ExampleError, examples, lay_out, lint_tree, marks, problems
from sklint.task import Options, Task
from sklint.units import units

RULES = catalogue.rules()
ACTIVE = frozenset(implemented()) & frozenset(RULES)
UNASKED = frozenset(code for code in ACTIVE if RULES[code].default)

EXAMPLES = {code: examples(code, catalogue.page(code)) for code in RULES}
JUDGED = [pytest.param(example, id=f"{code}-{example.case}") for code in sorted(ACTIVE) for example in EXAMPLES[code]]


@pytest.mark.parametrize("example", JUDGED)
def test_an_example_gives_its_findings_and_no_others(example: Example, tmp_path: Path) -> None:
    root = lay_out(example, tmp_path)
    expected = [mark for path, text in example.files.items() for mark in marks(path, text) if mark.code in ACTIVE]
    findings = lint_tree(root, ACTIVE)
    noted = UNASKED if example.good else frozenset()
    assert problems(root, expected, findings, frozenset([example.page]), noted) == []


# Their pages show what the front end cannot read.
UNREADABLE = ("SK001", "SK002")


@pytest.mark.parametrize("code", [code for code in RULES if code not in UNREADABLE])
def test_the_front_end_reads_the_examples_without_an_error(code: str, tmp_path: Path) -> None:
    for example in EXAMPLES[code]:
        collection = collect([str(lay_out(example, tmp_path))])
        assert collection.targets or collection.scripts, example.case
        for target in collection.targets:
            headers = collection.headers[target.operator.repository]
            task = Task(target.operator, target.kernel, headers, Options())
            for program in units(task, target.kernel.architecture).values():
                assert program.entries, example.case
                assert program.problems == (), example.case


@pytest.mark.parametrize("code", list(RULES))
def test_a_page_has_bad_and_good_examples(code: str) -> None:
    assert {example.good for example in EXAMPLES[code]} == {True, False}


@pytest.mark.parametrize("code", list(RULES))
def test_bad_examples_mark_the_finding_and_good_ones_do_not(code: str) -> None:
    for example in EXAMPLES[code]:
        marked = {mark.code for path, text in example.files.items() for mark in marks(path, text)}
        assert (code in marked) is not example.good, example.case


@pytest.mark.parametrize(
    "text",
    [
        "```cpp\nint x;\n```\n",
        "```cpp ugly\nint x;\n```\n",
        "```cpp bad colour=red\nint x;\n```\n",
        "```cpp bad case=a\nint x;\n```\n\n```cpp good case=a file=b.h\nint x;\n```\n",
        "```cpp bad case=a\nint x;\n```\n\n```cpp bad case=b\nint x;\n```\n\n```cpp bad case=a file=b.h\nint x;\n```\n",
    ],
)
def test_a_block_that_does_not_say_what_it_is_is_refused(text: str) -> None:
    with pytest.raises(ExampleError):
        examples("SK999", text)


@pytest.mark.parametrize("mark", ["// expect: SK", "# expect: SK10", "// expect: SK101(sure)"])
def test_a_mark_that_says_nothing_is_refused(mark: str) -> None:
    with pytest.raises(ExampleError):
        list(marks("a.cpp", mark))
