"""Files: what is read, healed, synthesised and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import rendering
from asking import Parse, body, function

from sklint.collect.operator import Headers
from sklint.parse import HealMemory, UnreadableSource, needs_core_passes, parse_unit
from sklint.parse.includes import closure_of

ENTRY = 'extern "C" __global__ __aicore__ void kernel(GM_ADDR x, GM_ADDR tiling) { BODY }\n'


def kernel(text: str, before: str = "") -> str:
    return '#include "kernel_operator.h"\n' + before + ENTRY.replace("BODY", text)


def test_a_header_that_only_the_index_knows_is_found(parse: Parse, tmp_path: Path) -> None:
    shared = tmp_path / "norm" / "op_kernel" / "shared.h"
    shared.parent.mkdir(parents=True)
    shared.write_text("inline __aicore__ void helper() { AscendC::SyncAll(); }")
    headers = Headers({"shared.h": (str(shared),)})
    program = parse(kernel("helper();", '#include "../norm/shared.h"\n'), headers=headers)
    assert body(program, "helper") == "AscendC::SyncAll();"
    assert list(program.healed.values()) == [str(shared)]
    assert str(shared) in program.files
    assert not program.problems


def test_the_nearest_of_several_headers_wins(parse: Parse, tmp_path: Path) -> None:
    places = ["far/lib/base.h", "op/build_out/lib/base.h", "op/tests/lib/base.h", "op/inner/lib/base.h"]
    files = {place: f"constexpr int from = {at};" for at, place in enumerate(places)}
    (tmp_path / "op").mkdir()
    index = Headers({"base.h": tuple(str(tmp_path / place) for place in places)})
    program = parse(
        '#include "op/start.h"\n' + kernel("int i = from;"),
        headers=index,
        files={**files, "op/start.h": '#include "lib/base.h"\n'},
    )
    (chosen,) = program.globals.values()
    assert rendering.variable(chosen) == "constexpr const int from = 3"


def test_a_library_that_lies_in_the_repository_is_read_there_and_not_in_the_stubs(parse: Parse, tmp_path: Path) -> None:
    own = tmp_path / "include" / "catlass" / "catlass.hpp"
    own.parent.mkdir(parents=True)
    own.write_text("template <class Op> __global__ __aicore__ void adapter(typename Op::Params p) { Op op; op(p); }")
    elsewhere = tmp_path / "copies" / "coord.hpp"
    elsewhere.parent.mkdir()
    elsewhere.write_text("#error this is another one\n")
    api = tmp_path / "include" / "lib" / "matmul_intf.h"
    api.parent.mkdir(parents=True)
    api.write_text("#error the interface has no second declaration\n")
    headers = Headers(
        {"catlass.hpp": (str(own),), "coord.hpp": (str(elsewhere),), "matmul_intf.h": (str(api),)},
    )
    program = parse('#include "catlass/catlass.hpp"\n#include "adv_api/matmul/matmul.h"\n', headers=headers)
    assert [program.functions[key].plain_name for key in program.entries] == ["adapter"]
    assert not program.problems
    # a file that only has the name of a header is no library
    assert not parse('#include "catlass/coord.hpp"\n', headers=headers).problems


def test_host_code_beside_its_kernel_knows_the_runtime(parse: Parse) -> None:
    host = """#include "acl/acl.h"
