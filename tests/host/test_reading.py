"""What a tiling launches is read from it as it runs: its counts, modes, keys, and where it sets them."""

from pathlib import Path

import pytest
from hosts import HOST, KERNEL, TILING, counts, launches, launches_in, tiled, write


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("context->SetBlockDim(8);", "const:8"),
        ("context->SetBlockDim(cores);", "all-aiv"),
        ("context->SetBlockDim(platform.GetCoreNumAic());", "all-aic"),
        ("context->SetBlockDim((2 * platform.GetCoreNumAic() + 1) / 2);", "all-aic"),
        ("context->SetBlockDim(platform.GetCoreNum());", "all"),
        ("context->SetNumBlocks(cores);", "all-aiv"),
        ("context->SetBlockDim(Ops::Base::GetAivCoreNum(context));", "all-aiv"),
        ("context->SetBlockDim(platform.CalcTschBlockDim(cores, platform.GetCoreNumAic(), cores));", "all-aic"),
    ],
)
def test_a_count_that_is_not_of_the_data_is_told_exactly(tmp_path: Path, body: str, count: str) -> None:
    assert counts(tiled(tmp_path, body)) == [count]


@pytest.mark.parametrize(
    "body",
    [
        "context->SetBlockDim(std::min<int64_t>(rows, cores));",
        "context->SetBlockDim(rows < cores ? rows : cores);",
        "context->SetBlockDim(std::max<int64_t>(1, std::min<int64_t>(rows, cores)));",
        "int64_t each = (rows + cores - 1) / cores; context->SetBlockDim((rows + each - 1) / each);",
        "int64_t used = cores; if (rows < used) { used = rows; } context->SetBlockDim(used);",
        "Ops::Base::ElewiseTilingParams p; Ops::Base::ElewiseTilingData d; Ops::Base::ElewiseTiling(p, d); "
        "context->SetBlockDim(d.blockNum);",
        "int64_t tail = rows % cores; context->SetBlockDim(rows / cores > 0 ? cores : tail);",
    ],
)
def test_a_count_that_the_cores_bound_is_told_to_be(tmp_path: Path, body: str) -> None:
    (launch,) = tiled(tmp_path, body)
    assert launch.kind == "bounded"
    assert "all-aiv" in launch.count


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("context->SetBlockDim(rows);", "nothing bounds"),
        ("context->SetBlockDim(std::max<int64_t>(rows, cores));", "nothing bounds"),
        ("context->SetBlockDim(std::min<int64_t>(rows, cores) * shape.GetDim(1));", "product"),
        ("context->SetBlockDim(NobodyKnows(context));", "depends on `NobodyKnows`"),
        (
            "std::map<int64_t, uint32_t> known; Fill(known); context->SetBlockDim(known.at(rows));",
            "is looked up in the table `known`",
        ),
        (
            "uint32_t used = cores; for (int64_t i = 0; i < rows; i++) { used = Next(i); } context->SetBlockDim(used);",
            "depends on `used`",
        ),
        (
            f"int64_t grown = rows; {'grown = grown * grown / (rows + grown); ' * 9} context->SetBlockDim(grown);",
            "it is computed in more steps than are followed",
        ),
        ("context->SetBlockDim(NobodyKnows(context) > 7 ? cores : rows);", "nothing bounds"),
    ],
)
def test_an_unknown_count_says_why(tmp_path: Path, body: str, why: str) -> None:
    (launch,) = tiled(tmp_path, body)
    assert launch.kind == "unknown"
    assert why in launch.count


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ("context->SetBlockDim(std::min<int64_t>(8, rows));", 8),
        ("context->SetBlockDim(std::max<int64_t>(1, std::min<int64_t>(rows, 40)));", 40),
        ("int64_t used = rows; if (used > 16) { used = 16; } context->SetBlockDim(used);", 16),
    ],
)
def test_a_count_that_a_number_bounds_is_told_to_be(tmp_path: Path, body: str, most: int) -> None:
    (launch,) = tiled(tmp_path, body)
    assert launch.count == f"bounded: at most {most}"


def test_a_count_that_is_only_sometimes_set_is_not_guessed(tmp_path: Path) -> None:
    found = tiled(tmp_path, "if (rows > 7) { context->SetBlockDim(cores); }")
    assert counts(found) == ["all-aiv"]
    assert [str(condition) for condition in found[0].conditions]


def test_each_place_is_a_launch_of_its_own_and_the_empty_input_is_told_apart(tmp_path: Path) -> None:
    body = """if (rows == 0) {
        context->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    }
    context->SetBlockDim(cores);"""
    empty, full = tiled(tmp_path, body)
    assert (empty.count, empty.empty) == ("const:1", True)
    assert (full.count, full.empty) == ("all-aiv", False)
    assert full.line > empty.line


def test_a_path_that_fails_launches_nothing(tmp_path: Path) -> None:
    body = """if (rows == 0) {
        context->SetBlockDim(3);
        return ge::GRAPH_FAILED;
    }
    context->SetBlockDim(cores);"""
    assert "const:3" not in counts(tiled(tmp_path, body))


def test_a_count_that_another_place_replaces_launches_nothing(tmp_path: Path) -> None:
    found = tiled(tmp_path, "context->SetBlockDim(5); context->SetBlockDim(cores);")
    assert counts(found) == ["all-aiv"]


def test_a_count_that_is_replaced_on_some_ways_is_launched_on_the_others(tmp_path: Path) -> None:
    body = "context->SetBlockDim(rows > 7 ? 5 : 6); if (rows > 7) { context->SetBlockDim(cores); }"
    assert counts(tiled(tmp_path, body)) == ["const:6", "all-aiv"]


