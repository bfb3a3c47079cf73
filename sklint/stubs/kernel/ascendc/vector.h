// Vector computation and data movement; the walk asks names and positions, so the types stay open.
#ifndef SKLINT_VECTOR_H
#define SKLINT_VECTOR_H

#include "sync.h"

namespace AscendC {

// --- moves
SKLINT_API4(DataCopy, DataCopyPad, Copy, SetPadValue)
SKLINT_API4(DataCopyL1ToUB, NdDmaDci, SetLoopModePara, ResetLoopModePara)
SKLINT_API4(Duplicate, LoadDataUnzip, BroadCastVecToMM, VectorPadding)
SKLINT_API(DataCopyGather)
SKLINT_API(DataCopyScatter)

// --- two operands
SKLINT_API4(Add, Sub, Mul, Div)
SKLINT_API4(Max, Min, And, Or)
SKLINT_API4(AddRelu, SubRelu, AddDeqRelu, AbsSub)
SKLINT_API4(ExpSub, FusedAbsSub, FusedExpSub, MulAddDst)
SKLINT_API4(FusedMulAdd, FusedMulAddRelu, MulAddRelu, MulCast)
SKLINT_API4(MulsCast, FusedMulsCast, AddReluCast, SubReluCast)
SKLINT_API(Prelu)
SKLINT_API(Mull)
SKLINT_API(BilinearInterpolation)

// --- an operand and a scalar
SKLINT_API4(Adds, Muls, Maxs, Mins)
SKLINT_API4(Subs, Divs, Ands, Ors)
SKLINT_API4(ShiftLeft, ShiftRight, LeakyRelu, Axpy)

// --- one operand
SKLINT_API4(Abs, Exp, Ln, Relu)
SKLINT_API4(Reciprocal, Rsqrt, Sqrt, Not)
SKLINT_API4(Neg, Cast, CastDeq, CastDequant)
SKLINT_API(Truncate)
SKLINT_API(SetDeqScale)
SKLINT_API(GetUintDivMagicAndShift)

// --- comparison and selection
SKLINT_API4(Compare, Compares, CompareScalar, Select)
SKLINT_API(GetCmpMask)
SKLINT_API(SetCmpMask)
SKLINT_API(GatherMask)

// --- reduction
SKLINT_API4(ReduceMax, ReduceMin, ReduceSum, ReduceDataBlock)
SKLINT_API4(ReducePairElem, ReduceRepeat, BlockReduceMax, BlockReduceMin)
SKLINT_API4(BlockReduceSum, WholeReduceMax, WholeReduceMin, WholeReduceSum)
SKLINT_API4(RepeatReduceSum, PairReduceSum, GetReduceRepeatMaxMinSpr, GetReduceMaxMinCount)
SKLINT_API(GetReduceMaxMinCountImpl)

// --- sorting
SKLINT_API4(Sort, Sort32, RpSort16, MrgSort)
SKLINT_API4(MrgSort4, Concat, Extract, ProposalConcat)
SKLINT_API(ProposalExtract)
SKLINT_API(GetMrgSortResult)

// --- arrangement
SKLINT_API4(Gather, Gatherb, Scatter, Brcb)
SKLINT_API4(Transpose, TransDataTo5HD, CreateVecIndex, ArithProgression)
SKLINT_API(Interleave)
SKLINT_API(DeInterleave)

// --- internals that public kernels call
SKLINT_API4(BlockReduceMaxIntrinsicsImpl, BlockReduceSumIntrinsicsImpl, DuplicateIntrinsicsImpl, DataCopyUB2GMImpl)
SKLINT_API4(DataCopyGM2UBImpl, DataCopyUB2L1Impl, SetNdParaImpl, DataCopyPadGm2UBImpl)
SKLINT_API2(DataCopyPadUB2GMImpl, TransDataTo5HDImpl)

// --- pipes
SKLINT_API(Nop)
SKLINT_API(Async)

// --- signatures that kernels also take as template arguments; a call prefers them where its arguments fit exactly
#define SKLINT_BINARY(Name)                                                                                           \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, uint64_t mask[],     \
              const uint8_t repeatTime, const BinaryRepeatParams &repeatParams);                                      \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, uint64_t mask,       \
              const uint8_t repeatTime, const BinaryRepeatParams &repeatParams);                                      \
    template <typename T>                                                                                             \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, const int32_t &count);
