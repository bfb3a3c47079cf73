// Matrix instructions of the basic API.
#ifndef SKLINT_CUBE_H
#define SKLINT_CUBE_H

#include "sync.h"

namespace AscendC {

// --- moves
SKLINT_API4(LoadData, LoadDataWithStride, LoadDataWithTranspose, LoadDataWithSparse)
SKLINT_API4(LoadUnzipIndex, LoadImageToLocal, InitConstValue, SetLoadDataPaddingValue)
SKLINT_API4(SetFmatrix, SetLoadDataBoundary, SetLoadDataRepeat, SetLoadDataRepeatWithStride)
SKLINT_API(SetAippFunctions)
// The tensor stays a tensor where the parameters are written in braces.
template <typename T, typename... U> ::sklint::Any InitConstValue(const LocalTensor<T> &dst, ::sklint::Braced params);
template <typename T, typename... U> ::sklint::Any Fill(const LocalTensor<T> &dst, ::sklint::Braced params);

// --- computation
SKLINT_API4(Mmad, MmadMx, MmadWithSparse, Gemm)
SKLINT_API(Conv2D)

// --- fixpipe
SKLINT_API4(Fixpipe, SetFixPipeConfig, SetFixpipeNz2ndFlag, SetFixpipePreQuantFlag)
SKLINT_API4(SetFixPipeClipRelu, SetFixPipeAddr, CheckLocalMemoryIA, SetFixPipeConfigImpl)
SKLINT_API2(SetFixpipeNz2dnFlag, Load3DSetFMatrixCal)

SKLINT_CONFIGURED(Fixpipe)
SKLINT_CONFIGURED(LoadData)

using LoadData2dParams = LoadData2DParams;
constexpr uint8_t UFMode2 = 2;
constexpr uint8_t UFMode3 = 3;
inline constexpr FixpipeConfig CFG_NZ = {CO2Layout::NZ};
inline constexpr FixpipeConfig CFG_ROW_MAJOR = {CO2Layout::ROW_MAJOR};
inline constexpr FixpipeConfig CFG_COLUMN_MAJOR = {CO2Layout::COLUMN_MAJOR};
struct IsResetLoad3dConfig {
    bool isSetFMatrix = true;
    bool isSetPadding = true;
};
inline constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG = {true, true};
template <typename T> Conv2dTilling GetConv2dTiling(Conv2dParams &params);
template <typename T> GemmTiling GetGemmTiling(uint32_t m, uint32_t k, uint32_t n);

}  // namespace AscendC

#endif