def test_a_member_that_one_way_sets_keeps_its_start_on_the_others(tmp_path: Path) -> None:
    host = """
    class Split {
    public:
        explicit Split(gert::TilingContext *context) : context_(context) {}
        ge::graphStatus Look()
        {
            const int64_t rows = context_->GetInputShape(0)->GetStorageShape().GetDim(0);
            if (rows == 0) {
                empty_ = true;
                return ge::GRAPH_SUCCESS;
            }
            return rows < 0 ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
        }
        void Launch() { context_->SetBlockDim(empty_ ? 1 : 7); }
    private:
        gert::TilingContext *context_;
        bool empty_ = false;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Split split(context);
        if (split.Look() != ge::GRAPH_SUCCESS) {
            return ge::GRAPH_FAILED;
        }
        split.Launch();
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, host)
    assert str(launch.value) == "((0 == GetInputShape(0).GetStorageShape().GetDim(0)) ? 1 : 7)"


def test_a_tiling_function_in_another_file_is_found(tmp_path: Path) -> None:
    body = HOST % "ge::graphStatus Run(gert::TilingContext *context) { context->SetBlockDim(3); return 0; }"
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": HOST
        % "ge::graphStatus Run(gert::TilingContext *context);\nIMPL_OP_OPTILING(ScaleRows).Tiling(Run);",
        "scale_rows/op_host/scale_rows_run.cpp": body,
    }
    assert counts(launches_in(write(tmp_path, files))) == ["const:3"]


def test_mode_and_key_belong_to_the_launch(tmp_path: Path) -> None:
    body = """context->SetBlockDim(cores);
    context->SetTilingKey(7);
    context->SetScheduleMode(1);"""
    (launch,) = tiled(tmp_path, body)
    assert launch.schedule_mode == 1
    assert str(launch.key) == "7"


def test_a_mode_that_is_not_set_is_none_and_one_that_depends_is_open(tmp_path: Path) -> None:
    (plain,) = tiled(tmp_path / "a", "context->SetBlockDim(cores);")
    (open_,) = tiled(tmp_path / "b", "context->SetBlockDim(cores); if (rows > 9) { context->SetScheduleMode(1); }")
    assert plain.schedule_mode == 0
    assert open_.schedule_mode is None


def test_a_mode_is_set_behind_ways_out_that_are_called_unlikely(tmp_path: Path) -> None:
    out = "if (__builtin_expect(context->GetInputShape(%d) == nullptr, 0)) { return ge::GRAPH_FAILED; }"
    (launch,) = tiled(tmp_path, f"{out % 1} {out % 2} context->SetScheduleMode(1); context->SetBlockDim(cores);")
    assert launch.schedule_mode == 1


def test_a_count_goes_through_helpers_members_and_compile_info(tmp_path: Path) -> None:
    host = """
    struct ScaleCompileInfo { int32_t vectors = 0; };
    static ge::graphStatus Prepare(gert::TilingParseContext *context)
    {
        auto info = context->GetCompiledInfo<ScaleCompileInfo>();
        auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
        info->vectors = platform.GetCoreNumAiv();
        return ge::GRAPH_SUCCESS;
    }
    class Split {
    public:
        explicit Split(gert::TilingContext *context) : context_(context) {}
        ge::graphStatus Run()
        {
            Count();
            context_->SetBlockDim(used_);
            return ge::GRAPH_SUCCESS;
        }
    private:
        void Count()
        {
            auto info = static_cast<const ScaleCompileInfo *>(context_->GetCompileInfo());
            used_ = info->vectors;
        }
        gert::TilingContext *context_;
        int32_t used_ = 0;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Split split(context);
        return split.Run();
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling).TilingParse<ScaleCompileInfo>(Prepare);
    """
    assert counts(launches(tmp_path, host)) == ["all-aiv"]


def test_what_a_failing_preparation_leaves_as_it_was_is_no_way_to_a_launch(tmp_path: Path) -> None:
    host = """
    struct ScaleCompileInfo { int32_t vectors = 0; bool ready = false; };
    static ge::graphStatus Prepare(gert::TilingParseContext *context)
    {
        auto info = context->GetCompiledInfo<ScaleCompileInfo>();
        auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
        info->vectors = platform.GetCoreNumAiv();
        if (context->GetComputeNodeInfo() == nullptr) { return ge::GRAPH_FAILED; }
        info->ready = true;
        return ge::GRAPH_SUCCESS;
    }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        auto info = reinterpret_cast<const ScaleCompileInfo *>(context->GetCompileInfo());
        if (!info->ready) { context->SetBlockDim(2); } else { context->SetBlockDim(info->vectors); }
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling).TilingParse<ScaleCompileInfo>(Prepare);
    """
    assert counts(launches(tmp_path, host)) == ["all-aiv"]


def test_virtual_methods_run_in_the_order_of_the_base_class(tmp_path: Path) -> None:
    base = """#pragma once
    #include "register/op_def_registry.h"
    #include "tiling/platform/platform_ascendc.h"
    class OrderedTiling {
    public:
        explicit OrderedTiling(gert::TilingContext *context) : context_(context) {}
        virtual ~OrderedTiling() = default;
        ge::graphStatus DoTiling() { Platform(); Split(); Post(); return ge::GRAPH_SUCCESS; }
    protected:
        void Platform()
        {
            cores_ = platform_ascendc::PlatformAscendC(context_->GetPlatformInfo()).GetCoreNumAiv();
            used_ = cores_;
        }
        virtual void Split() = 0;
        virtual void Post() { context_->SetBlockDim(used_); }
        gert::TilingContext *context_;
        uint32_t cores_ = 0;
        uint32_t used_ = 0;
    };
    """
    host = """
    }
    #include "ordered_tiling.h"
    namespace optiling {
    class ScaleTiling : public OrderedTiling {
    public:
        using OrderedTiling::OrderedTiling;
    protected:
        void Split() override { used_ = cores_ - 1; }
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        ScaleTiling tiling(context);
        return tiling.DoTiling();
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, host, ordered_tiling=base)
    assert launch.path.endswith("ordered_tiling.h")
    assert launch.kind == "bounded"


def test_a_base_is_constructed_by_whichever_of_its_names(tmp_path: Path) -> None:
    host = """
    }
    namespace outer { namespace inner {
    class Base {
    public:
        explicit Base(gert::TilingContext *context) : context_(context) {}
    protected:
        gert::TilingContext *context_;
    };
    } }
    namespace optiling {
    using outer::inner::Base;
    class Derived : public Base {
    public:
        explicit Derived(gert::TilingContext *context) : Base(context) {}
        void Run() { context_->SetBlockDim(context_->GetInputShape(0)->GetStorageShape().GetDim(1)); }
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Derived derived(context);
        derived.Run();
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, host)
    assert str(launch.value) == "GetInputShape(0).GetStorageShape().GetDim(1)"


def test_fields_of_the_tiling_data_are_known_at_the_launch(tmp_path: Path) -> None:
    data = """#pragma once
    struct ScaleData { uint32_t used; uint32_t each; };
    """
    host = (
        """
    }
    #include "scale_data.h"
    namespace optiling {
    """
        + TILING
        % """auto data = context->GetTilingData<ScaleData>();
    data->used = std::min<int64_t>(rows, cores);
    context->SetBlockDim(data->used);"""
    )
    (launch,) = launches(tmp_path, host, scale_data=data)
    assert launch.fields["ScaleData", "used"] is launch.value


def test_a_tiling_class_of_the_old_macros_keeps_its_fields(tmp_path: Path) -> None:
    host = (
        """
    BEGIN_TILING_DATA_DEF(ScaleData)
    TILING_DATA_FIELD_DEF(uint32_t, used);
    END_TILING_DATA_DEF;
    REGISTER_TILING_DATA_CLASS(ScaleRows, ScaleData)
    """
        + TILING
        % """ScaleData data;
    data.set_used(std::min<int64_t>(rows, cores));
    context->SetBlockDim(data.get_used());
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());"""
    )
    (launch,) = launches(tmp_path, host)
    assert launch.kind == "bounded"
    assert launch.fields["ScaleData", "used"] is launch.value


REGISTRY = """#pragma once
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
namespace steps {
class Steps {
public:
    explicit Steps(gert::TilingContext *context) : context_(context) {}
    virtual ~Steps() = default;
    ge::graphStatus DoTiling()
    {
        if (!IsCapable()) {
            return ge::GRAPH_PARAM_INVALID;
        }
        context_->SetTilingKey(GetTilingKey());
        return PostTiling();
    }
protected:
    virtual bool IsCapable() = 0;
    virtual uint64_t GetTilingKey() const = 0;
    virtual ge::graphStatus PostTiling() = 0;
    gert::TilingContext *context_;
};
struct Registry {
    static Registry &GetInstance();
    ge::graphStatus DoTilingImpl(gert::TilingContext *context);
};
}
#define REGISTER_OPS_TILING_TEMPLATE(op, name, priority) static int g_##name##_##priority = (priority)
#define REGISTER_OPS_TILING_TEMPLATE_WITH_ARCH(op, name, arch, priority) static int g_##name##_##priority = (priority)
"""

TEMPLATES = """
}
#include "registry.h"
namespace optiling {
class Small : public steps::Steps {
public:
    explicit Small(gert::TilingContext *context) : Steps(context) {}
protected:
    ge::graphStatus Post(uint32_t most)
    {
        const int64_t rows = context_->GetInputShape(0)->GetStorageShape().GetDim(0);
        context_->SetBlockDim(rows > 64 ? most : 1);
        return ge::GRAPH_SUCCESS;
    }
    bool IsCapable() override { return true; }
    uint64_t GetTilingKey() const override { return 11; }
    ge::graphStatus PostTiling() override { return Post(2); }
};
class Large : public Small {
public:
    using Small::Small;
protected:
    ge::graphStatus PostTiling() override { return Post(4); }
};
%s
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    return steps::Registry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""


def test_each_class_that_is_registered_for_the_operator_is_run(tmp_path: Path) -> None:
    registered = """REGISTER_OPS_TILING_TEMPLATE(ScaleRows, Small, 100);
    REGISTER_OPS_TILING_TEMPLATE(ScaleRows, Large, 200);
    REGISTER_OPS_TILING_TEMPLATE(ScaleColumns, Small, 300);"""
    found = launches(tmp_path, TEMPLATES % registered, registry=REGISTRY)
    rows = "(64 < GetInputShape(0).GetStorageShape().GetDim(0))"
    assert {(one.root, str(one.value), str(one.key)) for one in found} == {
        ("Small", f"({rows} ? 2 : 1)", "11"),
        ("Large", f"({rows} ? 4 : 1)", "11"),
    }


def test_a_class_that_is_registered_for_other_hardware_is_not_run(tmp_path: Path) -> None:
    registered = """REGISTER_OPS_TILING_TEMPLATE_WITH_ARCH(ScaleRows, Small, (int32_t)NpuArch::DAV_2201, 100);
    REGISTER_OPS_TILING_TEMPLATE_WITH_ARCH(ScaleRows, Large, (int32_t)NpuArch::DAV_3510, 200);"""
    host = TEMPLATES % registered
    assert [one.root for one in launches(tmp_path, host, 2201, registry=REGISTRY)] == ["Small"]
    assert [one.root for one in launches(tmp_path, host, 3510, registry=REGISTRY)] == ["Large"]


def test_a_direct_launch_goes_up_to_the_outermost_caller(tmp_path: Path) -> None:
    kernel = """
    #include "kernel_operator.h"
    extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x) { AscendC::SyncAll(); }
    static void Start(uint32_t blocks, void *stream, uint8_t *x) { scale_rows<<<blocks, nullptr, stream>>>(x); }
    int main() { Start(6, nullptr, nullptr); return 0; }
    """
    (launch,) = launches_in(write(tmp_path, {"scale_rows.cpp": kernel}))
    assert launch.count == "const:6"


@pytest.mark.parametrize("scalar", ["half", "bfloat16_t", "fp8_e4m3fn_t"])
def test_a_launcher_that_names_a_scalar_of_the_device_is_called(tmp_path: Path, scalar: str) -> None:
    kernel = f"""
    #include "kernel_operator.h"
    template <typename T> __global__ __aicore__ void scale_rows(GM_ADDR x) {{ AscendC::SyncAll(); }}
    template <typename T> void Start(uint32_t blocks, void *stream, uint8_t *x)
    {{
        scale_rows<T><<<blocks, nullptr, stream>>>(x);
    }}
    int main() {{ Start<{scalar}>(6, nullptr, nullptr); return 0; }}
    """
    (launch,) = launches_in(write(tmp_path, {"scale_rows.cpp": kernel}))
    assert (launch.count, launch.root) == ("const:6", "main")


@pytest.mark.parametrize(
    "registers",
    [
        'PYBIND11_MODULE(_scale, m) { m.def("run", &run, ""); }',
        'TORCH_LIBRARY(scale, m) { m.def("run(Tensor x) -> ()"); m.impl("run", run); }',
        "using Run = void (*)(const at::Tensor &); Run Offer() { return run; }",
    ],
)
def test_a_launcher_that_is_only_registered_is_run(tmp_path: Path, registers: str) -> None:
    kernel = f"""
    #include "kernel_operator.h"
    #include <torch/extension.h>
    extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x) {{ AscendC::SyncAll(); }}
    static void Start(uint32_t blocks, void *stream, uint8_t *x) {{ scale_rows<<<blocks, nullptr, stream>>>(x); }}
    void run(const at::Tensor &x) {{ Start(6, nullptr, nullptr); }}
    {registers}
    """
    (launch,) = launches_in(write(tmp_path, {"scale_rows.cpp": kernel}))
    assert (launch.count, launch.root) == ("const:6", "run")


def test_a_launcher_that_is_called_is_run_from_its_caller_alone(tmp_path: Path) -> None:
    kernel = """
    #include "kernel_operator.h"
    extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x) { AscendC::SyncAll(); }
    static void Start(uint32_t blocks) { scale_rows<<<blocks, nullptr, nullptr>>>(nullptr); }
    int main() { auto start = Start; start(6); return 0; }
    """
    (launch,) = launches_in(write(tmp_path, {"scale_rows.cpp": kernel}))
    assert (launch.count, launch.root) == ("const:6", "main")


def test_a_registration_in_another_folder_is_found(tmp_path: Path) -> None:
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "common/op_host/scale_rows_tiling.cpp": HOST % (TILING % "context->SetBlockDim(5);"),
    }
    assert counts(launches_in(write(tmp_path, files))) == ["const:5"]


