"""What the interpreter knows of a kernel: decided branches, core-dependent conditions, objects, templates and loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.parse import parse_unit
from sklint.walk import tree
from sklint.walk.kernel import events, walk_kernel
from sklint.walk.machine import Machine
from sklint.walk.values import FALSE, TRUE
from tests.walk.kernels import barriers, branches, loops, walked, walked_apart

TILING = "struct RowTiling { uint32_t rows; uint32_t used; uint32_t perCore[8]; };"
DATA = "GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);"


@pytest.mark.parametrize(
    ("condition", "depends"),
    [
        ("AscendC::GetBlockIdx() < 3", "core-index"),
        ("block_idx < 3", "core-index"),
        ("AscendC::GetBlockNum() < 3", "uniform"),
        ("block_num < 3", "uniform"),
        ("data.rows < 3", "uniform"),
        ("data.perCore[AscendC::GetBlockIdx()] < 3", "core-index"),
        ("TILING_KEY_IS(4)", "uniform"),
        ("gm.GetValue(0) < 3", "uniform"),
        ("gm.GetValue(AscendC::GetBlockIdx()) < 3", "core-data"),
        ("local.GetValue(0) < 3", "core-data"),
        ("NotDeclaredAnywhere(data.rows)", "unknown"),
    ],
)
def test_a_condition_says_what_it_depends_on(tmp_path: Path, condition: str, depends: str) -> None:
    kernel = walked(
        tmp_path,
        f"""{DATA}
        AscendC::GlobalTensor<int32_t> gm;
        gm.SetGlobalBuffer((__gm__ int32_t *)x, 64);
        AscendC::LocalTensor<int32_t> local;
        if ({condition}) {{ AscendC::SyncAll(); }}""",
        TILING,
    )
    (branch,) = branches(kernel.trees["aiv"])
    assert branch.condition.depends == depends


@pytest.mark.parametrize(
    "hint",
    ["likely(data.rows == 4)", "unlikely(data.rows == 4)", "__builtin_expect(data.rows == 4, 1)"],
)
def test_a_hint_to_the_compiler_is_what_it_hints_about(tmp_path: Path, hint: str) -> None:
    kernel = walked(
        tmp_path,
        f"{DATA} if ({hint}) {{ AscendC::SyncAll(); }} if (data.rows == 4) {{ AscendC::SyncAll(); }}",
        TILING,
    )
    hinted, plain = branches(kernel.trees["aiv"])
    assert hinted.condition.value is plain.condition.value


def test_a_function_of_the_users_own_that_is_called_like_a_hint_is_followed(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"{DATA} if (mine::likely(true)) {{ AscendC::SyncAll(); }}",
        TILING + "namespace mine { __aicore__ inline bool likely(bool right) { return !right; } }",
    )
    assert not barriers(kernel)


def test_the_core_kind_decides_its_branches(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        """KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
        if ASCEND_IS_AIV { AscendC::SyncAll<true>(); } else { AscendC::SyncAll<false>(); }""",
    )
    assert [sync.aiv_only for sync in barriers(kernel, "aiv")] == [True]
    assert [sync.aiv_only for sync in barriers(kernel, "aic")] == [False]
    assert not branches(kernel.trees["aiv"])


def test_a_field_set_in_one_method_is_known_in_another(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"""{DATA}
        Work op;
        op.Init(&data);
        op.Process();""",
        TILING
        + """
        class Work {
        public:
            __aicore__ inline void Init(const RowTiling *data) { core_ = AscendC::GetBlockIdx(); rows_ = data->rows; }
            __aicore__ inline void Process() { if (core_ < rows_) { AscendC::SyncAll(); } }
        private:
            uint32_t core_;
            uint32_t rows_;
        };""",
    )
    (branch,) = branches(kernel.trees["aiv"])
    assert branch.condition.depends == "core-index"
    assert str(branch.condition.value) == "(block_idx < RowTiling.rows)"


@pytest.mark.parametrize("own", ["namespace own { int block_idx; }", "struct own { static int block_idx; };"])
def test_a_users_own_variable_is_no_built_in_one(tmp_path: Path, own: str) -> None:
    kernel = walked(tmp_path, "if (own::block_idx < 3) { AscendC::SyncAll(); }", own)
    (branch,) = branches(kernel.trees["aiv"])
    assert branch.condition.depends == "uniform"


def test_template_arguments_decide_if_constexpr_and_reach_base_classes(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "Derived<3> op; op.Process();",
        """
        template <int MODE> class Base {
        protected:
            __aicore__ inline void Meet() { if constexpr (MODE == 4) { AscendC::SyncAll(); } }
        };
        template <int MODE> class Derived : public Base<MODE + 1> {
        public:
            __aicore__ inline void Process() { this->Meet(); }
        };""",
    )
    assert len(barriers(kernel)) == 1
    assert not branches(kernel.trees["aiv"])


def test_a_derived_class_is_reached_through_its_base(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "Mine op; op.Process();",
        """
        template <class D> class Base {
        public:
            __aicore__ inline void Process() { static_cast<D *>(this)->Step(); }
        };
        class Mine : public Base<Mine> {
        public:
            __aicore__ inline void Step() { AscendC::SyncAll(); }
        };""",
    )
    assert len(barriers(kernel)) == 1


def test_a_reference_parameter_writes_to_the_caller(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "uint32_t limit = 0; Set(limit); if (limit == 7) { AscendC::SyncAll(); }",
        "__aicore__ inline void Set(uint32_t &out) { out = 7; }",
    )
    assert len(barriers(kernel)) == 1
    assert not branches(kernel.trees["aiv"])


def test_a_lambda_sees_the_function_around_it(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        """uint32_t mode = 2;
        auto meet = [&](uint32_t wanted) { if (mode == wanted) { AscendC::SyncAll(); } };
        meet(2); meet(3);""",
    )
    assert len(barriers(kernel)) == 1


def test_an_early_return_is_remembered_by_what_follows(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"{DATA} if (data.rows == 0) {{ return; }} if (data.rows == 0) {{ AscendC::SyncAll(); }}",
        TILING,
    )
    assert not barriers(kernel)


def test_a_value_returned_early_is_chosen_by_the_condition(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"{DATA} if (AscendC::GetBlockIdx() < Least(data.rows, data.used)) {{ AscendC::SyncAll(); }}",
        TILING + "__aicore__ inline uint32_t Least(uint32_t a, uint32_t b) { if (a < b) { return a; } return b; }",
    )
    (branch,) = branches(kernel.trees["aiv"])
    assert branch.condition.value.args[1].op == "min"


@pytest.mark.parametrize(
    ("loop", "depends"),
    [
        ("for (uint32_t i = 0; i < data.rows; ++i)", "uniform"),
        ("for (uint32_t i = AscendC::GetBlockIdx(); i < data.rows; i += AscendC::GetBlockNum())", "core-index"),
        ("for (uint32_t i = 0; i < data.perCore[AscendC::GetBlockIdx()]; ++i)", "core-index"),
    ],
)
def test_a_loop_says_what_its_rounds_depend_on(tmp_path: Path, loop: str, depends: str) -> None:
    kernel = walked(tmp_path, f"{DATA} {loop} {{ AscendC::SyncAll(); }}", TILING)
    (found,) = loops(kernel.trees["aiv"])
    assert found.trips.depends == depends


def test_a_counted_loop_knows_its_rounds(tmp_path: Path) -> None:
    kernel = walked(tmp_path, f"{DATA} for (uint32_t i = 0; i < data.rows; i += 4) {{ AscendC::SyncAll(); }}", TILING)
    (found,) = loops(kernel.trees["aiv"])
    assert str(found.count) == "ceildiv(RowTiling.rows, 4)"


def test_a_loop_of_a_few_known_rounds_is_walked_round_by_round(tmp_path: Path) -> None:
    kernel = walked(tmp_path, "for (int i = 0; i < 3; ++i) { AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(i); }")
    flags = [str(event.flag) for event in events(kernel.whole["aiv"]) if isinstance(event, tree.FlagSet)]
    assert flags == ["0", "1", "2"]


def test_what_a_loop_makes_core_dependent_is_so_behind_it(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"""{DATA}
        uint32_t done = 0;
        for (uint32_t i = AscendC::GetBlockIdx(); i < data.rows; i += 8) {{ done = done + 1; }}
        if (done > 2) {{ AscendC::SyncAll(); }}""",
        TILING,
    )
    assert branches(kernel.trees["aiv"])[-1].condition.depends == "core-index"


def test_recursion_ends(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "Again(3); AscendC::SyncAll();",
        "__aicore__ inline void Again(int n) { if (n > 0) { Again(n - 1); } AscendC::SyncAll(); }",
    )
    assert kernel.limited
    assert barriers(kernel)


@pytest.mark.parametrize(
    ("body", "type", "origin"),
    [
        ("AscendC::SyncAll();", "KERNEL_TYPE_MIX_AIV_1_0", "inferred"),
        ("AscendC::PipeBarrier<PIPE_ALL>();", "KERNEL_TYPE_AIV_ONLY", "inferred"),
        ("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);", "KERNEL_TYPE_AIV_ONLY", "declared"),
    ],
)
def test_a_kernel_has_the_type_it_declares_or_the_one_the_compiler_infers(
    tmp_path: Path, body: str, type: str, origin: str
) -> None:
    kernel = walked(tmp_path, body)
    assert (kernel.kind.type, kernel.kind.origin) == (type, origin)


_PRODUCT = """
#include "lib/matmul_intf.h"
using In = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Out = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;
%s
class Product {
public:
    __aicore__ inline void Process() { if ASCEND_IS_AIC { product_.IterateAll(out_); AscendC::SyncAll<false>(); } }
    %s product_;
    AscendC::GlobalTensor<float> out_;
};"""
_MATMUL = "matmul::MatmulImpl<In, In, Out>"


@pytest.mark.parametrize(
    ("head", "type", "object"),
    [
        ("", _MATMUL, "Product"),
        ("template <typename T>", "matmul::MatmulImpl<In, In, T>", "Product<Out>"),
        ("template <typename T>", "T", f"Product<{_MATMUL}>"),
        (f"using Mm = {_MATMUL};", "Mm", "Product"),
        (f"struct Chosen {{ using Type = {_MATMUL}; }};\ntemplate <typename T>", "typename T::Type", "Product<Chosen>"),
    ],
    ids=["member", "dependent", "argument", "alias", "nested"],
)
def test_a_matmul_member_that_the_cube_core_drives_makes_a_mixed_kernel(
    tmp_path: Path, head: str, type: str, object: str
) -> None:
    kernel = walked(tmp_path, f"{object} op;\nop.Process();", _PRODUCT % (head, type))
    assert kernel.kind.type == "KERNEL_TYPE_MIX_AIC_1_2"
    assert len(barriers(kernel, "aic")) == 1


def test_a_matmul_member_of_a_class_that_no_kernel_uses_is_nothing(tmp_path: Path) -> None:
    kernel = walked(tmp_path, "AscendC::SyncAll();", _PRODUCT % ("", _MATMUL))
    assert set(kernel.whole) == {"aiv"}


_APART = """#if defined(__DAV_C220_CUBE__)
{cube}
#elif defined(__DAV_C220_VEC__)
ffts_cross_core_sync(PIPE_MTE3, 0x21 | (9 << 8));
#endif"""


