// Tiling structs of the high-level APIs as the kernel sees them: fields in the order of the documentation.
#ifndef SKLINT_KERNEL_TILING_H
#define SKLINT_KERNEL_TILING_H

#include <cstdint>

#pragma pack(push, 8)
struct LogSoftMaxTiling {
    uint32_t srcM, srcK, srcSize, outMaxM, outMaxK, outMaxSize, splitM, splitK, splitSize, reduceM, reduceK;
    uint32_t reduceSize, rangeM, tailM, tailSplitSize, tailReduceSize;
};
struct SoftMaxTiling {
    uint32_t srcM, srcK, srcSize, outMaxM, outMaxK, outMaxSize, splitM, splitK, splitSize, reduceM, reduceK;
    uint32_t reduceSize, rangeM, tailM, tailSplitSize, tailReduceSize;
};
struct TConv3DApiTiling {
    uint64_t orgDo;
    uint32_t orgCo;
    uint64_t orgHo, orgWo, orgDi;
    uint32_t orgCi;
    uint64_t orgHi, orgWi;
    uint32_t kernelD, kernelH, kernelW;
    uint64_t singleCoreDo;
    uint32_t singleCoreCo;
    uint64_t singleCoreM;
    uint32_t singleCoreGroupOpt, groups, strideH, strideW, strideD, dilationH, dilationW, dilationD, padHead;
    uint32_t padTail, padUp, padDown, padLeft, padRight, mL0, kL0, nL0, kAL1, kAL1Tail, kBL1, kBL1Tail, nBL1, mAL1;
    uint32_t kBL1DivK0, kBL1TailDivK0, nBL1DivnL0, mAL1DivmL0, cin1InAL1, cin1InAL1Tail, nL0xk0;
    uint64_t kL0xorgCoAlignN0, kernelHxkernelW, cin1xOriHixOriWixk0, oriHixOriWixk0, oriWixk0, orgHixWi, orgHoxWo;
    uint32_t pBufferFlag, groupOpt, cinOpt, coutOpt;
    int8_t offsetx;
    uint8_t bl1FullLoad, al1FullLoad, bl1BypassFlag, iterateMNOrder, biasFullLoadFlag, fixpParamsFullLoadFlag;
    uint8_t hf32Enable, hf32TransMode, resvered1;
    uint16_t resvered2;
    uint32_t resvered3;
};
struct TConv3DBpFilterTiling {
    uint32_t batch, cin, cout, cin1G, cout1G, dout, ho, wo, di, hi, wi, dk, hk, wk, group, strideD, strideH;
    uint32_t strideW, padFront, padBack, padUp, padDown, padLeft, padRight, dilationD, dilationH, dilationW;
    uint32_t channelSize, al0Pbuffer, bl0Pbuffer, cl0Pbuffer, al1Pbuffer, bl1Pbuffer, baseM, baseK, baseN, m0, k0;
    uint32_t n0, stepM, stepN, stepKa, stepKb, iterateOrder, bl1Bound, hf32Flag, singleCoreDk, singleCoreGroup;
    uint32_t singleCoreCout, singleCoreHo;
    uint64_t singleCoreBatch, singleCoreCin;
};
struct Conv3DBpFilterParams {
    uint32_t totalL1Size;
};
struct TConv3DBpFilterBasicBlockTiling {
    uint32_t singleCoreM, singleCoreN, singleCoreK;
};
struct Conv3DBackpropFilterTilingData {
    Conv3DBpFilterParams params;
    TConv3DBpFilterTiling dwTiling;
    TConv3DBpFilterBasicBlockTiling basicBlockTiling;
};
struct TConv3DBackpropInputTiling {
    uint32_t batch, cin, cout, cout1, cin1, cout1G, cin1G, c0, c0Bits, dout, ho, wo, di, hi, wi, dk, hk, wk, group;
    uint32_t strideD, strideH, strideW, padFront, padBack, padUp, padDown, padLeft, padRight, backpropPadTail;
    uint32_t backpropPadUp, backpropPadDown, backpropPadLeft, backpropPadRight, dilationD, dilationH, dilationW;
    uint32_t al0Pbuffer, bl0Pbuffer, cl0Pbuffer, al1Pbuffer, bl1Pbuffer, singleCoreGroup, singleCoreCout;
    uint32_t singleCoreCout1, singleCoreCin1, singleCoreDin, singleCoreHo, baseM, baseK, baseN, baseD, baseBatch;
    uint32_t baseGroup, stepM, stepN, stepKa, stepKb, stepBatch, stepGroup, iterateOrder;
    int32_t hf32Flag, initOutputFlag, reserved;
    uint64_t singleCoreBatch, singleCoreM, singleCoreCin;
};
struct Conv3DBackpropInputTilingData {
    TConv3DBackpropInputTiling conv3DDxTiling;
};
struct Mc2ServerCfg {
    uint32_t version;
    uint8_t debugMode, sendArgIndex, recvArgIndex, commOutArgIndex, reserved[8];
};
struct Mc2HcommCfg {
    uint8_t skipLocalRankCopy, skipBufferWindowCopy, stepSize;
    char reserved[13], groupName[128], algConfig[128];
    uint32_t opType, reduceType;
};
struct Mc2InitTiling {
    uint8_t reserved[64];
};
struct Mc2CcTiling {
    uint8_t reserved[512];
};
struct TCubeTiling {
    int32_t usedCoreNum, M, N, Ka, Kb, singleCoreM, singleCoreN, singleCoreK, baseM, baseN, baseK, depthA1, depthB1;
    int32_t stepM, stepN, isBias, transLength, iterateOrder, shareMode, shareL1Size, shareL0CSize, shareUbSize;
    int32_t batchM, batchN, singleBatchM, singleBatchN, stepKa, stepKb, depthAL1CacheUB, depthBL1CacheUB, dbL0A;
    int32_t dbL0B, dbL0C, ALayoutInfoB, ALayoutInfoS, ALayoutInfoN, ALayoutInfoG, ALayoutInfoD, BLayoutInfoB;
    int32_t BLayoutInfoS, BLayoutInfoN, BLayoutInfoG, BLayoutInfoD, CLayoutInfoB, CLayoutInfoS1, CLayoutInfoN;
    int32_t CLayoutInfoG, CLayoutInfoS2, BatchNum, mxTypePara;
};
struct BatchNormTiling {
    uint32_t originalBLength, meanVarSize, meanTmpTensorPos, varianceTmpTensorPos, tmpBufSize, oneTmpSize;
    uint32_t firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputTailSize, inputTailPos;
    uint32_t meanVarTailSize, meanVarTailPos, bshCurLength, shCurLength;
    float firstDimValueBack;
    uint32_t castHalfRepStride, shCurLengthBlockNum, castHalfOutRepStride;
};
struct DeepNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos;
    uint32_t meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize;
    uint32_t firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize;
    uint32_t inputTailPos, meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float lastDimValueBack;
};
struct GroupNormTiling {
    uint32_t n, c, hw, g, d, hwAlignSize, dhwAlignSize, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos;
    uint32_t meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize;
    uint32_t firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize;
    uint32_t inputTailPos, meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float factor;
    bool smallShape;
};
struct LayerNormGradBetaTiling {
    uint32_t stackBufferSize, bLength, sLength, hLength, originalHLength, bshLength, bsLength, oneCalSize;
    uint32_t numberOfTmpBuf, loopRound, inputTailSize, inputTailPos, bsTailSize, bshCurLength, bsCurLength;
    uint32_t gammaTempTensorPos, betaTempTensorPos, inputDyTmpTensorPos, resForGammaTmpTensorPos, reserved;
};
struct LayerNormGradTiling {
    uint32_t stackBufferSize, bLength, sLength, hLength, originalHLength, oneCalSize, nohCalSize, loopNum, tailSize;
    uint32_t nohTailSize, tmpTensorBSHPos, tmpTensorBSHSize, pdVarTensorPos, pdVarTensorSize, pdMeanTensorPos;
    uint32_t pdMeanTensorSize, x1TensorPos, x1TensorSize, x2TensorPos, x2TensorSize, x3TensorPos, x3TensorSize;
    uint32_t tmpTensorPos, tmpTensorSize, tmpTensor1Pos, tmpTensor1Size, tmpTensor2Pos, tmpTensor2Size;
    uint32_t lastDimValueBack, lastDimValueBackMulTwo;
};
struct LayerNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos;
    uint32_t meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize;
    uint32_t firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize;
    uint32_t inputTailPos, meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float lastDimValueBack;
};
struct LayerNormSeparateTiling {
    uint32_t aLength, rLength, halfAddRepeatTimes, rHeadLength;
    float k2Rec, k2RRec;
    uint32_t inputXSize, meanVarSize, numberOfTmpBuf, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize;
    uint32_t oneTmpSize, firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize;
    uint32_t inputTailSize, inputTailPos, meanVarRoundSize, meanVarTailSize, meanVarTailPos, arCurLength;
    uint32_t aCurLength;
    float rValueBack;
};
struct RmsNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength;
    float reciprocalOfHLength;
    uint32_t mainBshLength, mainBsLength, mainBsLengthAlign, loopRound, inputTailPos, tailBshLength, tailBsLength;
};
struct UnPadTiling {
    uint32_t srcHeight, srcWidth, tmpBuffer1BlockNum, tmpBuffer1RowNum, tmpBuffer2Offset, widthTiling, widthFractal;
    uint32_t widthFractalTail;
};
struct PadTiling {
    uint32_t srcHeight, srcWidth, srcOriWidth, widthWithoutLastBlock, blocksPerRow, heightTiling, heightFractal;
    uint32_t heightFractalTail, mainLoopOffset, tailBlockOffset, tmpBuffer1BlockNum, tmpBuffer1RowNum;
    uint32_t tmpBuffer2Offset, widthTiling, widthFractal, widthFractalTail, widthFractalTailAlingned, brcbTiling;
    uint32_t brcbFractal, brcbFractalTail, maxRepeatTimes, brcbTilingRepeatTimes, brcbTilingRepeatTimesTail;
    uint32_t brcbFractalTailRepeatTimes, brcbFractalTailRepeatTimesTail, reserved;
};
struct TopkTiling {
    int32_t tmpLocalSize, allDataSize, innerDataSize;
    uint32_t sortRepeat;
    int32_t mrgSortRepeat, kAlignFourBytes, kAlignTwoBytes, maskOffset, maskVreducev2FourBytes;
    int32_t maskVreducev2TwoBytes, mrgSortSrc1offset, mrgSortSrc2offset, mrgSortSrc3offset;
    int32_t mrgSortTwoQueueSrc1Offset, mrgFourQueueTailPara1, mrgFourQueueTailPara2, srcIndexOffset;
    uint32_t copyUbToUbBlockCount;
    int32_t topkMrgSrc1MaskSizeOffset, topkNSmallSrcIndexOffset;
    uint32_t vreduceValMask0, vreduceValMask1, vreduceIdxMask0, vreduceIdxMask1;
    uint16_t vreducehalfValMask0, vreducehalfValMask1, vreducehalfValMask2, vreducehalfValMask3;
    uint16_t vreducehalfValMask4, vreducehalfValMask5, vreducehalfValMask6, vreducehalfValMask7;
};
struct ConfusionTransposeTiling {
    uint32_t param0, param1, param2, param3, param4, param5, param6, param7, param8, param9, param10, param11;
    uint32_t param12, param13, param14, param15, param16, param17;
};
#pragma pack(pop)
using SoftMaxFlashTiling = SoftMaxTiling;
namespace optiling {
using ::LogSoftMaxTiling;
using ::SoftMaxTiling;
using ::TConv3DApiTiling;
using ::TConv3DBpFilterTiling;
using ::Conv3DBpFilterParams;
using ::TConv3DBpFilterBasicBlockTiling;
using ::Conv3DBackpropFilterTilingData;
using ::TConv3DBackpropInputTiling;
using ::Conv3DBackpropInputTilingData;
using ::Mc2ServerCfg;
using ::Mc2HcommCfg;
using ::Mc2InitTiling;
using ::Mc2CcTiling;
using ::TCubeTiling;
using ::BatchNormTiling;
using ::DeepNormTiling;
using ::GroupNormTiling;
using ::LayerNormGradBetaTiling;
using ::LayerNormGradTiling;
using ::LayerNormTiling;
using ::LayerNormSeparateTiling;
using ::RmsNormTiling;
using ::UnPadTiling;
using ::PadTiling;
using ::TopkTiling;
using ::ConfusionTransposeTiling;
}  // namespace optiling
namespace AscendC {
namespace tiling {
using ::LogSoftMaxTiling;
using ::SoftMaxTiling;
using ::TConv3DApiTiling;
using ::TConv3DBpFilterTiling;
using ::Conv3DBpFilterParams;
using ::TConv3DBpFilterBasicBlockTiling;
using ::Conv3DBackpropFilterTilingData;
using ::TConv3DBackpropInputTiling;
using ::Conv3DBackpropInputTilingData;
using ::Mc2ServerCfg;
using ::Mc2HcommCfg;
using ::Mc2InitTiling;
using ::Mc2CcTiling;
using ::TCubeTiling;
using ::BatchNormTiling;
using ::DeepNormTiling;
using ::GroupNormTiling;
using ::LayerNormGradBetaTiling;
using ::LayerNormGradTiling;
using ::LayerNormTiling;
using ::LayerNormSeparateTiling;
using ::RmsNormTiling;
using ::UnPadTiling;
using ::PadTiling;
using ::TopkTiling;
using ::ConfusionTransposeTiling;
}  // namespace tiling
}  // namespace AscendC

#endif