def test_two_operators_of_one_name_keep_to_their_own_folders(tmp_path: Path) -> None:
    files = {
        "a/scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "a/scale_rows/op_host/scale_rows_tiling.cpp": HOST % (TILING % "context->SetBlockDim(5);"),
        "b/scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "b/scale_rows/op_host/scale_rows_tiling.cpp": HOST % (TILING % "context->SetBlockDim(6);"),
    }
    assert counts(launches_in(write(tmp_path, files))) == ["const:5"]


@pytest.mark.parametrize(("search", "count"), [("find(%s) != known.end()", 2), ("count(%s) > 0", 2)])
@pytest.mark.parametrize(("wanted", "there"), [("3", True), ("4", False)])
def test_a_constant_set_is_searched(tmp_path: Path, search: str, count: int, wanted: str, there: bool) -> None:
    body = f"const static std::set<int> known = {{1, 3}}; context->SetBlockDim(known.{search % wanted} ? {count} : 9);"
    assert counts(tiled(tmp_path, body)) == [f"const:{count if there else 9}"]


def test_a_success_rules_out_the_ways_on_which_a_step_failed(tmp_path: Path) -> None:
    host = """
    ge::graphStatus Check(gert::TilingContext *context);
    static ge::graphStatus Steps(gert::TilingContext *context)
    {
        auto status = Check(context);
        if (status != ge::GRAPH_SUCCESS) {
            return status;
        }
        context->SetScheduleMode(1);
        return status;
    }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        context->SetBlockDim(8);
        return Steps(context);
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);"""
    write(tmp_path, {"op_kernel/scale_rows.cpp": KERNEL, "op_host/scale_rows_tiling.cpp": HOST % host})
    (launch,) = launches_in(tmp_path)
    assert launch.schedule_mode == 1


