// cgmct: matrix products put together from a block product, an epilogue and a scheduler; only the names matter.
#pragma once

#include "../blaze/gemm.h"

namespace Cgmct {
namespace Gemm {

using namespace AscendC;
using _0 = std::integral_constant<int, 0>;
using _1 = std::integral_constant<int, 1>;
using MatmulShape = AscendC::Te::Shape<int64_t, int64_t, int64_t, int64_t>;
struct GroupedMatmulAswtWithTailSplitScheduler {};
template <typename... T> struct MatmulMultiBlock {};
template <typename... T> struct QuantMatmulWithTileMultiBlock {};

namespace layout {
struct RowMajor {};
struct ColumnMajor {};
struct RowMajorAlign {};
struct Nz {};
struct Zn {};
}  // namespace layout

namespace Arch {
struct DAV2201 {};
struct DAV3510 {};
}  // namespace Arch

namespace Tile {
struct CopyInAndCopyOutSplitMWithParams {};
template <typename... T> struct TileCopy {};
}  // namespace Tile

#define SKLINT_CGMCT_BLOCK(Name)                     \
    template <typename... T> struct Name {           \
        using Params = ::Blaze::Parameters;          \
    };
namespace Block {
SKLINT_CGMCT_BLOCK(BlockMmadBuilder)
SKLINT_CGMCT_BLOCK(BlockMxMmAicToAivBuilder)
template <typename L0, typename Out, typename In, typename Weight, typename X, auto... V>
struct BlockEpilogueDequantSwiglu {};
template <typename L0, typename Out, typename In, typename Weight, typename X, auto... V>
struct BlockEpilogueSwigluQuant {};
SKLINT_CGMCT_BLOCK(BlockEpiloguePertokenQuant)
}  // namespace Block
#undef SKLINT_CGMCT_BLOCK

namespace Kernel {
#define SKLINT_CGMCT_KERNEL(Name)                                     \
    template <typename... T> struct Name {                            \
        using Params = ::Blaze::Parameters;                           \
        struct GMMTiling {                                            \
            template <typename... A> GMMTiling(A...);                 \
            ::sklint::Any matmulTiling;                               \
        };                                                            \
        template <typename... A> Name(A &&...);                       \
        void operator()(const Params &);                              \
    };
SKLINT_CGMCT_KERNEL(KernelGmmSwiGluMixOnlineDynamic)
SKLINT_CGMCT_KERNEL(KernelGmmSwiGluPertokenQuant)
#undef SKLINT_CGMCT_KERNEL
}  // namespace Kernel

}  // namespace Gemm
}  // namespace Cgmct
