// atvoss: the tiling data and the tiling keys of the broadcast scheduler.
#pragma once

#include "../util/dag.h"

namespace Ops {
namespace Base {
constexpr uint64_t BROADCAST_MAX_DIMS_NUM = 8;
constexpr uint64_t BROADCAST_MAX_SCALAR_BYTES = 16;

struct BroadcastOneDimTilingData {
    int32_t scalarFlag;
    int32_t ubSplitAxis;
    int32_t ubFormer;
    int32_t ubTail;
    int32_t blockNum;
    int64_t blockFormer;
    int64_t blockTail;
    char scalarData[BROADCAST_MAX_SCALAR_BYTES];
};
struct BroadcastOneDimTilingDataAdvance {
    int64_t dimLen;
    int32_t tileNum;
    int16_t blockNum;
    int16_t scalarFlag;
};
template <typename Dag> struct BroadcastBaseTilingData {
    int32_t scheMode;
    int32_t shapeLen;
    int32_t ubSplitAxis;
    int32_t ubFormer;
    int32_t ubTail;
    int64_t ubOuter;
    int64_t blockFormer;
    int64_t blockTail;
    int64_t dimProductBeforeUbInner;
    int64_t elemNum;
    int64_t blockNum;
    int64_t outputDims[BROADCAST_MAX_DIMS_NUM];
    int64_t outputStrides[BROADCAST_MAX_DIMS_NUM];
    int64_t inputDims[Dag::InputSize][2];
    int64_t inputBrcDims[Dag::CopyBrcSize][BROADCAST_MAX_DIMS_NUM];
    int64_t inputVecBrcDims[Dag::VecBrcSize][BROADCAST_MAX_DIMS_NUM];
    int64_t inputStrides[Dag::InputSize][BROADCAST_MAX_DIMS_NUM];
    int64_t inputBrcStrides[Dag::CopyBrcSize][BROADCAST_MAX_DIMS_NUM];
    int64_t inputVecBrcStrides[Dag::VecBrcSize];
    char scalarData[BROADCAST_MAX_SCALAR_BYTES];
};
}  // namespace Base
}  // namespace Ops

#ifndef BRC_NDDMA_SCH_MODE_KEY_DECL
#define SKLINT_BRC_DECL(Name, ...) ASCENDC_TPL_UINT_DECL(Name, 16, ASCENDC_TPL_UI_LIST, __VA_ARGS__)
#define SKLINT_BRC_SEL(Name, ...) ASCENDC_TPL_UINT_SEL(Name, ASCENDC_TPL_UI_LIST, __VA_ARGS__)
#define BRC_NDDMA_SCH_MODE_KEY_DECL(Name) SKLINT_BRC_DECL(Name, 1, 2, 201, 202, 301, 303, 304, 305, 999)
#define BRC_NDDMA_SCH_MODE_KEY_SEL(Name) SKLINT_BRC_SEL(Name, 1, 2, 201, 202, 301, 303, 304, 305)
#define BRC_NDDMA_SCH_CUSTOM_MODE_KEY_SEL(Name) SKLINT_BRC_SEL(Name, 999)
#define BRC_VEC_SCH_CUSTOM_MODE_KEY_DECL(Name) \
    SKLINT_BRC_DECL(Name, 101, 102, 103, 104, 109, 201, 202, 301, 302, 303, 304, 305, 999)
#define BRC_VEC_SCH_MODE_KEY_SEL(Name) \
    SKLINT_BRC_SEL(Name, 101, 102, 103, 104, 109, 201, 202, 301, 302, 303, 304, 305)
#define BRC_VEC_SCH_CUSTOM_MODE_KEY_SEL(Name) SKLINT_BRC_SEL(Name, 999)
#define BRC_TEMP_SCH_MODE_KEY_DECL(Name) \
    SKLINT_BRC_DECL(Name, 1, 2, 101, 102, 103, 104, 109, 201, 202, 301, 302, 303, 304, 305, 999)
#define BRC_TEMP_SCH_MODE_KEY_SEL(Name) \
    SKLINT_BRC_SEL(Name, 1, 2, 101, 102, 103, 104, 109, 201, 202, 301, 302, 303, 304, 305)
#define BRC_TEMP_SCH_CUSTOM_MODE_KEY_SEL(Name) SKLINT_BRC_SEL(Name, 999)
#endif
