// Register computing on Ascend 950: the functions.
//
// Kernels call them with many mixtures of type and value template arguments, and C++17 has no parameter pack for
// mixtures, so each mixture has an overload. Many names exist in AscendC itself, too, and kernels open both namespaces:
// the overloads on a register win over the general ones there.
#pragma once

#define SKLINT_LIST(...) __VA_ARGS__
#define SKLINT_OVERLOADS(name, extra, parameters)                                                            \
    template <typename... T, SKLINT_LIST extra typename... A>                                                  \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <auto v, auto... vs, SKLINT_LIST extra typename... A>                                             \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <auto v, typename T, typename... Ts, SKLINT_LIST extra typename... A>                             \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <auto v, typename T, auto w, auto... ws, SKLINT_LIST extra typename... A>                         \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <auto v, typename T, typename U, auto w, auto... ws, SKLINT_LIST extra typename... A>             \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <typename T, auto v, auto... vs, SKLINT_LIST extra typename... A>                                 \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <typename T, auto v, typename U, typename... Us, SKLINT_LIST extra typename... A>                 \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <typename T, typename U, auto v, auto... vs, SKLINT_LIST extra typename... A>                     \
    void name(SKLINT_LIST parameters A&&...);                                                                  \
    template <typename T, typename U, typename S, auto v, auto... vs, SKLINT_LIST extra typename... A>         \
    void name(SKLINT_LIST parameters A&&...);

// A name of Reg alone.
#define SKLINT_REG(name) SKLINT_OVERLOADS(name, (), ())

// A name that AscendC has, too; its first argument is the register that takes the result.
#define SKLINT_REG_SHARED(name)                                                                  \
    SKLINT_OVERLOADS(name, (typename R, const RegTrait& trait, ), (RegTensor<R, trait>&, ))        \
    SKLINT_OVERLOADS(name, (), (MaskReg&, ))