#define SKLINT_SCALAR(Name)                                                                                           \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, uint64_t mask[],            \
              const uint8_t repeatTime, const UnaryRepeatParams &repeatParams);                                       \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, uint64_t mask,              \
              const uint8_t repeatTime, const UnaryRepeatParams &repeatParams);                                       \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue, const int32_t &count);
#define SKLINT_UNARY(Name)                                                                                            \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, uint64_t mask[], const uint8_t repeatTime,        \
              const UnaryRepeatParams &repeatParams);                                                                 \
    template <typename T, bool isSetMask = true>                                                                      \
    void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, uint64_t mask, const uint8_t repeatTime,          \
              const UnaryRepeatParams &repeatParams);                                                                 \
    template <typename T> void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const int32_t &count);
SKLINT_BINARY(Add)
SKLINT_BINARY(Sub)
SKLINT_BINARY(Mul)
SKLINT_BINARY(Div)
SKLINT_BINARY(Max)
SKLINT_BINARY(Min)
SKLINT_BINARY(And)
SKLINT_BINARY(Or)
SKLINT_BINARY(AddRelu)
SKLINT_BINARY(SubRelu)
SKLINT_BINARY(FusedMulAdd)
SKLINT_BINARY(MulAddDst)
SKLINT_BINARY(FusedMulAddRelu)
SKLINT_SCALAR(Adds)
SKLINT_SCALAR(Muls)
SKLINT_SCALAR(Maxs)
SKLINT_SCALAR(Mins)
SKLINT_SCALAR(LeakyRelu)
SKLINT_SCALAR(ShiftLeft)
SKLINT_SCALAR(ShiftRight)
SKLINT_UNARY(Abs)
SKLINT_UNARY(Exp)
SKLINT_UNARY(Ln)
SKLINT_UNARY(Relu)
SKLINT_UNARY(Reciprocal)
SKLINT_UNARY(Rsqrt)
SKLINT_UNARY(Sqrt)
SKLINT_UNARY(Not)

// --- results
template <typename T> T GetReduceRepeatSumSpr();
template <typename T> T GetAccVal();
int64_t GetAccVal();
template <typename T> uint32_t GetSortOffset(uint32_t elements);
template <typename T> uint32_t GetSortLen(uint32_t elements);
int64_t GetGatherMaskRemainCount();
template <int value> int64_t GetBitCount(uint64_t number);
template <int value> int64_t ScalarGetCountOfValue(uint64_t number);
int64_t CountLeadingZero(uint64_t number);
int64_t ScalarCountLeadingZero(uint64_t number);
int64_t CountBitsCntSameAsSignBit(int64_t number);
int64_t ScalarCountBitsCntSameAsSignBit(int64_t number);
template <int value> int64_t GetSFFValue(uint64_t number);
template <int value> int64_t ScalarGetSFFValue(uint64_t number);
template <typename T, typename U, RoundMode mode> U ScalarCast(T value);
template <typename T, typename U, RoundMode mode> U Cast(T value);
bfloat16_t ToBfloat16(const float &value);
float ToFloat(const bfloat16_t &value);
bfloat16_t Cast(const float &value);
float Cast(const bfloat16_t &value);
constexpr int32_t CeilDivision(int32_t a, int32_t b) { return b == 0 ? 0 : (a + b - 1) / b; }
constexpr uint32_t DivCeil(uint32_t a, uint32_t b) { return (a + b - 1) / b; }
constexpr uint32_t AlignUp(uint32_t a, uint32_t rnd) { return (a + rnd - 1) / rnd * rnd; }
constexpr int AlignTo32(int value) { return (value + 31) / 32 * 32; }
#define SKLINT_HELPER(Name)                                                         \
    ::sklint::Any Name(::sklint::Number, ::sklint::Number);                         \
    template <typename T> ::sklint::Any Name(::sklint::Number, ::sklint::Number);
SKLINT_HELPER(CeilDiv)
SKLINT_HELPER(CeilAlign)
SKLINT_HELPER(Align)
SKLINT_HELPER(AlignDown)
constexpr uint32_t ConstCeil(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

}  // namespace AscendC

#endif
