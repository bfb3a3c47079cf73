"""The Ascend 950 stubs accept what kernels write, and reject what no kernel can mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

STUBS = Path(__file__).parents[2] / "sklint" / "stubs"
A5 = STUBS / "kernel" / "a5"
FLAGS = (
    "-xc++",
    "-std=c++17",
    "-nostdinc",
    "-ferror-limit=0",
    f"-I{STUBS / 'kernel'}",
    f"-I{A5}",
    f"-isystem{STUBS / 'cpp'}",
)
ERROR = 3


def parse(source: str, architecture: int = 3510) -> TranslationUnit:
    flags = [*FLAGS, f"-D__NPU_ARCH__={architecture}"]
    return Index.create().parse("kernel.cpp", args=flags, unsaved_files=[("kernel.cpp", source)], options=0x202)


def errors(source: str) -> list[str]:
    return [f"{d.location.line}: {d.spelling}" for d in parse(source).diagnostics if d.severity >= ERROR]


def called(cursor: Cursor) -> list[str]:
    return [c.spelling for c in cursor.walk_preorder() if c.kind is CursorKind.CALL_EXPR and c.spelling]


def headers() -> list[str]:
    """The headers of the folder by the path that kernels give, without those that only the folder itself includes."""
    return sorted(
        header.relative_to(A5).as_posix()
        for header in A5.rglob("*.h")
        if header.parent.name != "sklint_a5" and header.name != "a5.h"
    )


@pytest.mark.parametrize("backwards", [False, True])
def test_the_headers_that_kernels_ask_for_get_along_in_any_order(backwards: bool) -> None:
    includes = [f'#include "{header}"' for header in sorted(headers(), reverse=backwards)]
    assert len(includes) > 60
    assert errors("\n".join(includes) + "\n") == []


def test_register_code_parses_with_both_namespaces_open() -> None:
    source = """
#include "kernel_operator.h"
using namespace AscendC;
using namespace AscendC::MicroAPI;
constexpr static CastTrait toHalf = {RegLayout::ZERO, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
constexpr static DivSpecificMode precise = {MaskMergeMode::ZEROING, true};
__simd_vf__ inline void scale(__ubuf__ float *in, __ubuf__ half *out, uint32_t count) {
    RegTensor<float> a, b;
    RegTensor<half, RegTraitNumOne> narrow;
    MaskReg all = CreateMask<float, MaskPattern::ALL>();
    for (uint16_t i = 0; i < 4; ++i) {
        MaskReg mask = UpdateMask<float>(count);
        DataCopy<float, PostLiteral::POST_MODE_UPDATE, LoadDist::DIST_NORM>(a, in, 64);
        Duplicate(b, 2.0f, mask);
        Mul(a, a, b, mask);
        Adds(a, a, 1.0f, mask);
        Div<float, &precise>(a, a, b, mask);
        Compare<float, CMPMODE::GT>(all, a, b, mask);
        Select(a, a, b, all);
        Reduce<ReduceType::MAX>(b, a, mask);
        ShiftRights((RegTensor<uint32_t> &)a, (RegTensor<uint32_t> &)b, (int16_t)3, mask);
        Cast<half, float, toHalf>(narrow, a, mask);
        DataCopy<half, StoreDist::DIST_PACK_B32>(out + i * 64, narrow, mask);
        LocalMemBar<MemType::VEC_STORE, MemType::VEC_LOAD>();
    }
}
void onTensors(LocalTensor<float> x, LocalTensor<half> y, GlobalTensor<float> gm) {
    DataCopy(x, gm, 64);
    Add(x, x, x, 64);
    Muls(x, x, 2.0f, 64);
    Cast(y, x, RoundMode::CAST_RINT, 64);
    GatherMask(x, x, 1, false, 0, {1, 1, 8, 8}, gm.GetSize());
}
"""
    assert errors(source) == []


def test_simt_code_parses_and_its_call_keeps_its_arguments() -> None:
    source = """
#include "kernel_operator.h"
#include "simt_api/asc_simt.h"
template <typename T>
__simt_vf__ __aicore__ LAUNCH_BOUND(512) inline void addOne(__gm__ T *data, uint32_t count) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        T old = asc_atomic_add(data + i, static_cast<T>(1));
        data[i] = min(old, asc_shfl(old, 3));
    }
    asc_syncthreads();
}
void run(__gm__ float *data) { asc_vf_call<addOne<float>>(dim3(512), data, 100u); }
"""
    unit = parse(source)
    assert [d.spelling for d in unit.diagnostics if d.severity >= ERROR] == []
    run = next(c for c in unit.cursor.get_children() if c.spelling == "run")
    assert called(run)[0] == "asc_vf_call"
    assert [c.spelling for c in run.walk_preorder() if c.kind is CursorKind.DECL_REF_EXPR][-1] == "data"


def test_a_graph_of_atvoss_parses_down_to_its_scheduler() -> None:
    source = """