@pytest.mark.parametrize(
    ("cube", "type"),
    [
        ("NotDeclaredAnywhere(x);", "MIX_AIC_1_2"),
        ("wait_flag_dev(9);", "MIX_AIC_1_2"),
        ("return;", "MIX_AIV_1_0"),
        ("auto block = get_block_idx();", "MIX_AIV_1_0"),
    ],
)
def test_text_for_the_cube_core_alone_is_work_for_it(tmp_path: Path, cube: str, type: str) -> None:
    kernel = walked_apart(tmp_path, _APART.format(cube=cube))
    assert kernel.kind.type == f"KERNEL_TYPE_{type}"
    assert ("aic" in kernel.whole) is (type == "MIX_AIC_1_2")


def test_a_pipe_lives_as_long_as_the_object_that_holds_it(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "{ Holder op; op.Process(); } AscendC::SyncAll();",
        "class Holder { public: __aicore__ inline void Process() {} AscendC::TPipe pipe_; };",
    )
    kinds = [type(event).__name__ for event in events(kernel.trees["aiv"])]
    assert kinds == ["PipeBegin", "PipeEnd", "AllCoreSync"]


def test_the_defaults_of_an_entry_decide_nothing(tmp_path: Path) -> None:
    """The tiling key gives the template arguments of an entry."""
    path = tmp_path / "kernel.cpp"
    path.write_text(
        """#include "kernel_operator.h"
        template <uint64_t SPLIT = 0, uint64_t KIND = 2>
        __global__ __aicore__ void kernel(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
        {
            if constexpr (SPLIT == 1 && KIND == 3) {
                AscendC::SyncAll();
            }
        }
        """
    )
    program = parse_unit(str(path), 3510)
    (key,) = program.entries
    kernel = walk_kernel({"aic": program, "aiv": program}, key)
    (branch,) = branches(kernel.trees["aiv"])
    assert branch.condition.depends == "uniform"
    assert len(barriers(kernel)) == 1


