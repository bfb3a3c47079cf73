// Synchronisation, core identity, caches and the state registers of the basic API.
#ifndef SKLINT_SYNC_H
#define SKLINT_SYNC_H

#include "pipe.h"

namespace AscendC {

// --- between cores
template <bool isAIVOnly = true> void SyncAll();
template <bool isAIVOnly = true>
void SyncAll(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace,
    const int32_t usedCores = 0);
#if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510
template <bool isAIVOnly, const SyncAllConfig &config> void SyncAll();
#endif
template <bool isAIVOnly = true>
void IBSet(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace, int32_t blockIdx,
           int32_t eventID);
template <bool isAIVOnly = true>
void IBWait(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace, int32_t blockIdx,
            int32_t eventID);
template <uint8_t modeId, pipe_t pipe> void CrossCoreSetFlag(uint16_t flagId);
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S> void CrossCoreWaitFlag(uint16_t flagId);
void InitDetermineComputeWorkspace(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace);
void WaitPreBlock(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace);
void NotifyNextBlock(const GlobalTensor<int32_t> &gmWorkspace, const LocalTensor<int32_t> &ubWorkspace);
void NotifyEvent(uint16_t flagId);
template <pipe_t pipe> void NotifyEvent(uint16_t flagId);
template <pipe_t pipe = PIPE_S> void WaitEvent(uint16_t flagId);
template <uint8_t mode, pipe_t pipe> void NotifyEventImpl(uint16_t flagId);
template <uint8_t mode, pipe_t pipe> void WaitEventImpl(uint16_t flagId);
template <pipe_t aivPipe = PIPE_MTE3, pipe_t aicPipe = PIPE_FIX, bool force = false> void SetNextTaskStart();
template <bool force = false> void WaitPreTaskEnd();
void InitSocState();
template <typename T> void InitOutput(GlobalTensor<T> gmWorkspaceAddr, uint32_t size, T value = 0);
template <typename T, typename U> void InitOutput(GlobalTensor<T> gmWorkspaceAddr, uint32_t size, U value);
template <typename T> void InitGlobalMemory(GlobalTensor<T> &gmWorkspaceAddr, uint64_t size, T value);
template <typename T, typename U> void InitGlobalMemory(GlobalTensor<T> gmWorkspaceAddr, uint64_t size, U value);
template <typename T> void Fill(GlobalTensor<T> gmWorkspaceAddr, uint64_t size, T value);
template <typename T, typename U> void Fill(GlobalTensor<T> gmWorkspaceAddr, uint64_t size, U value);

template <PipeMode pipeMode> class GroupBarrier {
public:
    GroupBarrier(GM_ADDR groupWorkspace, uint32_t arriveSize, uint32_t waitSize);
    void Arrive(uint32_t arriveIndex);
    void Wait(uint32_t waitIndex);
    uint64_t GetWorkspaceLen();
};
class KfcWorkspace {
public:
    explicit KfcWorkspace(GM_ADDR workspace);
    void UpdateKfcWorkspace(uint32_t offset);
    GM_ADDR GetKfcWorkspace();
};
enum class CubeMsgState : uint8_t { FREE, VALID, QUIT, FAKE };
template <typename CubeMsgType> class CubeResGroupHandle {
public:
    CubeResGroupHandle();
    CubeResGroupHandle(GM_ADDR workspace, uint8_t blockStart, uint8_t blockSize, uint8_t msgQueueSize, uint8_t evtID);
    void AssignQueue(uint8_t queueId);
    template <PipeMode pipeMode = PipeMode::SCALAR_MODE> __gm__ CubeMsgType *AllocMessage();
    template <PipeMode pipeMode = PipeMode::SCALAR_MODE>
    uint16_t PostMessage(__gm__ CubeMsgType *msg, CubeMsgType &input);
    uint16_t PostFakeMsg(__gm__ CubeMsgType *msg);
    uint16_t FreeMessage(__gm__ CubeMsgType *msg);
    uint16_t FreeMessage(__gm__ CubeMsgType *msg, CubeMsgState waitState);
    void SetQuit(__gm__ CubeMsgType *msg);
    void SetSkipMsg(uint8_t count);
    template <bool sync = true> bool Wait(uint16_t offset);
};

// --- between pipes of one core
template <HardEvent event> void SetFlag(int32_t eventID);
template <HardEvent event> void WaitFlag(int32_t eventID);
template <pipe_t pipe> void PipeBarrier();
template <MemDsbT arg> void DataSyncBarrier();
template <pipe_t src, pipe_t dst> class TQueSync {
public:
    void SetFlag(TEventID id);
    void WaitFlag(TEventID id);
};
class Mutex {
public:
    template <pipe_t pipe> static void Lock(MutexID id);
    template <pipe_t pipe> static void Unlock(MutexID id);
};
MutexID AllocMutexID();
void ReleaseMutexID(MutexID id);

// --- who am I
int64_t GetBlockIdx();
int64_t GetBlockNum();
int64_t GetSubBlockIdx();
int64_t GetSubBlockNum();
int64_t GetTaskRation();
int64_t GetTaskRatio();
int64_t GetBlockIdxImpl();
int64_t GetSubBlockIdxImpl();
int64_t GetBlockNumImpl();
int64_t GetProgramCounter();
int64_t GetSystemCycle();
void GetArchVersion(uint32_t &coreVersion);
constexpr int16_t GetDataBlockSizeInBytes() { return 32; }
constexpr uint32_t GetUBSizeInBytes() { return 192 * 1024; }
uint32_t GetRuntimeUBSize();
constexpr uint32_t GetVecLen() { return 256; }
template <SpecialPurposeReg spr> int64_t GetSpr();
template <SpecialPurposeReg spr> void ClearSpr();
void Trap();

// --- caches
template <typename T, CacheLine line, DcciDst dst> void DataCacheCleanAndInvalid(const GlobalTensor<T> &tensor);
template <typename T, CacheLine line, DcciDst dst> void DataCacheCleanAndInvalid(const LocalTensor<T> &tensor);
template <typename T, CacheLine line> void DataCacheCleanAndInvalid(const GlobalTensor<T> &tensor);
template <typename T> void DataCachePreload(const GlobalTensor<uint64_t> &src, T cacheOffset);
void ICachePreLoad(int64_t preFetchLen);
int64_t GetICachePreloadStatus();
template <typename T> T ReadGmByPassDCache(__gm__ T *address);
template <typename T> void WriteGmByPassDCache(__gm__ T *address, T value);

// --- registers
template <typename T> void SetAtomicAdd();
template <typename T> void SetAtomicMax();
template <typename T> void SetAtomicMin();
template <typename T> void SetAtomicType();
void SetAtomicNone();
void DisableDmaAtomic();
template <AtomicDtype type, AtomicOp op> void SetStoreAtomicConfig();
int64_t GetStoreAtomicConfig();
void GetStoreAtomicConfig(uint16_t &type, uint16_t &op);
template <typename T> T AtomicAdd(__gm__ T *address, T value);
template <typename T> T AtomicMax(__gm__ T *address, T value);
template <typename T> T AtomicMin(__gm__ T *address, T value);
template <typename T> T AtomicCas(__gm__ T *address, T compare, T value);
template <typename T> T AtomicExch(__gm__ T *address, T value);
template <int8_t startBit, int8_t endBit> void SetCtrlSpr(int64_t value);
template <int8_t startBit, int8_t endBit> int64_t GetCtrlSpr();
template <int8_t startBit, int8_t endBit> void ResetCtrlSpr();
template <SaturationMode mode> void SetSaturationFlag(bool enable);
template <SaturationMode mode> bool GetSaturationFlag();
template <OverrideStrategy strategy> void SetSaturationStrategy();
void SetMaskCount();
void SetMaskNorm();
template <typename T, MaskMode mode = MaskMode::NORMAL> void SetVectorMask(uint64_t high, uint64_t low);
template <typename T, MaskMode mode = MaskMode::NORMAL> void SetVectorMask(int32_t length);
void ResetMask();
void SetSyncBaseAddr(uint64_t address);
struct AscendCUtils {
    template <typename T, bool isSetMask = true> static void SetMask(const uint64_t &high, const uint64_t &low);
    template <typename T, bool isSetMask = true> static void SetMask(int32_t length);
    template <typename T> static void SetMaskCount();
    template <typename T> static void SetMaskNorm();
    template <bool isSetMask = true> static void ResetMask();
    static int32_t GetBitSize(int32_t byteSize);
    static int32_t GetC0Size();
    static int32_t GetC0Count(int32_t dtypeSize);
    static int32_t GetDefaultBlockNum();
    static int64_t GetRsvdCnt();
    static void SetOverflow(uint64_t ctrlValue);
    template <typename T> static __ubuf__ T *GetTemporaryBufferAddr(int32_t offset, int32_t size);
    template <typename T> static void FreeTemporaryBuffer(T *address);
};
void SetHF32Mode(bool enable);
template <typename T> void SetHF32Mode(T mode);
void SetHF32TransMode(bool mode);
template <typename T> void SetHF32TransMode(T mode);
void SetMMLayoutTransform(bool mode);
template <typename T> void SetMMLayoutTransform(T mode);
void SetMMRowMajor();
void SetMMColumnMajor();
void SetSysWorkspace(GM_ADDR workspace);
void SetSysWorkspaceForce(GM_ADDR workspace);
GM_ADDR GetSysWorkSpacePtr();
GM_ADDR GetUserWorkspace(GM_ADDR workspace);
void ClearWorkspace(GM_ADDR workspace);
template <uint32_t group> GM_ADDR GetHcclContext();
template <uint32_t group> void SetHcclContext(GM_ADDR context);

// --- debugging
template <typename T> void DumpTensor(const T &tensor, uint32_t desc, uint32_t dumpSize);
template <typename T> void DumpTensor(const T &tensor, uint32_t desc, uint32_t dumpSize, const ShapeInfo &shapeInfo);
template <typename T> void DumpAccChkPoint(const T &tensor, uint32_t index, uint32_t countOff, uint32_t dumpSize);
void PrintTimeStamp(uint32_t descId);
void InitDump(bool mixed, GM_ADDR start, uint32_t length);
void InitDump(bool mixed, uint32_t length);
template <typename T> void OOMCheckAddrRange(__gm__ T *address, uint64_t size);
void OOMInit();
template <typename... A> void PRINTF(A &&...);
template <typename... A> void printf(const char *format, A &&...);
template <typename... A> void printf(const __gm__ char *format, A &&...);
void MetricsProfStart();
void MetricsProfStop();
void TRACE_START_(int id);

}  // namespace AscendC

#define TRACE_START(id) ((void)(id))
#define TRACE_STOP(id) ((void)(id))
#ifndef ASSERT
#define ASSERT(...) ((void)(__VA_ARGS__))
#endif
#define ASCENDC_ASSERT(condition, ...) ((void)(condition))
#define ASCENDC_DEBUG_ASSERT(condition, ...) ((void)(condition))
#define ascendc_assert(condition, ...) ((void)(condition))
#define PRELOAD(length) ((void)(length))
#define KERNEL_LOG(...)
#define ASCENDC_REPORT_CHECK_ERROR(...)

#endif
