"""The A2/A3 stubs accept what kernels write, keep the calls the walk asks for,
and compute what `if constexpr` asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

STUBS = Path(__file__).parents[2] / "sklint" / "stubs"
KERNEL = STUBS / "kernel"
FLAGS = ("-xc++", "-std=c++17", "-nostdinc", "-ferror-limit=0", f"-I{KERNEL}", f"-I{STUBS / 'cpp'}")
OPEN = '#include "kernel_operator.h"\nusing namespace AscendC;\n'
ERROR = 3
LIBRARY = sorted(path.name for path in (STUBS / "cpp").iterdir() if path.is_file())


def parse(source: str, *flags: str, architecture: int = 2201) -> TranslationUnit:
    return Index.create().parse(
        "kernel.cpp",
        args=[*FLAGS, f"-D__NPU_ARCH__={architecture}", *flags],
        unsaved_files=[("kernel.cpp", source)],
        options=0x202,
    )


def errors(source: str, *flags: str) -> list[str]:
    return [f"{d.location.line}: {d.spelling}" for d in parse(source, *flags).diagnostics if d.severity >= ERROR]


def body_errors(body: str, before: str = "") -> list[str]:
    return errors(f"{OPEN}{before}\n__aicore__ inline void body(GM_ADDR gm, GM_ADDR tiling) {{\n{body}\n}}\n")


def user_cursors(source: str) -> Iterator[Cursor]:
    for top in parse(source).cursor.get_children():
        if top.location.file is not None and top.location.file.name == "kernel.cpp":
            yield from top.walk_preorder()


def calls(source: str) -> list[str]:
    return [c.spelling for c in user_cursors(source) if c.kind is CursorKind.CALL_EXPR and c.spelling]


def annotation_texts(source: str) -> list[str]:
    return [c.spelling for c in user_cursors(source) if c.kind is CursorKind.ANNOTATE_ATTR]


# ------------------------------------------------------------------------------------------------- the headers


@pytest.mark.parametrize("header", LIBRARY)
def test_each_header_of_the_library_stands_alone(header: str) -> None:
    assert errors(f"#include <{header}>\n") == []


@pytest.mark.parametrize("header", sorted(path.name for path in (KERNEL / "ascendc").glob("*.h")))
def test_each_header_of_the_kernel_api_stands_alone(header: str) -> None:
    assert errors(f'#include "ascendc/{header}"\n') == []


def test_every_header_leads_to_declarations_without_errors() -> None:
    names = sorted(
        path.relative_to(KERNEL).as_posix()
        for path in KERNEL.rglob("*.h")
        if "a5" not in path.relative_to(KERNEL).parts
    )
    assert len(names) > 80
    assert errors("".join(f'#include "{name}"\n' for name in names)) == []
    for name in names:
        first = (KERNEL / name).read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith(("//", "#include")), name


# ------------------------------------------------------------------------------------------- keywords, contracts


def test_keywords_become_annotations_with_their_arguments() -> None:
    source = (
        OPEN
        + """
#define CUBES 1
extern "C" __global__ __aicore__ __mix__(CUBES, 2) __schedmode__(1) void mixed(GM_ADDR x);
template <int mode> __global__ __aicore__ __vector__ void alone(GM_ADDR x) {}
__sk__ __aicore__ __cube__ void bound(GM_ADDR x);
__simt_vf__ __aicore__ LAUNCH_BOUND(512) inline void threads(__gm__ float *x) {}
"""
    )
    assert errors(source) == []
    assert annotation_texts(source) == [
        *("global", "aicore", "mix(1,2)", "schedmode(1)"),
        *("global", "aicore", "vector"),
        *("sk", "aicore", "cube"),
        *("simt_vf", "aicore"),
    ]


def test_global_memory_has_an_address_space_of_its_own() -> None:
    assert errors(OPEN + "void f(__gm__ int *p) {} void g(int *q) { f(q); }\n") != []
    assert errors(OPEN + "void f(__gm__ int *p) {} void f(int *p) {} void g(__gm__ int *q) { f(q); }\n") == []


def test_kind_macros_are_calls_that_need_no_parentheses() -> None:
    source = (
        OPEN
        + """