def test_the_defaults_of_a_declaration_hold_for_a_definition_behind_it(tmp_path: Path) -> None:
    before = """
    struct Work { __aicore__ void End(int rounds, bool one = false); };
    __aicore__ void Last(bool one = true);
    __aicore__ inline void Work::End(int rounds, bool one) { if (one) { return; } AscendC::SyncAll(); }
    __aicore__ inline void Last(bool one) { if (one) { AscendC::SyncAll(); } }
    """
    kernel = walked(tmp_path, "Work work; work.End(3); Last();", before)
    assert not branches(kernel.trees["aiv"])
    assert len(barriers(kernel)) == 2


def test_an_overload_in_a_template_is_chosen_by_its_arguments(tmp_path: Path) -> None:
    before = """
    template <typename T> __aicore__ inline void Meet(T n) { if (AscendC::GetBlockIdx() == 0) { AscendC::SyncAll(); } }
    template <typename T> __aicore__ inline void Meet(T n, T m) { AscendC::SyncAll(); }
    template <typename T> __aicore__ inline void Both(T n) { Meet(n, n); }
    """
    kernel = walked(tmp_path, "Both(3);", before)
    assert not branches(kernel.trees["aiv"])
    assert len(barriers(kernel)) == 1


CHOSEN = """#include <type_traits>
struct Quiet { __aicore__ inline void Run() {} };
struct Loud { using Same = Loud; struct Inner { __aicore__ inline void Run() { AscendC::SyncAll(); } };
              __aicore__ inline void Run() { AscendC::SyncAll(); } };
template <typename T> struct Holder { using Held = T; template <int N> using Pick = T;
                                      struct Own { __aicore__ inline void Run() { AscendC::SyncAll(); } }; };
template <typename T, bool loud> struct Work {
    typename std::conditional<loud, T, Quiet>::type chosen;
    typename Holder<T>::Held held;
    typename Holder<T>::template Pick<3> picked;
    typename Holder<T>::Held::Inner inner;
    typename Holder<T>::Own own;
    using Base = typename std::conditional<loud, Holder<T>, Holder<Quiet>>::type;
    typename Base::Held based;
};
"""


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("Work<Loud, true> work; work.chosen.Run();", 1),
        ("Work<Loud, false> work; work.chosen.Run();", 0),
        ("Work<Loud, true> work; work.held.Run();", 1),
        ("Work<Loud, true> work; work.picked.Run();", 1),
        ("Work<Loud, true> work; work.inner.Run();", 1),
        ("Work<Loud, true> work; work.own.Run();", 1),
        ("Work<Loud, true> work; work.based.Run();", 1),
        ("Work<Loud, false> work; work.based.Run();", 0),
    ],
)
def test_a_type_nested_in_one_with_arguments_is_found(tmp_path: Path, call: str, count: int) -> None:
    assert len(barriers(walked(tmp_path, call, CHOSEN))) == count


