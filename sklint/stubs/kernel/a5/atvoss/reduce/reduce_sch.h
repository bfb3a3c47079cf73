// atvoss: the reduce scheduler. It meets at a barrier where the reduced axis is split over the cores.
#pragma once

#include "reduce_operator.h"
#include "reduce_sch_aux_util.h"
#include "reduce_tiling_data.h"

namespace Ops {
namespace Base {
namespace ReduceOpTmpl {
// The real header does it here, too, and kernels that open this namespace rely on it.
using namespace Ops::Base;

template <bool Contiguous, bool BatchInvariant, uint32_t Pattern, uint32_t Loops, uint32_t InnerLoops, typename Dag,
          typename Operator = void, typename... Rest>
class ReduceSch {
public:
    static constexpr ReduceSchLoopInfo SchLoopInfo = GetSchLoopInfo<Pattern, Loops, InnerLoops>();
    template <typename... A> explicit ReduceSch(A &&...);
    template <typename... A> void Init(A &&...);
    template <typename U, int Index, typename... A> void SetVar(A &&...);
    template <typename... A> __aicore__ void Process(A &&...) {
        if constexpr (SchLoopInfo.loopRCount != 0) {
            AscendC::SyncAll();
        }
    }
};

}  // namespace ReduceOpTmpl
}  // namespace Base
}  // namespace Ops
