// Parameter structs of the high-level API: fields by their documented names, constructors in documented order.
#ifndef SKLINT_PARAMS_H
#define SKLINT_PARAMS_H

#include "enums.h"

namespace AscendC {

struct MatMulInfo {
    const uint16_t m{0};
    const uint16_t n{0};
    const uint16_t k{0};
    const bool isInitOut{false};
    const bool isBias{false};
};
struct DropOutShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};
struct SelectWithBytesMaskShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};
struct ExpConfig {
    ExpAlgo algo = ExpAlgo::INTRINSIC;
};
struct LnConfig {
    LnAlgo algo = LnAlgo::INTRINSIC;
};
struct DivConfig {
    DivAlgo algo = DivAlgo::INTRINSIC;
};
struct SqrtConfig {
    SqrtAlgo algo = SqrtAlgo::INTRINSIC;
};
struct SoftmaxConfig {
    constexpr SoftmaxConfig(bool isCheckTiling) {}
    constexpr SoftmaxConfig(bool isCheckTiling, uint32_t oriSrcM, uint32_t oriSrcK) {}
    constexpr SoftmaxConfig(bool isCheckTiling, uint32_t oriSrcM, uint32_t oriSrcK, enum SoftmaxMode mode) {}
    bool isCheckTiling = {};
    uint32_t oriSrcM = {};
    uint32_t oriSrcK = {};
    SoftmaxMode mode = {};
};
struct SoftMaxShapeInfo {
    uint32_t srcM{0};
    uint32_t srcK{0};
    uint32_t oriSrcM{0};
    uint32_t oriSrcK{0};
};
struct LastAxisShapeND {
    uint32_t m;
    uint32_t k;
};
struct PowerConfig {
    PowerAlgo algo = PowerAlgo::INTRINSIC;
};
struct CumSumConfig {
    bool isLastAxis{true};
    bool isReuseSource{false};
    bool outputLastRow{false};
    CumSumAlgorithm algorithm{CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
};
struct CumSumInfo {
    uint32_t outter{0};
    uint32_t inner{0};
};
struct ErfConfig {
    ErfAlgo algo = ErfAlgo::PADE_APPROXIMATION;
};
struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
    bool isOutputRstd = true;
};
struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    int32_t aLength = -1;
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
struct DequantParams {
    uint32_t m;
    uint32_t n;
    uint32_t calCount;
};
struct AntiQuantShapeInfo {
    uint32_t offsetHeight{0};
    uint32_t offsetWidth{0};
    uint32_t scaleHeight{0};
    uint32_t scaleWidth{0};
};
struct SortConfig {
    SortType type = SortType::RADIX_SORT;
    bool isDescend = false;
};
struct TopKConfig {
    TopKAlgo algo = TopKAlgo::MERGE_SORT;
    TopKOrder order = TopKOrder::UNSET;
    bool sorted = true;
};
struct TopKInfo {
    int32_t outter = 1;
    int32_t inner;
    int32_t n;
};
struct SumParams {
    uint32_t outter = 1;
    uint32_t inner;
    uint32_t n;
};

}  // namespace AscendC

#endif