PARTS = """
struct Part { int32_t first; int32_t mode; };
struct Data { int32_t rows; Part part; };
__aicore__ inline void Meet(const Part &part) { if (part.mode == 1) { AscendC::SyncAll(); } }
struct Held { Part part; __aicore__ inline Held(const Part &given) : part(given) {} };
struct Bare { Part part; };
"""


@pytest.mark.parametrize(
    "use",
    [
        "Part part(data.part); Meet(part);",
        "Part part{data.part}; Meet(part);",
        "Part part = data.part; Meet(part);",
        "Part part; part = data.part; Meet(part);",
        "Held held(data.part); Meet(held.part);",
        "Bare bare; bare.part = data.part; Bare other{bare.part}; Meet(other.part);",
        "Data whole; *&whole = data; Meet(whole.part);",
    ],
)
def test_a_copy_of_tiling_data_has_its_fields(tmp_path: Path, use: str) -> None:
    kernel = walked(tmp_path, f"GET_TILING_DATA_WITH_STRUCT(Data, data, tiling); {use}", PARTS)
    (branch,) = branches(kernel.trees["aiv"])
    assert str(branch.condition.value) == "(1 == Data.part.mode)"


def test_what_is_only_a_name_has_fields_of_that_name(tmp_path: Path) -> None:
    body = "GET_TILING_DATA(data, tiling); Part part = data.inner.part; Meet(part);"
    (branch,) = branches(walked(tmp_path, body, PARTS).trees["aiv"])
    assert str(branch.condition.value).endswith(".inner.part.mode)")


