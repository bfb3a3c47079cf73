// atvoss: the tiling data of the reduce scheduler.
#pragma once

#include "reduce_util.h"

namespace Ops {
namespace Base {
struct ReduceOpTilingData {
    uint64_t factorACntPerCore;
    uint64_t factorATotalCnt;
    uint64_t ubFactorA;
    uint64_t factorRCntPerCore;
    uint64_t factorRTotalCnt;
    uint64_t ubFactorR;
    uint64_t groupR;
    uint64_t outSize;
    uint64_t basicBlock;
    uint64_t resultBlock;
    int32_t coreNum;
    int32_t realCoreNum;
    int32_t useNddma;
    float meanVar;
    uint64_t shape[ReduceOpTmpl::MAX_DIM];
    int64_t stride[ReduceOpTmpl::MAX_DIM];
    int64_t dstStride[ReduceOpTmpl::MAX_DIM];
    uint64_t sliceNum[ReduceOpTmpl::MAX_DIM];
    uint64_t sliceShape[ReduceOpTmpl::MAX_DIM];
    uint64_t sliceStride[ReduceOpTmpl::MAX_DIM];
};
namespace ReduceOpTmpl {
using Ops::Base::ReduceOpTilingData;
}  // namespace ReduceOpTmpl
}  // namespace Base
}  // namespace Ops
