// atvoss: the reductions of a graph.
#pragma once

#include "../../op_kernel/math_util.h"
#include "../../op_kernel/platform_util.h"
#include "reduce_util.h"

namespace Ops {
namespace Base {
namespace Vec {

using namespace ReduceOpTmpl;

constexpr uint16_t VL_LEN = GetVRegSize();
constexpr uint16_t BLOCK_SIZE = GetUbBlockSize();
constexpr uint16_t MAX_OFFSET = 16;

template <typename T> struct Signed2Unsigned {
    using Type = T;
};
template <> struct Signed2Unsigned<int16_t> {
    using Type = uint16_t;
};
template <> struct Signed2Unsigned<int32_t> {
    using Type = uint32_t;
};
template <> struct Signed2Unsigned<int64_t> {
    using Type = uint32_t;
};
template <typename T> constexpr bool IsB64() { return sizeof(T) == 8; }
SKLINT_RETURNING(int32_t, CeilDivision)
SKLINT_RETURNING(int32_t, MainR)
SKLINT_RETURNING(uint16_t, CalcFolds)
SKLINT_RETURNING(uint16_t, FindClosestPowerOfTwo)

#define SKLINT_REDUCE(Name)                                                        \
    template <typename T> class Name : public ReduceOp<T> {                        \
    public:                                                                        \
        Name();                                                                    \
        template <typename Pattern, typename... A> void Compute(A &&...);          \
        template <typename Pattern, typename... A> void UpdateCache(A &&...);      \
        template <typename... A> void CopyIn(A &&...);                             \
        template <typename... T_, typename... A> void PadValue(A &&...);           \
        template <typename U> U GetPaddingValue();                                 \
    };
SKLINT_REDUCE(ReduceAllOp)
SKLINT_REDUCE(ReduceAnyOp)
SKLINT_REDUCE(ReduceMaxOp)
SKLINT_REDUCE(ReduceMinOp)
SKLINT_REDUCE(ReduceProdOp)
SKLINT_REDUCE(ReduceSumOp)
#undef SKLINT_REDUCE

}  // namespace Vec
}  // namespace Base
}  // namespace Ops
