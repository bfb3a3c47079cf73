// atvoss: indices and copies of a broadcast.
#pragma once

#include "elems.h"

namespace Ops {
namespace Base {
static constexpr int64_t BROADCAST_MAX_DIMS = 8;
static constexpr int64_t NDDMA_MAX_DIMS = 5;
static constexpr int64_t NDDMA_THROW_DIMS = 3;

SKLINT_API(BroadcastFuseAxes)
SKLINT_API(BroadcastGetAxesIndices)
SKLINT_API(BroadcastGetGmOffset)
SKLINT_API(BroadcastGetNddmaOffset)
SKLINT_API(BroadcastNddmaWithLoop)
SKLINT_API(BroadcastNddmaWithLoopContiguousFuseAxis)
SKLINT_API(BroadcastNddmaWithLoopNoInline)
SKLINT_API(BroadcastNddmaWithoutLoop)
SKLINT_API(BroadcastNddmaWithoutLoopNoInline)
SKLINT_API(BroadcastSetNddmaConfigWithLoop)
SKLINT_API(BroadcastSetNddmaConfigWithoutLoop)
SKLINT_API(BroadcastUpdateAxesIndices)
SKLINT_API(BroadcastUpdateNddmaAxesIndices)
SKLINT_API(DataCopyMoveAlign)
}  // namespace Base
}  // namespace Ops
