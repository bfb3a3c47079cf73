// The matmul tiling library, and the other advanced-API helpers that tilings call.
#ifndef SKLINT_HOST_MATMUL_H
#define SKLINT_HOST_MATMUL_H

#include "sklint_host/ops_base.h"
#include "sklint_host/tiling_data.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(TCubeTiling)
TILING_DATA_FIELD_DEF(int32_t, usedCoreNum)
TILING_DATA_FIELD_DEF(int32_t, M)
TILING_DATA_FIELD_DEF(int32_t, N)
TILING_DATA_FIELD_DEF(int32_t, Ka)
TILING_DATA_FIELD_DEF(int32_t, Kb)
TILING_DATA_FIELD_DEF(int32_t, singleCoreM)
TILING_DATA_FIELD_DEF(int32_t, singleCoreN)
TILING_DATA_FIELD_DEF(int32_t, singleCoreK)
TILING_DATA_FIELD_DEF(int32_t, baseM)
TILING_DATA_FIELD_DEF(int32_t, baseN)
TILING_DATA_FIELD_DEF(int32_t, baseK)
TILING_DATA_FIELD_DEF(int32_t, depthA1)
TILING_DATA_FIELD_DEF(int32_t, depthB1)
TILING_DATA_FIELD_DEF(int32_t, stepM)
TILING_DATA_FIELD_DEF(int32_t, stepN)
TILING_DATA_FIELD_DEF(int32_t, isBias)
TILING_DATA_FIELD_DEF(int32_t, transLength)
TILING_DATA_FIELD_DEF(int32_t, iterateOrder)
TILING_DATA_FIELD_DEF(int32_t, shareMode)
TILING_DATA_FIELD_DEF(int32_t, shareL1Size)
TILING_DATA_FIELD_DEF(int32_t, shareL0CSize)
TILING_DATA_FIELD_DEF(int32_t, shareUbSize)
TILING_DATA_FIELD_DEF(int32_t, batchM)
TILING_DATA_FIELD_DEF(int32_t, batchN)
TILING_DATA_FIELD_DEF(int32_t, singleBatchM)
TILING_DATA_FIELD_DEF(int32_t, singleBatchN)
TILING_DATA_FIELD_DEF(int32_t, stepKa)
TILING_DATA_FIELD_DEF(int32_t, stepKb)
TILING_DATA_FIELD_DEF(int32_t, depthAL1CacheUB)
TILING_DATA_FIELD_DEF(int32_t, depthBL1CacheUB)
TILING_DATA_FIELD_DEF(int32_t, dbL0A)
TILING_DATA_FIELD_DEF(int32_t, dbL0B)
TILING_DATA_FIELD_DEF(int32_t, dbL0C)
TILING_DATA_FIELD_DEF(int32_t, ALayoutInfoB)
TILING_DATA_FIELD_DEF(int32_t, ALayoutInfoS)
TILING_DATA_FIELD_DEF(int32_t, ALayoutInfoN)
TILING_DATA_FIELD_DEF(int32_t, ALayoutInfoG)
TILING_DATA_FIELD_DEF(int32_t, ALayoutInfoD)
TILING_DATA_FIELD_DEF(int32_t, BLayoutInfoB)
TILING_DATA_FIELD_DEF(int32_t, BLayoutInfoS)
TILING_DATA_FIELD_DEF(int32_t, BLayoutInfoN)
TILING_DATA_FIELD_DEF(int32_t, BLayoutInfoG)
TILING_DATA_FIELD_DEF(int32_t, BLayoutInfoD)
TILING_DATA_FIELD_DEF(int32_t, CLayoutInfoB)
TILING_DATA_FIELD_DEF(int32_t, CLayoutInfoS1)
TILING_DATA_FIELD_DEF(int32_t, CLayoutInfoN)
TILING_DATA_FIELD_DEF(int32_t, CLayoutInfoG)
TILING_DATA_FIELD_DEF(int32_t, CLayoutInfoS2)
TILING_DATA_FIELD_DEF(int32_t, BatchNum)
TILING_DATA_FIELD_DEF(int32_t, mxTypePara)
END_TILING_DATA_DEF;

