// What the basic API and the matrix products have on Ascend 950 only: sizes, copies in many dimensions, helpers of
// user-defined matrix products.
#pragma once

#define PRELOAD(length) ((void)(length))

// Raw register instructions name these.
using vector_bool = AscendC::Reg::MaskReg;
using vector_address = AscendC::Reg::AddrReg;
using vector_align = AscendC::Reg::UnalignReg;
#define SKLINT_RAW_VECTOR(name) \
    struct name : AscendC::Reg::VectorRegister {};
SKLINT_RAW_VECTOR(vector_s8)
SKLINT_RAW_VECTOR(vector_u8)
SKLINT_RAW_VECTOR(vector_s16)
SKLINT_RAW_VECTOR(vector_u16)
SKLINT_RAW_VECTOR(vector_s32)
SKLINT_RAW_VECTOR(vector_u32)
SKLINT_RAW_VECTOR(vector_s64)
SKLINT_RAW_VECTOR(vector_u64)
SKLINT_RAW_VECTOR(vector_f16)
SKLINT_RAW_VECTOR(vector_bf16)
SKLINT_RAW_VECTOR(vector_f32)
#undef SKLINT_RAW_VECTOR
enum class RawMode {
    POST_UPDATE,
    NO_POST_UPDATE,
    MODE_MERGING,
    MODE_ZEROING,
    PAT_ALL,
    PAT_ALLF,
    PAT_H,
    PAT_Q,
    PAT_VL1,
    PAT_VL2,
    PAT_VL4,
    PAT_VL8,
    PAT_VL16,
    PAT_VL32,
    PAT_VL64,
    PAT_VL128
};
constexpr RawMode POST_UPDATE = RawMode::POST_UPDATE;
constexpr RawMode NO_POST_UPDATE = RawMode::NO_POST_UPDATE;
constexpr RawMode MODE_MERGING = RawMode::MODE_MERGING;
constexpr RawMode MODE_ZEROING = RawMode::MODE_ZEROING;
constexpr RawMode PAT_ALL = RawMode::PAT_ALL;
constexpr RawMode PAT_ALLF = RawMode::PAT_ALLF;
constexpr RawMode PAT_H = RawMode::PAT_H;
constexpr RawMode PAT_Q = RawMode::PAT_Q;
constexpr RawMode PAT_VL1 = RawMode::PAT_VL1;
constexpr RawMode PAT_VL2 = RawMode::PAT_VL2;
constexpr RawMode PAT_VL4 = RawMode::PAT_VL4;
constexpr RawMode PAT_VL8 = RawMode::PAT_VL8;
constexpr RawMode PAT_VL16 = RawMode::PAT_VL16;
constexpr RawMode PAT_VL32 = RawMode::PAT_VL32;
constexpr RawMode PAT_VL64 = RawMode::PAT_VL64;
constexpr RawMode PAT_VL128 = RawMode::PAT_VL128;
#define SKLINT_RAW_MASK(name) \
    template <typename... A> vector_bool name(A &&...);
SKLINT_RAW_MASK(pge_b8)
SKLINT_RAW_MASK(pge_b16)
SKLINT_RAW_MASK(pge_b32)
SKLINT_RAW_MASK(plt_b8)
SKLINT_RAW_MASK(plt_b16)
SKLINT_RAW_MASK(plt_b32)
SKLINT_RAW_MASK(pset_b8)
SKLINT_RAW_MASK(pset_b16)
SKLINT_RAW_MASK(pset_b32)
#undef SKLINT_RAW_MASK

namespace AscendC {

constexpr uint32_t VECTOR_REG_WIDTH = 256;
constexpr uint32_t VECTOR_REG_WIDTH_2XVL = 512;
constexpr uint32_t ONE_BLOCK_SIZE = 32;
uint64_t GetSsbufBaseAddr();
void MarkStamp(uint32_t);
constexpr int32_t L0AUF_SIZE = 65536;
constexpr int32_t L0BUF_SIZE = 65536;
constexpr int32_t L0CUF_SIZE = 262144;

// Copies over several dimensions; `MultiCopy` is the older name of NdDma.
template <uint8_t dim> using NdDmaLoopInfo = MultiCopyLoopInfo<dim>;
template <typename T, uint8_t dim> using NdDmaParams = MultiCopyParams<T, dim>;
using MultiCopyConfig = NdDmaConfig;
inline constexpr NdDmaConfig kDefaultNdDmaConfig = {};
inline constexpr NdDmaConfig kDefaultMultiCopyConfig = {};
template <typename T, uint8_t dim, const NdDmaConfig &config, typename... A> void DataCopy(A &&...);

// Normalisation in steps.
struct NormalizePara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};
struct LayerNormPara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};
struct WelfordUpdateParam {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t abComputeLength;
    float nRec;
};
struct WelfordFinalizePara {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t headCount;
    uint32_t headCountLength;
    uint32_t tailCount;
    uint32_t tailCountLength;
    float abRec;
    float rRec;
    float rRecWithCorrection;
};