def test_a_field_holds_at_a_launch_what_it_was_made_of_there(tmp_path: Path) -> None:
    """Ways that never come by the launch are joined into the field at the end, and not into the count."""
    host = """
    class RowTiling { public: uint32_t used; };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
        auto data = context->GetTilingData<RowTiling>();
        const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
        if (rows == 0) {
            data->used = 1;
            context->SetTilingKey(9);
            return ge::GRAPH_SUCCESS;
        }
        data->used = std::min<uint32_t>(rows, platform.GetCoreNumAiv());
        context->SetBlockDim(data->used);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);"""
    write(tmp_path, {"op_kernel/scale_rows.cpp": KERNEL, "op_host/scale_rows_tiling.cpp": HOST % host})
    (launch,) = launches_in(tmp_path)
    assert launch.fields["RowTiling", "used"] is launch.value


def test_the_fields_of_a_part_have_its_name_before_theirs(tmp_path: Path) -> None:
    host = """
    struct Split { uint32_t used; uint32_t rest; };
    struct RowTiling { Split head; Split tail; };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        auto data = context->GetTilingData<RowTiling>();
        data->head.used = 3;
        data->tail.used = 4;
        context->SetBlockDim(data->head.used);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);"""
    write(tmp_path, {"op_kernel/scale_rows.cpp": KERNEL, "op_host/scale_rows_tiling.cpp": HOST % host})
    (launch,) = launches_in(tmp_path)
    assert {name: str(value) for name, value in launch.fields.items()} == {
        ("RowTiling", "head.used"): "3",
        ("RowTiling", "tail.used"): "4",
    }


@pytest.mark.parametrize(
    "store",
    [
        "data->part.used = rows;",
        "data->part = part;",
        "Part copied(part); data->part = copied;",
        "Data whole; whole.part = part; *data = whole;",
        "Data whole; whole.part.used = rows; *data = whole;",
        "Holder holder{part}; data->part = holder.part;",
    ],
)
def test_a_structure_that_is_stored_whole_stores_all_its_fields(tmp_path: Path, store: str) -> None:
    host = """
    struct Part { int64_t each; int64_t used; };
    struct Data { int64_t first; Part part; };
    struct Holder { Part part; };
    """
    body = f"Part part; part.each = 1; part.used = rows; auto *data = context->GetTilingData<Data>(); {store}"
    (launch,) = launches(tmp_path, host + TILING % (body + "context->SetBlockDim(cores);"))
    assert str(launch.fields["Data", "part.used"]) == "GetInputShape(0).GetStorageShape().GetDim(0)"


