// Kernel keywords as attributes that the parser reads back; the address space of GM keeps its pointers apart.
#ifndef SKLINT_KEYWORDS_H
#define SKLINT_KEYWORDS_H

#define SKLINT_TEXT_(x) #x
#define SKLINT_TEXT(x) SKLINT_TEXT_(x)
#define SKLINT_JOIN_(a, b) a##b
#define SKLINT_JOIN(a, b) SKLINT_JOIN_(a, b)
#define SKLINT_UNIQUE(stem) SKLINT_JOIN(stem, __COUNTER__)

#define __aicore__ __attribute__((annotate("aicore")))
#define __global__ __attribute__((annotate("global")))
#define __vector__ __attribute__((annotate("vector")))
#define __cube__ __attribute__((annotate("cube")))
#define __mix__(cube, vector) __attribute__((annotate("mix(" SKLINT_TEXT(cube) "," SKLINT_TEXT(vector) ")")))
#define __schedmode__(mode) __attribute__((annotate("schedmode(" SKLINT_TEXT(mode) ")")))
#define __sk__ __attribute__((annotate("sk")))
#define __simt_vf__ __attribute__((annotate("simt_vf")))
#define __simt_callee__ __attribute__((annotate("simt_callee")))
#define __simd_vf__ __attribute__((annotate("simd_vf")))
#define __simd_callee__ __attribute__((annotate("simd_callee")))
#define __vf__ __attribute__((annotate("simd_vf")))
#define __launch_bounds__(...)
#define LAUNCH_BOUND(...)

#define __gm__ __attribute__((address_space(1)))
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __ssbuf__
#define __local_mem__
#define __biasbuf__
#define __tiling_data_ptr__

#define __inout_pipe__(pipe)
#define __in_pipe__(pipe)
#define __out_pipe__(pipe)
#define __sync_alias__
#define __sync_noalias__
#define __check_sync_alias__
#define __sync_out__
#define __sync_in__
#define __host_aicore__
#define __inline__ inline
#define __force_inline__ inline
#define __forceinline__ inline
#define __no_simd_vf_fusion__
#define __BLOCK_LOCAL__
#define __host__
#define __device__

#define GM_ADDR __gm__ unsigned char *
#define ASCEND_IS_AIV (::sklint::is_aiv())
#define ASCEND_IS_AIC (::sklint::is_aic())
#define ASCEND_IS_NOT_AIV (!::sklint::is_aiv())
#define ASCEND_IS_NOT_AIC (!::sklint::is_aic())

#ifndef __CCE_AICORE__
#if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510
#define __CCE_AICORE__ 310
#else
#define __CCE_AICORE__ 220
#endif
#endif

#endif
