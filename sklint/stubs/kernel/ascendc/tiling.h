// How a kernel gets its tiling data, its key and its type.
#ifndef SKLINT_TILING_H
#define SKLINT_TILING_H

#include "any.h"
#include "enums.h"
#include "keywords.h"

// An object, so that `#if TILING_KEY_VAR == 0` reads the name as 0.
inline constexpr unsigned long long TILING_KEY_VAR = 0;
extern unsigned long long g_tilingKey;

#define REGISTER_TILING_DEFAULT(T) [[maybe_unused]] static constexpr ::sklint::TilingOf<T> sklint_tiling_of{}
#define REGISTER_TILING_FOR_TILINGKEY(...) static_assert(true, "")
#define REGISTER_NONE_TILING static_assert(true, "")
#define SKLINT_TILING_HERE decltype(sklint_tiling_of(::sklint::Here{}))
#define GET_TILING_DATA(td, tiling) auto td = ::sklint::tiling_data<SKLINT_TILING_HERE>(tiling)
// For the front end to put in its place where there is neither: the call and its argument stay in the tree.
#define SKLINT_GET_UNKNOWN_TILING_DATA(td, tiling) auto td = sklint_tiling_data(tiling)
#define GET_TILING_DATA_WITH_STRUCT(T, td, tiling) T td = ::sklint::tiling_data<T>(tiling)
#define GET_TILING_DATA_MEMBER(T, member, var, tiling) auto var = ::sklint::tiling_data<T>(tiling).member
#define GET_TILING_DATA_PTR_WITH_STRUCT(T, td, tiling) T *td = ::sklint::tiling_data_pointer<T>(tiling)
#define GET_TILING_DATA_MEMBER_ADDR(T, member, var, tiling) \
    __gm__ auto *var = ::sklint::gm_address(::sklint::tiling_data_pointer<T>(tiling)->member)
#define COPY_TILING_WITH_STRUCT(T, source, td) T *td = ::sklint::tiling_data_pointer<T>(source)
#define COPY_TILING_WITH_ARRAY(T, count, source, td) auto td = ::sklint::tiling_data_pointer<T[count]>(source)
#define COPY_TILING_WITH_STRUCT_ARRAY(T, source, td) T *td = ::sklint::tiling_data_pointer<T>(source)
namespace sklint {
template <typename T> __gm__ T *gm_address(T &);
}

#define TILING_KEY_IS(key) (::sklint::tiling_key_is(key))
#define TILING_KEY_LIST(...) (::sklint::tiling_key_in(__VA_ARGS__))
#define SET_TILING_KEY(...) static_assert(true, "")
// What they tell is for the operator's build, and nothing runs.
#define ENABLE_FEATURE_FOR_COMPILE(...) static_assert(true, "")
#define ENABLE_DETERMINISTIC() static_assert(true, "")
#define KERNEL_TASK_TYPE_DEFAULT(type)                                                     \
    [[maybe_unused]] static const int SKLINT_UNIQUE(sklint_task_type_) = ::sklint::kernel_task_type(type)
#define KERNEL_TASK_TYPE(key, type)                                                        \
    [[maybe_unused]] static const int SKLINT_UNIQUE(sklint_task_type_) = ::sklint::kernel_task_type_keyed(key, type)
namespace sk {
struct SkSystemArgs {
    uint16_t skBlockIdx;
    uint16_t skNumBlocks;

    uint16_t SkGetBlockIdx();
    uint16_t SkGetNumBlocks();
};
}  // namespace sk

#define SK_BIND(...) \
    [[maybe_unused]] static const int SKLINT_UNIQUE(sklint_bind_) = ::sklint::sk_bind(__VA_ARGS__)
// The registration may leave the function that it stands in: on which kind of core, ASCENDC_CUBE_ONLY decides, so its
// expansion is part of the name. One statement with an `else` of its own, so that an `else` behind it stays the user's.
#define REGIST_CUBE_OBJ(pipe, workspace, ...)                                                                  \
    if (::sklint::SKLINT_JOIN(regist_matmul_obj_, ASCENDC_CUBE_ONLY)(pipe, workspace, __VA_ARGS__)) return;  \
    else static_cast<void>(0)
#define REGIST_MATMUL_OBJ(...) REGIST_CUBE_OBJ(__VA_ARGS__)
#define REGIST_MATMUL_OBJ_STATIC(...) REGIST_CUBE_OBJ(__VA_ARGS__)