def test_a_member_that_is_given_what_is_only_a_name_has_fields_of_that_name(tmp_path: Path) -> None:
    before = (
        PARTS
        + """
    template <typename T> struct Work {
        T other;
        Part part;
        __aicore__ inline void Run(GM_ADDR tiling);
    };
    template <typename T> __aicore__ inline void Work<T>::Run(GM_ADDR tiling)
    {
        REGISTER_TILING_DEFAULT(Data);
        GET_TILING_DATA(data, tiling);
        part = data.part;
        Held held(part);
        Meet(held.part);
    }
    """
    )
    (branch,) = branches(walked(tmp_path, "Work<int> work; work.Run(tiling);", before).trees["aiv"])
    assert str(branch.condition.value).endswith(".part.mode)")


@pytest.mark.parametrize(
    "condition",
    [
        "std::is_same<DTYPE_X, {type}>::value",
        "std::is_same_v<{type}, DTYPE_X>",
        "AscendC::IsSameType<DTYPE_X, {type}>::value",
        "!std::is_same<DTYPE_X, {type}>::value",
    ],
)
def test_a_build_gives_the_type_of_an_input_and_any_arm_is_some_build_s(tmp_path: Path, condition: str) -> None:
    body = "".join(
        f"if constexpr ({condition.format(type=one)}) {{ AscendC::SyncAll(); }} " for one in ("half", "int32_t")
    )
    kernel = walked(tmp_path, body)
    assert len(barriers(kernel)) == 2
    assert [branch.condition.depends for branch in branches(kernel.trees["aiv"])] == ["uniform", "uniform"]


def test_two_arms_that_ask_for_different_types_are_not_taken_together(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "if constexpr (std::is_same<DTYPE_X, half>::value) {"
        "if constexpr (std::is_same<DTYPE_X, int32_t>::value) { AscendC::SyncAll(); } }",
    )
    assert barriers(kernel) == []


def test_a_class_chosen_by_the_type_of_an_input_is_that_of_the_build(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "std::conditional_t<std::is_same<DTYPE_X, half>::value, Loud, Quiet> chosen; chosen.Run();"
        "std::conditional_t<!std::is_same<half, DTYPE_X>::value, Loud, Quiet> other; other.Run();",
        "struct Loud { __aicore__ inline void Run() { AscendC::SyncAll(); } };"
        "struct Quiet { __aicore__ inline void Run() {} };",
    )
    assert len(barriers(kernel)) == 1


def test_a_type_given_by_the_build_is_open_where_it_is_handed_on(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "Work<DTYPE_X>(); Work<DTYPE_Y>(); Work<half>();",
        "template <typename T> __aicore__ inline void Work() {"
        "if constexpr (std::is_same<T, half>::value) { AscendC::SyncAll(); } }",
    )
    assert len(barriers(kernel)) == 3
    assert [branch.condition.depends for branch in branches(kernel.trees["aiv"])] == ["uniform", "uniform"]


def test_a_specialisation_for_the_type_of_an_input_is_that_of_the_build(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "Work<DTYPE_X>().Run(); Work<Held<DTYPE_X>>().Run();",
        "template <typename T> struct Held {};"
        "template <typename T> struct Work { __aicore__ inline void Run() {} };"
        "template <> struct Work<half> { __aicore__ inline void Run() { AscendC::SyncAll(); } };"
        "template <> struct Work<Held<half>> { __aicore__ inline void Run() { AscendC::SyncAll(); } };",
    )
    assert len(barriers(kernel)) == 2