template <typename T> struct NumericLimits {
    static constexpr T Max() { return T(0); }
    static constexpr T Lowest() { return T(0); }
    static constexpr T Min() { return T(0); }
    static constexpr T Infinity() { return T(0); }
    static constexpr T NegativeInfinity() { return T(0); }
    static constexpr T QuietNaN() { return T(0); }
    static constexpr T SignalingNaN() { return T(0); }
    static constexpr T DeNormMin() { return T(0); }
    template <typename U> static void Max(const LocalTensor<U> &, uint32_t);
    template <typename U> static void Lowest(const LocalTensor<U> &, uint32_t);
    template <typename U> static void Min(const LocalTensor<U> &, uint32_t);
    template <typename U> static void Infinity(const LocalTensor<U> &, uint32_t);
    template <typename U> static void NegativeInfinity(const LocalTensor<U> &, uint32_t);
    template <typename U> static void QuietNaN(const LocalTensor<U> &, uint32_t);
};
template <typename T> struct IsTensorTrait {
    static constexpr bool value = false;
};
template <typename T, TPosition Position, typename Layout> struct IsTensorTrait<TensorTrait<T, Position, Layout>> {
    static constexpr bool value = true;
};
template <typename T> constexpr bool is_tensorTrait_v = IsTensorTrait<T>::value;

// Where a position lies.
constexpr bool PhyPosIsGM(TPosition position) { return position == TPosition::GM; }
constexpr bool PhyPosIsL1(TPosition position) {
    return position == TPosition::A1 || position == TPosition::B1 || position == TPosition::C1;
}
constexpr bool PhyPosIsL0C(TPosition position) { return position == TPosition::CO1; }
constexpr bool PhyPosIsUB(TPosition position) {
    return position == TPosition::VECIN || position == TPosition::VECOUT || position == TPosition::VECCALC;
}
constexpr bool PhyPosIsL1OrUB(TPosition position) { return PhyPosIsL1(position) || PhyPosIsUB(position); }

template <typename T, typename... U> constexpr bool IsTypeOneOfV = (Std::is_same_v<T, U> || ...);
template <typename T> constexpr int32_t AuxGetC0Size() { return 32 / sizeof(T); }
// Packs give way to the functions of the same names that kernels have of their own.
template <typename T, typename... A> constexpr T CeilDiv(T value, A... by) {
    return (value + (by + ...) - 1) / (by + ...);
}
template <typename T, typename... A> constexpr T CeilAlign(T value, A... to) {
    return CeilDiv(value, to...) * (to + ...);
}
template <typename T, typename... A> constexpr T Align(T value, A... to) { return CeilDiv(value, to...) * (to + ...); }

// What matrix products put into L0A and L0B.
template <typename T, bool Scaled> struct GetL0DataType {
    using Type = T;
};
template <> struct GetL0DataType<fp8_e5m2_t, true> {
    using Type = mx_fp8_e5m2_t;
};
template <> struct GetL0DataType<fp8_e4m3fn_t, true> {
    using Type = mx_fp8_e4m3_t;
};
enum class McgShfMode { SINGLE_DST_MODE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N, RESERVED };

namespace Impl {
inline constexpr FixpipeConfig CFG_NZ_UB = {CO2Layout::NZ, true};
inline constexpr FixpipeConfig CFG_ROW_MAJOR_UB = {CO2Layout::ROW_MAJOR, true};

namespace Detail {
template <const auto &Config> struct MatmulFeatureTrait {
    static constexpr int GetFixpipeParamsType() { return 1; }
    static constexpr bool IsSupportL0CToUB() { return true; }
    static constexpr bool IsSupportUBToL1() { return true; }
    static constexpr bool IsSupportMNL0DB() { return true; }
    static constexpr bool IsNeedUB() { return false; }
};
template <typename A, typename C, const auto &Config, auto Type> class FixpipeParamsUtil;
template <typename Impl, typename A, typename B, typename C, const auto &Config, auto Mode> class CopyCubeOut;
template <typename Impl, typename Input, const auto &Config, typename... Rest> class CopyCubeIn;
template <const auto &Config, typename Impl, typename A, typename B, typename C, typename Bias>
struct MatmulWithScalePolicy : MatmulPolicy<Config, Impl, A, B, C, Bias> {};
}  // namespace Detail
}  // namespace Impl
}  // namespace AscendC

// A part of a user-defined matrix product reaches the other parts by their names, through its parameter IMPL.
namespace sklint {
template <typename Implementation> struct Modules {
    static Implementation *find();
};
}  // namespace sklint
#define MATMUL_USE_MODULE(Name) static_assert(true, #Name)
#define MATMUL_USE_MODULE_ON(Name, ...) static_assert(true, #Name)
#define MATMUL_MODULE(Name) (::sklint::Modules<IMPL>::find())
