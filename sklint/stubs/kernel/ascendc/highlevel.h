// High-level computation APIs.
#ifndef SKLINT_HIGHLEVEL_H
#define SKLINT_HIGHLEVEL_H

#include "params.h"
#include "vector.h"

namespace AscendC {

// --- activation
SKLINT_API4(Sigmoid, SoftMax, LogSoftMax, SimpleSoftMax)
SKLINT_API4(SoftmaxFlash, SoftmaxFlashV2, SoftmaxFlashV3, SoftmaxGrad)
SKLINT_API4(SoftmaxGradFront, Gelu, FasterGelu, FasterGeluV2)
SKLINT_API4(Swish, Silu, SwiGLU, GeGLU)
SKLINT_API(ReGlu)

// --- mathematics
SKLINT_API4(BitwiseAnd, BitwiseNot, BitwiseOr, BitwiseXor)
SKLINT_API4(LogicalAnd, LogicalAnds, LogicalNot, LogicalOr)
SKLINT_API4(LogicalOrs, LogicalXor, IsNan, IsInf)
SKLINT_API4(IsFinite, Fma, Rint, SinCos)
SKLINT_API4(Sin, Cos, Tan, Tanh)
SKLINT_API4(Sinh, Cosh, Asin, Acos)
SKLINT_API4(Atan, Asinh, Acosh, Atanh)
SKLINT_API2(Floor, Round)
SKLINT_API(Trunc)
SKLINT_API4(Frac, Lgamma, Digamma, Log)
SKLINT_API4(Log2, Log10, Power, Fmod)
SKLINT_API4(Hypot, CumSum, Erf, Erfc)
SKLINT_API4(PhiloxRandom, Xor, Where, ClampMax)
SKLINT_API4(ClampMin, Clamp, Sign, Arange)
SKLINT_API(Exp2)

// --- normalisation
SKLINT_API4(Normalize, LayerNorm, LayerNormGrad, LayerNormGradBeta)
SKLINT_API4(WelfordUpdate, WelfordFinalize, RmsNorm, DeepNorm)
SKLINT_API(BatchNorm)
SKLINT_API(GroupNorm)

// --- reduction
SKLINT_API4(ReduceMean, ReduceProd, ReduceAny, ReduceAll)
SKLINT_API(Sum)
SKLINT_API(Mean)
SKLINT_API(ReduceXorSum)

// --- quantisation
SKLINT_API4(AscendQuant, AscendDequant, AscendAntiQuant, Quantize)
SKLINT_API(Dequantize)
SKLINT_API(AntiQuantize)

// --- shape
SKLINT_API4(Broadcast, BroadCast, GetBroadcastTilingInfo, Pad)
SKLINT_API4(UnPad, TransData, ConfusionTranspose, TopK)
SKLINT_API(DropOut)
SKLINT_API(SelectWithBytesMask)

// --- sizes asked at run time
SKLINT_API4(SoftMaxFlashV2TilingFunc, SoftMaxTilingFunc, SoftMaxFlashTilingFunc, SoftMaxGradTilingFunc)
SKLINT_API(LogSoftMaxTilingFunc)
SKLINT_API(CreateCubeResGroup)
SKLINT_API2(SoftMaxFlashV2TilingFuncImpl, DropOutBitModeInit)

SKLINT_CONFIGURED(SoftMax)
SKLINT_CONFIGURED(SimpleSoftMax)
SKLINT_CONFIGURED(SoftmaxFlashV2)
SKLINT_CONFIGURED(SoftmaxFlashV3)
SKLINT_CONFIGURED(LayerNorm)
SKLINT_CONFIGURED(Normalize)
SKLINT_CONFIGURED(WelfordUpdate)
SKLINT_CONFIGURED(WelfordFinalize)
SKLINT_CONFIGURED(Power)
SKLINT_CONFIGURED(Erf)
SKLINT_CONFIGURED(CumSum)
SKLINT_CONFIGURED(Sort)
SKLINT_CONFIGURED(TopK)
SKLINT_CONFIGURED(Exp)
SKLINT_CONFIGURED(Ln)
SKLINT_CONFIGURED(Div)
SKLINT_CONFIGURED(Sqrt)
SKLINT_CONFIGURED(Rsqrt)
SKLINT_CONFIGURED(Log)
SKLINT_CONFIGURED(Sin)
SKLINT_CONFIGURED(Cos)
SKLINT_CONFIGURED(Tanh)
SKLINT_CONFIGURED(AscendQuant)
SKLINT_CONFIGURED(AscendDequant)
SKLINT_CONFIGURED(Broadcast)

#define SKLINT_MATH(Name)                                                                                             \
    template <typename T, bool isReuseSource = false>                                                                 \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint8_t> &sharedTmpBuffer,      \
              const uint32_t calCount);                                                                               \
    template <typename T, bool isReuseSource = false>                                                                 \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint8_t> &sharedTmpBuffer);     \
    template <typename T, bool isReuseSource = false>                                                                 \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t calCount);                         \
    template <typename T, bool isReuseSource = false> void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src);