#include "atvoss/broadcast/broadcast_sch.h"
#include "atvoss/elewise/elewise_sch.h"
using namespace Ops::Base;
template <typename T> struct Twice : Vec::ElemwiseUnaryOP<T, T> {
    __aicore__ inline Twice(LocalTensor<T> &out, LocalTensor<T> &in, int count) { AscendC::Add(out, in, in, count); }
};
template <typename T> struct TwiceGraph {
    using In = Bind<Vec::CopyInBrc<T>, Placeholder::In0<T>>;
    using Wide = Bind<Vec::Cast<float, T, 0>, In>;
    using Scale = MAKE_CONST(float, 0.5f);
    using Out = Bind<Vec::CopyOut<T>, Placeholder::Out0<T>, Bind<Twice<T>, Bind<Vec::Muls<float>, Wide, Scale>>>;
    using OpDag = DAGSch<Elems<Out>, void, MemOptCfg<MemLevel::LEVEL_2>>;
};
template <uint64_t schMode> __global__ __aicore__ void twice(GM_ADDR x, GM_ADDR y, GM_ADDR tiling) {
    BroadcastSch<schMode, TwiceGraph<half>::OpDag> broadcast(tiling);
    broadcast.Process(x, y);
    EleBaseTilingData data;
    TPipe pipe;
    ElementwiseSch<schMode, TwiceGraph<float>::OpDag> elementwise(&data, &pipe);
    elementwise.template SetVar<float, 0>(1.0f);
    elementwise.Init(x, y);
    elementwise.Process();
}
"""
    assert errors(source) == []


def test_the_reduce_scheduler_meets_at_a_barrier_only_where_the_reduced_axis_is_split() -> None:
    source = """
#include "atvoss/reduce/reduce_sch.h"
#include "atvoss/reduce/reduce_tiling_key_decl.h"
using namespace Ops::Base;
using Graph = DAGSch<Elems<>>;
using Whole = ReduceOpTmpl::ReduceSch<true, false, 20, 20, 1, Graph>;
using Split = ReduceOpTmpl::ReduceSch<true, false, 20, 23, 0, Graph>;
static_assert(Whole::SchLoopInfo.loopRCount == 0 && Whole::SchLoopInfo.loopACount == 2);
static_assert(Split::SchLoopInfo.loopRCount == 3);
template <REDUCE_TPL_PARAM> void reduce(GM_ADDR x) {
    ReduceOpTmpl::ReduceSch<REDUCE_TPL_VALUE, Graph> op(x);
    op.Process(x);
}
"""
    unit = parse(source)
    assert [d.spelling for d in unit.diagnostics if d.severity >= ERROR] == []
    in_scheduler = (
        c for c in unit.cursor.walk_preorder() if c.location.file and c.location.file.name.endswith("sch.h")
    )
    process = [c for c in in_scheduler if c.kind is CursorKind.FUNCTION_TEMPLATE and c.spelling == "Process"]
    assert [name for c in process for name in called(c)] == ["SyncAll"]


def test_blaze_takes_its_parameters_in_nested_braces() -> None:
    source = """
#include "blaze/gemm/block/block_mmad.h"
using Shape = AscendC::Te::Shape<int64_t, int64_t, int64_t>;
using Policy = Blaze::Gemm::MatmulWithScaleMx<1, false, Blaze::Gemm::KernelMmadWithScaleMxWithoutBatch>;
using Mmad = Blaze::Gemm::Block::BlockMmad<Policy, half, AscendC::Te::NDExtLayoutPtn, half, AscendC::Te::ZNLayoutPtn>;
using Kernel = Blaze::Gemm::Kernel::GemmUniversal<
    Shape, Mmad, Blaze::Epilogue::Block::BlockEpilogueEmpty, Blaze::Gemm::Block::BlockSchedulerMatmulBasic<Shape, 0>>;
void run(GM_ADDR a, GM_ADDR b, int64_t m) {
    Kernel::Params params{{m, 16, 32}, {a, b, {a, {m, 3u}}}, {}};
    Kernel{}(params);
    Kernel{}(Kernel::Params{{m, m}, {a, b}});
}
"""
    assert errors(source) == []


def test_a_register_of_another_kind_is_still_an_error() -> None:
    source = """
#include "kernel_operator.h"
void mistaken() { AscendC::Reg::MaskReg mask = AscendC::Reg::RegTensor<float>(); }
"""
    assert len(errors(source)) == 1


def test_catlass_parses_for_a2_with_a_block_of_its_own_and_its_barriers_stay_visible() -> None:
    source = """