@pytest.mark.parametrize("macro", [False, True])
def test_a_type_that_two_blocks_name_alike_is_that_of_its_block(tmp_path: Path, macro: bool) -> None:
    def block(key: int, kind: str) -> str:
        run = f"using Op = {kind}<half>; General<Op> general; general.Process(); Op own(1); own.Process();"
        return f"if (TILING_KEY_IS({key})) {{ {f'RUN({kind})' if macro else run}; }}"

    kernel = walked(
        tmp_path,
        f"{block(1, 'Quiet')} else {block(2, 'Loud')} else {block(3, 'Quiet')} Other();",
        "template <typename T> struct Quiet { __aicore__ inline Quiet(int n) {} __aicore__ inline void Process() {} };"
        "template <typename T> struct Loud { __aicore__ inline Loud(int n) {}"
        "__aicore__ inline void Process() { AscendC::SyncAll(); } };"
        "template <typename M> struct General { __aicore__ inline void Process() { M op(1); op.Process(); } };"
        "__aicore__ inline void Other() { using Op = Quiet<float>; General<Op> general; general.Process(); }\n"
        "#define RUN(KIND) using Op = KIND<half>; General<Op> general; general.Process(); Op own(1); own.Process()\n",
    )
    assert len(barriers(kernel)) == 2
    (chosen,) = {branch.condition.text for branch in branches(kernel.trees["aiv"]) if barriers_in(branch.then)}
    assert "2" in chosen


def barriers_in(node: tree.Node) -> list[tree.Event]:
    return [event for event in events(node) if isinstance(event, tree.AllCoreSync)]


def test_a_walk_whose_time_is_up_follows_no_more_calls_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text(
        '#include "kernel_operator.h"\n__aicore__ inline void Meet() { AscendC::SyncAll(); }\n'
        'extern "C" __global__ __aicore__ void kernel(GM_ADDR x) { AscendC::SyncAll(); Meet(); }\n'
    )
    program = parse_unit(str(path), 2201)
    (key,) = program.entries
    for until, exhausted, met in ((float("inf"), False, 2), (0.0, True, 0)):
        kernel = walk_kernel({"aic": program, "aiv": program}, key, until=until)
        assert (kernel.exhausted, len(barriers(kernel))) == (exhausted, met)


COPY = "__aicore__ inline void Copy() { AscendC::LocalTensor<float> t; AscendC::Muls(t, t, 2.0f, 64); }"


@pytest.mark.parametrize(
    ("first", "then", "noted"),
    [
        ("AscendC::TPipe first; {} first.Destroy();", "", False),
        ("AscendC::TPipe first; {} first.Destroy();", "AscendC::TPipe second;", True),
        ("if (x == tiling) {{ AscendC::TPipe first; {} }}", "else { AscendC::TPipe second; }", False),
        ("if (x == tiling) {{ AscendC::TPipe first; {} }}", "if (x != tiling) { AscendC::TPipe second; }", False),
        ("if (x == tiling) {{ AscendC::TPipe first; {} }}", "AscendC::TPipe second;", True),
        ("for (int i = 0; i < AscendC::GetBlockNum(); ++i) {{ AscendC::TPipe first; {} }}", "", True),
    ],
    ids=["alone", "one after another", "either", "never both", "perhaps both", "in rounds"],
)
def test_what_is_in_flight_is_noted_where_a_pipe_follows_another(
    tmp_path: Path, first: str, then: str, noted: bool
) -> None:
    kernel = walked(tmp_path, first.format("Copy();") + then, COPY)
    ended = next(event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.PipeEnd))
    assert (FALSE in ended.idle) is noted


def test_what_parts_cores_comes_from_the_object_that_is_at_work(tmp_path: Path) -> None:
    one = "class {0} {{ public: __aicore__ inline void Process(uint32_t n) {{\n{0}_ = AscendC::GetBlockIdx() * n;\n"
    two = "if ({0}_ < 8) {{\nAscendC::SyncAll(); }} }}\nuint32_t {0}_; }};\n"
    arms = "if (x == tiling) { First work; work.Process(3); } else { Second work; work.Process(3); }"
    kernel = walked(tmp_path, arms, "".join((one + two).format(name) for name in ("First", "Second")))
    parting = [branch.condition for branch in branches(kernel.trees["aiv"]) if branch.condition.depends == "core-index"]
    assert [condition.origins[0][1] for condition in parting] == ["First_", "Second_"]
    assert all(len({at.line for at, _ in condition.origins}) == 1 for condition in parting)