SKLINT_MATH(Sin)
SKLINT_MATH(Cos)
SKLINT_MATH(Tan)
SKLINT_MATH(Tanh)
SKLINT_MATH(Sinh)
SKLINT_MATH(Cosh)
SKLINT_MATH(Asin)
SKLINT_MATH(Acos)
SKLINT_MATH(Atan)
SKLINT_MATH(Asinh)
SKLINT_MATH(Acosh)
SKLINT_MATH(Atanh)
SKLINT_MATH(Floor)
SKLINT_MATH(Ceil)
SKLINT_MATH(Round)
SKLINT_MATH(Trunc)
SKLINT_MATH(Frac)
SKLINT_MATH(Lgamma)
SKLINT_MATH(Digamma)
SKLINT_MATH(Log)
SKLINT_MATH(Log2)
SKLINT_MATH(Log10)
SKLINT_MATH(Erf)
SKLINT_MATH(Erfc)
SKLINT_MATH(Sign)
SKLINT_MATH(Sigmoid)
SKLINT_MATH(Rint)
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
           const LocalTensor<uint8_t> &sharedTmpBuffer, uint32_t calCount);
template <typename T, bool isReuseSource = false>
void Power(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, uint32_t calCount);

template <typename... A> bool AdjustSoftMaxRes(A &&...);
template <typename T, bool isReuse = false, typename... A> bool AdjustSoftMaxRes(A &&...);
template <typename T, typename U, bool isDataFormatNZ, uint8_t stepSizeMode = 0, typename... A>
bool AdjustSoftMaxRes(A &&...);
namespace Pattern {
namespace Reduce {
struct R {};
struct AR {};
struct RA {};
struct ARA {};
struct ARAR {};
struct ARARA {};
struct ARARAR {};
struct ARARARA {};
struct ARARARAR {};
struct ARARARARA {};
struct RAR {};
struct RARA {};
struct RARAR {};
struct RARARA {};
struct RARARAR {};
struct RARARARA {};
}  // namespace Reduce
}  // namespace Pattern

constexpr uint32_t Ceil(uint32_t a, uint32_t b) { return (a + b - 1) / b; }
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG = {true, 0, 0};
inline constexpr PowerConfig defaultPowerConfig = {};
inline constexpr CumSumConfig defaultCumSumConfig = {};
inline constexpr ErfConfig defaultErfConfig = {};
inline constexpr SortConfig DEFAULT_SORT_CONFIG = {};
inline constexpr LayerNormConfig LNCFG_NORM = {};
inline constexpr NormalizeConfig NLCFG_NORM = {};
inline constexpr NormalizeConfig NLCFG_NOBETA = {};
inline constexpr NormalizeConfig NLCFG_NOGAMMA = {};
inline constexpr NormalizeConfig NLCFG_NOOPT = {};

}  // namespace AscendC

#endif