void f() {
    if ASCEND_IS_AIV {
        SyncAll();
    } else if constexpr (ASCEND_IS_AIC) {
        SyncAll<false>();
    }
}
"""
    )
    assert errors(source) == []
    assert calls(source) == ["is_aiv", "SyncAll", "is_aic", "SyncAll"]


def test_kernel_types_can_be_declared_anywhere() -> None:
    source = (
        OPEN
        + """
KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
struct Operation {
    void Process() { KERNEL_TASK_TYPE(7, KERNEL_TYPE_MIX_AIC_1_2); KERNEL_TASK_TYPE(8, KERNEL_TYPE_MIX_AIC_1_1); }
};
"""
    )
    assert errors(source) == []
    assert calls(source) == ["kernel_task_type", "kernel_task_type_keyed", "kernel_task_type_keyed"]


def test_tiling_keys_and_matmul_registration_stay_visible() -> None:
    source = (
        OPEN
        + """
extern "C" __global__ __aicore__ void kernel(GM_ADDR workspace) {
    TPipe pipe;
    Matmul<MatmulType<TPosition::GM, CubeFormat::ND, half>, MatmulType<TPosition::GM, CubeFormat::ND, half, true>,
           MatmulType<TPosition::GM, CubeFormat::ND, float>> mm;
    TCubeTiling cube;
    if (TILING_KEY_IS(10000000000000000001UL)) {
        REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm, &cube);
    } else if (TILING_KEY_LIST(2, 3)) {
    }
}
"""
    )
    assert errors(source) == []
    assert [
        name
        for name in calls(source)
        if name in ("tiling_key_is", "regist_matmul_obj_ASCENDC_CUBE_ONLY", "tiling_key_in")
    ] == [
        "tiling_key_is",
        "regist_matmul_obj_ASCENDC_CUBE_ONLY",
        "tiling_key_in",
    ]


@pytest.mark.parametrize(
    "declaration",
    ["REGISTER_TILING_DEFAULT(Local); GET_TILING_DATA(td, tiling);", "GET_TILING_DATA_WITH_STRUCT(Local, td, tiling);"],
)
def test_tiling_data_has_the_fields_of_its_struct(declaration: str) -> None:
    struct = "struct Local { uint32_t rows; TCubeTiling cube; };"
    assert body_errors(f"{declaration} uint32_t n = td.rows; const Local *p = &td; p->cube;", struct) == []
    assert body_errors(f"{declaration} td.columns;", struct) == ["5: no member named 'columns' in 'Local'"]


def test_a_default_struct_can_be_registered_at_namespace_scope() -> None:
    before = "struct Local { uint32_t rows; };\nREGISTER_TILING_DEFAULT(Local);"
    assert body_errors("GET_TILING_DATA(td, tiling); td.rows;", before) == []


@pytest.mark.parametrize(
    "front_end", ["", "#undef GET_TILING_DATA\n#define GET_TILING_DATA SKLINT_GET_UNKNOWN_TILING_DATA"]
)
def test_tiling_data_of_an_unknown_struct_costs_its_declaration_and_no_other_statement(front_end: str) -> None:
    source = f"""{OPEN}{front_end}
void use(int rows, const int *parts);
extern "C" __global__ __aicore__ void kernel(GM_ADDR tiling) {{
    GET_TILING_DATA(td, tiling);
    use(td.rows + td.inner.columns, &td.parts[3]);
    if (td.rows == 0) {{ SyncAll(); return; }}
}}
"""
    (error,) = errors(source)
    assert "use of undeclared identifier 'sklint_tiling_" in error
    assert "SyncAll" in calls(source)
    written = [c for c in user_cursors(source) if c.kind is CursorKind.MEMBER_REF_EXPR]
    assert len(written) == 5


def test_a_member_of_the_tiling_data_can_be_taken_alone() -> None:
    before = "struct Local { uint32_t rows; uint32_t parts[8]; };"
    body = """
    GET_TILING_DATA_MEMBER(Local, rows, rows, tiling);
    GET_TILING_DATA_MEMBER_ADDR(Local, parts, parts, tiling);
    GET_TILING_DATA_PTR_WITH_STRUCT(Local, all, tiling);
    uint32_t sum = rows + all->rows;"""
    assert body_errors(body, before) == []


def test_template_keys_disappear_from_the_kernel() -> None:
    source = (
        OPEN
        + """
