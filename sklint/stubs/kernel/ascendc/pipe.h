// TPipe, its queues and buffers.
#ifndef SKLINT_PIPE_H
#define SKLINT_PIPE_H

#include "tensor.h"

namespace AscendC {

enum class TBufMode : uint8_t;
constexpr uint32_t defaultBufIDSize = 4;
constexpr TQueConfig GetTQueConfig(bool nd2nz, bool nz2nd = false, bool scmBlockGroup = false, uint32_t bufferLen = 0,
                                   uint32_t bufferNumber = 0, uint32_t consumerSize = 0,
                                       const TPosition *consumer = nullptr,
                                   bool enableStaticEvtId = false, bool enableLoopQueue = false) {
    return {nd2nz, nz2nd, scmBlockGroup, bufferLen, bufferNumber, consumerSize, {}, enableStaticEvtId, enableLoopQueue};
}
constexpr TQueConfig GetTQueConfig(const int mask) { return {}; }
constexpr TQueConfig GetTQueConfig(const TQueConfig *config) { return *config; }
template <bool nd2nz, bool nz2nd, bool scmBlockGroup, uint32_t bufferLen, uint32_t bufferNumber>
inline constexpr TQueConfig TQUE_CONFIG = {nd2nz, nz2nd, scmBlockGroup, bufferLen, bufferNumber};

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0> class TQueBind {
public:
    static constexpr TPosition srcPosition = src;
    static constexpr TPosition dstPosition = dst;
    static constexpr int32_t queDepth = depth;
    TQueBind();
    template <typename T> LocalTensor<T> AllocTensor();
    template <typename T> void AllocTensor(LocalTensor<T> &tensor);
    template <typename T> void FreeTensor(const LocalTensor<T> &tensor);
    template <typename T> bool EnQue(const LocalTensor<T> &tensor);
    bool EnQue(TBufHandle handle);
    template <TPosition srcUserPos, TPosition dstUserPos, typename T> bool EnQue(const LocalTensor<T> &tensor);
    template <TPosition srcUserPos, TPosition dstUserPos> bool EnQue(TBufHandle handle);
    template <typename T> LocalTensor<T> DeQue();
    template <typename T> void DeQue(LocalTensor<T> &tensor);
    TBufHandle DeQue();
    template <TPosition srcUserPos, TPosition dstUserPos, typename T> LocalTensor<T> DeQue();
    template <TPosition srcUserPos, TPosition dstUserPos> TBufHandle DeQue();
    TBufHandle AllocBuffer();
    void FreeBuffer(TBufHandle handle);
    TBuffAddr GetBufferAddr(TBufHandle handle);
    bool VacantInQue();
    bool HasTensorInQue();
    int32_t GetTensorCountInQue();
    bool HasIdleBuffer();
    void FreeAllEvent();
    template <typename T> TBufState GetState(const LocalTensor<T> &tensor) const;
    void InitStartBufHandle(TBufHandle handle, uint8_t count, uint32_t length);
    template <typename T>
    void InitBufHandle(T *pool, uint32_t index, TBufHandle handle, uint32_t address, uint32_t length);
};

template <TPosition pos, int32_t depth, auto mask = 0> class TQue : public TQueBind<pos, pos, depth, mask> {
public:
    TQue() = default;
};

template <TPosition src, int32_t depth = 1, auto mask = 0>
class TSCM : public TQueBind<src, TPosition::TSCM, depth, mask> {
public:
    TSCM() = default;
};

template <TPosition pos = TPosition::VECCALC> class TBuf : public TQueBind<pos, pos, 0, 0> {
public:
    TBuf() = default;
    template <typename T> LocalTensor<T> Get();
    template <typename T> LocalTensor<T> Get(uint32_t length);
    template <typename T> LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset);
    template <typename T> LocalTensor<T> AllocTensor();
    template <typename T> void FreeTensor(const LocalTensor<T> &tensor);
    template <typename T> void EnQue(const LocalTensor<T> &tensor);
    template <typename T> LocalTensor<T> DeQue();
    uint32_t GetBufLen() const;
};

