// How a Matmul is configured, and the types it is made of.
#ifndef SKLINT_MATMUL_CONFIG_H
#define SKLINT_MATMUL_CONFIG_H

#include "../kernel_tiling/kernel_tiling.h"
#include "vector.h"

enum class CubeFormat { ND = 0, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };
enum class LayoutMode { NONE = 0, BSNGD, SBNGD, BNGS1S2, NORMAL };
enum class BatchMode { NONE = 0, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
enum BatchOutMode { SINGLE_BATCH = 0, MULTI_BATCH, DYNAMIC };
enum class IterateOrder { ORDER_M = 0, ORDER_N, UNDEF };
enum class ScheduleType { INNER_PRODUCT = 0, OUTER_PRODUCT };
enum IterateMode : uint8_t {
    ITERATE_MODE_NORMAL = 0b00000001, ITERATE_MODE_ALL = 0b00000010, ITERATE_MODE_BATCH = 0b00000100,
    ITERATE_MODE_N_BATCH = 0b00001000, ITERATE_MODE_DEFAULT = 0b11111111
};
enum class DecompressionMode {
    DECOMP_NONE = 0b0000, DECOMP_2bitTo8bit = 0b0001, DECOMP_3bitTo8bit = 0b0010, DECOMP_4bitTo8bit = 0b0011,
    DECOMP_16bitTo64bit = 0b100, DECOMP_1bitTo8bit = 0b0101, DECOMP_1bitTo4bit = 0b0110, DECOMP_2bitTo4bit =
    0b0111, DECOMP_3bitTo4bit = 0b1000
};
enum class MatmulConfigMode { CONFIG_NORM, CONFIG_MDL, CONFIG_SPECIALMDL, CONFIG_IBSHARE };
constexpr uint32_t SHARED_CO1_BUFFER_SIZE = 64 * 1024;
struct MatmulConfig {
    bool doNorm = {};
    bool doBasicBlock = {};
    bool doMultiDataLoad = {};
    uint32_t basicM = {};
    uint32_t basicN = {};
    uint32_t basicK = {};
    bool intrinsicsCheck = {};
    bool isNBatch = {};
    bool enVecND2NZ = {};
    bool doSpecialBasicBlock = {};
    uint32_t doMTE2Preload = {};
    uint32_t singleCoreM = {};
    uint32_t singleCoreN = {};
    uint32_t singleCoreK = {};
    uint32_t stepM = {};
    uint32_t stepN = {};
    uint32_t baseMN = {};
    uint32_t singleCoreMN = {};
    bool enUnitFlag = true;
    bool isPerTensor = {};
    bool hasAntiQuantOffset = {};
    bool doIBShareNorm = {};
    bool doSpecialMDL = {};
    bool enableInit = true;
    BatchMode batchMode = {};
    bool enableEnd = true;
    bool enableGetTensorC = true;
    bool enableSetOrgShape = true;
    bool enableSetBias = true;
    bool enableSetTail = true;
    bool enableQuantVector = true;
    bool enableSetDefineData = true;
    uint8_t iterateMode = IterateMode::ITERATE_MODE_DEFAULT;
    bool enableReuse = true;
    bool enableUBReuse = {};
    bool enableL1CacheUB = {};
    bool intraBlockPartSum = false;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = {};
    bool enableDoubleCache = {};
    bool isBiasBatch = true;
    bool enableStaticPadZeros = false;
    bool isPartialOutput = false;
    bool enableMixDualMaster = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
    bool isCO1Shared = false;
    uint32_t sharedCO1BufferSize = SHARED_CO1_BUFFER_SIZE;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
    bool enableL1BankConflictOptimise = false;
    bool enableRelu = false;
    DecompressionMode decompMode = DecompressionMode::DECOMP_NONE;
};
struct MatmulShapeParams {
    uint32_t singleCoreM = {};
    uint32_t singleCoreN = {};
    uint32_t singleCoreK = {};
    uint32_t basicM = {};
    uint32_t basicN = {};
    uint32_t basicK = {};
};
struct MatmulQuantParams {
    bool isPerTensor = {};
    bool hasAntiQuantOffset = {};
};
struct MatmulBatchParams {
    bool isNBatch = {};
    BatchMode batchMode = {};
    bool isBiasBatch = true;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
};
struct MatmulFuncParams {
    bool intrinsicsCheck = {};
    bool enVecND2NZ = {};
    bool enableDoubleCache = {};
    bool enableL1CacheUB = {};
    uint32_t doMTE2Preload = {};
    IterateOrder iterateOrder = {};
    ScheduleType scheduleType = {};
    bool enableReuse = true;
    bool enableUBReuse = {};
    bool isPartialOutput = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
    bool enableL1BankConflictOptimise = false;
    bool enableRelu = false;
    DecompressionMode decompMode = DecompressionMode::DECOMP_NONE;
};
struct MatmulBiasParams {
    bool enableSetBias = true;
};
struct MatrixOffset {
    int32_t offset = {};
    int32_t row = {};
    int32_t col = {};
    int32_t height = {};
    int32_t width = {};
};
extern int blockidx_;
constexpr MatmulConfig ToMatmulConfig(const MatmulConfig &config) { return config; }

template <typename... A> constexpr MatmulConfig GetNormalConfig(A &&...) { return {}; }
template <typename... A> constexpr MatmulConfig GetMDLConfig(A &&...) { return {}; }
template <typename... A> constexpr MatmulConfig GetSpecialMDLConfig(A &&...) { return {}; }
template <typename... A> constexpr MatmulConfig GetBasicConfig(A &&...) { return {}; }
template <typename... A> constexpr MatmulConfig GetSpecialBasicConfig(A &&...) { return {}; }
template <typename... A> constexpr MatmulConfig GetIBShareNormConfig(A &&...) { return {}; }
template <MatmulConfigMode mode, typename... A> constexpr MatmulConfig GetMMConfig(A &&...) { return {}; }
inline constexpr MatmulConfig CFG_NORM = {};
inline constexpr MatmulConfig CFG_MDL = {};
inline constexpr MatmulConfig MM_CFG_BB = {};
inline constexpr MatmulConfig CFG_IBSHARE_NORM = {};
struct MatmulApiStaticTiling {
    int32_t usedCoreNum = -1, M = -1, N = -1, Ka = -1, Kb = -1, singleCoreM = -1, singleCoreN = -1;
    int32_t singleCoreK = -1, baseM = -1, baseN = -1, baseK = -1, depthA1 = -1, depthB1 = -1, stepM = -1;
    int32_t stepN = -1, isBias = -1, transLength = -1, iterateOrder = -1, shareMode = -1, shareL1Size = -1;
    int32_t shareL0CSize = -1, shareUbSize = -1, stepKa = -1, stepKb = -1, depthAL1CacheUB = -1;
    int32_t depthBL1CacheUB = -1, dbL0A = -1, dbL0B = -1, dbL0C = -1, ALayoutInfoB = -1, ALayoutInfoS = -1;
    int32_t ALayoutInfoN = -1, ALayoutInfoG = -1, ALayoutInfoD = -1, BLayoutInfoB = -1, BLayoutInfoS = -1;
    int32_t BLayoutInfoN = -1, BLayoutInfoG = -1, BLayoutInfoD = -1, CLayoutInfoB = -1, CLayoutInfoS1 = -1;
    int32_t CLayoutInfoN = -1, CLayoutInfoG = -1, CLayoutInfoS2 = -1, BatchNum = -1, mxTypePara = -1;
    MatmulConfig cfg = CFG_NORM;
};
constexpr MatmulConfig ToMatmulConfig(const MatmulApiStaticTiling &tiling) { return tiling.cfg; }

namespace AscendC {

enum class InputTypeTag : uint8_t { A, B, C, scaleA, scaleB };
template <TPosition POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false,
    LayoutMode LAYOUT = LayoutMode::NONE,
          bool IBSHARE = false, TPosition SRCPOS = TPosition::GM>
struct MatmulType {
    static constexpr TPosition pos = POSITION;
    static constexpr CubeFormat format = FORMAT;
    using T = TYPE;
    static constexpr bool isTrans = ISTRANS;
    static constexpr LayoutMode layout = LAYOUT;
    static constexpr bool ibShare = IBSHARE;
    static constexpr TPosition srcPos = SRCPOS;
};
template <typename Base, typename Trans = typename Base::T> struct MatmulInputAType : Base {
    using TRANS_T = Trans;
    static constexpr InputTypeTag TAG = InputTypeTag::A;
};
template <typename Base, typename Trans = typename Base::T> struct MatmulInputBType : Base {
    using TRANS_T = Trans;
    static constexpr InputTypeTag TAG = InputTypeTag::B;
};
template <typename Base, typename Trans = typename Base::T> struct MatmulInputCType : Base {
    using TRANS_T = Trans;
    static constexpr InputTypeTag TAG = InputTypeTag::C;
};
template <TPosition POSITION, TPosition INDEX_POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false,
          LayoutMode LAYOUT = LayoutMode::NONE, bool IBSHARE = false>
struct SparseMatmulType : MatmulType<POSITION, FORMAT, TYPE, ISTRANS, LAYOUT, IBSHARE> {
    static constexpr TPosition indexPosition = INDEX_POSITION;
};
template <TPosition POSITION, TPosition SCALE_POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false,
          TPosition SRCPOS = TPosition::GM, CubeFormat SCALE_FORMAT = FORMAT, bool SCALE_ISTRANS = ISTRANS,
          TPosition SCALE_SRCPOS = SRCPOS>
struct MatmulTypeWithScale : MatmulType<POSITION, FORMAT, TYPE, ISTRANS, LayoutMode::NONE, false, SRCPOS> {
    static constexpr TPosition scalePosition = SCALE_POSITION;
    static constexpr CubeFormat scaleFormat = SCALE_FORMAT;
    static constexpr bool isScaleTrans = SCALE_ISTRANS;
    static constexpr TPosition srcScalePos = SCALE_SRCPOS;
};
template <typename T> struct GetMmDstType { using Type = float; };
template <> struct GetMmDstType<int8_t> { using Type = int32_t; };
template <> struct GetMmDstType<int4b_t> { using Type = int32_t; };
template <auto outFunction = nullptr, auto copyAFunction = nullptr, auto copyBFunction = nullptr>
struct MatmulCallBackFunc {};

}  // namespace AscendC

#endif