BEGIN_TILING_DATA_DEF(SoftMaxTiling)
TILING_DATA_FIELD_DEF(uint32_t, srcM)
TILING_DATA_FIELD_DEF(uint32_t, srcK)
TILING_DATA_FIELD_DEF(uint32_t, srcSize)
TILING_DATA_FIELD_DEF(uint32_t, outMaxM)
TILING_DATA_FIELD_DEF(uint32_t, outMaxK)
TILING_DATA_FIELD_DEF(uint32_t, outMaxSize)
TILING_DATA_FIELD_DEF(uint32_t, splitM)
TILING_DATA_FIELD_DEF(uint32_t, splitK)
TILING_DATA_FIELD_DEF(uint32_t, splitSize)
TILING_DATA_FIELD_DEF(uint32_t, reduceM)
TILING_DATA_FIELD_DEF(uint32_t, reduceK)
TILING_DATA_FIELD_DEF(uint32_t, reduceSize)
TILING_DATA_FIELD_DEF(uint32_t, rangeM)
TILING_DATA_FIELD_DEF(uint32_t, tailM)
TILING_DATA_FIELD_DEF(uint32_t, tailSplitSize)
TILING_DATA_FIELD_DEF(uint32_t, tailReduceSize)
END_TILING_DATA_DEF;

#define SKLINT_API_TILING(name) \
    class name : public TilingDef {}

SKLINT_API_TILING(ConfusionTransposeTiling);
SKLINT_API_TILING(LayerNormTiling);
SKLINT_API_TILING(LayerNormGradTiling);
SKLINT_API_TILING(LayerNormSeparateTiling);
SKLINT_API_TILING(BatchNormTiling);
SKLINT_API_TILING(GroupNormTiling);
SKLINT_API_TILING(RmsNormTiling);
SKLINT_API_TILING(DeepNormTiling);
SKLINT_API_TILING(TopkTiling);
SKLINT_API_TILING(PadTiling);
SKLINT_API_TILING(UnPadTiling);
SKLINT_API_TILING(MeanTiling);
SKLINT_API_TILING(LogSoftMaxTiling);
SKLINT_API_TILING(BroadCastTiling);
BEGIN_TILING_DATA_DEF(CopyTransposeTiling)
TILING_DATA_FIELD_DEF(uint32_t, dstShapeB)
TILING_DATA_FIELD_DEF(uint32_t, dstShapeN)
TILING_DATA_FIELD_DEF(uint32_t, dstShapeS)
TILING_DATA_FIELD_DEF(uint32_t, dstShapeH)
TILING_DATA_FIELD_DEF(uint32_t, dstShapeHN)
TILING_DATA_FIELD_DEF(uint32_t, srcShapeB)
TILING_DATA_FIELD_DEF(uint32_t, srcShapeN)
TILING_DATA_FIELD_DEF(uint32_t, srcShapeS)
TILING_DATA_FIELD_DEF(uint32_t, srcShapeHN)
TILING_DATA_FIELD_DEF(uint32_t, originalShapeNLen)
TILING_DATA_FIELD_DEF(uint32_t, shapeSHValue)
TILING_DATA_FIELD_DEF(uint32_t, shapeNsValue)
TILING_DATA_FIELD_DEF(uint32_t, shapeNsnValue)
TILING_DATA_FIELD_DEF(uint32_t, invalidParamCopyTransposeTiling)
TILING_DATA_FIELD_DEF(uint32_t, shapeBHValue)
TILING_DATA_FIELD_DEF(uint32_t, paramsAlign)
END_TILING_DATA_DEF;
SKLINT_API_TILING(Mc2InitTiling);
SKLINT_API_TILING(Mc2CcTiling);

} // namespace optiling