template <TPosition pos, uint32_t bufIDSize = defaultBufIDSize> class TBufPool {
public:
    static constexpr TPosition poolPos = pos;
    TBufPool();
    ~TBufPool();
    template <typename Queue> bool InitBuffer(Queue &queue, uint8_t count, uint32_t length);
    template <typename Buffer> bool InitBuffer(Buffer &buffer, uint32_t length);
    template <typename Pool> bool InitBufPool(Pool &pool, uint32_t length);
    template <typename Pool, typename Shared> bool InitBufPool(Pool &pool, uint32_t length, Shared &shared);
    void Reset();
};
#define EXTERN_IMPL_BUFPOOL(Pool, Position, Size)                                       \
public:                                                                                 \
    static constexpr AscendC::TPosition poolPos = Position;                             \
    void Reset();                                                                       \
    void Init();                                                                        \
    AscendC::TBufHandle GetBufHandle(uint8_t offset);                                   \
    void SetCurAddr(uint32_t address);                                                  \
    uint32_t GetCurAddr();                                                              \
    void SetCurBufSize(uint8_t size);                                                   \
    uint8_t GetCurBufSize();

class TPipe {
public:
    TPipe();
    ~TPipe();
    void Init();
    void Destroy();
    void DestroyWithoutPipeAll();
    void Reset();
    template <typename Queue> bool InitBuffer(Queue &queue, uint8_t count, uint32_t length);
    template <typename Buffer> bool InitBuffer(Buffer &buffer, uint32_t length);
    template <typename Queue, typename U, typename V, typename... A>
    bool InitBuffer(Queue &queue, const Std::tuple<U, V> &first, const A &...rest);
    template <typename Pool> bool InitBufPool(Pool &pool, uint32_t length);
    template <typename Pool, typename Shared> bool InitBufPool(Pool &pool, uint32_t length, Shared &shared);
    template <typename T>
    bool InitShareBufStart(uint32_t mode, uint32_t *shareLens, uint32_t lens, uint8_t subBlockIdx);
    void InitShareBufStart(uint32_t mode, uint32_t *shareLens, uint32_t lens, uint8_t subBlockIdx);
    void InitShareBufEnd();
    template <HardEvent event> TEventID AllocEventID();
    template <HardEvent event> void ReleaseEventID(TEventID id);
    template <HardEvent event> TEventID FetchEventID();
    TEventID FetchEventID(HardEvent event);
    template <TPosition pos, typename T> LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const;
    template <TPosition pos> TBuffAddr GetAbsAddr(int32_t offset, int32_t length) const;
    template <typename T> void InitSpmBuffer(const GlobalTensor<T> &workspace, int32_t size);
    void InitSpmBuffer(int32_t size);
    template <typename T> void WriteSpmBuffer(const LocalTensor<T> &, const DataCopyParams &, int32_t offset = 0);
    template <typename T> void WriteSpmBuffer(const LocalTensor<T> &, int32_t size, int32_t offset = 0);
    template <typename T> void ReadSpmBuffer(const LocalTensor<T> &, const DataCopyParams &, int32_t offset = 0);
    template <typename T> void ReadSpmBuffer(const LocalTensor<T> &, int32_t size, int32_t offset = 0);
    TBufHandle GetBufHandle(uint8_t offset);
    uint64_t GetQueueEndAddress();
};
}  // namespace AscendC
AscendC::TPipe *GetTPipePtr();
namespace AscendC {
using ::GetTPipePtr;

template <TPosition pos> bool PopStackBuffer(TBuf<pos> &buffer, uint8_t &type);
template <typename T, TPosition pos> bool PopStackBuffer(LocalTensor<T> &tensor);
uint64_t TransUBAddr(uint64_t address);
constexpr Hardware GetPhyType(TPosition position) { return Hardware::UB; }
constexpr TPosition GetBufferLogicPos(TPosition position, bool isSrc) { return position; }
constexpr TPosition GetPosition(TPosition src, TPosition dst) { return src; }
constexpr Hardware GetBufferPos(TPosition src, TPosition dst) { return Hardware::UB; }

}  // namespace AscendC

#endif