@pytest.mark.parametrize(
    ("work", "known"),
    [
        ("AscendC::PipeBarrier<PIPE_ALL>();", True),
        ("AscendC::SyncAll();", True),
        ("if (AscendC::GetBlockIdx() > 3) { Copy(); AscendC::SyncAll(); } else { AscendC::SyncAll(); }", True),
        ("for (int i = 0; i < 8; ++i) { AscendC::SyncAll(); }", True),
        ("AscendC::SyncAll(); Copy();", False),
        ("AscendC::SyncAll(); Unread();", False),
        ("Copy();", False),
        ("for (int i = 0; i < 8; ++i) { AscendC::SyncAll(); Copy(); }", False),
    ],
)
def test_of_a_kernel_that_is_too_large_only_a_full_barrier_tells_what_is_in_flight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, known: bool
) -> None:
    monkeypatch.setattr("sklint.walk.kernel.Machine", _noting_nothing(Machine))
    body = f"AscendC::TPipe first; {work} first.Destroy(); AscendC::TPipe second;"
    kernel = walked(tmp_path, body, COPY)
    ended = next(event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.PipeEnd))
    assert (ended.read is TRUE) is known
    assert set(ended.idle) == {TRUE}


ADAPTER = """
struct Adapter {
    __aicore__ inline void Meet() { AscendC::SyncAll(); }
    __aicore__ inline void Process(uint32_t n)
    {
        if (AscendC::GetBlockIdx() >= n) { %s return; }
        for (uint32_t i = 0; i < n; ++i) { Copy(); }
        %s
    }
};
"""


@pytest.mark.parametrize(
    ("early", "late", "known"),
    [
        ("Meet();", "Meet();", True),
        ("AscendC::PipeBarrier<PIPE_ALL>();", "if (n > 3) { Copy(); Meet(); } else { Meet(); }", True),
        ("AscendC::PipeBarrier<PIPE_V>();", "Meet();", False),
        ("", "Meet();", False),
        ("Meet();", "Meet(); Copy();", False),
        ("Meet();", "if (n > 3) { Meet(); }", False),
        ("Meet();", "AscendC::SyncAll(workspace, local);", False),
    ],
)
def test_what_there_is_no_time_to_follow_may_end_with_a_full_barrier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, early: str, late: str, known: bool
) -> None:
    monkeypatch.setattr("sklint.walk.machine.STEPS", 1)
    before = f"AscendC::GlobalTensor<int32_t> workspace; AscendC::LocalTensor<int32_t> local;\n{COPY}"
    body = "AscendC::TPipe first; Adapter adapter; adapter.Process(3); first.Destroy(); AscendC::TPipe second;"
    kernel = walked(tmp_path, body, before + ADAPTER % (early, late))
    ended = next(event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.PipeEnd))
    assert kernel.exhausted
    assert (ended.read is TRUE) is known


def _noting_nothing(machine: type[Machine]) -> type[Machine]:
    """A machine for which a second walk would be too long."""

    class Long(machine):  # type: ignore[misc, valid-type]
        def is_spent(self) -> bool:
            self.spent = self.spent or self.notes_flight
            return super().is_spent()

    return Long


def test_a_template_argument_may_be_a_constant_of_the_function(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "constexpr auto turns = static_cast<uint32_t>(2); Work<Turns<turns>> work; work.Run();",
        """template <uint32_t N> struct Turns { static constexpr uint32_t count = N; };
        template <typename T> class Work {
        public:
            __aicore__ inline void Run() { if constexpr (T::count == 2) { AscendC::SyncAll(); } }
        };""",
    )
    assert len(barriers(kernel)) == 1
    assert not branches(kernel.trees["aiv"])


def test_what_a_step_that_failed_left_as_it_was_is_not_what_is_found_behind_its_test(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"""{DATA} Work work;
        if (!work.Take(data.rows)) {{ return; }}
        if (work.count % 3 == 2) {{ AscendC::SyncAll(); }}""",
        TILING
        + """class Work {
        public:
            __aicore__ inline bool Take(uint32_t rows)
            {
                if (rows == 0) { return false; }
                count = 2;
                return true;
            }
            uint32_t count = 0;
        };""",
    )
    assert len(barriers(kernel)) == 1
    assert [branch.condition.text for branch in branches(kernel.trees["aiv"])] == ["!work.Take(data.rows)"]