ASCENDC_TPL_ARGS_DECL(Op, ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, 0, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, 0, 1)));
template <uint32_t MODE> __global__ __aicore__ void op(GM_ADDR x) { if constexpr (MODE == 1) { SyncAll(); } }
"""
    )
    assert errors(source) == []


# -------------------------------------------------------------------------------------------------- the basic API


def test_every_way_to_wait_for_other_cores_resolves() -> None:
    body = """
    GlobalTensor<int32_t> place; LocalTensor<int32_t> words;
    SyncAll(); SyncAll<true>(); AscendC::SyncAll<false>(); SyncAll(place, words); SyncAll(place, words, 8);
    IBSet(place, words, 1, 0); IBWait<false>(place, words, 1, 0);
    CrossCoreSetFlag<0x2, PIPE_FIX>(3); CrossCoreWaitFlag(3); CrossCoreWaitFlag<2, PIPE_V>(3);
    ffts_cross_core_sync(PIPE_MTE3, 0x21); wait_flag_dev(1);
    SetNextTaskStart(); WaitPreTaskEnd();"""
    assert body_errors(body) == []


def test_a_soft_barrier_takes_its_workspaces_in_order() -> None:
    assert body_errors("GlobalTensor<int32_t> g; LocalTensor<int32_t> l; SyncAll(l, g);") != []


def test_pipes_queues_and_buffers_have_their_members() -> None:
    body = """
    TPipe pipe;
    TQue<QuePosition::VECIN, 2> in; TQue<TPosition::VECOUT, 1, 0> out; TBuf<> scratch; TBuf<TPosition::A1> left;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> both; TQueSync<PIPE_S, PIPE_V> sync;
    TBufPool<TPosition::VECCALC> pool;
    TSCM<TPosition::VECIN, 1> shared;
    pipe.InitBuffer(in, 2, 1024); pipe.InitBuffer(scratch, 512); pipe.InitBufPool(pool, 4096);
    pool.InitBuffer(out, 1, 64);
    LocalTensor<float> x = in.AllocTensor<float>();
    in.EnQue(x); in.EnQue<TPosition::GM, TPosition::VECIN, float>(x); x = in.DeQue<float>(); in.FreeTensor(x);
    LocalTensor<half> y = scratch.Get<half>(16)[8].ReinterpretCast<half>();
    TEventID event = GetTPipePtr()->FetchEventID(HardEvent::MTE2_V); sync.SetFlag(event); sync.WaitFlag(event);
    SetFlag<HardEvent::MTE2_V>(event); WaitFlag<HardEvent::MTE2_V>(EVENT_ID0); PipeBarrier<PIPE_ALL>();
    event = static_cast<TEventID>(pipe.AllocEventID<HardEvent::V_S>()); pipe.ReleaseEventID<HardEvent::V_S>(event);
    y.SetValue(0, half(1)); float v = x.GetValue(3) + x(4); x = x + x;
    pipe.Reset(); pipe.Destroy(); pipe.Init();"""
    assert body_errors(body) == []


def test_global_tensors_keep_the_address_space() -> None:
    body = """
    GlobalTensor<int64_t> g; g.SetGlobalBuffer((__gm__ int64_t *)gm + 8, 16);
    g.SetGlobalBuffer(reinterpret_cast<__gm__ int64_t *>(gm));
    int64_t first = g.GetValue(0) + g(1); g(2) = first; g.SetValue(3, first);
    __gm__ int64_t *p = const_cast<__gm__ int64_t *>(g[4].GetPhyAddr());
    DataCacheCleanAndInvalid<int64_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(g);
    dcci(p, SINGLE_CACHE_LINE, CACHELINE_OUT); dcci((__gm__ void *)p, cache_line_t::ENTIRE_DATA_CACHE);
    ListTensorDesc list((__gm__ void *)gm); TensorDesc<half> desc; list.GetDesc(desc, 1);
    __gm__ half *q = list.GetDataPtr<half>(0);"""
    assert body_errors(body) == []


def test_arguments_in_braces_are_accepted_with_and_without_template_arguments() -> None:
    body = """
    LocalTensor<float> a, b; GlobalTensor<float> g; uint32_t n = 4;
    DataCopy(a, g, {1, 2, 0, 0}); DataCopyPad(a, g, {1, n, 0, 0, 0}, {false, 0, 0, 0});
    DataCopyPad<float>(g, a, {1, n, 0, 0, 0});
    Add(a, a, b, 64, 1, {1, 1, 1, 8, 8, 8}); Copy<float, false>(a, b, MASK_PLACEHOLDER, 2, {1, 1, 8, 8});
    Brcb(a, b, 2, {1, 8});
    Cast<float, float, false>(a, b, RoundMode::CAST_RINT, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});"""
    assert body_errors(body) == []


def test_api_templates_take_any_mix_of_explicit_arguments() -> None:
    body = """
    LocalTensor<float> a; LocalTensor<int32_t> i; LocalTensor<uint8_t> t; GlobalTensor<float> g;
    ReduceMax<float>(a, a, a, 64, true); WholeReduceSum<float, false>(a, a, MASK_PLACEHOLDER, 1, 1, 1, 8);
    Duplicate<float>(a, 0.0f, 8);
    Sort<float, true>(a, a, i.ReinterpretCast<uint32_t>(), a, 4); Gather(a, a, i.ReinterpretCast<uint32_t>(), 0, 8);
    Compare(t, a, a, CMPMODE::LT, 64); Select(a, t, a, 1.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
    Exp<float, 5, false>(a, a, 8); Sigmoid<float, false>(a, a, t, 8); SetAtomicAdd<float>(); SetAtomicNone();
    Fixpipe<float, float, CFG_ROW_MAJOR>(g, a, FixpipeParamsV220{});
    GatherMask(a, a, 1, false, 0, {1, 1, 8, 0}, *(uint64_t *)nullptr);"""
    assert body_errors(body) == []


def test_an_explicit_type_decides_alone_and_numbers_stay_numbers() -> None:
    before = "template <typename T> T larger(T a, T b) { return a < b ? b : a; }"
    body = """
    SetLoadDataPaddingValue<uint64_t>((uint64_t)0); Duplicate<half>(LocalTensor<half>(), half(0), 8);
    uint32_t blocks = larger(Ceil(7U, 2U), 4U);
    uint64_t address = larger(LocalTensor<half>().GetPhyAddr(), (uint64_t)1);
    int64_t core = larger(GetBlockIdx(), GetBlockNum()); core = larger(get_block_idx(), (int64_t)block_idx);"""
    assert body_errors(body, before) == []


def test_vector_functions_serve_as_template_arguments() -> None:
    before = """
template <typename T> using Binary = void(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &,
    const int32_t &);
template <typename T> using Unary = void(const LocalTensor<T> &, const LocalTensor<T> &, const uint32_t);
template <typename T, Binary<T> *first, Unary<T> *second> struct Chain {};"""
    assert body_errors("Chain<float, Mul, Cos> chain; Chain<half, AscendC::Add, AscendC::Tanh> other;", before) == []


def test_a_function_of_the_kernel_beats_the_helper_of_the_same_name() -> None:
    source = (
        OPEN
        + """
__aicore__ inline int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
uint32_t f(uint32_t a, int32_t b) { return CeilDiv(a, b); }
"""
    )
    assert errors(source) == []
    (called,) = [c for c in user_cursors(source) if c.kind is CursorKind.CALL_EXPR and c.spelling == "CeilDiv"]
    assert called.referenced.location.file.name == "kernel.cpp"


def test_a_mistake_is_still_an_error() -> None:
    assert body_errors("TPipe pipe; pipe.Flush();") == ["5: no member named 'Flush' in 'AscendC::TPipe'"]
    assert body_errors("PipeBarrier<1000>();") != []


# --------------------------------------------------------------------------------------------- matmul, collectives


def test_matmul_objects_take_policies_and_callbacks_of_the_kernel() -> None:
    before = """
template <const auto &MM_CFG, typename IMPL, typename A, typename B, typename C, typename BIAS>
struct OwnPolicy : AscendC::Impl::Detail::MatmulPolicy<MM_CFG, IMPL, A, B, C, BIAS> {};
using X = matmul::MatmulType<TPosition::GM, CubeFormat::ND, bfloat16_t>;
constexpr MatmulConfig CUSTOM = GetNormalConfig();
void copyOut(const __gm__ void *gm, const LocalTensor<int8_t> &co1, const void *params, const uint64_t tiling,
    const uint64_t data) {}"""
    body = """
    matmul::MatmulImpl<X, X, X, X, CUSTOM, MatmulCallBackFunc<copyOut>, OwnPolicy> own;
    AscendC::Matmul<X, X, X> plain;
    GlobalTensor<bfloat16_t> g; TCubeTiling tiling2; own.Init(&tiling2); own.SetTensorA(g, true);
    own.SetTensorB(g[4]);
    own.template IterateAll<false>(g, 1); while (plain.Iterate()) { plain.GetTensorC(g); } own.WaitIterateAll();
    own.End();"""
    assert body_errors(body, before) == []


def test_collectives_return_handles() -> None:
    body = """
    Hccl<HcclServerType::HCCL_SERVER_TYPE_AICPU> hccl; Mc2InitTiling init;
    hccl.Init(GetHcclContext<HCCL_GROUP_ID_0>(), &init);
    HcclHandle handle = hccl.AllGather<true>(gm, gm, 16, HcclDataType::HCCL_DATA_TYPE_FP16, 0); hccl.Wait(handle);
    hccl.Finalize();"""
    assert body_errors(body) == []


# ------------------------------------------------------------------------------------------------ the C++ library


@pytest.mark.parametrize("namespace", ["std", "AscendC::Std"])
def test_type_traits_compute(namespace: str) -> None:
    source = (
        OPEN
        + f"""
namespace traits = {namespace};
static_assert(traits::is_same<traits::conditional_t<sizeof(half) == 2, half, float>, half>::value);
static_assert(traits::is_same_v<traits::remove_reference_t<int &>, int> && !traits::is_same<half, bfloat16_t>::value);
static_assert(traits::is_integral_v<uint8_t> && traits::is_floating_point<float>::value
    && !traits::is_signed_v<uint16_t>);
static_assert(traits::tuple_size<traits::tuple<int, float>>::value == 2);
static_assert(traits::is_same_v<traits::tuple_element<1, traits::tuple<int, float>>::type, float>);
template <typename T, traits::enable_if_t<traits::is_integral_v<T>, bool> = true> constexpr int kind(T) {{ return 1;
}}
template <typename T, typename traits::enable_if<!traits::is_integral<T>::value, bool>::type = true>
constexpr int kind(T) {{ return 2; }}
static_assert(kind(1) == 1 && kind(1.0f) == 2 && IsSameType<int8_t, int8_t>::value);
"""
    )
    assert errors(source) == []


def test_limits_are_those_of_the_type() -> None:
    source = """
#include <climits>
#include <limits>
#include <stdint.h>
static_assert(std::numeric_limits<int8_t>::min() == -128 && std::numeric_limits<int64_t>::max() == INT64_MAX);
static_assert(std::numeric_limits<uint32_t>::max() == UINT_MAX && std::numeric_limits<uint16_t>::lowest() == 0);
static_assert(std::numeric_limits<float>::max() > 3e38f && std::numeric_limits<float>::lowest() < -3e38f);
"""
    assert errors(source) == []


def test_containers_and_algorithms_of_host_code_resolve() -> None:
    source = """
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
int f(const std::vector<std::pair<std::string, int64_t>> &rows) {
    std::map<std::string, std::vector<int64_t>> byName;
    std::unordered_map<int, std::string> names = {{1, "a"}, {2, "b"}};
    for (const auto &[name, value] : rows) { byName[name].push_back(value); }
    auto found = byName.find("a");
    if (found == byName.end() || found->second.empty()) { return names.count(1); }
    std::sort(found->second.begin(), found->second.end(), [](int64_t a, int64_t b) { return a > b; });
    std::set<int64_t> once(found->second.begin(), found->second.end());
    std::stringstream text; text << once.size() << ' ' << names.at(2) << std::endl;
    auto shared = std::make_shared<std::string>(text.str() + "x" + std::to_string(3));
    std::unique_ptr<int[]> cells = std::make_unique<int[]>(4);
    return std::max<int64_t>(shared->size(), *std::max_element(once.begin(), once.end())) + std::min({1, 2,
        3}) + cells[0];
}
"""
    assert errors(source) == []


def test_mathematics_takes_numbers_of_every_type() -> None:
    source = """
#include <cmath>
static_assert(__is_same(decltype(std::ceil(1.0f)), float) && __is_same(decltype(std::sqrt(2U)), double));
static_assert(__is_same(decltype(std::abs(-3L)), long) && __is_same(decltype(std::pow(2, 3UL)), double));
double f(unsigned long n) { return std::log2(n) + std::floor(3) + std::fmax(1.0,
    2.0) + log(2.0) + sqrtf(2.0f) + M_PI; }
"""
    assert errors(source) == []
