// The operator base library: arithmetic with real bodies, frameworks by declaration (their launches are in facts).
#ifndef SKLINT_HOST_OPS_BASE_H
#define SKLINT_HOST_OPS_BASE_H

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "sklint_host/checks.h"
#include "sklint_host/gert.h"

namespace sklint {

// Stands for a value of an unknown type that a framework hands out.
struct Any {
    template <typename T>
    operator T() const;
};

} // namespace sklint

#define SKLINT_BASE_ARITHMETIC                \
    template <typename A, typename B>         \
    constexpr A CeilDiv(A value, B divisor);  \
    template <typename A, typename B>         \
    constexpr A FloorDiv(A value, B divisor); \
    template <typename A, typename B>         \
    constexpr A CeilAlign(A value, B unit);   \
    template <typename A, typename B>         \
    constexpr A FloorAlign(A value, B unit);

// The scalar types of the device, which a launcher names for its kernels.
#define SKLINT_DEVICE_SCALAR(Name, ...) \
    struct __VA_ARGS__ Name {           \
        Name() = default;               \
        template <typename T>           \
        Name(T value);                  \
        operator float() const;         \
    };
SKLINT_DEVICE_SCALAR(half, alignas(2))
SKLINT_DEVICE_SCALAR(bfloat16_t, alignas(2))
SKLINT_DEVICE_SCALAR(hifloat8_t)
SKLINT_DEVICE_SCALAR(fp8_e4m3fn_t)
SKLINT_DEVICE_SCALAR(fp8_e5m2_t)
SKLINT_DEVICE_SCALAR(fp8_e8m0_t)
SKLINT_DEVICE_SCALAR(fp4x2_e2m1_t)
SKLINT_DEVICE_SCALAR(fp4x2_e1m2_t)
SKLINT_DEVICE_SCALAR(int4x2_t)
using float16_t = half;
using float32_t = float;

namespace Ops {
namespace Base {

SKLINT_BASE_ARITHMETIC

using ::half;
using fp16_t = half;
using bfloat16 = ::bfloat16_t;
using ::bfloat16_t;

template <typename T>
std::string ToString(const T &value);
template <typename T>
std::string ToString(const T *values, size_t count);
template <typename T>
std::string VectorToString(const T &values);
template <typename T>
const char *GetOpInfo(const T &context);
template <typename T>
const char *GetSafeStr(const T &text);
const gert::Shape &EnsureNotScalar(const gert::Shape &shape);
bool IsUnknownRank(const gert::Shape &shape);
bool IsUnknownShape(const gert::Shape &shape);
template <typename T>
bool IsFloatEqual(T left, T right);
template <typename T>
int64_t GetUbBlockSize(T *context);
template <typename T>
uint32_t GetAivCoreNum(T *context);
template <typename T>
int64_t GetVRegSize(T *context);
template <typename T>
int64_t GetCacheLineSize(T *context);
template <typename T>
int64_t GetSimtMaxThreadNum(T *context);
template <typename T>
bool IsRegbaseSocVersion(T *context);
template <typename T, typename V>
bool GetConstInt(T *context, int64_t index, V &value);
template <typename T, typename S>
bool GetConstIntToShape(T *context, int64_t index, S &shape);
template <typename T, typename C, typename V>
bool GetConstInt(const T *tensor, C context, V &value);

} // namespace Base

namespace NN {
using Ops::Base::CeilAlign;
using Ops::Base::CeilDiv;
using Ops::Base::FloorAlign;
using Ops::Base::FloorDiv;
} // namespace NN
} // namespace Ops

namespace ops {
SKLINT_BASE_ARITHMETIC
template <typename T>
std::string ToString(const T &value);
template <typename T>
std::string ToStringWithSize(const T *values, size_t count);
template <typename T>
bool IsConstTensor(const T *tensor);
template <typename T, typename V>
bool GetConstInt(T *context, int64_t index, V &value);
} // namespace ops

#endif
