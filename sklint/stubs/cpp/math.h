#ifndef SKLINT_MATH_H
#define SKLINT_MATH_H

#include <stddef.h>

#define SKLINT_MATH1(Name)                         \
    double Name(double);                           \
    float Name##f(float);                          \
    namespace std {                                \
    using ::Name;                                  \
    float Name(float);                             \
    long double Name(long double);                 \
    using ::Name##f;                               \
    }
#define SKLINT_MATH2(Name)                         \
    double Name(double, double);                   \
    float Name##f(float, float);                   \
    namespace std {                                \
    using ::Name;                                  \
    float Name(float, float);                      \
    using ::Name##f;                               \
    }
SKLINT_MATH1(acos)
SKLINT_MATH1(acosh)
SKLINT_MATH1(asin)
SKLINT_MATH1(asinh)
SKLINT_MATH1(atan)
SKLINT_MATH1(atanh)
SKLINT_MATH1(cbrt)
SKLINT_MATH1(ceil)
SKLINT_MATH1(cos)
SKLINT_MATH1(cosh)
SKLINT_MATH1(erf)
SKLINT_MATH1(erfc)
SKLINT_MATH1(exp)
SKLINT_MATH1(exp2)
SKLINT_MATH1(expm1)
SKLINT_MATH1(fabs)
SKLINT_MATH1(floor)
SKLINT_MATH1(lgamma)
SKLINT_MATH1(log)
SKLINT_MATH1(log10)
SKLINT_MATH1(log1p)
SKLINT_MATH1(log2)
SKLINT_MATH1(logb)
SKLINT_MATH1(nearbyint)
SKLINT_MATH1(rint)
SKLINT_MATH1(round)
SKLINT_MATH1(sin)
SKLINT_MATH1(sinh)
SKLINT_MATH1(sqrt)
SKLINT_MATH1(tan)
SKLINT_MATH1(tanh)
SKLINT_MATH1(tgamma)
SKLINT_MATH1(trunc)
SKLINT_MATH2(atan2)
SKLINT_MATH2(copysign)
SKLINT_MATH2(fdim)
SKLINT_MATH2(fmax)
SKLINT_MATH2(fmin)
SKLINT_MATH2(fmod)
SKLINT_MATH2(hypot)
SKLINT_MATH2(nextafter)
SKLINT_MATH2(pow)
SKLINT_MATH2(remainder)
double fma(double, double, double);
float fmaf(float, float, float);
double ldexp(double, int);
double frexp(double, int *);
double modf(double, double *);
long lround(double);
long long llround(double);
long lrint(double);
double nan(const char *);
int abs(int) noexcept;
long labs(long) noexcept;

namespace std {
using ::abs;
using ::fma;
using ::fmaf;
using ::frexp;
using ::labs;
using ::ldexp;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
float abs(float);
double abs(double);
long abs(long);
long long abs(long long);
template <typename T> constexpr bool isnan(T) { return false; }
template <typename T> constexpr bool isinf(T) { return false; }
template <typename T> constexpr bool isfinite(T) { return true; }
template <typename T> constexpr bool isnormal(T) { return true; }
template <typename T> constexpr bool signbit(T) { return false; }
template <typename T, bool = __is_integral(T)> struct integral_as_double {};
template <typename T> struct integral_as_double<T, true> { using type = double; };
#define SKLINT_MATH_INTEGRAL(Name)                 \
    template <typename T> typename integral_as_double<T>::type Name(T);
SKLINT_MATH_INTEGRAL(acos)
SKLINT_MATH_INTEGRAL(asin)
SKLINT_MATH_INTEGRAL(atan)
SKLINT_MATH_INTEGRAL(cbrt)
SKLINT_MATH_INTEGRAL(ceil)
SKLINT_MATH_INTEGRAL(cos)
SKLINT_MATH_INTEGRAL(cosh)
SKLINT_MATH_INTEGRAL(erf)
SKLINT_MATH_INTEGRAL(exp)
SKLINT_MATH_INTEGRAL(exp2)
SKLINT_MATH_INTEGRAL(fabs)
SKLINT_MATH_INTEGRAL(floor)
SKLINT_MATH_INTEGRAL(log)
SKLINT_MATH_INTEGRAL(log10)
SKLINT_MATH_INTEGRAL(log1p)
SKLINT_MATH_INTEGRAL(log2)
SKLINT_MATH_INTEGRAL(rint)
SKLINT_MATH_INTEGRAL(round)
SKLINT_MATH_INTEGRAL(sin)
SKLINT_MATH_INTEGRAL(sinh)
SKLINT_MATH_INTEGRAL(sqrt)
SKLINT_MATH_INTEGRAL(tan)
SKLINT_MATH_INTEGRAL(tanh)
SKLINT_MATH_INTEGRAL(trunc)
template <typename T, bool = __is_arithmetic(T)> struct arithmetic_as_double {};
template <typename T> struct arithmetic_as_double<T, true> { using type = double; };
template <typename T, typename U, typename = typename arithmetic_as_double<U>::type>
typename arithmetic_as_double<T>::type pow(T, U);
}  // namespace std
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_2_SQRTPI 1.12837916709551257390
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())

#endif
