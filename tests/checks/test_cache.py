"""Scalar access to GM and the data cache: what SK301 to SK309 report beyond the examples of their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from sklint.checks import sk301, sk302, sk303, sk304, sk305, sk306, sk307, sk308, sk309
from sklint.finding import Finding
from sklint.host.launch import Launch
from sklint.parse import parse_unit
from sklint.walk.kernel import WalkedKernel, walk_kernel
from sklint.walk.values import ONE
from tests.walk.kernels import walked

TENSOR = """AscendC::GlobalTensor<int32_t> gm;
gm.SetGlobalBuffer((__gm__ int32_t *)workspace);
AscendC::LocalTensor<int32_t> local;
"""
POINTER = "__gm__ int32_t *p = (__gm__ int32_t *)workspace;\n"
LINE = (
    "AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT>"
)
WHOLE = LINE.replace("SINGLE_CACHE_LINE", "ENTIRE_DATA_CACHE")
TILING = "struct RowTiling { uint32_t rows; uint32_t mode; uint32_t used; };"
DATA = "GET_TILING_DATA_WITH_STRUCT(RowTiling, data, tiling);\n"
FIRST = "if (AscendC::GetBlockIdx() == 0) "


def found(check: ModuleType, kernel: WalkedKernel) -> list[Finding]:
    findings: Iterator[Finding] = check.check_kernel(kernel)
    return list(findings)


def count(check: ModuleType, folder: Path, body: str, path: str = "ge", before: str = TILING) -> int:
    return len(found(check, replace(walked(folder, body, before), path=path)))


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        (f"gm(0) = 1; {LINE}(gm);", 0),
        (f"gm(0) = 1; {LINE}(gm[32]);", 1),
        (f"gm(0) = 1; {LINE}(gm[data.rows]);", 0),
        (f"gm(0) = 1; {WHOLE}(gm);", 0),
        (f"gm(0) = 1; AscendC::SyncAll(); {LINE}(gm); int32_t a = gm(0);", 1),
        (f"gm(0) = 1; AscendC::SyncAll(); {LINE}(gm); AscendC::SyncAll(); int32_t a = gm(0);", 0),
        (f"gm(0) = 1; AscendC::CrossCoreSetFlag<0x2, PIPE_S>(8); {LINE}(gm); int32_t a = gm(0);", 1),
        (f"gm(0) = 1; AscendC::SyncAll(); {LINE}(gm);", 0),
        (f"gm(0) = 1; AscendC::PipeBarrier<PIPE_ALL>(); {LINE}(gm);", 0),
        (f"if (data.mode == 1) {{ gm(0) = 1; }} if (data.mode == 1) {{ {LINE}(gm); }}", 0),
        (f"if (data.mode == 1) {{ gm(0) = 1; }} if (data.mode == 2) {{ {LINE}(gm); }}", 1),
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; {LINE}(gm[i]); }}", 0),
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; if ((i & 15) == 15) {{ {LINE}(gm[i - 15]); }} }}", 0),
        (f"auto clean = [&]() {{ {LINE}(gm); }}; gm(0) = 1; clean();", 0),
    ],
)
def test_a_store_through_the_operator_needs_a_clean_behind_it_on_every_path(
    tmp_path: Path, body: str, findings: int
) -> None:
    assert count(sk301, tmp_path, DATA + TENSOR + body) == findings


def test_a_helper_that_cleans_line_by_line_cleans_what_it_is_given(tmp_path: Path) -> None:
    before = """__aicore__ inline void Flush(__gm__ uint8_t *address, uint64_t length)
    {
        __gm__ uint8_t *start = (__gm__ uint8_t *)((uint64_t)address / 64 * 64);
        for (uint64_t i = 0; i < length; i += 64) { dcci(start + i, SINGLE_CACHE_LINE, CACHELINE_OUT); }
    }"""
    body = DATA + POINTER + "p[4] = 1; Flush((__gm__ uint8_t *)(p + 4), data.rows);"
    assert count(sk302, tmp_path, body, before=TILING + before) == 0


def test_a_line_of_another_argument_is_not_cleaned(tmp_path: Path) -> None:
    body = TENSOR + "gm(0) = 1; dcci((__gm__ void *)x, SINGLE_CACHE_LINE, CACHELINE_OUT);"
    assert count(sk301, tmp_path, body) == 1


@pytest.mark.parametrize(
    ("path", "severities"), [("ge", ["error"]), ("aclnn", ["warning"]), ("direct", ["warning"]), ("sink", [])]
)
def test_what_is_left_at_the_end_depends_on_the_way_the_operator_is_called(
    tmp_path: Path, path: str, severities: list[str]
) -> None:
    kernel = replace(walked(tmp_path, POINTER + "p[0] = 1;"), path=path)
    assert [finding.severity for finding in found(sk302, kernel)] == severities


@pytest.mark.parametrize("path", ["ge", "aclnn", "direct", "sink"])
def test_a_barrier_before_the_clean_is_an_error_on_every_path(tmp_path: Path, path: str) -> None:
    body = f"{POINTER} p[0] = 1; AscendC::SyncAll(); dcci(p, 1); int32_t a = p[0];"
    kernel = replace(walked(tmp_path, body), path=path)
    assert [finding.severity for finding in found(sk302, kernel)] == ["error"]


MEET = "AscendC::SyncAll();"
CORE = "AscendC::GetBlockIdx()"
LET_GO = "is still in the data cache of this core at"


@pytest.mark.parametrize(
    "body",
    [
        f"gm(0) = 1; {MEET}",
        f"int32_t old = gm({CORE} * 32); gm({CORE} * 32) = old + 1; {MEET}",
        f"gm({CORE} * 32) = 1; {MEET} int32_t own = gm({CORE} * 32) + gm({CORE} * 32 + 1);",
        f"for (int i = 0; i < 8; i++) {{ gm({CORE} * 32 + i) = gm({CORE} * 32 + i) + 1; {MEET} }}",
        f"gm(0) = 1; {MEET} int32_t other = gm(16);",
        f"gm(0) = 1; {MEET} AscendC::DataCopy(local, gm[16], 64);",
        f"{FIRST} {{ gm(0) = 1; }} {MEET} {FIRST} {{ int32_t own = gm(0); }}",
        f"gm({CORE} * 32) = 1; AscendC::IBSet(gm[8192], local, 0, 0);",
    ],
)
def test_what_no_other_core_reads_behind_a_barrier_is_only_left_at_the_end(tmp_path: Path, body: str) -> None:
    (finding,) = found(sk301, walked(tmp_path, TENSOR + body))
    assert "nothing flushes it when the operator ends" in str(finding.message)
    outside = replace(walked(tmp_path, TENSOR + body), path="aclnn")
    assert [(one.severity, one.confidence) for one in found(sk301, outside)] == [("warning", "likely")]


@pytest.mark.parametrize(
    "body",
    [
        f"gm(0) = 1; {MEET} int32_t a = gm(0);",
        f"gm({CORE} * 32) = 1; {MEET} int32_t next = gm({CORE} * 32 + 32);",
        f"gm({CORE} * 4) = 1; {MEET} int32_t own = gm({CORE} * 4);",
        f"gm({CORE} * 32) = 1; {MEET} int32_t first = gm(0);",
        f"gm({CORE} * 32) = 1; {MEET} for (int i = 0; i < 8; i++) {{ int32_t a = gm(i * 32); }}",
        f"gm({CORE} * 32) = 1; {MEET} AscendC::DataCopy(local, gm[{CORE} * 32], 64);",
        f"gm({CORE} * 32) = 1; {MEET} int32_t a = AscendC::ReadGmByPassDCache(gm.GetPhyAddr({CORE} * 32));",
        f"for (int i = 0; i < 8; i++) {{ int32_t first = gm(0); gm({CORE} * 32) = 1; {MEET} }}",
        f"{FIRST} {{ gm(0) = 1; }} {MEET} int32_t a = gm(0);",
        f"{FIRST} {{ gm(0) = 1; {MEET} }} else {{ {MEET} int32_t a = gm(0); }}",
        f"{FIRST} {{ gm(0) = 1; AscendC::IBSet(gm[8192], local, 0, 0); }} "
        "else { AscendC::IBWait(gm[8192], local, 0, 0); int32_t a = gm(0); }",
        "gm(0) = 1; AscendC::SetNextTaskStart();",
    ],
)
def test_what_another_core_may_read_behind_a_barrier_is_read_too_early(tmp_path: Path, body: str) -> None:
    first, *_ = found(sk301, walked(tmp_path, TENSOR + body))
    assert LET_GO in str(first.message)


def test_the_message_names_the_store_and_the_barrier_and_the_trace_leads_to_the_call(tmp_path: Path) -> None:
    before = "__aicore__ inline void Put(__gm__ int32_t *to) { *to = 1; }"
    (finding,) = found(sk302, walked(tmp_path, POINTER + "Put(p); AscendC::SyncAll(); int32_t a = p[0];", before))
    assert "`*to`" in str(finding.message)
    assert "`SyncAll()`" in str(finding.message)
    assert [str(step.message) for step in finding.trace] == [
        "other cores go on from here",
        "`Put` is called here",
    ]


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("AscendC::DataCopy(gm, local, 64); int32_t a = p[0]; AscendC::Duplicate(local, a, 64);", 1),
        ("AscendC::DataCopy(gm, local, 64); int32_t a = p[80]; AscendC::Duplicate(local, a, 64);", 0),
        ("int32_t a = p[0]; AscendC::DataCopy(gm, local, 64); AscendC::Duplicate(local, a, 64);", 0),
        ("AscendC::DataCopy(gm, local, 64); dcci(p, 0, 2); int32_t a = p[0]; AscendC::Duplicate(local, a, 64);", 0),
        ("dcci(p, 0, 2); int32_t a = p[0]; AscendC::SyncAll(); AscendC::DataCopy(gm, local, 64); a += p[0];", 1),
        ("AscendC::DataCopy(gm[data.rows], local, 64); int32_t a = p[0]; AscendC::Duplicate(local, a, 64);", 0),
        ("p[0] = 1; int32_t a = p[0]; AscendC::Duplicate(local, a, 64);", 0),
        ("p[AscendC::GetBlockIdx() * 16] = 1; AscendC::SyncAll(); int32_t a = p[16];", 1),
        # each core sees what it has stored itself
        ("p[0] = 1; AscendC::SyncAll(); int32_t a = p[0];", 0),
        (f"{FIRST} {{ p[0] = 1; }} AscendC::SyncAll(); int32_t a = p[0];", 1),
        ("AscendC::DataCopy(gm, local, 64); int32_t a = gm.GetValue(0); AscendC::Duplicate(local, a, 64);", 0),
    ],
)
def test_a_load_through_a_pointer_of_what_the_kernel_writes(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk303, tmp_path, DATA + TENSOR + POINTER + body) == findings


def test_outside_ge_a_plain_accessor_reads_as_stale_as_a_pointer(tmp_path: Path) -> None:
    body = TENSOR + "AscendC::DataCopy(gm, local, 64); int32_t a = gm.GetValue(0); AscendC::Duplicate(local, a, 64);"
    assert [count(sk303, tmp_path, body, path) for path in ("ge", "aclnn", "direct")] == [0, 1, 1]


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("gm.SetValue(0, 1); AscendC::SyncAll();", 1),
        ("gm.SetValue(0, 1); gm.SetValue(1, 1); AscendC::SyncAll();", 2),
        ("gm.SetValue(0, 1); gm.SetValue(64, 1); AscendC::SyncAll();", 1),
        ("gm.SetValue(0, 1); AscendC::IBWait(gm, local, 0, 0);", 0),
        ("gm.SetValue(0, 1); AscendC::IBSet(gm, local, 0, 0);", 1),
        ("gm.SetValue(0, 1); AscendC::SetNextTaskStart();", 1),
        ("gm[16].SetValue(0, 1); AscendC::SyncAll();", 0),
        (f"gm.SetValue(0, 1); {LINE}(gm); AscendC::SyncAll();", 0),
        (f"{LINE}(gm); gm.SetValue(0, 1); AscendC::SyncAll();", 1),
        ("AscendC::SyncAll(); gm.SetValue(0, 1);", 0),
    ],
)
def test_a_line_that_a_living_tensor_keeps_at_a_barrier(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk304, tmp_path, TENSOR + body) == findings


def test_a_tensor_passed_by_value_dies_where_the_function_ends(tmp_path: Path) -> None:
    before = """__aicore__ inline void Put(AscendC::GlobalTensor<int32_t> to) { to.SetValue(0, 1); }
    __aicore__ inline void Meet(AscendC::GlobalTensor<int32_t> to) { to.SetValue(0, 1); AscendC::SyncAll(); }
    __aicore__ inline void Keep(AscendC::GlobalTensor<int32_t> &to) { to.SetValue(0, 1); }
    """
    assert count(sk304, tmp_path, TENSOR + "Put(gm); AscendC::SyncAll();", before=before) == 0
    assert count(sk304, tmp_path, TENSOR + "Meet(gm);", before=before) == 1
    assert count(sk304, tmp_path, TENSOR + "Keep(gm); AscendC::SyncAll();", before=before) == 1


def test_outside_ge_no_tensor_writes_back_when_it_dies(tmp_path: Path) -> None:
    body = f"{{ {TENSOR} gm.SetValue(0, 1); }} AscendC::SyncAll();"
    assert [count(sk304, tmp_path, body, path) for path in ("ge", "aclnn", "direct")] == [0, 1, 1]


@pytest.mark.parametrize(
    ("body", "severities"),
    [
        ("while (gm.GetValue(0) != 1) {}", ["error"]),
        ("while (true) { if (gm.GetValue(0) == 1) { break; } }", ["error"]),
        ("while (gm(0) == 0) {}", ["error"]),
        ("while (*p == 0) {}", ["error"]),
        ("auto *header = (__gm__ RowTiling *)x; while (header->rows == 0) {}", ["error"]),
        ("int tries = 0; while (*p == 0 && tries < 100) { ++tries; }", ["warning"]),
        ("while (*p == 0) { dcci(p, 0, 2); }", []),
        ("const auto &fixed = gm; while (fixed.GetValue(0) == 0) {}", []),
        ("while (AscendC::ReadGmByPassDCache(p) == 0) {}", []),
        ("int row = 0; while (gm.GetValue(row) == 0) { ++row; }", []),
        ("__gm__ int32_t *q = p; while (*q == 0) { ++q; }", []),
        ("for (int i = 0; i < gm.GetValue(0); i++) { AscendC::DataCopy(gm, local, 64); }", []),
        ("for (int i = 0; i < data.rows; i++) { if (gm.GetValue(0) == i) { break; } }", []),
        ("while (gm.GetValue(0) == 0) { AscendC::DataCopy(local, gm, 64); }", []),
    ],
)
def test_loops_that_wait_for_a_value_in_the_cache(tmp_path: Path, body: str, severities: list[str]) -> None:
    kernel = walked(tmp_path, DATA + TENSOR + POINTER + body, TILING)
    assert [finding.severity for finding in found(sk305, kernel)] == severities


def test_a_search_through_a_field_that_starts_with_a_default_is_no_wait(tmp_path: Path) -> None:
    before = """struct Batch { uint32_t index = 0; };
    class Search {
    public:
        __aicore__ inline void Run(GM_ADDR x, uint32_t rows)
        {
            gm_.SetGlobalBuffer((__gm__ int32_t *)x);
            Batch batch;
            for (; batch.index < rows; ++batch.index) { if (Length(batch.index) > 0) { break; } }
        }
    private:
        __aicore__ inline int32_t Length(uint32_t index) { return gm_.GetValue(index + 1) - gm_.GetValue(index); }
        AscendC::GlobalTensor<int32_t> gm_;
    };"""
    assert count(sk305, tmp_path, DATA + "Search search; search.Run(x, data.rows);", before=TILING + before) == 0


RECORD = "struct Record { int32_t ready; int32_t rows; int64_t sum; };"
FILL_IT = "__gm__ Record *r = (__gm__ Record *)workspace; uint32_t rows = AscendC::GetBlockNum();\n"


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("r->ready = 1; r->rows = rows; r->sum = rows * 2;", [2]),
        ("r[1].ready = 1; r[1].rows = 2; r->sum = 3;", [1, 0]),
        ("r->ready = 1; if (rows > 8) { r->rows = 2; r->sum = 3; }", [0, 1]),
        ("r->ready = 1; dcci(r, 1); r->rows = 2;", [0]),
        ("r->ready = 1; AscendC::SyncAll(); r->rows = 2; AscendC::DataCopy(local, gm, 64);", [0, 0]),
        ("p[0] = 1; p[1] = 2;", [0, 0]),
    ],
)
def test_stores_that_fill_one_record_are_told_as_one(tmp_path: Path, body: str, more: list[int]) -> None:
    kernel = walked(tmp_path, TENSOR + POINTER + FILL_IT + body, RECORD)
    told = [re.search(r"with (\d+) more to the same record", str(one.message)) for one in found(sk302, kernel)]
    assert [int(match[1]) if match else 0 for match in told] == more


# tensors at addresses that the kernel reads from memory
AWAY = """AscendC::GlobalTensor<int32_t> away, further;
away.SetGlobalBuffer((__gm__ int32_t *)((__gm__ uint64_t *)x)[1]);
further.SetGlobalBuffer((__gm__ int32_t *)((__gm__ uint64_t *)x)[2]);
"""


@pytest.mark.parametrize(
    ("body", "left", "confidence"),
    [
        (f"away({CORE} * 32) = 1; {MEET} int32_t own = away({CORE} * 32);", True, "proved"),
        (f"away({CORE} * 32) = 1; {MEET} AscendC::DataCopy(local, further, 64);", True, "proved"),
        (f"away({CORE} * 32) = 1; {MEET} int32_t next = away({CORE} * 32 + 32);", False, "proved"),
        (f"away({CORE} * 32) = 1; {MEET} int32_t first = away(0);", False, "proved"),
        (f"away(0) = 1; {MEET} AscendC::DataCopy(local, further, 64); {WHOLE}(away);", False, "possible"),
    ],
)
def test_where_nobody_knows_what_is_read_the_end_of_the_kernel_is_the_sure_defect(
    tmp_path: Path, body: str, left: bool, confidence: str
) -> None:
    (finding,) = found(sk301, walked(tmp_path, TENSOR + AWAY + body))
    assert (LET_GO not in str(finding.message), finding.confidence) == (left, confidence)


DEALT = "for (int i = 0; i < data.used; i += {step}) {{ if (i % {by} != {core}) {{ continue; }} gm({place}) = 1; }}"
OTHERS = f"if ({CORE} != data.used) {{ return; }}"


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("gm.SetValue(AscendC::GetBlockIdx(), 1);", 1),
        ("gm.SetValue(AscendC::GetBlockIdx() * 15, 1);", 1),
        ("gm.SetValue(AscendC::GetBlockIdx() * 16, 1);", 0),
        ("gm.SetValue(AscendC::GetBlockIdx() * data.rows, 1);", 0),
        ("if (AscendC::GetBlockIdx() < data.used) { gm.SetValue(AscendC::GetBlockIdx(), 1); }", 1),
        (FIRST + "{ gm.SetValue(AscendC::GetBlockIdx(), 1); }", 0),
        ("if (AscendC::GetBlockIdx() != 0) { return; } gm.SetValue(0, 1);", 0),
        ("if (AscendC::GetBlockIdx() > 0) { return; } gm.SetValue(0, 1);", 0),
        (f"if (data.mode) {{ {OTHERS} AscendC::SyncAll(); }} else {{ {OTHERS} }} gm.SetValue(0, 1);", 0),
        (f"if (data.mode) {{ AscendC::SyncAll(); {OTHERS} }} else {{ if ({CORE} != 0) {{ return; }} }} gm(0) = 1;", 0),
        (f"if (data.mode) {{ if (data.rows) {{ {OTHERS} }} else {{ return; }} }} else {{ {OTHERS} }} gm(0) = 1;", 0),
        (f"if (data.mode) {{ if (data.rows) {{ {OTHERS} }} }} else {{ {OTHERS} }} gm.SetValue(0, 1);", 1),
        (f"if (data.mode) {{ AscendC::SyncAll(); }} else {{ {OTHERS} }} gm.SetValue(0, 1);", 1),
        (f"if (data.mode) {{ {OTHERS} return; }} gm.SetValue(0, 1);", 1),
        ("gm.SetValue(0, 1);", 1),
        ("if (data.used > 1) { return; } gm.SetValue(0, 1);", 0),
        ("if (data.used == 1) { gm.SetValue(0, 1); }", 0),
        ("for (int i = AscendC::GetBlockIdx(); i < data.rows; i += AscendC::GetBlockNum()) { gm.SetValue(i, 1); }", 1),
        (DEALT.format(by="data.rows", step=1, core=CORE, place="i"), 1),
        (DEALT.format(by="AscendC::GetBlockNum()", step=1, core=CORE, place="i * 15"), 1),
        (DEALT.format(by="AscendC::GetBlockNum()", step=1, core=CORE, place="i * 16"), 0),
        (DEALT.format(by="AscendC::GetBlockNum()", step=1, core=CORE, place="3"), 0),
        (DEALT.format(by="4", step=4, core=CORE, place="i"), 0),
        (DEALT.format(by="data.rows", step=1, core="data.mode", place="i + AscendC::GetBlockIdx() * 16"), 0),
        (FIRST + "{ " + DEALT.format(by="data.rows", step=1, core=CORE, place="i") + " }", 0),
        ("p[AscendC::GetBlockIdx()] = 1;", 1),
        ("gm(AscendC::GetBlockIdx()) = 1;", 1),
        ("AscendC::WriteGmByPassDCache(p + AscendC::GetBlockIdx(), 1);", 0),
    ],
)
def test_cores_that_store_into_one_line(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk306, tmp_path, DATA + TENSOR + POINTER + body) == findings


@pytest.mark.parametrize(
    ("count", "place", "findings"),
    [
        ("const:1", "0", 0),
        ("const:8", "0", 1),
        ("all-aiv", "0", 1),
        ("bounded: min(all-aiv, rows)", "0", 0),
        ("const:1", "AscendC::GetBlockIdx()", 0),
        ("bounded: min(all-aiv, rows)", "AscendC::GetBlockIdx()", 1),
    ],
)
def test_the_launch_says_whether_there_are_neighbours(tmp_path: Path, count: str, place: str, findings: int) -> None:
    kernel = walked(tmp_path, TENSOR + f"gm.SetValue({place}, 1);")
    at = kernel.entry.at
    launch = Launch("kernel", at, count, ONE, "SetBlockDim", "Tiling", 2201, ONE, ONE)
    assert len(found(sk306, replace(kernel, read_launches=lambda: (launch,)))) == findings


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("gm(3) = 1; AscendC::DataCopy(gm, local, 64);", 1),
        (f"gm(3) = 1; {LINE}(gm); AscendC::DataCopy(gm, local, 64);", 0),
        ("gm(128) = 1; AscendC::DataCopy(gm, local, 64);", 0),
        ("AscendC::DataCopy(gm, local, 64); gm(3) = 1;", 1),
        (
            "AscendC::DataCopy(gm, local, 64); AscendC::SetFlag<AscendC::HardEvent::MTE3_S>(0); "
            "AscendC::WaitFlag<AscendC::HardEvent::MTE3_S>(0); gm(3) = 1;",
            0,
        ),
        ("gm[3].SetValue(0, 1); AscendC::DataCopy(gm, local, 64);", 0),
        ("for (int i = 0; i < data.rows; i++) { gm(i) = 1; } AscendC::DataCopy(gm, local, 64);", 1),
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} {WHOLE}(gm); AscendC::DataCopy(gm, local, 64);", 0),
        ("for (int i = 0; i < data.rows; i++) { gm(i + 128) = 1; } AscendC::DataCopy(gm, local, 64);", 0),
        ("gm(0) = 1; for (int i = 0; i < data.rows; i++) { AscendC::DataCopy(gm[i * 64], local, 64); }", 1),
        ("gm(0) = 1; for (int i = 1; i < data.rows; i++) { AscendC::DataCopy(gm[i * 64], local, 64); }", 0),
        ("for (int i = 0; i < data.rows; i++) { gm(i * 128) = 1; AscendC::DataCopy(gm[i * 128 + 64], local, 64); }", 0),
    ],
)
def test_a_store_and_a_copy_into_one_line(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk306, tmp_path, DATA + TENSOR + FIRST + f"{{ {body} }}") == findings


REST = (
    "uint32_t all = data.rows * data.mode;"
    "uint32_t full = all * sizeof(int32_t) / {block} * {block} / sizeof(int32_t);"
    "for (uint32_t i = 0; i < all - full; i++) {{ gm(i + full) = 1; }}"
    f"{LINE}(gm[full]);"
)


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} {LINE}(gm);", 1),
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} {WHOLE}(gm);", 0),
        (f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; {LINE}(gm[i]); }}", 0),
        (
            f"for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} "
            f"for (int i = 0; i < data.rows; i++) {{ {LINE}(gm[i * 16]); }}",
            0,
        ),
        (f"for (int i = 0; i < 16; i++) {{ gm(i) = 1; }} {LINE}(gm);", 0),
        (f"for (int i = 0; i < 17; i++) {{ gm(i) = 1; }} {LINE}(gm);", 1),
        (f"for (int i = 0; i < 16; i++) {{ gm(i + 8) = 1; }} {LINE}(gm[8]);", 1),
        (f"for (int i = 0; i < 16; i++) {{ gm(i + data.mode) = 1; }} {LINE}(gm[data.mode]);", 0),
        (f"int i = 0; while (i < 16) {{ gm(i++) = 1; }} {LINE}(gm);", 0),
        (f"int i = 0; while (i < 17) {{ gm(i++) = 1; }} {LINE}(gm);", 1),
        (f"for (int i = 0; i < 64; i += 8) {{ gm(i / 8) = 1; }} {LINE}(gm);", 0),
        (f"for (int i = 0; i < 64; i++) {{ if (i < 16) {{ gm(i) = 1; }} }} {LINE}(gm);", 0),
        (f"for (int i = 0; i < data.rows; i++) {{ for (int j = 0; j < 8; j++) {{ gm(j) = 1; }} }} {LINE}(gm);", 0),
        (f"for (int i = 0; i < data.rows; i++) {{ for (int j = 0; j < 8; j++) {{ gm(i + j) = 1; }} }} {LINE}(gm);", 1),
        (f"if (data.rows <= 16) {{ for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} {LINE}(gm); }}", 0),
        (f"if (data.rows <= 32) {{ for (int i = 0; i < data.rows; i++) {{ gm(i) = 1; }} {LINE}(gm); }}", 1),
        (
            "for (int i = 0; i < 8; i++) { gm(i) = 1; } "
            f"for (int i = 0; i < 8; i++) {{ gm(i + 16) = 1; }} {LINE}(gm);",
            1,
        ),
        # the rest behind the last full line, and behind the last pair of lines
        (REST.format(block=64), 0),
        (REST.format(block=128), 1),
        (f"{LINE}(gm); gm(0) = 1;", 1),
        (f"{LINE}(gm); gm(0) = 1; {LINE}(gm);", 0),
        (f"{LINE}(gm); int32_t a = gm.GetValue(0); gm(0) = a;", 0),
    ],
)
def test_single_line_cleans_that_miss_their_stores(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk307, tmp_path, DATA + TENSOR + body) == findings


@pytest.mark.parametrize(
    ("rounds", "said"),
    [("64", "before it write more than one"), ("data.rows", "before it may write more than one")],
)
def test_only_what_numbers_show_is_said_of_a_clean(tmp_path: Path, rounds: str, said: str) -> None:
    body = f"{DATA}{TENSOR}for (int i = 0; i < {rounds}; i++) {{ gm(i) = 1; }} {LINE}(gm);"
    (one,) = found(sk307, walked(tmp_path, body, TILING))
    assert said in str(one.message)


def test_long_loops_cost_where_accessors_flush(tmp_path: Path) -> None:
    body = DATA + TENSOR + "for (int i = 0; i < data.rows; i++) { local.SetValue(i, gm.GetValue(i)); }"
    assert [count(sk308, tmp_path, body, path) for path in ("ge", "aclnn", "direct")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("bits", "body", "severities"),
    [
        ("4", "gm.SetValue(0, gm.GetValue(1));", ["error", "warning"]),
        ("kOwnFlush | 1", "gm.SetValue(0, 1);", ["error"]),
        ("3", "gm.SetValue(0, 1);", []),
        ("4", f"{WHOLE}(gm); gm.SetValue(0, gm.GetValue(1)); {WHOLE}(gm);", []),
        ("4", "AscendC::DataCopy(local, gm, 64);", []),
    ],
)
def test_bit_four_of_a_binding_leaves_the_cache_to_the_kernel(
    tmp_path: Path, bits: str, body: str, severities: list[str]
) -> None:
    path = tmp_path / "bound.asc"
    tensor = TENSOR.replace("workspace", "args->x")
    path.write_text(
        f"""#include "kernel_operator.h"
        constexpr int kOwnFlush = 4;
        struct Arguments {{ GM_ADDR x; }};
        __global__ __vector__ void plain(GM_ADDR x) {{}}
        __sk__ __vector__ void bound(const Arguments *args) {{ {tensor} {body} }}
        SK_BIND(plain, {bits}, bound);
        """,
        encoding="utf-8",
    )
    program = parse_unit(str(path), 2201)
    kernels = [walk_kernel({"aic": program, "aiv": program}, key) for key in program.entries]
    assert sorted(finding.severity for kernel in kernels for finding in found(sk309, kernel)) == severities


FILL = "__simt_vf__ __aicore__ inline void Fill(__gm__ int32_t *out) { out[threadIdx.x] = 1; }"
THREADS = "AscendC::Simt::VF_CALL<Fill>(AscendC::Simt::Dim3{256, 1, 1}, (__gm__ int32_t *)x);"


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        (f"p[0] = 1; {THREADS}", 0),
        (f"if (TILING_KEY_IS(1)) {{ p[0] = 1; {THREADS} }}", 0),
        (f"if (TILING_KEY_IS(1)) {{ {THREADS} }} else if (TILING_KEY_IS(2)) {{ p[0] = 1; }}", 1),
        (f"p[0] = 1; AscendC::SyncAll(); {THREADS}", 1),
    ],
    ids=["always", "same-key", "other-key", "barrier"],
)
def test_what_is_never_fused_is_flushed_at_its_end(tmp_path: Path, body: str, findings: int) -> None:
    kernel = walked(tmp_path, POINTER + body, FILL, 3510)
    assert len(found(sk302, kernel)) == findings


OWN = "gm.SetValue(0, 1); AscendC::SyncAll();"


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        (f"{OWN} if (gm.GetValue(0) == 1) {{ AscendC::SyncAll(); }}", 0),
        (f"{OWN} AscendC::DataCopy(local, gm, 8);", 1),
        (f"{FIRST} {{ gm.SetValue(0, 1); }} AscendC::SyncAll(); if (gm.GetValue(0) == 1) {{ AscendC::SyncAll(); }}", 1),
        ("gm.SetValue(AscendC::GetBlockIdx(), 1); AscendC::SyncAll(); gm.GetValue(0);", 1),
        (f"AscendC::GlobalTensor<int32_t> far; far.SetGlobalBuffer((__gm__ int32_t *)workspace + 512); {OWN} "
         "if (gm.GetValue(0) == 1) { AscendC::DataCopy(local, far, 8); }", 0),
        (OWN, 1),
    ],
    ids=["own", "copied", "of-one-core", "of-another-core", "other-buffer", "nobody-here"],
)  # fmt: skip
def test_what_each_core_has_stored_itself_it_also_sees(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk304, tmp_path, TENSOR + body) == findings


COPIES = """using Numbers = AscendC::GlobalTensor<int32_t>;
__aicore__ inline int32_t Look(Numbers from) { return from.GetValue(0); }
__aicore__ inline Numbers Same(Numbers &from) { return from; }
struct Pair { Numbers first; Numbers second; };
class Kept {
public:
    __aicore__ inline explicit Kept(Numbers from) : from_(from) {}
    __aicore__ inline int32_t Look() { return from_.GetValue(0); }
    Numbers from_;
};
class Given {
public:
    __aicore__ inline void Init(Numbers from) { from_ = from; }
    __aicore__ inline int32_t Look() { return from_.GetValue(0); }
    Numbers from_;
};
"""


@pytest.mark.parametrize(
    "read",
    [
        "Look(gm);",
        "Numbers copy = gm; copy.GetValue(0);",
        "Numbers copy(gm); copy.GetValue(0);",
        "Numbers copy{gm}; copy.GetValue(0);",
        "auto copy = Numbers(gm); copy.GetValue(0);",
        "Numbers copy(gm); Numbers part = copy[8]; part.GetValue(0);",
        "auto copy = Same(gm); copy.GetValue(0);",
        "Pair both{gm, gm}; both.second.GetValue(0);",
        "Kept kept(gm); kept.Look();",
        "Given given; given.Init(gm); given.Look();",
    ],
)
def test_a_read_through_a_copy_of_a_tensor_is_one_of_the_same_memory(tmp_path: Path, read: str) -> None:
    everywhere = f"{TENSOR} gm.SetValue(0, 0); AscendC::SyncAll(); {read}"
    on_one = f"{TENSOR} {FIRST} {{ gm.SetValue(0, 0); }} AscendC::SyncAll(); {read}"
    assert [count(sk304, tmp_path, body, before=COPIES) for body in (everywhere, on_one)] == [0, 1]


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("gm.SetValue(0, 1); { AscendC::GlobalTensor<int32_t> copy = gm; } AscendC::SyncAll();", 0),
        ("{ AscendC::GlobalTensor<int32_t> copy = gm; gm.SetValue(0, 1); } AscendC::SyncAll();", 1),
        ("{ AscendC::GlobalTensor<int32_t> copy(gm); copy.SetValue(0, 1); } AscendC::SyncAll();", 0),
    ],
    ids=["made-behind", "made-before", "written-through"],
)
def test_a_copy_writes_back_what_it_remembers_where_it_dies(tmp_path: Path, body: str, findings: int) -> None:
    assert count(sk304, tmp_path, TENSOR + body) == findings


@pytest.mark.parametrize(("further", "findings"), [("data.rows", 0), ("0", 1)])
def test_where_a_tensor_begins_is_known_whatever_its_elements_are(tmp_path: Path, further: str, findings: int) -> None:
    body = f"""{TENSOR} {DATA} AscendC::LocalTensor<RowTiling> row;
    AscendC::GlobalTensor<RowTiling> rows;
    rows.SetGlobalBuffer((__gm__ RowTiling *)(workspace + {further}));
    {OWN} gm.GetValue(0); AscendC::DataCopy(row, rows[data.mode], 64);"""
    assert count(sk304, tmp_path, body) == findings
