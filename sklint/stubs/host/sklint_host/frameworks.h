// Elementwise, broadcast and reduce frameworks of the operator base library: how many cores they choose is a fact
// (facts/host.toml), their bodies are in no operator repository.
#ifndef SKLINT_HOST_FRAMEWORKS_H
#define SKLINT_HOST_FRAMEWORKS_H

#include "sklint_host/ops_base.h"

namespace Ops {
namespace Base {

struct EleBaseTilingData {
    int64_t dim0 = 0;
    int64_t blockFormer = 0;
    int64_t blockNum = 0;
    int64_t ubFormer = 0;
    int64_t ubLoopOfFormerBlock = 0;
    int64_t ubLoopOfTailBlock = 0;
    int64_t ubTailOfFormerBlock = 0;
    int64_t ubTailOfTailBlock = 0;
    int64_t elemNum = 0;
    int64_t scheMode = 0;
    int64_t coreNum = 0;
};
using EleBaseTilingDataV2 = EleBaseTilingData;
using EleBaseTilingData16B = EleBaseTilingData;
using EleBaseTilingData24B = EleBaseTilingData;
using EleBaseTilingData32B = EleBaseTilingData;

struct ElewiseTilingParams {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

struct ElewiseCompileInfo {
    int64_t coreNum = 0;
    int64_t ubSize = 0;
};

class ElewiseBaseTiling {
public:
    explicit ElewiseBaseTiling(gert::TilingContext *context);
    template <typename Graph, typename... A>
    ge::graphStatus DoTiling(A &&...arguments);
    template <typename Graph, typename... A>
    ge::graphStatus DoTiling32B(A &&...arguments);
    template <typename Graph, typename... A>
    ge::graphStatus DoTiling16B(A &&...arguments);
    template <typename Graph, typename... A>
    ge::graphStatus DoTiling24B(A &&...arguments);
    template <typename Graph, typename... A>
    ge::graphStatus DoTilingV2(A &&...arguments);
    uint32_t GetBlockDim() const;
    int64_t GetScheMode() const;
    uint64_t GetTilingKey() const;
    uint64_t GetSchMode() const;
};

enum class BROADCAST_BITS_SIZE { BITS1_SIZE = 1, BITS8_SIZE = 8, BITS16_SIZE = 16, BITS32_SIZE = 32, BITS64_SIZE = 64 };
enum class BROADCAST_KERNEL_TYPE { KERNEL_TYPE_NDDMA = 1, KERNEL_TYPE_UB_BROADCAST = 2, KERNEL_TYPE_BOTH = 3 };

struct BroadcastCompileInfo {
    uint64_t coreNum = 0;
    uint64_t ubSize = 0;
    bool isAscendC = false;
};

struct BroadcastComputeParams {
    BroadcastComputeParams() = default;
    template <typename... A>
    BroadcastComputeParams(A...);
    int64_t maxDtypeBits = 0;
    int64_t minDtypeBits = 0;
    std::vector<int64_t> extraSize;
    std::vector<int64_t> bufferDivisor;
};
using ComputeParams = BroadcastComputeParams;

template <typename Graph>
class BroadcastBaseTiling {
public:
    BroadcastBaseTiling() = default;
    template <typename... A>
    explicit BroadcastBaseTiling(gert::TilingContext *context, A... arguments);
    template <typename... A>
    ge::graphStatus DoTiling(A &&...arguments);
    void SetScalar(std::initializer_list<float> values);
    template <typename... A>
    void SetScalar(A &&...arguments);
    template <typename... A>
    ge::graphStatus SetOpInputStorageShapes(A &&...arguments);
    template <typename... A>
    ge::graphStatus SetOpOutputStorageShapes(A &&...arguments);
    uint32_t GetBlockDim() const;
    uint32_t GetSchMode() const;
    uint64_t GetTilingKey() const;
};

struct ReduceOpCompileInfo {
    uint64_t cacheLineSize = 0;
    uint64_t ubBlockSize = 0;
    uint64_t vectorCoreNum = 0;
    uint64_t vRegSize = 0;
    uint64_t ubSize = 0;
    uint64_t resvSize = 0;
};

struct ReduceOpInputParam {
    ge::DataType inputDtype = ge::DT_FLOAT;
    ge::DataType promoteDtpye = ge::DT_FLOAT;
    std::vector<int64_t> axes;
    std::vector<int64_t> shape;
    std::vector<int64_t> dimStrides;
    std::vector<int64_t> strides;
};

struct ReduceTilingKey {
    uint32_t patternID = 0;
    uint32_t loopARCount = 0;
    uint32_t loopInnerARCount = 0;
    bool isContiguous = true;
};

struct ReduceOpTilingData {
    uint64_t factorACntPerCore = 0;
    uint64_t factorATotalCnt = 0;
    uint64_t ubFactorA = 0;
    uint64_t factorRCntPerCore = 0;
    uint64_t factorRTotalCnt = 0;
    uint64_t ubFactorR = 0;
    uint64_t groupR = 0;
    uint64_t outSize = 0;
    uint64_t basicBlock = 0;
    uint64_t resultBlock = 0;
    int32_t coreNum = 0;
    int32_t useNddma = 0;
    float meanVar = 0;
    uint64_t shape[9] = {};
    int64_t stride[9] = {};
    int64_t dstStride[9] = {};
};

namespace ReduceOpTmpl {
constexpr int32_t CONST0 = 0;
constexpr int32_t CONST1 = 1;
constexpr int32_t CONST2 = 2;
constexpr int32_t CONST3 = 3;
constexpr int32_t MAX_DIM = 9;
template <typename T>
std::string VectorToString(const T &values);
template <typename... A>
ge::graphStatus GetInputParam(A &&...arguments);
template <typename... A>
ge::graphStatus GetInputDtype(A &&...arguments);
template <typename... A>
ge::graphStatus GetInputShape(A &&...arguments);
} // namespace ReduceOpTmpl

template <typename Graph, typename... A>
ge::graphStatus Tiling4ReduceOp(A &&...arguments);

} // namespace Base
} // namespace Ops

#define GEN_REDUCE_TILING_KEY(key, ...) SKLINT_LOG()

#endif
