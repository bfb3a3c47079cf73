"""Changed lines, from git and from patches, and the findings that a change has a part in."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sklint.changes import Changes, ChangesError, from_patch, keep_changed, since, since_merge_base
from sklint.finding import Finding, Report, Step, message
from sklint.program import Span


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.email", "t@example.com")
        self.git("config", "user.name", "t")

    def git(self, *args: str) -> None:
        subprocess.run(["git", *args], cwd=self.folder, check=True, capture_output=True)

    def write(self, name: str, *lines: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def changed(changes: Changes, path: Path, lines: int = 12) -> list[int]:
    return [n for n in range(1, lines + 1) if changes.touch(Span(str(path), n, 1, n, 2))]


def test_added_changed_and_removed_lines(repository: Repository) -> None:
    path = repository.write("k.h", *"abcdefghij")
    repository.commit()
    repository.write("k.h", *"abXcdefhiYj")
    # X after b, g gone between f and h (7 and 8 now), Y before j.
    assert changed(since("HEAD", repository.folder), path) == [3, 7, 8, 10]


def test_untracked_files_are_new_altogether_and_ignored_ones_are_not(repository: Repository) -> None:
    repository.write(".gitignore", "build/")
    repository.commit()
    new, built = repository.write("n.h", "a"), repository.write("build/b.h", "a")
    changes = since("HEAD", repository.folder)
    assert changed(changes, new, 3) == [1, 2, 3]
    assert changed(changes, built, 3) == []


def test_a_renamed_file_is_not_new(repository: Repository) -> None:
    repository.write("old.h", *"abcdefghij")
    repository.commit()
    repository.git("mv", "old.h", "new.h")
    path = repository.write("new.h", *"abcdeXfghij")
    assert changed(since("HEAD", repository.folder), path) == [6]


def test_since_the_merge_base_leaves_out_what_the_branch_did(repository: Repository) -> None:
    path = repository.write("k.h", *"abcdefghij")
    repository.commit()
    repository.git("checkout", "-q", "-b", "topic")
    repository.write("k.h", *"abXcdefghij")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("k.h", *"abcdefghiYj")
    repository.commit()
    repository.git("checkout", "-q", "topic")
    assert changed(since_merge_base("main", repository.folder), path) == [3]
    assert changed(since("main", repository.folder), path) == [3, 10, 11]


@pytest.mark.parametrize("name", ["a b.h", "核.h", 'q"uo\\te.h', "tab\there.h", "new\nline.h", "-x.h", "a::b.h"])
def test_any_file_name_is_found_again(repository: Repository, name: str) -> None:
    path = repository.write(name, *"abc")
    repository.commit()
    repository.write(name, *"abXc")
    assert changed(since("HEAD", repository.folder), path) == [3]


def test_a_work_tree_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    repository = Repository(tmp_path / "real")
    repository.write("sub/k.h", *"abc")
    repository.commit()
    repository.write("sub/k.h", *"abXc")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert changed(since("HEAD", tmp_path / "link" / "sub"), tmp_path / "link" / "sub" / "k.h") == [3]


def test_a_patch_counts_lines_after_it_and_paths_from_its_folder(tmp_path: Path) -> None:
    patch = b"--- a/k.h\n+++ b/k.h\n@@ -1,3 +1,4 @@\n a\n+X\n b\n c\n--- a/gone.h\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    assert changed(from_patch(patch, tmp_path), tmp_path / "k.h") == [2]
    assert from_patch(b"", tmp_path) == Changes()


@pytest.mark.parametrize(
    "data", [b"no diff at all\n", b"@@ -1 +1 @@\n", b"\xff\x00\n", b"--- a\n+++ b\n@@ -1,9 +1,9 @@\n+x\n"]
)
def test_what_is_no_patch_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ChangesError, match="no unified diff"):
        from_patch(data, tmp_path)


def test_a_revision_that_is_none_is_refused(repository: Repository) -> None:
    repository.write("k.h", "a")
    repository.commit()
    for revision in ("nope", "--output=pwned", "-O", "HEAD:k.h"):
        with pytest.raises(ChangesError, match="git knows no revision"):
            since(revision, repository.folder)
    assert not (repository.folder / "pwned").exists()


def test_outside_of_a_work_tree_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(ChangesError, match="is in no git work tree"):
        since("HEAD", tmp_path)


def test_nothing_that_the_repository_names_is_run(repository: Repository) -> None:
    path = repository.write("k.h", *"abc")
    repository.write(".gitattributes", "*.h diff=evil")
    repository.commit()
    mark = repository.folder / "ran"
    script = repository.write(".git/evil", "#!/bin/sh", f"touch '{mark}'", "cat")
    script.chmod(0o755)
    for key in ("diff.evil.textconv", "diff.evil.command", "diff.external", "core.fsmonitor"):
        repository.git("config", key, str(script))
    repository.write("k.h", *"abXc")
    mark.unlink(missing_ok=True)
    assert changed(since("HEAD", repository.folder), path) == [3]
    assert not mark.exists()


def test_a_finding_is_kept_when_its_site_or_its_trace_is_touched() -> None:
    def finding(line: int, *trace: int) -> Finding:
        steps = tuple(Step(Span("/k.h", at, 1, at, 2), message("s")) for at in trace)
        return Finding("SK101", "error", "proved", message("m"), Span("/k.h", line, 1, line + 1, 2), trace=steps)

    changes = Changes({"/k.h": ((5, 6),)})
    kept = keep_changed(Report((finding(1), finding(4), finding(6), finding(7), finding(9, 1, 5))), changes)
    assert [f.at.line for f in kept.findings] == [4, 6, 9]