def test_what_is_not_read_may_write_the_parts_of_its_object(tmp_path: Path) -> None:
    host = """
    struct Data { int64_t used; };
    class Split {
    public:
        explicit Split(gert::TilingContext *context) : context_(context) { data_.used = 1; }
        void Look();
        void Launch() { Look(); context_->SetBlockDim(data_.used); }
    private:
        gert::TilingContext *context_;
        Data data_;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Split split(context);
        split.Launch();
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, host)
    assert launch.kind == "unknown"


@pytest.mark.parametrize(
    "steps",
    [
        "std::vector<Step> steps{std::bind(&Split::Look, this), std::bind(&Split::Decide, this)};",
        "std::vector<Step> steps = {std::bind(&Split::Look, this), std::bind(&Split::Decide, this)};",
        "std::vector<Step> steps{[this]() { return Look(); }, [this]() { return Decide(); }};",
        "const std::array<Step, 2> steps = {[this]() { return Look(); }, std::bind(&Split::Decide, this)};",
    ],
)
def test_steps_that_are_kept_in_a_list_are_taken_in_their_order(tmp_path: Path, steps: str) -> None:
    host = """
    class Split {
    public:
        explicit Split(gert::TilingContext *context) : context_(context) {}
        ge::graphStatus Look() { cores_ = 7; return ge::GRAPH_SUCCESS; }
        ge::graphStatus Decide() { used_ = cores_ + 1; return used_ > 0 ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED; }
        ge::graphStatus Run()
        {
            using Step = std::function<ge::graphStatus()>;
            %s
            for (const auto &step : steps) {
                if (step() != ge::GRAPH_SUCCESS) {
                    return ge::GRAPH_FAILED;
                }
            }
            context_->SetBlockDim(used_);
            return ge::GRAPH_SUCCESS;
        }
    private:
        gert::TilingContext *context_;
        uint32_t cores_ = 1;
        uint32_t used_ = 1;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Split split(context);
        return split.Run();
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    head = "#include <functional>\n#include <vector>\n#include <array>\n"
    (launch,) = launches(tmp_path, head + host % steps)
    assert launch.count == "const:8"


@pytest.mark.parametrize(
    ("found", "count"),
    [
        ("return nullptr;", "const:7"),
        ("std::shared_ptr<Tuned> none; return none;", "const:7"),
        ("return std::make_shared<Tuned>();", "const:5"),
    ],
)
def test_a_smart_pointer_of_nothing_is_null(tmp_path: Path, found: str, count: str) -> None:
    host = """
    struct Tuned { int64_t cores; };
    static std::shared_ptr<Tuned> Find() { %s }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        auto tuned = Find();
        if (tuned != nullptr) {
            context->SetBlockDim(5);
            return ge::GRAPH_SUCCESS;
        }
        context->SetBlockDim(7);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    assert counts(launches(tmp_path, "#include <memory>\n" + host % found)) == [count]


def test_a_smart_pointer_of_what_may_be_nothing_may_be_null(tmp_path: Path) -> None:
    host = """
    struct Tuned { int64_t cores; };
    uint32_t Query(std::shared_ptr<Tuned> &found);
    static std::shared_ptr<Tuned> Find()
    {
        std::shared_ptr<Tuned> found = nullptr;
        return Query(found) == 0 ? found : nullptr;
    }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        std::shared_ptr<Tuned> tuned = Find();
        if (tuned != nullptr) {
            context->SetBlockDim(tuned->cores);
            return ge::GRAPH_SUCCESS;
        }
        context->SetBlockDim(7);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    found, other = counts(launches(tmp_path, "#include <memory>\n" + host))
    assert found.startswith("unknown: ")
    assert other == "const:7"


def test_a_step_order_of_the_library_goes_on_only_where_its_steps_succeed(tmp_path: Path) -> None:
    host = """
    class Long : public Ops::Base::TilingBaseClass {
    public:
        explicit Long(gert::TilingContext *context) : TilingBaseClass(context) {}
    protected:
        ge::graphStatus GetShapeAttrsInfo() override
        {
            rows_ = context_->GetInputShape(0)->GetStorageShape().GetDim(0);
            return rows_ == 9 ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
        }
        ge::graphStatus GetPlatformInfo() override { return ge::GRAPH_SUCCESS; }
        bool IsCapable() override { return rows_ > 7; }
        ge::graphStatus DoOpTiling() override { return ge::GRAPH_SUCCESS; }
        ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
        ge::graphStatus GetWorkspaceSize() override { return ge::GRAPH_SUCCESS; }
        ge::graphStatus PostTiling() override
        {
            context_->SetBlockDim(rows_ > 7 && rows_ != 9 ? 5 : 6);
            return ge::GRAPH_SUCCESS;
        }
        uint64_t GetTilingKey() const override { return 3; }
        int64_t rows_ = 0;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Long tiling(context);
        return tiling.DoTiling();
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    head = '}\n#include "op_host/tiling_base_class.h"\nnamespace optiling {\n'
    (launch,) = launches(tmp_path, head + host)
    assert launch.count == "const:5"
    assert str(launch.key) == "3"


def test_a_constructor_defined_outside_its_class_makes_its_bases(tmp_path: Path) -> None:
    host = """
    struct Config { int64_t cores = 2; };
    class Base {
    public:
        explicit Base(gert::TilingContext *context, const Config &config);
        gert::TilingContext *context_ = nullptr;
        Config config_;
    };
    Base::Base(gert::TilingContext *context, const Config &config) : context_(context), config_(config) {}
    class Scale : public Base {
    public:
        explicit Scale(gert::TilingContext *context);
        static Config Build();
    };
    Config Scale::Build() { Config config; config.cores = 5; return config; }
    Scale::Scale(gert::TilingContext *context) : Base(context, Build()) {}
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Scale tiling(context);
        context->SetBlockDim(tiling.config_.cores);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    assert counts(launches(tmp_path, host)) == ["const:5"]


@pytest.mark.parametrize("base", ["", " : public Ops::Base::TilingBaseClass"])
def test_a_step_order_or_a_step_in_another_file_is_read_there(tmp_path: Path, base: str) -> None:
    """An order of the class's own, and a step of the library's order that a class between defines."""
    header = "#pragma once\n" + (
        HOST.replace("#include", '#include "op_host/tiling_base_class.h"\n#include', 1)
        % (
            f"class Between{base} {{ public:\n"
            + ("using TilingBaseClass::TilingBaseClass;\nge::graphStatus GetPlatformInfo() override;\n" if base else "")
            + (
                ""
                if base
                else "explicit Between(gert::TilingContext *c) : context_(c) {} ge::graphStatus DoTiling();\n"
                "virtual ge::graphStatus PostTiling() = 0; gert::TilingContext *context_;\n"
            )
            + "uint32_t cores_ = 0;\n};"
        )
    )
    read = "cores_ = platform_ascendc::PlatformAscendC(context_->GetPlatformInfo()).GetCoreNumAiv();"
    body = f"{read} return ge::GRAPH_SUCCESS;" if base else f"{read} return PostTiling();"
    step = "GetPlatformInfo" if base else "DoTiling"
    host = (
        '#include "../../shared/op_host/between.h"\n'
        + HOST
        % """
    class Scale : public Between {
    public:
        explicit Scale(gert::TilingContext *context) : Between(context) {}
        ge::graphStatus GetShapeAttrsInfo() { return ge::GRAPH_SUCCESS; }
        bool IsCapable() { return true; }
        ge::graphStatus DoOpTiling() { return ge::GRAPH_SUCCESS; }
        ge::graphStatus DoLibApiTiling() { return ge::GRAPH_SUCCESS; }
        ge::graphStatus GetWorkspaceSize() { return ge::GRAPH_SUCCESS; }
        uint64_t GetTilingKey() const { return 0; }
        ge::graphStatus PostTiling() { context_->SetBlockDim(cores_); return ge::GRAPH_SUCCESS; }
    };
    static ge::graphStatus Tiling(gert::TilingContext *context) { Scale tiling(context); return tiling.DoTiling(); }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    )
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": host,
        "shared/op_host/between.h": header,
        "shared/op_host/between.cpp": '#include "between.h"\n'
        + HOST % f"ge::graphStatus Between::{step}() {{ {body} }}",
    }
    assert counts(launches_in(write(tmp_path, files))) == ["all-aiv"]


@pytest.mark.parametrize(
    ("given", "expected"), [("config.size = [](int64_t &n) { n = 4; return 0; };", "const:4"), ("", "unknown")]
)
def test_a_callable_that_an_object_holds_may_write_what_it_is_handed(tmp_path: Path, given: str, expected: str) -> None:
    host = """
    struct Config { std::function<int(int64_t &)> size; int64_t more = 3; };
    struct Scale {
        explicit Scale(const Config &config) : config_(config) {}
        Config config_;
        int64_t rows_ = 0;
    };
    Config Build() { Config config; %s return config; }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Scale scale(Build());
        if (scale.config_.size(scale.rows_) != 0 || scale.rows_ == 0 || scale.config_.more != 3) {
            return ge::GRAPH_FAILED;
        }
        context->SetBlockDim(scale.rows_);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, "}\n#include <functional>\nnamespace optiling {\n" + host % given)
    assert expected in (launch.count, launch.kind)


@pytest.mark.parametrize(("rows", "count"), [("8192", "all-aiv"), ("20", "bounded")])
def test_more_work_than_any_device_has_cores_is_launched_on_all_of_them(tmp_path: Path, rows: str, count: str) -> None:
    launches_ = tiled(
        tmp_path, f"if (rows > {rows}) {{ context->SetBlockDim(rows < cores ? rows : cores); return 0; }}"
    )
    assert [one.kind for one in launches_] == [count]


def test_a_template_of_another_operator_is_registered_under_a_constant_and_an_alias(tmp_path: Path) -> None:
    header = (
        "#pragma once\n"
        + HOST
        % """
    struct TilingRegistry {
        static TilingRegistry &GetInstance();
        ge::graphStatus DoTilingImpl(gert::TilingContext *context);
    };
    class RowsTiling {
    public:
        explicit RowsTiling(gert::TilingContext *context) : context_(context) {}
        ge::graphStatus DoTiling();
        gert::TilingContext *context_;
    };
    """
    )
    host = (
        '#include "../../rows/op_host/rows.h"\n'
        + HOST
        % """
    namespace { constexpr char NAME[] = "ScaleRows"; }
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        return TilingRegistry::GetInstance().DoTilingImpl(context);
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    using ScaleRowsTiling = RowsTiling;
    REGISTER_TILING_TEMPLATE(NAME, ScaleRowsTiling, 2);
    """
    )
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": host,
        "rows/op_host/rows.h": header,
        "rows/op_host/rows.cpp": '#include "rows.h"\n'
        + HOST % "ge::graphStatus RowsTiling::DoTiling() { context_->SetBlockDim(6); return ge::GRAPH_SUCCESS; }",
    }
    assert counts(launches_in(write(tmp_path, files))) == ["const:6"]


