// Raw builtins of the device compiler: bare calls, which no namespace holds.
#ifndef SKLINT_BUILTINS_H
#define SKLINT_BUILTINS_H

#include "vector.h"

#define SKLINT_BUILTIN(Name)                                \
    template <typename... A> ::sklint::Any Name(A &&...);   \
    template <auto V, auto... W, typename... A> ::sklint::Any Name(A &&...);
#define SKLINT_BUILTIN2(A, B) SKLINT_BUILTIN(A) SKLINT_BUILTIN(B)
#define SKLINT_BUILTIN4(A, B, C, D) SKLINT_BUILTIN2(A, B) SKLINT_BUILTIN2(C, D)

inline const int64_t block_idx = 0;
inline const int64_t block_num = 1;
int64_t get_block_idx();
int64_t get_block_num();
int64_t get_subblockid();
int64_t get_subblockdim();
int64_t get_coreid();
int64_t get_task_ration();
uint64_t get_ctrl();
uint64_t get_status();
uint64_t get_arch_ver();
uint64_t get_imm(...);
int64_t get_sys_cnt();
int64_t get_pc();
int64_t get_acc_val();
int64_t get_rsvd_cnt();
int64_t get_max_min_cnt();
int64_t get_vms4_sr();
int64_t get_ar();
int64_t get_condition_flag();
int64_t get_fpc();
int64_t get_lpcnt();
int64_t get_para_base();
int64_t get_data_main_base();
int64_t get_sys_va_base();
int64_t get_l2_vaddr_base();
int64_t get_stack_phy_base();
int64_t get_st_atomic_cfg();
int64_t get_icache_prl_st();
uint64_t get_ffts_base_addr();
uint64_t rtGetC2cCtrlAddr();
uint64_t sbitset0(uint64_t value, int64_t bit);
uint64_t sbitset1(uint64_t value, int64_t bit);
int64_t sff0(uint64_t value);
int64_t sff1(uint64_t value);
int64_t bcnt0(uint64_t value);
int64_t bcnt1(uint64_t value);
int64_t clz(uint64_t value);
int64_t sflbits(int64_t value);
int64_t clock();
template <typename P> uint64_t ld_dev(P, ...);
template <typename T> half conv_f322f16o(T);
int32_t conv_f322s32r(float);
int32_t conv_f322s32a(float);
int32_t conv_f322s32f(float);
int32_t conv_f322s32c(float);
int32_t conv_f322s32z(float);
template <typename To, typename From> To bitcast(From);
SKLINT_HELPER(min)
SKLINT_HELPER(max)
constexpr bool likely(bool condition) { return condition; }
constexpr bool unlikely(bool condition) { return condition; }

