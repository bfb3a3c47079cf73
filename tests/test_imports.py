"""Imports run one way, and only the parser knows clang: the walls of the house, held by a test."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sklint"

# Plain data, the catalogue's words and unsaved texts; every room may use them, and they use nothing but each other.
GROUND = {
    *("__init__", "deadline", "deep", "frozen", "program", "finding", "messages", "catalogue", "nearest", "overlay"),
    "timeline",
}
# A room, and the rooms beyond the ground that it may know. Rooms that join the others (run, cli, …) are not listed.
MAY_KNOW = {
    # The front door hands out what others make, and imports it only then.
    "__init__": {"linting", "settings"},
    "deadline": set(),
    "deep": set(),
    "frozen": set(),
    "nearest": set(),
    "overlay": set(),
    "timeline": set(),
    "program": set(),
    "finding": set(),
    "messages": set(),
    "catalogue": set(),
    "facts": set(),
    "collect": set(),
    "parse": {"collect", "facts"},
    "walk": {"facts"},
    "host": {"walk", "facts", "collect"},
    "fuse": {"facts"},
    "scripts": {"facts", "collect", "fuse"},
    "checks": {"walk", "facts", "fuse", "host", "scripts", "collect"},
    "report": {"walk"},
    "task": {"collect", "fuse", "host", "walk"},
}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules that a module imports when it runs, wherever in it."""
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=otherwise):
                pending += otherwise
                continue
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module="sklint", names=names):
                yield from (f"sklint.{name.name}" if name.name[0] != "_" else "sklint" for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module
        pending += ast.iter_child_nodes(node)


MODULES = sorted(PACKAGE.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(path) in MAY_KNOW], ids=name)
def test_a_room_knows_only_the_rooms_below_it(path: Path) -> None:
    room = room_of(path)
    known = {module.split(".")[1] for module in imported(path) if module.startswith("sklint.")}
    assert known - {room} <= GROUND | MAY_KNOW[room]


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(path) != "parse"], ids=name)
def test_nothing_outside_the_parser_knows_clang(path: Path) -> None:
    assert not [module for module in imported(path) if module.split(".")[0] == "clang"]


@pytest.mark.parametrize("path", [path for path in MODULES if name(path) != "__main__.py"], ids=name)
def test_nothing_knows_the_command_line(path: Path) -> None:
    assert "sklint.cli" not in set(imported(path))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_module_is_a_drawer_for_everything(path: Path) -> None:
    assert path.stem not in {"utils", "util", "common", "helpers", "misc"}
