"""Kernels that are templates, launched from templates: their arguments are those that the code around names."""

from __future__ import annotations

from math import inf
from pathlib import Path

from sklint.examples import lint_tree
from sklint.host.instances import MOST_INSTANCES, KernelInstance, launched_instances
from sklint.parse import parse_unit
from sklint.program import Program
from sklint.walk import tree
from sklint.walk.kernel import WalkedKernel, events, walk_kernel

RULES = frozenset({"SK001", "SK101", "SK703"})
KERNELS = """#include <type_traits>
#include "acl/acl.h"
#include "tiling/platform/platform_ascendc.h"
#include "kernel_operator.h"
template <bool MEETS>
struct Work {
    struct Params { GM_ADDR x; uint32_t rows; };
    __aicore__ void operator()(const Params &params)
    {
        if constexpr (MEETS) {
            if (AscendC::GetBlockIdx() < params.rows) {
                AscendC::SyncAll();
            }
        }
    }
};
template <class Op>
__global__ __aicore__ void adapter(typename Op::Params params)
{
    Op op;
    op(params);
}
template <class Op>
__global__ __aicore__ void adapter(typename Op::Params params, uint64_t address)
{
    Op op;
    op(params);
    AscendC::CrossCoreWaitFlag(9);
}
template <class Op>
struct Device {
    typename Op::Params params;
    int Run(aclrtStream stream, uint32_t blocks, uint64_t address)
    {
        if (address == 0) {
            adapter<Op><<<blocks, nullptr, stream>>>(params);
        } else {
            adapter<Op><<<blocks, nullptr, stream>>>(params, address);
        }
        return 0;
    }
    int operator()(aclrtStream stream, uint32_t blocks) { return Run(stream, blocks, 0); }
};
"""
MAIN = """int main()
{
    aclrtStream stream{nullptr};
    auto cores = platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv();
    using Chosen = Device<Work<%s>>;
    Chosen op;
    op(stream, cores);
    return 0;
}
"""
LAMBDA = """template <class Op>
void Launch(uint32_t blocks, aclrtStream stream)
{
    typename Op::Params params{};
    adapter<Op><<<blocks, nullptr, stream>>>(params);
}
extern "C" void run(aclrtStream stream)
{
    auto go = [&](uint32_t blocks) { Launch<Work<true>>(blocks, stream); };
    go(8);
    Launch<Work<false>>(4, stream);
}
"""


def unit(folder: Path, text: str) -> Program:
    source = folder / "program.cpp"
    source.write_text(text)
    return parse_unit(str(source), 2201)


def walked(program: Program, instance: KernelInstance) -> WalkedKernel:
    return walk_kernel(dict.fromkeys(("aiv", "aic"), program), program.entries[0], template=instance.template)


def barriers(kernel: WalkedKernel) -> int:
    return sum(isinstance(event, tree.AllCoreSync) for event in events(kernel.trees["aiv"]))


def test_an_adapter_launches_with_what_main_made_it_of(tmp_path: Path) -> None:
    program = unit(tmp_path, KERNELS + MAIN % "true")
    found = launched_instances(program, inf)
    first, other = program.entries
    (instance,) = found[first]
    assert [launch.count for launch in instance.launches] == ["all-aiv"]
    assert barriers(walked(program, instance)) == 1
    # the overload that the condition rules out is no kernel of this program
    assert found[other] == ()


def test_a_lambda_and_a_function_template_launch_each_with_its_own(tmp_path: Path) -> None:
    program = unit(tmp_path, KERNELS + LAMBDA)
    found = launched_instances(program, inf)[program.entries[0]]
    counts = {launch.count: barriers(walked(program, one)) for one in found for launch in one.launches}
    assert counts == {"const:8": 1, "const:4": 0}


def test_what_nobody_names_the_arguments_of_is_left_open(tmp_path: Path) -> None:
    program = unit(tmp_path, KERNELS)
    assert len(program.entries) == 2
    assert launched_instances(program, inf) == {}


def test_of_very_many_instances_one_is_walked_with_what_they_have_in_common(tmp_path: Path) -> None:
    kernel = """
template <bool MEETS, int ROWS>
__global__ __aicore__ void rows(GM_ADDR x)
{
    if constexpr (MEETS) { AscendC::SyncAll(); }
    if constexpr (ROWS == 1) { AscendC::SyncAll(); }
}
"""

    def ways(count: int) -> str:
        calls = "".join(f"rows<false, {number}><<<8, nullptr, stream>>>(nullptr);" for number in range(count))
        return f'{KERNELS}{kernel}extern "C" void run(aclrtStream stream) {{ {calls} }}'

    few = unit(tmp_path, ways(MOST_INSTANCES))
    assert len(launched_instances(few, inf)[few.entries[-1]]) == MOST_INSTANCES
    many = unit(tmp_path, ways(MOST_INSTANCES + 1))
    (one,) = launched_instances(many, inf)[many.entries[-1]]
    assert len(one.launches) == MOST_INSTANCES + 1
    # one barrier, that of the rows: nobody launches the kernel with the other one
    both = dict.fromkeys(("aiv", "aic"), many)
    assert barriers(walk_kernel(both, many.entries[-1], template=one.template)) == 1


def test_of_very_many_instances_those_of_one_type_are_walked_as_one(tmp_path: Path) -> None:
    kernel = "template <class T, int ROWS> __global__ __aicore__ void rows(GM_ADDR x) {}"
    calls = "".join(
        f"rows<{type}, {number}><<<8, nullptr, stream>>>(nullptr);" for type in ("half", "float") for number in range(9)
    )
    program = unit(tmp_path, f'{KERNELS}{kernel}extern "C" void run(aclrtStream stream) {{ {calls} }}')
    found = launched_instances(program, inf)[program.entries[-1]]
    assert [(str(one.template[1]), len(one.launches)) for one in found] == [("ROWS", 9), ("ROWS", 9)]


def test_code_that_is_chosen_by_the_kind_of_core_tells_that_both_take_part(tmp_path: Path) -> None:
    work = """struct Work {
    struct Params { GM_ADDR x; };
    template <int32_t CORE = g_coreType>
    __aicore__ void operator()(const Params &params);
    template <>
    __aicore__ void operator()<AscendC::AIC>(const Params &params) { AscendC::CrossCoreSetFlag<2, PIPE_FIX>(9); }
    template <>
    __aicore__ void operator()<AscendC::AIV>(const Params &params) { AscendC::CrossCoreWaitFlag(9); }
};
template <class Op>
__global__ __aicore__ void adapter(typename Op::Params params)
{
    Op op;
    op(params);
}
void run(Work::Params params, void *stream) { adapter<Work><<<8, nullptr, stream>>>(params); }
"""
    program = unit(tmp_path, '#include "kernel_operator.h"\n' + work)
    (instance,) = launched_instances(program, inf)[program.entries[0]]
    kernel = walked(program, instance)
    assert kernel.kind.ratio == (1, 2)
    assert [type(event) for event in events(kernel.trees["aic"])] == [tree.FlagSet]
    assert [type(event) for event in events(kernel.trees["aiv"])] == [tree.FlagWait]


def test_a_finding_is_that_of_the_instance_that_is_launched(tmp_path: Path) -> None:
    def codes(meets: str) -> list[str]:
        folder = tmp_path / meets
        folder.mkdir()
        (folder / "program.cpp").write_text(KERNELS + MAIN % meets)
        return [finding.code for finding in lint_tree(folder, RULES)]

    assert "SK101" in codes("true")
    assert codes("false") == []
