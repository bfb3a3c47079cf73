// Elementwise, broadcast and reduce frameworks of the operator base library: how many cores they choose is a fact
// (facts/host.toml), their bodies are in no operator repository.
#ifndef SKLINT_HOST_FRAMEWORKS_H
#define SKLINT_HOST_FRAMEWORKS_H

#include "sklint_host/ops_base.h"

namespace Ops {
namespace Base {

struct EleBaseTilingData {
    int64_t dim0;
    int64_t blockFormer;
    int64_t blockNum;
    int64_t ubFormer;
    int64_t ubLoopOfFormerBlock;
    int64_t ubLoopOfTailBlock;
    int64_t ubTailOfFormerBlock;
    int64_t ubTailOfTailBlock;
    int64_t elemNum;
    int64_t scheMode;
    int64_t coreNum;
};
struct EleBaseTilingDataV2 : EleBaseTilingData {};
struct EleBaseTilingData16B : EleBaseTilingData {};
struct EleBaseTilingData24B : EleBaseTilingData {};
struct EleBaseTilingData32B : EleBaseTilingData {};

struct ElewiseTilingData {
    int64_t dim0;
    int64_t blockNum;
    int64_t blockFormer;
    int64_t ubFormer;
    int64_t ubLoopOfFormerBlock;
    int64_t ubLoopOfTailBlock;
    int64_t ubTailOfFormerBlock;
    int64_t ubTailOfTailBlock;
    int64_t elemNum;
    uint64_t innerKey;
};

struct ElewiseTilingParams {
    int64_t coreNum;
    int64_t ubSize;
};

ge::graphStatus ElewiseTiling(const ElewiseTilingParams &params, ElewiseTilingData &data);

struct ElewiseCompileInfo {
    int64_t coreNum;
    int64_t ubSize;
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
    void SetScalar(std::initializer_list<float> values);
    template <typename... A>
    void SetScalar(A &&...arguments);
    uint32_t GetBlockDim() const;
    int64_t GetScheMode() const;
    uint64_t GetTilingKey() const;
    uint64_t GetSchMode() const;
};

enum class BROADCAST_BITS_SIZE { BITS1_SIZE = 1, BITS8_SIZE = 8, BITS16_SIZE = 16, BITS32_SIZE = 32, BITS64_SIZE = 64 };
enum class BROADCAST_KERNEL_TYPE { KERNEL_TYPE_NDDMA = 1, KERNEL_TYPE_UB_BROADCAST = 2, KERNEL_TYPE_BOTH = 3 };

struct BroadcastCompileInfo {
    uint64_t coreNum;
    uint64_t ubSize;
    bool isAscendC;
};

struct BroadcastComputeParams {
    BroadcastComputeParams() = default;
    template <typename... A>
    BroadcastComputeParams(A...);
    int64_t maxDtypeBits;
    int64_t minDtypeBits;
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
    uint64_t cacheLineSize;
    uint64_t ubBlockSize;
    uint64_t vectorCoreNum;
    uint64_t vRegSize;
    uint64_t ubSize;
    uint64_t resvSize;
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
    uint32_t patternID;
    uint32_t loopARCount;
    uint32_t loopInnerARCount;
    bool isContiguous;
};

struct ReduceOpTilingData {
    uint64_t factorACntPerCore;
    uint64_t factorATotalCnt;
    uint64_t ubFactorA;
    uint64_t factorRCntPerCore;
    uint64_t factorRTotalCnt;
    uint64_t ubFactorR;
    uint64_t groupR;
    uint64_t outSize;
    uint64_t basicBlock;
    uint64_t resultBlock;
    int32_t coreNum;
    int32_t useNddma;
    float meanVar;
    uint64_t shape[9] = {};
    int64_t stride[9] = {};
    int64_t dstStride[9] = {};
};

namespace ReduceOpTmpl {
constexpr int32_t CONST4 = 4;
constexpr int32_t CONST5 = 5;
constexpr int32_t CONST6 = 6;
constexpr int32_t CONST7 = 7;
constexpr int32_t CONST8 = 8;
constexpr int32_t CONST9 = 9;
constexpr int32_t CONST10 = 10;
// Axes that stay (A) and axes that are reduced (R), outermost first.
namespace __reducePattern {
struct A {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = true;
    static constexpr int32_t Dim = 1;
};
struct AR {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = false;
    static constexpr int32_t Dim = 2;
};
struct ARA {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = true;
    static constexpr int32_t Dim = 3;
};
struct ARAR {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = false;
    static constexpr int32_t Dim = 4;
};
struct ARARA {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = true;
    static constexpr int32_t Dim = 5;
};
struct ARARAR {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = false;
    static constexpr int32_t Dim = 6;
};
struct ARARARA {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = true;
    static constexpr int32_t Dim = 7;
};
struct ARARARAR {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = false;
    static constexpr int32_t Dim = 8;
};
struct ARARARARA {
    static const uint32_t ID;
    static constexpr bool FirstA = true;
    static constexpr bool TailA = true;
    static constexpr int32_t Dim = 9;
};
} // namespace __reducePattern
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
template <typename... A>
bool BroadcastShape(A &&...arguments);

} // namespace Base
} // namespace Ops

// The arguments of the reduce scheduler (reduce_tiling_key_decl.h), then those that the operator adds.
#define GEN_REDUCE_TILING_KEY(key, reduce, ...)                                                              \
    (key) = ::sklint::tiling_key({(reduce).isContiguous, ::sklint::chosen_by_framework(), (reduce).patternID, \
                                  (reduce).loopARCount, (reduce).loopInnerARCount, ##__VA_ARGS__})

#endif
