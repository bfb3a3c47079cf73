"""What is walked, what is passed over, and what cannot be read."""

import os
import pickle
from pathlib import Path

import pytest

from sklint.collect import Collection, Exclusions, MissingPathError, collect, headers

from .conftest import Lay


def entries(collection: Collection) -> list[str]:
    return [name for target in collection.targets for name in target.kernel.entries]


def test_copies_tests_and_products_are_passed_over_and_named(lay: Lay) -> None:
    root = lay(
        {
            "add/op_kernel/add.cpp": "kernel:add",
            "add/build_out/op_kernel/add.cpp": "kernel:copy",
            "add/tests/ut/op_kernel/test_add.cpp": "kernel:test",
            "build/gen.cpp": "kernel:gen",
            ".hidden/x.cpp": "kernel:hidden",
            "build_tree/op_kernel/tree.cpp": "kernel:tree",
        }
    )
    collection = collect([str(root)])
    assert entries(collection) == ["add", "tree"]
    assert [(os.path.relpath(item.path, root), item.reason) for item in collection.skipped] == [
        ("add/build_out", "a build folder"),
        ("add/tests", "tests"),
        ("build", "a build folder"),
    ]


def test_tests_that_are_asked_for_are_linted(lay: Lay) -> None:
    root = lay({"add/tests/op_kernel/add.cpp": "kernel:add"})
    assert entries(collect([str(root / "add/tests")])) == ["add"]


def test_what_git_ignores_is_passed_over_unless_asked_for(lay: Lay) -> None:
    root = lay(
        {
            ".gitignore": "generated/\n*_old.cpp\n!keep_old.cpp\n",
            "sub/.gitignore": "/local.cpp\n",
            "generated/a.cpp": "kernel:a",
            "b_old.cpp": "kernel:b",
            "keep_old.cpp": "kernel:keep",
            "sub/local.cpp": "kernel:local",
            "sub/deep/local.cpp": "kernel:deep",
        }
    )
    collection = collect([str(root)])
    assert entries(collection) == ["keep", "deep"]
    assert {item.reason for item in collection.skipped} == {"ignored by git"}
    assert entries(collect([str(root / "b_old.cpp")])) == ["b"]


def test_the_ignore_file_at_the_top_of_the_work_tree_rules_below(lay: Lay) -> None:
    root = lay(
        {
            ".git/info/exclude": "mul.cpp\n",
            ".gitignore": "add.cpp\n",
            "ops/add.cpp": "kernel:add",
            "ops/mul.cpp": "kernel:mul",
        }
    )
    assert entries(collect([str(root / "ops")])) == []


def test_excluded_globs_are_relative_to_the_settings(lay: Lay) -> None:
    root = lay({"old/add.cpp": "kernel:add", "new/add.cpp": "kernel:sub", "new/mul_gen.cpp": "kernel:mul"})
    collection = collect([str(root)], Exclusions(("/old", "*_gen.cpp"), str(root)))
    assert entries(collection) == ["sub"]
    assert {item.reason for item in collection.skipped} == {"excluded by the settings"}


def test_a_path_that_is_not_there_is_an_error() -> None:
    with pytest.raises(MissingPathError, match="nowhere"):
        collect(["nowhere"])


def test_paths_that_lead_to_no_kernel_are_told(lay: Lay) -> None:
    root = lay({"docs/readme.md": "", "lonely/x.h": "", "add/add.cpp": "kernel:add"})
    asked = [str(root / "docs"), str(root / "lonely/x.h"), str(root / "add")]
    assert list(collect(asked).barren) == asked[:2]


def test_a_path_given_twice_is_linted_once(lay: Lay) -> None:
    root = lay({"add/add.cpp": "kernel:add"})
    assert entries(collect([str(root), str(root / "add"), str(root / "add/add.cpp")])) == ["add"]


def test_links_in_a_circle_end(lay: Lay) -> None:
    root = lay({"add/add.cpp": "kernel:add"})
    (root / "add/again").symlink_to(root, target_is_directory=True)
    (root / "add/copy.cpp").symlink_to(root / "add/add.cpp")
    assert entries(collect([str(root)])) == ["add"]


def test_a_link_that_leads_nowhere_is_reported_as_unreadable(lay: Lay) -> None:
    root = lay({"add.cpp": "kernel:add"})
    (root / "loop.cpp").symlink_to("loop.cpp")
    (root / "gone.cpp").symlink_to("nothing.cpp")
    collection = collect([str(root)])
    assert entries(collection) == ["add"]
    assert [Path(item.path).name for item in collection.unreadable] == ["gone.cpp", "loop.cpp"]


def test_odd_names_are_found_like_any_other(lay: Lay) -> None:
    root = lay({"a\nb.cpp": "kernel:newline", "c d.cpp": "kernel:space", "核.cpp": "kernel:kernel"})
    assert sorted(entries(collect([str(root)]))) == ["kernel", "newline", "space"]


def test_a_header_index_that_was_not_used_travels_as_its_root_only(lay: Lay) -> None:
    root = lay({f"folder/header_{n}.h": "" for n in range(200)})
    index = headers(str(root))
    assert len(pickle.dumps(index)) < 1000
    assert pickle.loads(pickle.dumps(index)).by_name["header_7.h"] == (str(root / "folder/header_7.h"),)
