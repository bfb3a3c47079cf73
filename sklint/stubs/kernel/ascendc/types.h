// Scalar types of the device that the host compiler lacks.
#ifndef SKLINT_TYPES_H
#define SKLINT_TYPES_H

#include <cstddef>
#include <cstdint>

using half = _Float16;
using float16_t = half;
using float32_t = float;

#define SKLINT_SMALL_FLOAT(Name, ...)                \
    struct __VA_ARGS__ Name {                        \
        constexpr Name() {}                          \
        template <typename T> constexpr Name(T) {}   \
        constexpr operator float() const { return 0; } \
        template <typename T> Name &operator+=(T);   \
        template <typename T> Name &operator-=(T);   \
        template <typename T> Name &operator*=(T);   \
        template <typename T> Name &operator/=(T);   \
    };
#if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510
// SIMT code computes on values in GM, and a class in another address space has no members there.
using bfloat16_t = __bf16;
#else
SKLINT_SMALL_FLOAT(bfloat16_t, alignas(2))
#endif
SKLINT_SMALL_FLOAT(hifloat8_t)
SKLINT_SMALL_FLOAT(fp8_e4m3fn_t)
SKLINT_SMALL_FLOAT(fp8_e5m2_t)
SKLINT_SMALL_FLOAT(fp8_e8m0_t)
SKLINT_SMALL_FLOAT(float8_e4m3_t)
SKLINT_SMALL_FLOAT(float8_e5m2_t)
SKLINT_SMALL_FLOAT(float8_e8m0_t)
SKLINT_SMALL_FLOAT(fp4x2_e2m1_t)
SKLINT_SMALL_FLOAT(fp4x2_e1m2_t)
SKLINT_SMALL_FLOAT(float4_e2m1x2_t)
SKLINT_SMALL_FLOAT(float4_e1m2x2_t)
SKLINT_SMALL_FLOAT(int4x2_t)
SKLINT_SMALL_FLOAT(uint1b_t)
SKLINT_SMALL_FLOAT(int2b_t)
SKLINT_SMALL_FLOAT(uint2b_t)

namespace AscendC {
SKLINT_SMALL_FLOAT(int4b_t)
using ::int2b_t;
using ::uint1b_t;
using ::uint2b_t;
using ::fp8_e8m0_t;
using fp4x2_e2m1_t = ::fp4x2_e2m1_t;
using fp4x2_e1m2_t = ::fp4x2_e1m2_t;
struct mx_fp8_e5m2_t {};
struct mx_fp8_e4m3_t {};
struct mx_fp8_e8m0_t {};
using fp16_t = half;
using bf16_t = bfloat16_t;
}  // namespace AscendC

template <typename T> struct complex_of_ {
    T real;
    T imag;
    constexpr complex_of_() : real(), imag() {}
    constexpr complex_of_(T re, T im = T()) : real(re), imag(im) {}
};
using complex32 = complex_of_<half>;
using complex64 = complex_of_<float>;
namespace AscendC {
using ::complex32;
using ::complex64;
}  // namespace AscendC

#endif