#include "catlass/catlass.hpp"
#include "catlass/arch/cross_core_sync.hpp"
#include "catlass/gemm/block/block_mmad.hpp"
#include "tla/tensor.hpp"
namespace Catlass::Gemm {
template <uint32_t STAGES_> struct MmadOwn : MmadAtlasA2 {
    static constexpr uint32_t STAGES = STAGES_;
};
namespace Block {
template <uint32_t S, class L1, class L0, class A, class B, class C, class Bias, class Copy, class Mmad>
struct BlockMmad<MmadOwn<S>, L1, L0, A, B, C, Bias, Copy, Mmad> {
    using CopyA = typename Copy::CopyGmToL1A;
    CATLASS_DEVICE BlockMmad(Arch::Resource<Arch::AtlasA2> &resource) {
        l1 = resource.l1Buf.template GetBufferByByte<typename A::Element>(0);
    }
    CATLASS_DEVICE void operator()(GemmCoord const &shape, layout::RowMajor const &layout) {
        MatrixCoord offset{shape.m(), shape.k()};
        copyA(l1, l1[layout.GetOffset(offset)], layout.GetTileLayout(MakeCoord(shape.m(), shape.k())));
    }
    AscendC::LocalTensor<typename A::Element> l1;
    CopyA copyA;
};
}
}
using namespace Catlass;
using Matrix = Gemm::GemmType<half, layout::RowMajor>;
using Tile = GemmShape<128, 256, 64>;
void run(AscendC::GlobalTensor<half> gm, uint32_t tokens) {
    Arch::Resource<Arch::AtlasA2> resource;
    Gemm::Block::BlockMmad<Gemm::MmadOwn<2>, Tile, Tile, Matrix, Matrix, Matrix> own(resource);
    Gemm::Block::GemmIdentityBlockSwizzle<3, 0> swizzle(GemmCoord{tokens, 128, 64}, MakeCoord<uint32_t>(128, 256));
    own(swizzle.GetActualBlockShape(swizzle.GetBlockCoord(0)), layout::RowMajor(tokens, 128));
    auto tensor = tla::MakeTensor(gm, tla::MakeLayout<half, layout::RowMajor>(tokens, 128), Arch::PositionGM{});
    auto tile = GetTile(tensor, tla::MakeCoord(0, 0), tla::MakeShape(CeilDiv<16>(tokens), 128));
    Arch::CrossCoreFlag ready(1);
    Arch::CrossCoreSetFlag<0x2, PIPE_FIX>(ready);
    Arch::CrossCoreBarrier<0x0, PIPE_MTE3>();
}
"""
    unit = parse(source, architecture=2201)
    assert [f"{d.location.line}: {d.spelling}" for d in unit.diagnostics if d.severity >= ERROR] == []
    run = next(c for c in unit.cursor.get_children() if c.spelling == "run" and c.is_definition())
    assert called(run)[-2:] == ["CrossCoreSetFlag", "CrossCoreBarrier"]


@pytest.mark.parametrize("name", ["abs", "exp", "floor", "pow", "fmod", "erf", "div", "rand"])
def test_a_kernel_may_be_called_like_a_function_of_the_c_library(name: str) -> None:
    source = f"""
#include "kernel_operator.h"
#include <cmath>
#include <cstdlib>
extern "C" __global__ __aicore__ void {name}(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {{
    AscendC::SyncAll();
}}
"""
    assert errors(source) == []


def test_what_ascend_950_adds_to_the_basic_api_is_there() -> None:
    source = """
#include "kernel_operator.h"
using namespace AscendC;
static constexpr MultiCopyConfig reflect = {false, 0, 0, false};
static_assert(VECTOR_REG_WIDTH == 256 && CeilAlign(5, 4) == 8 && IsTypeOneOfV<half, float, half>);
static_assert(GetDataBlockSizeInBytes() == 32 && PhyPosIsUB(TPosition::VECOUT) && !PhyPosIsL1(TPosition::GM));
void run(LocalTensor<float> local, GlobalTensor<float> gm) {
    NdDmaLoopInfo<2> loop;
    NdDmaParams<float, 2> parameters = {loop, 0};
    DataCopy<float, 2, reflect>(local, gm, parameters);
    MmadParams mmad;
    mmad.disableGemv = true;
    FixpipeParamsC310 fixpipe;
    fixpipe.dualDstCtl = static_cast<uint8_t>(McgShfMode::DUAL_DST_SPLIT_M);
    Cast(local, local, RoundMode::CAST_HYBRID, 64);
    SetFlag<HardEvent::FIX_V>(EVENT_ID0);
    Mutex::Lock<PIPE_MTE2>(0);
    float lowest = NumericLimits<float>::NegativeInfinity();
    MmadBitModeParams packed(mmad);
    packed.SetUnitFlag(3);
}
"""
    assert errors(source) == []


@pytest.mark.parametrize("architecture", [2201, 3510])
def test_scalar_types_have_the_sizes_that_kernels_divide_by(architecture: int) -> None:
    source = """
#include "kernel_operator.h"
static_assert(sizeof(half) == 2 && sizeof(bfloat16_t) == 2 && sizeof(hifloat8_t) == 1 && sizeof(fp8_e4m3fn_t) == 1);
"""
    assert [d.spelling for d in parse(source, architecture).diagnostics if d.severity >= ERROR] == []


def test_simt_code_computes_on_bfloat16_values_in_gm() -> None:
    source = """
#include "kernel_operator.h"
__simt_vf__ inline void half_of(__gm__ bfloat16_t *out, __gm__ bfloat16_t *in, uint32_t i) {
    bfloat16_t value = in[i];
    out[i] = static_cast<bfloat16_t>(static_cast<float>(value) * 0.5f);
}
"""
    assert errors(source) == []
