// Parameter structs of the basic API: fields by their documented names, constructors in documented order.
#ifndef SKLINT_STRUCTS_H
#define SKLINT_STRUCTS_H

#include "constants.h"
#include "enums.h"

namespace AscendC {

constexpr int K_MAX_SHAPE_DIM = 8;
struct ShapeInfo {
    ShapeInfo() {}
    ShapeInfo(uint8_t shapeDim, const uint32_t *shape, uint8_t originalShapeDim, const uint32_t *originalShape,
              DataFormat dataFormat) {}
    ShapeInfo(uint8_t shapeDim, const uint32_t *shape, DataFormat dataFormat) {}
    ShapeInfo(uint8_t shapeDim, const uint32_t *shape) {}
    uint8_t shapeDim;
    uint8_t originalShapeDim;
    uint32_t shape[K_MAX_SHAPE_DIM];
    uint32_t originalShape[K_MAX_SHAPE_DIM];
    DataFormat dataFormat;
};
struct TQueConfig {
    bool nd2nz = false;
    bool nz2nd = false;
    bool scmBlockGroup = false;
    uint32_t bufferLen = 0;
    uint32_t bufferNumber = 0;
    uint32_t consumerSize = 0;
    TPosition consumer[8] = {};
    bool enableStaticEvtId = false;
    bool enableLoopQueue = false;
};
struct SyncAllConfig {
    pipe_t triggerPipe;
    pipe_t waitPipe;
};
inline constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG = {PIPE_ALL, PIPE_ALL};
struct DataCopyParams {
    constexpr DataCopyParams() {}
    constexpr DataCopyParams(uint16_t count, uint16_t len, uint16_t srcStride, uint16_t dstStride) {}
    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    uint16_t srcStride = 0;
    uint16_t dstStride = 0;
    uint16_t srcGap = 0;
    uint16_t dstGap = 0;
};
struct Nz2NdParams {
    constexpr Nz2NdParams() {}
    constexpr Nz2NdParams(bool nz2ndEn, uint16_t ndNum, uint16_t srcNdStride, uint16_t dstNdStride,
                          uint16_t originalNSize) {}
    bool nz2ndEn = false;
    uint16_t ndNum = 1;
    uint16_t srcNdStride = 0;
    uint16_t dstNdStride = 0;
    uint16_t originalNSize = 0;
};
struct Nz2DnParams {
    bool nz2dnEn = false;
    uint16_t dnNum = 1;
    uint16_t srcNzMatrixStride = 0;
    uint32_t dstDnMatrixStride = 0;
    uint16_t srcNzC0Stride = 0;
};
struct QuantParams {
    constexpr QuantParams() {}
    constexpr QuantParams(QuantMode_t quantPre) {}
    constexpr QuantParams(QuantMode_t quantPre, uint64_t deqScalar) {}
    QuantMode_t quantPre = NoQuant;
    uint64_t deqScalar = 0;
};
template <typename T = int32_t> struct FixpipeParams {
    constexpr FixpipeParams() {}
    constexpr FixpipeParams(uint16_t count, uint16_t len, uint16_t srcStride, uint32_t dstStride) {}
    uint16_t cburstNum = 0;
    uint16_t burstLen = 0;
    uint32_t dstStride = 0;
    uint16_t srcStride = 0;
    QuantParams quantParams;
    bool reluEn = false;
    Nz2NdParams nz2ndParams;
    uint8_t unitFlag = 0;
};
template <CO2Layout format = CO2Layout::ROW_MAJOR> struct FixpipeParamsArch3510 {
    constexpr FixpipeParamsArch3510() {}
    constexpr FixpipeParamsArch3510(uint16_t nSize, uint16_t mSize, uint16_t srcStride, uint32_t dstStride) {}
    struct Layout {
        uint16_t ndNum = 1;
        uint16_t srcNdStride = 0;
        uint32_t dstNdStride = 0;
        uint16_t dnNum = 1;
        uint16_t srcNzMatrixStride = 0;
        uint32_t dstDnMatrixStride = 0;
        uint16_t srcNzC0Stride = 0;
    };
    ReluMode preReluMode = ReluMode::NO_RELU;
    ClipReluMode preClipReluMode = ClipReluMode::NOCLIP_RELU;
    uint64_t reluScalar = 0;
    uint64_t vectorRelu = 0;
    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint16_t srcStride = 0;
    uint32_t dstStride = 0;
    QuantMode_t quantPre = NoQuant;
    uint64_t deqScalar = 0;
    bool reluEn = false;
    uint8_t unitFlag = 0;
    uint8_t dualDstCtl = 0;
    bool subBlockId = false;
    Layout params;
    bool isChannelSplit = false;
};
// A class, not an alias: kernels leave its arguments out.
template <CO2Layout format = CO2Layout::ROW_MAJOR> struct FixpipeParamsC310 : FixpipeParamsArch3510<format> {
    using FixpipeParamsArch3510<format>::FixpipeParamsArch3510;
    constexpr FixpipeParamsC310() {}
};
struct LoadDataRepeatParamWithStride {
    uint64_t repeatStride = 0;
    uint8_t repeatTime = 1;
    uint8_t repeatMode = 0;
    uint16_t dstStride = 0;
};
struct NdDmaConfig {
    static constexpr uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;
    uint16_t loopLpSize = unsetPad;
    uint16_t loopRpSize = unsetPad;
    bool ascOptimize = false;
};
template <uint8_t dim>
struct MultiCopyLoopInfo {
    uint64_t loopSrcStride[dim] ={0};
    uint32_t loopDstStride[dim] ={0};
    uint32_t loopSize[dim] ={0};
    uint8_t loopLpSize[dim] ={0};
    uint8_t loopRpSize[dim] ={0};
};
template <typename T, uint8_t dim>
struct MultiCopyParams {
    MultiCopyLoopInfo<dim> loopInfo;
    T constantValue;
};
struct DataCopyEnhancedParams {
    constexpr DataCopyEnhancedParams() {}
    constexpr DataCopyEnhancedParams(BlockMode blockMode, DeqScale deqScale, uint64_t deqValue, uint8_t sidStoreMode,
                                     bool isRelu, pad_t padMode, uint64_t padValue) {}
    BlockMode blockMode = {};
    DeqScale deqScale = {};
    uint64_t deqValue = {};
    uint8_t sidStoreMode = {};
    bool isRelu = {};
    pad_t padMode = {};
    uint64_t padValue = {};
    uint64_t deqTensorAddr = {};
};
struct DataCopyCO12DstParams {
    constexpr DataCopyCO12DstParams() {}
    constexpr DataCopyCO12DstParams(uint16_t nSize, uint16_t mSize, uint32_t dstStride, uint16_t srcStride,
                                    QuantMode_t quantPre, uint8_t reluPre, bool channelSplit, bool nz2ndEn) {}
    uint8_t sid = {};
    uint16_t nSize = {};
    uint16_t mSize = {};
    uint32_t dstStride = {};
    uint16_t srcStride = {};
    uint8_t unitFlag = {};
    uint8_t clipReluPre = {};
    uint8_t eltWiseOp = {};
    QuantMode_t quantPre = {};
    uint8_t reluPre = {};
    bool channelSplit = {};
    bool nz2ndEn = {};
};
struct DataCopyPadParams {
    constexpr DataCopyPadParams() {}
    constexpr DataCopyPadParams(bool isPadValue, uint8_t leftPadValue, uint8_t rightPadValue, uint64_t padValue) {}
    bool isPad = {};
    uint8_t leftPadding = {};
    uint8_t rightPadding = {};
    uint64_t paddingValue = {};
};
struct DataCopyExtParams {
    constexpr DataCopyExtParams() {}
    constexpr DataCopyExtParams(uint16_t count, uint32_t len, uint32_t srcStride, uint32_t dstStride, uint32_t rsv) {}
    uint16_t blockCount = {};
    uint32_t blockLen = {};
    uint32_t srcStride = {};
    uint32_t dstStride = {};
    uint32_t rsv = {};
};
template <typename T>
struct DataCopyPadExtParams {
    constexpr DataCopyPadExtParams() {}
    constexpr DataCopyPadExtParams(bool isPadValue, uint8_t leftPadValue, uint8_t rightPadValue, T padValue) {}
    bool isPad = {};
    uint8_t leftPadding = {};
    uint8_t rightPadding = {};
    T paddingValue = {};
};
struct Nd2NzParams {
    constexpr Nd2NzParams() {}
    constexpr Nd2NzParams(uint16_t ndNum, uint16_t nValue, uint16_t dValue, uint16_t srcNdMatrixStride,
                          uint16_t srcDValue, uint16_t dstNzC0Stride, uint16_t dstNzNStride,
                          uint16_t dstNzMatrixStride) {}
    uint16_t ndNum = {};
    uint16_t nValue = {};
    uint16_t dValue = {};
    uint16_t srcNdMatrixStride = {};
    uint16_t srcDValue = {};
    uint16_t dstNzC0Stride = {};
    uint16_t dstNzNStride = {};
    uint16_t dstNzMatrixStride = {};
};
struct Nz2NdParamsFull {
    constexpr Nz2NdParamsFull() {}
    constexpr Nz2NdParamsFull(uint16_t ndNum, uint16_t nValue, uint16_t dValue, uint16_t srcNdMatrixStride,
                              uint16_t srcNStride, uint16_t dstDStride, uint16_t dstNdMatrixStride) {}
    uint16_t ndNum = {};
    uint16_t nValue = {};
    uint16_t dValue = {};
    uint16_t srcNdMatrixStride = {};
    uint16_t srcNStride = {};
    uint16_t dstDStride = {};
    uint16_t dstNdMatrixStride = {};
};
struct Dn2NzParams {
    constexpr Dn2NzParams() {}
    constexpr Dn2NzParams(uint16_t dnNum, uint16_t nValue, uint32_t dValue, uint64_t srcDnMatrixStride,
                          uint64_t srcDValue, uint16_t dstNzC0Stride, uint16_t dstNzNStride,
                          uint32_t dstNzMatrixStride) {}
    uint16_t dnNum = {};
    uint16_t nValue = {};
    uint32_t dValue = {};
    uint64_t srcDnMatrixStride = {};
    uint64_t srcDValue = {};
    uint16_t dstNzC0Stride = {};
    uint16_t dstNzNStride = {};
    uint32_t dstNzMatrixStride = {};
};
struct LoopModeParams {
    constexpr LoopModeParams() {}
    constexpr LoopModeParams(uint32_t loop1Size, uint32_t loop2Size, uint64_t loop1SrcStride, uint64_t loop1DstStride,
                             uint64_t loop2SrcStride, uint64_t loop2DstStride) {}
    uint32_t loop1Size = {};
    uint32_t loop2Size = {};
    uint64_t loop1SrcStride = {};
    uint64_t loop1DstStride = {};
    uint64_t loop2SrcStride = {};
    uint64_t loop2DstStride = {};
};
struct SliceInfo {
    constexpr SliceInfo() {}
    constexpr SliceInfo(uint32_t startIndex, uint32_t endIndex, uint32_t stride, uint32_t burstLen,
                        uint32_t shapeValue = 0) {}
    uint32_t startIndex = {};
    uint32_t endIndex = {};
    uint32_t stride = {};
    uint32_t burstLen = {};
    uint32_t shapeValue = {};
};
struct CopyRepeatParams {
    constexpr CopyRepeatParams() {}
    constexpr CopyRepeatParams(uint16_t dstStride, uint16_t srcStride, uint16_t dstRepeatSize,
                               uint16_t srcRepeatSize) {}
    uint16_t dstStride = {};
    uint16_t srcStride = {};
    uint16_t dstRepeatSize = {};
    uint16_t srcRepeatSize = {};
};
template <typename T>
struct AippPaddingParams {
    uint32_t paddingMode{0};
    T paddingValueCh0{0};
    T paddingValueCh1{0};
    T paddingValueCh2{0};
    T paddingValueCh3{0};
};
struct AippSwapParams {
    bool isSwapRB{false};
    bool isSwapUV{false};
    bool isSwapAX{false};
};
struct AippSingleLineParams {
    bool isSingleLineCopy{false};
};
struct AippDataTypeConvParams {
    uint8_t dtcMeanCh0{0};
    uint8_t dtcMeanCh1{0};
    uint8_t dtcMeanCh2{0};
    ;
    ;
    ;
    ;
    ;
    ;
    uint32_t dtcRoundMode{0};
};
template <typename T>
struct AippChannelPaddingParams {
    uint32_t cPaddingMode;
    T cPaddingValue;
};
struct AippColorSpaceConvParams {
    bool isEnableCsc{false};
    int16_t cscMatrixR0C0{0};
    int16_t cscMatrixR0C1{0};
    int16_t cscMatrixR0C2{0};
    int16_t cscMatrixR1C0{0};
    int16_t cscMatrixR1C1{0};
    int16_t cscMatrixR1C2{0};
    int16_t cscMatrixR2C0{0};
    int16_t cscMatrixR2C1{0};
    int16_t cscMatrixR2C2{0};
    uint8_t cscBiasIn0{0};
    uint8_t cscBiasIn1{0};
    uint8_t cscBiasIn2{0};
    uint8_t cscBiasOut0{0};
    uint8_t cscBiasOut1{0};
    uint8_t cscBiasOut2{0};
};
template <typename T>
struct AippParams {
    AippPaddingParams<T> paddingParams;
    AippSwapParams swapParams;
    AippSingleLineParams singleLineParams;
    AippDataTypeConvParams dtcParams;
    AippChannelPaddingParams<T> cPaddingParams;
    AippColorSpaceConvParams cscParams;
};
struct BinaryConfig {
    int8_t scalarTensorIndex = 1;
};
struct BinaryRepeatParams {
    constexpr BinaryRepeatParams() {}
    constexpr BinaryRepeatParams(uint8_t dstBlkStride, uint8_t src0BlkStride, uint8_t src1BlkStride,
                                 uint8_t dstRepStride, uint8_t src0RepStride, uint8_t src1RepStride) {}
    uint32_t blockNumber = {};
    uint8_t dstBlkStride = {};
    uint8_t src0BlkStride = {};
    uint8_t src1BlkStride = {};
    uint8_t dstRepStride = {};
    uint8_t src0RepStride = {};
    uint8_t src1RepStride = {};
    bool repeatStrideMode = {};
    bool strideSizeMode = {};
};
struct UnaryRepeatParams {
    constexpr UnaryRepeatParams() {}
    constexpr UnaryRepeatParams(uint16_t dstBlkStride, uint16_t srcBlkStride, uint8_t dstRepStride,
                                uint8_t srcRepStride) {}
    constexpr UnaryRepeatParams(uint16_t dstBlkStride, uint16_t srcBlkStride, uint8_t dstRepStride,
                                uint8_t srcRepStride, bool halfBlock) {}
    uint32_t blockNumber = {};
    uint16_t dstBlkStride = {};
    uint16_t srcBlkStride = {};
    uint8_t dstRepStride = {};
    uint8_t srcRepStride = {};
    bool repeatStrideMode = {};
    bool strideSizeMode = {};
    bool halfBlock = {};
};
struct LoadData2DParams {
    constexpr LoadData2DParams() {}
    constexpr LoadData2DParams(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride, uint8_t sid,
                               uint16_t dstGap, bool ifTranspose, uint8_t addrMode) {}
    uint16_t startIndex = {};
    uint16_t dstGap = {};
    uint16_t srcStride = {};
    bool ifTranspose = {};
    uint8_t repeatTimes = {};
    uint8_t sid = {};
    uint8_t addrMode = {};
};
struct LoadData2DParamsV2 {
    constexpr LoadData2DParamsV2() {}
    constexpr LoadData2DParamsV2(uint32_t mStartPosition, uint32_t kStartPosition, uint16_t mStep, uint16_t kStep,
                                 int32_t srcStride, uint16_t dstStride, bool ifTranspose, uint8_t sid) {}
    uint32_t mStartPosition = {};
    uint32_t kStartPosition = {};
    uint16_t mStep = {};
    uint16_t kStep = {};
    int32_t srcStride = {};
    uint16_t dstStride = {};
    bool ifTranspose = {};
    uint8_t sid = {};
};
struct LoadData2dTransposeParams {
    constexpr LoadData2dTransposeParams() {}
    constexpr LoadData2dTransposeParams(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride, uint16_t dstGap,
                                        uint16_t dstfracGap, uint8_t addrMode) {}
    constexpr LoadData2dTransposeParams(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride, uint16_t dstGap,
                                        uint16_t dstfracGap) {}
    uint16_t startIndex = {};
    uint8_t repeatTimes = {};
    uint16_t srcStride = {};
    uint16_t dstGap = {};
    uint16_t dstFracGap = {};
    uint8_t addrMode = {};
};
struct LoadData2DMxParams {
    constexpr LoadData2DMxParams() {}
    constexpr LoadData2DMxParams(uint16_t xStartPosition, uint16_t yStartPosition, uint8_t xStep, uint8_t yStep,
                                 uint16_t srcStride, uint16_t dstStride) {}
    uint16_t xStartPosition = {};
    uint16_t yStartPosition = {};
    uint8_t xStep = {};
    uint8_t yStep = {};
    uint16_t srcStride = {};
    uint16_t dstStride = {};
};
template <typename T>
struct LoadData3DParamsV1 {
    constexpr LoadData3DParamsV1() {}
    constexpr LoadData3DParamsV1(uint8_t padList[PAD_SIZE], uint16_t l1H, uint16_t l1W, uint16_t c1Index,
                                 uint8_t fetchFilterW, uint8_t fetchFilterH, int16_t leftTopW, int16_t leftTopH,
                                 uint8_t strideW, uint8_t strideH, uint8_t filterW, uint8_t filterH,
                                 uint8_t dilationFilterW, uint8_t dilationFilterH, uint8_t jumpStride,
                                 uint8_t repeatMode, uint8_t repeatTime, uint8_t cSize, T padValue) {}
    uint8_t padList[PAD_SIZE] = {};
    uint8_t strideW = {};
    uint8_t strideH = {};
    uint8_t filterW = {};
    uint8_t filterH = {};
    uint8_t dilationFilterW = {};
    uint8_t dilationFilterH = {};
    uint8_t jumpStride = {};
    uint8_t repeatMode = {};
    uint8_t repeatTime = {};
    uint8_t cSize = {};
    T padValue = {};
    uint8_t fetchFilterW = {};
    uint8_t fetchFilterH = {};
    uint16_t l1H = {};
    uint16_t l1W = {};
    uint16_t c1Index = {};
    int16_t leftTopW = {};
    int16_t leftTopH = {};
};
template <typename T>
struct LoadData3DParamsV2 {
    constexpr LoadData3DParamsV2() {}
    constexpr LoadData3DParamsV2(uint8_t padList[PAD_SIZE], uint16_t l1H, uint16_t l1W, uint16_t channelSize,
                                 uint16_t kExtension, uint16_t mExtension, uint16_t kStartPt, uint16_t mStartPt,
                                 uint8_t strideW, uint8_t strideH, uint8_t filterW, uint8_t filterH,
                                 uint8_t dilationFilterW, uint8_t dilationFilterH, bool enTranspose, bool enSmallK,
                                 T padValue) {}
    constexpr LoadData3DParamsV2(uint8_t padList[PAD_SIZE], uint16_t l1H, uint16_t l1W, uint16_t channelSize,
                                 uint16_t kExtension, uint16_t mExtension, uint16_t kStartPt, uint16_t mStartPt,
                                 uint8_t strideW, uint8_t strideH, uint8_t filterW, uint8_t filterH,
                                 uint8_t dilationFilterW, uint8_t dilationFilterH, bool enTranspose, bool enSmallK,
                                 T padValue, bool filterSizeW, bool filterSizeH, bool fMatrixCtrl) {}
    uint8_t padList[PAD_SIZE] = {};
    uint16_t l1H = {};
    uint16_t l1W = {};
    uint16_t channelSize = {};
    uint16_t kExtension = {};
    uint16_t mExtension = {};
    uint16_t kStartPt = {};
    uint16_t mStartPt = {};
    uint8_t strideW = {};
    uint8_t strideH = {};
    uint8_t filterW = {};
    uint8_t filterH = {};
    uint8_t dilationFilterW = {};
    uint8_t dilationFilterH = {};
    bool enTranspose = {};
    bool enSmallK = {};
    T padValue = {};
    bool filterSizeW = {};
    bool filterSizeH = {};
    bool fMatrixCtrl = {};
};
struct LoadData3DParamsV2Pro {
    constexpr LoadData3DParamsV2Pro() {}
    constexpr LoadData3DParamsV2Pro(uint16_t channelSize, bool enTranspose, bool enSmallK, bool filterSizeW,
                                    bool filterSizeH, bool fMatrixCtrl, uint64_t extConfig, uint64_t filterConfig) {}
    uint16_t channelSize = {};
    bool enTranspose = {};
    bool enSmallK = {};
    bool filterSizeW = {};
    bool filterSizeH = {};
    bool fMatrixCtrl = {};
    uint64_t extConfig = {};
    uint64_t filterConfig = {};
};
struct LoadData2dTransposeParamsV2 {
    constexpr LoadData2dTransposeParamsV2() {}
    constexpr LoadData2dTransposeParamsV2(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride,
                                          uint16_t dstGap, uint16_t dstFracGap, uint16_t srcFracGap) {}
    constexpr LoadData2dTransposeParamsV2(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride,
                                          uint16_t dstGap, uint16_t dstFracGap, uint16_t srcFracGap,
                                          uint8_t addrMode) {}
    uint16_t startIndex = {};
    uint8_t repeatTimes = {};
    uint16_t srcStride = {};
    uint16_t dstGap = {};
    uint16_t dstFracGap = {};
    uint16_t srcFracGap = {};
    uint8_t addrMode = {};
};
struct MmadParams {
    constexpr MmadParams() {}
    constexpr MmadParams(uint16_t m, uint16_t n, uint16_t k, bool isBias, int32_t fmOffset, bool enSsparse,
                         bool enWinogradA, bool enWinogradB) {}
    constexpr MmadParams(uint16_t m, uint16_t n, uint16_t k, uint8_t unitFlag, bool cmatrixSource,
                         bool cmatrixInitVal) {}
    uint16_t m = {};
    uint16_t n = {};
    uint16_t k = {};
    bool isBias = {};
    int32_t fmOffset = {};
    bool enSsparse = {};
    bool enWinogradA = {};
    bool enWinogradB = {};
    uint8_t unitFlag = {};
    bool kDirectionAlign = {};
    bool cmatrixSource = {};
    bool cmatrixInitVal = {};
    bool disableGemv = {};
};
template <typename T>
struct InitConstValueParams {
    constexpr InitConstValueParams() {}
    constexpr InitConstValueParams(uint16_t repeatTimes, uint16_t blockNum, uint16_t dstGap, T initValue) {}
    constexpr InitConstValueParams(uint16_t repeatTimes, T initValue) {}
    uint16_t repeatTimes = {};
    uint16_t blockNum = {};
    uint16_t dstGap = {};
    T initValue = {};
};
struct LoadDataRepeatParam {
    constexpr LoadDataRepeatParam() {}
    constexpr LoadDataRepeatParam(uint16_t repeatStride, uint8_t repeatTime, uint8_t repeatMode) {}
    uint16_t repeatStride = {};
    uint8_t repeatTime = {};
    uint8_t repeatMode = {};
    uint8_t reserved = {};
};
struct LoadImageToLocalParams {
    constexpr LoadImageToLocalParams() {}
    constexpr LoadImageToLocalParams(uint16_t horizSize, uint16_t vertSize, uint16_t horizStartPos,
                                     uint16_t vertStartPos, uint16_t srcHorizSize, uint8_t topPadSize,
                                     uint8_t botPadSize, uint16_t leftPadSize, uint16_t rightPadSize) {}
    uint16_t horizSize = {};
    uint16_t vertSize = {};
    uint16_t horizStartPos = {};
    uint16_t vertStartPos = {};
    uint16_t srcHorizSize = {};
    uint8_t topPadSize = {};
    uint8_t botPadSize = {};
    uint16_t leftPadSize = {};
    uint16_t rightPadSize = {};
    uint8_t sid = {};
};
struct BrcbRepeatParams {
    constexpr BrcbRepeatParams() {}
    constexpr BrcbRepeatParams(uint16_t dstBlkStride, uint16_t dstRepStride) {}
    uint32_t blockNumber = {};
    uint16_t dstRepStride = {};
    uint16_t dstBlkStride = {};
    uint8_t src0BlkStride = {};
    uint8_t src1BlkStride = {};
    uint8_t src0RepStride = {};
    uint8_t src1RepStride = {};
    bool repeatStrideMode = {};
    bool strideSizeMode = {};
};
struct GatherRepeatParams {
    constexpr GatherRepeatParams() {}
    constexpr GatherRepeatParams(uint8_t dstBlkStride, uint8_t dstRepStride) {}
    uint32_t blockNumber = {};
    uint16_t dstRepStride = {};
    uint8_t dstBlkStride = {};
    uint8_t src0BlkStride = {};
    uint8_t src1BlkStride = {};
    uint8_t src0RepStride = {};
    uint8_t src1RepStride = {};
    bool repeatStrideMode = {};
    bool strideSizeMode = {};
};
struct GatherMaskParams {
    constexpr GatherMaskParams() {}
    constexpr GatherMaskParams(uint8_t src0BlockStride, uint16_t repeatTimes, uint16_t src0RepeatStride,
                               uint8_t src1RepeatStride) {}
    uint8_t src0BlockStride = {};
    uint16_t repeatTimes = {};
    uint16_t src0RepeatStride = {};
    uint8_t src1RepeatStride = {};
};
struct FixpipeConfig {
    constexpr FixpipeConfig(CO2Layout format_) {}
    constexpr FixpipeConfig(CO2Layout format_, bool isToUB_) {}
    constexpr FixpipeConfig(CO2Layout format_, bool isToUB_, bool enableFixVal_) {}
    CO2Layout format = {};
};
struct FixpipeParamsV220 {
    constexpr FixpipeParamsV220() {}
    constexpr FixpipeParamsV220(uint16_t nSize, uint16_t mSize, uint16_t srcStride, uint32_t dstStride,
                                bool reluEn) {}
    constexpr FixpipeParamsV220(uint16_t nSize, uint16_t mSize, uint16_t srcStride, uint32_t dstStride, bool reluEn,
                                QuantMode_t quantPre, int64_t deqScalar, uint16_t ndNum, uint16_t srcNdStride,
                                uint16_t dstNdStride, uint8_t unitFlag) {}
    constexpr FixpipeParamsV220(uint16_t nSize, uint16_t mSize, uint16_t srcStride, uint32_t dstStride, bool reluEn,
                                QuantMode_t quantPre, int64_t deqScalar, uint16_t ndNum, uint16_t srcNdStride,
                                uint16_t dstNdStride, uint8_t unitFlag, bool isChannelSplit) {}
    uint16_t nSize = {};
    uint16_t mSize = {};
    uint16_t srcStride = {};
    uint32_t dstStride = {};
    QuantMode_t quantPre = {};
    uint64_t deqScalar = {};
    uint16_t ndNum = {};
    uint16_t srcNdStride = {};
    uint16_t dstNdStride = {};
    bool reluEn = {};
    uint8_t unitFlag = {};
    bool isChannelSplit = {};
};
struct Conv2dTilling {
    const uint32_t blockSize = 16;
    LoopMode loopMode = LoopMode::MODE_NM;
    uint32_t c0Size = 32;
    uint32_t dTypeSize = 1;
    uint32_t strideH = 0;
    uint32_t strideW = 0;
    uint32_t dilationH = 0;
    uint32_t dilationW = 0;
    uint32_t hi = 0;
    uint32_t wi = 0;
    uint32_t ho = 0;
    uint32_t wo = 0;
    uint32_t height = 0;
    uint32_t width = 0;
    uint32_t howo = 0;
    uint32_t mNum = 0;
    uint32_t nNum = 0;
    uint32_t kNum = 0;
    uint32_t mBlockNum = 0;
    uint32_t kBlockNum = 0;
    uint32_t nBlockNum = 0;
    uint32_t roundM = 0;
    uint32_t roundN = 0;
    uint32_t roundK = 0;
    uint32_t mTileBlock = 0;
    uint32_t nTileBlock = 0;
    uint32_t kTileBlock = 0;
    uint32_t mIterNum = 0;
    uint32_t nIterNum = 0;
    uint32_t kIterNum = 0;
    uint32_t mTileNums = 0;
    bool mHasTail = false;
    bool nHasTail = false;
    bool kHasTail = false;
    uint32_t kTailBlock = 0;
    uint32_t mTailBlock = 0;
    uint32_t nTailBlock = 0;
    uint32_t mTailNums = 0;
};
struct Conv2dParams {
    constexpr Conv2dParams() {}
    constexpr Conv2dParams(uint32_t imgShape[CONV2D_IMG_SIZE], uint32_t kernelShape[CONV2D_KERNEL_SIZE],
                           uint32_t stride[CONV2D_STRIDE], uint32_t cin, uint32_t cout, uint32_t padList[CONV2D_PAD],
                           uint32_t dilation[CONV2D_DILATION], uint32_t initY, bool partialSum) {}
    uint32_t imgShape[CONV2D_IMG_SIZE] = {};
    uint32_t kernelShape[CONV2D_KERNEL_SIZE] = {};
    uint32_t stride[CONV2D_STRIDE] = {};
    uint32_t cin = {};
    uint32_t cout = {};
    uint32_t padList[CONV2D_PAD] = {};
    uint32_t dilation[CONV2D_DILATION] = {};
    uint32_t initY = {};
    bool partialSum = {};
};
struct GemmTiling {
    const uint32_t blockSize = 16;
    LoopMode loopMode = LoopMode::MODE_NM;
    uint32_t mNum = 0;
    uint32_t nNum = 0;
    uint32_t kNum = 0;
    uint32_t roundM = 0;
    uint32_t roundN = 0;
    uint32_t roundK = 0;
    uint32_t c0Size = 32;
    uint32_t dtypeSize = 1;
    uint32_t mBlockNum = 0;
    uint32_t nBlockNum = 0;
    uint32_t kBlockNum = 0;
    uint32_t mIterNum = 0;
    uint32_t nIterNum = 0;
    uint32_t kIterNum = 0;
    uint32_t mTileBlock = 0;
    uint32_t nTileBlock = 0;
    uint32_t kTileBlock = 0;
    uint32_t kTailBlock = 0;
    uint32_t mTailBlock = 0;
    uint32_t nTailBlock = 0;
    bool kHasTail = false;
    bool mHasTail = false;
    bool nHasTail = false;
    bool kHasTailEle = false;
    uint32_t kTailEle = 0;
};
struct VdeqInfo {
    constexpr VdeqInfo() {}
    constexpr VdeqInfo(float vdeqScale[VDEQ_TENSOR_SIZE], int16_t vdeqOffset[VDEQ_TENSOR_SIZE],
                       bool vdeqSignMode[VDEQ_TENSOR_SIZE]) {}
    float vdeqScale[VDEQ_TENSOR_SIZE] = {};
    int16_t vdeqOffset[VDEQ_TENSOR_SIZE] = {};
    bool vdeqSignMode[VDEQ_TENSOR_SIZE] = {};
};
struct MrgSort4Info {
    constexpr MrgSort4Info() {}
    constexpr MrgSort4Info(uint16_t elementLengths[MRG_SORT_ELEMENT_LEN], bool ifExhaustedSuspension,
                           uint16_t validBit, uint16_t repeatTimes) {}
    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {};
    bool ifExhaustedSuspension = {};
    uint16_t validBit = {};
    uint8_t repeatTimes = {};
};
struct TransDataTo5HDParams {
    constexpr TransDataTo5HDParams() {}
    constexpr TransDataTo5HDParams(bool dstHighHalf, bool srcHighHalf, uint8_t repeatTimes, uint16_t dstRepStride,
                                   uint16_t srcRepStride) {}
    bool dstHighHalf = {};
    bool srcHighHalf = {};
    uint8_t repeatTimes = {};
    uint16_t dstRepStride = {};
    uint16_t srcRepStride = {};
};
struct TransposeParamsExt {
    constexpr TransposeParamsExt() {}
    constexpr TransposeParamsExt(uint16_t nSize, uint16_t cSize, uint16_t hSize, uint16_t wSize,
                                 TransposeType transposeType) {}
    uint16_t nSize = {};
    uint16_t cSize = {};
    uint16_t hSize = {};
    uint16_t wSize = {};
    TransposeType transposeType = {};
};

}  // namespace AscendC

#endif
