// As much of acl as launchers touch, for host code of its own and for such as stands beside its kernel.
#ifndef SKLINT_RUNTIME_ACL_H
#define SKLINT_RUNTIME_ACL_H

#include <cstddef>
#include <cstdint>

using aclError = int;
using aclrtStream = void *;
using aclrtContext = void *;
using aclrtEvent = void *;
using aclrtFuncHandle = void *;
using aclrtBinHandle = void *;
using aclrtArgsHandle = void *;
using aclTensor = void;
using aclOpExecutor = void;
using aclnnStatus = int;
using rtError_t = int;
using rtStream_t = void *;
constexpr int ACL_SUCCESS = 0;
constexpr int ACL_ERROR_NONE = 0;
constexpr int RT_ERROR_NONE = 0;

enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_DEVICE_TO_DEVICE
};
enum aclrtMemMallocPolicy { ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY, ACL_MEM_MALLOC_NORMAL_ONLY };
enum aclrtDevAttr {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201
};
enum aclrtDevResLimitType { ACL_RT_DEV_RES_CUBE_CORE, ACL_RT_DEV_RES_VECTOR_CORE };

extern "C" {
aclError aclInit(const char *configuration);
aclError aclFinalize();
aclError aclrtSetDevice(int32_t device);
aclError aclrtGetDevice(int32_t *device);
aclError aclrtResetDevice(int32_t device);
aclError aclrtCreateStream(aclrtStream *stream);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeDevice();
aclError aclrtMalloc(void **pointer, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocHost(void **pointer, size_t size);
aclError aclrtFree(void *pointer);
aclError aclrtFreeHost(void *pointer);
aclError aclrtMemcpy(void *target, size_t capacity, const void *source, size_t count, aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void *target, size_t capacity, const void *source, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream);
aclError aclrtMemset(void *target, size_t capacity, int32_t value, size_t count);
aclError aclrtMemsetAsync(void *target, size_t capacity, int32_t value, size_t count, aclrtStream stream);
const char *aclrtGetSocName();
aclError aclGetDeviceCapability(uint32_t device, int attribute, int64_t *value);
aclError aclrtGetDeviceInfo(uint32_t device, aclrtDevAttr attribute, int64_t *value);
aclError aclrtGetDeviceResLimit(int32_t device, aclrtDevResLimitType type, uint32_t *value);
aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value);
aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value);
rtError_t rtGetC2cCtrlAddr(uint64_t *address, uint32_t *length);
rtError_t rtGetAiCoreCount(uint32_t *count);
}

#endif
