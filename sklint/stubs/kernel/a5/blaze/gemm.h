// blaze: matrix products put together from a shape, a block product, an epilogue and a scheduler.
//
// Templates take what kernels hand them, and parameters take any nesting of braces: only the names matter.
#pragma once

#include <initializer_list>

#include "../tensor_api/tensor.h"

namespace Blaze {

struct Parameters {
    Parameters();
    template <typename T> Parameters(const T &);
    Parameters(std::initializer_list<Parameters>);
};

#define SKLINT_BLAZE_TAG(Name) \
    struct Name {};
#define SKLINT_BLAZE_TYPES(Name)                  \
    template <typename... T> struct Name {        \
        using Params = ::Blaze::Parameters;       \
        using Arguments = ::Blaze::Parameters;    \
    };

namespace Gemm {

constexpr uint64_t NONE_FULL_LOAD_MODE = 0;
constexpr uint64_t A_FULL_LOAD_MODE = 1;
constexpr uint64_t B_FULL_LOAD_MODE = 2;
constexpr uint64_t ON_THE_FLY = 0;
enum class MatMulL0C2Out : uint8_t { ON_THE_FLY, ND_FIXPIPE_1_1, ND_FIXPIPE_1_2 };
enum class NoContiguousType : uint64_t { NON_CONTIGUOUS_TYPE_NONE, NON_CONTIGUOUS_TYPE_PERM_X1 };
template <typename Layout> struct IsWeightNz {
    static constexpr bool value = false;
};

SKLINT_BLAZE_TAG(KernelMmadMultiBlockAFullLoad)
SKLINT_BLAZE_TAG(KernelMmadMultiBlockBFullLoad)
SKLINT_BLAZE_TAG(KernelMmadMultiBlockBasic)
SKLINT_BLAZE_TAG(KernelMmadMultiBlockBmmBroadcast)
SKLINT_BLAZE_TAG(KernelMmadMultiBlockFixpipeOpti)
SKLINT_BLAZE_TAG(KernelMmadMultiBlockTBMM)
SKLINT_BLAZE_TAG(KernelMmadWithScale)
SKLINT_BLAZE_TAG(KernelMmadWithScaleMixWithoutBatch)
SKLINT_BLAZE_TAG(KernelMmadWithScaleMx)
SKLINT_BLAZE_TAG(KernelMmadWithScaleMxActivationQuant)
SKLINT_BLAZE_TAG(KernelMmadWithScaleMxWithoutBatch)
SKLINT_BLAZE_TAG(KernelMultiBlockStreamK)
SKLINT_BLAZE_TAG(KernelQbmmMultiBlockStreamK)
SKLINT_BLAZE_TAG(KernelQbmmPertensorMultiBlockStreamK)
SKLINT_BLAZE_TAG(MatmulEmuSplitWeightPolicy)
SKLINT_BLAZE_TAG(MatmulWithWeightQuantMx)

#define SKLINT_BLAZE_POLICY(Name) \
    template <auto Load = 0, auto Fused = 0, typename Schedule = void, auto... V> struct Name { \
        using ScheduleType = Schedule;                                                        \
    };
SKLINT_BLAZE_POLICY(MatmulIterBatchBroadcast)
SKLINT_BLAZE_POLICY(MatmulMultiBlockAFullLoad)
SKLINT_BLAZE_POLICY(MatmulMultiBlockBFullLoad)
SKLINT_BLAZE_POLICY(MatmulMultiBlockBasic)
SKLINT_BLAZE_POLICY(MatmulMultiBlockBasicSplitK)
SKLINT_BLAZE_POLICY(MatmulMultiBlockFixpipeOpti)
SKLINT_BLAZE_POLICY(MatmulMultiBlockWithStreamK)
SKLINT_BLAZE_POLICY(MatmulMultiBlockWithStreamKSplitK)
SKLINT_BLAZE_POLICY(MatmulWithScaleFixpipeQuant)
SKLINT_BLAZE_POLICY(MatmulWithScaleMix)
SKLINT_BLAZE_POLICY(MatmulWithScaleMx)
SKLINT_BLAZE_POLICY(MatmulWithScaleMxL0CPingpong)
#undef SKLINT_BLAZE_POLICY

namespace Block {
template <typename... T> struct BlockMmad {
    using Params = ::Blaze::Parameters;
    using BlockShape = AscendC::Te::Shape<int64_t, int64_t, int64_t, int64_t>;
    using WorkspaceType = float;
};
#define SKLINT_BLAZE_SCHEDULER(Name)                                                        \
    template <typename ProblemShape, auto Load = 0, typename... T> struct Name {            \
        using Params = ::Blaze::Parameters;                                                 \
    };
SKLINT_BLAZE_SCHEDULER(BlockSchedulerIterBatchBroadcast)
SKLINT_BLAZE_SCHEDULER(BlockSchedulerMatmulStreamK)
SKLINT_BLAZE_SCHEDULER(BlockSchedulerMatmulSwatWithTailSplit)
SKLINT_BLAZE_SCHEDULER(BlockSchedulerQuantBatchMatmulV3)
#undef SKLINT_BLAZE_SCHEDULER
template <typename ProblemShape, auto... V> struct BlockSchedulerMatmulBasic {
    using Params = ::Blaze::Parameters;
};
template <int64_t... V> struct BlockSchedulerSwizzle {
    using Params = ::Blaze::Parameters;
};
SKLINT_BLAZE_TYPES(DefaultFusion)
struct BlockEpilogueEmpty {
    using Params = ::Blaze::Parameters;
};
struct BlockEpilogueMulsAdd {
    using Params = ::Blaze::Parameters;
};
}  // namespace Block

namespace Kernel {
template <typename... T> struct GemmUniversal {
    using Params = ::Blaze::Parameters;
    using QBMMTiling = ::Blaze::Parameters;
    using QBMMStreamKParams = ::Blaze::Parameters;
    template <typename... A> void operator()(A &&...);
    void operator()(const Params &);
};
}  // namespace Kernel
}  // namespace Gemm

namespace Epilogue {
namespace Block {
enum class GeluAlg : uint8_t { ERF, TANH };
enum class QuantAlg : uint8_t { OCP, CUBLAS };
enum class ROUND_MODE_FP4 : uint8_t { RINT, ROUND, FLOOR };
struct BlockEpilogueEmpty {
    using Params = ::Blaze::Parameters;
};
SKLINT_BLAZE_TYPES(BlockEpilogueDequant)
SKLINT_BLAZE_TYPES(BlockEpilogueFixpipe)
SKLINT_BLAZE_TYPES(BlockEpilogueGeluMxQuant)
SKLINT_BLAZE_TYPES(BlockEpilogueMatmulStreamK)
SKLINT_BLAZE_TYPES(BlockEpilogueQbmmPertensorStreamK)
}  // namespace Block
namespace Fusion {
SKLINT_BLAZE_TYPES(DefaultFusion)
}  // namespace Fusion
}  // namespace Epilogue

#undef SKLINT_BLAZE_TAG
#undef SKLINT_BLAZE_TYPES

}  // namespace Blaze