// --- moves, matrices, registers, synchronisation
SKLINT_BUILTIN4(copy_cbuf_to_bt, copy_cbuf_to_fbuf, copy_cbuf_to_gm, copy_cbuf_to_gm_align)
SKLINT_BUILTIN4(copy_cbuf_to_ubuf, copy_gm_to_cbuf, copy_gm_to_cbuf_align, copy_gm_to_cbuf_align_v2)
SKLINT_BUILTIN2(copy_gm_to_cbuf_multi_dn2nz, copy_gm_to_cbuf_multi_nd2nz)
SKLINT_BUILTIN2(copy_gm_to_cbuf_multi_nd2nz_b16, copy_gm_to_cbuf_multi_nd2nz_b32s)
SKLINT_BUILTIN4(copy_gm_to_cbuf_multi_nd2nz_b8, copy_gm_to_cbuf_v2, copy_gm_to_ubuf, copy_gm_to_ubuf_align)
SKLINT_BUILTIN2(copy_gm_to_ubuf_align_b16, copy_gm_to_ubuf_align_b32)
SKLINT_BUILTIN4(copy_gm_to_ubuf_align_b8, copy_gm_to_ubuf_align_v2, copy_matrix_cbuf_to_cc, copy_matrix_cc_to_cbuf)
SKLINT_BUILTIN4(copy_matrix_cc_to_gm, copy_matrix_cc_to_ub, copy_matrix_cc_to_ubuf, copy_matrix_ubuf_to_cc)
SKLINT_BUILTIN4(copy_ubuf_to_cbuf, copy_ubuf_to_gm, copy_ubuf_to_gm_align, copy_ubuf_to_gm_align_b16)
SKLINT_BUILTIN4(copy_ubuf_to_gm_align_b32, copy_ubuf_to_gm_align_b8, copy_ubuf_to_gm_align_v2, copy_ubuf_to_ubuf)
SKLINT_BUILTIN4(copy_vector_cc_to_ubuf, copy_vector_ubuf_to_cc, create_ca_matrix, create_ca_matrix_bf16)
SKLINT_BUILTIN4(create_cb_matrix, create_cb_matrix_bf16, create_cbuf_matrix, create_cbuf_matrix_bf16)
SKLINT_BUILTIN4(dc_preload, dcci, dsb, ffts_cross_core_sync)
SKLINT_BUILTIN4(get_cmpmask, hset_flag, hwait_flag, img2col_cbuf_to_ca)
SKLINT_BUILTIN4(img2col_cbuf_to_cb, img2col_cbuf_to_ub, img2colv2_cbuf_to_ca, img2colv2_cbuf_to_cb)
SKLINT_BUILTIN4(img2colv2_cbuf_to_ub, ldva, load_cbuf_to_ca, load_cbuf_to_ca_mx)
SKLINT_BUILTIN4(load_cbuf_to_ca_s4, load_cbuf_to_ca_transpose, load_cbuf_to_cb, load_cbuf_to_cb_mx)
SKLINT_BUILTIN4(load_cbuf_to_cb_s4, load_cbuf_to_cb_sp, load_cbuf_to_cb_transpose, load_gm_to_ca)
SKLINT_BUILTIN4(load_gm_to_ca_2dv2, load_gm_to_cb, load_gm_to_cb_2dv2, load_gm_to_cbuf)
SKLINT_BUILTIN4(load_gm_to_cbuf_2dv2, load_image_to_cbuf, load_unzip_index_from_gm, mad)
SKLINT_BUILTIN4(mad_mx, mad_s4, mad_sp, mem_bar)
SKLINT_BUILTIN4(nd_dma_dci, nddma_out_to_ub_b16, nddma_out_to_ub_b32, nddma_out_to_ub_b8)
SKLINT_BUILTIN4(pipe_barrier, preload, scatter_vnchwconv_b16, scatter_vnchwconv_b32)
SKLINT_BUILTIN4(scatter_vnchwconv_b8, set_atomic_add, set_atomic_bf16, set_atomic_f16)
SKLINT_BUILTIN4(set_atomic_f32, set_atomic_max, set_atomic_min, set_atomic_none)
SKLINT_BUILTIN4(set_atomic_s16, set_atomic_s32, set_atomic_s8, set_channel_para)
SKLINT_BUILTIN4(set_cmpmask, set_condition_flag, set_ctrl, set_data_exp_0)
SKLINT_BUILTIN4(set_data_exp_1, set_data_exp_2, set_data_exp_3, set_deqscale)
SKLINT_BUILTIN4(set_ffts_base_addr, set_flag, set_fmatrix, set_fmatrix_b)
SKLINT_BUILTIN4(set_fpc, set_intra_block, set_l0_set_value_bf16, set_l0_set_value_h)
SKLINT_BUILTIN4(set_l0a_2d, set_l0b_2d, set_l1_2d, set_l1_3d_size)
SKLINT_BUILTIN4(set_l3d_rpt, set_l3d_rpt_b, set_loop3_para, set_lpcnt)
SKLINT_BUILTIN4(set_lrelu_alpha, set_mask_count, set_mask_norm, set_mov_pad_val)
SKLINT_BUILTIN4(set_mte2_nz_para, set_mte2_src_para, set_nd_para, set_padding)
SKLINT_BUILTIN4(set_padding_b, set_pcie_rd_ctrl, set_quant_post, set_quant_pre)
SKLINT_BUILTIN4(set_relu_alpha, set_st_atomic_cfg, set_va_reg_sb, set_vector_mask)
SKLINT_BUILTIN4(sprclr, st_dev, trap, wait_flag)
SKLINT_BUILTIN4(wait_flag_dev, wait_intra_block, get_buf, rls_buf)
SKLINT_BUILTIN4(set_loop_size_outtoub, set_loop1_stride_outtoub, set_loop2_stride_outtoub, set_loop_size_ubtoout)
SKLINT_BUILTIN4(set_loop1_stride_ubtoout, set_loop2_stride_ubtoout, set_loop_size_outtol1, set_loop1_stride_outtol1)
SKLINT_BUILTIN4(set_loop2_stride_outtol1, set_pad_val_outtoub, set_pad_val_outtol1, __builtin_cce_dcci)
SKLINT_BUILTIN2(__sync_alias_begin, icache_preload)
SKLINT_BUILTIN(copy_data_align64)

