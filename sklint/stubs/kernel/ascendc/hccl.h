// Collective communication from a kernel.
#ifndef SKLINT_HCCL_H
#define SKLINT_HCCL_H

#include "sync.h"

namespace AscendC {

using HcclHandle = int8_t;
constexpr uint32_t HCCL_GROUP_ID_0 = 0;
constexpr uint32_t HCCL_MAX_RANK_NUM = 32;
constexpr int32_t HCCL_FAILED = -1;
constexpr int32_t HCCL_SUCCESS = 0;
constexpr HcclHandle INVALID_HANDLE_ID = -1;
struct MemDetails {
    uint64_t size;
    uint64_t addr;
    uint32_t key;
};
struct IbVerbsData {
    MemDetails remoteInput;
    MemDetails remoteOutput;
    MemDetails localInput;
    MemDetails localOutput;
    uint8_t res[24];
};
struct HcclCombineOpParam {
    uint64_t workSpace;
    uint64_t workSpaceSize;
    uint32_t rankId;
    uint32_t rankNum;
    uint64_t winSize;
    uint64_t windowsIn[HCCL_MAX_RANK_NUM];
    uint64_t windowsOut[HCCL_MAX_RANK_NUM];
    uint8_t res[8328];
    uint8_t multiFlag;
    __gm__ IbVerbsData *data;
};
struct HcclServerConfig {
    CoreType type;
    int64_t blockId;
};
inline constexpr HcclServerConfig DEFAULT_CFG = {CoreType::DEFAULT, 0};

template <HcclServerType serverType = HCCL_SERVER_TYPE_AICPU, const auto &config = DEFAULT_CFG> class Hccl {
public:
    template <typename P> void Init(GM_ADDR context, P initTiling);
    void Init(GM_ADDR context);
    template <typename P> void InitV2(GM_ADDR context, P initTiling);
    template <typename P> int32_t SetCcTiling(P tiling);
    int32_t SetCcTilingV2(uint64_t offset);
    template <bool commit = false>
    HcclHandle AllReduce(GM_ADDR send, GM_ADDR receive, uint64_t count, HcclDataType type, HcclReduceOp op,
                         uint8_t repeat = 1);
    template <bool commit = false>
    HcclHandle AllGather(GM_ADDR send, GM_ADDR receive, uint64_t sendCount, HcclDataType type, uint64_t strideCount,
                         uint8_t repeat = 1);
    template <bool commit = false>
    HcclHandle ReduceScatter(GM_ADDR send, GM_ADDR receive, uint64_t receiveCount, HcclDataType type, HcclReduceOp op,
                             uint64_t strideCount, uint8_t repeat = 1);
    template <bool commit = false>
    HcclHandle AlltoAll(GM_ADDR send, GM_ADDR receive, uint64_t count, HcclDataType type, uint64_t strideCount = 0,
                        uint8_t repeat = 1);
    template <bool commit = false, typename... A> HcclHandle AlltoAllV(A &&...);
    template <bool commit = false, typename... A> HcclHandle AlltoAllvWrite(A &&...);
    template <bool commit = false> HcclHandle BatchWrite(GM_ADDR info, uint32_t items, uint16_t queueID = 0);
    void Commit(HcclHandle handle);
    int32_t Wait(HcclHandle handle);
    int32_t Query(HcclHandle handle);
    void InterHcclGroupSync(int8_t group, HcclHandle handle);
    template <ScopeType type = ScopeType::ALL> void QueueBarrier(uint16_t queueID);
    template <bool sync = true> int32_t Iterate(HcclHandle handle, uint16_t *slices, uint16_t length);
    template <bool sync = true> void Finalize();
    GM_ADDR GetWindowsInAddr(uint32_t rank);
    GM_ADDR GetWindowsOutAddr(uint32_t rank);
    uint32_t GetRankId();
    uint32_t GetRankDim();
    uint16_t GetQueueNum();
};

}  // namespace AscendC

#endif
