// SIMT: groups of threads that synchronise and exchange values.
#pragma once

#include "kernel_operator.h"

#include "../sklint_a5/simt_functions.h"

namespace cooperative_groups {

struct thread_group {
    unsigned long long size() const;
    unsigned long long num_threads() const;
    unsigned long long thread_rank() const;
    unsigned int meta_group_size() const;
    unsigned int meta_group_rank() const;
    void sync() const;
    unsigned int ballot(int) const;
    int any(int) const;
    int all(int) const;
    template <typename T, typename... A> T shfl(T, A...) const;
    template <typename T, typename... A> T shfl_down(T, A...) const;
    template <typename T, typename... A> T shfl_up(T, A...) const;
    template <typename T, typename... A> T shfl_xor(T, A...) const;
};
struct thread_block : thread_group {
    static dim3 group_index();
    static dim3 thread_index();
    static dim3 dim_threads();
    static dim3 group_dim();
};
struct coalesced_group : thread_group {};
template <unsigned int Size, typename Parent = void> struct thread_block_tile : thread_group {};
template <unsigned int MaximumSize = 1024> struct block_tile_memory {};

template <typename... A> thread_block this_thread_block(A &&...);
coalesced_group coalesced_threads();
thread_group tiled_partition(const thread_group &parent, unsigned int size);
template <unsigned int Size, typename Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent &);
template <typename G> coalesced_group binary_partition(const G &, bool);
template <typename G> void sync(const G &);
template <typename G, typename T, typename F> T reduce(const G &, T, F);

}  // namespace cooperative_groups
