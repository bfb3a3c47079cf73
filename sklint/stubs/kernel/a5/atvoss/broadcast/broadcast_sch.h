// atvoss: the broadcast scheduler. It declares the kernel a vector kernel, and no core waits for another.
#pragma once

#include "../util/placeholder.h"
#include "../util/sync.h"
#include "broadcast_base_struct.h"

namespace Ops {
namespace Base {

template <uint64_t Mode, typename Dag> class BroadcastSch {
public:
    template <typename... A> explicit BroadcastSch(A &&...);
    template <typename... A> __aicore__ void Process(A &&...) {
        KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    }
    template <typename U, int Index, typename... A> void SetVar(A &&...);
};

}  // namespace Base
}  // namespace Ops