namespace AscendC {
namespace Reg {

// Arithmetic, bits, comparison and selection.
SKLINT_REG_SHARED(Abs)
SKLINT_REG_SHARED(AbsSub)
SKLINT_REG_SHARED(Add)
SKLINT_REG_SHARED(Adds)
SKLINT_REG_SHARED(And)
SKLINT_REG_SHARED(Axpy)
SKLINT_REG_SHARED(Compare)
SKLINT_REG_SHARED(Compares)
SKLINT_REG_SHARED(CompareScalar)
SKLINT_REG_SHARED(Div)
SKLINT_REG_SHARED(Divs)
SKLINT_REG_SHARED(Duplicate)
SKLINT_REG_SHARED(Exp)
SKLINT_REG_SHARED(ExpSub)
SKLINT_REG_SHARED(FusedExpSub)
SKLINT_REG_SHARED(LeakyRelu)
SKLINT_REG_SHARED(Ln)
SKLINT_REG_SHARED(Log)
SKLINT_REG_SHARED(Log2)
SKLINT_REG_SHARED(Log10)
SKLINT_REG_SHARED(Max)
SKLINT_REG_SHARED(Maxs)
SKLINT_REG_SHARED(Min)
SKLINT_REG_SHARED(Mins)
SKLINT_REG_SHARED(Mul)
SKLINT_REG_SHARED(MulAddDst)
SKLINT_REG_SHARED(MulAddRelu)
SKLINT_REG_SHARED(MulDstAdd)
SKLINT_REG_SHARED(FusedMulAdd)
SKLINT_REG_SHARED(FusedMulDstAdd)
SKLINT_REG_SHARED(Muls)
SKLINT_REG_SHARED(MulsCast)
SKLINT_REG_SHARED(Neg)
SKLINT_REG_SHARED(Not)
SKLINT_REG_SHARED(Or)
SKLINT_REG_SHARED(Prelu)
SKLINT_REG_SHARED(Reciprocal)
SKLINT_REG_SHARED(Relu)
SKLINT_REG_SHARED(Rsqrt)
SKLINT_REG_SHARED(Select)
SKLINT_REG_SHARED(ShiftLeft)
SKLINT_REG_SHARED(ShiftLefts)
SKLINT_REG_SHARED(ShiftRight)
SKLINT_REG_SHARED(ShiftRights)
SKLINT_REG_SHARED(Sqrt)
SKLINT_REG_SHARED(Sub)
SKLINT_REG_SHARED(Subs)
SKLINT_REG_SHARED(Xor)
SKLINT_REG(AddC)
SKLINT_REG_SHARED(Mula)
SKLINT_REG_SHARED(Mull)
SKLINT_REG(SubC)

// Reduction, order and layout.
SKLINT_REG_SHARED(Arange)
SKLINT_REG_SHARED(Copy)
SKLINT_REG_SHARED(DeInterleave)
SKLINT_REG_SHARED(Interleave)
SKLINT_REG_SHARED(Pack)
SKLINT_REG_SHARED(PairReduceSum)
SKLINT_REG_SHARED(Reduce)
SKLINT_REG_SHARED(ReduceMax)
SKLINT_REG_SHARED(ReduceMin)
SKLINT_REG_SHARED(ReduceSum)
SKLINT_REG_SHARED(Truncate)
SKLINT_REG_SHARED(UnPack)
SKLINT_REG_SHARED(GatherMask)
SKLINT_REG_SHARED(Histograms)
SKLINT_REG(Move)
SKLINT_REG(PairReduceElem)
SKLINT_REG_SHARED(ReduceDataBlock)
SKLINT_REG(ReduceMaxWithDataBlock)
SKLINT_REG(ReduceMinWithDataBlock)
SKLINT_REG(ReduceSumWithDataBlock)
SKLINT_REG(Squeeze)
SKLINT_REG(Unsqueeze)

// Masks.
SKLINT_REG(MaskAnd)
SKLINT_REG(MaskDeInterleave)
SKLINT_REG(MaskGenWithRegTensor)
SKLINT_REG(MaskInterleave)
SKLINT_REG(MaskMov)
SKLINT_REG(MaskNot)
SKLINT_REG(MaskOr)
SKLINT_REG(MaskPack)
SKLINT_REG(MaskSel)
SKLINT_REG(MaskUnPack)
SKLINT_REG(MaskXor)

// Between registers and the unified buffer.
SKLINT_REG_SHARED(Gather)
SKLINT_REG_SHARED(DataCopyGather)
SKLINT_REG(DataCopyGatherB)
SKLINT_OVERLOADS(DataCopyScatter, (typename P, typename R, const RegTrait& trait, ), (P*, RegTensor<R, trait>&, ))
SKLINT_REG(DataCopyUnAlign)
SKLINT_REG(DataCopyUnAlignPost)
SKLINT_REG(DataCopyUnAlignPre)
SKLINT_REG(GatherB)
SKLINT_REG(Load)
SKLINT_REG(LoadAlign)
SKLINT_REG(LoadUnAlign)
SKLINT_REG(LoadUnAlignPre)
SKLINT_REG(Store)
SKLINT_REG(StoreAlign)
SKLINT_REG(StoreUnAlign)
SKLINT_REG(StoreUnAlignPost)
SKLINT_REG_SHARED(DataCopy)
SKLINT_OVERLOADS(DataCopy, (typename P, typename R, const RegTrait& trait, ), (P*, RegTensor<R, trait>&, ))
SKLINT_OVERLOADS(DataCopy, (typename P, ), (P*, MaskReg&, ))
SKLINT_OVERLOADS(Scatter, (typename P, typename R, const RegTrait& trait, ), (P*, RegTensor<R, trait>&, ))
SKLINT_REG(LocalMemBar)
using AscendC::ClearSpr;
using AscendC::GetSpr;
SKLINT_REG(GetRound)

// A trait goes by reference, which `auto` does not bind.
SKLINT_REG_SHARED(Cast)
template <typename T, typename U, const CastTrait& trait, typename R, const RegTrait& size, typename... A>
void Cast(RegTensor<R, size>&, A&&...);

template <typename... T, typename... A>
MaskReg UpdateMask(A&&...);
template <typename T, const RegTrait& trait, typename... A>
MaskReg UpdateMask(A&&...);
template <typename... T>
MaskReg CreateMask();
template <typename T, MaskPattern pattern>
MaskReg CreateMask();
template <typename T, MaskPattern pattern, const RegTrait& trait>
MaskReg CreateMask();
template <typename... T>
MaskReg MoveMask();
template <typename... T, typename... A>
AddrReg CreateAddrReg(A&&...);

}  // namespace Reg

namespace MicroAPI = Reg;

}  // namespace AscendC

#undef SKLINT_REG_SHARED
#undef SKLINT_REG
#undef SKLINT_OVERLOADS
#undef SKLINT_LIST