BY_ARCHITECTURE = """
static bool IsNewer(platform_ascendc::SocVersion version)
{
    const static std::set<platform_ascendc::SocVersion> newer = {platform_ascendc::SocVersion::ASCEND950};
    return newer.find(version) != newer.end();
}
struct ScaleInfo { bool newer; };
static ge::graphStatus Prepare(gert::TilingParseContext *context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    context->GetCompiledInfo<ScaleInfo>()->newer = %s;
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    auto info = reinterpret_cast<const ScaleInfo *>(context->GetCompileInfo());
    context->SetBlockDim(info->newer ? 3 : 5);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling).TilingParse<ScaleInfo>(Prepare);
"""


@pytest.mark.parametrize(
    "asked",
    [
        "Ops::Base::IsRegbaseSocVersion(context)",
        "Ops::Rows::IsRegbaseSocVersion(context)",
        "IsNewer(platform.GetSocVersion())",
    ],
)
def test_what_asks_for_the_architecture_is_decided_by_it(tmp_path: Path, asked: str) -> None:
    own = "namespace Ops { namespace Rows { bool IsRegbaseSocVersion(const gert::TilingParseContext *context); } }\n"
    host = f"}}\n#include <set>\n{own}namespace optiling {{\n" + BY_ARCHITECTURE % asked
    assert counts(launches(tmp_path, host, 2201)) == ["const:5"]
    assert counts(launches(tmp_path, host, 3510)) == ["const:3"]


def test_the_context_tells_the_key_that_it_was_told(tmp_path: Path) -> None:
    (launch,) = tiled(
        tmp_path, "context->SetTilingKey(7); context->SetTilingKey(context->GetTilingKey()); context->SetBlockDim(3);"
    )
    assert (launch.count, str(launch.key)) == ("const:3", "7")


