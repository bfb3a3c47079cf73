"""Odd host code gives an answer or a reason, and never a failure."""

from pathlib import Path

import pytest
from hosts import HOST, KERNEL, TILING, counts, launches, launches_in, tiled, write


def test_a_kernel_without_host_code_has_no_launch(tmp_path: Path) -> None:
    assert launches_in(write(tmp_path, {"scale_rows/op_kernel/scale_rows.cpp": KERNEL})) == []


def test_host_code_of_another_kernel_is_not_taken_for_this_one(tmp_path: Path) -> None:
    other = HOST % (TILING % "context->SetBlockDim(5);").replace("ScaleRows", "ScaleColumns")
    files = {"scale_rows/op_kernel/scale_rows.cpp": KERNEL, "scale_rows/op_host/scale_tiling.cpp": other}
    assert launches_in(write(tmp_path, files)) == []


def test_types_that_nobody_declares_leave_the_rest_readable(tmp_path: Path) -> None:
    host = """
    static ge::graphStatus Tiling(gert::TilingContext *context)
    {
        vendor::Session session = vendor::Open(context);
        session.Configure(Options{1, 2});
        auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
        context->SetBlockDim(platform.GetCoreNumAiv());
        return ge::GRAPH_SUCCESS;
    }
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    assert counts(launches(tmp_path, host)) == ["all-aiv"]


@pytest.mark.parametrize("before", ["void Adjust(uint32_t *used);", "void Adjust(uint32_t *used, int more = 0);", ""])
def test_what_an_unread_function_may_have_changed_is_not_known(tmp_path: Path, before: str) -> None:
    host = before + TILING % "uint32_t used = cores; Adjust(&used); context->SetBlockDim(used);"
    (launch,) = launches(tmp_path, host)
    assert launch.kind == "unknown"


def test_what_an_unread_function_of_an_unread_namespace_may_have_changed_is_not_known(tmp_path: Path) -> None:
    (launch,) = tiled(tmp_path, "uint32_t used = cores; vendor::Adjust(&used); context->SetBlockDim(used);")
    assert launch.kind == "unknown"


def test_recursion_ends(tmp_path: Path) -> None:
    host = "static uint32_t Halve(uint32_t n) { return n < 2 ? n : Halve(n / 2); }" + TILING % (
        "context->SetBlockDim(std::min<uint32_t>(Halve(rows), cores));"
    )
    (launch,) = launches(tmp_path, host)
    assert launch.kind in {"bounded", "unknown"}


def test_functions_that_only_call_each_other_are_still_run(tmp_path: Path) -> None:
    kernel = """
    #include "kernel_operator.h"
    extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x) { AscendC::SyncAll(); }
    void Again(int left);
    void Start(int left) { scale_rows<<<3, nullptr, nullptr>>>(nullptr); Again(left - 1); }
    void Again(int left) { if (left > 0) { Start(left); } }
    """
    assert counts(launches_in(write(tmp_path, {"scale_rows.cpp": kernel}))) == ["const:3"]


def test_classes_that_are_each_other_s_base_are_refused_quietly(tmp_path: Path) -> None:
    host = "struct B; struct A : B { int a; }; struct B : A { int b; };" + TILING % (
        "A first; B second; context->SetBlockDim(first.a ? 2 : 2);"
    )
    assert counts(launches(tmp_path, host)) == ["const:2"]


def test_a_tiling_that_is_declared_and_nowhere_defined_launches_nothing(tmp_path: Path) -> None:
    host = """
    ge::graphStatus Tiling(gert::TilingContext *context);
    IMPL_OP_OPTILING(ScaleRows).Tiling(Tiling);
    """
    assert launches(tmp_path, host) == []


def test_text_that_is_no_code_is_passed_over(tmp_path: Path) -> None:
    host = (TILING % "context->SetBlockDim(4);") + "\n// IMPL_OP_OPTILING(ScaleRows).Tiling(Gone);\n}}}} <<<<"
    assert counts(launches(tmp_path, host)) == ["const:4"]


def test_a_loop_over_a_vector_of_unknown_length_ends(tmp_path: Path) -> None:
    body = """std::vector<int64_t> sizes;
    for (int64_t i = 0; i < rows; ++i) { sizes.push_back(shape.GetDim(i)); }
    int64_t total = 0;
    for (auto size : sizes) { total += size; }
    context->SetBlockDim(std::min<int64_t>(total, cores));"""
    (launch,) = tiled(tmp_path, body)
    assert launch.kind == "bounded"


TWO = """
std::tuple<uint32_t, uint32_t> Unread(uint32_t most);
static std::tuple<uint32_t, uint32_t> Split(uint32_t most) { return {1, most}; }
static std::pair<uint32_t, uint32_t> Halves(uint32_t most)
{
    if (most > 8) { return std::make_pair(most / 2, 2U); }
    return std::pair<uint32_t, uint32_t>(most, 1U);
}
struct Grid { uint32_t wide = 1; uint32_t high = 2; uint32_t &Wide() { return wide; } };
static Grid Made(uint32_t wide) { Grid made; made.wide = wide; return made; }
static uint32_t number = 1;
static uint32_t &Number() { return number; }
"""
USED = "const uint32_t used = std::min<uint32_t>(cores, rows); uint32_t a = 1, b = 1; "


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("std::tie(a, b) = Split(used); context->SetBlockDim(a * b);", "bounded: min(all-aiv,"),
        ("std::tie(a, std::ignore) = Halves(cores); context->SetBlockDim(a);", "bounded:"),
        ("a = 2, b = 3; std::tie(a, b) = std::make_pair(b, a); context->SetBlockDim(b);", "const:2"),
        ("auto [x, y] = Split(used); context->SetBlockDim(x * y);", "bounded: min(all-aiv,"),
        ("auto [wide, high] = Made(5); context->SetBlockDim(wide);", "const:5"),
        ("std::pair<uint32_t, uint32_t> p(1, 2); auto &[x, y] = p; y = 9; context->SetBlockDim(p.second);", "const:9"),
        ("auto p = std::make_pair(1, 2); auto &[x, y] = p; x = 9; context->SetBlockDim(p.first);", "const:9"),
        ("auto p = std::make_pair(4, 2); auto [x, y] = p; x = 9; context->SetBlockDim(p.first);", "const:4"),
        ("Grid grid; auto &[x, y] = grid; x = 9; context->SetBlockDim(grid.wide);", "const:9"),
        ("auto t = Split(used); context->SetBlockDim(std::get<1>(t));", "bounded: min(all-aiv,"),
        ("(rows > 3 ? a : b) = cores; context->SetBlockDim(b);", "bounded: ((3 <"),
    ],
)
def test_what_is_assigned_to_several_at_once_gets_to_each_of_them(tmp_path: Path, body: str, count: str) -> None:
    (launch,) = launches(tmp_path, TWO + TILING % (USED + body))
    assert launch.count.startswith(count)


@pytest.mark.parametrize(
    "body",
    [
        "std::tie(a, b) = Unread(used); context->SetBlockDim(a * b);",
        "for (int i = 0; i < rows; i++) { std::tie(a, b) = Unread(i); } context->SetBlockDim(b);",
        "auto [x, y] = Unread(used); context->SetBlockDim(x * y);",
        "auto pick = [&]() -> uint32_t & { return a; }; pick() = used * 2; context->SetBlockDim(a);",
        "Grid grid; grid.Wide() = rows; context->SetBlockDim(grid.wide);",
        "Number() = rows; context->SetBlockDim(number);",
        "Grid one, other; (rows > 3 ? one : other).wide = rows; context->SetBlockDim(other.wide);",
        "uint32_t *p = rows > 3 ? &a : &b; *p = rows; context->SetBlockDim(a);",
    ],
)
def test_what_a_store_that_is_not_followed_may_have_written_is_not_known(tmp_path: Path, body: str) -> None:
    (launch,) = launches(tmp_path, TWO + TILING % (USED + body))
    assert launch.kind == "unknown"


def test_a_division_by_nought_proves_nothing(tmp_path: Path) -> None:
    (launch,) = tiled(tmp_path, "uint32_t unit = 0; context->SetBlockDim(Ops::Base::CeilDiv(1U, unit) * 4);")
    assert launch.count == "unknown: it is divided by what nothing that was read sets"


def test_a_division_by_nought_under_a_clamp_is_bounded_by_the_clamp(tmp_path: Path) -> None:
    (launch,) = tiled(tmp_path, "uint32_t unit = 0; context->SetBlockDim(std::min<uint32_t>(rows / unit, cores));")
    assert launch.kind == "bounded" and "all-aiv" in launch.count


PACKED = """
#include "kernel_operator.h"
#include "tiling/platform/platform_ascendc.h"
enum class Kind : uint8_t { PLAIN = 0, EMPTY = 1, FAST = 2 };
struct Work { const int *mode; Kind kind; uint64_t key; uint32_t blocks; };
extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x, GM_ADDR tiling) { AscendC::SyncAll(); }
static void Plan(Work &work, int64_t rows)
{
    work.kind = rows == 0 ? Kind::EMPTY : Kind::FAST;
    work.key = static_cast<uint64_t>(*work.mode) << 7 | static_cast<uint64_t>(work.kind) << 11;
    auto platform = platform_ascendc::PlatformAscendCManager::GetInstance();
    work.blocks = work.kind == Kind::EMPTY ? 1 : platform->GetCoreNumAiv();
}
void Run(const int *mode, int64_t rows, void *stream, uint8_t *x)
{
    Work work;
    work.mode = mode;
    Plan(work, rows);
    %s
    scale_rows<<<work.blocks, nullptr, stream>>>(x, nullptr);
}
"""


@pytest.mark.parametrize(
    ("leaves", "count"),
    [
        ("if (((work.key >> 11) & 3) == 1) { return; }", "all-aiv"),
        ("if (((work.key >> 11) & 3) == 2) { return; }", "const:1"),
        ("if (((work.key >> 9) & 3) == 1) { return; }", "bounded: "),
        ("", "bounded: "),
    ],
)
def test_a_return_ahead_of_the_launch_takes_away_what_it_returns_for(tmp_path: Path, leaves: str, count: str) -> None:
    (launch,) = launches_in(write(tmp_path, {"scale_rows.cpp": PACKED % leaves}))
    assert launch.count.startswith(count)


CHAIN = """
class Chain {
public:
    ge::graphStatus Run()
    {
        std::vector<std::function<ge::graphStatus()>> steps{
            std::bind(&Chain::First, this), std::bind(&Chain::Second, this), std::bind(&Chain::Third, this)};
        for (const auto &step : steps) {
            if (step() != ge::GRAPH_SUCCESS) { return ge::GRAPH_FAILED; }
        }
        return ge::GRAPH_SUCCESS;
    }
    uint32_t blocks = 1;
private:
    ge::graphStatus First() { return ge::GRAPH_SUCCESS; }
    ge::graphStatus Second() { return %s == nullptr ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS; }
    ge::graphStatus Third() { blocks = 5; return ge::GRAPH_SUCCESS; }
    const int *Lost() { vendor::Attribute *found = vendor::Find(3); return found->value; }
};
"""
CHAINED = "Chain chain; if (chain.Run() != ge::GRAPH_SUCCESS) { return ge::GRAPH_FAILED; }"


def test_a_return_that_was_not_read_gives_no_null(tmp_path: Path) -> None:
    (launch,) = launches(tmp_path, CHAIN % "Lost()" + TILING % (CHAINED + "context->SetBlockDim(chain.blocks);"))
    assert launch.count == "const:5"


def test_nothing_is_launched_behind_a_step_that_always_fails(tmp_path: Path) -> None:
    assert launches(tmp_path, CHAIN % "nullptr" + TILING % (CHAINED + "context->SetBlockDim(chain.blocks);")) == []


def test_what_is_set_on_no_way_is_not_shown(tmp_path: Path) -> None:
    body = "uint32_t kind; context->SetBlockDim(kind == 1 ? 1 : cores);"
    (launch,) = tiled(tmp_path, body)
    assert launch.count == "bounded: at most all-aiv"
    assert "unset" not in launch.expression
