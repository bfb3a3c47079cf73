// atvoss: patterns, shapes and loops of a reduction.
#pragma once

#include "../util/dag.h"
#include "../util/log.h"
#include "../util/placeholder.h"

namespace Ops {
namespace Base {
namespace ReduceOpTmpl {

constexpr int32_t DIM0 = 0;
constexpr int32_t DIM1 = 1;
constexpr int32_t DIM2 = 2;
constexpr int32_t DIM3 = 3;
constexpr int32_t DIM4 = 4;
constexpr int32_t DIM5 = 5;
constexpr int32_t DIM6 = 6;
constexpr int32_t DIM7 = 7;
constexpr int32_t DIM8 = 8;
constexpr int32_t DIM9 = 9;
constexpr int32_t CONST0 = 0;
constexpr int32_t CONST1 = 1;
constexpr int32_t CONST2 = 2;
constexpr int32_t CONST3 = 3;
constexpr int32_t CONST4 = 4;
constexpr int32_t CONST5 = 5;
constexpr int32_t CONST6 = 6;
constexpr int32_t CONST7 = 7;
constexpr int32_t CONST8 = 8;
constexpr int32_t CONST9 = 9;
constexpr int32_t CONST10 = 10;
constexpr int32_t MAX_DIM = 9;
constexpr int32_t MAX_LOOP_DIM = 5;

constexpr int32_t PATTERN_RA = 0;
constexpr int32_t PATTERN_AR = 1;
constexpr int32_t PATTERN_ARA = 2;
constexpr int32_t PATTERN_ARAR = 3;
constexpr int32_t PATTERN_ARARA = 4;
constexpr int32_t PATTERN_ARARAR = 5;
constexpr int32_t PATTERN_ARARARA = 6;
constexpr int32_t PATTERN_ARARARAR = 7;
constexpr int32_t PATTERN_ARARARARA = 8;
constexpr int32_t PATTERN_A = 10;

template <typename T, typename U> struct IsSameV {};
template <typename T> struct IsSameV<T, T> {
    using Type = T;
};

namespace __reducePattern {
template <int32_t Pattern> struct GetPattern;
#define SKLINT_PATTERN(Name, First, Tail, Dimensions)   \
    struct Name {                                       \
        static constexpr uint32_t ID = PATTERN_##Name;  \
        static constexpr bool FirstA = First;           \
        static constexpr bool TailA = Tail;             \
        static constexpr int32_t Dim = Dimensions;      \
    };                                                  \
    template <> struct GetPattern<PATTERN_##Name> {     \
        using T = Name;                                 \
    };
SKLINT_PATTERN(A, true, true, 1)
SKLINT_PATTERN(RA, false, true, 2)
SKLINT_PATTERN(AR, true, false, 2)
SKLINT_PATTERN(ARA, true, true, 3)
SKLINT_PATTERN(ARAR, true, false, 4)
SKLINT_PATTERN(ARARA, true, true, 5)
SKLINT_PATTERN(ARARAR, true, false, 6)
SKLINT_PATTERN(ARARARA, true, true, 7)
SKLINT_PATTERN(ARARARAR, true, false, 8)
SKLINT_PATTERN(ARARARARA, true, true, 9)
#undef SKLINT_PATTERN
}  // namespace __reducePattern

namespace __reduceType {
template <typename Element> struct GetPromoteType {
    using T = Element;
};
template <> struct GetPromoteType<half> {
    using T = float;
};
template <> struct GetPromoteType<bfloat16_t> {
    using T = float;
};
template <> struct GetPromoteType<int8_t> {
    using T = half;
};
template <> struct GetPromoteType<uint8_t> {
    using T = half;
};
template <> struct GetPromoteType<bool> {
    using T = half;
};
}  // namespace __reduceType

const half HALF_MAX_VALUE = 65504.0F;
const half HALF_MIN_VALUE = -65504.0F;
const bfloat16_t BFLOAT16_MAX_VALUE = 0.0F;
const bfloat16_t BFLOAT16_MIN_VALUE = 0.0F;
const float FLOAT_MAX_VALUE = __builtin_inff();
const float FLOAT_MIN_VALUE = -__builtin_inff();
const uint8_t UINT8_MIN_VALUE = 0;
const uint8_t UINT8_MAX_VALUE = 255;
const int8_t INT8_MIN_VALUE = -128;
const int8_t INT8_MAX_VALUE = 127;

template <int32_t Dimensions> struct Shape {
    int64_t value[Dimensions];
    int64_t innerR;
    int64_t outerR;
};
struct SliceAxis {
    uint64_t start;
    uint64_t repeat;
    uint64_t srcStride;
    uint64_t dstStride;
    uint64_t idx;
    bool isSliceNum;
    bool isAxisA;
};
template <int32_t Dimensions> struct SliceView {
    uint64_t addr;
    uint32_t isBlockAligned;
    uint64_t axisSize;
    SliceAxis axis[Dimensions];
};
struct SliceFactors {
    uint64_t sliceShapeFactor;
    uint64_t sliceNumFactor;
};
struct PaddingParam {
    int32_t burstPaddingStart;
    int32_t burstPaddingLen;
    int32_t burstPaddingRepeat;
    int32_t rPaddingStart;
    int32_t rPaddingLen;
    int32_t rPaddingRepeat;
    int32_t aPaddingStart;
    int32_t aPaddingLen;
    int32_t aPaddingRepeat;
};
struct ReduceSchLoopInfo {
    int32_t patternID;
    int32_t reduceDichotomy;
    int32_t loopACount;
    int32_t loopAAxis[MAX_LOOP_DIM];
    int32_t loopRCount;
    int32_t loopRAxis[MAX_DIM];
    int32_t loopInnerACount;
    int32_t loopInnerAAxis[MAX_DIM];
    int32_t loopInnerRCount;
    int32_t loopInnerRAxis[MAX_DIM];
    int32_t innerPatternID;
};

template <typename T> class ReduceTmpl {
public:
    using DataType = T;
};

}  // namespace ReduceOpTmpl
}  // namespace Base
}  // namespace Ops