POINTED = """#include <memory>
struct RowsData { uint32_t used; };
class RowsTiling {
public:
    explicit RowsTiling(gert::TilingContext *context) : context_(context)%s {}
    ge::graphStatus Run()
    {
        used_ = platform_ascendc::PlatformAscendC(context_->GetPlatformInfo()).GetCoreNumAiv() / 2;
        %s
        data_->used = used_;
        auto *raw = context_->GetRawTilingData();
        memcpy_s(raw->GetData(), raw->GetCapacity(), %s, sizeof(RowsData));
        context_->SetBlockDim(used_);
        return ge::GRAPH_SUCCESS;
    }
private:
    gert::TilingContext *context_;
    uint32_t used_ = 0;
    std::unique_ptr<RowsData> data_;
};
static ge::graphStatus Tiling(gert::TilingContext *context) { RowsTiling tiling(context); return tiling.Run(); }
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""


@pytest.mark.parametrize("copied", ["data_.get()", "reinterpret_cast<void *>(data_.get())", "&(*data_)"])
@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("", "data_ = std::make_unique<RowsData>();"),
        ("", "if (data_ == nullptr) { data_ = std::make_unique<RowsData>(); }"),
        ("", "if (!data_) { try { data_ = std::make_unique<RowsData>(); } catch (...) { return ge::GRAPH_FAILED; } }"),
        ("", "data_ = std::unique_ptr<RowsData>(new RowsData());"),
        ("", "data_.reset(new RowsData());"),
        (", data_(new RowsData())", ""),
    ],
)
def test_what_a_smart_pointer_points_to_is_copied_to_the_tiling_data(
    tmp_path: Path, given: str, made: str, copied: str
) -> None:
    (launch,) = launches(tmp_path, POINTED % (given, made, copied))
    assert launch.fields == {("RowsData", "used"): launch.value}


@pytest.mark.parametrize(
    "held", ["Short short_; Long long_;", "std::unique_ptr<Short> short_; std::unique_ptr<Long> long_;"]
)
def test_one_of_two_structures_is_copied_to_the_tiling_data(tmp_path: Path, held: str) -> None:
    first, second = ("short_.get()", "long_.get()") if "unique_ptr" in held else ("&short_", "&long_")
    access = "->" if "unique_ptr" in held else "."
    host = f"""#include <memory>
    struct Short {{ uint32_t used; }};
    struct Long {{ uint32_t rows; uint32_t tail; }};
    class Rows {{
    public:
        const void *Data(bool few) const {{ return few ? static_cast<const void *>({first}) : {second}; }}
        ge::graphStatus Run(gert::TilingContext *context)
        {{
            const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
            short_{access}used = 5;
            long_{access}rows = 7;
            auto *raw = context->GetRawTilingData();
            memcpy_s(raw->GetData(), raw->GetCapacity(), Data(rows < 9), rows < 9 ? sizeof(Short) : sizeof(Long));
            context->SetBlockDim(5);
            return ge::GRAPH_SUCCESS;
        }}
    private:
        {held}
    }};
    static ge::graphStatus Tiling(gert::TilingContext *context) {{ Rows rows; return rows.Run(context); }}
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    (launch,) = launches(tmp_path, host)
    assert {name: str(value) for name, value in launch.fields.items()} == {
        ("Short", "used"): "5",
        ("Long", "rows"): "7",
    }


HELPER = """
#pragma once
#include "registry.h"
namespace optiling {
class Rows;
struct Asked { const gert::StorageShape *shape = nullptr; };
class Asking {
public:
    static ge::graphStatus Fill(gert::TilingContext *context, Asked &asked);
};
struct Arguments { uint32_t used = 0; };
class Counting {
public:
    Counting(Rows &rows, uint32_t most);
    ge::graphStatus Count(const Asked &asked);
    Arguments args_;
private:
    uint32_t most_;
};
class Rows : public steps::Steps {
public:
    explicit Rows(gert::TilingContext *context);
protected:
    bool IsCapable() override { return true; }
    uint64_t GetTilingKey() const override { return 1; }
    ge::graphStatus PostTiling() override;
    std::unique_ptr<Counting> helper_;
};
}
"""
ROWS = """
#include "rows.h"
namespace optiling {
constexpr char ROWS[] = "AddRows";
Rows::Rows(gert::TilingContext *context) : Steps(context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    helper_ = std::move(std::unique_ptr<Counting>(new (std::nothrow) Counting(*this, platform.GetCoreNumAic())));
}
ge::graphStatus Rows::PostTiling()
{
    Asked asked;
    if (Asking::Fill(context_, asked) != ge::GRAPH_SUCCESS || helper_->Count(asked) != ge::GRAPH_SUCCESS) {
        return ge::GRAPH_FAILED;
    }
    context_->SetBlockDim(helper_->args_.used);
    return ge::GRAPH_SUCCESS;
}
REGISTER_OPS_TILING_TEMPLATE(ROWS, Rows, 1);
}
"""
ASKING = """
#include "rows.h"
namespace optiling {
ge::graphStatus Asking::Fill(gert::TilingContext *context, Asked &asked)
{
    asked.shape = context->GetInputShape(0);
    return asked.shape == nullptr ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
}
}
"""
COUNTING = """
#include "rows.h"
namespace optiling {
Counting::Counting(Rows &rows, uint32_t most) : most_(most) {}
ge::graphStatus Counting::Count(const Asked &asked)
{
    if (asked.shape == nullptr) {
        return ge::GRAPH_FAILED;
    }
    args_.used = most_;
    return ge::GRAPH_SUCCESS;
}
}
"""
ALIAS = """
#include "../../add_rows/op_host/rows.h"
namespace optiling {
constexpr char INPLACE[] = "ScaleRows";
static ge::graphStatus Tiling(gert::TilingContext *context)
{
    return steps::Registry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
using ScaleRowsTiling = Rows;
REGISTER_OPS_TILING_TEMPLATE(INPLACE, ScaleRowsTiling, 1);
}
"""


def test_a_class_of_a_sibling_counts_in_a_helper_that_it_holds(tmp_path: Path) -> None:
    files = {
        "scale_rows/op_kernel/scale_rows.cpp": KERNEL,
        "scale_rows/op_host/scale_rows_tiling.cpp": ALIAS,
        "add_rows/op_host/registry.h": REGISTRY,
        "add_rows/op_host/rows.h": HELPER,
        "add_rows/op_host/rows.cpp": ROWS,
        "add_rows/op_host/asking.cpp": ASKING,
        "add_rows/op_host/counting.cpp": COUNTING,
    }
    (launch,) = launches_in(write(tmp_path, files))
    assert (launch.count, launch.root, Path(launch.path).name) == ("all-aic", "ScaleRowsTiling", "rows.cpp")


@pytest.mark.parametrize(
    ("made", "count"),
    [
        ("new Help(7)", "const:7"),
        ("new (std::nothrow) Help(7)", "const:7"),
        ("std::unique_ptr<Help>(new Help(7))", "const:7"),
        ("std::make_unique<Help>(7)", "const:7"),
        ("new (std::nothrow) Help[2]", "unknown"),
    ],
)
def test_what_is_made_by_new_is_the_object(tmp_path: Path, made: str, count: str) -> None:
    host = "struct Help { uint32_t n = 1; Help() {} explicit Help(uint32_t k) : n(k) {} };" + TILING % (
        f"auto help = {made}; context->SetBlockDim(help->n);"
    )
    (launch,) = launches(tmp_path, host)
    assert launch.count.startswith(count)


