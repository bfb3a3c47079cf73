// SIMT on Ascend 950: thread coordinates, the call of a vector function, and AscendC::Simt.
#pragma once

// Thread coordinates; the short vectors have a header of their own, for kernels name types of theirs like them.
struct SklintThreadIndex {
    unsigned int x, y, z;
};

namespace cce {
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
};
template <auto Function, typename... A> void async_invoke(A &&...);
}  // namespace cce
using cce::dim3;

extern const SklintThreadIndex threadIdx;
extern const SklintThreadIndex blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
constexpr int warpSize = 32;

// `Function` runs as a vector function: with thread counts in front as SIMT; the C API has the form without, for SIMD.
template <auto Function, typename... A> void asc_vf_call(dim3 threads, A &&...);

void asc_syncthreads();
void __syncthreads();
void __threadfence();
void __threadfence_block();

#define SKLINT_SIMT(Result, Name) \
    template <typename... T, typename... A> Result Name(A &&...);
#define SKLINT_SIMT_SAME(Name) \
    template <typename T, typename... A> T Name(T, A &&...);

namespace AscendC {

template <auto Function, typename... A> void VF_CALL(A &&...);

namespace Simt {

using Dim3 = cce::dim3;
enum class SatMode { NO_SAT, SAT };

template <auto Function, typename... A> void VF_CALL(A &&...);
template <auto Function, typename... A> void VF_CALL(Dim3 threads, A &&...);

int GetWarpSize();
template <int Dimension = 0> unsigned int GetThreadNum();
template <int Dimension = 0> unsigned int GetThreadIdx();
unsigned int GetBlockIdx();
unsigned int GetBlockNum();
void ThreadBarrier();
void ThreadFence();
int WarpAllSync(int);
int WarpAnySync(int);
unsigned int WarpBallotSync(int);
unsigned int WarpActiveMask();
int Uni(int);

template <typename T, typename... A> T Cast(A...);
template <typename T, typename U, RoundMode Mode, typename... A> T Cast(A...);
template <typename T, typename U, RoundMode Mode, SatMode Saturation, typename... A> T Cast(A...);

SKLINT_SIMT(::sklint::Any, AtomicAdd)
SKLINT_SIMT(::sklint::Any, AtomicAnd)
SKLINT_SIMT(::sklint::Any, AtomicCas)
SKLINT_SIMT(::sklint::Any, AtomicDec)
SKLINT_SIMT(::sklint::Any, AtomicExch)
SKLINT_SIMT(::sklint::Any, AtomicInc)
SKLINT_SIMT(::sklint::Any, AtomicMax)
SKLINT_SIMT(::sklint::Any, AtomicMin)
SKLINT_SIMT(::sklint::Any, AtomicOr)
SKLINT_SIMT(::sklint::Any, AtomicSub)
SKLINT_SIMT(::sklint::Any, AtomicXor)
SKLINT_SIMT(bool, IsFinite)
SKLINT_SIMT(bool, IsInf)
SKLINT_SIMT(bool, IsNan)
SKLINT_SIMT(void, PRINTF)
SKLINT_SIMT(void, Sincos)
SKLINT_SIMT(void, Sincospi)
SKLINT_SIMT_SAME(Abs)
SKLINT_SIMT_SAME(Acos)
SKLINT_SIMT_SAME(Acosh)
SKLINT_SIMT_SAME(Asin)
SKLINT_SIMT_SAME(Asinh)
SKLINT_SIMT_SAME(Atan)
SKLINT_SIMT_SAME(Atan2)
SKLINT_SIMT_SAME(Atanh)
SKLINT_SIMT_SAME(Brev)
SKLINT_SIMT_SAME(BytePerm)
SKLINT_SIMT_SAME(Cbrt)
SKLINT_SIMT_SAME(Ceil)
SKLINT_SIMT_SAME(Clz)
SKLINT_SIMT_SAME(CopySign)
SKLINT_SIMT_SAME(Cos)
SKLINT_SIMT_SAME(Cosh)
SKLINT_SIMT_SAME(Cospi)
SKLINT_SIMT_SAME(CylBesselI0)
SKLINT_SIMT_SAME(CylBesselI1)
SKLINT_SIMT_SAME(Erf)
SKLINT_SIMT_SAME(Erfc)
SKLINT_SIMT_SAME(Erfcinv)
SKLINT_SIMT_SAME(Erfcx)
SKLINT_SIMT_SAME(Erfinv)
SKLINT_SIMT_SAME(Exp)
SKLINT_SIMT_SAME(Exp10)
SKLINT_SIMT_SAME(Exp2)
SKLINT_SIMT_SAME(Expm1)
SKLINT_SIMT_SAME(Fdim)
SKLINT_SIMT_SAME(Ffs)
SKLINT_SIMT_SAME(Floor)
SKLINT_SIMT_SAME(Fma)
SKLINT_SIMT_SAME(Frexp)
SKLINT_SIMT_SAME(Hypot)
SKLINT_SIMT_SAME(Ilogb)
SKLINT_SIMT_SAME(J0)
SKLINT_SIMT_SAME(J1)
SKLINT_SIMT_SAME(Jn)
SKLINT_SIMT_SAME(Ldexp)
SKLINT_SIMT_SAME(Lgamma)
SKLINT_SIMT_SAME(Log)
SKLINT_SIMT_SAME(Log10)
SKLINT_SIMT_SAME(Log1p)
SKLINT_SIMT_SAME(Log2)
SKLINT_SIMT_SAME(Logb)
SKLINT_SIMT_SAME(Max)
SKLINT_SIMT_SAME(Min)
SKLINT_SIMT_SAME(Mod)
SKLINT_SIMT_SAME(MulHi)
SKLINT_SIMT_SAME(NearbyInt)
SKLINT_SIMT_SAME(NextAfter)
SKLINT_SIMT_SAME(Norm)
SKLINT_SIMT_SAME(Norm3d)
SKLINT_SIMT_SAME(Norm4d)
SKLINT_SIMT_SAME(Normcdf)
SKLINT_SIMT_SAME(Popc)
SKLINT_SIMT_SAME(Pow)
SKLINT_SIMT_SAME(Rcbrt)
SKLINT_SIMT_SAME(RemQuo)
SKLINT_SIMT_SAME(Remainder)
SKLINT_SIMT_SAME(Rhypot)
SKLINT_SIMT_SAME(Rint)
SKLINT_SIMT_SAME(Rnorm)
SKLINT_SIMT_SAME(Rnorm3d)
SKLINT_SIMT_SAME(Rnorm4d)
SKLINT_SIMT_SAME(Round)
SKLINT_SIMT_SAME(Rsqrt)
SKLINT_SIMT_SAME(ScaLbn)
SKLINT_SIMT_SAME(Sin)
SKLINT_SIMT_SAME(Sinh)
SKLINT_SIMT_SAME(Sinpi)
SKLINT_SIMT_SAME(Sqrt)
SKLINT_SIMT_SAME(Tan)
SKLINT_SIMT_SAME(Tanh)
SKLINT_SIMT_SAME(Tanpi)
SKLINT_SIMT_SAME(Tgamma)
SKLINT_SIMT_SAME(Trunc)
SKLINT_SIMT_SAME(UintDiv)
SKLINT_SIMT_SAME(WarpReduceAddSync)
SKLINT_SIMT_SAME(WarpReduceMaxSync)
SKLINT_SIMT_SAME(WarpReduceMinSync)
SKLINT_SIMT_SAME(WarpShflDownSync)
SKLINT_SIMT_SAME(WarpShflSync)
SKLINT_SIMT_SAME(WarpShflUpSync)
SKLINT_SIMT_SAME(WarpShflXorSync)
SKLINT_SIMT_SAME(Y0)
SKLINT_SIMT_SAME(Y1)
SKLINT_SIMT_SAME(Yn)

}  // namespace Simt
}  // namespace AscendC

#undef SKLINT_SIMT_SAME
#undef SKLINT_SIMT
