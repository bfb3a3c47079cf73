"""Objects that are called: the function is the operator of their class, which the call does not name."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import events
from tests.walk.kernels import branches, walked

WORKER = """
struct Worker {
    __aicore__ inline void operator()(GM_ADDR x)
    {
        if ASCEND_IS_AIC {
            AscendC::LocalTensor<float> c;
            AscendC::LocalTensor<half> a;
            AscendC::MmadParams p;
            AscendC::Mmad(c, a, a, p);
            AscendC::CrossCoreSetFlag<0x2, PIPE_FIX>(3);
        }
    }
};
struct Holder {
    __aicore__ inline void Run(GM_ADDR x) { worker_(x); }
    Worker worker_;
};
template <typename F> __aicore__ inline void Each(F work, GM_ADDR x) { work(x); }
template <typename F> __aicore__ inline void Made(GM_ADDR x) { F()(x); }
"""


@pytest.mark.parametrize(
    "call",
    [
        "Worker worker; worker(x);",
        "Worker worker; Worker *there = &worker; (*there)(x);",
        "Worker()(x);",
        "Worker{}(x);",
        "Holder holder; holder.Run(x);",
        "Holder holder; holder.worker_(x);",
        "Each(Worker(), x);",
        "Made<Worker>(x);",
    ],
)
def test_what_an_object_does_that_is_called_tells_which_cores_run(tmp_path: Path, call: str) -> None:
    kernel = walked(tmp_path, call, WORKER)
    assert [event.flag.payload for event in events(kernel.trees["aic"]) if isinstance(event, tree.FlagSet)] == [3]


def test_a_closure_that_is_called_is_no_object_of_a_class(tmp_path: Path) -> None:
    assert "aic" not in walked(tmp_path, "[&]() { AscendC::SyncAll(); }();", WORKER).trees


def test_a_loop_finds_out_what_an_object_writes_that_it_calls(tmp_path: Path) -> None:
    before = "struct Counter { int32_t count = 0; __aicore__ inline void operator()(int32_t n) { count += n; } };"
    body = """
    Counter counter;
    for (int32_t i = 0; i < AscendC::GetBlockNum(); i++) { counter(i); }
    if (counter.count == 0) { AscendC::SyncAll(); }"""
    (branch,) = branches(walked(tmp_path, body, before).trees["aiv"])
    assert any(isinstance(event, tree.AllCoreSync) for event in events(branch.then))
