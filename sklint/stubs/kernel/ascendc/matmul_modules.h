// The parts a Matmul policy is built from; kernels write their own and reach the others through MATMUL_MODULE.
#ifndef SKLINT_MATMUL_MODULES_H
#define SKLINT_MATMUL_MODULES_H

#include "cube.h"
#include "matmul_config.h"

// A module is a base of IMPL; in a module template IMPL depends on parameters, so its members are looked up late.
#define MATMUL_USE_MODULE(Name) IMPL *sklint_module_##Name()
#define MATMUL_USE_MODULE_ON(Name, ...) IMPL *sklint_module_##Name()
#define MATMUL_MODULE(Name) this->sklint_module_##Name()
#define MATMUL_CAST_TO_IMPL() static_cast<IMPL *>(this)
#define MATMUL_ALLOW_USING(Name) using Name = typename IMPL::Name
#define MATMUL_ALLOW_USING_PRIVATE(Name) using Name = typename IMPL::Name

namespace AscendC {

enum class PolicyType { MATMUL_DEFAULT, MATMUL_NBUFFER_33, MATMUL_UPPER_TRIANGULAR, MATMUL_LOWER_TRIANGULAR };
#if !defined(__NPU_ARCH__) || __NPU_ARCH__ != 3510
#define SKLINT_MATMUL_220
#endif
#ifdef SKLINT_MATMUL_220
enum class McgShfMode { SINGLE_DST_MODE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N, RESERVED };
#endif
struct DataCopyOutParams {
    DataCopyOutParams() = default;
    DataCopyOutParams(uint16_t count, uint16_t length, uint16_t srcStride, uint32_t dstStride, uint16_t nSize,
                      bool unitFlag, int curM, int curN) {}
    uint8_t quantMode = 0;
    uint16_t cBurstNum = 0;
    uint16_t burstLen = 0;
    uint16_t srcStride = 0;
    uint32_t dstStride = 0;
    uint16_t oriNSize = 0;
    bool enUnitFlag = false;
    int curM = 0;
    int curN = 0;
    uint64_t quantScalar = 0;
    uint64_t cbufWorkspaceAddr = 0;
};

namespace Impl {
#ifdef SKLINT_MATMUL_220
inline constexpr FixpipeConfig CFG_NZ_UB = {CO2Layout::NZ};
inline constexpr FixpipeConfig CFG_ROW_MAJOR_UB = {CO2Layout::ROW_MAJOR};
#endif
namespace Detail {

template <typename IMPL, const auto &MM_CFG> class MatmulContext {};
template <typename IMPL, typename INPUT_TYPE, const auto &MM_CFG, typename = void> class CubeInBuffer {};
template <typename IMPL, typename A_TYPE, typename B_TYPE, typename L0C_T, typename C_TYPE, const auto &MM_CFG,
    typename = void>
class CubeOutBuffer {};
template <typename IMPL, const auto &MM_CFG, typename INPUT_TYPE, typename = void> class CopyCubeInParams {};
template <typename IMPL, const auto &MM_CFG, typename INPUT_TYPE, typename = void> class MatmulTensorInfo {};
template <typename IMPL, typename A_TYPE, const auto &MM_CFG, typename = void> class MatmulShapeInfo {};
template <typename IMPL, const auto &MM_CFG> class MatmulShapeTiling {};
template <typename IMPL, const auto &MM_CFG> class MatmulSubBlockInfo {};
template <typename IMPL, const auto &MM_CFG, typename DATA, typename = void> class MatmulUserDefineInfo {};
template <typename IMPL, typename A_TYPE, typename C_TYPE, const auto &MM_CFG, typename = void>
class MatmulQuantProcessor {};
template <typename IMPL, typename C_T, typename A_TYPE, typename B_T, const auto &MM_CFG, typename = void>
class MmadCompute {};
#ifdef SKLINT_MATMUL_220
template <typename IMPL, typename INPUT_TYPE, const auto &MM_CFG, typename = void> class CopyCubeIn {};
template <typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, const auto &MM_CFG,
          McgShfMode FIXPIPE_MODE = McgShfMode::SINGLE_DST_MODE, typename = void>
class CopyCubeOut {};
template <const auto &MM_CFG = CFG_NORM> struct MatmulFeatureTrait {
    static constexpr bool IsNeedUB() { return false; }
    static constexpr bool IsSupportUBToL1Singleshape() { return false; }
    static constexpr bool IsSupportMNL0DB() { return false; }
    static constexpr bool IsSupportFixpipeMDL() { return true; }
};
#endif

template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct MatmulPolicy {
    static constexpr PolicyType POLICY_TYPE = PolicyType::MATMUL_DEFAULT;
    using L0cT = typename GetMmDstType<typename A_TYPE::T>::Type;
    using Context = MatmulContext<IMPL, MM_CFG>;
    using CubeOutBuffer = Detail::CubeOutBuffer<IMPL, A_TYPE, B_TYPE, L0cT, C_TYPE, MM_CFG>;
#ifdef SKLINT_MATMUL_220
    using CopyCubeOut = Detail::CopyCubeOut<IMPL, A_TYPE, B_TYPE, C_TYPE, MM_CFG>;
    using CopyCubeInA = CopyCubeIn<IMPL, MatmulInputAType<A_TYPE>, MM_CFG>;
    using CopyCubeInB = CopyCubeIn<IMPL, MatmulInputBType<B_TYPE>, MM_CFG>;
#endif
    using CubeInBufferA = CubeInBuffer<IMPL, MatmulInputAType<A_TYPE>, MM_CFG>;
    using CubeInBufferB = CubeInBuffer<IMPL, MatmulInputBType<B_TYPE>, MM_CFG>;
    using UserDefDataType = uint64_t;
};
#ifdef SKLINT_MATMUL_220
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct MatmulWithScalePolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};
#endif
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct NBuffer33MatmulPolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct TrianUpperMatmulPolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct TrianLowerMatmulPolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct SplitMMatmulPolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};
template <const auto &MM_CFG, typename IMPL, typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
struct SplitNMatmulPolicy : MatmulPolicy<MM_CFG, IMPL, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE> {};

}  // namespace Detail
}  // namespace Impl
}  // namespace AscendC

#endif
