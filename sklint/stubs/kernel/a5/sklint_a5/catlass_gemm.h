// catlass: policies, tiles, blocks, epilogues and schedulers of matrix products.
//
// Kernels specialise BlockMmad, BlockEpilogue and the tiles for policies of their own: the parameter lists matter here.
#pragma once

#include "tla.h"

namespace Catlass {

namespace Gemm {

template <typename E, typename L, AscendC::TPosition P = AscendC::TPosition::GM> struct GemmType {
    using Element = E;
    using Layout = L;
    static constexpr AscendC::TPosition POSITION = P;
};

template <typename Tag, bool Async = false> struct MmadBase {
    using ArchTag = Tag;
    static constexpr uint32_t ASYNC = Async;
};
using MmadAtlasA2 = MmadBase<Arch::AtlasA2, false>;
using MmadAtlasA2Async = MmadBase<Arch::AtlasA2, true>;

#define SKLINT_STAGES                                     \
    static constexpr uint32_t STAGES = 2;                 \
    static constexpr uint32_t PRELOAD_STAGES = 1;         \
    static constexpr uint32_t L1_STAGES = 2;              \
    static constexpr uint32_t L1A_STAGES = 2;             \
    static constexpr uint32_t L1B_STAGES = 2;             \
    static constexpr uint32_t L0A_STAGES = 2;             \
    static constexpr uint32_t L0B_STAGES = 2;             \
    static constexpr uint32_t L0AB_STAGES = 2;            \
    static constexpr uint32_t L0C_STAGES = 1;             \
    static constexpr bool ENABLE_UNIT_FLAG = false;       \
    static constexpr bool ENABLE_SHUFFLE_K = false;       \
    static constexpr bool ENABLE_ABBA = false;            \
    static constexpr bool PAGED_CACHE_FLAG = false;       \
    static constexpr bool USE_HF32_MODE = false;          \
    static constexpr bool ENABLE_L1_RESIDENT = false;
#define SKLINT_MMAD(Name)                                         \
    template <auto... V> struct Name : MmadAtlasA2 {              \
        SKLINT_STAGES                                             \
    };
#define SKLINT_MMAD_PLAIN(Name)                                   \
    struct Name : MmadAtlasA2 {                                   \
        SKLINT_STAGES                                             \
    };
#define SKLINT_MMAD_OF_ARCH(Name)                                 \
    template <typename Tag, auto... V> struct Name : MmadBase<Tag, false> { \
        SKLINT_STAGES                                             \
    };
SKLINT_MMAD(GemmAtlasA2)
SKLINT_MMAD(MmadAtlasA2DynamicPreloadAsyncWithCallback)
SKLINT_MMAD(MmadAtlasA2FAIPV)
SKLINT_MMAD(MmadAtlasA2FAIQK)
SKLINT_MMAD(MmadAtlasA2FAITailPV)
SKLINT_MMAD(MmadAtlasA2FAITailQK)
SKLINT_MMAD(MmadAtlasA2FullLoadA)
SKLINT_MMAD(MmadAtlasA2PingPongWithPrologue)
SKLINT_MMAD(MmadAtlasA2Pingpong)
SKLINT_MMAD(MmadAtlasA2PingpongBias)
SKLINT_MMAD(MmadAtlasA2PingpongSliceKWithPrologue)
SKLINT_MMAD(MmadAtlasA2Preload)
SKLINT_MMAD(MmadAtlasA2PreloadAsync)
SKLINT_MMAD(MmadAtlasA2PreloadAsyncWithCallback)
SKLINT_MMAD(MmadAtlasA2SingleCoreSplitk)
SKLINT_MMAD(MmadAtlasA2Small)
SKLINT_MMAD(MmadAtlasA2Streamk)
SKLINT_MMAD(MmadAtlasA2W4A4MatmulPerTokenPerChannelDequant)
SKLINT_MMAD(MmadAtlasA2W8A16)
SKLINT_MMAD_PLAIN(GemvAtlasA2)
SKLINT_MMAD_PLAIN(MmadAtlasA2FAPV)
SKLINT_MMAD_PLAIN(MmadAtlasA2FAQK)
SKLINT_MMAD_PLAIN(MmadAtlasA2MLAPV)
SKLINT_MMAD_PLAIN(MmadAtlasA2MLAPVTp1Spec)
SKLINT_MMAD_PLAIN(MmadAtlasA2MLAQK)
SKLINT_MMAD_PLAIN(MmadAtlasA2MLAQKTp1Spec)
SKLINT_MMAD_OF_ARCH(MmadDequant)
SKLINT_MMAD_OF_ARCH(MmadFAIPV)
SKLINT_MMAD_OF_ARCH(MmadFAIQK)
SKLINT_MMAD_OF_ARCH(MmadFAITailPV)
SKLINT_MMAD_OF_ARCH(MmadFAITailQK)
SKLINT_MMAD_OF_ARCH(MmadFullLoadA)
SKLINT_MMAD_OF_ARCH(MmadPingpong)
SKLINT_MMAD_OF_ARCH(MmadPingpongTlaV2)
SKLINT_MMAD_OF_ARCH(MmadPreloadAsyncWithCallback)
#undef SKLINT_MMAD_OF_ARCH
#undef SKLINT_MMAD_PLAIN
#undef SKLINT_MMAD
#undef SKLINT_STAGES

namespace helper {
template <typename Element, typename Layout> struct L1AlignHelper {
    static constexpr uint32_t ELE_NUM_PER_C0 = BYTE_PER_C0 / sizeof(Element);
    static constexpr uint32_t M_ALIGNED = 16;
    static constexpr uint32_t N_ALIGNED = 16;
    static constexpr uint32_t K_ALIGNED = 16;
};
template <typename A, typename B> struct ElementAccumulatorSelector {
    using ElementAccumulator = float;
};
template <> struct ElementAccumulatorSelector<int8_t, int8_t> {
    using ElementAccumulator = int32_t;
};
template <> struct ElementAccumulatorSelector<AscendC::int4b_t, AscendC::int4b_t> {
    using ElementAccumulator = int32_t;
};
template <typename Type> struct L1ATypeSelector {
    using L1AType = GemmType<typename Type::Element, layout::zN, AscendC::TPosition::A1>;
};
template <typename Type> struct L1BTypeSelector {
    using L1BType = GemmType<typename Type::Element, layout::nZ, AscendC::TPosition::A1>;
};
template <typename Type, typename Element> struct L1BiasTypeSelector {
    using GMBiasType = Type;
    using L1BiasType = GemmType<Element, layout::VectorLayout, AscendC::TPosition::A1>;
    using L0BiasType = GemmType<Element, layout::VectorLayout, AscendC::TPosition::C2>;
};
template <typename Tag> struct L0ALayoutSelector {
    using Layout = layout::zZ;
};
}  // namespace helper

namespace Tile {
enum class ScaleGranularity { UNDEFINED = -1, NO_QUANT, PER_TENSOR, PER_CHANNEL, PER_GROUP };

#define SKLINT_TILE_BODY(Name)                                    \
    template <typename... Given> Name(Given &&...);               \
    template <typename... Given> void operator()(Given &&...);
#define SKLINT_TILE(Name)                                         \
    template <typename Tag, typename... T> struct Name {          \
        SKLINT_TILE_BODY(Name)                                    \
    };
SKLINT_TILE(CopyGmToL1)
SKLINT_TILE(CopyGmToL1GMMPTD)
SKLINT_TILE(CopyL1ToBT)
SKLINT_TILE(CopyL1ToFP)
SKLINT_TILE(CopyL1ToL0A)
SKLINT_TILE(CopyL1ToL0B)
SKLINT_TILE(TileCopyTla)
SKLINT_TILE(TileCopyTlaExt)
SKLINT_TILE(TileMmad)
SKLINT_TILE(TileMmadTla)
#undef SKLINT_TILE
template <typename Tag, typename Accumulator, typename Gm, ScaleGranularity Scale = ScaleGranularity::NO_QUANT,
          bool Relu = false, typename = void>
struct CopyL0CToGm {
    SKLINT_TILE_BODY(CopyL0CToGm)
};
template <typename Tag, typename Source, typename Target, ScaleGranularity Scale = ScaleGranularity::NO_QUANT,
          bool Relu = false, typename = void>
struct CopyL0CToGmTla {
    SKLINT_TILE_BODY(CopyL0CToGmTla)
};

template <typename Tag, typename A, typename B, typename C, typename Bias = void> struct TileCopy {
    using ElementA = typename A::Element;
    using ElementB = typename B::Element;
    using ElementAccumulator = typename helper::ElementAccumulatorSelector<ElementA, ElementB>::ElementAccumulator;
    using CopyGmToL1A = Tile::CopyGmToL1<Tag, A>;
    using CopyGmToL1B = Tile::CopyGmToL1<Tag, B>;
    using CopyL1ToL0A = Tile::CopyL1ToL0A<Tag, A>;
    using CopyL1ToL0B = Tile::CopyL1ToL0B<Tag, B>;
    using CopyL0CToGm = Tile::CopyL0CToGm<Tag, ElementAccumulator, C>;
    using BiasTypeSelector = helper::L1BiasTypeSelector<Bias, ElementAccumulator>;
    using CopyGmToL1Bias = Tile::CopyGmToL1<Tag, Bias>;
    using CopyL1ToBT = Tile::CopyL1ToBT<Tag, Bias>;
};
template <typename Tag, typename A, typename B, typename C, typename Bias = void>
struct TileCopyGemm : TileCopy<Tag, A, B, C, Bias> {};
template <typename Tag, typename A, typename B, typename C, typename Bias = void,
          ScaleGranularity Scale = ScaleGranularity::PER_TENSOR>
struct QuantTileCopy : TileCopy<Tag, A, B, C, Bias> {};
template <typename Tag, typename A, typename LA, typename B, typename LB, typename C, typename LC, typename Bias = void,
          bool Relu = false, ScaleGranularity Scale = ScaleGranularity::NO_QUANT, typename... Rest>
struct PackedTileCopyTla {
    using ElementA = A;
    using ElementB = B;
    using LayoutTagA = LA;
    using LayoutTagB = LB;
    using LayoutTagC = LC;
    using ElementAccumulator = typename helper::ElementAccumulatorSelector<A, B>::ElementAccumulator;
    static constexpr bool ReluEnable = Relu;
    static constexpr bool HAS_BIAS = !std::is_void_v<Bias>;
    static constexpr bool HAS_QUANT_TENSOR = Scale == ScaleGranularity::PER_CHANNEL;
    static constexpr ScaleGranularity DEQUANT_GRANULARITY = Scale;
    using LayoutTagL1A = layout::zN;
    using LayoutTagL1B = layout::nZ;
    using LayoutTagL0A = layout::zZ;
    using LayoutTagL0B = layout::nZ;
    using LayoutTagL0C = layout::L0C;
    using LayoutA = tla::Layout<>;
    using LayoutB = tla::Layout<>;
    using LayoutC = tla::Layout<>;
    using LayoutL1A = tla::Layout<>;
    using LayoutL1B = tla::Layout<>;
    using LayoutL0A = tla::Layout<>;
    using LayoutL0B = tla::Layout<>;
    using LayoutL0C = tla::Layout<>;
    using TensorL1A = tla::Tensor<AscendC::LocalTensor<A>, tla::Layout<>, tla::tuple<>, AscendC::TPosition::A1>;
    using TensorL1B = tla::Tensor<AscendC::LocalTensor<B>, tla::Layout<>, tla::tuple<>, AscendC::TPosition::A1>;
    using TensorL0A = tla::Tensor<AscendC::LocalTensor<A>, tla::Layout<>, tla::tuple<>, AscendC::TPosition::A2>;
    using TensorL0B = tla::Tensor<AscendC::LocalTensor<B>, tla::Layout<>, tla::tuple<>, AscendC::TPosition::B2>;
    using TensorL0C =
        tla::Tensor<AscendC::LocalTensor<ElementAccumulator>, tla::Layout<>, tla::tuple<>, AscendC::TPosition::CO1>;
    using TensorL1Bias = TensorL1A;
    using TensorL0Bias = TensorL0C;
    using TensorL1Quant = TensorL1A;
    using L1AAlignHelper = helper::L1AlignHelper<A, LA>;
    using L1BAlignHelper = helper::L1AlignHelper<B, LB>;
    template <typename T> using CopyGmToL1A = TileCopyTla<Tag, T, TensorL1A>;
    template <typename T> using CopyGmToL1B = TileCopyTla<Tag, T, TensorL1B>;
    template <typename T> using CopyGmToL1Bias = TileCopyTla<Tag, T, TensorL1Bias>;
    template <typename T> using CopyGmToL1Scale = TileCopyTla<Tag, T, TensorL1Quant>;
    using CopyL1ToL0A = TileCopyTla<Tag, TensorL1A, TensorL0A>;
    using CopyL1ToL0B = TileCopyTla<Tag, TensorL1B, TensorL0B>;
    using CopyL1ToBT = TileCopyTla<Tag, TensorL1Bias, TensorL0Bias>;
    using CopyL1ToFP = TileCopyTla<Tag, TensorL1Quant, TensorL0C>;
    template <typename T> using CopyL0CToGm = CopyL0CToGmTla<Tag, TensorL0C, T, Scale, Relu>;
    template <typename T> using CopyL0CToDst = CopyL0CToGmTla<Tag, TensorL0C, T, Scale, Relu>;
};
}  // namespace Tile

namespace Block {
template <typename Policy, typename L1, typename L0, typename A, typename B, typename C, typename Bias = void,
          typename Copy = Tile::TileCopy<typename Policy::ArchTag, A, B, C, Bias>,
          typename Mmad = Tile::TileMmad<typename Policy::ArchTag, A, B, Bias>>
struct BlockMmad {
    using DispatchPolicy = Policy;
    using ArchTag = typename Policy::ArchTag;
    using L1TileShape = L1;
    using L0TileShape = L0;
    using ElementA = typename A::Element;
    using LayoutA = typename A::Layout;
    using ElementB = typename B::Element;
    using LayoutB = typename B::Layout;
    using ElementC = typename C::Element;
    using LayoutC = typename C::Layout;
    SKLINT_TILE_BODY(BlockMmad)
    template <typename... T> void SynchronizeBlock(T &&...);
};
template <typename Policy, typename L1, typename L0, typename A, typename B, typename C, typename Bias = void,
          typename Copy = Tile::PackedTileCopyTla<typename Policy::ArchTag, A, layout::RowMajor, B, layout::RowMajor, C,
                                                  layout::RowMajor, Bias>,
          typename Mmad = Tile::TileMmadTla<typename Policy::ArchTag, A, layout::RowMajor>>
struct BlockMmadTla {
    SKLINT_TILE_BODY(BlockMmadTla)
};

#define SKLINT_SWIZZLE(Name)                                                          \
    template <uint32_t Offset = 1, uint32_t Direction = 0> struct Name {              \
        GemmCoord problemShape;                                                       \
        MatrixCoord tileMN;                                                           \
        MatrixCoord loopsMN;                                                          \
        template <typename... A> Name(A &&...);                                       \
        template <typename... A> void Update(A &&...);                                \
        uint32_t GetCoreLoops() const;                                                \
        uint32_t GetBatchIdx(uint32_t);                                               \
        GemmCoord GetBlockCoord(uint32_t);                                            \
        GemmCoord GetActualBlockShape(GemmCoord);                                     \
        template <typename... A> GemmCoord GetActualBlockShape(A &&...);              \
    };
SKLINT_SWIZZLE(GemmIdentityBlockSwizzle)
SKLINT_SWIZZLE(GemmIdentityBlockSwizzleL1FullLoad)
SKLINT_SWIZZLE(SingleCoreSplitkGemmIdentityBlockSwizzle)
SKLINT_SWIZZLE(SplitkGemmIdentityBlockSwizzle)
SKLINT_SWIZZLE(StreamkGemmIdentityBlockSwizzle)
#undef SKLINT_SWIZZLE
}  // namespace Block

namespace Kernel {
#define SKLINT_CATLASS_KERNEL(Name)                               \
    template <typename... T> class Name {                         \
    public:                                                       \
        struct Params {                                           \
            template <typename... A> Params(A &&...);             \
        };                                                        \
        SKLINT_TILE_BODY(Name)                                    \
    };
SKLINT_CATLASS_KERNEL(BasicMatmul)
SKLINT_CATLASS_KERNEL(MatmulEpilogue)
#undef SKLINT_CATLASS_KERNEL
}  // namespace Kernel
}  // namespace Gemm

namespace Epilogue {
#define SKLINT_EPILOGUE(Name, Tag)                                \
    struct Name {                                                 \
        using ArchTag = Arch::Tag;                                \
    };
#define SKLINT_EPILOGUE_STAGED(Name, Tag)                         \
    template <auto... V> struct Name {                            \
        using ArchTag = Arch::Tag;                                \
        static constexpr uint32_t UB_STAGES = 2;                  \
    };
SKLINT_EPILOGUE(EpilogueAtlasA2ElemWiseNoSource, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2ElemWiseOneSource, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2FARescaleO, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2FASoftmax, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2Gemm, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2Gemv, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2MLARescaleO, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2MLASoftmax, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2OnlineSoftmax, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2RescaleO, AtlasA2)
SKLINT_EPILOGUE(EpilogueAtlasA2W4A4PerTokenPerChannelDequant, AtlasA2)
SKLINT_EPILOGUE_STAGED(EpilogueAscend950PerTokenDequantTla, Ascend950)
SKLINT_EPILOGUE_STAGED(EpilogueAtlasA2PerTokenDequant, AtlasA2)
SKLINT_EPILOGUE_STAGED(EpilogueAtlasA2PerTokenDequantTla, AtlasA2)
#undef SKLINT_EPILOGUE_STAGED
#undef SKLINT_EPILOGUE

namespace Tile {
#define SKLINT_EPILOGUE_TILE(Name)                                \
    template <typename Tag, typename... T> struct Name {          \
        SKLINT_TILE_BODY(Name)                                    \
    };
SKLINT_EPILOGUE_TILE(CopyGm2Ub)
SKLINT_EPILOGUE_TILE(CopyGm2UbAligned)
SKLINT_EPILOGUE_TILE(CopyPerTokenScale2Ub)
SKLINT_EPILOGUE_TILE(CopyUb2Gm)
SKLINT_EPILOGUE_TILE(CopyUb2GmAligned)
SKLINT_EPILOGUE_TILE(TileCast)
#undef SKLINT_EPILOGUE_TILE
#define SKLINT_EPILOGUE_COMPUTE(Name)                             \
    template <typename Tag, typename Type, auto Length, typename... T> struct Name { \
        using ArchTag = Tag;                                      \
        using ElementCompute = typename Type::Element;            \
        static constexpr uint32_t COMPUTE_LENGTH = Length;        \
        SKLINT_TILE_BODY(Name)                                    \
    };
SKLINT_EPILOGUE_COMPUTE(TileElemWiseAdd)
SKLINT_EPILOGUE_COMPUTE(TileElemWiseMuls)
#undef SKLINT_EPILOGUE_COMPUTE
template <typename Tag, typename C, typename... T> struct TileCopy {
    using ElementC = typename C::Element;
    using CopyGmToUbC = CopyGm2Ub<Tag, C>;
    using CopyGmToUbX = CopyGm2Ub<Tag, T...>;
    using CopyGmToUbY = CopyGm2Ub<Tag, T...>;
    using CopyGmToUbScale = CopyGm2Ub<Tag, T...>;
    using CopyGmToUbPerTokenScale = CopyGm2Ub<Tag, T...>;
    using CopyUbToGmD = CopyUb2Gm<Tag, T...>;
};
struct EpilogueIdentityTileSwizzle {
    template <typename... A> EpilogueIdentityTileSwizzle(A &&...);
    uint32_t GetLoops() const;
    MatrixCoord GetTileCoord(uint32_t) const;
    MatrixCoord GetActualTileShape(const MatrixCoord &) const;
};
struct EpilogueHorizontalTileSwizzle : EpilogueIdentityTileSwizzle {
    using EpilogueIdentityTileSwizzle::EpilogueIdentityTileSwizzle;
};
}  // namespace Tile

namespace Block {
template <typename Policy, typename... T> class BlockEpilogue {
public:
    struct Params {
        template <typename... A> Params(A &&...);
    };
    SKLINT_TILE_BODY(BlockEpilogue)
};
}  // namespace Block
}  // namespace Epilogue

#undef SKLINT_TILE_BODY

}  // namespace Catlass
