// Parameters of cube instructions that are packed into registers by hand.
#pragma once

namespace AscendC {

#define SKLINT_BITS(Type, Name)  \
    void Set##Name(Type);        \
    Type Get##Name() const;

class Load2DBitModeParam {
public:
    Load2DBitModeParam();
    Load2DBitModeParam(const LoadData2DParamsV2 &);
    SKLINT_BITS(uint32_t, MStartPosition)
    SKLINT_BITS(uint32_t, KStartPosition)
    SKLINT_BITS(uint16_t, MStep)
    SKLINT_BITS(uint16_t, KStep)
    SKLINT_BITS(int32_t, SrcStride)
    SKLINT_BITS(uint16_t, DstStride)
    SKLINT_BITS(bool, IfTranspose)
    SKLINT_BITS(uint64_t, Config0)
    SKLINT_BITS(uint64_t, Config1)
};

class Load3DBitModeParam {
public:
    Load3DBitModeParam();
    template <typename T> Load3DBitModeParam(const LoadData3DParamsV2<T> &);
    SKLINT_BITS(uint16_t, KExtension)
    SKLINT_BITS(uint16_t, MExtension)
    SKLINT_BITS(uint16_t, KStartPt)
    SKLINT_BITS(uint16_t, MStartPt)
    SKLINT_BITS(uint8_t, StrideW)
    SKLINT_BITS(uint8_t, StrideH)
    SKLINT_BITS(uint8_t, FilterW)
    SKLINT_BITS(uint8_t, FilterH)
    SKLINT_BITS(uint8_t, DilationFilterW)
    SKLINT_BITS(uint8_t, DilationFilterH)
    SKLINT_BITS(bool, FilterSizeW)
    SKLINT_BITS(bool, FilterSizeH)
    SKLINT_BITS(bool, Transpose)
    SKLINT_BITS(bool, FMatrixCtrl)
    SKLINT_BITS(uint16_t, ChannelSize)
    SKLINT_BITS(uint64_t, Config0)
    SKLINT_BITS(uint64_t, Config1)
};

class SetFMatrixBitModeParams {
public:
    SetFMatrixBitModeParams();
    template <typename T> SetFMatrixBitModeParams(const LoadData3DParamsV2<T> &);
    void SetL1H(uint16_t);
    void SetL1W(uint16_t);
    void SetPadList(const uint8_t[4]);
    SKLINT_BITS(uint64_t, Config0)
};

class MmadBitModeParams {
public:
    MmadBitModeParams();
    MmadBitModeParams(const MmadParams &);
    SKLINT_BITS(uint16_t, M)
    SKLINT_BITS(uint16_t, K)
    SKLINT_BITS(uint16_t, N)
    SKLINT_BITS(uint8_t, UnitFlag)
    SKLINT_BITS(bool, DisableGemv)
    SKLINT_BITS(bool, CmatrixSource)
    SKLINT_BITS(bool, CmatrixInitVal)
    SKLINT_BITS(uint64_t, Config0)
};

#undef SKLINT_BITS

template <typename... A> void SetFmatrixBitMode(A &&...);

}  // namespace AscendC