// --- vector instructions
SKLINT_BUILTIN4(v4dtrans, vabs, vadd, vadddeqrelu)
SKLINT_BUILTIN4(vaddrelu, vaddreluconv_f162s8, vaddreluconv_f322f16, vaddreluconv_s162s8)
SKLINT_BUILTIN4(vadds, vand, vaxpy, vbitsort)
SKLINT_BUILTIN4(vbrcb, vcadd, vcgadd, vcgmax)
SKLINT_BUILTIN4(vcgmin, vcmax, vcmin, vcmp_eq)
SKLINT_BUILTIN4(vcmp_ge, vcmp_gt, vcmp_le, vcmp_lt)
SKLINT_BUILTIN4(vcmp_ne, vcmpv_eq, vcmpv_ge, vcmpv_gt)
SKLINT_BUILTIN4(vcmpv_le, vcmpv_lt, vcmpv_ne, vcmpvs_eq)
SKLINT_BUILTIN4(vcmpvs_ge, vcmpvs_gt, vcmpvs_le, vcmpvs_lt)
SKLINT_BUILTIN4(vcmpvs_ne, vconcat, vcopy, vcpadd)
SKLINT_BUILTIN4(vector_dup, vdiv, vdup, vexp)
SKLINT_BUILTIN4(vextract, vgather, vgatherb, vld_va_reg)
SKLINT_BUILTIN4(vln, vlrelu, vmadd, vmaddrelu)
SKLINT_BUILTIN4(vmax, vmaxs, vmin, vmins)
SKLINT_BUILTIN4(vmla, vmov, vmrgsort4, vmul)
SKLINT_BUILTIN4(vmulconv_f162s8, vmulconv_f162u8, vmuls, vnchwconv_b16)
SKLINT_BUILTIN4(vnchwconv_b32, vnchwconv_b8, vnot, vor)
SKLINT_BUILTIN4(vpadding, vrec, vreduce, vreducev2)
SKLINT_BUILTIN4(vrelu, vrsqrt, vscatter, vsel)
SKLINT_BUILTIN4(vshl, vshr, vsqrt, vsub)
SKLINT_BUILTIN4(vsubrelu, vsubreluconv_f162s8, vsubreluconv_f322f16, vsubreluconv_s162s8)
SKLINT_BUILTIN4(vtranspose, vtrc, vxor, vconv_deq)
SKLINT_BUILTIN2(vconv_deqs162b8, vconv_vdeqs162b8)

// --- conversions; the last letter is the rounding
SKLINT_BUILTIN4(vconv_bf162f32, vconv_bf162s32a, vconv_bf162s32c, vconv_bf162s32f)
SKLINT_BUILTIN4(vconv_bf162s32o, vconv_bf162s32r, vconv_bf162s32z, vconv_f162f32)
SKLINT_BUILTIN4(vconv_f162s16a, vconv_f162s16c, vconv_f162s16f, vconv_f162s16o)
SKLINT_BUILTIN4(vconv_f162s16r, vconv_f162s16z, vconv_f162s32a, vconv_f162s32c)
SKLINT_BUILTIN4(vconv_f162s32f, vconv_f162s32o, vconv_f162s32r, vconv_f162s32z)
SKLINT_BUILTIN4(vconv_f162s4, vconv_f162s4a, vconv_f162s4c, vconv_f162s4f)
SKLINT_BUILTIN4(vconv_f162s4o, vconv_f162s4r, vconv_f162s4z, vconv_f162s8)
SKLINT_BUILTIN4(vconv_f162s8a, vconv_f162s8c, vconv_f162s8f, vconv_f162s8o)
SKLINT_BUILTIN4(vconv_f162s8r, vconv_f162s8z, vconv_f162u8, vconv_f162u8a)
SKLINT_BUILTIN4(vconv_f162u8c, vconv_f162u8f, vconv_f162u8o, vconv_f162u8r)
SKLINT_BUILTIN4(vconv_f162u8z, vconv_f322bf16a, vconv_f322bf16c, vconv_f322bf16f)
SKLINT_BUILTIN4(vconv_f322bf16o, vconv_f322bf16r, vconv_f322bf16z, vconv_f322f16)
SKLINT_BUILTIN4(vconv_f322f16a, vconv_f322f16c, vconv_f322f16f, vconv_f322f16o)
SKLINT_BUILTIN4(vconv_f322f16r, vconv_f322f16z, vconv_f322f32a, vconv_f322f32c)
SKLINT_BUILTIN4(vconv_f322f32f, vconv_f322f32o, vconv_f322f32r, vconv_f322f32z)
SKLINT_BUILTIN4(vconv_f322s16a, vconv_f322s16c, vconv_f322s16f, vconv_f322s16o)
SKLINT_BUILTIN4(vconv_f322s16r, vconv_f322s16z, vconv_f322s32a, vconv_f322s32c)
SKLINT_BUILTIN4(vconv_f322s32f, vconv_f322s32o, vconv_f322s32r, vconv_f322s32z)
SKLINT_BUILTIN4(vconv_f322s64a, vconv_f322s64c, vconv_f322s64f, vconv_f322s64o)
SKLINT_BUILTIN4(vconv_f322s64r, vconv_f322s64z, vconv_s162f16, vconv_s162f16a)
SKLINT_BUILTIN4(vconv_s162f16c, vconv_s162f16f, vconv_s162f16o, vconv_s162f16r)
SKLINT_BUILTIN4(vconv_s162f16z, vconv_s162f32, vconv_s322f32, vconv_s322f32a)
SKLINT_BUILTIN4(vconv_s322f32c, vconv_s322f32f, vconv_s322f32o, vconv_s322f32r)
SKLINT_BUILTIN4(vconv_s322f32z, vconv_s322s16, vconv_s322s64, vconv_s42f16)
SKLINT_BUILTIN4(vconv_s642f32a, vconv_s642f32c, vconv_s642f32f, vconv_s642f32o)
SKLINT_BUILTIN4(vconv_s642f32r, vconv_s642f32z, vconv_s642s32, vconv_s82f16)
SKLINT_BUILTIN(vconv_u82f16)

#endif