namespace AscendC {
namespace tiling {
using optiling::BatchNormTiling;
using optiling::ConfusionTransposeTiling;
using optiling::GroupNormTiling;
using optiling::LayerNormSeparateTiling;
using optiling::LayerNormTiling;
using optiling::LogSoftMaxTiling;
using optiling::RmsNormTiling;
using optiling::SoftMaxTiling;
using optiling::TCubeTiling;
using optiling::TopkTiling;
} // namespace tiling

constexpr int32_t BLOCK_CUBE = 16;
constexpr uint32_t ONE_BLK_SIZE = 32;
enum class ReducePattern { AR, RA };
enum class SortType { RADIX_SORT, MERGE_SORT };
struct SortConfig {
    SortType type;
    bool isDescend;
    bool hasSrcIndex;
    bool hasDstIndex;
};

#define SKLINT_API_HELPER(result, name) \
    template <typename... A>            \
    result name(A &&...arguments)

SKLINT_API_HELPER(bool, SoftMaxTilingFunc);
SKLINT_API_HELPER(bool, SoftMaxFlashTilingFunc);
SKLINT_API_HELPER(bool, SoftMaxFlashV2TilingFunc);
SKLINT_API_HELPER(bool, SoftMaxFlashV3TilingFunc);
SKLINT_API_HELPER(bool, SoftMaxGradTilingFunc);
SKLINT_API_HELPER(bool, LogSoftMaxTilingFunc);
SKLINT_API_HELPER(void, GetConfusionTransposeTilingInfo);
SKLINT_API_HELPER(void, GetLayerNormNDTilingInfo);
SKLINT_API_HELPER(void, GetLayerNormGradNDTilingInfo);
SKLINT_API_HELPER(bool, GetTopKMaxMinTmpSize);
SKLINT_API_HELPER(bool, TopKTilingFunc);
SKLINT_API_HELPER(uint32_t, GetSoftMaxMaxTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxMinTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxFlashV2MaxTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxFlashV2MinTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxFlashMinTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxGradMaxTmpSize);
SKLINT_API_HELPER(uint32_t, GetSoftMaxGradMinTmpSize);
SKLINT_API_HELPER(uint32_t, GetConcatTmpSize);
SKLINT_API_HELPER(uint32_t, GetSortTmpSize);
SKLINT_API_HELPER(uint32_t, GetSortLen);
SKLINT_API_HELPER(uint32_t, GetSortOffset);
SKLINT_API_HELPER(void, GetSortMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceSumMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceMaxMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceMinMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceAnyMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceAllMaxMinTmpSize);
SKLINT_API_HELPER(void, GetReduceProdMaxMinTmpSize);
SKLINT_API_HELPER(void, GetNormalizeMaxMinTmpSize);
SKLINT_API_HELPER(void, GetLayerNormMaxMinTmpSize);
SKLINT_API_HELPER(void, GetLayerNormGradMaxMinTmpSize);
SKLINT_API_HELPER(void, GetWelfordUpdateMaxMinTmpSize);
SKLINT_API_HELPER(void, GetWelfordFinalizeMaxMinTmpSize);
SKLINT_API_HELPER(void, GetPowerMaxMinTmpSize);
SKLINT_API_HELPER(void, GetPowerTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetBroadCastMaxMinTmpSize);
SKLINT_API_HELPER(void, GetPhiloxRandomMaxMinTmpSize);
SKLINT_API_HELPER(void, GetSigmoidMaxMinTmpSize);
SKLINT_API_HELPER(void, GetSigmoidTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetTanhMaxMinTmpSize);
SKLINT_API_HELPER(void, GetTanhTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetExpMaxMinTmpSize);
SKLINT_API_HELPER(void, GetExpTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetErfMaxMinTmpSize);
SKLINT_API_HELPER(void, GetErfTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetLogMaxMinTmpSize);
SKLINT_API_HELPER(void, GetLogTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetSinMaxMinTmpSize);
SKLINT_API_HELPER(void, GetSinTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetCosMaxMinTmpSize);
SKLINT_API_HELPER(void, GetCosTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetLgammaMaxMinTmpSize);
SKLINT_API_HELPER(void, GetLgammaTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetDigammaMaxMinTmpSize);
SKLINT_API_HELPER(void, GetDigammaTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetTransposeMaxMinTmpSize);
SKLINT_API_HELPER(void, GetCumSumMaxMinTmpSize);
SKLINT_API_HELPER(void, GetAscendQuantMaxMinTmpSize);
SKLINT_API_HELPER(void, GetAscendDequantMaxMinTmpSize);
SKLINT_API_HELPER(void, GetAscendAntiQuantMaxMinTmpSize);
SKLINT_API_HELPER(void, GetGatherMaskMaxMinTmpSize);
SKLINT_API_HELPER(void, GetRoundMaxMinTmpSize);
SKLINT_API_HELPER(void, GetRoundTmpBufferFactorSize);
SKLINT_API_HELPER(void, GetGeluMaxMinTmpSize);
SKLINT_API_HELPER(void, GetSwishTmpSize);

class Mc2CcTilingConfig {
public:
    template <typename... A>
    explicit Mc2CcTilingConfig(A &&...arguments);
    template <typename... A>
    uint32_t GetTiling(A &&...arguments);
    template <typename... A>
    uint32_t SetOpType(A &&...arguments);
    template <typename... A>
    uint32_t SetGroupName(A &&...arguments);
    template <typename... A>
    uint32_t SetAlgConfig(A &&...arguments);
    template <typename... A>
    uint32_t SetReduceType(A &&...arguments);
    template <typename... A>
    uint32_t SetStepSize(A &&...arguments);
    template <typename... A>
    uint32_t SetSkipLocalRankCopy(A &&...arguments);
    template <typename... A>
    uint32_t SetSkipBufferWindowCopy(A &&...arguments);
    template <typename... A>
    uint32_t SetDebugMode(A &&...arguments);
    template <typename... A>
    uint32_t SetCommBlockNum(A &&...arguments);
    template <typename... A>
    uint32_t SetQueueNum(A &&...arguments);
    template <typename... A>
    uint32_t SetCommEngine(A &&...arguments);
};

} // namespace AscendC

