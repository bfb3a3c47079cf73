// shmem: memory that the devices of a job share.
#pragma once

#include "kernel_operator.h"

#define SKLINT_SHMEM(Name) \
    template <typename... T, typename... A> ::sklint::Any Name(A &&...);
SKLINT_SHMEM(shmem_barrier_all)
SKLINT_SHMEM(shmem_fence)
SKLINT_SHMEM(shmem_get_mem_nbi)
SKLINT_SHMEM(shmem_mte_get_mem_nbi)
SKLINT_SHMEM(shmem_mte_put_mem_nbi)
SKLINT_SHMEM(shmem_my_pe)
SKLINT_SHMEM(shmem_n_pes)
SKLINT_SHMEM(shmem_put_mem_nbi)
SKLINT_SHMEM(shmem_quiet)
SKLINT_SHMEM(shmemx_barrier_all_vec)
SKLINT_SHMEM(shmemx_signal_op)
SKLINT_SHMEM(shmemx_signal_wait_until)
#undef SKLINT_SHMEM
template <typename... A> __gm__ void *shmem_ptr(A &&...);