PLANNED = """
struct Plan {{ uint64_t used = 1; uint64_t rows = 0; }};
struct Kept {{ const Plan &Get() const {{ return plan; }} Plan plan; int64_t size = 0; }};
struct Plans {{ Plan first; Plan second; }};
bool Lookup(int64_t rows, Kept &kept);
class Planner {{
public:
    void Make(int64_t rows, uint64_t cores)
    {{
        Kept kept;
        if ({condition}) {{
            {put}
            return;
        }}
        plans_.first.used = std::min<uint64_t>(rows, cores);
    }}
    Plans plans_;
}};
static ge::graphStatus Tiling(gert::TilingContext *context)
{{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint64_t cores = platform.GetCoreNumAiv();
    const int64_t rows = context->GetInputShape(0)->GetStorageShape().GetDim(0);
    Planner planner;
    planner.Make(rows, cores);
    context->SetBlockDim(planner.plans_.first.used);
    return ge::GRAPH_SUCCESS;
}}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""


@pytest.mark.parametrize(
    ("condition", "put", "kinds"),
    [
        ("rows > 7", "plans_.first = kept.Get();", {"1", "min"}),
        ("rows > 7", "plans_.first = kept.Get(); plans_.first.used = 9;", {"9", "min"}),
        ("rows > 7", "Plans other; other.first.used = 5; plans_ = other;", {"5", "min"}),
        ("Lookup(rows, kept)", "plans_.first = kept.Get();", {"kept'.plan.used", "min"}),
    ],
)
def test_an_object_that_one_way_replaces_holds_on_the_other_what_was_stored_in_it(
    tmp_path: Path, condition: str, put: str, kinds: set[str]
) -> None:
    (launch,) = launches(tmp_path, PLANNED.format(condition=condition, put=put))
    assert launch.value.op == "ite"
    assert {side.op if side.args else str(side) for side in launch.value.args[1:]} == kinds


CAPABLE = """
static void Ask(fe::PlatFormInfos &platform, const std::string &what, bool &able)
{{
    std::string types;
    {ask}
}}
static ge::graphStatus Tiling(gert::TilingContext *context)
{{
    bool able = false;
    Ask(*context->GetPlatformInfo(), "{what}", able);
    if (able) {{
        const uint32_t vectors = context->GetPlatformInfo()->GetCoreNumByType("AiCore") * 2;
        context->SetBlockDim((vectors + 1) / 2);
        return ge::GRAPH_SUCCESS;
    }}
    context->SetBlockDim(32);
    return ge::GRAPH_SUCCESS;
}}
IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
"""
ASKING = 'platform.GetPlatformRes("AICoreintrinsicDtypeMap", what, types)'


@pytest.mark.parametrize(
    "ask",
    [
        f"{ASKING}; able = !types.empty();",
        f"(void){ASKING}; if (!types.empty()) {{ able = true; }} else {{ able = false; }}",
        f"able = {ASKING};",
    ],
)
@pytest.mark.parametrize(
    ("what", "architecture", "counted"),
    [
        ("Intrinsic_fix_pipe_l0c2out", 2201, ["all-aic"]),
        ("Intrinsic_fix_pipe_l0c2out", 3510, ["all-aic"]),
        ("Intrinsic_fix_pipe_l0c2ub", 2201, ["const:32"]),
        ("Intrinsic_fix_pipe_l0c2ub", 3510, ["all-aic"]),
        ("Intrinsic_of_another_kind", 2201, ["all-aic", "const:32"]),
    ],
)
def test_a_way_for_what_the_cores_cannot_do_is_none(
    tmp_path: Path, ask: str, what: str, architecture: int, counted: list[str]
) -> None:
    assert counts(launches(tmp_path, CAPABLE.format(ask=ask, what=what), architecture)) == counted


@pytest.mark.parametrize(
    "made", ["manager_ = std::unique_ptr<Widths>(new (std::nothrow) Widths()); widths_ = manager_.get();", ""]
)
def test_what_is_read_through_a_null_pointer_is_no_number(tmp_path: Path, made: str) -> None:
    host = """
    class Widths;
    class Planner {
    public:
        void Run(gert::TilingContext *context)
        {
            %s
            context->SetBlockDim(manager_->get_rows() * manager_->get_columns());
        }
        Widths *widths_ = nullptr;
        std::unique_ptr<Widths> manager_ = nullptr;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Planner planner;
        planner.Run(context);
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    for launch in launches(tmp_path, host % made):
        assert "null" not in launch.count
        assert launch.count.startswith("unknown: ")


@pytest.mark.parametrize("count", ["never_", "rows * never_", "(rows + never_ - 1) / never_"])
def test_a_count_that_is_set_from_what_nothing_sets_is_not_said_to_be_unset(tmp_path: Path, count: str) -> None:
    host = """
    class Planner {
    public:
        void Run(gert::TilingContext *context, uint64_t rows) { context->SetBlockDim(%s); }
        uint64_t never_;
    };
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        Planner planner;
        planner.Run(context, context->GetInputShape(0)->GetStorageShape().GetDim(0));
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    assert counts(launches(tmp_path, host % count)) == ["unknown: it is made of what was not seen being set"]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("std::min<int64_t>(cores / rows, shape.GetDim(1))", "bounded"),
        ("cores / rows", "bounded"),
        ("shape.GetDim(1)", "unknown"),
    ],
)
def test_cores_that_are_shared_out_are_no_more_than_there_are(tmp_path: Path, parts: str, expected: str) -> None:
    body = f"""
    if (rows <= 0 || rows >= cores) {{ return ge::GRAPH_FAILED; }}
    const int64_t parts = {parts};
    context->SetBlockDim(rows * parts);"""
    (launch,) = tiled(tmp_path, body)
    assert launch.kind == expected


ROUNDED_UP = """
static int64_t Pieces(int64_t amount, int64_t by)
{
    if (by == 0) {
        return amount;
    } else if (amount % by == 0) {
        return amount / by;
    }
    return amount / by + 1;
}
"""


@pytest.mark.parametrize(("amount", "expected"), [("rows", "bounded"), ("shape.GetDim(1)", "unknown")])
def test_pieces_that_a_test_of_the_remainder_rounds_up_are_no_more_than_cores(
    tmp_path: Path, amount: str, expected: str
) -> None:
    body = f"context->SetBlockDim(Pieces({amount}, Pieces(rows, cores)));"
    (launch,) = launches(tmp_path, ROUNDED_UP + TILING % body)
    assert launch.kind == expected
