"""Tiny kernels as text, walked: what the tests of the interpreter ask about."""

from __future__ import annotations

from pathlib import Path

from sklint.parse import parse_unit
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events, walk_kernel

_HEAD = '#include "kernel_operator.h"\n'
_KERNEL = "__global__ __aicore__ void kernel(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)\n"
_ENTRY = f'extern "C" {_KERNEL}'


def walked(folder: Path, body: str, before: str = "", architecture: int = 2201) -> WalkedKernel:
    """The kernel whose entry has `body`; `before` stands in front of the entry."""
    path = folder / "kernel.cpp"
    path.write_text(f"{_HEAD}{before}\n{_ENTRY}{{\n{body}\n}}\n", encoding="utf-8")
    program = parse_unit(str(path), architecture)
    (key,) = program.entries
    return walk_kernel({"aic": program, "aiv": program}, key)


def walked_open(folder: Path, template: str, body: str, before: str) -> WalkedKernel:
    """The same of an entry with template parameters, which nobody gives."""
    path = folder / "kernel.cpp"
    path.write_text(f"{_HEAD}{before}\ntemplate <{template}> {_KERNEL}{{\n{body}\n}}\n", encoding="utf-8")
    program = parse_unit(str(path), 2201)
    (key,) = program.entries
    return walk_kernel({"aic": program, "aiv": program}, key)


def walked_apart(folder: Path, body: str, before: str = "") -> WalkedKernel:
    """The same where the file asks which kind of core it is compiled for."""
    path = folder / "kernel.cpp"
    path.write_text(f"{_HEAD}{before}\n{_ENTRY}{{\n{body}\n}}\n", encoding="utf-8")
    programs = {core_kind: parse_unit(str(path), 2201, core_kind=core_kind) for core_kind in ("aic", "aiv")}
    (key,) = programs["aiv"].entries
    return walk_kernel(programs, key)


def barriers(kernel: WalkedKernel, core_kind: str = "aiv") -> list[tree.AllCoreSync]:
    return [event for event in events(kernel.trees[core_kind]) if isinstance(event, tree.AllCoreSync)]


def branches(node: tree.Node) -> list[tree.Branch]:
    """All branches of a tree, outermost first."""
    match node:
        case tree.Seq(body=body):
            return [branch for inner in body for branch in branches(inner)]
        case tree.Branch(then=then, otherwise=otherwise):
            return [node, *branches(then), *branches(otherwise)]
        case tree.Loop(body=body) | tree.Called(body=body):
            return branches(body)
    return []


def loops(node: tree.Node) -> list[tree.Loop]:
    """All loops of a tree, outermost first."""
    match node:
        case tree.Seq(body=body):
            return [loop for inner in body for loop in loops(inner)]
        case tree.Branch(then=then, otherwise=otherwise):
            return [*loops(then), *loops(otherwise)]
        case tree.Loop(body=body):
            return [node, *loops(body)]
        case tree.Called(body=body):
            return loops(body)
    return []
