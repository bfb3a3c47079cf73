"""What the interpreter knows of GM: where addresses point, and the events of accesses, cleans and transfers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.parse import parse_unit
from sklint.walk import tree
from sklint.walk.kernel import events, walk_kernel
from tests.walk.kernels import branches, walked

TENSOR = """AscendC::GlobalTensor<int32_t> gm;
gm.SetGlobalBuffer((__gm__ int32_t *)workspace);
"""
HEADER = "struct Header { int32_t ready; int32_t counts[4]; union { int32_t first; float second; }; };"


def accesses(folder: Path, body: str, before: str = "", architecture: int = 2201) -> list[tree.ScalarAccess]:
    kernel = walked(folder, body, before, architecture)
    return [event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.ScalarAccess)]


@pytest.mark.parametrize(
    ("access", "root", "distance"),
    [
        ("((__gm__ int32_t *)x)[3] = 1;", "x", "12"),
        ("*((__gm__ int32_t *)x + 2) = 1;", "x", "8"),
        ("*(__gm__ int64_t *)(x + 16) = 1;", "x", "16"),
        ("__gm__ int32_t *p = (__gm__ int32_t *)workspace; p += 4; p[1] = 1;", "workspace", "20"),
        ("*((__gm__ int32_t *)((uint64_t)(x) + 24)) = 1;", "x", "24"),
        ("*((__gm__ int32_t *)gm.GetPhyAddr() + 5) = 1;", "workspace", "20"),
        ("*gm.GetPhyAddr(6) = 1;", "workspace", "24"),
        ("gm(7) = 1;", "workspace", "28"),
        ("gm[4](3) = 1;", "workspace", "28"),
        ("gm[4].SetValue(4, 1);", "workspace", "32"),
        ("gm.SetValue(AscendC::GetBlockIdx() * 16, 1);", "workspace", "64 * block_idx"),
        ("auto half_ = gm.ReinterpretCast<half>(); half_.SetValue(3, 1);", "workspace", "6"),
    ],
)
def test_an_access_knows_its_argument_and_its_distance_in_bytes(
    tmp_path: Path, access: str, root: str, distance: str
) -> None:
    stored = [one for one in accesses(tmp_path, TENSOR + access) if one.write]
    assert [(one.memory.root, str(one.memory.distance)) for one in stored] == [(root, distance)]


def test_a_tensor_at_no_address_begins_nowhere(tmp_path: Path) -> None:
    body = """GET_TILING_DATA_WITH_STRUCT(Place, data, tiling);
    __gm__ int32_t *none = nullptr;
    AscendC::GlobalTensor<int32_t> far;
    far.SetGlobalBuffer(none + data.rows * AscendC::GetBlockIdx());
    far.SetValue(2, 1);"""
    (one,) = accesses(tmp_path, body, "struct Place { uint64_t rows; };")
    assert (one.memory.root, one.memory.begin) == ("", None)


def test_a_pointer_stays_the_same_in_a_loop_that_stores_through_it(tmp_path: Path) -> None:
    (one,) = accesses(
        tmp_path,
        """__gm__ int32_t *p = (__gm__ int32_t *)x + 4;
        for (int i = 0; i < AscendC::GetBlockNum(); i++) { p[2] = 1; }""",
    )
    assert str(one.memory.distance) == "24"


def test_a_pointer_that_a_loop_moves_still_knows_its_argument(tmp_path: Path) -> None:
    inside, behind = accesses(
        tmp_path,
        """__gm__ int32_t *p = (__gm__ int32_t *)x;
        for (int i = 0; i < AscendC::GetBlockNum(); i++) { *p = 1; p += 2; }
        *p = 2;""",
    )
    assert inside.memory.root == behind.memory.root == "x"
    assert inside.memory.distance is not None
    assert not inside.memory.distance.is_constant


@pytest.mark.parametrize(
    ("body", "writes"),
    [
        ("auto &kept = gm(2); kept = 3;", ["reference"]),
        ("Count(gm(3));", ["reference"]),
        ("Count(((__gm__ int32_t *)x)[3]);", ["pointer"]),
        ("auto *header = (__gm__ Header *)x; header->ready = 1;", ["pointer"]),
        ("auto *header = (__gm__ Header *)x; header->counts[2] = 1;", ["pointer"]),
        ("auto *header = (__gm__ Header *)x; header[2].ready = 1;", ["pointer"]),
        ("auto *header = (__gm__ Header *)x; header->first = 1;", ["pointer"]),
        ("int32_t own = 0; Count(own); auto &kept = own; kept = 1;", []),
        ("Header own; auto *header = &own; header->ready = 1;", []),
        ("auto *header = (__gm__ Header *)tiling; header->ready = 1;", []),
    ],
)
def test_stores_through_references_and_structures_are_seen(tmp_path: Path, body: str, writes: list[str]) -> None:
    before = HEADER + "template <typename T> __aicore__ inline void Count(T &counter) { counter = 1; }"
    assert [one.how for one in accesses(tmp_path, TENSOR + body, before) if one.write] == writes


@pytest.mark.parametrize("value", ["3", "data.rows", "AscendC::GetBlockIdx()", "AscendC::GetBlockNum()"])
@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("auto *header = (__gm__ Header *)x; header->ready = {value};", 0),
        ("auto *header = (__gm__ Header *)x; header->counts[2] = {value};", 0),
        ("((__gm__ int32_t *)x)[3] = {value};", 0),
        ("auto &kept = ((__gm__ int32_t *)x)[3]; kept = {value};", 1),
        ("auto *header = (__gm__ Header *)x; header->ready += {value};", 1),
    ],
)
def test_a_store_reads_only_what_it_adds_to(tmp_path: Path, body: str, reads: int, value: str) -> None:
    before = HEADER + "struct Rows { int32_t rows; };"
    data = "GET_TILING_DATA_WITH_STRUCT(Rows, data, tiling);\n"
    seen = accesses(tmp_path, data + body.format(value=value), before)
    # a reference is bound by what reads as a load
    assert [one.write for one in seen] == [*([False] * reads), True]


def test_an_element_handed_to_a_reference_is_stored_to_where_it_is_handed_over(tmp_path: Path) -> None:
    before = "__aicore__ inline void Count(__gm__ int32_t &counter) {\n counter = 1;\n}"
    tensor, pointer = (
        one
        for one in accesses(tmp_path, TENSOR + "Count(gm(3));\nCount(((__gm__ int32_t *)x)[3]);", before)
        if one.write
    )
    assert pointer.at.line < tensor.at.line


def test_fields_of_tiling_data_are_no_accesses(tmp_path: Path) -> None:
    assert not accesses(tmp_path, "auto *header = (__gm__ Header *)tiling; if (header->ready) { return; }", HEADER)


def test_bound_arguments_are_addresses_of_their_own(tmp_path: Path) -> None:
    before = "struct Arguments { GM_ADDR x; GM_ADDR tiling; };"
    path = tmp_path / "bound.cpp"
    path.write_text(
        f'#include "kernel_operator.h"\n{before}\n'
        "__sk__ __vector__ void bound(const Arguments *args)\n"
        "{ ((__gm__ int32_t *)args->x)[1] = ((__gm__ int32_t *)args->tiling)[0]; }\n",
        encoding="utf-8",
    )
    program = parse_unit(str(path), 2201)
    (key,) = program.entries
    found = events(walk_kernel({"aic": program, "aiv": program}, key).trees["aiv"])
    assert [(e.write, e.memory.root) for e in found if isinstance(e, tree.ScalarAccess)] == [(True, "args.x")]


@pytest.mark.parametrize(
    ("clean", "whole"),
    [
        (
            "AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::SINGLE_CACHE_LINE, "
            "AscendC::DcciDst::CACHELINE_OUT>(gm);",
            False,
        ),
        ("AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::ENTIRE_DATA_CACHE>(gm);", True),
        ("dcci((__gm__ void *)x, SINGLE_CACHE_LINE, CACHELINE_OUT);", False),
        ("dcci((__gm__ void *)x, cache_line_t::ENTIRE_DATA_CACHE, CACHELINE_OUT);", True),
        ("dcci((__gm__ void *)x, 1);", True),
        ("__builtin_cce_dcci(nullptr, 1, 0);", True),
        ("asc_dcci_single((__gm__ void *)x);", False),
        ("asc_dcci_entire((__gm__ void *)x);", True),
    ],
)
def test_cleans_in_all_spellings(tmp_path: Path, clean: str, whole: bool) -> None:
    kernel = walked(tmp_path, TENSOR + clean)
    cleans = [event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.CacheClean)]
    assert [one.whole for one in cleans] == [whole]


def test_a_clean_of_local_memory_is_none_of_gm(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        "AscendC::LocalTensor<int32_t> local;\n"
        "AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::SINGLE_CACHE_LINE, "
        "AscendC::DcciDst::CACHELINE_UB>(local);",
    )
    assert not [event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.CacheClean)]


def test_a_tensor_that_was_written_ends_with_its_scope(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        f"{{ {TENSOR} gm.SetValue(0, 1); }}\n AscendC::GlobalTensor<int32_t> unused; AscendC::SyncAll();",
    )
    kinds = [type(event).__name__ for event in events(kernel.trees["aiv"])]
    assert kinds == ["ScalarAccess", "TensorEnd", "AllCoreSync"]


def test_a_copy_knows_its_direction_and_size(tmp_path: Path) -> None:
    kernel = walked(
        tmp_path,
        TENSOR
        + "AscendC::LocalTensor<int32_t> local; AscendC::DataCopy(gm[8], local, 16); AscendC::DataCopy(local, gm, 16);",
    )
    copies = [event for event in events(kernel.trees["aiv"]) if isinstance(event, tree.Copy)]
    assert [(one.out, str(one.size)) for one in copies] == [(True, "64"), (False, "64")]
    assert copies[0].memory is not None
    assert str(copies[0].memory.distance) == "32"


def test_simt_functions_are_not_followed(tmp_path: Path) -> None:
    before = "__simt_vf__ __aicore__ LAUNCH_BOUND(256) inline void Fill(__gm__ int32_t *out) { out[threadIdx.x] = 1; }"
    body = (
        "AscendC::Simt::VF_CALL<Fill>(AscendC::Simt::Dim3{256, 1, 1}, (__gm__ int32_t *)x); Fill((__gm__ int32_t *)x);"
    )
    assert not accesses(tmp_path, body, before, 3510)


LOCAL = """AscendC::GlobalTensor<int32_t> gm;
gm.SetGlobalBuffer((__gm__ int32_t *)x, 64);
AscendC::TPipe pipe;
AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
pipe.InitBuffer(buffer, 256);
AscendC::LocalTensor<int32_t> t = buffer.Get<int32_t>();
uint32_t sum = 0;
"""
FILL = "AscendC::DataCopy(t, gm, 64);"
TEST = "if (t.GetValue(2) > 1) { AscendC::SyncAll(); }"


@pytest.mark.parametrize(
    ("body", "depends"),
    [
        (FILL + TEST, "uniform"),
        ("AscendC::DataCopyPad(t, gm[8], params, pads);" + TEST, "uniform"),
        (
            FILL + "for (uint32_t i = 0; i < 8; ++i) { sum += t.GetValue(i); } if (sum > 1) { AscendC::SyncAll(); }",
            "uniform",
        ),
        (FILL + "AscendC::LocalTensor<int32_t> again = buffer.Get<int32_t>(); t = again;" + TEST, "uniform"),
        (FILL + "t.SetValue(2, 4);" + TEST, "uniform"),
        # nobody filled it, or everybody with what is his
        (TEST, "core-data"),
        ("AscendC::DataCopy(t, gm[AscendC::GetBlockIdx() * 64], 64);" + TEST, "core-data"),
        ("AscendC::DataCopy(t, gm, AscendC::GetBlockIdx());" + TEST, "core-data"),
        (FILL + "if (t.GetValue(AscendC::GetBlockIdx()) > 1) { AscendC::SyncAll(); }", "core-data"),
        (FILL + "t.SetValue(2, AscendC::GetBlockIdx());" + TEST, "core-data"),
        (FILL + "AscendC::Adds(t, t, int32_t(AscendC::GetBlockIdx()), 64);" + TEST, "core-data"),
        (FILL + "Elsewhere(t);" + TEST, "core-data"),
        (FILL + "uint64_t at = t.GetPhyAddr();" + TEST, "core-data"),
        (FILL + "AscendC::DataCopy(t[8], gm[AscendC::GetBlockIdx()], 8);" + TEST, "core-data"),
        ("AscendC::DataCopy(t, gm[AscendC::GetBlockIdx()], 8); AscendC::DataCopy(t[8], gm, 8);" + TEST, "core-data"),
        # a round may have filled it with something else
        (
            FILL
            + "for (uint32_t i = 0; i < 8; ++i) {"
            + TEST
            + "AscendC::DataCopy(t, gm[AscendC::GetBlockIdx()], 8); }",
            "core-data",
        ),
    ],
)
def test_local_memory_is_alike_where_all_cores_copied_the_same_into_it(tmp_path: Path, body: str, depends: str) -> None:
    before = "AscendC::DataCopyExtParams params; AscendC::DataCopyPadExtParams<int32_t> pads;\n"
    kernel = walked(tmp_path, before + LOCAL + body)
    assert branches(kernel.trees["aiv"])[-1].condition.depends == depends


WORDS = """struct Inner { uint32_t least = 1; };
struct Plan { uint32_t kind = 0; uint32_t cores = 0; Inner inner; };
template <typename T> __aicore__ inline void Copy(T *to, GM_ADDR from)
{
    auto *words = reinterpret_cast<uint32_t *>(to);
    auto source = reinterpret_cast<__gm__ uint32_t *>(from);
    for (uint32_t i = 0; i < sizeof(T) / sizeof(uint32_t); ++i) {
        %s = source[i];
    }
}
"""


@pytest.mark.parametrize("word", ["words[i]", "*(words + i)"])
@pytest.mark.parametrize("field", ["kind", "inner.least"])
def test_an_object_that_is_filled_word_by_word_has_fields_that_the_host_tells(
    tmp_path: Path, word: str, field: str
) -> None:
    body = f"Plan plan;\nCopy(&plan, tiling);\nif (plan.{field} == 3) {{ AscendC::SyncAll(); }}"
    (branch,) = branches(walked(tmp_path, body, WORDS % word).trees["aiv"])
    assert branch.condition.depends == "uniform"


def test_a_view_as_words_that_nobody_stores_through_leaves_an_object_as_it_is(tmp_path: Path) -> None:
    body = """Plan plan;
    auto *words = reinterpret_cast<uint32_t *>(&plan);
    if (plan.kind == words[0] && plan.kind == 3) { AscendC::SyncAll(); }"""
    assert not events(walked(tmp_path, body, WORDS % "words[i]").trees["aiv"])