#include "tiling/platform/platform_ascendc.h"
int launch()
{
    aclrtStream stream{nullptr};
    aclError error = aclrtCreateStream(&stream);
    auto cores = platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAic();
    kernel<<<cores, nullptr, stream>>>(nullptr, nullptr, nullptr);
    return error == ACL_SUCCESS ? 0 : 1;
}
"""
    program = parse(kernel("AscendC::SyncAll();") + host)
    assert not program.problems
    assert len(program.entries) == 1


def test_a_header_that_is_nowhere_is_named_and_costs_nothing_else(parse: Parse) -> None:
    program = parse(kernel("AscendC::SyncAll();", '#include "our_own/secret.h"\n#include "adv_api/new_thing.h"\n'))
    assert program.missing == ("our_own/secret.h",)
    assert body(program, "kernel") == "AscendC::SyncAll();"
    assert not program.problems


def test_old_tiling_structs_are_taken_from_the_host(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "kernel_tiling_def.h"
    host.write_text(
        "constexpr uint32_t HALF = optiling::TWO;\n#define TWO 2\n"
        "namespace optiling {\nBEGIN_TILING_DATA_DEF(Inner)\n  TILING_DATA_FIELD_DEF(uint32_t, rows);\n"
        "END_TILING_DATA_DEF;\n"
        "REGISTER_TILING_DATA_CLASS(InnerOp, Inner)\n"
        "BEGIN_TILING_DATA_DEF(KernelTiling)\n"
        "  TILING_DATA_FIELD_DEF(int64_t, used); // TILING_DATA_FIELD_DEF(int, no)\n"
        "  TILING_DATA_FIELD_DEF_ARR(uint64_t, 2 * HALF, sizes);\n  TILING_DATA_FIELD_DEF_STRUCT(Inner, inner);\n"
        "END_TILING_DATA_DEF;\nREGISTER_TILING_DATA_CLASS(Kernel, KernelTiling)\n}\n"
    )
    program = parse(
        kernel("GET_TILING_DATA(td, tiling); int n = td.used + td.sizes[2] + td.inner.rows;"),
        tiling_sources=[str(host)],
    )
    assert not program.problems
    (tiling,) = program.classes["KernelTiling"]
    assert [(one.name, rendering.type_(one.type)) for one in tiling.fields] == [
        ("used", "int64_t"),
        ("sizes", "uint64_t[4]"),
        ("inner", "Inner"),
    ]
    assert body(program, "kernel").endswith("int n = ((td.used + td.sizes[2]) + td.inner.rows);")


def test_a_struct_the_kernel_defines_is_not_made_again(parse: Parse, tmp_path: Path) -> None:
    host = tmp_path / "host.h"
    host.write_text("BEGIN_TILING_DATA_DEF(Own)\nTILING_DATA_FIELD_DEF(int64_t, used);\nEND_TILING_DATA_DEF;\n")
    program = parse(
        kernel("GET_TILING_DATA_WITH_STRUCT(Own, td, tiling); int n = td.mine;", "struct Own { int mine; };\n"),
        tiling_sources=[str(host)],
    )
    assert not program.problems


def test_build_words_are_defined_so_that_most_code_lives(parse: Parse) -> None:
    text = kernel(
        "AscendC::LocalTensor<DTYPE_Y> t; int f = FORMAT_Y;\n#if ORIG_DTYPE_Y == DT_BF16\nint alive = 1;\n#endif\n"
        "#if defined(ORIG_DTYPE_Y) && ORIG_DTYPE_Y == DT_BF16\nint too = 1;\n#endif\n"
        "#if ORIG_DTYPE_Y == DT_FLOAT\nint dead = 1;\n#endif\n"
    )
    program = parse(text)
    found = body(program, "kernel")
    assert "AscendC::LocalTensor<DTYPE_Y> t" in found
    assert program.aliases["DTYPE_Y"].type.name == "bfloat16_t"
    assert "alive" in found and "too" in found and "dead" not in found


def test_a_number_of_the_build_stands_before_what_a_file_falls_back_to(parse: Parse) -> None:
    text = kernel("int n = FORMAT_FRACTAL_NZ;", "#ifndef FORMAT_FRACTAL_NZ\n#define FORMAT_FRACTAL_NZ\n#endif\n")
    program = parse(text)
    assert not program.problems
    assert body(program, "kernel") == "int n = 29;"


def test_builds_differ_in_formats_and_in_data_types(parse: Parse) -> None:
    text = kernel(
        "\n#if FORMAT_X != FORMAT_FRACTAL_NZ\n#if ORIG_DTYPE_X == DT_FLOAT\nint inner = 1;\n#else\nint other = 1;\n"
        "#endif\n#else\nint nz = 1;\n#endif\n"
    )
    bodies = [body(parse(text, build=build), "kernel") for build in range(parse(text).builds)]
    assert [any(f"int {name} = 1;" in one for one in bodies) for name in ("inner", "other", "nz")] == [True] * 3


def test_bracketed_keywords_and_launches_are_read_at_their_columns(parse: Parse) -> None:
    text = (
        '#include "kernel_operator.h"\n'
        "[aicore] inline void device() { AscendC::SyncAll(); }\n"
        'extern "C" __global__ [ host, aicore ] void kernel(GM_ADDR x) { device(); }\n'
        "template <typename T> __global__ __aicore__ void typed(GM_ADDR x) { if (x) kernel<<<8, nullptr, x>>>(x); "
        "typed<half><<<T::n, 0, 0>>>(); }\n"
    )
    program = parse(text)
    assert not program.problems
    assert function(program, "device").attributes == ("aicore",)
    assert "aicore" in function(program, "kernel").attributes
    (site,) = program.sites
    assert (site.at.line, site.at.column) == (2, 1 + "[aicore] inline void device() { AscendC::".__len__())
    assert body(program, "typed") == "if (x) kernel<<<8, none, x>>>(x); typed<half><<<T::n, 0, 0>>>();"


def test_a_bracketed_keyword_may_follow_a_word_without_a_space(parse: Parse) -> None:
    program = parse(
        '#include "kernel_operator.h"\n#define DEVICE __forceinline__[aicore]\n#define BOTH inline[host, aicore]\n'
        "struct Work { DEVICE Work() : rows(3) {} BOTH int Rows() { return rows; } int rows; };\n"
        'extern "C" __global__[aicore] void kernel(GM_ADDR x) { Work work; work.Rows(); }\n'
    )
    assert not program.problems
    (work,) = program.classes["Work"]
    assert [program.functions[key].plain_name for key in work.methods] == ["Work", "Rows"]


@pytest.mark.parametrize(
    "ratio", ["[[bisheng::core_ratio(1, 2)]] ", "[[ bisheng :: core_ratio( 1,2 ) ]] __mix__(1, 2) "]
)
def test_the_ratio_of_the_device_compiler_is_that_of_the_keyword(parse: Parse, ratio: str) -> None:
    kernel = "__global__ __aicore__ void kernel(GM_ADDR x) { AscendC::SyncAll(); }"
    program = parse(f'#include "kernel_operator.h"\n{ratio}{kernel}\n')
    assert not program.problems
    assert "mix(1,2)" in function(program, "kernel").attributes
    assert program.sites[0].at.column == 1 + f"{ratio}{kernel}".index("SyncAll")


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"\x7fELF\0\0", "binary"), ("void f();".encode("utf-16"), "UTF-16"), (b" " * (8 * 1024 * 1024 + 1), "8 MB")],
)
def test_what_is_no_source_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource, match=reason):
        parse_unit(str(path), 2201)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource):
        parse_unit(str(tmp_path / "none.cpp"), 2201)


def test_chinese_comments_in_any_encoding_keep_the_columns(tmp_path: Path) -> None:
    for encoding in ("utf-8", "gbk", "utf-8-sig"):
        path = tmp_path / f"{encoding}.cpp"
        path.write_bytes(kernel("/* 核间同步 */ AscendC::SyncAll();").encode(encoding))
        (site,) = parse_unit(str(path), 2201).sites
        line = kernel("/* 核间同步 */ AscendC::SyncAll();").splitlines()[1]
        assert line[site.at.column - 1 :].startswith("SyncAll"), encoding


def test_deep_nesting_is_read(parse: Parse) -> None:
    chain = "int i = 0; " + "".join(f"if (i == {n}) i = {n}; else " for n in range(1500)) + "AscendC::SyncAll();"
    program = parse(kernel("{" * 500 + chain + "}" * 500))
    assert not program.problems
    assert function(program, "kernel").complete
    assert "AscendC::SyncAll" in {one.name for one in program.functions.values()}


def test_nesting_beyond_the_limit_is_a_problem_not_a_crash(parse: Parse) -> None:
    program = parse(kernel("{" * 3000 + "}" * 3000))
    assert any("nesting" in problem.message for problem in program.problems)


def test_core_kinds_see_their_own_code(parse: Parse) -> None:
    text = kernel(
        "\n#if defined(__DAV_C220_CUBE__)\nint cube = 1;\n#elif defined(__DAV_C220_VEC__)\nint vector = 1;\n#endif\n"
    )
    assert needs_core_passes(text)
    assert needs_core_passes(parse(text))
    assert not needs_core_passes(kernel(""))
    assert body(parse(text, core_kind="aic"), "kernel") == "int cube = 1;"
    assert body(parse(text, core_kind="aiv"), "kernel") == "int vector = 1;"
    assert body(parse(text), "kernel") == ""


def test_a_macro_that_the_build_tells_the_architecture_in_decides_between_branches(parse: Parse) -> None:
    text = kernel(
        "\n#if defined(OUR_ARCH) && OUR_ARCH == 2201\nAscendC::SyncAll();\n"
        "#elif (defined(OUR_ARCH) && OUR_ARCH == 3510)\nint wide = 1;\n#endif\n"
    )
    assert body(parse(text), "kernel") == "AscendC::SyncAll();"
    assert body(parse(text, 3510), "kernel") == "int wide = 1;"
    # what a file or the user defines stands
    assert body(parse("#define OUR_ARCH 3510\n" + text), "kernel") == "int wide = 1;"
    assert body(parse(text, defines=["OUR_ARCH=3510"]), "kernel") == "int wide = 1;"


def test_the_architecture_decides_between_branches(parse: Parse) -> None:
    text = kernel("\n#if __NPU_ARCH__ == 3510\nint late = 1;\n#else\nint early = 1;\n#endif\n")
    assert body(parse(text), "kernel") == "int early = 1;"
    assert body(parse(text, 3510), "kernel") == "int late = 1;"


def test_an_error_marks_its_function_only(parse: Parse) -> None:
    program = parse(kernel("good(); bad();", "void good() { int i = 1; }\nvoid bad() { int i = nobody.knows; }\n"))
    assert function(program, "good").complete
    assert not function(program, "bad").complete
    (problem,) = program.problems
    assert problem.severity == "error" and problem.at is not None and problem.at.line == 3


def test_the_memory_remembers_scans(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("#pragma once\n")
    (tmp_path / "kernel.cpp").write_text('#include "a.h"\n')
    memory = HealMemory()
    closure_of(str(tmp_path / "kernel.cpp"), None, ("/nowhere",), (), memory)
    (tmp_path / "a.h").unlink()
    again = closure_of(str(tmp_path / "kernel.cpp"), None, ("/nowhere",), (), memory)
    assert [Path(path).name for path in again.files] == ["kernel.cpp", "a.h"]


def test_a_tiling_struct_that_nobody_declares_gets_the_members_the_kernel_names(parse: Parse) -> None:
    user = (
        "template <typename T> class Op { public:\n"
        "__aicore__ inline void Init(GM_ADDR x, const LostTilingData *__restrict td) {"
        " rows = td->rows; first = td->sizes[0]; deep = td->inner.depth; } int rows, first, deep; };\n"
    )
    program = parse(kernel("GET_TILING_DATA(td, tiling); Op<half> op; op.Init(x, &td); int n = td.rows;", user))
    assert not program.problems
    assert body(program, "kernel").startswith("LostTilingData td = sklint::tiling_data<LostTilingData>(tiling);")
    fields = {one.name: rendering.type_(one.type) for one in program.classes["LostTilingData"][0].fields}
    assert fields["rows"] == "long" and fields["sizes"] == "long[64]" and fields["inner"] == "sklint_guessed_part"


def test_tiling_data_without_any_type_is_read_too(parse: Parse) -> None:
    program = parse(kernel("GET_TILING_DATA(td, tiling); if (AscendC::GetBlockIdx() >= td.used) return;"))
    assert not program.problems
    assert "if ((AscendC::GetBlockIdx() >= td.used)) return;" in body(program, "kernel")


def test_what_only_a_test_build_declares_is_made_up_all_the_same(parse: Parse) -> None:
    files = {
        "for_tests.h": "#ifdef __CCE_KT_TEST__\n#define DTYPE_X half\nstruct HiddenTilingData { int rows; };\n#endif\n"
        "template <typename DTYPE_X> struct Uses { DTYPE_X value; };\n"
    }
    program = parse(
        kernel(
            "GET_TILING_DATA_WITH_STRUCT(HiddenTilingData, td, tiling); int n = td.rows; Uses<DTYPE_X> uses;",
            '#include "for_tests.h"\n',
        ),
        files=files,
    )
    assert not program.problems
    assert "int n = td.rows;" in body(program, "kernel")
    assert [rendering.type_(alias.type) for alias in program.aliases.values()] == ["half"]
