// atvoss: helpers of the reduce scheduler that kernels with a scheduler of their own use.
#pragma once

#include "reduce_tiling_data.h"

namespace Ops {
namespace Base {
namespace ReduceOpTmpl {

SKLINT_RETURNING(int64_t, GetCacheID)
SKLINT_RETURNING(uint64_t, CalLog2)
SKLINT_RETURNING(uint64_t, FindNearestPower2)
template <HardEvent Event> void SetEvent(HardEvent);
template <auto Loop> constexpr bool IsBlockCutA() { return Loop->loopACount > 0; }
template <auto Loop> bool IsLoopAxis(int32_t axis);
template <auto Loop> bool IsLoopSpliteRAxis(int32_t axis);
template <auto Loop> bool IsLoopSpliteAAxis(int32_t axis);
template <bool FirstA> bool IsAxisA(int32_t axis);
template <auto Loop, int32_t Axis, typename... A> constexpr uint64_t GetBurstLen(A &&...);
template <auto Loop, typename... A> uint64_t GetRepeatStride(A &&...);
template <auto Loop, bool TailA, int32_t Axis, typename... A> int32_t CaculateInnerA(A &&...);

// The counts are packed in decimal: parallel axes in the tens, reduced ones in the units.
template <uint32_t Pattern, uint32_t Loops, uint32_t InnerLoops> constexpr ReduceSchLoopInfo GetSchLoopInfo() {
    ReduceSchLoopInfo loop = {};
    loop.patternID = Pattern / 10;
    loop.reduceDichotomy = 1;
    loop.loopACount = Loops / 10;
    loop.loopRCount = Loops % 10;
    loop.loopInnerACount = InnerLoops / 10;
    loop.loopInnerRCount = InnerLoops % 10;
    loop.innerPatternID = Pattern % 10;
    return loop;
}
constexpr ReduceSchLoopInfo GetGroupSchLoopInfo() { return {}; }

}  // namespace ReduceOpTmpl
}  // namespace Base
}  // namespace Ops
