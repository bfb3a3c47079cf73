"""Template arguments that stay open: every specialisation that may be meant is walked, and one of them at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value, negate
from tests.walk.kernels import walked_open

SEND = """
#define SEND(n) AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(n)
#define RUN(n) __aicore__ inline void Run() { SEND(n); }
"""
Flags = tuple[object, ...]


def _ways(kernel: WalkedKernel) -> set[Flags]:
    """The flags that are set, one after the other, for each choice that is open."""
    return {flags for flags, _ in _walked_from([kernel.trees["aiv"]], {})}


def _walked_from(rest: list[tree.Node], chosen: dict[Value, bool]) -> Iterator[tuple[Flags, dict[Value, bool]]]:
    if not rest:
        yield (), chosen
        return
    first, *behind = rest
    match first:
        case tree.Seq(body=body) | tree.Called(body=tree.Seq(body=body)) | tree.Loop(body=tree.Seq(body=body)):
            yield from _walked_from([*body, *behind], chosen)
        case tree.Branch(condition=condition, then=then, otherwise=otherwise):
            assert condition.depends == "uniform"
            for truth, side in ((True, then), (False, otherwise)):
                if chosen.get(condition.value, truth) is truth:
                    told = {**chosen, condition.value: truth, negate(condition.value): not truth}
                    yield from _walked_from([side, *behind], told)
        case tree.FlagSet(flag=flag):
            for flags, told in _walked_from(behind, chosen):
                yield (flag.payload, *flags), told
        case _:
            yield from _walked_from(behind, chosen)


@pytest.mark.parametrize("name", ["T", "Element"])
def test_an_open_type_is_one_whatever_its_name(tmp_path: Path, name: str) -> None:
    same = "if constexpr (std::is_same<{}, {}>::value) {{ {} }}".format
    body = same(name, "half", f"SEND(1); {same(name, 'float', 'SEND(2);')}") + "else { SEND(3); }"
    assert _ways(walked_open(tmp_path, f"typename {name}", body, SEND)) == {(1,), (3,)}