namespace matmul_tiling {

enum class DataType : int32_t {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_BF16 = 27,
    DT_UNDEFINED = 28,
    DT_INT4 = 29,
    DT_BFLOAT16 = 33,
    DT_HIFLOAT8 = 34,
    DT_FLOAT8_E4M3FN = 35,
    DT_FLOAT8_E5M2 = 36,
    DT_FLOAT4_E2M1 = 37,
    DT_FLOAT8_E8M0 = 38,
    DT_FLOAT4_E1M2 = 39,
    DT_MAX = 40
};

enum class TPosition : int32_t { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, LCM = VECCALC, SPM, SHM = SPM, TSCM, MAX };
enum class CubeFormat : int32_t { ND = 1, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR, COLUMN_MAJOR };
enum class MatrixTraverse : int32_t { NOSET, FIRSTM, FIRSTN };
enum class MatrixMadType : int32_t { NORMAL, HF32, MXMODE };
enum class DequantType : int32_t { SCALAR, TENSOR };
enum class ScheduleType : int32_t { INNER_PRODUCT, OUTER_PRODUCT, N_BUFFER_33 };
enum class MatrixType : int32_t { NORMAL };

struct PlatformInfo {
    platform_ascendc::SocVersion socVersion;
    uint64_t l1Size;
    uint64_t l0CSize;
    uint64_t ubSize;
    uint64_t l0ASize;
    uint64_t l0BSize;
    uint64_t btSize;
    uint64_t fbSize;
};

class MatmulApiTilingBase {
public:
    MatmulApiTilingBase() = default;
    explicit MatmulApiTilingBase(const platform_ascendc::PlatformAscendC &platform);
    explicit MatmulApiTilingBase(const PlatformInfo &platform);
    int32_t SetAType(TPosition place, CubeFormat format, DataType type, bool transposed = false);
    int32_t SetBType(TPosition place, CubeFormat format, DataType type, bool transposed = false);
    int32_t SetCType(TPosition place, CubeFormat format, DataType type);
    int32_t SetBiasType(TPosition place, CubeFormat format, DataType type);
    int32_t SetScaleAType(TPosition place, CubeFormat format, bool transposed = false);
    int32_t SetScaleBType(TPosition place, CubeFormat format, bool transposed = true);
    int32_t SetDequantType(DequantType type);
    int32_t SetShape(int32_t m, int32_t n, int32_t k);
    int32_t SetOrgShape(int32_t m, int32_t n, int32_t k);
    int32_t SetOrgShape(int32_t m, int32_t n, int32_t ka, int32_t kb);
    int32_t SetALayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetBLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetCLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetBatchInfoForNormal(int32_t a, int32_t b, int32_t m, int32_t n, int32_t k);
    int32_t SetBatchNum(int32_t batch);
    int32_t EnableBias(bool bias = false);
    int32_t SetBias(bool bias = false);
    int32_t SetFixSplit(int32_t m = -1, int32_t n = -1, int32_t k = -1);
    int32_t SetBufferSpace(int32_t l1 = -1, int32_t l0c = -1, int32_t ub = -1, int32_t bt = -1);
    int32_t SetTraverse(MatrixTraverse traverse);
    int32_t SetMadType(MatrixMadType type);
    template <typename... A>
    int32_t SetSplitRange(A... arguments);
    template <typename... A>
    int32_t SetDoubleBuffer(A... arguments);
    template <typename... A>
    void SetMatmulConfigParams(A... arguments);
    int32_t SetSparse(bool sparse = false);
    int32_t GetBaseM() const;
    int32_t GetBaseN() const;
    int32_t GetBaseK() const;
    int64_t GetTiling(optiling::TCubeTiling &tiling);
};

class MatmulApiTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
};

class MultiCoreMatmulTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    int32_t SetDim(int32_t count);
    int32_t SetSingleRange(int32_t maxM = -1, int32_t maxN = -1, int32_t maxK = -1, int32_t minM = -1, int32_t minN = -1,
                           int32_t minK = -1);
    int32_t SetSingleShape(int32_t m = -1, int32_t n = -1, int32_t k = -1);
    int32_t SetAlignSplit(int32_t m, int32_t n, int32_t k);
    void EnableMultiCoreSplitK(bool split);
    int32_t GetSingleShape(int32_t &m, int32_t &n, int32_t &k);
    int32_t GetCoreNum(int32_t &count, int32_t &m, int32_t &n);
};

class BatchMatmulTiling : public MultiCoreMatmulTiling {
public:
    using MultiCoreMatmulTiling::MultiCoreMatmulTiling;
    int32_t GetCoreNum(int32_t &count, int32_t &m, int32_t &n, int32_t &batch);
};

} // namespace matmul_tiling

#endif
