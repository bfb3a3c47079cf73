// Checks and log output. A check stays visible as a branch; what it prints is of no interest to a launch.
#ifndef SKLINT_HOST_CHECKS_H
#define SKLINT_HOST_CHECKS_H

#include "sklint_host/gert.h"

#define SKLINT_LOG(...) ((void)0)
#define SKLINT_CHECK(condition, leave) \
    if (condition) {                   \
        leave;                         \
    } else                             \
        ((void)0)

#define OP_CHECK_IF(condition, report, leave) SKLINT_CHECK(condition, leave)
#define OP_TILING_CHECK(condition, report, leave) SKLINT_CHECK(condition, leave)
#define OP_CHECK(condition, report, leave) SKLINT_CHECK(condition, leave)
#define OPS_ERR_IF(condition, report, leave) SKLINT_CHECK(condition, leave)
#define OPS_CHECK(condition, report, leave) SKLINT_CHECK(condition, leave)
#define OP_CHECK_NULL_WITH_CONTEXT(context, pointer) SKLINT_CHECK((pointer) == nullptr, return ::ge::GRAPH_FAILED)
#define OP_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, result) SKLINT_CHECK((pointer) == nullptr, return result)
#define OPS_CHECK_NULL_WITH_CONTEXT(context, pointer) SKLINT_CHECK((pointer) == nullptr, return ::ge::GRAPH_FAILED)
#define OPS_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, result) SKLINT_CHECK((pointer) == nullptr, return result)
#define OPS_LOG_E_IF_NULL(context, pointer, leave) SKLINT_CHECK((pointer) == nullptr, leave)
#define OPS_LOG_E_IF(condition, context, leave, ...) SKLINT_CHECK(condition, leave)
#define OP_LOGE_IF(condition, result, ...) SKLINT_CHECK(condition, return result)
#define OP_LOGI_IF_RETURN(condition, result, ...) SKLINT_CHECK(condition, return result)
#define OP_LOGW_IF(condition, ...) ((void)(condition))
#define CHECK_NULL_RET(pointer, result) SKLINT_CHECK((pointer) == nullptr, return result)
#define ASCENDC_ASSERT(condition, leave) SKLINT_CHECK(!(condition), leave)

#define OP_LOGE(...) SKLINT_LOG()
#define OP_LOGW(...) SKLINT_LOG()
#define OP_LOGI(...) SKLINT_LOG()
#define OP_LOGD(...) SKLINT_LOG()
#define OP_LOGV(...) SKLINT_LOG()
#define OP_EVENT(...) SKLINT_LOG()
#define OP_LOGE_WITHOUT_REPORT(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_VALUE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_VALUES(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_DTYPE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_DTYPES(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPES(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPEDIM(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPEDIMS(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPESIZE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPESIZES(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_FORMAT(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_FORMATS(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_LISTSIZE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_STRIDE(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_STRIDES(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_TENSORNUM(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_ATTR(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_INPUT(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(...) SKLINT_LOG()
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(...) SKLINT_LOG()
#define OPS_LOG_E(...) SKLINT_LOG()
#define OPS_LOG_W(...) SKLINT_LOG()
#define OPS_LOG_I(...) SKLINT_LOG()
#define OPS_LOG_D(...) SKLINT_LOG()
#define OPS_LOG_FULL(...) SKLINT_LOG()
#define D_OP_LOGE(...) SKLINT_LOG()
#define D_OP_LOGW(...) SKLINT_LOG()
#define D_OP_LOGI(...) SKLINT_LOG()
#define D_OP_LOGD(...) SKLINT_LOG()
#define GELOGE(...) SKLINT_LOG()
#define GELOGW(...) SKLINT_LOG()
#define GELOGI(...) SKLINT_LOG()
#define GELOGD(...) SKLINT_LOG()
#define ASCENDC_HOST_ASSERT(...) SKLINT_LOG()
#define ASCEND_LOGE(...) SKLINT_LOG()
#define ASCEND_LOGW(...) SKLINT_LOG()
#define ASCEND_LOGI(...) SKLINT_LOG()
#define ASCEND_LOGD(...) SKLINT_LOG()
#define KERNEL_LOG_ERROR(...) SKLINT_LOG()
#define KERNEL_LOG_INFO(...) SKLINT_LOG()
#define REPORT_INNER_ERR_MSG(...) SKLINT_LOG()
#define REPORT_INNER_ERROR(...) SKLINT_LOG()
#define REPORT_CALL_ERROR(...) SKLINT_LOG()
#define OPS_REPORT_VECTOR_INNER_ERR(...) SKLINT_LOG()
#define OPS_REPORT_CUBE_INNER_ERR(...) SKLINT_LOG()
#define VECTOR_INNER_ERR_REPORT_TILIING(...) SKLINT_LOG()
#define VECTOR_INNER_ERR_REPORT_TILING(...) SKLINT_LOG()
#define CUBE_INNER_ERR_REPORT(...) SKLINT_LOG()
#define REPORT_OPS_ERROR(...) SKLINT_LOG()
#define DLOG_TYPE_DEBUG 0
#define DLOG_TYPE_INFO 1
#define DLOG_TYPE_WARN 2
#define DLOG_TYPE_ERROR 3
#define OPS_UTILS_LOG_SUB_MOD_NAME ""
#define OPS_UTILS_LOG_PACKAGE_TYPE ""
#define DLOG_DEBUG 0
#define DLOG_INFO 1
#define DLOG_WARN 2
#define DLOG_ERROR 3
#define OP 63
#define ASCENDCKERNEL 80

extern "C" {
int CheckLogLevel(int module, int level);
int AlogCheckDebugLevel(unsigned module, int level);
void DlogRecord(int module, int level, const char *format, ...);
int dlog_getlevel(int module, int *enabled);
void dlog_error(int module, const char *format, ...);
void dlog_warn(int module, const char *format, ...);
void dlog_info(int module, const char *format, ...);
void dlog_debug(int module, const char *format, ...);
void dlog_event(int module, const char *format, ...);
int printf(const char *format, ...);
int vsnprintf_s(char *target, size_t capacity, size_t count, const char *format, ...);
long syscall(long number, ...);
}
namespace std {
using ::printf;
}
#define __NR_gettid 186
template <typename... A>
void AlogRecord(const A &...arguments);
template <typename... A>
void OpLogSub(A &&...arguments);

#define unlikely(x) (x)
#define likely(x) (x)

// The bounded copies of the secure C library.
using errno_t = int;
constexpr errno_t EOK = 0;
extern "C" {
errno_t memcpy_s(void *target, size_t capacity, const void *source, size_t count);
errno_t memset_s(void *target, size_t capacity, int value, size_t count);
errno_t memmove_s(void *target, size_t capacity, const void *source, size_t count);
errno_t strcpy_s(char *target, size_t capacity, const char *source);
errno_t strcat_s(char *target, size_t capacity, const char *source);
errno_t strncpy_s(char *target, size_t capacity, const char *source, size_t count);
int sprintf_s(char *target, size_t capacity, const char *format, ...);
int snprintf_s(char *target, size_t capacity, size_t count, const char *format, ...);
int sscanf_s(const char *buffer, const char *format, ...);
}

#endif