// Template keys: what is declared gives the order of a kernel's template arguments and the bits that a key has for
// each, what is selected their values.
// People end these lists with a comma, too. Each begins with a nought, as a list of one is read as what is in it.
// Which data types and formats there are, is not asked.
#define ASCENDC_TPL_ARGS_DECL(op, ...) \
    [[maybe_unused]] static const ::sklint::Declared SKLINT_UNIQUE(sklint_declared_){0, __VA_ARGS__};
#define ASCENDC_TPL_SEL(...) \
    [[maybe_unused]] static const ::sklint::Selections SKLINT_UNIQUE(sklint_selections_){0, __VA_ARGS__};
#define ASCENDC_TPL_SEL_PARAM(...)
#define ASCENDC_TPL_ARGS_SEL(...) ::sklint::Selection{0, __VA_ARGS__}
#define ASCENDC_TPL_DTYPE_DECL(name, ...) ::sklint::Parameter{#name, 8}
#define ASCENDC_TPL_DTYPE_SEL(name, ...) 0
#define ASCENDC_TPL_DATATYPE_DECL(name, ...) ::sklint::Parameter{#name, 8}
#define ASCENDC_TPL_DATATYPE_SEL(name, ...) 0
#define ASCENDC_TPL_FORMAT_DECL(name, ...) ::sklint::Parameter{#name, 8}
#define ASCENDC_TPL_FORMAT_SEL(name, ...) 0
#define ASCENDC_TPL_UINT_DECL(name, ...) ::sklint::Parameter{#name, __VA_ARGS__}
#define ASCENDC_TPL_UINT_SEL(name, ...) ::sklint::Numbers{#name, __VA_ARGS__}
#define ASCENDC_TPL_BOOL_DECL(name, ...) ::sklint::Parameter{#name, 1}
#define ASCENDC_TPL_BOOL_SEL(name, ...) ::sklint::Numbers{#name, ASCENDC_TPL_UI_LIST, __VA_ARGS__}
#define ASCENDC_TPL_KERNEL_TYPE_DECL(...) 0
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) ::sklint::KernelType{0, __VA_ARGS__}
#define ASCENDC_TPL_DETERMINISTIC_DECL(...) 0
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) 0
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) 0
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(...) 0
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2
#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_3_BW 3
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8
#define ASCENDC_TPL_16_BW 16
#define ASCENDC_TPL_32_BW 32
#define ASCENDC_TPL_AIV_ONLY KERNEL_TYPE_AIV_ONLY
#define ASCENDC_TPL_AIC_ONLY KERNEL_TYPE_AIC_ONLY
#define ASCENDC_TPL_MIX_AIC_1_0 KERNEL_TYPE_MIX_AIC_1_0
#define ASCENDC_TPL_MIX_AIV_1_0 KERNEL_TYPE_MIX_AIV_1_0
#define ASCENDC_TPL_MIX_AIC_1_1 KERNEL_TYPE_MIX_AIC_1_1
#define ASCENDC_TPL_MIX_AIC_1_2 KERNEL_TYPE_MIX_AIC_1_2
#define ASCENDC_TPL_INPUT(...) 0
#define ASCENDC_TPL_OUTPUT(...) 0
#define GET_TPL_TILING_KEY(...) 0
enum { C_DT_FLOAT, C_DT_FLOAT16, C_DT_INT8, C_DT_INT32, C_DT_UINT8, C_DT_INT16 = 6, C_DT_UINT16, C_DT_UINT32,
    C_DT_INT64,
       C_DT_UINT64, C_DT_DOUBLE, C_DT_BOOL, C_DT_STRING, C_DT_COMPLEX64 = 16, C_DT_COMPLEX128, C_DT_BF16 = 27,
           C_DT_INT4 = 29,
       C_DT_UINT1, C_DT_COMPLEX32 = 33, C_DT_HIFLOAT8, C_DT_FLOAT8_E5M2, C_DT_FLOAT8_E4M3FN, C_DT_FLOAT8_E8M0,
       C_DT_FLOAT6_E3M2, C_DT_FLOAT6_E2M3, C_DT_FLOAT4_E2M1, C_DT_FLOAT4_E1M2 };
enum { C_FORMAT_NCHW, C_FORMAT_NHWC, C_FORMAT_ND, C_FORMAT_NC1HWC0, C_FORMAT_FRACTAL_Z, C_FORMAT_FRACTAL_NZ = 29,
       C_FORMAT_NCDHW = 30, C_FORMAT_NDC1HWC0 = 32, C_FORMAT_FRACTAL_Z_3D = 33 };

#endif
