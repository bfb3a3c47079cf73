// atvoss: the tiling keys of the reduce scheduler.
#pragma once

#include "../util/elems.h"

#define REDUCE_TPL_PARAM \
    bool IsContiguous, bool BatchInvariant, uint32_t PatternID, uint32_t LoopARCount, uint32_t LoopInnerARCount
#define REDUCE_TPL_VALUE IsContiguous, BatchInvariant, PatternID, LoopARCount, LoopInnerARCount

#define SKLINT_REDUCE_LIST(...) __VA_ARGS__
#define SKLINT_REDUCE_DECL(Contiguous, Batch)                                                                \
    ASCENDC_TPL_BOOL_DECL(IsContiguous, Contiguous), ASCENDC_TPL_BOOL_DECL(BatchInvariant, Batch),           \
        ASCENDC_TPL_UINT_DECL(PatternID, 8, ASCENDC_TPL_UI_RANGE, 1, 0, 100),                                \
        ASCENDC_TPL_UINT_DECL(LoopARCount, 8, ASCENDC_TPL_UI_RANGE, 1, 0, 100),                              \
        ASCENDC_TPL_UINT_DECL(LoopInnerARCount, 8, ASCENDC_TPL_UI_RANGE, 1, 0, 100)
#define SKLINT_REDUCE_SEL(Type, Contiguous, Batch, Pattern, Loops, InnerLoops)                               \
    ASCENDC_TPL_KERNEL_TYPE_SEL(Type), ASCENDC_TPL_BOOL_SEL(IsContiguous, Contiguous),                       \
        ASCENDC_TPL_BOOL_SEL(BatchInvariant, Batch), ASCENDC_TPL_UINT_SEL(PatternID, ASCENDC_TPL_UI_LIST, Pattern), \
        ASCENDC_TPL_UINT_SEL(LoopARCount, ASCENDC_TPL_UI_LIST, SKLINT_REDUCE_LIST Loops),                    \
        ASCENDC_TPL_UINT_SEL(LoopInnerARCount, ASCENDC_TPL_UI_LIST, SKLINT_REDUCE_LIST InnerLoops)

#define REDUCE_TPL_KEY_DECL() SKLINT_REDUCE_DECL(1, 0)
#define REDUCE_TPL_KEY_SEL_EMPTY() SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 0, (0), (0))
#define REDUCE_TPL_KEY_SEL_A() SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 100, (10), (0))
#define REDUCE_TPL_KEY_SEL_AR_NORMAL() SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 11, (10), (0, 1))
#define REDUCE_TPL_KEY_SEL_AR_GROUP() SKLINT_REDUCE_SEL(ASCENDC_TPL_MIX_AIV_1_0, 1, 0, 11, (12), (0))
#define REDUCE_TPL_KEY_SEL_ARA_NORMAL() SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 20, (10, 20), (0, 1))
#define REDUCE_TPL_KEY_SEL_ARA_GROUP() SKLINT_REDUCE_SEL(ASCENDC_TPL_MIX_AIV_1_0, 1, 0, 20, (12, 23), (0))
#define REDUCE_TPL_KEY_SEL_ARAR_NORMAL() SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 31, (10, 20), (0, 1, 2))
#define REDUCE_TPL_KEY_SEL_ARAR_GROUP() SKLINT_REDUCE_SEL(ASCENDC_TPL_MIX_AIV_1_0, 1, 0, 31, (12, 13, 23, 24), (0))
#define REDUCE_TPL_KEY_SEL_ARARARAR_NORMAL() \
    SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 71, (10, 20, 30, 40), (0, 1, 2, 3, 4))
#define REDUCE_TPL_KEY_SEL_ARARARAR_GROUP() \
    SKLINT_REDUCE_SEL(ASCENDC_TPL_MIX_AIV_1_0, 1, 0, 71, \
                      (12, 13, 14, 15, 23, 24, 25, 26, 34, 35, 36, 37, 45, 46, 47, 48), (0))
#define REDUCE_TPL_KEY_SEL_ARARARARA_NORMAL() \
    SKLINT_REDUCE_SEL(ASCENDC_TPL_AIV_ONLY, 1, 0, 80, (10, 20, 30, 40, 50), (0, 1, 2, 3, 4))
#define REDUCE_TPL_KEY_SEL_ARARARARA_GROUP() \
    SKLINT_REDUCE_SEL(ASCENDC_TPL_MIX_AIV_1_0, 1, 0, 80, \
                      (12, 13, 14, 15, 23, 24, 25, 26, 34, 35, 36, 37, 45, 46, 47, 48, 56, 57, 58, 59), (0))
